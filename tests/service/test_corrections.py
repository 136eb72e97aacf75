"""Corrections of rounds that are over: who may ask for one, and what it cannot do."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from secrets import token_hex
from typing import Any

import pytest

from crossfelt.service.house import House
from crossfelt.service.refusals import RefusalCode
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.corrections import SeatThen, seat_then
from crossfelt.service.tables.messages import CorrectionNotice
from crossfelt.service.tables.table import Table
from crossfelt.storage.memory import MemoryStore
from crossfelt.storage.port import Entry
from tests.support.service.houses import KEY, Person, StillClock, live, open_table, refused, settled
from tests.support.service.live_rounds import FOLD, LiveRounds

ANTES = {"ante_across": 500, "ante_down": 500}


async def played() -> LiveRounds:
    """A table after one round, in which seats 1 and 3 folded."""
    rounds = LiveRounds({1: ANTES, 3: ANTES}, {1: (FOLD,), 3: (FOLD,)})
    await rounds.open(live(pace_ms=1))
    await rounds.to(0)
    await rounds.to_the_end()
    return rounds


def correction(rounds: LiveRounds, seat: int, cents: int) -> asked.Correct:
    return asked.Correct(rounds.name, seat, cents, "R17", "wrong_payout")


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
        await refused(rounds.people[1].ask(correction(rounds, 1, 500)), RefusalCode.FLOOR_NEEDED)
        assert read == []
        await rounds.floor.ask(correction(rounds, 1, 500))
        assert read != []

    asyncio.run(story())


def test_only_the_round_is_read_however_long_the_log_is(monkeypatch: pytest.MonkeyPatch) -> None:
    """Otherwise a floor of a table with a long log could keep the readers of all tables busy."""

    async def story() -> None:
        rounds = await played()
        name = rounds.name
        for _ in range(2):
            await rounds.to(0)
            await rounds.to_the_end()
        row = rounds.house.store.round(name)
        assert row is not None
        read = []
        entries = MemoryStore.entries

        def noticed(store: MemoryStore, table: str, after: int = 0, upto: int | None = None) -> Iterator[Entry]:
            read.append((after, upto))
            return entries(store, table, after, upto)

        monkeypatch.setattr(MemoryStore, "entries", noticed)
        await rounds.floor.ask(asked.Correct(name, 1, 500, "R17", "wrong_payout"))
        assert read == [(row.first_seq - 1, row.last_seq)]

    asyncio.run(story())


MOST = 2 * 2 * 500
"""Both antes of $5 with even money: the most that a seat which folded at once could have received."""


@pytest.mark.parametrize("cents", [-98_000, -1, MOST + 1, 2**52, -(2**52)])
def test_a_correction_stays_within_what_the_wagers_could_return(cents: int) -> None:
    """Neither draining a guest over a round of $10 nor minting chips (reading R16)."""

    async def story() -> None:
        rounds = await played()
        before, entries = rounds.balances, rounds.table.state.seq
        message = await refused(rounds.floor.ask(correction(rounds, 1, cents)), RefusalCode.OUT_OF_BOUNDS)
        assert "has received $0" in message and "between $0 and $20" in message
        assert (rounds.balances, rounds.table.state.seq) == (before, entries)

    asyncio.run(story())


def test_small_corrections_add_up() -> None:
    async def story() -> None:
        rounds = await played()
        for cents in (600, 600, 600):
            await rounds.floor.ask(correction(rounds, 1, cents))
        await refused(rounds.floor.ask(correction(rounds, 1, 201)), RefusalCode.OUT_OF_BOUNDS)
        await rounds.floor.ask(correction(rounds, 1, 200))
        await refused(rounds.floor.ask(correction(rounds, 1, 1)), RefusalCode.OUT_OF_BOUNDS)
        # Each seat has bounds of its own.
        await rounds.floor.ask(correction(rounds, 3, MOST))
        await rounds.floor.ask(correction(rounds, 1, -1_999))
        await refused(rounds.floor.ask(correction(rounds, 1, -2)), RefusalCode.OUT_OF_BOUNDS)

    asyncio.run(story())


@pytest.mark.parametrize("later_rounds", [0, 3])
def test_a_restart_forgets_no_correction(later_rounds: int) -> None:
    """Read from the log, or from a snapshot after more rounds."""

    async def story() -> None:
        rounds = await played()
        name = rounds.name
        await rounds.floor.ask(asked.Correct(name, 1, MOST, "R17", "wrong_payout"))
        for _ in range(later_rounds):
            await rounds.to(0)
            await rounds.to_the_end()
        await settled()
        store, table = rounds.house.store, rounds.table.state.table
        assert (store.snapshot(table) is not None) is (later_rounds > 0)
        rounds.house.lobby.stop()
        again = House(store, KEY, clock=StillClock())
        await again.start()
        request = asked.Correct(name, 1, 1, "R17", "wrong_payout")
        await refused(again.ask(rounds.floor.player, table, token_hex(16), request), RefusalCode.OUT_OF_BOUNDS)

    asyncio.run(story())


def test_chips_that_the_player_has_lost_since_are_not_taken_and_the_floor_is_told_whose_wallet_it_is() -> None:
    async def story() -> None:
        rounds = await played()
        await rounds.floor.ask(correction(rounds, 1, MOST))
        player = rounds.people[1].player
        await rounds.house.players._append(player, "spent", "spent", 1_000 - rounds.house.players.balance(player), 1)
        message = await refused(rounds.floor.ask(correction(rounds, 1, -MOST)), RefusalCode.INSUFFICIENT_FUNDS)
        assert "your wallet" not in message and "seat 1" in message

    asyncio.run(story())


@pytest.mark.parametrize("clause", ["12.Z", "R99", "K3", "because", "reading", "massachusetts 6(g)"])
def test_the_clause_exists_in_the_rules_of_the_table(clause: str) -> None:
    async def story() -> None:
        rounds = await played()
        request = asked.Correct(rounds.name, 1, 500, clause, "wrong_payout")
        await refused(rounds.floor.ask(request), RefusalCode.NO_SUCH_CLAUSE)

    asyncio.run(story())


@pytest.mark.parametrize(
    ("clause", "logged"), [("12.A", "12.A"), (" P4 ", "reading P4"), ("reading R17", "reading R17")]
)
def test_a_clause_or_a_reading_is_logged(clause: str, logged: str) -> None:
    async def story() -> None:
        rounds = await played()
        await rounds.floor.ask(asked.Correct(rounds.name, 1, 500, clause, "wrong_payout"))
        events = [item.event for item in rounds.people[1].updates[-1].happened]
        assert [event.clause for event in events] == [logged]

    asyncio.run(story())


async def practiced() -> tuple[House, Table, Person, Person, str]:
    """A practice table after one round: its host, who is the floor there, another player, and the round."""
    clock, house, table, (host, other) = await open_table(2, live(table_kind="practice", pace_ms=1))
    await clock.move(100)
    name = host.round
    for person in (host, other):
        await person.act("place_wagers", wagers=ANTES)
    await clock.move(200_000)
    return house, table, host, other, name


def test_nobody_corrects_their_own_seat() -> None:
    """Not even at a practice table, where a player may be the floor."""

    async def story() -> None:
        _, table, host, _, name = await practiced()
        request = asked.Correct(name, 1, 500, "R17", "wrong_payout")
        message = await refused(host.ask(request), RefusalCode.NOT_YOUR_ROLE)
        assert "your own seat" in message
        await host.ask(asked.Correct(name, 2, 500, "R17", "wrong_payout"))
        assert table.state.corrections == {f"{name}:2": 500}

    asyncio.run(story())


def test_the_player_is_told_at_once_wherever_they_are() -> None:
    async def story() -> None:
        house, table, host, player, name = await practiced()
        table.unwatch(player)
        elsewhere = await house.open_table(player.player, token_hex(16), live("massachusetts", title="Another table"))
        away = Person(house, elsewhere, player.player)
        elsewhere.watch(away)
        await host.ask(asked.Correct(name, 2, 700, "R17", "wrong_payout"))
        notice = CorrectionNotice(table.state.table, "A table", name, 2, 700, "reading R17", "A payout was wrong.")
        assert away.notices == [notice]
        assert host.notices == player.notices == []

    asyncio.run(story())


def test_a_player_who_was_deleted_gets_no_chips_that_nobody_could_use() -> None:
    async def story() -> None:
        rounds = await played()
        name = rounds.name
        await rounds.people[3].ask(asked.Leave())
        await rounds.house.delete_player(rounds.people[3].player)
        before = rounds.balances
        request = asked.Correct(name, 3, 500, "R17", "wrong_payout")
        message = await refused(rounds.floor.ask(request), RefusalCode.NO_SUCH_PLAYER)
        assert "deleted" in message
        assert rounds.balances == before

    asyncio.run(story())


def test_a_player_deleted_while_a_correction_is_decided_gets_no_chips(monkeypatch: pytest.MonkeyPatch) -> None:
    """The deletion comes between reading the round and appending the correction."""

    async def story() -> None:
        rounds = await played()
        player = rounds.people[3].player
        await rounds.people[3].ask(asked.Leave())
        loop = asyncio.get_running_loop()

        def then_delete(*arguments: Any) -> SeatThen:
            then = seat_then(*arguments)
            asyncio.run_coroutine_threadsafe(rounds.house.delete_player(player), loop).result(60)
            return then

        monkeypatch.setattr("crossfelt.service.tables.table.seat_then", then_delete)
        await refused(rounds.floor.ask(correction(rounds, 3, 500)), RefusalCode.NO_SUCH_PLAYER)
        assert rounds.house.players.balance(player) == 0

    asyncio.run(story())


def test_somebody_who_sits_there_now_is_not_taken_for_who_sat_there_then() -> None:
    async def story() -> None:
        rounds = await played()
        name, then, other = rounds.name, rounds.people[3], rounds.people[2]
        await then.ask(asked.Leave())
        await other.ask(asked.Leave())
        await other.ask(asked.Sit(3))
        before = rounds.balances
        await rounds.floor.ask(asked.Correct(name, 3, 500, "R17", "wrong_payout"))
        after = rounds.balances
        assert after[f"wallet:{then.player}"] == before[f"wallet:{then.player}"] + 500
        assert after[f"wallet:{other.player}"] == before[f"wallet:{other.player}"]

    asyncio.run(story())
