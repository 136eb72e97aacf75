"""Rank many five-card hands at once: call `strengths` or `categories` with an array of cards."""

from __future__ import annotations

from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crossfelt import ranking
from crossfelt.cards import DECK
from crossfelt.errors import BadInput, CardError, Fault
from crossfelt.faults import FaultCode
from crossfelt.kernels.jit import kernel

Tables = tuple[NDArray[np.uint32], NDArray[Any], NDArray[Any]]
"""Keys of the cards, entries by the sum of five keys, entries by the ranks of a suited hand."""


def strengths(cards: NDArray[np.uint8], ace_low_straight: bool = True) -> NDArray[np.uint16]:
    """Return the strength of every row of five different cards, as `ranking.Ranker.strength` does for one.

    Refused: anything but an array of uint8 with five columns, and numbers that aren't cards. Not checked: a card that
    is in a row twice; the result for such a row is meaningless.
    """
    return _look_up_all(cards, _strength_tables(bool(ace_low_straight)))


def categories(cards: NDArray[np.uint8], ace_low_straight: bool = True) -> NDArray[np.uint8]:
    """Return the number of the `ranking.Hand` of every row; refuses what `strengths` refuses."""
    return _look_up_all(cards, _category_tables(bool(ace_low_straight)))


@cache
def hand_arrays(ace_low_straight: bool) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    """Return the numbers of `ranking.Hand` by the sum of five rank keys, and by the ranks of a suited hand.

    Every kernel that looks up hands gets these two arrays, with its own keys beside them.
    """
    hands = np.frombuffer(ranking.tables(ace_low_straight).hands, np.uint8)
    _, by_key_sum, by_rank_mask = _strength_tables(ace_low_straight)
    return hands[by_key_sum], hands[by_rank_mask]


def warm_up() -> None:
    """Compile every form of every kernel here, or load it from the cache."""
    cards = np.array([DECK[:5]], np.uint8)
    for is_writeable in (True, False):
        cards.flags.writeable = is_writeable
        strengths(cards)
        categories(cards)


@kernel
def look_up(
    cards: NDArray[np.uint8],
    keys: NDArray[np.uint32],
    by_key_sum: NDArray[Any],
    by_rank_mask: NDArray[Any],
    result: NDArray[Any],
) -> None:
    """Write the table entry of each row of cards into `result`; nothing is checked here."""
    for row in range(cards.shape[0]):
        a, b, c, d, e = cards[row, 0], cards[row, 1], cards[row, 2], cards[row, 3], cards[row, 4]
        if ((a ^ b) | (a ^ c) | (a ^ d) | (a ^ e)) & 3:
            result[row] = by_key_sum[keys[a] + keys[b] + keys[c] + keys[d] + keys[e]]
        else:
            mask = (1 << (a >> 2)) | (1 << (b >> 2)) | (1 << (c >> 2)) | (1 << (d >> 2)) | (1 << (e >> 2))
            result[row] = by_rank_mask[mask]


def _look_up_all(cards: NDArray[np.uint8], tables: Tables) -> NDArray[Any]:
    rows = _checked(cards)
    result = np.empty(len(rows), tables[1].dtype)
    look_up(rows, *tables, result)
    return result


def _checked(cards: NDArray[np.uint8]) -> NDArray[np.uint8]:
    if not isinstance(cards, np.ndarray):
        raise BadInput(_wrong_array(f"cards must be a numpy array, not {type(cards).__name__}", type(cards).__name__))
    faults = []
    if cards.dtype != np.uint8:
        faults.append(_wrong_array(f"cards must be of type uint8, not {cards.dtype}", str(cards.dtype)))
    if cards.ndim != 2 or cards.shape[1] != 5:
        faults.append(_wrong_array(f"cards must have the shape (hands, 5), not {cards.shape}", str(cards.shape)))
    if faults:
        raise BadInput(faults)
    if cards.size and cards.max() >= len(DECK):
        row, column = np.argwhere(cards >= len(DECK))[0]
        card = int(cards[row, column])
        message = f"{card} in row {row} is not a card: cards are 0 to {len(DECK) - 1}"
        raise CardError(message, FaultCode.NOT_A_CARD, f"cards[{row}]", value=card)
    return np.ascontiguousarray(cards)


def _wrong_array(message: str, value: str) -> Fault:
    params = {"expected": "array", "value": value}
    return Fault(FaultCode.WRONG_TYPE, message, field="cards", params=params)


@cache
def _strength_tables(ace_low_straight: bool) -> Tables:
    built = ranking.tables(ace_low_straight)
    return (
        np.array(built.card_keys, np.uint32),
        np.array(built.by_key_sum, np.uint16),
        np.array(built.by_rank_mask, np.uint16),
    )


def _category_tables(ace_low_straight: bool) -> Tables:
    return _strength_tables(ace_low_straight)[0], *hand_arrays(ace_low_straight)
