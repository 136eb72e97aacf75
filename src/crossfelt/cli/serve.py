"""`crossfelt serve`: run the server until it is stopped."""

from __future__ import annotations

from pathlib import Path

import click

from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.numbers import Number, WholeNumber
from crossfelt.errors import BadInput

with deferred():
    from crossfelt import http


@click.command()
@click.option("--host", metavar="HOST", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    metavar="PORT",
    type=WholeNumber(0, 65535),
    default=8000,
    show_default=True,
    help="Port to listen on; 0 takes any free port.",
)
@click.option(
    "--public-url",
    "public_urls",
    metavar="URL",
    multiple=True,
    help="Address at which others reach the server; repeatable.",
)
@click.option(
    "--database",
    metavar="URL",
    help="Database of tables and wallets: sqlite:///FILE, a file, postgresql://..., or memory: to keep nothing.  "
    "[default: a file in your data folder]",
)
@click.option(
    "--metrics-token-file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="File with the token for /metrics, or use the variable CROSSFELT_METRICS_TOKEN.  [default: /metrics is off]",
)
@click.option("--metrics-address", metavar="HOST:PORT", help="Serve metrics at this address without a token.")
@click.option(
    "--trusted-proxy",
    "trusted_proxies",
    metavar="ADDRESS",
    multiple=True,
    help="Address or network of a proxy whose X-Forwarded-For header is trusted; repeatable.",
)
@click.option(
    "--limit-factor",
    metavar="NUMBER",
    type=Number(1, 100_000),
    default=1,
    show_default=True,
    help="Multiply the limits per guest and address, for example when many guests share an address.",
)
@click.option(
    "--workers",
    metavar="NUMBER",
    type=WholeNumber(1, 64),
    default=1,
    show_default=True,
    help="Number of server processes; more than one needs PostgreSQL.",
)
@click.option(
    "--lease-seconds",
    metavar="SECONDS",
    type=Number(0.3, 60),
    default=3,
    show_default=True,
    help="Time after which other server processes take over the tables of one that is gone.",
)
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
    lease_seconds: float,
    open_browser: bool,
) -> None:
    """Start the server: the page and its tables.

    The server answers requests for its own names only: localhost, the address of --host (with 0.0.0.0, each address of
    this machine), and the addresses of --public-url, such as https://cards.example. Ctrl-C stops it.
    """
    try:
        host.encode("idna")
    except UnicodeError:
        raise BadInput(f"--host: {host!a} isn't a host name") from None
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
        workers=workers,
        lease_ms=round(1000 * lease_seconds),
    )
