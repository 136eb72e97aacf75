"""The document of strategy cards, grown or somebody's own: `crossfelt strategy --json`."""

from __future__ import annotations

from collections.abc import Sequence

from crossfelt.analysis.card import PricedCard
from crossfelt.analysis.documents.figures import Document, over_deals
from crossfelt.crisscross.rulebook import RuleBook


def strategy_document(
    book: RuleBook, cards: Sequence[PricedCard], shown: PricedCard, multiples: tuple[int, ...]
) -> Document:
    """The card that was asked for, and all that were grown, each with its exact price."""
    return {
        "rules": book.id,
        "rule_book_hash": book.hash,
        "card": _card(shown, multiples),
        "cards": [_card(priced, multiples) for priced in cards],
    }


def _card(priced: PricedCard, multiples: tuple[int, ...]) -> Document:
    return {
        "lines": len(priced.card.lines()),
        "rules": priced.card.text(multiples),
        "ev": over_deals(priced.value, priced.counts.deals),
        "cost": {"one_ante": float(priced.cost), "both_antes": float(priced.cost_of_both_antes)},
    }
