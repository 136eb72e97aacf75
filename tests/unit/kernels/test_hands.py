"""The batch kernel for hands, and where compiled code is kept."""

from __future__ import annotations

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from crossfelt.errors import BadInput, CardError
from crossfelt.kernels import compile_cache
from crossfelt.kernels.hands import categories, look_up, strengths, warm_up
from crossfelt.ranking import ranker

PACKAGE = Path(compile_cache.__file__).parent


def random_hands(count: int, seed: int = 20261115) -> NDArray[np.uint8]:
    keys = np.random.default_rng(seed).random((count, 52))
    return np.ascontiguousarray(np.argsort(keys, axis=1)[:, :5].astype(np.uint8))


@pytest.mark.parametrize("ace_low_straight", [True, False])
def test_rows_are_ranked_as_single_hands_are(ace_low_straight: bool) -> None:
    hands = random_hands(20_000)
    hands[:3] = [
        [48, 0, 4, 8, 12],
        [48, 1, 6, 11, 12],
        [51, 47, 43, 39, 35],
    ]  # steel wheel, wheel, royal flush
    chosen = ranker(ace_low_straight)
    expected = [chosen.strength(*hand) for hand in hands.tolist()]
    assert strengths(hands, ace_low_straight).dtype == np.uint16
    assert strengths(hands, ace_low_straight).tolist() == expected
    assert categories(hands, ace_low_straight).dtype == np.uint8
    assert categories(hands, ace_low_straight).tolist() == [chosen.hands[strength] for strength in expected]


def test_any_layout_in_memory_gives_the_same() -> None:
    hands = random_hands(1000)
    expected = strengths(hands).tolist()
    wide = np.zeros((1000, 7), np.uint8)
    wide[:, 1:6] = hands
    frozen = hands.copy()
    frozen.flags.writeable = False
    for same in (wide[:, 1:6], np.asfortranarray(hands), frozen):
        assert strengths(same).tolist() == expected


def test_no_hands_is_an_empty_answer() -> None:
    assert strengths(np.empty((0, 5), np.uint8)).shape == (0,)


def test_threads_share_the_kernel() -> None:
    hands = random_hands(40_000)
    with ThreadPoolExecutor(4) as pool:
        parts = list(pool.map(strengths, np.array_split(hands, 16)))
    assert np.concatenate(parts).tolist() == strengths(hands).tolist()


def test_warm_up_leaves_nothing_to_compile() -> None:
    warm_up()
    before = set(look_up.signatures)
    frozen = random_hands(10)
    frozen.flags.writeable = False
    for hands in (random_hands(10), frozen, np.asfortranarray(random_hands(10)), random_hands(10)[::2]):
        strengths(hands, False)
        categories(hands, False)
    assert set(look_up.signatures) == before


@pytest.mark.parametrize(
    ("cards", "faults"),
    [
        ([[0, 1, 2, 3, 4]], ("cards must be a numpy array, not list",)),
        (np.zeros((2, 5), np.int64), ("cards must be of type uint8, not int64",)),
        (np.zeros((2, 5), np.float64), ("cards must be of type uint8, not float64",)),
        (np.zeros((2, 5), bool), ("cards must be of type uint8, not bool",)),
        (np.zeros((2, 6), np.uint8), ("cards must have the shape (hands, 5), not (2, 6)",)),
        (np.zeros(5, np.uint8), ("cards must have the shape (hands, 5), not (5,)",)),
        (
            np.zeros((1, 2, 5), np.int8),
            ("cards must be of type uint8, not int8", "cards must have the shape (hands, 5), not (1, 2, 5)"),
        ),
    ],
)
def test_what_is_not_an_array_of_hands_is_refused(cards: NDArray[np.uint8], faults: tuple[str, ...]) -> None:
    for function in (strengths, categories):
        with pytest.raises(BadInput) as refusal:
            function(cards)
        assert refusal.value.faults == faults


@pytest.mark.parametrize("number", [52, 255])
def test_a_number_that_is_no_card_is_refused(number: int) -> None:
    hands = random_hands(100)
    hands[70, 3] = number
    with pytest.raises(CardError, match=f"{number} in row 70 is not a card: cards are 0 to 51"):
        strengths(hands)


def test_the_hash_follows_every_source(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("one")
    (tmp_path / "b.py").write_text("two")
    (tmp_path / "notes.txt").write_text("three")
    first = compile_cache.source_hash(tmp_path)
    (tmp_path / "notes.txt").write_text("four")
    assert compile_cache.source_hash(tmp_path) == first
    seen = {first}
    (tmp_path / "b.py").write_text("six")
    seen.add(compile_cache.source_hash(tmp_path))
    (tmp_path / "b.py").rename(tmp_path / "c.py")
    seen.add(compile_cache.source_hash(tmp_path))
    (tmp_path / "a.py").unlink()
    seen.add(compile_cache.source_hash(tmp_path))
    (tmp_path / "room").mkdir()
    (tmp_path / "room" / "a.py").write_text("one")
    seen.add(compile_cache.source_hash(tmp_path))
    (tmp_path / "room" / "a.py").write_text("seven")
    seen.add(compile_cache.source_hash(tmp_path))
    assert len(seen) == 6


@pytest.mark.parametrize(
    ("environment", "parent"),
    [
        ({}, "~/.cache/crossfelt"),
        ({"XDG_CACHE_HOME": "/caches"}, "/caches/crossfelt"),
        ({"XDG_CACHE_HOME": "caches"}, "~/.cache/crossfelt"),
        ({"XDG_CACHE_HOME": "/caches", "NUMBA_CACHE_DIR": "/own"}, "/own"),
        ({"NUMBA_CACHE_DIR": "/own/kernels-1"}, "/own"),
        ({"NUMBA_CACHE_DIR": "/own/kernels-0"}, "/own/kernels-0"),
    ],
)
def test_where_the_folder_lies(environment: dict[str, str], parent: str) -> None:
    assert compile_cache.parent_folder(environment, "kernels-1") == Path(parent)


def test_a_folder_is_made_where_it_can_be(tmp_path: Path) -> None:
    assert compile_cache.usable_folder(tmp_path / "new", "kernels-1") == tmp_path / "new" / "kernels-1"
    assert (tmp_path / "new" / "kernels-1").is_dir()


def test_a_temporary_folder_stands_in_where_nothing_can_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    folder = compile_cache.usable_folder(tmp_path / "file", "kernels-1")
    assert folder.name == "kernels-1"
    assert folder.parent.is_dir()
    assert tmp_path not in folder.parents


def test_numba_uses_the_folder_in_child_processes_too_even_if_it_was_imported_first(tmp_path: Path) -> None:
    show = "from crossfelt.kernels import hands; import numba; print(numba.config.CACHE_DIR)"
    code = f"import numba, subprocess, sys; {show}; subprocess.run([sys.executable, '-c', {show!r}], check=True)"
    environment = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    environment["NUMBA_CACHE_DIR"] = str(tmp_path)
    done = subprocess.run(
        [sys.executable, "-u", "-c", code], env=environment, capture_output=True, text=True, check=True
    )
    expected = str(tmp_path / f"kernels-{compile_cache.source_hash(PACKAGE)}")
    assert done.stdout.split() == [expected, expected]
