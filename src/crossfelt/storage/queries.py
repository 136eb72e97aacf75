"""The reading half of a store in a SQL database: each question of the port as statements in SQLAlchemy Core, the same
for SQLite and PostgreSQL. `SqliteReader` and `PostgresqlReader` open one."""

from __future__ import annotations

import sqlite3
from collections.abc import Collection, Iterator
from contextlib import contextmanager
from typing import Any

from sqlalchemy import Connection, Engine, Select, bindparam, func, literal, select, union_all
from sqlalchemy.exc import SQLAlchemyError

from crossfelt import merkle
from crossfelt.errors import BadInput
from crossfelt.storage.chain import first_hash
from crossfelt.storage.checksums import Checksums
from crossfelt.storage.entries import FARTHEST, entries_of
from crossfelt.storage.errors import reason
from crossfelt.storage.leaves import checkpoint_of, last_leaf_of, leaf_of, tiles_of, tree_of
from crossfelt.storage.mark import verify_all, verify_from_mark
from crossfelt.storage.migrate import check_newest
from crossfelt.storage.open_tables import open_tables_of
from crossfelt.storage.port import (
    ActionReused,
    Broken,
    Checkpoint,
    Entry,
    Leaf,
    OpenTable,
    PlayedRound,
    Player,
    Receipt,
    RoundRow,
    Snapshot,
    StatementLine,
    StorageFailed,
    TreeHead,
    Whole,
)
from crossfelt.storage.schema import (
    ACTIONS,
    BALANCES,
    ENTRIES,
    HEADS,
    PLAYERS,
    POSTINGS,
    ROUNDS,
    SETTINGS,
    SHARES,
    SNAPSHOTS,
)
from crossfelt.storage.tiles import TileHashes
from crossfelt.storage.tree_checks import SignatureCheck
from crossfelt.storage.verify import Report, check_receipt

_PAGE = 500
"""Entries that are fetched at a time."""
_CHANGED = "its row was changed outside the server; run `crossfelt db verify` and restore a backup"

_HEAD = (
    select(ENTRIES.c.seq, ENTRIES.c.hash)
    .where(ENTRIES.c.table_name == bindparam("table"))
    .order_by(ENTRIES.c.seq.desc())
    .limit(1)
)
_ACTION = select(ACTIONS).where(
    ACTIONS.c.account == bindparam("account"), ACTIONS.c.action_id == bindparam("action_id")
)


