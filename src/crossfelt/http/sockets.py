"""One client's socket: what the library refuses carries our headers too, and no client can fill the log."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.http11 import Response
from websockets.server import ServerProtocol
from websockets.typing import StatusLike

from crossfelt.http.connections import LAST_WORD_SECONDS
from crossfelt.http.headers import HEADERS

_NOT_TEXT = 1007


class Handshakes(ServerProtocol):
    """Answers handshakes; a refusal is a response like any other, with every header."""

    def reject(self, status: StatusLike, text: str) -> Response:
        """A refusal, of a handshake that is none or by the application."""
        response = super().reject(status, text)
        response.headers.update(HEADERS)
        return response


class GuardedSocket(WebSocketsSansIOProtocol):
    """A socket on which nothing that a client sends is an error of ours."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self.conn = Handshakes(max_size=self.config.ws_max_size, logger=self.logger)

    def on_task_complete(self, task: asyncio.Task[None]) -> None:
        """Ends the connection once the application is done with it, also of a client that never reads what is left."""
        super().on_task_complete(task)
        if not self.disconnected:
            self.loop.call_later(self.close_timeout + LAST_WORD_SECONDS, self.transport.abort)

    def send_receive_event_to_app(self) -> None:
        """Hands a message over; a text that is not UTF-8 ends the socket, as the standard says."""
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
        """Sends what the application says; a refusal that was sent whole is an answer."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True
