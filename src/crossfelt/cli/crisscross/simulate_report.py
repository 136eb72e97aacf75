"""The report of `crossfelt simulate`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from crossfelt.cli.crisscross import side_wagers_report
from crossfelt.cli.crisscross.simulate_play import BAND
from crossfelt.cli.shared.lazy import deferred

with deferred():
    from crossfelt.cli.shared import drawing

if TYPE_CHECKING:
    from rich.console import Console, RenderableType

Rows = list[tuple[str, "RenderableType"]]


def show_simulation(console: Console, document: Mapping[str, Any]) -> None:
    """Print the figures of a run."""
    title = f"{_count(document['rounds'], 'round')}, {_seats(document['strategies'])}, seed {document['seed']}"
    console.print(drawing.section(title, drawing.figures_table(_main_rows(document))))
    for name, rows in side_wagers_report.sections(document):
        console.print(drawing.section(name, drawing.figures_table(rows)))
    if "hours" in document:
        console.print(drawing.section(_hours_title(document), drawing.figures_table(_hours_rows(document))))
        console.print(
            drawing.section(_shift_title(document["hours"]), drawing.figures_table(_shift_rows(document["hours"])))
        )


def _main_rows(document: Mapping[str, Any]) -> Rows:
    error = document["standard_error"]
    rows: Rows = [("average net per seat per round", drawing.won_or_lost(f"{document['mean']:+.5f} antes"))]
    if error is not None:
        rows.append(("standard error", f"{error:.5f} antes, {100 * error:.3f}% of one ante"))
        rows.append(("95% margin of error", f"{BAND * error:.5f} antes"))
    rows.append(("exact value", drawing.won_or_lost(f"{document['exact']['value']:+.5f} antes")))
    if error:
        rows.append(("off by", f"{(document['mean'] - document['exact']['value']) / error:+.2f} standard errors"))
    if document["rounds"] > 1:
        rows.append(("standard deviation of one seat's round", f"{document['standard_deviation']:.3f} antes"))
    if "until" in document:
        is_reached = document["ended"] == "standard_error"
        words = "stopped at a standard error of at most" if is_reached else "standard error not reached"
        rows.append((words, f"{100 * document['until']:g}% of one ante"))
    if "control" in document:
        rows += side_wagers_report.control_rows(document["control"])
    speed = document["rounds_per_second"]
    rows.append(("rounds per second", f"{speed:,.0f}" if speed else "none in this run"))
    return rows


def _hours_title(document: Mapping[str, Any]) -> str:
    hours = document["hours"]
    whose = "estimated for" if hours["rounds_per_hour_are"] == "assumed" else "as given, for"
    speed = f"{hours['rounds_per_hour']:.1f} rounds an hour"
    return f"{hours['hours']:,.1f} hours, main wagers: {speed}, {whose} {_count(document['seats'], 'seat')}"


def _hours_rows(document: Mapping[str, Any]) -> Rows:
    hours = document["hours"]
    table, seat = hours["house_wins_an_hour"], hours["house_wins_an_hour_and_seat"]
    return [
        ("money bet per hour, antes included", _amount(hours["money_bet_an_hour"], signed=False)),
        ("house win per hour", _amount(table)),
        ("standard error", f"{table['standard_error']:,.3f} antes"),
        ("house win per hour and seat", _amount(seat)),
        ("house win, % of both antes", drawing.percent(-document["mean"] / 2)),
        ("house win, % of all money bet", drawing.percent(table["antes"] / hours["money_bet_an_hour"]["antes"])),
    ]


def _shift_title(hours: Mapping[str, Any]) -> str:
    shift = hours["shift"]
    return f"A shift of {shift['hours']} hours, {shift['rounds']:,.0f} rounds; ranges by a normal approximation"


def _shift_rows(hours: Mapping[str, Any]) -> Rows:
    shift = hours["shift"]
    won, share = shift["house_wins"], shift["share_of_money_bet"]
    within = f"{100 * shift['confidence']:.0f}% of shifts"
    return [
        ("money bet", _amount(shift["money_bet"], signed=False)),
        ("average house win", _amount(won["mean"])),
        (f"{within}: lowest", _amount(won["low"])),
        (f"{within}: highest", _amount(won["high"])),
        ("average, % of all money bet", drawing.percent(share["mean"])),
        (f"{within}: lowest, % of all money bet", drawing.percent(share["low"])),
        (f"{within}: highest, % of all money bet", drawing.percent(share["high"])),
        ("house loses, % of shifts", drawing.percent(shift["share_of_shifts_that_the_house_loses"], 1)),
    ]


def _amount(figure: Mapping[str, float], *, signed: bool = True) -> RenderableType:
    return drawing.won_or_lost(_words(figure)) if signed else _words(figure).removeprefix("+")


def _words(figure: Mapping[str, float]) -> str:
    antes = f"{figure['antes']:+,.2f} antes"
    if "cents" not in figure:
        return antes
    cents = figure["cents"]
    return f"{antes}, {'-' if cents < 0 else ''}${abs(cents) / 100:,.2f}"


def _seats(strategies: Sequence[str]) -> str:
    played = strategies[:1] if len(set(strategies)) == 1 else strategies
    return f"{_count(len(strategies), 'seat')} ({', '.join(played)})"


def _count(number: int, name: str) -> str:
    return f"{number:,} {name}{'' if number == 1 else 's'}"
