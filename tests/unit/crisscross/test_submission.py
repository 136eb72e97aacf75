"""A submission to start from is valid, complete and explained."""

from __future__ import annotations

import tomllib

import pytest

from crossfelt.crisscross.resolve import choices_of, examine_submission, load_rule_book, load_submission, rule_book_ids
from crossfelt.crisscross.submission import new_submission
from crossfelt.register import clauses

BOOKS = pytest.mark.parametrize("rules", rule_book_ids())


@BOOKS
def test_it_is_valid_as_printed_and_means_every_default(rules: str) -> None:
    result = examine_submission(new_submission(rules))
    assert result.faults == ()
    assert (result.id, result.labels) == (rules, {"facility": ""})
    plain = {choice.name: choice.default for choice in choices_of(rules) if choice.type != "table"}
    assert result.rules is not None
    assert {name: result.rules.choices[name] for name in plain} == plain
    assert load_rule_book(rules, result.rules.choices) == result.rules
    if set(result.rules.choices) == set(plain):
        assert result.rules == load_rule_book(rules)


@BOOKS
def test_every_choice_is_there_with_its_clause(rules: str) -> None:
    text = new_submission(rules)
    written = tomllib.loads(text)["choices"]
    squeezed = " ".join(text.replace("#", " ").split())
    for choice in choices_of(rules):
        assert choice.name in written
        if choice.type != "table":
            assert choice.says in squeezed
            assert f"({choice.cited})" in squeezed
    assert max(map(len, text.splitlines())) <= 110


def test_its_progressive_wagers_are_our_example_and_say_so() -> None:
    text = new_submission("maryland")
    offered = load_submission(text).progressives
    assert offered is not None
    assert offered.bonus_spin is not None
    assert offered.xtreme is not None
    assert offered.bonus_spin.letter == "b"
    assert {cents: size.letter for cents, size in offered.xtreme.sizes.items()} == {100: "a", 200: "d", 500: "g"}
    wheels = [offered.bonus_spin.wheel, offered.xtreme.community_wheel]
    wheels += [size.wheel for size in offered.xtreme.sizes.values()]
    assert all(wheel.is_example for wheel in wheels)
    assert text.count("EXAMPLE weights") == len(wheels)
    known = {clause.id for clause in clauses("maryland").clauses}
    for line in text.splitlines():
        if "  # " in line and "reading" not in line:
            lists = {item.rpartition("(")[0] for item in line.partition("  # ")[2].split(", ")}
            assert lists <= known


def test_other_weights_are_no_longer_examples() -> None:
    text = new_submission("maryland").replace('"500" = 2 ', '"500" = 3 ')
    offered = load_submission(text).progressives
    assert offered is not None
    assert offered.bonus_spin is not None
    assert not offered.bonus_spin.wheel.is_example


def test_the_aggregate_limit_is_bounded_from_opposite_sides() -> None:
    squeezed = {rules: " ".join(new_submission(rules).replace("#", " ").split()) for rules in rule_book_ids()}
    assert "0 for the highest allowed, or at most the greater of 5000000 ($50,000)" in squeezed["maryland"]
    assert "0 for no limit, or at least the greater of 5000000 ($50,000)" in squeezed["massachusetts"]
    assert "aggregate_limit_cents" not in squeezed["cardroom"]
