"""The quick count of the best play is the count of the best strategy, cell by cell."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from crossfelt.analysis.encode import encode
from crossfelt.analysis.solver import solve
from crossfelt.analysis.strategy import best_strategy
from crossfelt.analysis.symmetry import pair_table
from crossfelt.analysis.tally import best_tally, slots_of, strategy_tally
from crossfelt.crisscross.resolve import load_rule_book

CASES: dict[str, tuple[str, dict[str, Any], dict[str, object]]] = {
    "as printed": ("maryland", {}, {}),
    "other odds": ("cardroom", {}, {}),
    "no ace-low straight": ("maryland", {"ace_low_straight": False}, {}),
    "one multiple": ("maryland", {"bet_multiples": [2]}, {}),
    "two multiples": ("maryland", {"bet_multiples": [1, 3]}, {}),
    "a lower hand pays more": ("maryland", {}, {"two_pair": 9}),
    "sums beyond 16 bits": ("maryland", {}, {"royal_flush": 1_000_000}),
}


@pytest.mark.parametrize(("rules", "options", "pay"), CASES.values(), ids=CASES.keys())
def test_both_tallies_agree(rules: str, options: dict[str, Any], pay: dict[str, object]) -> None:
    scheme = encode(load_rule_book(rules, options), pay)
    solution = solve(scheme)
    quick = best_tally(solution)
    slow = strategy_tally(best_strategy(solution), scheme.multiples, scheme.ace_low_straight)
    assert np.array_equal(quick.played, slow.played)
    assert np.array_equal(quick.folded, slow.folded)
    assert quick.value(scheme) == solution.numerator


@pytest.mark.parametrize(("shape", "slots"), [("paired", 91), ("mixed", 91), ("suited", 91 + 55)])
def test_slots_hold_every_pair_once(shape: str, slots: int) -> None:
    pairs, found = pair_table(shape), slots_of(shape)
    assert len(set(found.of_pairs.tolist())) == slots
    assert all(found.of_pairs[found.examples[slot]] == slot for slot in set(found.of_pairs.tolist()))
    suited = pairs.first >= 13
    assert ((found.of_pairs >= found.suited) == suited).all()
