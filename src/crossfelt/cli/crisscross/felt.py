"""What lies on the felt, for people: the cross with other cards beside it, and what became of every wager."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from crossfelt.cli.rules.citations import cited_clauses, short_citation
from crossfelt.cli.shared.blocks import Block, below, beside
from crossfelt.cli.shared.drawing import Pencil, plain_table, won_or_lost
from crossfelt.crisscross.casefile import SettledCase, SettledSeat
from crossfelt.crisscross.layout import ACROSS, DOWN, MIDDLE
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.settlement import SettledWager, explain, seat_total
from crossfelt.money import dollars
from crossfelt.rulefiles import NamedRules

_ANY_WIDTH = 1000
_GAP = 3


def signed(cents: int) -> str:
    """An amount of money with a sign in front: the sign says whether it was gained or lost, with or without colours."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def coloured(cents: int) -> Text:
    """What `signed` writes, in green or red where there are colours."""
    return won_or_lost(signed(cents))


def table_of_cards(pencil: Pencil, community: Mapping[str, str | None], *columns: RenderableType) -> RenderableType:
    """The five community cards laid out as a cross at the left, and other things in columns at its right."""
    return _SideBySide((pencil.cross(community), *columns))


@dataclass(frozen=True, slots=True)
class _SideBySide:
    """Parts in columns, or one below the other where the terminal is too narrow for whole cards in columns."""

    parts: tuple[RenderableType, ...]

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        blocks = [part for part in self.parts if isinstance(part, Block)]
        if len(blocks) == len(self.parts) and sum(block.width + _GAP for block in blocks) - _GAP <= options.max_width:
            yield beside(blocks, _GAP)
            return
        grid = Table.grid(padding=(0, _GAP))
        grid.add_row(*self.parts)
        width = Measurement.get(console, options.update(max_width=_ANY_WIDTH), grid).maximum
        if width <= options.max_width:
            yield grid
        else:
            yield from (part for part in self.parts if part != "")


def bonus_row(pencil: Pencil, bonus_cards: Sequence[str | None]) -> Block:
    """The bonus cards, which lie beside the cross, in a row under their title."""
    return titled("Bonus cards", pencil.row(bonus_cards))


def titled(title: str, cards: Block) -> Block:
    """Cards under what they are."""
    return below(Block((((title, ""),),)), cards)


def settled_wagers_table(book: RuleBook, seat: int, wagers: Sequence[SettledWager]) -> Table:
    """What became of one seat's wagers, each with the reason and what it won or lost, and their sums below."""
    total = seat_total(seat, wagers)
    table = plain_table(">#", "wager and why", ">net", footer=True)
    sums = f"staked {dollars(total.staked)}, won {dollars(total.won)}, returned {dollars(total.returned)}"
    table.columns[1].footer = sums
    table.columns[2].footer = coloured(total.net)
    table.columns[2].no_wrap = True
    for wager in wagers:
        gain = wager.won + wager.returned - wager.staked
        table.add_row(str(wager.order), explain(book, wager, short_citation), coloured(gain))
    return table


def settled_case(
    pencil: Pencil, named: NamedRules, case: Mapping[str, Any], settled: SettledCase, *, is_long: bool = False
) -> Group:
    """One finished round as `crossfelt settle` shows it: its rules, the cards, then every wager of every seat.

    At length it ends with what the clauses say that decided.
    """
    book = named.rules
    assert isinstance(book, RuleBook)
    community = case["community"]
    places = (*zip(ACROSS, community["across"], strict=True), *zip(DOWN, community["down"], strict=True))
    bonus = case.get("bonus_cards")
    holes = {entry["seat"]: entry["hole"] for entry in case["seats"]}
    parts: list[RenderableType] = [
        Block((((f"{named.title} ({book.name}, {book.hash[:12]})", "bold"),),)),
        table_of_cards(
            pencil, {**dict(places), MIDDLE: community["middle"]}, *([bonus_row(pencil, bonus)] if bonus else [])
        ),
    ]
    for seat in settled.seats:
        cards = [(name.plain, str(name.style)) for name in map(pencil.name, holes[seat.seat])]
        heading = ((f"Seat {seat.seat}", "bold"), ("  ", ""), cards[0], (" ", ""), cards[1], (f"  {_hands(seat)}", ""))
        parts.append(Block(((), heading)))
        parts.append(settled_wagers_table(book, seat.seat, seat.lines))
    if is_long:
        wagers = [wager for seat in settled.seats for wager in seat.lines]
        limits = [book.aggregate_limit.clause for wager in wagers if wager.cut]
        parts.append(cited_clauses(book.id, [*(wager.clause for wager in wagers), *limits]))
    return Group(*parts)


def _hands(seat: SettledSeat) -> str:
    if seat.across_hand is None or seat.down_hand is None:
        return "folded"
    return f"across {_words(seat.across_hand)}, down {_words(seat.down_hand)}"


def _words(hand: str) -> str:
    return hand.replace("_", " ")
