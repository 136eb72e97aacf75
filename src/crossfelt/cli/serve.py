"""`crossfelt serve`: the page in the browser, served until somebody stops it."""

from __future__ import annotations

import click

from crossfelt.cli.shared.lazy import deferred
from crossfelt.errors import BadInput

with deferred():
    from crossfelt import http


@click.command()
@click.option("--host", metavar="HOST", default="127.0.0.1", show_default=True, help="The address to listen on.")
@click.option(
    "--port",
    metavar="PORT",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="0 takes any free one.",
)
@click.option("--open", "open_browser", is_flag=True, help="Open the page in the browser.")
def serve(host: str, port: int, open_browser: bool) -> None:
    """Serve the page in the browser."""
    try:
        host.encode("idna")
    except UnicodeError:
        raise BadInput(f"cannot listen on {host!a}: that is no host name") from None
    http.serve(host, port, open_browser)
