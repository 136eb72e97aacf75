"""All tables share one style: words and cards stay whole at any width, and colors only repeat a sign."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO, StringIO, TextIOWrapper
from typing import IO, cast

import pytest
from benchmarks.harness import Result
from benchmarks.report import to_table
from rich.console import Console, RenderableType
from rich.text import Text

from crossfelt.cli.shared.drawing import PlainTable, figures_table, plain_table, print_headline, section, won_or_lost
from crossfelt.cli.shared.streams import TidyStream
from tests.support.cli.program import run


def drawn(part: RenderableType, width: int) -> list[str]:
    console = Console(file=StringIO(), width=width, markup=False, highlight=False, emoji=False)
    console.print(part)
    assert isinstance(console.file, StringIO)
    return [line.rstrip() for line in console.file.getvalue().splitlines()]


def books() -> PlainTable:
    table = plain_table("id", "title", ">ante", footer=True)
    table.add_row("massachusetts", "Criss-Cross Poker of the Commonwealth", "$5 to $100")
    table.add_row("cardroom", "Criss Cross Poker of a house", "$2 to $10")
    table.columns[0].footer = "together"
    table.columns[2].footer = "two"
    return table


def test_a_table_that_fits_has_a_rule_under_its_heading() -> None:
    lines = drawn(books(), 80)
    assert lines[0].split() == ["id", "title", "ante"]
    assert set(lines[1]) == {"─"}
    assert lines[2].endswith("$5 to $100")


def test_the_widest_column_gives_way_first() -> None:
    lines = drawn(books(), 50)
    assert lines[2] == "massachusetts   Criss-Cross Poker of    $5 to $100"
    assert lines[3] == "                the Commonwealth"


@pytest.mark.parametrize("width", range(24, 60, 3))
def test_words_stay_whole(width: int) -> None:
    lines = drawn(books(), width)
    assert max(map(len, lines)) <= width
    words = " ".join(lines).split()
    for word in ("massachusetts", "Commonwealth", "Criss-Cross", "together"):
        assert word in words


def test_rows_stand_apart_where_columns_are_too_narrow() -> None:
    assert drawn(books(), 26) == [
        "massachusetts",
        "  title  Criss-Cross Poker",
        "         of the",
        "         Commonwealth",
        "  ante   $5 to $100",
        "",
        "cardroom",
        "  title  Criss Cross Poker",
        "         of a house",
        "  ante   $2 to $10",
        "",
        "together",
        "  ante   two",
    ]


def test_columns_stand_apart_where_that_reads_better() -> None:
    table = plain_table("hand", ">Across Bet", ">Five Card Bonus")
    table.is_by_column = True
    table.add_row("straight flush", "100", "1,000")
    table.add_row("anything else", "loses", "loses")
    assert drawn(table, 24) == [
        "Across Bet",
        "  straight flush    100",
        "  anything else   loses",
        "",
        "Five Card Bonus",
        "  straight flush  1,000",
        "  anything else   loses",
    ]


def test_a_row_that_begins_with_a_number_says_of_what() -> None:
    table = plain_table(">roll", "what became of it", "why")
    table.add_row("7", "overwhelmingly", "unforeseeable")
    assert drawn(table, 30)[0] == "roll 7"


def test_figures_have_no_heading() -> None:
    assert drawn(figures_table([("average", "5.8"), ("standard deviation", "9.6")]), 40) == [
        "average              5.8",
        "standard deviation   9.6",
    ]


@pytest.mark.parametrize(
    ("figure", "colour"), [("+$5", "green"), ("-$5", "red"), ("$0", ""), ("+0.0", ""), ("best", ""), ("-12.5", "red")]
)
def test_what_is_won_is_green_and_what_is_lost_red(figure: str, colour: str) -> None:
    assert (won_or_lost(figure).plain, won_or_lost(figure).style) == (figure, colour)


def test_a_headline_is_never_cut() -> None:
    for width in (60, 30):
        console = Console(file=StringIO(), width=width)
        print_headline(console, Text("Across Bet decision: $10 at stake, $490 left"))
        assert isinstance(console.file, StringIO)
        words = console.file.getvalue().replace("─", " ").split()
        assert " ".join(words) == "Across Bet decision: $10 at stake, $490 left"


def test_a_wide_benchmark_keeps_every_column_at_80_columns() -> None:
    row = Result("King Cross, 65,536 environments, two threads", "M steps/s", 17.6, "pgx kuhn_poker (noted)", 2.66)
    lines = drawn(to_table("environments", [replace(row, least=2.66)]), 80)
    assert max(map(len, lines)) <= 80
    words = " ".join(" ".join(lines).split())
    assert lines[1].split() == ["environments"] and lines[2].split()[0] == "what"
    for word in ("King", "environments,", "17.6", "kuhn_poker", "2.66", "6.62", "yes"):
        assert word in words


def test_no_line_ends_in_blanks_and_none_is_blank_at_the_start() -> None:
    stream = TextIOWrapper(BytesIO(), encoding="utf-8", newline="")
    tidy = TidyStream(stream)
    console = Console(file=cast(IO[str], tidy), width=40, markup=False, highlight=False, emoji=False)
    console.print(section("title", figures_table([("name", "1"), ("longer name", "22")])))
    stream.flush()
    shown = stream.buffer.getvalue().decode()
    assert shown == "title\n  name           1\n  longer name   22\n"


@pytest.mark.parametrize("encoding", ["ascii", "latin-1", "utf-8"])
def test_a_locale_without_lines_gets_hyphens(encoding: str) -> None:
    out = run("rules", "list", encoding=encoding).out
    assert "?" not in out
    assert ("─" in out, "-----" in out) == ((True, False) if encoding == "utf-8" else (False, True))
    assert out.splitlines()[0] == "Criss Cross Poker"
    assert [line for line in out.splitlines() if line != line.rstrip()] == []
