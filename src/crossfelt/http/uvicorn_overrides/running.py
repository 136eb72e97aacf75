"""Runs the application under uvicorn: with the overrides where the versions are tested, without them elsewhere."""

from __future__ import annotations

import asyncio
import gc
import logging
import math
import socket
import threading
import time
from collections.abc import Awaitable, Callable
from typing import Any

import uvicorn

from crossfelt.http.logs import LOGGING
from crossfelt.http.uvicorn_overrides.versions import untested_packages
from crossfelt.service.wire.tables import MOST_MESSAGE_BYTES

GRACE_SECONDS = 2.0
"""How long answers in progress may take after a stop request."""
POLL_SECONDS = 0.02
WITHOUT_OVERRIDES = (
    "Started without our connection guards, because of %s. Missing: the time limit for slow requests, the limit on "
    "unfinished requests per address, the refusal of requests with two lengths, the limit on WebSocket frames, and the "
    "quick stop. Install tested versions, or put a proxy with such limits in front of this server."
)
_log = logging.getLogger(__name__)


def run_server(
    app: Any, listener: socket.socket, on_started: Callable[[], None], on_stop: Callable[[], Awaitable[None]]
) -> None:
    """Serve the application until a stop request.

    `on_started` is called once connections are accepted. `on_stop` is awaited when answers in progress have had
    `GRACE_SECONDS`; without the overrides it is not called.
    """
    untested = untested_packages()
    server = _plain_server(app, on_started) if untested else _guarded_server(app, on_started, on_stop)
    if untested:
        _log.warning(WITHOUT_OVERRIDES, " and ".join(untested))
    server.config.load()
    # Imports stay for good. A garbage collection that searches them takes a tenth of a second, in which no client gets
    # an answer.
    gc.collect()
    gc.freeze()
    server.run(sockets=[listener])


def _guarded_server(app: Any, on_started: Callable[[], None], on_stop: Callable[[], Awaitable[None]]) -> GuardedServer:
    # Names, not classes: modules that build on the inside of another version might not even import.
    here = __name__.rpartition(".")[0]
    config = _config(app, http=f"{here}.connections:TimedConnection", ws=f"{here}.sockets:GuardedSocket")
    return GuardedServer(config, on_started, on_stop)


def _plain_server(app: Any, on_started: Callable[[], None]) -> uvicorn.Server:
    server = uvicorn.Server(_config(app, http="auto", ws="auto"))
    threading.Thread(target=_call_when_started, args=(server, on_started), daemon=True).start()
    return server


def _call_when_started(server: uvicorn.Server, on_started: Callable[[], None]) -> None:
    while not server.started:
        time.sleep(POLL_SECONDS)
    on_started()


def _config(app: Any, *, http: str, ws: str) -> uvicorn.Config:
    return uvicorn.Config(
        app,
        http=http,
        log_config=LOGGING,
        access_log=False,
        server_header=False,
        # We read the headers of a proxy ourselves, from the proxies that the operator trusts: see `addresses.py`.
        proxy_headers=False,
        # One process has the file: its one writer keeps two bets from spending the same chip.
        workers=1,
        ws=ws,
        ws_max_size=MOST_MESSAGE_BYTES,
        ws_per_message_deflate=False,
        # Reached only by an answer that continues without its client, as none of ours does.
        timeout_graceful_shutdown=math.ceil(2 * GRACE_SECONDS),
    )


class GuardedServer(uvicorn.Server):
    """Reports when it accepts connections, and ends connections that keep it from stopping."""

    def __init__(
        self, config: uvicorn.Config, on_started: Callable[[], None], on_stop: Callable[[], Awaitable[None]]
    ) -> None:
        super().__init__(config)
        self._on_started = on_started
        self._on_stop = on_stop
        self._stopping: asyncio.Future[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # An application that couldn't start leaves a server that is about to stop.
        if self.started:
            self._on_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().call_later(GRACE_SECONDS, self._hang_up)
        await super().shutdown(sockets)

    def _hang_up(self) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        # A request that waits for an analysis would otherwise keep the server up until the answer is there.
        self._stopping = asyncio.ensure_future(self._on_stop())
