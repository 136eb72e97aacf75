"""Amounts as people type them."""

from __future__ import annotations

import pytest

from crossfelt.cli.shared.amounts import parse_amount
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
