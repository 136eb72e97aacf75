"""Run every kernel of simulated tables once on a small job, so that it is compiled before first use."""

from __future__ import annotations

from collections.abc import Iterator

from crossfelt.analysis.crisscross.encode import encode
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.simulation.plan import SeatStrategy, SeatWager, plan_of
from crossfelt.simulation.run import prepare


def warm_up() -> Iterator[str]:
    """Yield the name of each kernel group before it is compiled."""
    book = load_rule_book("maryland")
    scheme, seats = encode(book), (SeatStrategy("never-fold"),)
    yield "simulated tables"
    prepare(plan_of(book, scheme, 1, seats, 1, 1, is_controlled=True)).play(0, 1)
    yield "simulated tables with every wager"
    prepare(plan_of(book, scheme, 1, seats, 1, 1, wagers=(SeatWager("five_card_bonus", 500),))).play(0, 1)
