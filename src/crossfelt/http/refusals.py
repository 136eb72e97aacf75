"""Every refusal has one form, `wire.Refusal`, and a status that tells whether to change the request or to wait."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Match
from starlette.types import Receive, Send

from crossfelt.errors import BadInput, CrossfeltError, IllegalAction
from crossfelt.http.headers import HEADERS
from crossfelt.service.refusals import NotStored, RefusalCode, Refused
from crossfelt.service.wire import Refusal
from crossfelt.service.wire.refusals import refusal_parts
from crossfelt.service.wire.strict import wire_fault
from crossfelt.storage.port import StorageFailed

NOT_FOUND: dict[int | str, dict[str, Any]] = {404: {"model": Refusal, "description": "There is no such rule book."}}
NO_TABLE: dict[int | str, dict[str, Any]] = {404: {"model": Refusal, "description": "There is no such table or round."}}
SIGNED_IN: dict[int | str, dict[str, Any]] = {
    401: {"model": Refusal, "description": "The asker is no guest, or is one no more."},
}
TOO_MUCH: dict[int | str, dict[str, Any]] = {429: {"model": Refusal, "description": "Too much at once."}}
NOT_STORED: dict[int | str, dict[str, Any]] = {
    503: {"model": Refusal, "description": "Nothing can be stored now, so nothing is taken."},
}
NOT_ANSWERED: dict[int | str, dict[str, Any]] = {
    429: {"model": Refusal, "description": "The last question of the same client is not answered yet."},
    503: {"model": Refusal, "description": "Too many questions wait, or this server answers none."},
    504: {"model": Refusal, "description": "The answer was not found in the time that such a question gets."},
}
NO_ADVICE: dict[int | str, dict[str, Any]] = {
    403: {
        "model": Refusal,
        "description": "The guest is in a round of a live table: no analysis until it ends.",
    }
}
_REFUSAL_SCHEMA = {"application/json": {"schema": {"$ref": "#/components/schemas/Refusal"}}}
MISDIRECTED = {"description": "The request is for a host that is not this one.", "content": _REFUSAL_SCHEMA}
OVER_BUDGET = {"description": "Too many requests. `Retry-After` has the seconds to wait.", "content": _REFUSAL_SCHEMA}
FOREIGN = {"description": "The request comes from a page of another site.", "content": _REFUSAL_SCHEMA}
UNREADABLE_BODY: dict[int | str, dict[str, Any]] = {
    400: {"model": Refusal, "description": "The body is not strict JSON."},
    413: {"model": Refusal, "description": "The body is too long."},
    415: {"model": Refusal, "description": "The body is not announced as JSON."},
}

_METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE")
_STATUS = {
    RefusalCode.BAD_REQUEST: 422,
    RefusalCode.NOT_FOUND: 404,
    RefusalCode.METHOD_NOT_ALLOWED: 405,
    RefusalCode.BODY_INCOMPLETE: 400,
    RefusalCode.BODY_NOT_JSON: 400,
    RefusalCode.BODY_TOO_LONG: 413,
    RefusalCode.WRONG_CONTENT_TYPE: 415,
    RefusalCode.WRONG_HOST: 421,
    RefusalCode.OTHER_SITE: 403,
    RefusalCode.SERVER_ERROR: 500,
    RefusalCode.NO_ANALYSIS: 503,
    RefusalCode.NOT_SIGNED_IN: 401,
    RefusalCode.NO_SUCH_TABLE: 404,
    RefusalCode.NO_SUCH_ROUND: 404,
    RefusalCode.NO_SUCH_SEAT: 404,
    RefusalCode.NO_SUCH_PLAYER: 404,
    RefusalCode.NOT_YOUR_ROLE: 403,
    RefusalCode.OPERATOR_NEEDED: 403,
    RefusalCode.FLOOR_NEEDED: 403,
    RefusalCode.IN_CONTEST: 403,
    RefusalCode.BLOCKED: 403,
    RefusalCode.NO_ADVICE: 403,
    RefusalCode.TOO_MANY: 429,
    RefusalCode.STORAGE_FAILED: 503,
    RefusalCode.ALREADY_ASKING: 429,
    RefusalCode.WORKERS_BUSY: 503,
    RefusalCode.THOUGHT_TOO_LONG: 504,
    RefusalCode.THOUGHT_FAILED: 500,
}
"""Every other refusal is a conflict with the current state."""
_NEVER_HERE = (RefusalCode.NO_ANALYSIS,)
"""Refusals that stay the same however long a client waits."""
_HTTP_CODES = {404: RefusalCode.NOT_FOUND, 405: RefusalCode.METHOD_NOT_ALLOWED}


def status_of(code: RefusalCode) -> int:
    """The status with which a refusal of the service goes out over HTTP."""
    return _STATUS.get(code, 409)


def refused(description: str) -> dict[int | str, dict[str, Any]]:
    """The entry of a 422 in the description of the interface."""
    return {422: {"model": Refusal, "description": description}}


def conflict(description: str) -> dict[int | str, dict[str, Any]]:
    """The entry of a 409 in the description of the interface."""
    return {409: {"model": Refusal, "description": f"{description} `code` says why."}}


def refusal(error: CrossfeltError, headers: Mapping[str, str] | None = None, *, status: int | None = None) -> Response:
    """A refusal as a response; the status follows from its code unless one is given."""
    answer = Refusal.model_validate(refusal_parts(error))
    return JSONResponse(answer.model_dump(mode="json"), status or _status_for(error), headers)


def _status_for(error: CrossfeltError) -> int:
    if isinstance(error, Refused):
        return status_of(error.code)
    return 409 if isinstance(error, IllegalAction) else 422


async def refuse_socket(
    receive: Receive, send: Send, error: CrossfeltError, headers: Mapping[str, str] | None = None
) -> None:
    """Refuse a socket before it opens, as an ordinary response."""
    await receive()
    response = refusal(error, headers)
    start = {"status": response.status_code, "headers": response.raw_headers}
    await send({"type": "websocket.http.response.start", **start})
    await send({"type": "websocket.http.response.body", "body": response.body})


def add_refusal_handlers(app: FastAPI) -> None:
    """Give every error that may leave an endpoint the same form."""
    app.add_exception_handler(BadInput, _refused)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(IllegalAction, _refused)
    app.add_exception_handler(StorageFailed, _not_stored)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _parameters)
    app.add_exception_handler(Exception, _ours)


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, CrossfeltError)
    waits = error.code not in _NEVER_HERE and _status_for(error) in (429, 503)
    return refusal(error, {"retry-after": "1"} if waits else None)


async def _not_stored(request: Request, error: Exception) -> Response:
    assert isinstance(error, StorageFailed)
    return await _refused(request, NotStored(error))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    headers = error.headers
    if error.status_code == 405:
        headers = {"allow": ", ".join(_methods_at(request))}
    if request.url.path.startswith("/api/"):
        code = _HTTP_CODES.get(error.status_code, RefusalCode.BAD_REQUEST)
        return refusal(Refused(code, error.detail), headers, status=error.status_code)
    return PlainTextResponse(f"{error.detail}\n", error.status_code, headers)


def _methods_at(request: Request) -> list[str]:
    """Every method that some route takes at the path of a request; a single route knows only its own."""
    routes, scope = request.app.routes, request.scope
    return [
        method
        for method in _METHODS
        if any(route.matches({**scope, "method": method})[0] is Match.FULL for route in routes)
    ]


async def _parameters(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return refusal(BadInput(wire_fault(details, "request") for details in error.errors()))


async def _ours(_: Request, __: Exception) -> Response:
    # The log has the traceback; a stranger gets none of it. This handler is outside the middleware.
    return refusal(Refused(RefusalCode.SERVER_ERROR, "the server made a mistake; its log says more"), HEADERS)
