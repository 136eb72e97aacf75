"""The features of a hand that a person can see, as small numbers with names: the vocabulary of rules for people.

First decision: the two hole cards. Second decision: the four cards of the across line. Third decision: both lines
without the middle card. A *high* card is a jack or better, a *middle* card a 6 to a 10. `made` is the hand of a line
without its middle card, `draw` what one more card can make of it.

At the third decision, `card_points` are 6 for a high card in the hole, 4 for one on the board, 3 and 2 for middle
cards. A rank that is on both lines counts once. With nothing made and no draw they are exactly proportional to the
value of pairing each card against the wagers at stake, which follows from counting the cards that are left. `holding`
is the better of what is made and what is drawn to, and `cross` what the board has to pair; these two need no counting.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TypeVar

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.crisscross.symmetry import HoleClass, kind_ranks
from crossfelt.analysis.crisscross.tables import INT64, hand_tables, kinds_of, new_hands, shape_tables
from crossfelt.cards import RANKS
from crossfelt.kernels.crisscross.lines import line_hands
from crossfelt.ranking import Hand

Number = TypeVar("Number", np.int32, np.int64)

MADE = ("nothing", "pair_2s_to_5s", "pair_6s_to_10s", "pair_jacks_or_better", "two_pair")
"""Levels of a made hand; the last one includes everything better."""
DRAW = ("none", "gutshot", "open_ended", "flush")
"""Levels of a draw: one rank completes a straight, two ranks do, one more suited card makes a flush."""

HOLDING = ("nothing", "gutshot", "small_pair", "strong")
"""Levels of the better of made hand and draw. Strong is a pair of 6s or better, a draw better than a gutshot, or a
smaller pair with a gutshot."""
CROSS = ("no_high", "high_with_lows", "high")
"""Levels of the four cards on the board: no high card; a high card, but a card below 6 in the hole, across and down; a
high card, and one of the three without a card below 6."""


@dataclass(frozen=True, slots=True)
class Feature:
    """One visible feature."""

    name: str
    levels: int
    words: tuple[str, ...] = ()
    """Names of the levels, if they have names."""

    def level(self, text: str) -> int | None:
        """Return the level that a text names, or None."""
        if text in self.words:
            return self.words.index(text)
        if text.isascii() and text.isdecimal() and len(text) <= 2 and int(text) < self.levels and not self.words:
            return int(text)
        return None

    def word(self, level: int) -> str:
        """Return the name of a level."""
        return self.words[level] if self.words else str(level)


_YES_NO = ("no", "yes")
FIRST = (
    Feature("hole_pair", 2, _YES_NO),
    Feature("suited", 2, _YES_NO),
    Feature("high_card", 13, tuple(RANKS)),
    Feature("low_card", 13, tuple(RANKS)),
    Feature("highs", 3),
    Feature("middles", 3),
)
SECOND = (
    Feature("made", 5, MADE),
    Feature("hole_pair", 2, _YES_NO),
    Feature("draw", 4, DRAW),
    Feature("suited", 2, _YES_NO),
    Feature("hole_highs", 3),
    Feature("highs", 5),
    Feature("middles", 5),
)
THIRD = (
    Feature("made", 5, MADE),
    Feature("other_made", 5, MADE),
    Feature("draw", 4, DRAW),
    Feature("hand_high", 2, _YES_NO),
    Feature("cross", 3, CROSS),
    Feature("card_points", 29),
)
_HOLDING = Feature("holding", 4, HOLDING)
CODED = {"across": FIRST, "down": SECOND, "middle": THIRD}
"""The features that make up the code of a decision."""
FEATURES = {"across": FIRST, "down": SECOND, "middle": (_HOLDING, *THIRD)}
"""All features that the rules for a decision may use."""


def _chosen(across: str, down: str, middle: str) -> dict[str, tuple[Feature, ...]]:
    """Return the named features of each decision."""
    names = {"across": across, "down": down, "middle": middle}
    return {
        decision: tuple(feature for feature in FEATURES[decision] if feature.name in names[decision].split())
        for decision in FEATURES
    }


COUNTED = _chosen(
    "hole_pair suited high_card low_card highs middles",
    "made hole_pair draw suited hole_highs highs middles",
    "holding made draw card_points",
)
"""Features of rules that require counting."""
UNCOUNTED = _chosen("hole_pair suited high_card low_card", "made hole_pair draw suited", "holding hand_high cross")
"""Features of rules that don't require counting."""


