"""Brings a database to the newest form, by the steps in `migrations/versions`. One that is newer than this program is
refused: it may hold what we would not understand."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, create_engine, event, inspect, text
from sqlalchemy.pool import NullPool

from crossfelt.storage.connecting import connect_to_write
from crossfelt.storage.port import StorageFailed

NEWEST = "0002"
"""The last step there is; a test compares it with the files."""
STEPS = Path(__file__).parent / "migrations"


def migrated(path: Path) -> tuple[str | None, str]:
    """Takes the steps that the database lacks, all in one transaction; returns the form that it had and the one that it
    has. The caller holds the lock of the file."""
    engine = create_engine("sqlite://", creator=lambda: connect_to_write(path), poolclass=NullPool)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    with engine.connect() as connection:
        found = version(connection, path)
        if found != NEWEST:
            _take_steps(connection, path, found)
            connection.commit()
    return found, NEWEST


def check_newest(connection: Connection, path: Path) -> None:
    """Refuses to read what has another form than this program knows."""
    found = version(connection, path)
    if found is None:
        raise StorageFailed(f"{path}: the database is empty")
    if found < NEWEST:
        raise StorageFailed(f"{path}: the database has the older form {found}: run `crossfelt db migrate`")
    if found > NEWEST:
        raise _newer(path, found)


def version(connection: Connection, path: Path) -> str | None:
    """The last step that the database has taken; None for one that is empty."""
    names = inspect(connection).get_table_names()
    if "alembic_version" not in names:
        if names:
            raise StorageFailed(f"{path}: the file is a database of another program")
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _take_steps(connection: Connection, path: Path, found: str | None) -> None:
    # alembic takes half a second to import, which no ordinary start pays for.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(STEPS).replace("%", "%%"))
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise _newer(path, found)
    config.attributes["connection"] = connection
    command.upgrade(config, NEWEST)


def _newer(path: Path, found: str) -> StorageFailed:
    return StorageFailed(
        f"{path}: the database has the form {found}, which is newer than this program knows ({NEWEST})"
    )
