"""A sheet as a PDF."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from typing import Any

from crossfelt.printing.blocks import SIGNS, Banner, Block, Checks, Picture, Sheet, Table
from crossfelt.printing.charts import for_paper
from crossfelt.printing.par_sheet import par_sheet
from crossfelt.printing.typesetting import displayable, typeset
from crossfelt.schema import to_plain

WIDE_CELL = 48
"""Columns with longer cells than this share the width that the others leave."""


def par_pdf(document: Mapping[str, Any]) -> bytes:
    """Return the par sheet as a PDF. The same document gives the same bytes."""
    return pdf(par_sheet(document))


def pdf(sheet: Sheet) -> bytes:
    """Return any sheet as a PDF tagged for screen readers, in fonts that every machine has."""
    made = typeset("par_sheet.typ", json.dumps(template_data(sheet)), pdf_standards="ua-1")
    assert isinstance(made, bytes)
    return made


def template_data(sheet: Sheet) -> dict[str, Any]:
    """Return the data that the template needs: the sheet as plain data, each block with its kind."""
    plain: dict[str, Any] = to_plain(sheet)
    for section, printed in zip(sheet.sections, plain["sections"], strict=True):
        printed["blocks"] = [_block(block) for block in section.blocks]
    displayed: dict[str, Any] = _displayable(plain)
    return displayed


def _displayable(value: Any) -> Any:
    """Replace characters that the fonts don't have in all text of the data: names may have come from outside."""
    if isinstance(value, str):
        return displayable(value)
    if isinstance(value, dict):
        return {key: _displayable(entry) for key, entry in value.items()}
    return [_displayable(entry) for entry in value] if isinstance(value, list | tuple) else value


def _block(block: Block) -> dict[str, Any]:
    plain: dict[str, Any] = {"kind": type(block).__name__.lower(), **to_plain(block)}
    if isinstance(block, Picture):
        plain["svg"] = for_paper(block.svg)
    if isinstance(block, Banner):
        plain["sign"] = SIGNS["passed" if block.is_good else "failed"]
    if isinstance(block, Checks):
        plain["checks"] = [{**to_plain(check), "sign": SIGNS[check.state]} for check in block.checks]
    if isinstance(block, Table):
        plain["columns"] = [heading.removeprefix(">") for heading in block.columns]
        cells = [max(map(len, column)) for column in zip(*block.rows, strict=True)]
        # Lines of text fill an area, so the side of it goes with the root of their length.
        plain["widths"] = [round(math.sqrt(longest)) if longest > WIDE_CELL else 0 for longest in cells]
        plain["sides"] = ["right" if heading.startswith(">") else "left" for heading in block.columns]
    return plain
