"""Runs the application until a stop request."""

from __future__ import annotations

import socket
import webbrowser
from collections.abc import Sequence
from functools import partial
from pathlib import Path

from crossfelt.errors import CrossfeltError
from crossfelt.http.addresses import Network
from crossfelt.http.app import create_app
from crossfelt.http.hosts import names_of, secure_hosts
from crossfelt.http.metrics import METRICS, metrics_token
from crossfelt.http.uvicorn_overrides.running import run_server
from crossfelt.service.house import House
from crossfelt.service.workers import SeatAnswers, WorkerPool
from crossfelt.storage.opener import key_of_server, open_store, shown
from crossfelt.storage.paths import default_database
from crossfelt.storage.port import Broken, StorageFailed, Store


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
    """Serve page and interface; port 0 takes a free one. Returns about two seconds after an interrupt.

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
    workers = WorkerPool()
    house = House(store, key, bot_answers=SeatAnswers(workers), limit_factor=limit_factor)
    try:
        house.load()
    except StorageFailed as error:
        store.close()
        raise StorageFailed(f"{place}: {error}") from None
    app = create_app(
        names=names,
        any_own_address=any_own_address,
        secure_names=secure_hosts(public_urls),
        house=house,
        workers=workers,
        metrics_token=token,
        trusted_proxies=trusted_proxies,
        limit_factor=limit_factor,
    )
    announce = partial(_announce, [address, *public_urls], place, metrics_url, open_browser)
    run_server(app, listener, announce, workers.close)


def opened_database(url: str | None) -> tuple[Store, bytes, str]:
    """Return the store behind a URL, the server key, and the place of the data in words; refuse a log with a fault."""
    location = url if url is not None else str(default_database())
    key = key_of_server(location)
    store = open_store(location, key)
    verified = store.verified_from_checkpoint()
    place = shown(location)
    if isinstance(verified, Broken):
        store.close()
        raise StorageFailed(f"{place}: the log does not hold: {verified}; `crossfelt db verify` says more")
    return store, key, place


def _announce(addresses: Sequence[str], place: str, metrics_url: str | None, open_browser: bool) -> None:
    """Print where the server is and where its data is."""
    print(f"Crossfelt is at {' and '.join(addresses)} (Ctrl+C stops it)", flush=True)
    print(f"Tables and wallets (play money only) are in {place}", flush=True)
    if metrics_url is not None:
        print(f"Metrics are at {metrics_url}", flush=True)
    if open_browser:
        webbrowser.open(addresses[0])


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
