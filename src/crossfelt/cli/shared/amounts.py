"""Amounts of money as people type them: dollars, turned into cents."""

from __future__ import annotations

import re
from typing import Any

import click

from crossfelt.errors import BadInput, describe
from crossfelt.money import dollars

_DOLLARS = re.compile(r"\$?(\d{1,12}|\d{1,3}(?:,\d{3}){1,3})(?:\.(\d{1,2}))?\$?", re.ASCII)


def parse_amount(text: str) -> int:
    """Cents of an amount in dollars, with or without the sign: `5`, `$5`, `5.50`, `$1,000`.

    >>> parse_amount("5"), parse_amount("$5.50"), parse_amount("1,000")
    (500, 550, 100000)
    """
    written = text.strip()
    match = _DOLLARS.fullmatch(written)
    if not match or (written.startswith("$") and written.endswith("$")):
        raise BadInput(f"{describe(text)} is not an amount: write dollars, such as 5, 5.50 or $5")
    return int(match[1].replace(",", "")) * 100 + int((match[2] or "0").ljust(2, "0"))


class DollarOption(click.ParamType[int]):
    """An option that takes an amount in dollars; the command gets cents."""

    name = "dollars"

    def __init__(self, *, may_be_negative: bool = False, most_cents: int | None = None) -> None:
        """With the most cents that it may be, it is also refused when it is nothing."""
        self.may_be_negative = may_be_negative
        self.most_cents = most_cents

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:  # noqa: ARG002
        """The cents of what was typed; a refusal begins with the name of the option."""
        if isinstance(value, int):
            return value
        text = str(value).strip()
        is_negative = self.may_be_negative and text.startswith("-")
        try:
            cents = parse_amount(text[1:] if is_negative else text)
        except BadInput as error:
            raise BadInput(f"{param.opts[0]}: {error}" if param else str(error)) from None
        if self.most_cents is not None and not 1 <= cents <= self.most_cents:
            limits = f"must be from {dollars(1)} to {dollars(self.most_cents)}, not {dollars(cents)}"
            raise BadInput(f"{param.opts[0]}: {limits}" if param else limits)
        return -cents if is_negative else cents


DOLLARS = DollarOption()
STAKE = DollarOption(most_cents=10**12)
"""A stake or a limit that an analysis reckons with: neither nothing nor beyond what it can add up."""
WON_OR_LOST = DollarOption(may_be_negative=True)
