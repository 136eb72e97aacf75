"""The timers of a table: one for each alarm. An action that fails is tried again, and given up when it keeps failing.

Nothing here decides or writes: `own_actions` does. A table that another process runs has deadlines to show and no timer
that rings.
"""

from __future__ import annotations

import logging
from collections.abc import Callable, Coroutine, Iterable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from crossfelt.service.clock import Clock, Timer
from crossfelt.service.tables.alarms import Alarm
from crossfelt.service.tables.messages import ClockInfo
from crossfelt.service.tables.times import RETRY_MS, SLOW_RETRY_MS
from crossfelt.storage.port import StorageFailed

LOG = logging.getLogger("crossfelt.tables")
Key = tuple[str, int]


class Actor(Protocol):
    """Acts for the table when a timer runs out."""

    @property
    def name(self) -> str:
        """The table's id, for the log."""

    def alarms(self) -> Iterable[Alarm]:
        """Everything that the table would do now, each with its own clock."""

    def least_ms(self, alarm: Alarm, /) -> int:
        """The least time that an alarm waits, whatever its own time says."""

    async def act_on(self, alarm: Alarm, /) -> None:
        """Take the action of an alarm, unless the table has no such alarm any more."""

    async def give_up(self, alarm: Alarm, /) -> None:
        """End the round, because this can't be done."""


@dataclass(slots=True)
class _Running:
    alarm: Alarm
    timer: Timer | None
    """None where another process acts."""
    deadline_ms: int

    def cancel(self) -> None:
        """Call off the timer."""
        if self.timer is not None:
            self.timer.cancel()


@dataclass(slots=True)
class _Trouble:
    """An action that failed and is to be repeated."""

    failures: int = 0
    is_storage: bool = False

    @property
    def wait_ms(self) -> int:
        """The time until the next attempt."""
        return RETRY_MS[self.failures - 1] if 0 < self.failures <= len(RETRY_MS) else SLOW_RETRY_MS

    @property
    def is_final(self) -> bool:
        """Whether it has been repeated often enough."""
        return self.failures >= len(RETRY_MS)


class Timers:
    """The timers of one table."""

    def __init__(self, actor: Actor, clock: Clock, start: Callable[[Coroutine[Any, Any, None]], object]) -> None:
        """`start` runs an action as a task."""
        self._actor, self._clock, self._start = actor, clock, start
        self._is_on = False
        self.is_acting = False
        """Whether the timers ring; otherwise they are only shown."""
        self._running: dict[Key, _Running] = {}
        self._busy: set[Key] = set()
        """Alarms that went off and whose actions aren't finished."""
        self._troubles: dict[Key, _Trouble] = {}
        self._left_ms: dict[Key, int] = {}
        """Milliseconds left of the budgets of the round in progress."""

    @property
    def is_stuck(self) -> bool:
        """Whether something failed and hasn't succeeded since."""
        return bool(self._troubles)

    def start(self) -> None:
        """Start the timers, from here on, each with its full time."""
        self._clear()
        self._is_on = self.is_acting = True
        self.update()

    def show(self, left_ms: Mapping[str, int]) -> None:
        """Show the clocks of a table that another process runs; `left_ms` has what it wrote about them."""
        if self.is_acting:
            self._clear()
        self._is_on, self.is_acting = True, False
        self.update()
        now = self._clock.now_ms()
        for key, running in self._running.items():
            if clock_name(key) in left_ms:
                running.deadline_ms = now + left_ms[clock_name(key)]

    def left_ms(self) -> dict[str, int]:
        """The milliseconds left of every clock that players see, by name."""
        now = self._clock.now_ms()
        return {
            clock_name(key): max(0, running.deadline_ms - now)
            for key, running in self._running.items()
            if running.alarm.is_clock
        }

    def update(self) -> None:
        """Start the timers that the table's state asks for, and cancel the others."""
        if not self._is_on:
            return
        alarms = {alarm.key: alarm for alarm in self._actor.alarms()}
        for key in [key for key in self._running if key not in alarms]:
            self._cancel(key)
        for key in [key for key in self._troubles if key not in alarms]:
            del self._troubles[key]
        now = self._clock.now_ms()
        for key, alarm in alarms.items():
            if key not in self._running and key not in self._busy:
                wait_ms = self._wait_ms(alarm) if self.is_acting else alarm.after_ms
                timer = self._clock.later(wait_ms, partial(self._ring, alarm)) if self.is_acting else None
                self._running[key] = _Running(alarm, timer, now + wait_ms)

    def restart(self, key: Key) -> None:
        """Give an alarm its full time again."""
        if key in self._running:
            self._cancel(key)
            self.update()

    def stop(self) -> None:
        """Cancel every timer, and start no other."""
        self._clear()
        self._is_on = self.is_acting = False

    def clocks(self) -> tuple[ClockInfo, ...]:
        """The clocks that players see."""
        now = self._clock.now_ms()
        return tuple(
            ClockInfo(running.alarm.seat, max(0, running.deadline_ms - now), running.alarm.after_ms)
            for running in self._running.values()
            if running.alarm.is_clock
        )

    def _wait_ms(self, alarm: Alarm) -> int:
        trouble = self._troubles.get(alarm.key)
        if trouble is not None:
            return trouble.wait_ms
        return max(self._left_ms.get(alarm.key, alarm.after_ms), self._actor.least_ms(alarm))

    def _clear(self) -> None:
        for key in list(self._running):
            self._cancel(key)
        self._troubles.clear()
        self._left_ms.clear()

    def _cancel(self, key: Key) -> None:
        running = self._running.pop(key)
        running.cancel()
        least_used = running.alarm.least_used_ms
        if least_used is not None:
            left = self._left_ms.get(key, running.alarm.after_ms)
            self._left_ms = {key: max(0, min(running.deadline_ms - self._clock.now_ms(), left - least_used))}

    def _ring(self, alarm: Alarm) -> None:
        self._running.pop(alarm.key, None)
        self._busy.add(alarm.key)
        self._start(self._act(alarm))

    async def _act(self, alarm: Alarm) -> None:
        trouble = self._troubles.get(alarm.key)
        try:
            if trouble is not None and trouble.is_final:
                await self._actor.give_up(alarm)
            else:
                await self._actor.act_on(alarm)
                self._troubles.pop(alarm.key, None)
        except StorageFailed as error:
            self._storage_failed(alarm, error)
        except Exception as error:
            self._failed(alarm, error)
        finally:
            self._busy.discard(alarm.key)
        self.update()

    def _storage_failed(self, alarm: Alarm, error: StorageFailed) -> None:
        """Repeat the action until storage takes writes: the disk is to blame, not the action."""
        trouble = self._troubles.setdefault(alarm.key, _Trouble())
        if not trouble.is_storage:
            LOG.error("table %s is stuck at %s until storage takes writes again: %s", *self._place(alarm), error)
        trouble.is_storage = True

    def _failed(self, alarm: Alarm, error: Exception) -> None:
        trouble = self._troubles.setdefault(alarm.key, _Trouble())
        trouble.failures += 1
        LOG.error(
            "table %s is stuck at %s (attempt %d, next in %d ms): %s",
            *self._place(alarm),
            trouble.failures,
            trouble.wait_ms,
            error,
            exc_info=error,
        )

    def _place(self, alarm: Alarm) -> tuple[str, str]:
        where = f" of seat {alarm.seat}" if alarm.seat is not None else ""
        return self._actor.name, alarm.deed + where


def clock_name(key: Key) -> str:
    """Return the name under which processes tell each other of a clock."""
    return f"{key[0]}:{key[1]}"
