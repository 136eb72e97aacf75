"""Draws the table: the cross with other cards beside it, and every settled wager with its reason."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from rich.console import Console, ConsoleOptions, Group, RenderableType, RenderResult
from rich.measure import Measurement
from rich.table import Table
from rich.text import Text

from crossfelt.cards import parse_card
from crossfelt.cli.rules.citations import cited_clauses, short_citation
from crossfelt.cli.shared.blocks import Block, BlockLine, Piece, below, beside
from crossfelt.cli.shared.drawing import Pencil, plain_table, won_or_lost
from crossfelt.crisscross.casefile import SettledCase
from crossfelt.crisscross.hand_words import hands_in_words
from crossfelt.crisscross.layout import ACROSS, BONUS, DOWN, MIDDLE
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.settlement import SettledWager, explain, seat_total
from crossfelt.money import dollars, signed_dollars
from crossfelt.rulefiles import NamedRules

NO_HANDS: Mapping[str, str] = MappingProxyType({})
_ANY_WIDTH = 1000
_GAP = 3


def coloured(cents: int) -> Text:
    """An amount with its sign, in green or red where there are colors."""
    return won_or_lost(signed_dollars(cents))


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


def settled_wagers_table(
    book: RuleBook, seat: int, wagers: Sequence[SettledWager], hands: Mapping[str, str] = NO_HANDS
) -> Table:
    """The settled wagers of one seat, each with its reason and its net, and their sums below.

    `hands` are the seat's hands as `hands_in_words` names them.
    """
    total = seat_total(seat, wagers)
    table = plain_table(">#", "wager and why", ">net", footer=True)
    sums = f"staked {dollars(total.staked)}, won {dollars(total.won)}, returned {dollars(total.returned)}"
    table.columns[1].footer = sums
    table.columns[2].footer = coloured(total.net)
    table.columns[2].no_wrap = True
    for wager in wagers:
        gain = wager.won + wager.returned - wager.staked
        why = explain(book, wager, short_citation, hands.get(book.spots[wager.spot].hand))
        table.add_row(str(wager.order), why, coloured(gain))
    return table


def settled_case(
    pencil: Pencil, named: NamedRules, case: Mapping[str, Any], settled: SettledCase, *, is_long: bool = False
) -> Group:
    """One finished round as `crossfelt settle` shows it: its rules, the cards, then every wager of every seat.

    With `is_long` it ends with the clauses that decided.
    """
    book = named.rules
    assert isinstance(book, RuleBook)
    community = case["community"]
    places = (*zip(ACROSS, community["across"], strict=True), *zip(DOWN, community["down"], strict=True))
    bonus = case.get("bonus_cards")
    cross = {**dict(places), MIDDLE: community["middle"]}
    entries = {entry["seat"]: entry for entry in case["seats"]}
    parts: list[RenderableType] = [
        Block((((f"{named.title} ({book.name}, {book.hash[:12]})", "bold"),),)),
        table_of_cards(pencil, cross, *([bonus_row(pencil, bonus)] if bonus else [])),
    ]
    for seat in settled.seats:
        entry = entries[seat.seat]
        hands = named_hands(book, entry["hole"], {**cross, **dict(zip(BONUS, bonus or (), strict=False))})
        title: BlockLine = ((f"Seat {seat.seat}", "bold"), ("  ", ""), *_pieces(pencil, entry["hole"]))
        if entry.get("folded_at") is not None:
            parts.append(Block(((), (*title, (f"  folded at the {entry['folded_at']} decision", "")))))
        else:
            five = {line: (*entry["hole"], *community[line], community["middle"]) for line in ("across", "down")}
            lines = (
                ((f"  {line.title()}: ", ""), *_pieces(pencil, cards), (f", {hands[line]}", ""))
                for line, cards in five.items()
            )
            parts.append(Block(((), title, *lines)))
        parts.append(settled_wagers_table(book, seat.seat, seat.lines, hands))
    if is_long:
        wagers = [wager for seat in settled.seats for wager in seat.lines]
        limits = [book.aggregate_limit.clause for wager in wagers if wager.cut]
        parts.append(cited_clauses(book.id, [*(wager.clause for wager in wagers), *limits]))
    return Group(*parts)


def named_hands(book: RuleBook, hole: Sequence[str | None], places: Mapping[str, str | None]) -> dict[str, str]:
    """The hands of a seat by the spots that they decide, as far as their cards are face up."""
    if None in hole or not hole:
        return {}
    first, second = (parse_card(name) for name in hole)
    shown = {place: parse_card(name) for place, name in places.items() if name is not None}
    return hands_in_words(book.ranker, (first, second), shown)


def _pieces(pencil: Pencil, cards: Sequence[str]) -> tuple[Piece, ...]:
    """Cards in a line of a block, with blanks between them."""
    named = ((name.plain, str(name.style)) for name in map(pencil.name, cards))
    return tuple(piece for name in named for piece in ((" ", ""), name))[1:]
