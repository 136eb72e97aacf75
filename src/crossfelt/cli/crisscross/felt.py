"""What lies on the felt, for people: the cross with other cards beside it, and what became of every wager."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from crossfelt.cli.shared.pencil import Pencil
from crossfelt.cli.shared.tables import plain_table
from crossfelt.crisscross.layout import ACROSS, DOWN, MIDDLE
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.settlement import SettledWager, explain
from crossfelt.money import dollars


def signed(cents: int) -> str:
    """An amount of money with a sign in front: the sign says whether it was gained or lost, not a colour."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def table_of_cards(pencil: Pencil, community: Mapping[str, str | None], *columns: RenderableType) -> Table:
    """The five community cards laid out as a cross at the left, and other things in columns at its right."""
    grid = Table.grid(padding=(0, 3))
    grid.add_row(pencil.cross(community), *columns)
    return grid


def bonus_row(pencil: Pencil, bonus_cards: Sequence[str | None]) -> Text:
    """The bonus cards, which lie beside the cross, in a row under their title."""
    return Text("\n").join([Text("Bonus cards"), pencil.row(bonus_cards)])


def lines_table(rows: Iterable[tuple[int, str, int]], totals: tuple[int, int, int, int]) -> Table:
    """A row for each wager with its number, the reason and what it won or lost, and the sums of the seat below."""
    staked, won, returned, net = totals
    table = plain_table(">#", "wager and why", ">net", footer=True)
    table.columns[1].footer = f"staked {dollars(staked)}, won {dollars(won)}, returned {dollars(returned)}"
    table.columns[2].footer = signed(net)
    table.columns[2].no_wrap = True
    for order, words, gain in rows:
        table.add_row(str(order), words, signed(gain))
    return table


def settled_lines(book: RuleBook, lines: Sequence[SettledWager]) -> Table:
    """A table of what became of one seat's wagers, each with the reason and what it won or lost."""
    staked, won, returned = (sum(getattr(line, name) for line in lines) for name in ("staked", "won", "returned"))
    rows = [(line.order, explain(book, line), line.won + line.returned - line.staked) for line in lines]
    return lines_table(rows, (staked, won, returned, won + returned - staked))


def settled_case(pencil: Pencil, book: RuleBook, case: Mapping[str, Any], result: Mapping[str, Any]) -> Group:
    """One finished round as `crossfelt settle` shows it: the cards, then every wager of every seat."""
    community = case["community"]
    places = (*zip(ACROSS, community["across"], strict=True), *zip(DOWN, community["down"], strict=True))
    bonus = case.get("bonus_cards")
    holes = {entry["seat"]: entry["hole"] for entry in case["seats"]}
    parts: list[RenderableType] = [
        Text(f"{book.title} ({book.id}-{book.version}, {book.hash[:12]})", "bold"),
        table_of_cards(
            pencil, {**dict(places), MIDDLE: community["middle"]}, bonus_row(pencil, bonus) if bonus else ""
        ),
    ]
    for seat in result["seats"]:
        hands = (
            "folded"
            if seat["across_hand"] is None
            else f"across {_words(seat['across_hand'])}, down {_words(seat['down_hand'])}"
        )
        heading = Text.assemble(("\nSeat ", "bold"), (str(seat["seat"]), "bold"), "  ")
        parts.append(heading + pencil.names(holes[seat["seat"]]) + Text(f"  {hands}"))
        rows = [
            (line["order"], line["explained"], line["won"] + line["returned"] - line["staked"])
            for line in seat["lines"]
        ]
        parts.append(lines_table(rows, (seat["staked"], seat["won"], seat["returned"], seat["net"])))
    return Group(*parts)


def _words(hand: str) -> str:
    return hand.replace("_", " ")
