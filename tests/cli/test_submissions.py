"""`crossfelt rules new-submission` and `check`: a valid file, and every fault of a bad one at once."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from crossfelt.crisscross.resolve import load_rule_book, rule_book_ids
from crossfelt.crisscross.submission import new_submission
from tests.cli.program import run

EXAMPLE = new_submission("maryland")


def checked(text: str) -> dict[str, Any]:
    """The document of `rules check --json`, whose exit status must say the same."""
    ran = run("rules", "check", "-", "--json", given=text)
    document: dict[str, Any] = json.loads(ran.out)
    assert ran.status == (0 if document["valid"] else 2)
    assert document["valid"] == (document["hash"] is not None) == (document["faults"] == [])
    assert set(document) >= {"valid", "rules", "hash", "faults"}
    assert all(set(fault) == {"where", "clause", "says"} for fault in document["faults"])
    return document


def faults(text: str) -> list[tuple[str, str]]:
    return [(fault["where"], fault["clause"]) for fault in checked(text)["faults"]]


@pytest.mark.parametrize("rules", rule_book_ids())
def test_a_new_submission_is_valid(rules: str, tmp_path: Path) -> None:
    text = run("rules", "new-submission", rules).out
    assert text == new_submission(rules)
    document = checked(text)
    assert document["valid"] is True
    assert document["rules"] == rules
    file = tmp_path / "house.toml"
    file.write_text(text)
    shown = run("rules", "check", str(file))
    assert shown.status == 0
    assert f"hash {document['hash']}" in shown.out
    assert run("rules", "show", str(file), "--json").document["hash"] == document["hash"]


def test_there_is_no_new_submission_of_what_is_no_rule_book() -> None:
    for name in ("king-cross", "nevada", "", "../maryland"):
        assert "choose from cardroom, maryland, massachusetts" in run("rules", "new-submission", name).refusal


def test_the_facility_is_outside_the_hash() -> None:
    named = checked(EXAMPLE.replace('facility = ""', 'facility = "Harbour House"'))
    assert named["facility"] == "Harbour House"
    assert named["hash"] == checked(EXAMPLE)["hash"]
    for wrong in ("7", '"two\\nlines"', f'"{"x" * 101}"'):
        assert faults(EXAMPLE.replace('facility = ""', f"facility = {wrong}")) == [("facility", "")]


LIMITS = 'rules = "{}"\n[choices]\naggregate_limit_cents = {}\nante_minimum_cents = {}\n'


def test_the_two_limits_point_in_opposite_directions() -> None:
    """Maryland 12.B says at most, Massachusetts 11(d) at least; both mean $50,000 or what the smallest ante can win."""
    most = 2_000 * 3_302
    for cents, allowed in ((4_999_999, True), (most, True), (most + 1, False)):
        document = checked(LIMITS.format("maryland", cents, 2_000))
        assert document["valid"] is allowed
        if not allowed:
            (fault,) = document["faults"]
            assert (fault["where"], fault["clause"]) == ("choices.aggregate_limit_cents", "12.B, reading R11")
            assert "at most 6604000 ($66,040)" in fault["says"]
    for cents, allowed in ((0, True), (most, True), (most - 1, False)):
        document = checked(LIMITS.format("massachusetts", cents, 2_000))
        assert document["valid"] is allowed
        if not allowed:
            (fault,) = document["faults"]
            assert (fault["where"], fault["clause"]) == ("choices.aggregate_limit_cents", "11(d), reading R11")
            assert "at least 6604000 ($66,040)" in fault["says"]
    assert faults('rules = "cardroom"\n[choices]\naggregate_limit_cents = 1') == [
        ("choices.aggregate_limit_cents", "Pay Tables/Max Payout Aggregate")
    ]


EVERYTHING = """
rules = "maryland"
facility = 7
[pay_tables.main]
royal_flush = 1000
[choices]
ace_low_straight = "yes"
ante_minimum_cents = 200000
aggregate_limit_cents = 70000000000
five_card_bonus_minimum_cents = 2501
dealing_method = "hand"
shuffler = "none"
limit_covers = ["across", "bonus_spin"]
six_card_bonus_offered = true
ante_down_minimum_cents = 5
five_card_bonus_needs = []
flush_odds = 9
ante_minimun_cents = 4
abandoned = 2024-01-01
[choices.bonus_spin]
wheel = "b"
community = "c"
rate_ppm = 1000001
initial_cents = 99999
reset_cents = 99998
prize_cents = 1
sizes_cents = [100, 1000]
[choices.bonus_spin.weights]
jackpot = 0
"500" = -1
"250" = 1.5
"120" = %s
"60" = 5
"50" = 5
"30" = 6
"20" = 6
"18" = 8
"13" = 10
"12" = 10
bonus = 3
[choices.xtreme]
wheel_1 = "a"
wheel_3 = "b"
community_2 = "d"
event = "full_moon"
rate_ppm = -1
meters.a.reset_cents = 99999
meters.z.reset_cents = 99999
colour = "red"
""" % ("9" * 5_000)


def test_every_fault_comes_at_once_with_its_place_and_its_clause() -> None:
    assert faults(EVERYTHING) == [
        ("facility", ""),
        ("pay_tables", "12.A, 12.C"),
        ("choices.ace_low_straight", "6.C(6), reading R1"),
        ("choices.limit_covers", "12.B, reading R10"),
        ("choices.limit_covers", "12.B, reading R10"),
        ("choices.six_card_bonus_offered", "7.E(2)"),
        ("choices.ante_down_minimum_cents", "7.E(1)"),
        ("choices.five_card_bonus_needs", "reading R23"),
        ("choices.flush_odds", "12.A, 12.C"),
        ("choices.ante_minimun_cents", "7.E(1), reading R13"),
        ("choices.abandoned", "7.B(3), reading R15"),
        ("choices.bonus_spin.community", "12.D(8)(b), reading P4"),
        ("choices.bonus_spin.rate_ppm", "12.D(6)(a)"),
        ("choices.bonus_spin.initial_cents", "12.D(6)(b)(ii)"),
        ("choices.bonus_spin.reset_cents", "12.D(6)(b)(ii)"),
        ("choices.bonus_spin.prize_cents", "12.D(2)(a), reading P3"),
        *((f"choices.bonus_spin.weights.{symbol}", "reading P1") for symbol in ("jackpot", "500", "250", "120", "10")),
        ("choices.bonus_spin.weights", "reading P1"),
        ("choices.bonus_spin.sizes_cents", "12.D(9), 12.D(10)"),
        ("choices.xtreme.community_2", "12.E(13)(b), reading P6"),
        ("choices.xtreme.event", "7.E(2)(c), reading P5"),
        ("choices.xtreme.rate_ppm", "12.E(11)(a)"),
        ("choices.xtreme.meters.z", "7.E(2)(c), reading P6"),
        ("choices.xtreme.meters.a.reset_cents", "12.E(11)(b)(i)"),
        ("choices.xtreme.wheel_3", "7.E(2)(c)"),
        ("choices.xtreme.colour", "7.E(2)(c), reading P6"),
        ("choices.ante_minimum_cents", "7.E(1), reading R13"),
        ("choices.five_card_bonus_minimum_cents", "7.E(2)(a), reading R13"),
        ("choices.dealing_method", "9.A(1)"),
        ("choices.aggregate_limit_cents", "12.B, reading R11"),
    ]


def test_faults_say_what_is_allowed() -> None:
    said = {fault["where"]: fault["says"] for fault in checked(EVERYTHING)["faults"]}
    for where, part in {
        "choices.bonus_spin.rate_ppm": "from 0 to 1000000, not 1000001",
        "choices.bonus_spin.initial_cents": "at least 100000 cents ($1,000) for wheel b",
        "choices.bonus_spin.weights.jackpot": "from 1 to 1000000, not 0",
        "choices.bonus_spin.weights.500": "from 1 to 1000000, not -1",
        "choices.bonus_spin.weights.250": "whole number, not 1.5",
        "choices.bonus_spin.weights.120": "not a number of more than 20 digits",
        "choices.bonus_spin.weights.10": "is missing: must be from 1 to 1000000",
        "choices.bonus_spin.weights": "the wheel has no symbol 'bonus'",
        "choices.bonus_spin.sizes_cents": "wagers are $1 or $5",
        "choices.xtreme.wheel_3": "wagers are $1, $2 or $5",
        "choices.xtreme.meters.a.reset_cents": "at least 100000 cents ($1,000) for wheel a",
        "choices.ante_minimum_cents": "above the maximum of 10000 ($100)",
        "choices.ante_minimun_cents": "perhaps ante_minimum_cents is meant",
    }.items():
        assert part in said[where]


def test_the_same_faults_come_wherever_rules_are_taken(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(EVERYTHING)
    wanted = [
        (f"{fault['where']}: " if fault["where"] else "")
        + fault["says"]
        + (f" ({fault['clause']})" * bool(fault["clause"]))
        for fault in checked(EVERYTHING)["faults"]
    ]
    assert run("rules", "show", str(file)).refusal == "; ".join(wanted)
    assert run("solve", "--rules", str(file)).refusal == "; ".join(wanted)


def test_what_rests_on_a_bad_choice_is_not_held_against_others() -> None:
    only = [("choices.shuffler", "5.A")]
    assert faults('rules = "maryland"\n[choices]\ndealing_method = "hand"\nshuffler = "magic"') == only
    low = 'rules = "maryland"\n[choices]\nante_maximum_cents = 100\nante_minimum_cents = '
    assert faults(low + "-1") == [("choices.ante_minimum_cents", "7.E(1), reading R13")]
    limit = 'rules = "massachusetts"\n[choices]\naggregate_limit_cents = 6000000\nante_minimum_cents = 2000\n'
    assert faults(limit) == [("choices.aggregate_limit_cents", "11(d), reading R11")]
    assert faults(limit + "bet_multiples = [4]") == [("choices.bet_multiples", "10(b), reading R2")]


def test_what_does_not_need_the_wheel_is_judged_without_it() -> None:
    text = """
    rules = "maryland"
    [choices.bonus_spin]
    wheel = "e"
    rate_ppm = 1000001
    weights = { jackpot = 0, "500&100" = 0, "9" = 1.5 }
    [choices.xtreme]
    wheel_1 = "j"
    rate_ppm = 0
    meters.a.reset_cents = 1
    weights.b.jackpot = 0
    """
    found = faults(text)
    assert found[:4] == [
        ("choices.bonus_spin.wheel", "7.E(2)(b), reading P3"),
        ("choices.bonus_spin.rate_ppm", "12.D(6)(a)"),
        ("choices.bonus_spin.weights.jackpot", "reading P1"),
        ("choices.bonus_spin.weights.9", "reading P1"),
    ]
    assert ("choices.xtreme.wheel_1", "7.E(2)(c), reading P6") in found
    assert ("choices.xtreme.meters.a.reset_cents", "12.E(11)(b)(i)") in found
    assert ("choices.xtreme.weights.b.jackpot", "reading P1") in found


@pytest.mark.parametrize(
    ("rules", "choice", "clause"),
    [
        ("massachusetts", "[choices.bonus_spin]\nwheel = 'b'", "6(e)"),
        ("massachusetts", "[choices.xtreme]\nwheel_1 = 'a'", "6(e)"),
        ("massachusetts", "[choices]\nsix_card_bonus_offered = true", "6(e)"),
        ("massachusetts", "[choices]\nace_low_straight = false", "5(a)"),
        ("massachusetts", "[choices]\nequal_antes = false", "6(d)"),
        ("massachusetts", "[choices]\nroyal_flush = 1000", "11(a), 11(b), 11(c)"),
        ("cardroom", "[choices.bonus_spin]\nwheel = 'b'", "Game and Bonus wagers/2, Game and Bonus wagers/3"),
        ("cardroom", "[choices]\nsix_card_bonus_minimum_cents = 100", "Game and Bonus wagers/3, reading R6"),
        ("cardroom", "[choices]\nseat_count = 7", "reading R14"),
        ("maryland", "[choices]\nbonus_spin_wheel = 'a'", "7.E(2)"),
        ("maryland", "[choices]\ndecks = 2", "3.A"),
    ],
)
def test_what_the_text_does_not_leave_open_names_the_clause_that_fixes_it(rules: str, choice: str, clause: str) -> None:
    (fault,) = checked(f'rules = "{rules}"\n{choice}')["faults"]
    assert fault["clause"] == clause
    assert fault["says"].startswith(f"{rules} has no choice")


def test_what_is_no_submission_gets_the_plain_refusal(tmp_path: Path) -> None:
    for given, reason in {b"\xff": "not UTF-8", b"rules = ": "not TOML", b"a = 2024-02-30": "not TOML"}.items():
        for arguments in ((), ("--json",)):
            ran = run("rules", "check", "-", *arguments, given=given)
            assert reason in ran.refusal
            assert ran.out == ""
    assert "No such file" in run("rules", "check", str(tmp_path / "none.toml"), "--json").refusal
    assert "Is a directory" in run("rules", "check", str(tmp_path)).refusal


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("", [("rules", "")]),
        ("rules = 5\nfacility = 5", [("rules", ""), ("facility", "")]),
        ('rules = "nevada"\n[choices]\nx = 1', [("rules", "")]),
        ('rules = "king-cross"', [("rules", "")]),
        ('rules = "cardroom"\nchoices = 5\nhouse = 1', [("choices", ""), ("house", "")]),
    ],
)
def test_a_submission_about_nothing_is_invalid_too(text: str, found: list[tuple[str, str]]) -> None:
    assert faults(text) == found


def test_people_see_each_fault_on_lines_of_its_own() -> None:
    ran = run("rules", "check", "-", given='rules = "cardroom"\n[choices]\nante_minimum_cents = 100\nx = 1')
    assert ran.status == 2
    assert ran.err == "error: the submission is not valid: it has 2 faults\n"
    assert "choices.ante_minimum_cents  (Game and Bonus wagers/1, reading R13)" in ran.out
    assert "    must be from 200 to 1000, not 100" in ran.out


def test_a_bad_submission_changes_nothing() -> None:
    before = load_rule_book("maryland")
    checked(EVERYTHING)
    assert load_rule_book("maryland") is before


CASE = {
    "community": {"across": ["2c", "9d"], "down": ["Th", "4s"], "middle": "Kd"},
    "seats": [
        {
            "seat": 1,
            "hole": ["Ah", "Kc"],
            "wagers": {
                "ante_across": 500,
                "ante_down": 500,
                "across": 1500,
                "down": 500,
                "middle": 1500,
                "five_card_bonus": 500,
                "bonus_spin": 500,
                "bonus_spin_xtreme": 200,
            },
        }
    ],
}


@pytest.mark.parametrize(
    ("arguments", "given"),
    [
        (("settle", "-", "--rules", "FILE", "--json"), json.dumps(CASE)),
        (("solve", "--rules", "FILE", "--json"), ""),
        (("advise", "--rules", "FILE", "--hole", "AhKd", "--json"), ""),
        (("session", "--rules", "FILE", "--rounds", "100", "--json"), ""),
        (("cap", "--rules", "FILE", "--ante", "5", "--json"), ""),
        (("protect", "--rules", "FILE", "--samples", "2", "--json"), ""),
        (("sensitivity", "--rules", "FILE", "--json"), ""),
        (("strategy", "--rules", "FILE", "--lines", "3", "--json"), ""),
        (("par", "FILE", "--samples", "2", "--json"), ""),
        (("rules", "show", "FILE", "--json"), ""),
        (("rules", "clauses", "FILE", "--json"), ""),
        (("rules", "readings", "FILE", "--json"), ""),
        (("rules", "procedure", "FILE", "--json"), ""),
    ],
    ids=lambda value: " ".join(value[:2]) if isinstance(value, tuple) else "",
)
def test_a_valid_submission_is_taken_wherever_rules_are(arguments: tuple[str, ...], given: str, tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(EXAMPLE)
    document = run(*(str(file) if word == "FILE" else word for word in arguments), given=given).document
    assert document.get("rules", document.get("id")) == "maryland"


def test_deal_takes_a_submission(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(EXAMPLE)
    ran = run("deal", "--rules", str(file), "--seed", "4", "--rounds", "1", given="?\n")
    assert "Bonus Spin Xtreme" in ran.out


def test_show_tells_people_of_wheels_weights_lists_and_meters() -> None:
    shown = " ".join(run("rules", "show", "-", given=EXAMPLE).out.split())
    for part in (
        "Bonus Spin Xtreme before the $1 or $2 or",
        "spins wheel b (7.E(2)(b))",
        "bonus_spin 20% $1,000 $1,000 12.D(7)",
        "Wheel b, example weights: nobody's real wheel (reading P1):",
        "$250 $250 3 4.167% 12.D(2)(c)",
        "$500 and $100 $20 $100 12.D(9)(a)(i), 12.D(10)(a)(i)",
        "Set off by two pair or better on the cross (7.E(2)(c))",
        "xtreme_d 15% $5,000 $1,000 12.E(12)",
        "Community lists, by position, example weights:",
        "8 20 $5 $10 $25",
        "bonus_spin = offered",
    ):
        assert part in shown
    prize = 'rules = "maryland"\n[choices.bonus_spin]\nwheel = "a"\nprize_name = "A car"\nprize_cents = 3000000'
    shown = " ".join(run("rules", "show", "-", given=prize).out.split())
    assert "Its jackpot, Jackpot, is A car, worth $30,000." in shown
    assert "xtreme = not offered (a table of a rules submission; 7.E(2)(c), P6)" in shown


def test_the_par_sheet_of_a_submission_with_tables_names_its_file(tmp_path: Path) -> None:
    file = tmp_path / "house.toml"
    file.write_text(EXAMPLE)
    document = run("par", str(file), "--samples", "2", "--json").document
    assert document["reproduce"] == f"crossfelt par {file} --samples 2 --json"


def test_the_document_of_a_submission_is_written(tmp_path: Path) -> None:
    out = tmp_path / "submission.pdf"
    ran = run("rules", "submission", "-", "--out", str(out), given=EXAMPLE)
    assert (ran.status, ran.out) == (0, "")
    assert "submission.pdf" in ran.err
    assert out.read_bytes().startswith(b"%PDF-")


def test_no_document_of_a_bad_submission(tmp_path: Path) -> None:
    out = tmp_path / "submission.pdf"
    out.write_bytes(b"kept")
    assert "12.D(6)(a)" in run("rules", "submission", "-", "--out", str(out), given=EVERYTHING).refusal
    assert out.read_bytes() == b"kept"
    assert "must end in .pdf" in run("rules", "submission", "-", "--out", "x.html", given=EXAMPLE).refusal
    assert "--out" in run("rules", "submission", "-", given=EXAMPLE).refusal
