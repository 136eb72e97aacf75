"""The transparency log. What was called a checkpoint is a mark now, because the log has checkpoints of its own."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"

_WORDS = sa.Text(collation="C")
_NAME = sa.String(80).with_variant(_WORDS, "postgresql")
_KIND = sa.String(20).with_variant(_WORDS, "postgresql")
_LONG_TEXT = sa.String().with_variant(_WORDS, "postgresql")


def upgrade() -> None:
    """Renames the table of marks and creates those of the log, which the next server fills from the entries."""
    op.rename_table("checkpoints", "marks")
    if op.get_bind().dialect.name == "postgresql":
        op.execute("ALTER INDEX checkpoints_pkey RENAME TO marks_pkey")
    op.create_table(
        "leaves",
        sa.Column("table_name", _NAME, primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.BigInteger, nullable=False, unique=True),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tiles",
        sa.Column("level", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("hashes", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "trees",
        sa.Column("name", _KIND, primary_key=True),
        sa.Column("size", sa.BigInteger, nullable=False),
        sa.Column("root", sa.LargeBinary, nullable=False),
        sa.Column("checkpoints", sa.BigInteger, nullable=False),
        sa.Column("checksum", sa.LargeBinary, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "checkpoints",
        sa.Column("size", sa.BigInteger, primary_key=True, autoincrement=False),
        sa.Column("root", sa.LargeBinary, nullable=False),
        sa.Column("note", _LONG_TEXT, nullable=False),
        sa.Column("checksum", sa.LargeBinary, nullable=False),
    )
