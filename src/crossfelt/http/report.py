"""The report of a table over HTTP, for its floor and the operator."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from fastapi import APIRouter, Request

from crossfelt.http.advice import NO_LIVE_ADVICE
from crossfelt.http.operators import asker_of
from crossfelt.http.players import context_of
from crossfelt.http.pools import pools_of, while_connected
from crossfelt.http.refusals import NO_TABLE, NOT_ANSWERED, SIGNED_IN, TOO_MUCH
from crossfelt.http.workers import workers_of
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.report import TableReport
from crossfelt.service.tables.roles import OPERATOR
from crossfelt.service.wire import Refusal
from crossfelt.service.wire.reports import BandAnswer, BandEntry
from crossfelt.service.workers import question_of
from crossfelt.service.workers.questions import TableBand

router = APIRouter(prefix="/api", tags=["floor"])
_NO_ROLE: dict[int | str, dict[str, Any]] = {
    403: {
        "model": Refusal,
        "description": "The asker is neither floor of this table nor the operator.",
    }
}


@router.get(
    "/tables/{table_id}/report", response_model=TableReport, responses=SIGNED_IN | NO_TABLE | _NO_ROLE | TOO_MUCH
)
async def report(request: Request, table_id: str) -> TableReport:
    """Rounds, wagers, wins, jackpots and corrections of a table, open or closed, and whether log and ledger agree."""
    context = context_of(request)
    player = asker_of(request, context)
    house = context.house
    # A long log isn't read for a caller who may not see the report.
    here = next((table for table in house.lobby if table.state.table == table_id), None)
    if here is not None:
        _refuse_unless_floor(player, here.state.floor)
    pool = pools_of(request).reports
    result, floor = await while_connected(
        request, lambda is_gone: pool.run(context.reports.report, table_id, is_gone.is_set)
    )
    _refuse_unless_floor(player, floor)
    return result


@router.get(
    "/tables/{table_id}/band",
    response_model=BandAnswer,
    dependencies=[NO_LIVE_ADVICE],
    responses=SIGNED_IN | NO_TABLE | _NO_ROLE | TOO_MUCH | NOT_ANSWERED,
)
async def band(request: Request, table_id: str) -> BandAnswer:
    """The report, and beside it what the exactly solved game says that the table should have won."""
    result = await report(request, table_id)
    if result.main is None or not result.main.seat_rounds:
        return BandAnswer(report=result, band=None)
    asked = TableBand(rules=result.rules_document, **asdict(result.main))
    player = asker_of(request, context_of(request))
    answer = await workers_of(request).ask(player, question_of(asked))
    return BandAnswer(report=result, band=BandEntry.model_validate(answer["band"]))


def _refuse_unless_floor(player: str, floor: tuple[str, ...]) -> None:
    if player not in (*floor, OPERATOR):
        raise Refused(RefusalCode.FLOOR_NEEDED, "Only the floor of this table and the operator can read its report.")