@dataclass(frozen=True, slots=True, eq=False)
class PairFeatures:
    """The features of each pair beside each hole of one shape; arrays are [hole, pair]."""

    made: NDArray[np.int64]
    draw: NDArray[np.int64]
    highs: NDArray[np.int64]
    middles: NDArray[np.int64]


def _high(rank: int) -> int:
    return int(rank >= 9)


def _middle(rank: int) -> int:
    return int(4 <= rank <= 8)


def hole_features(hole: HoleClass) -> tuple[int, ...]:
    """Return the levels of `FIRST`."""
    both = (hole.high, hole.low)
    return (
        int(hole.high == hole.low),
        int(hole.suited),
        hole.high,
        hole.low,
        sum(map(_high, both)),
        sum(map(_middle, both)),
    )


@cache
def pair_features(shape: str, ace_low_straight: bool) -> PairFeatures:
    """Return the features of every pair beside every hole of a shape."""
    tables = shape_tables(shape)
    pairs, kinds = tables.pairs.pairs, tables.pairs.kinds
    made, draw, highs, middles = (np.zeros((len(tables.holes), pairs), np.int64) for _ in range(4))
    hands = new_hands(shape)
    left = np.repeat(tables.pairs.counts[:, None], pairs, 1)
    np.subtract.at(left, (tables.pairs.first, np.arange(pairs)), 1)
    np.subtract.at(left, (tables.pairs.second, np.arange(pairs)), 1)
    levels = np.minimum(np.array([0, 1, 2, 3, 4, 4, 4, 4, 4, 4, 4, 4]), len(MADE) - 1)
    for row, hole in enumerate(tables.holes):
        line_hands(kinds_of(shape, INT64), row, hand_tables(ace_low_straight), hands)
        pair_hands = hands[:, :pairs]
        # The worst remaining middle card leaves the four cards as they are.
        made[row] = levels[np.where(left > 0, pair_hands, len(Hand) - 1).min(0)]
        straights = np.isin(pair_hands[:13], (Hand.STRAIGHT, Hand.STRAIGHT_FLUSH, Hand.ROYAL_FLUSH)).sum(0)
        flush = (
            (pair_hands[13:] >= Hand.FLUSH).any(0) & (tables.pairs.first >= 13) if kinds > 13 else np.zeros(pairs, bool)
        )
        draw[row] = np.where(flush, 3, np.minimum(straights, 2))
        ranks = np.array(kind_ranks(hole))
        first, second = ranks[tables.pairs.first], ranks[tables.pairs.second]
        highs[row] = (first >= 9).astype(int) + (second >= 9)
        middles[row] = ((first >= 4) & (first <= 8)).astype(int) + ((second >= 4) & (second <= 8))
    return PairFeatures(made, draw, highs, middles)


def codes(levels: list[NDArray[Number]], features: tuple[Feature, ...]) -> NDArray[Number]:
    """Return one number for each combination of levels, in their type."""
    code = np.zeros(np.broadcast_shapes(*(level.shape for level in levels)), levels[0].dtype)
    for level, feature in zip(levels, features, strict=True):
        code *= feature.levels
        code += level
    return code


def code_count(features: tuple[Feature, ...]) -> int:
    """Return the number of codes."""
    return int(np.prod([feature.levels for feature in features]))


@cache
def levels_by_name(decision: str) -> dict[str, NDArray[np.int64]]:
    """Return for each feature that rules may use its level in every code of the decision."""
    coded = CODED[decision]
    by_name = dict(zip((feature.name for feature in coded), code_levels(coded), strict=True))
    if _HOLDING in FEATURES[decision]:
        by_name[_HOLDING.name] = holding(by_name["made"], by_name["draw"])
    return by_name


