"""Corrections of rounds that are over: who may ask for one, and what it cannot do."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import pytest

from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.tables import requests as asked
from crossfelt.storage.memory import MemoryStore
from crossfelt.storage.port import Entry
from tests.service.houses import live
from tests.service.live_rounds import FOLD, LiveRounds

ANTES = {"ante_across": 500, "ante_down": 500}


def run(story: Callable[[], Awaitable[None]]) -> None:
    """Runs one story in an event loop of its own."""

    async def told() -> None:
        await story()

    asyncio.run(told())


async def played() -> LiveRounds:
    """A table after one round, in which seats 1 and 3 folded."""
    rounds = LiveRounds({1: ANTES, 3: ANTES}, {1: (FOLD,), 3: (FOLD,)})
    await rounds.open(live(pace_ms=1))
    await rounds.to(0)
    await rounds.to_the_end()
    return rounds


def correction(rounds: LiveRounds, seat: int, cents: int) -> asked.Correct:
    return asked.Correct(rounds.name, seat, cents, "R17", "A line was misread.")


async def refused(asking: Awaitable[object], code: RefusalCode) -> str:
    with pytest.raises(Refused) as caught:
        await asking
    assert caught.value.code is code
    return str(caught.value)


def test_a_log_is_not_read_for_somebody_without_the_role(monkeypatch: pytest.MonkeyPatch) -> None:
    """Reading it takes long, and the table waits meanwhile."""

    async def story() -> None:
        rounds = await played()
        read = []
        entries = MemoryStore.entries

        def noticed(store: MemoryStore, table: str, after: int = 0, upto: int | None = None) -> Iterator[Entry]:
            read.append(table)
            return entries(store, table, after, upto)

        monkeypatch.setattr(MemoryStore, "entries", noticed)
        await refused(rounds.people[1].ask(correction(rounds, 1, 500)), RefusalCode.NOT_YOUR_ROLE)
        assert read == []
        await rounds.floor.ask(correction(rounds, 1, 500))
        assert read != []

    run(story)


def test_nobody_is_corrected_below_nothing_and_the_floor_is_told_whose_wallet_it_is() -> None:
    async def story() -> None:
        rounds = await played()
        before = rounds.balances
        says = await refused(rounds.floor.ask(correction(rounds, 1, -10_000_000)), RefusalCode.INSUFFICIENT_FUNDS)
        assert "your wallet" not in says and "seat 1" in says
        assert rounds.balances == before

    run(story)


def test_a_player_who_was_deleted_gets_no_chips_that_nobody_could_use() -> None:
    async def story() -> None:
        rounds = await played()
        name = rounds.name
        await rounds.people[3].ask(asked.Leave())
        await rounds.house.delete_player(rounds.people[3].player)
        before = rounds.balances
        request = asked.Correct(name, 3, 500, "R17", "A line was misread.")
        says = await refused(rounds.floor.ask(request), RefusalCode.NO_SUCH_PLAYER)
        assert "deleted" in says
        assert rounds.balances == before

    run(story)


def test_somebody_who_sits_there_now_is_not_taken_for_who_sat_there_then() -> None:
    async def story() -> None:
        rounds = await played()
        name, then, other = rounds.name, rounds.people[3], rounds.people[2]
        await then.ask(asked.Leave())
        await other.ask(asked.Leave())
        await other.ask(asked.Sit(3))
        before = rounds.balances
        await rounds.floor.ask(asked.Correct(name, 3, 500, "R17", "A line was misread."))
        after = rounds.balances
        assert after[f"wallet:{then.player}"] == before[f"wallet:{then.player}"] + 500
        assert after[f"wallet:{other.player}"] == before[f"wallet:{other.player}"]

    run(story)
