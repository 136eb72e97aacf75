"""`crossfelt king train`: train the weights of the learned bots."""

from __future__ import annotations

import time
from pathlib import Path
from tempfile import mkdtemp

import click

from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.notes import tell_written
from crossfelt.cli.shared.numbers import GAMES, MINUTES, SEED, THREADS, WholeNumber
from crossfelt.cli.shared.progress import compilation_shown
from crossfelt.cli.shared.streams import refuse_unwritable
from crossfelt.errors import BadInput

with deferred():
    from crossfelt.analysis.king import lines, training, weights_file
    from crossfelt.kingcross import resolve

_EVERY = 50
"""Chunks of games between two lines of progress."""


@click.command()
@click.option("--bonus", is_flag=True, help="Train for bonus mode; otherwise for the twelve hands alone.")
@click.option(
    "--games",
    metavar="N",
    type=GAMES,
    default=10_000_000,
    help="Games of self-play in which all tables learn.  [default: 10,000,000]",
)
@click.option(
    "--line-games",
    metavar="N",
    type=WholeNumber(0),
    default=3_000_000,
    help="Games before those, in which each line learns alone.  [default: 3,000,000]",
)
@click.option(
    "--fine-games",
    metavar="N",
    type=WholeNumber(0),
    help="Final games played with a smaller step size.  [default: one fifth]",
)
@click.option("--seed", metavar="N", type=SEED, default=1, show_default=True, help="Seed for the dice.")
@click.option(
    "--threads",
    metavar="N",
    type=THREADS,
    default=1,
    show_default=True,
    help="Threads to use; only 1 is bit-for-bit reproducible.",
)
@click.option("--minutes", metavar="MINUTES", type=MINUTES, help="Stop after this time and keep a checkpoint.")
@click.option(
    "--checkpoint",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Resume from this file if it exists, and keep it up to date.",
)
@click.option("--out", metavar="FILE", type=click.Path(path_type=Path), help="File for the compressed weights.")
@compilation_shown()
def train(
    bonus: bool,
    games: int,
    line_games: int,
    fine_games: int | None,
    seed: int,
    threads: int,
    minutes: float | None,
    checkpoint: Path | None,
    out: Path | None,
) -> None:
    """Train the learned bots by self-play.

    The defaults make the weights that come with the package.
    """
    if checkpoint is None and out is None:
        raise BadInput("name a file with --out for the weights, or with --checkpoint to continue later")
    for name, path in (("--checkpoint", checkpoint), ("--out", out)):
        if path is not None:
            refuse_unwritable(name, str(path))
            if path.exists() and not path.is_file():
                raise BadInput(f"{name}: {str(path)!a} isn't a regular file: name one")
    score_card = resolve.load_score_card()
    chunk = training.CHUNK
    fifth = games // 5 // chunk * chunk
    plan = training.Plan(bonus, seed, line_games, games, fifth if fine_games is None else fine_games)
    if checkpoint is not None and checkpoint.exists():
        learner = training.load_checkpoint(checkpoint, score_card, plan)
        click.echo(f"Continuing after {learner.chunks_done * chunk:,} games.", err=True)
    else:
        learner = training.new_learner(score_card, plan)

    def progress(chunks: int, mean: float) -> None:
        if chunks % _EVERY < threads or chunks == plan.chunks:
            share = 100 * chunks / plan.chunks
            click.echo(f"{chunks * chunk:>12,} games  {share:5.1f}% of the plan  mean score {mean:.1f}", err=True)

    ends = None if minutes is None else time.monotonic() + 60 * minutes
    training.train(
        score_card, learner, threads, checkpoint, progress, lambda: ends is not None and time.monotonic() >= ends
    )
    games_seen = f"after {learner.chunks_done * chunk:,} games"
    if checkpoint is not None:
        tell_written(checkpoint, f"a checkpoint {games_seen}")
    if out is not None:
        saved = _save(out, learner.weights, lines.line_tables(score_card, bonus).class_count)
        tell_written(saved, f"the weights {games_seen}")


def _save(out: Path, weights: weights_file.Weights, class_count: int) -> Path:
    """Write the weights to their file, or else to a temporary one: they may be the work of days."""
    try:
        weights_file.save_weights(out, weights, class_count)
    except OSError as error:
        elsewhere = Path(mkdtemp(prefix="crossfelt-")) / out.name
        click.echo(f"Can't write {out}: {error.strerror}. Writing {elsewhere} instead.", err=True)
        weights_file.save_weights(elsewhere, weights, class_count)
        return elsewhere
    return out
