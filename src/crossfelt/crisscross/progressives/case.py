"""The progressive part of a finished round described by a file: meters before the round, and the results of its
spins."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from crossfelt.cards import Card
from crossfelt.crisscross.layout import Place
from crossfelt.crisscross.progressives.meter import Meter, amount_text, read_amount
from crossfelt.crisscross.progressives.play import (
    NO_WHEEL_RESULTS,
    MeterGrowth,
    WheelResults,
    WheelTable,
    growth,
    meters_now,
)
from crossfelt.crisscross.progressives.terms import HOLE_PAIR, Progressives
from crossfelt.crisscross.progressives.wheel import Wheel
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.settlement import SeatStake, SettledWager, wheel_table
from crossfelt.errors import BadInput, Fault, describe
from crossfelt.faults import FaultCode
from crossfelt.fields import Fields


@dataclass(frozen=True, slots=True)
class MeterResult:
    """The change of one meter in a round; after = before + contributed - paid + reset for each jackpot."""

    before: str
    contributed: str
    paid: int
    after: str


@dataclass(frozen=True, slots=True)
class ProgressiveCase:
    """The checked progressive part of a finished round."""

    before: Mapping[str, Fraction]
    grown: tuple[MeterGrowth, ...]
    wheel_results: WheelResults

    @property
    def meters_when_paid(self) -> dict[str, Meter]:
        """Return the meters when the first seat is paid, with every contribution included (reading P7)."""
        return meters_now(self.before, self.grown, ())

    def results(self, wagers: Iterable[SettledWager]) -> dict[str, MeterResult]:
        """Return the change of each meter in use."""
        prizes = [prize for wager in wagers for prize in wager.prizes if prize.meter is not None]
        after = meters_now(self.before, self.grown, prizes)
        contributed = {step.meter: step.contributed for step in self.grown}
        return {
            name: MeterResult(
                before=amount_text(cents),
                contributed=contributed.get(name, "0"),
                paid=sum(prize.won for prize in prizes if prize.meter == name),
                after=amount_text(after[name].cents),
            )
            for name, cents in self.before.items()
        }


MOST_SPINS = 6
"""The number of seats at a table; each spins a wheel at most once."""


def read_progressive_case(
    data: object, book: RuleBook, cross: Mapping[Place, Card], stakes: Sequence[SeatStake], faults: list[Fault]
) -> ProgressiveCase | None:
    """Return the progressive part of a case; None where the book offers no such wager. The required spins are known
    only if cards and wagers are valid; after earlier faults, only the independent parts are checked."""
    offered = book.progressives
    if offered is None:
        if data is not None:
            way_out = "use --rules with a submission that offers one"
            message = f"{book.id} has no progressive wager here; {way_out}"
            faults.append(Fault(FaultCode.NO_PROGRESSIVE, message, "progressive", params={"rules": book.id}))
        return None
    is_in_doubt = bool(faults)
    fields = Fields({} if data is None else data, "progressive", faults)
    before = _read_meters(fields, offered)
    if is_in_doubt or not isinstance(data, dict | None):
        return None
    wheels = wheel_table(book, cross, stakes, NO_WHEEL_RESULTS)
    spins, community = _read_bonus_spins(fields, wheels), _read_community(fields, wheels)
    hot_spot, hot_spins = _read_hot_spots(fields, wheels)
    wheel_results = WheelResults(spins, community, hot_spot, hot_spins)
    fields.refuse_unknown()
    grown = growth(offered, (stake.wagers for stake in stakes), before)
    return ProgressiveCase(before, grown, wheel_results)


def _read_meters(fields: Fields, offered: Progressives) -> dict[str, Fraction]:
    given = fields.table("meters") if "meters" in fields else Fields({}, "progressive.meters", fields.faults)
    meters = {name: Fraction(terms.initial_cents) for name, terms in offered.meters.items()}
    for name in given.names():
        if name not in meters:
            in_use = ", ".join(meters) or "none"
            message = f"is not a meter of this book; in use: {in_use}"
            given.fault(FaultCode.NO_SUCH_METER, message, name, meter=name, choices=list(meters))
            continue
        try:
            meters[name] = read_amount(given.raw(name))
        except BadInput as error:
            given.add(error.faults[0], name)
    return meters


def _read_bonus_spins(fields: Fields, wheels: WheelTable | None) -> dict[int, str]:
    due = [entry for entry in wheels.entries if wheels.spins_bonus(entry)] if wheels is not None else []
    known = len(fields.faults)
    spun: list[tuple[int, str]] = []
    for table in _few_tables(fields, "spins", default=()):
        table.text("spot", among=("bonus_spin",))
        spun.append((table.integer("seat", least=1, most=MOST_SPINS), table.text("symbol")))
        table.refuse_unknown()
    if len(fields.faults) > known:
        return {}
    due_seats, given = [entry.seat for entry in due], [seat for seat, _ in spun]
    for code, message, seats in _spin_faults(due_seats, given):
        fields.fault(code, message, "spins", seats=seats)
    for number, (seat, symbol) in enumerate(spun, start=1):
        if seat in due_seats:
            assert wheels is not None and wheels.offered.bonus_spin is not None
            _check_symbol(fields, f"spins[{number}].symbol", wheels.offered.bonus_spin.wheel, symbol, seat)
    return dict(spun)


def _spin_faults(due_seats: Sequence[int], given: Sequence[int]) -> Iterator[tuple[FaultCode, str, Sequence[int]]]:
    """Return code, message and the seats of each fault of the spins."""
    missing = [seat for seat in due_seats if seat not in given]
    extra = sorted({seat for seat in given if seat not in due_seats})
    again = sorted({seat for seat in due_seats if given.count(seat) > 1})
    if missing:
        message = f"{_seats(missing)} must spin: a pair in the hand and a $5 wager (7.E(2)(b)); add the spin"
        yield FaultCode.SPIN_MISSING, message, missing
    if extra:
        message = f"{_seats(extra)} may not spin without a pair in the hand and a $5 wager (7.E(2)(b))"
        yield FaultCode.SPIN_NOT_DUE, message, extra
    if again:
        yield FaultCode.SPIN_REPEATED, f"{_seats(again)} must spin only once", again
    if given != due_seats and not (missing or extra or again):
        message = f"spins must be in settlement order, {_seats(due_seats)}, not {_seats(given)} (reading R9)"
        yield FaultCode.SPINS_OUT_OF_ORDER, message, due_seats


def _few_tables(fields: Fields, key: str, default: tuple[object, ...] | None = None) -> list[Fields]:
    """Return the tables of a list with at most one per seat, or note one fault instead of many if it has more."""
    known = len(fields.faults)
    tables = list(fields.tables(key, default))
    if len(tables) > MOST_SPINS:
        del fields.faults[known:]
        message = f"{len(tables)} entries for a table of {MOST_SPINS} seats"
        fields.fault(FaultCode.WRONG_COUNT, message, key, least=0, most=MOST_SPINS, count=len(tables))
        return []
    return tables


def _seats(seats: Sequence[int]) -> str:
    return f"seat{'' if len(seats) == 1 else 's'} {', '.join(map(str, seats))}" if seats else "no seat"


def _check_symbol(fields: Fields, key: str, wheel: Wheel, symbol: str, seat: int) -> None:
    if wheel.segment(symbol) is None:
        symbols = [segment.symbol for segment in wheel.segments]
        message = f"the wheel of seat {seat} has no {describe(symbol)}; choose from {', '.join(symbols)}"
        fields.fault(FaultCode.NO_SUCH_SYMBOL, message, key, seat=seat, value=symbol, choices=symbols)


def _read_community(fields: Fields, wheels: WheelTable | None) -> int | None:
    occurs = wheels is not None and wheels.event_occurs
    if not occurs or wheels is None:
        if fields.raw("community_symbol") is not None:
            fields.fault(FaultCode.NO_EVENT, _no_event(wheels), "community_symbol")
        return None
    assert wheels.offered.xtreme is not None
    positions = len(wheels.offered.xtreme.community_wheel.segments)
    return fields.integer("community_symbol", least=1, most=positions)


def _no_event(wheels: WheelTable | None) -> str:
    if wheels is None or not any(entry.xtreme for entry in wheels.entries):
        return "no seat has a Bonus Spin Xtreme wager, so nothing is spun"
    assert wheels.offered.xtreme is not None
    event = wheels.offered.xtreme.event.replace("_", " ")
    return f"{event}, the event that sets off Bonus Spin Xtreme, did not occur (reading P5)"


def _read_hot_spots(fields: Fields, wheels: WheelTable | None) -> tuple[int | None, dict[int, str]]:
    """Return the seat drawn as the Hot Spot (None where a pair makes it one), and the symbol that each Hot Spot
    spun."""
    if wheels is None or not wheels.event_occurs:
        if fields.raw("hot_spot") is not None:
            fields.fault(FaultCode.NO_EVENT, _no_event(wheels), "hot_spot")
        return None, {}
    assert wheels.offered.xtreme is not None
    by_pair = wheels.offered.xtreme.event == HOLE_PAIR
    known = len(fields.faults)
    tables = _few_tables(fields, "hot_spot") if by_pair else [fields.table("hot_spot")]
    if len(fields.faults) > known:
        return None, {}
    spun: dict[int, str] = {}
    seats: list[int] = []
    for table in tables:
        seats.append(table.integer("seat", least=1, most=MOST_SPINS))
        spun[seats[-1]] = table.text("symbol")
        table.refuse_unknown()
    if len(fields.faults) > known:
        return None, {}
    wagering = [entry.seat for entry in wheels.entries if entry.xtreme]
    if by_pair and tuple(seats) != wheels.hot_pairs:
        due = _seats(wheels.hot_pairs)
        message = f"must be each seat with the wager and a pair, highest first: {due}, not {_seats(seats)}"
        fields.fault(FaultCode.WRONG_HOT_SPOT, message, "hot_spot", seats=wheels.hot_pairs, given=seats)
        return None, {}
    if not by_pair and seats[0] not in wagering:
        drawn = f"one of {_seats(wagering)}" if len(wagering) > 1 else f"{_seats(wagering)}"
        message = f"seat {seats[0]} has no Bonus Spin Xtreme wager; must be {drawn} (reading P5)"
        fields.fault(FaultCode.WRONG_HOT_SPOT, message, "hot_spot", seats=wagering, given=seats)
        return None, {}
    for number, seat in enumerate(seats, start=1):
        entry = next(entry for entry in wheels.entries if entry.seat == seat)
        key = f"hot_spot[{number}].symbol" if by_pair else "hot_spot.symbol"
        _check_symbol(fields, key, wheels.offered.xtreme.sizes[entry.xtreme].wheel, spun[seat], seat)
    return None if by_pair else seats[0], spun
