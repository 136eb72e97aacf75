"""The learned value of a sheet, and of each placement of a roll."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from crossfelt.analysis.king.encode import engine_card, kernel_card, kernel_sheet, sheet_tables
from crossfelt.analysis.king.lines import line_tables
from crossfelt.analysis.king.weights_file import Weights, shipped_weights
from crossfelt.cards import Card
from crossfelt.kernels.king.position import new_position, set_up
from crossfelt.kernels.king.search import keep_different, list_candidates, look_ahead, new_room, value_before_roll
from crossfelt.kernels.king.values import LearnedValue
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.sheet import Sheet


@dataclass(frozen=True, slots=True)
class Candidate:
    """One legal placement and the value of the sheet after it, in points of the final score."""

    square: int
    card: Card
    value: float


class Valuer:
    """The learned weights for one score card and mode. Use it from one thread at a time: its arrays are reused.

    The weights were learned under the default options. Other options change the scores of playouts and full sheets, and
    the learned value is then a good guide but not the exact expectation.
    """

    def __init__(self, score_card: ScoreCard, bonus: bool, weights: Weights | None = None) -> None:
        self.bonus = bonus
        lines = line_tables(score_card, bonus)
        learned = shipped_weights(bonus, lines.class_count) if weights is None else weights
        self.value = LearnedValue(lines, sheet_tables(score_card), learned)
        self.position, self.room = new_position(), new_room()

    def set_up(self, sheet: Sheet) -> int:
        """Set the position to a sheet; return the number of empty squares."""
        set_up(self.position, self.value.lines, kernel_sheet(sheet))
        return empty_squares(sheet)

    def candidates(self, sheet: Sheet, rolled: Card) -> tuple[Candidate, ...]:
        """Return every legal placement by the learned value alone, best first; a sheet with room has at least one."""
        return self._sorted(self._list(sheet, rolled))

    def candidates_looking_ahead(self, sheet: Sheet, rolled: Card) -> tuple[Candidate, ...]:
        """Return every legal placement by all 48 possible next rolls, best first."""
        return self._sorted(self._look_ahead(sheet, rolled))

    def finalists(self, sheet: Sheet, rolled: Card, most: int, margin: float) -> tuple[Candidate, ...]:
        """Return the best placements looking ahead, without mirror images and none more than `margin` below the
        first."""
        return self._sorted(keep_different(self.room.candidates, self._look_ahead(sheet, rolled), most, margin))

    def expected_score(self, sheet: Sheet) -> float:
        """Return the expected final score before the next roll; for a full sheet, its score."""
        stage = self.set_up(sheet)
        return float(value_before_roll(self.position, self.value, stage, self.room))

    def _list(self, sheet: Sheet, rolled: Card) -> int:
        stage = self.set_up(sheet) - 1
        return int(list_candidates(self.position, self.value, stage, kernel_card(rolled), self.room))

    def _look_ahead(self, sheet: Sheet, rolled: Card) -> int:
        count = self._list(sheet, rolled)
        look_ahead(self.position, self.value, empty_squares(sheet) - 1, count, self.room)
        return count

    def _sorted(self, count: int) -> tuple[Candidate, ...]:
        squares, cards, values = self.room.candidates
        return tuple(
            Candidate(int(squares[number]), engine_card(int(cards[number])), float(values[number]))
            for number in np.argsort(-values[:count], kind="stable")
        )


def empty_squares(sheet: Sheet) -> int:
    """Return the number of empty squares of a sheet."""
    return sum(card is None for card in sheet.squares)
