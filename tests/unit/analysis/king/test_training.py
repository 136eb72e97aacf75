"""Training: the same bits for the same plan, resumed or not, and weights that survive the file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from crossfelt.analysis.king.lines import line_tables
from crossfelt.analysis.king.training import CHUNK, Learner, Plan, load_checkpoint, new_learner, save_checkpoint, train
from crossfelt.analysis.king.weights_file import load_weights, save_weights, shipped_name, shipped_weights
from crossfelt.errors import BadInput
from crossfelt.kingcross.resolve import load_score_card

CARD = load_score_card()
PLAN = Plan(with_bonus=True, seed=5, line_games=CHUNK, games=2 * CHUNK, fine_games=CHUNK)


def trained(plan: Plan = PLAN, threads: int = 1) -> tuple[Learner, list[float]]:
    learner = new_learner(CARD, plan)
    means: list[float] = []
    train(CARD, learner, threads, None, lambda _chunks, mean: means.append(mean))
    return learner, means


def stops_after_one(learner: Learner) -> Callable[[], bool]:
    done = learner.chunks_done
    return lambda: learner.chunks_done > done


@pytest.fixture(scope="module")
def whole() -> tuple[Learner, list[float]]:
    """The plan in one go."""
    return trained()


def test_it_learns(whole: tuple[Learner, list[float]]) -> None:
    learner, means = whole
    assert learner.chunks_done == PLAN.chunks == len(means) == 3
    # Random placement makes about 183 points; the second and third chunk count achievements too.
    assert means[0] > 400
    assert means[2] > means[1] > 700


def test_a_run_that_is_stopped_and_resumed_ends_with_the_same_bits(
    whole: tuple[Learner, list[float]], tmp_path: Path
) -> None:
    path = tmp_path / "checkpoint.npz"
    save_checkpoint(path, new_learner(CARD, PLAN))
    for done in range(PLAN.chunks):
        learner = load_checkpoint(path, CARD, PLAN)
        assert learner.chunks_done == done
        train(CARD, learner, 1, path, lambda _chunks, _mean: None, stops_after_one(learner))
    final = load_checkpoint(path, CARD, PLAN)
    assert final.chunks_done == PLAN.chunks
    for name in ("weights", "visits", "coherent", "absolute"):
        assert (getattr(final, name) == getattr(whole[0], name)).all(), name


def test_two_threads_learn_as_well() -> None:
    _, means = trained(Plan(False, seed=5, line_games=2 * CHUNK, games=2 * CHUNK, fine_games=0), threads=2)
    assert len(means) == 2
    assert means[0] > 400
    assert means[1] > 600


def test_a_checkpoint_of_another_plan_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.npz"
    save_checkpoint(path, new_learner(CARD, PLAN))
    with pytest.raises(BadInput, match="another plan: seed differ"):
        load_checkpoint(path, CARD, Plan(True, 6, CHUNK, 2 * CHUNK, CHUNK))
    for content in (b"not a checkpoint", b"PK\x03\x04 and no more"):
        path.write_bytes(content)
        with pytest.raises(BadInput, match="is not a checkpoint of king train, or it is damaged"):
            load_checkpoint(path, CARD, PLAN)
    np.savez(path, something=np.zeros(3))
    with pytest.raises(BadInput, match="is not a checkpoint of king train"):
        load_checkpoint(path, CARD, PLAN)


def test_a_checkpoint_is_read_within_a_limit(tmp_path: Path) -> None:
    """Zeros pack to a thousandth: what counts is what a file unpacks to."""
    path = tmp_path / "checkpoint.npz"
    np.savez_compressed(path, weights=np.zeros(2**27, np.int8))
    with pytest.raises(BadInput, match="unpacks to more than a checkpoint of king train can be"):
        load_checkpoint(path, CARD, PLAN)
    with path.open("wb") as file:
        file.truncate(2**30)
    with pytest.raises(BadInput, match="is larger than a checkpoint of king train can be"):
        load_checkpoint(path, CARD, PLAN)


def test_a_checkpoint_of_other_tables_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "checkpoint.npz"
    learner = new_learner(CARD, PLAN)
    learner.weights = learner.weights[:-1]
    save_checkpoint(path, learner)
    with pytest.raises(BadInput, match="other tables of weights"):
        load_checkpoint(path, CARD, PLAN)


@pytest.mark.parametrize("counts", [(1, CHUNK, 0), (-CHUNK, CHUNK, 0), (0, CHUNK, 2 * CHUNK)])
def test_a_plan_counts_in_chunks(counts: tuple[int, int, int]) -> None:
    with pytest.raises(BadInput, match="games"):
        Plan(False, 1, *counts)


@pytest.mark.parametrize("with_bonus", [False, True])
def test_the_shipped_weights_are_there_and_small(with_bonus: bool) -> None:
    weights = shipped_weights(with_bonus, line_tables(CARD, with_bonus).class_count)
    assert np.isfinite(weights).all()
    assert (weights != 0).mean() > 0.01
    folder = Path(__file__).parents[4] / "src/crossfelt/analysis/king/weights"
    assert sum((folder / shipped_name(mode)).stat().st_size for mode in (False, True)) < 20_000_000


def test_weights_survive_the_file(tmp_path: Path, whole: tuple[Learner, list[float]]) -> None:
    classes = line_tables(CARD, bonus=True).class_count
    weights = whole[0].weights
    first, second = tmp_path / "first.npz", tmp_path / "second.npz"
    save_weights(first, weights, classes)
    save_weights(second, weights, classes)
    assert first.read_bytes() == second.read_bytes()
    assert np.abs(load_weights(first, classes) - weights).max() < 0.02
    assert not list(tmp_path.glob("*.part"))


def test_a_file_of_something_else_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "weights.npz"
    path.write_bytes(b"PK junk")
    with pytest.raises(BadInput, match="is not a file of learned weights"):
        load_weights(path, 33)
    np.savez(path, weights=np.zeros(3, np.int16), scales=np.zeros(7))
    with pytest.raises(BadInput, match="train again"):
        load_weights(path, 33)
