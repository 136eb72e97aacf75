"""`crossfelt help`: the help of any command, the same as its `--help`."""

from __future__ import annotations

import click

from crossfelt.cli.shared.lazy import LazyCommand


@click.command("help")
@click.argument("command", metavar="[COMMAND]...", nargs=-1)
@click.pass_context
def help_command(context: click.Context, command: tuple[str, ...]) -> None:
    """Show the help of any command.

    COMMAND is a command such as deal or king play. Without it, all commands are listed.
    """
    shown = context.find_root()
    for word in command:
        if not isinstance(shown.command, click.Group):
            raise click.UsageError(f"{shown.command_path} has no command {word!a}")
        resolved = shown.command.resolve_command(shown, [word])[1]
        if isinstance(resolved, LazyCommand):
            resolved = resolved.load()
        assert resolved is not None
        shown = click.Context(resolved, parent=shown, info_name=word)
    click.echo(shown.get_help())
