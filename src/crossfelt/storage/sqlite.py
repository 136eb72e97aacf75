"""Everything in one SQLite file: one thread writes, many batches in one commit, and nothing is answered before it is
on the disk.

The file is in WAL mode with `synchronous=FULL`. Exactly one connection writes; readers open it read-only. A commit
that fails stops the storage: whatever the disk did, no wager is taken on top of it.
"""

from __future__ import annotations

import sqlite3
import threading
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import Future
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, create_engine, event, func, insert, select
from sqlalchemy.dialects.sqlite import insert as insert_or
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.pool import NullPool, StaticPool

from crossfelt.storage.chain import FIRST_HEAD, SCHEME, entry_hash, first_hash, heads_hash
from crossfelt.storage.migrate import migrated
from crossfelt.storage.port import (
    ActionReused,
    Batch,
    Entry,
    InsufficientFunds,
    Receipt,
    Snapshot,
    StaleSequence,
    StorageError,
    StorageFailed,
    may_be_negative,
)
from crossfelt.storage.schema import ACTIONS, BALANCES, ENTRIES, HEADS, POSTINGS, SNAPSHOTS
from crossfelt.storage.verify import Broken, Whole, verify

MOST_IN_ONE_COMMIT = 512
"""Batches that share one commit; whoever comes later waits for the next."""
_PAGE = 500
"""Entries that a reader fetches at a time."""

_Job = tuple[Batch, "Future[Receipt]"]


