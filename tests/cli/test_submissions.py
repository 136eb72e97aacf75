"""`crossfelt rules new-submission` and `check`: a valid file, and every fault of a bad one at once."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from crossfelt.crisscross.resolve import load_rule_book, rule_book_ids
from crossfelt.crisscross.submission import new_submission
from tests.support.cli.program import run
from tests.support.progressive_choices import choices_toml, spin_choices

EXAMPLE = new_submission("maryland")


def checked(text: str) -> dict[str, Any]:
    """The document of `rules check --json`, whose exit status must say the same."""
    ran = run("rules", "check", "-", "--json", given=text)
    document: dict[str, Any] = json.loads(ran.out)
    assert ran.status == (0 if document["valid"] else 2)
    assert document["valid"] == (document["hash"] is not None) == (document["faults"] == [])
    assert set(document) >= {"valid", "rules", "hash", "faults", "warnings"}
    for entry in (*document["faults"], *document["warnings"]):
        assert set(entry) == {"where", "line", "clause", "says"}
    assert document["valid"] or not document["warnings"]
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


SHIPPED = {
    item.name: item.read_text(encoding="utf-8")
    for item in files("crossfelt.examples").iterdir()
    if item.name.endswith(".toml") and item.name != "sweep.toml"
}
FAULTY = {"overreach.toml", "unlawful.toml"}
"""Examples of what is not allowed."""


def test_every_example_is_checked() -> None:
    assert set(SHIPPED) == {"harbour.toml", "overreach.toml", "unlawful.toml", "wheels.toml"}
    for name, text in SHIPPED.items():
        assert checked(text)["valid"] is (name not in FAULTY)


@pytest.mark.parametrize("rules", rule_book_ids())
def test_a_new_submission_gives_no_warning(rules: str) -> None:
    """With our example weights each wager can win, and none returns more than it costs."""
    assert checked(new_submission(rules))["warnings"] == []


def test_a_wager_that_cannot_win_is_a_warning() -> None:
    text = EXAMPLE
    for symbol, weight in {"500&100": 1, "200&50": 2, "25&15": 6}.items():
        assert f'"{symbol}" = {weight} ' in text
        text = text.replace(f'"{symbol}" = {weight} ', f'"{symbol}" = 0 ')
    document = checked(text)
    (warning,) = document["warnings"]
    assert (warning["where"], warning["clause"]) == ("choices.bonus_spin.weights", "12.D(9), reading P4")
    assert text.splitlines()[warning["line"] - 1] == "[choices.bonus_spin.weights]"
    assert warning["says"].startswith("a $1 Bonus Spin wager can't win")
    shown = run("rules", "check", "-", given=text)
    assert (shown.status, shown.err) == (0, "")
    assert f"Warnings\nline {warning['line']}: choices.bonus_spin.weights  (12.D(9), reading P4)\n" in shown.out
    assert f"hash {document['hash']}" in shown.out


def test_a_wager_that_returns_more_than_it_costs_is_a_warning() -> None:
    document = checked(SHIPPED["wheels.toml"])
    lines = SHIPPED["wheels.toml"].splitlines()
    assert [(entry["where"], entry["clause"]) for entry in document["warnings"]] == [
        (f"choices.xtreme.wheel_{size}", "12.E, reading P5") for size in (1, 2, 5)
    ]
    for size, entry in zip((1, 2, 5), document["warnings"], strict=True):
        assert lines[entry["line"] - 1].startswith(f"wheel_{size} = ")
    assert "595.16% of it with 1 seat wagering (exactly 5156013/866320), " in document["warnings"][0]["says"]


def test_a_return_that_no_other_seat_changes_is_stated_once() -> None:
    """Without a symbol of two amounts, the spins of others pay nothing."""
    table = 'wheel = "a"\ncommunity = "a"\nprize_cents = 100000\n'
    symbols = ("jackpot", 500, 200, 120, 70, 60, 35, 25, 18, 12, 11, 10)
    weights = "".join(f"'{symbol}' = 1\n" for symbol in symbols)
    document = checked(f'rules = "maryland"\n[choices.bonus_spin]\n{table}[choices.bonus_spin.weights]\n{weights}')
    assert document["warnings"][1]["says"].endswith("costs in the long run: 202.06% of it, exactly 687/340")


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
meters.c.reset_cents = 1
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
        *((f"choices.bonus_spin.weights.{symbol}", "reading P1") for symbol in ("jackpot", "500", "250", "120")),
        ("choices.bonus_spin.weights.10", "12.D(2)(l)"),
        ("choices.bonus_spin.weights", "reading P1"),
        ("choices.bonus_spin.sizes_cents", "12.D(9), 12.D(10)"),
        ("choices.xtreme.community_2", "12.E(13)(b), reading P6"),
        ("choices.xtreme.event", "7.E(2)(c), reading P5"),
        ("choices.xtreme.rate_ppm", "12.E(11)(a)"),
        ("choices.xtreme.meters.c", "7.E(2)(c), reading P6"),
        ("choices.xtreme.meters.z", "7.E(2)(c), reading P6"),
        ("choices.xtreme.meters.a.initial_cents", "12.E(11)(b)(i)"),
        ("choices.xtreme.meters.a.reset_cents", "12.E(11)(b)(i)"),
        ("choices.xtreme.meters.c.initial_cents", "12.E(11)(b)(i)"),
        ("choices.xtreme.meters.c.reset_cents", "12.E(11)(b)(i)"),
        ("choices.xtreme.wheel_3", "7.E(2)(c)"),
        ("choices.xtreme.colour", "7.E(2)(c), reading P6"),
        ("choices.ante_minimum_cents", "7.E(1), reading R13"),
        ("choices.five_card_bonus_minimum_cents", "7.E(2)(a), reading R13"),
        ("choices.dealing_method", "9.A(1)"),
        ("choices.aggregate_limit_cents", "12.B, reading R11"),
    ]


def test_every_fault_has_its_line() -> None:
    """The line of its key, or of the table in which a key is missing."""
    text = EVERYTHING.replace('"', "").splitlines()
    for fault in checked(EVERYTHING)["faults"]:
        path = fault["where"].split(".")
        if "is missing" in fault["says"]:
            path.pop()
        line = text[fault["line"] - 1]
        starts = [".".join(path[start:]) for start in range(len(path))]
        assert line.startswith((f"[{'.'.join(path)}", *starts)), fault
    lines = [fault["line"] for fault in checked(EVERYTHING)["faults"]]
    assert len(set(lines)) > 30


def test_a_fault_of_two_choices_has_the_line_of_the_one_that_is_in_the_file() -> None:
    (fault,) = checked('rules = "maryland"\n[choices]\n\nante_maximum_cents = 100')["faults"]
    assert (fault["where"], fault["line"]) == ("choices.ante_minimum_cents", 4)
    (fault,) = checked("# rules\n")["faults"]
    assert (fault["where"], fault["line"]) == ("rules", None)
    inline = 'rules = "maryland"\nchoices = { bonus_spin = { wheel = "b", community = "a", rate_ppm = 0,'
    inline += " initial_cents = 100000, reset_cents = 5, weights = { jackpot = 0 } } }"
    assert {fault["line"] for fault in checked(inline)["faults"]} == {2}


def test_an_unknown_key_comes_with_the_keys_that_are_allowed_there() -> None:
    text = """rules = "maryland"
    version = 1
    [choices]
    ante_minimun_cents = 4
    colour = "red"
    [choices.bonus_spin]
    wheel = "b"
    color = 1
    [choices.xtreme]
    wheel_1 = "a"
    colour = 1
    meters.a.colour = 1
    """
    said = {fault["where"]: fault["says"] for fault in checked(text)["faults"]}
    for where, allowed in {
        "version": ("rules", "facility", "choices"),
        "choices.ante_minimun_cents": ("did you mean ante_minimum_cents?", "ace_low_straight", "xtreme"),
        "choices.colour": ("ace_low_straight", "ante_minimum_cents", "bonus_spin", "xtreme"),
        "choices.bonus_spin.color": ("community", "rate_ppm", "initial_cents", "reset_cents", "weights"),
        "choices.xtreme.colour": ("wheel_5", "community_1", "event", "meters", "community_weights"),
        "choices.xtreme.meters.a.colour": ("initial_cents", "reset_cents"),
    }.items():
        assert all(key in said[where] for key in allowed)
    assert "prize_cents" not in said["choices.bonus_spin.color"]
    without_wheel = text.replace('wheel = "b"', 'wheel = "z"')
    said = {fault["where"]: fault["says"] for fault in checked(without_wheel)["faults"]}
    assert "prize_cents" in said["choices.bonus_spin.color"] and "rate_ppm" in said["choices.bonus_spin.color"]


def test_faults_say_what_is_allowed() -> None:
    said = {fault["where"]: fault["says"] for fault in checked(EVERYTHING)["faults"]}
    for where, part in {
        "choices.bonus_spin.rate_ppm": "from 0 to 1000000, not 1000001",
        "choices.bonus_spin.initial_cents": "at least 100000 cents ($1,000) for wheel b",
        "choices.bonus_spin.weights.jackpot": "from 1 to 1000000, not 0",
        "choices.bonus_spin.weights.500": "from 1 to 1000000, not -1",
        "choices.bonus_spin.weights.250": "whole number, not 1.5",
        "choices.bonus_spin.weights.120": "not a number of more than 20 digits",
        "choices.bonus_spin.weights.10": "is missing; must be at least 1",
        "choices.bonus_spin.weights": "the wheel has no symbol 'bonus'",
        "choices.bonus_spin.sizes_cents": "wagers are $1 or $5",
        "choices.xtreme.wheel_3": "wagers are $1, $2 or $5",
        "choices.xtreme.meters.a.reset_cents": "at least 100000 cents ($1,000) for wheel a",
        "choices.ante_minimum_cents": "above the maximum of 10000 ($100)",
        "choices.ante_minimun_cents": "did you mean ante_minimum_cents?",
    }.items():
        assert part in said[where]


def test_the_same_faults_come_wherever_rules_are_taken(tmp_path: Path) -> None:
    file = tmp_path / "bad.toml"
    file.write_text(EVERYTHING)
    expected = [
        (f"{fault['where']}: " if fault["where"] else "")
        + fault["says"]
        + (f" ({fault['clause']})" * bool(fault["clause"]))
        for fault in checked(EVERYTHING)["faults"]
    ]
    assert run("rules", "show", str(file)).refusal == "; ".join(expected)
    assert run("solve", "--rules", str(file)).refusal == "; ".join(expected)


def test_what_rests_on_a_bad_choice_is_not_held_against_others() -> None:
    only = [("choices.shuffler", "5.A")]
    assert faults('rules = "maryland"\n[choices]\ndealing_method = "hand"\nshuffler = "magic"') == only
    low = 'rules = "maryland"\n[choices]\nante_maximum_cents = 100\nante_minimum_cents = '
    assert faults(low + "-1") == [("choices.ante_minimum_cents", "7.E(1), reading R13")]
    limit = 'rules = "massachusetts"\n[choices]\naggregate_limit_cents = 6000000\nante_minimum_cents = 2000\n'
    assert faults(limit) == [("choices.aggregate_limit_cents", "11(d), reading R11")]
    assert faults(limit.replace("2000", "0")) == [("choices.ante_minimum_cents", "6(d), reading R13")]


@pytest.mark.parametrize(
    ("rules", "limit", "ante", "is_wrong"),
    [
        ("massachusetts", 4_999_999, "-1", True),
        ("massachusetts", 5_000_000, "-1", False),
        ("massachusetts", 4_999_999, '"five"', True),
        # The largest ante of the book is $100, and no smallest ante may be above it.
        ("maryland", 10_000 * 3_302 + 1, "0", True),
        ("maryland", 10_000 * 3_302, "0", False),
        ("maryland", 10_000_000 * 3_302 + 1, "0\nante_maximum_cents = 10000000", True),
        ("maryland", 10_000_000 * 3_302, "0\nante_maximum_cents = 10000000", False),
    ],
)
def test_a_limit_that_no_ante_makes_right_is_wrong_beside_a_wrong_ante(
    rules: str, limit: int, ante: str, is_wrong: bool
) -> None:
    clause = {"maryland": ("7.E(1), reading R13", "12.B"), "massachusetts": ("6(d), reading R13", "11(d)")}[rules]
    document = checked(LIMITS.format(rules, limit, ante))
    result = [(fault["where"], fault["clause"]) for fault in document["faults"]]
    both = [("choices.ante_minimum_cents", clause[0]), ("choices.aggregate_limit_cents", f"{clause[1]}, reading R11")]
    assert result == both[: 1 + is_wrong]
    if is_wrong:
        assert document["faults"][1]["says"].endswith("and no allowed ante_minimum_cents changes that")
        assert document["faults"][1]["line"] == 3


def test_a_limit_is_not_held_against_antes_that_are_wrong_on_both_sides() -> None:
    """A larger ante than $100 may be meant, under which the limit is right."""
    antes = [(f"choices.ante_{end}_cents", "7.E(1), reading R13") for end in ("minimum", "maximum")]
    most = 10_000_000 * 3_302
    wrong = "0\nante_maximum_cents = 0"
    assert faults(LIMITS.format("maryland", most, wrong)) == antes
    assert faults(LIMITS.format("maryland", most + 1, wrong)) == [
        *antes,
        ("choices.aggregate_limit_cents", "12.B, reading R11"),
    ]


def test_unused_tables_are_told_beside_a_wrong_wheel() -> None:
    """One wheel is wrong, so at most one of the letters with tables can be meant by it."""
    text = """rules = "maryland"
    [choices.xtreme]
    wheel_1 = "j"
    wheel_5 = "g"
    rate_ppm = 0
    meters.g = { initial_cents = 500000, reset_cents = 100000 }
    meters.a = { initial_cents = 250000, reset_cents = 100000 }
    """
    one = faults(text)
    assert one == [("choices.xtreme.wheel_1", "7.E(2)(c), reading P6")]
    two = faults(text + "weights.b = { jackpot = 0 }")
    assert two[:3] == [*one, ("choices.xtreme.meters.a", one[0][1]), ("choices.xtreme.weights.b", one[0][1])]
    assert ("choices.xtreme.weights.b.jackpot", "reading P1") in two
    assert faults(text + "weights.z = {}") == [*one, ("choices.xtreme.weights.z", one[0][1])]


def test_what_does_not_need_the_wheel_is_judged_without_it() -> None:
    text = """
    rules = "maryland"
    [choices.bonus_spin]
    wheel = "e"
    community = "a"
    rate_ppm = 1000001
    weights = { jackpot = 0, "500&100" = 0, "9" = 1.5 }
    [choices.xtreme]
    wheel_1 = "j"
    rate_ppm = 0
    meters.a.reset_cents = 1
    weights.b.jackpot = 0
    """
    result = faults(text)
    assert result[:4] == [
        ("choices.bonus_spin.wheel", "7.E(2)(b), reading P3"),
        ("choices.bonus_spin.rate_ppm", "12.D(6)(a)"),
        ("choices.bonus_spin.weights.jackpot", "reading P1"),
        ("choices.bonus_spin.weights.9", "reading P1"),
    ]
    assert result[4] == ("choices.bonus_spin.weights", "reading P1")  # no wheel has a symbol of $9
    assert ("choices.xtreme.wheel_1", "7.E(2)(c), reading P6") in result
    assert ("choices.xtreme.meters.a.reset_cents", "12.E(11)(b)(i)") in result
    assert ("choices.xtreme.weights.b.jackpot", "reading P1") in result


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
    ("text", "results"),
    [
        ("", [("rules", "")]),
        ("rules = 5\nfacility = 5", [("rules", ""), ("facility", "")]),
        ('rules = "nevada"\n[choices]\nx = 1', [("rules", "")]),
        ('rules = "king-cross"', [("rules", "")]),
        ('rules = "cardroom"\nchoices = 5\nhouse = 1', [("choices", ""), ("house", "")]),
    ],
)
def test_a_submission_about_nothing_is_invalid_too(text: str, results: list[tuple[str, str]]) -> None:
    assert faults(text) == results


def test_people_see_each_fault_on_lines_of_its_own() -> None:
    ran = run("rules", "check", "-", given='rules = "cardroom"\n[choices]\nante_minimum_cents = 100\nx = 1')
    assert ran.status == 2
    assert ran.err == "error: the submission has 2 faults\n"
    assert "line 3: choices.ante_minimum_cents  (Game and Bonus wagers/1, reading R13)" in ran.out
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
        "Wheel b, example weights, not those of a real wheel (reading P1):",
        "$250 $250 4 2.667% 12.D(2)(c)",
        "$500 and $100 $20 $100 12.D(9)(a)(i), 12.D(10)(a)(i)",
        "Triggered by straight or better on the cross (7.E(2)(c))",
        "xtreme_d 15% $5,000 $1,000 12.E(12)",
        "Community lists, by position, example weights:",
        "8 20 $5 $10 $25",
        "bonus_spin = offered",
    ):
        assert part in shown
    car = {"bonus_spin": spin_choices("a", prize_name="A car", prize_cents=3_000_000)}
    prize = f'rules = "maryland"\n{choices_toml(car)}'
    shown = " ".join(run("rules", "show", "-", given=prize).out.split())
    assert "Its jackpot, Jackpot, is A car, worth $30,000." in shown
    assert "xtreme = not offered (a table of a rules submission; 7.E(2)(c), P6)" in shown


def test_show_tells_people_of_the_amounts_of_12_D_9() -> None:
    """Both amounts of the symbols for $1 wagers, and that no wheel shows them, whether the wager is offered or not."""
    for given, rows in (("", 12), (EXAMPLE, 6)):
        ran = run("rules", "show", "-", given=given) if given else run("rules", "show", "maryland")
        shown = " ".join(ran.out.split())
        assert "a $1 $100 and $20 $100 $20 12.D(9)(a)(i)" in shown
        assert "$1 wagers: No wheel shows these symbols, because a $1 wager never spins" in shown
        lists = shown.partition("first amount second amount")[2].partition("$1 wagers:")[0]
        assert lists.count("12.D") == rows
    assert "Community" not in run("rules", "show", "massachusetts").out
    lists = run("rules", "show", "maryland", "--json").document["community_lists"]
    assert [pay["first_cents"] for pay in lists["b"][0]["pays"]] == [10_000, 4_000, 1_500]


def test_show_lists_the_readings_in_force_for_the_book_at_hand() -> None:
    plain = run("rules", "show", "maryland")
    listed = plain.out.partition("\nReadings in force\n")[2]
    assert "R4  What the antes are paid" in listed
    assert "P1" not in listed
    assert "P1  What is on a wheel" in run("rules", "show", "-", given=EXAMPLE).out
    other = run("rules", "show", "maryland", "--option", "ante_pays=main").out.partition("\nReadings in force\n")[2]
    assert "R4  What" not in other
    assert "Read differently here, by a choice: R4 (ante_pays)." in other
    document = run("rules", "show", "maryland", "--option", "ante_pays=main", "--json").document
    assert document["readings_set_aside"] == ["R4"] and "R4" not in document["readings"]


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
