"""Other sites cannot act for a player: whatever changes something must come from a page of this server."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from crossfelt.http.identity import is_secure
from crossfelt.http.refusals import refusal, refuse_socket
from crossfelt.service.refusals import RefusalCode, Refused

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_FOREIGN = "this request comes from a page of another site"


class OriginCheck:
    """Refuses what a page of another site makes a browser ask for.

    A browser says where the page came from in `Origin`. A program that is no browser sends none, and needs none
    when it has a token; without both, a socket is refused before it opens.
    """

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket":
            connection = HTTPConnection(scope)
            if not (is_own_origin(connection) or _is_program(connection)):
                await refuse_socket(receive, send, Refused(RefusalCode.OTHER_SITE, _FOREIGN))
                return
        elif scope["type"] == "http" and scope["method"] not in _SAFE:
            connection = HTTPConnection(scope)
            if "origin" in connection.headers and not is_own_origin(connection):
                await refusal(Refused(RefusalCode.OTHER_SITE, _FOREIGN))(scope, receive, send)
                return
        await self.app(scope, receive, send)


def is_own_origin(connection: HTTPConnection) -> bool:
    """Whether `Origin` is the very scheme, host and port that the request is for; the host was checked before.

    Browsers write an origin in one way only, so that it is compared as it is: nothing is taken apart that could be
    taken apart in two ways.
    """
    scheme, usual = ("https", ":443") if is_secure(connection) else ("http", ":80")
    host = connection.headers.get("host", "").lower().removesuffix(usual)
    return connection.headers.getlist("origin") == [f"{scheme}://{host}"]


def _is_program(connection: HTTPConnection) -> bool:
    return "origin" not in connection.headers and connection.headers.get("authorization", "").lower().startswith(
        "bearer "
    )
