"""Bots: ordinary clients of a table, which see what any player on their seat sees and ask what any player
may ask."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from secrets import token_hex
from typing import Any, Protocol

from crossfelt.catalog import GameKit, PolicySpec
from crossfelt.chance import SystemChance
from crossfelt.errors import CrossfeltError
from crossfelt.game import seat_actor
from crossfelt.ledger import seat_account
from crossfelt.schema import to_plain
from crossfelt.service.players import Players
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.messages import Notice, Update
from crossfelt.service.tables.table import Table

LOG = logging.getLogger("crossfelt.bots")
RETRY_SECONDS = 1.0
"""How long a bot waits before it looks again at what it could not answer."""


class BotAnswers(Protocol):
    """Computes the actions of strong bots in another process."""

    async def action(self, client: str, game: str, rules: Mapping[str, Any], policy: str, view: Any, /) -> Any:
        """Return the plain action of a policy for the plain view of its seat."""


Acting = Callable[[Any], Awaitable[Any]]
"""From the view of a seat to a plain action."""


def playable_policies(kit: GameKit, bot_answers: BotAnswers | None) -> tuple[PolicySpec, ...]:
    """Return the policies that bots can play here, weakest first: without `bot_answers`, those that need no worker."""
    return tuple(policy for policy in kit.policies if bot_answers is not None or not policy.needs_worker)


class Bot:
    """One bot on one seat. It watches the table as a connection does."""

    as_floor = False

    def __init__(
        self, table: Table, player: str, policy: str, players: Players, bot_answers: BotAnswers | None
    ) -> None:
        self.player: str = player
        self.table, self._players, self._policy = table, players, policy
        self._act = acting(table, player, policy, bot_answers)
        self._newest: Update | None = None
        self._woken = asyncio.Event()
        self._done: set[tuple[str, str, int]] = set()
        """The decisions that this bot has already answered in the round, so that it asks for nothing twice."""
        self._latest = ("", "", 0)
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin to watch and play."""
        self.table.watch(self)
        self._task = asyncio.get_running_loop().create_task(self._play())

    def stop(self) -> None:
        """Stop watching and playing; the seat stays as it is."""
        self.table.unwatch(self)
        if self._task is not None:
            self._task.cancel()

    def tell(self, update: Update) -> None:
        """Remember the newest update; older ones are of no use to a bot."""
        self._newest = update
        self._woken.set()

    def notify(self, notice: Notice) -> None:
        """Ignore a notice: a bot looks at its wallet when it wagers."""

    async def _play(self) -> None:
        while True:
            await self._woken.wait()
            self._woken.clear()
            update = self._newest
            if update is None or update.you is None:
                continue
            try:
                await self._answer(update, update.you)
            except CrossfeltError as refusal:
                # A player was quicker, or the analysis worker is busy: it looks again in a moment.
                LOG.info("bot %s was refused: %s", self.player, refusal)
                self._look_again()
            except Exception:
                LOG.exception("bot %s made a mistake", self.player)
                self._look_again()

    def _look_again(self) -> None:
        """Forget the answer that wasn't accepted, and wake up after a while even when nothing happens."""
        self._done.discard(self._latest)
        asyncio.get_running_loop().call_later(RETRY_SECONDS, self._woken.set)

    async def _answer(self, update: Update, seat: int) -> None:
        current = update.info.round
        if current is None or not current.is_open:
            return
        if not any(key[0] == current.id for key in self._done):
            self._done.clear()
        since = next((due.since for due in update.info.due if due.seat == seat), None)
        if since is not None:
            if self._is_new(current.id, "turn", since):
                await self._play_action(current.id, update.view)
        elif seat in update.info.may_act and self._is_new(current.id, "wager", 0):
            await self._play_action(current.id, update.view)
            await self._ask(asked.Ready())
        elif not current.is_playing and self._is_new(current.id, "ready", 0):
            await self._ask(asked.Ready())

    async def _play_action(self, name: str, view: Any) -> None:
        """Take the policy's action. Without chips for it the bot refills its wallet, as any guest may, or does what
        costs nothing."""
        action = await self._act(view)
        try:
            await self._ask(asked.Act(name, action))
        except Refused as refusal:
            if refusal.code != RefusalCode.INSUFFICIENT_FUNDS:
                raise
            await self._play_short(name, action)

    async def _play_short(self, name: str, action: Any) -> None:
        try:
            await self._players.refill(self.player, token_hex(16))
            await self._ask(asked.Act(name, action))
        except Refused as refusal:
            if refusal.code not in (RefusalCode.TOO_EARLY, RefusalCode.INSUFFICIENT_FUNDS):
                raise
            free = self._free_action()
            if free is None:
                raise
            await self._ask(asked.Act(name, to_plain(free)))

    def _free_action(self) -> Any | None:
        """Return an action that needs no chips, such as folding."""
        state = self.table.state
        seat = state.seat_of(self.player)
        assert state.play is not None and seat is not None
        for action in state.game.legal_actions(state.play.state, seat_actor(seat)):
            events = state.game.decide(state.play.state, seat_actor(seat), action)
            moves = (move for event in events for move in state.game.postings(event))
            if not any(seat_account(seat) in (move.source, move.destination) for move in moves):
                return action
        return None

    def _is_new(self, name: str, what: str, since: int) -> bool:
        key = name, what, since
        if key in self._done:
            return False
        self._done.add(key)
        self._latest = key
        return True

    async def _ask(self, request: asked.Request) -> None:
        await self.table.ask(self.player, token_hex(16), request)


def acting(table: Table, player: str, policy: str, bot_answers: BotAnswers | None) -> Acting:
    """Return how a policy of this name decides at this table; `Refused` if no bot can play it here."""
    kit, rules = table.state.kit, table.state.rules
    playable = {spec.name: spec for spec in playable_policies(kit, bot_answers)}
    if policy not in playable:
        message = f"{policy!a} is not one of {', '.join(playable)}"
        raise Refused(RefusalCode.NO_SUCH_POLICY, message, "policy", value=policy, choices=list(playable))
    spec = playable[policy]
    if spec.needs_worker:
        assert bot_answers is not None
        document = rules.document

        async def act_in_worker(view: Any) -> Any:
            return await bot_answers.action(player, kit.name, document, policy, to_plain(view))

        return act_in_worker
    decider = spec.load()(rules, SystemChance())

    async def act_at_once(view: Any) -> Any:
        return to_plain(decider.act(view))

    return act_at_once
