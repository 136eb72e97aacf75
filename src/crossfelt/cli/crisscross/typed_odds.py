"""Odds as people type them: `flush=7` for `--pay`, and `flush=5..10` for `--bounds`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from crossfelt.cli.shared.numbers import parse_whole
from crossfelt.errors import BadInput, RuleBookError, describe

_RANGE = re.compile(r"(\w+) *= *(.+?) *\.\. *(.+)", re.ASCII)


def parse_pay(assignments: Sequence[str]) -> dict[str, object]:
    """Return the odds of each hand, from texts such as `royal_flush=1,000`; `encode` checks hand and odds."""
    odds: dict[str, object] = {}
    faults: list[str] = []
    for text in assignments:
        name, _, value = text.partition("=")
        hand, whole = name.strip(), parse_whole(value)
        if whole is None:
            faults.append(f"pay {describe(text)}: write HAND=ODDS with whole odds, such as royal_flush=250")
        elif hand in odds:
            faults.append(f"pay {describe(hand)}: appears twice")
        else:
            odds[hand] = whole
    if faults:
        raise RuleBookError(faults)
    return odds


def parse_range(text: str) -> tuple[str, int, int]:
    """Return the hand with its lowest and highest odds, from a text such as `royal_flush=100..1,000`."""
    match = _RANGE.fullmatch(text.strip())
    least, most = (parse_whole(match[2]), parse_whole(match[3])) if match else (None, None)
    if match is None or least is None or most is None:
        raise BadInput(f"bounds {describe(text)}: write HAND=A..B with whole odds, such as royal_flush=100..500")
    return match[1], least, most
