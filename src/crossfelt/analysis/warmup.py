"""Compiles every kernel once: `python -m crossfelt.analysis.warmup`, so that nobody waits for it later."""

from __future__ import annotations

from crossfelt.analysis.encode import encode
from crossfelt.analysis.solver import solve
from crossfelt.analysis.strategy import best_strategy
from crossfelt.analysis.strategy_card import followed
from crossfelt.analysis.tally import best_tally, strategy_tally
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.kernels import hands


def warm_up() -> None:
    """Runs everything compiled on small jobs, in the integer types that printed pay tables need."""
    hands.warm_up()
    solution = solve(encode(load_rule_book("maryland")))
    best_tally(solution)
    strategy = best_strategy(solution)
    strategy_tally(strategy, solution.scheme.multiples, solution.scheme.ace_low_straight)
    followed(solution.scheme, strategy, None)


if __name__ == "__main__":
    warm_up()
