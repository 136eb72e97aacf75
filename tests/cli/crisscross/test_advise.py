"""`crossfelt advise` as other programs rely on it, and as people see it."""

from __future__ import annotations

import pytest

from tests.support.cli.cases import figures
from tests.support.cli.program import run, run_program

HOLE = ("--hole", "Ah Kd")
ACROSS = ("--across", "2c 9d")
DOWN = ("--down", "Th 4s")


@pytest.mark.parametrize(
    ("arguments", "decision", "deals"),
    [
        (HOLE, "across", 63562800),
        ((*HOLE, *ACROSS, "--bets", "1"), "down", 51888),
        ((*HOLE, *ACROSS, *DOWN, "--bets", "1,3"), "middle", 46),
    ],
)
def test_the_keys_of_the_contract(arguments: tuple[str, ...], decision: str, deals: int) -> None:
    result = run("advise", "--rules", "maryland", *arguments, "--json").document
    assert (result["rules"], result["decision"], result["best"]) == ("maryland", decision, "1x")
    assert list(result["ev"]) == list(result["cost"]) == ["fold", "1x", "2x", "3x"]
    assert result["denominator"] == deals
    for action, numerator in result["numerators"].items():
        assert result["ev"][action] == numerator / deals
        assert result["cost"][action] == (result["numerators"]["1x"] - numerator) / deals
    assert result["cost"]["1x"] == 0
    assert result["ev"]["fold"] == {"across": -2, "down": -3, "middle": -6}[decision]
    assert len(result["explained"]) == 3
    for line in result["chances"].values():
        assert line["pays"] + line["pushes"] + line["loses"] == pytest.approx(1)
        assert sum(line["hands"].values()) == pytest.approx(1)


def test_the_first_decision_is_what_solve_says() -> None:
    hands = run("solve", "--json").document["starting_hands"]
    for hole, name in (("Ah Kd", "AKo"), ("Jc Qc", "QJs"), ("2h 2s", "22"), ("4d 5s", "54o")):
        result = run("advise", "--hole", hole, "--json").document
        assert (result["best"], result["ev"]) == (hands[name]["best"], hands[name]["ev"])


def test_the_middle_cards_are_named() -> None:
    result = run("advise", *HOLE, *ACROSS, *DOWN, "--bets", "1,3", "--json").document
    cards = result["middle_cards"]
    assert list(cards) == ["across", "down", "higher"]
    assert {len(made) for made in cards.values()} == {46}
    assert cards["across"]["As"] == {"hand": "pair_jacks_or_better", "bet": "pays"}
    assert cards["down"]["Td"] == {"hand": "pair_6s_to_10s", "bet": "pushes"}
    assert cards["higher"]["3c"] == {"hand": "high_card", "bet": "loses"}


def test_odds_and_options_matter() -> None:
    plain = run("advise", *HOLE, "--json").document
    generous = run("advise", *HOLE, "--pay", "pair_jacks_or_better=5", "--json").document
    assert generous["best"] == "3x" and generous["ev"]["1x"] > plain["ev"]["1x"]
    wheel = ("--hole", "Ah 2d", "--across", "3c 4s", "--down", "9h 9c", "--bets", "1,1")
    with_it = run("advise", *wheel, "--json").document
    without = run("advise", *wheel, "--option", "ace_low_straight=false", "--json").document
    assert "straight" in with_it["chances"]["across"]["hands"]
    assert "straight" not in without["chances"]["across"]["hands"]
    assert list(plain["ev"]) == ["fold", "1x", "2x", "3x"]


@pytest.mark.parametrize("bets", ["1,3", "1 3", "1x, 3x", " 1 , 3X "])
def test_bets_as_people_type_them(bets: str) -> None:
    typed = run("advise", *HOLE, *ACROSS, *DOWN, "--bets", bets, "--json").document
    assert typed["ev"] == run("advise", *HOLE, *ACROSS, *DOWN, "--bets", "1,3", "--json").document["ev"]


