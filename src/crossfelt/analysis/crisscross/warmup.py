"""Run every kernel of Criss Cross once on a small job, so that it is compiled before first use."""

from __future__ import annotations

from collections.abc import Iterator

from crossfelt.analysis.crisscross.caps import Cap, capped_sums
from crossfelt.analysis.crisscross.encode import encode
from crossfelt.analysis.crisscross.joint_tally import joint_tally
from crossfelt.analysis.crisscross.protection import SEEN, sharing
from crossfelt.analysis.crisscross.seen_states import seen_states
from crossfelt.analysis.crisscross.solver import solve
from crossfelt.analysis.crisscross.strategy import best_strategy
from crossfelt.analysis.crisscross.tables import SHAPES
from crossfelt.analysis.crisscross.tally import strategy_tally
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.kernels import hands


def warm_up() -> Iterator[str]:
    """Yield the name of each kernel group before it is compiled, in the integer types that printed pay tables need."""
    yield "ranking hands"
    hands.warm_up()
    yield "solving the game"
    solution = solve(encode(load_rule_book("maryland")))
    scheme = solution.scheme
    yield "counting deals"
    strategy = best_strategy(solution)
    strategy_tally(strategy, scheme.multiples, scheme.ace_low_straight)
    yield "strategy cards"
    seen_states(solution)
    yield "bonus wagers beside the main game"
    joint_tally(scheme, strategy)
    yield "aggregate limits"
    capped_sums(scheme, Cap(500, 5_000_000), SHAPES[0], 0, 1)
    yield "exposed and shared cards"
    for values_of in SEEN.values():
        values_of(solution, SHAPES[0])
    sharing(scheme, 2, 1, 2)
