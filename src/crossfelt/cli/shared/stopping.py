"""Ctrl-C and SIGTERM as a wish to stop, for work that can say what it has done so far."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from types import FrameType

_SIGNALS = (signal.SIGINT, signal.SIGTERM)
_STATUS_BASE = 128
"""Shells report a program that a signal ended as this and the number of the signal."""


@dataclass(slots=True)
class Stop:
    """Whether somebody wants the work to stop."""

    signal: int | None = None

    @property
    def is_requested(self) -> bool:
        """Whether a signal has come."""
        return self.signal is not None

    @property
    def status(self) -> int:
        """What the program ends with when it was stopped: 130 after Ctrl-C."""
        return _STATUS_BASE + (self.signal or signal.SIGINT)


@contextmanager
def stopping() -> Iterator[Stop]:
    """Within this block the first signal is only noted, so that nothing is left half done; a second one acts at once.

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
