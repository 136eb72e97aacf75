"""The parts of a simulation report about control variates, side bets and their meters."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import TYPE_CHECKING, Any

from crossfelt.cli.shared.lazy import deferred
from crossfelt.money import dollars

with deferred():
    from crossfelt.cli.shared import drawing

if TYPE_CHECKING:
    from rich.console import RenderableType

Document = Mapping[str, Any]
Rows = list[tuple[str, "RenderableType"]]


def sections(document: Document) -> Iterator[tuple[str, Rows]]:
    """Yield the parts below the main game, each with its title."""
    for spot, wager in document.get("wagers", {}).items():
        yield f"{spot}, {_seats(wager['seats'])}, {dollars(wager['staked_cents'])} per round", _wager_rows(wager)
    for name, meter in document.get("meters", {}).items():
        if Fraction(meter["now_cents"]) != meter["initial_cents"] or meter["jackpots"]:  # someone bets on it
            yield f"meter {name}", _meter_rows(meter)
    if "together" in document:
        yield "all wagers of a seat together", _together_rows(document["together"])


def control_rows(control: Document) -> Rows:
    """Return the estimate with a control variate, and its gain."""
    ratio = control["variance_ratio"]
    return [
        (f"with luck removed, {_seats(control['seats'])}", drawing.won_or_lost(f"{control['mean']:+.6f} antes")),
        *_error("its standard error", control["standard_error"], "antes", 6),
        ("its variance", f"1/{ratio:,.0f} of plain sampling" if ratio else "0"),
    ]


def _wager_rows(wager: Document) -> Rows:
    exact_cents, error = wager["exact_cents"]["value"], wager["standard_error_cents"]
    return [
        ("average net per seat per round", drawing.won_or_lost(f"{wager['mean_cents']:+.4f} cents")),
        *_error("standard error", error, "cents", 4),
        ("exact value", drawing.won_or_lost(f"{exact_cents:+.4f} cents")),
        *([("off by", f"{(wager['mean_cents'] - exact_cents) / error:+.2f} standard errors")] if error else []),
        ("house edge, % of this bet", f"{100 * wager['edge']:.3f}%"),
        *([("weights of the wheel", "examples, not of a wheel in use")] if wager["example_weights"] else []),
    ]


def _meter_rows(meter: Document) -> Rows:
    return [
        ("initial amount", dollars(meter["initial_cents"])),
        ("reset amount", dollars(meter["reset_cents"])),
        ("jackpots", f"{meter['jackpots']:,}"),
        ("total paid", dollars(meter["paid_cents"])),
        ("largest jackpot", dollars(meter["highest_cents"]) if meter["jackpots"] else "-"),
        ("amount now", dollars(int(Fraction(meter["now_cents"])))),
    ]


def _together_rows(together: Document) -> Rows:
    return [
        ("average net per seat per round", drawing.won_or_lost(f"{together['mean_cents']:+.3f} cents")),
        *_error("standard error", together["standard_error_cents"], "cents", 3),
        ("cut by the aggregate limit", dollars(together["cut_cents"])),
    ]


def _error(name: str, error: float | None, unit: str, digits: int) -> Rows:
    """Return the row of a standard error; one round has none."""
    return [] if error is None else [(name, f"{error:.{digits}f} {unit}")]


def _seats(count: int) -> str:
    return f"{count} seat{'' if count == 1 else 's'}"
