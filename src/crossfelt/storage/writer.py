"""The one thread that writes: it takes whatever has piled up, does it in one transaction and commits once, and only
then answers. A commit that fails stops it for good, unless the connection says that the database will be back: no
wager is taken on top of an unknown state of the disk."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, Protocol, TypeVar

from crossfelt.storage.errors import reason
from crossfelt.storage.port import BadBatch, Batch, StorageError, StorageFailed, StorageUnavailable
from crossfelt.storage.write_connection import WriteConnection

MOST_IN_ONE_COMMIT = 512
"""Jobs that share one commit; later ones wait for the next."""
MOST_TRIES, MOST_TRIES_ALONE = 3, 20
"""Times that a group of jobs, and one job alone, is tried when other processes write the same rows."""

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class _Job:
    """Work for the writer's thread, and the future of its caller."""

    run: Callable[[], Any]
    answer: Future[Any]
    batch: Batch | None


@dataclass(frozen=True, slots=True)
class _Unfit:
    """The job of a group that can't be stored, and why."""

    index: int
    error: Exception


class Transaction(Protocol):
    """Rows that are collected in memory while a transaction runs."""

    def begun(self) -> None:
        """A transaction begins, of which nothing is written yet."""

    def finished(self) -> None:
        """Everything is written and may be looked at; the commit comes next. Raises if something does not hold."""


class Writer:
    """Runs jobs on one connection, many in one commit."""

    def __init__(self, connection: WriteConnection, transaction: Transaction) -> None:
        self.failure: StorageFailed | None = None
        self.forgets = False
        """Set by a job that removed something personal: the file is rid of its older forms after the commit."""
        self._broken: StorageFailed | None = None
        """The failure of a commit, behind which not even what was handed in is done."""
        self._connection, self._transaction = connection, transaction
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._gate = threading.Lock()
        """Between handing in and closing, so that no job is left behind unanswered."""
        self._thread = threading.Thread(target=self._run, name="crossfelt-writer", daemon=True)
        self._thread.start()

    def do(self, job: Callable[[], T], batch: Batch | None = None) -> Future[T]:
        """Hand in a job, with the batch that it appends. It runs in the writer's thread inside a transaction, refuses
        with a `StorageError` before it has written anything, and its answer comes after the commit."""
        answer: Future[T] = Future()
        with self._gate:
            if self.failure is None or isinstance(self.failure, StorageUnavailable):
                self._jobs.put(_Job(job, answer, batch))
                return answer
        answer.set_exception(self.failure)
        return answer

    def close(self) -> None:
        """Finish what was handed in, and refuse everything after it."""
        with self._gate:
            if self.failure is None or isinstance(self.failure, StorageUnavailable):
                self.failure = StorageFailed("the storage is closed")
            self._jobs.put(None)
        self._thread.join()

    def _run(self) -> None:
        is_open = True
        while is_open and (first := self._jobs.get()) is not None:
            jobs, is_open = self._waiting(first)
            # A caller who has gone away before the work began gets nothing done; later it is too late.
            self._commit([job for job in jobs if job.answer.set_running_or_notify_cancel()])
            if self._connection.has_upkeep and self._jobs.empty():
                self._connection.idle()

    def _waiting(self, first: _Job) -> tuple[list[_Job], bool]:
        """Return the job at hand and whatever has piled up behind it; False when the storage is being closed."""
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
        """Do the jobs and answer each. What one caller handed in and can't be stored doesn't hurt the others."""
        while jobs:
            if self._broken is not None:
                _answer(jobs, [self._broken] * len(jobs))
                return
            results = self._tried(jobs)
            if isinstance(results, _Unfit):
                unfit = jobs[results.index]
                unfit.answer.set_exception(BadBatch(f"it cannot be stored: {reason(results.error)}"))
                jobs = [*jobs[: results.index], *jobs[results.index + 1 :]]
            elif results is None:
                for job in jobs:
                    self._commit([job])
                return
            else:
                _answer(jobs, results)
                return

    def _tried(self, jobs: Sequence[_Job]) -> list[Any] | _Unfit | None:
        """Do the jobs in one transaction and return the result of each, or with nothing committed the job that is unfit
        to be stored; None where a group should be tried one by one."""
        tries = 0
        while True:
            try:
                return self._transact(jobs)
            except Exception as error:  # whatever it is: a writer that died silently would leave its callers waiting
                self._connection.rollback()
                tries += 1
                is_alone, is_unfit = len(jobs) == 1, self._connection.is_unfit(error)
                if is_unfit and is_alone:
                    return _Unfit(0, error)
                if not is_unfit and self._connection.recovers(error):
                    if tries < (MOST_TRIES_ALONE if is_alone else MOST_TRIES):
                        continue
                    is_unfit = not is_alone
                if is_unfit:
                    return None
                failure = self._connection.failure(error)
            with self._gate:
                self.failure = failure if self.failure is None or _may_recover(self.failure) else self.failure
            if not _may_recover(failure):
                self._broken = failure
            return [failure] * len(jobs)

    def _transact(self, jobs: Sequence[_Job]) -> list[Any] | _Unfit:
        results: list[Any] = []
        self._connection.begin([job.batch for job in jobs if job.batch is not None])
        self._transaction.begun()
        for index, job in enumerate(jobs):
            try:
                results.append(job.run())
            except StorageError as refusal:
                results.append(refusal)
            except Exception as error:
                if not self._connection.is_unfit(error):
                    raise
                self._connection.rollback()
                return _Unfit(index, error)
        self._transaction.finished()
        forgets, self.forgets = self.forgets, False
        self._connection.commit(forgets)
        with self._gate:
            if _may_recover(self.failure):
                self.failure = None
        return results


def _may_recover(failure: StorageFailed | None) -> bool:
    return isinstance(failure, StorageUnavailable)


def _answer(jobs: Sequence[_Job], results: Sequence[Any]) -> None:
    for job, result in zip(jobs, results, strict=True):
        if isinstance(result, StorageError):
            job.answer.set_exception(result)
        else:
            job.answer.set_result(result)
