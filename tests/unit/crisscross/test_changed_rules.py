"""Rule books with other odds or limits: their documents have the change inside, and their hash is their own."""

from __future__ import annotations

import pytest

from crossfelt.crisscross.changed_rules import with_aggregate_limit, with_main_odds, with_progressive_terms
from crossfelt.crisscross.resolve import load_rule_book, rule_book_from_document
from crossfelt.ranking import Hand

MARYLAND = load_rule_book("maryland")


@pytest.mark.parametrize("name", ["cardroom", "maryland", "massachusetts"])
def test_other_odds_make_the_book_of_the_changed_document(name: str) -> None:
    book = load_rule_book(name)
    changed = with_main_odds(book, {Hand.ROYAL_FLUSH: 2000, Hand.FLUSH: 7})
    read = rule_book_from_document(changed.document)
    assert read.hash == changed.hash != book.hash
    assert read.pay_tables == changed.pay_tables
    assert read.aggregate_limit == changed.aggregate_limit
    assert {table: odds for table, odds in read.pay_tables.items() if odds != book.pay_tables[table]}.keys() == {"main"}


def test_the_document_of_the_book_stays_as_it_was() -> None:
    before = MARYLAND.hash
    with_main_odds(MARYLAND, {Hand.FLUSH: 7})
    with_aggregate_limit(MARYLAND, 1)
    assert load_rule_book("maryland").hash == before
    assert MARYLAND.document["pay_tables"]["main"]["flush"] == 8


def test_reading_r12_a_limit_that_no_one_set_follows_the_pay_table() -> None:
    """Both antes, three bets of 3x on a royal flush of 2,000 and a straight flush of 100: 12,302 antes of $5."""
    assert MARYLAND.aggregate_limit.amount_cents == 5_000_000
    assert with_main_odds(MARYLAND, {Hand.ROYAL_FLUSH: 2000}).aggregate_limit.amount_cents == 500 * 12_302
    house = load_rule_book("maryland", {"aggregate_limit_cents": 4_000_000})
    assert with_main_odds(house, {Hand.ROYAL_FLUSH: 2000}).aggregate_limit.amount_cents == 4_000_000
    cardroom = load_rule_book("cardroom")
    assert with_main_odds(cardroom, {Hand.ROYAL_FLUSH: 2000}).aggregate_limit.amount_cents == 300_000


def test_another_limit_is_the_same_change_as_the_option() -> None:
    optioned = load_rule_book("maryland", {"aggregate_limit_cents": 4_000_000})
    changed = with_aggregate_limit(MARYLAND, 4_000_000)
    assert changed == optioned and changed.aggregate_limit == optioned.aggregate_limit


def test_a_limit_that_the_text_prints_can_be_changed_too() -> None:
    cardroom = load_rule_book("cardroom")
    changed = with_aggregate_limit(cardroom, 100)
    assert changed.aggregate_limit.amount_cents == 100 and changed.hash != cardroom.hash


def test_terms_of_a_progressive_wager_change_the_hash() -> None:
    events = {with_progressive_terms(MARYLAND, "xtreme", event=event).hash for event in ("two_pair", "flush")}
    assert len(events | {MARYLAND.hash}) == 3
