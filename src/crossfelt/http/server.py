"""Runs the application until it is told to stop."""

from __future__ import annotations

import asyncio
import gc
import math
import socket
import sys
import webbrowser
from collections.abc import Sequence
from pathlib import Path

import uvicorn

from crossfelt.errors import CrossfeltError
from crossfelt.http.addresses import Network
from crossfelt.http.app import create_app
from crossfelt.http.connections import TimedConnection
from crossfelt.http.hosts import names_of, secure_hosts
from crossfelt.http.logs import LOGGING
from crossfelt.http.metrics import METRICS, metrics_token
from crossfelt.http.sockets import GuardedSocket
from crossfelt.service.house import House
from crossfelt.service.thinking import SeatThoughts, Thinker
from crossfelt.service.wire.tables import MOST_MESSAGE_BYTES
from crossfelt.storage.opening import open_store
from crossfelt.storage.places import database_path, default_database, server_key
from crossfelt.storage.port import Broken, StorageFailed, Store

GRACE_SECONDS = 2.0
"""How long answers under way may take once the server was told to stop."""
SWITCH_SECONDS = 0.0005
"""How long one thread may keep the others from the interpreter. Twice a minute a thread verifies what was written
since, for some tenths of a second; with the five milliseconds that Python allows, an action waits for it at every turn
from the loop to the writer and back."""


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    open_browser: bool = False,
    public_urls: Sequence[str] = (),
    database: str | None = None,
    metrics_token_file: Path | None = None,
    metrics_address: str | None = None,
    trusted_proxies: tuple[Network, ...] = (),
    limit_factor: float = 1,
) -> None:
    """Serves page and interface; port 0 takes a free one. Returns when interrupted, within `GRACE_SECONDS` or so.

    It answers for its own names only: those of `host`, the local ones, and those in `public_urls`. An address that
    cannot be had, or a database that cannot be used, is refused with a `CrossfeltError` before anything starts.
    `/metrics` answers requests with the token in `metrics_token_file`; at `metrics_address` (HOST:PORT) it needs none.
    Connections from `trusted_proxies` may name their client in `X-Forwarded-For`. `limit_factor` multiplies the limits
    per guest and per address.
    """
    names, any_own_address = names_of(host, public_urls)
    listener = _listen(host, port)
    address = _address(host, listener.getsockname()[1])
    token = metrics_token(metrics_token_file)
    metrics_url = METRICS.serve(metrics_address) if metrics_address is not None else None
    store, key, place = opened_database(database)
    thinker = Thinker()
    house = House(store, key, thoughts=SeatThoughts(thinker), limit_factor=limit_factor)
    try:
        house.load()
    except StorageFailed as error:
        store.close()
        raise StorageFailed(f"{place}: {error}") from None
    sys.setswitchinterval(SWITCH_SECONDS)
    app = create_app(
        names=names,
        any_own_address=any_own_address,
        secure_names=secure_hosts(public_urls),
        house=house,
        thinker=thinker,
        metrics_token=token,
        trusted_proxies=trusted_proxies,
        limit_factor=limit_factor,
    )
    config = uvicorn.Config(
        app,
        http=TimedConnection,
        log_config=LOGGING,
        access_log=False,
        server_header=False,
        # The headers of a proxy are ours to read, from the proxies that the operator trusts: see `addresses.py`.
        proxy_headers=False,
        # One process has the file: its one writer is what keeps two bets from spending the same chip.
        workers=1,
        ws=GuardedSocket,
        ws_max_size=MOST_MESSAGE_BYTES,
        ws_per_message_deflate=False,
        # Reached only by an answer that goes on without its client, as none of ours does.
        timeout_graceful_shutdown=math.ceil(2 * GRACE_SECONDS),
    )
    # What was imported stays for good. Looking through it for garbage again and again takes a tenth of a second each
    # time, in which nobody gets an answer.
    gc.collect()
    gc.freeze()
    _Server(config, [address, *public_urls], place, open_browser, thinker, metrics_url).run(sockets=[listener])


def opened_database(url: str | None) -> tuple[Store, bytes, str]:
    """The store behind an address, the server's key beside it, and where it lies in words; a log that does not hold
    together is refused."""
    wanted = url if url is not None else str(default_database())
    path = database_path(wanted)
    key = server_key(path)
    store = open_store(wanted, key)
    found = store.verified_from_checkpoint()
    if isinstance(found, Broken):
        store.close()
        raise StorageFailed(f"{path}: the log does not hold: {found}; `crossfelt db verify` says more")
    return store, key, str(path) if path is not None else "memory, and gone when the server stops"


class _Server(uvicorn.Server):
    """Says where it listens once it really does, and hangs up on those who keep it from stopping."""

    def __init__(
        self,
        config: uvicorn.Config,
        addresses: Sequence[str],
        place: str,
        open_browser: bool,
        thinker: Thinker,
        metrics_url: str | None,
    ) -> None:
        super().__init__(config)
        self.thinker = thinker
        self._last_words: asyncio.Task[None] | None = None
        self.addresses = addresses
        self.place = place
        self.open_browser = open_browser
        self.metrics_url = metrics_url

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        # An application that could not start leaves a server that is about to stop.
        if not self.started:
            return
        print(f"Crossfelt is at {' and '.join(self.addresses)} (Ctrl+C stops it)", flush=True)
        print(f"Tables and wallets (play money only) are in {self.place}", flush=True)
        if self.metrics_url is not None:
            print(f"Metrics are at {self.metrics_url}", flush=True)
        if self.open_browser:
            webbrowser.open(self.addresses[0])

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        asyncio.get_running_loop().call_later(GRACE_SECONDS, self._hang_up)
        await super().shutdown(sockets)

    def _hang_up(self) -> None:
        for connection in list(self.server_state.connections):
            connection.transport.abort()
        # Whoever waits for an answer would otherwise keep the server up until it is there.
        self._last_words = asyncio.create_task(self.thinker.close())


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
