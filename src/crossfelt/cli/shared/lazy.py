"""Commands and modules that are imported when they are first used, so that help and errors are instant."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from importlib.abc import MetaPathFinder
from importlib.machinery import ModuleSpec, PathFinder
from importlib.util import LazyLoader
from types import ModuleType
from typing import Any

import click


class LazyCommand(click.Command):
    """A command in a list: its name and one line of help. Its module is imported when it is called."""

    def __init__(self, name: str, place: str, line: str) -> None:
        """`place` is `module:name`, and `line` the first line of that command's own help."""
        super().__init__(name, help=line, short_help=line)  # click cuts a line that is only help
        self.place = place

    def load(self) -> click.Command:
        """Import the module that defines the command, and return the command."""
        module, _, name = self.place.partition(":")
        command: click.Command = getattr(import_module(module), name)
        return command

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: Any
    ) -> click.Context:
        """Load the command and let it read its arguments."""
        return self.load().make_context(info_name, args, parent, **extra)


class CommandList(click.Group):
    """A group of commands in the given order. Called without a command, it prints its help."""

    def __init__(self, name: str | None = None, commands: Sequence[click.Command] = (), **options: Any) -> None:
        options.setdefault("short_help", options.get("help"))
        super().__init__(name, commands, invoke_without_command=True, **options)

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of the commands in the order in which help lists them."""
        return list(self.commands)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command that was named, or print help."""
        returned = super().invoke(ctx)
        if ctx.invoked_subcommand is None:
            click.echo(ctx.get_help())
        return returned


@contextmanager
def deferred() -> Iterator[None]:
    """Defer modules imported in this block: each runs when one of its names is first used.

    This works for whole modules, `from package import module`. Importing a name from a module runs it at once.
    """
    finder = _DeferringFinder()
    sys.meta_path.insert(0, finder)
    try:
        yield
    finally:
        sys.meta_path.remove(finder)


class _DeferringFinder(MetaPathFinder):
    """Finds the modules that Python would find, and defers running them."""

    def find_spec(
        self, fullname: str, path: Sequence[str] | None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(fullname, path, target)
        if spec is not None and spec.loader is not None:
            spec.loader = LazyLoader(spec.loader)
        return spec
