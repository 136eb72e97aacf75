"""Warnings about a valid submission: wagers that can't win, or that return more than they cost.

The rule file names the choices under which best play of the antes and bets wins. For a progressive wager the return is
the long-run return. Everything that goes into a meter is paid out of it in the end, so a wager returns its return at
the reset amount plus the meter's rate. All seats that wager do so in the same size; the Bonus Spin wager that never
spins is counted beside seats whose wagers do. Nothing is rounded before it is printed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from crossfelt.analysis.crisscross.wheels import WheelWager, price, wheel_wager
from crossfelt.crisscross.progressives.meter import MILLION
from crossfelt.crisscross.progressives.terms import BONUS_SPIN, XTREME
from crossfelt.crisscross.resolve import PlayerEdge, player_edge
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.errors import Fault
from crossfelt.faults import FaultCode
from crossfelt.money import dollars
from crossfelt.rulefiles import Submission, cited


@dataclass(frozen=True, slots=True)
class LongRun:
    """The long-run return of one size of a progressive wager."""

    spot: str
    cents: int
    returned: tuple[Fraction, ...]
    """Share of the wager that is returned, with one seat wagering, with two, and so on."""

    @property
    def can_win(self) -> bool:
        """Whether the wager wins anything at a table of any size."""
        return any(self.returned)

    @property
    def above(self) -> dict[int, Fraction]:
        """Number of seats that wager -> return, where it is more than the wager."""
        return {seats: share for seats, share in enumerate(self.returned, start=1) if share > 1}


def located_warnings(submission: Submission[RuleBook]) -> tuple[Fault, ...]:
    """Return the warnings about a submission, each with its line; none for an invalid one."""
    if submission.rules is None:
        return ()
    return tuple(map(submission.located, submission_warnings(submission.rules)))


def submission_warnings(book: RuleBook) -> tuple[Fault, ...]:
    """Return a warning for each offered wager that can't win or returns more than 100% in the long run."""
    edge = player_edge(book)
    warnings = [] if edge is None else [_favors_players(edge)]
    for run in long_runs(book):
        wager = f"a {dollars(run.cents)} {book.spots[run.spot].title} wager"
        if not run.can_win:
            warnings.append(_never_wins(run, wager))
        if run.above:
            warnings.append(_returns_too_much(run, wager))
    return tuple(warnings)


def long_runs(book: RuleBook) -> Iterator[LongRun]:
    """Return the long run of each size of progressive wager in a book."""
    offered, seats = book.progressives, range(1, book.seat_count + 1)
    spin = offered.bonus_spin if offered is not None else None
    if spin is not None:
        wager = wheel_wager(book, f"bonus_spin_{spin.letter}")
        for cents in sorted(spin.community):
            yield LongRun(BONUS_SPIN, cents, tuple(_bonus_spin_return(wager, cents, count) for count in seats))
    xtreme = offered.xtreme if offered is not None else None
    for size in xtreme.sizes.values() if xtreme is not None else ():
        wager = wheel_wager(book, f"xtreme_{size.letter}", size.cents)
        yield LongRun(XTREME, size.cents, tuple(_return(wager, count) for count in seats))


def _return(wager: WheelWager, seats: int) -> Fraction:
    """Return the return at the reset amount or fixed prize, plus the rate of the meter."""
    rate = Fraction(wager.meter.rate_ppm, MILLION) if wager.meter is not None else Fraction(0)
    return price(wager, seats).returned + rate


def _bonus_spin_return(wager: WheelWager, cents: int, seats: int) -> Fraction:
    """Return own spins plus Community Pay from the spins of the other seats (reading P4); a small wager has only the
    latter."""
    received = sum(
        (wager.wheel.chance(symbol) * pays[cents] for symbol, pays in wager.shared_cents.items()), Fraction(0)
    )
    shared = (seats - 1) * wager.spin_chance(seats) * received / cents
    return shared + (_return(wager, seats) if cents == wager.wager_cents else 0)


def _favors_players(edge: PlayerEdge) -> Fault:
    message = (
        f"with {edge.choice.name} = {edge.value} the antes and bets return more than they cost in the long run: best "
        f"play wins {float(edge.ev):.4f} antes a round (exactly {edge.ev})"
    )
    params = {"choice": edge.choice.name, "value": edge.value, "ev": str(edge.ev)}
    return Fault(FaultCode.PLAYER_EDGE, message, f"choices.{edge.choice.name}", edge.choice.cited, params=params)


def _never_wins(run: LongRun, wager: str) -> Fault:
    message = f"{wager} can't win: it never spins, and the wheel has no symbol with two amounts"
    where, clause = "choices.bonus_spin.weights", cited("12.D(9)", "P4")
    return Fault(FaultCode.NEVER_WINS, message, where, clause, params={"spot": run.spot, "cents": run.cents})


def _returns_too_much(run: LongRun, wager: str) -> Fault:
    message = f"{wager} returns more than it costs in the long run: {_by_seats(run)}"
    is_spin = run.spot == BONUS_SPIN
    where = "choices.bonus_spin.weights" if is_spin else f"choices.xtreme.wheel_{run.cents // 100}"
    clause = cited("12.D", "P1") if is_spin else cited("12.E", "P5")
    params = {
        "spot": run.spot,
        "cents": run.cents,
        "seats": list(run.above),
        "returned": [str(share) for share in run.above.values()],
    }
    return Fault(FaultCode.RETURNS_TOO_MUCH, message, where, clause, params=params)


def _by_seats(run: LongRun) -> str:
    """Return the returns above the wager by the number of seats that wager, or one return if that number doesn't
    matter."""
    if len(set(run.returned)) == 1:
        return f"{float(run.returned[0]):.2%} of it, exactly {run.returned[0]}"
    first, most = next(iter(run.above)), max(run.above.values())
    return ", ".join(
        f"{float(share):.2%}{' of it' if seats == first else ''} with {seats}"
        + (f" seat{'' if seats == 1 else 's'} wagering" if seats == first else "")
        + (f" (exactly {share})" if share == most else "")
        for seats, share in run.above.items()
    )
