"""Runs every kernel of the environments once, so that it is compiled before somebody waits for it."""

from __future__ import annotations

from collections.abc import Iterator

from crossfelt.envs.crisscross import CrissCrossVector
from crossfelt.envs.king import KingCrossVector


def warm_up() -> Iterator[str]:
    """What is compiled next, in words, before it is."""
    yield "environments"
    for env in (KingCrossVector(1), CrissCrossVector(1)):
        env.reset(seed=0)
        env.step(env.draw_actions())
