"""The one thread that writes: it takes whatever has piled up, does it in one transaction and commits once, and only
then answers. A commit that fails stops it for good: whatever the disk did, no wager is taken on top of it."""

from __future__ import annotations

import sqlite3
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import Any, Protocol, TypeVar

from crossfelt.storage.errors import reason
from crossfelt.storage.port import BadBatch, StorageError, StorageFailed

MOST_IN_ONE_COMMIT = 512
"""Jobs that share one commit; whoever comes later waits for the next."""
COMMITS_BETWEEN_COPIES = 100
"""Commits after which the write-ahead log is copied into the file, as soon as no job waits. SQLite would copy it inside
a commit, and every answer of that commit would wait for it."""

T = TypeVar("T")
_UNFIT = (TypeError, ValueError, OverflowError, sqlite3.InterfaceError, sqlite3.ProgrammingError)
"""What Python and SQLite raise for a value that no file can hold, such as half a character."""
_Job = tuple[Callable[[], Any], "Future[Any]"]


class Transaction(Protocol):
    """What keeps in memory something of what it writes, and so must be told how the transaction ends."""

    def begun(self) -> None:
        """A transaction begins, of which nothing is written yet."""

    def finished(self) -> None:
        """Everything is written and may be looked at; the commit comes next. Raises if something does not hold."""

    def undone(self) -> None:
        """Nothing of the transaction was committed."""


class Writer:
    """Runs jobs on one connection, many in one commit."""

    def __init__(self, connection: sqlite3.Connection, name: str, transaction: Transaction) -> None:
        self.failure: StorageFailed | None = None
        self.forgets = False
        """Set by a job that removed something personal: the file is rid of its older forms after the commit."""
        self._broken: StorageFailed | None = None
        """The failure of a commit, behind which not even what was handed in is done."""
        self._connection, self._name, self._transaction = connection, name, transaction
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._uncopied = 0
        """Commits since the write-ahead log was copied."""
        self._gate = threading.Lock()
        """Between handing in and closing, so that no job is left behind unanswered."""
        self._thread = threading.Thread(target=self._run, name="crossfelt-writer", daemon=True)
        self._thread.start()

    def do(self, job: Callable[[], T]) -> Future[T]:
        """Hands in a job. It runs in the writer's thread inside a transaction, refuses with a `StorageError` before it
        has written anything, and its answer comes after the commit."""
        answer: Future[T] = Future()
        with self._gate:
            if self.failure is None:
                self._jobs.put((job, answer))
                return answer
        answer.set_exception(self.failure)
        return answer

    def close(self) -> None:
        """Finishes what was handed in, and refuses everything after it."""
        with self._gate:
            self.failure = self.failure or StorageFailed("the storage is closed")
            self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        goes_on = True
        while goes_on and (first := self._jobs.get()) is not None:
            jobs, goes_on = self._waiting(first)
            # A caller who has gone away before the work began gets nothing done; later it is too late.
            self._commit([job for job in jobs if job[1].set_running_or_notify_cancel()])
            if self._uncopied >= COMMITS_BETWEEN_COPIES and self._jobs.empty():
                self._copy_log()

    def _copy_log(self) -> None:
        """Copies the write-ahead log into the file. What can't be copied now stays in the log, as durable as before."""
        self._uncopied = 0
        with suppress(sqlite3.Error):
            self._connection.execute("PRAGMA wal_checkpoint(PASSIVE)")

    def _waiting(self, first: _Job) -> tuple[list[_Job], bool]:
        """The job at hand and whatever has piled up behind it; False when the storage is being closed."""
        jobs = [first]
        while len(jobs) < MOST_IN_ONE_COMMIT:
            try:
                job = self._jobs.get_nowait()
            except Empty:
                return jobs, True
            if job is None:
                return jobs, False
            jobs.append(job)
        return jobs, True

    def _commit(self, jobs: Sequence[_Job]) -> None:
        if self._broken is not None:
            for _, answer in jobs:
                answer.set_exception(self._broken)
            return
        while jobs:
            answers, unfit = self._transact(jobs)
            if unfit is not None:
                # What one caller handed in cannot be stored at all; the others are not to suffer for it.
                answers = [(jobs[unfit[0]][1], BadBatch(f"it cannot be stored: {reason(unfit[1])}"))]
            jobs = [*jobs[: unfit[0]], *jobs[unfit[0] + 1 :]] if unfit is not None else []
            for answer, result in answers:
                if isinstance(result, StorageError):
                    answer.set_exception(result)
                else:
                    answer.set_result(result)

    def _transact(self, jobs: Sequence[_Job]) -> tuple[list[tuple[Future[Any], Any]], tuple[int, Exception] | None]:
        """Does the jobs in one transaction. The answer to each; or, with nothing committed, which of them is unfit to
        be stored, and why."""
        answers: list[tuple[Future[Any], Any]] = []
        try:
            self._connection.execute("BEGIN IMMEDIATE")
            self._transaction.begun()
            for number, (job, answer) in enumerate(jobs):
                try:
                    answers.append((answer, job()))
                except StorageError as refusal:
                    answers.append((answer, refusal))
                except _UNFIT as error:
                    self._connection.rollback()
                    self._transaction.undone()
                    return [], (number, error)
            self._transaction.finished()
            self._connection.execute("COMMIT")
            self._uncopied += 1
        except Exception as error:  # whatever it is: a writer that died without a word would leave its callers waiting
            with suppress(sqlite3.Error):
                self._connection.rollback()
            self._transaction.undone()
            self._broken = self.failure = StorageFailed(f"{self._name}: {reason(error)}; nothing more is written")
            answers = [(answer, self._broken) for _, answer in jobs]
        if self.forgets:
            # Where somebody reads at this moment, the write-ahead log keeps the older forms until it begins anew.
            self.forgets = False
            with suppress(sqlite3.Error):
                self._connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return answers, None