class SqliteStore:
    """One file, one writer."""

    def __init__(self, path: Path) -> None:
        """Opens the file, or makes it, and brings it to the newest form; `StorageFailed` says what is in the way."""
        self.path = path
        try:
            self._writer = _engine(f"sqlite:///{path}", StaticPool)
            migrated(self._writer)
            self._connection = self._writer.connect()
            self._readers = _engine(f"sqlite:///file:{path}?mode=ro&uri=true", NullPool)
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise StorageFailed(f"{path}: {_reason(error)}") from None
        self._number, self._chain = self._last_link()
        self._heads: dict[str, tuple[int, bytes]] = {}
        self._snapshots: dict[str, Snapshot] = {}
        """States that wait for the next commit."""
        self._jobs: SimpleQueue[_Job | None] = SimpleQueue()
        self._failure: StorageFailed | None = None
        self._thread = threading.Thread(target=self._write, name="crossfelt-writer", daemon=True)
        self._thread.start()

    # ---- writing

    def append(self, batch: Batch) -> Future[Receipt]:
        """Hands the batch to the writer; the future is done after the commit that holds it."""
        answer: Future[Receipt] = Future()
        if self._failure is not None:
            answer.set_exception(self._failure)
        else:
            self._jobs.put((batch, answer))
        return answer

    def _write(self) -> None:
        while (first := self._jobs.get()) is not None:
            jobs, goes_on = self._waiting(first)
            self._commit(jobs)
            if not goes_on:
                return

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
        if self._failure is not None:
            for _, answer in jobs:
                answer.set_exception(self._failure)
            return
        before = self._number, self._chain, dict(self._heads)
        answers: list[tuple[Future[Receipt], Receipt | StorageError]] = []
        try:
            with self._connection.begin():
                for batch, answer in jobs:
                    try:
                        answers.append((answer, self._written(batch)))
                    except StorageError as refusal:
                        # A refusal comes before anything of its batch is written.
                        answers.append((answer, refusal))
                self._write_snapshots()
        except Exception as error:  # whatever it is: a writer that died without a word would leave its callers waiting
            self._number, self._chain, self._heads = before
            self._failure = StorageFailed(f"{self.path}: {_reason(error)}; nothing more is written")
            answers = [(answer, self._failure) for _, answer in jobs]
        for answer, found in answers:
            if isinstance(found, StorageError):
                answer.set_exception(found)
            else:
                answer.set_result(found)

    def _written(self, batch: Batch) -> Receipt:
        known = _remembered(self._connection, batch.account, batch.action_id, batch.action_hash)
        if known is not None:
            return known
        seq, head = self._heads.get(batch.table) or _head(self._connection, batch.table)
        if seq != batch.expected_seq:
            raise StaleSequence(batch.table, batch.expected_seq, seq)
        balances = self._balances_after(batch)
        rows: list[dict[str, Any]] = []
        for number, entry in enumerate(batch.entries, start=seq + 1):
            head = entry_hash(head, batch.table, number, batch.stamped_ms, entry.kind, entry.is_sealed, entry.body)
            rows.append(
                {
                    "table_name": batch.table,
                    "seq": number,
                    "stamped_ms": batch.stamped_ms,
                    "kind": entry.kind,
                    "is_sealed": entry.is_sealed,
                    "body": entry.body,
                    "scheme": SCHEME,
                    "hash": head,
                }
            )
        last = seq + len(rows)
        self._connection.execute(_INSERT_ENTRY, rows)
        self._link(batch, last, head)
        if balances:
            self._connection.execute(
                _PUT_BALANCE, [{"account": name, "cents": cents} for name, cents in balances.items()]
            )
            self._connection.execute(
                _INSERT_POSTING,
                [
                    {
                        "table_name": batch.table,
                        "seq": last,
                        "source": move.source,
                        "destination": move.destination,
                        "cents": move.cents,
                    }
                    for move in batch.postings
                ],
            )
        receipt = Receipt(batch.table, seq + 1, last, head)
        self._connection.execute(
            _INSERT_ACTION,
            {
                "account": batch.account,
                "action_id": batch.action_id,
                "action_hash": batch.action_hash,
                "table_name": batch.table,
                "first_seq": receipt.first_seq,
                "last_seq": receipt.last_seq,
                "head": head,
            },
        )
        self._heads[batch.table] = last, head
        return receipt

    def _write_snapshots(self) -> None:
        while self._snapshots:
            table, snapshot = self._snapshots.popitem()
            self._connection.execute(_PUT_SNAPSHOT, {"table_name": table, "seq": snapshot.seq, "body": snapshot.body})

    def _balances_after(self, batch: Batch) -> dict[str, int]:
        """The balances of the accounts that the batch moves chips between, checked before anything is written."""
        change: Counter[str] = Counter()
        for move in batch.postings:
            change[move.source] -= move.cents
            change[move.destination] += move.cents
        assert sum(change.values()) == 0, "postings sum to zero"
        if not change:
            return {}
        rows = self._connection.execute(_GET_BALANCES, {"accounts": list(change)})
        held = {row.account: row.cents for row in rows}
        after = {account: held.get(account, 0) + by for account, by in change.items()}
        for account, cents in after.items():
            if cents < 0 and change[account] < 0 and not may_be_negative(account):
                raise InsufficientFunds(account, -cents)
        return after

    def _link(self, batch: Batch, seq: int, head: bytes) -> None:
        self._number += 1
        self._chain = heads_hash(self._chain, self._number, batch.table, seq, head, batch.postings)
        self._connection.execute(
            _INSERT_HEAD,
            {"number": self._number, "table_name": batch.table, "seq": seq, "entry_hash": head, "hash": self._chain},
        )

    def _last_link(self) -> tuple[int, bytes]:
        with self._reading() as reader:
            row = reader.execute(select(HEADS.c.number, HEADS.c.hash).order_by(HEADS.c.number.desc()).limit(1)).first()
        return (row.number, row.hash) if row is not None else (0, FIRST_HEAD)

    # ---- reading

    def remembered(self, account: str, action_id: str, action_hash: bytes) -> Receipt | None:
        """The receipt of an action that was accepted before."""
        with self._reading() as reader:
            return _remembered(reader, account, action_id, action_hash)

    def entries(self, table: str, after: int = 0) -> Iterator[Entry]:
        """The entries behind a sequence number, a page at a time."""
        while True:
            with self._reading() as reader:
                rows = reader.execute(_GET_ENTRIES, {"table": table, "after": after}).all()
            for row in rows:
                yield Entry(table, row.seq, row.stamped_ms, row.kind, row.body, row.is_sealed, row.hash)
            if len(rows) < _PAGE:
                return
            after = rows[-1].seq

    def head(self, table: str) -> tuple[int, bytes]:
        """The number and hash of the last entry."""
        with self._reading() as reader:
            return _head(reader, table)

    def tables(self) -> tuple[str, ...]:
        """The names of all tables that have entries."""
        with self._reading() as reader:
            return tuple(reader.scalars(select(ENTRIES.c.table_name).distinct().order_by(ENTRIES.c.table_name)))

    def balances(self, prefix: str = "") -> dict[str, int]:
        """The cents in every account whose name begins so."""
        wanted = select(BALANCES.c.account, BALANCES.c.cents).order_by(BALANCES.c.account)
        wanted = wanted.where(func.substr(BALANCES.c.account, 1, len(prefix)) == prefix)
        with self._reading() as reader:
            return {row.account: row.cents for row in reader.execute(wanted)}

    def keep_snapshot(self, table: str, snapshot: Snapshot) -> None:
        """Keeps a state for a quick start: it goes with the next commit, and losing it loses nothing."""
        self._snapshots[table] = snapshot

    def snapshot(self, table: str) -> Snapshot | None:
        """The state kept last."""
        with self._reading() as reader:
            row = reader.execute(
                select(SNAPSHOTS.c.seq, SNAPSHOTS.c.body).where(SNAPSHOTS.c.table_name == table)
            ).first()
        return Snapshot(row.seq, row.body) if row is not None else None

    def verified(self) -> Whole | Broken:
        """Whether everything in the file holds, or the first thing that does not."""
        with self._reading() as reader:
            return verify(reader)

    def close(self) -> None:
        """Waits for what was handed in, then lets go of the file."""
        self._jobs.put(None)
        self._thread.join()
        self._failure = self._failure or StorageFailed("the storage is closed")
        self._connection.close()
        self._writer.dispose()
        self._readers.dispose()

    @contextmanager
    def _reading(self) -> Iterator[Connection]:
        try:
            with self._readers.connect() as reader:
                yield reader
        except (SQLAlchemyError, sqlite3.Error) as error:
            raise StorageFailed(f"{self.path}: {_reason(error)}") from None


