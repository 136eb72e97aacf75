"""The socket of a table: updates out, requests in."""

from __future__ import annotations

import asyncio
import logging
from collections import deque

from fastapi import APIRouter, WebSocket
from starlette.websockets import WebSocketDisconnect, WebSocketState

from crossfelt import __version__
from crossfelt.errors import BadInput, CrossfeltError, IllegalAction
from crossfelt.faults import FaultCode
from crossfelt.http.addresses import client_address
from crossfelt.http.budgets import TooManySockets
from crossfelt.http.context import AppContext
from crossfelt.http.encoding import encoded, text_of
from crossfelt.http.limits import Bucket
from crossfelt.http.metrics import METRICS
from crossfelt.http.refusals import refusal
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.signing import Signer
from crossfelt.service.tables.messages import Notice, Update
from crossfelt.service.tables.table import Table
from crossfelt.service.wire.refusals import refusal_parts
from crossfelt.service.wire.tables import (
    PROTOCOL,
    Ask,
    BadMessage,
    Done,
    Ping,
    Pong,
    ReceiptAnswer,
    RefusedMessage,
    Welcome,
    read_message,
)
from crossfelt.storage.port import Receipt

router = APIRouter()
LOG = logging.getLogger("crossfelt.live")

MOST_WAITING_BYTES = 256 * 1024
"""Bytes that may wait for a client that doesn't read; with more, it is disconnected."""
MESSAGES_PER_SECOND = 10
MESSAGES_AT_ONCE = 40
MOST_REFUSED = 50
"""Messages beyond the limit, or unreadable, after which a client is let go; one is forgiven every second."""
SEND_SECONDS = 10.0
"""How long one message may take to leave; a client that reads nothing for longer is disconnected."""
_TRY_LATER = 1013
_POLICY = 1008
SIGNED_OUT = 4401
_BLOCKED = "The operator of this server blocked your address."
_SIGNED_OUT = "Signed out: this guest has a new recovery code or was deleted. Sign in and connect again."


@router.websocket("/api/tables/{table_id}/live")
async def live(socket: WebSocket, table_id: str, after: int | None = None, floor: bool = False) -> None:
    """Watch a table, and play at it as the guest of the cookie or token. `after` is the last entry seen."""
    context: AppContext = socket.app.state.context
    player, address = context.identities.player(socket), client_address(socket)
    try:
        with context.budgets.socket(address, player):
            await _served(socket, context, player, address, table_id, after, floor)
    except TooManySockets as refused:
        await socket.send_denial_response(refusal(refused, {"retry-after": "10"}))


async def _served(
    socket: WebSocket,
    context: AppContext,
    player: str | None,
    address: str,
    table_id: str,
    after: int | None,
    floor: bool,
) -> None:
    await socket.accept()
    if context.identities.player(socket) != player:
        await socket.close(SIGNED_OUT, _SIGNED_OUT)
        return
    try:
        table = await context.house.find(table_id)
    except Refused as error:
        await socket.send_text(text_of(_refused(None, error)))
        await socket.close(_POLICY, "refused")
        return
    connection = TableSocket(socket, table, context, player, address, floor)
    with context.sockets.listed(connection):
        await connection.serve(after)


