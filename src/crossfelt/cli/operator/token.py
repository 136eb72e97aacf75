"""`crossfelt operator token`: make an operator token, on the machine that has the server key."""

from __future__ import annotations

import time

import click

from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.numbers import WholeNumber
from crossfelt.errors import BadInput

with deferred():
    from crossfelt.service import operator
    from crossfelt.storage import opener, paths


@click.command()
@click.option(
    "--database",
    metavar="URL",
    help="Database of the server: sqlite:///FILE or a file.  [default: a file in your data folder]",
)
@click.option(
    "--days",
    metavar="DAYS",
    type=WholeNumber(1, 365),
    default=30,
    show_default=True,
    help="Days until the token expires.",
)
def token(database: str | None, days: int) -> None:
    """Print a new operator token, made from the server key.

    Put it in CROSSFELT_TOKEN for crossfelt operator and crossfelt floor. It can close tables and remove guests, so keep
    it secret. crossfelt operator revoke-tokens revokes all tokens.
    """
    url = database if database is not None else str(paths.default_database())
    if url == paths.MEMORY:
        raise BadInput("--database: a database in memory has no server key")
    key = opener.key_where_known(url)
    if not key:
        raise BadInput(
            f"There is no server key for {opener.shown(url)}. Start the server once, or name its --database."
        )
    click.echo(operator.new_operator_token(key, int(time.time() * 1000), days))