class Reader:
    """Everything that the port reads. Each answer comes from one transaction."""

    errors: tuple[type[Exception], ...] = (SQLAlchemyError, sqlite3.Error)
    """Errors of the database; those of the driver reach us without SQLAlchemy's wrapping while rows are fetched."""

    def __init__(self, engine: Engine, name: str, key: bytes) -> None:
        """`name` is what messages call the database. Raises `StorageFailed` when its form isn't the newest; without a
        key no mark is trusted."""
        self.name, self._key, self._checksums = name, key, Checksums(key)
        self._readers = engine
        with self.reading() as connection:
            check_newest(connection, name)

    @contextmanager
    def reading(self) -> Iterator[Connection]:
        """A connection that sees the database as it is now, whatever is written meanwhile."""
        try:
            with self._readers.connect() as connection:
                yield connection
        except self.errors as error:
            raise StorageFailed(f"{self.name}: {reason(error)}") from None
        except BadInput as error:
            raise StorageFailed(
                f"{self.name}: a row of the log is damaged ({error}); run `crossfelt db verify`"
            ) from None

    def remembered(self, account: str, action_id: str, action_hash: bytes) -> Receipt | None:
        """The receipt of an action that was accepted before; `ActionReused` when its body was another."""
        with self.reading() as connection:
            row = connection.execute(_ACTION, {"account": account, "action_id": action_id}).first()
        if row is None:
            return None
        if row.action_hash != action_hash:
            raise ActionReused(f"the action {action_id} was asked before with another body")
        return Receipt(row.table_name, row.first_seq, row.last_seq, row.head)

    def entries(self, table: str, after: int = 0, upto: int | None = None) -> Iterator[Entry]:
        """The entries behind one sequence number up to another, a page at a time."""
        while True:
            with self.reading() as connection:
                page = entries_of(connection, table, after, upto, _PAGE)
            yield from page
            if len(page) < _PAGE:
                return
            after = page[-1].seq

    def head(self, table: str) -> tuple[int, bytes]:
        """The number and hash of the last entry."""
        with self.reading() as connection:
            row = connection.execute(_HEAD, {"table": table}).first()
        return (row.seq, row.hash) if row is not None else (0, first_hash(table))

    def tables(self, but: str = "") -> tuple[str, ...]:
        """The names of all tables that have entries, without those that begin with `but`."""
        query = select(HEADS.c.table_name).order_by(HEADS.c.table_name)
        if but:
            query = query.where(func.substr(HEADS.c.table_name, 1, len(but)) != but)
        with self.reading() as connection:
            return tuple(connection.scalars(query))

    def open_tables(self, but: str, closing: str) -> Iterator[OpenTable]:
        """Yield the tables whose last entry isn't of the kind `closing`, all from one transaction."""
        with self.reading() as connection:
            yield from open_tables_of(connection, but, closing, self._checksums)

    def balances(self, prefix: str = "") -> dict[str, int]:
        """The cents in every account whose name begins with the prefix."""
        query = select(BALANCES.c.account, BALANCES.c.cents).order_by(BALANCES.c.account)
        if prefix:
            # The bound lets the index find the first of them; the prefix itself decides.
            begins = func.substr(BALANCES.c.account, 1, len(prefix)) == prefix
            query = query.where(BALANCES.c.account >= prefix, begins)
        with self.reading() as connection:
            return {row.account: row.cents for row in connection.execute(query)}

    def balance(self, account: str) -> int:
        """The cents in one account."""
        with self.reading() as connection:
            return _balance_of(connection, account)

    def statement(self, account: str, before: int | None = None, limit: int = 100) -> list[StatementLine]:
        """The movements of an account, the newest first."""
        with self.reading() as connection:
            return _statement_of(connection, account, before, limit)

    def round(self, round_id: str) -> RoundRow | None:
        """Return the place of a closed round in the log."""
        with self.reading() as connection:
            row = connection.execute(select(ROUNDS).where(ROUNDS.c.round == round_id)).first()
        return RoundRow(*_round_columns(row)) if row is not None else None

    def rounds_at(self, table: str, before: int | None = None, limit: int = 100) -> list[RoundRow]:
        """The closed rounds of a table, the newest first."""
        query = select(ROUNDS).where(ROUNDS.c.table_name == table, ROUNDS.c.number < _bound(before))
        with self.reading() as connection:
            rows = connection.execute(query.order_by(ROUNDS.c.number.desc()).limit(limit))
            return [RoundRow(*_round_columns(row)) for row in rows]

    def rounds_of(self, player: str, before: int | None = None, limit: int = 100) -> list[PlayedRound]:
        """The closed rounds in which a player had a share, the newest first."""
        shares = SHARES.c.seat, SHARES.c.staked_cents, SHARES.c.returned_cents, SHARES.c.withheld.label("has_withheld")
        query = (
            select(ROUNDS, *shares)
            .join(SHARES, SHARES.c.number == ROUNDS.c.number)
            .where(SHARES.c.player == player, SHARES.c.number < _bound(before))
            .order_by(SHARES.c.number.desc(), SHARES.c.seat)
            .limit(limit)
        )
        with self.reading() as connection:
            return [
                PlayedRound(
                    *_round_columns(row), row.seat, row.staked_cents, row.returned_cents, bool(row.has_withheld)
                )
                for row in connection.execute(query)
            ]

    def withheld_at(self, table: str) -> int:
        """The number of seeds that were withheld in the closed rounds of a table."""
        query = select(func.coalesce(func.sum(ROUNDS.c.withheld), 0)).where(ROUNDS.c.table_name == table)
        with self.reading() as connection:
            return int(connection.execute(query).scalar_one())

    def withheld_of(self, player: str) -> int:
        """The number of closed rounds in which a player withheld a seed."""
        query = select(func.coalesce(func.sum(SHARES.c.withheld), 0)).where(SHARES.c.player == player)
        with self.reading() as connection:
            return int(connection.execute(query).scalar_one())

    def player(self, player_id: str) -> Player | None:
        """The player with this id."""
        return self._player_where(PLAYERS.c.id == player_id)

    def player_by_recovery(self, recovery_hash: bytes) -> Player | None:
        """The player whose recovery code has this hash."""
        return self._player_where(PLAYERS.c.recovery_hash == recovery_hash)

    def players(self, player_ids: Collection[str]) -> dict[str, Player]:
        """The players with these ids, by id."""
        ids, known = sorted(player_ids), dict[str, Player]()
        with self.reading() as connection:
            for start in range(0, len(ids), _PAGE):
                rows = connection.execute(select(PLAYERS).where(PLAYERS.c.id.in_(ids[start : start + _PAGE])))
                known |= {row.id: self._player(row) for row in rows}
        return known

    def _player_where(self, condition: Any) -> Player | None:
        with self.reading() as connection:
            row = connection.execute(select(PLAYERS).where(condition).limit(1)).first()
        return self._player(row) if row is not None else None

    def _player(self, row: Any) -> Player:
        """Return the player of a row; `StorageFailed` when the row isn't what the server wrote."""
        if not self._checksums.match("players", *row):
            raise StorageFailed(f"player {row.id}: {_CHANGED}")
        return Player(row.id, row.name, row.kind, row.recovery_hash, row.created_ms, row.deleted_ms)

    def guest_ids(self, after: str = "", limit: int = 100) -> list[str]:
        """The ids of guests who were not deleted, in order, beginning behind one of them."""
        conditions = PLAYERS.c.kind == "guest", PLAYERS.c.deleted_ms.is_(None), PLAYERS.c.id > after
        query = select(PLAYERS.c.id).where(*conditions).order_by(PLAYERS.c.id).limit(limit)
        with self.reading() as connection:
            return list(connection.scalars(query))

    def setting(self, name: str) -> str | None:
        """The value saved last under this name."""
        with self.reading() as connection:
            return setting_of(connection, name, self._checksums)

    def snapshot(self, table: str) -> Snapshot | None:
        """The state of a table saved last. One that the server didn't write is ignored: the log has everything."""
        with self.reading() as connection:
            row = connection.execute(select(SNAPSHOTS).where(SNAPSHOTS.c.table_name == table)).first()
        if row is None or not self._checksums.match("snapshots", *row):
            return None
        return Snapshot(row.seq, row.body)

    def verified(self, report: Report | None = None, is_signed: SignatureCheck | None = None) -> Whole | Broken:
        """Verify the whole database; return the first fault, if any. `is_signed` checks the signature of each
        checkpoint."""
        with self.reading() as connection:
            return verify_all(connection, self._key, report, is_signed)

    def verified_from_mark(self) -> Whole | Broken:
        """Verify everything behind the last mark; return the first fault, if any."""
        with self.reading() as connection:
            return verify_from_mark(connection, self._key)

    def check_receipt(self, receipt: Receipt) -> Broken | None:
        """Return what is wrong when the log no longer has the entry of a receipt."""
        with self.reading() as connection:
            return check_receipt(connection, receipt)

    def tree(self) -> TreeHead:
        """The transparency log as it is now."""
        with self.reading() as connection:
            return tree_of(connection, self._checksums).head

    def leaf(self, table: str, seq: int) -> Leaf | None:
        """The leaf of the append that has this entry of a table."""
        with self.reading() as connection:
            return leaf_of(connection, table, seq)

    def last_leaf(self, table: str, size: int) -> Leaf | None:
        """The last leaf of a table in the tree over `size` leaves."""
        with self.reading() as connection:
            return last_leaf_of(connection, table, size)

    def inclusion_path(self, number: int, size: int) -> list[bytes]:
        """The hashes that prove a leaf in the tree over the first `size` leaves."""
        return self._proof(merkle.inclusion_ranges(number, size))

    def consistency_path(self, old: int, new: int) -> list[bytes]:
        """The hashes that prove that the tree over `old` leaves is the beginning of the one over `new`."""
        return self._proof(merkle.consistency_ranges(old, new))

    def _proof(self, ranges: list[tuple[int, int]]) -> list[bytes]:
        with self.reading() as connection:
            try:
                return merkle.proof(ranges, TileHashes(tiles_of(connection)))
            except LookupError as error:
                raise StorageFailed(f"{self.name}: {error}; run `crossfelt db verify`") from None

    def checkpoint(self, size: int | None = None) -> Checkpoint | None:
        """The checkpoint of a size, or the last one."""
        with self.reading() as connection:
            return checkpoint_of(connection, size)

    def close(self) -> None:
        """Close the connections to the file."""
        self._readers.dispose()


