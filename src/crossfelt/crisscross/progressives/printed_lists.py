"""The wheels and lists that a text prints, read once from the file beside this module that has the id of the book."""

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
        """The clause of each symbol, in their printed order."""
        return {symbol: self.clause_of(symbol) for symbol in self.symbols}

    @property
    def examples(self) -> dict[str, int]:
        """Symbol -> its example weight. They stay examples when a house repeats them (reading P1)."""
        return dict(zip(self.symbols, self.example_weights, strict=True))

    def clause_of(self, symbol: str) -> str:
        """The item of the list: the n-th symbol has the n-th letter."""
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
    """What a Community list of Bonus Spin pays one size of wager."""

    size_cents: int
    clause: str
    pays: tuple[PrintedPay, ...]
    note: str
    """Why no wheel shows these symbols; empty where a wheel may."""


@dataclass(frozen=True, slots=True)
class PrintedBonusSpin:
    """What the text fixes of Bonus Spin."""

    table: Mapping[str, Any]
    wheels: Mapping[str, PrintedWheel]
    two_amounts: tuple[str, ...]
    """The symbols with two amounts, which any wheel may have."""
    example_two_amounts: tuple[int, ...]
    """Example weights of ours for these symbols."""
    community: Mapping[str, tuple[PrintedPays, ...]]
    """Letter of the list -> what it pays each size of wager."""

    def example_weights(self, letter: str) -> dict[str, int]:
        """Example weights of a whole wheel (reading P1)."""
        return self.wheels[letter].examples | dict(zip(self.two_amounts, self.example_two_amounts, strict=True))


@dataclass(frozen=True, slots=True)
class PrintedXtreme:
    """What the text fixes of Bonus Spin Xtreme."""

    table: Mapping[str, Any]
    wheels: Mapping[str, PrintedWheel]
    community: Mapping[str, Mapping[str, Any]]

    @property
    def positions(self) -> int:
        """How many symbols each Community list has."""
        return len(self.table["example_community_weights"])


@dataclass(frozen=True, slots=True)
class Printed:
    """Both progressive wagers of one text."""

    bonus_spin: PrintedBonusSpin
    xtreme: PrintedXtreme


def printed_community(rules: str) -> Mapping[str, tuple[PrintedPays, ...]]:
    """The Community lists of Bonus Spin that the text of a rule book prints; empty where it prints none."""
    printed = printed_progressives(rules)
    return printed.bonus_spin.community if printed is not None else {}


@cache
def printed_progressives(rules: str) -> Printed | None:
    """What the text of a rule book prints of its progressive wagers, None where it has none."""
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
    """The items of a Community list for one size of wager, which the text numbers (i), (ii) and (iii)."""
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
    """The clause of an item of a printed list, which the text letters from (a)."""
    return f"{clause}({'abcdefghijklmnopqrstuvwxyz'[index]})"


def symbol_cents(symbol: str) -> int:
    """What a printed symbol pays whoever spun it: its dollar amount, the first where it has two.

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
