"""King Cross score sheets to print, as PDF: a page of empty ones, or a finished game."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any, Literal, cast

from fastapi import APIRouter, Query
from starlette.responses import Response

from crossfelt.errors import BadInput, Fault
from crossfelt.http.refusals import refused
from crossfelt.kingcross.grid import sheet_from_grid
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.sheet import SQUARE_COUNT, rows_of
from crossfelt.printing.king_sheet import Layout, Paper, PerPage, PrintedSheet, Version, king_sheets

router = APIRouter(prefix="/api/king", tags=["king cross"])

MOST_PAGES = 64
"""Pages that are kept once they are made: there are 24 kinds of empty ones."""
_PDF: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/pdf": {}}, "description": "One page to print."},
}
_HEADERS = {"content-disposition": 'inline; filename="king-cross.pdf"'}


@router.get("/sheets.pdf", response_class=Response, responses=_PDF | refused("There is no such page."))
def sheets(
    version: Annotated[Version, Query(description="Pips to fill in, or empty squares.")] = "pips",
    per_page: Annotated[Literal["1", "2", "4"], Query(description="Sheets on a page.")] = "1",
    paper: Annotated[Paper, Query(description="Size of the paper.")] = "a4",
    bonus: Annotated[Literal["0", "1"], Query(description="1: with the achievements.")] = "0",
    cards: Annotated[
        str | None,
        Query(description="A finished sheet: its 25 squares row by row, K in the centre.", max_length=100),
    ] = None,
) -> Response:
    """A page of score sheets to print, empty or with one finished game."""
    layout = Layout(version, cast(PerPage, int(per_page)), paper)
    page = _page(layout, bonus == "1", None if cards is None else tuple(cards.split()))
    return Response(page, media_type="application/pdf", headers=_HEADERS)


@lru_cache(MOST_PAGES)
def _page(layout: Layout, bonus: bool, cards: tuple[str, ...] | None) -> bytes:
    score_card = load_score_card()
    if cards is None:
        return king_sheets([PrintedSheet(score_card, bonus)] * layout.per_page, layout)[0]
    if len(cards) != SQUARE_COUNT:
        raise BadInput(Fault(f"must be {SQUARE_COUNT} cards, not {len(cards)}", "cards"))
    sheet = sheet_from_grid([list(row) for row in rows_of(cards)], score_card)
    return king_sheets([PrintedSheet(score_card, bonus, sheet)], layout)[0]
