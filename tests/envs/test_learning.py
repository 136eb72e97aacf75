"""The example that learns: after a few seconds it plays better than greedy, and the same on every run."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import pytest

EXAMPLE = Path(__file__).resolve().parents[2] / "src" / "crossfelt" / "examples" / "learn_king.py"


def load_example() -> Any:
    spec = importlib.util.spec_from_file_location("learn_king", EXAMPLE)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_it_beats_greedy_and_comes_out_the_same_every_time(capsys: pytest.CaptureFixture[str]) -> None:
    example = load_example()
    example.main(4, 100)
    first = capsys.readouterr().out
    lead = float(first.split("ahead of greedy by ")[1].split(" points")[0])
    error = float(first.split("standard error ")[1])
    assert lead > 100 and lead > 4 * error, first
    example.main(4, 100)
    assert capsys.readouterr().out == first


def test_before_it_has_learned_it_does_not() -> None:
    example = load_example()
    env = example.KingCrossVector(100)
    untaught = example.play_games(env, example.Learner(), seed=1)
    greedy = example.play_games(env, example.baseline(env, "greedy"), seed=1)
    assert untaught.mean() < greedy.mean()
