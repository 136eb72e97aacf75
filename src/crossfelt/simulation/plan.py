"""The plan of a simulation: a table, its seats, the number of rounds, and everything else that a result depends on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256

from crossfelt.analysis.crisscross.caps import Cap, covered_wagers
from crossfelt.analysis.crisscross.encode import Scheme
from crossfelt.analysis.crisscross.strategy_card import StrategyCard
from crossfelt.catalog.crisscross import CRISS_CROSS_KIT
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.wagers import betting_faults, smallest_wagers
from crossfelt.errors import BadInput, Fault, not_one_of, out_of_range
from crossfelt.faults import FaultCode
from crossfelt.jsontext import canonical_json

Wagers = Mapping[str, int]
"""Spot -> cents of one seat's side bets."""
NAMED = CRISS_CROSS_KIT.simulated_names
"""Strategies that need no file."""
MOST_ROUNDS = 10**13
MOST_SEED = 2**63 - 1


@dataclass(frozen=True, slots=True)
class SeatStrategy:
    """A seat's strategy: one of the names above, or the lines of a file under that file's name."""

    name: str
    card: StrategyCard | None = None


@dataclass(frozen=True, slots=True)
class SeatWager:
    """A side bet of one seat or, with None, of every seat."""

    spot: str
    cents: int
    seat: int | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Plan:
    """A table and its number of rounds."""

    book: RuleBook
    scheme: Scheme
    seats: tuple[SeatStrategy, ...]
    rounds: int
    seed: int
    cap: Cap | None = None
    """The stakes and the aggregate limit, if it counts."""
    ante_cents: int | None = None
    """The size of one ante, if it is known."""
    wagers: tuple[Wagers, ...] = ()
    """The side bets of each seat; empty if there are none."""
    is_controlled: bool = False
    """Whether the costs of decisions are counted too, as a control variate."""

    @property
    def hash(self) -> str:
        """Everything that the rounds of the plan depend on, in 64 hexadecimal digits. The number of rounds is excluded,
        so that a run can be extended."""
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
    """Return a plan; `BadInput` lists everything wrong with the request."""
    faults: list[Fault] = []
    if not 1 <= seats <= book.seat_count:
        message = f"must be 1 to {book.seat_count}, not {seats}"
        faults.append(out_of_range("seats", message, seats, 1, book.seat_count))
    if not 1 <= rounds <= MOST_ROUNDS:
        faults.append(out_of_range("rounds", f"must be 1 to {MOST_ROUNDS:,}, not {rounds:,}", rounds, 1, MOST_ROUNDS))
    if not 0 <= seed <= MOST_SEED:
        faults.append(out_of_range("seed", f"must be 0 to {MOST_SEED}, not {seed}", seed, 0, MOST_SEED))
    faults += _strategy_faults(seats, strategies)
    cap = None if ante_cents is None else _cap(book, ante_cents)
    if is_controlled and cap is not None:
        message = "the exact solver ignores the aggregate limit; leave out the ante"
        faults.append(Fault(FaultCode.NOT_TOGETHER, message, "control"))
    if is_controlled and all(strategy.card is None and strategy.name == "optimal" for strategy in strategies):
        message = "optimal play has an exact value, so there is nothing to estimate; use solve"
        faults.append(Fault(FaultCode.NOT_TOGETHER, message, "control"))
    if not faults:
        faults += _wager_faults(book, seats, wagers)
    if faults:
        raise BadInput(faults)
    everybody = strategies * seats if len(strategies) == 1 else strategies
    placed = tuple(seat_wagers(wagers, seat) for seat in range(1, seats + 1)) if wagers else ()
    return Plan(book, scheme, everybody, rounds, seed, cap, ante_cents, placed, is_controlled)


def seat_wagers(wagers: Sequence[SeatWager], seat: int) -> dict[str, int]:
    """Return the side bets of one seat."""
    return {wager.spot: wager.cents for wager in wagers if wager.seat in (None, seat)}


def _strategy_faults(seats: int, strategies: Sequence[SeatStrategy]) -> list[Fault]:
    faults = [
        not_one_of(
            "strategy",
            f"{strategy.name!r} must be a file or one of {', '.join(NAMED)}",
            strategy.name,
            NAMED,
        )
        for strategy in strategies
        if strategy.card is None and strategy.name not in NAMED
    ]
    if len(strategies) not in (1, seats):
        message = f"pass one for all seats or one for each of the {seats} seats, not {len(strategies)}"
        params = {"least": 1, "most": seats, "count": len(strategies)}
        faults.append(Fault(FaultCode.WRONG_COUNT, message, "strategy", params=params))
    return faults


def _cap(book: RuleBook, ante_cents: int) -> Cap | None:
    limit_cents = book.aggregate_limit.amount_cents
    return None if limit_cents is None else Cap(ante_cents, limit_cents, covered_wagers(book))


def _wager_faults(book: RuleBook, seats: int, wagers: Sequence[SeatWager]) -> list[Fault]:
    """Return faults of the side bets under the limits of the book; antes may be of any size here."""
    offered = [spot.id for spot in book.betting_spots if spot.kind not in ("ante", "main")]
    faults = [
        Fault(
            FaultCode.NO_SUCH_WAGER,
            f"{book.id} has no side bet {wager.spot!r}; choose from {', '.join(offered)}",
            "wager",
            params={"spot": wager.spot, "rules": book.id, "choices": offered},
        )
        for wager in wagers
        if wager.spot not in offered
    ]
    faults += [
        out_of_range("wager", f"seat {wager.seat} doesn't exist; seats are 1 to {seats}", wager.seat, 1, seats)
        for wager in wagers
        if wager.seat is not None and not 1 <= wager.seat <= seats
    ]
    if faults:
        return faults
    antes = smallest_wagers(book)
    for seat in range(1, seats + 1):
        seat_faults = betting_faults(book, {**antes, **seat_wagers(wagers, seat)})
        faults += (fault.prefixed("wager", "wager") for fault in seat_faults if f"wager: {fault}" not in faults)
    return faults
