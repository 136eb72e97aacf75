"""Every irregularity at every stage of every rule text, reported by the floor at a running table.

The expected outcomes are in `irregularity_table.py`, typed from the rules. Run with `-s` to see the matrix of cells.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from secrets import token_hex
from typing import Any

import pytest

from crossfelt.cards import Card
from crossfelt.errors import IllegalAction, IllegalActionCode
from crossfelt.jsontext import parse_json
from crossfelt.proof.check import check
from crossfelt.service import history
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.terms import TableTerms
from crossfelt.storage.port import Receipt
from tests.support.rules.submissions import JACKPOT_SPIN, submission
from tests.support.scale import report_figures, scaled
from tests.support.service.houses import live
from tests.support.service.irregularity_table import HIDDEN_CROSS, HOUSES, KINDS, VOID, Kind
from tests.support.service.live_rounds import FOLD, LiveRounds, Plan, has_pair

PLAN = {1: (3, 2, 1), 3: (FOLD,), 5: (1, FOLD)}
EVERYBODY_FOLDS = dict.fromkeys((1, 3, 5), (FOLD,))
ANTES = {"ante_across": 500, "ante_down": 500}
ANTES_ALONE = dict.fromkeys((1, 3, 5), ANTES)
WHEELS = """
rules = "maryland"
facility = "A house of the tests"
[choices]
dealing_method = "{method}"
shuffler = "{shuffler}"
[choices.bonus_spin]
wheel = "b"
community = "a"
rate_ppm = 333333
initial_cents = 100000
reset_cents = 100000
[choices.xtreme]
wheel_1 = "a"
wheel_2 = "d"
wheel_5 = "g"
rate_ppm = 150000
meters.a = {{ initial_cents = 250000, reset_cents = 100000 }}
meters.d = {{ initial_cents = 500000, reset_cents = 100000 }}
meters.g = {{ initial_cents = 500000, reset_cents = 100000 }}
event = "high_card"
"""
MAIN = {(house.rules, house.has_wheels): house for house in reversed(HOUSES)}
"""The first house of each text and offer: every kind of report is tried there. At the others, unless in full, only what
their way of dealing changes."""


def by_house(houses: Iterable[Kind]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("house", list(houses), ids=lambda house: house.name.replace(" ", "-"))


MAIN_OR_ALL = list(MAIN.values()) if scaled(1, 2) == 1 else list(HOUSES)
WITH_WHEELS = MAIN["maryland", True]


async def to_hidden(rounds: LiveRounds, number: int, kind: str, place: str | None) -> None:
    """A round at that moment in which the card on the place lies face down: wheels turn in another order each time, and
    with them the hands that they make players show."""
    for _ in range(20):
        await rounds.to(number)
        if place is None or place in places_of(rounds, kind):
            return
        await rounds.to_the_end()
    raise AssertionError(f"{place} is always open at moment {number}")


def is_tried(house: Kind, kind: str) -> bool:
    main = MAIN[house.rules, house.has_wheels]
    return house in MAIN_OR_ALL or house.table[kind] != main.table.get(kind)


def wagers_of(house: Kind) -> dict[int, dict[str, int]]:
    """Something of everything that the house offers; seats 3 and 5 will fold, and keep their bonus."""
    one, three, five = ({**ANTES, "five_card_bonus": 500} for _ in range(3))
    if house.rules == "cardroom":
        one["six_card_bonus"] = three["six_card_bonus"] = 500
    if house.has_wheels:
        # Without the bonus that is settled first, nothing of seat 1 is settled while the wheels of the others turn.
        one = {**ANTES, "bonus_spin": 100, "bonus_spin_xtreme": 200}
        three |= {"bonus_spin": 500}
        five |= {"bonus_spin": 500, "bonus_spin_xtreme": 500}
    return {1: one, 3: three, 5: five}


def terms_of(house: Kind) -> TableTerms:
    if house.has_wheels:
        return live(WHEELS.format(method=house.method, shuffler=house.shuffler), pace_ms=1)
    return live(house.rules, options={"dealing_method": house.method, "shuffler": house.shuffler}, pace_ms=1)


def spins_of(house: Kind) -> Callable[[Sequence[Card]], bool]:
    """With wheels, a deck that gives folded seat 3 a pair and seat 5 none, so that just one of them spins: the cross
    has five cards, then come the holes, one by one or in stacks of two."""
    if not house.has_wheels:
        return lambda _: True
    third, fifth = ((7, 8), (9, 10)) if house.method == "shuffler" else ((6, 9), (7, 10))
    return lambda deck: has_pair([deck[place] for place in third]) and not has_pair([deck[place] for place in fifth])


async def opened(house: Kind, wagers: dict[int, dict[str, int]] | None = None, plan: Plan | None = None) -> LiveRounds:
    rounds = LiveRounds(wagers or wagers_of(house), plan or PLAN, spins_of(house) if wagers is None else lambda _: True)
    await rounds.open(terms_of(house))
    return rounds


def report(rounds: LiveRounds, kind: str, place: str | None = None) -> asked.Rule:
    return asked.Rule(rounds.name, {"kind": "report", "irregularity": kind, "place": place})


def void(rounds: LiveRounds) -> asked.Rule:
    return asked.Rule(rounds.name, {"kind": "void_round", "reason": "server_fault"})


async def moments_of(rounds: LiveRounds) -> list[str]:
    """The stage at every moment of a round at this table."""
    await rounds.to(0)
    results: list[str] = []
    while not rounds.state.is_finished:
        results.append(rounds.state.stage)
        await rounds.go_on()
    return results


def places_of(rounds: LiveRounds, kind: str) -> tuple[str, ...]:
    """The places of the cards that everybody can see lying face down."""
    view, stage = rounds.public, rounds.state.stage
    if stage not in HIDDEN_CROSS:
        return ()
    if kind == "community_card_exposed":
        return HIDDEN_CROSS[stage] if any(seat.status == "in" for seat in view.seats) else HIDDEN_CROSS["across"]
    if kind == "bonus_card_exposed":
        return tuple(f"bonus_{number}" for number, card in enumerate(view.bonus_cards, start=1) if card is None)
    return tuple(
        f"hole:{seat.seat}:{number}"
        for seat in view.seats
        if seat.wagers
        for number, card in enumerate(seat.hole, start=1)
        if card is None
    )


def reports_of(rounds: LiveRounds, house: Kind, number: int) -> Iterator[tuple[str, str | None, bool]]:
    """Every kind of report, with a place where it needs one, and whether it can be true now."""
    for kind in KINDS:
        expected = house.table.get(kind)
        is_time = expected is not None and rounds.state.stage in expected.stages
        if not kind.endswith("_exposed"):
            yield kind, None, is_time
            continue
        places = places_of(rounds, kind) if is_time else ()
        if not places:
            yield kind, "bonus_1" if kind == "bonus_card_exposed" else "middle", False
        # Each moment takes another of the places; in full, all of them.
        some = scaled(1, len(places))
        for offset in range(min(some, len(places))):
            yield kind, places[(number + offset) % len(places)], True


def assert_nothing_changed(rounds: LiveRounds, seq: int) -> None:
    assert rounds.table.state.seq == seq
    assert rounds.house.store.head(rounds.table.state.table)[0] == seq


def assert_back_to_before(rounds: LiveRounds) -> None:
    """Every account is as it was before the round, and every meter to the fraction of a cent."""
    assert rounds.balances == rounds.before
    assert rounds.table.state.carried == rounds.carried


async def assert_second_void_changes_nothing(rounds: LiveRounds, action_id: str, request: asked.Rule) -> None:
    seq, before = rounds.table.state.seq, rounds.balances
    again = await rounds.floor.ask(request, action_id)
    assert again.last_seq == seq
    for other in (void(rounds), request):
        with pytest.raises(Refused) as caught:
            await rounds.floor.ask(other)
        assert caught.value.code is RefusalCode.WRONG_ROUND
    assert_nothing_changed(rounds, seq)
    assert rounds.balances == before


def said_in_log(rounds: LiveRounds, receipt: Receipt) -> tuple[dict[str, Any], list[dict[str, Any]]]:
    """The ruling and what followed, from the log, where it stands behind the name of the person who ruled."""
    entries = list(rounds.house.store.entries(receipt.table, receipt.first_seq - 1, receipt.last_seq))
    assert [entry.kind for entry in entries[:2]] == ["floor_acted", "step"]
    acted: Any = parse_json(entries[0].body)
    assert acted["by"] == rounds.floor.player
    step: Any = parse_json(entries[1].body)
    assert step["actor"] == "floor"
    ruled, *following = step["events"]
    return ruled, following


def assert_verified(rounds: LiveRounds, name: str) -> None:
    assert check(history.record(rounds.house.store, rounds.house.sealer, rounds.house.signer, name)).is_finished


async def ruled(rounds: LiveRounds, kind: str, place: str | None) -> tuple[str, asked.Rule, dict[str, Any], list[Any]]:
    action_id, request = token_hex(16), report(rounds, kind, place)
    said, following = said_in_log(rounds, await rounds.floor.ask(request, action_id))
    return action_id, request, said, following


@by_house(house for house in HOUSES if any(is_tried(house, kind) for kind in house.table))
def test_every_cell_ends_as_its_clause_says(house: Kind) -> None:
    """Whatever can be true is ruled on by its clause; where that is void, everything is as before the round."""

    async def story() -> None:
        rounds = await opened(house)
        cells: Counter[str] = Counter()
        moments = await moments_of(rounds)
        for number, stage in enumerate(moments):
            await rounds.to(number)
            due = [
                (kind, place)
                for kind, place, is_true in reports_of(rounds, house, number)
                if is_true and is_tried(house, kind)
            ]
            await rounds.to_the_end()
            for kind, place in due:
                expected = house.table[kind]
                await to_hidden(rounds, number, kind, place)
                assert rounds.state.stage == stage
                for occurrence, outcome in enumerate(expected.outcomes, start=1):
                    action_id, request, said, following = await ruled(rounds, kind, place)
                    results = said["irregularity"], said["occurrence"], said["outcome"], said["clause"]
                    assert results == (kind, occurrence, outcome, expected.clause), (house.name, stage, number)
                    assert said["place"] == place
                    if outcome.startswith(VOID):
                        [voided] = following
                        assert (voided["kind"], voided["clause"]) == ("round_voided", expected.clause)
                        assert voided["deck_removed"] == (outcome == "void_and_remove_deck")
                        assert_back_to_before(rounds)
                        await assert_second_void_changes_nothing(rounds, action_id, request)
                        cells["void"] += 1
                    else:
                        assert not rounds.state.is_finished
                        cells["stands"] += 1
                await rounds.to_the_end()
                assert (rounds.state.stage == "voided") == expected.outcomes[-1].startswith(VOID)
                assert_verified(rounds, rounds.name)
                cells[stage] += 1
        assert sum(rounds.balances.values()) == 0
        report_figures(
            f"{house.name}: {cells['void']} rulings void, {cells['stands']} let it stand, at {len(moments)} moments"
        )
        assert set(moments) == {"betting", "shuffling", "dealing", "across", "down", "middle", "settling"}
        assert house not in MAIN_OR_ALL or (cells["void"] > 0 and cells["stands"] > 0)

    asyncio.run(story())


@by_house(HOUSES)
def test_what_cannot_be_true_is_refused_and_changes_nothing(house: Kind) -> None:
    async def story() -> None:
        rounds = await opened(house)
        assert set(house.table) == set(rounds.table.state.rules.rulings), "the texts rule on just these"
        await rounds.to(0)
        number = 0
        while not rounds.state.is_finished:
            seq, before = rounds.table.state.seq, rounds.balances
            for kind, place, is_true in reports_of(rounds, house, number):
                if is_true:
                    continue
                with pytest.raises(IllegalAction) as caught:
                    await rounds.floor.ask(report(rounds, kind, place))
                code = IllegalActionCode.NO_SUCH_CARD if place else IllegalActionCode.WRONG_STAGE
                assert caught.value.code is (code if kind in house.table else IllegalActionCode.NO_SUCH_RULING), kind
            assert_nothing_changed(rounds, seq)
            assert rounds.balances == before
            await rounds.go_on()
            number += 1
        assert_verified(rounds, rounds.name)

    asyncio.run(story())


@by_house(MAIN_OR_ALL)
def test_the_floor_voids_at_every_moment(house: Kind) -> None:
    """Reading R17: until the last line is posted, with payments and meters taken back."""

    async def story() -> None:
        rounds = await opened(house)
        moments = await moments_of(rounds)
        taken_back: Counter[str] = Counter()
        for number, stage in enumerate(moments):
            await rounds.to(number)
            action_id, request = token_hex(16), void(rounds)
            said, following = said_in_log(rounds, await rounds.floor.ask(request, action_id))
            assert not following and said["reason"] == "The server failed."
            staked = {seat.seat: seat.staked for seat in rounds.state.in_play}
            assert {refund["seat"]: refund["cents"] for refund in said["refunds"]} == staked
            taken_back["payments"] += len(said["reversed"])
            taken_back["meters"] += len(said["shrunk"])
            assert_back_to_before(rounds)
            await assert_second_void_changes_nothing(rounds, action_id, request)
            assert_verified(rounds, rounds.name)
            assert rounds.state.stage == "voided", stage
        if house.has_wheels:
            assert moments.count("settling") >= 6, "between the spins, rounds are settled in part"
            assert taken_back["payments"] > 0 and taken_back["meters"] > 0
        print(f"\n{house.name}: void at {len(moments)} moments, taken back {dict(taken_back)}")

    asyncio.run(story())


JACKPOTS = submission(JACKPOT_SPIN)


def test_a_jackpot_that_was_paid_goes_back_into_its_meter() -> None:
    """Seats 1 and 3 have a pair each: seat 3 is paid first, and the round is void while seat 1's wheel is awaited."""

    async def story() -> None:
        wagers = {seat: {**ANTES, "bonus_spin": 500} for seat in (1, 3)}
        rounds = LiveRounds(wagers, {3: (FOLD,)}, lambda deck: has_pair(deck[5:8:2]) and has_pair(deck[6:9:2]))
        await rounds.open(live(JACKPOTS, pace_ms=1))
        reversed_jackpots = 0
        for _ in range(4):
            await rounds.to(0)
            while not any(wager.prizes for wager in rounds.state.settled_wagers):
                await rounds.go_on()
            assert not rounds.state.is_finished
            paid = [prize for wager in rounds.state.settled_wagers for prize in wager.prizes if prize.meter]
            assert rounds.balances != rounds.before
            said, _ = said_in_log(rounds, await rounds.floor.ask(void(rounds)))
            assert len(said["shrunk"]) == 1
            assert_back_to_before(rounds)
            assert_verified(rounds, rounds.name)
            reversed_jackpots += len(paid)
        assert reversed_jackpots > 0

    asyncio.run(story())


