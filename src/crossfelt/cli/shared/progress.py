"""Progress on stderr while a command computes: a bar, and on a first run how much is compiled.

While a bar is drawn, the terminal doesn't echo what is typed, because that would break the bar. It is kept for the next
question."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack, contextmanager, nullcontext, suppress

from crossfelt.cli.shared.gc_pause import without_collection
from crossfelt.cli.shared.lazy import deferred

try:
    import termios
except ImportError:  # Windows has none, and its consoles echo only what a program reads
    termios = None  # type: ignore[assignment]

with deferred():
    from rich import console as rich_console
    from rich import live as rich_live
    from rich import progress as rich_progress
    from rich import text as rich_text

    from crossfelt import kernels

COMPILING = "compiling, first run only: {done} of {total} functions"
NOT_SAVED = (
    "Compiled code can't be saved, so every run compiles again. Set XDG_CACHE_HOME to a folder that you can write to."
)


class _Compilation:
    """Shows on stderr how many functions are compiled: as a bar on a terminal, else as one line. Shows nothing where
    an earlier run has compiled them all."""

    def __init__(self) -> None:
        self.is_shown = False
        """Whether a block around this one shows it already."""
        self.bar: rich_progress.Progress | None = None
        """The bar of `progress_bar` while it is drawn; a terminal has room for only one."""
        self._own: rich_progress.Progress | None = None
        self._task: tuple[rich_progress.Progress, rich_progress.TaskID] | None = None
        self._echo = ExitStack()
        self.said = 0

    def report(self, done: int, total: int) -> None:
        """Show how many functions are compiled, of how many; the bar goes away when all are."""
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
        self.said = max(self.said, total)

    def stop(self) -> None:
        """Take the bar away, until the next function is compiled."""
        if self._task is not None:
            bar, task = self._task
            bar.remove_task(task)
        if self._own is not None:
            self._own.stop()
            self._echo.close()
        self._own = self._task = None

    def _start(self) -> tuple[rich_progress.Progress, rich_progress.TaskID]:
        bar = self.bar
        if bar is None:
            bar = self._own = _new_bar()
            self._echo.enter_context(_without_echo())
            bar.start()
        self._task = bar, bar.add_task("", total=1.0)
        return self._task


_compilation = _Compilation()


@contextmanager
def compilation_shown() -> Iterator[None]:
    """Show what is compiled within this block, and say once where it can't be saved for the next run."""
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
    """Draw a bar on stderr until the work is done; nothing where stderr isn't a terminal."""
    with without_collection(), _drawn(title, 1.0) as report:
        yield report


@contextmanager
def figures_bar(title: str) -> Iterator[Callable[[float, str], None]]:
    """Draw a bar on stderr with the figures so far below it."""
    with without_collection(), compilation_shown():
        bar, lines = _new_bar(), rich_text.Text(style="dim")
        task = bar.add_task(title, total=1.0)

        def report(share: float, figures: str) -> None:
            lines.plain = figures
            bar.update(task, completed=share)

        with _without_echo(), _shown(bar, lines), _compiling_in(bar):
            yield report


def _shown(bar: rich_progress.Progress, lines: rich_text.Text) -> AbstractContextManager[object]:
    """Draw both as one within this block; nothing where stderr isn't a terminal."""
    if bar.disable:
        return nullcontext()
    return rich_live.Live(rich_console.Group(bar, lines), console=bar.console, transient=True)


@contextmanager
def spinner(title: str) -> Iterator[None]:
    """Draw a bar that only moves, for work of unknown length."""
    with _drawn(title, None):
        yield


@contextmanager
def _drawn(title: str, total: float | None) -> Iterator[Callable[[float], None]]:
    with compilation_shown(), _without_echo(), _new_bar() as bar:
        task = bar.add_task(title, total=total)
        with _compiling_in(bar):
            yield lambda share: bar.update(task, completed=share)


@contextmanager
def _compiling_in(bar: rich_progress.Progress) -> Iterator[None]:
    """Show what is compiled within this block in this bar."""
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


@contextmanager
def _without_echo() -> Iterator[None]:
    """Keep the terminal from echoing what is typed within this block; Ctrl-C still works."""
    is_terminal = all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stderr))
    has_modes = termios is not None
    if not (is_terminal and has_modes):
        yield
        return
    before = termios.tcgetattr(sys.stdin)
    quiet = [*before[:3], before[3] & ~termios.ECHO, *before[4:]]
    with suppress(termios.error):
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, quiet)
    try:
        yield
    finally:
        with suppress(termios.error):
            termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
