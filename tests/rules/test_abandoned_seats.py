"""Players who leave, run out of time or are removed: readings R15 and P7, held against the three rule books."""

from __future__ import annotations

from copy import deepcopy

import pytest

from crossfelt.crisscross.actions import Abandon, TakeOver
from crossfelt.crisscross.events import (
    CommunityPayTaken,
    SeatAbandoned,
    SeatFolded,
    SeatForfeited,
    SeatTakenOver,
    WagersWithdrawn,
)
from crossfelt.crisscross.resolve import choices_of, load_rule_book, rule_book_from_document, rule_book_ids
from crossfelt.crisscross.round import CRISS_CROSS
from crossfelt.errors import IllegalActionCode, RuleBookError
from crossfelt.game import CHANCE, FLOOR, SYSTEM, seat_actor
from tests.support.rules.table import FOLD, STAGES, Table, busy_table, layout, refused

BOOKS = rule_book_ids()
LOSE_ALL = ("maryland", "massachusetts")
"""The books whose texts let a house take every wager of an abandoned seat."""
SYMBOLS = ("jackpot", "500", "250", "120", "60", "50", "30", "20", "18", "13", "12", "10")
SPIN = {
    "wheel": "b",
    "community": "a",
    "rate_ppm": 200_000,
    "initial_cents": 100_000,
    "reset_cents": 100_000,
    "weights": {**dict.fromkeys(SYMBOLS, 1), "500&100": 1, "200&50": 1, "25&15": 1},
}
DULL = layout("Ks Jd", "8c 3s", "2h", hole={1: "Ad 7c", 3: "4d 6c", 6: "9h 9c"})
"""Nobody makes a pair but seat 6, in its own two cards."""


def spin_round(**choices: object) -> Table:
    """Seats 1, 3 and 6 with a Bonus Spin of $5, $1 and $5; seat 6 spins, and its wheel stops at $500 and $100."""
    table = Table("maryland", (1, 3, 6), bonus_spin=SPIN, **choices)
    table.cards, table.spins = DULL, {("bonus_spin", 6): "500&100"}
    for seat, cents in ((1, 500), (3, 100), (6, 500)):
        table.wager(seat, bonus_spin=cents)
    return table


@pytest.mark.parametrize("rules", BOOKS)
def test_reading_R15_only_the_system_abandons_a_seat(rules: str) -> None:
    """Nobody gives up a hand for a player who sits there: not the floor, not another seat, not chance."""
    for stage in STAGES[:-1]:
        table = busy_table(rules).run_to(stage)
        for action in (Abandon(1), TakeOver(1)):
            for actor in (FLOOR, CHANCE, seat_actor(1), seat_actor(3)):
                with refused(IllegalActionCode.NOT_YOUR_ACTION):
                    table.act(actor, action)
        offered = CRISS_CROSS.legal_actions(table.state, FLOOR)
        assert not [action for action in offered if isinstance(action, Abandon | TakeOver)]
    assert CRISS_CROSS.on_timeout(busy_table(rules).run_to("across").state, 1) == Abandon(1)
    assert CRISS_CROSS.on_leave(busy_table(rules).run_to("across").state, 5) == Abandon(5)


@pytest.mark.parametrize("stage", ["shuffling", "dealing", "across", "down", "middle"])
@pytest.mark.parametrize("abandoned", ["fold", "lose_all"])
@pytest.mark.parametrize("rules", LOSE_ALL)
def test_reading_R15_a_player_whom_the_floor_removes_folds(rules: str, abandoned: str, stage: str) -> None:
    """The table folds at the next decision, the bonus plays on and wins 4 to 1, whatever the house chose."""
    table = Table(rules, (1, 2), abandoned=abandoned)
    table.cards = layout("Ks 7d", "7c 2s", "7h", hole={1: "Kh Kc"})
    table.wager(1, five_card_bonus=500)
    table.wager(2)
    table.run_to(stage)
    assert CRISS_CROSS.on_remove(table.state, 1) == TakeOver(1)
    table.act(SYSTEM, TakeOver(1))
    bets = table.state.seats[0].wagers.keys() & {"across", "down", "middle"}
    # A removed player who then leaves loses no more.
    assert CRISS_CROSS.on_leave(table.state, 1) is None
    for action in (Abandon(1), TakeOver(1)):
        with refused(IllegalActionCode.ALREADY_DONE):
            table.act(SYSTEM, action)
    table.run_to("settled")
    assert table.happened(SeatTakenOver) == [SeatTakenOver(1)] and not table.happened(SeatForfeited)
    (folded,) = table.happened(SeatFolded)
    assert (folded.seat, folded.decided_by) == (1, "table")
    assert table.line(1, "five_card_bonus").won == 2000
    assert table.gained(1) == 2000 - 1000 - 500 * len(bets)


