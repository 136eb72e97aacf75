"""The document of advice on one decision: `crossfelt advise --json`."""

from __future__ import annotations

from crossfelt.analysis.crisscross.advice import LINES, Advice, fate, middle_cards
from crossfelt.analysis.crisscross.documents.figures import Document
from crossfelt.cards import card_name
from crossfelt.crisscross.rulebook import RuleBook


def advise_document(book: RuleBook, advice: Advice) -> Document:
    """Return the value of each action in antes for the whole round, and the possible ends of each line."""
    return {
        "rules": book.id,
        "decision": advice.decision,
        "best": advice.best,
        "ev": {name: float(value) for name, value in advice.values.items()},
        "cost": {name: float(cost) for name, cost in advice.costs.items()},
        "numerators": dict(zip(advice.actions, advice.sums, strict=True)),
        "denominator": advice.deals,
        "chances": {
            line: {
                **{name: float(share) for name, share in advice.fates(line).items()},
                "hands": {hand.slug: float(share) for hand, share in advice.chances(line).items()},
            }
            for line in LINES
        },
        "middle_cards": {
            line: {
                card_name(card): {"hand": hand.slug, "bet": fate(advice.scheme, hand)} for card, hand in made.items()
            }
            for line, made in middle_cards(advice).items()
        },
        "explained": list(advice.explained),
    }
