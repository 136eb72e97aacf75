"""Running a plan for `crossfelt simulate`: progress, when to stop, and the checkpoint."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

from crossfelt.cli.crisscross.checkpoint_file import CheckpointFile
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.progress import compilation_shown, figures_bar
from crossfelt.cli.shared.stopping import Stop, stopping
from crossfelt.errors import BadInput, CrossfeltError

with deferred():
    from crossfelt.simulation import checkpoint as checkpoints
    from crossfelt.simulation import document as documents
    from crossfelt.simulation import engines, results, run
    from crossfelt.simulation import history as histories

BAND = 1.96
"""Standard errors on each side of a 95% range."""

Report = Callable[[float, str], None]


@dataclass(frozen=True, slots=True, eq=False)
class RunOptions:
    """Options for running a plan that don't change its rounds."""

    workers: int
    until: float | None
    """The standard error of the mean, in antes, at which the run ends."""
    exact: float | None
    """The exact mean, shown beside the estimate."""
    file: CheckpointFile | None
    is_shown: bool
    """Whether to draw progress."""
    engine: engines.Engine | None = None
    """Plays the rounds; None for threads of this process."""


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """The result of a run."""

    reached: checkpoints.Checkpoint
    ended: documents.Ending
    rounds_per_second: float | None
    """For the rounds of this run; None if an earlier run had played them all."""
    status: int
    """The exit status of the program."""
    trouble: BadInput | None
    """Why the checkpoint couldn't be written at the end."""


def play(prepared: run.Prepared, options: RunOptions) -> Played:
    """Play the plan to its end, to the required standard error, or until it is stopped."""
    saved = None if options.file is None else options.file.saved
    with _display(prepared, options) as report, stopping() as stop:
        watch = _Watch(prepared, options, report, stop, saved)
        try:
            if saved is None or not watch.is_precise(saved.counts):
                run.run(prepared, options.workers, None if saved is None else saved.counts, watch, options.engine)
        except (KeyboardInterrupt, CrossfeltError) as error:
            # The rounds played so far count, whatever ended the run.
            if watch.reached is None:
                raise
            if isinstance(error, CrossfeltError):
                watch.keep()
                raise
    rate = watch.rate()
    trouble = watch.keep()
    reached = watch.reached
    assert reached is not None, "a plan has at least one round"
    if watch.is_precise(reached.counts):
        return Played(reached, "standard_error", rate, 0, trouble)
    if reached.counts.rounds == prepared.plan.rounds:
        return Played(reached, "rounds", rate, 0, trouble)
    return Played(reached, "interrupted", rate, stop.status, trouble)


class _Watch:
    """Called after each block of rounds: keeps the checkpoint, draws progress, and decides when to stop."""

    def __init__(
        self,
        prepared: run.Prepared,
        options: RunOptions,
        report: Report,
        stop: Stop,
        saved: checkpoints.Checkpoint | None,
    ) -> None:
        self.prepared, self.options, self.report, self.stop = prepared, options, report, stop
        self.reached = saved
        self._first = 0 if saved is None else saved.counts.rounds
        self._began = time.perf_counter()

    def __call__(self, counts: results.Counts) -> bool:
        """Return whether to continue."""
        before = histories.History() if self.reached is None else self.reached.history
        self.reached = checkpoints.Checkpoint(counts, before.after(counts))
        if self.options.file is not None:
            self.options.file.keep_up(self.reached)
        if self.options.is_shown:
            self._show(counts)
        return not (self.stop.is_requested or self.is_precise(counts))

    def is_precise(self, counts: results.Counts) -> bool:
        """Return whether the standard error is small enough. It is checked only after certain rounds, so that any
        number of workers stops at the same one."""
        rounds = counts.rounds
        if self.options.until is None or not (histories.is_look(rounds) or rounds == self.prepared.plan.rounds):
            return False
        return histories.running(counts, self.prepared.unit).standard_error <= self.options.until

    def keep(self) -> BadInput | None:
        """Write the checkpoint, if there is one; return why that failed, or None."""
        try:
            if self.options.file is not None and self.reached is not None:
                self.options.file.keep(self.reached)
        except BadInput as error:
            return error
        return None

    def rate(self) -> float | None:
        """Return the rounds per second since this run started."""
        seconds = time.perf_counter() - self._began
        played = 0 if self.reached is None else self.reached.counts.rounds - self._first
        return played / seconds if played and seconds > 0 else None

    def _show(self, counts: results.Counts) -> None:
        now, most_rounds = histories.running(counts, self.prepared.unit), self.prepared.plan.rounds
        share = counts.rounds / most_rounds
        if self.options.until is not None and now.standard_error > 0:
            # Four times the rounds halve the error.
            share = max(share, min((self.options.until / now.standard_error) ** 2, 1.0))
        self.report(share, running_words(now, self.rate(), self.options.exact))


def running_words(now: histories.Running, rate: float | None, exact: float | None) -> str:
    """Return the progress of a run in two lines."""
    speed = "" if rate is None else f", {rate:,.0f} per second"
    true = "" if exact is None else f", exact {exact:+.5f}"
    return (
        f"{now.rounds:,} rounds{speed}\n"
        f"average net per seat per round {now.mean:+.5f} ± {BAND * now.standard_error:.5f} antes (95%){true}"
    )


@contextmanager
def _display(prepared: run.Prepared, options: RunOptions) -> Iterator[Report]:
    if not options.is_shown:
        with compilation_shown():
            yield lambda share, words: None  # noqa: ARG005
        return
    rounds = f"{prepared.plan.rounds:,} rounds"
    title = (
        f"simulating {rounds}"
        if options.until is None
        else f"until {100 * options.until:g}% of one ante, at most {rounds}"
    )
    with figures_bar(title) as report:
        yield report