@pytest.mark.parametrize("rules", ["cardroom", "maryland", "massachusetts"])
def test_when_all_have_folded_an_exposed_card_still_voids(rules: str) -> None:
    """Reading R20: nobody is in any more and the cross lies face down, and the letter has it all the same."""

    async def story() -> None:
        house = next(house for house in HOUSES if house.rules == rules)
        rounds = await opened(house, ANTES_ALONE, EVERYBODY_FOLDS)
        for place in HIDDEN_CROSS["across"]:
            await rounds.to(6)
            assert rounds.state.stage == "settling"
            action_id, request, said, _ = await ruled(rounds, "community_card_exposed", place)
            assert (said["outcome"], said["place"]) == (VOID, place)
            assert_back_to_before(rounds)
            await assert_second_void_changes_nothing(rounds, action_id, request)
            assert_verified(rounds, rounds.name)

    asyncio.run(story())


def lines_of(rounds: LiveRounds, but: int) -> list[tuple[int, str, str, int, int]]:
    """How the wagers of the other seats ended, but for those on which a wheel decides."""
    return [
        (wager.seat, wager.spot, wager.result, wager.won, wager.returned)
        for wager in rounds.state.settled_wagers
        if wager.seat != but and not wager.spot.startswith("bonus_spin")
    ]


