"""Five-card ranking: one hand at a time against the Python evaluators, arrays of hands against C.

One hand: the same random hands for all, cards already in each library's own form, one call a hand. Calls: ours
`Ranker.strength(a, b, c, d, e)`, treys `evaluate(hand, [])`, eval7 `evaluate(cards)`, phevaluator
`evaluate_cards(*ints)`, pokerkit `StandardHighHand(cards)`. All must put the hands in the same order.

Arrays: ours `kernels.hands.strengths(cards)` with its checks; C is `reference/hands.c` with the same tables and no
checks, compiled by gcc -O3 -march=native in the same run. Both fill a new array, and the arrays must be equal.

Figures are for one hand, with warm caches: each contestant runs once uncounted just before it is timed.
"""

from __future__ import annotations

import ctypes
import random
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from itertools import chain, combinations, pairwise
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from benchmarks.harness import Result, best_seconds
from benchmarks.machine import find_compiler, package_version
from crossfelt import ranking
from crossfelt.cards import DECK, card_name
from crossfelt.kernels.hands import strengths

PACKAGES = ("numpy", "numba", "treys", "eval7", "phevaluator", "pokerkit")
"""The packages that the figures depend on."""

HandOfCards = tuple[int, int, int, int, int]
Loop = Callable[[], object]
"""Evaluates every hand once and discards the results."""
Contest = tuple[Loop, list[int]]
"""A loop, and its result for each hand as a number that is higher for a better hand."""
Batch = Callable[[NDArray[np.uint8]], NDArray[np.uint16]]


def run(full: bool) -> list[Result]:
    """Rank more hands in more rounds when full; the rows are the same."""
    return [*_single_hands(full), *_batches(full)]


def _single_hands(full: bool) -> list[Result]:
    count, rounds = (100_000, 9) if full else (20_000, 5)
    source = random.Random(20261115)
    hands = [_five(source.sample(DECK, 5)) for _ in range(count)]
    loop, expected = _ours(hands)
    contests = {"crossfelt": loop}
    for name, contest in PEERS.items():
        if package_version(name):
            contests[name], result = contest(hands)
            _must_agree(name, expected, result)
    best = best_seconds(contests, rounds)
    return [
        Result(
            what="one hand",
            unit="ns",
            ours=best["crossfelt"] / count * 1e9,
            peer=name,
            theirs=best[name] / count * 1e9 if name in best else None,
            most_ratio=0.5 if name == "treys" else None,
            note="" if name in best else "not installed",
        )
        for name in PEERS
    ]


def _batches(full: bool) -> list[Result]:
    rounds = 40 if full else 12
    every = np.fromiter(chain.from_iterable(combinations(range(52), 5)), np.uint8, 2_598_960 * 5).reshape(-1, 5)
    generator = np.random.default_rng(20261115)
    # Shuffled hands with shuffled cards: neither the branch predictor nor the cache can learn the order.
    shuffled = generator.permuted(generator.permutation(every)[:1_000_000], axis=1)
    results = []
    with _reference() as reference:
        for what, cards in (
            ("random order", shuffled),
            ("all 2,598,960", every),
        ):
            contests: dict[str, Loop] = {"crossfelt": _batch_loop(strengths, cards)}
            if reference is not None:
                if not np.array_equal(strengths(cards), reference(cards)):
                    raise SystemExit(f"the C reference and the kernel differ on {what}")
                contests["C"] = _batch_loop(reference, cards)
            best = best_seconds(contests, rounds)
            results.append(
                Result(
                    what=f"array, {what}",
                    unit="ns",
                    ours=best["crossfelt"] / len(cards) * 1e9,
                    peer="C",
                    theirs=best["C"] / len(cards) * 1e9 if "C" in best else None,
                    most_ratio=3,
                    note="" if reference else "no compiler on this machine",
                )
            )
    return results


