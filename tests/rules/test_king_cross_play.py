"""King Cross: the sheet, the dice, placing, wild rolls, and the ways to play together."""

from __future__ import annotations

import json
from itertools import product
from pathlib import Path

import pytest

from crossfelt.cards import card_name, parse_card
from crossfelt.errors import CardError, IllegalActionCode
from crossfelt.game import CHANCE, FLOOR, SYSTEM, Pending, seat_actor, seat_audience
from crossfelt.kingcross.actions import AbandonSheet, Place, PlaceFor, RollDice
from crossfelt.kingcross.dice import ROLLS, Roll
from crossfelt.kingcross.events import CardPlaced, CardPlacement, PlacementSealed, PlacementsShown, Rolled
from crossfelt.kingcross.match import KING_CROSS
from crossfelt.kingcross.notation import format_match, parse_match
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.rules import MatchRules, Mode
from crossfelt.kingcross.sheet import LINES, SQUARE_NAMES, Sheet, changes_of, parse_square
from crossfelt.record import export_record, replay
from tests.support.cli.program import run
from tests.support.rules.king_table import KingTable, refused, scored

ONE = seat_actor(1)
QUIET = """
    3d 5d 4s 7h 3s
    7c 7d 2d Ad Ah
    3c 7h K  Ac 3d
    Ac As 3s 2c 3h
    3h 2d Ad 5h 3c
"""
"""A full sheet; its cards can be placed row by row."""


def with_cards(**squares: str) -> Sheet:
    sheet = Sheet()
    for name, card in squares.items():
        sheet = sheet.place(parse_square(name), parse_card(card))
    return sheet


def before_a_wild_roll(**choices: object) -> KingTable:
    """A sheet with a1, b1, a2 and b2 left, and an ace of hearts on either row, so that another one fits nowhere."""
    table = KingTable(**choices)  # type: ignore[arg-type]
    squares = [name for name in SQUARE_NAMES if name not in ("c3", "a1", "a2", "b1", "b2")]
    # All other cards are different.
    names = iter(card_name(roll.card) for roll in ROLLS if card_name(roll.card) not in ("Ah", "Ac", "2h"))
    for square in squares:
        table.roll("Ah" if square in ("d1", "e2") else next(names))
        table.place(1, square)
    return table


def test_objective_1_twelve_lines_of_five() -> None:
    assert len(LINES) == 12 and all(len(set(line)) == 5 for line in LINES)
    named = [" ".join(SQUARE_NAMES[square] for square in line) for line in LINES]
    assert named == [
        "a1 a2 a3 a4 a5",
        "b1 b2 b3 b4 b5",
        "c1 c2 c3 c4 c5",
        "d1 d2 d3 d4 d5",
        "e1 e2 e3 e4 e5",
        "a1 b1 c1 d1 e1",
        "a2 b2 c2 d2 e2",
        "a3 b3 c3 d3 e3",
        "a4 b4 c4 d4 e4",
        "a5 b5 c5 d5 e5",
        "a1 b2 c3 d4 e5",
        "e1 d2 c3 b4 a5",
    ]
    assert [number for number, line in enumerate(named, start=1) if "c3" in line] == [3, 8, 11, 12]


def test_how_to_play_1_dice() -> None:
    names = [card_name(Roll(value, suit).card) for value, suit in product(range(1, 13), range(1, 5))]
    assert names == [rank + suit for rank in "A23456789TJQ" for suit in "hcds"]
    table = KingTable()
    table.roll("12 4")
    table.place(1, "a1")
    table.roll("12 4")  # the same card may come again
    assert table.seat().rolls == (parse_card("Qs"), parse_card("Qs"))
    for value, suit in ((13, 1), (0, 1), (1, 0), (1, 5)):
        with pytest.raises(CardError):
            Roll(value, suit)
        table = KingTable()
        with refused(IllegalActionCode.BAD_ROLL, "d12"):
            table.act(CHANCE, RollDice(value, suit))


