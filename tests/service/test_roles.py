"""Roles at a table: who rules on a contest, who doesn't, and what a host can do without ruling."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from crossfelt.errors import IllegalActionCode
from crossfelt.jsontext import parse_json
from crossfelt.service import history
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.reasons import REASONS
from crossfelt.service.tables.terms import TableTerms
from tests.support.service.houses import (
    Person,
    StillClock,
    as_operator,
    granted_floor,
    house_in_memory,
    live,
    open_table,
    refused,
    table_of,
)
from tests.support.service.stories import ANTES, to_across

PRIVATE: dict[str, Any] = {"is_private": True}


async def guest_at(person: Person, name: str) -> Person:
    """A second account at the same table, without a seat."""
    other = Person(person.house, person.table, (await person.house.players.create(name))[0].id)
    person.table.watch(other)
    return other


def void(name: str, reason: str = "server_fault") -> asked.Rule:
    return asked.Rule(name, {"kind": "void_round", "reason": reason})


def rulings(name: str) -> list[asked.Request]:
    return [
        void(name),
        asked.Rule(name, {"kind": "report", "irregularity": "wrong_card_count", "place": None}),
        asked.Rule(name, {"kind": "forfeit_seat", "seat": 2, "reason": "shared_information"}),
        asked.Rule(name, {"kind": "close_betting"}),
    ]


def orders() -> list[asked.Request]:
    return [
        asked.RemovePlayer(1),
        asked.RemovePlayer(2),
        asked.TakeOutOfService("technical"),
        asked.PutInService(),
        asked.Note("card"),
    ]


def test_a_seated_host_cannot_void_the_rounds_they_are_losing() -> None:
    """Before roles were separate, a seated host voided every losing round and kept the winning ones."""

    async def story() -> None:
        clock, house, table, (host, bob) = await open_table(2)
        second = await guest_at(host, "Second account")
        for _ in range(4):
            name = await to_across(clock, host, bob)
            seq = table.state.seq
            for request in rulings(name):
                await refused(host.ask(request), RefusalCode.FLOOR_NEEDED)
                await refused(second.ask(request), RefusalCode.FLOOR_NEEDED)
            message = await refused(host.ask(asked.Grant(second.player)), RefusalCode.OPERATOR_NEEDED)
            assert "operator" in message
            await refused(host.ask(asked.Grant(host.player)), RefusalCode.OPERATOR_NEEDED)
            await refused(host.ask(asked.RemovePlayer(2)), RefusalCode.FLOOR_NEEDED)
            await refused(host.ask(asked.CloseTable("finished")), RefusalCode.ROUND_IS_OPEN)
            assert table.state.seq == seq
            for person in (host, bob):
                await person.act("fold", stage="across")
            await clock.move(5_000)
            for account in (host, second):
                correction = asked.Correct(name, 1, 1_000, "R17", "wrong_payout")
                await refused(account.ask(correction), RefusalCode.FLOOR_NEEDED)
        assert house.players.balance(host.player) == 100_000 - 4 * 1_000

    asyncio.run(story())


def test_a_floor_with_a_wager_does_not_rule_on_that_round() -> None:
    async def story() -> None:
        clock, house, table, (host, flo) = await open_table(2)
        await as_operator(house, table, asked.Grant(flo.player))
        name = await to_across(clock, host, flo)
        for request in (*rulings(name), asked.Pause("break")):
            await refused(flo.ask(request), RefusalCode.IN_CONTEST)
        # Folding changes nothing: the antes are still in the round.
        await host.act("fold", stage="across")
        await flo.act("fold", stage="across")
        await flo.ask(asked.Leave()) if table.state.is_at_stake else None
        await clock.move(5_000)
        await refused(flo.ask(asked.Correct(name, 1, 500, "R17", "wrong_payout")), RefusalCode.IN_CONTEST)
        if table.state.seat_of(flo.player) is not None:
            await flo.ask(asked.SitOut())
        name = await to_across(clock, host)
        await flo.ask(void(name))
        assert host.view.void is not None

    asyncio.run(story())


def test_a_floor_who_leaves_in_the_middle_still_does_not_rule_on_that_round() -> None:
    async def story() -> None:
        clock, house, table, (host, flo) = await open_table(2)
        await as_operator(house, table, asked.Grant(flo.player))
        name = await to_across(clock, host, flo)
        await flo.ask(asked.Leave())
        await refused(flo.ask(void(name)), RefusalCode.IN_CONTEST)

    asyncio.run(story())


def test_nobody_with_a_sheet_rules_in_a_king_cross_match() -> None:
    async def story() -> None:
        clock = StillClock()
        house = await house_in_memory(clock)
        terms = TableTerms("Kings", "king-cross", "live", "king-cross", {"mode": "communal"}, seat_count=4, pace_ms=0)
        table, (host, flo, bob) = await table_of(house, terms, 3)
        second = await guest_at(host, "Second account")
        outside = await granted_floor(house, table)
        await as_operator(house, table, asked.Grant(flo.player))
        await clock.move(0)
        for person in (host, flo, bob):
            await person.ask(asked.Ready())
        await clock.move(10)
        name = host.round
        assert table.state.is_playing
        place_for = asked.Rule(name, {"kind": "place_for", "seat": 3, "roll": 1})
        await refused(host.ask(place_for), RefusalCode.FLOOR_NEEDED)
        await refused(second.ask(place_for), RefusalCode.FLOOR_NEEDED)
        await refused(flo.ask(place_for), RefusalCode.IN_CONTEST)
        await refused(flo.ask(asked.Pause("break")), RefusalCode.IN_CONTEST)
        await refused(outside.ask(place_for), IllegalActionCode.NOT_YOUR_ACTION)
        abandon = asked.Rule(name, {"kind": "abandon_sheet", "seat": 3})
        await refused(outside.ask(abandon), IllegalActionCode.NOT_YOUR_ACTION)
        await outside.ask(asked.RemovePlayer(3))
        assert table.state.seats[3].is_removed and not bob.view.seats[2].absent
        option = bob.view.options[0]
        await bob.act("place", roll=1, square=option.square, card=option.card)
        await outside.ask(asked.Pause("technical"))
        assert table.state.paused == "Technical problem."

    asyncio.run(story())


def test_a_void_after_the_first_community_card_names_what_reading_r17_allows() -> None:
    async def story() -> None:
        clock = StillClock()
        house = await house_in_memory(clock)
        for extra in ({}, PRIVATE):
            table, (host,) = await table_of(house, live(**extra))
            flo = await granted_floor(house, table)
            name = await to_across(clock, host)
            await flo.ask(void(name, "misdeal"))  # Only hole cards are out: any fixed reason will do.
            assert host.view.void.reason == "Misdeal."
            name = await to_across(clock, host)
            await host.act("bet", stage="across", multiple=1)
            for reason in ("misdeal", "I don't like it", "wheel_failed", "drawn_in_error"):
                message = await refused(flo.ask(void(name, reason)), RefusalCode.REASON_NEEDED)
                assert "server_fault" in message and "R17" in message
            await flo.ask(void(name, "wrong_card_count"))
            assert (host.view.void.reason, "13" in host.view.void.clause) == ("wrong_card_count", True)

    asyncio.run(story())


def test_the_host_rules_where_the_table_says_so() -> None:
    async def story() -> None:
        clock = StillClock()
        house = await house_in_memory(clock)
        with pytest.raises(Refused, match="host_rules: only a private table"):
            await table_of(house, live(host_rules=True))
        for terms in (live(host_rules=True, **PRIVATE), live(table_kind="practice")):
            table, (host, bob) = await table_of(house, terms, 2)
            assert table.info().host_rules and table.info().floor == (host.player,)
            [listed] = [entry for entry in house.lobby.listed(host.player) if entry.table == table.state.table]
            assert listed.host_rules and listed.has_floor
            name = await to_across(clock, host, bob)
            await refused(bob.ask(void(name)), RefusalCode.FLOOR_NEEDED)
            await host.ask(void(name))
            record = history.record(house.store, house.sealer, house.signer, name)
            opened = next(entry for entry in record["proof"]["log"]["entries"] if entry["kind"] == "round_opened")
            body: Any = parse_json(opened["body"])
            assert body["host_rules"] is True

    asyncio.run(story())


@pytest.mark.parametrize("extra", [{}, PRIVATE], ids=["listed", "private"])
def test_a_second_account_of_the_host_gets_no_ruling_at_a_table_that_the_host_does_not_rule(extra: Any) -> None:
    """A host of a private live table once made a second account floor, which then ruled on the host's rounds."""

    async def story() -> None:
        clock, house, table, (host, bob) = await open_table(2, live(**extra))
        second = await guest_at(host, "Second account")
        name = await to_across(clock, host, bob)
        seq = table.state.seq
        for account in (host, second):
            for player in (host.player, second.player, bob.player):
                for change in (asked.Grant(player), asked.Revoke(player)):
                    message = await refused(account.ask(change), RefusalCode.OPERATOR_NEEDED)
                    assert "only the operator appoints floor managers" in message
            for request in (*rulings(name), *orders()):
                await refused(account.ask(request), RefusalCode.FLOOR_NEEDED)
            await refused(account.ask(asked.RenameTable("Mine")), RefusalCode.OPERATOR_NEEDED)
        await refused(second.ask(asked.Pause("break")), RefusalCode.FLOOR_NEEDED)
        await refused(second.ask(asked.CloseTable("finished")), RefusalCode.NOT_YOUR_ROLE)
        await refused(host.ask(asked.CloseTable("finished")), RefusalCode.ROUND_IS_OPEN)
        assert (table.state.seq, table.info().floor, table.info().host_rules) == (seq, (), False)
        for person in (host, bob):
            await person.act("fold", stage="across")
        await clock.move(5_000)
        for account in (host, second):
            for seat in (1, 2):
                correction = asked.Correct(name, seat, 1_000, "R17", "wrong_payout")
                await refused(account.ask(correction), RefusalCode.FLOOR_NEEDED)
        # A floor of the operator's choice stays floor, whatever the host asks for.
        flo = await granted_floor(house, table)
        await refused(host.ask(asked.Revoke(flo.player)), RefusalCode.OPERATOR_NEEDED)
        name = await to_across(clock, host, bob)
        await flo.ask(void(name))
        await as_operator(house, table, asked.Revoke(flo.player))
        await refused(flo.ask(asked.Note("card")), RefusalCode.FLOOR_NEEDED)

    asyncio.run(story())


