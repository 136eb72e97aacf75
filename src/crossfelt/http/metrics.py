"""Figures about the running server, for Prometheus. No label holds a card, a player or a table."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest, start_http_server

from crossfelt.errors import BadInput, Fault
from crossfelt.faults import FaultCode

TOKEN_VARIABLE = "CROSSFELT_METRICS_TOKEN"
LEAST_TOKEN = 16


class Metrics:
    """Everything that is counted."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self.sockets = Gauge("crossfelt_sockets", "Open sockets of tables.", registry=self.registry)
        self.tables = Gauge("crossfelt_tables", "Open tables.", registry=self.registry)
        self.stuck_tables = Gauge(
            "crossfelt_stuck_tables", "Tables that repeat an action of their own that failed.", registry=self.registry
        )
        self.run_tables = Gauge(
            "crossfelt_run_tables", "Tables whose clocks and bots this process runs.", registry=self.registry
        )
        self.processes = Gauge(
            "crossfelt_processes", "Server processes on the database, this one included.", registry=self.registry
        )
        self.takeovers = Gauge(
            "crossfelt_takeovers", "Times that this process began to run a table of another.", registry=self.registry
        )
        self.actions = Counter("crossfelt_actions", "Requests at tables that were accepted.", registry=self.registry)
        self.refusals = Counter(
            "crossfelt_refusals", "Requests at tables that were refused.", ["code"], registry=self.registry
        )
        self.evicted = Counter(
            "crossfelt_evicted", "Clients let go because they read too slowly.", registry=self.registry
        )
        self.durable = Histogram(
            "crossfelt_durable_seconds",
            "From a request to its answer, durable by then.",
            registry=self.registry,
            buckets=(0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5),
        )

    def text(self) -> bytes:
        """All figures in the form that Prometheus reads."""
        return generate_latest(self.registry)

    def count_tables(self, tables: Callable[[], int], stuck: Callable[[], int], run: Callable[[], int]) -> None:
        """Read the numbers of open, stuck and run tables whenever the metrics are read."""
        self.tables.set_function(tables)
        self.stuck_tables.set_function(stuck)
        self.run_tables.set_function(run)

    def count_processes(self, processes: Callable[[], int], takeovers: Callable[[], int]) -> None:
        """Read the numbers of server processes and of takeovers whenever the metrics are read."""
        self.processes.set_function(processes)
        self.takeovers.set_function(takeovers)

    def serve(self, address: str, number: int = 0) -> str:
        """Serve the metrics, and nothing else, at an address of their own until the process ends; return the URL. The
        `number`-th process on a machine takes the `number`-th port after the one of the address."""
        host, port = _host_and_port(address)
        try:
            server, _ = start_http_server(port and port + number, host, self.registry)
        except OSError as error:
            reason = error.strerror or str(error)
            message = f"can't listen on {address}: {reason}. Choose another port."
            raise BadInput(Fault(FaultCode.BAD_REQUEST, message, "--metrics-address")) from None
        shown = f"[{host}]" if ":" in host else host
        return f"http://{shown}:{server.server_port}/metrics"


def metrics_token(file: Path | None) -> str | None:
    """The token that `/metrics` asks for: the first line of a file, or else CROSSFELT_METRICS_TOKEN; None for none."""
    if file is None:
        token, where = os.environ.get(TOKEN_VARIABLE), TOKEN_VARIABLE
        if token is None:
            return None
    else:
        try:
            token, where = file.read_text(encoding="utf-8").partition("\n")[0].strip(), str(file)
        except (OSError, UnicodeError) as error:
            reason = error.strerror if isinstance(error, OSError) else "it isn't UTF-8 text"
            message, params = f"can't read {file}: {reason}.", {"file": str(file)}
            raise BadInput(Fault(FaultCode.WRONG_FILE, message, "--metrics-token-file", params=params)) from None
    if len(token) < LEAST_TOKEN or not token.isascii() or not token.isprintable():
        message = f"the metrics token must be at least {LEAST_TOKEN} printable ASCII characters."
        raise BadInput(Fault(FaultCode.BAD_FORMAT, message, where))
    return token


def _host_and_port(address: str) -> tuple[str, int]:
    host, _, port = address.rpartition(":")
    if not host or not port.isascii() or not port.isdecimal() or int(port) > 65_535:
        message = f"must be HOST:PORT, such as 127.0.0.1:9100, not {address!a}"
        params = {"value": address, "pattern": "HOST:PORT"}
        raise BadInput(Fault(FaultCode.BAD_FORMAT, message, "--metrics-address", params=params))
    return host.strip("[]"), int(port)


METRICS = Metrics()
