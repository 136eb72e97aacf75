"""King Cross Poker for PettingZoo: `from crossfelt.envs import king_cross_v0`, then `king_cross_v0.parallel_env()`."""

from __future__ import annotations

try:
    from crossfelt.envs.king_room import KingCrossRoom as parallel_env
except ModuleNotFoundError as error:
    if error.name != "pettingzoo":
        raise
    raise ModuleNotFoundError("king_cross_v0 needs the extra gym: install crossfelt[gym]", name=error.name) from error

__all__ = ["parallel_env"]
