"""`crossfelt operator token`: makes the credential of the operator, on the machine that has the server's key."""

from __future__ import annotations

import time

import click

from crossfelt.cli.shared.lazy import deferred
from crossfelt.errors import BadInput

with deferred():
    from crossfelt.service import operator
    from crossfelt.storage import opener, paths


@click.command()
@click.option(
    "--database",
    metavar="URL",
    help="The database of the server: sqlite:///FILE or a file.  [default: a file in your data folder]",
)
@click.option(
    "--days",
    metavar="DAYS",
    type=click.IntRange(1, 365),
    default=30,
    show_default=True,
    help="Days until the token expires.",
)
def token(database: str | None, days: int) -> None:
    """Print an operator token, made from the key of a server.

    Put it in CROSSFELT_TOKEN and use crossfelt operator and crossfelt floor with it. It closes tables and
    removes guests, so keep it secret. crossfelt operator revoke-tokens makes all tokens stop working.
    """
    url = database if database is not None else str(paths.default_database())
    if url == paths.MEMORY:
        raise BadInput("--database: a database in memory has no key that a token could be made from")
    key = opener.key_where_known(url)
    if not key:
        raise BadInput(
            f"There is no server key for {opener.shown(url)}. Start the server once, or name its --database."
        )
    click.echo(operator.new_operator_token(key, int(time.time() * 1000), days))
