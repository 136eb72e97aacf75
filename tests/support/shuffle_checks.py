"""Whether decks are shuffled without bias: five tests of many decks, each an exact chi-square, judged together.

With n cards and N decks, each of which is a fresh random order:

- *position*: how often each card is in each place. The n x n counts have constant row and column sums; the sum of
  (count - N/n)^2 / (N/n), times (n - 1)/n, is chi-square with (n - 1)^2 degrees of freedom.
- *serial*: the same for where the card in each place of a deck is in the next deck.
- *adjacency*: how often each card is followed by each other one. With a marker for the end, a deck is a random cycle of
  m = n + 1 things. Of the m x m counts of who follows whom, the symmetric part has m(m - 3)/2 dimensions with variance
  N/(m - 1), the antisymmetric part (m - 1)(m - 2)/2 dimensions with variance N/(m - 1) + 2N/((m - 1)(m - 2)).
- *runs* and *rising sequences*: how often the next card is lower, and how often the next lower card comes later;
  both follow the Eulerian numbers.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cache, partial
from math import factorial
from multiprocessing import get_context

import numpy as np
from numpy.typing import NDArray

from crossfelt.cards import DECK
from crossfelt.fairness import LockedSeed, RoundChance
from tests.support.chi_square import p_value, upper_tail

CARDS = len(DECK)
CHUNK = 2_000
Shuffle = Callable[[int], Sequence[int]]
"""The deck of a number."""
SEEDS = (LockedSeed(1, "ab" * 32, bytes(32), "a seed"), LockedSeed(2, "cd" * 32))
Counts = NDArray[np.int64]


def fair_deck(number: int) -> Sequence[int]:
    """The first deck of a round with a secret of its own, made by the code that tables use."""
    secret = hashlib.sha256(f"secret of deck {number}".encode()).digest()
    return RoundChance(secret, f"test-{number}", SEEDS).draw(1).shuffled(DECK)


def biased_deck(way: str, number: int) -> Sequence[int]:
    """A deck shuffled in one of the ways that have gone wrong before, over the same kind of bytes."""
    secret = hashlib.sha256(f"secret of deck {number}".encode()).digest()
    draws = RoundChance(secret, f"test-{number}").draw(1)
    order = list(DECK)
    for place in range(CARDS - 1, 0, -1):
        match way:
            case "modulo":
                other = draws.below(256) % (place + 1)
            case "swap any":
                other = draws.below(CARDS)
            case _:
                assert way == "off by one"
                other = draws.below(place)
        order[place], order[other] = order[other], order[place]
    return order


@dataclass(slots=True)
class Tally:
    """Counts over some decks. Tallies of different decks add up."""

    decks: int
    pairs: int
    """Decks that were compared with the one before."""
    position: Counts
    serial: Counts
    follows: Counts
    descents: Counts
    inverse_descents: Counts

    def __add__(self, other: Tally) -> Tally:
        return Tally(*(getattr(self, field.name) + getattr(other, field.name) for field in fields(self)))


def tally(shuffle: Shuffle, first: int, count: int) -> Tally:
    """Counts the decks with the numbers from first on, those of one chunk in series."""
    decks = np.array([shuffle(number) for number in range(first, first + count)], dtype=np.int64)
    places = np.argsort(decks, axis=1)
    later = np.take_along_axis(places[1:], decks[:-1], axis=1)
    marker = np.full((count, 1), CARDS)
    cycle = np.hstack([marker, decks, marker])
    return Tally(
        count,
        count - 1,
        _matrix(places, CARDS),
        _matrix(later, CARDS),
        np.bincount((cycle[:, :-1] * (CARDS + 1) + cycle[:, 1:]).ravel(), minlength=(CARDS + 1) ** 2).reshape(
            CARDS + 1, CARDS + 1
        ),
        np.bincount((np.diff(decks, axis=1) < 0).sum(axis=1), minlength=CARDS),
        np.bincount((np.diff(places, axis=1) < 0).sum(axis=1), minlength=CARDS),
    )


def tally_many(shuffle: Shuffle, count: int, workers: int = 1) -> Tally:
    """Count `count` decks in `workers` processes. The result doesn't depend on the number of processes."""
    starts = range(0, count, CHUNK)
    one = partial(_tally_chunk, shuffle, count)
    if workers == 1:
        return _sum(map(one, starts))
    with ProcessPoolExecutor(workers, mp_context=get_context("spawn")) as pool:
        return _sum(pool.map(one, starts, chunksize=10))


def p_values(result: Tally) -> dict[str, float]:
    """How often chance alone would miss at least as far, test by test."""
    return {
        "position": _permutation_p(result.position, result.decks),
        "serial": _permutation_p(result.serial, result.pairs),
        "adjacency": _cycle_p(result.follows, result.decks),
        "runs": _eulerian_p(result.descents),
        "rising sequences": _eulerian_p(result.inverse_descents),
    }


def rejected(values: dict[str, float], level: float = 0.01) -> list[str]:
    """The tests that fail when all are judged together at this level, by Holm's method."""
    results = []
    for number, (name, value) in enumerate(sorted(values.items(), key=lambda entry: entry[1])):
        if value > level / (len(values) - number):
            break
        results.append(name)
    return results


def _tally_chunk(shuffle: Shuffle, count: int, first: int) -> Tally:
    return tally(shuffle, first, min(CHUNK, count - first))


def _sum(tallies: Iterator[Tally]) -> Tally:
    total = next(tallies)
    for result in tallies:
        total += result
    return total


def _matrix(columns: Counts, size: int) -> Counts:
    """Return how often each value is in each column."""
    return np.bincount((np.arange(size) * size + columns).ravel(), minlength=size * size).reshape(size, size)


def _permutation_p(counts: Counts, drawn: int) -> float:
    size = len(counts)
    mean = drawn / size
    distance = float(((counts - mean) ** 2).sum() / mean * (size - 1) / size)
    return upper_tail(distance, (size - 1) ** 2)


def _cycle_p(counts: Counts, drawn: int) -> float:
    size = len(counts)
    assert not counts.diagonal().any(), "no card follows itself"
    off = counts - drawn / (size - 1) * (1 - np.eye(size))
    symmetric, antisymmetric = (off + off.T) / 2, (off - off.T) / 2
    one = float((symmetric**2).sum()) * (size - 1) / drawn
    other = float((antisymmetric**2).sum()) / (drawn / (size - 1) * (1 + 2 / (size - 2)))
    return upper_tail(one + other, size * (size - 3) // 2 + (size - 1) * (size - 2) // 2)


def _eulerian_p(counts: Counts) -> float:
    """The outer numbers of descents, too rare to count, are taken together."""
    drawn = int(counts.sum())
    chances = {number: Fraction(count, factorial(CARDS)) for number, count in enumerate(_eulerian(CARDS))}
    usual = [number for number, chance in chances.items() if chance * drawn >= 20]
    low, high = min(usual), max(usual)
    merged_chances: dict[int, Fraction] = {}
    merged_counts: dict[int, int] = {}
    for number, chance in chances.items():
        at = min(max(number, low), high)
        merged_chances[at] = merged_chances.get(at, Fraction(0)) + chance
        merged_counts[at] = merged_counts.get(at, 0) + int(counts[number])
    return p_value(merged_counts, merged_chances)


@cache
def _eulerian(size: int) -> tuple[int, ...]:
    """Return how many orders of `size` items have 0, 1, 2, ... descents."""
    row = [1]
    for length in range(2, size + 1):
        before = [0, *row, 0]
        row = [(length - at) * before[at] + (at + 1) * before[at + 1] for at in range(length)]
    return tuple(row)
