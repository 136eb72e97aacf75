"""Prints the report of `crossfelt floor summary`."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from crossfelt.cli.shared.drawing import figures_table, percent, plain_table, print_headline, section
from crossfelt.money import dollars


def show(console: Console, report: dict[str, Any]) -> None:
    """Print the report of one table."""
    state = ", closed" if report["is_closed"] else ""
    print_headline(console, Text(f"{report['title']} ({report['table']}), {report['rules']}{state}"))
    rounds, voids = report["rounds"], report["voids"]
    rows = [
        ("rounds completed", f"{rounds:,}"),
        ("void rounds, % of all", f"{voids:,}, {percent(voids / (rounds + voids), 2) if rounds + voids else 'none'}"),
        ("wagered (handle)", dollars(report["handle_cents"])),
        ("won by the house", dollars(report["win_cents"])),
        ("hold, % of all wagered", _share(report["win_cents"], report["handle_cents"])),
        ("hold, % of both antes", _share(report["win_cents"], report["antes_cents"])),
        ("jackpots", f"{report['jackpots']:,}, {dollars(report['jackpot_cents'])}"),
        ("corrections, to players", f"{report['corrections']:,}, {dollars(report['house']['corrected_cents'])}"),
        ("wagers of the open round", dollars(report["open_cents"])),
    ]
    console.print(figures_table(rows))
    if any(spot["wagers"] for spot in report["spots"]):
        console.print(section("By spot", _spots(report)))
    if report["band"] is not None:
        console.print(section(_band_title(report["band"]), _band(report["band"])))
    console.print(section("Log against ledger", _reconciled(report)))


def _share(part: int, base: int) -> str:
    return percent(part / base, 2) if base else "none"


def _spots(report: dict[str, Any]) -> Any:
    table = plain_table("spot", ">wagers", ">wagered", ">returned", ">won", ">house", ">hold, % of wagered")
    for spot in report["spots"]:
        if spot["wagers"]:
            amounts = (dollars(spot[f"{name}_cents"]) for name in ("staked", "returned", "won", "win"))
            hold = _share(spot["win_cents"], spot["staked_cents"])
            table.add_row(spot["spot"].replace("_", " "), f"{spot['wagers']:,}", *amounts, hold)
    return table


def _band_title(band: dict[str, Any]) -> str:
    how = "exact" if band["is_exact"] else "normal"
    verdict = "within" if band["within"] else "OUTSIDE"
    return f"Antes and bets: {verdict} the {how} {percent(band['confidence'], 2)} range"


def _band(band: dict[str, Any]) -> Any:
    table = plain_table("", ">actual", ">expected", ">lowest", ">highest")
    values = [band[f"{name}_cents"] for name in ("win", "expected", "low", "high")]
    table.add_row("won by the house", *map(dollars, values))
    table.add_row("% of one ante each", *(_share(value, band["base_cents"]) for value in values))
    spread = dollars(band["standard_deviation_cents"])
    if band["most_standard_deviation_cents"] != band["standard_deviation_cents"]:
        spread += f" to {dollars(band['most_standard_deviation_cents'])}"
    table.add_row("standard deviation", "", spread, "", "")
    return table


def _reconciled(report: dict[str, Any]) -> Any:
    table = plain_table("account", ">log", ">ledger", ">difference")
    for entry in (report["house"], *report["meters"]):
        amounts = (dollars(entry[f"{name}_cents"]) for name in ("log", "ledger", "difference"))
        table.add_row(entry["account"], *amounts)
    return table
