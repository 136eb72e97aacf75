"""What thinks for the strong bots of a table."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from typing import Any

from crossfelt.crisscross.round import CRISS_CROSS
from crossfelt.kingcross.match import KING_CROSS
from crossfelt.service.thinking.questions import Question
from crossfelt.service.thinking.refusals import ThinkerBusy
from crossfelt.service.thinking.thinker import Thinker

STRONG_POLICIES: dict[str, tuple[str, ...]] = {
    CRISS_CROSS.name: ("card", "optimal"),
    KING_CROSS.name: ("novice", "casual", "steady", "expert", "champion"),
}
"""Game -> the policies that compute, the strongest last; the others decide at once and need nobody to think."""
TRIES = 40
SECONDS_BETWEEN = 0.25


class SeatThoughts:
    """Asks a thinker what the policies of the package do; one bot asks one question at a time, as anybody does."""

    def __init__(self, thinker: Thinker) -> None:
        self._thinker = thinker

    def policies(self, game: str, /) -> tuple[str, ...]:
        """The names of the policies that can be asked."""
        return STRONG_POLICIES.get(game, ())

    async def action(self, client: str, game: str, rules: Mapping[str, Any], policy: str, view: Any, /) -> Any:
        """The plain action of a policy for the plain view of its seat; a bot comes back where too many wait."""
        question = Question("policy_action", {"game": game, "rules": rules, "policy": policy, "view": view})
        for _ in range(TRIES):
            try:
                return await self._thinker.ask(client, question)
            except ThinkerBusy:
                await asyncio.sleep(SECONDS_BETWEEN)
        raise ThinkerBusy
