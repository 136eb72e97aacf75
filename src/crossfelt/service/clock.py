"""Time, as tables ask for it. Wall time stamps entries and decides nothing; clocks that run out are monotonic."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from typing import Protocol


class Timer(Protocol):
    """Something that will happen unless it is called off."""

    def cancel(self) -> None:
        """Call off what has not happened yet."""


class Clock(Protocol):
    """Where tables get the time from."""

    def wall_ms(self) -> int:
        """Milliseconds since 1970, UTC."""

    def now_ms(self) -> int:
        """Milliseconds since some moment; never runs backwards."""

    def later(self, after_ms: int, ring: Callable[[], None], /) -> Timer:
        """Call `ring` once, after this many milliseconds."""


class SystemClock:
    """The machine's own clocks and the running event loop."""

    def wall_ms(self) -> int:
        """The machine's wall clock."""
        return time.time_ns() // 1_000_000

    def now_ms(self) -> int:
        """The machine's monotonic clock."""
        return time.monotonic_ns() // 1_000_000

    def later(self, after_ms: int, ring: Callable[[], None]) -> Timer:
        """A timer of the event loop."""
        return asyncio.get_running_loop().call_later(after_ms / 1000, ring)
