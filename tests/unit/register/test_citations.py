"""Citations taken apart and looked up."""

from __future__ import annotations

from crossfelt.register import clauses
from crossfelt.register.citations import explained


def test_clauses_come_in_the_order_of_the_text_and_once() -> None:
    named = explained("maryland", ["12.B, reading R11", "12.A", "12.B", "no such clause"])
    assert [name for name, _ in named] == ["12.A", "12.B", "reading R11"]
    assert dict(named)["12.A"] == next(clause.says for clause in clauses("maryland").clauses if clause.id == "12.A")


def test_rules_without_a_register_have_no_words() -> None:
    assert explained("my-house", ["12.A"]) == []


def test_an_item_without_an_entry_is_explained_by_that_of_its_clause() -> None:
    """A wager won on a wheel cites the item of the symbol, and the register has one entry for the wheel."""
    named = explained("maryland", ["12.E(17)(h), 12.E(4)(i)", "12.E(17)(a)", "12.D(10)(a)(i)"])
    assert [name for name, _ in named] == ["12.D(10)(a)", "12.E(4)", "12.E(17)"]
    assert "Community wheel D" in dict(named)["12.E(17)"]
