"""What is to be simulated: a table, who sits at it, how many rounds. All that a result depends on, and no more."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256

from crossfelt.analysis.caps import Cap
from crossfelt.analysis.encode import Scheme
from crossfelt.analysis.strategy_card import StrategyCard
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.errors import BadInput
from crossfelt.jsontext import canonical_json

NAMED = ("optimal", "card", "always-1x", "never-fold")
"""Strategies that need no file."""
MOST_ROUNDS = 10**13
MOST_SEED = 2**63 - 1


@dataclass(frozen=True, slots=True)
class SeatStrategy:
    """How a seat decides: one of the names above, or the lines of a file under that file's name."""

    name: str
    card: StrategyCard | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """A table and how many rounds of it."""

    book: RuleBook
    scheme: Scheme
    seats: tuple[SeatStrategy, ...]
    rounds: int
    seed: int
    cap: Cap | None = None
    """The stakes and the aggregate limit, where that counts."""

    @property
    def hash(self) -> str:
        """All that the rounds of the plan depend on, in 64 hexadecimal digits. How many are wanted is left out, so that
        a run can be taken further."""
        multiples = self.scheme.multiples
        document = {
            "rules": self.book.hash,
            "pay": list(self.scheme.pay),
            "ante": list(self.scheme.ante),
            "seats": [seat.name if seat.card is None else seat.card.text(multiples) for seat in self.seats],
            "seed": self.seed,
            "cap": None if self.cap is None else [self.cap.ante_cents, self.cap.limit_cents, *self.cap.covers],
        }
        return sha256(canonical_json(document).encode()).hexdigest()


def plan_of(
    book: RuleBook, scheme: Scheme, seats: int, strategies: tuple[SeatStrategy, ...], rounds: int, seed: int,
    cap: Cap | None = None,
) -> Plan:  # fmt: skip
    """A plan from what somebody asked for; `BadInput` lists everything that is wrong with it."""
    faults = []
    if not 1 <= seats <= book.seat_count:
        faults.append(f"seats: must be 1 to {book.seat_count}, not {seats}")
    if not 1 <= rounds <= MOST_ROUNDS:
        faults.append(f"rounds: must be 1 to {MOST_ROUNDS:,}, not {rounds:,}")
    if not 0 <= seed <= MOST_SEED:
        faults.append(f"seed: must be 0 to {MOST_SEED}, not {seed}")
    for strategy in strategies:
        if strategy.card is None and strategy.name not in NAMED:
            faults.append(f"strategy: {strategy.name!r} is neither a file nor one of {', '.join(NAMED)}")
    if len(strategies) not in (1, seats):
        faults.append(f"strategy: give one for all seats or one for each of the {seats} seats, not {len(strategies)}")
    if faults:
        raise BadInput(faults)
    everybody = strategies * seats if len(strategies) == 1 else strategies
    return Plan(book, scheme, everybody, rounds, seed, cap)
