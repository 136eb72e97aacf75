"""A house in memory or on a file, and people in it, for tests of tables."""

from __future__ import annotations

import asyncio
import heapq
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import count
from secrets import token_bytes, token_hex
from typing import Any, NamedTuple

import pytest

from crossfelt.errors import IllegalAction, IllegalActionCode
from crossfelt.fairness import seed_commitment
from crossfelt.service.house import House
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.messages import CorrectionNotice, Notice, Update, WalletNotice
from crossfelt.service.tables.roles import OPERATOR
from crossfelt.service.tables.table import Table
from crossfelt.service.tables.terms import TableTerms
from crossfelt.storage.memory import MemoryStore
from crossfelt.storage.port import Receipt

KEY = bytes(range(32))


@dataclass(order=True)
class _Timer:
    at_ms: int
    number: int
    ring: Callable[[], None] = field(compare=False)
    is_off: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        self.is_off = True


class StillClock:
    """A clock that stands still until a test moves it."""

    def __init__(self) -> None:
        self.ms = 1_000_000
        self._timers: list[_Timer] = []
        self._numbers = count()

    def wall_ms(self) -> int:
        return 1_700_000_000_000 + self.ms

    def now_ms(self) -> int:
        return self.ms

    def later(self, after_ms: int, ring: Callable[[], None]) -> _Timer:
        timer = _Timer(self.ms + after_ms, next(self._numbers), ring)
        heapq.heappush(self._timers, timer)
        return timer

    async def move(self, by_ms: int) -> None:
        """Let time pass: every alarm on the way rings, and what it starts is done before the next."""
        until = self.ms + by_ms
        await settled()
        while self._timers and self._timers[0].at_ms <= until:
            timer = heapq.heappop(self._timers)
            if not timer.is_off:
                self.ms = max(self.ms, timer.at_ms)
                timer.ring()
                await settled()
        self.ms = until


async def settled() -> None:
    """Wait until the event loop has nothing to run but the caller and tasks that wait for something."""
    for _ in range(200):
        await asyncio.sleep(0)


class Person:
    """A player or spectator at a table, who watches it and asks for things."""

    as_floor = False

    def __init__(self, house: House, table: Table, player: str) -> None:
        self.house, self.table, self.player = house, table, player
        self.updates: list[Update] = []
        self.notices: list[CorrectionNotice] = []
        self.balances: list[int] = []
        self.seeds: dict[str, tuple[bytes, str]] = {}
        """Round -> nonce and seed of the last commitment."""

    def tell(self, update: Update) -> None:
        self.updates.append(update)

    def notify(self, notice: Notice) -> None:
        if isinstance(notice, WalletNotice):
            self.balances.append(notice.balance_cents)
        else:
            self.notices.append(notice)

    @property
    def view(self) -> Any:
        return self.updates[-1].view

    @property
    def round(self) -> str:
        result = self.updates[-1].info.round
        assert result is not None
        return result.id

    async def ask(self, request: asked.Request, action_id: str | None = None) -> Receipt:
        return await self.house.ask(self.player, self.table.state.table, action_id or token_hex(16), request)

    async def commit(self, seed: str, nonce: bytes | None = None) -> Receipt:
        """Commit to a seed for the round that is open."""
        state = self.table.state
        seat = state.seat_of(self.player)
        assert state.round is not None and seat is not None
        self.seeds[state.round.id] = pair = nonce or token_bytes(32), seed
        made = seed_commitment(state.table, state.round.id, seat, self.player, *pair)
        return await self.ask(asked.CommitSeed(state.round.id, made))

    async def reveal(self) -> Receipt:
        """Reveal the seed of the last commitment."""
        assert self.table.state.round is not None
        name = self.table.state.round.id
        nonce, seed = self.seeds[name]
        return await self.ask(asked.RevealSeed(name, nonce.hex(), seed))

    async def act(self, kind: str, **fields: Any) -> Receipt:
        return await self.ask(asked.Act(self.round, {"kind": kind, **fields}))


async def house_in_memory(clock: StillClock | None = None, **ports: Any) -> House:
    house = House(MemoryStore(), KEY, clock=clock, **ports)
    await house.start()
    return house


async def as_operator(house: House, table: Table, request: asked.Request) -> Receipt:
    return await house.ask(OPERATOR, table.state.table, token_hex(16), request)


async def granted_floor(house: House, table: Table, name: str = "Flo") -> Person:
    """A guest without a seat whom the operator made floor."""
    flo = Person(house, table, (await house.players.create(name))[0].id)
    table.watch(flo)
    await as_operator(house, table, asked.Grant(flo.player))
    return flo


async def table_of(house: House, terms: TableTerms, people: int = 1) -> tuple[Table, list[Person]]:
    """Open a table with this many people on its first seats, each watching. The first is the host."""
    players = [(await house.players.create(f"Player {number}"))[0].id for number in range(1, people + 1)]
    table = await house.open_table(players[0], token_hex(16), terms)
    results = []
    for seat, player in enumerate(players, start=1):
        person = Person(house, table, player)
        table.watch(person)
        await person.ask(asked.Sit(seat))
        results.append(person)
    return table, results


class Scene(NamedTuple):
    """A table with its first round open, everything around it, and the people on its first seats."""

    clock: StillClock
    house: House
    table: Table
    people: list[Person]


async def open_table(people: int = 1, terms: TableTerms | None = None) -> Scene:
    """Open a table in a new house and seat `people` players; the first is the host."""
    clock = StillClock()
    house = await house_in_memory(clock)
    table, seated = await table_of(house, terms or live(), people)
    await clock.move(0)
    return Scene(clock, house, table, seated)


def rounds_played(table: Table) -> int:
    """Count the rounds of a table that are over, up to 1,000."""
    return len(table._ports.store.rounds_at(table.state.table, limit=1_000))


async def refused(asking: Awaitable[object], code: RefusalCode | IllegalActionCode) -> str:
    """Check that a request is refused with this code; return the message."""
    with pytest.raises((Refused, IllegalAction)) as caught:
        await asking
    assert caught.value.code == code, str(caught.value)
    return str(caught.value)


def live(rules: str = "maryland", **changes: Any) -> TableTerms:
    """The terms of a live table."""
    given = {"title": "A table", "game": "criss-cross", "table_kind": "live", "rules": rules, **changes}
    return TableTerms(**given)
