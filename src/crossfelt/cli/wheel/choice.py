"""Which wheel a command is about: its name, the rules that may play on it, and who wagers on what."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import click

from crossfelt.cli.crisscross.books import choose_book
from crossfelt.cli.shared.amounts import DOLLARS, parse_amount
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.notes import tell_written
from crossfelt.cli.shared.streams import refuse_unwritable, replace_file
from crossfelt.errors import BadInput, describe

with deferred():
    from crossfelt.analysis import wheels
    from crossfelt.crisscross import rulebook
    from crossfelt.printing import pictures

FORMS = (".svg", ".png")
MOST_SEATS = 6

wheel_argument = click.argument("wheel", metavar="WHEEL")
"""A wheel or list by its name; the help of the command says which."""
rules_option = click.option(
    "--rules",
    metavar="RULES",
    default="maryland",
    help="A rules submission that plays on the wheel (- for stdin); else examples.",
)
seats_option = click.option(
    "--seats", type=click.IntRange(1, MOST_SEATS), metavar="N", default=1, help="Seats that wager, 1 to 6; 1."
)
wager_option = click.option(
    "--wager", type=DOLLARS, metavar="DOLLARS", help="The size of the wager, where several play on the wheel."
)
event_option = click.option(
    "--event", metavar="EVENT", help="What sets Xtreme off: hole_pair, or a hand such as two_pair."
)
rate_option = click.option(
    "--rate-ppm",
    type=click.IntRange(0, 1_000_000),
    metavar="PPM",
    help="Millionths of each wager by which the meter grows.",
)
out_option = click.option("--out", metavar="FILE", help="Draw it into FILE.svg or FILE.png too.")


def choose_wheel(
    name: str, rules: str, options: Sequence[str], wager: int | None, event: str | None
) -> tuple[rulebook.RuleBook, wheels.WheelWager]:
    """The rule book of a command, and the wheel with everything that decides what a wager on it is worth."""
    book = choose_book(rules, options)
    return book, wheels.wheel_wager(book, name, wager, event)


def parse_share(text: str) -> Fraction:
    """A wanted return, exactly as it was typed: `0.85`, `85%` or `17/20`.

    >>> parse_share("0.85") == parse_share("85%") == parse_share("17/20")
    True
    """
    written = text.strip()
    is_percent = written.endswith("%")
    try:
        share = Fraction(written.removesuffix("%")) if len(written) <= 40 and "e" not in written.lower() else None
    except (ValueError, ZeroDivisionError):
        share = None
    if share is None or share <= 0:
        raise BadInput(f"--return: {describe(text)} is not a return: write a share of the wager, such as 0.85 or 85%")
    return share / 100 if is_percent else share


def refuse_picture(out: str | None) -> None:
    """Refuses a picture that cannot be written, before any work."""
    if out is not None:
        refuse_unwritable("--out", out, FORMS)


def write_picture(out: str, svg: str) -> None:
    """Writes a chart as a file in the form of its ending."""
    replace_file(Path(out), pictures.picture_bytes(svg, Path(out).suffix.lower()))
    tell_written(out)


def one_in(share: float) -> str:
    """`1 in 17`, with one place where the figure is small."""
    times = 1 / share
    return f"1 in {times:,.0f}" if times >= 1000 or abs(times - round(times)) < 1e-9 else f"1 in {times:,.1f}"


def parse_wagers(text: str) -> Sequence[int]:
    """Cents of the wagers of all seats, typed as dollars between commas: `5,5,1`."""
    try:
        return [parse_amount(part) for part in text.split(",")]
    except BadInput as error:
        raise BadInput(f"--wagers: {error}") from None
