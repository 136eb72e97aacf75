"""The mean on its way: the same points however a run was cut up, few of them, and the figures of the run at its end."""

from __future__ import annotations

from itertools import pairwise

import pytest

from crossfelt.simulation.history import History, has_point, is_look, running
from crossfelt.simulation.results import Counts, figures
from crossfelt.simulation.run import BLOCK_ROUNDS, FIRST_BLOCK_ROUNDS, blocks, prepare, run
from tests.support.simulation.plans import SEED, a_plan


@pytest.mark.parametrize("start", [1, 4_095, 4_096, 5_000, 262_143, 262_144, 700_001])
def test_blocks_end_at_the_same_rounds_wherever_a_run_begins(start: int) -> None:
    rounds = 5 * BLOCK_ROUNDS + 17
    ends = {stop for _, stop in blocks(0, rounds)}
    items = list(blocks(start, rounds))
    assert {stop for _, stop in items} == {end for end in ends if end > start}
    assert [stop for _, stop in items[:-1]] == [begin for begin, _ in items[1:]], "none is left out"
    assert (items[0][0], items[-1][1]) == (start, rounds)


def test_a_run_shorter_than_a_block_is_one_block() -> None:
    assert list(blocks(0, 9)) == [(0, 9)]
    assert list(blocks(9, 9)) == []


def test_a_history_is_the_same_however_often_the_run_was_interrupted() -> None:
    prepared = prepare(a_plan("maryland", "always-1x", rounds=3 * BLOCK_ROUNDS + 5))
    history, parts = History(), History()

    def whole(counts: Counts) -> bool:
        nonlocal history
        history = history.after(counts)
        return True

    def in_parts(counts: Counts) -> bool:
        nonlocal parts
        parts = parts.after(counts)
        return counts.rounds % 3 != 0 and counts.rounds < 2 * BLOCK_ROUNDS

    counts = run(prepared, watch=whole)
    done = None
    while done is None or done.rounds < counts.rounds:
        done = run(prepared, workers=2, done=done, watch=in_parts)
    assert parts == history, f"seed {SEED}"
    assert [point[0] for point in history.points] == [
        *(FIRST_BLOCK_ROUNDS << octave for octave in range(6)),
        *(BLOCK_ROUNDS * number for number in (1, 2, 3)),
    ]
    assert [point.rounds for point in history.running(counts, prepared.unit)][-2:] == [3 * BLOCK_ROUNDS, counts.rounds]


@pytest.mark.parametrize("ante_cents", [None, 2_500])
def test_the_last_point_is_what_the_run_comes_to(ante_cents: int | None) -> None:
    prepared = prepare(a_plan("maryland", "optimal", "never-fold", rounds=50_000, ante_cents=ante_cents))
    counts = run(prepared)
    result, now = figures(counts, prepared.nets, prepared.unit), running(counts, prepared.unit)
    assert now.mean == pytest.approx(float(result.mean), rel=1e-12)
    assert now.standard_error == pytest.approx(result.standard_error, rel=1e-12)


def test_a_long_run_has_few_points() -> None:
    points = [number for number in range(1, 1 << 18) if has_point(number * BLOCK_ROUNDS)]
    assert len(points) < 16 * 18
    assert all(later / earlier < 1.13 for earlier, later in pairwise(points[32:])), "no gaps"
    assert not has_point(BLOCK_ROUNDS + 1) and not is_look(BLOCK_ROUNDS + 1)
    assert not has_point(64), "no block ends there, unless a run does"
