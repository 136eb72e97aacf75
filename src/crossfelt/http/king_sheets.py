"""King Cross score sheets to print, as PDF: a page of empty ones, or a finished game."""

from __future__ import annotations

import json
from typing import Annotated, Any, Literal, cast

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from crossfelt.errors import BadInput, Fault
from crossfelt.faults import FaultCode
from crossfelt.http.pdf_pages import PdfPages
from crossfelt.http.refusals import TOO_MUCH, refused
from crossfelt.kingcross.grid import sheet_from_grid
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.sheet import SQUARE_COUNT, rows_of
from crossfelt.printing.king_sheet import TEMPLATE, Layout, Paper, PerPage, PrintedSheet, Version, template_data

router = APIRouter(prefix="/api/king", tags=["king cross"])

_PDF: dict[int | str, dict[str, Any]] = {
    200: {"content": {"application/pdf": {}}, "description": "One page to print."},
}
_HEADERS = {"content-disposition": 'inline; filename="king-cross.pdf"'}


@router.get("/sheets.pdf", response_class=Response, responses=_PDF | refused("There is no such page.") | TOO_MUCH)
async def sheets(
    request: Request,
    version: Annotated[Version, Query(description="Pips to fill in, or empty squares.")] = "pips",
    per_page: Annotated[Literal["1", "2", "4"], Query(description="Sheets on a page.")] = "1",
    paper: Annotated[Paper, Query(description="Size of the paper.")] = "a4",
    bonus: Annotated[Literal["0", "1"], Query(description="1: with the achievements.")] = "0",
    cards: Annotated[
        str | None,
        Query(description="A finished sheet: its 25 squares row by row, K in the center.", max_length=100),
    ] = None,
) -> Response:
    """A page of score sheets to print, empty or with one finished game."""
    layout = Layout(version, cast(PerPage, int(per_page)), paper)
    printed = _printed(layout, bonus == "1", None if cards is None else tuple(cards.split()))
    pages: PdfPages = request.app.state.pdf_pages
    page = await pages.pdf(TEMPLATE, json.dumps(template_data(printed, layout)))
    return Response(page, media_type="application/pdf", headers=_HEADERS)


def _printed(layout: Layout, bonus: bool, cards: tuple[str, ...] | None) -> list[PrintedSheet]:
    score_card = load_score_card()
    if cards is None:
        return [PrintedSheet(score_card, bonus)] * layout.per_page
    if len(cards) != SQUARE_COUNT:
        message = f"must be {SQUARE_COUNT} cards, not {len(cards)}"
        params = {"least": SQUARE_COUNT, "most": SQUARE_COUNT, "count": len(cards)}
        raise BadInput(Fault(FaultCode.WRONG_COUNT, message, "cards", params=params))
    sheet = sheet_from_grid([list(row) for row in rows_of(cards)], score_card)
    return [PrintedSheet(score_card, bonus, sheet)]
