"""The tables of `crossfelt advise` and `crossfelt strategy`."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from crossfelt.analysis.csv_text import CsvTable

Document = Mapping[str, Any]


def advise_tables(document: Document) -> Iterator[CsvTable]:
    """Return each action with its value, the possible ends of each line, and the hand that each middle card would
    make."""
    yield CsvTable(
        "actions",
        [
            {
                "decision": document["decision"],
                "action": action,
                "expected_net_antes": value,
                "loss_antes": document["cost"][action],
                "is_best": action == document["best"],
                "numerator_antes": document["numerators"][action],
                "denominator_deals": document["denominator"],
            }
            for action, value in document["ev"].items()
        ],
    )
    yield CsvTable(
        "chances",
        [
            {"line": line, "hand": hand, "share_of_deals": share}
            for line, chances in document["chances"].items()
            for hand, share in chances["hands"].items()
        ],
    )
    yield CsvTable(
        "middle_cards",
        [
            {"line": line, "card": card, "hand": made["hand"], "bet": made["bet"]}
            for line, cards in document["middle_cards"].items()
            for card, made in cards.items()
        ],
    )


def strategy_tables(document: Document) -> Iterator[CsvTable]:
    """Return the price of each card, and the lines of the one that is shown."""
    yield CsvTable(
        "cards",
        [
            {
                "lines": card["lines"],
                "cost_share_of_both_antes": card["cost"]["both_antes"],
                "cost_antes_per_round": card["cost"]["one_ante"],
                "expected_net_antes_numerator": card["ev"]["numerator"],
                "expected_net_antes_denominator_deals": card["ev"]["denominator"],
                "is_shown": card == document["card"],
            }
            for card in document["cards"]
        ],
    )
    yield CsvTable(
        "rules",
        [
            {"lines": document["card"]["lines"], "decision": ", ".join(line["decisions"]), "rule": line["says"]}
            for line in document["card"]["says"]
        ],
    )
