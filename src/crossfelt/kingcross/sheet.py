"""The sheet: 25 squares, twelve lines, and where a card may go.

Squares count row by row from 0 at the top left. People write the column a to e and the row 1 to 5, so that 0 is `a1`, 4
is `e1` and 24 is `e5`. Lines count from 0 in the order of the hands 1 to 12: columns from the left, rows from the top,
the diagonal from the top left, the diagonal from the top right (reading K2).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TypeVar

from crossfelt.cards import RANKS, Card, card_name, rank_of, repeated, suit_of
from crossfelt.errors import CardError, describe
from crossfelt.faults import FaultCode

SIDE = 5
SQUARE_COUNT = 25
CENTRE = 12
LINE_COUNT = 12

PRINTED_KING = Card(52)
"""The King in the center. It has no suit until a line is scored, so it isn't one of the 52 cards."""
PRINTED_KING_NAME = "K"
KING_RANK = RANKS.index("K")
VALUE_RANKS = (12, *range(11))
"""Ranks in the order of the d12: ace, 2 to queen."""

LINES: tuple[tuple[int, ...], ...] = (
    *(tuple(range(column, SQUARE_COUNT, SIDE)) for column in range(SIDE)),
    *(tuple(range(SIDE * row, SIDE * row + SIDE)) for row in range(SIDE)),
    tuple(range(0, 25, 6)),
    tuple(range(4, 21, 4)),
)
"""The five squares of each line, as they are read: rows from the left, columns and diagonals from the top."""
LINES_THROUGH: tuple[tuple[int, ...], ...] = tuple(
    tuple(number for number, line in enumerate(LINES) if square in line) for square in range(SQUARE_COUNT)
)
"""Square -> the lines it belongs to."""
KING_LINES = LINES_THROUGH[CENTRE]
"""Hands 3, 8, 11 and 12."""
SQUARE_NAMES: tuple[str, ...] = tuple("abcde"[square % SIDE] + str(square // SIDE + 1) for square in range(25))
_BY_NAME = {name: square for square, name in enumerate(SQUARE_NAMES)}

Item = TypeVar("Item")


def _seen_from(square: int) -> int:
    return sum(1 << other for other in {other for line in LINES_THROUGH[square] for other in LINES[line]})


_SEEN: tuple[int, ...] = tuple(map(_seen_from, range(SQUARE_COUNT)))
"""Square -> every square on its lines, itself included, a bit for each."""
_BLANK: tuple[Card | None, ...] = (*[None] * CENTRE, PRINTED_KING, *[None] * CENTRE)


def square_name(square: int) -> str:
    """Return the name of a square, such as `c3` for the center."""
    return SQUARE_NAMES[square]


def parse_square(text: object) -> int:
    """Return the square of a name such as `a1`, or raise `BadInput`."""
    square = _BY_NAME.get(text.strip().lower()) if isinstance(text, str) else None
    if square is None:
        message = f"{describe(text)} is not a square: write a column a to e and a row 1 to 5, such as b4"
        raise CardError(message, FaultCode.NO_SUCH_SQUARE, value=text)
    return square


def square_card_name(card: Card) -> str:
    """Return the name of a card on the sheet: `Th`, and `K` for the printed King."""
    return PRINTED_KING_NAME if card == PRINTED_KING else card_name(card)


@dataclass(frozen=True, slots=True)
class Sheet:
    """One player's 25 squares. Placing a card returns a new sheet; the old one doesn't change.

    >>> sheet = Sheet().place(0, Card(48))
    >>> sheet.is_open(24, Card(48)), sheet.is_open(23, Card(48))
    (False, True)
    """

    squares: tuple[Card | None, ...] = field(default=_BLANK)
    """A card, or None for an empty square; the center is always `PRINTED_KING`."""

    def __post_init__(self) -> None:
        assert len(self.squares) == SQUARE_COUNT and self.squares[CENTRE] == PRINTED_KING

    @property
    def empty(self) -> tuple[int, ...]:
        """The squares without a card."""
        return tuple(square for square, card in enumerate(self.squares) if card is None)

    @property
    def is_full(self) -> bool:
        """Whether every square has a card."""
        return None not in self.squares

    @property
    def placed_count(self) -> int:
        """Cards placed so far, the printed King not counted."""
        return SQUARE_COUNT - 1 - self.squares.count(None)

    def line(self, number: int) -> tuple[Card | None, ...]:
        """Return the squares of a line (from 0), in reading order."""
        squares = self.squares
        return tuple(squares[square] for square in LINES[number])

    def place(self, square: int, card: Card) -> Sheet:
        """Return the sheet with the card added; check `is_open` first."""
        assert self.squares[square] is None
        return Sheet((*self.squares[:square], card, *self.squares[square + 1 :]))

    def is_open(self, square: int, card: Card) -> bool:
        """Return whether the card may go there: the square is empty and no line through it has the same card (reading
        K4)."""
        return self.squares[square] is None and not self._closed(card) >> square & 1

    def open_squares(self, card: Card) -> tuple[int, ...]:
        """Return every square where the card may go, row by row."""
        closed = self._closed(card)
        return tuple(square for square, held in enumerate(self.squares) if held is None and not closed >> square & 1)

    def is_wild(self, card: Card) -> bool:
        """Return whether a roll of this card is wild: there are empty squares, and none is open to it (reading K5)."""
        return not self.is_full and not self.open_squares(card)

    def placements(self, card: Card, may_be_king: bool) -> tuple[tuple[int, Card], ...]:
        """Return every square and card with which a roll may be played, in the order in which the table tries them.

        A roll that is not wild is placed as it is (reading K17 gives the order).
        """
        squares = self.open_squares(card)
        if squares or self.is_full:
            return tuple((square, card) for square in squares)
        return tuple(
            (square, changed) for changed in changes_of(card, may_be_king) for square in self.open_squares(changed)
        )

    def twins(self) -> tuple[tuple[int, Card], ...]:
        """Return every line (from 0) that has a card twice, and that card; empty for a sheet filled by the rules.

        Four kings on a line through the center leave the printed King no suit of its own, so it is reported as the
        repeat of one of them.
        """
        twins: list[tuple[int, Card]] = []
        for number in range(LINE_COUNT):
            cards = [card for card in self.line(number) if card is not None and card != PRINTED_KING]
            twins.extend((number, card) for card in repeated(cards))
            if number in KING_LINES and len({card for card in cards if rank_of(card) == KING_RANK}) == 4:
                twins.append((number, PRINTED_KING))
        return tuple(twins)

    def grid(self) -> tuple[tuple[str | None, ...], ...]:
        """Return the names of the cards in five rows, None for an empty square."""
        names = [None if card is None else square_card_name(card) for card in self.squares]
        return tuple(rows_of(names))

    def _closed(self, card: Card) -> int:
        """Return the squares on a line with the same card, a bit for each."""
        closed = 0
        for square, held in enumerate(self.squares):
            if held == card:
                closed |= _SEEN[square]
        if rank_of(card) == KING_RANK:
            closed |= self._closed_to_kings()
        return closed

    def _closed_to_kings(self) -> int:
        # The printed King takes any suit, so a line through it has at most three other kings: a fourth would leave no
        # free suit (readings K5, K6).
        closed = 0
        for number in KING_LINES:
            kings = [card for card in self.line(number) if card is not None and rank_of(card) == KING_RANK]
            if len(kings) >= 3:
                closed |= sum(1 << square for square in LINES[number])
        return closed


BLANK_SHEET = Sheet()
"""A sheet with only the printed King."""


def changes_of(card: Card, may_be_king: bool) -> Iterator[Card]:
    """Return the cards that differ from a card only in suit, in the order of the d4, then only in value, ace first."""
    rank, suit = rank_of(card), suit_of(card)
    for other in range(4):
        if other != suit:
            yield Card(rank * 4 + other)
    for other in (*VALUE_RANKS, KING_RANK) if may_be_king else VALUE_RANKS:
        if other != rank:
            yield Card(other * 4 + suit)


def rows_of(squares: Iterable[Item]) -> list[tuple[Item, ...]]:
    """Return 25 items in five rows."""
    items = tuple(squares)
    return [items[start : start + SIDE] for start in range(0, SQUARE_COUNT, SIDE)]
