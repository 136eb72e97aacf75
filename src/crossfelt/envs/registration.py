"""The names by which `gymnasium.make` and `make_vec` find the environments.

gymnasium 1.0 dropped the entry point by which packages announced their environments, so `crossfelt.envs` is imported
first, or named: `gymnasium.make("crossfelt.envs:Crossfelt/KingCross-v0")`.
"""

from __future__ import annotations

import gymnasium

KING_CROSS = "Crossfelt/KingCross-v0"
CRISS_CROSS = "Crossfelt/CrissCross-v0"
_CLASSES = {KING_CROSS: "king:KingCross", CRISS_CROSS: "crisscross:CrissCross"}


def register_environments() -> None:
    """Makes both games known to gymnasium, once."""
    for name, found in _CLASSES.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name, entry_point=f"crossfelt.envs.{found}Env", vector_entry_point=f"crossfelt.envs.{found}Vector"
            )