def setting_of(connection: Connection, name: str, checksums: Checksums) -> str | None:
    """The value saved last under this name; `StorageFailed` when the row isn't what the server wrote."""
    row = connection.execute(select(SETTINGS).where(SETTINGS.c.name == name)).first()
    if row is None:
        return None
    if not checksums.match("settings", *row):
        raise StorageFailed(f"setting {name}: {_CHANGED}")
    value: str = row.value
    return value


def _balance_of(connection: Connection, account: str) -> int:
    return connection.scalar(select(BALANCES.c.cents).where(BALANCES.c.account == account)) or 0


def _statement_of(connection: Connection, account: str, before: int | None, limit: int) -> list[StatementLine]:
    """The movements before a posting. Movements newer than that are subtracted from the balance first."""
    balance = _balance_of(connection, account)
    if before is not None:
        newer = union_all(*(_sides(account, POSTINGS.c.number >= before))).subquery()
        balance -= connection.scalar(select(func.coalesce(func.sum(newer.c.cents), 0))) or 0
    sides = (
        side.order_by(POSTINGS.c.number.desc()).limit(limit).subquery().select()
        for side in _sides(account, POSTINGS.c.number < _bound(before))
    )
    movements = union_all(*sides).subquery()
    query = (
        select(movements, ENTRIES.c.stamped_ms)
        .join(ENTRIES, (ENTRIES.c.table_name == movements.c.table_name) & (ENTRIES.c.seq == movements.c.seq))
        .order_by(movements.c.number.desc())
        .limit(limit)
    )
    lines = []
    for row in connection.execute(query):
        where = row.number, row.table_name, row.seq, row.stamped_ms
        lines.append(StatementLine(*where, row.other, row.cents, balance))
        balance -= row.cents
    return lines


def _sides(account: str, condition: Any) -> tuple[Select[Any], Select[Any]]:
    """Return queries for the gains and for the payments of an account; no posting is both."""
    where = POSTINGS.c.number, POSTINGS.c.table_name, POSTINGS.c.seq
    gained = select(*where, POSTINGS.c.source.label("other"), POSTINGS.c.cents.label("cents"))
    gave = select(*where, POSTINGS.c.destination.label("other"), (literal(0) - POSTINGS.c.cents).label("cents"))
    return (
        gained.where(POSTINGS.c.destination == account, condition),
        gave.where(POSTINGS.c.source == account, condition),
    )


def _round_columns(row: Any) -> tuple[int, str, str, int, int, int, int]:
    return row.number, row.round, row.table_name, row.first_seq, row.last_seq, row.stamped_ms, row.withheld


def _bound(before: int | None) -> int:
    return FARTHEST if before is None else before
