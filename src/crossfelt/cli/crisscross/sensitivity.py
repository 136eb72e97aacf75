"""`crossfelt sensitivity`: how the edge moves with the pay table, and which pay tables give a wanted edge."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import TYPE_CHECKING

import click

from crossfelt.cli.crisscross.books import choose_scheme, option_option, pay_option, rules_option
from crossfelt.cli.shared.collection import without_collection
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.progress import progress_bar
from crossfelt.cli.shared.streams import open_console, print_json
from crossfelt.errors import BadInput, describe

with deferred():
    from crossfelt import ranking
    from crossfelt.analysis import encode
    from crossfelt.analysis import sensitivity as analysis
    from crossfelt.analysis.documents import sensitivity as documents
    from crossfelt.cli.shared import drawing
    from crossfelt.crisscross import rulebook

_BOUNDS = re.compile(r"([a-z0-9_]+)=(-?\d{1,9})\.\.(-?\d{1,9})", re.ASCII)
_PERCENTAGE = re.compile(r"(-?\d{1,6}(?:\.\d{1,12})?)%?", re.ASCII)
MOST_SHOWN = 20

if TYPE_CHECKING:
    Game = tuple[rulebook.RuleBook, encode.Scheme]


@click.command()
@rules_option
@click.option("--hand", metavar="HAND", help="Curve: the hand whose odds it runs over.")
@click.option("--from", "start", type=int, metavar="ODDS", help="Curve: where it begins.")
@click.option("--to", "stop", type=int, metavar="ODDS", help="Curve: where it ends.")
@click.option("--edge", metavar="PERCENT", help="Search: the house edge wanted, in % of both antes.")
@click.option(
    "--tolerance", metavar="PERCENT", default="0.01", help="Search: how far off it may be, in % of both antes; 0.01."
)
@click.option(
    "--bounds", metavar="HAND=A..B", multiple=True, help="Search: a hand with its least and most odds; repeatable."
)
@option_option
@pay_option
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
    as_json: bool,
) -> None:
    """How the edge moves with the pay table.

    Without more: the slope at every odds entry. With --hand: a curve. With --edge: every pay table within the bounds
    that has the house edge wanted.
    """
    game = choose_scheme(rules, option, pay)
    if edge is not None or bounds:
        if hand is not None or start is not None or stop is not None:
            raise BadInput("--hand, --from and --to draw a curve, --edge and --bounds search: choose one")
        if edge is None or not bounds:
            raise BadInput("a search needs both --edge and --bounds")
        _search(game, edge, tolerance, bounds, as_json)
    elif hand is not None:
        if start is None or stop is None:
            raise BadInput("a curve needs --hand, --from and --to")
        if start > stop:  # before what computes is loaded
            raise BadInput(f"--from and --to: the odds must rise, not go from {start} to {stop}")
        _curve(game, hand, start, stop, as_json)
    elif start is not None or stop is not None:
        raise BadInput("a curve needs --hand, --from and --to")
    else:
        _slopes(game, as_json)


def _slopes(game: Game, as_json: bool) -> None:
    book, scheme = game
    with progress_bar("solving beside every odds entry") as report:
        found = analysis.slopes(scheme, report)
    if as_json:
        print_json(documents.slopes_document(book, scheme, found))
        return
    table = drawing.plain_table("hand", ">odds", ">slope per unit", ">one less", ">one more")
    for slope in found:
        changes = (-slope.per_odds, slope.less, None if slope.more is None else -slope.more)
        cells = ("" if change is None else f"{float(50 * change):+.5f}" for change in changes)
        table.add_row(_words(slope.hand), str(slope.odds), *cells)
    open_console().print(drawing.section("Change of the house edge, percentage points of both antes", table))


def _curve(game: Game, name: str, start: int, stop: int, as_json: bool) -> None:
    book, scheme = game
    hand = analysis.hand_named(scheme, name)
    with progress_bar("solving along the curve") as report:
        points = analysis.curve(scheme, hand, start, stop, report)
    if as_json:
        print_json(documents.curve_document(book, scheme, hand, points))
        return
    table = drawing.plain_table(">odds", ">house edge")
    for point in points:
        table.add_row(str(point.pay[hand]), drawing.percent(point.edge, 5))
    open_console().print(drawing.section(f"House edge by the odds for {_words(hand)}, % of both antes", table))


def _search(game: Game, edge: str, tolerance: str, bounds: Sequence[str], as_json: bool) -> None:
    book, scheme = game
    wanted, slack = parse_percentage("edge", edge), parse_percentage("tolerance", tolerance)
    ranges = parse_bounds(scheme, bounds)
    with progress_bar("searching pay tables") as report:
        found = analysis.search(scheme, ranges, wanted, slack, report)
    if as_json:
        print_json(documents.search_document(book, scheme, wanted, slack, ranges, found))
        return
    table = drawing.plain_table(*(f">{_words(hand)}" for hand in ranges), ">house edge")
    for point in found.found[:MOST_SHOWN]:
        table.add_row(*(str(point.pay[hand]) for hand in ranges), drawing.percent(point.edge, 5))
    title = (
        f"{len(found.found):,} of {found.tables:,} pay tables have a house edge of {drawing.percent(wanted)} "
        f"+- {drawing.percent(slack)} of both antes"
    )
    console = open_console()
    console.print(drawing.section(title, table))
    if len(found.found) > MOST_SHOWN:
        console.print(f"\nThe {MOST_SHOWN} closest are shown; --json has all.")


def _words(hand: ranking.Hand) -> str:
    return hand.slug.replace("_", " ")


def parse_bounds(scheme: encode.Scheme, texts: Sequence[str]) -> dict[ranking.Hand, tuple[int, int]]:
    """The least and most odds of each hand, from texts such as `royal_flush=100..500`."""
    found: dict[ranking.Hand, tuple[int, int]] = {}
    faults: list[str] = []
    for text in texts:
        match = _BOUNDS.fullmatch(text.strip())
        if not match:
            faults.append(f"bounds {describe(text)}: write HAND=A..B with whole odds, such as royal_flush=100..500")
            continue
        hand = analysis.hand_named(scheme, match[1])
        if hand in found:
            faults.append(f"bounds {hand.slug}: appears twice")
        found[hand] = int(match[2]), int(match[3])
    if faults:
        raise BadInput(faults)
    return found


def parse_percentage(name: str, text: str) -> Fraction:
    """The share that a percentage stands for: `4.5` and `4.5%` are 0.045."""
    match = _PERCENTAGE.fullmatch(text.strip())
    if not match:
        raise BadInput(f"{name}: {describe(text)} is not a percentage: write 4.5")
    return Fraction(match[1]) / 100
