"""The cost to the house when a player sees more than the game shows.

Exact: one card of the cross, or the across pair, seen before the first decision. The player uses that card in every
decision. Sampled: hole cards of other seats, which are out of the deck; each sampled situation is solved exactly, so
the only error is that of sampling, and it is returned with the figure.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from math import comb, sqrt

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.crisscross.encode import Scheme
from crossfelt.analysis.crisscross.solver import Solution, solve
from crossfelt.analysis.crisscross.strategy import Strategy, best_strategy
from crossfelt.analysis.crisscross.symmetry import (
    DEALS,
    DOWN_PAIRS,
    MIDDLES,
    HoleClass,
    class_of,
    kind_of,
)
from crossfelt.analysis.crisscross.tables import INT32, INT64, SHAPES, setting_of, shape_tables, wide_type
from crossfelt.cards import DECK, Card
from crossfelt.errors import BadInput, out_of_range
from crossfelt.faults import FaultCode
from crossfelt.kernels.crisscross.known_cards import known_down, known_middle, with_cards_gone

Progress = Callable[[float], None]

MOST_SEATS = 6
MOST_SAMPLES = 1_000_000
_SAMPLES_AT_ONCE = 100
"""Few enough for the progress bar to move, many enough that passing them takes no time."""


@dataclass(frozen=True, slots=True, eq=False)
class SeenValues:
    """The first decision of every hole of one shape, when a card is seen beforehand."""

    values: NDArray[np.int64]
    """[hole, seen card, action] -> value over all deals in which it is seen, in antes; action 0 folds."""
    marks: int
    """The number of ways in which the seen card can be marked in one deal: 2 for one card of a pair."""

    @property
    def best(self) -> NDArray[np.int64]:
        """Return [hole] -> value over everything that can be seen."""
        total: NDArray[np.int64] = self.values.max(2).sum(1)
        return total


@dataclass(frozen=True, slots=True)
class Exposure:
    """The game when a card is seen before the first decision."""

    seen: str
    numerator: int
    """Antes, over all deals with the seen card marked."""
    denominator: int

    @property
    def value(self) -> Fraction:
        """Net antes per round."""
        return Fraction(self.numerator, self.denominator)


def exposures(scheme: Scheme, progress: Progress | None = None) -> list[Exposure]:
    """Return the game with nothing seen, then with each kind of exposure. All exact."""
    solution = solve(scheme)
    exposures = [Exposure("nothing", solution.numerator, DEALS)]
    for number, (seen, values_of) in enumerate(SEEN.items(), 1):
        numerator = marks = 0
        for shape in SHAPES:
            part = values_of(solution, shape)
            weights = [hole.holes for hole in shape_tables(shape).holes]
            numerator += sum(weight * int(value) for weight, value in zip(weights, part.best, strict=True))
            marks = part.marks
        exposures.append(Exposure(seen, numerator, marks * DEALS))
        if progress:
            progress(number / len(SEEN))
    return exposures


def one_across(solution: Solution, shape: str) -> SeenValues:
    """Return the game with the kind of one across card seen. From the second decision on the player has no
    advantage."""
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
    """Return the game with the across pair seen."""
    pairs = shape_tables(shape).pairs
    best, _ = solution.shapes[shape].second_best(solution.scheme.multiples)
    return _with_fold((best * pairs.ways).swapaxes(1, 2), pairs.ways, DOWN_PAIRS * MIDDLES, marks=1)


def one_down(solution: Solution, shape: str) -> SeenValues:
    """Return the game with the kind of one down card seen."""
    tables, scheme = shape_tables(shape), solution.scheme
    bets = np.zeros((len(tables.holes), tables.pairs.kinds, len(scheme.multiples)), np.int64)
    known_down(setting_of(scheme, shape, INT64, INT32), bets)
    return _with_fold(bets, tables.pairs.counts, comb(49, 2) * 47 * MIDDLES, marks=2)


def middle(solution: Solution, shape: str) -> SeenValues:
    """Return the game with the kind of the middle card seen."""
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
    """Add the fold: `ways` to see each card, and this many deals for each of those ways."""
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
        """The value of the knowledge in this situation, in antes."""
        return (self.aware - self.unaware) / self.deals


Known = tuple[tuple[Card, Card], Sequence[Card]]
"""A hole, and the cards that are known to be out of the deck."""


class KnownCards:
    """A scheme with its best strategy, ready to evaluate situations."""

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme
        self.solution = solve(scheme)
        self.strategy: Strategy = best_strategy(self.solution)

    def situations(self, known: Sequence[Known]) -> list[Situation]:
        """Return many holes, each beside its own cards that are out of the deck, solved."""
        situations: list[Situation | None] = [None] * len(known)
        holes = [class_of(*hole) for hole, _ in known]
        for shape in SHAPES:
            numbers = [number for number, hole in enumerate(holes) if hole.shape == shape]
            values = self._values(shape, [(holes[number], *known[number]) for number in numbers])
            for number, (unaware, *actions) in zip(numbers, values.tolist(), strict=True):
                situations[number] = Situation(ways_to_go_on(50 - len(known[number][1])), unaware, max(actions))
        return [entry for entry in situations if entry is not None]

    def _values(
        self, shape: str, known: Sequence[tuple[HoleClass, tuple[Card, Card], Sequence[Card]]]
    ) -> NDArray[np.int64]:
        """Return [situation, number] -> the kernel's results, for situations of one shape."""
        setting = setting_of(self.scheme, shape)
        kinds = setting.kinds._replace(counts=setting.kinds.counts.copy())
        decks = np.tile(kinds.counts, (len(known), 1))
        for deck, (kind, hole, gone) in zip(decks, known, strict=True):
            if len({*hole, *gone}) != 2 + len(gone):
                raise BadInput("the cards must be different", FaultCode.CARD_TWICE)
            for card in gone:
                deck[kind_of(kind, hole[0] & 3, card)] -= 1
        rows = np.array([Solution.row(kind) for kind, _, _ in known], np.int64)
        values = np.zeros((len(known), 4), np.int64)
        totals = np.zeros(5, wide_type(kinds.counts.dtype))
        with_cards_gone(setting._replace(kinds=kinds), rows, decks, self.strategy[shape], totals, values)
        return values


