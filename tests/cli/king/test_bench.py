"""`king bench` and `king train`: figures that can be repeated, and weights that can be made."""

from __future__ import annotations

import os
import re
from errno import ENOSPC
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev

import numpy as np
import pytest

from crossfelt.analysis.king.weights_file import Weights, load_weights, save_weights
from tests.support.cli.program import run


@pytest.mark.parametrize("policy", ["random", "greedy", "expert"])
def test_the_document_of_the_contract(policy: str) -> None:
    document = run("king", "bench", "--policy", policy, "--games", "6", "--seed", "9", "--json").document
    assert (document["policy"], document["games"]) == (policy, 6)
    assert len(document["scores"]) == 6
    assert document["mean"] == pytest.approx(fmean(document["scores"]))
    assert document["standard_error"] == pytest.approx(stdev(document["scores"]) / sqrt(6))
    assert document["seconds_per_game"] > 0
    without_luck = [score - luck for score, luck in zip(document["scores"], document["luck"], strict=True)]
    assert document["without_luck"]["mean"] == pytest.approx(fmean(without_luck))
    assert document["without_luck"]["standard_error"] == pytest.approx(stdev(without_luck) / sqrt(6))
    again = run("king", "bench", "--policy", policy, "--games", "3", "--seed", "9", "--json").document
    assert again["scores"] == document["scores"][:3]


def test_the_champion_repeats_itself_by_playouts_and_plays_for_bonus_points() -> None:
    arguments = ("king", "bench", "--policy", "champion", "--games", "2", "--playouts", "60", "--bonus", "--json")
    first = run(*arguments).document
    assert first["bonus"] is True
    assert run(*arguments, "--workers", "2").document["scores"] == first["scores"]


def test_the_mean_without_luck_comes_first() -> None:
    lines = run("king", "bench", "--policy", "expert", "--games", "4").body.splitlines()
    assert lines[1].startswith("  mean score without the luck of the dice: ")
    assert lines[2].startswith("  mean score: ")


def test_a_time_for_each_placement() -> None:
    out = run("king", "bench", "--policy", "champion", "--games", "1", "--move-ms", "2").out
    assert "champion, 1 game, seed 1, without bonus points" in out
    assert "standard error" not in out and "lowest" not in out, "one game has neither"
    assert re.search(r"time per placement: [\d.]+ ms", out)


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--policy", "nobody"), "'nobody' is not one of 'random', 'greedy'"),
        (("--policy", "random", "--games", "0"), "--games: must be a whole number from 1 to 1,000,000,000, not 0"),
        (("--policy", "random", "--seed", "-1"), "--seed: must be a whole number from 0 to"),
        (("--policy", "expert", "--playouts", "5"), "--move-ms and --playouts need --policy champion"),
        (("--policy", "champion", "--playouts", "5", "--move-ms", "5"), "give only one of them"),
        (("--policy", "champion", "--playouts", "0"), "--playouts: must be a whole number from 1 to"),
        (
            ("--policy", "champion", "--move-ms", "nan"),
            "--move-ms: must be a number more than 0 and at most 600,000, not 'nan'",
        ),
        (("--policy", "expert", "--option", "wild_may_be_king=true"), "wild_may_be_king"),
    ],
)
def test_what_cannot_be_measured_is_refused(arguments: tuple[str, ...], reason: str) -> None:
    assert reason in run("king", "bench", *arguments, "--json").refusal


def test_training_stops_and_goes_on(tmp_path: Path) -> None:
    checkpoint, out = tmp_path / "checkpoint.npz", tmp_path / "weights.npz"
    plan = ("--line-games", "20000", "--games", "20000", "--fine-games", "0", "--checkpoint", str(checkpoint))
    stopped = run("king", "train", *plan, "--minutes", "1e-12")
    assert not out.exists()
    assert (stopped.status, stopped.out) == (0, "")
    assert re.fullmatch(rf"Wrote {re.escape(str(checkpoint))}, [\d.]+ MB: a checkpoint after 0 games\.\n", stopped.err)
    done = run("king", "train", *plan, "--out", str(out))
    assert "Continuing after 0 games." in done.err
    assert re.search(rf"Wrote {re.escape(str(out))}, [\d.]+ [kM]B: the weights after 40,000 games\.\n", done.err)
    assert np.isfinite(load_weights(out, 33)).all()
    assert "another plan" in run("king", "train", *plan, "--seed", "2").refusal


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((), "name a file with --out"),
        (
            ("--out", "no/such/folder/weights.npz"),
            "is not a file in an existing directory",
        ),
        (("--games", "5", "--out", "weights.npz"), "games: must be whole multiples of 20,000"),
        (("--games", "0", "--out", "weights.npz"), "--games: must be a whole number from 1 to"),
        (("--minutes", "0", "--out", "weights.npz"), "--minutes: must be a number, more than 0, not 0"),
        (("--minutes", "nan", "--out", "weights.npz"), "--minutes: must be a number, more than 0, not 'nan'"),
    ],
)
def test_what_cannot_be_trained_is_refused(arguments: tuple[str, ...], reason: str) -> None:
    assert reason in run("king", "train", *arguments).refusal


def test_weights_that_cannot_be_written_are_written_elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def save(path: Path, weights: Weights, classes: int) -> None:
        if path.parent == tmp_path:
            raise OSError(ENOSPC, "No space left on device")
        save_weights(path, weights, classes)

    monkeypatch.setattr("crossfelt.analysis.king.weights_file.save_weights", save)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    plan = ("--line-games", "0", "--games", "20000", "--fine-games", "0")
    ran = run("king", "train", *plan, "--out", str(tmp_path / "weights.npz"))
    assert ran.status == 0, ran.err
    assert "weights.npz: No space left on device. Writing" in ran.err
    (elsewhere,) = tmp_path.glob("crossfelt-*/weights.npz")
    assert f"Wrote {elsewhere}, " in ran.err


def test_weights_do_not_take_the_place_of_a_pipe(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    for option in ("--out", "--checkpoint"):
        assert "isn't a regular file: name one" in run("king", "train", option, str(tmp_path / "pipe")).refusal
    assert not (tmp_path / "pipe").is_file()