def holding(made: NDArray[np.int64], draw: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the level of `HOLDING` for the levels of `MADE` and `DRAW`."""
    is_strong = (made >= 2) | (draw >= 2) | ((made == 1) & (draw == 1))
    return np.where(is_strong, 3, np.where(made == 1, 2, draw))


def code_levels(features: tuple[Feature, ...]) -> list[NDArray[np.int64]]:
    """Return for each feature its level in every code."""
    return list(np.unravel_index(np.arange(code_count(features)), [feature.levels for feature in features]))


@cache
def second_codes(shape: str, ace_low_straight: bool) -> NDArray[np.int64]:
    """Return [hole, across pair] -> code of `SECOND`."""
    tables, parts = shape_tables(shape), pair_features(shape, ace_low_straight)
    holes = np.array([hole_features(hole) for hole in tables.holes])[:, :, None]
    pair, suited, _, _, hole_highs, hole_middles = (holes[:, column] for column in range(6))
    levels = [parts.made, pair, parts.draw, suited, hole_highs, hole_highs + parts.highs, hole_middles + parts.middles]
    return codes(levels, SECOND)


# A pair's own code beside a hole; two of them determine the code of `THIRD`.
_PAIR = (
    Feature("hole_highs", 3), Feature("hole_middles", 3), Feature("made", 5), Feature("draw", 4), Feature("highs", 3),
    Feature("middles", 3),
)  # fmt: skip


@cache
def pair_codes(shape: str, ace_low_straight: bool) -> NDArray[np.int64]:
    """Return [hole, pair] -> code for `third_codes`."""
    tables, parts = shape_tables(shape), pair_features(shape, ace_low_straight)
    holes = np.array([hole_features(hole) for hole in tables.holes])[:, :, None]
    return codes([holes[:, 4], holes[:, 5], parts.made, parts.draw, parts.highs, parts.middles], _PAIR)


@cache
def third_codes() -> NDArray[np.int32]:
    """Return [code of across pair, code of down pair] -> code of `THIRD`, before `shared_ranks` is subtracted."""
    hole_highs, hole_middles, made, draw, highs, middles = (level.astype(np.int32) for level in code_levels(_PAIR))
    hand, board = 6 * hole_highs + 3 * hole_middles, 4 * highs + 2 * middles
    has_low = highs + middles < 2
    lows = np.logical_and.outer(has_low & (hole_highs + hole_middles < 2), has_low)
    levels = [
        np.maximum.outer(made, made),
        np.minimum.outer(made, made),
        np.maximum.outer(draw, draw),
        (hole_highs > 0).astype(np.int32)[:, None],
        np.where(np.add.outer(highs, highs) == 0, 0, np.where(lows, 1, 2)).astype(np.int32),
        np.minimum(np.add.outer(hand + board, board), 28),
    ]
    return codes(levels, THIRD)


@cache
def rank_masks(shape: str) -> NDArray[np.int32]:
    """Return [hole, pair] -> the ranks of the pair, a bit for each."""
    tables = shape_tables(shape)
    ranks = 1 << tables.ranks
    return (ranks[:, tables.pairs.first] | ranks[:, tables.pairs.second]).astype(np.int32)


@cache
def shared_ranks() -> NDArray[np.int32]:
    """Return [ranks on both lines] -> the amount to subtract from the code, because a rank counts once."""
    masks = np.arange(1 << 13)
    bits = (masks[:, None] >> np.arange(13)) & 1
    highs, middles = bits[:, 9:].sum(1), bits[:, 4:9].sum(1)
    taken: NDArray[np.int32] = (4 * highs + 2 * middles).astype(np.int32)
    return taken


def first_code(hole: HoleClass) -> int:
    """Return the code of `FIRST`."""
    return int(codes([np.array(level) for level in hole_features(hole)], FIRST))
