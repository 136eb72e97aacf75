"""The learned value by two ways: the quick one of the kernels, and the plain sum it stands for."""

from __future__ import annotations

import random

import numpy as np
import pytest

from crossfelt.analysis.king.encode import kernel_card, kernel_sheet
from crossfelt.analysis.king.lines import line_tables
from crossfelt.analysis.king.valuer import Valuer, empty_squares
from crossfelt.cards import Card
from crossfelt.kernels.king.position import CARDS, OPEN, POINTS, SHEET, STATUS, new_position, place, set_up
from crossfelt.kernels.king.search import new_room, value_before_roll
from crossfelt.kernels.king.values import MOST_FEATURES, list_features, weight_count
from crossfelt.kingcross.dice import ROLLS
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.scoring import line_hand, total_of
from crossfelt.kingcross.sheet import BLANK_SHEET, LINES, Sheet

CARD = load_score_card()
SEED = 20261115


def random_sheet(chance: random.Random, empty: int) -> Sheet:
    """Return a legal sheet with `empty` squares left."""
    sheet = BLANK_SHEET
    while sum(card is None for card in sheet.squares) > empty:
        sheet = sheet.place(*chance.choice(sheet.placements(chance.choice(ROLLS).card, may_be_king=False)))
    return sheet


def random_valuer(bonus: bool) -> Valuer:
    """A valuer whose weights mean nothing, so that any weight read in the wrong place shows."""
    size = weight_count(line_tables(CARD, bonus).class_count)
    weights = np.random.Generator(np.random.PCG64(SEED)).integers(-500, 500, size).astype(np.float32)
    return Valuer(CARD, bonus, weights)


def plain_value(valuer: Valuer, sheet: Sheet) -> float:
    """Points of full lines and every weight that the sheet asks for."""
    position = new_position()
    set_up(position, valuer.value.lines, kernel_sheet(sheet))
    result = np.zeros(MOST_FEATURES, np.int64)
    count = list_features(position, valuer.value.lines, empty_squares(sheet), result)
    assert count <= MOST_FEATURES
    return float(position.lines[SHEET, POINTS] + valuer.value.weights[result[:count]].astype(np.float64).sum())


@pytest.mark.parametrize("bonus", [False, True])
def test_the_value_of_a_square_is_the_sum_of_the_weights_of_the_sheet_after_it(bonus: bool) -> None:
    chance = random.Random(SEED)
    valuer = random_valuer(bonus)
    for empty in range(24, 0, -1):
        sheet = random_sheet(chance, empty)
        rolled = chance.choice(ROLLS).card
        candidates = valuer.candidates(sheet, rolled)
        assert {(entry.square, entry.card) for entry in candidates} == set(sheet.placements(rolled, False))
        for entry in candidates:
            expected = plain_value(valuer, sheet.place(entry.square, entry.card))
            assert entry.value == pytest.approx(expected, abs=0.05), (SEED, empty, entry)


@pytest.mark.parametrize("bonus", [False, True])
def test_a_line_is_kept_up_to_date_card_by_card(bonus: bool) -> None:
    chance = random.Random(SEED)
    tables = line_tables(CARD, bonus)
    for _ in range(20):
        sheet, position = BLANK_SHEET, new_position()
        set_up(position, tables, kernel_sheet(sheet))
        while not sheet.is_full:
            square, card = chance.choice(sheet.placements(chance.choice(ROLLS).card, may_be_king=False))
            sheet = sheet.place(square, card)
            place(position, tables, square, kernel_card(card))
            afresh = new_position()
            set_up(afresh, tables, kernel_sheet(sheet))
            # A full line keeps the four cards that came first: nothing asks for more.
            unfinished = position.lines[OPEN] > 0
            assert (position.lines[:SHEET, unfinished] == afresh.lines[:SHEET, unfinished]).all(), SEED
            assert position.lines[SHEET, STATUS] == afresh.lines[SHEET, STATUS], SEED
            assert position.lines[SHEET, POINTS] == afresh.lines[SHEET, POINTS], SEED
            for line, squares in enumerate(LINES):
                cards = [sheet.squares[place_] for place_ in squares if sheet.squares[place_] is not None]
                assert position.lines[OPEN, line] == 5 - len(cards)
                held = {kernel_card(card) for card in cards if card is not None and card != Card(52)}
                assert position.lines[CARDS, line] == sum(1 << number for number in held)
        assert position.lines[SHEET, POINTS] == total_of(CARD, sheet, bonus=False), SEED


def test_the_status_of_a_full_sheet_counts_its_lines() -> None:
    chance = random.Random(SEED)
    tables = line_tables(CARD, bonus=True)
    for _ in range(50):
        sheet, position = random_sheet(chance, 0), new_position()
        set_up(position, tables, kernel_sheet(sheet))
        hands = [line_hand([card for card in sheet.line(line) if card is not None]).slug for line in range(12)]
        status = int(position.lines[SHEET, STATUS])
        fields = [status >> 4 * number & 15 for number in range(13)]
        assert fields[:3] == [0, 0, 0]
        assert fields[3] == hands.count("everything_else")
        assert fields[7] == hands.count("full_house")
        assert fields[9:13] == [hands.count(name) for name in ("straight", "three_of_a_kind", "two_pair", "one_pair")]


@pytest.mark.parametrize("bonus", [False, True])
def test_the_last_square_is_exact(bonus: bool) -> None:
    chance = random.Random(SEED)
    valuer = Valuer(CARD, bonus)
    for _ in range(6):
        sheet = random_sheet(chance, 1)
        best = [
            max(total_of(CARD, sheet.place(*placement), bonus) for placement in sheet.placements(roll.card, False))
            for roll in ROLLS
        ]
        assert valuer.expected_score(sheet) == pytest.approx(sum(best) / 48, abs=0.01), SEED


@pytest.mark.parametrize("bonus", [False, True])
def test_looking_ahead_is_the_mean_of_the_best_replies(bonus: bool) -> None:
    chance = random.Random(SEED)
    valuer = random_valuer(bonus)
    for empty in (20, 11, 4):
        sheet = random_sheet(chance, empty)
        rolled = chance.choice(ROLLS).card
        for entry in valuer.candidates_looking_ahead(sheet, rolled)[:3]:
            after = sheet.place(entry.square, entry.card)
            replies = [valuer.candidates(after, roll.card)[0].value for roll in ROLLS]
            assert entry.value == pytest.approx(sum(replies) / 48, abs=0.05), (SEED, empty)


def test_a_full_sheet_is_worth_its_score() -> None:
    sheet = random_sheet(random.Random(SEED), 0)
    for bonus in (False, True):
        valuer = Valuer(CARD, bonus)
        assert valuer.expected_score(sheet) == total_of(CARD, sheet, bonus)
        valuer.set_up(sheet)
        assert value_before_roll(valuer.position, valuer.value, 0, new_room()) == total_of(CARD, sheet, bonus)
