"""What all our tables look like: no frame, a rule under the heading, safe in 80 columns."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Literal, TypeVar

from rich import box
from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from crossfelt.game import Step

Action = TypeVar("Action")
Event = TypeVar("Event")


def plain_table(*columns: str, footer: bool = False) -> Table:
    """An empty table with these headings; one that starts with `>` is flush right."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, show_footer=footer)
    for heading in columns:
        side: Literal["left", "right"] = "right" if heading.startswith(">") else "left"
        # A word too long for its column goes on below: an id cut short is no id.
        table.add_column(heading.removeprefix(">"), justify=side, overflow="fold")
    return table


def steps_table(steps: Iterable[Step[Action, Event]], words: Callable[[Event], str]) -> Table:
    """Every step of a recorded contest: who acted, and what happened in the words of that game."""
    table = plain_table(">step", "by", "what happened")
    for number, step in enumerate(steps, start=1):
        table.add_row(str(number), str(step.actor), "\n".join(map(words, step.events)))
    return table


def section(title: str, *parts: RenderableType) -> Group:
    """A heading in bold type with something indented below it."""
    return Group(Text(f"\n{title}", "bold"), Padding(Group(*parts), (0, 0, 0, 2)))


def percent(share: Fraction | float, digits: int = 3) -> str:
    """A share as a percentage; the heading beside it names the base."""
    return f"{100 * float(share):.{digits}f}%"
