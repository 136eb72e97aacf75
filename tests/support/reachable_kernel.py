"""Goes through every deal of one seat and notes which hands it makes. Knows nothing of `crossfelt`."""

from __future__ import annotations

from functools import cache
from itertools import combinations, permutations

import numba
import numpy as np
from numpy.typing import NDArray

Cards = NDArray[np.int64]
SHAPE = (12, 12, 2, 3)
"""The better line, the other line, own pair or not, level of the six-card hand; the value has a bit per community
hand."""


@cache
def starts() -> Cards:
    """Own two cards and the middle card, one row for each class under exchange of suits: 5,083."""
    results = set()
    exchanges = list(permutations(range(4)))
    for first, second in combinations(range(52), 2):
        for middle in range(52):
            if middle not in (first, second):
                own = (first, second)
                results.add(
                    min(
                        (*sorted(c & ~3 | suits[c & 3] for c in own), middle & ~3 | suits[middle & 3])
                        for suits in exchanges
                    )
                )
    return np.array(sorted(results), dtype=np.int64)


def _exchanged(own: tuple[int, int], middle: int, suits: tuple[int, ...]) -> tuple[int, ...]:
    return (*sorted(card & ~3 | suits[card & 3] for card in own), middle & ~3 | suits[middle & 3])


@numba.njit(inline="always")
def hand(a, b, c, d, e, ace_low):  # type: ignore[no-untyped-def]
    """0 for a high card to 11 for a royal flush."""
    ranks = (1 << (a >> 2)) | (1 << (b >> 2)) | (1 << (c >> 2)) | (1 << (d >> 2)) | (1 << (e >> 2))
    different, rest = 0, ranks
    while rest:
        rest &= rest - 1
        different += 1
    if different == 5:
        suited = (a & 3) == (b & 3) and (a & 3) == (c & 3) and (a & 3) == (d & 3) and (a & 3) == (e & 3)
        runs = ranks == (ranks & -ranks) * 31 or (ace_low and ranks == 0b1000000001111)
        if suited and runs:
            return 11 if ranks == 31 << 8 else 10
        return 7 if suited else 6 if runs else 0
    counts = (1 << 4 * (a >> 2)) + (1 << 4 * (b >> 2)) + (1 << 4 * (c >> 2)) + (1 << 4 * (d >> 2)) + (1 << 4 * (e >> 2))
    most, paired = 0, 0
    for rank in range(13):
        times = counts >> 4 * rank & 15
        most = max(most, times)
        if times == 2:
            paired = rank
    if different == 4:
        return 3 if paired >= 9 else 2 if paired >= 4 else 1
    if different == 3:
        return 5 if most == 3 else 4
    return 9 if most == 4 else 8


@numba.njit
def note(rows, ace_low, result):  # type: ignore[no-untyped-def]
    """Add every deal that begins with one of these rows to `found`."""
    one = np.int64(1)
    for row in range(rows.shape[0]):
        first, second, middle = rows[row]
        pair = 1 if first >> 2 == second >> 2 else 0
        own = one << first | one << second
        # The straight flushes that own cards belong to, without those cards: bonus cards can complete them.
        missing = np.zeros(40, np.int64)
        count, royal, blocked_by_middle = 0, np.int64(0), np.int64(0)
        for suit in range(4):
            for low in range(-1 if ace_low else 0, 9):
                run = np.int64(0)
                for step in range(5):
                    run |= one << ((low + step) % 13 * 4 + suit)
                if run & own:
                    missing[count] = run & ~own
                    royal |= one << count if low == 8 else 0
                    blocked_by_middle |= one << count if missing[count] >> middle & 1 else 0
                    count += 1
        ends = np.zeros((1176, 2), np.int64)
        hands = np.zeros(1176, np.int64)
        blocked = np.zeros(1176, np.int64)
        masks = np.zeros(1176, np.int64)
        size = 0
        for left in range(52):
            for right in range(left + 1, 52):
                if (own | one << middle) & (one << left | one << right):
                    continue
                ends[size] = left, right
                masks[size] = one << left | one << right
                hands[size] = hand(first, second, middle, left, right, ace_low)
                blocked[size] = blocked_by_middle
                for at in range(count):
                    if (missing[at] >> left | missing[at] >> right) & 1:
                        blocked[size] |= one << at
                size += 1
        every = (one << count) - 1
        for across in range(size):
            left, right = ends[across]
            for down in range(across + 1, size):
                if masks[across] & masks[down]:
                    continue
                far, near = ends[down]
                open_runs = every & ~(blocked[across] | blocked[down])
                level = 0 if not open_runs else 2 if open_runs & royal else 1
                better, other = max(hands[across], hands[down]), min(hands[across], hands[down])
                result[better, other, pair, level] |= 1 << hand(middle, left, right, far, near, ace_low)
