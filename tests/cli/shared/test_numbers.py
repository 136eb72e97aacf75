"""Numbers, shares and percentages as people type them."""

from __future__ import annotations

from fractions import Fraction

import pytest

from crossfelt.cli.crisscross.typed_odds import parse_pay, parse_range
from crossfelt.cli.shared.numbers import (
    ANY_PERCENTAGE,
    SAMPLES,
    SECONDS,
    SHARE,
    PartsPerMillion,
    Percentage,
    WholeNumber,
    parse_number,
    parse_percentage,
    parse_share,
    plain_assignment,
)
from crossfelt.errors import BadInput


@pytest.mark.parametrize("text", ["1000000", "1,000,000", "1_000_000", "1e6", "1E6", "1e+6", "0.1e7", " 1000000 "])
def test_a_million_as_people_type_it(text: str) -> None:
    assert parse_number(text) == 1_000_000
    assert WholeNumber(1, 10_000_000).convert(text, None, None) == 1_000_000


def test_numbers_are_exact() -> None:
    assert (parse_number("-0.1"), parse_number(".5"), parse_number("1e-3")) == (
        Fraction(-1, 10),
        Fraction(1, 2),
        Fraction(1, 1000),
    )


@pytest.mark.parametrize(
    "text", ["", "-", "e6", "1e", "5.", "1,00", "12,34", ",1", "1__0", "nan", "inf", "1e100", "five", "٥", "9" * 41]
)
def test_what_is_no_number(text: str) -> None:
    assert parse_number(text) is None
    with pytest.raises(BadInput, match="must be a whole number, 1 or more, not"):
        WholeNumber(1).convert(text, None, None)


def test_a_share_is_a_number_a_percentage_or_a_fraction() -> None:
    assert parse_share("0.85") == parse_share("85%") == parse_share("85 %") == parse_share("17/20") == Fraction(17, 20)
    assert parse_share("1/0") is parse_share("%") is parse_share("1/2/3") is None
    assert SHARE.convert("99%", None, None) == SHARE.convert("0.99", None, None) == 0.99
    assert SHARE.convert("0.9999", None, None) == 0.9999


def test_percentages() -> None:
    assert parse_percentage("4.5%") == ANY_PERCENTAGE.convert("4.50", None, None) == Fraction(45, 1000)
    assert ANY_PERCENTAGE.convert("-1", None, None) == Fraction(-1, 100)
    assert parse_percentage("4.5") is None


@pytest.mark.parametrize(
    ("option", "text", "message"),
    [
        (WholeNumber(1, 64), "65", "must be a whole number from 1 to 64, not 65"),
        (WholeNumber(1, 64), "1.5", "must be a whole number from 1 to 64, not 1.5"),
        (WholeNumber(1, 64), "some", "must be a whole number from 1 to 64, not 'some'"),
        (WholeNumber(), "1.5", "must be a whole number, not 1.5"),
        (SAMPLES, "1", "must be 0 for none, or a whole number from 2 to 1,000,000, not 1"),
        (SECONDS, "0", "must be a number more than 0 and at most 3,600, not 0"),
        (SHARE, "99", "must be from 0.5 to 0.9999, such as 0.99 or 99%, not 99"),
        (PartsPerMillion(), "200%", "must be from 0 to 1,000,000 parts per million, or a percentage such as 5%"),
        (Percentage(100, needs_sign=True), "0.01", "must be a percentage with its sign, such as 0.01%"),
        (Percentage(100, needs_sign=True), "101%", "must be more than 0% and at most 100%, not 101%"),
    ],
)
def test_a_refusal_says_what_to_type(option: WholeNumber | Percentage, text: str, message: str) -> None:
    with pytest.raises(BadInput) as refusal:
        option.convert(text, None, None)
    assert message in str(refusal.value)


def test_parts_per_million_may_be_a_percentage() -> None:
    assert PartsPerMillion().convert("5%", None, None) == PartsPerMillion().convert("50,000", None, None) == 50_000


@pytest.mark.parametrize("typed", ["1000", "1,000", "1e3", "1_000"])
def test_odds_and_choices_are_numbers_as_people_type_them(typed: str) -> None:
    assert parse_pay([f"royal_flush={typed}", "flush=-1"]) == {"royal_flush": 1000, "flush": -1}
    assert parse_range(f"royal_flush=100..{typed}") == ("royal_flush", 100, 1000)
    assert plain_assignment(f"ante_maximum_cents={typed}") == "ante_maximum_cents=1000"


@pytest.mark.parametrize("text", ["ante_pays=table", "limit_covers=across, middle", "carried=1.5", "nothing"])
def test_other_choices_stay_as_typed(text: str) -> None:
    assert plain_assignment(text) == text