def ways_to_go_on(cards: int) -> int:
    """Return the number of ways to deal across pair, down pair and middle card from this many cards."""
    return comb(cards, 2) * comb(cards - 2, 2) * (cards - 4)


@dataclass(frozen=True, slots=True)
class Sharing:
    """Each player's gain when this many seats show each other their hole cards. Sampled."""

    seats: int
    known_cards: int
    """Cards of other seats that each player knows."""
    gain: float
    """Antes per round and seat, above the best play without that knowledge."""
    standard_error: float
    extra_per_card: float
    """The gain from each of the last two known cards."""
    extra_standard_error: float


def sharing(
    scheme: Scheme, samples: int, seed: int, seats: int = MOST_SEATS, progress: Progress | None = None
) -> list[Sharing]:
    """Return the gain for 2 seats, 3 seats and so on, from the same sampled cards; nothing without samples.

    Sample i depends only on the seed and i. In each, the best play with knowledge is compared with the best play
    without it in the same deck, so that luck in the cards cancels.
    """
    if samples == 0:
        return []
    if not 2 <= samples <= MOST_SAMPLES:
        message = f"must be from 2 to {MOST_SAMPLES}, not {samples}"
        raise BadInput(out_of_range("samples", message, samples, 2, MOST_SAMPLES))
    if not 2 <= seats <= MOST_SEATS:
        raise BadInput(out_of_range("seats", f"must be from 2 to {MOST_SEATS}, not {seats}", seats, 2, MOST_SEATS))
    if not 0 <= seed < 2**63:
        raise BadInput(out_of_range("seed", f"must be from 0 to {2**63 - 1}, not {seed}", seed, 0, 2**63 - 1))
    known = KnownCards(scheme)
    gains = np.zeros((samples, seats))
    cards = sampled_cards(samples, seed, seats)
    for start in range(0, samples, _SAMPLES_AT_ONCE):
        some = list(islice(cards, _SAMPLES_AT_ONCE))
        shown = [(hole, others[: 2 * sharers - 2]) for hole, others in some for sharers in range(2, seats + 1)]
        sampled = [situation.gain for situation in known.situations(shown)]
        gains[start : start + len(some), 1:] = np.array(sampled).reshape(len(some), seats - 1)
        if progress:
            progress((start + len(some)) / samples)
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
    """Return hole cards and the cards of the other seats."""
    for sample in range(samples):
        drawn = np.random.default_rng((seed, sample)).permutation(len(DECK))[: 2 * seats]
        cards = tuple(Card(int(card)) for card in drawn)
        yield (cards[0], cards[1]), cards[2:]
