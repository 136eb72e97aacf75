"""`crossfelt settle`: the contract's values, rule books from outside, JSON Lines, and the tables for people."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.support.cli.cases import CASE, small_case
from tests.support.cli.program import run

LINE_KEYS = ("spot", "staked", "result", "won", "returned", "cut", "order")


def settled(case: object, *arguments: str) -> Any:
    return run("settle", "-", "--json", *arguments, given=json.dumps(case)).document


def test_the_example_of_the_contract() -> None:
    answer = settled(CASE)
    assert answer["rules"] == "cardroom"
    (seat,) = answer["seats"]
    assert [tuple(line[key] for key in LINE_KEYS) for line in seat["lines"]] == [
        ("ante_down", 500, "win", 500, 500, 0, 1),
        ("down", 500, "win", 500, 500, 0, 2),
        ("ante_across", 500, "win", 500, 500, 0, 3),
        ("across", 1500, "win", 1500, 1500, 0, 4),
        ("middle", 1500, "win", 1500, 1500, 0, 5),
        ("five_card_bonus", 500, "lose", 0, 0, 0, 6),
        ("six_card_bonus", 500, "win", 2500, 500, 0, 7),
    ]
    rest = {key: value for key, value in seat.items() if key != "lines"}
    assert rest == {
        "seat": 1,
        "across_hand": "pair_jacks_or_better",
        "down_hand": "pair_jacks_or_better",
        "staked": 5500,
        "won": 7000,
        "returned": 5000,
        "net": 6500,
    }


def test_a_file_and_stdin_give_the_same(tmp_path: Path) -> None:
    file = tmp_path / "case.json"
    file.write_text(json.dumps(CASE, indent=2))
    assert run("settle", str(file), "--json").document == settled(CASE)


def test_a_byte_order_mark_is_no_fault() -> None:
    assert run("settle", "-", "--json", given=b"\xef\xbb\xbf" + json.dumps(CASE).encode()).document == settled(CASE)


def test_rules_fill_in_what_the_case_leaves_out() -> None:
    assert settled(small_case(rules=None), "--rules", "massachusetts")["rules"] == "massachusetts"
    assert settled(small_case(), "--rules", "maryland")["rules"] == "maryland"
    reason = run("settle", "-", "--json", "--rules", "massachusetts", given=json.dumps(small_case())).refusal
    assert reason == "rules: the case names maryland, but --rules names massachusetts"


def test_a_submission_decides_what_is_allowed(tmp_path: Path) -> None:
    submission = tmp_path / "house.toml"
    submission.write_text('rules = "maryland"\n[choices]\nante_minimum_cents = 1000\n')
    given = json.dumps(small_case(rules=None))
    reason = run("settle", "-", "--json", "--rules", str(submission), given=given).refusal
    assert "$5 is outside $10 to $100 (reading R13)" in reason
    lower = ("--rules", str(submission), "--option", "ante_minimum_cents=400")
    assert run("settle", "-", "--json", *lower, given=given).document["seats"][0]["staked"] == 1000


def test_options_apply_to_whichever_book_a_case_names() -> None:
    wheel = small_case(
        community={"across": ["2c", "3d"], "down": ["Th", "9s"], "middle": "4d"},
        seats=[
            {
                "seat": 1,
                "hole": ["Ah", "5c"],
                "wagers": {"ante_across": 500, "ante_down": 500, "across": 500, "down": 500, "middle": 500},
            }
        ],
    )
    assert settled(wheel)["seats"][0]["across_hand"] == "straight"
    for rules in ("cardroom", "maryland"):
        answer = settled(wheel | {"rules": rules}, "--option", "ace_low_straight=false")
        assert answer["seats"][0]["across_hand"] == "high_card"


GOOD = json.dumps(small_case())
BAD = json.dumps(small_case(rules="nevada"))


def lines_of(text: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.splitlines()]


def test_json_lines_give_a_line_each() -> None:
    ran = run("settle", "-", "--json", given=f"{GOOD}\n\n{json.dumps(CASE)}\r\n")
    assert ran.status == 0
    assert ran.err == ""
    assert [answer["rules"] for answer in lines_of(ran.out)] == ["maryland", "cardroom"]
    assert lines_of(ran.out)[1] == settled(CASE)


@pytest.mark.parametrize(
    "broken", ["{", "nonsense", "[1, 2]", "null", '{"rules": NaN}', "9" * 5000, "[" * 5000, '{"a": 1, "a": 2}', BAD]
)
@pytest.mark.parametrize("comes_first", [True, False])
def test_a_refused_line_leaves_the_others_alone(broken: str, comes_first: bool) -> None:
    lines = [broken, GOOD, GOOD] if comes_first else [GOOD, broken, GOOD]
    ran = run("settle", "-", "--json", given="\n".join(lines))
    assert ran.status == 2
    assert ran.error_line.startswith("1 of 3 cases refused, on line")
    answers = lines_of(ran.out)
    refused = answers.pop(0 if comes_first else 1)
    assert [answer["rules"] for answer in answers] == ["maryland", "maryland"]
    assert refused["error"] == "; ".join(refused["faults"])
    assert refused["faults"]
    assert refused["line"] == (1 if comes_first else 2)


def test_lines_that_all_begin_an_object_are_cases_even_if_all_are_broken() -> None:
    ran = run("settle", "-", "--json", given='{"rules"\n{"rules": 1\n')
    assert ran.error_line.startswith("2 of 2 cases refused, on line")
    assert all("not JSON" in answer["error"] for answer in lines_of(ran.out))


def test_a_broken_line_is_named_by_its_number_in_the_file() -> None:
    ran = run("settle", "-", "--json", given=f'{GOOD}\n\n{{"rules" 1}}\n{GOOD}\n{{]\n')
    assert ran.error_line == "2 of 4 cases refused, on lines 3 and 5"
    refused = [answer for answer in lines_of(ran.out) if "error" in answer]
    assert [answer["line"] for answer in refused] == [3, 5]
    assert "at line 3 column 10" in refused[0]["error"] and "at line 5 column 2" in refused[1]["error"]
    many = run("settle", "-", "--json", given="{\n" * 12).error_line
    assert many == "12 of 12 cases refused, on lines 1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and others"


def test_a_byte_that_is_no_text_is_named_by_line_and_place() -> None:
    given = GOOD.encode() + b'\n{"\xff"}\n'
    assert run("settle", "-", given=given).refusal == "not JSON: byte 3 of line 2 is not UTF-8"


def test_one_broken_line_is_one_malformed_document() -> None:
    assert "not JSON" in run("settle", "-", "--json", given='{"rules": \n').refusal


def test_a_separator_inside_a_string_ends_no_line() -> None:
    odd = json.dumps(small_case(note="a\u2028b\u0085c"), ensure_ascii=False)
    ran = run("settle", "-", "--json", given=f"{odd}\n{GOOD}\n")
    assert ran.error_line.startswith("1 of 2 cases refused, on line")
    assert lines_of(ran.out)[0]["error"] == "note: unknown key"


def test_a_wrong_option_is_one_error_for_all_lines() -> None:
    given = f"{GOOD}\n{GOOD}\n"
    assert "has no choice 'x'" in run("settle", "-", "--json", "--option", "x=1", given=given).refusal
    # The cardroom always offers its bonus, so it has no such choice: found before the first line is answered.
    mixed = f"{GOOD}\n{json.dumps(CASE)}\n"
    option = ("--option", "five_card_bonus_offered=false")
    assert run("settle", "-", "--json", *option, given=GOOD).status == 0
    assert "cardroom has no choice" in run("settle", "-", "--json", *option, given=mixed).refusal


def test_rules_serve_every_line() -> None:
    bare = json.dumps(small_case(rules=None))
    ran = run("settle", "-", "--json", "--rules", "maryland", given=f"{bare}\n{GOOD}\n{json.dumps(CASE)}\n")
    assert ran.error_line.startswith("1 of 3 cases refused, on line")
    assert [answer.get("rules") for answer in lines_of(ran.out)] == ["maryland", "maryland", None]


def test_many_lines_go_through_one_call() -> None:
    ran = run("settle", "-", "--json", given=f"{GOOD}\n" * 500)
    assert len(set(ran.out.splitlines())) == 1
    assert ran.out.count("\n") == 500


def test_people_see_cards_and_reasons() -> None:
    ran = run("settle", "-", given=json.dumps(CASE))
    assert ran.status == 0
    assert ran.err == ""
    for part in ("│10♥ │", "Bonus cards", "│ 5♠ │"):
        assert part in ran.out
    assert (
        "\nSeat 1  A♥ K♣\n  Across: A♥ K♣ 2♣ 9♦ K♦, pair of kings\n  Down: A♥ K♣ 10♥ 4♠ K♦, pair of kings\n" in ran.out
    )
    assert "Five Card Bonus $5: king high loses (5 Card Bonus)" in ran.out
    assert "Six Card Bonus $5: three of a kind (3s) pays 5 to 1" in ran.out
    assert "Across $15: pair of kings pays 1 to 1, wins $15" in ran.out
    assert "staked $55, won $70, returned $50" in ran.out
    assert "+$65" in ran.out


def test_what_the_clauses_say_comes_on_request() -> None:
    title = "What the clauses say"
    assert title not in run("settle", "-", given=json.dumps(CASE)).out
    text = " ".join(run("settle", "-", "--long", given=json.dumps(CASE)).out.partition(title)[2].split())
    assert "5 Card Bonus Five Card Bonus: a pair of sixes or better pays 1" in text
    assert "Round of Play/9 Each ante goes with its own hand" in text


def test_people_see_which_line_was_refused() -> None:
    ran = run("settle", "-", given=f"{GOOD}\n{BAD}\n")
    assert ran.error_line.startswith("1 of 2 cases refused, on line")
    assert "A♥ K♣  folded at the across decision" in ran.out
    assert "line 2" in ran.out
    assert "refused: rules: there is no rule book 'nevada'" in ran.out


@pytest.mark.parametrize("columns", [80, 60, 40])
def test_nothing_is_wider_than_the_terminal(columns: int) -> None:
    ran = run("settle", "-", given=json.dumps(CASE), columns=columns)
    assert max(map(len, ran.out.splitlines())) <= columns


TYPED = "ah kc\n2c 9d\n10h 4s\nK♦\n$5,$5,5\n3\n1x\n3\n3h3c3d5s\n"


def test_a_round_can_be_typed_in() -> None:
    typed = run("settle", "--rules", "cardroom", given=TYPED)
    assert (typed.status, typed.err) == (0, "")
    assert typed.out.endswith(run("settle", "-", given=json.dumps(CASE)).out)


def test_a_typed_round_is_asked_again_where_it_is_wrong() -> None:
    answers = ["ah", "xx", "ah ah", "ah kc", "ah 9d", "2c 9d", "10h 4s", "kd", "?", "1", "5", "4", "f"]
    ran = run("settle", given="\n".join(answers) + "\n")
    assert (ran.status, ran.err) == (0, "")
    for sentence in (
        "Sorry: type 2 cards, not 1.",
        "Sorry: 'xx' ",
        "Sorry: the card Ah appears twice.",
        "$1 is outside $5 to $100",
        "Type 1, 2, 3 or f.",
        "Seat 1  A♥ K♣  folded at the across decision",
    ):
        assert sentence in ran.out


@pytest.mark.parametrize("given", ["", "ah kc\n", "q\n"])
def test_a_typed_round_that_ends_early_is_refused(given: str) -> None:
    ran = run("settle", given=given)
    assert (ran.status, ran.error_line.startswith("No round to settle.")) == (2, True)