REASONS = {
    "not_answering_for_hand": "11.A(1)",
    "touched_by_another": "11.A(2)",
    "cards_out_of_view": "11.A(3)",
    "shared_information": "11.A(4)",
}


@by_house(house for house in MAIN_OR_ALL if house.rules == "maryland")
def test_a_forfeit_takes_that_seat_only(house: Kind) -> None:
    """Maryland 11.A(5) and reading R16: from the deal until the first line of that seat, every wager of the seat."""

    async def story() -> None:
        first = await opened(house)
        moments = await moments_of(first)
        undisturbed = {seat: lines_of(first, seat) for seat in (1, 3, 5)}
        growth = first.state.growth
        assert (len(growth) > 0) == house.has_wheels
        cells: Counter[str] = Counter()
        for number, stage in enumerate(moments):
            for seat in (1, 3, 5):
                # A house of its own has the same deck in its first round.
                rounds = await opened(house)
                await rounds.to(number)
                reason = list(REASONS)[(number + seat) % len(REASONS)]
                request = asked.Rule(rounds.name, {"kind": "forfeit_seat", "seat": seat, "reason": reason})
                own = [wager for wager in rounds.state.settled_wagers if wager.seat == seat]
                is_late = any(not wager.is_community_pay for wager in own)
                if stage in ("betting", "shuffling", "dealing") or is_late:
                    seq = rounds.table.state.seq
                    with pytest.raises(IllegalAction) as caught:
                        await rounds.floor.ask(request)
                    assert caught.value.code is (
                        IllegalActionCode.ALREADY_DONE if is_late else IllegalActionCode.WRONG_STAGE
                    )
                    assert_nothing_changed(rounds, seq)
                    cells["refused"] += 1
                    continue
                said, _ = said_in_log(rounds, await rounds.floor.ask(request))
                assert said["clause"] == f"11.A(5), {REASONS[reason]}"
                await rounds.to_the_end()
                staked = sum(wager.staked for wager in rounds.state.settled_wagers if wager.seat == seat)
                assert staked == next(entry.staked for entry in rounds.state.in_play if entry.seat == seat)
                person = rounds.people[seat]
                account = f"wallet:{person.player}"
                assert rounds.balances[account] == rounds.before[account] - staked
                assert lines_of(rounds, seat) == undisturbed[seat], (stage, seat)
                assert rounds.state.growth == growth, "what the seat has added to the meters stays there"
                assert_verified(rounds, rounds.name)
                cells[stage] += 1
        print(f"\n{house.name}: {dict(cells)}")
        assert cells["settling"] > 3 * house.has_wheels, "some forfeit while others have been paid"

    asyncio.run(story())


