"""`crossfelt sensitivity`: how the house edge changes with the pay table, and which pay tables give a target edge."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from crossfelt.cli.crisscross.books import choose_rules, option_option, pay_option, rules_option
from crossfelt.cli.crisscross.typed_odds import parse_range
from crossfelt.cli.shared.answers import csv_files, csv_option, give_answer
from crossfelt.cli.shared.gc_pause import without_collection
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.numbers import ANY_PERCENTAGE, WHOLE
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.progress import progress_bar
from crossfelt.cli.shared.report import header_for
from crossfelt.errors import BadInput

with deferred():
    from crossfelt import ranking
    from crossfelt.analysis.crisscross import encode
    from crossfelt.analysis.crisscross import sensitivity as analysis
    from crossfelt.analysis.crisscross.csv_tables import questions as tables
    from crossfelt.analysis.crisscross.documents import sensitivity as documents
    from crossfelt.cli.shared import drawing

MOST_SHOWN = 20

if TYPE_CHECKING:
    from rich.console import Console

    from crossfelt.analysis.crisscross.analyzed_rules import AnalyzedRules
    from crossfelt.analysis.crisscross.documents.figures import Document

    Answer = Callable[[Document, Callable[[Console], None]], None]


@click.command()
@rules_option
@click.option("--hand", metavar="HAND", help="Curve: the hand whose odds change, such as flush.")
@click.option("--from", "start", type=WHOLE, metavar="ODDS", help="Curve: first odds.")
@click.option("--to", "stop", type=WHOLE, metavar="ODDS", help="Curve: last odds.")
@click.option(
    "--edge",
    type=ANY_PERCENTAGE,
    metavar="PERCENT",
    help="Search: the target house edge, in % of both antes, such as 4.5%.",
)
@click.option(
    "--tolerance",
    type=ANY_PERCENTAGE,
    metavar="PERCENT",
    default="0.01%",
    show_default=True,
    help="Search: tolerance, in % of both antes.",
)
@click.option(
    "--bounds",
    metavar="HAND=A..B",
    multiple=True,
    help="Search: the lowest and highest odds of a hand, such as flush=5..10. Repeatable.",
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
    edge: Fraction | None,
    tolerance: Fraction,
    bounds: tuple[str, ...],
    option: tuple[str, ...],
    pay: tuple[str, ...],
    csv: str | None,
    as_json: bool,
) -> None:
    """Show how the house edge changes with the pay table.

    By default, shows the change for one unit more or less of each odds. With --hand, a curve over a range of odds. With
    --edge, every pay table within the bounds that has the target house edge.
    """
    game = choose_rules(rules, option, pay)
    header = header_for(game.named)

    def answer(document: Document, show: Callable[[Console], None]) -> None:
        files = csv_files(csv, header, lambda: tables.sensitivity_tables(document))
        give_answer(header, document, show, as_json=as_json, files=files)

    if edge is not None or bounds:
        if hand is not None or start is not None or stop is not None:
            raise BadInput("--hand, --from and --to make a curve; --edge and --bounds search. Give only one kind")
        if edge is None or not bounds:
            raise BadInput("a search needs both --edge and --bounds")
        _search(game, edge, tolerance, bounds, answer)
    elif hand is not None:
        if start is None or stop is None:
            raise BadInput("a curve needs --hand, --from and --to")
        if start > stop:  # before what computes is loaded
            raise BadInput(f"--from and --to: --from must not be more than --to, not {start} and {stop}")
        _curve(game, hand, start, stop, answer)
    elif start is not None or stop is not None:
        raise BadInput("a curve needs --hand, --from and --to")
    else:
        _slopes(game, answer)


def _slopes(game: AnalyzedRules, answer: Answer) -> None:
    with progress_bar("solving with each odds changed") as report:
        slopes = analysis.slopes(game.scheme, report)

    def show(console: Console) -> None:
        table = drawing.plain_table("hand", ">odds", ">slope per unit", ">odds - 1", ">odds + 1")
        for slope in slopes:
            changes = (-slope.per_odds, slope.less, None if slope.more is None else -slope.more)
            cells = ("" if change is None else f"{float(50 * change):+.5f}" for change in changes)
            table.add_row(_words(slope.hand), str(slope.odds), *cells)
        console.print(drawing.section("Change in the house edge, percentage points of both antes", table))

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


def _search(game: AnalyzedRules, target: Fraction, slack: Fraction, bounds: Sequence[str], answer: Answer) -> None:
    ranges = parse_bounds(game.scheme, bounds)
    with progress_bar("searching pay tables") as report:
        search = analysis.search(game.scheme, ranges, target, slack, report)

    def show(console: Console) -> None:
        table = drawing.plain_table(*(f">{_words(hand)}" for hand in ranges), ">house edge")
        for point in search.points[:MOST_SHOWN] or (search.nearest,):
            table.add_row(*(str(point.pay[hand]) for hand in ranges), drawing.percent(point.edge, 5))
        count = f"{len(search.points):,}" if search.points else "None"
        title = (
            f"{count} of {search.tables:,} pay tables have a house edge of {drawing.percent(target)} "
            f"+- {drawing.percent(slack)} of both antes{'' if search.points else '; the nearest is'}"
        )
        console.print(drawing.section(title, table))
        if len(search.points) > MOST_SHOWN:
            console.print(f"\nShowing the {MOST_SHOWN} closest; --json and --csv have all of them.")

    answer(documents.search_document(game.book, game.scheme, target, slack, ranges, search), show)


def _words(hand: ranking.Hand) -> str:
    return hand.slug.replace("_", " ")


def parse_bounds(scheme: encode.Scheme, texts: Sequence[str]) -> dict[ranking.Hand, tuple[int, int]]:
    """Return the lowest and highest odds of each hand, from texts such as `royal_flush=100..500`."""
    bounds: dict[ranking.Hand, tuple[int, int]] = {}
    faults: list[str] = []
    for text in texts:
        try:
            name, least, most = parse_range(text)
        except BadInput as error:
            faults.extend(error.faults)
            continue
        hand = analysis.hand_named(scheme, name)
        if hand in bounds:
            faults.append(f"bounds {hand.slug}: appears twice")
        bounds[hand] = least, most
    if faults:
        raise BadInput(faults)
    return bounds
