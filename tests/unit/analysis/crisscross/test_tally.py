"""Every deal is counted once, in the cell that a count hand by hand puts it in."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from crossfelt.analysis.crisscross.encode import encode
from crossfelt.analysis.crisscross.solver import solve
from crossfelt.analysis.crisscross.symmetry import pair_table
from crossfelt.analysis.crisscross.tables import INT16, INT64, hand_tables, kinds_of, new_hands, shape_tables, ways_of
from crossfelt.analysis.crisscross.tally import best_tally, new_tally_arrays, slots_of
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.kernels.crisscross.lines import Decisions, line_hands
from crossfelt.kernels.crisscross.tally import TallyArrays, new_tally_room, tally_strategy
from tests.support.other_books import with_multiples

MARYLAND = load_rule_book("maryland")
CASES: dict[str, tuple[RuleBook, dict[str, object]]] = {
    "as printed": (MARYLAND, {}),
    "other odds": (load_rule_book("cardroom"), {}),
    "no ace-low straight": (load_rule_book("maryland", {"ace_low_straight": False}), {}),
    "one multiple": (with_multiples(MARYLAND, [2]), {}),
    "two multiples": (with_multiples(MARYLAND, [1, 3]), {}),
    "a lower hand pays more": (MARYLAND, {"two_pair": 9}),
    "sums beyond 16 bits": (MARYLAND, {"royal_flush": 1_000_000}),
}


@pytest.mark.parametrize(("book", "pay"), CASES.values(), ids=CASES.keys())
def test_the_best_play_counted_is_worth_what_was_solved(book: RuleBook, pay: dict[str, object]) -> None:
    scheme = encode(book, pay)
    solution = solve(scheme)
    assert best_tally(solution).value(scheme) == solution.numerator


@pytest.mark.parametrize("shape", ["paired", "mixed", "suited"])
def test_any_decisions_are_counted_cell_by_cell(shape: str) -> None:
    """Two holes that decide at random."""
    draw, whole = np.random.default_rng(1), kinds_of(shape, INT64)
    kinds = whole._replace(ranks=whole.ranks[[0, 7]])
    pairs = kinds.pairs
    decisions = Decisions(
        np.array([3, 1], np.int8),
        draw.integers(0, 4, (2, pairs)).astype(np.int8),
        draw.integers(0, 4, (2, pairs, pairs)).astype(np.int8),
    )
    ways = ways_of(shape, INT16)._replace(holes=np.array([6, 12]))
    counted = new_tally_arrays(3)
    room = new_tally_room(new_hands(shape), kinds, slots_of(shape), 3)
    tally_strategy(kinds, hand_tables(True), ways, slots_of(shape), decisions, room, counted)
    expected = new_tally_arrays(3)
    for hole in range(2):
        _count(shape, hole, kinds, int(ways.holes[hole]), decisions, expected)
    assert np.array_equal(counted.played, expected.played)
    assert np.array_equal(counted.folded, expected.folded)


def _count(shape: str, hole: int, kinds: Any, holes: int, decisions: Decisions, expected: TallyArrays) -> None:
    """Adds one hole's deals, every down pair and middle card for itself."""
    table, result = shape_tables(shape).pairs, new_hands(shape)
    line_hands(kinds, hole, hand_tables(True), result)
    i, columns = int(decisions.first[hole]) - 1, np.arange(kinds.pairs)
    for p in range(kinds.pairs):
        j = int(decisions.second[hole, p]) - 1
        deals = holes * int(table.ways[p]) * table.ways_after[p].astype(np.int64)
        if j < 0:
            expected.folded[1, i, 0] += 46 * deals.sum()
            continue
        third = decisions.third[hole, p].astype(np.int64) - 1
        expected.folded[2, i, j] += 46 * deals[third < 0].sum()
        for kind in range(table.kinds):
            left = int(table.counts[kind]) - (table.first[p] == kind) - (table.second[p] == kind)
            cards = left - (table.first == kind).astype(np.int64) - (table.second == kind)
            down = result[kind, columns]
            played = third >= 0
            cells = (i, j, third[played], result[kind, p], down[played])
            np.add.at(expected.played, cells, (deals * cards)[played])


@pytest.mark.parametrize(("shape", "slots"), [("paired", 91), ("mixed", 91), ("suited", 91 + 55)])
def test_slots_hold_every_pair_once(shape: str, slots: int) -> None:
    pairs, result = pair_table(shape), slots_of(shape)
    assert len(set(result.of_pairs.tolist())) == slots
    assert all(result.of_pairs[result.examples[slot]] == slot for slot in set(result.of_pairs.tolist()))
    suited = pairs.first >= 13
    assert ((result.of_pairs >= result.suited) == suited).all()