def test_how_to_play_2_any_square_and_for_good() -> None:
    table = KingTable()
    table.roll("7h")
    assert table.legal() == {(name, "7h") for name in SQUARE_NAMES if name != "c3"}
    table.place(1, "b4")
    table.roll("8h")
    with refused(IllegalActionCode.SQUARE_TAKEN, "b4 is taken"):
        table.place(1, "b4")
    with refused(IllegalActionCode.SQUARE_TAKEN, "c3 is taken"):
        table.place(1, "c3")
    with refused(IllegalActionCode.NO_SUCH_SQUARE):
        table.place(1, "f1")
    with refused(IllegalActionCode.BAD_CHANGE, "isn't wild"):
        table.place(1, "a1", "7c")
    with refused(IllegalActionCode.NO_SUCH_CARD):
        table.place(1, "a1", "8x")
    table.place(1, "a1")
    assert table.sheet().grid()[3][1] == "7h"


def test_how_to_play_3_until_the_sheet_is_full() -> None:
    table = KingTable()
    table.fill(QUIET)
    assert len(table.seat().rolls) == 24
    assert KING_CROSS.pending(table.state) == Pending("finished")
    assert table.finished().scores[0].total == scored(QUIET, bonus=False).total
    with refused(IllegalActionCode.ROUND_OVER):
        table.roll("Ah")


def test_rules_1_no_card_twice_in_a_hand() -> None:
    sheet = with_cards(b2="7h")
    open_squares = {SQUARE_NAMES[square] for square in sheet.open_squares(parse_card("7h"))}
    # Row 2, column b and the diagonal from the top left hold it already.
    assert open_squares == {"a3", "a4", "c1", "d1", "a5", "e1"} | {
        "c4", "c5", "d3", "d5", "e3", "e4"
    }  # fmt: skip
    assert len(sheet.open_squares(parse_card("7c"))) == 23
    table = KingTable()
    table.roll("7h")
    table.place(1, "b2")
    table.roll("7h")
    for square, hand in (("b5", 2), ("e2", 7), ("d4", 11)):
        with refused(IllegalActionCode.CARD_IN_LINE, f"{square}: 7h is already in line {hand}"):
            table.place(1, square)
    table.place(1, "c4")


def test_rules_2_a_roll_that_fits_nowhere_is_wild() -> None:
    table = before_a_wild_roll()
    assert not table.sheet().is_wild(parse_card("Ac"))
    table.roll("Ah")
    assert table.sheet().is_wild(parse_card("Ah"))
    assert KING_CROSS.view(table.state, seat_audience(1)).seats[0].is_wild
    with refused(IllegalActionCode.BAD_CHANGE, "change its value or its suit"):
        table.place(1, "a1", "Ah")
    (placed,) = table.place(1, "a1", "Ac")
    assert isinstance(placed, CardPlaced) and placed.placement.is_wild
    # One open square is enough: the roll stays what it is.
    table = KingTable()
    table.roll("Ah")
    with refused(IllegalActionCode.BAD_CHANGE, "isn't wild"):
        table.place(1, "a1", "Ac")


def test_rules_3_value_or_suit_not_both() -> None:
    table = before_a_wild_roll()
    table.roll("Ah")
    for name in ("2c", "Qs", "5d"):
        with refused(IllegalActionCode.BAD_CHANGE, "not both"):
            table.place(1, "a1", name)
    for name in ("Kh",):
        with refused(IllegalActionCode.BAD_CHANGE, "king"):
            table.place(1, "a1", name)
    cards = {card for _, card in table.legal()}
    assert cards and all(card[0] == "A" or card[1] == "h" for card in cards)
    assert "Ah" not in cards and "Kh" not in cards
    # Suits in the order of the d4 come first, then values from the ace up.
    names = [card_name(card) for card in changes_of(parse_card("5c"), False)]
    assert names == ["5h", "5d", "5s", "Ac", "2c", "3c", "4c", "6c", "7c", "8c", "9c", "Tc", "Jc", "Qc"]


def test_rules_3_a_wild_card_may_be_a_king_where_the_house_says_so() -> None:
    table = before_a_wild_roll(wild_may_be_king=True)
    table.roll("Ah")
    assert {("a1", "Kh"), ("a2", "Kh"), ("b1", "Kh"), ("b2", "Kh")} <= table.legal()
    with refused(IllegalActionCode.BAD_CHANGE, "not both"):
        table.place(1, "a1", "Kc")
    table.place(1, "a1", "Kh")
    assert table.sheet().grid()[0][0] == "Kh"
    # Nobody rolls one, and a roll that is not wild does not become one.
    table = KingTable(wild_may_be_king=True)
    table.roll("Ah")
    with refused(IllegalActionCode.BAD_CHANGE):
        table.place(1, "a1", "Kh")


