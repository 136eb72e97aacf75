"""Addresses that the operator blocked get no answer but that, over HTTP and on sockets."""

from __future__ import annotations

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Receive, Scope, Send

from crossfelt.http.addresses import client_address
from crossfelt.http.operators import is_operator
from crossfelt.http.refusals import refusal, refuse_socket
from crossfelt.service.house import House
from crossfelt.service.refusals import RefusalCode, Refused

_BLOCKED = "The operator of this server blocked your address."


class BlockCheck:
    """Refuses blocked addresses. The operator's token works from anywhere, so that nobody blocks themselves out."""

    def __init__(self, app: ASGIApp, house: House) -> None:
        self.app, self._house = app, house

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or not self._is_blocked(HTTPConnection(scope)):
            await self.app(scope, receive, send)
        elif scope["type"] == "websocket":
            await refuse_socket(receive, send, Refused(RefusalCode.BLOCKED, _BLOCKED))
        else:
            await refusal(Refused(RefusalCode.BLOCKED, _BLOCKED))(scope, receive, send)

    def _is_blocked(self, connection: HTTPConnection) -> bool:
        return self._house.moderation.is_blocked(client_address(connection)) and not is_operator(
            connection, self._house
        )
