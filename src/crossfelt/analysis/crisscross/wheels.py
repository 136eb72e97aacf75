"""A progressive wager priced exactly: its win in one round, by its event, its wheel and its meter.

Get a `WheelWager` from `wheel_wager` and pass it to `price`. It has a wheel with everything that determines the value
of a wager on it, taken from a rule book or, if the book doesn't use that wheel, from the printed text with example
weights and the smallest allowed amounts. `price` returns the whole distribution of the wager's win in a round, from
which every other figure follows. Nothing is rounded.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any, Literal

from crossfelt.analysis.crisscross.triggers import hand_chance, pair_chances
from crossfelt.crisscross.progressives.meter import MeterTerms
from crossfelt.crisscross.progressives.printed_lists import Printed, PrintedWheel, printed_progressives
from crossfelt.crisscross.progressives.terms import HOLE_PAIR, Progressives, Xtreme, XtremeSize
from crossfelt.crisscross.progressives.wheel import JACKPOT, Segment, Wheel
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.errors import BadInput, Fault, describe
from crossfelt.faults import FaultCode
from crossfelt.money import dollars
from crossfelt.ranking import Hand

Kind = Literal["bonus_spin", "hot_spot", "community"]
EVENTS = (HOLE_PAIR, *(hand.slug for hand in Hand))
"""The events that may set off Xtreme: a pair in the hand, or this hand or better on the cross (reading P5)."""
_PREFIXES: dict[str, Kind] = {"bonus_spin_": "bonus_spin", "xtreme_community_": "community", "xtreme_": "hot_spot"}


@dataclass(frozen=True, slots=True)
class WheelWager:
    """One wager on one wheel, with everything that determines its value."""

    id: str
    kind: Kind
    title: str
    letter: str
    wheel: Wheel
    """For a Community list, its positions with the amounts of that list."""
    wager_cents: int
    """The size of the wager that spins this wheel, or is paid by this list."""
    event: str
    ace_low_straight: bool
    meter: MeterTerms | None
    """None if the jackpot is a fixed prize, and for a Community list."""
    prize_cents: int
    """That prize; 0 elsewhere."""
    community: Wheel | None
    """Of an Xtreme wager: the Community list for this size."""
    shared_cents: Mapping[str, Mapping[int, int]]
    """Of Bonus Spin: symbol with two amounts -> size of another seat's wager -> pay of that seat."""
    is_in_use: bool
    """Whether the rule book uses it; otherwise weights are examples and amounts the smallest allowed."""

    @property
    def jackpot_cents(self) -> int:
        """The jackpot when its meter has just been reset, or the fixed prize."""
        return self.prize_cents if self.meter is None else self.meter.reset_cents

    def pays(self, segment: Segment, jackpot_cents: Fraction | int) -> Fraction:
        """Return the cents paid to the seat that spun a segment."""
        return Fraction(jackpot_cents if segment.cents is None else segment.cents)

    def spin_chance(self, seats: int) -> Fraction:
        """Return how often in a round this wager spins its wheel, or is paid by its list, with this many seats
        wagering."""
        if self.kind == "community":
            return self.event_chance(seats)
        if self.event == HOLE_PAIR:
            return pair_chances(1)[1]
        return self.event_chance(seats) / seats

    def event_chance(self, seats: int) -> Fraction:
        """Return how often the event occurs for the table: the hand on the cross, or a pair at one or more of the
        seats."""
        if self.event == HOLE_PAIR:
            return 1 - pair_chances(seats)[0]
        return hand_chance(self.event, self.ace_low_straight)


