"""The package's policies as baselines for environments: the same policies that play at tables, acting on
observations."""

from __future__ import annotations

from typing import Any

import gymnasium
from gymnasium.vector import VectorEnv

from crossfelt.envs.batch import Baseline
from crossfelt.envs.single import SingleEnv
from crossfelt.envs.vector import BatchVector
from crossfelt.errors import BadInput, Fault, describe, not_one_of
from crossfelt.faults import FaultCode

AnyEnv = gymnasium.Env[Any, Any] | VectorEnv[Any, Any, Any]


def baseline(env: AnyEnv, level: str, seed: int = 0, playouts: int | None = None) -> Baseline:
    """Return a player for this environment, which may be wrapped or a vector environment.

    `level` is a policy of the game. For King Cross: random, greedy, novice, casual, steady, expert or champion, who
    plays `playouts` games for each placement, or plays for a fifth of a second. For Criss Cross: random, never-fold,
    always-1x, card or optimal. `seed` is for those that leave something to chance.
    """
    inner = env.unwrapped
    if not isinstance(inner, SingleEnv | BatchVector):
        message = f"{describe(inner)} is not an environment of this package"
        params = {"expected": "environment", "value": inner}
        raise BadInput(Fault(FaultCode.WRONG_TYPE, message, "baseline", params=params))
    known = inner.batch.kit.policy_names
    if level not in known:
        message = f"must be one of {', '.join(known)}, not {describe(level)}"
        raise BadInput(not_one_of("level", message, level, known))
    return inner.batch.baseline(level, seed, playouts)
