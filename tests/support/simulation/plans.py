"""Plans of simulations as several tests want them."""

from __future__ import annotations

from crossfelt.analysis.crisscross.encode import encode
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.simulation.plan import Plan, SeatStrategy, plan_of

SEED = 20261116


def a_plan(rules: str, *names: str, rounds: int, seats: int | None = None, ante_cents: int | None = None) -> Plan:
    """A seat for each strategy, or as many seats as are wanted for one; with an ante, under the aggregate limit."""
    book = load_rule_book(rules, {})
    strategies = tuple(SeatStrategy(name) for name in names)
    return plan_of(
        book, encode(book), len(names) if seats is None else seats, strategies, rounds, SEED, ante_cents=ante_cents
    )
