"""`crossfelt king play`: whole games through piped answers, refusals, several people, company, kept scores."""

from __future__ import annotations

import io
import json
import re
import sys
from itertools import chain, islice, zip_longest
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from rich.console import Console

from crossfelt.chance import SeededChance
from crossfelt.cli.king.best_scores import ScoreFileError, scores_path
from crossfelt.cli.king.match import Player, TerminalMatch
from crossfelt.kingcross.dice import Roll, game_dice, numbered_rolls
from crossfelt.kingcross.match import KING_CROSS, open_match
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.rules import MatchRules
from crossfelt.kingcross.scoring import score_sheet
from crossfelt.kingcross.sheet import square_name
from crossfelt.record import replay
from tests.support.cli.king_scripts import answers_to, script, sheet_after
from tests.support.cli.program import Ran, run, run_program

ACES = [Roll(1, 1)] * 24
"""The ace of hearts again and again: soon it fits nowhere."""


@pytest.fixture(autouse=True)
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Scores are kept in a folder of the test."""
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    return tmp_path


def play(*arguments: str, answers: list[str], encoding: str = "utf-8") -> Ran:
    ran = run("king", "play", *arguments, given=script(answers).encode(encoding), encoding=encoding)
    assert ran.status == 0
    assert re.fullmatch(r"(Wrote .+, \d+ (kB|bytes)\.\n)?", ran.err)
    assert max(len(line) for line in ran.out.splitlines() if not line.startswith("Continue with: ")) <= 80
    return ran


def record_of(path: Path) -> Any:
    return replay(KING_CROSS, json.loads(path.read_text()))


def typed(rolls: list[Roll]) -> list[str]:
    """Rolls and placements of one sheet in turn, as with `--dice`."""
    return list(chain.from_iterable((str(roll), answer) for roll, answer in zip(rolls, answers_to(rolls), strict=True)))


@pytest.mark.parametrize("bonus", [False, True])
def test_a_whole_game(home: Path, bonus: bool) -> None:
    rolls = game_dice(7, 0)
    arguments = ["--seed", "7", "--record", str(home / "game.json"), *(["--bonus"] if bonus else [])]
    ran = play(*arguments, answers=answers_to(rolls))
    result = record_of(home / "game.json")
    score = score_sheet(load_score_card(), sheet_after(rolls), bonus)
    assert result.state.is_finished
    assert result.state.seats[0].sheet == sheet_after(rolls)
    assert f"\nTotal {score.total}\n" in ran.out
    for line in score.lines:
        assert re.search(rf"^ *{line.line} +{line.name.replace('_', ' ')} +{line.points}$", ran.out, re.MULTILINE)
    assert ("jackpot" in ran.out) == bonus
    assert ran.out.count("Roll ") == 24


def test_the_sheet_shows_names_of_open_squares_crosses_on_closed_ones_and_points() -> None:
    ran = play("--dice", answers=["7 3", "b2", "1 4", "c2", "7d"])
    last = ran.out[ran.out.index("Roll 3 of 24") :].splitlines()
    assert last[0].startswith("Roll 3 of 24: 7♦ (7 of diamonds), 0 points so far ──")
    squares = [line[5:-1].split("│")[:5] for line in last if re.match(r"  \d │", line)]
    assert [[cell.strip() for cell in row] for row in squares] == [
        ["×", "×", "c1", "d1", "e1"],
        ["×", "7♦", "A♠", "×", "×"],
        ["a3", "×", "K", "d3", "e3"],
        ["a4", "×", "c4", "×", "e4"],
        ["a5", "×", "c5", "d5", "×"],
    ]
    paired = play("--dice", answers=["7 3", "b2", "7 4", "c2", "12 1"]).out
    assert "line 7: one pair 25" in paired
    assert "Roll 3 of 24: Q♥ (queen of hearts), 25 points so far" in paired
    column = play("--dice", answers=["7 3", "b2", "7 4", "b4", "12 1"]).out
    assert column.splitlines()[-3].split() == ["25"]


def test_a_terminal_without_symbols_gets_letters() -> None:
    ran = play("--dice", answers=["12 4", "b2", "7d"], encoding="ascii")
    assert "|  Qs  |" in ran.out
    assert ran.out.isascii()


def test_bad_answers_are_asked_again_with_a_reason_and_change_nothing(home: Path) -> None:
    bad = {
        "b2": "b2 is taken",
        "c3": "c3 is taken",
        "b5": "b5: 7d is already in line 2",
        "f1": "'f1' isn't a square: squares are a1 to e5",
        "b44": "'b44' isn't a square: squares are a1 to e5",
        "": "can't read '': type a square such as b4, or help",
        "anywhere": "can't read 'anywhere': type a square such as b4, or help",
        "c1 c4": "type one square, and if the roll is wild, the card after it",
        "7h": "type one square, and if the roll is wild, the card after it",
        "c1 7h": "the roll is 7d and isn't wild, so it can't be placed as 7h",
    }
    ran = play("--dice", "--record", str(home / "game.json"), answers=["7 3", "b2", "7 3", *bad, "leave"])
    reasons = [line for line in ran.out.splitlines() if line.startswith("Try again: ")]
    assert reasons == [f"Try again: {reason}." for reason in bad.values()]
    assert "You're the only player: type quit to leave the match." in ran.out
    result = record_of(home / "game.json")
    assert (result.state.seats[0].sheet.placed_count, len(result.steps)) == (1, 3)


def test_bad_rolls_are_asked_again() -> None:
    ran = play("--dice", answers=["13 1", "7", "Kh", "hint", "7 3", "b2"])
    assert "Try again: '13 1' is not a roll: the d12 must be 1 to 12 and the d4 1 to 4." in ran.out
    assert "Try again: '7' is not a roll" in ran.out
    assert "Try again: 'kh' can't be rolled, because the dice have no king." in ran.out
    assert "Type hint or sheet after the roll" in ran.out
    assert "│  7♦  │" not in ran.out[: ran.out.index("Square for")]


def first_wild() -> int:
    """The roll, counted from 1, at which the ace of hearts has no square left."""
    return next(number for number, answer in enumerate(answers_to(ACES), start=1) if " " in answer)


def test_a_wild_roll_offers_only_legal_changes_and_refuses_the_others(home: Path) -> None:
    wild = first_wild()
    before, answer = typed(ACES)[: 2 * wild - 1], answers_to(ACES)[wild - 1]
    square = answer.split()[0]
    bad = {
        square: "Ah fits nowhere, so it is wild; change its value or its suit",
        f"{square} ah": "Ah fits nowhere, so it is wild; change its value or its suit",
        f"{square} 7s": "a wild Ah may change its value or its suit, not both, so it can't become 7s",
        f"{square} kh": "a wild Ah can't become a king",
        "a1 as": "a1 is taken",
    }
    ran = play("--dice", "--record", str(home / "game.json"), answers=[*before, *bad, f"{square} as 10♥"])
    screen = ran.out[ran.out.index(f"Roll {wild} of") :]
    assert "A♥ fits nowhere, so it is wild." in screen
    sheet = sheet_after(ACES[: wild - 1])
    squares = " ".join(square_name(number) for number in sheet.empty)
    assert f"A♣ A♦ A♠ 2♥ 3♥ 4♥ 5♥ 6♥ 7♥ 8♥ 9♥ 10♥ J♥ Q♥ on {squares}" in " ".join(screen.split())
    refusals = re.findall(r"Try again: (.*?)\. Square", " ".join(screen.split()))
    assert refusals == list(bad.values())
    assert record_of(home / "game.json").state.seats[0].sheet.grid()[0].count("Th") == 1


def test_a_wild_ace_becomes_the_ace_of_spades() -> None:
    """`as` joins a square and a card, and is a card of its own after it."""
    wild = first_wild()
    square = answers_to(ACES)[wild - 1].split()[0]
    for answer in (f"{square} as", f"{square} as as", f"as {square}", f"change {square} A♠"):
        ran = play("--dice", answers=[*typed(ACES)[: 2 * wild - 1], answer, "1 1"])
        assert "Try again" not in ran.out, answer
        assert "│  A♠  │" in ran.out


def test_a_whole_game_of_typed_dice_with_wild_rolls(home: Path) -> None:
    play("--dice", "--record", str(home / "game.json"), answers=typed(ACES))
    result = record_of(home / "game.json")
    assert result.state.is_finished
    assert result.state.seats[0].sheet == sheet_after(ACES)
    assert set(result.state.seats[0].rolls) == {ACES[0].card}


def test_with_the_option_a_wild_roll_may_become_a_king() -> None:
    wild = first_wild()
    square = answers_to(ACES)[wild - 1].split()[0]
    ran = play(
        "--dice", "--option", "wild_may_be_king=true", answers=[*typed(ACES)[: 2 * wild - 1], f"{square} kh", "1 2"]
    )
    assert "│  K♥  │" in ran.out


@pytest.mark.parametrize(
    "answers", [[], ["7 3"], ["7 3", "b2"], ["7 3", "quit", "y"], ["quit", "yes"], ["7 3", "q"], ["7 3", "quit", "n"]]
)
def test_leaving_early_keeps_the_record_and_no_score(home: Path, answers: list[str]) -> None:
    record = home / f"a {'long ' * 20}name.json"
    ran = play("--dice", "--record", str(record), answers=answers)
    placed = int("b2" in answers)
    assert f"You left after {('0 placements', '1 placement')[placed]}.\n" in ran.out
    command = f"crossfelt king play --dice --resume '{record}'"
    assert ran.out.endswith(f"\nContinue with: {command}\n"), "the command is on one line, ready to copy"
    result = record_of(record)
    assert (result.state.is_finished, result.state.seats[0].sheet.placed_count) == (False, placed)
    assert not scores_path().exists()


def test_quit_is_asked_back_and_help_helps() -> None:
    ran = play("--dice", answers=["help", "quit", "n", "7 3", "help", "sheet", "quit", "no", "b2"])
    assert ran.out.count("Leave the match unfinished? (y or n)") == 2
    assert "d12: 1 is the ace" in ran.out
    assert "place the card in column b, row 4" in ran.out
    assert "after 1 placement." in ran.out


def test_help_tells_what_scores_under_the_rules_of_the_match() -> None:
    plain = " ".join(play("--seed", "1", answers=["help"]).out.split())
    assert "Points: royal flush 500, straight flush 350, four of a kind 250," in plain
    assert "Straight Shooter" not in plain
    arguments = ("--bonus", "--players", "Ann,Ben", "--option", "anarchy_scope=neighbours")
    bonus = " ".join(play(*arguments, "--seed", "1", answers=["help"]).out.split())
    assert "Straight Shooter 1000 6 or more straights" in bonus
    assert "Pool Shark 700 one value on all 6 squares a1 e1 a3 e3 a5 e5" in bonus
    assert "side by side" in bonus
    assert "leave give up your sheet" in bonus


def test_an_interrupted_match_keeps_its_record(home: Path) -> None:
    class Interrupted:
        def readline(self, _most: int = -1) -> str:
            raise KeyboardInterrupt

    path = home / "game.json"
    console = Console(file=io.StringIO())
    rules = MatchRules(load_score_card())
    playing = TerminalMatch(open_match(rules), (Player(1, "Ann"),), SeededChance(7), console, record=str(path))
    with patch.object(sys, "stdin", Interrupted()), pytest.raises(KeyboardInterrupt):
        playing.play()
    assert len(record_of(path).steps) == 1


def test_the_real_program_ends_with_its_input() -> None:
    ran = run_program("king", "play", "--seed", "1", given=b"a1\n")
    assert ran.status == 0
    assert re.fullmatch(r"(Wrote .+, \d+ (kB|bytes)\.\n)?", ran.err)
    assert "after 1 placement." in ran.out


def test_two_people_share_the_dice(home: Path) -> None:
    rolls = game_dice(7, 0)
    first = answers_to(rolls)
    answers = [answer for answer in first for _ in range(2)]
    path = home / "game.json"
    ran = play("--players", "Ann,Ben", "--seed", "7", "--record", str(path), answers=answers)
    result = record_of(path)
    assert result.rules.mode == "communal"
    assert result.state.seats[0].sheet == result.state.seats[1].sheet == sheet_after(rolls)
    total = result.state.finished.scores[0].total
    assert f"Ann and Ben share the win with {total} points." in ran.out
    assert re.search(rf"^total +{total} +{total}$", ran.out, re.MULTILINE)
    assert ran.out.count("First score under these rules (communal, base, dice of seed 7)") == 2
    # Ben sees neither Ann's sheet with the new card nor her square: only his own, and the roll before.
    between = re.findall(r"Ben, roll 2 of .*?Square for", ran.out, re.DOTALL)
    assert len(between) == 1
    assert f"Roll 1: Ann {symbol(rolls[0])} on {first[0]}, Ben {symbol(rolls[0])} on {first[0]}." in between[0]
    assert "Roll 2:" not in between[0]


def symbol(roll: Roll) -> str:
    """The card as it is drawn."""
    return ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q"][roll.value - 1] + "♥♣♦♠"[roll.suit - 1]


def test_two_people_roll_their_own(home: Path) -> None:
    rolls = list(islice(numbered_rolls(3), 48))
    # The first two rolls are Ann's and Ben's; then each rolls again as soon as they have placed.
    ann, ben = [rolls[0], *rolls[2::2]], rolls[1::2]
    assert len(ann) == 24
    pairs = zip_longest(answers_to(ann), answers_to(ben))
    answers = [answer for answer in chain.from_iterable(pairs) if answer is not None]
    path = home / "game.json"
    arguments = ("--players", "Ann, Ben", "--variation", "own", "--seed", "3", "--record", str(path))
    ran = play(*arguments, answers=answers)
    result = record_of(path)
    assert result.rules.mode == "own_dice"
    assert [seat.sheet for seat in result.state.seats] == [sheet_after(ann), sheet_after(ben)]
    scores = result.state.finished.scores
    winner = ("Ann", "Ben")[result.state.finished.winners[0] - 1]
    assert f"{winner} wins with {max(score.total for score in scores)} points." in ran.out


def test_own_real_dice_are_typed_by_name() -> None:
    ran = play("--players", "Ann,Ben", "--variation", "own", "--dice", answers=["7 3", "8 1", "a1", "9 1", "a2"])
    questions = re.findall(r"^.*d12 and d4: .*$", ran.out, re.MULTILINE)
    assert questions == [
        "Ann: roll 1, d12 and d4: 7 3",
        "Ben: roll 1, d12 and d4: 8 1",
        "Ann: roll 2, d12 and d4: 9 1",
        "Ben: roll 2, d12 and d4: ",
    ]


def test_whoever_leaves_hands_the_sheet_to_the_table(home: Path) -> None:
    rolls = game_dice(7, 0)
    first = answers_to(rolls)
    path = home / "game.json"
    answers = [first[0], "leave", "no", "leave", "y", *first[1:]]
    ran = play("--players", "Ann,Ben", "--seed", "7", "--record", str(path), answers=answers)
    result = record_of(path)
    assert "Ben left. The table places their remaining cards." in ran.out
    assert (result.state.is_finished, [seat.absent for seat in result.state.seats]) == (True, [False, True])
    scores = json.loads(scores_path().read_text())["scores"]
    assert [entry["player"] for entry in scores] == ["Ann"]


def test_secret_placements_are_wiped_from_a_shared_screen() -> None:
    """In a terminal the next person is asked to take over an empty screen before the sheet is drawn."""

    class Keyboard(io.StringIO):
        def isatty(self) -> bool:
            return True

    screen = io.StringIO()
    rules = MatchRules(load_score_card(), "communal")
    console = Console(file=screen, force_terminal=True, color_system=None, width=80, legacy_windows=False)
    people = (Player(1, "Ann"), Player(2, "Ben"))
    playing = TerminalMatch(open_match(rules, (1, 2)), people, SeededChance(7), console)
    with patch.object(sys, "stdin", Keyboard("\nb4\n\n")):
        assert not playing.play()
    parts = screen.getvalue().split("\x1b[2J")
    assert len(parts) == 5
    assert "Ann, press Enter when only you can see the screen." in parts[1]
    assert "Ann, roll 1" in parts[2]
    assert re.sub(r"\x1b\[(H|3J)", "", parts[3]).strip() == "Ben, press Enter when only you can see the screen."
    assert "Ben, roll 1" in parts[4]
    assert "b4" in parts[4]  # still open on Ben's sheet


def test_company_plays_by_its_level(home: Path) -> None:
    rolls = game_dice(7, 0)
    path = home / "game.json"
    arguments = ("--against", "greedy", "--against", "random", "--against", "random", "--seed", "7")
    ran = play(*arguments, "--record", str(path), answers=answers_to(rolls))
    assert "Players: You, greedy, random, random 2." in ran.out
    result = record_of(path)
    assert (result.rules.mode, len(result.seats), result.state.is_finished) == ("communal", 4, True)
    again = home / "again.json"
    play(*arguments, "--record", str(again), answers=answers_to(rolls))
    assert again.read_text() == path.read_text()
    own = play(*arguments[:2], "--variation", "own", "--seed", "7", answers=["a1"])
    assert re.search(r"^Roll 1: greedy \S+ on [a-e][1-5]\.$", own.out, re.MULTILINE)
    scores = json.loads(scores_path().read_text())["scores"]
    assert {entry["player"] for entry in scores} == {"You"}


def test_the_best_score_is_kept_for_each_mode_and_options() -> None:
    good, poor = typed(list(game_dice(7, 0))), typed(list(game_dice(8, 0)))
    totals = [score_sheet(load_score_card(), sheet_after(game_dice(seed, 0)), False).total for seed in (7, 8)]
    if totals[0] < totals[1]:
        good, poor, totals = poor, good, totals[::-1]
    assert totals[0] > totals[1]
    assert "First score under these rules (solo, base)." in play("--dice", answers=poor).out
    assert f"New best! Previous best: {totals[1]} (solo, base)." in play("--dice", answers=good).out
    assert f"Your best: {totals[0]} (solo, base)." in play("--dice", answers=poor).out
    assert "First score under these rules (solo, bonus)." in play("--dice", "--bonus", answers=poor).out
    option = ("--option", "anarchy_scope=neighbours")
    assert (
        "First score under these rules (solo, base, anarchy_scope=neighbours)."
        in play("--dice", *option, answers=poor).out
    )
    assert "First score under these rules (solo, base)." in play("--dice", "--players", "Ann", answers=poor).out
    seeded = play("--seed", "7", answers=answers_to(game_dice(7, 0)))
    assert "First score under these rules (solo, base, dice of seed 7)." in seeded.out
    document = json.loads(scores_path().read_text())
    entry = document["scores"][0]
    assert (entry["first"], entry["best"], entry["games"]) == (totals[1], totals[0], 3)
    assert len(document["scores"]) == 5


@pytest.mark.parametrize("content", [b"", b"{}", b"\xff", b"[1]", b'{"format": "crossfelt-king-scores", "version": 2}'])
def test_a_damaged_score_file_is_left_alone(content: bytes) -> None:
    path = scores_path()
    path.parent.mkdir(parents=True)
    path.write_bytes(content)
    ran = run("king", "play", "--seed", "7", given=script(answers_to(game_dice(7, 0))))
    assert ran.status == 0
    assert "Couldn't save this score: " in ran.out
    assert "is damaged (" in ran.out
    assert path.read_bytes() == content
    assert [entry.name for entry in path.parent.iterdir()] == [path.name]


def test_a_score_file_that_cannot_be_written_is_only_mentioned(home: Path) -> None:
    (home / "data").write_text("in the way")
    ran = run("king", "play", "--seed", "7", given=script(answers_to(game_dice(7, 0))))
    assert ran.status == 0
    assert "Couldn't save this score: can't " in ran.out


def test_where_scores_are_kept(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOME", "/somewhere")
    usual = Path("/somewhere/.local/share/crossfelt/king-scores.json")
    assert scores_path({"XDG_DATA_HOME": "/data"}) == Path("/data/crossfelt/king-scores.json")
    assert scores_path({"XDG_DATA_HOME": "data"}) == usual
    assert scores_path({}) == usual

    def homeless() -> Path:
        raise RuntimeError

    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(ScoreFileError, match="no home directory"):
        scores_path({})


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--dice", "--seed", "1"), "--seed and --dice: give only one of them; real dice have no seed"),
        (("--variation", "own"), "--variation: needs several players; name them with --players or --against"),
        (("--variation", "other"), "'other' is not one of 'communal', 'own'"),
        (("--players", "Ann,"), "--players: '' isn't a valid name: use 1 to 12 characters"),
        (("--players", "Ann,ann"), "--players: two players have the same name"),
        (("--players", "A,B,C,D,E,F,G,H,I"), "9 players are too many for one terminal: the most is 8"),
        (("--against", "god"), "--against: there is no bot 'god': choose from random, greedy, novice"),
        (("--seed", "-1"), "--seed: must be a whole number from 0"),
        (("--record", "-"), "--record: needs the name of a file, not -"),
        (("--record", "no/such/x.json"), "--record: 'no/such/x.json' is not a file in an existing directory"),
        (("--record", "x" * 5000), "cannot be the name of a file"),
        (("--record", "nul\0"), "cannot be the name of a file"),
        (("--option", "wild_may_be_king=2"), "must be true or false, not '2'"),
    ],
)
def test_refusals(arguments: tuple[str, ...], reason: str) -> None:
    assert reason in run("king", "play", *arguments).refusal