def test_modes_of_play_multiplayer_two_or_more() -> None:
    """Two or more play together. The text names no most; ours is 100 sheets, and a refusal says that it is ours."""
    score_card = load_score_card()
    assert score_card.document["seats"] == {"most": 100, "reading": "K16"}
    for mode in ("communal", "own_dice"):
        for seats in ((1, 2), (100, 3), tuple(range(1, 10)), tuple(range(1, 101))):
            assert len(KING_CROSS.open(MatchRules(score_card, mode), seats).seats) == len(seats)
        for wrong in ((), (1,), (1, 1), (0, 1), (1, 101), (1, True), tuple(range(1, 102))):
            with refused(IllegalActionCode.NOT_SEATED, "the rules set none"):
                KING_CROSS.open(MatchRules(score_card, mode), wrong)
    with refused(IllegalActionCode.NOT_SEATED, "one seat"):
        KING_CROSS.open(MatchRules(score_card, "solo"), (1, 2))


def test_modes_of_play_multiplayer_a_hundred_sheets() -> None:
    """A match of a hundred is played, recorded, replayed and written down like any other."""
    seats = tuple(range(1, 101))
    table = KingTable("communal", seats, bonus=True)
    for seat in seats:
        table.act(SYSTEM, AbandonSheet(seat))
    for card in QUIET.replace(" K ", " ").split():
        table.roll(card)
    finished = table.finished()
    assert finished.winners == seats and len({score.total for score in finished.scores}) == 1
    record = json.loads(json.dumps(export_record(table.contest)))
    assert replay(KING_CROSS, record).state == table.state
    noted = parse_match(format_match(table.state.rules, seats, table.contest.events))
    assert noted.seats == seats and noted.events == tuple(table.contest.events)


def test_modes_of_play_multiplayer_the_highest_total_wins_and_ties_share() -> None:
    table = KingTable("communal", (1, 2, 3))
    table.fill(QUIET, (1, 2, 3))
    assert table.finished().winners == (1, 2, 3)
    table = KingTable("own_dice", (2, 5))
    better = QUIET.replace("5d", "3c", 1)  # b1: a third 3 in the top row
    for mine, other in zip(better.split(), QUIET.split(), strict=True):
        if mine == "K":
            continue
        square = SQUARE_NAMES[len(table.seat(2).rolls) + (len(table.seat(2).rolls) >= 12)]
        table.roll(mine)
        table.roll(other)
        table.place(2, square)
        table.place(5, square)
    first, second = table.finished().scores
    assert first.total > second.total
    assert table.finished().winners == (2,)


def test_modes_of_play_multiplayer_an_absent_player_is_placed_for() -> None:
    table = KingTable("communal", (1, 2))
    table.roll("7h")
    assert KING_CROSS.on_timeout(table.state, 2) == PlaceFor(2, 1)
    (sealed,) = table.act(SYSTEM, PlaceFor(2, 1))
    assert sealed == PlacementSealed(1, CardPlacement(2, "a1", "7h", False, "table"))
    table.place(1, "e5")
    table.roll("7h")
    table.act(SYSTEM, PlaceFor(1, 2))
    assert table.seat(1).sealed == CardPlacement(1, "b1", "7h", False, "table")
    table.act(SYSTEM, AbandonSheet(2))
    # a1 holds its twin, so the first open square is b3.
    assert table.sheet(2).grid()[1][2] == "7h"
    events = table.roll("2c")
    assert [type(event) for event in events] == [Rolled, PlacementSealed]
    with refused(IllegalActionCode.NOT_YOUR_TURN, "the table places for it"):
        table.place(2, "d4")
    with refused(IllegalActionCode.ALREADY_DONE):
        table.act(SYSTEM, AbandonSheet(2))
    # A player who has placed the last roll has nothing left to abandon, even while others are still deciding.
    last = KingTable("communal", (1, 2))
    for name, card in zip(SQUARE_NAMES[:24], QUIET.split()[:24], strict=True):
        if card != "K":
            last.roll(card)
            last.place(1, name)
            last.place(2, name)
    last.roll("3c")
    last.place(1, "e5")
    with refused(IllegalActionCode.ALREADY_DONE):
        last.act(SYSTEM, AbandonSheet(1))
    last.act(SYSTEM, AbandonSheet(2))
    assert last.finished().winners == (1, 2)
    # A wild roll takes the first suit that fits.
    wild = before_a_wild_roll()
    wild.roll("Ah")
    (placed,) = wild.act(SYSTEM, PlaceFor(1, 21))
    assert placed == CardPlaced(21, CardPlacement(1, "a1", "Ac", True, "table"))


