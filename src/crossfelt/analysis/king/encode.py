"""Convert score cards, cards and sheets of the engine to the arrays of the kernels, and back."""

from __future__ import annotations

from functools import cache, lru_cache
from itertools import combinations_with_replacement

import numpy as np
from numpy.typing import NDArray

from crossfelt.cards import Card, card_name, rank_of, suit_of
from crossfelt.errors import Fault, RuleBookError
from crossfelt.faults import FaultCode
from crossfelt.kernels.king.sheets import CARD_COUNT, CENTRE_CARD, EMPTY, ROW_BITS, ROW_MASK, SUIT_SHIFT, SheetTables
from crossfelt.kingcross.scorecard import ACHIEVEMENTS, Achievement, ScoreCard
from crossfelt.kingcross.scoring import LINE_HANDS
from crossfelt.kingcross.sheet import (
    KING_RANK,
    LINES,
    LINES_THROUGH,
    PRINTED_KING,
    SQUARE_COUNT,
    VALUE_RANKS,
    Sheet,
)
from crossfelt.ranking import RANK_KEYS, Hand, tables

_NO_CARD = 62
"""A bit that no card of a sheet has."""


def kernel_card(card: Card) -> int:
    """Return the kernels' number of a rolled card or of the printed King."""
    if card == PRINTED_KING:
        return CENTRE_CARD
    if rank_of(card) == KING_RANK:
        raise RuleBookError(
            "the kernels support no king except the printed one", FaultCode.NO_KING_ON_DICE, value=card_name(card)
        )
    return VALUE_RANKS.index(rank_of(card)) * 4 + suit_of(card)


def engine_card(number: int) -> Card:
    """Return the card of a kernels' number."""
    return PRINTED_KING if number == CENTRE_CARD else Card(VALUE_RANKS[number >> 2] * 4 + (number & 3))


def kernel_sheet(sheet: Sheet) -> NDArray[np.uint8]:
    """Return 25 numbers, 255 for an empty square."""
    return np.array([EMPTY if card is None else kernel_card(card) for card in sheet.squares], np.uint8)


def engine_sheet(squares: NDArray[np.uint8]) -> Sheet:
    """Return the sheet of 25 numbers."""
    return Sheet(tuple(None if number == EMPTY else engine_card(number) for number in squares.tolist()))


def squares_seen() -> NDArray[np.uint32]:
    """Return by square the squares on its lines, itself included, a bit for each."""
    return np.array(
        [
            sum(1 << other for other in {other for line in LINES_THROUGH[square] for other in LINES[line]})
            for square in range(SQUARE_COUNT)
        ],
        np.uint32,
    )


@lru_cache(maxsize=32)
def sheet_tables(score_card: ScoreCard) -> SheetTables:
    """Return a score card for the kernels; one that lets a wild roll become a king is refused."""
    if score_card.wild_may_be_king:
        message = "the learned players and the search for the best sheet don't support this option"
        choice = "wild_may_be_king"
        raise RuleBookError(Fault(FaultCode.OPTION_NOT_SUPPORTED, message, choice, params={"choice": choice}))
    entries = [score_card.achievements[name] for name in ACHIEVEMENTS]
    pool = score_card.achievements["pool_shark"]
    dead = score_card.achievements["dead_mans_hand"]
    anarchy = score_card.achievements["anarchy"]
    offsets, hands = _hand_rows()
    return SheetTables(
        keys=_card_keys(),
        offsets=offsets,
        hands=hands,
        points=np.array(score_card.points, np.int64),
        lines=np.array(LINES, np.uint8),
        bonus=np.array([entry.points for entry in entries], np.int64),
        least=np.array([entry.lines for entry in entries], np.int64),
        hand_sets=np.array([_hand_bits(entry) for entry in entries], np.int64),
        pool=np.array(pool.squares, np.uint8),
        dead_cards=sum(1 << _bit_of(card) for card in dead.cards),
        anarchy_needs_points=anarchy.needs_points,
        anarchy_is_local=anarchy.scope == "neighbours",
    )


def _hand_bits(entry: Achievement) -> int:
    return sum(1 << hand for hand in entry.hands)


def _bit_of(card: Card) -> int:
    """Return the bit of a card; a king named in the rules is on no sheet, because the printed one has no suit of its
    own."""
    return _NO_CARD if rank_of(card) == KING_RANK else kernel_card(card)


def _card_keys() -> NDArray[np.int64]:
    cards = [RANK_KEYS[VALUE_RANKS[number >> 2]] | 1 << SUIT_SHIFT + 4 * (number & 3) for number in range(CARD_COUNT)]
    return np.array([*cards, RANK_KEYS[KING_RANK] | 0x1111 << SUIT_SHIFT], np.int64)


@cache
def _hand_rows() -> tuple[NDArray[np.uint16], NDArray[np.uint8]]:
    """Return the offsets of the rows and the rows, longest first, each at the first place without a conflict."""
    rows: dict[int, dict[int, int]] = {}
    for total, hands in _hands_by_key_sum().items():
        rows.setdefault(total >> ROW_BITS, {})[total & ROW_MASK] = hands
    laid: dict[int, int] = {}
    offsets = [0] * (max(rows) + 1)
    for upper, row in sorted(rows.items(), key=lambda entry: (-len(entry[1]), entry[0])):
        offset = 0
        while any(laid.get(offset + lower, hands) != hands for lower, hands in row.items()):
            offset += 1
        offsets[upper] = offset
        laid |= {offset + lower: hands for lower, hands in row.items()}
    # No sum that a search may reach, even one of five equal cards, reads beyond the end.
    hand_rows = np.zeros(max(offsets) + (1 << ROW_BITS), np.uint8)
    hand_rows[list(laid)] = list(laid.values())
    return np.array(offsets, np.uint16), hand_rows


def _hands_by_key_sum() -> dict[int, int]:
    """Return sum of the keys of five ranks -> hand in several suits, and from bit 4 the hand in one suit.

    Ranks of which two or more are equal can't be in one suit without repeating a card: for such a line the table has
    the hand in several suits.
    """
    built = tables()
    hands = {}
    for ranks in combinations_with_replacement(range(len(RANK_KEYS)), 5):
        total = sum(RANK_KEYS[rank] for rank in ranks)
        mixed = LINE_HANDS[Hand(built.hands[built.by_key_sum[total]])]
        suited = built.by_rank_mask[sum(1 << rank for rank in set(ranks))]
        hands[total] = mixed | (LINE_HANDS[Hand(built.hands[suited])] if suited else mixed) << 4
    return hands
