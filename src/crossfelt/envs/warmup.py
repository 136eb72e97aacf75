"""Run every kernel of the environments once, so that it is compiled before first use."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from crossfelt.catalog import KITS
from crossfelt.catalog.kit import Lazy


def warm_up() -> Iterator[str]:
    """Yield the name of each kernel group before it is compiled."""
    yield "environments"
    for spec in (kit.environment for kit in KITS.values() if kit.environment is not None):
        env = Lazy[Any](f"{spec.path}Vector")()(1)
        env.reset(seed=0)
        env.step(env.draw_actions())
