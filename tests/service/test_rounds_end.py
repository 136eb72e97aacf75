"""Every round ends: after a pause, without its players or its host, and when its own actions are refused."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from crossfelt.service.house import House
from crossfelt.service.players import OPENING_CENTS
from crossfelt.service.refusals import RefusalCode
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.table import Table
from crossfelt.service.tables.terms import TableTerms
from crossfelt.service.tables.times import (
    ABSENT_MS,
    DESERTED_MS,
    EMPTY_MS,
    GRACE_MS,
    LEAST_PAUSED_MS,
    MINUTE_MS,
    MOST_PAUSED_MS,
    RETRY_MS,
    SLOW_RETRY_MS,
)
from crossfelt.storage.port import BadBatch, Batch, StorageFailed
from tests.support.service.failing_store import FailingStore
from tests.support.service.houses import (
    KEY,
    Person,
    StillClock,
    house_in_memory,
    live,
    open_table,
    refused,
    rounds_played,
    table_of,
)
from tests.support.service.stories import ANTES, dealt


def escrow(house: House) -> dict[str, int]:
    """Return the chips in escrow of rounds that haven't ended."""
    return house.store.balances("escrow:")


HOSTED = live(is_private=True, host_rules=True)
"""A table at which the host is the floor."""


def king(mode: str, **changes: Any) -> TableTerms:
    given = {"seat_count": 4, "table_kind": "live", "options": {"mode": mode}, "pace_ms": 0, **changes}
    return TableTerms(title="Kings", game="king-cross", rules="king-cross", **given)


async def begin_match(clock: StillClock, people: list[Person]) -> None:
    """Start a match of King Cross and wait for the first roll."""
    await clock.move(0)
    for person in people:
        await person.ask(asked.Ready())
    await clock.move(10)
    assert people[0].view.stage == "placing"


async def place(person: Person) -> None:
    """Puts the roll in hand on the first square that takes it."""
    [own] = [sheet for sheet in person.view.seats if sheet.seat == person.updates[-1].you]
    option = person.view.options[0]
    await person.act("place", roll=len(own.rolls), square=option.square, card=option.card)


def void_of(table: Table) -> Any:
    assert table.state.play is not None
    return table.state.play.state.voided


# ---- clocks with own dice


def test_the_clock_of_a_seat_runs_out_although_others_act() -> None:
    """Reading K16, variation 2: each rolls alone. What the others place and roll gives nobody more time."""

    async def story() -> None:
        clock, _, _, (ann, bob) = await open_table(2, king("own_dice"))
        await begin_match(clock, [ann, bob])
        for _ in range(4):
            await clock.move(10_000)
            await place(bob)
            await clock.move(1)
        assert [len(sheet.rolls) for sheet in ann.view.seats] == [1, 5]
        await clock.move(5_000)
        assert [len(sheet.rolls) for sheet in ann.view.seats] == [2, 5]

    asyncio.run(story())


def test_a_clock_runs_while_another_seat_waits_for_its_roll() -> None:
    async def story() -> None:
        clock, _, table, (ann, bob) = await open_table(2, king("own_dice", pace_ms=5_000))
        for person in (ann, bob):
            await person.ask(asked.Ready())
        await clock.move(30_000)
        before = {due.seat: due.since for due in ann.updates[-1].info.due}
        await place(bob)
        assert table.state.pending.kind == "chance"
        assert {due.seat: due.since for due in ann.updates[-1].info.due} == {1: before[1]}
        await clock.move(5_000)
        after = {due.seat: due.since for due in ann.updates[-1].info.due}
        assert after[1] == before[1] and after[2] > before[2]

    asyncio.run(story())


# ---- the betting clock


def test_a_player_who_sits_out_and_in_again_does_not_start_the_betting_clock_again() -> None:
    """While the player is out everyone else is ready, and the table would stop waiting at that moment."""

    async def story() -> None:
        clock, _, _, (ann, bob) = await open_table(2)
        await ann.act("place_wagers", wagers=ANTES)
        await ann.ask(asked.Ready())
        for _ in range(2):
            await clock.move(9_000)
            await asyncio.gather(bob.ask(asked.SitOut()), bob.ask(asked.SitIn()))
        await clock.move(1_999)
        assert ann.view.stage == "betting"
        await clock.move(1)
        assert ann.view.stage == "shuffling"

    asyncio.run(story())


