"""The correlation of each bonus wager with the main game: counted where possible, else sampled."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from crossfelt.analysis.crisscross.bonus import BonusResult
from crossfelt.analysis.crisscross.documents.figures import Document, exact
from crossfelt.analysis.crisscross.joint_tally import JointTally, SampledCovariance, joint_tally, sampled_covariance
from crossfelt.analysis.crisscross.results import Results
from crossfelt.analysis.crisscross.strategy import best_strategy
from crossfelt.crisscross.rulebook import RuleBook

BonusJoint = JointTally | SampledCovariance
"""Counted over all deals, or sampled."""
SAMPLED_ROUNDS = 1_000_000
SAMPLE_SEED = 1


def bonus_joints(
    book: RuleBook,
    result: Results,
    bonus: Mapping[str, BonusResult],
    sampled_rounds: int,
    seed: int,
    progress: Callable[[float], None] = lambda _share: None,
) -> dict[str, BonusJoint]:
    """Return for each bonus wager how its net result (stakes) and that of the main game (antes) vary together."""
    strategy = best_strategy(result.solution)
    together: dict[str, BonusJoint] = {}
    for number, (spot, entry) in enumerate(bonus.items(), 1):
        source = book.spots[spot].hand
        assert source != "hole", "a bonus wager must be decided by five cards"
        together[spot] = (
            joint_tally(result.scheme, strategy)
            if source == "community"
            else sampled_covariance(result.scheme, strategy, result.mean, entry, source, sampled_rounds, seed)
        )
        progress(number / len(bonus))
    return together


def joint_documents(book: RuleBook, result: Results, bonus: Mapping[str, BonusResult]) -> dict[str, Document]:
    """Return for each bonus wager its `joint_document`, from this many sampled rounds if it can't be counted."""
    counted = bonus_joints(book, result, bonus, SAMPLED_ROUNDS, SAMPLE_SEED)
    return {spot: joint_document(bonus[spot], entry) for spot, entry in counted.items()}


def joint_document(entry: BonusResult, joint: BonusJoint) -> Document:
    """Return the covariance of a bonus wager with the main game; a sampled one has its standard error."""
    if isinstance(joint, JointTally):
        covariance = joint.covariance(entry.odds)
        return {"method": "exact", "covariance": float(covariance), "exact": exact(covariance)}
    return {
        "method": "sampled",
        "covariance": joint.covariance,
        "standard_error": joint.standard_error,
        "rounds": joint.rounds,
        "seed": joint.seed,
    }
