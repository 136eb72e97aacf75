"""Threads of the routes, a pool for each kind of work, so that readers of old rounds don't delay each other's rules."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from threading import Event
from typing import TypeVar

from fastapi import Request
from starlette.exceptions import HTTPException

from crossfelt.service.work import WorkPool

Result = TypeVar("Result")
_CLIENT_GONE = 499
SYNC_THREADS = 8
"""Threads for routes without a pool of their own, which all answer quickly."""


class Pools:
    """The pools of one application."""

    def __init__(self) -> None:
        self.rules = WorkPool("rules", threads=1, most_waiting=32)
        """Rule resolution and settling: arithmetic, so one thread is as quick as many."""
        self.reads = WorkPool("reads", threads=2, most_waiting=64)
        """Rounds, records, replays and statements."""
        self.reports = WorkPool("reports", threads=1, most_waiting=16)
        """Reports read whole logs, so nothing else waits behind them."""

    def close(self) -> None:
        """End all threads; work that waits is dropped."""
        for pool in (self.rules, self.reads, self.reports):
            pool.close()


def pools_of(request: Request) -> Pools:
    """The pools of the application that answers a request."""
    pools: Pools = request.app.state.pools
    return pools


async def while_connected(request: Request, work: Callable[[Event], Awaitable[Result]]) -> Result:
    """The result of work that ends early when its client disconnects: `work` gets an event that is set then."""
    is_gone = Event()
    task = asyncio.ensure_future(work(is_gone))
    gone = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait((task, gone), return_when=asyncio.FIRST_COMPLETED)
        if not task.done():
            raise HTTPException(_CLIENT_GONE, "The client closed the connection.")
        return task.result()
    finally:
        is_gone.set()
        task.cancel()
        gone.cancel()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
