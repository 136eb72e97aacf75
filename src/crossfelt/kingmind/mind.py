"""The learned value of a sheet, and of each square for a roll."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from crossfelt.cards import Card
from crossfelt.kernels.king.position import new_position, set_up
from crossfelt.kernels.king.search import keep_different, list_choices, look_ahead, new_choices, value_before_roll
from crossfelt.kernels.king.sheets import EMPTY
from crossfelt.kernels.king.values import new_scratch
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.sheet import Sheet
from crossfelt.kingmind.encode import engine_card, kernel_card, kernel_sheet, sheet_tables
from crossfelt.kingmind.lines import line_tables
from crossfelt.kingmind.weights_file import Weights, shipped_weights


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal placement and what the sheet is worth after it, in points of the final score."""

    square: int
    card: Card
    value: float


class Mind:
    """The learned weights at work for one score card and mode. Not for several threads at once: its arrays are reused.

    The weights were learned under the default options. Other options change what playouts and full sheets score, and
    the learned value then stays a good guide rather than the expectation.
    """

    def __init__(self, score_card: ScoreCard, with_bonus: bool, weights: Weights | None = None) -> None:
        self.card = score_card
        self.with_bonus = with_bonus
        self.scoring = sheet_tables(score_card)
        self.tables = line_tables(score_card, with_bonus)
        self.weights = shipped_weights(with_bonus, self.tables.class_count) if weights is None else weights
        self.position, self.after, self.spare = new_position(), new_position(), new_position()
        self.scratch = new_scratch()
        self.room = new_choices()

    def choices(self, sheet: Sheet, rolled: Card) -> tuple[Choice, ...]:
        """Every legal placement by the learned value alone, best first; a sheet with room has at least one."""
        return self._sorted(self._list(sheet, rolled))

    def choices_looking_ahead(self, sheet: Sheet, rolled: Card) -> tuple[Choice, ...]:
        """The same over all 48 rolls that may come next."""
        return self._sorted(self._look_ahead(sheet, rolled))

    def finalists(self, sheet: Sheet, rolled: Card, most: int, margin: float) -> tuple[Choice, ...]:
        """The best of these, no mirror images among them and none further than `margin` below the first."""
        count = self._look_ahead(sheet, rolled)
        return self._sorted(keep_different(*self.room, count, most, margin))

    def expected(self, sheet: Sheet) -> float:
        """The final score to be expected before the next roll; of a full sheet, its score."""
        set_up(self.position, self.tables, kernel_sheet(sheet))
        return float(
            value_before_roll(
                self.position, self.tables, self.scoring, self.weights, self.stage(sheet), self.scratch, self.spare
            )
        )

    @staticmethod
    def stage(sheet: Sheet) -> int:
        """How many squares are empty."""
        return sum(card is None for card in sheet.squares)

    def _list(self, sheet: Sheet, rolled: Card) -> int:
        squares = kernel_sheet(sheet)
        set_up(self.position, self.tables, squares)
        stage = int((squares == EMPTY).sum()) - 1
        return int(
            list_choices(
                self.position, self.tables, self.weights, stage, kernel_card(rolled), self.scratch, *self.room
            )
        )  # fmt: skip

    def _look_ahead(self, sheet: Sheet, rolled: Card) -> int:
        count = self._list(sheet, rolled)
        look_ahead(
            self.position, self.tables, self.scoring, self.weights, self.stage(sheet) - 1, self.room.squares,
            self.room.cards, count, self.scratch, self.after, self.spare, self.room.values,
        )  # fmt: skip
        return count

    def _sorted(self, count: int) -> tuple[Choice, ...]:
        squares, cards, values = self.room
        return tuple(
            Choice(int(squares[number]), engine_card(int(cards[number])), float(values[number]))
            for number in np.argsort(-values[:count], kind="stable")
        )
