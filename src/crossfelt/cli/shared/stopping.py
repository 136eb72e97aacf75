"""Ctrl-C and SIGTERM as a stop request, for work that can show its results so far."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_STATUS_BASE = 128
"""Shells add this to the number of the signal that ended a program."""


@dataclass(slots=True)
class Stop:
    """A stop request, once a signal has arrived."""

    signal: int | None = None

    @property
    def is_requested(self) -> bool:
        """Whether a signal has arrived."""
        return self.signal is not None

    @property
    def status(self) -> int:
        """The exit status of a stopped program: 130 after Ctrl-C."""
        return _STATUS_BASE + (self.signal or signal.SIGINT)


@contextmanager
def stopping() -> Iterator[Stop]:
    """Within this block, turn the first signal into a stop request; a second one acts at once.

    A signal that the program was started to ignore stays ignored.
    """
    stop = Stop()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return
    before = {number: signal.getsignal(number) for number in _SIGNALS}

    def put_back() -> None:
        for number, handler in before.items():
            signal.signal(number, handler)

    def note(number: int, _: FrameType | None) -> None:
        stop.signal = number
        put_back()

    for number, handler in before.items():
        if handler is not signal.SIG_IGN:
            signal.signal(number, note)
    try:
        yield stop
    finally:
        put_back()
