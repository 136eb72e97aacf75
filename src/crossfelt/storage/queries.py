"""The statements by which the log and its rows are read, in SQLAlchemy Core, each as a function of a connection."""

from __future__ import annotations

from typing import Any

from sqlalchemy import Connection, Select, bindparam, func, literal, select, union_all

from crossfelt.storage.chain import first_hash, parse_postings
from crossfelt.storage.checksums import Checksums
from crossfelt.storage.port import (
    ActionReused,
    Entry,
    PlayedRound,
    Player,
    Receipt,
    RoundRow,
    Snapshot,
    StatementLine,
    StorageFailed,
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

FARTHEST = 2**62
"""Behind every number that counts something."""
_CHANGED = "its row was changed outside the server; run `crossfelt db verify` and restore a backup"

_HEAD = (
    select(ENTRIES.c.seq, ENTRIES.c.hash)
    .where(ENTRIES.c.table_name == bindparam("table"))
    .order_by(ENTRIES.c.seq.desc())
    .limit(1)
)
_ENTRIES = (
    select(ENTRIES)
    .where(
        ENTRIES.c.table_name == bindparam("table"),
        ENTRIES.c.seq > bindparam("after"),
        ENTRIES.c.seq <= bindparam("upto"),
    )
    .order_by(ENTRIES.c.seq)
    .limit(bindparam("most"))
)
_ACTION = select(ACTIONS).where(
    ACTIONS.c.account == bindparam("account"), ACTIONS.c.action_id == bindparam("action_id")
)


def head_of(connection: Connection, table: str) -> tuple[int, bytes]:
    """The number and hash of the last entry of a table."""
    row = connection.execute(_HEAD, {"table": table}).first()
    return (row.seq, row.hash) if row is not None else (0, first_hash(table))


def tables_of(connection: Connection, but: str = "") -> tuple[str, ...]:
    """The names of all tables that have entries, without those that begin with `but`."""
    wanted = select(HEADS.c.table_name).order_by(HEADS.c.table_name)
    if but:
        wanted = wanted.where(func.substr(HEADS.c.table_name, 1, len(but)) != but)
    return tuple(connection.scalars(wanted))


def entries_of(connection: Connection, table: str, after: int, upto: int | None, most: int) -> list[Entry]:
    """A page of the entries of a table."""
    bounds = {"table": table, "after": after, "upto": FARTHEST if upto is None else upto, "most": most}
    return [entry_of(row) for row in connection.execute(_ENTRIES, bounds)]


def entry_of(row: Any) -> Entry:
    """One row of the log."""
    return Entry(
        *(row.table_name, row.seq, row.stamped_ms, row.kind, row.body, row.is_sealed, row.hash),
        *(row.asked, parse_postings(row.postings)),
    )


def remembered(connection: Connection, account: str, action_id: str, action_hash: bytes) -> Receipt | None:
    """The receipt of an action that was accepted before."""
    row = connection.execute(_ACTION, {"account": account, "action_id": action_id}).first()
    if row is None:
        return None
    if row.action_hash != action_hash:
        raise ActionReused(f"the action {action_id} was asked before with another body")
    return Receipt(row.table_name, row.first_seq, row.last_seq, row.head)


def balances_of(connection: Connection, prefix: str) -> dict[str, int]:
    """The cents in every account whose name begins so."""
    wanted = select(BALANCES.c.account, BALANCES.c.cents).order_by(BALANCES.c.account)
    if prefix:
        # The bound lets the index find the first of them; the prefix itself decides.
        begins = func.substr(BALANCES.c.account, 1, len(prefix)) == prefix
        wanted = wanted.where(BALANCES.c.account >= prefix, begins)
    return {row.account: row.cents for row in connection.execute(wanted)}


def balance_of(connection: Connection, account: str) -> int:
    """The cents in one account."""
    return connection.scalar(select(BALANCES.c.cents).where(BALANCES.c.account == account)) or 0


def statement_of(connection: Connection, account: str, before: int | None, limit: int) -> list[StatementLine]:
    """The movements of an account, the newest first. What is newer than the page is taken off the balance first, in
    one look at the file."""
    balance = balance_of(connection, account)
    if before is not None:
        newer = union_all(*(_sides(account, POSTINGS.c.number >= before))).subquery()
        balance -= connection.scalar(select(func.coalesce(func.sum(newer.c.cents), 0))) or 0
    sides = (
        side.order_by(POSTINGS.c.number.desc()).limit(limit).subquery().select()
        for side in _sides(account, POSTINGS.c.number < (FARTHEST if before is None else before))
    )
    lines = union_all(*sides).subquery()
    wanted = (
        select(lines, ENTRIES.c.stamped_ms)
        .join(ENTRIES, (ENTRIES.c.table_name == lines.c.table_name) & (ENTRIES.c.seq == lines.c.seq))
        .order_by(lines.c.number.desc())
        .limit(limit)
    )
    found = []
    for row in connection.execute(wanted):
        where = row.number, row.table_name, row.seq, row.stamped_ms
        found.append(StatementLine(*where, row.other, row.cents, balance))
        balance -= row.cents
    return found


def _sides(account: str, condition: Any) -> tuple[Select[Any], Select[Any]]:
    """What the account gained and what it gave; nothing is both."""
    where = POSTINGS.c.number, POSTINGS.c.table_name, POSTINGS.c.seq
    gained = select(*where, POSTINGS.c.source.label("other"), POSTINGS.c.cents.label("cents"))
    gave = select(*where, POSTINGS.c.destination.label("other"), (literal(0) - POSTINGS.c.cents).label("cents"))
    return (
        gained.where(POSTINGS.c.destination == account, condition),
        gave.where(POSTINGS.c.source == account, condition),
    )


def round_of(connection: Connection, round_id: str) -> RoundRow | None:
    """Where a closed round stands in the log."""
    row = connection.execute(select(ROUNDS).where(ROUNDS.c.round == round_id)).first()
    return RoundRow(*_place(row)) if row is not None else None


def rounds_at(connection: Connection, table: str, before: int | None, limit: int) -> list[RoundRow]:
    """The closed rounds of a table, the newest first."""
    there = ROUNDS.c.table_name == table, ROUNDS.c.number < (FARTHEST if before is None else before)
    rows = connection.execute(select(ROUNDS).where(*there).order_by(ROUNDS.c.number.desc()).limit(limit))
    return [RoundRow(*_place(row)) for row in rows]


def rounds_of(connection: Connection, player: str, before: int | None, limit: int) -> list[PlayedRound]:
    """The closed rounds in which a player had a share, the newest first."""
    shares = SHARES.c.seat, SHARES.c.staked_cents, SHARES.c.returned_cents, SHARES.c.withheld.label("has_withheld")
    wanted = (
        select(ROUNDS, *shares)
        .join(SHARES, SHARES.c.number == ROUNDS.c.number)
        .where(SHARES.c.player == player, SHARES.c.number < (FARTHEST if before is None else before))
        .order_by(SHARES.c.number.desc(), SHARES.c.seat)
        .limit(limit)
    )
    rows = connection.execute(wanted)
    return [
        PlayedRound(*_place(row), row.seat, row.staked_cents, row.returned_cents, bool(row.has_withheld))
        for row in rows
    ]


def withheld_at(connection: Connection, table: str) -> int:
    """The number of seeds that were withheld in the closed rounds of a table."""
    wanted = select(func.coalesce(func.sum(ROUNDS.c.withheld), 0)).where(ROUNDS.c.table_name == table)
    return int(connection.execute(wanted).scalar_one())


def withheld_of(connection: Connection, player: str) -> int:
    """The number of closed rounds in which a player withheld a seed."""
    wanted = select(func.coalesce(func.sum(SHARES.c.withheld), 0)).where(SHARES.c.player == player)
    return int(connection.execute(wanted).scalar_one())


def _place(row: Any) -> tuple[int, str, str, int, int, int, int]:
    return row.number, row.round, row.table_name, row.first_seq, row.last_seq, row.stamped_ms, row.withheld


def player_where(connection: Connection, condition: Any, checksums: Checksums) -> Player | None:
    """The one player for whom something holds; `StorageFailed` when the row isn't what the server wrote."""
    row = connection.execute(select(PLAYERS).where(condition).limit(1)).first()
    if row is None:
        return None
    if not checksums.match("players", *row):
        raise StorageFailed(f"player {row.id}: {_CHANGED}")
    return Player(row.id, row.name, row.kind, row.recovery_hash, row.created_ms, row.deleted_ms)


def guests_after(connection: Connection, after: str, limit: int) -> list[str]:
    """The ids of guests who were not deleted, in order, beginning behind one of them."""
    known = PLAYERS.c.kind == "guest", PLAYERS.c.deleted_ms.is_(None), PLAYERS.c.id > after
    return list(connection.scalars(select(PLAYERS.c.id).where(*known).order_by(PLAYERS.c.id).limit(limit)))


def setting_of(connection: Connection, name: str, checksums: Checksums) -> str | None:
    """The value kept last under this name; `StorageFailed` when the row isn't what the server wrote."""
    row = connection.execute(select(SETTINGS).where(SETTINGS.c.name == name)).first()
    if row is None:
        return None
    if not checksums.match("settings", *row):
        raise StorageFailed(f"setting {name}: {_CHANGED}")
    value: str = row.value
    return value


def snapshot_of(connection: Connection, table: str, checksums: Checksums) -> Snapshot | None:
    """The state of a table kept last. One that the server didn't write is ignored: the log has everything."""
    row = connection.execute(select(SNAPSHOTS).where(SNAPSHOTS.c.table_name == table)).first()
    if row is None or not checksums.match("snapshots", *row):
        return None
    return Snapshot(row.seq, row.body)