@pytest.mark.parametrize(
    "changes", [{"host_rules": True, **PRIVATE}, {"table_kind": "practice"}], ids=["live", "practice"]
)
def test_a_host_who_rules_grants_and_revokes_the_floor_role(changes: Any) -> None:
    async def story() -> None:
        clock, _, table, (host, bob) = await open_table(2, live(**changes))
        flo = await guest_at(host, "Flo")
        await refused(bob.ask(asked.Grant(bob.player)), RefusalCode.NOT_YOUR_ROLE)
        await refused(host.ask(asked.Grant(host.player)), RefusalCode.ALREADY_SO)
        await host.ask(asked.Grant(flo.player))
        await refused(flo.ask(asked.Revoke(host.player)), RefusalCode.NOT_YOUR_ROLE)
        name = await to_across(clock, host, bob)
        await flo.ask(void(name))
        await flo.ask(asked.Note("The cat was on the table."))  # Free text: friends among themselves.
        await host.ask(asked.Revoke(flo.player))
        message = await refused(flo.ask(asked.Note("Again.")), RefusalCode.FLOOR_NEEDED)
        assert "The host appoints floor managers." in message
        assert table.info().floor == (host.player,)

    asyncio.run(story())


def test_the_host_pauses_when_the_round_ends_and_closes_then() -> None:
    async def story() -> None:
        clock, house, table, (host, bob) = await open_table(2)
        name = await to_across(clock, host, bob)
        await host.ask(asked.Pause("break"))
        assert table.state.paused is None and table.info().pause_planned
        await refused(host.ask(asked.Pause("break")), RefusalCode.ALREADY_SO)
        await host.ask(asked.Resume())
        assert not table.info().pause_planned
        await host.ask(asked.Pause("break"))
        await host.act("fold", stage="across")
        await bob.act("fold", stage="across")
        await clock.move(5_000)
        assert (table.info().paused, table.state.round) == ("Short break.", None)
        assert history.closed_round(house.store, name).round == name
        await refused(bob.ask(asked.Resume()), RefusalCode.FLOOR_NEEDED)
        await host.ask(asked.CloseTable("finished"))
        assert table.info().is_closed

    asyncio.run(story())


