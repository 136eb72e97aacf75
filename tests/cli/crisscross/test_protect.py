"""`crossfelt protect`."""

from __future__ import annotations

import pytest

from crossfelt.analysis.crisscross.encode import encode
from crossfelt.analysis.crisscross.protection import sharing
from crossfelt.crisscross.resolve import load_rule_book
from tests.support.cli.program import run


def test_seen_and_shared() -> None:
    result = run(
        "protect", "--rules", "massachusetts", "--samples", "4", "--seed", "3", "--seats", "3", "--json"
    ).document
    edges = {row["seen"]: row["player_edge"]["both_antes"] for row in result["seen"]}
    assert list(edges) == ["nothing", "one_across", "one_down", "both_across", "middle"]
    assert edges["nothing"] == pytest.approx(-0.0432853)
    assert edges["middle"] == pytest.approx(0.4937, abs=5e-5)
    for row in result["seen"]:
        assert row["ev"]["value"] == row["ev"]["numerator"] / row["ev"]["denominator"]
        assert row["house_edge"]["one_ante"] == -row["ev"]["value"]
    shared = result["shared"]
    assert (shared["method"], shared["samples"], shared["seed"]) == ("sampled", 4, 3)
    expected = sharing(encode(load_rule_book("massachusetts")), 4, 3, 3)
    assert [row["gain"] for row in shared["seats"]] == [entry.gain for entry in expected]
    assert [row["standard_error"] for row in shared["seats"]] == [entry.standard_error for entry in expected]
    last = shared["seats"][-1]
    assert (last["seats"], last["known_cards"]) == (3, 4)
    assert last["house_edge"]["both_antes"] == pytest.approx(-edges["nothing"] - last["gain"] / 2)


def test_for_people() -> None:
    result = run("protect", "--rules", "maryland", "--samples", "2", "--seats", "2")
    assert result.status == 0
    assert "Exact, % of both antes" in result.out
    assert "the middle card                    -49.372%               53.701%" in result.out
    assert "sampled, +- one standard error" in result.out
    assert "sampled" not in run("protect", "--rules", "maryland", "--samples", "0").out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--samples", "1"), "must be 0 for none, or a whole number from 2 to 1,000,000, not 1"),
        (("--samples", "-5"), "must be 0 for none, or a whole number from 2 to 1,000,000, not -5"),
        (("--seats", "7"), "--seats: must be a whole number from 2 to 6, not 7"),
        (("--seed", "-1"), "--seed: must be a whole number from 0 to"),
        (("--seed", "x"), "--seed: must be a whole number"),
        (("--pay", "flush=-2"), "pay flush: must be from -1 to 1000000, not -2"),
    ],
)
def test_refusals(arguments: tuple[str, ...], reason: str) -> None:
    assert reason in run("protect", "--rules", "maryland", *arguments, "--json").refusal
