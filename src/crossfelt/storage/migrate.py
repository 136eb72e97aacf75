"""Brings a database to the newest form, by the steps in `migrations/versions`. One that is newer than this program is
refused: it may hold what we would not understand."""

from __future__ import annotations

from pathlib import Path

from sqlalchemy import Engine, inspect, text

from crossfelt.storage.port import StorageFailed

NEWEST = "0001"
"""The last step there is; a test compares it with the files."""
STEPS = Path(__file__).parent / "migrations"


def migrated(engine: Engine) -> None:
    """Takes the steps that the database lacks; a database that lacks none is left alone."""
    found = version(engine)
    if found == NEWEST:
        return
    # alembic takes half a second to import, which no ordinary start pays for.
    from alembic import command  # noqa: PLC0415
    from alembic.config import Config  # noqa: PLC0415
    from alembic.script import ScriptDirectory  # noqa: PLC0415

    config = Config()
    config.set_main_option("script_location", str(STEPS).replace("%", "%%"))
    known = {step.revision for step in ScriptDirectory.from_config(config).walk_revisions()}
    if found is not None and found not in known:
        raise StorageFailed(f"the database has the form {found}, which is newer than this program ({NEWEST})")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, NEWEST)


def version(engine: Engine) -> str | None:
    """The last step that the database has taken; None for one that is empty."""
    with engine.connect() as connection:
        names = inspect(connection).get_table_names()
        if "alembic_version" not in names:
            if names:
                raise StorageFailed("the file is a database of another program")
            return None
        return str(connection.execute(text("SELECT version_num FROM alembic_version")).scalar_one())