_INSERT_ENTRY = insert(ENTRIES)
_INSERT_HEAD = insert(HEADS)
_INSERT_ACTION = insert(ACTIONS)
_INSERT_POSTING = insert(POSTINGS)
_put = insert_or(BALANCES)
_PUT_BALANCE = _put.on_conflict_do_update(index_elements=[BALANCES.c.account], set_={"cents": _put.excluded.cents})
_put_snapshot = insert_or(SNAPSHOTS)
_PUT_SNAPSHOT = _put_snapshot.on_conflict_do_update(
    index_elements=[SNAPSHOTS.c.table_name],
    set_={"seq": _put_snapshot.excluded.seq, "body": _put_snapshot.excluded.body},
)
_GET_BALANCES = select(BALANCES.c.account, BALANCES.c.cents).where(
    BALANCES.c.account.in_(bindparam("accounts", expanding=True))
)
_GET_ENTRIES = (
    select(ENTRIES)
    .where(ENTRIES.c.table_name == bindparam("table"), ENTRIES.c.seq > bindparam("after"))
    .order_by(ENTRIES.c.seq)
    .limit(_PAGE)
)
_GET_HEAD = (
    select(ENTRIES.c.seq, ENTRIES.c.hash)
    .where(ENTRIES.c.table_name == bindparam("table"))
    .order_by(ENTRIES.c.seq.desc())
    .limit(1)
)
_GET_ACTION = select(ACTIONS).where(
    ACTIONS.c.account == bindparam("account"), ACTIONS.c.action_id == bindparam("action_id")
)


def _head(connection: Connection, table: str) -> tuple[int, bytes]:
    row = connection.execute(_GET_HEAD, {"table": table}).first()
    return (row.seq, row.hash) if row is not None else (0, first_hash(table))


def _remembered(connection: Connection, account: str, action_id: str, action_hash: bytes) -> Receipt | None:
    row = connection.execute(_GET_ACTION, {"account": account, "action_id": action_id}).first()
    if row is None:
        return None
    if row.action_hash != action_hash:
        raise ActionReused(f"the action {action_id} was asked before with another body")
    return Receipt(row.table_name, row.first_seq, row.last_seq, row.head)


def _engine(url: str, pool: type[Any]) -> Engine:
    engine = create_engine(url, poolclass=pool, connect_args={"check_same_thread": False, "timeout": 5})

    @event.listens_for(engine, "connect")
    def prepared(connection: sqlite3.Connection, _record: object) -> None:
        # Transactions are begun by us, at once for writing, so that no reader can turn into a second writer.
        connection.isolation_level = None
        connection.execute("PRAGMA busy_timeout=5000")
        if pool is StaticPool:
            connection.execute("PRAGMA journal_mode=WAL")
            connection.execute("PRAGMA synchronous=FULL")
            connection.execute("PRAGMA foreign_keys=ON")

    @event.listens_for(engine, "begin")
    def begun(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE" if pool is StaticPool else "BEGIN")

    return engine


def _reason(error: Exception) -> str:
    """What SQLite says, without the statement that SQLAlchemy adds."""
    cause = getattr(error, "orig", None)
    return str(cause if cause is not None else error)
