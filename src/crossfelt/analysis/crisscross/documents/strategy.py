"""The document of strategy cards, grown or from a file: `crossfelt strategy --json`."""

from __future__ import annotations

from collections.abc import Sequence

from crossfelt.analysis.crisscross.documents.figures import Document, over_deals
from crossfelt.analysis.crisscross.strategy_card import PricedStrategyCard, described
from crossfelt.crisscross.rulebook import RuleBook


def strategy_document(
    book: RuleBook, strategy_cards: Sequence[PricedStrategyCard], shown: PricedStrategyCard, multiples: tuple[int, ...]
) -> Document:
    """Return the chosen strategy card, and all that were grown, each with its exact price."""
    return {
        "rules": book.id,
        "rule_book_hash": book.hash,
        "card": _strategy_card(shown, multiples),
        "cards": [_strategy_card(priced, multiples) for priced in strategy_cards],
    }


def _strategy_card(priced: PricedStrategyCard, multiples: tuple[int, ...]) -> Document:
    return {
        "lines": len(priced.strategy_card.lines()),
        "rules": priced.strategy_card.text(multiples),
        "says": [
            {"decisions": list(line.decisions), "says": described(line.rule, multiples)}
            for line in priced.strategy_card.lines()
        ],
        "ev": over_deals(priced.value),
        "cost": {"one_ante": float(priced.cost), "both_antes": float(priced.cost_of_both_antes)},
    }