def test_a_pause_comes_first_and_its_reason_later() -> None:
    async def story() -> None:
        clock, house, table, (host, bob) = await open_table(2)
        flo = await granted_floor(house, table)
        await to_across(clock, host, bob)
        await flo.ask(asked.Pause())
        await clock.move(300_000)
        assert table.info().paused == ""
        message = await refused(host.act("fold", stage="across"), RefusalCode.PAUSED)
        assert message == "The table is paused."
        await refused(flo.ask(asked.Pause()), RefusalCode.ALREADY_SO)
        await refused(flo.ask(asked.Pause("I have two aces")), RefusalCode.REASON_NEEDED)
        await refused(host.ask(asked.Pause("break")), RefusalCode.FLOOR_NEEDED)
        await flo.ask(asked.Pause("ruling"))
        assert table.info().paused == "A ruling is pending."
        await refused(flo.ask(asked.Pause("break")), RefusalCode.ALREADY_SO)
        await flo.ask(asked.Resume())
        await host.act("fold", stage="across")  # no clock ran, so nobody decided for them
        # The host's pause waits for the end of the round, and so may its reason.
        await host.ask(asked.Pause())
        assert table.state.pause_planned is not None and table.state.pause_planned.reason == ""
        await refused(host.ask(asked.Pause()), RefusalCode.ALREADY_SO)
        await host.ask(asked.Pause("break"))
        assert table.state.pause_planned.reason == "Short break."

    asyncio.run(story())


