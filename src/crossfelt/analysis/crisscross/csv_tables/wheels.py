"""The tables of `crossfelt wheel show`, `fit` and `meter`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from crossfelt.analysis.csv_text import CsvTable, figures_table

Document = Mapping[str, Any]


def wheel_tables(document: Document) -> Iterator[CsvTable]:
    """Return the segments of a wheel, the value of a wager on it, and every amount that it wins."""
    meter, jackpot, long_run = document["meter"], document["jackpot_chance"], document["long_run_return"]
    yield segments_table(document)
    yield figures_table(
        "figures",
        {
            "wager_cents": document["wager_cents"],
            "seats": document["seats"],
            "event": document["event"],
            "example_weights": document["example"],
            "spins_share_of_rounds": document["spin_chance"]["value"],
            "wins_anything_share_of_rounds": document["hit_rate"],
            "meter_at_reset_cents": None if meter is None else meter["reset_cents"],
            "return_at_reset_share_of_this_wager": document["return"]["value"],
            "return_at_reset_numerator": document["return"]["numerator"],
            "return_at_reset_denominator": document["return"]["denominator"],
            "long_run_return_share_of_this_wager": None if long_run is None else long_run["value"],
            "return_per_meter_dollar_share_of_this_wager": document["per_meter_dollar"],
            "break_even_meter_cents": document["break_even_meter_cents"],
            "jackpot_share_of_rounds": None if jackpot is None else jackpot["value"],
            "standard_deviation_wagers": document["standard_deviation"],
            "received_from_other_spins_share_of_this_wager": document["received_from_other_spins"]["value"],
        },
    )
    yield CsvTable(
        "amounts_won",
        [{"wheel": document["wheel"], "won_cents": row["cents"], **_chance(row["chance"])} for row in document["won"]],
    )


def segments_table(document: Document) -> CsvTable:
    """Return every symbol of a wheel with its pay and its frequency."""
    return CsvTable(
        "segments",
        [
            {
                "wheel": document["wheel"],
                "symbol": row["symbol"],
                "pays_cents": row["pays"],
                "weight": row["weight"],
                "share_of_spins": row["chance_in_a_spin"],
                "clause": row["clause"],
            }
            for row in document["symbols"]
        ],
    )


def _chance(chance: Document) -> dict[str, Any]:
    return {
        "share_of_rounds": chance["value"],
        "chance_numerator": chance["numerator"],
        "chance_denominator": chance["denominator"],
    }


def fit_tables(document: Document) -> Iterator[CsvTable]:
    """Return the fitted weights, and every return with its name."""
    yield segments_table(document)
    returns = {
        "wanted": document["wanted"],
        "reached": document["return"],
        "off_by": document["miss"],
        "long_run": document["long_run_return"],
        "at_reset": document["return_at_reset"],
        "lowest_achievable": document["least"],
        "highest_achievable": document["greatest"],
        **({"long_run_at_a_full_table": full["long_run_return"]} if (full := document["full_table"]) else {}),
    }
    yield figures_table(
        "returns",
        {
            "wanted_is": document["wanted_is"],
            **{f"{name}_share_of_this_wager": value["value"] for name, value in returns.items()},
            "off_by_numerator": document["miss"]["numerator"],
            "off_by_denominator": document["miss"]["denominator"],
            "is_proven_closest": document["proven"],
            "meter_rate_ppm_of_each_wager": document["rate_ppm"],
            "meter_rate_from": document["rate_from"],
            "wager_cents": document["wager_cents"],
            "seats": document["seats"],
            "event": document["event"],
        },
    )


def meter_tables(document: Document) -> Iterator[CsvTable]:
    """Return the long run of a meter by formula, and by simulation beside it."""
    at_hit, drawn = document["at_hit_cents"], document["simulated"]
    yield figures_table(
        "figures",
        {
            "meter": document["meter"],
            "wagers_cents": document["wagers_cents"],
            "event": document["event"],
            "rate_ppm_of_each_wager": document["rate_ppm"],
            "reset_cents": document["reset_cents"],
            "grows_cents_per_round": document["contribution_cents_a_round"]["value"],
            "rounds_between_jackpots": document["rounds_between_jackpots"]["value"],
            "mean_jackpot_cents": document["mean_jackpot_cents"]["value"],
            "standard_deviation_of_the_meter_when_won_cents": at_hit["standard_deviation"],
            **{
                f"{name}_share_of_dollars_wagered": share["value"]
                for name, share in document["cost_of_dollars_wagered"].items()
            },
        },
    )
    yield CsvTable(
        "quantiles",
        [
            {"share_of_jackpots": row["share"], "rounds_since_reset": row["rounds"], "meter_cents": row["cents"]}
            for row in at_hit["quantiles"]
        ],
    )
    yield CsvTable(
        "curve",
        [
            {
                "rounds_since_reset": row["rounds"],
                "meter_cents": row["cents"],
                "won_share_of_jackpots": row["won"],
                "won_in_simulation_share_of_jackpots": row.get("won_in_simulation"),
            }
            for row in document["curve"]
        ],
    )
    if drawn is not None:
        yield CsvTable(
            "simulated",
            [
                {"rounds": drawn["rounds"], "seed": drawn["seed"], "jackpots": drawn["jackpots"], **_estimates(drawn)},
            ],
        )


def _estimates(drawn: Document) -> dict[str, Any]:
    units = {
        "rounds_to_hit": "rounds_to_a_jackpot",
        "at_hit_cents": "jackpot_cents",
        "cost_of_dollars_wagered": "cost_share_of_dollars_wagered",
    }
    return {
        f"{kind}_{unit}": None if drawn[key] is None else drawn[key][kind]
        for key, unit in units.items()
        for kind in ("mean", "standard_error")
    }
