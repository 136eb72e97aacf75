"""The most that a seat's wagers can return, against a second way that settles every kind of deal."""

from __future__ import annotations

import random
from collections.abc import Callable
from fractions import Fraction
from typing import Any

import pytest

from crossfelt.crisscross import actions as asked
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.crisscross.round import CRISS_CROSS, open_round
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.state import RoundState, SeatState
from crossfelt.game import seat_actor
from crossfelt.jsontext import canonical_json, parse_json
from tests.naive import most_returned as naive
from tests.naive import settlement
from tests.naive.progressives import BONUS_SPIN_WHEELS
from tests.support.progressive_choices import spin_choices
from tests.support.properties import progressive_houses as houses
from tests.support.rounds import random_round
from tests.support.scale import scaled

CASES = scaled(3, 200)
SPINNING_CASES = scaled(4, 200)
ROUNDS = scaled(150, 5_000)


def state_of(book: RuleBook, wagers: naive.Wagers, meters: dict[str, Fraction] | None = None) -> RoundState:
    """A round in which these wagers were made."""
    seats = tuple(SeatState(seat, staked) for seat, staked in sorted(wagers.items()))
    return RoundState(book, seats, meters or {}, stage="settled")


def main_wagers(chance: random.Random, ante: tuple[int, int], bonus: tuple[int, int], spots: int) -> dict[str, int]:
    """Antes, up to three bets, and now and then bonus wagers."""
    staked = chance.randint(*ante)
    wagers = {"ante_across": staked, "ante_down": staked}
    for spot in ("across", "down", "middle")[: chance.randrange(4)]:
        wagers[spot] = staked * chance.choice((1, 2, 3))
    for spot in ("five_card_bonus", "six_card_bonus")[:spots]:
        if chance.random() < 0.6:
            wagers[spot] = chance.randint(*bonus)
    return wagers


Settle = Callable[[settlement.Table], list[settlement.Seat]]


@pytest.mark.parametrize(
    ("rules", "choices", "settle", "ante", "spots"),
    [
        ("cardroom", {}, settlement.cardroom, (200, 1_000), 2),
        ("cardroom", {}, settlement.cardroom, (200, 300), 2),
        ("maryland", {}, settlement.maryland, (500, 10_000), 1),
        ("massachusetts", {}, settlement.massachusetts, (500, 10_000), 1),
        (
            "maryland",
            {"ace_low_straight": False},
            lambda table: settlement.maryland(table, ace_low=False),
            (500, 10_000),
            1,
        ),
    ],
)
def test_without_wheels(rules: str, choices: dict[str, Any], settle: Settle, ante: tuple[int, int], spots: int) -> None:
    book = load_rule_book(rules, choices)
    for number in range(CASES):
        chance = random.Random(f"{rules} {number}")
        wagers = {3: main_wagers(chance, ante, (200, 1_000), spots)}
        expected = naive.most_returned(wagers, 3, settle, rules)
        assert CRISS_CROSS.most_returned(state_of(book, wagers), 3) == expected, f"{rules} {number}: {wagers}"


def test_with_wheels() -> None:
    """Up to three seats play progressive wagers, at houses that choose their wheels, lists, meters and event."""
    for number in range(SPINNING_CASES):
        chance = random.Random(number)
        chosen = houses.with_weights(chance, houses.offers(chance))
        limit = chance.choice((777, 40_000, 5_000_000))
        book = load_rule_book("maryland", {**chosen, "aggregate_limit_cents": limit})
        assert book.progressives is not None
        amounts = {name: str(chance.randrange(10**8)) for name in book.progressives.meters}
        wagers = {
            seat: main_wagers(chance, (500, 900), (500, 900), 1) | houses.progressive_wagers(chance, chosen)
            for seat in chance.sample(range(1, 7), chance.randint(1, 3))
        }
        own = next(iter(wagers))
        meters = {name: Fraction(amount) for name, amount in amounts.items()}
        result = CRISS_CROSS.most_returned(state_of(book, wagers, meters), own)
        expected = naive.most_with_spins(wagers, own, chosen, amounts, limit, settlement.maryland)
        assert result == expected, f"house {number}: {chosen}, {wagers}, {amounts}"


def test_a_second_winner_of_a_meter_may_get_more_than_the_first() -> None:
    """A meter that holds less than its reset amount: seat 2 is paid after seat 5."""
    weights = dict.fromkeys(("jackpot", *map(str, BONUS_SPIN_WHEELS["b"])), 1)
    chosen = {"bonus_spin": spin_choices(rate_ppm=0, reset_cents=900_000, weights=weights)}
    book = load_rule_book("maryland", chosen)
    spin = {"ante_across": 500, "ante_down": 500, "bonus_spin": 500}
    meters = {"bonus_spin": Fraction(200_000)}
    antes = 2_000
    assert CRISS_CROSS.most_returned(state_of(book, {2: spin}, meters), 2) == 200_000 + antes
    assert CRISS_CROSS.most_returned(state_of(book, {2: spin, 5: spin}, meters), 2) == 900_000 + antes
    assert CRISS_CROSS.most_returned(state_of(book, {2: spin, 5: spin}, meters), 5) == 200_000 + antes


def test_reading_r12_is_the_case_of_full_bets() -> None:
    """3302 antes won and 11 staked, by wagers made and by what two antes can become."""
    book = load_rule_book("maryland")
    contest = open_round(book, range(1, 7))
    contest.act(seat_actor(4), asked.PlaceWagers({"ante_across": 500, "ante_down": 500}))
    assert CRISS_CROSS.most_possible(contest.state, 4) == (3_302 + 11) * 500
    assert CRISS_CROSS.most_returned(contest.state, 4) == 2 * 2 * 500
    assert CRISS_CROSS.most_returned(contest.state, 5) == CRISS_CROSS.most_possible(contest.state, 5) == 0


def test_a_book_read_from_its_document_has_the_same_bounds() -> None:
    """The document lists its spots in another order, and the two books are equal."""
    for rules in ("cardroom", "maryland", "massachusetts"):
        book = load_rule_book(rules)
        again = CRISS_CROSS.read_rules(parse_json(canonical_json(book.document)))
        assert list(again.odds_of) != list(book.odds_of), "the orders differ, or this proves nothing"
        for wagers in ({"ante_across": 500, "ante_down": 500}, {"ante_across": 500, "ante_down": 500, "across": 1500}):
            expected = CRISS_CROSS.most_returned(state_of(book, {1: wagers}), 1)
            assert CRISS_CROSS.most_returned(state_of(again, {1: wagers}), 1) == expected, f"{rules}: {wagers}"


def test_no_round_returns_more_and_what_is_possible_only_shrinks() -> None:
    for seed in range(ROUNDS):
        contest = random_round(seed)
        again = open_round(contest.rules, contest.seats, contest.carried_in)
        bounds: dict[int, int] = {}
        for step in contest.steps:
            again.act(step.actor, step.action)
            if again.state.stage != "betting":
                for seat in contest.seats:
                    now = CRISS_CROSS.most_possible(again.state, seat)
                    assert now <= bounds.get(seat, now), f"seed {seed}, seat {seat}"
                    bounds[seat] = now
            else:
                bounds = {seat: CRISS_CROSS.most_possible(again.state, seat) for seat in contest.seats}
        for seat in contest.seats:
            own = contest.state.seat(seat)
            assert own is not None
            received = contest.balances.get(f"seat:{seat}", 0) + own.staked
            assert received <= CRISS_CROSS.most_returned(contest.state, seat) <= bounds[seat], f"seed {seed}"