@dataclass(frozen=True, slots=True)
class WheelPrice:
    """The win of one wager in a round with this many such wagers; prizes paid to others aren't counted."""

    wager: WheelWager
    seats: int
    jackpot_cents: Fraction
    """The jackpot assumed here."""
    chances: Mapping[Fraction, Fraction]
    """Cents won -> probability, 0 cents included."""

    @property
    def returned(self) -> Fraction:
        """The average share of the wager that is returned."""
        return self.mean_cents / self.wager.wager_cents

    @property
    def mean_cents(self) -> Fraction:
        """The average win of one wager, in cents."""
        return sum((cents * chance for cents, chance in self.chances.items()), Fraction(0))

    @property
    def hit_rate(self) -> Fraction:
        """The probability that the wager wins anything."""
        return sum((chance for cents, chance in self.chances.items() if cents > 0), Fraction(0))

    @property
    def variance(self) -> Fraction:
        """The variance of the result of one wager, in wagers squared."""
        squares = sum((cents**2 * chance for cents, chance in self.chances.items()), Fraction(0))
        return (squares - self.mean_cents**2) / self.wager.wager_cents**2

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of the result of one wager, in wagers."""
        return math.sqrt(self.variance)

    @property
    def jackpot_chance(self) -> Fraction:
        """The probability that one wager wins the jackpot in a round."""
        return self.wager.spin_chance(self.seats) * self.wager.wheel.chance(JACKPOT)

    @property
    def per_meter_dollar(self) -> Fraction | None:
        """The increase of the return for one more dollar on the meter; None without a meter."""
        if self.wager.meter is None:
            return None
        return self.jackpot_chance * 100 / self.wager.wager_cents

    @property
    def break_even_cents(self) -> int | None:
        """The smallest whole cents of the meter at which the wager breaks even on average; None without a meter."""
        slope = self.per_meter_dollar
        if not slope:
            return None
        return max(0, math.ceil(self.jackpot_cents + (1 - self.returned) / slope * 100))

    @property
    def received_cents(self) -> Fraction:
        """Return the cents that a Bonus Spin wager receives on average from the spins of the other seats, all of its
        own size."""
        return (self.seats - 1) * self._shared_by_one_spin() * self.wager.spin_chance(self.seats)

    def _shared_by_one_spin(self) -> Fraction:
        wager = self.wager
        return sum(
            (wager.wheel.chance(symbol) * pays[wager.wager_cents] for symbol, pays in wager.shared_cents.items()),
            Fraction(0),
        )


def wheel_ids(book: RuleBook) -> tuple[str, ...]:
    """Return every wheel and list that the text of a rule book prints."""
    printed = _printed(book)
    letters = {"bonus_spin_": printed.bonus_spin.wheels, "xtreme_": printed.xtreme.wheels}
    ids = [f"{prefix}{letter}" for prefix, wheels in letters.items() for letter in wheels]
    return (*ids, *(f"xtreme_community_{letter}" for letter in printed.xtreme.community))


def wheels_in_use(book: RuleBook) -> tuple[WheelWager, ...]:
    """Return the wheels that a rule book uses, an Xtreme wheel once for each size of wager, without the lists."""
    offered = book.progressives
    if offered is None:
        return ()
    wheels = [] if offered.bonus_spin is None else [wheel_wager(book, f"bonus_spin_{offered.bonus_spin.letter}")]
    for size in offered.xtreme.sizes.values() if offered.xtreme is not None else ():
        wheels.append(wheel_wager(book, f"xtreme_{size.letter}", size.cents))
    return tuple(wheels)


def wheel_wager(book: RuleBook, name: str, wager_cents: int | None = None, event: str | None = None) -> WheelWager:
    """Return the wheel or list with that name as the book uses it; otherwise as printed, with examples."""
    if name not in wheel_ids(book):
        text = "bonus_spin_a to _d, xtreme_a to _i, xtreme_community_a to _i"
        message = f"{describe(name)} is not a wheel; choose from {text}"
        raise BadInput(message, FaultCode.NOT_ONE_OF, "wheel", value=name, choices=list(wheel_ids(book)))
    prefix = next(prefix for prefix in _PREFIXES if name.startswith(prefix))
    kind, letter = _PREFIXES[prefix], name.removeprefix(prefix)
    if kind == "bonus_spin":
        if event is not None:
            message = "only Xtreme has an event; Bonus Spin needs a pair in the hand"
            params = {"wheel": name, "key": "event"}
            fault = Fault(FaultCode.WRONG_FOR_WHEEL, message, clause="7.E(2)(b)", field="event", params=params)
            raise BadInput(fault)
        return _bonus_spin(book, name, letter, wager_cents)
    return _xtreme(book, name, kind, letter, wager_cents, event)


def price(wager: WheelWager, seats: int = 1, jackpot_cents: Fraction | int | None = None) -> WheelPrice:
    """Return the win of the wager in a round with this many seats wagering, all of them on the same terms.

    The jackpot pays its reset amount or fixed prize unless another amount is given.
    """
    jackpot = Fraction(wager.jackpot_cents if jackpot_cents is None else jackpot_cents)
    spun = _spread(wager.wheel, wager, jackpot)
    chances: dict[Fraction, Fraction] = {}

    def add(chance: Fraction, *parts: Mapping[Fraction, Fraction]) -> None:
        """Add one possible course of the round, in which these independent prizes add up."""
        for cents, share in _sums(parts).items():
            chances[cents] = chances.get(cents, Fraction(0)) + chance * share

    spins, occurs = wager.spin_chance(seats), wager.event_chance(seats)
    if wager.community is None:
        add(1 - spins)
        add(spins, spun)
    else:
        list_pays = _spread(wager.community, wager, jackpot)
        add(1 - occurs)
        add(occurs - spins, list_pays)
        add(spins, list_pays, spun)
    return WheelPrice(wager, seats, jackpot, dict(sorted((c, share) for c, share in chances.items() if share)))


def _spread(wheel: Wheel, wager: WheelWager, jackpot: Fraction) -> dict[Fraction, Fraction]:
    chances: dict[Fraction, Fraction] = {}
    for segment in wheel.segments:
        cents = wager.pays(segment, jackpot)
        chances[cents] = chances.get(cents, Fraction(0)) + Fraction(segment.weight, wheel.total)
    return chances


def _sums(parts: Sequence[Mapping[Fraction, Fraction]]) -> dict[Fraction, Fraction]:
    """Return the distribution of a sum of independent amounts."""
    chances = {Fraction(0): Fraction(1)}
    for part in parts:
        together: dict[Fraction, Fraction] = {}
        for cents, chance in chances.items():
            for more, share in part.items():
                together[cents + more] = together.get(cents + more, Fraction(0)) + chance * share
        chances = together
    return chances


def _printed(book: RuleBook) -> Printed:
    printed = printed_progressives(book.id)
    if printed is None:
        message = f"{book.id} has no progressive wagers and so no wheels"
        raise BadInput(message, FaultCode.NO_PROGRESSIVE, "rules", rules=book.id)
    return printed


def _bonus_spin(book: RuleBook, name: str, letter: str, wager_cents: int | None) -> WheelWager:
    offered = book.progressives.bonus_spin if book.progressives is not None else None
    is_in_use = offered is not None and offered.letter == letter
    if not is_in_use:
        printed = _printed(book).bonus_spin
        wheel = printed.wheels[letter]
        terms = {"rate_ppm": 0, **_least_amounts(wheel)}
        if wheel.jackpot == "prize":
            terms = {"prize_cents": wheel.least_initial_cents}
        choices = {"wheel": letter, "community": next(iter(printed.community)), **terms}
        offered = _examples(book, {"bonus_spin": choices}).bonus_spin
    assert offered is not None
    _check_size(name, wager_cents, (offered.spins_cents,))
    symbols = [segment.symbol for segment in offered.wheel.segments if "&" in segment.symbol]
    return WheelWager(
        id=name,
        kind="bonus_spin",
        title=f"Bonus Spin wheel {letter.upper()}",
        letter=letter,
        wheel=offered.wheel,
        wager_cents=offered.spins_cents,
        event=HOLE_PAIR,
        ace_low_straight=book.ace_low_straight,
        meter=offered.meter,
        prize_cents=offered.prize_cents,
        community=None,
        shared_cents={
            symbol: {size: pays[symbol].cents for size, pays in offered.community.items()} for symbol in symbols
        },
        is_in_use=is_in_use,
    )


def _xtreme(
    book: RuleBook, name: str, kind: Kind, letter: str, wager_cents: int | None, event: str | None
) -> WheelWager:
    if event is not None and event not in EVENTS:
        message = f"{describe(event)} is not an event; choose from {', '.join(EVENTS)}"
        raise BadInput(message, FaultCode.NOT_ONE_OF, "event", value=event, choices=list(EVENTS))
    offered = book.progressives.xtreme if book.progressives is not None else None
    usual = _usual_size(book, letter)
    sizes = _sizes_on(offered, kind, letter)
    is_in_use = bool(sizes)
    if is_in_use:
        _check_size(name, wager_cents, tuple(sizes))
        chosen = wager_cents or (usual if usual in sizes else min(sizes))
    else:
        _check_size(name, wager_cents, tuple(_printed(book).xtreme.table["sizes_cents"]))
        chosen = wager_cents or usual
        offered = _example_xtreme(book, offered, letter, chosen)
        sizes = _sizes_on(offered, kind, letter)
    assert offered is not None
    size = sizes[chosen]
    listed = Wheel(
        f"xtreme_community_{size.community_letter}",
        tuple(
            replace(position, symbol=pay.symbol, cents=pay.cents, clause=pay.clause)
            for position, pay in zip(offered.community_wheel.segments, size.community, strict=True)
        ),
        offered.community_wheel.is_example,
    )
    is_list = kind == "community"
    return WheelWager(
        id=name,
        kind=kind,
        title=f"Xtreme {'Community list' if is_list else 'Hot Spot wheel'} {letter.upper()}",
        letter=letter,
        wheel=listed if is_list else size.wheel,
        wager_cents=chosen,
        event=offered.event if event is None else event,
        ace_low_straight=book.ace_low_straight,
        meter=None if is_list else size.meter,
        prize_cents=0,
        community=None if is_list else listed,
        shared_cents={},
        is_in_use=is_in_use,
    )


def _sizes_on(offered: Xtreme | None, kind: Kind, letter: str) -> dict[int, XtremeSize]:
    """Return the sizes of wager that use a wheel, or are paid by a list."""
    sizes = offered.sizes if offered is not None else {}
    return {
        cents: size
        for cents, size in sizes.items()
        if letter == (size.community_letter if kind == "community" else size.letter)
    }


def _usual_size(book: RuleBook, letter: str) -> int:
    """Return the usual size of a letter: a to c, d to f, g to i, from the smallest wager up (reading P6)."""
    xtreme = _printed(book).xtreme
    sizes: list[int] = xtreme.table["sizes_cents"]
    return sizes[list(xtreme.wheels).index(letter) * len(sizes) // len(xtreme.wheels)]


def _example_xtreme(book: RuleBook, offered: Xtreme | None, letter: str, cents: int) -> Xtreme | None:
    """Return the wheel as if the house used it: event and Community weights stay the house's, if it has any."""
    choices: dict[str, Any] = {
        f"wheel_{cents // 100}": letter,
        "rate_ppm": 0,
        "meters": {letter: _least_amounts(_printed(book).xtreme.wheels[letter])},
    }
    if offered is not None:
        choices["event"] = offered.event
        if not offered.community_wheel.is_example:
            choices["community_weights"] = {part.symbol: part.weight for part in offered.community_wheel.segments}
    return _examples(book, {"xtreme": choices}).xtreme


def _least_amounts(wheel: PrintedWheel) -> dict[str, int]:
    return {"initial_cents": wheel.least_initial_cents, "reset_cents": wheel.least_reset_cents}


def _examples(book: RuleBook, choices: Mapping[str, Any]) -> Progressives:
    offered = load_rule_book(book.id, choices).progressives
    assert offered is not None, "a table of choices offers its wager"
    return offered


def _check_size(name: str, wager_cents: int | None, sizes: Sequence[int]) -> None:
    if wager_cents is not None and wager_cents not in sizes:
        allowed = ", ".join(map(dollars, sizes))
        message = f"a wager of {dollars(wager_cents)} doesn't use {name}; choose {allowed}"
        raise BadInput(message, FaultCode.WAGER_SIZE, "wager", spot=name, cents=wager_cents, sizes_cents=sizes)
