"""`crossfelt king`: King Cross Poker in the terminal. Holds no rules of its own.

Each command lives in a module of its own and is imported when it is asked for, so that scoring a sheet never waits
for the learned players.
"""

from __future__ import annotations

from importlib import import_module

import click

COMMANDS = {
    "score": "crossfelt.cli.king.score",
    "best": "crossfelt.cli.king.best",
    "sheet": "crossfelt.cli.king.sheet",
    "play": "crossfelt.cli.king.play",
    "daily": "crossfelt.cli.king.daily",
    "hint": "crossfelt.cli.king.hint",
    "review": "crossfelt.cli.king.review",
    "bench": "crossfelt.cli.king.bench",
    "train": "crossfelt.cli.king.train",
}
"""Command -> its module, which defines it under the same name."""


class LazyGroup(click.Group):
    """A group that imports a command when it runs or is listed."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """In the order of `COMMANDS`."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """The command of that name, or None."""
        if cmd_name not in COMMANDS:
            return None
        command: click.Command = getattr(import_module(COMMANDS[cmd_name]), cmd_name)
        return command


@click.group(cls=LazyGroup, invoke_without_command=True)
@click.pass_context
def king(context: click.Context) -> None:
    """King Cross Poker: score, play and study sheets."""
    if context.invoked_subcommand is None:
        click.echo(context.get_help())
