"""The tables of the database. `migrations/` brings a file from any earlier form to this one."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, LargeBinary, MetaData, String, Table

METADATA = MetaData()

ENTRIES = Table(
    "entries",
    METADATA,
    Column("table_name", String(80), primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("stamped_ms", BigInteger, nullable=False),
    Column("kind", String(80), nullable=False),
    Column("is_sealed", Boolean, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("scheme", Integer, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
"""The log: one row an event, never changed and never removed."""

HEADS = Table(
    "heads",
    METADATA,
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("table_name", String(80), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("entry_hash", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
)
"""One row a batch, in the order of commits: where its table ended then."""

ACTIONS = Table(
    "actions",
    METADATA,
    Column("account", String(80), primary_key=True),
    Column("action_id", String(80), primary_key=True),
    Column("action_hash", LargeBinary, nullable=False),
    Column("table_name", String(80), nullable=False),
    Column("first_seq", Integer, nullable=False),
    Column("last_seq", Integer, nullable=False),
    Column("head", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
"""Every accepted action with its answer, for ever."""

POSTINGS = Table(
    "postings",
    METADATA,
    Column("number", Integer, primary_key=True),
    Column("table_name", String(80), nullable=False),
    Column("seq", Integer, nullable=False),
    Column("source", String(80), nullable=False),
    Column("destination", String(80), nullable=False),
    Column("cents", BigInteger, nullable=False),
    Index("postings_by_source", "source"),
    Index("postings_by_destination", "destination"),
)
"""Every movement of chips, with the last entry of the batch that caused it."""

BALANCES = Table(
    "balances",
    METADATA,
    Column("account", String(80), primary_key=True),
    Column("cents", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""What the postings of each account come to, kept with them in one transaction."""

SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    Column("table_name", String(80), primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
"""States for a quick start; all of them may be deleted."""
