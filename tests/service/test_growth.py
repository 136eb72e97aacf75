"""Tables of bots: how fast they play alone, and how much of the disk one host can fill with them."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from crossfelt.service.house import House
from crossfelt.service.tables import growth as growths
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.growth import Growth
from crossfelt.service.tables.table import Table
from tests.support.service.houses import StillClock, house_in_memory, live, table_of

MINUTE = 60_000


async def bots_at(house: House, **terms: Any) -> Table:
    """A table at which bots play and a person watches."""
    table, (ann,) = await table_of(house, live(pace_ms=0, **terms), 1)
    await ann.ask(asked.Leave())
    for seat in (1, 2):
        await ann.ask(asked.AddBot(seat, "always-1x"))
    return table


def bytes_of(house: House, table: Table) -> int:
    entries = house.store.entries(table.state.table)
    return sum(len(entry.body) + growths.ENTRY_BYTES for entry in entries)


def test_bots_alone_keep_a_least_pace_and_without_the_limit_they_do_not() -> None:
    async def rounds(limit_factor: float | None) -> int:
        clock = StillClock()
        house = await house_in_memory(clock, limit_factor=limit_factor)
        table = await bots_at(house)
        for _ in range(50):
            await clock.move(100)
        return table.state.rounds

    limited, unlimited = asyncio.run(rounds(1)), asyncio.run(rounds(None))
    assert 1 <= limited <= 5_000 // (4 * growths.BOT_PACE_MS), "a round has more than four actions of the table"
    assert unlimited > 5 * limited


def test_growth_of_a_host_is_bounded_over_all_tables_and_lifted_it_is_not(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(growths, "BYTES_PER_HOUR", 200_000)
    monkeypatch.setattr(growths, "BOT_PACE_MS", 10)

    async def written(limit_factor: float) -> tuple[int, int]:
        clock = StillClock()
        house = await house_in_memory(clock, limit_factor=limit_factor)
        table, (ann,) = await table_of(house, live(pace_ms=0), 1)
        await ann.ask(asked.Leave())
        for seat in (1, 2):
            await ann.ask(asked.AddBot(seat, "always-1x"))
        for _ in range(120):
            await clock.move(500)
        first = bytes_of(house, table)
        for _ in range(60):
            await clock.move(MINUTE)
        return first, bytes_of(house, table) - first

    at_once, an_hour = asyncio.run(written(1))
    assert 150_000 < at_once < 260_000, "the budget at once, and the round that was in progress"
    assert an_hour < 300_000, "the budget of an hour"
    assert asyncio.run(written(100))[0] > 2 * at_once


def test_person_who_takes_part_is_not_slowed_down() -> None:
    clock = StillClock()

    async def story() -> None:
        house = await house_in_memory(clock, limit_factor=1)
        table, (ann, _) = await table_of(house, live(pace_ms=0), 2)
        await clock.move(0)
        assert table.state.is_playing, "the round opens at once"
        await ann.act("place_wagers", wagers={"ante_across": 500, "ante_down": 500})

    asyncio.run(story())


def test_purses_of_hosts_are_apart_and_refill() -> None:
    clock = StillClock()
    growth = Growth(clock)
    growth._purse("one").left = -growths.BYTES_PER_HOUR / 2
    assert growth.wait_ms("one") == 30 * MINUTE and growth.wait_ms("another") == 0
    asyncio.run(clock.move(15 * MINUTE))
    assert growth.wait_ms("one") == 15 * MINUTE
    asyncio.run(clock.move(10 * 60 * MINUTE))
    assert growth._purse("one").left == growths.BYTES_PER_HOUR