@pytest.mark.parametrize("rules", ["cardroom", "massachusetts"])
def test_other_texts_know_no_forfeit(rules: str) -> None:
    async def story() -> None:
        rounds = await opened(next(house for house in HOUSES if house.rules == rules))
        await rounds.to(0)
        while not rounds.state.is_finished:
            forfeit = {"kind": "forfeit_seat", "seat": 1, "reason": "shared_information"}
            with pytest.raises(IllegalAction) as caught:
                await rounds.floor.ask(asked.Rule(rounds.name, forfeit))
            assert caught.value.code is IllegalActionCode.NO_SUCH_RULING
            await rounds.go_on()

    asyncio.run(story())


def test_out_of_service_lets_the_round_end_and_opens_no_other() -> None:
    """A table that is taken out of service at any moment ends its round as ever; the next waits for the floor."""

    async def story() -> None:
        rounds = await opened(WITH_WHEELS)
        moments = await moments_of(rounds)
        for number in range(len(moments)):
            await rounds.to(number)
            await rounds.floor.ask(asked.TakeOutOfService("technical"))
            await rounds.to_the_end()
            assert rounds.state.stage == "settled"
            assert rounds.table.state.out_of_service == "Technical problem."
            assert_verified(rounds, rounds.name)
            with pytest.raises(AssertionError, match="nothing is going to happen"):
                await rounds.ring()
            await rounds.floor.ask(asked.PutInService())

    asyncio.run(story())
