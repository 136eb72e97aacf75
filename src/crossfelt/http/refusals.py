"""Every refusal has one form: `{"error": "...; ...", "faults": [...]}`, and a status that says whose turn it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse, Response

from crossfelt.errors import BadInput
from crossfelt.http.headers import HEADERS
from crossfelt.service.wire import Refusal

NOT_FOUND: dict[int | str, dict[str, Any]] = {404: {"model": Refusal, "description": "There is no such rule book."}}
UNREADABLE_BODY: dict[int | str, dict[str, Any]] = {
    400: {"model": Refusal, "description": "The body is not strict JSON."},
    413: {"model": Refusal, "description": "The body is too long."},
    415: {"model": Refusal, "description": "The body is not announced as JSON."},
}


def refused(description: str) -> dict[int | str, dict[str, Any]]:
    """The entry of a 422 in the description of the interface."""
    return {422: {"model": Refusal, "description": description}}


def refusal(status: int, faults: str | Iterable[str], headers: Mapping[str, str] | None = None) -> Response:
    """A refusal as a response."""
    found = [faults] if isinstance(faults, str) else list(faults)
    answer = Refusal(error="; ".join(found), faults=found)
    return JSONResponse(answer.model_dump(), status_code=status, headers=headers)


def add_refusal_handlers(app: FastAPI) -> None:
    """Gives every error that may leave an endpoint its one form."""
    app.add_exception_handler(BadInput, _bad_input)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _parameters)
    app.add_exception_handler(Exception, _ours)


async def _bad_input(_: Request, error: Exception) -> Response:
    assert isinstance(error, BadInput)
    return refusal(422, error.faults)


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if request.url.path.startswith("/api/"):
        return refusal(error.status_code, error.detail, error.headers)
    return PlainTextResponse(f"{error.detail}\n", error.status_code, error.headers)


async def _parameters(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return refusal(422, (f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()))


async def _ours(_: Request, __: Exception) -> Response:
    # The log has the traceback; a stranger gets none of it. This handler stands outside the middleware.
    return refusal(500, "the server made a mistake; its log says more", HEADERS)