class TableSocket:
    """One client at one table. It watches the table, and what the table tells it waits here until it is sent."""

    def __init__(
        self, socket: WebSocket, table: Table, context: AppContext, player: str | None, address: str, as_floor: bool
    ) -> None:
        self.player = player
        self.address = address
        self.as_floor = as_floor
        self._socket, self._table, self._context = socket, table, context
        self._waiting: deque[str] = deque()
        self._waiting_bytes = 0
        self._woken = asyncio.Event()
        self._ending: tuple[int, str] | None = None
        self._ended = asyncio.Event()
        self._bucket = Bucket(MESSAGES_PER_SECOND, MESSAGES_AT_ONCE)
        self._patience = Bucket(1, MOST_REFUSED)

    async def serve(self, after: int | None) -> None:
        """Run until either side ends it."""
        METRICS.sockets.inc()
        self._send(
            text_of(
                Welcome(
                    protocol=PROTOCOL,
                    version=__version__,
                    player=self.player,
                    server_ms=self._context.house.clock.wall_ms(),
                    key=str(self._context.house.signer.key),
                )
            )
        )
        await self._table.resume(self, after)
        start = asyncio.get_running_loop().create_task
        tasks = start(self._write()), start(self._read()), start(self._ended.wait())
        try:
            await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._table.unwatch(self)
            METRICS.sockets.dec()
            for task in tasks:
                task.cancel()
            for error in await asyncio.gather(*tasks, return_exceptions=True):
                # A client that goes away in the middle of a message is no mistake.
                if isinstance(error, Exception) and not isinstance(error, (WebSocketDisconnect, RuntimeError)):
                    LOG.error("a socket at table %s ended by a mistake", self._table.state.table, exc_info=error)
            if self._socket.client_state is WebSocketState.CONNECTED:
                code, reason = self._ending or (1001, "the server stops")
                await _closed(self._socket, code, reason)

    def tell(self, update: Update) -> None:
        """An update of the table, to be sent in its turn."""
        self._send(encoded(update))

    def notify(self, notice: Notice) -> None:
        """A notice for this player alone."""
        self._send(text_of(notice))

    def block(self) -> None:
        """End the connection, because its address was blocked."""
        self._end(_POLICY, _BLOCKED)

    def sign_out(self) -> None:
        """End the connection, because the token or cookie that opened it is no longer valid."""
        self._table.unwatch(self)
        self._end(SIGNED_OUT, _SIGNED_OUT)

    def _send(self, text: str) -> None:
        if self._ending is not None:
            return
        self._waiting.append(text)
        self._waiting_bytes += len(text)
        if self._waiting_bytes > MOST_WAITING_BYTES and len(self._waiting) > 1:
            self._evict()
        self._woken.set()

    def _evict(self) -> None:
        METRICS.evicted.inc()
        self._end(_TRY_LATER, "you read too slowly; come back with after=SEQ")

    def _end(self, code: int, reason: str) -> None:
        self._ending = code, reason
        self._waiting.clear()
        self._ended.set()

    async def _write(self) -> None:
        while self._ending is None:
            await self._woken.wait()
            self._woken.clear()
            while self._waiting and self._ending is None:
                text = self._waiting.popleft()
                self._waiting_bytes -= len(text)
                try:
                    async with asyncio.timeout(SEND_SECONDS):
                        await self._socket.send_text(text)
                except TimeoutError:
                    self._evict()

    async def _read(self) -> None:
        while self._ending is None:
            try:
                frame = await self._socket.receive()
            except (WebSocketDisconnect, RuntimeError):
                return
            if frame["type"] == "websocket.disconnect":
                return
            text = frame.get("text")
            await self._answer(text if text is not None else frame.get("bytes") or b"")

    async def _answer(self, text: str | bytes) -> None:
        identity: str | None = None
        try:
            is_too_much = not self._bucket.take()
            if isinstance(text, bytes):
                raise BadInput("send text, not bytes", FaultCode.WRONG_TYPE, expected="text", value="bytes")
            message = read_message(text)
            identity = message.id if isinstance(message, Ask) else None
            if is_too_much:
                raise Refused(
                    RefusalCode.TOO_MANY,
                    f"more than {MESSAGES_PER_SECOND} messages a second; nothing was done, so send it again later",
                    most=MESSAGES_PER_SECOND,
                )
            if isinstance(message, Ping):
                self._send(text_of(Pong(at=message.at)))
                return
            await self._ask(message)
        except (Refused, IllegalAction, BadInput) as error:
            METRICS.refusals.labels(str(error.code)).inc()
            self._send(text_of(_refused(error.id if isinstance(error, BadMessage) else identity, error)))
            if error.code in (RefusalCode.TOO_MANY, RefusalCode.BAD_REQUEST) and not self._patience.take():
                self._end(_POLICY, "too many messages that could not be answered")
            return
        METRICS.actions.inc()

    async def _ask(self, message: Ask) -> None:
        """Ask the table; the answer goes out as soon as its entries are on disk."""
        if self.player is None:
            raise Refused(RefusalCode.NOT_SIGNED_IN, "You're watching. To play, create a guest with POST /api/guests.")
        if self._context.identities.player(self._socket) != self.player:
            raise Refused(RefusalCode.NOT_SIGNED_IN, "this guest has moved to another browser, or was deleted")
        self._context.budgets.charge_action(message.request, self.address, self.player)
        answered = False

        def answer(receipt: Receipt) -> None:
            nonlocal answered
            answered = True
            signed = receipt_answer(receipt, self._context.house.signer)
            self._send(text_of(Done(id=message.id, receipt=signed)))

        with METRICS.durable.time():
            table = self._table.state.table
            receipt = await self._context.house.ask(self.player, table, message.id, message.request, answer)
        if not answered:  # It was done before: nothing had to be written for it.
            answer(receipt)


def receipt_answer(receipt: Receipt, signer: Signer) -> ReceiptAnswer:
    """A receipt as it is sent, signed."""
    return ReceiptAnswer(
        table=receipt.table,
        first_seq=receipt.first_seq,
        last_seq=receipt.last_seq,
        head=receipt.head.hex(),
        signature=signer.sign_head(receipt.table, receipt.last_seq, receipt.head),
    )


def _refused(identity: str | None, error: CrossfeltError) -> RefusedMessage:
    return RefusedMessage.model_validate({"id": identity, **refusal_parts(error)})


async def _closed(socket: WebSocket, code: int, reason: str) -> None:
    try:
        async with asyncio.timeout(1):
            await socket.close(code, reason)
    except (RuntimeError, TimeoutError, WebSocketDisconnect):
        pass
