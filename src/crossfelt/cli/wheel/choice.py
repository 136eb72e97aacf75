"""Which wheel a command is about: its name, the rules that may play on it, and who wagers on what."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

import click

from crossfelt.cli.crisscross.books import choose_named
from crossfelt.cli.shared.amounts import DOLLARS, parse_amount
from crossfelt.cli.shared.answers import OutFile
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.streams import refuse_unwritable
from crossfelt.errors import BadInput, describe
from crossfelt.rulefiles import NamedRules

with deferred():
    from crossfelt.analysis.crisscross import wheels
    from crossfelt.crisscross import changed_rules, rulebook
    from crossfelt.printing import pictures

FORMS = (".svg", ".png")
MOST_SEATS = 6

wheel_argument = click.argument("wheel", metavar="WHEEL")
"""A wheel or list by its name; the help of the command says which."""
rules_option = click.option(
    "--rules",
    metavar="RULES",
    default="maryland",
    help="A rules submission that uses the wheel (- for stdin). By default, example weights.",
)
seats_option = click.option(
    "--seats",
    type=click.IntRange(1, MOST_SEATS),
    metavar="N",
    default=1,
    show_default=True,
    help="Number of seats that wager.",
)
wager_option = click.option(
    "--wager", type=DOLLARS, metavar="DOLLARS", help="The size of the wager, if several use the wheel."
)
event_option = click.option(
    "--event", metavar="EVENT", help="What sets Xtreme off: hole_pair, or a hand such as two_pair."
)
rate_option = click.option(
    "--rate-ppm",
    type=click.IntRange(0, 1_000_000),
    metavar="PPM",
    help="Meter rate, in parts per million of each wager.",
)
out_option = click.option("--out", metavar="FILE", help="Also draw it: FILE.svg or FILE.png.")


def choose_wheel(
    name: str, rules: str, options: Sequence[str], wager: int | None, event: str | None, rate_ppm: int | None = None
) -> tuple[rulebook.RuleBook, wheels.WheelWager, NamedRules]:
    """The rule book of a command, the wheel with everything that decides what a wager on it is worth, and the name
    of these rules with the event and the rate that the command changes."""
    named = choose_named(rules, options)
    book = named.rules
    assert isinstance(book, rulebook.RuleBook)
    chosen = wheels.wheel_wager(book, name, wager, event)
    usual = wheels.wheel_wager(book, name, wager)
    table = "bonus_spin" if chosen.kind == "bonus_spin" else "xtreme"
    if event is not None and event != usual.event:
        changed = changed_rules.with_progressive_terms(book, table, event=event)
        named = named.changed(changed, f"the event is {event.replace('_', ' ')}, not {usual.event.replace('_', ' ')}")
    before = usual.meter.rate_ppm if usual.meter is not None and usual.is_in_use else None
    if rate_ppm is not None and usual.meter is not None and rate_ppm != before:
        assert isinstance(named.rules, rulebook.RuleBook)
        changed = changed_rules.with_progressive_terms(named.rules, table, rate_ppm=rate_ppm)
        was = "set" if before is None else f"{before:,}"
        named = named.changed(changed, f"the meter {usual.meter.id} grows by {rate_ppm:,} ppm of a wager, not {was}")
    return book, chosen, named


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


def picture_files(out: str | None, svg: Callable[[], str]) -> list[OutFile]:
    """The picture of `--out` in the form of its ending, if one was asked for."""
    if out is None:
        return []
    return [OutFile(out, lambda: pictures.picture_bytes(svg(), Path(out).suffix.lower()))]


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
