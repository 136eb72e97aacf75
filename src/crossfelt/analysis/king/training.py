"""Training: self-play in chunks, with a checkpoint every few minutes and the same weights for the same plan.

Call `train`. A chunk of games draws its dice from the plan's seed and its own number. So a run that is stopped and
resumed ends with the same bits as one that was not, as long as one thread does the work. Two threads write to the same
arrays without locks: the result then depends on which came first, but is as strong.
"""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.king.arrays_file import read_arrays, wrong_file
from crossfelt.analysis.king.encode import sheet_tables
from crossfelt.analysis.king.lines import line_tables
from crossfelt.errors import BadInput, Fault
from crossfelt.faults import FaultCode
from crossfelt.kernels.king.learning import Coherence, learn_lines, learn_together
from crossfelt.kernels.king.position import new_position
from crossfelt.kernels.king.values import LINE_SIZE, LearnedValue, new_scratch, weight_count
from crossfelt.kingcross.scorecard import ScoreCard

CHUNK = 20_000
_EXPLORE = 0.03
_LEAST_STEP = 5e-4
_HOPE = 30.0
"""The initial value of a line: a little too high, so that everything is tried."""
_CHECKPOINT_SECONDS = 180.0
_ROOM_FOR_THE_PLAN = 2**16
"""Bytes of a checkpoint beside its large arrays."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything that the weights depend on."""

    with_bonus: bool
    seed: int = 1
    line_games: int = 3_000_000
    """Games in which each line learns from its own outcome."""
    games: int = 10_000_000
    """Games in which all tables learn together."""
    fine_games: int = 2_000_000
    """Final games of those, played with a smaller step size."""
    step: float = 0.3
    fine_step: float = 0.1
    trace: float = 0.8
    """The weight of the end of a game against the next value."""

    def __post_init__(self) -> None:
        if min(self.line_games, self.games) < 0 or not 0 <= self.fine_games <= self.games:
            message = "must not be negative, and fine games must not exceed games"
            raise BadInput(Fault(FaultCode.NOT_TOGETHER, message, "games"))
        if any(count % CHUNK for count in (self.line_games, self.games, self.fine_games)):
            counts = [self.line_games, self.games, self.fine_games]
            params = {"value": counts, "unit": CHUNK}
            raise BadInput(
                Fault(FaultCode.NOT_A_MULTIPLE, f"must be whole multiples of {CHUNK:,}", "games", params=params)
            )

    @property
    def chunks(self) -> int:
        """Return the number of chunks of the plan."""
        return (self.line_games + self.games) // CHUNK


@dataclass(slots=True)
class Learner:
    """The arrays in training, and the number of chunks so far."""

    plan: Plan
    weights: NDArray[np.float32]
    visits: NDArray[np.int32]
    coherent: NDArray[np.float32]
    absolute: NDArray[np.float32]
    chunks_done: int = 0


def new_learner(score_card: ScoreCard, plan: Plan) -> Learner:
    """Return a learner before its first game."""
    size = weight_count(line_tables(score_card, plan.with_bonus).class_count)
    weights = np.zeros(size, np.float32)
    weights[:LINE_SIZE] = _HOPE
    return Learner(plan, weights, np.zeros(LINE_SIZE, np.int32), np.zeros(size, np.float32), np.zeros(size, np.float32))


def train(
    score_card: ScoreCard,
    learner: Learner,
    threads: int,
    checkpoint: Path | None,
    progress: Callable[[int, float], None],
    is_over: Callable[[], bool] = lambda: False,
) -> None:
    """Run the remaining chunks, or until `is_over` returns true between two of them; `progress` gets the chunks done
    and the mean score of the newest one. Ends with a checkpoint."""
    saved = time.monotonic()
    with ThreadPoolExecutor(threads) as pool:
        while learner.chunks_done < learner.plan.chunks and not is_over():
            numbers = list(_next_chunks(learner, threads))
            means = list(pool.map(lambda number: _run_chunk(score_card, learner, number), numbers))
            learner.chunks_done = numbers[-1] + 1
            progress(learner.chunks_done, means[-1])
            if checkpoint is not None and time.monotonic() - saved > _CHECKPOINT_SECONDS:
                save_checkpoint(checkpoint, learner)
                saved = time.monotonic()
    if checkpoint is not None:
        save_checkpoint(checkpoint, learner)


