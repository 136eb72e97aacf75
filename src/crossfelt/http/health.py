"""How the server is: alive, ready, and its figures."""

from __future__ import annotations

import hmac

from fastapi import APIRouter, Request, Response
from starlette.exceptions import HTTPException

from crossfelt import __version__
from crossfelt.http.context import AppContext
from crossfelt.http.metrics import METRICS
from crossfelt.service.refusals import log_storage_failure
from crossfelt.service.wire import Health, ReadyAnswer
from crossfelt.service.wire.protocol import shipped_schema

router = APIRouter(tags=["server"])
_TEXT = {"text/plain": {"schema": {"type": "string"}}}
METRICS_OFF = "Metrics are off. Start the server with --metrics-token-file FILE or --metrics-address HOST:PORT."
METRICS_CLOSED = "Metrics need the server's metrics token. Send it as Authorization: Bearer TOKEN."


@router.get("/healthz", response_model=Health)
def healthz() -> Health:
    """Says that the server is up."""
    return Health(status="ok", version=__version__)


@router.get(
    "/readyz",
    response_model=ReadyAnswer,
    responses={503: {"model": ReadyAnswer, "description": "Not ready, or nothing can be stored."}},
)
def readyz(request: Request, response: Response) -> ReadyAnswer:
    """Says whether wagers are taken: the log was checked, open rounds are found again, and the disk takes writes."""
    context: AppContext | None = request.app.state.context
    if context is None:
        return ReadyAnswer(ready=True, reason="this server runs no tables")
    reason = _why_not_ready(context)
    if reason:
        response.status_code = 503
    return ReadyAnswer(ready=not reason, reason=reason, stuck_tables=context.house.stuck_tables)


def _why_not_ready(context: AppContext) -> str:
    """Why no wager is taken now, empty when the server is ready. Anyone may read it, so it names no file."""
    failure = context.house.store.failure
    if failure is not None:
        log_storage_failure(failure)
        return "Storage failed. The server's log has the cause."
    return "" if context.house.is_ready else "Loading tables."


@router.get(
    "/api/protocol.schema.json",
    response_class=Response,
    responses={200: {"description": "The schema.", "content": {"application/schema+json": {"schema": {}}}}},
)
def message_schema() -> Response:
    """Return the JSON Schema of every message, over HTTP and on sockets."""
    return Response(shipped_schema(), media_type="application/schema+json")


@router.get(
    "/metrics",
    response_class=Response,
    responses={
        200: {"description": "The metrics.", "content": {"text/plain": {"schema": {"type": "string"}}}},
        401: {"description": "The metrics token is missing or wrong.", "content": _TEXT},
        404: {"description": "The server was started without a metrics token.", "content": _TEXT},
    },
)
def metrics(request: Request) -> Response:
    """Return all metrics of the server in the Prometheus text format, to a client that has the metrics token."""
    token: bytes | None = request.app.state.metrics_token
    if token is None:
        raise HTTPException(404, METRICS_OFF)
    scheme, _, sent = request.headers.get("authorization", "").partition(" ")
    if scheme.lower() != "bearer" or not hmac.compare_digest(sent.encode(), token):
        raise HTTPException(401, METRICS_CLOSED, {"www-authenticate": "Bearer"})
    return Response(METRICS.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
