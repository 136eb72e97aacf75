"""Every refusal has one form: `{"error": "...; ...", "faults": [...]}`, and a status that says whose turn it is."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Match
from starlette.types import Receive, Send

from crossfelt.errors import BadInput, IllegalAction
from crossfelt.http.headers import HEADERS
from crossfelt.service.refusals import NotStored, RefusalCode, Refused
from crossfelt.service.wire import Refusal
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
    RefusalCode.THINKER_BUSY: 503,
    RefusalCode.THOUGHT_TOO_LONG: 504,
    RefusalCode.THOUGHT_FAILED: 500,
}
"""Every other refusal is a conflict with how things stand."""


def status_of(code: RefusalCode) -> int:
    """The status with which a refusal of the service goes out over HTTP."""
    return _STATUS.get(code, 409)


def refused(description: str) -> dict[int | str, dict[str, Any]]:
    """The entry of a 422 in the description of the interface."""
    return {422: {"model": Refusal, "description": description}}


def conflict(description: str) -> dict[int | str, dict[str, Any]]:
    """The entry of a 409 in the description of the interface."""
    return {409: {"model": Refusal, "description": f"{description} `code` says why."}}


def refusal(
    status: int, faults: str | Iterable[str], headers: Mapping[str, str] | None = None, code: str | None = None
) -> Response:
    """A refusal as a response."""
    found = [faults] if isinstance(faults, str) else list(faults)
    answer = Refusal(error="; ".join(found), faults=found, code=code)
    return JSONResponse(answer.model_dump(), status_code=status, headers=headers)


async def refuse_socket(
    receive: Receive, send: Send, status: int, says: str, headers: Mapping[str, str] | None = None
) -> None:
    """Refuses a socket before it opens, as an ordinary response."""
    await receive()
    lines = {"content-type": "text/plain; charset=utf-8"} | dict(headers or {})
    raw = [(name.encode(), value.encode()) for name, value in lines.items()]
    await send({"type": "websocket.http.response.start", "status": status, "headers": raw})
    await send({"type": "websocket.http.response.body", "body": f"{says}\n".encode()})


def add_refusal_handlers(app: FastAPI) -> None:
    """Gives every error that may leave an endpoint its one form."""
    app.add_exception_handler(BadInput, _bad_input)
    app.add_exception_handler(Refused, _refused)
    app.add_exception_handler(IllegalAction, _illegal)
    app.add_exception_handler(StorageFailed, _not_stored)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(RequestValidationError, _parameters)
    app.add_exception_handler(Exception, _ours)


async def _bad_input(_: Request, error: Exception) -> Response:
    assert isinstance(error, BadInput)
    return refusal(422, error.faults)


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refused)
    status = status_of(error.code)
    headers = {"retry-after": "1"} if status in (429, 503) else None
    return refusal(status, error.faults, headers, error.code)


async def _illegal(_: Request, error: Exception) -> Response:
    assert isinstance(error, IllegalAction)
    return refusal(409, error.faults, code=error.code)


async def _not_stored(request: Request, error: Exception) -> Response:
    assert isinstance(error, StorageFailed)
    return await _refused(request, NotStored(error))


async def _http(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    headers = error.headers
    if error.status_code == 405:
        headers = {"allow": ", ".join(_methods_at(request))}
    if request.url.path.startswith("/api/"):
        return refusal(error.status_code, error.detail, headers)
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
    return refusal(422, (f"{'.'.join(map(str, fault['loc']))}: {fault['msg']}" for fault in error.errors()))


async def _ours(_: Request, __: Exception) -> Response:
    # The log has the traceback; a stranger gets none of it. This handler stands outside the middleware.
    return refusal(500, "the server made a mistake; its log says more", HEADERS)
