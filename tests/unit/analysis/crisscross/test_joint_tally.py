"""Bonus and main game in one round: the count has the right margins, agrees with dealing card by card, and the sample
agrees with the count."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from functools import cache
from itertools import combinations

import numpy as np
import pytest

from crossfelt.analysis.crisscross.bonus import bonus_results
from crossfelt.analysis.crisscross.encode import Scheme, encode
from crossfelt.analysis.crisscross.joint_tally import JointTally, joint_tally, sampled_covariance
from crossfelt.analysis.crisscross.solver import Solution, solve
from crossfelt.analysis.crisscross.strategy import Strategy, best_strategy
from crossfelt.analysis.crisscross.symmetry import DEALS, HoleClass, hole_classes, kind_of, pair_index, pair_table
from crossfelt.analysis.crisscross.tables import INT32, INT64, setting_of, shape_tables, ways_of
from crossfelt.analysis.crisscross.tally import strategy_tally
from crossfelt.cards import DECK, Card
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.errors import BadInput
from crossfelt.kernels.crisscross.joint_tally import tally_jointly
from crossfelt.kernels.crisscross.lines import Ways
from crossfelt.kernels.crisscross.tally import TallyArrays
from crossfelt.kernels.hands import categories
from crossfelt.ranking import Hand
from tests.support.scale import scaled

BOOK = load_rule_book("cardroom")


@cache
def scheme() -> Scheme:
    return encode(BOOK)


@cache
def solution() -> Solution:
    return solve(scheme())


@cache
def strategy() -> Strategy:
    return best_strategy(solution())


@cache
def joint() -> JointTally:
    return joint_tally(scheme(), strategy())


def test_the_margins_are_the_main_game_and_the_bonus_alone() -> None:
    nets: Counter[int] = Counter()
    hands: Counter[Hand] = Counter()
    for (net, hand), deals in joint().outcomes.items():
        nets[net] += deals
        hands[hand] += deals
    assert nets == strategy_tally(strategy(), scheme().multiples, True).outcomes(scheme())
    draws = bonus_results(BOOK)["five_card_bonus"].counts
    # Five community cards split into two pairs and a middle in 30 ways, with any two of the 47 others as the hand.
    assert hands == {hand: count * 30 * 1081 for hand, count in draws.items()}


def test_the_variance_of_the_sum_by_two_ways() -> None:
    bonus = bonus_results(BOOK)["five_card_bonus"]
    outcomes = strategy_tally(strategy(), scheme().multiples, True).outcomes(scheme())
    mean = Fraction(sum(net * deals for net, deals in outcomes.items()), DEALS)
    main = Fraction(sum(net**2 * deals for net, deals in outcomes.items()), DEALS) - mean**2
    for stake in (Fraction(0), Fraction(1), Fraction(5, 2)):
        by_parts = main + stake**2 * bonus.variance + 2 * stake * joint().covariance(bonus.odds)
        total = joint().total(bonus.odds, stake)
        middle = sum((net * deals for net, deals in total.items()), Fraction(0)) / DEALS
        spread = sum((deals * (net - middle) ** 2 for net, deals in total.items()), Fraction(0)) / DEALS
        assert spread == by_parts
    assert sum(joint().total(bonus.odds).values()) == DEALS


PAIRS = {
    "QQ": [(0, 3), (2, 9), (4, 4)],
    "AKo": [(0, 1), (3, 4), (5, 5)],
    "QJs": [(0, 2), (2, 14), (14, 15), (3, 8)],
    "54o": [(0, 1), (6, 7)],
    "32s": [(13, 23), (4, 5)],
}
"""Starting hand -> kinds of across pair to go through: own and other ranks, pairs, cards of the suit. 54o folds."""


@pytest.mark.parametrize("name", PAIRS)
def test_across_pairs_card_by_card(name: str) -> None:
    """Every across pair of a kind, then all 51,888 ways to go on, each ranked and settled on its own."""
    hole = next(hole for hole in hole_classes() if hole.name == name)
    for first, second in PAIRS[name]:
        p = pair_index(pair_table(hole.shape), first, second)
        assert counted(hole, p) == dealt(hole, p)


def dealt(hole: HoleClass, p: int) -> dict[tuple[int, int], int]:
    results: Counter[tuple[int, int]] = Counter()
    for across in combinations([card for card in DECK if card not in hole.cards], 2):
        if pair_number(hole, *across) == p:
            results += go_on(hole, p, across)
    return results


def go_on(hole: HoleClass, p: int, across: tuple[Card, Card]) -> Counter[tuple[int, int]]:
    """Net result and community hand, over all down pairs and middle cards."""
    pay, ante, bets = (np.array(values) for values in (scheme().pay, scheme().ante, scheme().multiples))
    left = [card for card in DECK if card not in (*hole.cards, *across)]
    rest = [(*down, middle) for down in combinations(left, 2) for middle in left if middle not in down]
    down, middle = np.array(rest, np.uint8)[:, :2], np.array(rest, np.uint8)[:, 2:]
    own, turned = (np.tile(np.array(cards, np.uint8), (len(rest), 1)) for cards in (hole.cards, across))
    one, two, community = (
        categories(np.concatenate(parts, 1))
        for parts in ((own, turned, middle), (own, down, middle), (turned, down, middle))
    )
    part, row = strategy()[hole.shape], Solution.row(hole)
    first = int(part.first[row])
    second = int(part.second[row, p]) if first else 0
    numbers = {pair: pair_number(hole, *pair) for pair in combinations(left, 2)}
    third = np.array([part.third[row, p, numbers[a, b]] if second else 0 for a, b, _ in rest])
    net = ante[one] + ante[two] + bets[first - 1] * pay[one] + bets[second - 1] * pay[two]
    net += bets[third - 1] * pay[np.maximum(one, two)]
    given_up = -2 - (bets[first - 1] if first else 0) - (bets[second - 1] if second else 0)
    return Counter(zip(np.where(third > 0, net, given_up).tolist(), community.tolist(), strict=True))


def pair_number(hole: HoleClass, first: Card, second: Card) -> int:
    return pair_index(pair_table(hole.shape), *(kind_of(hole, hole.cards[0] & 3, card) for card in (first, second)))


def counted(hole: HoleClass, p: int) -> dict[tuple[int, int], int]:
    """The kernel for one hole and one kind of across pair."""
    tables = shape_tables(hole.shape)
    ways = np.zeros(tables.pairs.pairs, np.int64)
    ways[p] = tables.pairs.ways[p]
    holes = np.zeros(len(tables.holes), np.int64)
    holes[Solution.row(hole)] = 1
    pay, ante, bets = scheme().pay, scheme().ante, scheme().multiples
    size, nets = len(bets), sorted({net for net, _ in joint().outcomes})
    played = np.zeros((size, size, size, len(Hand), len(Hand)), np.int64)
    for i, j, k, one, two in np.ndindex(played.shape):
        net = ante[one] + ante[two] + bets[i] * pay[one] + bets[j] * pay[two] + bets[k] * pay[max(one, two)]
        played[i, j, k, one, two] = nets.index(net) if net in nets else -1
    folded = np.zeros((3, size, size), np.int64)
    for stage, i, j in np.ndindex(folded.shape):
        net = -2 - (bets[i] if stage else 0) - (bets[j] if stage == 2 else 0)
        folded[stage, i, j] = nets.index(net) if net in nets else -1
    result = np.zeros((len(nets) + 1, len(Hand)), np.int64)
    tally_jointly(
        setting_of(scheme(), hole.shape, INT64, INT32),
        Ways(ways, ways_of(hole.shape).down, holes),
        strategy()[hole.shape],
        TallyArrays(played, folded),
        result,
    )
    assert not result[-1].any()
    return {(nets[row], hand): int(count) for (row, hand), count in np.ndenumerate(result) if count}


def test_the_sample_is_near_the_count() -> None:
    bonus = bonus_results(BOOK)["five_card_bonus"]
    mean = Fraction(solution().numerator, DEALS)
    rounds = scaled(200_000, 5_000_000)
    result = sampled_covariance(scheme(), strategy(), mean, bonus, "community", rounds, seed=7)
    assert abs(result.covariance - float(joint().covariance(bonus.odds))) < 4 * result.standard_error
    assert result == sampled_covariance(scheme(), strategy(), mean, bonus, "community", rounds, seed=7)


def test_the_six_card_bonus_is_sampled() -> None:
    """High cards in the hole help both, so the two go up and down together."""
    bonus = bonus_results(BOOK)["six_card_bonus"]
    mean = Fraction(solution().numerator, DEALS)
    result = sampled_covariance(scheme(), strategy(), mean, bonus, "hole_and_bonus", scaled(300_000, 5_000_000), seed=1)
    assert result.covariance > 2 * result.standard_error > 0
    with pytest.raises(BadInput, match="at least two rounds"):
        sampled_covariance(scheme(), strategy(), mean, bonus, "hole_and_bonus", 1, seed=1)