def test_the_host_does_not_end_a_pause_of_the_floor() -> None:
    async def story() -> None:
        clock, house, table, (host,) = await open_table()
        flo = await granted_floor(house, table)
        await to_across(clock, host)
        await flo.ask(asked.Pause("ruling"))
        await refused(host.ask(asked.Resume()), RefusalCode.FLOOR_NEEDED)
        await flo.ask(asked.Resume())

    asyncio.run(story())


@pytest.mark.parametrize("abandoned", ["fold", "lose_all"])
@pytest.mark.parametrize("kind", ["live", "practice"])
def test_a_removed_player_folds_and_leaves_when_the_round_ends(abandoned: str, kind: str) -> None:
    """Reading R15: the antes are lost by the fold and nothing else, whatever the house takes from players who leave."""

    async def story() -> None:
        terms = live(table_kind=kind, options={"abandoned": abandoned}, decision_seconds=45 if kind == "live" else 0)
        clock, house, table, (host, bob) = await open_table(2, terms)
        flo = await granted_floor(house, table) if kind == "live" else host
        name = await to_across(clock, host, bob, five_card_bonus=500)
        await flo.ask(asked.RemovePlayer(2))
        await refused(flo.ask(asked.RemovePlayer(2)), RefusalCode.ALREADY_SO)
        assert table.info().seats[1].is_removed and bob.view.seats[1].status == "in"
        await host.act("bet", stage="across", multiple=1)
        seat = bob.view.seats[1]
        assert (seat.status, seat.folded_at, seat.decided_by) == ("folded", "across", "table")
        await refused(bob.act("bet", stage="down", multiple=1), IllegalActionCode.NOT_YOUR_TURN)
        await bob.ask(asked.Leave())  # A player who was removed and then leaves loses no more.
        for stage in ("down", "middle"):
            await host.act("bet", stage=stage, multiple=1)
        await clock.move(10_000)
        record = history.record(house.store, house.sealer, house.signer, name)
        settled = [event["wager"] for step in record["steps"] for event in step["events"] if "wager" in event]
        results = {line["spot"]: line["result"] for line in settled if line["seat"] == 2}
        assert results.pop("five_card_bonus") in ("win", "lose")
        assert results == {"ante_across": "forfeit", "ante_down": "forfeit"}
        assert table.state.seat_of(bob.player) is None
        [left] = [entry for entry in house.store.entries(table.state.table) if entry.kind == "seat_left"]
        body: Any = parse_json(left.body)
        assert body["reason"] == "removed"
        assert not any(b"seat_forfeited" in entry.body for entry in house.store.entries(table.state.table))
        # With nothing in the contest a seat is freed at once.
        await bob.ask(asked.Sit(3))
        await flo.ask(asked.RemovePlayer(3))
        assert table.state.seat_of(bob.player) is None

    asyncio.run(story())


def test_a_player_removed_before_the_deal_gets_the_wagers_back_and_is_gone_at_once() -> None:
    async def story() -> None:
        clock, house, table, (_, bob) = await open_table(2, live(options={"abandoned": "lose_all"}))
        flo = await granted_floor(house, table)
        await clock.move(0)
        await bob.act("place_wagers", wagers=ANTES)
        await flo.ask(asked.RemovePlayer(2))
        assert table.state.seat_of(bob.player) is None
        assert house.players.balance(bob.player) == 100_000

    asyncio.run(story())


def test_a_floor_in_the_contest_removes_nobody_from_it() -> None:
    """A removal folds a hand, so it is a ruling on the contest (readings R15 and R16)."""

    async def story() -> None:
        clock, house, table, (host, flo, bob) = await open_table(3)
        await as_operator(house, table, asked.Grant(flo.player))
        await to_across(clock, host, flo, bob)
        await refused(flo.ask(asked.RemovePlayer(3)), RefusalCode.IN_CONTEST)
        assert not table.info().seats[2].is_removed
        await as_operator(house, table, asked.RemovePlayer(3))
        assert table.info().seats[2].is_removed

    asyncio.run(story())


