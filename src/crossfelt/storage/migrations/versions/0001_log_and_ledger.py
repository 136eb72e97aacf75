"""The log, the chain of heads, remembered actions, the ledger and snapshots."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    """Makes the first tables."""
    op.create_table(
        "entries",
        sa.Column("table_name", sa.String(80), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("stamped_ms", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.String(80), nullable=False),
        sa.Column("is_sealed", sa.Boolean, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.Column("scheme", sa.Integer, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "heads",
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("table_name", sa.String(80), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("entry_hash", sa.LargeBinary, nullable=False),
        sa.Column("hash", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "actions",
        sa.Column("account", sa.String(80), primary_key=True),
        sa.Column("action_id", sa.String(80), primary_key=True),
        sa.Column("action_hash", sa.LargeBinary, nullable=False),
        sa.Column("table_name", sa.String(80), nullable=False),
        sa.Column("first_seq", sa.Integer, nullable=False),
        sa.Column("last_seq", sa.Integer, nullable=False),
        sa.Column("head", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "postings",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("table_name", sa.String(80), nullable=False),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("source", sa.String(80), nullable=False),
        sa.Column("destination", sa.String(80), nullable=False),
        sa.Column("cents", sa.BigInteger, nullable=False),
    )
    op.create_index("postings_by_source", "postings", ["source"])
    op.create_index("postings_by_destination", "postings", ["destination"])
    op.create_table(
        "balances",
        sa.Column("account", sa.String(80), primary_key=True),
        sa.Column("cents", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "snapshots",
        sa.Column("table_name", sa.String(80), primary_key=True),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
