"""Work off the event loop: pools of threads with bounded queues, so that one kind of work can't delay another."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Lock
from typing import ParamSpec, TypeVar

from crossfelt.service.refusals import RefusalCode, Refused

Given = ParamSpec("Given")
Result = TypeVar("Result")


class Busy(Refused):
    """Too much work of one kind waits already."""

    def __init__(self) -> None:
        super().__init__(RefusalCode.TOO_MANY, "The server is busy. Try again in 1 second.")


class WorkPool:
    """Threads for one kind of work. `Busy` when `most_waiting` pieces of it wait."""

    def __init__(self, name: str, threads: int, most_waiting: int) -> None:
        self.most = threads + most_waiting
        self._name, self._count = name, threads
        self._threads: ThreadPoolExecutor | None = None
        """Started by the first piece of work, also after a close: an application may be started again."""
        self._counting = Lock()
        self._under_way = 0

    async def run(self, work: Callable[Given, Result], /, *given: Given.args, **named: Given.kwargs) -> Result:
        """The result of a piece of work. A caller that is cancelled takes it out of the queue."""
        with self._counting:
            if self._under_way >= self.most:
                raise Busy
            self._under_way += 1
            if self._threads is None:
                self._threads = ThreadPoolExecutor(self._count, thread_name_prefix=self._name)
            threads = self._threads
        future = threads.submit(work, *given, **named)
        future.add_done_callback(self._finished)
        return await asyncio.wrap_future(future)

    def _finished(self, _: object) -> None:
        with self._counting:  # Called by the thread that did the work, or by the loop when it is cancelled.
            self._under_way -= 1

    def close(self) -> None:
        """End the threads; work that waits is dropped."""
        with self._counting:
            threads, self._threads = self._threads, None
        if threads is not None:
            threads.shutdown(wait=False, cancel_futures=True)
