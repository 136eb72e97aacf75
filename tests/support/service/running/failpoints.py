"""Places at which a server under test dies, counted down and then killed by its own hand, as if the power had gone.

They stand in the tests alone: a server process wraps its own store and sockets before it starts, and the package knows
nothing of them.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import replace
from itertools import count
from typing import Any

from starlette.websockets import WebSocket

from crossfelt.service.tables.watchers import Watchers
from crossfelt.storage import append
from crossfelt.storage.port import Batch, Receipt
from crossfelt.storage.sql_store import SqlStore

FAILPOINTS = ("before_append", "before_commit", "after_commit", "before_telling", "after_answer")
"""Before a batch is handed in; inside the transaction, before its COMMIT; after the COMMIT, before anybody knows of it;
when the table knows, before it tells anybody; and right after an acknowledgement has left."""

Die = Callable[[], None]


def plant(name: str, countdown: int, store: SqlStore) -> None:
    """Make this process kill itself the `countdown`-th time it reaches the failpoint."""
    left = countdown

    def die() -> None:
        nonlocal left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)

    _PLANTS[name](die, store)


def _before_append(die: Die, store: SqlStore) -> None:
    real = store.append

    def append(batch: Batch) -> Future[Receipt]:
        die()
        return real(batch)

    store.append = append  # type: ignore[method-assign]


def _before_commit(die: Die, store: SqlStore) -> None:
    real = store._connection.commit

    def commit(has_removed: bool) -> None:
        die()
        real(has_removed)

    store._connection.commit = commit  # type: ignore[method-assign]


def _after_commit(die: Die, store: SqlStore) -> None:
    real = store.append

    def append(batch: Batch) -> Future[Receipt]:
        answer = real(batch)
        # The first callback runs before the table's: the commit is done and nobody knows.
        answer.add_done_callback(lambda _: die())
        return answer

    store.append = append  # type: ignore[method-assign]


def _before_telling(die: Die, _store: SqlStore) -> None:
    real = Watchers.tell

    def tell(self: Watchers, but: Any = None) -> None:
        die()
        real(self, but)

    Watchers.tell = tell  # type: ignore[method-assign]


def _after_answer(die: Die, _store: SqlStore) -> None:
    real = WebSocket.send_text

    async def send_text(self: Any, data: str) -> None:
        await real(self, data)
        if data.startswith('{"kind":"done"'):
            die()

    WebSocket.send_text = send_text  # type: ignore[method-assign]


def _forgets_actions(_die: Die, store: SqlStore) -> None:
    """No place to die at, but a mistake: every copy of an action counts as a new one."""
    real, numbers = store.append, count()

    def append(batch: Batch) -> Future[Receipt]:
        return real(replace(batch, action_id=f"{batch.action_id} {next(numbers)}"))

    store.append = append  # type: ignore[method-assign]


def _forgets_funds(_die: Die, _store: SqlStore) -> None:
    """Another mistake: nobody asks whether an account holds what is taken from it."""
    append.balances_after = lambda held, change, ceilings: (  # type: ignore[attr-defined]  # noqa: ARG005
        {account: held.get(account, 0) + by for account, by in change.items()},
        set(),
    )


MISTAKES = ("forgets_actions", "forgets_funds")
"""Planted bugs that the tests must notice, or they prove nothing."""
_PLANTS: dict[str, Callable[[Die, SqlStore], None]] = dict(
    zip(
        (*FAILPOINTS, *MISTAKES),
        (
            _before_append,
            _before_commit,
            _after_commit,
            _before_telling,
            _after_answer,
            _forgets_actions,
            _forgets_funds,
        ),
        strict=True,
    )
)
