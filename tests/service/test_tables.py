"""Tables with people at them, on a clock that the test moves."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from crossfelt.errors import BadInput
from crossfelt.game import seat_audience
from crossfelt.proof.check import check
from crossfelt.schema import to_plain
from crossfelt.service import history
from crossfelt.service.house import House
from crossfelt.service.players import OPENING_CENTS
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.accounts import wallet
from crossfelt.service.tables.terms import TableTerms
from crossfelt.service.wire.tables import read_message
from tests.support.service.houses import (
    KEY,
    Person,
    StillClock,
    granted_floor,
    house_in_memory,
    live,
    open_table,
    refused,
    rounds_played,
    settled,
    table_of,
)
from tests.support.service.stories import ANTES, dealt, place_until_finished


def test_a_round_is_played_to_its_end_and_proves_itself() -> None:
    async def story() -> None:
        clock, house, _, (ann, bob) = await open_table(2)
        name = ann.round
        await ann.commit("mine")
        await ann.act("place_wagers", wagers=ANTES)
        await clock.move(20_000)
        await ann.reveal()
        await clock.move(1_500)
        for stage in ("across", "down", "middle"):
            await ann.act("bet", stage=stage, multiple=1)
        await clock.move(2_000)
        assert ann.view.stage == "settled"
        result = check(history.record(house.store, house.sealer, house.signer, name))
        assert result.chance is not None and result.chance.seeds == 1
        [played] = house.store.rounds_of(ann.player)
        assert (played.round, played.staked_cents) == (name, 2_500)
        end = history.seat_end(house.store, house.sealer, played)
        [own] = [seat for seat in ann.view.seats if seat.seat == played.seat]
        assert (end.cards, set(end.community)) == (own.hole, set(ann.view.community.values()))
        assert (end.folded_at, end.is_void, end.points, end.seat_count) == (None, False, None, 1)
        assert house.players.balance(ann.player) == OPENING_CENTS - played.staked_cents + played.returned_cents
        assert house.store.rounds_of(bob.player) == []
        assert sum(house.store.balances().values()) == 0

    asyncio.run(story())


def test_the_next_round_opens_by_itself() -> None:
    async def story() -> None:
        clock, _, _, (ann,) = await open_table()
        first = ann.round
        await dealt(clock, ann)
        await ann.act("fold", stage="across")
        await clock.move(10_000)
        assert ann.round == first.removesuffix("-1") + "-2"
        assert ann.view.stage == "betting"

    asyncio.run(story())


def test_nobody_sees_the_cards_of_another_seat() -> None:
    async def story() -> None:
        clock, house, table, (ann, bob) = await open_table(2)
        watcher = Person(house, table, "")
        table.watch(watcher)
        await clock.move(0)
        await bob.act("place_wagers", wagers=ANTES)
        await dealt(clock, ann)
        own = {person: [seat.hole for seat in person.view.seats] for person in (ann, bob, watcher)}
        assert None not in own[ann][0] and set(own[ann][1]) == {None}
        assert None not in own[bob][1] and set(own[bob][0]) == {None}
        assert set(own[watcher][0]) == set(own[watcher][1]) == {None}

    asyncio.run(story())


def test_a_player_has_one_seat_at_a_table() -> None:
    """Massachusetts 6(g)."""

    async def story() -> None:
        house = await house_in_memory(StillClock())
        _, (ann, bob) = await table_of(house, live("massachusetts"), 2)
        message = await refused(ann.ask(asked.Sit(3)), RefusalCode.ALREADY_SEATED)
        assert "6(g)" in message
        await refused(bob.ask(asked.Sit(7)), RefusalCode.NO_SUCH_SEAT)
        carl = Person(house, ann.table, (await house.players.create("Carl"))[0].id)
        await refused(carl.ask(asked.Sit(1)), RefusalCode.SEAT_TAKEN)

    asyncio.run(story())


def test_the_same_id_gets_the_same_answer_and_moves_chips_once() -> None:
    async def story() -> None:
        clock, house, _, (ann,) = await open_table()
        wagers = asked.Act(ann.round, {"kind": "place_wagers", "wagers": ANTES})
        first = await ann.ask(wagers, "a" * 32)
        await dealt(clock, ann)
        assert await ann.ask(wagers, "a" * 32) == first
        other = asked.Act(ann.round, {"kind": "place_wagers", "wagers": {**ANTES, "five_card_bonus": 500}})
        await refused(ann.ask(other, "a" * 32), RefusalCode.ACTION_REUSED)
        assert house.players.balance(ann.player) == OPENING_CENTS - 1_000

    asyncio.run(story())


def test_a_bet_beyond_the_wallet_is_refused_and_changes_nothing() -> None:
    async def story() -> None:
        _, house, table, (ann,) = await open_table(1, live(options={"ante_maximum_cents": 100_000}))
        before = table.state.seq
        big = {"kind": "place_wagers", "wagers": {"ante_across": 60_000, "ante_down": 60_000}}
        message = await refused(ann.ask(asked.Act(ann.round, big)), RefusalCode.INSUFFICIENT_FUNDS)
        assert "$200" in message
        assert table.state.seq == before and house.players.balance(ann.player) == OPENING_CENTS

    asyncio.run(story())


def test_time_runs_out_by_the_published_rule() -> None:
    """Reading R15: the table folds for a player who does not decide, and says that it did."""

    async def story() -> None:
        clock, _, _, (ann, bob) = await open_table(2)
        await dealt(clock, ann)
        await clock.move(44_000)
        assert ann.view.stage == "across"
        await clock.move(1_000)
        seat = ann.view.seats[0]
        assert (seat.status, seat.decided_by, seat.absent) == ("folded", "table", True)
        assert bob.view.seats[0].decided_by == "table"

    asyncio.run(story())


def test_everybody_ready_means_nobody_waits() -> None:
    async def story() -> None:
        clock, _, _, (ann, bob) = await open_table(2)
        await ann.act("place_wagers", wagers=ANTES)
        await ann.ask(asked.Ready())
        await bob.ask(asked.Ready())
        await clock.move(0)
        assert ann.view.stage == "shuffling"

    asyncio.run(story())


def test_who_leaves_before_the_deal_takes_the_chips_along() -> None:
    async def story() -> None:
        _, house, table, (ann,) = await open_table()
        await ann.act("place_wagers", wagers=ANTES)
        await ann.ask(asked.Leave())
        assert house.players.balance(ann.player) == OPENING_CENTS
        assert table.state.seats == {}

    asyncio.run(story())


def test_who_leaves_in_a_round_keeps_the_seat_until_it_is_over() -> None:
    async def story() -> None:
        clock, house, table, (ann, bob) = await open_table(2)
        await bob.act("place_wagers", wagers=ANTES)
        await dealt(clock, ann)
        await ann.ask(asked.Leave())
        carl = Person(house, table, (await house.players.create("Carl"))[0].id)
        await refused(carl.ask(asked.Sit(1)), RefusalCode.SEAT_TAKEN)
        await bob.act("fold", stage="across")
        await clock.move(2_000)
        assert bob.view.stage == "settled"
        await carl.ask(asked.Sit(1))
        assert house.store.balances(wallet(ann.player))[wallet(ann.player)] == OPENING_CENTS - 1_000

    asyncio.run(story())


def test_a_player_who_is_gone_is_waited_for_and_then_removed() -> None:
    async def story() -> None:
        clock, _, table, (ann, bob) = await open_table(2)
        table.unwatch(ann)
        assert not bob.updates[-1].info.seats[0].is_here
        await clock.move(5 * 60_000 - 1)
        assert 1 in table.state.seats
        table.watch(ann)
        await clock.move(5 * 60_000)
        assert 1 in table.state.seats
        table.unwatch(ann)
        await clock.move(5 * 60_000)
        assert 1 not in table.state.seats

    asyncio.run(story())


def test_idle_players_sit_out() -> None:
    async def story() -> None:
        clock, _, table, (ann, bob) = await open_table(2)
        for _ in range(3):
            await clock.move(5_000)
            await dealt(clock, ann)
            await ann.act("fold", stage="across")
            await clock.move(1_000)
        assert table.state.seats[2].is_out
        await refused(bob.ask(asked.Act(bob.round, {"kind": "withdraw_wagers"})), RefusalCode.WRONG_ROUND)
        await clock.move(5_000)
        await refused(bob.act("place_wagers", wagers=ANTES), RefusalCode.NOT_SEATED)
        await bob.ask(asked.SitIn())
        await bob.act("place_wagers", wagers=ANTES)

    asyncio.run(story())


def test_resuming_tells_what_was_missed() -> None:
    async def story() -> None:
        clock, _, table, (ann, bob) = await open_table(2)
        seen = ann.updates[-1].seq
        table.unwatch(ann)
        await bob.act("place_wagers", wagers=ANTES)
        await clock.move(24_000)
        await table.resume(ann, seen)
        back = ann.updates[-1]
        kinds = [item.event.kind for item in back.happened]
        assert kinds == ["wagers_placed", "betting_closed", "commitments_locked", "seeds_locked", "cards_dealt"]
        assert table.state.play is not None
        assert back.view == table.state.game.view(table.state.play.state, seat_audience(1))
        assert not back.is_gap

    asyncio.run(story())


def test_no_client_chooses_the_player_of_a_bot() -> None:
    """`SeatBot` is what a table decides on; the house makes it from `AddBot`."""
    request = to_plain(asked.SeatBot(1, "random", "somebody-else"))
    with pytest.raises(BadInput, match="kind: is not one of"):
        read_message(json.dumps({"kind": "ask", "id": "a" * 32, "request": request}))


@pytest.mark.parametrize(
    ("message", "field", "choices"),
    [
        ({"kind": "sit", "id": "a" * 32, "seat": 1}, "kind", ("ask", "ping")),
        ({"kind": "ask", "id": "a" * 32, "request": {"kind": "fly"}}, "request.kind", tuple(asked.REQUEST_KINDS)),
    ],
)
def test_a_message_of_an_unknown_kind_is_told_those_of_its_place(
    message: dict[str, Any], field: str, choices: tuple[str, ...]
) -> None:
    with pytest.raises(BadInput) as refused_message:
        read_message(json.dumps(message))
    [fault] = refused_message.value.faults
    assert (fault.field, fault.params["choices"]) == (field, list(choices))
    assert str(fault) == f"{field}: is not one of {', '.join(choices)}"


def test_bots_play_whole_rounds_by_themselves() -> None:
    async def story() -> None:
        clock, house, table, (ann,) = await open_table(1, live("cardroom", pace_ms=50))
        await ann.ask(asked.Leave())
        for seat, policy in enumerate(("always-1x", "never-fold", "random"), start=1):
            await ann.ask(asked.AddBot(seat, policy))
        for _ in range(60):
            await clock.move(100)
        assert rounds_played(table) > 5
        assert sum(house.store.balances().values()) == 0
        await ann.ask(asked.RemoveBot(2))
        await refused(ann.ask(asked.AddBot(5, "oracle")), RefusalCode.NO_SUCH_POLICY)
        await refused(ann.ask(asked.RemoveBot(6)), RefusalCode.NO_SUCH_SEAT)

    asyncio.run(story())


@pytest.mark.parametrize("mode", ["communal", "own_dice"])
def test_a_king_cross_room(mode: str) -> None:
    async def story() -> None:
        clock = StillClock()
        house = await house_in_memory(clock)
        terms = TableTerms("Kings", "king-cross", "practice", "king-cross", {"mode": mode}, seat_count=4, pace_ms=0)
        _, people = await table_of(house, terms, 2)
        await people[0].ask(asked.AddBot(4, "greedy"))
        await clock.move(0)
        name = people[0].round
        for person in people:
            await person.commit(f"seed of {person.player}")
            await person.ask(asked.Ready())
        await clock.move(0)
        for person in people:
            await person.reveal()
        await clock.move(0)
        await place_until_finished(clock, people)
        result = check(history.record(house.store, house.sealer, house.signer, name))
        assert result.chance is not None and result.chance.seeds == 2
        [played] = house.store.rounds_of(people[1].player)
        end = history.seat_end(house.store, house.sealer, played)
        scores = {score.seat: score.total for score in people[0].view.scores}
        assert (played.round, end.points, end.seat_count) == (name, scores[played.seat], len(scores))
        assert end.place == sorted(scores.values(), reverse=True).index(scores[played.seat]) + 1

    asyncio.run(story())


def test_the_floor_pauses_rules_and_goes_on() -> None:
    async def story() -> None:
        clock, house, table, (ann, bob) = await open_table(2)
        await dealt(clock, ann)
        flo = await granted_floor(house, table)
        await refused(bob.ask(asked.Pause("break")), RefusalCode.FLOOR_NEEDED)
        await flo.ask(asked.Pause("technical"))
        await refused(ann.act("fold", stage="across"), RefusalCode.PAUSED)
        await clock.move(100_000)
        assert ann.view.stage == "across" and ann.view.seats[0].status == "in"
        name = ann.round
        await flo.ask(asked.Rule(name, {"kind": "report", "irregularity": "wrong_card_count", "place": None}))
        assert ann.view.void is not None and "13.C" in ann.view.void.clause
        assert house.players.balance(ann.player) == OPENING_CENTS
        message = await refused(
            flo.ask(asked.Rule(name, {"kind": "void_round", "reason": "misdeal"})), RefusalCode.WRONG_ROUND
        )
        assert name in message
        await refused(ann.ask(asked.Resume()), RefusalCode.FLOOR_NEEDED)
        await flo.ask(asked.Resume())
        await clock.move(5_000)
        assert ann.view.stage == "betting"
        result = check(history.record(house.store, house.sealer, house.signer, name))
        assert result.is_finished
        kinds = [entry.kind for entry in house.store.entries(table.state.table)]
        assert "floor_acted" in kinds and "table_paused" in kinds

    asyncio.run(story())


def test_a_correction_is_a_new_entry() -> None:
    """Reading R17: a round that is over is never rewritten."""

    async def story() -> None:
        clock, house, table, (_, bob) = await open_table(2)
        flo = await granted_floor(house, table)
        await clock.move(0)
        name = bob.round
        await dealt(clock, bob)
        await bob.act("fold", stage="across")
        await clock.move(2_000)
        request = asked.Correct(name, 2, 1_000, "R17", "wrong_ruling")
        await refused(bob.ask(request), RefusalCode.FLOOR_NEEDED)
        await flo.ask(request)
        assert house.players.balance(bob.player) == OPENING_CENTS
        await refused(flo.ask(asked.Correct("nowhere-1", 2, 5, "R17", "wrong_ruling")), RefusalCode.NO_SUCH_ROUND)
        await refused(flo.ask(asked.Correct(name, 4, 5, "R17", "wrong_ruling")), RefusalCode.NO_SUCH_PLAYER)
        assert sum(house.store.balances().values()) == 0

    asyncio.run(story())


def test_out_of_service_takes_no_wager() -> None:
    async def story() -> None:
        clock, house, table, (ann,) = await open_table()
        flo = await granted_floor(house, table)
        await clock.move(0)
        await flo.ask(asked.TakeOutOfService("technical"))
        await refused(ann.act("place_wagers", wagers=ANTES), RefusalCode.OUT_OF_SERVICE)
        await flo.ask(asked.PutInService())
        await ann.act("place_wagers", wagers=ANTES)

    asyncio.run(story())


def test_a_restart_finds_everything_again() -> None:
    async def story() -> None:
        clock, house, table, (ann, bob) = await open_table(2)
        await dealt(clock, ann)
        await ann.act("fold", stage="across")
        await clock.move(9_000)
        await bob.commit("mine")
        await bob.act("place_wagers", wagers=ANTES)
        await clock.move(20_000)
        await clock.move(4_000)
        house.lobby.stop()
        again = House(house.store, KEY, clock=clock)
        await again.start()
        result = again.lobby.get(table.state.table)
        assert result.state.round == table.state.round
        assert result.state.play is not None and table.state.play is not None
        assert result.state.play.state == table.state.play.state
        assert result.state.seats == table.state.seats and result.state.seq == table.state.seq
        person = Person(again, result, bob.player)
        result.watch(person)
        await person.act("bet", stage="across", multiple=3)
        await settled()
        assert person.view.stage == "down"

    asyncio.run(story())


def test_a_restart_between_two_rounds_shows_what_the_last_one_came_to() -> None:
    """A snapshot may make a start quicker, and nothing else: the log alone says what is seen."""

    async def story() -> None:
        clock, house, table, (ann,) = await open_table()
        for _ in range(3):
            await clock.move(9_000)
            await dealt(clock, ann)
            await ann.act("fold", stage="across")
            await clock.move(2_000)
            assert ann.view.stage == "settled"
            house.lobby.stop()
            again = House(house.store, KEY, clock=clock)
            again.lobby.load()
            assert again.lobby.get(table.state.table).state == table.state
            table.start()
        assert house.store.snapshot(table.state.table) is not None

    asyncio.run(story())


def test_a_table_that_nobody_needs_closes_itself() -> None:
    async def story() -> None:
        clock, house, table, (ann,) = await open_table()
        name = table.state.table
        await ann.ask(asked.Leave())
        await clock.move(2 * 60 * 60_000)
        assert house.lobby.get(name) is table
        table.unwatch(ann)
        await clock.move(60 * 60_000 - 1)
        assert house.lobby.get(name) is table
        await clock.move(1)
        with pytest.raises(Refused, match="no such table"):
            house.lobby.get(name)
        again = House(house.store, KEY, clock=clock)
        await again.start()
        assert len(again.lobby) == 0

    asyncio.run(story())


def test_nobody_is_advised_at_a_live_table() -> None:
    """GLI-19 4.18."""

    async def story() -> None:
        clock, house, table, (ann,) = await open_table()
        await refused(_advised(house, table.state.table, ann.player), RefusalCode.NO_ADVICE)
        house.refuse_advice(ann.player)
        await dealt(clock, ann)
        with pytest.raises(Refused, match=r"GLI-19 4\.18"):
            house.refuse_advice(ann.player)
        house.refuse_advice(None)
        house.refuse_advice("somebody else")
        practice, (bob,) = await table_of(house, live(table_kind="practice"))
        house.refuse_advice(bob.player)
        await clock.move(0)
        await refused(_advised(house, practice.state.table, bob.player), RefusalCode.TOO_EARLY)
        await refused(_advised(house, practice.state.table, ann.player), RefusalCode.NOT_SEATED)
        await dealt(clock, bob)
        assert house.advised_view(practice.state.table, bob.player)[1] == bob.view

    asyncio.run(story())


async def _advised(house: House, table: str, player: str) -> object:
    return house.advised_view(table, player)


def test_a_table_that_closes_reveals_the_round_that_nobody_played() -> None:
    async def story() -> None:
        _, house, table, (ann,) = await open_table()
        name = table.state.table
        await ann.act("place_wagers", wagers=ANTES)
        await refused(ann.ask(asked.CloseTable("finished")), RefusalCode.ROUND_IS_OPEN)
        await ann.act("withdraw_wagers")
        await ann.ask(asked.CloseTable("finished"))
        kinds = [entry.kind for entry in house.store.entries(name)]
        assert kinds[-2:] == ["round_closed", "table_closed"]
        await refused(ann.ask(asked.Sit(2)), RefusalCode.NO_SUCH_TABLE)
        assert sum(house.store.balances().values()) == 0

    asyncio.run(story())


def test_whoever_was_deleted_plays_no_more() -> None:
    async def story() -> None:
        house = await house_in_memory(StillClock())
        _, (ann, bob) = await table_of(house, live(), 2)
        with pytest.raises(Refused, match="leave your seats first"):
            await house.delete_player(bob.player)
        await bob.ask(asked.Leave())
        await house.delete_player(bob.player)
        await refused(bob.ask(asked.Sit(2)), RefusalCode.NO_SUCH_PLAYER)
        assert house.store.balances(wallet(bob.player)).get(wallet(bob.player), 0) == 0
        assert sum(house.store.balances().values()) == 0
        assert ann.table.state.seat_of(ann.player) == 1

    asyncio.run(story())


def test_bots_alone_rest_and_are_sent_home() -> None:
    async def story() -> None:
        clock, house, table, (ann,) = await open_table(1, live("cardroom", pace_ms=50))
        await ann.ask(asked.Leave())
        for seat in (1, 2):
            await ann.ask(asked.AddBot(seat, "always-1x"))
        await clock.move(3_000)
        assert rounds_played(table) > 0
        table.unwatch(ann)
        await clock.move(3_000)
        rested = rounds_played(table)
        assert not table.state.is_at_stake
        await clock.move(60_000)
        assert rounds_played(table) == rested
        table.watch(ann)
        await clock.move(3_000)
        assert rounds_played(table) > rested
        table.unwatch(ann)
        await clock.move(61 * 60_000)
        with pytest.raises(Refused, match="no such table"):
            house.lobby.get(table.state.table)
        assert sum(house.store.balances().values()) == 0

    asyncio.run(story())


def test_a_bot_that_is_asked_for_twice_is_one_bot() -> None:
    async def story() -> None:
        house = await house_in_memory(StillClock())
        _, (ann,) = await table_of(house, live())
        first = await ann.ask(asked.AddBot(2, "random"), "b" * 32)
        assert await ann.ask(asked.AddBot(2, "random"), "b" * 32) == first
        assert len(house.store.balances("wallet:b")) == 1

    asyncio.run(story())
