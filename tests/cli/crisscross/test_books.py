"""Commands take a rule book as an argument or as `--rules`, in any capitalization."""

from __future__ import annotations

import pytest

from tests.support.cli.program import run

HAND = ("--hole", "Ah Kd", "--json")


@pytest.mark.parametrize("words", [("cardroom",), ("Cardroom",), ("--rules", "CARDROOM")], ids=" ".join)
def test_a_rule_book_is_an_argument_or_an_option(words: tuple[str, ...]) -> None:
    named = run("advise", *words, *HAND).document
    expected = run("advise", "--rules", "cardroom", *HAND).document
    assert (named["rules"], named["ev"]) == ("cardroom", expected["ev"])


def test_without_one_it_is_maryland() -> None:
    assert run("advise", *HAND).document["rules"] == "maryland"


def test_other_commands_read_capitals_too() -> None:
    assert run("rules", "show", "Maryland", "--json").document["id"] == "maryland"
    assert run("rules", "show", "King-Cross", "--json").document["id"] == "king-cross"
    assert run("wheel", "show", "bonus_spin_a", "--rules", "Maryland", "--json").status == 0