@pytest.mark.parametrize("kind", ["live", "practice"])
def test_the_floor_never_abandons_a_seat(kind: str) -> None:
    """Reading R15: only the system does, where a player left or ran out of time."""

    async def story() -> None:
        terms = live(table_kind=kind, options={"abandoned": "lose_all"})
        clock, house, table, (host, bob) = await open_table(2, terms)
        flo = await granted_floor(house, table) if kind == "live" else host
        name = await to_across(clock, host, bob)
        seq = table.state.seq
        for action in ("abandon", "take_over"):
            ruling = asked.Rule(name, {"kind": action, "seat": 2})
            await refused(flo.ask(ruling), IllegalActionCode.NOT_YOUR_ACTION)
        assert (table.state.seq, bob.view.seats[1].status) == (seq, "in")

    asyncio.run(story())


def test_the_operator_closes_any_table_and_the_open_round_is_void() -> None:
    async def story() -> None:
        clock = StillClock()
        house = await house_in_memory(clock)
        for terms in (live(), live(**PRIVATE), live(table_kind="practice")):
            table, (host, bob) = await table_of(house, terms, 2)
            name = await to_across(clock, host, bob)
            await as_operator(house, table, asked.CloseTable("rules_broken"))
            assert table.state.is_closed
            assert house.players.balance(host.player) == house.players.balance(bob.player) == 100_000
            record = history.record(house.store, house.sealer, house.signer, name)
            [voided] = [
                event for step in record["steps"] for event in step["events"] if event["kind"] == "round_voided"
            ]
            assert (voided["reason"], voided["clause"]) == ("closed by the operator", "reading R17")
            *_, closed = house.store.entries(table.state.table)
            body: Any = parse_json(closed.body)
            assert body == {"by": "operator", "reason": "House rules were broken."}

    asyncio.run(story())


def test_the_operator_grants_and_renames_but_does_not_rule() -> None:
    async def story() -> None:
        clock, house, table, (host,) = await open_table()
        flo = await granted_floor(house, table)
        name = await to_across(clock, host)
        for request in rulings(name):
            await refused(as_operator(house, table, request), RefusalCode.FLOOR_NEEDED)
        await refused(host.ask(asked.RenameTable("Mine")), RefusalCode.OPERATOR_NEEDED)
        await as_operator(house, table, asked.RenameTable("Table 7"))
        assert table.info().title == "Table 7"
        await refused(as_operator(house, table, asked.RenameTable("♠ AK ♠")), RefusalCode.BAD_REQUEST)
        await as_operator(house, table, asked.Revoke(flo.player))
        await refused(flo.ask(void(name)), RefusalCode.FLOOR_NEEDED)

    asyncio.run(story())


def test_listed_live_tables_take_fixed_reasons_and_plain_titles_only() -> None:
    async def story() -> None:
        clock = StillClock()
        house = await house_in_memory(clock)
        for title in ("♠♠♠", "I have <AK>", "\u202eevil"):
            with pytest.raises(Refused, match="title: "):
                await table_of(house, live(title=title))
        await table_of(house, live(title="♠ Friday! ♠", **PRIVATE))
        table, (host,) = await table_of(house, live(title="Ann's table, No. 2"))
        flo = await granted_floor(house, table)
        await clock.move(0)
        for request in (
            asked.Pause("I have two aces"),
            asked.TakeOutOfService("I have two aces"),
            asked.Note("I have two aces"),
            asked.Correct("x-1", 1, 5, "R17", "I have two aces"),
        ):
            code = RefusalCode.NO_SUCH_ROUND if isinstance(request, asked.Correct) else RefusalCode.REASON_NEEDED
            await refused(flo.ask(request), code)
        await refused(host.ask(asked.CloseTable("I have two aces")), RefusalCode.REASON_NEEDED)
        for code_ in REASONS["note"]:
            await flo.ask(asked.Note(code_))
        notes = [entry for entry in house.store.entries(table.state.table) if entry.kind == "incident_noted"]
        said: list[Any] = [parse_json(entry.body) for entry in notes]
        assert [body["says"] for body in said] == list(REASONS["note"].values())

    asyncio.run(story())


def test_a_table_is_restored_as_it_was() -> None:
    """Title, removed seats and a planned pause come from the log."""

    async def story() -> None:
        clock, house, table, (host, bob) = await open_table(2)
        flo = await granted_floor(house, table)
        await as_operator(house, table, asked.RenameTable("Table 7"))
        await to_across(clock, host, bob)
        await flo.ask(asked.RemovePlayer(2))
        await host.ask(asked.Pause("break"))
        again, _ = house.lobby._load(table.state.table)
        assert again == table.state
        assert again.opened.title == "Table 7" and again.seats[2].is_removed and again.pause_planned is not None

    asyncio.run(story())
