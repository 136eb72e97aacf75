"""Amounts of money as people type them, turned into cents."""

from __future__ import annotations

import re

from crossfelt.errors import BadInput, describe

_DOLLARS = re.compile(r"\$?(\d{1,12})(?:\.(\d{2}))?\$?", re.ASCII)


def parse_amount(text: str, *, plain_is_cents: bool) -> int:
    """Cents of an amount: `$5`, `5.00` and `$1,000` are dollars; a plain `500` is cents in options and files,
    dollars at the table.

    >>> parse_amount("500", plain_is_cents=True), parse_amount("$5", plain_is_cents=True)
    (500, 500)
    >>> parse_amount("5", plain_is_cents=False), parse_amount("5.50", plain_is_cents=False)
    (500, 550)
    """
    written = text.strip().replace(",", "")
    match = _DOLLARS.fullmatch(written)
    if not match or (written.startswith("$") and written.endswith("$")):
        raise BadInput(f"{describe(text)} is not an amount: write $5, 5.00 or {'500' if plain_is_cents else '5'}")
    if plain_is_cents and written.isdecimal():
        return int(written)
    return int(match[1]) * 100 + int(match[2] or 0)
