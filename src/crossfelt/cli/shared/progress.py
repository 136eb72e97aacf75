"""What a person sees while a command computes: a bar, and on a first run how far compiling has come."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext

from crossfelt.cli.shared.gc_pause import without_collection
from crossfelt.cli.shared.lazy import deferred

with deferred():
    from rich import console as rich_console
    from rich import live as rich_live
    from rich import progress as rich_progress
    from rich import text as rich_text

    from crossfelt import kernels

COMPILING = "compiling, first run only: {done} of {total} functions"
NOT_SAVED = (
    "Nothing can be written where compiled code is kept, so every run compiles anew: set XDG_CACHE_HOME to a folder "
    "that you may write to."
)


class _Compilation:
    """Says on stderr how many functions are compiled: with a bar on a terminal, else in a line for each kernel that is
    called. Says nothing where all of them were kept by an earlier run."""

    def __init__(self) -> None:
        self.is_shown = False
        """Whether a block around this one says it already."""
        self.bar: rich_progress.Progress | None = None
        """The bar of `progress_bar` while it is drawn; a terminal has room for one."""
        self._own: rich_progress.Progress | None = None
        self._task: tuple[rich_progress.Progress, rich_progress.TaskID] | None = None
        self.said = 0

    def report(self, done: int, total: int) -> None:
        """Shows that so many of so many functions are compiled."""
        if sys.stderr is None:
            return
        title = COMPILING.format(done=done, total=total)
        if not sys.stderr.isatty():
            if total > self.said:
                print(title, file=sys.stderr, flush=True)
        elif done < total:
            bar, task = self._task or self._start()
            bar.update(task, description=title, completed=done, total=total)
        else:
            self.stop()
        self.said = total

    def stop(self) -> None:
        """Takes the bar away, until the next function is compiled."""
        if self._task is not None:
            bar, task = self._task
            bar.remove_task(task)
        if self._own is not None:
            self._own.stop()
        self._own = self._task = None

    def _start(self) -> tuple[rich_progress.Progress, rich_progress.TaskID]:
        bar = self.bar
        if bar is None:
            bar = self._own = _new_bar()
            bar.start()
        self._task = bar, bar.add_task("", total=1.0)
        return self._task


_compilation = _Compilation()


@contextmanager
def compilation_shown() -> Iterator[None]:
    """Within this block people see what is compiled; where it cannot be kept for the next run they are told, once."""
    if _compilation.is_shown:
        yield
        return
    _compilation.is_shown, _compilation.said = True, 0
    try:
        with kernels.compile_cache.reported_to(_compilation.report):
            yield
    finally:
        _compilation.stop()
        _compilation.is_shown = False
    if _compilation.said and kernels.compile_cache.cache_folder() is None and sys.stderr is not None:
        print(NOT_SAVED, file=sys.stderr, flush=True)


@contextmanager
def progress_bar(title: str) -> Iterator[Callable[[float], None]]:
    """A bar on stderr that goes away when the work is done; nothing where stderr is not a terminal."""
    with without_collection(), _drawn(title, 1.0) as report:
        yield report


@contextmanager
def figures_bar(title: str) -> Iterator[Callable[[float, str], None]]:
    """A bar on stderr with lines of figures below it, for work that knows on its way what it will come to."""
    with without_collection(), compilation_shown():
        bar, lines = _new_bar(), rich_text.Text(style="dim")
        task = bar.add_task(title, total=1.0)

        def report(share: float, figures: str) -> None:
            lines.plain = figures
            bar.update(task, completed=share)

        with _shown(bar, lines), _compiling_in(bar):
            yield report


def _shown(bar: rich_progress.Progress, lines: rich_text.Text) -> AbstractContextManager[object]:
    """Draws both as one, as long as the block lasts; nothing where stderr is not a terminal."""
    if bar.disable:
        return nullcontext()
    return rich_live.Live(rich_console.Group(bar, lines), console=bar.console, transient=True)


@contextmanager
def spinner(title: str) -> Iterator[None]:
    """A bar that only moves, for work of which nobody knows how long it takes."""
    with _drawn(title, None):
        yield


@contextmanager
def _drawn(title: str, total: float | None) -> Iterator[Callable[[float], None]]:
    with compilation_shown(), _new_bar() as bar:
        task = bar.add_task(title, total=total)
        with _compiling_in(bar):
            yield lambda share: bar.update(task, completed=share)


@contextmanager
def _compiling_in(bar: rich_progress.Progress) -> Iterator[None]:
    """Within this block what is compiled is shown by this bar."""
    _compilation.bar = bar
    try:
        yield
    finally:
        _compilation.stop()
        _compilation.bar = None


def _new_bar() -> rich_progress.Progress:
    console = rich_console.Console(stderr=True, markup=False, highlight=False, emoji=False)
    columns = (
        rich_progress.TextColumn("{task.description}"),
        rich_progress.BarColumn(),
        rich_progress.TimeRemainingColumn(),
    )
    return rich_progress.Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
