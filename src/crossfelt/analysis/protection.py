"""What it costs the house when a player sees more than the game shows.

Exact: one card of the cross, or the across pair, seen before the first decision. The player takes that card into
account in every decision. Sampled: hole cards of other seats, which are out of the deck; each sampled situation is
solved exactly, so that the only error is that of sampling, and it is handed out beside the figure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, sqrt

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.encode import Scheme
from crossfelt.analysis.solver import Solution, solve
from crossfelt.analysis.strategy import Strategy, best_strategy
from crossfelt.analysis.symmetry import (
    DEALS,
    DOWN_PAIRS,
    MIDDLES,
    class_of,
    kind_of,
)
from crossfelt.analysis.tables import INT32, INT64, SHAPES, setting_of, shape_tables
from crossfelt.cards import DECK, Card
from crossfelt.errors import BadInput
from crossfelt.kernels.crisscross.known_cards import known_down, known_middle, with_cards_gone

Progress = Callable[[float], None]

MOST_SEATS = 6
MOST_SAMPLES = 1_000_000


@dataclass(frozen=True, slots=True, eq=False)
class SeenValues:
    """The first decision of every hole of one shape, when something is seen beforehand."""

    values: NDArray[np.int64]
    """[hole, what is seen, action] -> value over all deals in which it is seen, in antes; action 0 folds."""
    marks: int
    """In how many ways the seen card can be marked in one deal: 2 for one card of a pair."""

    @property
    def best(self) -> NDArray[np.int64]:
        """[hole] -> value over all that can be seen."""
        total: NDArray[np.int64] = self.values.max(2).sum(1)
        return total


@dataclass(frozen=True, slots=True)
class Exposure:
    """The game when something is seen before the first decision."""

    seen: str
    numerator: int
    """Antes, over all deals with the seen card marked."""
    denominator: int

    @property
    def value(self) -> Fraction:
        """Net antes a round."""
        return Fraction(self.numerator, self.denominator)


def exposures(scheme: Scheme, progress: Progress | None = None) -> list[Exposure]:
    """Nothing seen, then each kind of exposure. All exact."""
    solution = solve(scheme)
    found = [Exposure("nothing", solution.numerator, DEALS)]
    for number, (seen, values_of) in enumerate(SEEN.items(), 1):
        numerator = marks = 0
        for shape in SHAPES:
            part = values_of(solution, shape)
            weights = [hole.holes for hole in shape_tables(shape).holes]
            numerator += sum(weight * int(value) for weight, value in zip(weights, part.best, strict=True))
            marks = part.marks
        found.append(Exposure(seen, numerator, marks * DEALS))
        if progress:
            progress(number / len(SEEN))
    return found


def one_across(solution: Solution, shape: str) -> SeenValues:
    """Seen: the kind of one across card. From the second decision on the player knows no more than anyone."""
    pairs = shape_tables(shape).pairs
    best, _ = solution.shapes[shape].second_best(solution.scheme.multiples)
    bets = np.zeros((best.shape[0], pairs.kinds, best.shape[1]), np.int64)
    weighted = best * pairs.ways
    for pair, (kind, other) in enumerate(zip(pairs.first, pairs.second, strict=True)):
        # A pair of one kind counts twice: either of its cards may be the one that is seen.
        bets[:, kind] += weighted[:, :, pair]
        bets[:, other] += weighted[:, :, pair]
    return _with_fold(bets, pairs.counts, 49 * DOWN_PAIRS * MIDDLES, marks=2)


def both_across(solution: Solution, shape: str) -> SeenValues:
    """Seen: the across pair."""
    pairs = shape_tables(shape).pairs
    best, _ = solution.shapes[shape].second_best(solution.scheme.multiples)
    return _with_fold((best * pairs.ways).swapaxes(1, 2), pairs.ways, DOWN_PAIRS * MIDDLES, marks=1)


def one_down(solution: Solution, shape: str) -> SeenValues:
    """Seen: the kind of one down card."""
    tables, scheme = shape_tables(shape), solution.scheme
    bets = np.zeros((len(tables.holes), tables.pairs.kinds, len(scheme.multiples)), np.int64)
    known_down(setting_of(scheme, shape, INT64, INT32), bets)
    return _with_fold(bets, tables.pairs.counts, comb(49, 2) * 47 * MIDDLES, marks=2)


def middle(solution: Solution, shape: str) -> SeenValues:
    """Seen: the kind of the middle card."""
    tables, scheme = shape_tables(shape), solution.scheme
    bets = np.zeros((len(tables.holes), tables.pairs.kinds, len(scheme.multiples)), np.int64)
    known_middle(setting_of(scheme, shape, INT64, INT32), bets)
    return _with_fold(bets, tables.pairs.counts, comb(49, 2) * comb(47, 2), marks=1)


SEEN: dict[str, Callable[[Solution, str], SeenValues]] = {
    "one_across": one_across,
    "one_down": one_down,
    "both_across": both_across,
    "middle": middle,
}


def _with_fold(bets: NDArray[np.int64], ways: NDArray[np.int16], deals: int, marks: int) -> SeenValues:
    """`ways` to see each thing, and so many deals for each of those ways."""
    fold = np.broadcast_to(-2 * deals * ways.astype(np.int64)[None, :, None], (*bets.shape[:2], 1))
    return SeenValues(np.concatenate([fold, bets], 2), marks)


@dataclass(frozen=True, slots=True)
class Situation:
    """One hole beside cards that are out of the deck, solved exactly."""

    deals: int
    unaware: int
    """Value over all deals of the best play without that knowledge."""
    aware: int
    """Value over all deals of the best play with it."""

    @property
    def gain(self) -> float:
        """What the knowledge is worth here, in antes."""
        return (self.aware - self.unaware) / self.deals


class KnownCards:
    """A scheme with its best strategy, ready to judge situations."""

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme
        self.solution = solve(scheme)
        self.strategy: Strategy = best_strategy(self.solution)
        self._settings = {shape: setting_of(scheme, shape, INT64, INT32) for shape in SHAPES}

    def situation(self, hole: tuple[Card, Card], gone: Sequence[Card]) -> Situation:
        """One hole when these cards are known to be out of the deck."""
        if len({*hole, *gone}) != 2 + len(gone):
            raise BadInput("the cards must be different")
        kind = class_of(*hole)
        setting = self._settings[kind.shape]
        counts = setting.kinds.counts.copy()
        for card in gone:
            counts[kind_of(kind, hole[0] & 3, card)] -= 1
        values = np.zeros(4, np.int64)
        with_cards_gone(
            setting._replace(kinds=setting.kinds._replace(counts=counts)),
            Solution.row(kind),
            self.strategy[kind.shape],
            values,
        )
        return Situation(ways_to_go_on(50 - len(gone)), int(values[0]), int(values[1:].max()))


def ways_to_go_on(cards: int) -> int:
    """Across pair, down pair and middle card from so many cards."""
    return comb(cards, 2) * comb(cards - 2, 2) * (cards - 4)


@dataclass(frozen=True, slots=True)
class Sharing:
    """What each player gains when so many seats show each other their hole cards. Sampled."""

    seats: int
    known_cards: int
    """Cards of other seats that each player knows."""
    gain: float
    """Antes a round and seat, above the best play without that knowledge."""
    standard_error: float
    extra_per_card: float
    """What each of the last two known cards added."""
    extra_standard_error: float


def sharing(
    scheme: Scheme, samples: int, seed: int, seats: int = MOST_SEATS, progress: Progress | None = None
) -> list[Sharing]:
    """The gain for 2 seats, 3 seats and so on, from the same sampled cards.

    Sample i depends on the seed and i alone. In each, the best play with knowledge is set against the best play
    without it in the same deck, so that luck in the cards takes no part in the difference.
    """
    if not 2 <= samples <= MOST_SAMPLES:
        raise BadInput(f"samples: must be from 2 to {MOST_SAMPLES}, not {samples}")
    if not 2 <= seats <= MOST_SEATS:
        raise BadInput(f"seats: must be from 2 to {MOST_SEATS}, not {seats}")
    if not 0 <= seed < 2**63:
        raise BadInput(f"seed: must be from 0 to {2**63 - 1}, not {seed}")
    known = KnownCards(scheme)
    gains = np.zeros((samples, seats))
    for sample, (hole, others) in enumerate(sampled_cards(samples, seed, seats)):
        for sharers in range(2, seats + 1):
            gains[sample, sharers - 1] = known.situation(hole, others[: 2 * sharers - 2]).gain
        if progress:
            progress((sample + 1) / samples)
    steps = np.diff(gains, axis=1) / 2

    def error(column: NDArray[np.float64]) -> float:
        return float(column.std(ddof=1)) / sqrt(samples)

    return [
        Sharing(
            seats=sharers,
            known_cards=2 * sharers - 2,
            gain=float(gains[:, sharers - 1].mean()),
            standard_error=error(gains[:, sharers - 1]),
            extra_per_card=float(steps[:, sharers - 2].mean()),
            extra_standard_error=error(steps[:, sharers - 2]),
        )
        for sharers in range(2, seats + 1)
    ]


def sampled_cards(samples: int, seed: int, seats: int) -> Iterator[tuple[tuple[Card, Card], tuple[Card, ...]]]:
    """Hole cards and the cards of the other seats."""
    for sample in range(samples):
        drawn = np.random.default_rng((seed, sample)).permutation(len(DECK))[: 2 * seats]
        cards = tuple(Card(int(card)) for card in drawn)
        yield (cards[0], cards[1]), cards[2:]
