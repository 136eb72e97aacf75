"""The learned value by two ways: the quick one of the kernels, and the plain sum it stands for."""

from __future__ import annotations

import random

import numpy as np
import pytest

from crossfelt.cards import Card
from crossfelt.kernels.king.position import CARDS, OPEN, POINTS, SHEET, STATUS, new_position, place, set_up
from crossfelt.kernels.king.search import value_before_roll
from crossfelt.kernels.king.values import MOST_FEATURES, list_features, new_scratch, weight_count
from crossfelt.kingcross.dice import ROLLS
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.scoring import line_hand, total_of
from crossfelt.kingcross.sheet import BLANK_SHEET, LINES, Sheet
from crossfelt.kingmind.encode import kernel_card, kernel_sheet, sheet_tables
from crossfelt.kingmind.lines import line_tables
from crossfelt.kingmind.mind import Mind

CARD = load_score_card()
SEED = 20261115


def random_sheet(chance: random.Random, empty: int) -> Sheet:
    """A legal sheet with so many squares left."""
    sheet = BLANK_SHEET
    while sum(card is None for card in sheet.squares) > empty:
        sheet = sheet.place(*chance.choice(sheet.placements(chance.choice(ROLLS).card, may_be_king=False)))
    return sheet


def random_mind(with_bonus: bool) -> Mind:
    """A mind whose weights mean nothing, so that any weight read in the wrong place shows."""
    size = weight_count(line_tables(CARD, with_bonus).class_count)
    weights = np.random.Generator(np.random.PCG64(SEED)).integers(-500, 500, size).astype(np.float32)
    return Mind(CARD, with_bonus, weights)


def plain_value(mind: Mind, sheet: Sheet) -> float:
    """Points of full lines and every weight that the sheet asks for."""
    position = new_position()
    set_up(position, mind.tables, kernel_sheet(sheet))
    found = np.zeros(MOST_FEATURES, np.int64)
    count = list_features(position, mind.tables, mind.stage(sheet), found)
    assert count <= MOST_FEATURES
    return float(position.lines[SHEET, POINTS] + mind.weights[found[:count]].astype(np.float64).sum())


@pytest.mark.parametrize("with_bonus", [False, True])
def test_the_value_of_a_square_is_the_sum_of_the_weights_of_the_sheet_after_it(with_bonus: bool) -> None:
    chance = random.Random(SEED)
    mind = random_mind(with_bonus)
    for empty in range(24, 0, -1):
        sheet = random_sheet(chance, empty)
        rolled = chance.choice(ROLLS).card
        choices = mind.choices(sheet, rolled)
        assert {(choice.square, choice.card) for choice in choices} == set(sheet.placements(rolled, False))
        for choice in choices:
            wanted = plain_value(mind, sheet.place(choice.square, choice.card))
            assert choice.value == pytest.approx(wanted, abs=0.05), (SEED, empty, choice)


@pytest.mark.parametrize("with_bonus", [False, True])
def test_a_line_is_kept_up_to_date_card_by_card(with_bonus: bool) -> None:
    chance = random.Random(SEED)
    tables = line_tables(CARD, with_bonus)
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
    tables = line_tables(CARD, with_bonus=True)
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
    mind = Mind(CARD, bonus)
    for _ in range(6):
        sheet = random_sheet(chance, 1)
        best = [
            max(total_of(CARD, sheet.place(*choice), bonus) for choice in sheet.placements(roll.card, False))
            for roll in ROLLS
        ]
        assert mind.expected(sheet) == pytest.approx(sum(best) / 48, abs=0.01), SEED


@pytest.mark.parametrize("with_bonus", [False, True])
def test_looking_ahead_is_the_mean_of_the_best_replies(with_bonus: bool) -> None:
    chance = random.Random(SEED)
    mind = random_mind(with_bonus)
    for empty in (20, 11, 4):
        sheet = random_sheet(chance, empty)
        rolled = chance.choice(ROLLS).card
        for choice in mind.choices_looking_ahead(sheet, rolled)[:3]:
            after = sheet.place(choice.square, choice.card)
            replies = [mind.choices(after, roll.card)[0].value for roll in ROLLS]
            assert choice.value == pytest.approx(sum(replies) / 48, abs=0.05), (SEED, empty)


def test_a_full_sheet_is_worth_its_score() -> None:
    sheet = random_sheet(random.Random(SEED), 0)
    for bonus in (False, True):
        mind = Mind(CARD, bonus)
        assert mind.expected(sheet) == total_of(CARD, sheet, bonus)
        set_up(mind.position, mind.tables, kernel_sheet(sheet))
        assert value_before_roll(
            mind.position, mind.tables, sheet_tables(CARD), mind.weights, 0, new_scratch(), mind.spare
        ) == total_of(CARD, sheet, bonus)
