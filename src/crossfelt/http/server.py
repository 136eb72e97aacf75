"""Runs the application until it is told to stop."""

from __future__ import annotations

import socket
import webbrowser

import uvicorn

from crossfelt.errors import CrossfeltError
from crossfelt.http.app import create_app


def serve(host: str = "127.0.0.1", port: int = 8000, open_browser: bool = False) -> None:
    """Serves page and interface; port 0 takes a free one. Returns when interrupted.

    An address that cannot be had is refused with a `CrossfeltError` before anything starts.
    """
    listener = _listen(host, port)
    address = _address(host, listener.getsockname()[1])
    config = uvicorn.Config(create_app(), log_level="warning", server_header=False, ws="none")
    _Server(config, address, open_browser).run(sockets=[listener])


class _Server(uvicorn.Server):
    """Says where it listens once it really does."""

    def __init__(self, config: uvicorn.Config, address: str, open_browser: bool) -> None:
        super().__init__(config)
        self.address = address
        self.open_browser = open_browser

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        print(f"Crossfelt is at {self.address} (Ctrl+C stops it)", flush=True)
        if self.open_browser:
            webbrowser.open(self.address)


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
