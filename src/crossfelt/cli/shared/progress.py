"""What a person sees while a command computes: a bar, and on the first run ever a note that kernels are compiled."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from crossfelt.cli.shared.lazy import deferred

with deferred():
    from rich import console as rich_console
    from rich import progress as rich_progress

    from crossfelt import kernels

COMPILING = "compiling the kernels, first run only"
STILL_WORKING = "still solving: kernels for odds of this size are compiled when they are first used"
PATIENCE_SECONDS = 5.0
NOT_KEPT = (
    "Nothing can be written where compiled code is kept, so every run compiles anew: set XDG_CACHE_HOME to a folder "
    "that you may write to."
)


def must_compile(kernel: str = "*") -> bool:
    """Whether a kernel, or where none is named any at all, has still to be compiled before it can run."""
    return not kernels.compiled.is_compiled(kernel)


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[float], None]]:
    """A bar on stderr that goes away when the work is done; nothing where stderr is not a terminal."""
    if must_compile():
        title += ", after compiling the kernels (first run only)"
    console = rich_console.Console(stderr=True, markup=False, highlight=False, emoji=False)
    columns = (
        rich_progress.TextColumn("{task.description}"),
        rich_progress.BarColumn(),
        rich_progress.TimeRemainingColumn(),
    )
    with rich_progress.Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(title, total=1.0)
        yield lambda share: bar.update(task, completed=share)


@contextmanager
def compilation_note(kernel: str) -> Iterator[None]:
    """Says on stderr when a kernel is compiled first, with a spinner for people who watch.

    Only loading a kernel shows whether its form for odds of this size is there too, so people who watch are told after
    some seconds. A program that reads both streams must get the same text on a slow machine, and is not.
    """
    if sys.stderr is None or "numba" in sys.modules:  # the second: an earlier call of this process has said it
        yield
    elif must_compile(kernel):
        if sys.stderr.isatty():
            with rich_console.Console(stderr=True).status(COMPILING):
                yield
        else:
            print(COMPILING, file=sys.stderr, flush=True)
            yield
        if kernels.compiled.kept_in() is None:
            print(NOT_KEPT, file=sys.stderr, flush=True)
    elif sys.stderr.isatty():
        timer = threading.Timer(PATIENCE_SECONDS, print, [STILL_WORKING], {"file": sys.stderr, "flush": True})
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
    else:
        yield
