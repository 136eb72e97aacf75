"""`crossfelt serve`: the page."""

from __future__ import annotations

from typing import Annotated

import typer

from crossfelt.errors import BadInput


def serve(
    host: Annotated[str, typer.Option(metavar="HOST", help="The address to listen on.")] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="PORT", min=0, max=65535, help="0 takes any free one.")] = 8000,
    open_browser: Annotated[bool, typer.Option("--open", help="Open the page in the browser.")] = False,
) -> None:
    """Serve the page in the browser."""
    try:
        host.encode("idna")
    except UnicodeError:
        raise BadInput(f"cannot listen on {host!a}: that is no host name") from None
    from crossfelt import http

    http.serve(host, port, open_browser)
