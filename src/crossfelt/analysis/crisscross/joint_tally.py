"""The main game and its bonus wagers in the same round.

Exact: main game and Five Card Bonus (`joint_tally`). The bonus is decided by the five community cards, and their ranks
and the few ways in which they are all of one suit can be counted beside every deal of the main game.

Sampled: main game and Six Card Bonus (`sampled_covariance`). It is decided by the hole and four cards beside the cross,
which are too many to count. The estimate comes with its standard error, and the same seed gives the same figures. It
uses the exact averages and samples only the correlation.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.crisscross.bonus import BonusResult
from crossfelt.analysis.crisscross.encode import Scheme
from crossfelt.analysis.crisscross.strategy import Strategy
from crossfelt.analysis.crisscross.symmetry import DEALS
from crossfelt.analysis.crisscross.tables import INT32, INT64, SHAPES, hand_tables, setting_of, shape_tables, ways_of
from crossfelt.crisscross.layout import HandSource
from crossfelt.errors import BadInput
from crossfelt.faults import FaultCode
from crossfelt.kernels.crisscross.joint_tally import tally_jointly
from crossfelt.kernels.crisscross.tally import TallyArrays
from crossfelt.ranking import Hand

CHUNK = 50_000
_CARDS_DEALT = 11
"""Hole 2, across 2, down 2, middle, bonus cards 4."""


@dataclass(frozen=True, slots=True)
class JointTally:
    """Every deal by the main game's net result in antes and the hand of the community cards."""

    outcomes: Mapping[tuple[int, Hand], int]

    def covariance(self, odds: tuple[int, ...]) -> Fraction:
        """Return the covariance of the net main result (antes) and the bonus result (stakes)."""
        mean, bonus_mean, product = 0, 0, 0
        for (net, hand), deals in self.outcomes.items():
            mean += net * deals
            bonus_mean += odds[hand] * deals
            product += net * odds[hand] * deals
        return Fraction(product, DEALS) - Fraction(mean * bonus_mean, DEALS**2)

    def total(self, odds: tuple[int, ...], stake: Fraction = Fraction(1)) -> dict[Fraction, int]:
        """Return net result of the round with a bonus of that many antes -> deals."""
        deals_by_net: dict[Fraction, int] = {}
        for (net, hand), deals in self.outcomes.items():
            total = net + stake * odds[hand]
            deals_by_net[total] = deals_by_net.get(total, 0) + deals
        return dict(sorted(deals_by_net.items()))


@dataclass(frozen=True, slots=True)
class SampledCovariance:
    """An estimated covariance of the main game's net result (antes) and a bonus result (stakes)."""

    covariance: float
    standard_error: float
    rounds: int
    seed: int


def joint_tally(scheme: Scheme, strategy: Strategy) -> JointTally:
    """Return the exact joint distribution under a strategy, over all 84,284,272,800 deals."""
    played, folded = _net_results(scheme)
    nets, places = np.unique(np.concatenate([played.ravel(), folded.ravel()]), return_inverse=True)
    joint = np.zeros((len(nets), len(Hand)), np.int64)
    outcomes = TallyArrays(
        places[: played.size].reshape(played.shape), places[played.size :].reshape(folded.shape)
    )  # fmt: skip
    for shape, part in strategy.items():
        tally_jointly(setting_of(scheme, shape, INT64, INT32), ways_of(shape), part, outcomes, joint)
    assert int(joint.sum()) == DEALS, "every deal must be counted once"
    return JointTally(
        {(int(net), hand): int(joint[row, hand]) for row, net in enumerate(nets) for hand in Hand if joint[row, hand]}
    )


def sampled_covariance(
    scheme: Scheme, strategy: Strategy, mean: Fraction, bonus: BonusResult, source: HandSource, rounds: int, seed: int
) -> SampledCovariance:
    """Return the covariance of the main result with a bonus, from rounds dealt at random. `mean` is the main game's."""
    if rounds < 2:
        message = f"a sample needs at least two rounds, not {rounds}"
        raise BadInput(message, FaultCode.OUT_OF_RANGE, "rounds", least=2, value=rounds)
    odds = np.array(bonus.odds, np.float64)
    random = np.random.default_rng(seed)
    total, squares = 0.0, 0.0
    for start in range(0, rounds, CHUNK):
        cards = _deal(random, min(CHUNK, rounds - start))
        net = _play(scheme, strategy, cards)
        hands = _bonus_hands(cards, source, scheme.ace_low_straight)
        product = (net - float(mean)) * (odds[hands] + float(bonus.house_edge))
        total += float(product.sum())
        squares += float((product**2).sum())
    average = total / rounds
    variance = (squares - rounds * average**2) / (rounds - 1)
    return SampledCovariance(average, math.sqrt(variance / rounds), rounds, seed)


