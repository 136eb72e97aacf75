"""Both games as gymnasium environments, single or vectorized, with the package's players as baselines.

It may not contain rules of a game: the kernels decide what is legal and what is paid. Open `king.py` first.

Needs the extra `gym`. Importing it registers `Crossfelt/KingCross-v0` and `Crossfelt/CrissCross-v0`.
"""

from __future__ import annotations

try:
    from crossfelt.envs.baselines import baseline
    from crossfelt.envs.batch import Baseline
    from crossfelt.envs.crisscross import CRISS_CROSS, CrissCrossEnv, CrissCrossVector
    from crossfelt.envs.evaluation import play_games
    from crossfelt.envs.king import KING_CROSS, KingCrossEnv, KingCrossVector
    from crossfelt.envs.registration import register_environments
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
