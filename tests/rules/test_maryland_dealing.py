"""Maryland, chapters 8 to 10: dealing from a manual shoe, from the hand, from an automated shoe or shuffler."""

from __future__ import annotations

import pytest

from crossfelt.crisscross.events import CardsDealt
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.errors import IllegalActionCode, RuleBookError
from crossfelt.game import AUDITOR, FLOOR_AUDIENCE, SPECTATOR, seat_audience
from tests.support.cli.program import run
from tests.support.rules.table import (
    Table,
    assert_bets_close_before_the_first_card,
    assert_void,
    busy_table,
    cards_seen,
    moments,
    refused,
    stacked,
)

CROSS = ["down_far", "across_left", "middle", "across_right", "down_near"]
"""The five cards of the cross in the order of reading R8."""
CLAUSES = {"manual_shoe": "8.D(3)", "hand": "9.B(2)", "automated_shoe": "10.B(2)", "shuffler": "10.B(2)"}
"""Where the text says how the players' cards come; the order of the cross is a reading."""
AFTER_THE_DEAL = ("across", "down", "middle", "settling")


def table_of(method: str, *seats: int, idle: tuple[int, ...] = ()) -> Table:
    """Seats with $5 antes, others that only watch, dealt by that method."""
    table = Table("maryland", (*seats, *idle), dealing_method=method)
    assert (table.book.dealing.method, table.book.dealing.clause) == (method, f"{CLAUSES[method]}, reading R8")
    for seat in seats:
        table.wager(seat)
    return table.run_to("dealing")


def places_dealt(table: Table) -> list[str]:
    """The places in the order in which the cards came, which is the order of the deck."""
    placements = [placed for dealt in table.happened(CardsDealt) for placed in dealt.placements]
    assert [placed.position for placed in placements] == list(range(len(placements)))
    return [placed.place for placed in placements]


def assert_cross_comes_first_and_face_down(method: str) -> None:
    table = table_of(method, 1, 2)
    for _ in range(5):
        table.deal(1)
    assert places_dealt(table) == CROSS
    table.run_to("across")
    audiences = (SPECTATOR, FLOOR_AUDIENCE, AUDITOR, seat_audience(1), seat_audience(2))
    for audience in audiences:
        view = table.view(audience)
        assert view.community == {
            "across_left": None,
            "across_right": None,
            "down_far": None,
            "down_near": None,
            "middle": None,
        }
        assert view.bonus_cards == () and view.deck is None


def assert_deal_ends_with_two_cards_each(method: str, seats: tuple[int, ...]) -> None:
    table = table_of(method, *seats)
    count = 5 + 2 * len(seats)
    table.deal(count - 1)
    assert table.stage == "dealing", "one card is still missing"
    for audience in (SPECTATOR, FLOOR_AUDIENCE, *map(seat_audience, seats)):
        assert cards_seen(table.view(audience)) == set(), "players look at their cards when all have theirs (11.A)"
    with refused(IllegalActionCode.NO_SUCH_CARD):
        table.deal(2)
    table.deal(1)
    assert table.stage == "across"
    for seat in seats:
        own = next(other for other in table.view(seat_audience(seat)).seats if other.seat == seat)
        assert len(own.hole) == 2 and None not in own.hole
    with refused(IllegalActionCode.WRONG_STAGE):
        table.deal(1)
    # The stub stays untouched and unseen to the end of the round.
    table.run_to("settled")
    floor = table.view(FLOOR_AUDIENCE).count
    assert floor is not None and floor.stub == 47 - 2 * len(seats)
    stub = set(stacked(table.state.deal_places, {})[count:])
    assert len(stub) == floor.stub
    for audience in (SPECTATOR, FLOOR_AUDIENCE, *map(seat_audience, seats)):
        assert not cards_seen(table.view(audience)) & stub


