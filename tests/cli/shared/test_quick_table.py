"""Tables drawn quickly have the characters that rich would give them, or are left to rich."""

from __future__ import annotations

import io

import pytest
from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from crossfelt.cli.shared.blocks import Block, below, beside
from crossfelt.cli.shared.quick_table import QuickTable

ROWS = [
    ("1", "Down Ante $10: pair jacks or better pays 1 to 1, wins $10 (Round of Play/9)", Text("+$10", "green")),
    ("2", "short", Text("$0")),
    (
        "10",
        "two\nlines, of which the second one is long enough to be broken in a narrow terminal",
        Text("-$1,000", "red"),
    ),
]


def drawn(table: Table, width: int, *, colour: bool = False) -> list[str]:
    stream = io.StringIO()
    Console(
        file=stream, width=width, force_terminal=colour, color_system="standard" if colour else None, markup=False
    ).print(table)
    return [line.rstrip() for line in stream.getvalue().split("\n")]


def filled(kind: type[Table], *, footer: bool, extra: tuple[object, ...] = ()) -> Table:
    table = kind(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, show_footer=footer)
    for heading, side in (("#", "right"), ("wager and why", "left"), ("net", "right")):
        table.add_column(heading, justify=side, overflow="fold", footer="sum" if footer else "")  # type: ignore[arg-type]
    table.columns[2].no_wrap = True
    for row in (*ROWS, *extra):
        table.add_row(*row)  # type: ignore[misc]
    return table


@pytest.mark.parametrize("footer", [True, False])
@pytest.mark.parametrize("width", [12, 20, 30, 40, 79, 80, 120, 300])
def test_every_width_looks_as_rich_draws_it(width: int, footer: bool) -> None:
    assert drawn(filled(QuickTable, footer=footer), width) == drawn(filled(Table, footer=footer), width)


@pytest.mark.parametrize(
    "row",
    [("3", "10♥ and more", "x"), ("3", Text.assemble(("a", "bold"), "b"), "x"), ("3", "a  b" * 60, "x")],
    ids=["a suit", "two styles", "two blanks"],
)
def test_what_is_not_plain_is_left_to_rich(row: tuple[object, ...]) -> None:
    assert drawn(filled(QuickTable, footer=True, extra=(row,)), 60) == drawn(
        filled(Table, footer=True, extra=(row,)), 60
    )


def test_colours_are_those_of_the_cells() -> None:
    lines = drawn(filled(QuickTable, footer=False), 120, colour=True)
    assert any("\x1b[32m" in line and "+$10" in line for line in lines)
    assert any("\x1b[31m" in line and "-$1,000" in line for line in lines)


def test_blocks_stand_beside_and_below_each_other() -> None:
    tall, wide = Block(((("a", ""),), (("b", "bold"),))), Block(((("long", ""),),))
    assert beside([tall, wide], 2).plain.split("\n") == ["a  long", "b      "]
    assert below(wide, tall).plain.split("\n") == ["long", "a", "b"]
    assert (tall.width, below(wide, tall).width) == (1, 4)


def test_a_block_too_wide_for_its_place_is_broken_into_words() -> None:
    stream = io.StringIO()
    Console(file=stream, width=10).print(Block(((("several words in ", ""), ("a row", "bold")),)))
    assert [line.strip() for line in stream.getvalue().split("\n")] == ["several", "words in a", "row", ""]
