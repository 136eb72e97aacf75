"""The luck of a game and the champion's two rolls, against slower ways to find them."""

from __future__ import annotations

from itertools import pairwise
from math import sqrt
from statistics import fmean, stdev

import numpy as np
import pytest
from benchmarks.king_policies import lead_as_it_fell, lead_without_luck

from crossfelt.analysis.king.encode import engine_card, kernel_sheet
from crossfelt.analysis.king.policies import new_policy
from crossfelt.analysis.king.search import FINALISTS, Budget, search
from crossfelt.analysis.king.series import Outcome, Series, play_series
from crossfelt.analysis.king.valuer import Valuer, empty_squares
from crossfelt.cards import Card, parse_card
from crossfelt.kernels.king.games import game_luck
from crossfelt.kernels.king.search import ROLLS, Candidates, keep_different, list_replies, margin
from crossfelt.kingcross.dice import game_dice
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.scoring import total_of
from crossfelt.kingcross.sheet import BLANK_SHEET, Sheet

CARD = load_score_card()


def played_sheets(level: str, bonus: bool, number: int) -> list[Sheet]:
    """The sheet before each roll of a game, and the full one."""
    placer = new_policy(CARD, bonus, level, number).placer
    sheets = [BLANK_SHEET]
    for roll in game_dice(5, number):
        sheets.append(sheets[-1].place(*placer.place(sheets[-1], roll.card)))
    return sheets


def value_of_roll(valuer: Valuer, sheet: Sheet, rolled: Card) -> float:
    """The value after the best placement; with bonus points the last square is counted out on the full sheets."""
    if empty_squares(sheet) == 1:
        placements = sheet.placements(rolled, may_be_king=False)
        return max(total_of(CARD, sheet.place(*placement), valuer.bonus) for placement in placements)
    return valuer.candidates(sheet, rolled)[0].value


@pytest.mark.parametrize("bonus", [False, True])
@pytest.mark.parametrize("level", ["random", "expert"])
def test_luck_is_what_each_roll_brought_against_all_others(level: str, bonus: bool) -> None:
    valuer = Valuer(CARD, bonus)
    sheets = played_sheets(level, bonus, 8)
    luck = 0.0
    for (before, _after), roll in zip(pairwise(sheets), game_dice(5, 8), strict=True):
        values = [value_of_roll(valuer, before, engine_card(number)) for number in range(ROLLS)]
        luck += values[roll.number] - fmean(values)
    order = [
        next(square for square in range(25) if before.squares[square] != after.squares[square])
        for before, after in pairwise(sheets)
    ]
    rolls = np.array([roll.number for roll in game_dice(5, 8)], np.uint8)
    squares = np.array(order, np.uint8)
    result = game_luck(rolls, squares, kernel_sheet(sheets[-1]), valuer.value, valuer.position, valuer.room)
    assert result == pytest.approx(luck, abs=0.01)


@pytest.mark.parametrize("bonus", [False, True])
def test_without_luck_the_mean_is_the_same_and_known_better(bonus: bool) -> None:
    """Fixed dice: the outcome is always the same."""
    outcome = play_series(Series(CARD, bonus, "steady", 21, 600), workers=1)
    assert outcome.luck is not None
    assert abs(fmean(outcome.luck)) < 3 * stdev(outcome.luck) / sqrt(600)
    assert outcome.score_without_luck is not None
    assert outcome.score_without_luck.standard_error < outcome.score.standard_error / 2


def test_a_lead_is_over_the_games_that_both_played() -> None:
    ours = Outcome((10, 20, 30), (1.0, 2.0, 3.0), 1.0)
    theirs = Outcome((5, 10), (1.0, -2.0), 1.0)
    assert lead_as_it_fell(ours, theirs).mean == 7.5
    assert lead_as_it_fell(ours, theirs).standard_error == pytest.approx(2.5)
    assert lead_without_luck(ours, theirs).mean == (9 - 4 + 18 - 12) / 2


