"""Every table of log scheme 2. Databases of scheme 1 (steps 0001 and 0002) are refused: they were never released."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = None

_WORDS = sa.Text(collation="C")
_NAME = sa.String(80).with_variant(_WORDS, "postgresql")
_KIND = sa.String(20).with_variant(_WORDS, "postgresql")
_LONG_TEXT = sa.String().with_variant(_WORDS, "postgresql")
_NUMBER = sa.BigInteger().with_variant(sa.Integer, "sqlite")


def upgrade() -> None:
    """Create the tables of the log, of what is rebuilt from it, and of the rows that may change."""
    op.create_table(
        "entries",
        sa.Column("table_name", _NAME, primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("stamped_ms", sa.BigInteger, nullable=False),
        sa.Column("kind", _NAME, nullable=False),
        sa.Column("is_sealed", sa.Boolean, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("asked", sa.LargeBinary, nullable=False),
        sa.Column("postings", _LONG_TEXT, nullable=False),
        sa.Column("scheme", sa.Integer, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "heads",
        sa.Column("table_name", _NAME, primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sa.Column("checksum", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "actions",
        sa.Column("account", _NAME, primary_key=True),
        sa.Column("action_id", _NAME, primary_key=True),
        sa.Column("action_hash", sa.LargeBinary, nullable=False),
        sa.Column("table_name", _NAME, nullable=False),
        sa.Column("first_seq", sa.Integer, nullable=False),
        sa.Column("last_seq", sa.Integer, nullable=False),
        sa.Column("head", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "postings",
        sa.Column("number", _NUMBER, primary_key=True),
        sa.Column("table_name", _NAME, nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("source", _NAME, nullable=False),
        sa.Column("destination", _NAME, nullable=False),
        sa.Column("cents", sa.BigInteger, nullable=False),
    )
    op.create_index("postings_by_source", "postings", ["source"])
    op.create_index("postings_by_destination", "postings", ["destination"])
    if op.get_bind().dialect.name == "postgresql":
        op.create_index("postings_by_entry", "postings", ["table_name", "seq"])
    op.create_table(
        "balances",
        sa.Column("account", _NAME, primary_key=True),
        sa.Column("cents", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "snapshots",
        sa.Column("table_name", _NAME, primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("checksum", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "rounds",
        sa.Column("number", _NUMBER, primary_key=True),
        sa.Column("round", _NAME, nullable=False, unique=True),
        sa.Column("table_name", _NAME, nullable=False),
        sa.Column("first_seq", sa.Integer, nullable=False),
        sa.Column("last_seq", sa.Integer, nullable=False),
        sa.Column("stamped_ms", sa.BigInteger, nullable=False),
        sa.Column("withheld", sa.Integer, nullable=False),
    )
    op.create_index("rounds_by_table", "rounds", ["table_name", "number", "withheld"])
    op.create_table(
        "shares",
        sa.Column("player", _NAME, primary_key=True),
        sa.Column("number", _NUMBER, primary_key=True, autoincrement=False),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("staked_cents", sa.BigInteger, nullable=False),
        sa.Column("returned_cents", sa.BigInteger, nullable=False),
        sa.Column("withheld", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "players",
        sa.Column("id", _NAME, primary_key=True),
        sa.Column("name", _NAME, nullable=False),
        sa.Column("kind", _KIND, nullable=False),
        sa.Column("recovery_hash", sa.LargeBinary, nullable=True),
        sa.Column("created_ms", sa.BigInteger, nullable=False),
        sa.Column("deleted_ms", sa.BigInteger, nullable=True),
        sa.Column("checksum", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("players_by_recovery", "players", ["recovery_hash"])
    op.create_table(
        "settings",
        sa.Column("name", _NAME, primary_key=True),
        sa.Column("value", _LONG_TEXT, nullable=False),
        sa.Column("checksum", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "seals",
        sa.Column("name", _KIND, primary_key=True),
        sa.Column("count", sa.Integer, nullable=False),
        sa.Column("total", sa.LargeBinary, nullable=False),
        sa.Column("checksum", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "checkpoints",
        sa.Column("name", _KIND, primary_key=True),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("signature", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