def assert_stub_voids(irregularity: str, clause: str, method: str, *, deck_removed: bool) -> None:
    """At every moment from the end of the deal to the last line, and at no other."""
    tried = set()
    for stage, _, table, chips in moments("maryland", *AFTER_THE_DEAL, dealing_method=method):
        tried.add(stage)
        events = table.report(irregularity)
        assert_void(table, events, irregularity, clause, chips, deck_removed=deck_removed)
    assert tried == set(AFTER_THE_DEAL)
    for _, _, table, _ in moments("maryland", "dealing", dealing_method=method):
        with refused(IllegalActionCode.WRONG_STAGE):
            table.report(irregularity)
    for stage in ("betting", "shuffling"):
        with refused(IllegalActionCode.WRONG_STAGE):
            busy_table("maryland", dealing_method=method).run_to(stage).report(irregularity)
    with refused(IllegalActionCode.ROUND_OVER):
        busy_table("maryland", dealing_method=method).run_to("settled").report(irregularity)


# ---- chapter 8: manual shoe


def test_8_C() -> None:
    """Manual shoe: no card leaves the shoe before "no more bets", and from that call on the wagers are fixed."""
    assert_bets_close_before_the_first_card("maryland", "manual_shoe")


def test_8_D_2() -> None:
    """Five community cards, face down, in the shape of a cross, before any player has a card."""
    assert_cross_comes_first_and_face_down("manual_shoe")


def test_8_D_3() -> None:
    """Then one card at a time, face down, from the dealer's left, and only to players who have wagered."""
    table = table_of("manual_shoe", 1, 2, 4, 6, idle=(3, 5))
    table.run_to("across")
    assert places_dealt(table)[5:] == [
        *("hole:1:1", "hole:2:1", "hole:4:1", "hole:6:1"),
        *("hole:1:2", "hole:2:2", "hole:4:2", "hole:6:2"),
    ]
    for seat in (1, 2, 4, 6):
        for other in table.view(seat_audience(seat)).seats:
            shown = [card for card in other.hole if card is not None]
            assert len(shown) == (2 if other.seat == seat else 0)


def test_8_D_4() -> None:
    """The deal is over when each player has two cards; what is left is the stub, which nobody sees."""
    assert_deal_ends_with_two_cards_each("manual_shoe", (1, 3, 5))


def test_8_E() -> None:
    """The stub is counted at least every five rounds; 9.C asks the same, chapter 10 names no interval."""
    entries = load_rule_book("maryland").document["dealing"]
    counts = {
        method: (entry.get("stub_count_every_rounds"), entry.get("stub_count_clause"))
        for method, entry in entries.items()
    }
    assert counts == {
        "manual_shoe": (5, "8.E"),
        "hand": (5, "9.C"),
        "automated_shoe": (None, None),
        "shuffler": (None, None),
    }
    # A shuffler that counts the deck takes the interval away.
    for shuffler, every in (("none", 5), ("automatic", 5), ("counting", 0)):
        for method in ("manual_shoe", "hand", "automated_shoe", "shuffler"):
            if shuffler == "none" and method in ("hand", "shuffler"):
                continue
            house = load_rule_book("maryland", {"dealing_method": method, "shuffler": shuffler})
            expected = every if method in ("manual_shoe", "hand") else 0
            assert house.dealing.stub_count_every_rounds == expected
            shown = run("rules", "show", "maryland", *options(dealing_method=method, shuffler=shuffler)).out
            assert ("The stub is counted at least every 5 rounds." in shown) == (expected == 5)


def options(**choices: str) -> list[str]:
    return [word for name, value in choices.items() for word in ("--option", f"{name}={value}")]


def test_8_F_4() -> None:
    """A count that shows a misdeal with all 52 cards there: all hands void, every wager goes back."""
    assert_stub_voids("stub_wrong_misdealt", "8.F(4)", "manual_shoe", deck_removed=False)


def test_8_F_5() -> None:
    """A count that is wrong without a misdeal: all hands void, every wager goes back, the deck leaves the table."""
    assert_stub_voids("stub_wrong_not_misdealt", "8.F(5)", "manual_shoe", deck_removed=True)


# ---- chapter 9: from the hand


