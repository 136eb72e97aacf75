"""Figures that others have printed for Criss Cross Poker, and for a relative of it that only the oracle can play.

Percentages name their base. Criss Cross Poker with the table 500/100/40/12/8/5/3/2/1, a push for 6s to 10s and antes at
even money; the unit is one ante, of which two are staked.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from itertools import combinations, permutations

import numpy as np
import pytest
from numpy.typing import NDArray

from crossfelt.analysis.crisscross.encode import Scheme, encode
from crossfelt.analysis.crisscross.solver import FOLD, Solution, solve
from crossfelt.analysis.crisscross.strategy import best_strategy
from crossfelt.analysis.crisscross.symmetry import DEALS, DEALS_PER_HOLE, hole_classes
from crossfelt.analysis.crisscross.tables import SHAPES, shape_tables
from crossfelt.analysis.crisscross.tally import Tally, strategy_tally
from crossfelt.cards import DECK
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.kernels.crisscross.lines import Decisions
from crossfelt.kernels.hands import categories
from crossfelt.ranking import Hand
from tests.naive.oracle import ANTE, Game, Street, Wager, best_value
from tests.support.scale import scaled

BASE = encode(load_rule_book("maryland"))


@pytest.fixture(scope="module")
def solution() -> Solution:
    return solve(BASE)


@pytest.fixture(scope="module")
def counted(solution: Solution) -> Tally:
    return strategy_tally(best_strategy(solution), BASE.multiples, BASE.ace_low_straight)


def test_the_house_edge_is_4_32_percent_of_both_antes(solution: Solution) -> None:
    """Printed cut off, not rounded: it is 4.3285%."""
    edge = -solution.numerator / solution.denominator / 2
    assert int(10_000 * edge) == 432
    assert f"{100 * edge:.4f}" == "4.3285"


@pytest.mark.parametrize(
    ("name", "value"), [("AKs", "1.558698389624"), ("22", "3.043010062489"), ("84o", "-1.817697898771")]
)
def test_values_of_starting_hands(solution: Solution, name: str, value: str) -> None:
    hole = next(hole for hole in hole_classes() if hole.name == name)
    assert f"{max(solution.first_values(hole)) / DEALS_PER_HOLE:.12f}" == value


def test_the_first_decision(solution: Solution) -> None:
    """Fold what is unsuited, unpaired and 5 high or lower; three antes on every pair and on queen and jack suited."""
    actions = {hole: solution.first_action(hole) for hole in hole_classes()}
    five = 3
    for hole, action in actions.items():
        assert (action == FOLD) == (hole.shape == "mixed" and hole.high <= five), hole.name
        assert (action == 3) == (hole.shape == "paired" or hole.name == "QJs"), hole.name
    holes = [sum(hole.holes for hole in actions if actions[hole] == action) for action in range(4)]
    assert holes == [72, 1_172, 0, 82]


def test_how_often_a_player_folds(counted: Tally) -> None:
    """Shares of all rounds."""
    first, second, third = (int(deals) for deals in counted.folded.sum((1, 2)))
    assert first == 72 * DEALS_PER_HOLE
    assert [f"{100 * deals / DEALS:.2f}" for deals in (first, second, third)] == ["5.43", "0.52", "4.48"]


def test_the_standard_deviation_is_9_60_antes(counted: Tally) -> None:
    outcomes = counted.outcomes(BASE)
    mean = counted.value(BASE) / DEALS
    deviation = (sum(deals * net * net for net, deals in outcomes.items()) / DEALS - mean**2) ** 0.5
    assert f"{deviation:.2f}" == "9.60"


def test_the_average_of_all_money_bet(counted: Tally) -> None:
    """5.86 antes, two of them the antes, of which the house keeps 1.476%."""
    wagered = -sum(net * deals for net, deals in counted.folds())
    for bets in np.ndindex(*counted.played.shape[:3]):
        wagered += (2 + sum(BASE.multiples[bet] for bet in bets)) * int(counted.played[bets].sum())
    assert f"{wagered / DEALS:.2f}" == "5.86"
    assert f"{-100 * counted.value(BASE) / wagered:.3f}" == "1.476"


# The middle card seen before the first bet. With it every pair of ends makes a hand at once, so only counts of hands
# matter: the pairs left beside a pair are all pairs less those that share a card with it.


@dataclass(frozen=True)
class Ends:
    """All pairs of ends beside the three cards that both lines share."""

    pairs: NDArray[np.uint8]
    hands: NDArray[np.uint8]
    """[pair] -> hand."""
    left: NDArray[np.int64]
    """[pair, hand] -> pairs with that hand that share no card with the pair."""


@cache
def triples() -> dict[tuple[int, ...], int]:
    """Hole and middle card, one triple for each class under exchange of suits -> how many it stands for."""
    results: Counter[tuple[int, ...]] = Counter()
    for triple in combinations(DECK, 3):
        results[
            min(tuple(sorted(card & ~3 | suits[card & 3] for card in triple)) for suits in permutations(range(4)))
        ] += 1
    assert (len(results), results.total()) == (1_755, 22_100)
    return dict(results)


def ends_beside(triple: tuple[int, ...]) -> Ends:
    pairs = np.array(list(combinations([card for card in DECK if card not in triple], 2)), np.uint8)
    shared = np.repeat(np.array([triple], np.uint8), len(pairs), 0)
    hands = categories(np.concatenate([shared, pairs], 1))
    by_card = np.zeros((52, len(Hand)), np.int64)
    for column in pairs.T:
        np.add.at(by_card, (column, hands), 1)
    left = np.bincount(hands, minlength=len(Hand)) - by_card[pairs[:, 0]] - by_card[pairs[:, 1]]
    left[np.arange(len(pairs)), hands] += 1  # The pair itself shares both cards: it was taken off twice.
    assert (left.sum(1) == 47 * 46 // 2).all()
    return Ends(pairs, hands, left)


def value_with_the_middle_seen(scheme: Scheme, triple: tuple[int, ...]) -> int:
    """Over all 1,176 across pairs and 1,081 down pairs."""
    ends = ends_beside(triple)
    pay, ante, bets = (np.array(entry, np.int64) for entry in (scheme.pay, scheme.ante, scheme.multiples))
    higher = pay[np.maximum.outer(np.arange(len(Hand)), np.arange(len(Hand)))]
    first, second, third = (bets.reshape(shape) for shape in ((-1, 1, 1, 1, 1), (1, -1, 1, 1, 1), (1, 1, -1, 1, 1)))
    played = ante[:, None] + ante + first * pay[:, None] + second * pay + third * higher
    folded = -(2 + first + second)
    known = np.maximum(played, folded).max(2)
    down = np.einsum("ph,ijph->ijp", ends.left, known[:, :, ends.hands])
    across = np.maximum(down.max(1), -(2 + bets)[:, None] * 1_081).sum(1)
    return max(int(across.max()), -2 * 1_176 * 1_081)


def test_the_player_has_49_37_percent_of_both_antes_when_the_middle_card_is_seen() -> None:
    total = sum(count * value_with_the_middle_seen(BASE, triple) for triple, count in triples().items())
    assert total == 27_742_048_200
    assert f"{100 * total / (22_100 * 1_176 * 1_081) / 2:.2f}" == "49.37"


def test_the_oracle_agrees_when_the_middle_card_is_seen() -> None:
    across, down = (0, 1, 2, 3, 4), (0, 1, 2, 5, 6)
    game = Game(
        known=3,
        streets=tuple(Street(BASE.multiples, cards) for cards in (2, 2, 0)),
        wagers=(
            Wager(ANTE, (across,), BASE.ante),
            Wager(ANTE, (down,), BASE.ante),
            Wager(0, (across,), BASE.pay),
            Wager(1, (down,), BASE.pay),
            Wager(2, (across, down), BASE.pay),
        ),
    )
    assert game.deals() == 1_176 * 1_081
    for triple in list(triples())[400 :: scaled(900, 40)]:
        assert best_value(game, [DECK[card] for card in triple]) == value_with_the_middle_seen(BASE, triple)


def test_the_two_hands_of_a_deal_fall_together_as_the_tally_says() -> None:
    """Every deal once, by the cards both lines share; a third of the deals of a triple has each card in the middle."""
    together = np.zeros((len(Hand), len(Hand)), np.int64)
    for triple, count in triples().items():
        ends = ends_beside(triple)
        for hand in np.unique(ends.hands):
            together[hand] += 3 * count * ends.left[ends.hands == hand].sum(0)
    always = {
        shape: Decisions(
            np.ones(len(tables.holes), np.int8),
            np.ones((len(tables.holes), tables.pairs.pairs), np.int8),
            np.ones((len(tables.holes), tables.pairs.pairs, tables.pairs.pairs), np.int8),
        )
        for shape, tables in ((shape, shape_tables(shape)) for shape in SHAPES)
    }
    assert np.array_equal(strategy_tally(always, (1,), BASE.ace_low_straight).played[0, 0, 0], together)


# Mississippi Stud: two cards, then three turned one by one, a bet of one to three antes before each.


@pytest.mark.parametrize(("straight", "edge"), [(4, "4.9149"), (5, "3.7591")])
def test_mississippi_stud(straight: int, edge: str) -> None:
    """House edge in percent of the ante, with a straight at 4 to 1 and at 5 to 1."""
    pay = (-1, -1, 0, 1, 2, 3, straight, 6, 10, 40, 100, 500)
    line = ((0, 1, 2, 3, 4),)
    game = Game(
        known=2,
        streets=(Street((1, 2, 3), 1),) * 3,
        wagers=tuple(Wager(street, line, pay) for street in (ANTE, 0, 1, 2)),
    )
    total = sum(hole.holes * best_value(game, hole.cards) for hole in hole_classes())
    assert f"{-100 * total / (1_326 * game.deals()):.4f}" == edge
