"""The file that a simulation goes on from, and that it is kept in while it runs."""

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
"""How old the file becomes, at most, while rounds are played."""
MOST_BYTES = 64 * MEBIBYTE


class CheckpointFile:
    """What `--checkpoint` names: read before a run, written every few seconds and at its end."""

    def __init__(self, name: str, run_plan: plan.Plan) -> None:
        """Refuses a file that cannot be written, and one that this plan cannot go on from."""
        refuse_unwritable("--checkpoint", name)
        self.path = Path(name)
        self._plan_hash = run_plan.hash
        self._written_at: float | None = None
        self._is_in_trouble = False
        self.saved = self._read() if self.path.exists() else None
        """What an earlier run has left there."""
        played = 0 if self.saved is None else self.saved.counts.rounds
        if played > run_plan.rounds:
            raise BadInput(
                f"--checkpoint: {name!a} has {played:,} rounds already, more than {run_plan.rounds:,}: ask for more, "
                "or name another file"
            )

    def _read(self) -> checkpoints.Checkpoint:
        name = str(self.path)
        if not self.path.is_file():
            raise BadInput(f"--checkpoint: {name!a} is a device or a pipe; this needs a file")
        content = read_bytes(name, MOST_BYTES)
        try:
            return checkpoints.read_checkpoint(content, self._plan_hash)
        except BadInput as error:
            raise BadInput(f"--checkpoint: {name!a}: {error}") from None

    def keep_up(self, reached: checkpoints.Checkpoint) -> None:
        """Writes the file where it has become old. That it cannot be written is said once, and does not end the run."""
        now = time.monotonic()
        if self._written_at is not None and now - self._written_at < SECONDS_BETWEEN:
            return
        self._written_at = now
        try:
            self._write(reached)
        except OSError as error:
            if not self._is_in_trouble:
                click.echo(f"cannot write {self.path}: {error.strerror}; the run goes on without it", err=True)
            self._is_in_trouble = True

    def keep(self, reached: checkpoints.Checkpoint) -> None:
        """Writes the file at the end of a run, and says so."""
        try:
            self._write(reached)
        except OSError as error:
            raise BadInput(f"--checkpoint: cannot write {str(self.path)!a}: {error.strerror}") from None
        tell_written(self.path, f"a checkpoint after {reached.counts.rounds:,} rounds")

    def _write(self, reached: checkpoints.Checkpoint) -> None:
        swap_file(self.path, checkpoints.checkpoint_bytes(self._plan_hash, reached))
