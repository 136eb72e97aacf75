"""Strategies as arrays, the tally of every deal under them, and single deals settled by the round engine."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from crossfelt.analysis.crisscross.encode import Scheme, encode
from crossfelt.analysis.crisscross.solver import FOLD, solve
from crossfelt.analysis.crisscross.strategy import Strategy, best_strategy
from crossfelt.analysis.crisscross.symmetry import DEALS, DEALS_PER_HOLE, class_of, kind_of, pair_index, pair_table
from crossfelt.analysis.crisscross.tables import SHAPES, shape_tables
from crossfelt.analysis.crisscross.tally import Tally, strategy_tally
from crossfelt.cards import DECK, Card
from crossfelt.crisscross.layout import ACROSS, DOWN, MIDDLE
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.crisscross.settlement import SeatStake, Settlement, settle
from crossfelt.kernels.crisscross.lines import Decisions
from crossfelt.ranking import Hand, ranker
from tests.support.scale import scaled

HOUSE = load_rule_book("massachusetts")
"""It sets no limit to what a round may win unless the operator does, and neither does the analysis."""
BASE = encode(HOUSE)
TEXTBOOK = (1_302_540, 337_920, 422_400, 337_920, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 36, 4)
"""Five-card hands of each `Hand`."""


def constant(first: int, second: int, third: int) -> Strategy:
    """The same three actions whatever the cards."""
    results = {}
    for shape in SHAPES:
        tables = shape_tables(shape)
        holes, pairs = len(tables.holes), tables.pairs.pairs
        results[shape] = Decisions(
            np.full(holes, first, np.int8),
            np.full((holes, pairs), second, np.int8),
            np.full((holes, pairs, pairs), third, np.int8),
        )
    return results


@pytest.fixture(scope="module")
def best() -> Strategy:
    return best_strategy(solve(BASE))


@pytest.fixture(scope="module")
def always() -> Tally:
    return strategy_tally(constant(1, 1, 1), BASE.multiples, BASE.ace_low_straight)


@pytest.mark.parametrize(
    "scheme",
    [
        BASE,
        encode(load_rule_book("cardroom")),
        replace(BASE, ace_low_straight=False),
        replace(BASE, multiples=(1, 3)),
        replace(BASE, multiples=(2,)),
        encode(HOUSE, {"royal_flush": 1_000_000}),
        encode(HOUSE, {"straight": 50, "flush": 1, "royal_flush": -1}),
    ],
)
def test_the_tally_of_the_best_strategy_is_the_value_of_the_game(scheme: Scheme) -> None:
    solution = solve(scheme)
    counted = strategy_tally(best_strategy(solution), scheme.multiples, scheme.ace_low_straight)
    assert counted.value(scheme) == solution.numerator
    assert sum(counted.outcomes(scheme).values()) == DEALS


def test_playing_to_the_end_meets_every_hand_as_often_as_the_textbook_says(always: Tally) -> None:
    """Across is five random cards, and so is down."""
    assert int(always.folded.sum()) == 0
    both = always.played[0, 0, 0]
    assert int(always.played.sum()) == int(both.sum()) == DEALS
    times = DEALS // 2_598_960
    assert both.sum(1).tolist() == both.sum(0).tolist() == [times * count for count in TEXTBOOK]
    assert np.array_equal(both, both.T)


def test_always_one_ante(always: Tally) -> None:
    """A little under 1.25 antes are lost; antes and line bets follow from the textbook counts alone."""
    value = always.value(BASE)
    assert value == -105_338_458_032
    assert f"{value / DEALS:.4f}" == "-1.2498"
    lines = sum(count * (odds + ante) for count, odds, ante in zip(TEXTBOOK, BASE.pay, BASE.ante, strict=True))
    higher = np.maximum.outer(np.arange(len(Hand)), np.arange(len(Hand)))
    middle = int((always.played[0, 0, 0] * np.array(BASE.pay)[higher]).sum())
    assert value == 2 * lines * (DEALS // 2_598_960) + middle


def test_larger_bets_scale(always: Tally) -> None:
    """Twice and three times the bets of the same deals, with the antes as they are."""
    antes = always.value(replace(BASE, pay=(0,) * len(Hand)))
    bets = always.value(replace(BASE, ante=(0,) * len(Hand)))
    for action in (2, 3):
        counted = strategy_tally(constant(action, action, action), BASE.multiples, BASE.ace_low_straight)
        assert counted.value(BASE) == antes + action * bets


@pytest.mark.parametrize(
    ("actions", "where", "net"),
    [
        ((FOLD, FOLD, FOLD), (0, 0, 0), -2),
        ((1, FOLD, FOLD), (1, 0, 0), -3),
        ((3, FOLD, FOLD), (1, 2, 0), -5),
        ((2, 3, FOLD), (2, 1, 2), -7),
    ],
)
def test_always_folding(actions: tuple[int, int, int], where: tuple[int, int, int], net: int) -> None:
    counted = strategy_tally(constant(*actions), BASE.multiples, BASE.ace_low_straight)
    assert int(counted.folded[where]) == DEALS
    assert counted.outcomes(BASE) == {net: DEALS}
    assert counted.folds() == [(net, DEALS)]


def test_a_fold_with_some_cards_counts_their_deals() -> None:
    """Fold aces at once, fold the second decision with every paired across end, bet 1x otherwise."""
    strategy = constant(1, 1, 1)
    strategy["paired"].first[0] = FOLD
    paired_ends = 0
    for shape in SHAPES:
        table = pair_table(shape)
        ranks = shape_tables(shape).ranks
        is_paired = ranks[:, table.first.astype(int)] == ranks[:, table.second.astype(int)]
        strategy[shape].second[is_paired] = FOLD
        weights = np.array([hole.holes for hole in shape_tables(shape).holes])
        played = weights * (strategy[shape].first != FOLD)
        paired_ends += int((is_paired @ table.ways.astype(np.int64)) @ played)
    counted = strategy_tally(strategy, BASE.multiples, BASE.ace_low_straight)
    assert int(counted.folded[0, 0, 0]) == 6 * DEALS_PER_HOLE
    # Of the 1,225 pairs beside two cards of one rank 73 are paired; beside two ranks 72 are.
    assert paired_ends == (78 - 6) * 73 + 1_248 * 72
    assert int(counted.folded[1, 0, 0]) == paired_ends * DEALS_PER_HOLE // 1_225


def test_single_deals_settle_as_the_tally_counts_them(best: Strategy) -> None:
    """Deal, decide by the arrays, settle with the round engine: the net is that of the scheme's formula."""
    chance = random.Random(20261115)
    counted = strategy_tally(best, BASE.multiples, BASE.ace_low_straight)
    outcomes = counted.outcomes(BASE)
    rounds = scaled(6_000, 1_000_000)
    total = 0
    seen: Counter[str] = Counter()
    for _ in range(rounds):
        cards = chance.sample(DECK, 7)
        actions = decisions(best, cards)
        ante = 100 * chance.randint(5, 100)
        settlement = settle_with_engine(cards, actions, ante)
        cents = sum(line.won + line.returned - line.staked for line in settlement.wagers)
        net, where = by_formula(cards, actions)
        assert cents == ante * net
        assert net in outcomes
        if isinstance(where, str):
            seen[where] += 1
        else:
            assert counted.played[where] > 0
            seen["played"] += 1
        total += net
    assert all(seen[name] for name in ("folded at across", "folded at down", "folded at middle", "played"))
    mean = counted.value(BASE) / DEALS
    variance = sum(deals * net * net for net, deals in outcomes.items()) / DEALS - mean * mean
    assert abs(total / rounds - mean) < 4 * (variance / rounds) ** 0.5
    for name, share in zip(("across", "down", "middle"), counted.folded.sum((1, 2)) / DEALS, strict=True):
        error = (share * (1 - share) / rounds) ** 0.5
        assert abs(seen[f"folded at {name}"] / rounds - share) < 4 * error


