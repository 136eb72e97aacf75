from __future__ import annotations

from dataclasses import replace

from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.crisscross.rulebook import LOSES, UNREACHABLE, PayTable, RuleBook, most_won_per_ante, reachable
from crossfelt.ranking import Hand

BOOK = load_rule_book("massachusetts")


def paying(book: RuleBook, odds: dict[Hand, int]) -> dict[str, PayTable]:
    """The book's tables with that one for the bets, and antes that win nothing."""
    main = PayTable("main", tuple(odds.get(hand, LOSES) for hand in Hand), "a clause")
    return {**book.pay_tables, "main": main, "antes": PayTable("antes", (LOSES,) * 12, "a clause")}


def test_reachable_is_the_same_both_ways() -> None:
    assert reachable(Hand.ROYAL_FLUSH, Hand.STRAIGHT_FLUSH)
    assert reachable(Hand.FOUR_OF_A_KIND, Hand.FULL_HOUSE)
    for across in Hand:
        for down in Hand:
            assert reachable(across, down) == reachable(down, across)
    assert not reachable(Hand.ROYAL_FLUSH, Hand.ROYAL_FLUSH)
    assert not reachable(Hand.HIGH_CARD, Hand.FULL_HOUSE)
    assert len(UNREACHABLE) == 12


def test_the_best_pair_is_one_that_can_be_dealt() -> None:
    # Two fours of a kind cannot be dealt, so the second line takes the next best thing beside one.
    tables = paying(BOOK, {Hand.FOUR_OF_A_KIND: 100, Hand.FULL_HOUSE: 7, Hand.STRAIGHT_FLUSH: 9})
    assert most_won_per_ante(BOOK.spots, tables) == 3 * 100 + 3 * 7 + 3 * 100


def test_every_bet_counts_with_its_largest_multiple() -> None:
    tables = paying(BOOK, {Hand.TWO_PAIR: 50})
    assert most_won_per_ante(BOOK.spots, tables) == 3 * 50 + 3 * 50 + 3 * 50
    spots = {**BOOK.spots, "across": replace(BOOK.spots["across"], multiples=(1, 2))}
    assert most_won_per_ante(spots, tables) == 2 * 50 + 3 * 50 + 3 * 50


def test_nothing_to_win() -> None:
    assert most_won_per_ante(BOOK.spots, paying(BOOK, {})) == 0


def test_bonus_wagers_do_not_count() -> None:
    tables = paying(BOOK, {Hand.STRAIGHT: 2})
    tables["five_card_bonus"] = PayTable("five_card_bonus", (1_000,) * 12, "a clause")
    assert most_won_per_ante(BOOK.spots, tables) == 3 * 3 * 2
