"""The tables of `crossfelt simulate` and `crossfelt sweep` as rows for `--csv`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from crossfelt.analysis.csv_text import CsvTable, figures_table
from crossfelt.simulation.results import Counts
from crossfelt.simulation.results_csv import outcome_rows, seat_rows
from crossfelt.simulation.run import Prepared

Document = Mapping[str, Any]
_UNITS = {
    "net_antes_a_round": "net_antes_per_round",
    "standard_error": "standard_error_antes_per_round",
    "standard_deviation": "standard_deviation_antes_per_round",
}


def simulation_tables(prepared: Prepared, counts: Counts, document: Document) -> Iterator[CsvTable]:
    """Return the totals of a run, each wager and meter, each seat, and every outcome. Nothing depends on how long it
    took."""
    yield figures_table("figures", _figures(document))
    yield CsvTable("wagers", [_wager(spot, wager) for spot, wager in document.get("wagers", {}).items()])
    meters = document.get("meters", {}).items()
    yield CsvTable("meters", [{"meter": name, **meter} for name, meter in meters])
    yield CsvTable("hours", _hours(document.get("hours")))
    yield CsvTable("seats", [_row(row) for row in seat_rows(prepared, counts)])
    yield CsvTable("outcomes", [_row(row) for row in outcome_rows(prepared, counts)])


def _row(row: Mapping[str, Any]) -> dict[str, Any]:
    return {_UNITS.get(name, name): value for name, value in row.items() if name != "part"}


def _figures(document: Document) -> dict[str, Any]:
    control, together = document.get("control"), document.get("together")
    figures: dict[str, Any] = {
        "rounds": document["rounds"],
        "seats": document["seats"],
        "strategies": document["strategies"],
        "seed": document["seed"],
        "mean_net_antes_per_seat_and_round": document["mean"],
        "standard_error_antes_per_seat_and_round": document["standard_error"],
        "standard_deviation_antes_per_round_of_a_seat": document["standard_deviation"],
        "exact_net_antes_per_seat_and_round": document["exact"]["value"],
        "exact_numerator": document["exact"]["numerator"],
        "exact_denominator": document["exact"]["denominator"],
        "ended_by": document["ended"],
    }
    if control is not None:
        figures["mean_net_antes_with_luck_taken_out"] = control["mean"]
        figures["standard_error_antes_with_luck_taken_out"] = control["standard_error"]
    if together is not None:
        figures["all_wagers_mean_net_cents_per_seat_and_round"] = together["mean_cents"]
        figures["all_wagers_standard_error_cents_per_seat_and_round"] = together["standard_error_cents"]
        figures["taken_off_by_the_aggregate_limit_cents"] = together["cut_cents"]
    return figures


def _wager(spot: str, wager: Document) -> dict[str, Any]:
    return {
        "wager": spot,
        "seats": wager["seats"],
        "staked_cents_per_round": wager["staked_cents"],
        "mean_net_cents_per_wager_and_round": wager["mean_cents"],
        "standard_error_cents_per_wager_and_round": wager["standard_error_cents"],
        "exact_net_cents_per_wager_and_round": wager["exact_cents"]["value"],
        "house_edge_share_of_what_is_staked_here": wager["edge"],
        "example_weights": wager["example_weights"],
    }


def _hours(hours: Document | None) -> list[dict[str, Any]]:
    if hours is None:
        return []
    shift = hours["shift"]
    return [
        {
            "hours": hours["hours"],
            "rounds_per_hour": hours["rounds_per_hour"],
            "rounds_per_hour_are": hours["rounds_per_hour_are"],
            "money_bet_antes_per_hour": hours["money_bet_an_hour"]["antes"],
            "house_wins_antes_per_hour": hours["house_wins_an_hour"]["antes"],
            "house_wins_standard_error_antes_per_hour": hours["house_wins_an_hour"]["standard_error"],
            "shift_hours": shift["hours"],
            "shift_house_wins_mean_antes": shift["house_wins"]["mean"]["antes"],
            "shift_house_wins_low_antes": shift["house_wins"]["low"]["antes"],
            "shift_house_wins_high_antes": shift["house_wins"]["high"]["antes"],
            **{
                f"shift_hold_{name}_share_of_all_money_bet": share
                for name, share in shift["share_of_money_bet"].items()
            },
            "shift_house_loses_share_of_shifts": shift["share_of_shifts_that_the_house_loses"],
            "shift_confidence": shift["confidence"],
        }
    ]


def sweep_tables(cells: Iterable[Document]) -> Iterator[CsvTable]:
    """Return one row for each cell, with the rules of its own variation."""
    yield CsvTable("cells", [_cell(cell) for cell in cells])


def _cell(cell: Document) -> dict[str, Any]:
    exact = cell["exact"]
    return {
        "name": cell["name"],
        "seats": cell["seats"],
        "strategies": cell["strategies"],
        "exact_net_antes_per_seat_and_round": None if exact is None else exact["value"],
        "house_edge_share_of_both_antes": None if exact is None else -exact["value"] / 2,
        "exact_numerator": None if exact is None else exact["numerator"],
        "exact_denominator": None if exact is None else exact["denominator"],
        "rounds": cell["rounds"],
        "seed": cell["seed"],
        "mean_net_antes_per_seat_and_round": cell["mean"],
        "standard_error_antes_per_seat_and_round": cell["standard_error"],
        "standard_deviation_antes_per_round_of_a_seat": cell["standard_deviation"],
        "rules": cell["rules"],
        "rules_hash": cell["hash"],
        "changes": cell["changes"],
    }
