"""The progressive bets for a player in the terminal: offers, meters, and where wheels stopped."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from fractions import Fraction

from rich.text import Text

from crossfelt.crisscross.progressives.meter import Meter, MeterTerms
from crossfelt.crisscross.progressives.terms import HOLE_PAIR, XTREME
from crossfelt.crisscross.progressives.wheel import JACKPOT, Segment, Wheel
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.views import TableView
from crossfelt.money import dollars

_NEIGHBOURS = 2
"""Segments drawn on each side of the one where a wheel stopped."""


def offers(book: RuleBook) -> Iterator[str]:
    """Yield a sentence or two for each progressive bet: what triggers it, and what it can pay."""
    if book.progressives is None:
        return
    spin, xtreme = book.progressives.bonus_spin, book.progressives.xtreme
    if spin is not None:
        yield (
            f"Bonus Spin: {dollars(spin.spins_cents)} and a pair in your hand spin for {_prizes(spin.wheel)}; "
            f"{_jackpot(spin.jackpot_name, spin.meter, spin.prize_cents)}. A smaller wager only shares in the "
            f"Community Pay of other seats' spins ({spin.clause}){_example(spin.wheel)}."
        )
    if xtreme is not None:
        event = (
            "a pair in a player's hand"
            if xtreme.event == HOLE_PAIR
            else f"{xtreme.event.replace('_', ' ')} or better on the cross"
        )
        sets_off = f"{event} triggers it; every seat with the bet is paid, and one seat spins"
        yield f"Bonus Spin Xtreme: {sets_off} ({xtreme.clause})."
        for size in xtreme.sizes.values():
            listed = ", ".join(dollars(pay.cents) for pay in size.community)
            yield (
                f"  For {dollars(size.cents)}: Community {listed}; Hot Spot {_prizes(size.wheel)}; "
                f"{_jackpot(xtreme.jackpot_name, size.meter, 0)}{_example(size.wheel)}."
            )


def meters_line(book: RuleBook, amounts: Mapping[str, str]) -> Text:
    """Return the meters in dollars, without the fraction of a cent, which can't be won."""
    shown = (f"{_meter_title(book, name)} {dollars(Meter(Fraction(text)).shown)}" for name, text in amounts.items())
    return Text("Meters: " + ", ".join(shown), "yellow")


def spins_drawn(book: RuleBook, view: TableView, seat: int) -> Iterator[Text]:
    """Draw every wheel of the round where it stopped, and the Hot Spot."""
    offered = book.progressives
    for spun in view.spins:
        assert offered is not None
        if spun.wheel == "bonus_spin":
            assert offered.bonus_spin is not None
            yield _strip(_whose("Bonus Spin", spun.seat, seat), offered.bonus_spin.wheel, spun.symbol)
            continue
        assert offered.xtreme is not None
        if spun.wheel == "community":
            own = next(entry.wagers.get(XTREME, 0) for entry in view.seats if entry.seat == seat)
            listed = offered.xtreme.sizes.get(own, next(iter(offered.xtreme.sizes.values()))).community
            symbols = [dollars(pay.cents) for pay in listed]
            yield _drawn(f"Community spin{'' if own else ', the smallest list'}", symbols, int(spun.symbol) - 1)
            if view.hot_spot is not None:
                yield Text(
                    "You are the Hot Spot." if view.hot_spot == seat else f"Seat {view.hot_spot} is the Hot Spot."
                )
            continue
        cents = next(entry.wagers[XTREME] for entry in view.seats if entry.seat == spun.seat)
        yield _strip(_whose("Hot Spot wheel", spun.seat, seat), offered.xtreme.sizes[cents].wheel, spun.symbol)


def _strip(title: str, wheel: Wheel, symbol: str) -> Text:
    live = [segment for segment in wheel.segments if segment.weight]
    index = next(number for number, segment in enumerate(live) if segment.symbol == symbol)
    return _drawn(title + _example(wheel), [_symbol_words(segment.symbol) for segment in live], index)


def _drawn(title: str, symbols: list[str], index: int) -> Text:
    """Draw a piece of the rim; brackets mark the symbol at the pointer, with or without colors."""
    around = range(index - _NEIGHBOURS, index + _NEIGHBOURS + 1)
    text = Text(f"{title}:\n  ")
    for number in around:
        word = symbols[number % len(symbols)]
        text.append(f"[ {word} ]" if number == index else word, "bold green" if number == index else "dim")
        text.append("  ")
    return text


def _symbol_words(symbol: str) -> str:
    return "jackpot" if symbol == JACKPOT else " and ".join(dollars(int(part) * 100) for part in symbol.split("&"))


def _prizes(wheel: Wheel) -> str:
    return ", ".join(_symbol_words(segment.symbol) for segment in _printed(wheel))


def _printed(wheel: Wheel) -> Iterable[Segment]:
    return (segment for segment in wheel.segments if segment.weight and segment.symbol != JACKPOT)


def _jackpot(name: str, meter: MeterTerms | None, prize_cents: int) -> str:
    return f"its {name} is {dollars(prize_cents)}" if meter is None else f"its {name} is the meter"


def _meter_title(book: RuleBook, name: str) -> str:
    assert book.progressives is not None
    spin, xtreme = book.progressives.bonus_spin, book.progressives.xtreme
    if spin is not None and spin.meter is not None and spin.meter.id == name:
        return f"Bonus Spin {spin.jackpot_name}"
    assert xtreme is not None
    sizes = [dollars(size.cents) for size in xtreme.sizes.values() if size.meter.id == name]
    return f"Xtreme {xtreme.jackpot_name} for {' and '.join(sizes)}"


def _whose(what: str, spinner: int | None, seat: int) -> str:
    return f"Your {what}" if spinner == seat else f"{what} of seat {spinner}"


def _example(wheel: Wheel) -> str:
    return " (example weights)" if wheel.is_example else ""
