"""The options that choose a wheel: its name, the rules that use it, and the wagers on it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from pathlib import Path

import click

from crossfelt.cli.crisscross.books import choose_named
from crossfelt.cli.shared.amounts import DOLLARS, parse_amounts
from crossfelt.cli.shared.answers import OutFile
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.numbers import PartsPerMillion, WholeNumber, parse_share
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
"""The name of a wheel or list; the help of the command says which."""
rules_option = click.option(
    "--rules",
    metavar="RULES",
    default="maryland",
    help="Rules submission that uses the wheel (- for stdin).  [default: maryland, with example weights]",
)
seats_option = click.option(
    "--seats",
    type=WholeNumber(1, MOST_SEATS),
    metavar="N",
    default=1,
    show_default=True,
    help="Number of seats that make the wager.",
)
wager_option = click.option(
    "--wager", type=DOLLARS, metavar="DOLLARS", help="Size of the wager, if several sizes use the wheel."
)
event_option = click.option(
    "--event", metavar="EVENT", help="Event that triggers Xtreme: hole_pair, or a hand such as two_pair."
)
rate_option = click.option(
    "--rate-ppm",
    type=PartsPerMillion(),
    metavar="PPM",
    help="Share of each wager that the meter grows by, in parts per million, or as a percentage such as 5%.",
)
out_option = click.option("--out", metavar="FILE", help="Also draw a picture: FILE.svg or FILE.png.")


def choose_wheel(
    name: str, rules: str, options: Sequence[str], wager: int | None, event: str | None, rate_ppm: int | None = None
) -> tuple[rulebook.RuleBook, wheels.WheelWager, NamedRules]:
    """Return the rule book, the wheel with everything that decides the value of a wager on it, and the name of these
    rules with the event and the rate that the command changes."""
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


def parse_return(text: str) -> Fraction:
    """Return a wanted return, exactly as it was typed: `0.85`, `85%` or `17/20`."""
    share = parse_share(text)
    if share is None or share <= 0:
        raise BadInput(f"--return: {describe(text)} isn't a return: write a share of the wager, such as 0.85 or 85%")
    return share


def refuse_picture(out: str | None) -> None:
    """Refuse a picture that can't be written, before any work."""
    if out is not None:
        refuse_unwritable("--out", out, FORMS)


def picture_files(out: str | None, svg: Callable[[], str]) -> list[OutFile]:
    """Return the picture of `--out`, if there is one, in the form of its ending."""
    if out is None:
        return []
    return [OutFile(out, lambda: pictures.picture_bytes(svg(), Path(out).suffix.lower()))]


def one_in(share: float) -> str:
    """Return `1 in 17`, with one decimal place where the figure is small."""
    times = 1 / share
    return f"1 in {times:,.0f}" if times >= 1000 or abs(times - round(times)) < 1e-9 else f"1 in {times:,.1f}"


def parse_wagers(text: str) -> Sequence[int]:
    """Return the cents of the wagers of all seats, typed as dollars: `5,5,1`."""
    try:
        return parse_amounts(text)
    except BadInput as error:
        raise BadInput(f"--wagers: {error}") from None