def test_modes_of_play_variation_1_one_roll_for_all() -> None:
    table = KingTable("communal", (1, 3))
    assert KING_CROSS.pending(table.state) == Pending("chance", (1, 3), "roll")
    assert table.roll("7h") == (Rolled(1, None, "7h"),)
    assert KING_CROSS.pending(table.state) == Pending("seats", (1, 3))
    table.place(3, "c4")
    assert KING_CROSS.pending(table.state) == Pending("seats", (1,))
    with refused(IllegalActionCode.WRONG_STAGE, "seat 1"):
        table.roll("8h")
    with refused(IllegalActionCode.NOT_YOUR_TURN):
        table.place(3, "c5")
    assert KING_CROSS.view(table.state, seat_audience(1)).seats[1].grid[3][2] is None
    assert KING_CROSS.view(table.state, seat_audience(3)).seats[1].grid[3][2] == "7h"
    events = table.place(1, "a1")
    assert events[-1] == PlacementsShown(
        1, (CardPlacement(1, "a1", "7h", False, "player"), CardPlacement(3, "c4", "7h", False, "player"))
    )
    assert KING_CROSS.view(table.state, seat_audience(1)).seats[1].grid[3][2] == "7h"
    assert KING_CROSS.pending(table.state).kind == "chance"


def test_modes_of_play_variation_1_whoever_throws_the_dice() -> None:
    """Players may pass the dice around: a roll is chance and belongs to no seat, so it doesn't matter who throws."""
    table = KingTable("communal", (1, 2, 3))
    for number, card in enumerate(("7h", "8c", "9d", "Ts"), start=1):
        roll = next(roll for roll in ROLLS if card_name(roll.card) == card)
        for seat in (1, 2, 3):
            assert not any(isinstance(action, RollDice) for action in KING_CROSS.legal_actions(table.state, ONE))
            with refused(IllegalActionCode.NOT_YOUR_ACTION):
                table.act(seat_actor(seat), RollDice(roll.value, roll.suit))
        assert table.roll(card) == (Rolled(number, None, card),)
        for seat in (1, 2, 3):
            table.place(seat, SQUARE_NAMES[number - 1])


def test_modes_of_play_variation_1_wild_is_judged_sheet_by_sheet() -> None:
    table = KingTable("communal", (1, 2))
    for name, card in zip(
        SQUARE_NAMES, (name for row in before_a_wild_roll().sheet().grid() for name in row), strict=True
    ):
        if card in (None, "K"):
            continue
        table.roll(str(card))
        table.place(1, name)
        # Seat 2 has the second ace of hearts on e4, and so a row that is open to another.
        table.place(2, {"e2": "e4", "e4": "e2"}.get(name, name))
    table.roll("Ah")
    views = KING_CROSS.view(table.state, seat_audience(1)).seats
    assert [view.is_wild for view in views] == [True, False]
    assert table.legal(2) == {("a2", "Ah"), ("b2", "Ah")}
    table.place(1, "a1", "Ac")
    with refused(IllegalActionCode.BAD_CHANGE, "isn't wild"):
        table.place(2, "a2", "Ac")
    table.place(2, "a2", "Ah")