def _net_results(scheme: Scheme) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return net antes by [across, down, Middle bet, across hand, down hand], and by [stage, across, down bet] of a
    fold."""
    pay, ante, bets = (np.array(values, np.int64) for values in (scheme.pay, scheme.ante, scheme.multiples))
    higher = pay[np.maximum.outer(np.arange(len(Hand)), np.arange(len(Hand)))]
    played = ante[:, None] + ante[None, :] + np.zeros((len(bets), len(bets), len(bets), 1, 1), np.int64)
    played += bets[:, None, None, None, None] * pay[:, None] + bets[None, :, None, None, None] * pay[None, :]
    played += bets[None, None, :, None, None] * higher
    folded = np.full((3, len(bets), len(bets)), -2, np.int64)
    folded[1:] -= bets[:, None]
    folded[2] -= bets
    return played, folded


def _deal(random: np.random.Generator, rounds: int) -> NDArray[np.int64]:
    """Return the first cards of as many shuffled decks."""
    decks = np.tile(np.arange(52), (rounds, 1))
    rows = np.arange(rounds)
    for place in range(_CARDS_DEALT):
        other = random.integers(place, 52, rounds)
        decks[rows, other], decks[:, place] = decks[:, place].copy(), decks[rows, other]
    return decks[:, :_CARDS_DEALT]


def _play(scheme: Scheme, strategy: Strategy, cards: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return net antes of each deal under the strategy."""
    played, folded = _net_results(scheme)
    hole, across, down, middle = cards[:, :2], cards[:, 2:4], cards[:, 4:6], cards[:, 6:7]
    across_hand = _hands(np.concatenate([hole, across, middle], 1), scheme.ace_low_straight)
    down_hand = _hands(np.concatenate([hole, down, middle], 1), scheme.ace_low_straight)
    ranks = hole >> 2
    high, low = ranks.max(1), ranks.min(1)
    suited = hole[:, 0] & 3 == hole[:, 1] & 3
    net = np.zeros(len(cards), np.int64)
    for shape in SHAPES:
        tables, part = shape_tables(shape), strategy[shape]
        pairs = tables.pairs
        of_shape = np.flatnonzero({"suited": suited, "paired": high == low, "mixed": ~suited & (high != low)}[shape])
        rows = np.zeros((13, 13), np.int64)
        for row, entry in enumerate(tables.holes):
            rows[entry.high, entry.low] = row
        row = rows[high[of_shape], low[of_shape]]
        kinds = _kinds(tables.ranks, row, cards[of_shape])
        numbers = np.zeros((pairs.kinds, pairs.kinds), np.int64)
        numbers[pairs.first, pairs.second] = numbers[pairs.second, pairs.first] = np.arange(pairs.pairs)
        p, q = numbers[kinds[:, 2], kinds[:, 3]], numbers[kinds[:, 4], kinds[:, 5]]
        i, j, k = part.first[row] - 1, part.second[row, p] - 1, part.third[row, p, q] - 1
        net[of_shape] = np.select(
            [i < 0, j < 0, k < 0],
            [folded[0, 0, 0], folded[1, i, 0], folded[2, i, j]],
            played[i, j, k, across_hand[of_shape], down_hand[of_shape]],
        )
    return net


def _kinds(ranks: NDArray[np.int64], row: NDArray[np.int64], cards: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the kind of each card beside its hole; those of the hole itself have no meaning."""
    order = np.zeros((len(ranks), 2, 13), np.int64)
    holes = np.arange(len(ranks))[:, None]
    order[holes, 0, ranks[:, :13]] = np.arange(13)
    order[:, 1] = order[:, 0]
    order[holes, 1, ranks[:, 13:]] = np.arange(13, ranks.shape[1])
    of_suit = (cards & 3) == (cards[:, :1] & 3)
    kinds: NDArray[np.int64] = order[row[:, None], of_suit.astype(np.int64), cards >> 2]
    return kinds


def _bonus_hands(cards: NDArray[np.int64], source: HandSource, ace_low_straight: bool) -> NDArray[np.uint8]:
    if source == "community":
        return _hands(cards[:, 2:7], ace_low_straight)
    six = np.concatenate([cards[:, :2], cards[:, 7:11]], 1)
    hands: NDArray[np.uint8] = np.maximum.reduce(
        [_hands(np.delete(six, place, 1), ace_low_straight) for place in range(6)]
    )
    return hands


def _hands(cards: NDArray[np.int64], ace_low_straight: bool) -> NDArray[np.uint8]:
    """Return the `Hand` of each row of five cards."""
    keys, by_key_sum, by_rank_mask = hand_tables(ace_low_straight)
    ranks = cards >> 2
    is_one_suit = ((cards & 3) == (cards[:, :1] & 3)).all(1)
    hands: NDArray[np.uint8] = np.where(
        is_one_suit, by_rank_mask[(1 << ranks).sum(1) & 0x1FFF], by_key_sum[keys[ranks].sum(1)]
    )
    return hands
