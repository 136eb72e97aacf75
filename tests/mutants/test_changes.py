"""The mutants themselves: every value of the data has one, each changes one thing, and what is written can be read."""

from __future__ import annotations

import tomllib
from itertools import pairwise
from pathlib import Path

import pytest

from tests.support.mutants.changes import FILES, PROSE, mutants, numbers_of, read, walk, where, written


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_that_is_written_again_says_the_same(file: Path) -> None:
    assert tomllib.loads(written(read(file))) == read(file)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_mutant_is_a_change_of_its_own(file: Path) -> None:
    original, names = written(read(file)), set()
    texts = set()
    for mutant in mutants([file]):
        names.add(mutant.name)
        texts.add(mutant.written())
    assert original not in texts
    assert len(texts) == len(names) == sum(1 for _ in mutants([file]))
    assert tomllib.loads(file.read_text(encoding="utf-8")) == read(file), "a mutant leaves the data alone"


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_every_number_flag_and_name_has_a_mutant(file: Path) -> None:
    changed = {mutant.where for mutant in mutants([file])}
    for keys, value in walk(read(file)):
        if isinstance(value, dict | list):
            continue
        is_prose = any(key in PROSE for key in keys)
        if not is_prose or numbers_of(str(value)):
            assert where(keys) in changed, where(keys)


def test_every_list_has_a_mutant_for_each_pair_of_different_neighbors() -> None:
    for file in FILES:
        swaps = [mutant.where for mutant in mutants([file]) if mutant.change.endswith("change places")]
        for keys, value in walk(read(file)):
            if isinstance(value, list):
                pairs = sum(one != other for one, other in pairwise(value))
                assert swaps.count(where(keys)) == pairs, where(keys)


def test_examples() -> None:
    names = {mutant.name for mutant in mutants()}
    assert {
        "maryland-1: pay_tables.main.royal_flush: 500 -> 501",
        "maryland-1: pay_tables.main.royal_flush: key royal_flush -> high_card",
        'maryland-1: pay_tables.main.clause: "12.A" -> "12.B"',
        "maryland-1: spots.ante_across.required: true -> false",
        "massachusetts-1: stages: 1 and 2 change places",
        'massachusetts-1: choices.dealing_method.default: "manual_shoe" -> "hand"',
        "cardroom-1: aggregate_limit.amount_cents: 300000 -> 300001",
        "king-cross-1: achievements: straight_shooter and jackpot change places",
        "maryland: bonus_spin.wheels.c.symbols: 8 and 9 change places",
    } <= names
    assert len(names) > 4_000
