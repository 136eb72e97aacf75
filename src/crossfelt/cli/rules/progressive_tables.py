"""Draws the progressive bets of a rule book: wheels with their weights, Community lists and meters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from crossfelt.cli.shared.drawing import plain_table
from crossfelt.crisscross.progressives.meter import MILLION, MeterTerms
from crossfelt.crisscross.progressives.printed_lists import PrintedPays, printed_community
from crossfelt.crisscross.progressives.terms import BonusSpin, Xtreme, event_words, symbol_words
from crossfelt.crisscross.progressives.wheel import Segment, Wheel
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.money import dollars

Part = tuple[str, list[RenderableType]]


def progressive_sections(book: RuleBook) -> Iterator[Part]:
    """Yield a section for each progressive bet on offer, and always the Community lists of Bonus Spin."""
    spin = book.progressives.bonus_spin if book.progressives is not None else None
    xtreme = book.progressives.xtreme if book.progressives is not None else None
    lists = printed_community(book.id)
    if spin is not None:
        chosen = {spin.community_letter: lists[spin.community_letter]} if spin.community_letter in lists else {}
        yield "Bonus Spin", [*_bonus_spin(spin), *_printed_lists(chosen)]
    elif lists:
        yield "Bonus Spin, not offered", list(_printed_lists(lists))
    if xtreme is not None:
        yield "Bonus Spin Xtreme", list(_xtreme(xtreme))


def _bonus_spin(spin: BonusSpin) -> Iterator[RenderableType]:
    yield Text(
        f"A wager of {dollars(spin.spins_cents)} with a pair in the hand spins wheel {spin.letter} ({spin.clause})."
    )
    if spin.meter is None:
        name = spin.prize_name or "a fixed prize"
        yield Text(f"Its jackpot, {spin.jackpot_name}, is {name}, worth {dollars(spin.prize_cents)}.")
    else:
        yield Text(f"Its jackpot, {spin.jackpot_name}, is the meter.")
        yield _meters([spin.meter])
    yield from _wheel(spin.wheel, f"Wheel {spin.letter}")
    sizes = sorted(spin.community)
    table = plain_table("Community Pay for", *(f">{dollars(size)} wager" for size in sizes), "clause")
    for symbol in spin.community[sizes[0]]:
        pays = [spin.community[size][symbol] for size in sizes]
        clauses = ", ".join(pay.clause for pay in pays)
        table.add_row(symbol_words(symbol), *(dollars(pay.cents) for pay in pays), clauses)
    yield Text(f"\nCommunity list {spin.community_letter}, paid to every other seat with the wager:")
    yield table


def _printed_lists(lists: Mapping[str, Sequence[PrintedPays]]) -> Iterator[RenderableType]:
    """Draw Community lists with both amounts of every symbol, also of those that no wheel shows."""
    table = plain_table("list", ">wager", "symbol", ">first amount", ">second amount", "clause")
    entries = [(letter, entry) for letter, pays in lists.items() for entry in pays]
    for letter, entry in entries:
        for pay in entry.pays:
            amounts = dollars(pay.first_cents), dollars(pay.cents)
            table.add_row(letter, dollars(entry.size_cents), symbol_words(pay.symbol), *amounts, pay.clause)
    if entries:
        yield Text(f"\nCommunity list{'s' if len(lists) > 1 else ''} {' and '.join(lists)} as printed:")
        yield table
    for note, sizes in _notes(entry for _, entry in entries).items():
        yield Text(f"{' and '.join(map(dollars, sizes))} wagers: {note}")


def _notes(entries: Iterable[PrintedPays]) -> dict[str, list[int]]:
    """Return each note once, with the sizes of wager that it applies to."""
    notes: dict[str, list[int]] = {}
    for entry in entries:
        if entry.note and entry.size_cents not in notes.setdefault(entry.note, []):
            notes[entry.note].append(entry.size_cents)
    return notes


def _xtreme(xtreme: Xtreme) -> Iterator[RenderableType]:
    yield Text(
        f"Triggered by {event_words(xtreme.event)} ({xtreme.clause}). Its jackpot is named {xtreme.jackpot_name}."
    )
    sizes = plain_table(">wager", "Hot Spot wheel", "Community list", "meter")
    for size in xtreme.sizes.values():
        sizes.add_row(dollars(size.cents), size.letter, size.community_letter, size.meter.id)
    yield sizes
    yield _meters({size.meter.id: size.meter for size in xtreme.sizes.values()}.values())
    for letter, wheel in {size.letter: size.wheel for size in xtreme.sizes.values()}.items():
        yield from _wheel(wheel, f"Hot Spot wheel {letter}")
    example = ", example weights" if xtreme.community_wheel.is_example else ""
    yield Text(f"\nCommunity lists, by position{example}:")
    lists = {size.community_letter: size.community for size in xtreme.sizes.values()}
    table = plain_table(">position", ">weight", *(f">list {letter}" for letter in lists))
    for number, segment in enumerate(xtreme.community_wheel.segments):
        pays = [dollars(pays[number].cents) for pays in lists.values()]
        table.add_row(segment.symbol, f"{segment.weight:,}", *pays)
    yield table


def _meters(meters: Iterable[MeterTerms]) -> Table:
    table = plain_table("meter", ">of each wager", ">first shows", ">starts again at", "clause")
    for meter in meters:
        rate = f"{100 * meter.rate_ppm / MILLION:.4f}".rstrip("0").rstrip(".")
        table.add_row(meter.id, f"{rate}%", dollars(meter.initial_cents), dollars(meter.reset_cents), meter.clause)
    return table


def _wheel(wheel: Wheel, title: str) -> Iterator[RenderableType]:
    example = ", example weights, not those of a real wheel (reading P1)" if wheel.is_example else ""
    yield Text(f"\n{title}{example}:")
    table = plain_table("symbol", ">pays", ">weight", ">of all spins", "clause")
    for segment in wheel.segments:
        if segment.weight:
            share = f"{100 * segment.weight / wheel.total:.3f}%"
            table.add_row(symbol_words(segment.symbol), _pays(segment), f"{segment.weight:,}", share, segment.clause)
    yield table


def _pays(segment: Segment) -> str:
    return "the jackpot" if segment.cents is None else dollars(segment.cents)