def test_people_see_the_actions_and_the_reason() -> None:
    shown = run("advise", *HOLE, *ACROSS, "--bets", "1").body
    lines = [line.rstrip() for line in shown.splitlines()]
    assert lines[0] == "Down decision: 1x"
    assert lines[1].split() == ["action", "expected", "net", "(antes)", "loss"]
    assert [lines[row].split()[0] for row in (3, 4, 5, 6)] == ["fold", "1x", "2x", "3x"]
    assert lines[4].split() == ["1x", "-1.045791", "-", "best"]
    assert "Across: of 48 middle cards 6 pay: three aces, three kings" in shown
    assert "Down: pays 36.85%" in shown


def test_equal_actions_are_told_apart_in_words() -> None:
    """A Middle bet that neither wins nor loses on average: every multiple is as good, the smallest is taken."""
    flat = [f"--pay={hand}=0" for hand in run("solve", "--json").document["pay"]]
    cards = ("--hole", "Ah Ad", "--across", "As 2c", "--down", "3d 3h", "--bets", "1,1")
    shown = run("advise", *cards, *flat).body
    assert shown.startswith("Middle decision: 1x\n")
    assert shown.count("tied") == 2


@pytest.mark.parametrize("hole", ["ah kd", "AhKd", "Ah,Kd", "A♥ K♦", "AH, kD", "A♡K♢"])
def test_cards_are_read_as_people_type_them(hole: str) -> None:
    expected = figures(run("advise", "--rules", "maryland", *HOLE, "--json").document)
    assert figures(run("advise", "--hole", hole, "--json").document) == expected


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((), "--hole"),
        (("--hole", "Ah Kx"), "hole: 'Kx' is not a card"),
        (("--hole", "Ah"), "hole: must be two cards, not 1"),
        (("--hole", ""), "hole: must be two cards, not 0"),
        (("--hole", "Ah Kd 2c"), "hole: must be two cards, not 3"),
        (("--hole", "Ah Ah"), "the card Ah appears twice"),
        ((*HOLE, "--across", "Kd 2c", "--bets", "1"), "the card Kd appears twice"),
        ((*HOLE, "--across", "2c", "--bets", "1"), "across: must be two cards, not 1"),
        (
            (*HOLE, *ACROSS),
            "--bets: the across cards are face up, so give the bet on across: 1, 2 or 3 antes, such as --bets 1",
        ),
        ((*HOLE, *ACROSS, "--bets", ""), "give the bet on across: 1, 2 or 3 antes, such as --bets 1"),
        (
            (*HOLE, *ACROSS, *DOWN),
            "--bets: the across and down cards are face up, so give the bets on across and down: "
            "1, 2 or 3 antes each, such as --bets 1,1",
        ),
        ((*HOLE, *ACROSS, "--bets", "1,3"), "bets: this decision needs one bet, across, not 2"),
        (
            (*HOLE, *ACROSS, *DOWN, "--bets", "1"),
            "give the bets on across and down: 1, 2 or 3",
        ),
        ((*HOLE, "--bets", "1"), "bets: this decision needs no bet, not 1"),
        ((*HOLE, *DOWN, "--bets", "1"), "down: turn the across cards first"),
        ((*HOLE, *ACROSS, "--bets", "4"), "bets: 4 is not one of 1, 2, 3 antes"),
        ((*HOLE, *ACROSS, "--bets", "one"), "write the bets so far in antes"),
        ((*HOLE, *ACROSS, "--bets", "1.0"), "write the bets so far in antes"),
        ((*HOLE, *ACROSS, "--bets", "9" * 5000), "write the bets so far in antes"),
        (("--hole", "Xx", "--across", "Yy", "--bets", "z"), "hole: 'Xx' is not a card"),
        ((*HOLE, "--pay", "flush=1.5"), "whole odds"),
        ((*HOLE, "--rules", "nowhere"), "no rule book"),
    ],
)
@pytest.mark.parametrize("form", [("--json",), ()])
def test_mistakes_are_one_line(arguments: tuple[str, ...], message: str, form: tuple[str, ...]) -> None:
    assert message in run("advise", *arguments, *form).refusal


def test_all_unreadable_parts_are_named_together() -> None:
    reason = run("advise", "--hole", "Xx", "--across", "Yy", "--bets", "z").refusal
    assert all(part in reason for part in ("hole: 'Xx'", "; across: 'Yy'", "; bets: "))


def test_the_real_program_answers() -> None:
    ran = run_program("advise", *HOLE, "--json")
    assert ran.err == ""
    assert ran.document["best"] == "1x"
