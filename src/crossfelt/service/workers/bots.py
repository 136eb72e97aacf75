"""The actions of strong bots at a table, computed by analysis workers."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from secrets import randbelow
from typing import Any

from crossfelt.service.workers.pool import WorkerPool
from crossfelt.service.workers.questions import PolicyAction, question_of
from crossfelt.service.workers.refusals import WorkersBusy

TRIES = 40
SECONDS_BETWEEN = 0.25
MOST_SEED = 2**63


class SeatAnswers:
    """Asks the workers for the actions of policies. One bot asks one question at a time, as any client does."""

    def __init__(self, workers: WorkerPool) -> None:
        self._workers = workers

    async def action(self, client: str, game: str, rules: Mapping[str, Any], policy: str, view: Any, /) -> Any:
        """Return the plain action of a policy for the plain view of its seat. A bot asks again if the queue is full.

        Each question has its own seed. With the same seed, a policy that errs now and then would err always or never.
        """
        seed = randbelow(MOST_SEED)
        question = question_of(PolicyAction(game=game, rules=dict(rules), policy=policy, view=view, seed=seed))
        for _ in range(TRIES):
            try:
                return await self._workers.ask(client, question)
            except WorkersBusy:
                await asyncio.sleep(SECONDS_BETWEEN)
        raise WorkersBusy
