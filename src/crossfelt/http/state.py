"""How the server is: alive, ready, and its figures."""

from __future__ import annotations

from fastapi import APIRouter, Request
from starlette.responses import JSONResponse, Response

from crossfelt import __version__
from crossfelt.http.metrics import METRICS
from crossfelt.http.parts import Parts
from crossfelt.service.wire import Health

router = APIRouter(tags=["server"])


@router.get("/healthz", response_model=Health)
def healthz() -> Health:
    """Says that the server is up."""
    return Health(status="ok", version=__version__)


@router.get("/readyz", responses={503: {"description": "Not ready, or nothing can be stored."}})
def readyz(request: Request) -> Response:
    """Says whether wagers are taken: the log was checked, open rounds are found again, and the disk takes writes."""
    parts: Parts | None = request.app.state.parts
    if parts is None:
        return JSONResponse({"ready": False, "reason": "this server runs no tables"}, 503)
    failure = parts.house.store.failure
    is_ready = parts.house.is_ready and failure is None
    reason = failure or ("" if is_ready else "the tables are being found again")
    return JSONResponse({"ready": is_ready, "reason": reason}, 200 if is_ready else 503)


@router.get("/metrics")
def metrics(request: Request) -> Response:
    """All figures about the running server, in the form that Prometheus reads."""
    parts: Parts | None = request.app.state.parts
    if parts is not None:
        METRICS.tables.set(len(parts.house.lobby))
    return Response(METRICS.text(), media_type="text/plain; version=0.0.4; charset=utf-8")
