"""Several server processes on one machine: they accept connections from one listening socket, and the process that
started them replaces the ones that die.

Each has a channel to the supervisor. It says there when it accepts connections, and stops when the supervisor is gone.
"""

from __future__ import annotations

import json
import logging
import logging.config
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from types import FrameType

from crossfelt.errors import CrossfeltError
from crossfelt.http.logs import LOGGING

READY = b"r"
LOOK_SECONDS = 0.05
"""How often the supervisor checks its processes."""
RESTART_SECONDS = 1.0
"""The least time between two starts of one process, so that a fault that ends it at once doesn't keep the machine
busy."""
STOP_SECONDS = 15.0
"""How long processes may take to stop before they are killed."""
_log = logging.getLogger("crossfelt.processes")


@dataclass(slots=True)
class _Place:
    """One of the processes, and its successors."""

    number: int
    process: subprocess.Popen[bytes] | None = None
    channel: socket.socket | None = None
    started: float = 0.0
    is_ready: bool = False
    restarts: int = field(default=0)


class Supervisor:
    """Starts server processes and keeps their number."""

    def __init__(self, program: str, settings: str, listener: socket.socket, count: int) -> None:
        """`program` is a module that gets the numbers of its two file descriptors, its own number and the settings as
        arguments."""
        self._program, self._settings, self._listener = program, settings, listener
        self._places = [_Place(number) for number in range(count)]
        self._is_stopping = False

    def run(self, on_ready: Callable[[], None]) -> None:
        """Run until a stop request; `on_ready` is called once every process accepts connections."""
        logging.config.dictConfig(LOGGING)
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self._stop)
        is_announced = False
        try:
            while not self._is_stopping:
                for place in self._places:
                    self._look_after(place, is_announced)
                if not is_announced and all(place.is_ready for place in self._places):
                    is_announced = True
                    on_ready()
                time.sleep(LOOK_SECONDS)
        finally:
            self._end()

    def _stop(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        self._is_stopping = True

    def _look_after(self, place: _Place, is_announced: bool) -> None:
        if place.process is None or place.process.poll() is not None:
            if place.process is not None:
                if not is_announced and not place.is_ready:
                    raise CrossfeltError("a server process could not be started; its message is above")
                _log.error("server process %d ended with %d and is restarted", place.number, place.process.returncode)
                place.restarts += 1
            if time.monotonic() - place.started >= RESTART_SECONDS or not place.restarts:
                self._start(place)
        elif not place.is_ready and place.channel is not None:
            try:
                place.is_ready = place.channel.recv(1) == READY
            except BlockingIOError:
                return

    def _start(self, place: _Place) -> None:
        if place.channel is not None:
            place.channel.close()
        ours, theirs = socket.socketpair()
        ours.setblocking(False)
        with theirs:
            files = self._listener.fileno(), theirs.fileno()
            words = [*map(str, files), str(place.number), self._settings]
            place.process = subprocess.Popen(
                [sys.executable, "-P", "-m", self._program, *words],
                pass_fds=files,
                stdin=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for the supervisor, which then ends its processes.
            )
        place.channel, place.started, place.is_ready = ours, time.monotonic(), False

    def _end(self) -> None:
        running = [place.process for place in self._places if place.process is not None]
        for process in running:
            process.terminate()
        deadline = time.monotonic() + STOP_SECONDS
        for process in running:
            try:
                process.wait(max(0.0, deadline - time.monotonic()))
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        for place in self._places:
            if place.channel is not None:
                place.channel.close()


@dataclass(frozen=True, slots=True)
class Inherited:
    """The file descriptors and settings that a supervisor passes on."""

    listener: socket.socket
    channel: socket.socket
    number: int
    settings: dict[str, object]

    @classmethod
    def of(cls, arguments: list[str]) -> Inherited:
        """Take over the file descriptors."""
        listener, channel, number, settings = arguments
        inherited = cls(
            socket.socket(fileno=int(listener)), socket.socket(fileno=int(channel)), int(number), json.loads(settings)
        )
        threading.Thread(target=inherited._watch, name="crossfelt-supervisor", daemon=True).start()
        return inherited

    def say_ready(self, metrics_url: str | None) -> None:
        """Say that this process accepts connections."""
        if metrics_url is not None:
            print(f"Metrics of process {self.number} are at {metrics_url}", flush=True)
        self.channel.send(READY)

    def _watch(self) -> None:
        """Stop when the supervisor is gone."""
        while self.channel.recv(1):
            pass
        os.kill(os.getpid(), signal.SIGTERM)
