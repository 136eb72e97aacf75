"""Brings a database to the newest form, by the steps in `migrations/versions`. A database that is newer than this
program is refused, because it may hold what this program doesn't understand; so is one from before the first step."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Connection, Engine, create_engine, event, inspect, text
from sqlalchemy.pool import NullPool

from crossfelt.storage.connect import connect_to_write
from crossfelt.storage.port import StorageFailed

OLDEST, NEWEST = "0003", "0004"
"""The first and the last step there is; a test compares them with the files."""
STEPS = Path(__file__).parent / "migrations"


def migrate_sqlite(path: Path) -> tuple[str | None, str]:
    """Take the steps that a file lacks; see `migrate`. The caller holds the lock of the file."""
    engine = create_engine("sqlite://", creator=lambda: connect_to_write(path), poolclass=NullPool)
    event.listen(engine, "begin", lambda connection: connection.exec_driver_sql("BEGIN IMMEDIATE"))
    return migrate(engine, str(path))


def migrate(engine: Engine, name: str) -> tuple[str | None, str]:
    """Take the steps that the database lacks, all in one transaction; return the form that it had and the one that it
    has."""
    with engine.connect() as connection:
        form = version(connection, name)
        if form is not None:
            _refuse_unknown(name, form)
        if form != NEWEST:
            _take_steps(connection)
            connection.commit()
    return form, NEWEST


def check_newest(connection: Connection, name: str) -> None:
    """Refuse to read what has another form than this program knows."""
    form = version(connection, name)
    if form is None:
        raise StorageFailed(f"{name}: the database is empty")
    _refuse_unknown(name, form)
    if form != NEWEST:
        raise StorageFailed(f"{name}: the database has the older form {form}: run `crossfelt db migrate`")


def version(connection: Connection, name: str) -> str | None:
    """The last step that the database has taken; None for one that is empty."""
    names = inspect(connection).get_table_names()
    if "alembic_version" not in names:
        if names:
            raise StorageFailed(f"{name}: the file is a database of another program")
        return None
    return connection.execute(text("SELECT version_num FROM alembic_version")).scalar()


def _take_steps(connection: Connection) -> None:
    # alembic takes half a second to import, which no ordinary start pays for.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(STEPS).replace("%", "%%"))
    config.attributes["connection"] = connection
    command.upgrade(config, NEWEST)


def _refuse_unknown(name: str, form: str) -> None:
    """Refuse a form that this program has no steps for."""
    if form < OLDEST:
        raise StorageFailed(
            f"{name}: an earlier version of Crossfelt wrote this database in a form ({form}) that can't be converted."
            " Move the file and its key away, or name another file."
        )
    if form > NEWEST:
        raise StorageFailed(
            f"{name}: the database has the form {form}, which is newer than this program knows ({NEWEST})"
        )
