"""One client's connection: a request that does not arrive whole in time ends it, and so does a server that stops."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from h11._connection import DEFAULT_MAX_INCOMPLETE_EVENT_SIZE
from uvicorn.protocols.http.h11_impl import H11Protocol

from crossfelt.http.headers import HEADERS
from crossfelt.http.incomplete_requests import IncompleteRequests

REQUEST_SECONDS = 20.0
"""From the first byte of a request, or from the start of the connection, to the last byte of its body. The longest body
that is read has 64 KiB, which the slowest telephone sends in that time."""
LAST_WORD_SECONDS = 2.0
"""How long a client may take to read why it was refused."""


class OneLength(h11.Connection):
    """Refuses a request whose length a proxy before us could read in another way (RFC 9112, 6.1 and 6.3)."""

    def next_event(self) -> Any:
        """The next event, as h11 has it; a request with two lengths is no request."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            names = {name for name, _ in event.headers}
            if b"transfer-encoding" in names and (b"content-length" in names or event.http_version < b"1.1"):
                raise h11.RemoteProtocolError("a request has one length")
        return event


class TimedConnection(H11Protocol):
    """A connection that waits for nobody longer than `REQUEST_SECONDS`."""

    _deadline: asyncio.TimerHandle | None = None
    _is_handed_over = False

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn = OneLength(h11.SERVER, DEFAULT_MAX_INCOMPLETE_EVENT_SIZE)

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the clock: a client that connects and sends nothing is not waited for either."""
        super().connection_made(transport)
        if self._waiting is not None and not self._waiting.admit(self.client[0] if self.client else ""):
            self.hang_up()  # Reading a request only to refuse it would cost more than it is worth.
            return
        self._start_clock()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the clock with the connection."""
        self._stop_clock()
        super().connection_lost(exc)

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to a socket, which has clocks of its own."""
        super().handle_websocket_upgrade(event)
        self._is_handed_over = True

    def data_received(self, data: bytes) -> None:
        """Read what came; the clock runs from the first byte of a request to its last."""
        super().data_received(data)
        if self._is_handed_over or not self._is_owed_a_request():
            self._stop_clock()
        elif self._deadline is None:
            self._start_clock()

    def send_400_response(self, msg: str) -> None:
        """Refuse bytes that aren't a request at all."""
        self._refuse(400, msg)
        self.transport.close()

    def shutdown(self) -> None:
        """Let an answer that is under way be sent, and otherwise close at once."""
        if self.cycle is not None and not self.cycle.response_complete:  # type: ignore[redundant-expr]
            self.cycle.keep_alive = False
        else:
            self.transport.close()

    def timeout_keep_alive_handler(self) -> None:
        """Close a connection on which nothing came after an answer."""
        self.transport.close()

    def hang_up(self) -> None:
        """End the connection now, whatever is still to be read or written."""
        self.transport.abort()

    def _is_owed_a_request(self) -> bool:
        """Whether the client has begun a request and not finished it."""
        begun: Any = self.conn.trailing_data[0]
        return self.conn.their_state is h11.SEND_BODY or (self.conn.their_state is h11.IDLE and bool(begun))

    def _start_clock(self) -> None:
        self._deadline = self.loop.call_later(REQUEST_SECONDS, self._refuse_slow)
        if self._waiting is not None:
            self._waiting.add(self, self.client[0] if self.client else "")

    def _stop_clock(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None
        if self._waiting is not None:
            self._waiting.remove(self)

    @property
    def _waiting(self) -> IncompleteRequests | None:
        """Where connections that owe a request are counted; None for an application that counts none."""
        state = getattr(self.config.app, "state", None)
        waiting: IncompleteRequests | None = getattr(state, "incomplete_requests", None)
        return waiting

    def _refuse_slow(self) -> None:
        self._stop_clock()
        if self.transport.is_closing():
            return
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            self._refuse(408, f"The request did not arrive within {REQUEST_SECONDS:g} seconds.")
        self.transport.close()
        self.loop.call_later(LAST_WORD_SECONDS, self.hang_up)

    def _refuse(self, status: int, message: str) -> None:
        """Answer before any application was asked, with the headers that every answer has."""
        body = f"{message}\n".encode()
        headers = [
            ("content-type", "text/plain; charset=utf-8"),
            ("content-length", str(len(body))),
            ("connection", "close"),
            *HEADERS.items(),
        ]
        events = (h11.Response(status_code=status, headers=headers), h11.Data(data=body), h11.EndOfMessage())
        self.transport.write(b"".join(self.conn.send(event) or b"" for event in events))
