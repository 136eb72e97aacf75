"""The document of a solved game: `crossfelt solve --json`."""

from __future__ import annotations

from collections.abc import Mapping

from crossfelt.analysis.crisscross.bonus import BonusResult
from crossfelt.analysis.crisscross.documents.figures import Document, exact, house_edge, main_odds, over_deals
from crossfelt.analysis.crisscross.results import Results
from crossfelt.analysis.crisscross.symmetry import DEALS, hole_classes
from crossfelt.crisscross.rulebook import RuleBook


def solve_document(
    book: RuleBook, result: Results, bonus: Mapping[str, BonusResult], together: Mapping[str, Document]
) -> Document:
    """Return the optimum of the main game in antes, and each bonus wager; `together` has the `joint_document` of
    some."""
    return {
        "rules": book.id,
        "rule_book_hash": book.hash,
        "pay": main_odds(book, result.scheme),
        "ace_low_straight": result.scheme.ace_low_straight,
        "bet_multiples": list(result.scheme.multiples),
        "deals": DEALS,
        "ev": over_deals(result.numerator),
        "house_edge": house_edge(result.mean),
        "element_of_risk": float(result.element_of_risk),
        "average_total_wager": float(result.average_total_wager),
        "standard_deviation": result.standard_deviation,
        "variance": exact(result.variance),
        "skewness": result.skewness,
        "folds": {name: float(share) for name, share in result.folds.items()},
        "rounds": {name: float(share) for name, share in result.rounds_won.items()},
        "starting_hands": {
            hole.name: {
                "best": result.best_start(hole),
                "ev": {name: float(value) for name, value in result.starting_hand(hole).items()},
                "holes": hole.holes,
            }
            for hole in hole_classes()
        },
        "wagers": {
            name: {"staked": wager.staked, "net": wager.net, "by_hand": wager.by_hand, "deals": wager.deals}
            for name, wager in result.wagers.items()
        },
        "distribution": distribution(result),
        "bonus": {
            spot: {
                "house_edge": float(entry.house_edge),
                "numerator": entry.numerator,
                "denominator": entry.denominator,
                "standard_deviation": entry.standard_deviation,
                "hit_rate": float(entry.hit_rate),
                "counts": {hand.slug: count for hand, count in reversed(entry.counts.items())},
                **({"with_main_game": together[spot]} if spot in together else {}),
            }
            for spot, entry in bonus.items()
        },
    }


def distribution(result: Results) -> list[Document]:
    """Return the number of deals that end at each net result of a round, in antes."""
    return [{"net": net, "deals": deals} for net, deals in result.distribution.items()]
