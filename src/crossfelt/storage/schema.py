"""The tables of the database. `migrations/` brings a file from any earlier form to this one."""

from __future__ import annotations

from sqlalchemy import BigInteger, Boolean, Column, Index, Integer, LargeBinary, MetaData, String, Table, Text

METADATA = MetaData()
_WORDS = Text(collation="C")
"""Texts in PostgreSQL: of any length, and sorted by their bytes as Python and SQLite do."""
NAME = String(80).with_variant(_WORDS, "postgresql")
KIND = String(20).with_variant(_WORDS, "postgresql")
LONG_TEXT = String().with_variant(_WORDS, "postgresql")
NUMBER = BigInteger().with_variant(Integer, "sqlite")
"""A number that the database gives: SQLite counts only a plain integer key."""

ENTRIES = Table(
    "entries",
    METADATA,
    Column("table_name", NAME, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("stamped_ms", BigInteger, nullable=False),
    Column("kind", NAME, nullable=False),
    Column("is_sealed", Boolean, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("asked", LargeBinary, nullable=False),
    Column("postings", LONG_TEXT, nullable=False),
    Column("scheme", Integer, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
"""The log: one row an event, never changed and never removed. Everything else about tables and chips can be rebuilt
from it."""

HEADS = Table(
    "heads",
    METADATA,
    Column("table_name", NAME, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("hash", LargeBinary, nullable=False),
    Column("checksum", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
"""The last entry of every table: an index, verified against the log. Its checksum shows a log that was cut or made
again."""

ACTIONS = Table(
    "actions",
    METADATA,
    Column("account", NAME, primary_key=True),
    Column("action_id", NAME, primary_key=True),
    Column("action_hash", LargeBinary, nullable=False),
    Column("table_name", NAME, nullable=False),
    Column("first_seq", Integer, nullable=False),
    Column("last_seq", Integer, nullable=False),
    Column("head", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
"""Every accepted action with its answer, forever."""

POSTINGS = Table(
    "postings",
    METADATA,
    Column("number", NUMBER, primary_key=True),
    Column("table_name", NAME, nullable=False),
    Column("seq", Integer, nullable=False),
    Column("source", NAME, nullable=False),
    Column("destination", NAME, nullable=False),
    Column("cents", BigInteger, nullable=False),
    Index("postings_by_source", "source"),
    Index("postings_by_destination", "destination"),
    # Where several processes write, the numbers of a table don't say which postings are newer than a mark.
    Index("postings_by_entry", "table_name", "seq").ddl_if(dialect="postgresql"),
)
"""Every movement of chips by its accounts: an index of the postings that the entries of the log hold."""

BALANCES = Table(
    "balances",
    METADATA,
    Column("account", NAME, primary_key=True),
    Column("cents", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
"""The sum of the postings of each account, written in the same transaction."""

SNAPSHOTS = Table(
    "snapshots",
    METADATA,
    Column("table_name", NAME, primary_key=True),
    Column("seq", Integer, nullable=False),
    Column("body", LargeBinary, nullable=False),
    Column("checksum", LargeBinary, nullable=False),
)
"""States for a quick start; all of them may be deleted."""

ROUNDS = Table(
    "rounds",
    METADATA,
    Column("number", NUMBER, primary_key=True),
    Column("round", NAME, nullable=False, unique=True),
    Column("table_name", NAME, nullable=False),
    Column("first_seq", Integer, nullable=False),
    Column("last_seq", Integer, nullable=False),
    Column("stamped_ms", BigInteger, nullable=False),
    Column("withheld", Integer, nullable=False),
    Index("rounds_by_table", "table_name", "number", "withheld"),
)
"""The place of each closed round in the log: an index that could be rebuilt from it."""

SHARES = Table(
    "shares",
    METADATA,
    Column("player", NAME, primary_key=True),
    Column("number", NUMBER, primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("staked_cents", BigInteger, nullable=False),
    Column("returned_cents", BigInteger, nullable=False),
    Column("withheld", Integer, nullable=False),
    sqlite_with_rowid=False,
)
"""The shares of players in closed rounds, by the number of the round."""

PLAYERS = Table(
    "players",
    METADATA,
    Column("id", NAME, primary_key=True),
    Column("name", NAME, nullable=False),
    Column("kind", KIND, nullable=False),
    Column("recovery_hash", LargeBinary, nullable=True),
    Column("created_ms", BigInteger, nullable=False),
    Column("deleted_ms", BigInteger, nullable=True),
    Column("checksum", LargeBinary, nullable=False),
    Index("players_by_recovery", "recovery_hash"),
    sqlite_with_rowid=False,
)
"""The players: rows that change, and the only place for what is personal."""

SETTINGS = Table(
    "settings",
    METADATA,
    Column("name", NAME, primary_key=True),
    Column("value", LONG_TEXT, nullable=False),
    Column("checksum", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
"""Small facts of the service: rows that change."""

SEALS = Table(
    "seals",
    METADATA,
    Column("name", KIND, primary_key=True),
    Column("count", Integer, nullable=False),
    Column("total", LargeBinary, nullable=False),
    Column("checksum", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
"""Number and sum of the checksums of all players and of all settings, by which a row that was removed shows."""

MARKS = Table(
    "marks",
    METADATA,
    Column("name", KIND, primary_key=True),
    Column("body", LargeBinary, nullable=False),
    Column("signature", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
"""The position up to which the log was verified, signed with the server key; one row, which may be deleted."""

LEAVES = Table(
    "leaves",
    METADATA,
    Column("table_name", NAME, primary_key=True),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("number", BigInteger, nullable=False, unique=True),
    sqlite_with_rowid=False,
)
"""The place of each append, by its last entry, in the transparency log: leaves are numbered from 0."""

TILES = Table(
    "tiles",
    METADATA,
    Column("level", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("hashes", LargeBinary, nullable=False),
)
"""Hashes of the transparency log's tree, up to 256 in one row; see `tiles.py`. The last row of a level grows."""

TREES = Table(
    "trees",
    METADATA,
    Column("name", KIND, primary_key=True),
    Column("size", BigInteger, nullable=False),
    Column("root", LargeBinary, nullable=False),
    Column("checkpoints", BigInteger, nullable=False),
    Column("checksum", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
"""Size and root of the transparency log and the number of its checkpoints, with a checksum of the server key; one
row."""

CHECKPOINTS = Table(
    "checkpoints",
    METADATA,
    Column("size", BigInteger, primary_key=True, autoincrement=False),
    Column("root", LargeBinary, nullable=False),
    Column("note", LONG_TEXT, nullable=False),
    Column("checksum", LargeBinary, nullable=False),
)
"""Every checkpoint of the transparency log: signed notes, never changed and never removed."""
