"""Bots of the house: ordinary clients of a table, told what any player on their seat is told, asking what any player
may ask."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from secrets import token_hex
from typing import Any, Protocol

from crossfelt.chance import SystemChance
from crossfelt.crisscross.policies import SIMPLE_DECIDERS, SeatPolicy
from crossfelt.crisscross.round import CRISS_CROSS
from crossfelt.errors import CrossfeltError
from crossfelt.game import seat_actor
from crossfelt.games import AnyGame
from crossfelt.kingcross.match import KING_CROSS
from crossfelt.kingcross.policies import SIMPLE_PLACERS, SheetPolicy
from crossfelt.ledger import seat_account
from crossfelt.plain import to_plain
from crossfelt.service.players import Players
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.messages import CorrectionNotice, Update
from crossfelt.service.tables.table import Table

LOG = logging.getLogger("crossfelt.bots")
RETRY_SECONDS = 1.0
"""How long a bot waits before it looks again at what it could not answer."""


class Thoughts(Protocol):
    """What thinks for the strong bots, in a process of its own."""

    def policies(self, game: str, /) -> tuple[str, ...]:
        """The names of the policies that it can play."""

    async def action(self, client: str, game: str, rules: Mapping[str, Any], policy: str, view: Any, /) -> Any:
        """The plain action of a policy for the plain view of its seat."""


Acting = Callable[[Any], Awaitable[Any]]
"""From the view of a seat to a plain action."""


def simple_policies(game: AnyGame, rules: Any) -> dict[str, Callable[[], Any]]:
    """The policies that need no thinking, by name, for one game."""
    chance = SystemChance()
    return _SIMPLE[game.name](rules, chance)


def _criss_cross(rules: Any, chance: SystemChance) -> dict[str, Callable[[], Any]]:
    return {
        name: lambda make=make: SeatPolicy(rules, make(rules, chance))  # type: ignore[misc]
        for name, make in SIMPLE_DECIDERS.items()
    }


def _king_cross(rules: Any, chance: SystemChance) -> dict[str, Callable[[], Any]]:
    return {
        name: lambda make=make: SheetPolicy(rules.score_card, make(rules.score_card, chance))  # type: ignore[misc]
        for name, make in SIMPLE_PLACERS.items()
    }


_SIMPLE: dict[str, Callable[[Any, SystemChance], dict[str, Callable[[], Any]]]] = {
    CRISS_CROSS.name: _criss_cross,
    KING_CROSS.name: _king_cross,
}


@dataclass(frozen=True, slots=True)
class Nature:
    """A policy, for people who choose whom they play with."""

    title: str
    says: str


_NATURES: dict[str, dict[str, Nature]] = {
    CRISS_CROSS.name: {
        "random": Nature("Anything goes", "Bets or folds by chance alone."),
        "never-fold": Nature("Came to see cards", "Never folds, and bets the most once a hand pays."),
        "always-1x": Nature("Steady and small", "Bets one ante at every decision, whatever the cards are."),
        "card": Nature("By the strategy card", "Plays by the short strategy card that people can remember."),
        "optimal": Nature("Without a mistake", "Knows the exact worth of every choice, and takes the best."),
    },
    KING_CROSS.name: {
        "random": Nature("Anywhere", "Any square that is open, by chance alone."),
        "greedy": Nature("Greedy", "Takes the square that makes the most points at once."),
        "novice": Nature("Novice", "Knows what lines are worth, and often looks away."),
        "casual": Nature("Casual", "Knows what lines are worth, and sometimes looks away."),
        "steady": Nature("Steady", "Knows well what a sheet is worth, and never thinks ahead."),
        "expert": Nature("Expert", "Weighs every roll that may come next."),
        "champion": Nature("Champion", "Weighs the next two rolls and plays on from there; takes its time."),
    },
}
"""Game -> policy -> what it is like, the weakest first."""


def natures(game: str, thoughts: Thoughts | None) -> dict[str, Nature]:
    """The policies that can be played here, by name, the weakest first."""
    thinking = thoughts.policies(game) if thoughts is not None else ()
    simple = SIMPLE_DECIDERS if game == CRISS_CROSS.name else SIMPLE_PLACERS
    return {name: nature for name, nature in _NATURES[game].items() if name in simple or name in thinking}


class Bot:
    """One bot on one seat. It watches the table as a connection does."""

    as_floor = False

    def __init__(self, table: Table, player: str, policy: str, players: Players, thoughts: Thoughts | None) -> None:
        self.player: str = player
        self.table, self._players, self._policy = table, players, policy
        self._act = acting(table, player, policy, thoughts)
        self._newest: Update | None = None
        self._woken = asyncio.Event()
        self._done: set[tuple[str, str, int]] = set()
        """What this bot has already answered in the round, so that it asks for nothing twice."""
        self._latest = ("", "", 0)
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Sits down to watch and play."""
        self.table.watch(self)
        self._task = asyncio.get_running_loop().create_task(self._play())

    def stop(self) -> None:
        """Stops watching and playing; its seat stays as it is."""
        self.table.unwatch(self)
        if self._task is not None:
            self._task.cancel()

    def tell(self, update: Update) -> None:
        """Remembers the newest update; older ones are of no use to a bot."""
        self._newest = update
        self._woken.set()

    def notify(self, notice: CorrectionNotice) -> None:
        """Ignores a notice: a bot looks at its wallet when it wagers."""

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
                # Somebody was quicker, or whoever thinks for it is busy: it looks again in a moment.
                LOG.info("bot %s was refused: %s", self.player, refusal)
                self._look_again()
            except Exception:
                LOG.exception("bot %s made a mistake", self.player)
                self._look_again()

    def _look_again(self) -> None:
        """Forgets the answer that was not taken, and wakes up after a while even when nothing happens."""
        self._done.discard(self._latest)
        asyncio.get_running_loop().call_later(RETRY_SECONDS, self._woken.set)

    async def _answer(self, update: Update, seat: int) -> None:
        found = update.info.round
        if found is None or not found.is_open:
            return
        if not any(key[0] == found.id for key in self._done):
            self._done.clear()
        since = next((due.since for due in update.info.due if due.seat == seat), None)
        if since is not None:
            if self._is_new(found.id, "turn", since):
                await self._play_action(found.id, update.view)
        elif seat in update.info.may_act and self._is_new(found.id, "wager", 0):
            await self._play_action(found.id, update.view)
            await self._ask(asked.Ready())
        elif not found.is_playing and self._is_new(found.id, "ready", 0):
            await self._ask(asked.Ready())

    async def _play_action(self, name: str, view: Any) -> None:
        """Does what the policy says. Without chips for it the bot refills its wallet, as any guest may, or does what
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
        """Something that the bot may do without chips, such as folding."""
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


def acting(table: Table, player: str, policy: str, thoughts: Thoughts | None) -> Acting:
    """How a policy of this name decides at this table; `Refused` when there is none."""
    game, rules = table.state.game, table.state.rules
    simple = simple_policies(game, rules)
    if policy in simple:
        decides = simple[policy]()

        async def at_once(view: Any) -> Any:
            return to_plain(decides.act(view))

        return at_once
    if thoughts is None or policy not in thoughts.policies(game.name):
        known = [*simple, *(thoughts.policies(game.name) if thoughts is not None else ())]
        raise Refused(RefusalCode.NO_SUCH_POLICY, f"{policy!a} is not one of {', '.join(known)}")
    document = rules.document

    async def thought(view: Any) -> Any:
        return await thoughts.action(player, game.name, document, policy, to_plain(view))

    return thought
