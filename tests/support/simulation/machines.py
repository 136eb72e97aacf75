"""A dask cluster of real processes on this machine, for tests that take some of them away."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from types import TracebackType

from distributed import Client

ROOT = Path(__file__).resolve().parents[3]
MOST_SECONDS = 60
"""A process that hasn't started within this time never will."""


def until(happened: Callable[[], bool], what: str) -> None:
    """Wait until a condition is true; fail when it isn't true in time."""
    deadline = time.monotonic() + MOST_SECONDS
    while not happened():
        assert time.monotonic() < deadline, f"{what}: not within {MOST_SECONDS} s"
        time.sleep(0.02)


class Machines:
    """A scheduler, and the workers that were started for it."""

    def __init__(self, folder: Path, **settings: str) -> None:
        self.folder = folder
        self.file = folder / "scheduler.json"
        self.started: list[subprocess.Popen[bytes]] = []
        environment = {f"DASK_DISTRIBUTED__{name}": value for name, value in settings.items()}
        options = [
            "--host",
            "127.0.0.1",
            "--port",
            "0",
            "--dashboard-address",
            "127.0.0.1:0",
            "--scheduler-file",
            str(self.file),
        ]
        self.scheduler = self._start("scheduler", *options, environment=environment)
        try:
            until(lambda: self._written().endswith("}"), "a scheduler")
        except AssertionError:
            self.stop()
            raise
        self.address = str(json.loads(self._written())["address"])

    def _written(self) -> str:
        """Return the scheduler's own file, empty if it isn't written yet."""
        return self.file.read_text() if self.file.exists() else ""

    def start_workers(self, *names: str, preload: str = "") -> list[subprocess.Popen[bytes]]:
        """Start workers of one thread and wait for them. `preload` is Python that runs before anything else."""
        options = ["--nthreads", "1", "--no-nanny", "--no-dashboard", "--scheduler-file", str(self.file)]
        if preload:
            options += ["--preload", preload]
        workers = [self._start("worker", *options, "--name", name) for name in names]
        with self.client() as client:
            until(lambda: set(names) <= set(known(client)), "workers")
        return workers

    @contextmanager
    def client(self) -> Iterator[Client]:
        """A client of the test's own, to look at the cluster from outside."""
        with Client(self.address, set_as_default=False) as client:
            yield client

    def _start(self, kind: str, *options: str, environment: dict[str, str] | None = None) -> subprocess.Popen[bytes]:
        log = self.folder / f"{kind}-{len(self.started)}.log"
        with log.open("wb") as output:
            process = subprocess.Popen(
                [sys.executable, "-m", "dask", kind, *options],
                cwd=ROOT,
                env={**os.environ, **(environment or {}), "DASK_TEMPORARY_DIRECTORY": str(self.folder)},
                stdout=output,
                stderr=output,
            )
        self.started.append(process)
        return process

    def __enter__(self) -> Machines:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.stop()

    def stop(self) -> None:
        """End every process that was started."""
        for process in reversed(self.started):
            process.send_signal(signal.SIGCONT)
            process.kill()
            process.wait()


def known(client: Client) -> dict[str, str]:
    """The workers that the scheduler knows: name -> address."""
    workers = client.sync(client.scheduler.identity)["workers"]  # type: ignore[union-attr]
    return {str(worker["name"]): address for address, worker in workers.items()}
