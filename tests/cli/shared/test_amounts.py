"""Amounts as people type them."""

from __future__ import annotations

import pytest

from crossfelt.cli.shared.amounts import parse_amount
from crossfelt.errors import BadInput


@pytest.mark.parametrize(
    ("text", "in_options", "at_the_table"),
    [
        ("500", 500, 50000),
        ("5", 5, 500),
        ("0", 0, 0),
        ("$5", 500, 500),
        ("5$", 500, 500),
        ("5.00", 500, 500),
        ("$5.25", 525, 525),
        (" $1,000 ", 100000, 100000),
    ],
)
def test_amounts(text: str, in_options: int, at_the_table: int) -> None:
    assert parse_amount(text, plain_is_cents=True) == in_options
    assert parse_amount(text, plain_is_cents=False) == at_the_table


@pytest.mark.parametrize(
    "text", ["", "$", "$5$", "-5", "+5", "5.5", "5.123", ".50", "1e3", "five", "NaN", "٥", "5 5", "$ 5", "9" * 13]
)
@pytest.mark.parametrize("plain_is_cents", [True, False])
def test_everything_else_is_refused(text: str, plain_is_cents: bool) -> None:
    with pytest.raises(BadInput, match="is not an amount"):
        parse_amount(text, plain_is_cents=plain_is_cents)
