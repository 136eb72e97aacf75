"""Registers the environments for `gymnasium.make` and `make_vec`.

gymnasium 1.0 dropped the entry point by which packages announced their environments, so import `crossfelt.envs` first
or name it: `gymnasium.make("crossfelt.envs:Crossfelt/KingCross-v0")`.
"""

from __future__ import annotations

import gymnasium

from crossfelt.catalog import KITS


def register_environments() -> None:
    """Register the environment of every game with gymnasium, once."""
    for kit in KITS.values():
        spec = kit.environment
        if spec is not None and spec.id not in gymnasium.registry:
            gymnasium.register(spec.id, entry_point=f"{spec.path}Env", vector_entry_point=f"{spec.path}Vector")
