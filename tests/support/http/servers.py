"""The real server in a process of its own, as tests of the wire start it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import IO, Any

import httpx2

_addresses = count(2)
METRICS_TOKEN = "a token for the tests"


@dataclass(frozen=True, slots=True)
class Server:
    """A server that runs: where it listens, and what it has logged so far."""

    port: int
    pid: int
    log: list[str] = field(default_factory=list)
    ends: ExitStack = field(default_factory=ExitStack)
    """Resources to close before the server stops, at the latest."""

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def faults(self) -> list[str]:
        """Lines of the log about unhandled errors."""
        return [line for line in self.log if "Traceback" in line or json.loads(line)["level"] in ("error", "critical")]

    def client(self, token: str | None = None, address: str | None = None, **options: Any) -> httpx2.Client:
        """Return an HTTP client: with a guest's token if given, from an address of its own where limits matter."""
        headers = {"authorization": f"Bearer {token}"} if token is not None else {}
        transport = httpx2.HTTPTransport(local_address=address) if address is not None else None
        client = httpx2.Client(base_url=self.url, headers=headers, transport=transport, timeout=30, **options)
        self.ends.callback(client.close)
        return client

    def guest(self, name: str = "Ada") -> dict[str, Any]:
        """A new guest, made from a loopback address that nobody used before, so that no limit is reached."""
        number = next(_addresses)
        with self.client(address=f"127.{1 + number // 60_000}.{number // 240 % 250}.{number % 240 + 1}") as client:
            answer = client.post("/api/guests", json={"name": name})
        assert answer.status_code == 200, answer.text
        made: dict[str, Any] = answer.json()
        return made


@contextmanager
def running(*options: str, setup: str = "") -> Iterator[Server]:
    """Run `crossfelt serve` on a free port with these options, after the Python statements in `setup`.

    Unless the options say otherwise, tables are in memory and limits are out of the way.
    """
    database = () if "--database" in options else ("--database", "memory:")
    limits = () if "--limit-factor" in options else ("--limit-factor", "1000")
    program = ["-c", f"{setup}\nfrom crossfelt.cli import main\nmain()"] if setup else ["-m", "crossfelt"]
    command = [sys.executable, *program, "serve", "--port", "0", *database, *limits, *options]
    environment = {**os.environ, "CROSSFELT_METRICS_TOKEN": METRICS_TOKEN}
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
    ) as process:
        assert process.stdout is not None and process.stderr is not None
        stderr, log = process.stderr, list[str]()
        line = process.stdout.readline()
        assert line.startswith("Crossfelt is at http://127.0.0.1:"), stderr.read()
        reader = threading.Thread(target=_gather, args=(stderr, log), daemon=True)
        reader.start()
        server = Server(int(line.split()[3].rstrip("/").rpartition(":")[2]), process.pid, log)
        try:
            with server.ends:
                yield server
        finally:
            process.terminate()
            process.wait(timeout=30)
            reader.join(timeout=30)


def _gather(stream: IO[str], lines: list[str]) -> None:
    for line in stream:
        lines.append(line)
