"""Rules for every request and every response, whatever answers it."""

from __future__ import annotations

from starlette.datastructures import MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from crossfelt.http.headers import CACHE, HEADERS, STRICT_TRANSPORT
from crossfelt.http.refusals import refusal
from crossfelt.service.refusals import RefusalCode, Refused


class ResponseHeaders:
    """Puts the security headers on every response, also on that to a handshake which is refused."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                headers = MutableHeaders(scope=message)
                headers.update(HEADERS)
                headers.setdefault("cache-control", CACHE)
                if scope.get("crossfelt.secure"):
                    headers["strict-transport-security"] = STRICT_TRANSPORT
            await send(message)

        await self.app(scope, receive, send_with_headers)


class BodyLimit:
    """Refuses bodies beyond a size: by what the request announces, and by what really arrives."""

    def __init__(self, app: ASGIApp, most_bytes: int) -> None:
        self.app = app
        self.most_bytes = most_bytes

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        message = f"the body is longer than {self.most_bytes} bytes"
        too_long = Refused(RefusalCode.BODY_TOO_LONG, message, most=self.most_bytes)
        announced = dict(scope["headers"]).get(b"content-length", b"0")
        if not announced.isdigit() or len(announced) > 18 or int(announced) > self.most_bytes:
            await refusal(too_long)(scope, receive, send)
            return
        arrived = 0

        async def counted() -> Message:
            nonlocal arrived
            part = await receive()
            if part["type"] == "http.request":
                arrived += len(part.get("body", b""))
                if arrived > self.most_bytes:
                    raise too_long
            return part

        await self.app(scope, counted, send)
