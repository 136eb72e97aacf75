"""Real server processes for tests: forked from one that has imported everything, or started from nothing."""

from __future__ import annotations

import json
import os
import re
import select
import signal
import subprocess
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from crossfelt.storage.peers import LEASE_MS

ROOT = Path(__file__).resolve().parents[4]
KEY = bytes(range(32))
METRICS_TOKEN = "a token for the tests"
START_SECONDS = 60.0
_ADDRESS = re.compile(r"http://127\.0\.0\.1:(\d+)/")


class DiedAtStart(Exception):
    """The server was gone before it was ready."""


@dataclass
class Running:
    """A server process that listens."""

    pid: int
    port: int
    seconds: float
    """From the order to the message that it is ready."""
    cpu_seconds: float
    """CPU time until then, which doesn't grow on a busy machine."""

    @property
    def address(self) -> str:
        """Where its pages are."""
        return f"http://127.0.0.1:{self.port}"

    def kill(self) -> None:
        """Kill it at once, as a power cut does."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGKILL)
        self.wait()

    def stop(self) -> None:
        """Ask it to stop, and wait until it has."""
        with suppress(ProcessLookupError):
            os.kill(self.pid, signal.SIGTERM)
        self.wait()

    def wait(self) -> None:
        """Wait until the process is gone."""
        assert has_ended(self.pid, START_SECONDS), f"process {self.pid} does not end"


class ForkServer:
    """Makes servers quickly; use it in a `with` block."""

    def __init__(self, folder: Path) -> None:
        self.log = folder / "server.log"
        """The shared log of all servers."""
        self.log.touch()

    def __enter__(self) -> ForkServer:
        command = [sys.executable, "-m", "tests.support.service.running.fork_server"]
        self._process = subprocess.Popen(
            command,
            cwd=ROOT,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
            env={**os.environ, "CROSSFELT_METRICS_TOKEN": METRICS_TOKEN},
        )
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin is not None and self._process.stdout is not None
        self._process.stdin.close()
        self._process.wait()
        self._process.stdout.close()

    def start(
        self,
        database: Path | str,
        failpoint: str | None = None,
        countdown: int = 0,
        unlimited: bool = True,
        file_bytes: int | None = None,
        lease_ms: int = LEASE_MS,
    ) -> Running:
        """A server on this file or URL; `DiedAtStart` when a failpoint came before it was ready."""
        order = {
            "database": str(database),
            "log": str(self.log),
            "key": KEY.hex(),
            "failpoint": failpoint,
            "countdown": countdown,
            "unlimited": unlimited,
            "file_bytes": file_bytes,
            "lease_ms": lease_ms,
        }
        assert self._process.stdin is not None and self._process.stdout is not None
        began = time.monotonic()
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        lines = _Lines(self._process.stdout)
        word, number = lines.next(None).split()
        assert word == "process", word
        return _ready(int(number), lines, began)


class ColdServer:
    """A server started from nothing, as a person does at a terminal; use it in a `with` block."""

    def __init__(self, database: Path | str, log: Path) -> None:
        self._database, self._log = database, log

    def __enter__(self) -> Running:
        command = [sys.executable, "-m", "crossfelt", "serve", "--port", "0", "--database", str(self._database)]
        command += ["--limit-factor", "1000"]
        began = time.monotonic()
        with self._log.open("a") as log:
            self._process = subprocess.Popen(
                command, cwd=ROOT, stdout=subprocess.PIPE, stderr=log, env={**os.environ, "CROSSFELT_KEY": KEY.hex()}
            )
        assert self._process.stdout is not None
        return _ready(self._process.pid, _Lines(self._process.stdout), began)

    def __exit__(self, *_: object) -> None:
        self._process.kill()
        self._process.communicate()


def has_ended(pid: int, seconds: float) -> bool:
    """Whether a process ends within this time."""
    try:
        watched = os.pidfd_open(pid)
    except ProcessLookupError:
        return True
    try:
        return bool(select.select([watched], [], [], seconds)[0])
    finally:
        os.close(watched)


class _Lines:
    """Lines of a pipe, read without waiting for a process that is gone."""

    def __init__(self, pipe: IO[str] | IO[bytes]) -> None:
        self._file, self._rest = pipe.fileno(), b""

    def next(self, pid: int | None) -> str:
        deadline = time.monotonic() + START_SECONDS
        while b"\n" not in self._rest:
            if select.select([self._file], [], [], 0.02)[0]:
                result = os.read(self._file, 4096)
                if not result:
                    raise DiedAtStart("the pipe is closed")
                self._rest += result
            elif pid is not None and has_ended(pid, 0):
                raise DiedAtStart(f"process {pid} is gone")
            elif time.monotonic() > deadline:
                raise DiedAtStart(f"not ready within {START_SECONDS} seconds")
        line, _, self._rest = self._rest.partition(b"\n")
        return line.decode()


def _ready(pid: int, lines: _Lines, began: float) -> Running:
    while (result := _ADDRESS.search(line := lines.next(pid))) is None:
        if line.startswith("failed: "):
            raise DiedAtStart(line)
    seconds = time.monotonic() - began
    cpu_seconds = _cpu_seconds(pid)
    lines.next(pid)  # Where the tables lie; both lines are said together.
    return Running(pid, int(result[1]), seconds, cpu_seconds)


def _cpu_seconds(pid: int) -> float:
    try:
        fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    except FileNotFoundError:
        return 0.0
    user, system = int(fields[11]), int(fields[12])
    return (user + system) / os.sysconf("SC_CLK_TCK")
