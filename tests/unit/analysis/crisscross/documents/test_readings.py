"""Readings in force: only those about what a book offers, and none that the house reads otherwise."""

from __future__ import annotations

from typing import Any

import pytest

from crossfelt.analysis.crisscross.documents.readings import readings_in_force, readings_set_aside, subjects
from crossfelt.crisscross.resolve import load_rule_book, rule_book_ids
from crossfelt.register import readings
from tests.support.progressive_choices import spin_choices, xtreme_choices

PROGRESSIVE = {"P1", "P8", "P9"}
SPIN = {"P2", "P3", "P4"}
XTREME = {"P5", "P6"}


def in_force(rules: str, **choices: Any) -> set[str]:
    return {reading.id for reading in readings_in_force(load_rule_book(rules, choices))}


@pytest.mark.parametrize(
    ("choices", "expected"),
    [
        ({}, set()),
        ({"bonus_spin": spin_choices("a")}, PROGRESSIVE | SPIN),
        ({"bonus_spin": spin_choices("b")}, PROGRESSIVE | SPIN | {"P7"}),
        ({"xtreme": xtreme_choices(wheel_1="a")}, PROGRESSIVE | XTREME | {"P7"}),
    ],
    ids=["neither", "a fixed prize", "a meter", "xtreme"],
)
def test_readings_of_wheels_and_meters_need_wheels_and_meters(choices: dict[str, Any], expected: set[str]) -> None:
    assert {name for name in in_force("maryland", **choices) if name.startswith("P")} == expected


def test_readings_of_a_limit_need_a_limit() -> None:
    assert {"R10", "R12"} <= in_force("maryland")
    assert not {"R10", "R12"} & in_force("massachusetts")
    assert {"R10", "R11", "R12"} <= in_force("massachusetts", aggregate_limit_cents=5_000_000)


def test_readings_of_bonus_wagers_need_one() -> None:
    assert "R23" in in_force("maryland")
    assert "R23" not in in_force("maryland", five_card_bonus_offered=False)
    assert "R23" in in_force("maryland", five_card_bonus_offered=False, bonus_spin=spin_choices())
    assert "R6" in in_force("cardroom")


def test_what_the_house_reads_otherwise_is_not_in_force() -> None:
    book = load_rule_book("maryland", {"ante_pays": "main", "ace_low_straight": False})
    assert [reading.id for reading in readings_set_aside(book)] == ["R1", "R4"]
    assert not {"R1", "R4"} & {reading.id for reading in readings_in_force(book)}


def test_a_reading_that_covers_every_value_of_its_option_stays() -> None:
    covers = [*load_rule_book("maryland").choices["limit_covers"], "five_card_bonus"]
    book = load_rule_book("maryland", {"abandoned": "lose_all", "limit_covers": covers})
    assert readings_set_aside(book) == ()
    assert {"R10", "R15"} <= {reading.id for reading in readings_in_force(book)}


@pytest.mark.parametrize("rules", rule_book_ids())
def test_by_default_nothing_is_read_otherwise(rules: str) -> None:
    assert readings_set_aside(load_rule_book(rules)) == ()


def test_every_subject_of_a_reading_is_something_that_a_book_has() -> None:
    house = {"bonus_spin": spin_choices(), "xtreme": xtreme_choices(wheel_1="a")}
    known = subjects(load_rule_book("maryland", house)) | subjects(load_rule_book("cardroom"))
    assert {subject for reading in readings() for subject in reading.needs} <= known