def test_options_that_the_learned_value_does_not_know_leave_the_luck_out() -> None:
    outcome = play_series(Series(load_score_card(choices={"wild_may_be_king": True}), False, "greedy", 1, 2), workers=1)
    assert outcome.luck is None
    assert outcome.score_without_luck is None


@pytest.mark.parametrize("bonus", [False, True])
def test_two_rolls_ahead_is_exact_with_two_squares_left(bonus: bool) -> None:
    valuer = Valuer(CARD, bonus)
    sheet = played_sheets("expert", bonus, 3)[22]

    def exact(sheet: Sheet) -> float:
        if sheet.is_full:
            return total_of(CARD, sheet, bonus)
        return fmean(
            max(exact(sheet.place(*placement)) for placement in sheet.placements(engine_card(number), False))
            for number in range(ROLLS)
        )

    valuer.set_up(sheet)
    squares, cards = np.zeros(ROLLS, np.int64), np.zeros(ROLLS, np.int64)
    result = list_replies(valuer.position, valuer.value, 1, valuer.room, squares, cards)
    # A wild roll has dozens of replies, of which the best few at first sight are weighed.
    assert exact(sheet) - 0.5 < result < exact(sheet) + 0.01
    for number in range(ROLLS):
        reply = (int(squares[number]), engine_card(int(cards[number])))
        assert reply in sheet.placements(engine_card(number), may_be_king=False)


def test_finalists_are_near_the_best_and_no_mirror_images() -> None:
    valuer = Valuer(CARD, False)
    first = valuer.finalists(BLANK_SHEET, parse_card("7h"), 24, 1000.0)
    assert len(first) == 4, "three kinds of squares; rows and columns are learned apart, so two on the King lines"
    near = valuer.finalists(BLANK_SHEET, parse_card("7h"), 24, 0.0)
    assert near == first[:1]


def test_the_best_different_candidates_come_first() -> None:
    values = np.array([3.0, 9.0, 1.0, 9.001, 7.0, 8.0])
    squares, cards = np.arange(6), np.arange(6) + 10
    candidates = Candidates(squares, cards, values)
    assert keep_different(candidates, 6, 3, 5.0) == 3
    assert squares[:3].tolist() == [3, 5, 4]
    assert cards[:3].tolist() == [13, 15, 14]
    assert sorted(squares.tolist()) == list(range(6))
    assert keep_different(candidates, 6, 6, 2.5) == 3


def test_the_champion_takes_the_square_that_two_rolls_prefer() -> None:
    """With three squares empty nothing is left to play on for: the search is the expectation itself."""
    valuer = Valuer(CARD, False)
    for number in range(6):
        sheets = played_sheets("expert", False, number)
        sheet, rolled = sheets[21], list(game_dice(5, number))[21].card
        finalists = valuer.finalists(sheet, rolled, FINALISTS, margin(False))
        values = []
        for entry in finalists:
            valuer.set_up(sheet.place(entry.square, entry.card))
            squares, cards = np.zeros((2, ROLLS), np.int64)
            values.append(list_replies(valuer.position, valuer.value, 1, valuer.room, squares, cards))
        best = finalists[int(np.argmax(values))]
        assert search(valuer, sheet, rolled, Budget(playouts=10**6), seed=1) == best


def test_no_time_means_the_experts_answer() -> None:
    valuer = Valuer(CARD, False)
    rolled = parse_card("Qs")
    assert (
        search(valuer, BLANK_SHEET, rolled, Budget(seconds=0.0), 1)
        == valuer.candidates_looking_ahead(BLANK_SHEET, rolled)[0]
    )


def test_the_champion_leads_the_expert_when_luck_is_taken_away() -> None:
    """A small sample with fixed dice and fixed effort: the outcome is always the same."""
    champion = play_series(Series(CARD, False, "champion", 31, 12, playouts=96), workers=2)
    expert = play_series(Series(CARD, False, "expert", 31, 12), workers=1)
    assert lead_without_luck(champion, expert).mean > 0
