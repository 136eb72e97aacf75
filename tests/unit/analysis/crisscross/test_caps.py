"""An aggregate limit: against the solver where it cuts nothing, card by card where it does, and against the table."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations, pairwise, product
from math import gcd

import numpy as np
import pytest

from crossfelt.analysis.crisscross.caps import (
    ALL_WAGERS,
    MOST_CENTS,
    Cap,
    Covers,
    cap_effects,
    capped_sums,
    covered_wagers,
    solve_capped,
    value_under_cap,
)
from crossfelt.analysis.crisscross.encode import MOST_ODDS, Scheme, encode
from crossfelt.analysis.crisscross.solver import Solution, solve
from crossfelt.analysis.crisscross.strategy import best_strategy
from crossfelt.analysis.crisscross.symmetry import HoleClass, hole_classes, kind_of, pair_index
from crossfelt.analysis.crisscross.tables import shape_tables
from crossfelt.analysis.crisscross.tally import strategy_tally
from crossfelt.cards import DECK, Card, parse_cards
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.crisscross.settlement import SeatStake, settle
from crossfelt.errors import BadInput
from crossfelt.kernels.hands import categories
from crossfelt.ranking import ranker
from tests.support.scale import scaled

BOOK = load_rule_book("cardroom")
SCHEME = encode(BOOK)


def hole_named(name: str) -> HoleClass:
    return next(hole for hole in hole_classes() if hole.name == name)


@pytest.mark.parametrize("scheme", [SCHEME, encode(BOOK, {"full_house": 1, "royal_flush": MOST_ODDS})])
def test_a_limit_out_of_reach_changes_nothing(scheme: Scheme) -> None:
    free = solve(scheme)
    capped = solve_capped(scheme, Cap(700, 10**11))
    assert capped.numerator == 700 * free.numerator
    assert capped.value == Fraction(free.numerator, free.denominator)
    for hole in hole_classes():
        assert capped.first_values(hole) == [700 * value for value in free.first_values(hole)]
        assert capped.first_action(hole) == free.first_action(hole)


def naive_sums(
    scheme: Scheme, cap: Cap, hole: tuple[Card, Card], across: tuple[Card, Card]
) -> dict[tuple[int, int], int]:
    """Cents over all down pairs and middle cards, by the first two bets: one row for every card that can fall."""
    left = [card for card in DECK if card not in hole + across]
    totals = dict.fromkeys(product(scheme.multiples, scheme.multiples), 0)
    draws = [
        [(*hole, *across, *down, middle) for middle in left if middle not in down] for down in combinations(left, 2)
    ]
    cards = np.array(draws, np.uint8).reshape(-1, 7)
    shape = (len(draws), len(left) - 2)
    across_hands = categories(np.ascontiguousarray(cards[:, [0, 1, 2, 3, 6]])).reshape(shape)
    down_hands = categories(np.ascontiguousarray(cards[:, [0, 1, 4, 5, 6]])).reshape(shape)
    pay, ante = np.array(scheme.pay), np.array(scheme.ante)
    for bets in totals:
        results = [np.full(len(draws), -cap.ante_cents * (2 + sum(bets)) * shape[1])]
        for third in scheme.multiples:
            lines = [
                ante[across_hands],
                ante[down_hands],
                bets[0] * pay[across_hands],
                bets[1] * pay[down_hands],
                third * pay[np.maximum(across_hands, down_hands)],
            ]
            nets = [line * cap.ante_cents for line in lines]
            covered = sum(np.maximum(net, 0) for net, is_covered in zip(nets, cap.covers, strict=True) if is_covered)
            results.append((sum(nets) - np.maximum(covered - cap.limit_cents, 0)).sum(1))
        totals[bets] = int(np.max(results, 0).sum())
    return totals


@pytest.mark.parametrize(
    ("name", "cap"),
    [
        ("QJs", Cap(1000, 300_000)),
        ("54s", Cap(300, 100_000, (True, True, False, True, True))),
        ("AA", Cap(500, 30_000)),
        ("T9o", Cap(100, 1_950, (False, True, True, False, False))),
        ("K2s", Cap(100, 1, ALL_WAGERS)),
    ],
)
def test_one_starting_hand_card_by_card(name: str, cap: Cap) -> None:
    hole = hole_named(name)
    tables = shape_tables(hole.shape)
    row = Solution.row(hole)
    sums = capped_sums(SCHEME, cap, hole.shape, row, row + 1)[0]
    cents = gcd(cap.ante_cents, cap.limit_cents)
    left = [card for card in DECK if card not in hole.cards]
    pairs = list(combinations(left, 2))
    near = [pair for pair in pairs if all(abs((card >> 2) - hole.high) < 4 and card & 3 == 0 for card in pair)]
    chosen = np.random.default_rng(7).permutation(len(pairs))[: scaled(3, 200)]
    for across in [near[0], near[-1], *(pairs[place] for place in chosen)]:
        kinds = [kind_of(hole, hole.cards[0] & 3, card) for card in across]
        place = pair_index(tables.pairs, *kinds)
        expected = naive_sums(SCHEME, cap, hole.cards, across)
        for (i, bet), (j, reply) in product(enumerate(SCHEME.multiples), repeat=2):
            assert cents * int(sums[i, j, place]) == expected[bet, reply]


def test_between_the_ends_a_bet_can_be_best_under_a_limit() -> None:
    """Why every multiple is tried: without a limit the best bet is always the smallest or the largest."""
    hole = hole_named("QJs")
    row = Solution.row(hole)
    sums = capped_sums(SCHEME, Cap(1000, 60_000), hole.shape, row, row + 1)[0]
    assert (sums[:, 1] > np.maximum(sums[:, 0], sums[:, 2])).any()


@pytest.mark.parametrize(
    ("hole", "across", "down", "middle"),
    [
        ("Ah Kh", "Qh Jh", "9h 8h", "Th"),
        ("9h 8h", "7h 6h", "Qh Jh", "Th"),
        ("Ah Ac", "Ad As", "9h 8h", "Th"),
        ("Ah Kc", "2d 3s", "Jh Jc", "4h"),
        ("2h 3c", "2d 3s", "2s 7c", "3h"),
    ],
)
@pytest.mark.parametrize("bets", [(1, 1, 1), (3, 3, 3), (3, 1, 2)])
@pytest.mark.parametrize("ante_cents", [200, 1000])
def test_the_limit_as_the_table_applies_it(
    hole: str, across: str, down: str, middle: str, bets: tuple[int, int, int], ante_cents: int
) -> None:
    own, left_right, far_near = (parse_cards(text) for text in (hole, across, down))
    cross = dict(
        zip(
            ("across_left", "across_right", "down_far", "down_near", "middle"),
            (*left_right, *far_near, *parse_cards(middle)),
            strict=True,
        )
    )
    wagers = dict.fromkeys(("ante_across", "ante_down"), ante_cents)
    wagers |= {spot: bet * ante_cents for spot, bet in zip(("across", "down", "middle"), bets, strict=True)}
    settled = settle(BOOK, cross, (), [SeatStake(1, (own[0], own[1]), wagers)])
    hands = [ranker().hand(*own, *pair, *parse_cards(middle)) for pair in (left_right, far_near)]
    limit = BOOK.aggregate_limit.amount_cents
    assert limit is not None
    won, cut = Cap(ante_cents, limit).won_cents(SCHEME, hands[0], hands[1], bets)
    assert won == sum(line.won + line.cut for line in settled.wagers)
    assert cut == sum(line.cut for line in settled.wagers)


def test_the_cardroom_at_its_antes() -> None:
    reported: list[float] = []
    effects = cap_effects(SCHEME, [200, 1000], 300_000, covered_wagers(BOOK), reported.append)
    assert reported == sorted(reported)
    assert reported[-1] == 1
    for effect in effects:
        assert effect.same_play < effect.best_play < effect.without_limit
        assert effect.cost == effect.without_limit - effect.best_play
    assert all(smaller.cost < larger.cost for smaller, larger in pairwise(effects))
    assert [effect.changed_hands for effect in effects] == [(), ("QJs",)]
    # Percentages of both antes.
    assert [f"{-50 * float(effect.best_play):.4f}" for effect in effects] == ["5.8314", "6.0895"]
    assert effects[1].cap == Cap(1000, 300_000)


def test_a_strategy_that_was_counted_is_cut_where_it_wins_too_much() -> None:
    """Compute the cut again from the distribution: net results above the limit in antes, with no line lost."""
    counted = strategy_tally(best_strategy(solve(SCHEME)), SCHEME.multiples, SCHEME.ace_low_straight)
    free = Fraction(counted.value(SCHEME), int(counted.played.sum()) + int(counted.folded.sum()))
    assert value_under_cap(counted, SCHEME, Cap(100, 10**9)) == free
    # With 1,600 antes only the one greatest result is cut: a royal flush beside a straight flush or a flush.
    outcomes = counted.outcomes(SCHEME)
    above = sum((net - 1_600) * deals for net, deals in outcomes.items() if net > 1_600)
    assert above > 0
    assert value_under_cap(counted, SCHEME, Cap(100, 160_000)) == free - Fraction(above, sum(outcomes.values()))


def test_which_wagers_count() -> None:
    assert covered_wagers(BOOK) == ALL_WAGERS
    only: Covers = (True, False, True, False, False)
    # No house may narrow the list, so the book is changed by hand.
    limit = replace(BOOK.aggregate_limit, covers=frozenset({"ante_across", "across"}))
    assert covered_wagers(replace(BOOK, aggregate_limit=limit)) == only


def test_refusals() -> None:
    with pytest.raises(BadInput) as refused:
        solve_capped(SCHEME, Cap(0, MOST_CENTS + 1))
    assert len(refused.value.faults) == 2
    with pytest.raises(BadInput, match="too large together"):
        solve_capped(encode(BOOK, {"royal_flush": MOST_ODDS}), Cap(10**11, 10**11 + 1))