def test_modes_of_play_variation_2_each_rolls_alone() -> None:
    table = KingTable("own_dice", (2, 4))
    assert KING_CROSS.pending(table.state) == Pending("chance", (2,), "roll")
    assert table.roll("7h") == (Rolled(1, 2, "7h"),)
    assert KING_CROSS.pending(table.state) == Pending("chance", (4,), "roll")
    table.roll("8c")
    assert KING_CROSS.pending(table.state) == Pending("seats", (2, 4))
    # Nobody waits: seat 4 places, rolls and places again while seat 2 still thinks.
    assert table.place(4, "a1") == (CardPlaced(1, CardPlacement(4, "a1", "8c", False, "player")),)
    assert KING_CROSS.pending(table.state) == Pending("chance", (4,), "roll")
    assert table.roll("9c") == (Rolled(2, 4, "9c"),)
    table.place(4, "a2")
    table.place(2, "a1")
    # Both wait for the dice now, the lower seat first.
    assert KING_CROSS.pending(table.state) == Pending("chance", (2,), "roll")
    table.roll("2c")
    with refused(IllegalActionCode.WRONG_STAGE, "roll 1"):
        table.act(seat_actor(2), Place(1, "a2", "2c"))


def test_modes_of_play_solo_scores_compare_within_mode_and_options() -> None:
    card, house = load_score_card(), load_score_card(choices={"anarchy_scope": "neighbours"})
    assert MatchRules(card).hash == MatchRules(load_score_card()).hash
    others = {MatchRules(card, "solo", True), MatchRules(house), MatchRules(card, "own_dice")}
    assert MatchRules(card).hash not in {rules.hash for rules in others}
    with refused(IllegalActionCode.NOT_SEATED):
        KING_CROSS.open(MatchRules(card), ())
    assert KING_CROSS.pending(KING_CROSS.open(MatchRules(card), (1,))) == Pending("chance", (1,), "roll")


def test_modes_of_play_solo_beats_the_score_before(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A solo player sees the best total so far in the same mode, and whether this one beats it."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    better = QUIET.replace("5d", "3c", 1)  # b1: a third 3 in the top row
    low, high = (scored(rows, bonus=False).total for rows in (QUIET, better))
    assert low < high

    def ending(rows: str, *options: str) -> str:
        squares = zip(SQUARE_NAMES, rows.split(), strict=True)
        typed = "".join(f"{card}\n{square}\n" for square, card in squares if card != "K")
        return run("king", "play", "--dice", *options, given=typed).out

    assert "First score under these rules (solo, base)." in ending(QUIET)
    assert f"New best! Previous best: {low} (solo, base)." in ending(better)
    assert f"Your best: {high} (solo, base)." in ending(QUIET)
    assert "First score under these rules (solo, bonus)." in ending(QUIET, "--bonus")


def test_reading_K17_only_the_system_places_for_a_player() -> None:
    """The floor has no way to place for a player, nor to give a sheet up; a removed player places until the end."""
    modes: tuple[Mode, ...] = ("communal", "own_dice")
    for mode in modes:
        table = KingTable(mode, (1, 2))
        table.roll("7h")
        for action in (PlaceFor(1, 1), AbandonSheet(1)):
            with refused(IllegalActionCode.NOT_YOUR_ACTION, "not for floor"):
                table.act(FLOOR, action)
        assert KING_CROSS.legal_actions(table.state, FLOOR) == ()
        assert KING_CROSS.on_remove(table.state, 1) is None
        assert KING_CROSS.on_leave(table.state, 1) == AbandonSheet(1)


@pytest.mark.parametrize("action", [Place(1, "a1", "Ah"), PlaceFor(1, 1), AbandonSheet(1), RollDice(1, 1)])
def test_nobody_acts_in_anothers_place(action: Place | PlaceFor | AbandonSheet | RollDice) -> None:
    table = KingTable("own_dice", (1, 2))
    allowed = {"place": ("seat",), "roll_dice": ("chance",)}.get(action.kind, ("system",))
    for actor in (ONE, CHANCE, FLOOR, SYSTEM):
        if actor.kind not in allowed:
            with refused(IllegalActionCode.NOT_YOUR_ACTION):
                table.act(actor, action)
    with refused(IllegalActionCode.NOT_YOUR_TURN):
        table.act(ONE, Place(1, "a1", "Ah"))
    with refused(IllegalActionCode.NOT_SEATED):
        table.act(seat_actor(3), Place(1, "a1", "Ah"))
    with refused(IllegalActionCode.UNKNOWN_ACTION):
        table.act(ONE, "place")  # type: ignore[arg-type]
