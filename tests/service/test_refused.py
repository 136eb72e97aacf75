"""Refused means unchanged: not a byte of the database is another one, whatever was asked and however much at once."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable
from pathlib import Path
from secrets import token_hex

import pytest

from crossfelt.errors import IllegalAction
from crossfelt.service.house import House
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.lobby import MOST_TABLES_OF_ONE
from crossfelt.service.tables.terms import TableTerms
from crossfelt.storage.sqlite import SqliteStore
from tests.support.service.houses import KEY, Person, StillClock, house_in_memory, live, table_of

ANTES = {"ante_across": 500, "ante_down": 500}
PRACTICE = {"table_kind": "practice", "pace_ms": 1, "decision_seconds": 0, "betting_seconds": 0}


def rows(path: Path) -> list[str]:
    """Everything that the database holds."""
    with sqlite3.connect(f"file:{path}?mode=ro", uri=True) as database:
        return list(database.iterdump())


def player_count(house: House) -> int:
    return sum(account.startswith("wallet:") for account in house.store.balances())


def terms(**changes: object) -> TableTerms:
    return live("maryland", **{**PRACTICE, **changes})


async def seated(house: House, clock: StillClock) -> tuple[Person, Person, Person]:
    """Seat a host and a player with wagers in an open round, and add a spectator."""
    table, (host, player) = await table_of(house, terms(seat_count=3), people=2)
    watcher = Person(house, table, (await house.players.create("Wanda"))[0].id)
    async with asyncio.timeout(60):
        while not player.updates[-1].info.may_act:
            await clock.move(10)
            await asyncio.sleep(0.005)  # The file is written in another thread.
    await player.act("place_wagers", wagers=ANTES)
    return host, player, watcher


def requests(round_id: str) -> list[tuple[str, asked.Request]]:
    """Who asks for what; nothing of it is allowed."""
    return [
        ("host", asked.AddBot(1, "random")),
        ("host", asked.AddBot(2, "random")),
        ("host", asked.AddBot(9, "random")),
        ("host", asked.AddBot(3, "no such policy")),
        ("player", asked.AddBot(3, "random")),
        ("watcher", asked.AddBot(3, "random")),
        ("host", asked.Sit(3)),
        ("watcher", asked.Sit(1)),
        ("watcher", asked.Sit(0)),
        ("watcher", asked.Leave()),
        ("watcher", asked.SitOut()),
        ("player", asked.SitIn()),
        ("host", asked.Grant("nobody")),
        ("player", asked.Grant("nobody")),
        ("host", asked.Revoke("nobody")),
        ("host", asked.RemoveBot(1)),
        ("host", asked.Resume()),
        ("player", asked.Pause("because")),
        ("watcher", asked.CloseTable("because")),
        ("host", asked.CloseTable("because")),
        ("host", asked.Correct(round_id, 2, 500, "R17", "Not over yet.")),
        ("player", asked.Correct(round_id, 1, 500, "R17", "Not over yet.")),
        ("player", asked.Act(round_id, {"kind": "place_wagers", "wagers": {"ante_across": 500}})),
        ("player", asked.Act(round_id, {"kind": "place_wagers", "wagers": dict.fromkeys(ANTES, 10_000_000)})),
        ("player", asked.Act(round_id, {"kind": "place_wagers", "wagers": dict.fromkeys(ANTES, 10_000)})),
        ("player", asked.Act(round_id, {"kind": "fold", "stage": "across"})),
        ("player", asked.Act("another round", {"kind": "withdraw_wagers"})),
        ("host", asked.Act(round_id, {"kind": "withdraw_wagers"})),
        ("watcher", asked.Act(round_id, {"kind": "place_wagers", "wagers": ANTES})),
    ]


def test_a_refused_request_changes_no_byte_of_the_database(tmp_path: Path) -> None:
    async def story() -> None:
        path, clock = tmp_path / "tables.sqlite", StillClock()
        house = House(SqliteStore(path), KEY, clock=clock)
        await house.start()
        host, player, watcher = await seated(house, clock)
        people = {"host": host, "player": player, "watcher": watcher}
        # The player has too little for the largest of the wagers above.
        await house.players._append(player.player, "spent", "spent", -85_000, 1)
        before = rows(path)
        for who, request in requests(player.round):
            with pytest.raises((Refused, IllegalAction)):
                await people[who].ask(request)
            assert rows(path) == before, f"{who} asked for {request}"
        others: list[tuple[str, Awaitable[object]]] = [
            ("opening", house.open_table(host.player, token_hex(16), terms(title=""))),
            ("opening", house.open_table(host.player, token_hex(16), terms(succeeds="nothing"))),
            ("opening", house.open_table("nobody", token_hex(16), terms())),
            ("refill", house.players.refill(host.player, token_hex(16))),
            ("rename", house.players.rename(host.player, "\u200b")),
            ("guest", house.players.create("\u200b")),
            ("recovery", house.players.recover("AAAA")),
            ("deletion", house.delete_player(player.player)),
            ("deletion", house.delete_player("nobody")),
        ]
        for what, asking in others:
            with pytest.raises(Refused):
                await asking
            assert rows(path) == before, what
        await house.stop()

    asyncio.run(story())


def test_a_bot_that_is_refused_was_never_made() -> None:
    """Also where two ask for the last seat at once, or for two seats under one id."""

    async def story() -> None:
        house = await house_in_memory(StillClock())
        _, (host,) = await table_of(house, terms(seat_count=3), people=1)
        before = player_count(house)
        bots = [host.ask(asked.AddBot(2, "random")) for _ in range(5)]
        result = await asyncio.gather(*bots, return_exceptions=True)
        assert sorted(type(each).__name__ for each in result) == ["Receipt", *["Refused"] * 4]
        assert player_count(house) == before + 1
        action = token_hex(16)
        same_id = [host.ask(request, action) for request in (asked.AddBot(3, "random"), asked.AddBot(3, "never-fold"))]
        result = await asyncio.gather(*same_id, return_exceptions=True)
        codes = [each.code for each in result if isinstance(each, Refused)]
        assert codes == [RefusalCode.ACTION_REUSED]
        assert player_count(house) == before + 2
        assert len({person.player for person in host.table.state.seats.values()}) == 3

    asyncio.run(story())


def test_a_bot_has_a_name_and_chips_when_its_seat_is_seen() -> None:
    async def story() -> None:
        house = await house_in_memory(StillClock())
        _, (host,) = await table_of(house, terms(seat_count=3), people=1)
        receipt = await host.ask(asked.AddBot(2, "random"), action := token_hex(16))
        (seat,) = [seat for seat in host.updates[-1].info.seats if seat.bot]
        assert seat.name == "Otto" and house.players.balance(seat.player) == 100_000
        assert await host.ask(asked.AddBot(2, "random"), action) == receipt
        await host.ask(asked.AddBot(3, "random"))
        assert house.players.name_of(host.table.state.seats[3].player) == "Bert"

    asyncio.run(story())


def test_a_hundred_tables_opened_at_once_are_twenty() -> None:
    async def story() -> None:
        house = await house_in_memory(StillClock())
        host = (await house.players.create("Hanna"))[0].id
        asking = [house.open_table(host, token_hex(16), terms()) for _ in range(100)]
        result = await asyncio.gather(*asking, return_exceptions=True)
        refused = [each for each in result if isinstance(each, Refused)]
        assert len(refused) == 100 - MOST_TABLES_OF_ONE
        assert {each.code for each in refused} == {RefusalCode.TOO_MANY}
        assert len(house.lobby) == MOST_TABLES_OF_ONE == len(house.store.tables("player:"))

    asyncio.run(story())


def test_one_id_sent_many_times_opens_one_table() -> None:
    async def story() -> None:
        house = await house_in_memory(StillClock())
        host = (await house.players.create("Hanna"))[0].id
        action = token_hex(16)
        result = await asyncio.gather(*(house.open_table(host, action, terms()) for _ in range(10)))
        assert len({table.state.table for table in result}) == 1 == len(house.lobby)

    asyncio.run(story())


@pytest.mark.parametrize("sits_first", [True, False])
@pytest.mark.parametrize("turns", range(8))
def test_somebody_who_is_deleted_while_sitting_down_has_no_seat(sits_first: bool, turns: int) -> None:
    """However the two requests overlap, one of them is refused."""

    async def story() -> None:
        house = await house_in_memory(StillClock())
        table, _ = await table_of(house, terms(seat_count=3), people=1)
        player = (await house.players.create("Dora"))[0].id

        async def after(waits: int, asking: Awaitable[object]) -> object:
            for _ in range(waits):
                await asyncio.sleep(0)
            return await asking

        sit = after(0 if sits_first else turns, house.ask(player, table.state.table, token_hex(16), asked.Sit(2)))
        delete = after(turns if sits_first else 0, house.delete_player(player))
        result = await asyncio.gather(sit, delete, return_exceptions=True)
        assert sum(isinstance(each, Refused) for each in result) == 1, result
        stored = house.store.player(player)
        assert stored is not None
        assert (table.state.seat_of(player) is None) is (stored.deleted_ms is not None)

    asyncio.run(story())


def test_a_name_does_not_come_back_after_a_deletion() -> None:
    async def story() -> None:
        house = await house_in_memory(StillClock())
        player = (await house.players.create("Dora"))[0].id
        asking = (house.players.rename(player, "Nora"), house.delete_player(player), house.players.new_code(player))
        await asyncio.gather(*asking, return_exceptions=True)
        stored = house.store.player(player)
        assert stored is not None and stored.name == "" and stored.recovery_hash is None
        with pytest.raises(Refused):
            house.players.get(player)

    asyncio.run(story())
