"""Amounts of money as people type them: dollars, turned into cents."""

from __future__ import annotations

import re
from typing import Any

import click

from crossfelt.cli.shared.numbers import option_name, parse_number
from crossfelt.errors import BadInput, describe
from crossfelt.money import dollars

_MOST_DOLLARS = 10**12
_THOUSANDS = re.compile(r"\$?\d{1,3}(?:,\d{3})+(?:\.\d+)?\$?", re.ASCII)
"""One amount with commas between groups of three digits."""


def parse_amount(text: str) -> int:
    """Return the cents of an amount in dollars, with or without the sign: `5`, `$5`, `5.50`, `$1,000`, `1e6`.

    >>> parse_amount("5"), parse_amount("$5.50"), parse_amount("1,000"), parse_amount("1e3")
    (500, 550, 100000, 100000)
    """
    written = text.strip()
    number = written[1:] if written.startswith("$") else written.removesuffix("$")
    amount = parse_number(number) if number[:1] == "." or number[:1].isdecimal() else None
    if amount is None or amount >= _MOST_DOLLARS or (100 * amount).denominator != 1:
        raise BadInput(f"{describe(text)} isn't an amount: write dollars, such as 5, 5.50 or $1,000")
    return int(100 * amount)


def parse_amounts(text: str) -> list[int]:
    """Return the cents of several amounts, separated by commas or blanks; `-` is $0.

    Commas between groups of three digits belong to one amount.

    >>> parse_amounts("$10, 5"), parse_amounts("1,000 5"), parse_amounts("5,-,1")
    ([1000, 500], [100000, 500], [500, 0, 100])
    """
    words = [part for word in text.replace(" ,", " ").split() for part in _amounts_in(word)]
    return [0 if word == "-" else parse_amount(word) for word in words]


def _amounts_in(word: str) -> list[str]:
    bare = word.strip(",")
    if not bare or _THOUSANDS.fullmatch(bare):
        return [bare]
    parts = [part for part in bare.split(",") if part]
    if "000" in parts:
        raise BadInput(f"{describe(word)} isn't clear: write blanks between the amounts, such as 5 1,000")
    return parts


class DollarOption(click.ParamType[int]):
    """An option that takes an amount in dollars; the command gets cents."""

    name = "dollars"

    def __init__(self, *, may_be_negative: bool = False, most_cents: int | None = None) -> None:
        """With `most_cents`, both $0 and more than that are refused."""
        self.may_be_negative = may_be_negative
        self.most_cents = most_cents

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:  # noqa: ARG002
        """Return the cents, or refuse the amount; the refusal begins with the name of the option."""
        if isinstance(value, int):
            return value
        text = str(value).strip()
        is_negative = self.may_be_negative and text.startswith("-")
        try:
            cents = parse_amount(text[1:] if is_negative else text)
        except BadInput as error:
            raise BadInput(f"{option_name(param)}{error}") from None
        if self.most_cents is not None and not 1 <= cents <= self.most_cents:
            limits = f"must be from {dollars(1)} to {dollars(self.most_cents)}, not {dollars(cents)}"
            raise BadInput(f"{option_name(param)}{limits}")
        return -cents if is_negative else cents


DOLLARS = DollarOption()
STAKE = DollarOption(most_cents=10**12)
"""A stake or a limit to compute with: more than $0, and small enough to add up exactly."""
WON_OR_LOST = DollarOption(may_be_negative=True)
