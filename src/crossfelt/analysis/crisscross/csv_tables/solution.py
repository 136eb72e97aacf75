"""The tables of `crossfelt solve`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from crossfelt.analysis.csv_text import CsvTable, figures_table

Document = Mapping[str, Any]


def solve_tables(document: Document) -> Iterator[CsvTable]:
    """Return every table of a solved game."""
    deals = document["deals"]
    yield figures_table("figures", _figures(document))
    yield CsvTable(
        "starting_hands",
        [
            {
                "hand": name,
                "holes": hand["holes"],
                "best_action": hand["best"],
                **{f"expected_net_antes_{action}": value for action, value in hand["ev"].items()},
            }
            for name, hand in document["starting_hands"].items()
        ],
    )
    yield from wager_tables(document["wagers"], deals)
    yield distribution_table("distribution", document["distribution"], deals)
    yield CsvTable(
        "bonus_wagers",
        [
            {
                "wager": name,
                "house_edge_share_of_this_wager": bonus["house_edge"],
                "house_edge_numerator": bonus["numerator"],
                "house_edge_denominator": bonus["denominator"],
                "hit_rate_share_of_draws": bonus["hit_rate"],
                "standard_deviation_stakes": bonus["standard_deviation"],
                **_joint(bonus.get("with_main_game")),
            }
            for name, bonus in document["bonus"].items()
        ],
    )
    yield CsvTable(
        "bonus_hands",
        [
            {"wager": name, "hand": hand, "draws": draws}
            for name, bonus in document["bonus"].items()
            for hand, draws in bonus["counts"].items()
        ],
    )


def _figures(document: Document) -> dict[str, Any]:
    edge, ev = document["house_edge"], document["ev"]
    return {
        "house_edge_share_of_both_antes": edge["both_antes"],
        "house_edge_share_of_one_ante": edge["one_ante"],
        "element_of_risk_share_of_all_money_bet": document["element_of_risk"],
        "expected_net_antes_per_round": ev["value"],
        "expected_net_antes_numerator": ev["numerator"],
        "expected_net_antes_denominator_deals": ev["denominator"],
        "average_wager_antes_per_round": document["average_total_wager"],
        "standard_deviation_antes_per_round": document["standard_deviation"],
        "skewness_of_a_round": document["skewness"],
        **{f"rounds_{name}_share_of_all_rounds": share for name, share in document["rounds"].items()},
        **{f"folded_at_{name}_share_of_all_rounds": share for name, share in document["folds"].items()},
    }


def _joint(joint: Document | None) -> dict[str, Any]:
    if joint is None:
        return {}
    return {
        "covariance_with_main_game_antes_times_stakes": joint["covariance"],
        "covariance_standard_error": joint.get("standard_error"),
        "covariance_method": joint["method"],
    }


def wager_tables(wagers: Document, deals: int) -> Iterator[CsvTable]:
    """Return the result of each wager of the main game, in all and by hand."""
    yield CsvTable(
        "wagers",
        [
            {
                "wager": name,
                "staked_antes_per_round": wager["staked"] / deals,
                "net_antes_per_round": wager["net"] / deals,
                "house_edge_share_of_this_wager": -wager["net"] / wager["staked"] if wager["staked"] else None,
                "staked_antes_over_all_deals": wager["staked"],
                "net_antes_over_all_deals": wager["net"],
            }
            for name, wager in wagers.items()
        ],
    )
    yield CsvTable(
        "wagers_by_hand",
        [
            {
                "wager": name,
                "hand": hand,
                "deals": counted,
                "net_antes_over_all_deals": net,
                "net_antes_per_round": net / deals,
            }
            for name, wager in wagers.items()
            for hand, counted, net in _by_hand(wager)
        ],
    )


def _by_hand(wager: Document) -> Iterator[tuple[str, int, int]]:
    """Return hand, deals and net; the par sheet has both under the hand."""
    for hand, entry in wager["by_hand"].items():
        if isinstance(entry, Mapping):
            yield hand, entry["deals"], entry["net"]
        else:
            yield hand, wager["deals"][hand], entry


def distribution_table(name: str, rows: list[Document], deals: int) -> CsvTable:
    """Return how often a round ends with each net result."""
    return CsvTable(
        name,
        [{"net_antes": row["net"], "deals": row["deals"], "share_of_all_rounds": row["deals"] / deals} for row in rows],
    )
