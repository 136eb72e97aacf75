"""`crossfelt king review`: a recorded match judged; figures that have to add up, seats, refusals."""

from __future__ import annotations

import json
import re
from itertools import chain
from pathlib import Path
from typing import Any

import pytest

from crossfelt.kingcross.sheet import SQUARE_NAMES
from crossfelt.record import export_record
from tests.support.cli.program import run
from tests.support.matches import played

OPTION = ("--option", "anarchy_scope=neighbours")
"""The option the match was played with."""


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """A match of two, one of whom was abandoned halfway."""
    path = tmp_path / "match.json"
    path.write_text(json.dumps(export_record(played("communal", (1, 2)))))
    return path


def solo() -> Any:
    return export_record(played("solo", (4,)))


def test_each_placement_is_judged_and_the_figures_add_up(record: Path) -> None:
    result = run("king", "review", str(record), "--json", "--seconds", "0.01").document
    match = played("communal", (1, 2)).state
    assert match.finished is not None
    assert [seat["seat"] for seat in result["seats"]] == [1, 2]
    for seat, state, score in zip(result["seats"], match.seats, match.finished.scores, strict=True):
        moves = seat["moves"]
        assert [move["number"] for move in moves] == list(range(1, 25))
        assert seat["total"] == score.total
        assert all(move["loss"] >= 0 for move in moves)
        assert seat["points_lost"] == pytest.approx(sum(move["loss"] for move in moves))
        assert seat["luck"] == pytest.approx(sum(move["luck"] for move in moves))
        # Each placement starts from what the one before was expected to bring.
        assert seat["start"] + seat["luck"] - seat["points_lost"] == pytest.approx(score.total, abs=0.01)
        placed = {move["square"]: move["card"] for move in moves}
        grid = dict(zip(SQUARE_NAMES, chain(*state.sheet.grid()), strict=True))
        assert {**placed, "c3": "K"} == grid
        for move in moves:
            if (move["square"], move["card"]) == (move["best_square"], move["best_card"]):
                assert move["loss"] == 0
            assert sum(reason["points"] for reason in move["reasons"]) == pytest.approx(-move["loss"], abs=1e-6)
        best = seat["best"]
        assert score.total <= best["total"] <= best["bound"]
        assert best["proven"] == (best["total"] == best["bound"])
        scored = run("king", "score", "-", "--json", *OPTION, given=json.dumps({"grid": best["grid"], "bonus": True}))
        assert scored.document["total"] == best["total"]
    by_table = [move["decided_by"] for move in result["seats"][1]["moves"]]
    assert by_table == ["player"] * 12 + ["table"] * 12


def test_the_answer_for_people(record: Path) -> None:
    ran = run("king", "review", str(record), "--seconds", "0.01")
    assert (ran.status, ran.err) == (0, "")
    assert max(map(len, ran.body.splitlines())) <= 80
    assert len(re.findall(r"^ +\d+ +\S+ +[a-e][1-5] ", ran.out, re.MULTILINE)) == 48
    assert ran.out.count(" (table) ") == 12
    assert ran.out.count("Costliest placements:") == 2
    wide = run("king", "review", str(record), "--no-best", columns=300).out
    dearest = re.findall(r"Roll (\d+), \S+ on [^,]* instead of [^,]*, (-[\d.]+): (.*)", wide)
    assert len(dearest) == 10
    for number, loss, because in dearest:
        assert re.search(rf"^ +{number} .* {loss} ", wide, re.MULTILINE)
        total = sum(float(points) for points in re.findall(r"[a-z0-9)] ([+-]\d+\.\d)(?:,|$)", because.rstrip()))
        assert total == pytest.approx(float(loss), abs=0.01)
    assert ran.out.count("Best sheet for these 24 cards in hindsight: ") == 2
    assert "Seat 2 ──" in ran.out
    one = run("king", "review", str(record), "--seat", "2", "--no-best")
    assert "Seat 2 ──" in one.out
    assert "Seat 1 ──" not in one.out
    assert "in hindsight" not in one.out


def test_a_record_from_stdin() -> None:
    ran = run("king", "review", "-", "--no-best", "--json", given=json.dumps(solo()))
    assert [seat["best"] for seat in ran.document["seats"]] == [None]
    assert "Seat" not in run("king", "review", "-", "--no-best", given=json.dumps(solo())).out


def unfinished() -> Any:
    return {**solo(), "steps": solo()["steps"][:-1]}


@pytest.mark.parametrize(
    ("data", "arguments", "reason"),
    [
        (unfinished(), (), "the match isn't over, so there is nothing to review yet"),
        (solo(), ("--seat", "1"), "--seat: seat 1 is not in this match, which has 4"),
        (
            solo(),
            ("--seconds", "1", "--no-best"),
            "--seconds and --no-best: give only one of them",
        ),
        (solo(), ("--seconds", "0"), "--seconds: must be a number more than 0"),
        ({"format": "crossfelt-round"}, (), "not a record"),
        ([], (), "not a record"),
        ({**solo(), "rules_hash": "0"}, (), "have the hash"),
        ({**solo(), "steps": solo()["steps"][1:]}, (), "step 1: the rules refuse the recorded action"),
    ],
)
def test_refusals(data: object, arguments: tuple[str, ...], reason: str) -> None:
    assert reason in run("king", "review", "-", *arguments, given=json.dumps(data)).refusal
