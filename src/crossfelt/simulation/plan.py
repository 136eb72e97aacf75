"""What is to be simulated: a table, who sits at it, how many rounds. All that a result depends on, and no more."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from crossfelt.analysis.caps import Cap, covered_wagers
from crossfelt.analysis.encode import Scheme
from crossfelt.analysis.strategy_card import StrategyCard
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.wagers import betting_faults, smallest_wagers
from crossfelt.errors import BadInput
from crossfelt.jsontext import canonical_json

Wagers = Mapping[str, int]
"""Spot -> cents, of one seat, beside antes and bets."""
NAMED = ("optimal", "card", "always-1x", "never-fold")
"""Strategies that need no file."""
MOST_ROUNDS = 10**13
MOST_SEED = 2**63 - 1


@dataclass(frozen=True, slots=True)
class SeatStrategy:
    """How a seat decides: one of the names above, or the lines of a file under that file's name."""

    name: str
    card: StrategyCard | None = None


@dataclass(frozen=True, slots=True)
class SeatWager:
    """A wager beside the main game, of one seat or, with None, of every seat."""

    spot: str
    cents: int
    seat: int | None = None


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
    ante_cents: int | None = None
    """What one ante is, where that is known."""
    wagers: tuple[Wagers, ...] = ()
    """What each seat wagers on more than the main game; nothing where nobody does."""
    is_controlled: bool = False
    """Whether the costs of decisions are counted too, as a control variate."""

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
            "ante_cents": self.ante_cents,
            "wagers": [dict(sorted(seat.items())) for seat in self.wagers],
            "controlled": self.is_controlled,
        }
        return sha256(canonical_json(document).encode()).hexdigest()


def plan_of(
    book: RuleBook,
    scheme: Scheme,
    seats: int,
    strategies: tuple[SeatStrategy, ...],
    rounds: int,
    seed: int,
    *,
    ante_cents: int | None = None,
    wagers: Sequence[SeatWager] = (),
    is_controlled: bool = False,
) -> Plan:
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
    cap = None if ante_cents is None else _cap(book, ante_cents)
    if is_controlled and cap is not None:
        faults.append("control: values of the exact solver know no aggregate limit; leave out the ante")
    if is_controlled and all(strategy.card is None and strategy.name == "optimal" for strategy in strategies):
        faults.append("control: the exact value of optimal play is known, so nothing is left to estimate; see solve")
    if not faults:
        faults += _wager_faults(book, seats, wagers)
    if faults:
        raise BadInput(faults)
    everybody = strategies * seats if len(strategies) == 1 else strategies
    placed = tuple(seat_wagers(wagers, seat) for seat in range(1, seats + 1)) if wagers else ()
    return Plan(book, scheme, everybody, rounds, seed, cap, ante_cents, placed, is_controlled)


def seat_wagers(wagers: Sequence[SeatWager], seat: int) -> dict[str, int]:
    """What one seat wagers beside the main game."""
    return {wager.spot: wager.cents for wager in wagers if wager.seat in (None, seat)}


def _cap(book: RuleBook, ante_cents: int) -> Cap | None:
    limit_cents = book.aggregate_limit.amount_cents
    return None if limit_cents is None else Cap(ante_cents, limit_cents, covered_wagers(book))


def _wager_faults(book: RuleBook, seats: int, wagers: Sequence[SeatWager]) -> list[str]:
    """What is wrong with the wagers under the limits of the book; antes may be of any size here."""
    offered = [spot.id for spot in book.betting_spots if spot.kind not in ("ante", "main")]
    faults = [
        f"wager: {book.id} has no {wager.spot!r} beside the main game; it has {', '.join(offered)}"
        for wager in wagers
        if wager.spot not in offered
    ]
    faults += [
        f"wager: there is no seat {wager.seat}, seats are 1 to {seats}"
        for wager in wagers
        if wager.seat is not None and not 1 <= wager.seat <= seats
    ]
    if faults:
        return faults
    antes = smallest_wagers(book)
    for seat in range(1, seats + 1):
        found = betting_faults(book, {**antes, **seat_wagers(wagers, seat)})
        faults += (f"wager: {fault}" for fault in found if f"wager: {fault}" not in faults)
    return faults
