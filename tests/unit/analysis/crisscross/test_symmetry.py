"""Kinds of card and kinds of pair, against the cards themselves."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations

import numpy as np
import pytest

from crossfelt.analysis.crisscross.symmetry import (
    DEALS,
    DEALS_PER_HOLE,
    HOLES,
    LANES,
    HoleClass,
    class_of,
    hole_classes,
    kind_of,
    kind_ranks,
    pair_index,
    pair_table,
)
from crossfelt.cards import DECK, Card, parse_cards
from crossfelt.ranking import ranker
from tests.support.scale import scaled

SHAPES = ("paired", "mixed", "suited")


def test_the_size_of_the_game() -> None:
    assert HOLES == 1_326
    assert DEALS_PER_HOLE == 63_562_800
    assert DEALS == 84_284_272_800


def test_starting_hands() -> None:
    classes = hole_classes()
    assert [hole.index for hole in classes] == list(range(169))
    assert Counter(hole.shape for hole in classes) == {"paired": 13, "mixed": 78, "suited": 78}
    assert [classes[place].name for place in (0, 12, 13, 90, 91, 168)] == ["AA", "22", "AKo", "32o", "AKs", "32s"]
    results = Counter(class_of(first, second) for first, second in combinations(DECK, 2))
    assert results == {hole: hole.holes for hole in classes}
    for hole in classes:
        assert class_of(*hole.cards) == class_of(*reversed(hole.cards)) == hole


@pytest.mark.parametrize(("shape", "kinds", "pairs"), [("paired", 13, 91), ("mixed", 13, 91), ("suited", LANES, 289)])
def test_kinds_and_pairs(shape: str, kinds: int, pairs: int) -> None:
    table = pair_table(shape)
    assert (table.kinds, table.pairs) == (kinds, pairs)
    assert int(table.counts.sum()) == 50
    for number, (first, second) in enumerate(zip(table.first.tolist(), table.second.tolist(), strict=True)):
        assert pair_index(table, first, second) == pair_index(table, second, first) == number


def test_states() -> None:
    """A state is an unordered pair of kinds of pair, since across and down are alike."""
    sizes = {shape: pair_table(shape).pairs for shape in SHAPES}
    states = sum(sizes[hole.shape] * (sizes[hole.shape] + 1) // 2 for hole in hole_classes())
    assert states == 78 * 41_905 + 91 * 4_186 == 3_649_516


@pytest.mark.parametrize("shape", SHAPES)
def test_ways_are_counts_of_cards(shape: str) -> None:
    """Every pair of the 50 cards left, then every pair of the 48 left beside it."""
    table = pair_table(shape)
    for hole in [hole for hole in hole_classes() if hole.shape == shape][:: scaled(40, 1)]:
        kinds = {card: kind_of(hole, hole.cards[0] & 3, card) for card in DECK if card not in hole.cards}
        assert Counter(kinds.values()) == dict(enumerate(table.counts.tolist()))
        numbers = {pair: pair_index(table, kinds[pair[0]], kinds[pair[1]]) for pair in combinations(kinds, 2)}
        assert np.array_equal(np.bincount(list(numbers.values())), table.ways)
        example = {number: pair for pair, number in numbers.items()}
        for number, gone in list(example.items())[:: scaled(17, 1)]:
            left = [other for pair, other in numbers.items() if not set(pair) & set(gone)]
            assert np.array_equal(np.bincount(left, minlength=table.pairs), table.ways_after[number])


def test_kinds_have_the_rank_of_their_cards() -> None:
    for hole in hole_classes():
        ranks = kind_ranks(hole)
        for card in DECK:
            if card not in hole.cards:
                kind = kind_of(hole, hole.cards[0] & 3, card)
                assert ranks[kind] == card >> 2
                assert (kind >= 13) == (hole.suited and card & 3 == hole.cards[0] & 3)


def test_cards_of_a_kind_make_the_same_hand() -> None:
    """It doesn't matter what else is in the line, or in which suits."""
    chance = random.Random(20261115)
    hand = ranker().hand
    known: dict[tuple[HoleClass, tuple[int, ...]], int] = {}
    repeats = 0
    for _ in range(scaled(40_000, 2_000_000)):
        a, b, *line = chance.sample(DECK, 5)
        hole = class_of(a, b)
        kinds = tuple(sorted(kind_of(hole, a & 3, card) for card in line))
        result = hand(a, b, *line)
        repeats += (hole, kinds) in known
        assert known.setdefault((hole, kinds), result) == result
    assert repeats > 1_000


@pytest.mark.parametrize(
    ("cards", "name", "shape"),
    [("Ah Kh", "AKs", "suited"), ("Kd Ah", "AKo", "mixed"), ("2s 2c", "22", "paired"), ("9c Tc", "T9s", "suited")],
)
def test_names(cards: str, name: str, shape: str) -> None:
    first, second = parse_cards(cards)
    hole = class_of(Card(first), Card(second))
    assert (hole.name, hole.shape) == (name, shape)
