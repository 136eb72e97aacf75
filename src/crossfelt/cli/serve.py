"""`crossfelt serve`: the page in the browser, served until somebody stops it."""

from __future__ import annotations

from pathlib import Path

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
@click.option(
    "--public-url",
    "public_urls",
    metavar="URL",
    multiple=True,
    help="An address by which others reach the server; repeatable.",
)
@click.option(
    "--database",
    metavar="URL",
    help="Where tables and wallets are kept: sqlite:///FILE, a file, or memory: for nowhere.  "
    "[default: a file in your data folder]",
)
@click.option(
    "--metrics-token-file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="File with the token that /metrics asks for; the variable CROSSFELT_METRICS_TOKEN does the same.  "
    "[default: /metrics is off]",
)
@click.option("--metrics-address", metavar="HOST:PORT", help="Serve metrics at this address, without a token.")
@click.option(
    "--trusted-proxy",
    "trusted_proxies",
    metavar="ADDRESS",
    multiple=True,
    help="Address or network of a proxy whose X-Forwarded-For names the client; repeatable.",
)
@click.option(
    "--limit-factor",
    metavar="NUMBER",
    type=click.FloatRange(1, 100_000),
    default=1,
    show_default=True,
    help="Multiply the limits per guest and per address, for example when many guests share one address.",
)
@click.option("--workers", type=int, default=1, hidden=True)
@click.option("--open", "open_browser", is_flag=True, help="Open the page in the browser.")
def serve(
    host: str,
    port: int,
    public_urls: tuple[str, ...],
    database: str | None,
    metrics_token_file: Path | None,
    metrics_address: str | None,
    trusted_proxies: tuple[str, ...],
    limit_factor: float,
    workers: int,
    open_browser: bool,
) -> None:
    """Serve the page and the tables.

    The server answers for its own names only: localhost, the address of --host (with 0.0.0.0, each address of this
    machine), and those that --public-url adds, such as https://cards.example.
    """
    if workers != 1:
        raise BadInput(
            "--workers: one server process has the database file, so that no chip is spent twice; there is only 1"
        )
    try:
        host.encode("idna")
    except UnicodeError:
        raise BadInput(f"cannot listen on {host!a}: that is not a host name") from None
    try:
        proxies = http.trusted_networks(trusted_proxies)
    except BadInput as error:
        raise BadInput(f"--trusted-proxy: {error}") from None
    http.serve(
        host,
        port,
        open_browser,
        public_urls,
        database,
        metrics_token_file,
        metrics_address,
        trusted_proxies=proxies,
        limit_factor=limit_factor,
    )
