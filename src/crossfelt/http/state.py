"""How the server is: alive, ready, and its figures."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from crossfelt import __version__
from crossfelt.http.metrics import METRICS
from crossfelt.http.parts import Parts
from crossfelt.service.wire import Health, ReadyAnswer

router = APIRouter(tags=["server"])


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
    parts: Parts | None = request.app.state.parts
    if parts is None:
        return ReadyAnswer(ready=True, reason="this server runs no tables")
    failure = parts.house.store.failure
    if failure is None and parts.house.is_ready:
        return ReadyAnswer(ready=True, reason="")
    response.status_code = 503
    return ReadyAnswer(ready=False, reason=failure or "the tables are being found again")


@router.get(
    "/metrics",
    response_class=Response,
    responses={200: {"description": "The figures.", "content": {"text/plain": {"schema": {"type": "string"}}}}},
)
def metrics(request: Request) -> Response:
    """All figures about the running server, in the form that Prometheus reads."""
    parts: Parts | None = request.app.state.parts
    if parts is not None:
        METRICS.tables.set(len(parts.house.lobby))
    return Response(METRICS.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
