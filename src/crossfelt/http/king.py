"""King Cross Poker over HTTP as far as it needs no analysis worker: sheets read, the dice of a day, games checked.

Only routes: `service.king` makes the answers.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from crossfelt.http.advice import NO_LIVE_ADVICE
from crossfelt.http.bodies import StrictJson, described
from crossfelt.http.pools import pools_of
from crossfelt.http.refusals import NO_ADVICE, UNREADABLE_BODY, refused
from crossfelt.http.workers import EXAMPLES
from crossfelt.service.king import daily_answer, match_answer, sheet_answer
from crossfelt.service.wire.king import (
    KingDailyAnswer,
    KingMatchAnswer,
    KingMatchRequest,
    KingReadAnswer,
    KingReadRequest,
)
from crossfelt.service.wire.strict import read_wire

router = APIRouter(prefix="/api/king", tags=["king cross"])

MATCH_EXAMPLE: dict[str, Any] = {"placements": [{"rolled": "7d", "square": "b2", "card": "7d"}]}
READ_EXAMPLE: dict[str, Any] = {"grid": EXAMPLES["king/hint"]["grid"], "card": "7s", "bonus": True}


@router.post(
    "/read",
    dependencies=[NO_LIVE_ADVICE],
    responses={200: {"model": KingReadAnswer}}
    | UNREADABLE_BODY
    | refused("The sheet cannot be read as it is given.")
    | NO_ADVICE,
    openapi_extra=described("KingReadRequest", READ_EXAMPLE),
)
async def read(request: Request, body: StrictJson) -> Response:
    """Says what each line is and can become, where a card may go and what it would change there."""
    return await pools_of(request).rules.run(_read, body)


def _read(body: object) -> Response:
    answer = sheet_answer(read_wire(KingReadRequest, body))
    return Response(answer.model_dump_json(), media_type="application/json")


@router.get("/daily", response_model=KingDailyAnswer, responses=refused("There is no such day, or not yet."))
def daily(
    day: Annotated[str | None, Query(description="Such as 2026-11-15; today by UTC if absent.", max_length=10)] = None,
) -> KingDailyAnswer:
    """The dice of a day's practice sheet, the same for everyone."""
    today = _today()
    return daily_answer(today if day is None else day, today)


@router.post(
    "/match",
    response_model=KingMatchAnswer,
    responses=UNREADABLE_BODY | refused("The rules do not allow these placements, or the rolls are not of that day."),
    openapi_extra=described("KingMatchRequest", MATCH_EXAMPLE),
)
async def match(request: Request, body: StrictJson) -> KingMatchAnswer:
    """Checks a game of one sheet, placement by placement, scores it when the sheet is full, and gives its record."""
    return await pools_of(request).rules.run(_match, body)


def _match(body: object) -> KingMatchAnswer:
    return match_answer(read_wire(KingMatchRequest, body), _today())


def _today() -> str:
    return datetime.now(UTC).date().isoformat()
