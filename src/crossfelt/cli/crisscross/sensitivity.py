"""`crossfelt sensitivity`: how the edge moves with the pay table, and which pay tables give a wanted edge."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from crossfelt.cli.crisscross.books import choose_rules, option_option, pay_option, rules_option
from crossfelt.cli.shared.answers import csv_files, csv_option, give_answer
from crossfelt.cli.shared.gc_pause import without_collection
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.progress import progress_bar
from crossfelt.cli.shared.report import header_for
from crossfelt.errors import BadInput, describe

with deferred():
    from crossfelt import ranking
    from crossfelt.analysis.crisscross import encode
    from crossfelt.analysis.crisscross import sensitivity as analysis
    from crossfelt.analysis.crisscross.csv_tables import questions as tables
    from crossfelt.analysis.crisscross.documents import sensitivity as documents
    from crossfelt.cli.shared import drawing

_BOUNDS = re.compile(r"([a-z0-9_]+)=(-?\d{1,9})\.\.(-?\d{1,9})", re.ASCII)
_PERCENTAGE = re.compile(r"(-?\d{1,6}(?:\.\d{1,12})?)%?", re.ASCII)
MOST_SHOWN = 20

if TYPE_CHECKING:
    from rich.console import Console

    from crossfelt.analysis.crisscross.analyzed_rules import AnalyzedRules
    from crossfelt.analysis.crisscross.documents.figures import Document

    Answer = Callable[[Document, Callable[[Console], None]], None]


@click.command()
@rules_option
@click.option("--hand", metavar="HAND", help="Curve: the hand whose odds change.")
@click.option("--from", "start", type=int, metavar="ODDS", help="Curve: first odds.")
@click.option("--to", "stop", type=int, metavar="ODDS", help="Curve: last odds.")
@click.option("--edge", metavar="PERCENT", help="Search: the house edge to find, in % of both antes.")
@click.option(
    "--tolerance", metavar="PERCENT", default="0.01", show_default=True, help="Search: tolerance, in % of both antes."
)
@click.option(
    "--bounds", metavar="HAND=A..B", multiple=True, help="Search: a hand with its least and most odds; repeatable."
)
@option_option
@pay_option
@csv_option
@json_option
@without_collection()
def sensitivity(
    rules: str,
    hand: str | None,
    start: int | None,
    stop: int | None,
    edge: str | None,
    tolerance: str,
    bounds: tuple[str, ...],
    option: tuple[str, ...],
    pay: tuple[str, ...],
    csv: str | None,
    as_json: bool,
) -> None:
    """Show how the edge moves with the pay table.

    By default, the slope at every odds entry. With --hand: a curve. With --edge: every pay table within the bounds
    that has the house edge wanted.
    """
    game = choose_rules(rules, option, pay)
    header = header_for(game.named)

    def answer(document: Document, show: Callable[[Console], None]) -> None:
        files = csv_files(csv, header, lambda: tables.sensitivity_tables(document))
        give_answer(header, document, show, as_json=as_json, files=files)

    if edge is not None or bounds:
        if hand is not None or start is not None or stop is not None:
            raise BadInput("--hand, --from and --to draw a curve, --edge and --bounds search: choose one")
        if edge is None or not bounds:
            raise BadInput("a search needs both --edge and --bounds")
        _search(game, edge, tolerance, bounds, answer)
    elif hand is not None:
        if start is None or stop is None:
            raise BadInput("a curve needs --hand, --from and --to")
        if start > stop:  # before what computes is loaded
            raise BadInput(f"--from and --to: the odds must rise, not go from {start} to {stop}")
        _curve(game, hand, start, stop, answer)
    elif start is not None or stop is not None:
        raise BadInput("a curve needs --hand, --from and --to")
    else:
        _slopes(game, answer)


def _slopes(game: AnalyzedRules, answer: Answer) -> None:
    with progress_bar("solving beside every odds entry") as report:
        slopes = analysis.slopes(game.scheme, report)

    def show(console: Console) -> None:
        table = drawing.plain_table("hand", ">odds", ">slope per unit", ">one less", ">one more")
        for slope in slopes:
            changes = (-slope.per_odds, slope.less, None if slope.more is None else -slope.more)
            cells = ("" if change is None else f"{float(50 * change):+.5f}" for change in changes)
            table.add_row(_words(slope.hand), str(slope.odds), *cells)
        console.print(drawing.section("Change of the house edge, percentage points of both antes", table))

    answer(documents.slopes_document(game.book, game.scheme, slopes), show)


def _curve(game: AnalyzedRules, name: str, start: int, stop: int, answer: Answer) -> None:
    hand = analysis.hand_named(game.scheme, name)
    with progress_bar("solving along the curve") as report:
        points = analysis.curve(game.scheme, hand, start, stop, report)

    def show(console: Console) -> None:
        table = drawing.plain_table(">odds", ">house edge")
        for point in points:
            table.add_row(str(point.pay[hand]), drawing.percent(point.edge, 5))
        console.print(drawing.section(f"House edge by the odds for {_words(hand)}, % of both antes", table))

    answer(documents.curve_document(game.book, game.scheme, hand, points), show)


def _search(game: AnalyzedRules, edge: str, tolerance: str, bounds: Sequence[str], answer: Answer) -> None:
    target, slack = parse_percentage("edge", edge), parse_percentage("tolerance", tolerance)
    ranges = parse_bounds(game.scheme, bounds)
    with progress_bar("searching pay tables") as report:
        search = analysis.search(game.scheme, ranges, target, slack, report)

    def show(console: Console) -> None:
        table = drawing.plain_table(*(f">{_words(hand)}" for hand in ranges), ">house edge")
        for point in search.points[:MOST_SHOWN]:
            table.add_row(*(str(point.pay[hand]) for hand in ranges), drawing.percent(point.edge, 5))
        title = (
            f"{len(search.points):,} of {search.tables:,} pay tables have a house edge of {drawing.percent(target)} "
            f"+- {drawing.percent(slack)} of both antes"
        )
        console.print(drawing.section(title, table))
        if len(search.points) > MOST_SHOWN:
            console.print(f"\nThe {MOST_SHOWN} closest are shown; --json and --csv have all.")

    answer(documents.search_document(game.book, game.scheme, target, slack, ranges, search), show)


def _words(hand: ranking.Hand) -> str:
    return hand.slug.replace("_", " ")


def parse_bounds(scheme: encode.Scheme, texts: Sequence[str]) -> dict[ranking.Hand, tuple[int, int]]:
    """The least and most odds of each hand, from texts such as `royal_flush=100..500`."""
    bounds: dict[ranking.Hand, tuple[int, int]] = {}
    faults: list[str] = []
    for text in texts:
        match = _BOUNDS.fullmatch(text.strip())
        if not match:
            faults.append(f"bounds {describe(text)}: write HAND=A..B with whole odds, such as royal_flush=100..500")
            continue
        hand = analysis.hand_named(scheme, match[1])
        if hand in bounds:
            faults.append(f"bounds {hand.slug}: appears twice")
        bounds[hand] = int(match[2]), int(match[3])
    if faults:
        raise BadInput(faults)
    return bounds


def parse_percentage(name: str, text: str) -> Fraction:
    """The share that a percentage stands for: `4.5` and `4.5%` are 0.045."""
    match = _PERCENTAGE.fullmatch(text.strip())
    if not match:
        raise BadInput(f"{name}: {describe(text)} is not a percentage: write 4.5")
    return Fraction(match[1]) / 100