@contextmanager
def _reference() -> Iterator[Batch | None]:
    """Return the C function, compiled for this run."""
    compiler = find_compiler()
    if compiler is None:
        yield None
        return
    source = Path(__file__).parent / "reference" / "hands.c"
    tables = ranking.tables()
    keys = np.array(tables.card_keys, np.uint32)
    by_key_sum = np.array(tables.by_key_sum, np.uint16)
    by_rank_mask = np.array(tables.by_rank_mask, np.uint16)
    with tempfile.TemporaryDirectory() as folder:
        library = Path(folder, "hands.so")
        options = ["-O3", "-march=native", "-shared", "-fPIC"]
        subprocess.run([compiler, *options, str(source), "-o", str(library)], check=True)
        function = ctypes.CDLL(str(library)).look_up
        pointer = ctypes.c_void_p
        function.argtypes = [pointer, ctypes.c_size_t, pointer, pointer, pointer, pointer]
        function.restype = None

        def reference(cards: NDArray[np.uint8]) -> NDArray[np.uint16]:
            result = np.empty(len(cards), np.uint16)
            arrays = (keys, by_key_sum, by_rank_mask, result)
            function(cards.ctypes.data, len(cards), *(array.ctypes.data for array in arrays))
            return result

        yield reference


def _batch_loop(batch: Batch, cards: NDArray[np.uint8]) -> Loop:
    return lambda: batch(cards)


def _ours(hands: list[HandOfCards]) -> Contest:
    strength = ranking.ranker().strength

    def loop() -> None:
        for a, b, c, d, e in hands:
            strength(a, b, c, d, e)

    return loop, [strength(*hand) for hand in hands]


def _treys(hands: list[HandOfCards]) -> Contest:
    treys = import_module("treys")
    cards = [treys.Card.new(card_name(card)) for card in DECK]
    theirs = [[cards[card] for card in hand] for hand in hands]
    evaluate = treys.Evaluator().evaluate

    def loop() -> None:
        for hand in theirs:
            evaluate(hand, [])

    return loop, [-evaluate(hand, []) for hand in theirs]


def _eval7(hands: list[HandOfCards]) -> Contest:
    eval7 = import_module("eval7")
    cards = [eval7.Card(card_name(card)) for card in DECK]
    theirs = [[cards[card] for card in hand] for hand in hands]
    evaluate = eval7.evaluate

    def loop() -> None:
        for hand in theirs:
            evaluate(hand)

    return loop, [evaluate(hand) for hand in theirs]


def _phevaluator(hands: list[HandOfCards]) -> Contest:
    module = import_module("phevaluator")
    cards = [module.Card(card_name(card)).id_ for card in DECK]
    theirs = [tuple(cards[card] for card in hand) for hand in hands]
    evaluate = module.evaluate_cards

    def loop() -> None:
        for a, b, c, d, e in theirs:
            evaluate(a, b, c, d, e)

    return loop, [-evaluate(*hand) for hand in theirs]


def _pokerkit(hands: list[HandOfCards]) -> Contest:
    pokerkit = import_module("pokerkit")
    cards = [next(pokerkit.Card.parse(card_name(card))) for card in DECK]
    theirs = [tuple(cards[card] for card in hand) for hand in hands]
    evaluate = pokerkit.StandardHighHand

    def loop() -> None:
        for hand in theirs:
            evaluate(hand)

    return loop, [evaluate(hand).entry.index for hand in theirs]


PEERS: dict[str, Callable[[list[HandOfCards]], Contest]] = {
    "treys": _treys,
    "eval7": _eval7,
    "phevaluator": _phevaluator,
    "pokerkit": _pokerkit,
}


def _five(cards: list[int]) -> HandOfCards:
    a, b, c, d, e = cards
    return a, b, c, d, e


def _must_agree(name: str, ours: list[int], theirs: list[int]) -> None:
    """Refuse evaluators that put the hands in another order."""
    pairs = sorted(set(zip(ours, theirs, strict=True)))
    for (one, its), (other, others) in pairwise(pairs):
        if one == other or its >= others:
            raise SystemExit(f"{name} orders the hands differently from ours")
