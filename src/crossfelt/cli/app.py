"""The tree of commands."""

from __future__ import annotations

import click

from crossfelt import __version__
from crossfelt.cli.crisscross.advise import advise
from crossfelt.cli.crisscross.cap import cap
from crossfelt.cli.crisscross.par import par
from crossfelt.cli.crisscross.protect import protect
from crossfelt.cli.crisscross.sensitivity import sensitivity
from crossfelt.cli.crisscross.session import session
from crossfelt.cli.crisscross.settle import settle
from crossfelt.cli.crisscross.solve import solve
from crossfelt.cli.crisscross.strategy import strategy
from crossfelt.cli.deal import deal
from crossfelt.cli.king import king
from crossfelt.cli.replay import replay
from crossfelt.cli.rules.books import rules
from crossfelt.cli.serve import serve

EXAMPLES = """\b
Examples:
  crossfelt deal --rules maryland           play in this terminal
  crossfelt settle round.json --json        settle a finished round
  crossfelt rules show cardroom             pay tables, limits, order of play
"""


@click.group(invoke_without_command=True, epilog=EXAMPLES)
@click.option("--version", is_flag=True, help="Print the version and exit.")
@click.pass_context
def crossfelt(context: click.Context, version: bool) -> None:
    """Criss Cross Poker and King Cross Poker, exactly by their published rules."""
    if version:
        click.echo(f"crossfelt {__version__}")
        context.exit()
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


COMMANDS = (deal, settle, replay, rules, solve, advise, session, cap, protect, sensitivity, strategy, par, king, serve)

for command in COMMANDS:
    crossfelt.add_command(command)