def _next_chunks(learner: Learner, threads: int) -> Iterator[int]:
    """Return the chunks that run in parallel; those of lines and those of all tables never do."""
    plan, first = learner.plan, learner.chunks_done
    is_line = first * CHUNK < plan.line_games
    for number in range(first, min(first + threads, plan.chunks)):
        if (number * CHUNK < plan.line_games) == is_line:
            yield number


def _run_chunk(score_card: ScoreCard, learner: Learner, number: int) -> float:
    plan = learner.plan
    played = number * CHUNK
    state = np.uint64(int.from_bytes(hashlib.sha256(f"king training {plan.seed} {number}".encode()).digest()[:8]))
    value = LearnedValue(line_tables(score_card, plan.with_bonus), sheet_tables(score_card), learner.weights)
    if played < plan.line_games:
        explore = _EXPLORE * (1 - played / plan.line_games)
        mean = learn_lines(
            CHUNK, state, explore, _LEAST_STEP, value, learner.visits, new_position(), new_scratch()
        )  # fmt: skip
    else:
        is_fine = played >= plan.line_games + plan.games - plan.fine_games
        step = plan.fine_step if is_fine else plan.step
        coherence = Coherence(learner.coherent, learner.absolute)
        mean = learn_together(CHUNK, state, step, plan.trace, value, coherence, new_position(), new_scratch())
    return float(mean)


def save_checkpoint(path: Path, learner: Learner) -> None:
    """Save everything that resuming needs, replacing the file as a whole."""
    partial = path.with_name(path.name + ".part")
    plan: dict[str, Any] = {f"plan_{name}": np.array(value) for name, value in asdict(learner.plan).items()}
    with partial.open("wb") as file:
        np.savez(
            file,
            weights=learner.weights,
            visits=learner.visits,
            coherent=learner.coherent,
            absolute=learner.absolute,
            chunks_done=np.array(learner.chunks_done),
            **plan,
        )
    partial.replace(path)


def load_checkpoint(path: Path, score_card: ScoreCard, plan: Plan) -> Learner:
    """Return the learner of a checkpoint with the same plan; `BadInput` says what else the file is."""
    learner = new_learner(score_card, plan)
    arrays = {"weights": learner.weights, "visits": learner.visits}
    arrays |= {"coherent": learner.coherent, "absolute": learner.absolute}
    most_bytes = sum(array.nbytes for array in arrays.values()) + _ROOM_FOR_THE_PLAN
    stored = read_arrays(path, "a checkpoint of king train", most_bytes)
    try:
        made_under = {name: stored[f"plan_{name}"].item() for name in asdict(plan)}
        learner.chunks_done = int(stored["chunks_done"].item())
        unlike = [name for name, array in arrays.items() if not _is_alike(stored[name], array)]
    except (KeyError, TypeError, ValueError):
        raise wrong_file(path, "is not a checkpoint of king train") from None
    different = [name for name, value in asdict(plan).items() if made_under[name] != value]
    if different:
        raise wrong_file(path, f"was made with another plan: {', '.join(different)} differ")
    if unlike or not 0 <= learner.chunks_done <= plan.chunks:
        raise wrong_file(path, "was made for other tables of weights; start training again")
    for name, array in arrays.items():
        array[:] = stored[name]
    return learner


def _is_alike(stored: NDArray[Any], expected: NDArray[Any]) -> bool:
    return stored.dtype == expected.dtype and stored.shape == expected.shape
