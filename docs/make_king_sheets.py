"""Draw King Cross score sheets for the documentation: `.venv/bin/python -m docs.make_king_sheets`."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path

from crossfelt.kingcross.grid import sheet_from_grid
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.printing.king_sheet import VERSIONS, Layout, PrintedSheet, king_sheets

DOCS = Path(__file__).parent


def main() -> None:
    """Write a picture of each version: an empty sheet beside a finished game."""
    score_card = load_score_card()
    case = json.loads(files("crossfelt").joinpath("examples/king-sheet.json").read_text("utf-8"))
    full = PrintedSheet(score_card, True, sheet_from_grid(case["grid"], score_card))
    for version in VERSIONS:
        (page,) = king_sheets(
            [PrintedSheet(score_card, bonus=True), full], Layout(version, 2), "png", pixels_per_inch=110
        )
        (DOCS / "pictures" / f"king-sheet-{version}.png").write_bytes(page)


if __name__ == "__main__":
    main()
