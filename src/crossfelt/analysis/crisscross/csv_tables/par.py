"""The tables of `crossfelt par`: those of the analyses in it, and those that only a par sheet has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from crossfelt.analysis.crisscross.csv_tables.questions import limit_table, protect_tables, quantiles_table
from crossfelt.analysis.crisscross.csv_tables.solution import distribution_table, wager_tables
from crossfelt.analysis.crisscross.csv_tables.wheels import segments_table
from crossfelt.analysis.csv_text import CsvTable, figures_table
from crossfelt.rulefiles import choice_text

Document = Mapping[str, Any]


def par_tables(document: Document) -> Iterator[CsvTable]:
    """Return every table of a par sheet."""
    deals = document["deals"]
    yield figures_table("figures", _figures(document))
    yield CsvTable("return_bands", [_band(document, row) for row in document["volatility_index"]["return_bands"]])
    yield CsvTable("choices", [_choice(document, name) for name in document["rule_book"]["choices"]])
    yield _pay_table(document["pay"])
    yield from wager_tables(document["wagers"], deals)
    yield distribution_table("distribution", document["distribution"], deals)
    yield CsvTable("starting_hands", [_hand(name, hand) for name, hand in document["starting_hands"].items()])
    yield from _bonus(document)
    yield from _progressives(document["progressives"])
    if document["caps"] is not None:
        yield limit_table("limit", document["caps"]["antes"], document["caps"]["limit_cents"])
    yield from protect_tables(document["protection"])
    yield from _sessions(document["sessions"])
    yield CsvTable("sensitivity", list(_sensitivity(document["sensitivity"])))
    yield from _cards(document)


def _figures(document: Document) -> dict[str, Any]:
    edge, returned, index = document["house_edge"], document["return_to_player"], document["volatility_index"]
    return {
        "prepared_by": document["prepared_by"],
        "house_edge_share_of_both_antes": edge["both_antes"]["value"],
        "house_edge_share_of_one_ante": edge["one_ante"]["value"],
        "element_of_risk_share_of_all_money_bet": edge["all_money_bet"]["value"],
        "return_to_player_share_of_all_money_bet": returned["all_money_bet"]["value"],
        "return_to_player_share_of_both_antes": returned["both_antes"]["value"],
        "expected_net_antes_per_round": document["ev"]["value"],
        "expected_net_antes_numerator": document["ev"]["numerator"],
        "expected_net_antes_denominator_deals": document["ev"]["denominator"],
        "average_wager_antes_per_round": document["average_total_wager"]["value"],
        "standard_deviation_antes_per_round": document["standard_deviation"],
        "volatility_index_confidence": index["confidence"],
        "volatility_index_antes": index["antes"],
        "volatility_index_average_wagers": index["average_wagers"],
        "skewness_of_a_round": document["skewness"],
        **{f"rounds_{name}_share_of_all_rounds": entry["value"] for name, entry in document["rounds"].items()},
        **{f"folded_at_{name}_share_of_all_rounds": entry["value"] for name, entry in document["folds"].items()},
        "aggregate_limit_cents": document["rule_book"]["aggregate_limit_cents"],
    }


def _band(document: Document, row: Document) -> dict[str, Any]:
    return {
        "rounds": row["rounds"],
        "confidence": document["volatility_index"]["confidence"],
        **{f"return_{name}_share_of_all_money_bet": row[name] for name in ("low", "expected", "high")},
    }


def _choice(document: Document, name: str) -> dict[str, Any]:
    book = document["rule_book"]
    value = book["choices"][name]
    return {
        "choice": name,
        "value_in_force": None if value is None else choice_text(value),
        "meaning": book["choices_say"][name],
    }


def _pay_table(pay: Document) -> CsvTable:
    names = dict.fromkeys([*pay["bets"], *pay["antes"]])
    rows = [
        {
            "hand": name,
            "bets_odds_to_1": pay["bets"].get(name),
            "antes_odds_to_1": pay["antes"].get(name),
            "printed_bets_odds_to_1": pay["changed"].get(name, pay["bets"].get(name)),
        }
        for name in names
    ]
    return CsvTable("pay_table", rows)


def _hand(name: str, hand: Document) -> dict[str, Any]:
    values = {f"expected_net_antes_{action}": value["value"] for action, value in hand["ev"].items()}
    return {"hand": name, "holes": hand["holes"], "best_action": hand["best"], **values}


def _bonus(document: Document) -> Iterator[CsvTable]:
    together = document["with_main_game"]
    yield CsvTable(
        "bonus_wagers",
        [
            {
                "wager": name,
                "house_edge_share_of_this_wager": bonus["house_edge_of_this_wager"]["value"],
                "house_edge_numerator": bonus["house_edge_of_this_wager"]["numerator"],
                "house_edge_denominator": bonus["house_edge_of_this_wager"]["denominator"],
                "hit_rate_share_of_draws": bonus["hit_rate"]["value"],
                "standard_deviation_stakes": bonus["standard_deviation"],
                "covariance_with_main_game_antes_times_stakes": together[name]["covariance"],
                "covariance_standard_error": together[name].get("covariance_standard_error"),
                "covariance_method": together[name]["method"],
                "standard_deviation_of_both_antes": together[name]["standard_deviation_of_both"],
            }
            for name, bonus in document["bonus"].items()
        ],
    )
    yield CsvTable(
        "bonus_hands",
        [
            {
                "wager": name,
                "hand": hand,
                "odds_to_1": row["odds"],
                "draws": row["draws"],
                "share_of_draws": row["draws"] / bonus["draws"],
                "return_share_of_this_wager": row["odds"] * row["draws"] / bonus["draws"],
            }
            for name, bonus in document["bonus"].items()
            for hand, row in bonus["hands"].items()
        ],
    )


def _progressives(part: Document | None) -> Iterator[CsvTable]:
    if part is None:
        return
    for wheel in part["wheels"]:
        yield replace(segments_table(wheel), name="wheel_segments")
        yield CsvTable("wheel_returns", [_wheel_return(wheel, row) for row in wheel["by_seats"]])
    yield CsvTable(
        "meters",
        [
            {
                "meter": row["meter"],
                "wagers_cents": row["wagers_cents"],
                "grows_cents_per_round": row["contribution_cents_a_round"]["value"],
                "rounds_between_jackpots": row["rounds_between_jackpots"]["value"],
                "mean_jackpot_cents": row["mean_jackpot_cents"]["value"],
                **{
                    f"{name}_share_of_dollars_wagered": share["value"]
                    for name, share in row["cost_of_dollars_wagered"].items()
                },
            }
            for row in part["meters"]
        ],
    )


def _wheel_return(wheel: Document, row: Document) -> dict[str, Any]:
    return {
        "wheel": wheel["wheel"],
        "wager_cents": wheel["wager_cents"],
        "seats": row["seats"],
        "return_at_reset_share_of_this_wager": row["return"]["value"],
        "long_run_return_share_of_this_wager": (row["long_run_return"] or row["return"])["value"],
        "wins_anything_share_of_rounds": row["hit_rate"]["value"],
        "standard_deviation_wagers": row["standard_deviation"],
        "break_even_meter_cents": row["break_even_meter_cents"],
    }


def _sessions(part: Document) -> Iterator[CsvTable]:
    yield CsvTable(
        "sessions",
        [
            {
                "rounds": row["rounds"],
                **{f"{name}_share_of_sessions": row[name] for name in ("ahead", "even", "behind")},
                "mean_antes_per_session": row["mean"],
                "standard_deviation_antes_per_session": row["standard_deviation"],
                **{
                    f"hold_{name}_share_of_both_antes": row["hold_of_both_antes"][name]
                    for name in ("expected", "low", "high")
                },
                "confidence": part["confidence"],
            }
            for row in part["after"]
        ],
    )
    for row in part["after"]:
        yield quantiles_table("session_quantiles", row["quantiles"], row["rounds"])
    yield CsvTable(
        "bankrolls",
        [
            {
                "rounds": row["rounds"],
                "bankroll_antes": row["bankroll"],
                "ruined_below_antes": row["ruined_below"],
                "ruined_share_of_sessions": row["ruined"],
            }
            for row in part["ruin"]
        ],
    )


def _sensitivity(part: list[Document]) -> Iterator[dict[str, Any]]:
    for row in part:
        for point in row["points"]:
            yield {
                "hand": row["hand"],
                "odds_to_1": point["odds"],
                "house_edge_share_of_both_antes": point["house_edge_of_both_antes"],
                "house_edge_change_per_unit_of_odds_share_of_both_antes": row["house_edge_of_both_antes_per_odds"][
                    "value"
                ],
            }


def _cards(document: Document) -> Iterator[CsvTable]:
    cards = [*document["strategy_cards"], document["simple_strategy_card"]]
    kinds = ["counting"] * len(document["strategy_cards"]) + ["without counting"]
    yield CsvTable(
        "strategy_cards",
        [
            {
                "card": kind,
                "lines": len(card["lines"]),
                "cost_share_of_both_antes": card["cost_of_both_antes"],
                "cost_numerator_antes": card["cost"]["numerator"],
                "cost_denominator_deals": card["cost"]["denominator"],
            }
            for kind, card in zip(kinds, cards, strict=True)
        ],
    )
    yield CsvTable(
        "strategy_rules",
        [
            {
                "card": kind,
                "lines": len(card["lines"]),
                "decision": ", ".join(line["decisions"]),
                "rule": line["rule"],
            }
            for kind, card in zip(kinds, cards, strict=True)
            for line in card["lines"]
        ],
    )
