"""Playing a plan for `crossfelt simulate`: what is shown meanwhile, where it ends, and what is kept of it."""

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
"""Standard errors to each side that hold the true mean in 95 of 100 runs."""

Report = Callable[[float, str], None]


@dataclass(frozen=True, slots=True, eq=False)
class Wish:
    """How a plan is to be played, beside what its rounds depend on."""

    workers: int
    until: float | None
    """The standard error of the mean, in antes, at which the run ends."""
    exact: float | None
    """The exact mean, to be shown beside the one on its way."""
    file: CheckpointFile | None
    is_shown: bool
    """Whether people look on."""
    engine: engines.Engine | None = None
    """Who plays, where it is not threads of this process."""


@dataclass(frozen=True, slots=True, eq=False)
class Played:
    """What a run came to."""

    reached: checkpoints.Checkpoint
    ended: documents.Ending
    rounds_per_second: float | None
    """Of the rounds that were played now; None where an earlier run had played them all."""
    status: int
    """What the program ends with."""
    trouble: BadInput | None
    """Why the file of the run could not be written at its end."""


def play(prepared: run.Prepared, wish: Wish) -> Played:
    """Plays the plan to its end, to the standard error that is wanted, or until somebody stops it."""
    saved = None if wish.file is None else wish.file.saved
    with _display(prepared, wish) as report, stopping() as stop:
        watch = _Watch(prepared, wish, report, stop, saved)
        try:
            if saved is None or not watch.is_precise(saved.counts):
                run.run(prepared, wish.workers, None if saved is None else saved.counts, watch, wish.engine)
        except (KeyboardInterrupt, CrossfeltError) as error:
            # What was played stands, whatever ended it.
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
    """Told after each block how far a run has come."""

    def __init__(
        self, prepared: run.Prepared, wish: Wish, report: Report, stop: Stop, saved: checkpoints.Checkpoint | None
    ) -> None:
        self.prepared, self.wish, self.report, self.stop = prepared, wish, report, stop
        self.reached = saved
        self._first = 0 if saved is None else saved.counts.rounds
        self._began = time.perf_counter()

    def __call__(self, counts: results.Counts) -> bool:
        """Whether the run goes on."""
        before = histories.History() if self.reached is None else self.reached.history
        self.reached = checkpoints.Checkpoint(counts, before.after(counts))
        if self.wish.file is not None:
            self.wish.file.keep_up(self.reached)
        if self.wish.is_shown:
            self._show(counts)
        return not (self.stop.is_requested or self.is_precise(counts))

    def is_precise(self, counts: results.Counts) -> bool:
        """Whether the standard error is as small as it is wanted. It is looked at after certain rounds alone, so that
        any number of workers ends at the same one."""
        rounds = counts.rounds
        if self.wish.until is None or not (histories.is_look(rounds) or rounds == self.prepared.plan.rounds):
            return False
        return histories.running(counts, self.prepared.unit).standard_error <= self.wish.until

    def keep(self) -> BadInput | None:
        """Writes what was reached into its file, where there is one; why that cannot be done, or None."""
        try:
            if self.wish.file is not None and self.reached is not None:
                self.wish.file.keep(self.reached)
        except BadInput as error:
            return error
        return None

    def rate(self) -> float | None:
        """Rounds a second since the run began here."""
        seconds = time.perf_counter() - self._began
        played = 0 if self.reached is None else self.reached.counts.rounds - self._first
        return played / seconds if played and seconds > 0 else None

    def _show(self, counts: results.Counts) -> None:
        now, most_rounds = histories.running(counts, self.prepared.unit), self.prepared.plan.rounds
        share = counts.rounds / most_rounds
        if self.wish.until is not None and now.standard_error > 0:
            # Four times the rounds halve the error.
            share = max(share, min((self.wish.until / now.standard_error) ** 2, 1.0))
        self.report(share, running_words(now, self.rate(), self.wish.exact))


def running_words(now: histories.Running, rate: float | None, exact: float | None) -> str:
    """How far a run has come, in two lines."""
    speed = "" if rate is None else f", {rate:,.0f} a second"
    true = "" if exact is None else f", exactly {exact:+.5f}"
    return (
        f"{now.rounds:,} rounds{speed}\n"
        f"average net per seat per round {now.mean:+.5f} ± {BAND * now.standard_error:.5f} antes (95%){true}"
    )


@contextmanager
def _display(prepared: run.Prepared, wish: Wish) -> Iterator[Report]:
    if not wish.is_shown:
        with compilation_shown():
            yield lambda share, words: None  # noqa: ARG005
        return
    rounds = f"{prepared.plan.rounds:,} rounds"
    title = f"playing {rounds}" if wish.until is None else f"until {100 * wish.until:g}% of one ante, at most {rounds}"
    with figures_bar(title) as report:
        yield report
