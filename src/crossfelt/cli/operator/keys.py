"""`crossfelt operator key` and `rotate-key`: the key that a server signs its logs with."""

from __future__ import annotations

import time

import click

from crossfelt.cli.shared.lazy import deferred
from crossfelt.errors import BadInput

with deferred():
    from crossfelt.service import signing
    from crossfelt.storage import opener, paths

database_option = click.option(
    "--database",
    metavar="URL",
    help="Database of the server: sqlite:///FILE or a file.  [default: a file in your data folder]",
)


@click.command()
@database_option
def key(database: str | None) -> None:
    """Print the verifier key of a server.

    The key verifies the server's signatures. It is public: publish it where players can compare it.
    """
    url, server_key = _server(database)
    store = opener.open_reader(url, server_key)
    try:
        click.echo(str(signing.signer_of(store, server_key).key))
    finally:
        store.close()


@click.command()
@database_option
def rotate_key(database: str | None) -> None:
    """Replace the signing key of a server.

    Stop the server first. The old key signs a statement about the new one, which GET /api/keys lists, so that pages
    accept the new key without a warning. Both keys are derived from the server key: if that one was stolen, rotating
    doesn't help.
    """
    url, server_key = _server(database)
    store = opener.open_store(url, server_key, is_alone=True)
    try:
        old = signing.signer_of(store, server_key).key
        new = signing.rotate(store, server_key, int(time.time() * 1000)).key
    finally:
        store.close()
    click.echo(f"Old key: {old}\nNew key: {new}\nThe old key signed the change. Start the server again.")


def _server(database: str | None) -> tuple[str, bytes]:
    """Return the URL of a server's database, and its key."""
    url = database if database is not None else str(paths.default_database())
    if not paths.is_postgresql(url):
        path = paths.database_path(url)
        if path is None:
            raise BadInput("--database: a database in memory has no signing key")
        if not path.exists():
            raise BadInput(f"There is no database {path}. Start the server once, or name its --database.")
    server_key = opener.key_where_known(url)
    if not server_key:
        raise BadInput(f"There is no server key for {opener.shown(url)}. Put it back, or set {paths.KEY_VARIABLE}.")
    return url, server_key
