"""The tree of commands."""

from __future__ import annotations

from functools import cache
from typing import Annotated, Any

import typer

from crossfelt import __version__
from crossfelt.cli.deal import deal
from crossfelt.cli.replay import replay
from crossfelt.cli.rules import rules
from crossfelt.cli.serve import serve
from crossfelt.cli.settle import settle

EXAMPLES = """\b
Examples:
  crossfelt deal --rules maryland           play in this terminal
  crossfelt settle round.json --json        settle a finished round
  crossfelt rules show cardroom             pay tables, limits, order of play
"""

app = typer.Typer(
    name="crossfelt",
    help="Criss Cross Poker, exactly by its published rule books.",
    epilog=EXAMPLES,
    add_completion=False,
    invoke_without_command=True,
    rich_markup_mode=None,
)
app.command()(deal)
app.command()(settle)
app.command()(replay)
app.add_typer(rules)
app.command()(serve)


@app.callback()
def crossfelt(
    context: typer.Context,
    version: Annotated[bool, typer.Option("--version", help="Print the version and exit.")] = False,
) -> None:
    """What `crossfelt` does without a command."""
    if version:
        typer.echo(f"crossfelt {__version__}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        typer.echo(context.get_help())


@cache
def command() -> Any:
    """The whole tree, ready to run."""
    return typer.main.get_command(app)
