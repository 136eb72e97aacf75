"""`crossfelt strategy`: growing is tested where it lives; here, files priced, cards printed, mistakes refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.cli.program import run

EXAMPLE = Path(__file__).parents[3] / "src/crossfelt/examples/strategies/middle-rule-of-thumb.toml"


def test_a_file_is_priced_exactly_and_printed(tmp_path: Path) -> None:
    document = run("strategy", "--file", str(EXAMPLE), "--pdf", str(tmp_path / "card.pdf"), "--json").document
    assert document["card"]["lines"] == 4
    assert document["card"]["ev"]["denominator"] == 84284272800
    assert 0.001 < document["card"]["cost"]["both_antes"] < 0.05
    assert (tmp_path / "card.pdf").read_bytes().startswith(b"%PDF-")


def test_people_get_lines_and_the_price() -> None:
    shown = run("strategy", "--file", str(EXAMPLE)).out
    assert "Bet 3x with a pair of 6s to 10s or better" in shown
    assert "of both antes" in shown


def test_a_card_without_counting_has_five_lines_and_prices_again_from_its_file(tmp_path: Path) -> None:
    result = run("strategy", "--simple", "--json").document
    assert result["card"]["lines"] == 5 and result["card"]["cost"]["both_antes"] < 0.0025
    file = tmp_path / "simple.toml"
    file.write_text("\n".join(f"{name} = {lines}" for name, lines in result["card"]["rules"].items()), encoding="utf-8")
    assert run("strategy", "--file", str(file), "--json").document["card"] == result["card"]
    shown = run("strategy", "--file", str(file)).out
    assert "Card points" not in shown and "no jack or better in your hand" in " ".join(shown.split())


def test_a_file_is_priced_as_it_is() -> None:
    for options in (("--simple",), ("--lines", "4")):
        assert "leave --simple and --lines out" in run("strategy", "--file", str(EXAMPLE), *options).refusal


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("across = 1", "must be a list"),
        ("across = ['9x']\ndown = ['1x']\nmiddle = ['1x']", "is not one of"),
        ("across = [", "not TOML"),
        ("x = nan\nacross = ['1x']\ndown = ['1x']\nmiddle = ['1x']", "unknown key"),
    ],
)
def test_a_bad_file_is_one_error(text: str, message: str, tmp_path: Path) -> None:
    file = tmp_path / "rules.toml"
    file.write_text(text, encoding="utf-8")
    assert message in run("strategy", "--file", str(file)).refusal


@pytest.mark.parametrize("pay", ["royal_flush", "royal_flush=x", "high_card=1", "flush=1000001", "flush=-2"])
def test_bad_odds_are_refused(pay: str) -> None:
    assert "pay" in run("strategy", "--file", str(EXAMPLE), "--pay", pay).refusal


def test_a_card_to_print_is_a_pdf(tmp_path: Path) -> None:
    assert "--pdf: 'x.txt' must end in .pdf" in run("strategy", "--file", str(EXAMPLE), "--pdf", "x.txt").refusal
    ran = run("strategy", "--file", str(EXAMPLE), "--pdf", str(tmp_path / "card.pdf"))
    assert f"Wrote {tmp_path / 'card.pdf'}, " in ran.err


def test_a_card_that_cannot_be_printed_is_shown_all_the_same() -> None:
    refused = run("strategy", "--file", str(EXAMPLE), "--pdf", "/proc/card.pdf").refusal
    assert refused.startswith("--pdf: cannot write '/proc/card.pdf'")
    ran = run("strategy", "--file", str(EXAMPLE), "--pdf", "/dev/full")
    assert ran.status == 2 and "cannot write '/dev/full': No space left on device" in ran.error_line
    assert "of both antes" in ran.out
