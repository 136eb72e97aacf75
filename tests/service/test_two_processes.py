"""Two server processes on one PostgreSQL database: each has a store, a house and connections of its own, and they share
no memory. `tests/service/test_many_processes.py` does the same with processes of the operating system."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Coroutine
from contextlib import asynccontextmanager
from secrets import token_hex
from typing import Any

import pytest

from crossfelt.service.house import House
from crossfelt.service.operator import new_operator_token
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.decide import DecisionBuilder
from crossfelt.service.tables.table import Table
from crossfelt.storage.port import Whole
from crossfelt.storage.postgresql import PostgresqlStore, reading_engine
from crossfelt.storage.postgresql_connection import PostgresqlWriteConnection
from crossfelt.storage.sql_store import SqlStore
from tests.support.postgresql import Cluster
from tests.support.service.houses import KEY, Person, StillClock, live, table_of

LEASE_MS = 3_000
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
    house.sync._peers._has_left = True  # type: ignore[attr-defined]


async def dead(house: House) -> None:
    """End a process without a word to the others."""
    await asleep(house)
    house.is_ready = False
    house.lobby.stop()
    assert house.sync is not None
    house.sync._peers._disconnect()  # type: ignore[attr-defined]
    await asyncio.to_thread(house.store.close)


def test_new_credentials_and_deletion_are_known_everywhere(postgresql: Cluster) -> None:
    """Within a second: `dev.py soak` can't make it slower than the beat, which reads the seal over all players."""

    async def scene() -> None:
        async with houses(postgresql) as (first, second):
            ann, code = await first.players.create("Ann")
            ben, _ = await first.players.create("Ben")
            signed_out: list[str] = []
            second.players_connected = lambda: [ann.id, ben.id]
            second.players.credentials_changed = signed_out.append
            assert second.players.get(ann.id) == ann
            assert second.players.get(ben.id) == ben
            await first.players.recover(code)
            await until(lambda: signed_out == [ann.id])
            await first.players.rename(ben.id, "Benjamin")
            await until(lambda: second.players.name_of(ben.id) == "Benjamin")
            assert signed_out == [ann.id]
            await first.delete_player(ben.id)
            await until(lambda: signed_out == [ann.id, ben.id])
            with pytest.raises(Refused):
                second.players.get(ben.id)

    run(scene)


def test_blocks_and_revoked_operator_tokens_are_known_everywhere(postgresql: Cluster) -> None:
    async def scene() -> None:
        async with houses(postgresql) as (first, second):
            ended: list[str] = []
            second.moderation.blocked = ended.append
            token = new_operator_token(KEY, first.clock.wall_ms())
            assert second.operators.is_valid(token)
            assert not second.moderation.is_blocked("203.0.113.9")
            await first.moderation.block("203.0.113.9", "flooding")
            await until(lambda: second.moderation.is_blocked("203.0.113.9"))
            assert ended == ["203.0.113.9"]
            await first.revoke_operator_tokens()
            await until(lambda: not second.operators.is_valid(token))

    run(scene)


def test_no_process_advises_a_player_in_a_live_contest_at_another(postgresql: Cluster) -> None:
    async def scene() -> None:
        async with houses(postgresql) as (first, second):
            table, (ann,) = await table_of(first, live(pace_ms=0))
            await until(lambda: table.state.is_playing)
            second.refuse_advice(ann.player)
            await ann.act("place_wagers", wagers={"ante_across": 500, "ante_down": 500})
            await ann.ask(asked.Ready())
            await until(lambda: table.state.play is not None and table.state.play.draws > 0)
            await second.keep_up()
            with pytest.raises(Refused) as caught:
                second.refuse_advice(ann.player)
            assert caught.value.code == RefusalCode.NO_ADVICE

    run(scene)


def test_who_is_here_to_another_process_counts(postgresql: Cluster) -> None:
    async def scene() -> None:
        async with houses(postgresql) as (first, second):
            table, (ann,) = await table_of(first, live())
            there = await seen_at(second, table)
            ben, _ = await second.players.create("Ben")
            watcher = Person(second, there, ben.id)
            there.watch(watcher)
            await watcher.ask(asked.Sit(2))
            await until(lambda: table.state.seat_of(ben.id) == 2)
            await until(lambda: [seat.is_here for seat in ann.updates[-1].info.seats] == [True, True])
            await until(lambda: [seat.is_here for seat in watcher.updates[-1].info.seats] == [True, True])
            there.unwatch(watcher)
            await until(lambda: [seat.is_here for seat in ann.updates[-1].info.seats] == [True, False])
            (entry,) = second.lobby.listed()
            assert (entry.seats_taken, entry.watchers) == (2, 1)

    run(scene)


def test_a_table_that_one_process_closes_is_closed_at_the_other(postgresql: Cluster) -> None:
    async def scene() -> None:
        async with houses(postgresql) as (first, second):
            table, (ann,) = await table_of(first, live())
            there = await seen_at(second, table)
            await second.ask(ann.player, there.state.table, token_hex(16), asked.CloseTable("finished"))
            await until(lambda: len(first.lobby) == len(second.lobby) == 0)
            ben, _ = await first.players.create("Ben")
            await first.open_table(ben.id, token_hex(16), live())
            await until(lambda: len(second.lobby) == 1)

    run(scene)


def test_a_bot_seated_by_one_process_is_played_by_the_one_that_runs_the_table(postgresql: Cluster) -> None:
    async def scene() -> None:
        async with houses(postgresql) as (first, second):
            table, (ann,) = await table_of(first, live(table_kind="practice", pace_ms=0))
            there = await seen_at(second, table)
            await second.ask(ann.player, there.state.table, token_hex(16), asked.AddBot(2, "random"))
            await until(lambda: len(first._bots) == 1)
            assert second._bots == {}
            await dead(first)
            await until(lambda: len(second._bots) == 1)

    run(scene)


def test_a_process_that_joins_gets_its_share_of_the_tables(postgresql: Cluster) -> None:
    async def scene() -> None:
        async with houses(postgresql) as (first, second):
            for _ in range(4):
                await first.open_table((await first.players.create("Host"))[0].id, token_hex(16), live())
            await until(
                lambda: [sum(table.is_run_here for table in house.lobby) for house in (first, second)] == [2, 2]
            )

    run(scene)
