"""Commands and modules that are imported when they are first used, so that help and errors are instant."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from difflib import get_close_matches
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
    """A group of commands in the given order. Called without a command, it prints its help.

    An unknown name is refused with suggestions: its entry in `synonyms`, commands of that name in groups, and names
    that are spelled alike.
    """

    def __init__(
        self,
        name: str | None = None,
        commands: Sequence[click.Command] = (),
        synonyms: Mapping[str, str] | None = None,
        **options: Any,
    ) -> None:
        options.setdefault("short_help", options.get("help"))
        super().__init__(name, commands, invoke_without_command=True, **options)
        self.synonyms = dict(synonyms or {})

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002
        """Return the names of the commands in the order in which help lists them."""
        return list(self.commands)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Return the command that the first word names, or refuse it and suggest others."""
        try:
            return super().resolve_command(ctx, args)
        except click.NoSuchCommand as error:
            *others, last = ["", *map(repr, self._suggestions(error.command_name.lower()))]
            meant = f"{', '.join(others[1:])} or {last}" if len(others) > 1 else last
            question = f" Did you mean {meant}?" if meant else ""
            raise click.UsageError(f"No such command {error.command_name!r}.{question}", ctx) from None

    def _suggestions(self, word: str) -> list[str]:
        groups = {name: group for name, group in self.commands.items() if isinstance(group, click.Group)}
        inside = [f"{name} {word}" for name, group in groups.items() if word in group.commands]
        synonym = [self.synonyms[word]] if word in self.synonyms else []
        return list(dict.fromkeys([*synonym, *inside, *get_close_matches(word, self.commands)]))

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
