"""One client's socket: what the library refuses carries our headers too, and no client can fill the log."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.http11 import Response
from websockets.server import ServerProtocol
from websockets.typing import StatusLike

from crossfelt.http.headers import HEADERS
from crossfelt.http.limits import Bucket
from crossfelt.http.uvicorn_overrides.connections import LAST_WORD_SECONDS

_NOT_TEXT = 1007
_POLICY = 1008
FRAMES_PER_SECOND = 20
FRAMES_AT_ONCE = 100
"""Frames that aren't messages: pings, pongs, and pieces of a message that isn't finished."""
MOST_PIECES = 64
"""Pieces of one message."""
MOST_BYTES_AFTER_CLOSE = 64 * 1024
"""Bytes that are read from a client after the server has sent its close: what can have been under way, and the close
that answers. Beyond that the connection ends."""


class Handshakes(ServerProtocol):
    """Answers handshakes; a refusal is a response like any other, with every header."""

    def reject(self, status: StatusLike, text: str) -> Response:
        """Refuse a handshake that isn't valid, or that the application rejects."""
        response = super().reject(status, text)
        response.headers.update(HEADERS)
        return response


class GuardedSocket(WebSocketsSansIOProtocol):
    """A socket on which nothing that a client sends is an error of ours."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn = Handshakes(max_size=self.config.ws_max_size, logger=self.logger)
        self.close_timeout = LAST_WORD_SECONDS
        self._frames = Bucket(FRAMES_PER_SECOND, FRAMES_AT_ONCE)
        self._bytes_after_close = 0

    def data_received(self, data: bytes) -> None:
        """Read what came; after our close only as much as may have been under way, then no more."""
        if self.close_sent:
            self._bytes_after_close += len(data)
            if self._bytes_after_close > MOST_BYTES_AFTER_CLOSE:
                self.transport.abort()
                return
        super().data_received(data)

    def handle_cont(self, event: Frame) -> None:
        """Take a further piece of a message; unfinished ones are counted, the empty ones too."""
        super().handle_cont(event)
        self._count_piece(event)

    def handle_text(self, event: Frame) -> None:
        """Take a text, or its first piece."""
        super().handle_text(event)
        self._count_piece(event)

    def handle_bytes(self, event: Frame) -> None:
        """Take bytes, or their first piece."""
        super().handle_bytes(event)
        self._count_piece(event)

    def handle_ping(self) -> None:
        """Answer a ping, within the limit for frames that aren't messages."""
        super().handle_ping()
        self._count_frame()

    def handle_pong(self, event: Frame) -> None:
        """Take a pong, within the limit for frames that aren't messages."""
        super().handle_pong(event)
        self._count_frame()

    def _count_piece(self, event: Frame) -> None:
        if not event.fin:
            self._count_frame(len(self.frames) > MOST_PIECES)

    def _count_frame(self, is_too_many: bool = False) -> None:
        if self.close_sent or (self._frames.take() and not is_too_many):
            return
        self.frames = []
        self.conn.send_close(_POLICY, "Too many frames. Send whole messages, and fewer pings.")
        self.handle_parser_exception()

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """End the connection once the application is done with it, also of a client that never reads what is left."""
        super().on_task_complete(task)
        if not self.disconnected:
            self.loop.call_later(self.close_timeout + LAST_WORD_SECONDS, self.transport.abort)

    def send_receive_event_to_app(self) -> None:
        """Hand a message over; a text that is not UTF-8 ends the socket, as the standard says."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.frames = []
                self.conn.send_close(_NOT_TEXT, "text is UTF-8")
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    async def send(self, message: Any) -> None:
        """Send the application's message; a refusal that was sent whole is an answer."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True
