"""Two rule books are told apart by what they say in words."""

from __future__ import annotations

import pytest

from crossfelt.crisscross.facts import Difference, differences, facts
from crossfelt.crisscross.resolve import load_rule_book, load_submission, rule_book_ids
from crossfelt.crisscross.submission import new_submission
from crossfelt.rulefiles import Choice
from tests.support.rule_choices import EVERY_OPEN_CHOICE, another_value


def texts(result: Difference) -> tuple[str | None, str | None]:
    return result.a.says if result.a else None, result.b.says if result.b else None


@pytest.mark.parametrize("rules", rule_book_ids())
def test_a_book_does_not_differ_from_itself(rules: str) -> None:
    book = load_rule_book(rules)
    assert differences(book, book) == ()
    names = [(fact.topic, fact.name) for fact in facts(book)]
    assert len(set(names)) == len(names)
    assert all(fact.clause for fact in facts(book))


@EVERY_OPEN_CHOICE
def test_every_choice_makes_a_difference(rules: str, choice: Choice) -> None:
    value = another_value(rules, choice)
    if (rules, choice.name) == ("maryland", "aggregate_limit_cents"):
        value = 4_000_000  # because $50,000 is what applies when none is set
    made = {choice.name: value}
    assert bool(differences(load_rule_book(rules), load_rule_book(rules, made))) == (value != choice.default)


def test_what_differs_is_told_from_both_sides_with_clauses() -> None:
    results = {
        (entry.topic, entry.name): entry for entry in differences(*map(load_rule_book, ("maryland", "cardroom")))
    }
    royal = results["Pays: Bets", "royal flush"]
    assert texts(royal) == ("500 to 1", "250 to 1")
    assert royal.a is not None
    assert royal.b is not None
    assert (royal.a.clause, royal.b.clause) == ("12.A", "Pay Tables/Criss Cross Paytable")
    assert texts(results["Wagers", "six card bonus: amount"]) == (None, "$2 to $10")
    assert texts(results["Dealing", "method"]) == ("manual shoe", "hand")
    assert ("Pays: Antes", "royal flush") not in results


def test_one_weight_is_one_difference_and_the_sum_another() -> None:
    text = new_submission("maryland")
    changed = text.replace('"500" = 2 ', '"500" = 3 ').replace('event = "straight"', 'event = "flush"')
    result = differences(load_submission(text), load_submission(changed))
    assert [(entry.topic, entry.name, *texts(entry)) for entry in result] == [
        ("Bonus Spin", "weights in all", "150, examples of ours", "151, the house's"),
        ("Bonus Spin", "weight of $500", "2", "3"),
        ("Bonus Spin Xtreme", "set off by", "straight or better on the cross", "flush or better on the cross"),
    ]
