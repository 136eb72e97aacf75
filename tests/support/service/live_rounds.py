"""Rounds at a running table, each driven to the moment a test needs.

The table deals, turns and settles automatically; the tests fire its timers one by one. The secrets are the same in
every run, chosen so that much happens in the deal.
"""

from __future__ import annotations

import asyncio
import hashlib
import heapq
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from secrets import token_hex
from typing import Any

from crossfelt.cards import DECK, Card, rank_of
from crossfelt.crisscross.state import RoundState
from crossfelt.fairness import SECRET_BYTES, RoundChance
from crossfelt.game import SPECTATOR
from crossfelt.service.house import House
from crossfelt.service.players import REFILL_BELOW_CENTS
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.terms import TableTerms
from crossfelt.storage.memory import MemoryStore
from tests.support.service.houses import KEY, Person, StillClock, granted_floor

FOLD = 0
"""In a plan: the decision to fold."""
_MOST_TURNS = 2_000
_MOST_ROUNDS = 20

Plan = Mapping[int, Sequence[int]]
"""Seat -> its decisions at Across, Down and Middle: a multiple of the ante, or `FOLD`."""
Wish = Callable[[Sequence[Card]], bool]
"""Whether a deck is one that the test wants."""


class BellClock(StillClock):
    """A clock whose next alarm rings when a test asks for it."""

    def ring_next(self) -> None:
        """Let time pass until the next alarm."""
        while self._timers:
            timer = heapq.heappop(self._timers)
            if not timer.is_off:
                self.ms = max(self.ms, timer.at_ms)
                timer.ring()
                return
        raise AssertionError("nothing is going to happen")


class LiveRounds:
    """One live table of six seats: players on seats 1, 2, 3 and 5, and a floor manager who doesn't play. In every
    round, seats 1, 3 and 5 make the same wagers and decisions, and seat 2 watches."""

    def __init__(self, wagers: Mapping[int, Mapping[str, int]], plan: Plan, wish: Wish = lambda _: True) -> None:
        self.wagers, self.plan, self.wish = wagers, plan, wish
        self.clock = BellClock()
        self.house = House(MemoryStore(), KEY, clock=self.clock, entropy=self._entropy)
        self.people: dict[int, Person] = {}
        self.floor: Person
        self.before: dict[str, int] = {}
        """Every account of the ledger before the round in progress."""
        self.carried: dict[str, str] = {}
        """The exact cents of every meter before the round in progress."""

    async def open(self, terms: TableTerms) -> None:
        """Open the table and seat everyone."""
        await self.house.start()
        host = (await self.house.players.create("Host"))[0].id
        self.table = await self.house.open_table(host, token_hex(16), terms)
        for seat in (1, 2, 3, 5):
            player = (await self.house.players.create(f"Player {seat}"))[0].id
            self.people[seat] = Person(self.house, self.table, player)
            self.table.watch(self.people[seat])
            await self.people[seat].ask(asked.Sit(seat))
        self.floor = await granted_floor(self.house, self.table)

    # ---- looking

    @property
    def name(self) -> str:
        """The id of the round in progress, or of the last one."""
        assert self.table.state.play is not None
        return self.table.state.play.round

    @property
    def state(self) -> RoundState:
        """The contest in progress, or the last one."""
        assert self.table.state.play is not None
        result = self.table.state.play.state
        assert isinstance(result, RoundState)
        return result

    @property
    def balances(self) -> dict[str, int]:
        """Every account of the ledger."""
        return self.house.store.balances()

    @property
    def public(self) -> Any:
        """The view that everyone gets."""
        state = self.table.state
        return None if state.play is None else state.game.view(state.play.state, SPECTATOR)

    # ---- going on

    async def to(self, moment: int) -> None:
        """Start a round, place its wagers, and take `moment` steps.

        If a wheel ends the round sooner, try another one.
        """
        for _ in range(_MOST_ROUNDS):
            await self._begin()
            for _ in range(moment):
                if not self.state.is_finished:
                    await self.go_on()
            if not self.state.is_finished:
                return
        raise AssertionError(f"no round has {moment} moments")

    async def to_the_end(self) -> None:
        """Play the round in progress to its end."""
        while not self.state.is_finished:
            await self.go_on()

    async def go_on(self) -> None:
        """Take the next step: a planned decision, or whatever the table does automatically."""
        state = self.state
        if state.to_act is None:
            await self.ring()
            return
        stage, seat = state.stage, state.to_act
        decisions = self.plan.get(seat, ())
        number = ("across", "down", "middle").index(stage)
        multiple = decisions[number] if number < len(decisions) else 1
        if multiple == FOLD:
            await self.people[seat].ask(asked.Act(self.name, {"kind": "fold", "stage": stage}))
        else:
            bet = {"kind": "bet", "stage": stage, "multiple": multiple}
            await self.people[seat].ask(asked.Act(self.name, bet))

    async def ring(self) -> None:
        """Ring the next alarm, and wait until its events are in the log."""
        seq = self.table.state.seq
        self.clock.ring_next()
        for _ in range(_MOST_TURNS):
            await asyncio.sleep(0)
            if self.table.state.seq != seq:
                return
        raise AssertionError("the alarm brought nothing about")

    async def _begin(self) -> None:
        assert not self.table.state.is_playing or not self.state.in_play, "the round before is over"
        for person in self.people.values():
            if self.house.players.balance(person.player) < REFILL_BELOW_CENTS:
                await self.house.players.refill(person.player, token_hex(16))
        while not self.table.state.is_playing:
            await self.ring()
        self.before, self.carried = self.balances, self.table.state.game.carried(self.state)
        for seat, chips in self.wagers.items():
            await self.people[seat].ask(asked.Act(self.name, {"kind": "place_wagers", "wagers": dict(chips)}))

    def _entropy(self, size: int) -> bytes:
        """Return the same table id in every run, and as a secret the first that gives a deck the test accepts."""
        if size != SECRET_BYTES:
            return bytes(size)
        state = self.table.state
        name = f"{state.table}-{state.rounds + 1}"
        for number in range(100_000):
            secret = hashlib.sha256(f"{name} {number}".encode()).digest()
            if self.wish(RoundChance(secret, name).draw(1).shuffled(DECK)):
                return secret
        raise AssertionError("no such deck was found")


def has_pair(cards: Sequence[Card]) -> bool:
    """Whether two of the cards are of one rank."""
    return max(Counter(rank_of(card) for card in cards).values()) > 1
