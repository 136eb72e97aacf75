"""The printed wheels and lists of a rule text, read once from the file beside this module named after the book's id."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any, Literal

from crossfelt.jsontext import parse_toml


@dataclass(frozen=True, slots=True)
class PrintedWheel:
    """One wheel as printed, with example weights of ours (reading P1)."""

    letter: str
    clause: str
    jackpot: Literal["prize", "meter"]
    symbols: tuple[str, ...]
    example_weights: tuple[int, ...]
    least_initial_cents: int
    least_reset_cents: int
    least_clause: str

    @property
    def clauses(self) -> dict[str, str]:
        """Return the clause of each symbol, in printed order."""
        return {symbol: self.clause_of(symbol) for symbol in self.symbols}

    @property
    def examples(self) -> dict[str, int]:
        """Return symbol -> example weight. They stay examples when a house repeats them (reading P1)."""
        return dict(zip(self.symbols, self.example_weights, strict=True))

    def clause_of(self, symbol: str) -> str:
        """Return the item of the list: the n-th symbol has the n-th letter."""
        return item_clause(self.clause, self.symbols.index(symbol))


@dataclass(frozen=True, slots=True)
class PrintedPay:
    """One item of a Community list: a symbol with two amounts, of which the second is paid."""

    symbol: str
    first_cents: int
    """Paid to the seat that spins the symbol (reading P4)."""
    cents: int
    """Paid to every other seat with a wager of this size."""
    clause: str


@dataclass(frozen=True, slots=True)
class PrintedPays:
    """The pay of a Bonus Spin Community list for one size of wager."""

    size_cents: int
    clause: str
    pays: tuple[PrintedPay, ...]
    note: str
    """Why no wheel shows these symbols; empty where a wheel may."""


@dataclass(frozen=True, slots=True)
class PrintedBonusSpin:
    """The part of Bonus Spin that the rules fix."""

    table: Mapping[str, Any]
    wheels: Mapping[str, PrintedWheel]
    two_amounts: tuple[str, ...]
    """The symbols with two amounts, which any wheel may have."""
    example_two_amounts: tuple[int, ...]
    """Example weights of ours for these symbols."""
    community: Mapping[str, tuple[PrintedPays, ...]]
    """Letter of the list -> what it pays each size of wager."""

    def example_weights(self, letter: str) -> dict[str, int]:
        """Return example weights of a whole wheel (reading P1)."""
        return self.wheels[letter].examples | dict(zip(self.two_amounts, self.example_two_amounts, strict=True))


@dataclass(frozen=True, slots=True)
class PrintedXtreme:
    """The part of Bonus Spin Xtreme that the rules fix."""

    table: Mapping[str, Any]
    wheels: Mapping[str, PrintedWheel]
    community: Mapping[str, Mapping[str, Any]]

    @property
    def positions(self) -> int:
        """The number of symbols in each Community list."""
        return len(self.table["example_community_weights"])


@dataclass(frozen=True, slots=True)
class Printed:
    """Both progressive wagers of one rule text."""

    bonus_spin: PrintedBonusSpin
    xtreme: PrintedXtreme


def printed_community(rules: str) -> Mapping[str, tuple[PrintedPays, ...]]:
    """Return the Community lists of Bonus Spin printed in the text of a rule book; empty if there are none."""
    printed = printed_progressives(rules)
    return printed.bonus_spin.community if printed is not None else {}


@cache
def printed_progressives(rules: str) -> Printed | None:
    """Return the progressive wagers printed in the text of a rule book, or None."""
    file = files(__package__).joinpath(f"{rules}.toml")
    if not file.is_file():
        return None
    data = parse_toml(file.read_bytes())
    spin, xtreme = data["bonus_spin"], data["xtreme"]
    two_amounts = spin["two_amounts"]
    return Printed(
        PrintedBonusSpin(
            table=spin,
            wheels=_wheels(spin),
            two_amounts=tuple(two_amounts["symbols"]),
            example_two_amounts=tuple(two_amounts["example_weights"]),
            community={letter: tuple(map(_pays, entry["pays"])) for letter, entry in spin["community"].items()},
        ),
        PrintedXtreme(xtreme, _wheels(xtreme), xtreme["community"]),
    )


def _pays(entry: Mapping[str, Any]) -> PrintedPays:
    """Return the items of a Community list for one size of wager, which the text numbers (i), (ii) and (iii)."""
    pays = (
        PrintedPay(
            symbol=symbol,
            first_cents=symbol_cents(symbol),
            cents=int(symbol.partition("&")[2]) * 100,
            clause=f"{entry['clause']}({'i' * number})",
        )
        for number, symbol in enumerate(entry["symbols"], start=1)
    )
    return PrintedPays(entry["size_cents"], entry["clause"], tuple(pays), entry.get("note", ""))


def item_clause(clause: str, index: int) -> str:
    """Return the clause of an item of a printed list, which the text letters from (a)."""
    return f"{clause}({'abcdefghijklmnopqrstuvwxyz'[index]})"


def symbol_cents(symbol: str) -> int:
    """Return what a printed symbol pays the seat that spun it: its dollar amount, the first where it has two.

    >>> symbol_cents("2500"), symbol_cents("500&100")
    (250000, 50000)
    """
    return int(symbol.partition("&")[0]) * 100


def _wheels(table: Mapping[str, Any]) -> dict[str, PrintedWheel]:
    return {
        letter: PrintedWheel(
            letter=letter,
            clause=wheel["clause"],
            jackpot=wheel["jackpot"],
            symbols=tuple(wheel["symbols"]),
            example_weights=tuple(wheel["example_weights"]),
            least_initial_cents=wheel["least_initial_cents"],
            least_reset_cents=wheel["least_reset_cents"],
            least_clause=wheel["least_clause"],
        )
        for letter, wheel in table["wheels"].items()
    }