def test_reading_R15_a_removal_takes_no_wager_that_a_fold_leaves() -> None:
    """During the settlement, and after a fold of one's own: what is live is settled as if nobody had been removed."""
    whole = busy_table("maryland", abandoned="lose_all").run_to("settled")
    for seat in (1, 5):
        for stage, step in (("middle", 1), ("settling", 0), ("settling", 1), ("settling", 3)):
            table = busy_table("maryland", abandoned="lose_all").run_to(stage, step)
            if CRISS_CROSS.on_remove(table.state, seat) is not None:
                table.act(SYSTEM, TakeOver(seat))
                with refused(IllegalActionCode.ALREADY_DONE):
                    table.act(SYSTEM, Abandon(seat))
            assert table.run_to("settled").settled_wagers == whole.settled_wagers


def test_reading_R15_a_removal_before_the_deal_returns_the_chips() -> None:
    table = Table("maryland", (1,), abandoned="lose_all")
    with refused(IllegalActionCode.NO_WAGERS):
        table.act(SYSTEM, TakeOver(1))
    table.wager(1, five_card_bonus=500)
    wagers = {"ante_across": 500, "ante_down": 500, "five_card_bonus": 500}
    assert table.act(SYSTEM, TakeOver(1)) == (WagersWithdrawn(1, wagers),)
    assert table.gained(1) == 0


def test_reading_R15_a_seat_with_nothing_live_is_not_taken_over() -> None:
    table = busy_table("maryland")
    table.plan = {**table.plan, 3: (FOLD,)}
    table.run_to("down")
    assert CRISS_CROSS.on_remove(table.state, 3) is None
    with refused(IllegalActionCode.ALREADY_DONE):
        table.act(SYSTEM, TakeOver(3))
    with refused(IllegalActionCode.NOT_SEATED):
        table.act(SYSTEM, TakeOver(4))


def test_reading_R15_the_cardroom_knows_no_abandonment() -> None:
    """Its book offers a fold only, and none can be made that takes more, not even inside a record."""
    (choice,) = (choice for choice in choices_of("cardroom") if choice.name == "abandoned")
    assert (choice.values, choice.default) == (("fold",), "fold")
    with pytest.raises(RuleBookError, match="'lose_all' is not one of fold") as caught:
        load_rule_book("cardroom", {"abandoned": "lose_all"})
    assert caught.value.faults[0].clause == "reading R15"
    document = deepcopy(load_rule_book("cardroom").document)
    document["abandoned"]["outcome"] = "lose_all"
    with pytest.raises(RuleBookError, match="lose_all needs a clause that allows it"):
        rule_book_from_document(document)


def test_reading_P7_a_seat_that_leaves_gives_back_its_community_pay() -> None:
    """Seat 1 has received $100 by seat 6's spin when its player leaves: they go back with all that is not settled."""
    table = spin_round(abandoned="lose_all").run_to("settling")
    while not any(line.is_community_pay and line.seat == 1 for line in table.settled_wagers):
        table.run_to("settling", 1)
    assert table.gained(1) == 10_000 - 500 * 6
    abandoned, forfeited, taken = table.act(SYSTEM, Abandon(1))
    assert isinstance(abandoned, SeatAbandoned) and isinstance(forfeited, SeatForfeited)
    assert isinstance(taken, CommunityPayTaken) and (taken.wager.seat, taken.wager.won) == (1, 10_000)
    assert table.gained(1) == -500 * 6
    table.run_to("settled")
    assert table.gained(1) == -500 * 6
    assert {result for result, _, _ in table.results(1).values()} == {"forfeit"}
    # What another seat received is its own.
    assert [line.won for line in table.settled_wagers if line.is_community_pay] == [2_000]
    assert table.account("escrow") == 0


def test_12_D_5_and_8_a_wheel_that_has_landed_pays_the_others() -> None:
    """The spinner leaves between the spin and its line: the others are paid by the symbol, each by its own wager, and
    only the spinner is not (reading R15)."""
    table = spin_round(abandoned="lose_all").run_to("settling")
    while not table.state.spun:
        table.run_to("settling", 1)
    settled = len(table.settled_wagers)
    table.act(SYSTEM, Abandon(6))
    table.settle(1)
    own, one, other = table.settled_wagers[settled:]
    assert (own.seat, own.result, own.won, own.staked, own.clause) == (6, "forfeit", 0, 500, "7.B(3)")
    assert [(line.seat, line.result, line.won, line.staked, line.clause) for line in (one, other)] == [
        (3, "win", 2_000, 0, "12.D(9)(a)(i)"),
        (1, "win", 10_000, 0, "12.D(10)(a)(i)"),
    ]
    assert {(prize.kind, prize.symbol) for line in (one, other) for prize in line.prizes} == {("community", "500&100")}
    table.run_to("settled")
    assert [line.order for line in table.settled_wagers] == list(range(1, len(table.settled_wagers) + 1))
    assert {seat: table.gained(seat) for seat in (1, 3, 6)} == {
        seat: sum(line.won + line.returned - line.staked for line in table.settled_wagers if line.seat == seat)
        for seat in (1, 3, 6)
    }


def test_reading_P7_a_spinner_who_has_left_before_the_spin_does_not_spin() -> None:
    table = spin_round(abandoned="lose_all").run_to("settling", 1)
    table.act(SYSTEM, Abandon(6))
    table.run_to("settled")
    assert not table.state.spun
    assert not any(line.is_community_pay for line in table.settled_wagers)
