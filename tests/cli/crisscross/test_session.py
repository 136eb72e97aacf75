"""`crossfelt session`."""

from __future__ import annotations

import pytest

from crossfelt.analysis.crisscross.encode import encode
from crossfelt.analysis.crisscross.sessions import after, round_results, rounds_to_tell, ruin
from crossfelt.analysis.crisscross.solver import solve
from crossfelt.analysis.crisscross.tally import best_tally
from crossfelt.crisscross.resolve import load_rule_book
from tests.support.cli.program import run


def test_rounds_and_a_bankroll() -> None:
    result = run(
        *("session", "--rules", "maryland", "--pay", "royal_flush=250", "--rounds", "50"),
        *("--bankroll-antes", "40", "--target-antes", "25", "--ruin-below-antes", "2", "--json"),
    ).document
    scheme = encode(load_rule_book("maryland"), {"royal_flush": 250})
    results = round_results(scheme, best_tally(solve(scheme)))
    expected = after(results, 50)
    assert result["pay"] == scheme.named_pay()
    assert (result["rules"], result["rounds"], result["unit"], result["play"]) == ("maryland", 50, "ante", "optimal")
    assert (
        result["mean"]["numerator"] * expected.mean.denominator
        == expected.mean.numerator * result["mean"]["denominator"]
    )
    assert result["standard_deviation"] == expected.standard_deviation
    assert (result["ahead"], result["even"], result["behind"]) == (expected.ahead, expected.even, expected.behind)
    assert result["error_bound"] == expected.error
    assert [entry["net"] for entry in result["quantiles"]] == [
        expected.quantile(entry["share"]) for entry in result["quantiles"]
    ]
    needed = rounds_to_tell(results)
    assert needed is not None
    assert result["rounds_to_tell"] == {"confidence": 0.99, "normal": needed.normal, "exact": needed.exact}
    bankroll = ruin(results, 40, 50, 2, 25)
    assert result["ruin"]["ruined"] == bankroll.ruined
    assert result["ruin"]["reached"] == bankroll.reached
    assert (result["ruin"]["ruined_below"], result["ruin"]["target"]) == (2, 25)
    assert result["hold"] is None


def hold(*arguments: str) -> dict[str, object]:
    ran = run("session", "--rules", "cardroom", "--rounds", "400", *arguments, "--json")
    results: dict[str, object] = ran.document["hold"]
    return results


def test_a_hold_by_each_measure_of_size() -> None:
    by_ante = hold("--hold", "$300", "--ante", "5")
    assert by_ante["win_cents"] == 30_000
    # 400 rounds with two antes of $5 each.
    antes = by_ante["share_of_antes_dropped"]
    assert isinstance(antes, dict)
    assert antes["base_cents"] == 400_000
    assert antes["actual"] == 0.075
    assert antes["expected"] == pytest.approx(9_829_793_364 / 84_284_272_800 / 2)
    assert hold("--hold", "300", "--dropped", "$4,000") == by_ante
    money = by_ante["share_of_money_bet"]
    assert isinstance(money, dict)
    assert money["base"] == "expected"
    by_bet = hold("--hold", "300", "--bet", f"{money['base_cents'] / 100:.2f}")
    assert by_bet["ante_cents"] == pytest.approx(500, rel=1e-6)
    assert by_bet["within"] is by_ante["within"] is True
    assert by_bet["p_value"] == pytest.approx(by_ante["p_value"], abs=0.02)


def test_a_hold_too_bad_to_be_true() -> None:
    result = hold("--hold", "-20000.00", "--ante", "5")
    assert result["win_cents"] == -2_000_000
    assert result["within"] is False
    assert isinstance(result["p_value"], float)
    assert result["p_value"] < 0.01


def test_for_people() -> None:
    result = run(
        *("session", "--rules", "maryland", "--rounds", "100", "--bankroll-antes", "50", "--target-antes", "10"),
        *("--hold", "-5", "--ante", "$5"),
    )
    assert result.status == 0
    for text in (
        "After 100 rounds",
        "ahead, % of sessions",
        "A bankroll of 50 antes, % of sessions",
        "% of both antes",
        "% of all money bet",
    ):
        assert text in result.out
    assert "The win is within the 99.00% range." in result.out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        ((), "missing option '--rounds'"),
        (("--rounds", "many"), "--rounds: must be a whole number from 1 to 10,000,000, not 'many'"),
        (("--rounds", "0"), "--rounds: must be a whole number from 1 to 10,000,000, not 0"),
        (("--rounds", "9", "--target-antes", "5"), "--target-antes and --ruin-below-antes need --bankroll-antes"),
        (("--rounds", "9", "--bankroll-antes", "5"), "bankroll: must be from 11 to 1000000 antes, not 5"),
        (("--rounds", "9", "--ante", "500"), "--ante, --dropped and --bet need --hold"),
        (
            ("--rounds", "9", "--hold", "500"),
            "--hold needs the size of the antes: give one of --ante, --dropped and --bet",
        ),
        (("--rounds", "9", "--hold", "5", "--ante", "5", "--bet", "5"), "--hold needs the size of the antes"),
        (("--rounds", "9", "--hold", "much", "--ante", "5"), "'much' isn't an amount"),
        (("--rounds", "9", "--hold", "--5", "--ante", "5"), "isn't an amount"),
        (("--rounds", "9", "--hold", "5", "--ante", "0"), "an ante must be more than 0"),
        (
            ("--rounds", "9", "--confidence", "nan"),
            "must be from 0.5 to 0.9999, such as 0.99 or 99%, not 'nan'",
        ),
        (("--rounds", "9", "--pay", "flush=x"), "pay 'flush=x': write HAND=ODDS"),
    ],
)
def test_refusals(arguments: tuple[str, ...], reason: str) -> None:
    assert reason in run("session", "--rules", "maryland", *arguments, "--json").refusal
