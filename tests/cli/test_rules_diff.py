"""`crossfelt rules diff`: what differs, with clauses, and the edge of every wager under both books."""

from __future__ import annotations

from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from crossfelt.crisscross.submission import new_submission
from tests.support.cli.program import run


def edges(document: dict[str, Any]) -> dict[str, Any]:
    return {row["wager"]: (fraction(row["a"]), fraction(row["b"])) for row in document["edges"]}


def fraction(share: dict[str, Any] | None) -> Fraction | None:
    return None if share is None else Fraction(share["numerator"], share["denominator"])


def mean(wheel: list[tuple[int, int]]) -> Fraction:
    return Fraction(sum(pay * weight for pay, weight in wheel), sum(weight for _, weight in wheel))


@pytest.fixture
def example(tmp_path: Path) -> str:
    path = tmp_path / "house.toml"
    path.write_text(new_submission("maryland"))
    return str(path)


def test_maryland_and_the_cardroom() -> None:
    document = run("rules", "diff", "maryland", "cardroom", "--json").document
    assert (document["a"]["rules"], document["b"]["rules"], document["same"]) == ("maryland", "cardroom", False)
    assert {
        "topic": "Pays: Bets",
        "name": "full house",
        "a": {"says": "12 to 1", "clause": "12.A"},
        "b": {"says": "10 to 1", "clause": "Pay Tables/Criss Cross Paytable"},
    } in document["differences"]
    result = edges(document)
    solved = [run("solve", "--rules", rules, "--json").document for rules in ("maryland", "cardroom")]
    assert result["main game"] == tuple(-Fraction(one["ev"]["numerator"], 2 * one["deals"]) for one in solved)
    assert result["five card bonus"] == tuple(
        Fraction(one["bonus"]["five_card_bonus"]["numerator"], one["bonus"]["five_card_bonus"]["denominator"])
        for one in solved
    )
    assert result["six card bonus"][0] is None
    assert set(result) == {
        *("main game", "ante across", "ante down", "across", "down", "middle", "five card bonus", "six card bonus"),
    }
    row = document["edges"][0]
    assert fraction(row["change"]) == result["main game"][1] - result["main game"][0]


def test_the_progressive_edge_is_counted_by_hand(example: str) -> None:
    result = edges(run("rules", "diff", "maryland", example, "--json").document)
    spun = [(1000, 1), (500, 2), (250, 4), (120, 6), (60, 8), (50, 8), (30, 10), (20, 12), (18, 16), (13, 20), (12, 24)]
    two_amounts = [(500, 1), (200, 2), (25, 6)]
    assert result["bonus spin of $5"] == (None, 1 - mean([*spun, (10, 30), *two_amounts]) / 17 / 5)
    assert result["bonus spin of $1"] == (None, 1)
    event = Fraction(10_200 + 5_108 + 3_744 + 624 + 40, 2_598_960)  # a straight or better on the cross
    hot_spot = mean([(1000, 1), (250, 3), (100, 6), (80, 8), (75, 10), (60, 14), (50, 18), (45, 20), (40, 40)])
    won = hot_spot + mean([(35, 1), (25, 2), (20, 3), (15, 4), (12, 6), (10, 10), (7, 14), (5, 20)])
    assert result["bonus spin xtreme of $1"] == (None, 1 - event * won)
    assert result["main game"][0] == result["main game"][1]


def test_people_see_both_sides_and_every_edge(example: str) -> None:
    shown = run("rules", "diff", "maryland", "cardroom").body
    assert max(map(len, shown.splitlines())) <= 80
    squeezed = " ".join(shown.split())
    assert "royal flush 500 to 1 (12.A) 250 to 1 (Pay Tables/Criss Cross Paytable)" in squeezed
    assert "Pays: Six Card Bonus Only in B: 12 entries" in squeezed
    assert "main game 4.3285 5.8313 +1.5028" in squeezed
    same = run("rules", "diff", example, example)
    assert "The rules are the same: their hashes are equal." in same.out
    written = run(
        "rules", "diff", "maryland", "-", given='rules="maryland"\n[choices]\naggregate_limit_cents = 5000000'
    )
    assert "The rules are the same; only the way a choice is written differs." in written.out


def test_refusals(tmp_path: Path) -> None:
    assert "there is no rule book 'nevada'" in run("rules", "diff", "maryland", "nevada").refusal
    assert "can't both come from stdin" in run("rules", "diff", "-", "-").refusal
    bad = tmp_path / "bad.toml"
    bad.write_text('rules = "cardroom"\n[choices]\nante_minimum_cents = 1')
    assert "must be from 200 to 1000, not 1 (Game" in run("rules", "diff", str(bad), "maryland", "--json").refusal
