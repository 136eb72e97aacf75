from __future__ import annotations

import json

import pytest

from crossfelt.crisscross.resolve import (
    choices_of,
    load_rule_book,
    load_submission,
    parse_option,
    rule_book_from_document,
    rule_book_ids,
)
from crossfelt.errors import RuleBookError
from crossfelt.rulefiles import Choice
from tests.support.rule_choices import EVERY_CHOICE, EVERY_OPEN_CHOICE, another_value


def refused(rules: str, **choices: object) -> tuple[str, ...]:
    with pytest.raises(RuleBookError) as caught:
        load_rule_book(rules, choices)
    return caught.value.faults


def test_ids() -> None:
    assert rule_book_ids() == ("cardroom", "maryland", "massachusetts")


@pytest.mark.parametrize("name", ["Cardroom", "nevada", "", "../maryland", "maryland-1", "x" * 500])
def test_no_such_rule_book(name: str) -> None:
    with pytest.raises(RuleBookError, match=r"there is no rule book .*: choose from cardroom, maryland, mass"):
        load_rule_book(name)
    with pytest.raises(RuleBookError):
        choices_of(name)


def test_choices_not_made_take_their_default() -> None:
    for rules in rule_book_ids():
        book = load_rule_book(rules)
        assert book.choices == {choice.name: choice.default for choice in choices_of(rules) if choice.type != "table"}
        assert load_rule_book(rules, {}) == load_rule_book(rules, book.choices) == book


def test_a_rule_book_is_resolved_once() -> None:
    assert load_rule_book("maryland") is load_rule_book("maryland")
    one = load_rule_book("maryland", {"ante_minimum_cents": 700, "abandoned": "lose_all"})
    assert one is load_rule_book("maryland", {"abandoned": "lose_all", "ante_minimum_cents": 700})


@EVERY_OPEN_CHOICE
def test_every_choice_changes_the_hash(rules: str, choice: Choice) -> None:
    value = another_value(rules, choice)
    book = load_rule_book(rules, {choice.name: value})
    assert book.choices[choice.name] == value
    assert (book.hash != load_rule_book(rules).hash) == (value != choice.default)
    assert rule_book_from_document(json.loads(json.dumps(book.document))).hash == book.hash


@pytest.mark.parametrize(
    ("choices", "message"),
    [
        ({"ace_low_straight": 1}, "choices.ace_low_straight: must be true or false, not 1"),
        ({"ace_low_straight": None}, "choices.ace_low_straight: must not be null"),
        ({"ante_minimum_cents": "500"}, "choices.ante_minimum_cents: must be a whole number, not '500'"),
        ({"ante_minimum_cents": 5.0}, "choices.ante_minimum_cents: must be a whole number, not 5.0"),
        ({"ante_minimum_cents": True}, "choices.ante_minimum_cents: must be a whole number, not true"),
        ({"ante_minimum_cents": 0}, "choices.ante_minimum_cents: must be from 1 to 10000000, not 0"),
        (
            {"ante_minimum_cents": 10**50},
            "choices.ante_minimum_cents: must be at most 10000000 (a limit of Crossfelt, not of the rules)",
        ),
        ({"abandoned": "burn"}, "choices.abandoned: 'burn' is not one of fold, lose_all"),
        ({"limit_covers": ["tip"]}, "choices.limit_covers: 'tip' isn't valid here"),
        ({"limit_covers": ["across", "across"]}, "choices.limit_covers: 'across' appears twice"),
        ({"limit_covers": "across"}, "choices.limit_covers: must be a list, not 'across'"),
        (
            {"limit_covers": ["across", "ante_across", "ante_down"]},
            "choices.limit_covers: must cover ante_across, ante_down, across, down, middle; it leaves out down, "
            "middle (12.B, reading R10)",
        ),
        (
            {"dealing_method": "hand", "shuffler": "none"},
            "choices.dealing_method: dealing by hand needs an automatic shuffler (9.A(1))",
        ),
        (
            {"ante_minimum_cents": 600, "ante_maximum_cents": 599},
            "choices.ante_minimum_cents: the minimum of 600 cents ($6) is above the maximum of 599 ($5.99) (7.E(1), ",
        ),
        ({"house_edge": 1}, "choices.house_edge: maryland has no choice 'house_edge'; choose from ace_low_straight"),
    ],
)
def test_a_bad_choice_is_refused(choices: dict[str, object], message: str) -> None:
    assert any(fault.startswith(message) for fault in refused("maryland", **choices))


def test_reading_R10_a_wrong_wager_is_answered_with_those_that_a_limit_may_cover() -> None:
    """The wagers on wheels aren't offered as choices: no limit covers their prizes."""
    covers = ["ante_across", "ante_down", "across", "down", "middle"]
    listed = ", ".join([*covers, "five_card_bonus"])
    assert refused("maryland", limit_covers=[*covers, "tip"]) == (
        f"choices.limit_covers: 'tip' isn't valid here; choose from {listed} (12.B, reading R10)",
    )
    assert refused("maryland", limit_covers=[*covers, "bonus_spin"]) == (
        "choices.limit_covers: bonus_spin is a progressive wager, whose prizes no limit covers (12.B, reading R10)",
    )


def test_a_list_that_is_none_is_one_fault() -> None:
    (fault,) = refused("maryland", limit_covers="across")
    assert fault.startswith("choices.limit_covers: must be a list, not 'across'")


