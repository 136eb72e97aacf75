"""Whole tables by chance, against the count of all deals and against the pure engine."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from numba import njit

from crossfelt.analysis.crisscross.encode import encode
from crossfelt.analysis.crisscross.symmetry import DEALS
from crossfelt.cards import Card
from crossfelt.crisscross.policies import NeverFolds, Situation
from crossfelt.crisscross.resolve import load_rule_book, rule_book_ids
from crossfelt.errors import BadInput
from crossfelt.kernels.crisscross.dealing import CARDS, deal, first_state
from crossfelt.simulation.arrays import classes, decisions
from crossfelt.simulation.exact import deals, exact_mean
from crossfelt.simulation.plan import NAMED, Plan, SeatStrategy, plan_of
from crossfelt.simulation.results import figures
from crossfelt.simulation.run import prepare, run
from crossfelt.simulation.seats import never_folds
from tests.support.scale import scaled

SEED = 20261116


def a_plan(rules: str, seats: int, *names: str, rounds: int | None = None, seed: int = SEED) -> Plan:
    book = load_rule_book(rules, {})
    strategies = tuple(SeatStrategy(name) for name in names)
    count = scaled(400_000, 20_000_000) if rounds is None else rounds
    return plan_of(book, encode(book), seats, strategies, count, seed)


@pytest.mark.parametrize("rules", rule_book_ids())
@pytest.mark.parametrize("name", NAMED)
def test_means_agree_with_the_count_of_all_deals(rules: str, name: str) -> None:
    prepared = prepare(a_plan(rules, 6, name))
    counts = run(prepared, workers=2)
    result = figures(counts, prepared.nets, prepared.unit)
    assert abs(float(result.mean - exact_mean(prepared))) < 4 * result.standard_error, f"seed {SEED}"


@pytest.mark.parametrize("name", ["optimal", "always-1x", "never-fold"])
def test_every_outcome_comes_as_often_as_it_should(name: str) -> None:
    plan = a_plan("maryland", 1, name, rounds=scaled(1_000_000, 20_000_000))
    prepared = prepare(plan)
    counts = run(prepared).outcomes[0]
    expected = deals(plan, 0) / DEALS * plan.rounds
    assert counts[expected == 0].sum() == 0, "nothing happens that cannot"
    often = expected >= 10
    chi = float((((counts - expected) ** 2)[often] / expected[often]).sum())
    freedom = int(often.sum()) - 1
    assert abs(chi - freedom) < 5 * math.sqrt(2 * freedom), f"seed {SEED}: {chi:.0f} for {freedom}"


def test_workers_change_nothing() -> None:
    prepared = prepare(a_plan("cardroom", 3, "optimal", "always-1x", "never-fold", rounds=700_001))
    alone, *others = (run(prepared, workers) for workers in (1, 2, 5))
    for other in others:
        assert (other.outcomes == alone.outcomes).all()
        assert (other.net, other.net_squares) == (alone.net, alone.net_squares)


def test_a_run_goes_on_where_it_was_left() -> None:
    prepared = prepare(a_plan("maryland", 2, "always-1x", rounds=600_000))
    whole = run(prepared)
    part = run(prepared, watch=lambda counts: counts.rounds < 300_000)
    assert part.rounds < whole.rounds
    resumed = run(prepared, workers=2, done=part)
    assert (resumed.outcomes == whole.outcomes).all()
    assert resumed.net_squares == whole.net_squares


@njit
def dealt(seed: Any, rounds: int, places: int, seen: Any) -> int:
    """Counts which card came where; returns how often a card was missing from a deck."""
    missing = 0
    deck = np.empty(CARDS, np.uint8)
    for number in range(rounds):
        for card in range(CARDS):
            deck[card] = card
        deal(first_state(seed, number), deck, places)
        there = np.uint64(0)
        for place in range(CARDS):
            there |= np.uint64(1) << np.uint64(deck[place])
            if place < places:
                seen[place, deck[place]] += 1
        missing += there != np.uint64(2**CARDS - 1)
    return missing


def test_cards_are_dealt_without_favour() -> None:
    """Every place gets every card equally often, and no card is lost or duplicated."""
    rounds, places = scaled(200_000, 20_000_000), 17
    seen = np.zeros((places, CARDS), np.int64)
    assert dealt(np.uint64(SEED), rounds, places, seen) == 0
    expected = rounds / CARDS
    chi = float(((seen - expected) ** 2 / expected).sum())
    freedom = places * (CARDS - 1)
    assert abs(chi - freedom) < 5 * math.sqrt(2 * freedom), f"seed {SEED}"


def test_never_fold_decides_as_the_policy_of_that_name() -> None:
    book = load_rule_book("maryland", {})
    scheme = encode(book)
    first, second, third = decisions(never_folds(scheme))
    known, policy = classes(), NeverFolds(book)
    random = np.random.default_rng(SEED)
    for _ in range(3_000):
        cards = tuple(Card(int(card)) for card in random.permutation(CARDS)[:6])
        hole, across, down = (cards[0], cards[1]), cards[2:4], cards[4:]
        own = int(known.of_cards[hole])
        is_suited = hole[0] & 3 == hole[1] & 3
        p, q = (
            known.pairs[int(is_suited)][
                tuple(known.kinds[own, int(is_suited and card & 3 == hole[0] & 3), card >> 2] for card in pair)
            ]
            for pair in (across, down)
        )
        stages = book.stages
        expected = [
            policy.decide(Situation(stages[0], hole, (), (), ())),
            policy.decide(Situation(stages[1], hole, across, (), (1,))),
            policy.decide(Situation(stages[2], hole, across, down, (1, 1))),
        ]
        at = known.third_at[own] + p * known.widths[own] + q
        items = [first[own], second[known.second_at[own] + p], third[at]]
        assert [scheme.multiples[action - 1] for action in items] == expected, f"{cards}, seed {SEED}"


@pytest.mark.parametrize(
    ("seats", "names", "rounds", "message"),
    [
        (7, ("optimal",), 10, "seats: must be 1 to 6, not 7"),
        (1, ("optimal",), 0, "rounds: must be 1 to"),
        (1, ("perfect",), 10, "strategy: 'perfect' must be a file or one of optimal, card, always-1x, never-fold"),
        (3, ("optimal", "card"), 10, "strategy: pass one for all seats or one for each of the 3 seats, not 2"),
    ],
)
def test_bad_plans_are_refused(seats: int, names: tuple[str, ...], rounds: int, message: str) -> None:
    with pytest.raises(BadInput, match=message.replace("(", r"\(")):
        a_plan("maryland", seats, *names, rounds=rounds)
