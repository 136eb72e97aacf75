"""Two server processes on one PostgreSQL database: each has a store, a house and connections of its own, and they share
no memory. `tests/service/test_many_processes.py` does the same with processes of the operating system."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from typing import Any

from crossfelt.service.house import House
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.decide import DecisionBuilder
from crossfelt.service.tables.table import Table
from crossfelt.storage.port import Whole
from crossfelt.storage.postgresql import PostgresqlStore, reading_engine
from crossfelt.storage.postgresql_connection import PostgresqlWriteConnection
from crossfelt.storage.sql_store import SqlStore
from tests.support.postgresql import Cluster
from tests.support.service.houses import KEY, Person, StillClock, live, table_of

LEASE_MS = 600
WAIT_SECONDS = 20


@asynccontextmanager
async def houses(postgresql: Cluster, count: int = 2, **ports: Any) -> AsyncIterator[list[House]]:
    """Start houses on one new database, one after the other."""
    url = postgresql.new_database()
    started = []
    for _ in range(count):
        house = House(await asyncio.to_thread(PostgresqlStore, url, KEY), KEY, lease_ms=LEASE_MS, **ports)
        await house.start()
        started.append(house)
    try:
        yield started
    finally:
        for house in started:
            if house.is_ready:
                await house.stop()


def run(scene: Callable[[], Coroutine[Any, Any, None]]) -> None:
    asyncio.run(scene())


async def until(holds: Callable[[], object]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(WAIT_SECONDS):
        while not holds():
            await asyncio.sleep(0.01)


async def seen_at(house: House, table: Table) -> Table:
    """Wait until a house has found a table that another one opened."""
    await until(lambda: any(each.state.table == table.state.table for each in house.lobby))
    return house.lobby.get(table.state.table)


def test_what_one_process_writes_reaches_the_watchers_of_another(postgresql: Cluster) -> None:
    async def scene() -> None:
        async with houses(postgresql) as (first, second):
            table, (ann,) = await table_of(first, live())
            there = await seen_at(second, table)
            watcher = Person(second, there, ann.player)
            there.watch(watcher)
            await until(lambda: there.state.is_playing)
            await until(lambda: watcher.updates[-1].head == table._head.hex())
            await watcher.act("place_wagers", wagers={"ante_across": 500, "ante_down": 500})
            await until(lambda: table.state.seq == there.state.seq and table._head == there._head)
            assert table.state == there.state
            assert watcher.updates[-1].clocks, "another process runs the clock"
            assert isinstance(first.store.verified(), Whole)

    run(scene)


def test_two_processes_that_commit_at_once_agree_on_one_secret(postgresql: Cluster) -> None:
    """Without leases both act on their own; the id of the action lets only one of them write."""

    def store(url: str) -> SqlStore:
        return SqlStore(reading_engine(url), "one of two", KEY, PostgresqlWriteConnection(url, "one of two"))

    async def scene() -> None:
        url = postgresql.new_database()
        PostgresqlStore(url, KEY).close()
        clocks = StillClock(), StillClock()
        first = House(store(url), KEY, clock=clocks[0])
        await first.start()
        table, (ann,) = await table_of(first, live())
        second = House(store(url), KEY, clock=clocks[1])
        await second.start()
        there = second.lobby.get(table.state.table)
        there.watch(Person(second, there, ann.player))
        assert not any(is_committed(each) for each in (table, there))
        await asyncio.gather(*(clock.move(0) for clock in clocks))
        await until(lambda: is_committed(table) and is_committed(there))
        assert table.state.round == there.state.round
        assert table._head == there._head
        kinds = [entry.kind for entry in first.store.entries(table.state.table)]
        assert kinds.count("round_committed") == 1
        await first.stop()
        await second.stop()

    run(scene)


def test_a_table_whose_process_dies_is_taken_over_and_the_pending_decision_gets_its_full_clock(
    postgresql: Cluster,
) -> None:
    async def scene() -> None:
        async with houses(postgresql) as (first, second):
            table, (ann,) = await table_of(first, live())
            there = await seen_at(second, table)
            watcher = Person(second, there, ann.player)
            there.watch(watcher)
            await until(lambda: there.state.is_playing)
            assert table.is_run_here and not there.is_run_here
            await watcher.act("place_wagers", wagers={"ante_across": 500, "ante_down": 500})
            epoch = table.lease.epoch if table.lease is not None else 0
            await dead(first)
            await until(lambda: there.is_run_here)
            assert there.lease is not None and there.lease.epoch == epoch + 1
            (clock,) = there._timers.clocks()
            assert clock.left_ms > clock.of_ms - 5_000
            await watcher.ask(asked.Ready())
            await until(lambda: there.state.play is not None and there.state.play.draws > 0)

    run(scene)


def test_a_process_that_sleeps_past_its_lease_writes_nothing_on_its_own(postgresql: Cluster) -> None:
    """It wakes up with its old lease, and with a secret of its own in mind."""

    async def scene() -> None:
        async with houses(postgresql) as (first, second):
            table, _ = await table_of(first, live())
            there = await seen_at(second, table)
            await until(lambda: table.state.is_playing)
            await until(lambda: there.state.seq == table.state.seq)
            await asleep(first)
            await until(lambda: there.is_run_here)
            seq = first.store.head(table.state.table)[0]
            assert runs(first, table), "it doesn't know yet"
            builder = DecisionBuilder(table.state)
            builder.void("it is asleep")
            await table.write(builder.decided())
            assert not runs(first, table)
            assert first.store.head(table.state.table)[0] == seq

    run(scene)


def is_committed(table: Table) -> bool:
    return table.state.round is not None


def runs(house: House, table: Table) -> bool:
    return house.lobby.get(table.state.table).is_run_here


async def asleep(house: House) -> None:
    """Stop everything by which a process stays in step with the others, and leave its tables running."""
    assert house.sync is not None
    for task in house.sync._tasks:
        task.cancel()
    await asyncio.gather(*house.sync._tasks, return_exceptions=True)
    house.sync._peers._is_leaving.set()  # type: ignore[attr-defined]


async def dead(house: House) -> None:
    """End a process without a word to the others."""
    await asleep(house)
    house.is_ready = False
    house.lobby.stop()
    assert house.sync is not None
    house.sync._peers._disconnect()  # type: ignore[attr-defined]
    await asyncio.to_thread(house.store.close)
