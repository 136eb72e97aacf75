"""The building blocks of a sheet, for HTML and PDF: sections of text, tables and pictures."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True, slots=True)
class Words:
    """A paragraph of running text."""

    text: str


@dataclass(frozen=True, slots=True)
class Code:
    """Something to type or compare, to the letter."""

    text: str


@dataclass(frozen=True, slots=True)
class Table:
    """A table; the first cell of a row is its heading."""

    caption: str
    columns: tuple[str, ...]
    """A heading that starts with `>` stands over figures, flush right."""
    rows: tuple[tuple[str, ...], ...]
    is_long: bool = False
    """So many narrow rows that paper takes them in several columns and a page lets them scroll."""

    def __post_init__(self) -> None:
        assert all(len(row) == len(self.columns) for row in self.rows), self.caption


@dataclass(frozen=True, slots=True)
class Picture:
    """A chart. `alt` describes it in words; the table beside it has the figures."""

    svg: str
    alt: str
    caption: str
    width: float = 1.0
    """Share of the width of the page."""


@dataclass(frozen=True, slots=True)
class Entry:
    """Something to look up: its short name, what it is about, what there is to say, and perhaps a remark."""

    name: str
    title: str
    text: str
    remark: str = ""


@dataclass(frozen=True, slots=True)
class Entries:
    """Entries in their order, each with so much text that no table would hold it."""

    entries: tuple[Entry, ...]


@dataclass(frozen=True, slots=True)
class Banner:
    """The verdict of a report, in one sentence."""

    text: str
    is_good: bool


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was checked."""

    title: str
    state: Literal["passed", "failed", "skipped"]
    text: str
    """The result of the check."""


@dataclass(frozen=True, slots=True)
class Checks:
    """Checks in their order, each with its state as a word and a sign."""

    checks: tuple[Check, ...]


SIGNS = {"passed": "\u2713", "failed": "\u2717", "skipped": "\u2013"}
"""The sign of each state of a check."""

Block = Words | Code | Table | Picture | Entries | Banner | Checks


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what stands below it."""

    id: str
    title: str
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A whole document: its title and its sections, ready to be set as a page or as PDF."""

    title: str
    subtitle: str
    sections: tuple[Section, ...]
    footer: str = field(default="")
    header: str = field(default="")
    """One line below the title: what the sheet rests on and how it was made."""


MINUS = "\u2212"


def percent(share: float, digits: int = 3) -> str:
    """A share as a percentage; what stands beside it names the base."""
    return f"{100 * share:.{digits}f}%".replace("-", MINUS)


def number(value: float, digits: int = 0, sign: str = "") -> str:
    """With thousands in groups; `sign` of `+` shows both signs, but none on a zero.

    >>> number(1234.5, 1), number(2, 1, "+"), number(-0.001, 1, "+")
    ('1,234.5', '+2.0', '0.0')
    """
    text = f"{value:{sign},.{digits}f}"
    is_zero = not text.strip("+-0.,")
    return text.lstrip("+-") if is_zero else text.replace("-", MINUS)


def words(name: str) -> str:
    """`pair_6s_to_10s` as people write it."""
    return name.replace("_", " ")
