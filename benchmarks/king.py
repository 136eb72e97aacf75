"""King Cross sheets: scoring and random games against C, and the best sheet in hindsight.

Score: ours is `kernels.king.sheets.score_sheets` on sheets of random games, the points of the twelve hands. Game: ours
is `kernels.king.sheets.random_games`, 24 placements by the duplicate rule and the wild rule. C is `reference/king.c`
with the same tables and the same generator, compiled by gcc -O3 -march=native in the same run; both must give the same
sheets and the same points.

Hindsight: `analysis.king.hindsight.best_sheet` with its own number of steps on the cards of random games, processor
time for one deal. The note of a full run gives the mean total and the mean of what no sheet can exceed, each with its
standard error; the few deals of a short run only time it.
"""

from __future__ import annotations

import ctypes
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import Result, best_seconds
from benchmarks.machine import find_compiler
from crossfelt.analysis.king.encode import engine_card, sheet_tables, squares_seen
from crossfelt.analysis.king.hindsight import best_sheet
from crossfelt.kernels.king.sheets import SheetTables, random_games, score_sheets
from crossfelt.kingcross.resolve import load_score_card

PACKAGES = ("numpy", "numba")
"""The packages that the figures depend on."""

SEED = 20261115
FULL_DEALS = {False: 1_000, True: 400}
"""The deals of a full run, without and with bonus points: enough for a mean within one part in a hundred."""
SHORT_DEALS = 20
NO_COMPILER = "no compiler on this machine"
Sheets = NDArray[np.uint8]
Points = NDArray[np.int64]


@dataclass(frozen=True, slots=True)
class Contestant:
    """A contestant that plays games and scores sheets."""

    play: Callable[[Sheets], object]
    score: Callable[[Sheets, Points], object]


def run(full: bool) -> list[Result]:
    """Play more games, rounds and deals when full; the rows are the same."""
    return [*_against_c(full), *_hindsight(full)]


def _against_c(full: bool) -> list[Result]:
    count, rounds = (200_000, 40) if full else (50_000, 15)
    tables = sheet_tables(load_score_card())
    seen = squares_seen()
    ours = Contestant(
        lambda sheets: random_games(np.uint64(SEED), seen, sheets),
        lambda sheets, points: score_sheets(sheets, tables, points),
    )
    with _reference(tables, seen) as theirs:
        contestants = {"crossfelt": ours} | ({"C": theirs} if theirs else {})
        sheets = {name: np.empty((count, 25), np.uint8) for name in contestants}
        points = {name: np.empty(count, np.int64) for name in contestants}
        loops: dict[str, dict[str, Callable[[], object]]] = {"random game": {}, "score a sheet": {}, "both": {}}
        for name, contestant in contestants.items():
            play = partial(contestant.play, sheets[name])
            score = partial(contestant.score, sheets[name], points[name])
            loops["random game"][name] = play
            loops["score a sheet"][name] = score
            loops["both"][name] = partial(_one_after_the_other, play, score)
        best = {what: best_seconds(group, rounds) for what, group in loops.items()}
        for name in contestants:
            if not np.array_equal(sheets[name], sheets["crossfelt"]):
                raise SystemExit("the C reference plays other games than the kernel")
            if not np.array_equal(points[name], points["crossfelt"]):
                raise SystemExit("the C reference and the kernel score differently")
    return [
        Result(
            what=what,
            unit="ns",
            ours=seconds["crossfelt"] / count * 1e9,
            peer="C",
            theirs=seconds["C"] / count * 1e9 if "C" in seconds else None,
            most_ratio=2,
            note="" if theirs else NO_COMPILER,
        )
        for what, seconds in best.items()
    ]


def _one_after_the_other(first: Callable[[], object], second: Callable[[], object]) -> None:
    first()
    second()


@contextmanager
def _reference(tables: SheetTables, seen: NDArray[np.uint32]) -> Iterator[Contestant | None]:
    """Return the C functions, compiled for this run."""
    compiler = find_compiler()
    if compiler is None:
        yield None
        return
    source = Path(__file__).parent / "reference" / "king.c"
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "king.so")
        options = ["-O3", "-march=native", "-shared", "-fPIC"]
        subprocess.run([compiler, *options, str(source), "-o", str(path)], check=True)
        library = ctypes.CDLL(str(path))
        pointer = ctypes.c_void_p
        library.score.argtypes = [pointer, ctypes.c_size_t, *[pointer] * 5]
        library.score.restype = None
        library.play.argtypes = [ctypes.c_uint64, pointer, pointer, ctypes.c_size_t]
        library.play.restype = ctypes.c_uint64
        arrays = (tables.keys, tables.offsets, tables.hands, tables.points)

        def play(sheets: Sheets) -> object:
            return library.play(SEED, seen.ctypes.data, sheets.ctypes.data, len(sheets))

        def score(sheets: Sheets, points: Points) -> object:
            addresses = [array.ctypes.data for array in arrays]
            return library.score(sheets.ctypes.data, len(sheets), *addresses, points.ctypes.data)

        yield Contestant(play, score)


def _hindsight(full: bool) -> list[Result]:
    score_card = load_score_card()
    # The cards of random games always have a legal sheet; random rolls may not, without wild changes.
    sheets = np.empty((max(FULL_DEALS.values()), 25), np.uint8)
    random_games(np.uint64(SEED), squares_seen(), sheets)
    hands = [[engine_card(number) for number in sheet if number < 48] for sheet in sheets.tolist()]
    best_sheet(score_card, False, hands[0], seed=SEED)
    results = []
    for bonus, full_deals in FULL_DEALS.items():
        deals = full_deals if full else SHORT_DEALS
        start = time.process_time()
        items = [best_sheet(score_card, bonus, cards, seed=SEED) for cards in hands[:deals]]
        seconds = (time.process_time() - start) / deals
        totals, bounds = [answer.total for answer in items], [answer.bound for answer in items]
        results.append(
            Result(
                what="hindsight, bonus mode" if bonus else "hindsight",
                unit="s",
                ours=seconds,
                peer="-",
                theirs=None,
                most=3,
                note=f"mean {_mean(totals)}, bound {_mean(bounds)}, over {deals:,} deals" if full else "",
            )
        )
    return results


def _mean(figures: Sequence[int]) -> str:
    """Return the mean with its standard error."""
    return f"{np.mean(figures):,.0f} ± {np.std(figures, ddof=1) / np.sqrt(len(figures)):.0f}"
