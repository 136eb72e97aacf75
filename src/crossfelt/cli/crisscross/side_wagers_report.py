"""What `crossfelt simulate` shows of control variates, of wagers beside the main game, and of their meters."""

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
    """What stands below the main game, each part with its title."""
    for spot, wager in document.get("wagers", {}).items():
        yield f"{spot}, {_seats(wager['seats'])}, {dollars(wager['staked_cents'])} a round", _wager_rows(wager)
    for name, meter in document.get("meters", {}).items():
        if Fraction(meter["now_cents"]) != meter["initial_cents"] or meter["jackpots"]:  # somebody wagers on it
            yield f"meter {name}", _meter_rows(meter)
    if "together" in document:
        yield "all wagers of a seat together", _together_rows(document["together"])


def control_rows(control: Document) -> Rows:
    """The estimate with a control variate, and what it gains."""
    ratio = control["variance_ratio"]
    return [
        (f"with luck taken out, {_seats(control['seats'])}", drawing.won_or_lost(f"{control['mean']:+.6f} antes")),
        ("its standard error", _error(control["standard_error"], "antes", 6)),
        ("its variance", f"1/{ratio:,.0f} of plain sampling" if ratio else "0"),
    ]


def _wager_rows(wager: Document) -> Rows:
    exact_cents, error = wager["exact_cents"]["value"], wager["standard_error_cents"]
    return [
        ("average net per seat per round", drawing.won_or_lost(f"{wager['mean_cents']:+.4f} cents")),
        ("standard error", _error(error, "cents", 4)),
        ("exact value", drawing.won_or_lost(f"{exact_cents:+.4f} cents")),
        ("off by", f"{(wager['mean_cents'] - exact_cents) / error:+.2f} standard errors" if error else "-"),
        ("house edge, of what is staked here", f"{100 * wager['edge']:.3f}%"),
        *([("weights of the wheel", "examples, no wheel in use anywhere")] if wager["example_weights"] else []),
    ]


def _meter_rows(meter: Document) -> Rows:
    return [
        ("put up at", dollars(meter["initial_cents"])),
        ("starts again from", dollars(meter["reset_cents"])),
        ("jackpots", f"{meter['jackpots']:,}"),
        ("paid in all", dollars(meter["paid_cents"])),
        ("largest jackpot", dollars(meter["highest_cents"]) if meter["jackpots"] else "-"),
        ("shows now", dollars(int(Fraction(meter["now_cents"])))),
    ]


def _together_rows(together: Document) -> Rows:
    return [
        ("average net per seat per round", drawing.won_or_lost(f"{together['mean_cents']:+.3f} cents")),
        ("standard error", _error(together["standard_error_cents"], "cents", 3)),
        ("taken off by the aggregate limit", dollars(together["cut_cents"])),
    ]


def _error(error: float | None, unit: str, digits: int) -> str:
    return "one round has none" if error is None else f"{error:.{digits}f} {unit}"


def _seats(count: int) -> str:
    return f"{count} seat{'' if count == 1 else 's'}"
