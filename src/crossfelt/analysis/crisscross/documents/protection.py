"""The document of exposed and shared cards: `crossfelt protect --json`."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from crossfelt.analysis.crisscross.documents.figures import Document, heading, house_edge, over_deals
from crossfelt.analysis.crisscross.encode import Scheme
from crossfelt.analysis.crisscross.protection import Exposure, Sharing
from crossfelt.crisscross.rulebook import RuleBook


def protect_document(
    book: RuleBook, scheme: Scheme, seen: Sequence[Exposure], shared: Sequence[Sharing], samples: int, seed: int
) -> Document:
    """Return the value of cards to players who see them before the first decision, and to seats that share theirs."""
    return {
        **heading(book, scheme),
        "seen": [{**exposure_row(entry), "player_edge": house_edge(-entry.value)} for entry in seen],
        "shared": sharing_document(shared, samples, seed, seen[0].value),
    }


def exposure_row(entry: Exposure) -> Document:
    """Return the main game when a player sees a card that should be face down."""
    return {
        "seen": entry.seen,
        "ev": over_deals(entry.numerator, entry.denominator),
        "house_edge": house_edge(entry.value),
    }


def sharing_document(shared: Sequence[Sharing], samples: int, seed: int, base: Fraction) -> Document:
    """Return the gain of each seat from sharing hole cards; `base` is the player's net antes without it."""
    return {
        "method": "sampled",
        "samples": samples,
        "seed": seed,
        "seats": [
            {
                "seats": entry.seats,
                "known_cards": entry.known_cards,
                "gain": entry.gain,
                "standard_error": entry.standard_error,
                "extra_per_card": entry.extra_per_card,
                "extra_standard_error": entry.extra_standard_error,
                "house_edge": house_edge(base + Fraction(entry.gain)),
            }
            for entry in shared
        ],
    }
