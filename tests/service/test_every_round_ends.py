"""From any state that tables can reach, rounds end within the published time once nobody acts any more.

Stories at random, each from a seed that is printed when it fails: both games, practice and live, with bots, departures,
lost connections, pauses, deleted accounts, batches that storage refuses, and restarts.
"""

from __future__ import annotations

import asyncio
import heapq
import random
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest

from crossfelt.errors import CrossfeltError
from crossfelt.game import seat_actor
from crossfelt.schema import to_plain
from crossfelt.service.house import House
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.state import TableState
from crossfelt.service.tables.table import Table
from crossfelt.service.tables.terms import TableTerms
from crossfelt.service.tables.times import DESERTED_MS, GRACE_MS, MOST_PAUSED_MS, RETRY_MS, SLOW_RETRY_MS
from crossfelt.storage.port import BadBatch, Batch, StorageError, StorageFailed
from tests.support.scale import report_figures, scaled
from tests.support.service.failing_store import FailingStore
from tests.support.service.houses import KEY, Person, StillClock, as_operator

STORIES = scaled(120, 4_000)
PARTS = 4
"""The stories are told in several tests, so that they run in several processes."""
STEPS = 30
ROLLS = 24
TURNS = 25
"""Turns of the event loop that a bot needs to make a request after an update and get its answer."""
AWAY_MS = 60_000
"""Less than tables really wait for absent players, because bots play on until then."""
OWN_STEPS = 60
"""More than a round of Criss Cross has steps of its own."""


@pytest.mark.parametrize("part", range(PARTS))
def test_chips_leave_every_round(part: int) -> None:
    rounds = 0
    for seed in range(part, STORIES, PARTS):
        try:
            rounds += asyncio.run(Story(seed).run())
        except BaseException as error:
            error.add_note(f"the story of seed {seed}")
            raise
    report_figures(f"{STORIES // PARTS} stories, {rounds} rounds open when everybody was gone: all ended")


def published_ms(state: TableState) -> int:
    """How long the round in progress can last once its players are gone, by `docs/tables.md`."""
    clocks = state.opened.clocks
    retries = sum(RETRY_MS) + SLOW_RETRY_MS
    if state.paused is not None:
        return MOST_PAUSED_MS + retries
    if not (clocks.decision_ms and clocks.betting_ms):
        return DESERTED_MS + retries
    if state.game.takes_latecomers:
        decisions = 3 * state.opened.seat_count * clocks.decision_ms
        clocks_ms = clocks.betting_ms + clocks.seeds_ms + decisions + OWN_STEPS * clocks.pause_ms
    else:
        clocks_ms = ROLLS * (clocks.decision_ms + state.opened.seat_count * clocks.pause_ms) + clocks.seeds_ms
    return clocks_ms + GRACE_MS + retries


class QuietClock(StillClock):
    """Waits until tables have finished what an alarm began, even where that takes a thread."""

    def __init__(self) -> None:
        super().__init__()
        self.tables: Callable[[], list[Table]] = list

    async def move(self, by_ms: int) -> None:
        until = self.ms + by_ms
        await self.quiet()
        while self._timers and self._timers[0].at_ms <= until:
            timer = heapq.heappop(self._timers)
            if not timer.is_off:
                self.ms = max(self.ms, timer.at_ms)
                timer.ring()
                await self.quiet()
        self.ms = until

    async def quiet(self) -> None:
        """Waits until tables are done, and bots that were told something have asked."""
        await _turns()
        while tasks := {task for table in self.tables() for task in table._tasks}:
            await asyncio.wait(tasks)
            await _turns()