def test_bad_choices_are_told_all_at_once() -> None:
    result = refused("cardroom", ace_low_straight="no", ante_minimum_cents=199, ante_pays="main", shuffler="counting")
    assert [fault.split(":")[0] for fault in result] == [
        "choices.ace_low_straight",
        "choices.ante_minimum_cents",
        "choices.ante_pays",
        "choices.shuffler",
    ]


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1, 2}, object(), pytest.param(10**5_000, id="digits")])
def test_what_json_cannot_hold_is_no_choice(value: object) -> None:
    assert refused("maryland", ante_minimum_cents=value)[0].startswith("choices.ante_minimum_cents: must be ")


def test_a_submission() -> None:
    text = 'rules = "massachusetts"\n[choices]\nante_minimum_cents = 1000\nabandoned = "lose_all"\n'
    book = load_submission(text)
    assert book == load_submission(text.encode())
    assert book == load_rule_book("massachusetts", {"ante_minimum_cents": 1_000, "abandoned": "lose_all"})
    assert load_submission('rules = "cardroom"') == load_rule_book("cardroom")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "rules: is missing"),
        ("rules = 5", "rules: must be a string, not 5"),
        ('rules = "nevada"', "rules: 'nevada' is not one of cardroom, maryland, massachusetts"),
        ('rules = "cardroom"\nrules = "cardroom"', "not TOML"),
        ('rules = "cardroom"\nchoices = 5', "choices: must be a table, not 5"),
        ('rules = "cardroom"\n[choice]\n', "choice: unknown key"),
        ('rules = "cardroom"\n[choices]\nante_pays = "main"', "cardroom has no choice 'ante_pays'"),
        ('rules = "cardroom"\n[choices]\nabandoned = 2024-01-01', "abandoned: must be a string, not datetime.date"),
        ('rules = "cardroom"\n[choices]\nante_minimum_cents = nan', "must be a whole number, not nan"),
        ('rules = "cardroom"\n[choices]\nante_minimum_cents = 250.0', "must be a whole number, not 250.0"),
        ('rules = "cardroom"\n[choices.ante_minimum_cents]\nx = 1', "must be a whole number, not an object"),
        (f'rules = "cardroom"\n[choices]\nante_minimum_cents = {"9" * 50}', "a number of more than 20 digits"),
        (f'rules = "cardroom"\n[choices]\nante_minimum_cents = {"9" * 5_000}', "a number of more than 20 digits"),
        (b"rules = '\xff'", "not TOML: byte 10 is not UTF-8"),
    ],
    ids=[str(number) for number in range(14)],
)
def test_a_bad_submission_is_refused(text: str | bytes, message: str) -> None:
    with pytest.raises(RuleBookError, match=message) as caught:
        load_submission(text)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize(
    ("assignment", "meant"),
    [
        ("ace_low_straight=false", ("ace_low_straight", False)),
        (" abandoned = lose_all ", ("abandoned", "lose_all")),
        ("ante_minimum_cents=700", ("ante_minimum_cents", 700)),
        ("limit_covers=across, middle", ("limit_covers", ["across", "middle"])),
        ("limit_covers=", ("limit_covers", [])),
        ("abandoned=a=b", ("abandoned", "a=b")),
    ],
)
def test_options(assignment: str, meant: tuple[str, object]) -> None:
    assert parse_option("maryland", assignment) == meant


@pytest.mark.parametrize(
    ("assignment", "message"),
    [
        ("ace_low_straight", "write NAME=VALUE"),
        ("=5", "write NAME=VALUE"),
        ("ace_low_straight=no", "option ace_low_straight: 'no' is not a true or false"),
        ("ante_minimum_cents=five", "option ante_minimum_cents: 'five' is not a whole number of cents"),
        ("ante_minimum_cents=NaN", "option ante_minimum_cents: 'NaN' is not a whole number of cents"),
        ("bet_multiples=1,2", "maryland has no choice 'bet_multiples': a bet is one, two or three antes"),
        ("wheel=A", "maryland has no choice 'wheel'"),
        (f"ante_minimum_cents={'9' * 5_000}", "option ante_minimum_cents"),
    ],
    ids=[str(number) for number in range(8)],
)
def test_bad_options(assignment: str, message: str) -> None:
    with pytest.raises(RuleBookError, match=message) as caught:
        parse_option("maryland", assignment)
    assert len(str(caught.value)) < 400


def test_options_of_an_unknown_rule_book() -> None:
    with pytest.raises(RuleBookError, match="no rule book"):
        parse_option("nevada", "a=b")


@EVERY_CHOICE
def test_every_choice_says_what_it_is(rules: str, choice: Choice) -> None:
    assert choice.says.endswith(".")
    assert choice.clause or choice.reading
    if choice.type == "cents":
        assert choice.least is not None
        assert choice.most is not None
        assert choice.least <= choice.most
    if choice.type == "text":
        assert choice.default in choice.values


def test_thousands_of_unknown_choices_are_refused_in_one_line() -> None:
    with pytest.raises(RuleBookError, match=r"^choices: 5000 choices are too many; use at most 100$"):
        load_rule_book("maryland", {f"choice_{number}": 1 for number in range(5000)})


def test_submission_that_is_too_long_is_not_parsed() -> None:
    with pytest.raises(RuleBookError, match=r"^the submission has 20,020 characters; shorten it to 16,384$"):
        load_submission('rules = "maryland" #' + "x" * 20_000)
    with pytest.raises(RuleBookError, match="unknown keys; remove them"):
        load_submission('rules = "maryland"\n' + "\n".join(f"k{number} = 1" for number in range(1000)))
