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

    def clause_of(self, symbol: str) -> str:
        """The item of the list: the n-th symbol has the n-th letter."""
        return item_clause(self.clause, self.symbols.index(symbol))


@dataclass(frozen=True, slots=True)
class PrintedBonusSpin:
    """What the text fixes of Bonus Spin."""

    table: Mapping[str, Any]
    wheels: Mapping[str, PrintedWheel]
    two_amounts: tuple[str, ...]
    """The symbols with two amounts, which any wheel may have."""
    community: Mapping[str, Mapping[str, Any]]


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


@cache
def printed_progressives(rules: str) -> Printed | None:
    """What the text of a rule book prints of its progressive wagers, None where it has none."""
    file = files(__package__).joinpath(f"{rules}.toml")
    if not file.is_file():
        return None
    data = parse_toml(file.read_bytes())
    spin, xtreme = data["bonus_spin"], data["xtreme"]
    return Printed(
        PrintedBonusSpin(spin, _wheels(spin), tuple(spin["two_amounts"]["symbols"]), spin["community"]),
        PrintedXtreme(xtreme, _wheels(xtreme), xtreme["community"]),
    )


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