def test_9_A_1() -> None:
    """A house that deals from the hand must have a shuffling device; a shoe does without."""
    with pytest.raises(RuleBookError, match="hand needs an automatic shuffler"):
        load_rule_book("maryland", {"dealing_method": "hand", "shuffler": "none"})
    for shuffler in ("automatic", "counting"):
        assert load_rule_book("maryland", {"dealing_method": "hand", "shuffler": shuffler}).dealing.method == "hand"
    for method in ("manual_shoe", "automated_shoe"):
        assert load_rule_book("maryland", {"dealing_method": method, "shuffler": "none"}).shuffler == "none"
    # Nor can a shuffler deal the stacks of 10.B(2) where there is none.
    with pytest.raises(RuleBookError, match="shuffler needs an automatic shuffler"):
        load_rule_book("maryland", {"dealing_method": "shuffler", "shuffler": "none"})


def test_9_A_5() -> None:
    """From the hand: no card is dealt before "no more bets", and from that call on the wagers are fixed."""
    assert_bets_close_before_the_first_card("maryland", "hand")


def test_9_B_1() -> None:
    """Five community cards, face down, in the shape of a cross, before any player has a card."""
    assert_cross_comes_first_and_face_down("hand")


def test_9_B_2() -> None:
    """Then one card at a time from the dealer's left, and only to players who have wagered."""
    table = table_of("hand", 2, 3, 6, idle=(1,))
    table.run_to("across")
    assert places_dealt(table)[5:] == [
        *("hole:2:1", "hole:3:1", "hole:6:1"),
        *("hole:2:2", "hole:3:2", "hole:6:2"),
    ]


def test_9_B_3() -> None:
    """The deal is over when each player has two cards; what is left is the stub, which nobody sees."""
    assert_deal_ends_with_two_cards_each("hand", (1, 2, 3, 4, 5, 6))


def test_9_D_4() -> None:
    """A count that shows a misdeal with all 52 cards there: all hands void, every wager goes back."""
    assert_stub_voids("stub_wrong_misdealt", "9.D(4)", "hand", deck_removed=False)


def test_9_D_5() -> None:
    """A count that is wrong without a misdeal: all hands void, every wager goes back, the deck leaves the table."""
    assert_stub_voids("stub_wrong_not_misdealt", "9.D(5)", "hand", deck_removed=True)


# ---- chapter 10: automated shoe or shuffler

AUTOMATED = pytest.mark.parametrize("method", ["automated_shoe", "shuffler"])


@AUTOMATED
def test_10_A_2(method: str) -> None:
    """Automated shoe or shuffler: no stack comes before "no more bets", and from that call on the wagers are fixed."""
    assert_bets_close_before_the_first_card("maryland", method)


@AUTOMATED
def test_10_B_1(method: str) -> None:
    """Five community cards, face down, in the shape of a cross, before any player has a card."""
    assert_cross_comes_first_and_face_down(method)


@AUTOMATED
def test_10_B_2(method: str) -> None:
    """Then a stack of two cards to each player who has wagered, from the dealer's left."""
    table = table_of(method, 1, 4, 5, idle=(2, 6))
    table.run_to("across")
    assert places_dealt(table)[5:] == [
        *("hole:1:1", "hole:1:2"),
        *("hole:4:1", "hole:4:2"),
        *("hole:5:1", "hole:5:2"),
    ]


@AUTOMATED
def test_10_B_3(method: str) -> None:
    """The deal is over when each player has a stack; what is left is the stub, which nobody sees."""
    assert_deal_ends_with_two_cards_each(method, (2, 4))


@AUTOMATED
def test_10_C_3(method: str) -> None:
    """A count that shows a misdeal with all 52 cards there: all hands void, every wager goes back."""
    assert_stub_voids("stub_wrong_misdealt", "10.C(3)", method, deck_removed=False)


@AUTOMATED
def test_10_C_4(method: str) -> None:
    """A count that is wrong without a misdeal: all hands void, every wager goes back, the deck leaves the table."""
    assert_stub_voids("stub_wrong_not_misdealt", "10.C(4)", method, deck_removed=True)