class Story:
    """Actions of people and failures of storage at two tables."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.clock, self.store = QuietClock(), FailingStore()
        self.house = self._house()
        self.people: list[Person] = []
        self.names: list[str] = []

    def _house(self) -> House:
        return House(self.store, KEY, clock=self.clock, entropy=self.random.randbytes, absent_ms=AWAY_MS)

    async def run(self) -> int:
        await self._begin()
        for _ in range(STEPS):
            with suppress(CrossfeltError):  # A refusal is an answer too.
                await self.random.choice(self._deeds())()
            await self.clock.move(self.random.choice((0, 0, 1, 50, 700, 700, 5_000, 21_000)))
        return await self._everybody_goes()

    async def _begin(self) -> None:
        await self.house.start()
        self.clock.tables = lambda: list(self.house.lobby)
        players = [(await self.house.players.create(f"Player {number}"))[0].id for number in range(3)]
        for number, host in enumerate(players[:2]):
            table = await self.house.open_table(host, f"{number:032x}", self._terms())
            self.names.append(table.state.table)
            for player in players:
                person = Person(self.house, table, player)
                table.watch(person)
                self.people.append(person)
            await self._tries([self._sit, self._sit, self._add_bot])
            with suppress(CrossfeltError):
                await as_operator(self.house, table, asked.Grant(players[2]))

    def _terms(self) -> TableTerms:
        pick = self.random.choice
        kind, pace = pick(("practice", "live")), pick((300, 700, 2_000))
        given: dict[str, Any] = {"title": "A table", "table_kind": kind, "pace_ms": pace, "seat_count": 3}
        if kind == "live" and pick((True, False)):
            given |= {"is_private": True, "host_rules": True}
        if kind == "practice" and pick((True, False)):
            given |= {"decision_seconds": 0, "betting_seconds": 0}
        if pick((True, True, False)):
            return TableTerms(game="criss-cross", rules=pick(("maryland", "cardroom")), **given)
        mode = pick(("communal", "own_dice"))
        return TableTerms(game="king-cross", rules="king-cross", options={"mode": mode}, **given)

    async def _tries(self, deeds: list[Callable[[], Awaitable[None]]]) -> None:
        for deed in deeds:
            with suppress(CrossfeltError):
                await deed()

    def _deeds(self) -> list[Callable[[], Awaitable[None]]]:
        often = [self._play] * 16 + [self._ready] * 6 + [self._sit] * 2
        rest = [self._leave, self._watch, self._unwatch, self._pause, self._resume, self._add_bot, self._remove_bot]
        return [*often, *rest, self._service, self._delete, self._fail, self._fail, self._heal, self._restart]

    # ---- people

    def _someone(self, is_seated: bool = False) -> Person:
        seated = [person for person in self.people if person.table.state.seat_of(person.player) is not None]
        return self.random.choice((is_seated and seated) or self.people)

    async def _sit(self) -> None:
        await self._someone().ask(asked.Sit(self.random.randint(1, 3)))

    async def _ready(self) -> None:
        await self._someone(is_seated=True).ask(asked.Ready())

    async def _leave(self) -> None:
        await self._someone().ask(asked.Leave())

    async def _play(self) -> None:
        """Someone does something that is legal now, where anything is."""
        person = self._someone(is_seated=True)
        state = person.table.state
        seat = state.seat_of(person.player)
        if seat is None or not state.is_playing or state.play is None or state.round is None:
            return
        if state.game.takes_latecomers and state.pending.kind == "seats" and not state.play.due_since:
            wagers = {"ante_across": 500, "ante_down": 500, "five_card_bonus": self.random.choice((0, 500))}
            action: dict[str, Any] = {"kind": "place_wagers", "wagers": wagers}
        else:
            legal = state.game.legal_actions(state.play.state, seat_actor(seat))
            if not legal:
                return
            action = to_plain(self.random.choice(legal))
        await person.ask(asked.Act(state.round.id, action))

    async def _watch(self) -> None:
        person = self._someone()
        person.table.watch(person)

    async def _unwatch(self) -> None:
        person = self._someone()
        person.table.unwatch(person)

    async def _delete(self) -> None:
        """An account is deleted, wherever its player was."""
        player = self._someone().player
        for person in self.people:
            if person.player == player:
                person.table.unwatch(person)
                await self._tries([lambda person=person: person.ask(asked.Leave())])  # type: ignore[misc]
        await self.house.delete_player(player)

    # ---- host and floor

    async def _pause(self) -> None:
        await self._someone().ask(asked.Pause("technical"))

    async def _resume(self) -> None:
        await self._someone().ask(asked.Resume())

    async def _service(self) -> None:
        person = self._someone()
        out = person.table.state.out_of_service is not None
        await person.ask(asked.PutInService() if out else asked.TakeOutOfService("technical"))

    async def _add_bot(self) -> None:
        person = self._someone()
        policy = self.random.choice(("never-fold", "always-1x", "greedy"))
        await person.ask(asked.AddBot(self.random.randint(1, 3), policy))

    async def _remove_bot(self) -> None:
        await self._someone().ask(asked.RemoveBot(self.random.randint(1, 3)))

    # ---- storage and server

    async def _fail(self) -> None:
        """From here on storage refuses some of what tables write on their own."""
        kinds: tuple[Callable[[Batch], StorageError | None], ...] = (
            lambda batch: BadBatch("settled") if _is_settled(batch) else None,
            lambda batch: BadBatch("own") if batch.account == "system" else None,
            lambda batch: StorageFailed("disk") if batch.table in self.names else None,
        )
        self.store.refuses = self.random.choice(kinds)
        self.store.writes_first = self.random.choice((True, False))

    async def _heal(self) -> None:
        self.store.refuses = lambda _: None

    async def _restart(self) -> None:
        for bot in self.house._bots.values():
            bot.stop()
        self.house.lobby.stop()
        await _turns()
        self.house = self._house()
        await self.house.start()
        open_tables = {table.state.table: table for table in self.house.lobby}
        self.people = [
            Person(self.house, open_tables[name], person.player)
            for person in self.people
            if (name := person.table.state.table) in open_tables
        ]

    # ---- the end

    async def _everybody_goes(self) -> int:
        """Everybody is gone; storage may still refuse to settle, and nothing else."""
        self.store.refuses = lambda batch: BadBatch("settled") if _is_settled(batch) else None
        self.store.writes_first = False
        for person in self.people:
            person.table.unwatch(person)
        await self.clock.quiet()
        open_rounds = {table: table.state for table in self.house.lobby if table.state.is_contested}
        if open_rounds:
            await self.clock.move(max(published_ms(state) for state in open_rounds.values()))
        for table, before in open_rounds.items():
            assert before.round is not None
            now = table.state.round
            has_ended = now is None or now.id != before.round.id or not table.state.is_contested
            assert has_ended, f"{before.opened.game}, {before.opened.clocks}, {before.paused}: {table.state.play}"
        # Those who are seated lose their seats, and the bots finish what they began meanwhile.
        await self.clock.move(AWAY_MS)
        await self.clock.move(max((published_ms(table.state) for table in self.house.lobby), default=0))
        assert self.store.balances("escrow:") == {}
        assert not any(table.state.is_contested for table in self.house.lobby)
        assert sum(self.store.balances().values()) == 0
        await self._end()
        again = self._house()
        again.lobby.load()
        assert {table.state.table: table.state for table in again.lobby} == {
            table.state.table: table.state for table in self.house.lobby
        }
        return len(open_rounds)

    async def _end(self) -> None:
        for bot in self.house._bots.values():
            bot.stop()
        self.house.lobby.stop()
        await _turns()


def _is_settled(batch: Batch) -> bool:
    return any(b'"settle"' in entry.body for entry in batch.entries)


async def _turns() -> None:
    for _ in range(TURNS):
        await asyncio.sleep(0)
