"""Amounts as people type them."""

from __future__ import annotations

import pytest

from crossfelt.cli.shared.amounts import parse_amount, parse_amounts
from crossfelt.errors import BadInput


@pytest.mark.parametrize(
    ("text", "cents"),
    [
        ("500", 50000),
        ("5", 500),
        ("0", 0),
        ("$5", 500),
        ("5$", 500),
        ("5.00", 500),
        ("5.5", 550),
        ("5.05", 505),
        ("$5.25", 525),
        (" $1,000 ", 100000),
        ("12,345,678.90", 1234567890),
        (".50", 50),
        ("1e3", 100000),
        ("$1e6", 100_000_000),
    ],
)
def test_an_amount_is_dollars(text: str, cents: int) -> None:
    assert parse_amount(text) == cents


@pytest.mark.parametrize(
    "text",
    [
        "",
        "$",
        "$5$",
        "-5",
        "+5",
        "5.",
        "5.123",
        "$-5",
        "1e-3",
        "1e12",
        "five",
        "NaN",
        "٥",
        "5 5",
        "$ 5",
        "9" * 13,
        "5,50",
        "1,00",
    ],
)
def test_everything_else_is_refused(text: str) -> None:
    with pytest.raises(BadInput, match="isn't an amount: write dollars, such as 5"):
        parse_amount(text)


@pytest.mark.parametrize("text", ["10,5", "$10,$5", "10 5", "$10 , 5", "10,5,"])
def test_several_amounts_are_separated_by_commas_or_blanks(text: str) -> None:
    assert parse_amounts(text) == [1000, 500]


def test_commas_between_groups_of_digits_belong_to_one_amount() -> None:
    assert parse_amounts("1,000 5") == [100000, 500]
    with pytest.raises(BadInput, match="'5,1,000' isn't clear: write blanks between the amounts"):
        parse_amounts("5,1,000")
