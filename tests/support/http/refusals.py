"""Checks that a refusal has all its parts, as docs/protocol.md lists them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from crossfelt.service.wire.refusals import CODES

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "protocol.md").read_text(encoding="utf-8")


def listed(heading: str) -> dict[str, list[str]]:
    """The rows of a table of the page: code -> the other cells."""
    table = re.search(rf"^\| {heading} \|\n\|[-|]+\|\n((?:\|.*\n)+)", PAGE, re.MULTILINE)
    assert table is not None
    cells = [row.strip("| ").split(" | ") for row in table[1].strip().splitlines()]
    return {row[0].strip("`"): row[1:] for row in cells}


def listed_params(heading: str, column: int) -> dict[str, set[str]]:
    """Code -> the parameters that the page lists for it."""
    return {code: set(re.findall(r"`(\w+)`", cells[column])) for code, cells in listed(heading).items()}


SERVICE, GAME, REASON = (
    r"code \| status \| params \| meaning",
    r"code \| params \| meaning",
    r"reason \| params \| cause",
)
"""The headings of the three tables of codes."""
PARAMS = {**listed_params(REASON, 0), **listed_params(GAME, 0), **listed_params(SERVICE, 1)}


def check_refusal(refusal: dict[str, Any]) -> None:
    """A refusal has all its parts, and the parameters of each reason are exactly those that the page lists."""
    assert refusal["code"] in CODES, refusal
    first = refusal["details"][0]
    assert (first["field"], first["params"]) == (refusal["field"], refusal["params"])
    assert len(refusal["details"]) == len(refusal["faults"]) > 0
    assert refusal["error"] == "; ".join(refusal["faults"])
    for detail, sentence in zip(refusal["details"], refusal["faults"], strict=True):
        assert detail["code"] in CODES, detail
        assert detail["message"] and detail["message"] in sentence
        assert set(detail["params"]) == PARAMS[detail["code"]], detail