def decisions(strategy: Strategy, cards: list[Card]) -> tuple[int, ...]:
    """The actions up to a fold or the end; the first two cards are the hole, then across, down, middle."""
    hole = class_of(cards[0], cards[1])
    tables = shape_tables(hole.shape)
    row = tables.holes.index(hole)
    kinds = [kind_of(hole, cards[0] & 3, card) for card in cards[2:6]]
    across, down = pair_index(tables.pairs, *kinds[:2]), pair_index(tables.pairs, *kinds[2:])
    part = strategy[hole.shape]
    made = (int(part.first[row]), int(part.second[row, across]), int(part.third[row, across, down]))
    return made[: made.index(FOLD) + 1] if FOLD in made else made


def settle_with_engine(cards: list[Card], actions: tuple[int, ...], ante: int) -> Settlement:
    stages = ("across", "down", "middle")
    wagers = {"ante_across": ante, "ante_down": ante}
    for stage, action in zip(stages, actions, strict=False):
        if action != FOLD:
            wagers[stage] = ante * BASE.multiples[action - 1]
    folded_at = stages[len(actions) - 1] if FOLD in actions else None
    cross = dict(zip((*ACROSS, *DOWN, MIDDLE), cards[2:], strict=True))
    return settle(HOUSE, cross, (), [SeatStake(1, (cards[0], cards[1]), wagers, folded_at)])


def by_formula(cards: list[Card], actions: tuple[int, ...]) -> tuple[int, str | tuple[int, ...]]:
    """The net in antes, and where the tally counts the deal."""
    bets = [BASE.multiples[action - 1] for action in actions if action != FOLD]
    if FOLD in actions:
        return -2 - sum(bets), f"folded at {('across', 'down', 'middle')[len(bets)]}"
    a, b, c, d, e, f, middle = cards
    across, down = ranker().hand(a, b, c, d, middle), ranker().hand(a, b, e, f, middle)
    net = BASE.ante[across] + BASE.ante[down]
    net += sum(bet * BASE.pay[hand] for bet, hand in zip(bets, (across, down, max(across, down)), strict=True))
    return net, (*(action - 1 for action in actions), across, down)
