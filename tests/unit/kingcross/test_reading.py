"""Reading a sheet: what it says of squares, lines and achievements is what happens."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from crossfelt.cards import Card, card_name, parse_card
from crossfelt.kingcross.dice import ROLLS
from crossfelt.kingcross.grid import sheet_from_grid
from crossfelt.kingcross.reading import STEPS, LineReading, read_sheet
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.scoring import made_hand, score_sheet
from crossfelt.kingcross.sheet import BLANK_SHEET, Sheet, parse_square
from tests.support.scale import scaled

CARDS = (
    load_score_card(),
    load_score_card(choices={"wild_may_be_king": True, "anarchy_scope": "neighbours", "anarchy_needs_points": False}),
)


def fill(sheet: Sheet, score_card: ScoreCard, draws: random.Random, until: int, few: bool) -> Sheet:
    """The sheet with random legal placements, of few values where lines are to come together."""
    values = draws.sample(range(12), 4) if few else range(12)
    rolls = [roll for roll in ROLLS if roll.value - 1 in values]
    while sheet.placed_count < until:
        square, card = draws.choice(sheet.placements(draws.choice(rolls).card, score_card.wild_may_be_king))
        sheet = sheet.place(square, card)
    return sheet


def positions(count: int, seed: int) -> Iterator[tuple[ScoreCard, Sheet, Card, random.Random]]:
    draws = random.Random(seed)
    for number in range(count):
        score_card = CARDS[number % 2]
        sheet = fill(BLANK_SHEET, score_card, draws, draws.randrange(24), draws.random() < 0.5)
        yield score_card, sheet, draws.choice(ROLLS).card, draws


def test_placing_the_card_gives_what_the_reading_said() -> None:
    wild = 0
    for score_card, sheet, card, _ in positions(scaled(150, 5_000), 1):
        reading = read_sheet(score_card, sheet, card, bonus=True)
        said = {(square.name, card_name(card)) for square in reading.squares if square.is_open}
        if reading.wild is not None:
            wild += 1
            assert not said
            said = {(square, option.card) for option in reading.wild for square in option.squares}
        assert said == {
            (f"{'abcde'[square % 5]}{square // 5 + 1}", card_name(result))
            for square, result in sheet.placements(card, score_card.wild_may_be_king)
        }
        for square in reading.squares:
            if not square.is_open:
                assert square.why and (square.lines, square.gain, square.secured) == ((), 0, reading.secured)
                continue
            after = read_sheet(score_card, sheet.place(parse_square(square.name), card), None, bonus=False)
            changed: dict[int, LineReading] = {line.number: line for line in square.lines}
            assert after.lines == tuple(changed.get(line.number, line) for line in reading.lines)
            assert (square.secured, square.gain) == (after.secured, after.secured - reading.secured)
            assert square.gain >= 0
    assert wild > 0


def test_a_closed_square_names_the_twin_and_the_line_they_would_share() -> None:
    for score_card, sheet, card, _ in positions(scaled(100, 2_000), 2):
        reading = read_sheet(score_card, sheet, card, bonus=False)
        for square in reading.squares:
            if square.twin is not None:
                assert square.twin_line is not None
                assert sheet.squares[parse_square(square.twin)] == card
                assert {square.name, square.twin} <= set(reading.lines[square.twin_line - 1].squares)


def test_lines_secure_what_they_make() -> None:
    for score_card, sheet, _, draws in positions(scaled(60, 1_000), 3):
        reading = read_sheet(score_card, sheet, None, bonus=False)
        end = fill(sheet, score_card, draws, 24, few=True)
        for line in reading.lines:
            made, final = made_hand(sheet.line(line.number - 1)), made_hand(end.line(line.number - 1))
            assert line.points <= score_card.points[final] <= line.best_points
            assert line.steps.count("made") == made
            if final > made:
                assert line.steps[STEPS.index(final)] == "possible"
        assert reading.secured == sum(line.points for line in reading.lines)
        assert not any(square.is_open or square.why for square in reading.squares)


def test_what_is_made_stays_and_what_is_out_of_reach_never_comes() -> None:
    seen = set()
    for score_card, sheet, _, draws in positions(scaled(120, 3_000), 4):
        states = {entry.name: entry.state for entry in read_sheet(score_card, sheet, None, bonus=True).achievements}
        for few in (False, True, True):
            for entry in score_sheet(score_card, fill(sheet, score_card, draws, 24, few), bonus=True).achievements:
                if states[entry.name] in ("made", "out_of_reach"):
                    assert entry.is_reached == (states[entry.name] == "made"), (entry, sheet)
        seen |= set(states.values())
    assert seen == {"made", "on_course", "within_reach", "out_of_reach"}


def test_a_full_sheet_has_every_achievement_or_none_of_it() -> None:
    for score_card, sheet, _, draws in positions(scaled(60, 1_000), 5):
        full = fill(sheet, score_card, draws, 24, few=True)
        for read, scored in zip(
            read_sheet(score_card, full, None, bonus=True).achievements,
            score_sheet(score_card, full, bonus=True).achievements,
            strict=True,
        ):
            assert (read.name, read.count, read.of) == (scored.name, scored.have, scored.need)
            assert read.state == ("made" if scored.is_reached else "out_of_reach")


PICTURED = ["Qh 4h . . 4d", ". . 9c 9d .", "Qs 6s K . 4s", "6s . Tc . .", "9s 6c 3c 9c ."]


def test_the_sheet_of_a_game_half_played() -> None:
    grid = [[None if name == "." else name for name in row.split()] for row in PICTURED]
    reading = read_sheet(CARDS[0], sheet_from_grid(grid, CARDS[0], is_full=False), parse_card("9s"), bonus=True)
    assert reading.secured == 200
    assert [(line.points, line.best_points) for line in reading.lines] == [
        (25, 75), (25, 250), (0, 150), (25, 250), (25, 250), (25, 250),
        (25, 250), (0, 150), (0, 250), (25, 75), (0, 500), (25, 75),
    ]  # fmt: skip
    squares = {square.name: square for square in reading.squares}
    assert [name for name, square in squares.items() if square.is_open] == ["c1", "d1", "b2", "e2", "d3", "d4", "e4"]
    assert squares["d3"].gain == 200
    assert squares["b4"].why == "Hand 12 already has the 9 of spades, on a5."
    assert (squares["b4"].twin, squares["b4"].twin_line) == ("a5", 12)


@pytest.mark.parametrize("bonus", [True, False])
def test_achievements_are_read_where_they_count(bonus: bool) -> None:
    assert bool(read_sheet(CARDS[0], BLANK_SHEET, None, bonus).achievements) is bonus
