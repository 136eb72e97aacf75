"""Runs the application until it is told to stop."""

from __future__ import annotations

import asyncio
import math
import socket
import webbrowser
from collections.abc import Sequence

import uvicorn

from crossfelt.errors import CrossfeltError
from crossfelt.http.app import create_app
from crossfelt.http.connections import TimedConnection
from crossfelt.http.hosts import names_of

GRACE_SECONDS = 2.0
"""How long answers under way may take once the server was told to stop."""


def serve(
    host: str = "127.0.0.1", port: int = 8000, open_browser: bool = False, public_urls: Sequence[str] = ()
) -> None:
    """Serves page and interface; port 0 takes a free one. Returns when interrupted, within `GRACE_SECONDS` or so.

    It answers for its own names only: those of `host`, the local ones, and those in `public_urls`. An address that
    cannot be had is refused with a `CrossfeltError` before anything starts.
    """
    names, any_own_address = names_of(host, public_urls)
    listener = _listen(host, port)
    address = _address(host, listener.getsockname()[1])
    config = uvicorn.Config(
        create_app(names=names, any_own_address=any_own_address),
        http=TimedConnection,
        log_level="warning",
        server_header=False,
        ws="none",
        # Reached only by an answer that goes on without its client, as none of ours does.
        timeout_graceful_shutdown=math.ceil(2 * GRACE_SECONDS),
    )
    _Server(config, [address, *public_urls], open_browser).run(sockets=[listener])


class _Server(uvicorn.Server):
    """Says where it listens once it really does, and hangs up on those who keep it from stopping."""

    def __init__(self, config: uvicorn.Config, addresses: Sequence[str], open_browser: bool) -> None:
        super().__init__(config)
        self.addresses = addresses
        self.open_browser = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        print(f"Crossfelt is at {' and '.join(self.addresses)} (Ctrl+C stops it)", flush=True)
        if self.open_browser:
            webbrowser.open(self.addresses[0])

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().call_later(GRACE_SECONDS, self._hang_up)
        await super().shutdown(sockets)

    def _hang_up(self) -> None:
        for connection in list(self.server_state.connections):
            assert isinstance(connection, TimedConnection)
            connection.hang_up()


def _listen(host: str, port: int) -> socket.socket:
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0][0]
        return socket.create_server((host, port), family=family)
    except (OSError, OverflowError) as error:
        reason = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise CrossfeltError(f"cannot listen on {host} port {port}: {reason}") from None


def _address(host: str, port: int) -> str:
    shown = {"0.0.0.0": "127.0.0.1", "::": "::1", "": "127.0.0.1"}.get(host, host)
    return f"http://[{shown}]:{port}/" if ":" in shown else f"http://{shown}:{port}/"
