"""Runs the application until a stop request."""

from __future__ import annotations

import json
import socket
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path
from typing import Any

from crossfelt.errors import BadInput, CrossfeltError
from crossfelt.faults import FaultCode
from crossfelt.http.addresses import Network, trusted_networks
from crossfelt.http.app import create_app
from crossfelt.http.hosts import names_of, secure_hosts
from crossfelt.http.metrics import METRICS, metrics_token
from crossfelt.http.processes import Supervisor
from crossfelt.http.uvicorn_overrides.running import run_server
from crossfelt.service.house import House
from crossfelt.service.workers import SeatAnswers, WorkerPool
from crossfelt.storage.opener import key_of_server, open_store, shown
from crossfelt.storage.paths import default_database, is_postgresql
from crossfelt.storage.peers import LEASE_MS
from crossfelt.storage.port import Broken, StorageFailed, Store


@dataclass(frozen=True, slots=True)
class Settings:
    """Everything that a server process needs to know; several on one machine get the same."""

    host: str
    public_urls: tuple[str, ...]
    database: str | None
    metrics_token: str | None
    metrics_address: str | None
    trusted_proxies: tuple[Network, ...]
    limit_factor: float
    lease_ms: int

    def text(self) -> str:
        """The settings as another process reads them."""
        return json.dumps({**asdict(self), "trusted_proxies": list(map(str, self.trusted_proxies))})

    @classmethod
    def read(cls, data: Mapping[str, Any]) -> Settings:
        """The settings that another process sent."""
        proxies = trusted_networks(data["trusted_proxies"])
        return cls(**{**data, "public_urls": tuple(data["public_urls"]), "trusted_proxies": proxies})


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
    workers: int = 1,
    lease_ms: int = LEASE_MS,
) -> None:
    """Serve page and interface; port 0 takes a free one. Returns about two seconds after an interrupt.

    It answers for its own names only: those of `host`, the local ones, and those in `public_urls`. An address that
    cannot be had, or a database that cannot be used, is refused with a `CrossfeltError` before anything starts.
    `/metrics` answers requests with the token in `metrics_token_file`; at `metrics_address` (HOST:PORT) it needs none.
    Connections from `trusted_proxies` may name their client in `X-Forwarded-For`. `limit_factor` multiplies the limits
    per guest and per address. With several `workers`, as many processes accept connections; they need PostgreSQL.
    `lease_ms` is how long the other processes wait for one that is gone before they take over its tables.
    """
    listener = _listen(host, port)
    settings = Settings(
        host=host,
        public_urls=tuple(public_urls),
        database=database,
        metrics_token=metrics_token(metrics_token_file),
        metrics_address=metrics_address,
        trusted_proxies=trusted_proxies,
        limit_factor=limit_factor,
        lease_ms=lease_ms,
    )
    addresses = [_address(host, listener.getsockname()[1]), *public_urls]
    if workers == 1:
        run_process(settings, listener, 0, partial(_announce, addresses, settings, workers, open_browser))
        return
    if not is_postgresql(database or ""):
        raise BadInput(
            f"--workers {workers} needs PostgreSQL: a SQLite file has one server process, so that no chip is spent"
            " twice. Name a database with --database postgresql://..., or leave --workers out",
            FaultCode.NOT_TOGETHER,
        )
    # Says what is wrong with the database before any process starts.
    opened_database(database)[0].close()
    supervisor = Supervisor("crossfelt.http.one_process", settings.text(), listener, workers)
    supervisor.run(partial(_announce, addresses, settings, workers, open_browser, None))


def run_process(
    settings: Settings, listener: socket.socket, number: int, on_started: Callable[[str | None], None]
) -> None:
    """Run one server process, the `number`-th on this machine, until a stop request. `on_started` gets the URL of its
    metrics."""
    names, any_own_address = names_of(settings.host, settings.public_urls)
    metrics_url = METRICS.serve(settings.metrics_address, number) if settings.metrics_address is not None else None
    store, key, place = opened_database(settings.database)
    workers = WorkerPool()
    house = House(
        store,
        key,
        bot_answers=SeatAnswers(workers),
        limit_factor=settings.limit_factor,
        lease_ms=settings.lease_ms,
    )
    try:
        house.load()
    except StorageFailed as error:
        store.close()
        raise StorageFailed(f"{place}: {error}") from None
    app = create_app(
        names=names,
        any_own_address=any_own_address,
        secure_names=secure_hosts(settings.public_urls),
        house=house,
        workers=workers,
        metrics_token=settings.metrics_token,
        trusted_proxies=settings.trusted_proxies,
        limit_factor=settings.limit_factor,
    )
    run_server(app, listener, partial(on_started, metrics_url), workers.close)


def opened_database(url: str | None) -> tuple[Store, bytes, str]:
    """Return the store behind a URL, the server key, and the place of the data in words; refuse a log with a fault."""
    location = url if url is not None else str(default_database())
    key = key_of_server(location)
    store = open_store(location, key)
    verified = store.verified_from_mark()
    place = shown(location)
    if isinstance(verified, Broken):
        store.close()
        raise StorageFailed(f"{place}: the log does not hold: {verified}; `crossfelt db verify` says more")
    return store, key, place


def _announce(
    addresses: Sequence[str], settings: Settings, workers: int, open_browser: bool, metrics_url: str | None
) -> None:
    """Print where the server is and where its data is."""
    stops = "Ctrl-C stops it" if workers == 1 else f"{workers} processes; Ctrl+C stops them"
    print(f"Crossfelt is at {' and '.join(addresses)} ({stops})", flush=True)
    place = shown(settings.database if settings.database is not None else str(default_database()))
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
