"""The tables of `crossfelt session`, `cap`, `protect` and `sensitivity`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from crossfelt.analysis.csv_text import CsvTable, figures_table

Document = Mapping[str, Any]
HOLD_BASES = {"share_of_antes_dropped": "share_of_both_antes", "share_of_money_bet": "share_of_all_money_bet"}


def session_tables(document: Document) -> Iterator[CsvTable]:
    """Return where many rounds of one seat end, whether a bankroll lasts, and whether a hold is plausible."""
    telling, ruin, hold = document["rounds_to_tell"], document["ruin"], document["hold"]
    figures = {
        "rounds": document["rounds"],
        **{f"{name}_share_of_sessions": document[name] for name in ("ahead", "even", "behind")},
        "mean_antes_per_session": document["mean"]["value"],
        "standard_deviation_antes_per_session": document["standard_deviation"],
        "error_bound_of_shares": document["error_bound"],
    }
    if telling:
        figures["rounds_until_the_edge_shows"] = telling["exact"]
        figures["rounds_until_the_edge_shows_if_normal"] = telling["normal"]
        figures["confidence_of_these_rounds"] = telling["confidence"]
    yield figures_table("figures", figures)
    yield quantiles_table("quantiles", document["quantiles"], document["rounds"])
    if ruin:
        yield CsvTable(
            "bankroll",
            [
                {
                    "rounds": document["rounds"],
                    "bankroll_antes": ruin["bankroll"],
                    "ruined_below_antes": ruin["ruined_below"],
                    "target_antes": ruin["target"],
                    "ruined_share_of_sessions": ruin["ruined"],
                    "reached_share_of_sessions": ruin["reached"],
                    "still_playing_share_of_sessions": ruin["plays_on"],
                }
            ],
        )
    if hold:
        yield CsvTable("hold", [_hold(document["rounds"], hold)])


def quantiles_table(name: str, quantiles: list[Document], rounds: int) -> CsvTable:
    """Return the net result that a share of all sessions stays at or below."""
    return CsvTable(
        name,
        [
            {"rounds": rounds, "share_of_sessions": row["share"], "net_antes_at_or_below": row["net"]}
            for row in quantiles
        ],
    )


def _hold(rounds: int, hold: Document) -> dict[str, Any]:
    row: dict[str, Any] = {
        "rounds": rounds,
        "ante_cents": hold["ante_cents"],
        "win_cents": hold["win_cents"],
        "expected_win_cents": hold["expected_cents"],
        "lowest_win_cents": hold["low_cents"],
        "highest_win_cents": hold["high_cents"],
        "confidence": hold["confidence"],
        "is_within": hold["within"],
        "p_value_two_sided": hold["p_value"],
    }
    for key, base in HOLD_BASES.items():
        for kind in ("actual", "expected", "low", "high"):
            row[f"hold_{kind}_{base}"] = hold[key][kind]
    return row


def cap_tables(document: Document) -> Iterator[CsvTable]:
    """Return the house edge under an aggregate limit, for each size of ante."""
    yield limit_table("limit", document["antes"], document["limit_cents"])


def limit_table(name: str, antes: list[Document], limit_cents: int) -> CsvTable:
    """Return one row for each size of ante."""
    return CsvTable(
        name,
        [
            {
                "ante_cents": row["ante_cents"],
                "limit_cents": limit_cents,
                "house_edge_without_limit_share_of_both_antes": row["house_edge_without_limit"]["both_antes"],
                "house_edge_same_play_share_of_both_antes": row["house_edge_same_play"]["both_antes"],
                "house_edge_best_play_share_of_both_antes": row["house_edge"]["both_antes"],
                "cost_of_the_limit_share_of_both_antes": row["cost"]["both_antes"],
                "first_action_changes_for": row["changed_starting_hands"],
            }
            for row in antes
        ],
    )


def protect_tables(document: Document) -> Iterator[CsvTable]:
    """Return the value of exposed cards, exact, and of shared cards, sampled."""
    seen = document["seen"]
    base = seen[0]["house_edge"]["both_antes"]
    yield CsvTable(
        "seen_cards",
        [
            {
                "seen": row["seen"],
                "house_edge_share_of_both_antes": row["house_edge"]["both_antes"],
                "worth_to_the_player_share_of_both_antes": base - row["house_edge"]["both_antes"],
                "expected_net_antes_numerator": row["ev"]["numerator"],
                "expected_net_antes_denominator_deals": row["ev"]["denominator"],
            }
            for row in seen
        ],
    )
    shared = document["shared"]
    yield CsvTable(
        "shared_cards",
        [
            {
                "seats": row["seats"],
                "known_cards": row["known_cards"],
                "house_edge_share_of_both_antes": row["house_edge"]["both_antes"],
                "worth_share_of_both_antes": row["gain"] / 2,
                "worth_standard_error_share_of_both_antes": row["standard_error"] / 2,
                "each_more_card_share_of_both_antes": row["extra_per_card"] / 2,
                "each_more_card_standard_error_share_of_both_antes": row["extra_standard_error"] / 2,
                "samples": shared["samples"],
                "seed": shared["seed"],
            }
            for row in shared["seats"]
        ],
    )


def sensitivity_tables(document: Document) -> Iterator[CsvTable]:
    """Return slopes, a curve, or the pay tables of a search, whichever the document has."""
    if "slopes" in document:
        yield CsvTable(
            "slopes",
            [
                {
                    "hand": row["hand"],
                    "odds_to_1": row["odds"],
                    "house_edge_change_per_unit_of_odds_share_of_both_antes": row["edge_per_odds"],
                    "house_edge_change_with_one_less_share_of_both_antes": row["edge_with_one_less"],
                    "house_edge_change_with_one_more_share_of_both_antes": row["edge_with_one_more"],
                }
                for row in document["slopes"]
            ],
        )
    elif "points" in document:
        rows = [{"hand": document["hand"], "odds_to_1": row["odds"], **_edge(row)} for row in document["points"]]
        yield CsvTable("curve", rows)
    else:
        yield CsvTable(
            "pay_tables",
            [
                {**{f"odds_to_1_{hand}": odds for hand, odds in row["pay"].items()}, **_edge(row)}
                for row in document["found"]
            ],
        )


def _edge(row: Document) -> dict[str, Any]:
    return {
        "house_edge_share_of_both_antes": row["house_edge"]["both_antes"],
        "expected_net_antes_numerator": row["ev"]["numerator"],
        "expected_net_antes_denominator_deals": row["ev"]["denominator"],
    }
