"""The index of closed rounds, players, settings and the checkpoint; empty escrow accounts are forgotten."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    """Adds the tables; nothing of the log is touched."""
    op.create_table(
        "rounds",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("round", sa.String(80), nullable=False, unique=True),
        sa.Column("table_name", sa.String(80), nullable=False),
        sa.Column("first_seq", sa.Integer, nullable=False),
        sa.Column("last_seq", sa.Integer, nullable=False),
        sa.Column("stamped_ms", sa.BigInteger, nullable=False),
    )
    op.create_index("rounds_by_table", "rounds", ["table_name", "number"])
    op.create_table(
        "shares",
        sa.Column("player", sa.String(80), primary_key=True),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("staked_cents", sa.BigInteger, nullable=False),
        sa.Column("returned_cents", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "players",
        sa.Column("id", sa.String(80), primary_key=True),
        sa.Column("name", sa.String(80), nullable=False),
        sa.Column("kind", sa.String(20), nullable=False),
        sa.Column("recovery_hash", sa.LargeBinary, nullable=True),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("deleted_ms", sa.BigInteger, nullable=True),
        sqlite_with_rowid=False,
    )
    op.create_index("players_by_recovery", "players", ["recovery_hash"])
    op.create_table(
        "settings",
        sa.Column("name", sa.String(80), primary_key=True),
        sa.Column("value", sa.String, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "checkpoints",
        sa.Column("name", sa.String(20), primary_key=True),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("chain", sa.LargeBinary, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("signature", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.execute("DELETE FROM balances WHERE cents = 0 AND account LIKE 'escrow:%'")
