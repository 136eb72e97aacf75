"""Both games as gymnasium environments, one at a time or thousands at once, and the package's players in them.

May not hold a rule of a game: what is legal and what is paid comes from the kernels, by the tables of the rule book or
score card. Needs the extra `gym`. Importing it registers `Crossfelt/KingCross-v0` and `Crossfelt/CrissCross-v0`.
"""

from __future__ import annotations

try:
    from crossfelt.envs.baselines import Baseline, baseline
    from crossfelt.envs.crisscross import CrissCrossEnv, CrissCrossVector
    from crossfelt.envs.evaluation import play_games
    from crossfelt.envs.king import KingCrossEnv, KingCrossVector
    from crossfelt.envs.registration import CRISS_CROSS, KING_CROSS, register_environments
except ModuleNotFoundError as error:
    if error.name not in ("gymnasium", "PIL"):
        raise
    raise ModuleNotFoundError("crossfelt.envs needs the extra gym: install crossfelt[gym]", name=error.name) from error

__all__ = [
    "CRISS_CROSS",
    "KING_CROSS",
    "Baseline",
    "CrissCrossEnv",
    "CrissCrossVector",
    "KingCrossEnv",
    "KingCrossVector",
    "baseline",
    "play_games",
]

register_environments()
