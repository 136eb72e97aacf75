"""`crossfelt cap`."""

from __future__ import annotations

import pytest

from crossfelt.analysis.crisscross.caps import Cap, solve_capped
from crossfelt.analysis.crisscross.encode import encode
from crossfelt.cli.crisscross.cap import usual_antes
from crossfelt.crisscross.resolve import load_rule_book
from tests.support.cli.program import run


def test_one_ante() -> None:
    result = run("cap", "--rules", "cardroom", "--ante", "10", "--json").document
    assert result["limit_cents"] == 300_000
    assert result["counts_towards_it"] == ["ante_across", "ante_down", "across", "down", "middle"]
    (row,) = result["antes"]
    expected = solve_capped(encode(load_rule_book("cardroom")), Cap(1000, 300_000)).value
    assert (row["ev"]["numerator"], row["ev"]["denominator"]) == (expected.numerator, expected.denominator)
    assert row["ev_without_limit"]["value"] == -9_829_793_364 / 84_284_272_800
    assert row["house_edge"]["one_ante"] == 2 * row["house_edge"]["both_antes"] == -float(expected)
    assert row["cost"]["both_antes"] == pytest.approx(
        row["house_edge"]["both_antes"] - row["house_edge_without_limit"]["both_antes"]
    )
    assert row["house_edge"]["both_antes"] < row["house_edge_same_play"]["both_antes"]
    assert row["changed_starting_hands"] == ["QJs"]


def test_a_limit_and_antes_of_ones_own() -> None:
    result = run(
        "cap", "--rules", "maryland", "--ante", "$5", "--ante", "$100", "--limit", "$50,000", "--json"
    ).document
    assert [row["ante_cents"] for row in result["antes"]] == [500, 10_000]
    assert result["limit_cents"] == 5_000_000
    assert [row["cost"]["one_ante"] > 0 for row in result["antes"]] == [False, True]


def test_an_ante_that_no_table_takes_is_computed_and_noted() -> None:
    ran = run("cap", "cardroom", "--ante", "$1,000,000", "--ante", "10", "--json")
    assert ran.err == "Note: cardroom takes antes of $2 to $10. Figures for $1,000,000 are hypothetical.\n"
    assert [row["ante_cents"] for row in ran.document["antes"]] == [100_000_000, 1000]
    assert run("cap", "cardroom", "--ante", "10", "--json").err == ""


def test_for_people() -> None:
    result = run("cap", "--rules", "cardroom", "--ante", "10")
    assert result.status == 0
    assert "House edge with winnings limited to $3,000 a round, % of both antes" in result.out
    assert "6.0895%" in result.out


def test_the_antes_of_a_table() -> None:
    assert usual_antes(load_rule_book("cardroom")) == [200, 300, 400, 500, 600, 700, 800, 900, 1000]
    assert usual_antes(load_rule_book("maryland")) == [500, 1000, 2000, 4000, 8000, 10_000]


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (("--rules", "massachusetts"), "massachusetts has no aggregate limit by default: give one with --limit"),
        (("--rules", "cardroom", "--ante", "ten"), "--ante: 'ten' isn't an amount"),
        (("--rules", "cardroom", "--ante", "0"), "--ante: must be from $0.01 to $10,000,000,000, not $0"),
        (("--rules", "cardroom", "--limit", "0", "--ante", "5"), "--limit: must be from $0.01 to"),
        (("--rules", "nowhere"), "there is no rule book 'nowhere'"),
    ],
)
def test_refusals(arguments: tuple[str, ...], reason: str) -> None:
    assert reason in run("cap", *arguments, "--json").refusal
