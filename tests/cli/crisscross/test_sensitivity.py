"""`crossfelt sensitivity`."""

from __future__ import annotations

import pytest

from crossfelt.analysis.crisscross.symmetry import DEALS
from tests.support.cli.program import run


def test_slopes() -> None:
    result = run("sensitivity", "--rules", "maryland", "--json").document
    assert result["base"] == "both_antes"
    rows = {row["hand"]: row for row in result["slopes"]}
    assert list(rows) == list(result["pay"])
    flush = rows["flush"]
    assert flush["odds"] == 8
    assert flush["edge_with_one_more"] < flush["edge_per_odds"] < -flush["edge_with_one_less"] < 0
    # One more unit for the flush, 0.7894 percentage points of both antes, from the two tables solved.
    points = run("sensitivity", "--rules", "maryland", "--hand", "flush", "--from", "8", "--to", "9", "--json").document
    edges = [point["house_edge"]["both_antes"] for point in points["points"]]
    assert edges[1] - edges[0] == pytest.approx(flush["edge_with_one_more"], abs=1e-12)
    assert points["points"][0]["ev"]["numerator"] == -7_296_546_600
    assert points["points"][0]["ev"]["denominator"] == DEALS
    assert [point["odds"] for point in points["points"]] == [8, 9]


def test_the_search() -> None:
    result = run(
        *("sensitivity", "--rules", "maryland", "--edge", "5", "--tolerance", "0.002"),
        *("--bounds", "full_house=10..12", "--bounds", "royal_flush=100..900", "--json"),
    ).document
    assert result["bounds"] == {"full_house": [10, 12], "royal_flush": [100, 900]}
    assert result["tables"] == 3 * 801
    assert result["solved"] < 60
    assert result["found"]
    for table in result["found"]:
        assert abs(table["house_edge"]["both_antes"] - 0.05) <= 0.00002
        assert set(table["pay"]) == {"full_house", "royal_flush"}


def test_for_people() -> None:
    curve = run("sensitivity", "--rules", "cardroom", "--hand", "full_house", "--from", "10", "--to", "10")
    assert "House edge by the odds for full house, % of both antes" in curve.out
    assert "5.83133%" in curve.out
    search = run(
        *("sensitivity", "--rules", "cardroom", "--edge", "5.83%", "--tolerance", "0.02"),
        *("--bounds", "royal_flush=235..260"),
    )
    assert "26 of 26 pay tables have a house edge of 5.830% +- 0.020% of both antes" in search.out
    assert "Showing the 20 closest; --json and --csv have all of them." in search.out
    assert "percentage points of both antes" in run("sensitivity", "--rules", "cardroom").out


def test_without_a_match_the_nearest_is_shown() -> None:
    search = ("sensitivity", "cardroom", "--edge", "6%", "--tolerance", "0.0001%", "--bounds", "full_house=8..12")
    shown = " ".join(run(*search).out.split())
    title = "None of 5 pay tables have a house edge of 6.000% +- 0.000% of both antes; the nearest is"
    assert f"{title} full house house edge" in shown
    curve = run("sensitivity", "cardroom", "--hand", "full_house", "--from", "8", "--to", "12", "--json").document
    nearest = min(curve["points"], key=lambda point: abs(point["house_edge"]["both_antes"] - 0.06))
    assert f" {nearest['odds']} {100 * nearest['house_edge']['both_antes']:.5f}%" in shown
    assert run(*search, "--json").document["found"] == []


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--hand", "flush"), "a curve needs --hand, --from and --to"),
        (("--from", "1", "--to", "2"), "a curve needs --hand, --from and --to"),
        (("--hand", "flush", "--from", "3", "--to", "2"), "--from must not be more than --to, not 3 and 2"),
        (("--hand", "flash", "--from", "3", "--to", "4"), "hand 'flash': the main table has royal_flush, "),
        (("--hand", "flush", "--from", "0", "--to", "10000"), "a curve has at most 10000 points, not 10001"),
        (("--edge", "4"), "a search needs both --edge and --bounds"),
        (("--bounds", "flush=1..2"), "a search needs both --edge and --bounds"),
        (("--edge", "4", "--bounds", "flush=1..2", "--hand", "flush"), "Give only one kind"),
        (("--edge", "four", "--bounds", "flush=1..2"), "--edge: must be a percentage such as 4.5%, not 'four'"),
        (("--edge", "4", "--bounds", "flush=1-2"), "bounds 'flush=1-2': write HAND=A..B"),
        (("--edge", "4", "--bounds", "flush=1..2", "--bounds", "flush=3..4"), "bounds flush: appears twice"),
        (("--edge", "4", "--bounds", "flush=5..2"), "flush: odds must increase within"),
        (("--edge", "4", "--tolerance", "-1", "--bounds", "flush=1..2"), "tolerance: must not be below 0"),
    ],
)
def test_refusals(arguments: tuple[str, ...], reason: str) -> None:
    assert reason in run("sensitivity", "--rules", "maryland", *arguments, "--json").refusal
