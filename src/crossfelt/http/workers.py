"""Advice and analyses over HTTP: the documents of the commands of the same names, worked out in other processes."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from crossfelt.http.addresses import client_address
from crossfelt.http.advice import NO_LIVE_ADVICE
from crossfelt.http.bodies import StrictJson, described
from crossfelt.http.players import context_of
from crossfelt.http.refusals import (
    NO_ADVICE,
    NO_TABLE,
    NOT_ANSWERED,
    SIGNED_IN,
    UNREADABLE_BODY,
    conflict,
    refused,
)
from crossfelt.schema import to_plain
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.wire.analysis import (
    AdviseAnswer,
    KingHintAnswer,
    KingReviewAnswer,
    SessionAnswer,
    SolveAnswer,
    StrategyAnswer,
)
from crossfelt.service.wire.questions import (
    AdviseRequest,
    KingHintRequest,
    KingReviewRequest,
    SessionRequest,
    SolveRequest,
    StrategyRequest,
)
from crossfelt.service.wire.strict import Wire, read_wire
from crossfelt.service.workers import WorkerPool, question_of
from crossfelt.service.workers.questions import ViewAdvice

router = APIRouter(prefix="/api", tags=["analysis"], dependencies=[NO_LIVE_ADVICE])

EXAMPLES: dict[str, dict[str, Any]] = {
    "advise": {"rules": "maryland", "hole": ["Ah", "Kd"], "across": ["2c", "9d"], "bets": [1]},
    "solve": {"rules": "maryland", "pay": {"flush": 7}},
    "strategy": {"rules": "massachusetts", "lines": 6},
    "session": {"rules": "maryland", "rounds": 500, "bankroll_antes": 200},
    "king/hint": {
        "grid": [
            ["3h", None, None, None, "7c"],
            [None, "5s", None, "7s", None],
            [None, None, "K", None, None],
            [None, "7h", None, "4d", None],
            ["7d", None, None, None, "6s"],
        ],
        "roll": "5d",
    },
}
"""A question of each kind that can be asked as it stands; a review needs a whole match."""


def client_of(request: Request) -> str:
    """Who asks, for the rule of one question at a time: the address, of which nobody has as many as of guests."""
    return client_address(request)


def _describing(name: str, model: type[Wire], answer: type[Wire]) -> dict[str, Any]:
    """Return the OpenAPI description of a question: its body, its answer and its refusals."""
    return {
        # Answers go out as they were made; the model is what the description says of them.
        "responses": {200: {"model": answer}}
        | UNREADABLE_BODY
        | refused("The question cannot be answered as it is put.")
        | NOT_ANSWERED
        | NO_ADVICE,
        "openapi_extra": described(model.__name__, EXAMPLES.get(name)),
    }


@router.post("/advise", **_describing("advise", AdviseRequest, AdviseAnswer))
async def advise(request: Request, body: StrictJson) -> Response:
    """Says what each action of one decision is worth, exactly, and why."""
    return await _answered(request, AdviseRequest, body)


@router.post("/solve", **_describing("solve", SolveRequest, SolveAnswer))
async def solve(request: Request, body: StrictJson) -> Response:
    """Solves the whole game exactly, for any pay table."""
    return await _answered(request, SolveRequest, body)


@router.post("/strategy", **_describing("strategy", StrategyRequest, StrategyAnswer))
async def strategy(request: Request, body: StrictJson) -> Response:
    """Grow a short strategy card, or price a player's own rules, exactly."""
    return await _answered(request, StrategyRequest, body)


@router.post("/session", **_describing("session", SessionRequest, SessionAnswer))
async def session(request: Request, body: StrictJson) -> Response:
    """Says where many rounds at flat stakes end, whether a bankroll lasts, and whether a table's win is believable."""
    return await _answered(request, SessionRequest, body)


@router.post("/king/hint", **_describing("king/hint", KingHintRequest, KingHintAnswer))
async def king_hint(request: Request, body: StrictJson) -> Response:
    """Says what each legal square is worth for a roll of King Cross Poker."""
    return await _answered(request, KingHintRequest, body)


_ADVISED: dict[int | str, dict[str, Any]] = {200: {"model": AdviseAnswer | KingHintAnswer}}


@router.post(
    "/tables/{table_id}/advice",
    responses=_ADVISED | SIGNED_IN | NO_TABLE | conflict("Nothing is to be decided.") | NOT_ANSWERED | NO_ADVICE,
)
async def table_advice(request: Request, table_id: str) -> Response:
    """Advise the player who is due at a practice table: the document of `advise`, or of a hint."""
    context = context_of(request)
    player = context.identities.needed(request)
    await (await context.house.find(table_id)).keep_up()
    table, view = context.house.advised_view(table_id, player)
    asked = ViewAdvice(game=table.state.game.name, rules=table.state.rules.document, view=to_plain(view))
    return JSONResponse(await workers_of(request).ask(player, question_of(asked)))


@router.post("/king/review", **_describing("king/review", KingReviewRequest, KingReviewAnswer))
async def king_review(request: Request, body: StrictJson) -> Response:
    """Judges a finished match of King Cross Poker: points lost by each placement, luck of each roll."""
    return await _answered(request, KingReviewRequest, body)


async def _answered(request: Request, model: type[Wire], body: object) -> Response:
    question = question_of(read_wire(model, body))
    workers = workers_of(request)
    return JSONResponse(await workers.ask(client_of(request), question))


def workers_of(request: Request) -> WorkerPool:
    """Return the worker pool; 503 where the server was started without it."""
    workers: WorkerPool | None = request.app.state.workers
    if workers is None:
        message = "this server was started without the part that answers such questions"
        raise Refused(RefusalCode.NO_ANALYSIS, message)
    return workers