# ---- pauses


def test_a_pause_in_a_round_ends_after_15_minutes_and_the_chips_go_back() -> None:
    async def story() -> None:
        clock, house, table, (ann, bob) = await open_table(2, HOSTED)
        await dealt(clock, bob)
        await ann.ask(asked.Pause("A card fell down."))
        await clock.move(MOST_PAUSED_MS - 1)
        assert escrow(house)
        await clock.move(1)
        assert escrow(house) == {} and house.players.balance(bob.player) == OPENING_CENTS
        assert "15 minutes" in bob.view.void.reason and bob.view.void.clause == "reading R17"
        assert table.state.paused is not None
        await clock.move(ABSENT_MS)
        assert not table.state.is_playing
        await ann.ask(asked.Resume())
        await clock.move(5_000)
        assert bob.view.stage == "betting"

    asyncio.run(story())


def test_pauses_of_one_round_add_up() -> None:
    async def story() -> None:
        clock, house, _, (ann, bob) = await open_table(2, live(decision_seconds=300, is_private=True, host_rules=True))
        await dealt(clock, bob)
        for _ in range(3):
            await ann.ask(asked.Pause("again"))
            await clock.move(MOST_PAUSED_MS // 3 - 1)
            await ann.ask(asked.Resume())
        await ann.ask(asked.Pause("again"))
        await clock.move(2)
        assert escrow(house)
        await clock.move(1)
        assert escrow(house) == {}

    asyncio.run(story())


def test_short_pauses_without_end_are_no_round_without_end() -> None:
    """Every decision gets its full time again after a pause, so each pause counts for at least a minute."""

    async def story() -> None:
        clock, house, _, (ann, bob) = await open_table(2, HOSTED)
        await dealt(clock, bob)
        for _ in range(MOST_PAUSED_MS // LEAST_PAUSED_MS):
            await clock.move(44_000)
            await ann.ask(asked.Pause())
            await clock.move(0)
            assert escrow(house)
            await ann.ask(asked.Resume())
        await clock.move(44_000)
        await ann.ask(asked.Pause())
        await clock.move(0)
        assert escrow(house) == {} and house.players.balance(bob.player) == OPENING_CENTS
        assert "15 minutes" in bob.view.void.reason

    asyncio.run(story())


def test_a_pause_between_rounds_may_last() -> None:
    async def story() -> None:
        clock, _, table, (ann,) = await open_table(1, HOSTED)
        await ann.ask(asked.Pause("Lunch."))
        await clock.move(2 * MOST_PAUSED_MS)
        assert table.state.paused == "Lunch."
        await ann.ask(asked.Resume())
        await ann.act("place_wagers", wagers=ANTES)

    asyncio.run(story())


@pytest.mark.parametrize("mode", ["communal", "own_dice"])
def test_a_paused_match_stops_without_a_result(mode: str) -> None:
    async def story() -> None:
        clock, house, table, (ann, bob) = await open_table(2, king(mode, is_private=True, host_rules=True))
        await begin_match(clock, [ann, bob])
        name = ann.round
        await ann.ask(asked.Pause("The dice are gone."))
        await bob.ask(asked.Leave())
        await clock.move(MOST_PAUSED_MS)
        assert not table.state.is_playing and table.state.seat_of(bob.player) is None
        assert ann.view is None and house.store.rounds_of(ann.player) == []
        kinds = [entry.kind for entry in house.store.entries(table.state.table)]
        assert kinds[-3:] == ["incident_noted", "round_closed", "seat_left"]
        house.lobby.stop()
        again = House(house.store, KEY, clock=clock)
        again.lobby.load()
        assert again.lobby.get(table.state.table).state == table.state
        table.start()
        await ann.ask(asked.Resume())
        await clock.move(10)
        assert ann.round != name

    asyncio.run(story())


def test_a_host_who_deletes_the_account_locks_nobodys_chips() -> None:
    async def story() -> None:
        clock, house, table, (ann, bob) = await open_table(2, HOSTED)
        await ann.ask(asked.Leave())
        await clock.move(0)
        await dealt(clock, bob)
        await ann.ask(asked.Pause("Bye."))
        table.unwatch(ann)
        await house.delete_player(ann.player)
        await clock.move(MOST_PAUSED_MS)
        assert escrow(house) == {} and house.players.balance(bob.player) == OPENING_CENTS
        await bob.ask(asked.Leave())
        table.unwatch(bob)
        await clock.move(EMPTY_MS)
        await refused(bob.ask(asked.Sit(1)), RefusalCode.NO_SUCH_TABLE)

    asyncio.run(story())


# ---- nobody there


def test_a_round_that_everybody_left_ends_by_its_clocks() -> None:
    async def story() -> None:
        clock, house, table, people = await open_table(3, live(decision_seconds=300))
        for person in people:
            await person.act("place_wagers", wagers={**ANTES, "five_card_bonus": 500})
            table.unwatch(person)
        await clock.move(20_000 + 3 * 300_000 + GRACE_MS)
        assert escrow(house) == {} and rounds_played(table) == 1

    asyncio.run(story())


def test_a_player_without_a_connection_is_absent_unless_asking() -> None:
    async def story() -> None:
        clock, house, table, (ann, _) = await open_table(2)
        bob = Person(house, table, (await house.players.create("Bob"))[0].id)
        await bob.ask(asked.Sit(3))
        await clock.move(ABSENT_MS - 1)
        await bob.ask(asked.SitOut())
        await clock.move(ABSENT_MS - 1)
        assert table.state.seat_of(bob.player) == 3
        await clock.move(1)
        assert table.state.seat_of(bob.player) is None and table.state.seat_of(ann.player) == 1

    asyncio.run(story())


def test_a_bot_that_never_decides_holds_up_no_table_without_clocks() -> None:
    """The round of an absent player is void after 30 minutes, bonus wagers included."""

    async def story() -> None:
        clock = StillClock()
        house = await house_in_memory(clock)
        terms = live(table_kind="practice", decision_seconds=0, betting_seconds=0)
        table, (ann,) = await table_of(house, terms)
        await ann.ask(asked.AddBot(2, "always-1x"))
        await clock.move(0)
        for _ in range(20):
            await clock.move(100)
        await ann.act("place_wagers", wagers={**ANTES, "five_card_bonus": 500})
        for bot in house._bots.values():
            bot.stop()
        await ann.ask(asked.Ready())
        await clock.move(4_000)
        assert ann.view.stage == "across"
        table.unwatch(ann)
        await clock.move(DESERTED_MS - 1)
        assert escrow(house)
        await clock.move(1)
        assert escrow(house) == {} and house.players.balance(ann.player) == OPENING_CENTS

    asyncio.run(story())


# ---- actions that fail


def settlements(batch: Batch) -> bool:
    """Whether a batch settles a round."""
    return any(b'"settle"' in entry.body for entry in batch.entries)


async def folded(store: FailingStore, clock: StillClock) -> tuple[House, Table, Person]:
    """A house on this store, with a round that is to be settled next."""
    house = House(store, KEY, clock=clock)
    await house.start()
    table, (ann,) = await table_of(house, live())
    await clock.move(0)
    await dealt(clock, ann)
    await ann.act("fold", stage="across")
    return house, table, ann


def test_a_settlement_that_is_refused_for_good_voids_the_round(caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        clock, store = StillClock(), FailingStore()
        house, table, ann = await folded(store, clock)
        store.refuses = lambda batch: BadBatch("the wallet would hold too much") if settlements(batch) else None
        await clock.move(1_000)
        assert house.stuck_tables == 1 and escrow(house)
        await clock.move(sum(RETRY_MS[:-1]))
        assert store.refused == len(RETRY_MS) and escrow(house)
        await clock.move(RETRY_MS[-1])
        assert escrow(house) == {} and house.players.balance(ann.player) == OPENING_CENTS
        assert "server could not continue" in void_of(table).reason or ann.view.stage == "betting"
        assert house.stuck_tables == 0 and table.state.out_of_service is None

    with caplog.at_level(logging.ERROR, "crossfelt.tables"):
        asyncio.run(story())
    assert "the wallet would hold too much" in caplog.text


def test_a_settlement_that_is_refused_for_a_while_is_repeated() -> None:
    async def story() -> None:
        clock, store = StillClock(), FailingStore()
        house, table, _ = await folded(store, clock)
        store.refuses = lambda batch: BadBatch("not now") if settlements(batch) and store.refused < 3 else None
        await clock.move(sum(RETRY_MS[:3]) + 1_000)
        assert escrow(house) == {} and rounds_played(table) == 1
        assert house.stuck_tables == 0 and store.refused == 3

    asyncio.run(story())


def test_a_refused_settlement_voids_the_round_after_a_restart_too() -> None:
    async def story() -> None:
        clock, store = StillClock(), FailingStore()
        house, table, ann = await folded(store, clock)
        store.refuses = lambda batch: BadBatch("never") if settlements(batch) else None
        await clock.move(3_000)
        house.lobby.stop()
        again = House(store, KEY, clock=clock)
        await again.start()
        await clock.move(1_000 + sum(RETRY_MS))
        assert escrow(again) == {} and again.players.balance(ann.player) == OPENING_CENTS
        assert rounds_played(again.lobby.get(table.state.table)) == 1

    asyncio.run(story())


def test_a_void_that_is_refused_takes_the_table_out_of_service() -> None:
    """Other tables go on, and the round ends as soon as it can."""

    async def story() -> None:
        clock, store = StillClock(), FailingStore()
        house, table, ann = await folded(store, clock)
        other, (bob,) = await table_of(house, live())
        store.refuses = lambda batch: BadBatch("never") if batch.table == table.state.table and batch.postings else None
        await clock.move(1_000 + sum(RETRY_MS))
        assert table.state.out_of_service is not None and escrow(house)
        assert house.stuck_tables == 1
        await dealt(clock, bob)
        assert other.state.is_contested
        store.refuses = lambda _: None
        await clock.move(SLOW_RETRY_MS)
        assert house.players.balance(ann.player) == OPENING_CENTS and house.stuck_tables == 0

    asyncio.run(story())


def test_an_error_of_the_program_is_treated_like_a_refusal(monkeypatch: pytest.MonkeyPatch) -> None:
    async def story() -> None:
        clock, house, table, (ann, bob) = await open_table(2, king("communal"))
        await begin_match(clock, [ann, bob])

        def broken(*_: object) -> object:
            raise ZeroDivisionError("a bug")

        monkeypatch.setattr(type(table.state.game), "draw", broken)
        await place(ann)
        await place(bob)
        await clock.move(0)
        assert table.state.pending.kind == "chance" and house.stuck_tables == 1
        await clock.move(sum(RETRY_MS))
        assert not table.state.is_playing and house.stuck_tables == 0

    asyncio.run(story())


def test_storage_that_fails_is_tried_again_until_it_works() -> None:
    """A batch that was written although storage said it failed isn't written twice."""

    async def story() -> None:
        clock, store = StillClock(), FailingStore()
        house, table, ann = await folded(store, clock)
        store.writes_first = True
        store.refuses = lambda batch: StorageFailed("the disk is full") if settlements(batch) else None
        await clock.move(1_000)
        assert house.stuck_tables == 1 and table.state.is_playing
        store.refuses = lambda _: None
        await clock.move(SLOW_RETRY_MS)
        while table._tasks:  # The log is read in a thread.
            await asyncio.wait(set(table._tasks))
        assert store.round(ann.round) is not None
        assert escrow(house) == {} and house.stuck_tables == 0
        assert sum(b'"settle"' in entry.body for entry in store.entries(table.state.table)) == 1

    asyncio.run(story())


# ---- nothing rests for ever


def test_bots_alone_finish_their_round_and_the_table_closes() -> None:
    async def story() -> None:
        clock = StillClock()
        house = await house_in_memory(clock)
        terms = live("cardroom", table_kind="practice", decision_seconds=0, betting_seconds=0, pace_ms=50)
        table, (ann,) = await table_of(house, terms)
        await ann.ask(asked.AddBot(2, "always-1x"))
        await ann.ask(asked.Leave())
        for _ in range(20):
            await clock.move(50)
        while not table.state.is_contested:
            await clock.move(10)
        for bot in house._bots.values():
            bot.stop()
        table.unwatch(ann)
        await clock.move(DESERTED_MS)
        assert escrow(house) == {}
        await clock.move(EMPTY_MS + MINUTE_MS)
        await refused(ann.ask(asked.Sit(1)), RefusalCode.NO_SUCH_TABLE)

    asyncio.run(story())
