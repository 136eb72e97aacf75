"""The progressive wagers of a rule book for people: wheels with their weights, Community lists and meters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from crossfelt.cli.shared.drawing import plain_table
from crossfelt.crisscross.progressives.terms import BonusSpin, Xtreme, event_words, symbol_words
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.money import dollars
from crossfelt.progressive.meter import MILLION, MeterTerms
from crossfelt.progressive.wheel import Segment, Wheel

Part = tuple[str, list[RenderableType]]


def progressive_sections(book: RuleBook) -> Iterator[Part]:
    """A section for each progressive wager on offer; nothing where there is none."""
    offered = book.progressives
    if offered is None:
        return
    if offered.bonus_spin is not None:
        yield "Bonus Spin", list(_bonus_spin(offered.bonus_spin))
    if offered.xtreme is not None:
        yield "Bonus Spin Xtreme", list(_xtreme(offered.xtreme))


def _bonus_spin(spin: BonusSpin) -> Iterator[RenderableType]:
    yield Text(
        f"A wager of {dollars(spin.spins_cents)} with a pair in the hand spins wheel {spin.letter} ({spin.clause})."
    )
    if spin.meter is None:
        name = spin.prize_name or "a prize fixed beforehand"
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


def _xtreme(xtreme: Xtreme) -> Iterator[RenderableType]:
    yield Text(
        f"Set off by {event_words(xtreme.event)} ({xtreme.clause}). Its jackpot is called {xtreme.jackpot_name}."
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
    example = ", example weights: nobody's real wheel (reading P1)" if wheel.is_example else ""
    yield Text(f"\n{title}{example}:")
    table = plain_table("symbol", ">pays", ">weight", ">of all spins", "clause")
    for segment in wheel.segments:
        if segment.weight:
            share = f"{100 * segment.weight / wheel.total:.3f}%"
            table.add_row(symbol_words(segment.symbol), _pays(segment), f"{segment.weight:,}", share, segment.clause)
    yield table


def _pays(segment: Segment) -> str:
    return "the jackpot" if segment.cents is None else dollars(segment.cents)
