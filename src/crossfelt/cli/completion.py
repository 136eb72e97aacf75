"""`crossfelt completion`: tab completion for bash, zsh and fish.

The script that it prints asks the program itself what may come next, so it never has to be made again.
"""

from __future__ import annotations

import os

import click
from click.shell_completion import BashComplete, CompletionItem, FishComplete, ShellComplete, ZshComplete

COMPLETE_VARIABLE = "_CROSSFELT_COMPLETE"
"""The variable by which a shell asks for completions; the scripts of click set it."""
PROGRAM = "crossfelt"


class _WithFiles(ShellComplete):
    """Completes the names of files where nothing else fits."""

    def get_completions(self, args: list[str], incomplete: str) -> list[CompletionItem[str]]:
        """Return what may come next."""
        return super().get_completions(args, incomplete) or [CompletionItem(incomplete, type="file")]


class _Bash(_WithFiles, BashComplete):
    pass


class _Zsh(_WithFiles, ZshComplete):
    pass


class _Fish(_WithFiles, FishComplete):
    pass


SHELLS: dict[str, type[ShellComplete]] = {"bash": _Bash, "zsh": _Zsh, "fish": _Fish}


@click.command()
@click.argument("shell", metavar="SHELL", type=click.Choice(tuple(SHELLS)))
@click.pass_context
def completion(context: click.Context, shell: str) -> None:
    """Print the tab completion script for your shell.

    SHELL is bash, zsh or fish. To turn completion on, add one line to the startup file of your shell.

    \b
    bash, in ~/.bashrc:
      eval "$(crossfelt completion bash)"
    zsh, in ~/.zshrc:
      eval "$(crossfelt completion zsh)"
    fish, in ~/.config/fish/config.fish:
      crossfelt completion fish | source
    """
    # The template itself: click's `source` would start bash to learn its version.
    completer = _completer(shell, context.find_root().command)
    click.echo(completer.source_template % completer.source_vars())


def complete(command: click.Command) -> int:
    """Print what may come next, for the shell that asks through `COMPLETE_VARIABLE`."""
    shell = os.environ[COMPLETE_VARIABLE].partition("_")[0]
    if shell not in SHELLS:
        return 1
    click.echo(_completer(shell, command).complete())
    return 0


def _completer(shell: str, command: click.Command) -> ShellComplete:
    return SHELLS[shell](command, {}, PROGRAM, COMPLETE_VARIABLE)
