"""Work off the event loop, in queues with an end, and what a table reads while others wait for it."""

from __future__ import annotations

import asyncio
from threading import Event
from typing import Any

import pytest

from crossfelt.crisscross.most_returned import best_deals
from crossfelt.service.refusals import Refused
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables import table as tables
from crossfelt.service.tables.lobby import Lobby
from crossfelt.service.work import Busy, WorkPool
from tests.support.service.houses import open_table

ANTES = {"ante_across": 500, "ante_down": 500}


def test_queue_has_an_end_and_lifted_it_does_not_bite() -> None:
    async def story(most_waiting: int) -> int:
        pool, gate = WorkPool("test", 1, most_waiting), Event()
        tasks = [asyncio.ensure_future(pool.run(gate.wait, 30)) for _ in range(6)]
        await asyncio.sleep(0)
        gate.set()
        result = await asyncio.gather(*tasks, return_exceptions=True)
        assert await pool.run(lambda: "done") == "done", "the pool takes work again"
        pool.close()
        return sum(isinstance(error, Busy) for error in result)

    assert asyncio.run(story(most_waiting=2)) == 3
    assert asyncio.run(story(most_waiting=10)) == 0


def test_work_nobody_waits_for_leaves_the_queue() -> None:
    async def story() -> None:
        pool, gate, begun = WorkPool("test", 1, 5), Event(), list[int]()
        first = asyncio.ensure_future(pool.run(gate.wait, 30))
        second = asyncio.ensure_future(pool.run(begun.append, 1))
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.sleep(0)
        gate.set()
        await first
        await pool.run(lambda: None)
        assert begun == []
        pool.close()

    asyncio.run(story())


def test_refused_request_reads_no_store_under_the_lock(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        _, house, table, (ann, _) = await open_table(2)
        locked: list[bool] = []
        real = WorkPool.run

        async def watched(pool: WorkPool, work: Any, *given: Any) -> Any:
            locked.append(table._lock.locked())
            return await real(pool, work, *given)

        monkeypatch.setattr(WorkPool, "run", watched)
        with pytest.raises(Refused):
            await ann.ask(asked.Sit(2))
        for player in (ann.player, table.state.opened.host):
            with pytest.raises(Refused):
                await house.ask(player, table.state.table, "0" * 32, asked.Correct("none", 1, 5, "clause", "reason"))
        assert locked and not any(locked)

    asyncio.run(story())


def test_resuming_reads_the_store_for_what_is_no_longer_in_memory(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(most_recent: int) -> tuple[list[int], int]:
        monkeypatch.setattr(tables, "MOST_RECENT", most_recent)
        clock, _, table, (ann, bob) = await open_table(2)
        seen, reads = table.state.seq, 0
        table.unwatch(ann)
        await bob.act("place_wagers", wagers=ANTES)
        await clock.move(24_000)
        real = table._public

        def counted(after: int, upto: int) -> Any:
            nonlocal reads
            reads += 1
            return real(after, upto)

        monkeypatch.setattr(table, "_public", counted)
        await table.resume(ann, seen)
        return [item.seq for item in ann.updates[-1].happened], reads

    asyncio.run(_compare(story))


async def _compare(story: Any) -> None:
    (from_memory, no_reads), (from_store, reads) = await story(64), await story(2)
    assert from_memory == from_store and from_memory
    assert (no_reads, reads) == (0, 1)


def test_a_closed_pool_starts_again() -> None:
    async def story() -> list[str]:
        pool = WorkPool("test", 1, 1)
        first = await pool.run(lambda: "first")
        pool.close()
        return [first, await pool.run(lambda: "second")]

    assert asyncio.run(story()) == ["first", "second"]


def test_the_first_wager_finds_its_bound_computed() -> None:
    """The best deals of a rule book take 25 ms, for which every table would wait if the event loop computed them."""

    async def story() -> None:
        best_deals.cache_clear()
        scene = await open_table()
        missed = best_deals.cache_info().misses
        await scene.people[0].act("place_wagers", wagers=ANTES)
        assert (missed, best_deals.cache_info().misses) == (1, 1)

    asyncio.run(story())


def test_after_a_restart_too() -> None:
    async def story() -> None:
        scene = await open_table()
        best_deals.cache_clear()
        again = Lobby(scene.house.lobby.ports)
        again.load()
        assert best_deals.cache_info().misses == 1

    asyncio.run(story())
