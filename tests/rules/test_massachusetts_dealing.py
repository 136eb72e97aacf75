"""Massachusetts, sections 7 to 9: the three ways of dealing. Each test is named by the clause it shows."""

from __future__ import annotations

import pytest

from crossfelt.cards import card_name
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.errors import IllegalActionCode, RuleBookError
from crossfelt.game import SPECTATOR
from tests.support.cli.program import run
from tests.support.rules.made_hands import placements
from tests.support.rules.table import (
    Table,
    assert_bets_close_before_the_first_card,
    assert_void,
    busy_table,
    cards_seen,
    moments,
    refused,
)

RULES = "massachusetts"
CROSS = ["down_far", "across_left", "middle", "across_right", "down_near"]
ONE_BY_ONE = ["hole:1:1", "hole:3:1", "hole:6:1", "hole:1:2", "hole:3:2", "hole:6:2"]
IN_STACKS = ["hole:1:1", "hole:1:2", "hole:3:1", "hole:3:2", "hole:6:1", "hole:6:2"]


def assert_dealt_in_order(method: str, clause: str, order: list[str]) -> None:
    """Cross and players' cards come in this order, to seats with antes only, and all lie face down."""
    table = Table(RULES, seats=(1, 2, 3, 6), dealing_method=method)
    for seat in (1, 3, 6):
        table.wager(seat)
    table.run_to("dealing")
    for _ in order:
        assert table.stage == "dealing"
        table.deal(1)
        assert cards_seen(table.view(SPECTATOR)) == set()
    assert table.stage == "across"
    assert placements(table) == order
    deck = [card_name(card) for card in table.state.deck or ()]
    assert [table.state.name_at(place) for place in order] == deck[: len(order)]
    assert table.book.dealing.clause == f"{clause}, reading R8", "the order within the row of three is a reading"


def assert_stub_rulings(method: str, clause: str) -> None:
    """After the deal a wrong stub voids the round, and without a misdeal the deck leaves the table too."""
    for kind, removed in (("stub_wrong_misdealt", False), ("stub_wrong_not_misdealt", True)):
        result = 0
        for *_, table, staked in moments(RULES, "across", "down", "middle", "settling", dealing_method=method):
            assert_void(table, table.report(kind), kind, clause, staked, deck_removed=removed)
            result += 1
        assert result == 18  # three, two and one decisions, twelve lines
        for *_, table, _ in moments(RULES, "dealing", dealing_method=method):
            with refused(IllegalActionCode.WRONG_STAGE):
                table.report(kind)
        for stage in ("betting", "shuffling"):
            with refused(IllegalActionCode.WRONG_STAGE):
                busy_table(RULES, dealing_method=method).run_to(stage).report(kind)


@pytest.mark.parametrize(("method", "hours"), [("hand", 4), ("manual_shoe", 8), ("automated_shoe", 8)])
def test_intervals(method: str, hours: int) -> None:
    """2(c): decks change every four hours by hand, every eight from a shoe. 7(f), 8(d) and 9(d): the stub is counted
    at least every five rounds, unless the shuffler counts."""
    dealing = load_rule_book(RULES, {"dealing_method": method}).dealing
    assert (dealing.deck_change_hours, dealing.stub_count_every_rounds) == (hours, 5)
    counting = load_rule_book(RULES, {"dealing_method": method, "shuffler": "counting"}).dealing
    assert (counting.deck_change_hours, counting.stub_count_every_rounds) == (hours, 0)
    options = ("--option", f"dealing_method={method}", "--option")
    sentence = "The stub is counted at least every 5 rounds."
    assert sentence in run("rules", "show", RULES, *options, "shuffler=automatic").out
    assert sentence not in run("rules", "show", RULES, *options, "shuffler=counting").out


def test_7_b() -> None:
    """Manual shoe: no card leaves the shoe before 'no more bets', and from that call on the wagers are fixed."""
    assert_bets_close_before_the_first_card(RULES, "manual_shoe")


def test_7_d() -> None:
    """Manual shoe: far card, row of three, near card, then one card to each seat with both antes from the left, and
    one more round of them, all face down."""
    assert_dealt_in_order("manual_shoe", "7(d)", CROSS + ONE_BY_ONE)


def test_7_h() -> None:
    """Manual shoe: a wrong stub voids every hand and returns every wager, of folded seats and bonuses too; when the
    deal was right, the deck is removed as well."""
    assert_stub_rulings("manual_shoe", "7(h)")


def test_8_a_1() -> None:
    """Dealing from the hand needs a shuffling device; the two shoes do not."""
    with pytest.raises(RuleBookError, match="hand needs an automatic shuffler"):
        load_rule_book(RULES, {"dealing_method": "hand", "shuffler": "none"})
    for shuffler in ("automatic", "counting"):
        assert load_rule_book(RULES, {"dealing_method": "hand", "shuffler": shuffler}).dealing.method == "hand"
    for method in ("manual_shoe", "automated_shoe"):
        assert load_rule_book(RULES, {"dealing_method": method, "shuffler": "none"}).dealing.method == method


def test_8_a_3() -> None:
    """From the hand: no card is dealt before 'no more bets', and from that call on the wagers are fixed."""
    assert_bets_close_before_the_first_card(RULES, "hand")


def test_8_b() -> None:
    """From the hand: far card, row of three, near card, then one card to each seat with both antes from the left, and
    one more round of them, all face down."""
    assert_dealt_in_order("hand", "8(b)", CROSS + ONE_BY_ONE)


def test_8_f() -> None:
    """From the hand: a wrong stub voids every hand and returns every wager, of folded seats and bonuses too; when the
    deal was right, the deck is removed as well."""
    assert_stub_rulings("hand", "8(f)")


def test_9_a_2() -> None:
    """Automated shoe: no stack comes out before 'no more bets', and from that call on the wagers are fixed."""
    assert_bets_close_before_the_first_card(RULES, "automated_shoe")


def test_9_b() -> None:
    """Automated shoe: the first five cards are the cross, then each seat with both antes gets a stack of two, from
    the left, all face down."""
    assert_dealt_in_order("automated_shoe", "9(b)", CROSS + IN_STACKS)


def test_9_f() -> None:
    """Automated shoe: a wrong stub voids every hand and returns every wager, of folded seats and bonuses too; when
    the deal was right, the deck is removed as well."""
    assert_stub_rulings("automated_shoe", "9(f)")
