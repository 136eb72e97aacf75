"""The file that a simulation saves its progress to, and continues from."""

from __future__ import annotations

import time
from pathlib import Path

import click

from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.notes import tell_written
from crossfelt.cli.shared.streams import MEBIBYTE, read_bytes, refuse_unwritable, swap_file
from crossfelt.errors import BadInput

with deferred():
    from crossfelt.simulation import checkpoint as checkpoints
    from crossfelt.simulation import plan

SECONDS_BETWEEN = 2.0
"""Time between two writes of the file, while rounds are played."""
MOST_BYTES = 64 * MEBIBYTE


class CheckpointFile:
    """The file of `--checkpoint`: read before a run, written every few seconds and at its end."""

    def __init__(self, name: str, run_plan: plan.Plan) -> None:
        """Refuse a file that can't be written, or that another plan has written."""
        refuse_unwritable("--checkpoint", name)
        self.path = Path(name)
        self._plan_hash = run_plan.hash
        self._written_at: float | None = None
        self._is_in_trouble = False
        self.saved = self._read() if self.path.exists() else None
        """The progress of an earlier run."""
        played = 0 if self.saved is None else self.saved.counts.rounds
        if played > run_plan.rounds:
            raise BadInput(
                f"--checkpoint: {name!a} already has {played:,} rounds, more than {run_plan.rounds:,}: "
                "increase --rounds, or name another file"
            )

    def _read(self) -> checkpoints.Checkpoint:
        name = str(self.path)
        if not self.path.is_file():
            raise BadInput(f"--checkpoint: {name!a} isn't a regular file: name one")
        content = read_bytes(name, MOST_BYTES)
        try:
            return checkpoints.read_checkpoint(content, self._plan_hash)
        except BadInput as error:
            raise BadInput(f"--checkpoint: {name!a}: {error}") from None

    def keep_up(self, reached: checkpoints.Checkpoint) -> None:
        """Write the file if it is old. A failure is reported once and doesn't stop the run."""
        now = time.monotonic()
        if self._written_at is not None and now - self._written_at < SECONDS_BETWEEN:
            return
        self._written_at = now
        try:
            self._write(reached)
        except OSError as error:
            if not self._is_in_trouble:
                click.echo(f"Can't write {self.path}: {error.strerror}. The run continues without it.", err=True)
            self._is_in_trouble = True

    def keep(self, reached: checkpoints.Checkpoint) -> None:
        """Write the file at the end of a run, and say so."""
        try:
            self._write(reached)
        except OSError as error:
            raise BadInput(f"--checkpoint: can't write {str(self.path)!a}: {error.strerror}") from None
        tell_written(self.path, f"a checkpoint after {reached.counts.rounds:,} rounds")

    def _write(self, reached: checkpoints.Checkpoint) -> None:
        swap_file(self.path, checkpoints.checkpoint_bytes(self._plan_hash, reached))
