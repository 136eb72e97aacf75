"""The document of an aggregate limit: `crossfelt cap --json`."""

from __future__ import annotations

from collections.abc import Sequence

from crossfelt.analysis.crisscross.caps import CapEffect, Covers
from crossfelt.analysis.crisscross.documents.figures import Document, exact, heading, house_edge
from crossfelt.analysis.crisscross.encode import Scheme
from crossfelt.analysis.crisscross.results import WAGERS
from crossfelt.crisscross.rulebook import RuleBook


def cap_document(
    book: RuleBook, scheme: Scheme, limit_cents: int, covers: Covers, effects: Sequence[CapEffect]
) -> Document:
    """Return the effect of a limit on the winnings of a round on the main game, for each size of ante."""
    return {
        **heading(book, scheme),
        "limit_cents": limit_cents,
        "counts_towards_it": covered_names(covers),
        "antes": [effect_row(effect) for effect in effects],
    }


def covered_names(covers: Covers) -> list[str]:
    """Return the wagers whose winnings count towards the limit."""
    return [name for name, is_covered in zip(WAGERS, covers, strict=True) if is_covered]


def effect_row(effect: CapEffect) -> Document:
    """Return the main game at one size of ante: best play under the limit, without it, and play as if there were
    none."""
    return {
        "ante_cents": effect.cap.ante_cents,
        "ev": exact(effect.best_play),
        "ev_without_limit": exact(effect.without_limit),
        "ev_same_play": exact(effect.same_play),
        "house_edge": house_edge(effect.best_play),
        "house_edge_without_limit": house_edge(effect.without_limit),
        "house_edge_same_play": house_edge(effect.same_play),
        "cost": house_edge(-effect.cost),
        "changed_starting_hands": list(effect.changed_hands),
    }
