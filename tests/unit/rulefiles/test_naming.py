"""Names of rules in reports: changed rules never go by the published name alone, nor a submission by its book's."""

from __future__ import annotations

from crossfelt.crisscross.changed_rules import with_main_odds
from crossfelt.crisscross.resolve import load_rule_book, named_rules
from crossfelt.ranking import Hand
from crossfelt.rulefiles import SubmissionName, choice_changes

MARYLAND = load_rule_book("maryland")
HARBOR = SubmissionName("harbor", "Harbor Casino")


def test_a_published_book_goes_by_its_name() -> None:
    named = named_rules(MARYLAND)
    assert (named.name, named.title, named.changes) == ("maryland-1", "Criss Cross Poker, Maryland", ())
    assert named.hash == MARYLAND.hash


def test_a_changed_choice_modifies_it() -> None:
    named = named_rules(load_rule_book("maryland", {"ace_low_straight": False}))
    assert named.name == "maryland-1 MODIFIED"
    assert named.title == "Criss Cross Poker, Maryland, MODIFIED (ace low straight is false, not true)"
    assert named.hash != MARYLAND.hash


def test_the_default_of_a_choice_changes_nothing() -> None:
    assert named_rules(load_rule_book("maryland", {"ace_low_straight": True})) == named_rules(MARYLAND)


def test_a_submission_goes_by_its_own_name() -> None:
    book = load_rule_book("maryland", {"ante_minimum_cents": 1000})
    named = named_rules(book, book, HARBOR)
    assert named.name == "harbor (Harbor Casino, under maryland-1)"
    assert named.title == "harbor, Harbor Casino (Criss Cross Poker, Maryland)"
    assert named_rules(book, book, SubmissionName("harbor")).name == "harbor (under maryland-1)"


def test_changes_of_a_submission_are_counted_from_it() -> None:
    submitted = load_rule_book("maryland", {"ante_minimum_cents": 1000})
    changed = load_rule_book("maryland", {"ante_minimum_cents": 1000, "ace_low_straight": False})
    named = named_rules(changed, submitted, HARBOR)
    assert named.name == "harbor MODIFIED (Harbor Casino, under maryland-1)"
    assert named.changes == ("ace low straight is false, not true",)


def test_a_table_of_choices_is_not_spelled_out() -> None:
    wheels = [{"wheel": letter} for letter in "ab"]
    assert choice_changes({}, {"bonus_spin": wheels[0]}) == ("bonus spin is offered",)
    assert choice_changes({"bonus_spin": wheels[0]}, {}) == ("bonus spin is not offered",)
    assert choice_changes(*({"bonus_spin": wheel} for wheel in wheels)) == ("bonus spin is offered on other terms",)


def test_a_limit_that_is_taken_away_is_called_unset() -> None:
    choices = {"aggregate_limit_cents": 7_500_000}
    limited, unlimited = load_rule_book("massachusetts", choices), load_rule_book("massachusetts")
    assert named_rules(limited).changes == ("aggregate limit is $75,000, not unset",)
    assert named_rules(unlimited, limited, HARBOR).changes == ("aggregate limit is unset, not $75,000",)


def test_rules_that_were_changed_further() -> None:
    changed = with_main_odds(MARYLAND, {Hand.FLUSH: 7})
    named = named_rules(MARYLAND).changed(changed, "flush pays 7, not 8")
    assert named.name == "maryland-1 MODIFIED" and named.hash == changed.hash != MARYLAND.hash
