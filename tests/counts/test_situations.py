"""Situations that differ when suits may be exchanged: by the orbit-counting lemma and by naming one card at a time.

The lemma: exchanges of suits form a group of 24; the number of situations is the average, over the group, of how many
deals an exchange leaves as they are. The other way gives each situation one name, the smallest that any exchange gives
its cards, and counts names.
"""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.crisscross.symmetry import DEALS, class_of, hole_classes
from crossfelt.cards import DECK
from tests.support.scale import scaled

HOLES, WITH_ACROSS, WITH_DOWN = 169, 93_769, 82_491_084
EXCHANGES = tuple(permutations(range(4)))
"""Each tells the new suit of every suit; the first leaves all as they are."""


@cache
def exchanged() -> NDArray[np.int64]:
    """[exchange, card] -> card."""
    return np.array([[card & ~3 | suits[card & 3] for card in DECK] for suits in EXCHANGES], np.int64)


@cache
def pairs() -> NDArray[np.int64]:
    """Every pair of cards, lower card first."""
    return np.array(list(combinations(DECK, 2)), np.int64)


def names(first: NDArray[np.int64], second: NDArray[np.int64]) -> NDArray[np.int64]:
    """One number for a pair of cards in either order."""
    return np.maximum(first, second) * 52 + np.minimum(first, second)


@cache
def named_with_across() -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The smallest name of every situation with hole and across pair, and how many deals have it."""
    hole = np.repeat(pairs(), len(pairs()), 0)
    across = np.tile(pairs(), (len(pairs()), 1))
    is_deal = ~(hole[:, :, None] == across[:, None, :]).any((1, 2))
    hole, across = hole[is_deal], across[is_deal]
    smallest = np.full(len(hole), np.iinfo(np.int64).max)
    for cards in exchanged():
        name = names(cards[hole[:, 0]], cards[hole[:, 1]]) * 52**2 + names(cards[across[:, 0]], cards[across[:, 1]])
        np.minimum(smallest, name, out=smallest)
    return np.unique(smallest, return_counts=True)


def test_holes() -> None:
    smallest = np.min([names(cards[pairs()[:, 0]], cards[pairs()[:, 1]]) for cards in exchanged()], 0)
    assert len(np.unique(smallest)) == HOLES == len(hole_classes())
    # The 169 classes of the solver are the same: one class, one name.
    classes = [class_of(first, second).index for first, second in combinations(DECK, 2)]
    assert len(set(zip(classes, smallest.tolist(), strict=True))) == HOLES
    assert [classes.count(hole.index) for hole in hole_classes()] == [hole.holes for hole in hole_classes()]


def test_with_the_across_pair() -> None:
    result, deals = named_with_across()
    assert len(result) == WITH_ACROSS
    assert int(deals.sum()) == 1_326 * 1_225


def test_with_the_down_pair() -> None:
    """For each situation before it, pairs count as one when an exchange that changes nothing seen makes them equal."""
    seen = cards_of_names(named_with_across()[0])
    total = 0
    for exchanges, rows in by_symmetry(seen).items():
        if exchanges == (0,):
            total += len(rows) * 1_128
            continue
        # How a pair can be renamed depends on the exchanges alone, so the pairs of the whole deck are named once.
        chosen = exchanged()[list(exchanges)]
        smallest = np.min([names(cards[pairs()[:, 0]], cards[pairs()[:, 1]]) for cards in chosen], 0)
        is_first = smallest == names(pairs()[:, 0], pairs()[:, 1])
        is_seen = np.zeros((len(rows), 52), np.bool_)
        is_seen[np.arange(len(rows))[:, None], rows] = True
        first, second = pairs()[is_first].T
        total += int(np.count_nonzero(~is_seen[:, first] & ~is_seen[:, second]))
    assert total == WITH_DOWN


def test_names_of_whole_situations_agree() -> None:
    """Every down pair beside some situations, renamed with hole and across pair by all 24 exchanges."""
    seen = cards_of_names(named_with_across()[0])
    count = scaled(200, 5_000)
    chosen = seen[np.random.default_rng(20261115).choice(len(seen), count, replace=False)]
    for exchanges, rows in by_symmetry(chosen).items():
        swapped = exchanged()[list(exchanges)].tolist()
        for row in rows.tolist():
            left = [pair for pair in combinations(DECK, 2) if not set(pair) & set(row)]
            fixed = sum({cards[first], cards[second]} == {first, second} for cards in swapped for first, second in left)
            assert len(whole_names(row, np.array(left))) * len(exchanges) == fixed


def whole_names(row: list[int], down: NDArray[np.int64]) -> NDArray[np.int64]:
    """The smallest name of each situation of these hole and across cards with one of these down pairs."""
    smallest = np.full(len(down), np.iinfo(np.int64).max)
    for cards in exchanged():
        a, b, c, d = cards[row]
        known = names(a, b) * 52**2 + names(c, d)
        np.minimum(smallest, known * 52**2 + names(cards[down[:, 0]], cards[down[:, 1]]), out=smallest)
    return np.unique(smallest)


def test_the_orbit_counting_lemma_finds_the_same() -> None:
    def situations(groups: tuple[int, ...]) -> Fraction:
        return Fraction(sum(unchanged(suits, groups) for suits in EXCHANGES), len(EXCHANGES))

    assert unchanged(EXCHANGES[0], (2, 2, 2, 1)) == DEALS
    assert situations((2,)) == HOLES
    assert situations((2, 2)) == WITH_ACROSS
    assert situations((2, 2, 2)) == WITH_DOWN


def unchanged(suits: tuple[int, ...], groups: tuple[int, ...]) -> int:
    """Deals of groups of one or two cards that an exchange leaves as they are.

    A single card must keep its suit. The two cards of a pair either keep theirs or change places with each other.
    """
    keeping = 13 * sum(suits[suit] == suit for suit in range(4))
    swapping = 13 * sum(suits[suits[suit]] == suit < suits[suit] for suit in range(4))

    def count(groups: tuple[int, ...], keeping: int, swapping: int) -> int:
        if not groups:
            return 1
        size, *rest = groups
        if size == 1:
            return keeping * count(tuple(rest), keeping - 1, swapping) if keeping else 0
        total = swapping * count(tuple(rest), keeping, swapping - 1) if swapping else 0
        if keeping >= 2:
            total += keeping * (keeping - 1) // 2 * count(tuple(rest), keeping - 2, swapping)
        return total

    return count(groups, keeping, swapping)


def cards_of_names(result: NDArray[np.int64]) -> NDArray[np.int64]:
    """[situation, card] of names of two pairs."""
    hole, across = np.divmod(result, 52**2)
    return np.stack([*np.divmod(hole, 52), *np.divmod(across, 52)], 1)


def by_symmetry(seen: NDArray[np.int64]) -> dict[tuple[int, ...], NDArray[np.int64]]:
    """Numbers of the exchanges that change nothing -> the situations of hole and across pair for which this holds."""
    hole, across = names(seen[:, 0], seen[:, 1]), names(seen[:, 2], seen[:, 3])
    keeps = np.stack(
        [
            (names(cards[seen[:, 0]], cards[seen[:, 1]]) == hole)
            & (names(cards[seen[:, 2]], cards[seen[:, 3]]) == across)
            for cards in exchanged()
        ],
        1,
    )
    results = {}
    for row in np.unique(keeps, axis=0):
        results[tuple(np.flatnonzero(row).tolist())] = seen[(keeps == row).all(1)]
    return results
