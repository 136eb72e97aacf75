"""Maryland, chapter 11: completing a round of play."""

from __future__ import annotations

from typing import get_args

import pytest

from crossfelt.cards import parse_cards
from crossfelt.crisscross.actions import Bet, Fold, ForfeitSeat, VoidRound
from crossfelt.crisscross.events import (
    BetPlaced,
    CommunityRevealed,
    HandShown,
    RoundVoided,
    SeatFolded,
    SeatForfeited,
    WagerSettled,
)
from crossfelt.crisscross.layout import COMMUNITY, hole_places
from crossfelt.crisscross.round import CRISS_CROSS
from crossfelt.crisscross.rulebook import StageName
from crossfelt.errors import IllegalActionCode
from crossfelt.game import CHANCE, FLOOR, SPECTATOR, SYSTEM, seat_actor, seat_audience
from crossfelt.record import export_record, replay
from tests.support.rules.table import FOLD, Table, assert_void, busy_table, cards_seen, layout, moments, refused

DECISIONS: tuple[StageName, ...] = get_args(StageName)
CONDUCT = {
    "not_answering_for_hand": "11.A(5), 11.A(1)",
    "touched_by_another": "11.A(5), 11.A(2)",
    "cards_out_of_view": "11.A(5), 11.A(3)",
    "shared_information": "11.A(5), 11.A(4)",
}
LOST = ("forfeit", 0, 0)


def ready(*seats: int, **choices: object) -> Table:
    """A Maryland table whose seats have $5 on each ante."""
    table = Table("maryland", seats, **choices)
    for seat in seats:
        table.wager(seat)
    return table


# ---- A: conduct


def test_11_A() -> None:
    """Once the deal is over each player sees the two cards dealt to that seat, and no others."""
    table = busy_table("maryland").run_to("dealing", 10)
    own = {1: {"Kh", "Kc"}, 3: {"3h", "4c"}, 5: {"9d", "Jd"}}
    assert {seat: cards_seen(table.view(seat_audience(seat))) for seat in own} == {1: set(), 3: set(), 5: set()}
    table.run_to("across")
    assert {seat: cards_seen(table.view(seat_audience(seat))) for seat in own} == own
    assert cards_seen(table.view(seat_audience(2))) == cards_seen(table.view(SPECTATOR)) == set()


def test_11_A_1() -> None:
    """Players answer for their own hands: nobody decides for another seat, and each is settled by its own cards."""
    table = busy_table("maryland").run_to("across")
    for other in (2, 3, 5):
        for action in (Bet("across", 1), Fold("across")):
            with refused(IllegalActionCode.NOT_YOUR_TURN):
                table.act(seat_actor(other), action)
    assert "not_answering_for_hand" in CONDUCT
    table.run_to("settled")
    assert [table.line(seat, "ante_across").result for seat in (1, 3, 5)] == ["win", "forfeit", "forfeit"]


@pytest.mark.parametrize("reason", CONDUCT)
def test_11_A_5(reason: str) -> None:
    """Breaking a rule of conduct costs that player every wager of the round, the bonus too, and nobody else any."""
    undisturbed = busy_table("maryland").run_to("settled")
    taken_by_a_fold = {3: {"ante_across", "ante_down"}, 5: {"ante_across", "ante_down", "across"}}
    for stage, step, _, chips in moments("maryland", *DECISIONS, "settling"):
        for seat in (1, 3, 5):
            table = busy_table("maryland").run_to(stage, step)
            if any(wager.seat == seat for wager in table.settled_wagers):
                # Once the first of a seat's own wagers is settled, only a void or a correction is left (reading R16).
                with refused(IllegalActionCode.ALREADY_DONE, "settled"):
                    table.forfeit(seat, reason)
                continue
            folded = table.state.seat(seat)
            assert folded is not None
            lost_before = taken_by_a_fold[seat] if folded.folded_at is not None else set()
            (event, *_) = table.forfeit(seat, reason)
            assert event == SeatForfeited(seat, reason, CONDUCT[reason])
            with refused(IllegalActionCode.ALREADY_DONE):
                table.forfeit(seat, reason)
            table.run_to("settled")
            assert set(table.results(seat).values()) == {LOST}
            # What the fold took is lost by the fold, the rest by the conduct (reading R27).
            clauses = {
                line.clause for line in table.settled_wagers if line.seat == seat and line.spot not in lost_before
            }
            assert clauses <= {CONDUCT[reason]}
            assert table.gained(seat) == -chips[seat]
            assert [line.order for line in table.settled_wagers] == list(range(1, len(table.settled_wagers) + 1))
            for other in {1, 3, 5} - {seat}:
                assert table.results(other) == undisturbed.results(other)
                assert table.gained(other) == undisturbed.gained(other)


def test_11_A_5_only_the_floor_and_only_in_its_time() -> None:
    """The floor alone forfeits a seat, for a reason of 11.A, once the deal is over; other texts know nothing of it."""
    for stage in ("betting", "shuffling", "dealing"):
        with refused(IllegalActionCode.WRONG_STAGE):
            busy_table("maryland").run_to(stage).forfeit(1, "cards_out_of_view")
    table = busy_table("maryland").run_to("across")
    for actor in (seat_actor(1), seat_actor(3), SYSTEM, CHANCE):
        with refused(IllegalActionCode.NOT_YOUR_ACTION):
            table.act(actor, ForfeitSeat(1, "cards_out_of_view"))
    with refused(IllegalActionCode.REASON_NEEDED, "11.A(5)"):
        table.forfeit(1, "bad manners")
    with refused(IllegalActionCode.ALREADY_DONE):
        table.forfeit(2, "cards_out_of_view")  # seat 2 has no wagers
    with refused(IllegalActionCode.NOT_SEATED):
        table.forfeit(4, "cards_out_of_view")
    for rules in ("cardroom", "massachusetts"):
        for stage in ("across", "down", "middle", "settling"):
            with refused(IllegalActionCode.NO_SUCH_RULING):
                busy_table(rules).run_to(stage).forfeit(1, "cards_out_of_view")


def test_11_A_5_play_goes_on_without_the_seat() -> None:
    """The decision passes to the next seat; with nobody left the cross stays down, and a void still returns all."""
    table = ready(1, 2)
    table.wager(2, five_card_bonus=500)
    table.run_to("across")
    table.forfeit(1, "touched_by_another")
    assert table.state.to_act == 2
    with refused(IllegalActionCode.NOT_YOUR_TURN):
        table.bet(1, 1)
    table.bet(2, 1)
    assert table.stage == "down"
    table.forfeit(2, "shared_information")
    assert table.stage == "settling"
    assert table.view(SPECTATOR).community["middle"] is None
    assert_void(table, table.report("wrong_card_count"), "wrong_card_count", "13.C", {1: 1000, 2: 2000})


# ---- B: the Across decision


def test_11_B() -> None:
    """With the cards face down again, the first decision goes clockwise from the dealer's left."""
    table = ready(2, 3, 5, 6).run_to("across")
    assert cards_seen(table.view(SPECTATOR)) == set()
    for seat in (2, 3, 5, 6):
        assert table.state.to_act == seat
        for other in {2, 3, 5, 6} - {seat}:
            with refused(IllegalActionCode.NOT_YOUR_TURN):
                table.bet(other, 1)
            with refused(IllegalActionCode.NOT_YOUR_TURN):
                table.fold(other)
        table.bet(seat, 1)
    assert table.stage == "down"


def test_11_B_1() -> None:
    """Every player with antes is asked once for one of two things, an Across bet or a fold; others are not."""
    table = Table("maryland", (1, 2, 3))
    table.wager(1)
    table.wager(3)
    table.run_to("across")
    asked = []
    while table.stage == "across":
        seat = table.state.to_act
        assert seat is not None
        asked.append(seat)
        assert CRISS_CROSS.legal_actions(table.state, seat_actor(seat)) == (
            Fold("across"),
            Bet("across", 1),
            Bet("across", 2),
            Bet("across", 3),
        )
        table.bet(seat, 1)
    assert asked == [1, 3]


def assert_bet_of_one_to_three_antes(stage: StageName, clause: str) -> None:
    """The decision at this stage takes 1x, 2x and 3x of the seat's own ante, and puts them on its spot."""
    assert ready(1).book.stages_by_id[stage].decision_clause == clause
    for multiple in (1, 2, 3):
        table = Table("maryland", (1, 2))
        table.wager(1, ante=500)
        table.wager(2, ante=900)
        table.run_to(stage)
        assert table.bet(1, multiple) == (BetPlaced(1, stage, multiple, 500 * multiple),)
        before = table.gained(2)
        (placed, *_) = table.bet(2, multiple)
        assert placed == BetPlaced(2, stage, multiple, 900 * multiple)
        assert table.gained(2) == before - 900 * multiple
        assert [seat.wagers[stage] for seat in table.state.seats] == [500 * multiple, 900 * multiple]
    for wrong in (0, -1, 4, 10):
        table = ready(1).run_to(stage)
        with refused(IllegalActionCode.BAD_MULTIPLE, "1x, 2x, 3x", f"({clause})"):
            table.bet(1, wrong)
    for other in DECISIONS:
        if other != stage:
            with refused(IllegalActionCode.WRONG_STAGE):
                ready(1).run_to(stage).act(seat_actor(1), Bet(other, 1))


def test_11_B_1_a() -> None:
    """The Across bet is one to three times the ante."""
    assert_bet_of_one_to_three_antes("across", "11.B(1)(a)")


def test_11_B_1_b() -> None:
    """Folding is the other choice: the seat is asked nothing more in this round."""
    table = ready(1, 2).run_to("across")
    assert table.fold(1) == (SeatFolded(1, "across", "player"),)
    table.bet(2, 1)
    for stage in ("down", "middle"):
        assert (table.stage, table.state.to_act) == (stage, 2)
        with refused(IllegalActionCode.NOT_YOUR_TURN):
            table.bet(1, 1)
        table.bet(2, 1)
    assert table.stage == "settling"


# What a fold costs and what it leaves, the same at each decision but for the bets made by then.

BETS = {
    "across": {},
    "down": {"across": 1500},
    "middle": {"across": 1500, "down": 1000},
}

FOLD_CLAUSES = {"across": "11.B(2)(a)", "down": "11.D(1)(a)", "middle": "11.F(1)(a)"}


def folding(stage: StageName, *, bonus: int = 0) -> Table:
    """Seat 1 holds what would win everywhere and folds at this stage; seat 2 plays on."""
    table = Table("maryland", (1, 2))
    table.cards = layout("Ks 7d", "7c 2s", "7h", hole={1: "Kh Kc", 2: "3h 4c"})
    table.plan = {1: (*(3, 2)[: DECISIONS.index(stage)], FOLD)}
    table.wager(1, five_card_bonus=bonus)
    table.wager(2)
    return table


def assert_fold_takes_effect_at_once(stage: StageName) -> None:
    table = folding(stage).run_to(stage)
    before = table.contest.balances
    events = table.fold(1)
    assert events[0] == SeatFolded(1, stage, "player")
    # The seat is out for all to see, and no act of anybody gives it a way back.
    for audience in (SPECTATOR, seat_audience(1), seat_audience(2)):
        seat = table.view(audience).seats[0]
        assert (seat.status, seat.folded_at, seat.decided_by) == ("folded", stage, "player")
    assert CRISS_CROSS.legal_actions(table.state, seat_actor(1)) == ()
    assert table.contest.balances == before, "no chip goes back"
    assert table.run_to("settled").gained(1) == -1000 - sum(BETS[stage].values())


def assert_loss_is_final(stage: StageName) -> None:
    """After the fold the chips stay where they are until the house takes them; a void at any moment returns them."""
    lost = 1000 + sum(BETS[stage].values())
    moments = [(goal, 0) for goal in (*DECISIONS[DECISIONS.index(stage) + 1 :], "settling")]
    moments += [("settling", step) for step in range(1, 2 + len(BETS[stage]) + 5)]
    for goal, step in [(stage, 1), *moments]:
        table = folding(stage).run_to(goal, step)
        held = table.account("escrow")
        assert table.gained(1) == -lost
        if goal != "settling":
            assert held >= lost and table.account("house") == 0
        table.act(FLOOR, VoidRound("the deck was marked"))
        assert (table.gained(1), table.account("house"), table.account("escrow")) == (0, 0, 0)
    over = folding(stage).run_to("settled")
    assert (over.gained(1), over.account("escrow")) == (-lost, 0)
    with refused(IllegalActionCode.ROUND_OVER):
        over.act(FLOOR, VoidRound("too late"))


def assert_fold_loses(stage: StageName) -> None:
    """Antes and bets of a hand that would have won go to the house, before anything of the seat is settled."""
    table = folding(stage).run_to("settled")
    spots = ["ante_across", "ante_down", *BETS[stage]]
    assert table.results(1) == dict.fromkeys(spots, LOST)
    assert list(table.results(1)) == spots, "in this order (reading R9)"
    assert {table.line(1, spot).clause for spot in spots} == {FOLD_CLAUSES[stage]}
    assert [table.line(1, spot).staked for spot in spots] == [500, 500, *BETS[stage].values()]
    # Seat 2 has a pair of 7s on both lines, so everything it staked comes back.
    assert table.gained(2) == 0
    assert table.account("house") == -table.gained(1) == 1000 + sum(BETS[stage].values())
    # The control: without the fold the same seat wins.
    control = folding(stage)
    control.plan = {}
    assert control.run_to("settled").gained(1) > 0


def assert_bonus_survives_a_fold(stage: StageName) -> None:
    table = folding(stage, bonus=500).run_to(stage)
    table.fold(1)
    # The cards stay on the table, still the player's own and nobody else's, until all is resolved.
    for goal in (*DECISIONS[DECISIONS.index(stage) + 1 :], "settling"):
        table.run_to(goal)
        assert table.view(seat_audience(1)).seats[0].hole == ("Kh", "Kc")
        assert table.view(SPECTATOR).seats[0].hole == (None, None)
    table.run_to("settled")
    assert set(hole_places(1)) <= set(table.state.placed)
    # Three 7s in the cross pay the bonus 4 to 1; the rest is lost.
    assert table.results(1) == {
        "five_card_bonus": ("win", 2000, 500),
        **dict.fromkeys(["ante_across", "ante_down", *BETS[stage]], LOST),
    }
    assert table.gained(1) == 2000 - 1000 - sum(BETS[stage].values())
    # A bonus is enough to have the rest of the cross turned; without one it stays as it lies (reading R26).
    for bonus, turned in ((500, 5), (0, 2 * DECISIONS.index(stage))):
        lonely = Table("maryland", (1,))
        lonely.plan = {1: (*(3, 2)[: DECISIONS.index(stage)], FOLD)}
        lonely.wager(1, five_card_bonus=bonus)
        lonely.run_to("settled")
        cross = lonely.view(SPECTATOR).community
        assert sum(card is not None for card in cross.values()) == turned
        assert ("five_card_bonus" in lonely.results(1)) is bool(bonus)


def test_11_B_2() -> None:
    """A fold at the Across decision counts from that moment."""
    assert_fold_takes_effect_at_once("across")


def test_11_B_2_is_final_but_for_a_void() -> None:
    """A fold loses its wagers at once. The chips wait in escrow, and only a void returns them (R27)."""
    assert_loss_is_final("across")


def test_11_B_2_a() -> None:
    """It costs the antes."""
    assert_fold_loses("across")


def test_11_B_3() -> None:
    """The Five Card Bonus of a player who folds Across stays live, and so do the cards, to the end."""
    assert_bonus_survives_a_fold("across")


# ---- C to G: turning the cross, Down and Middle decisions


def assert_turned_after(stage: StageName, clause: str, places: set[str], before: set[str]) -> None:
    """These places are turned when the last player has decided, whether by a bet or a fold, and not sooner."""
    assert ready(1).book.stages_by_id[stage].reveal_clause == clause
    cards = layout("2c 9d", "Th 4s", "Kd", hole={1: "Ah Qc", 2: "Jc 8s", 3: "3d 6h"})
    for last in ("bet", "fold"):
        table = ready(1, 2, 3)
        table.cards = cards
        table.run_to(stage)
        for seat in (1, 2):
            (event,) = table.bet(seat, 1)
            assert isinstance(event, BetPlaced)
            assert cards_seen(table.view(SPECTATOR)) == {cards[place] for place in before}
        _, turned = table.bet(3, 1) if last == "bet" else table.fold(3)
        assert turned == CommunityRevealed(stage, {place: cards[place] for place in places})
        for audience in (SPECTATOR, seat_audience(1)):
            community = table.view(audience).community
            assert {place for place, card in community.items() if card is not None} == before | places


def test_11_C() -> None:
    """When all have bet Across or folded, the two outer cards of the horizontal line are turned, no others."""
    assert_turned_after("across", "11.C", {"across_left", "across_right"}, set())


def assert_remaining_seats_decide(stage: StageName, clause: str) -> None:
    """Those still in, from the left, bet one to three antes on this spot or fold; folded seats are passed over."""
    assert_bet_of_one_to_three_antes(stage, clause)
    table = ready(1, 2, 4, 6)
    table.plan = {2: (FOLD,)}
    table.run_to(stage)
    asked = []
    while table.stage == stage:
        seat = table.state.to_act
        assert seat is not None
        asked.append(seat)
        legal = CRISS_CROSS.legal_actions(table.state, seat_actor(seat))
        assert legal == (Fold(stage), Bet(stage, 1), Bet(stage, 2), Bet(stage, 3))
        for other in {1, 2, 4, 6} - {seat}:
            with refused(IllegalActionCode.NOT_YOUR_TURN):
                table.bet(other, 1)
        if seat == 4:
            table.fold(seat)
        else:
            table.bet(seat, 2)
    assert asked == [1, 4, 6]
    assert [seat.seat for seat in table.state.seats if seat.is_in] == [1, 6]


def test_11_D() -> None:
    """Each player still in bets Down, one to three antes, or folds."""
    assert_remaining_seats_decide("down", "11.D")


def test_11_D_1() -> None:
    """A fold at the Down decision counts from that moment."""
    assert_fold_takes_effect_at_once("down")


def test_11_D_1_is_final_but_for_a_void() -> None:
    """The same with the Across bet (R27)."""
    assert_loss_is_final("down")


def test_11_D_1_a() -> None:
    """It costs the antes and the Across bet."""
    assert_fold_loses("down")


def test_11_D_2() -> None:
    """The Five Card Bonus of a player who folds Down stays live, and so do the cards, to the end."""
    assert_bonus_survives_a_fold("down")


def test_11_E() -> None:
    """When all have bet Down or folded, the two outer cards of the vertical line are turned, and not the middle."""
    assert_turned_after("down", "11.E", {"down_far", "down_near"}, {"across_left", "across_right"})


def test_11_F() -> None:
    """Each player still in bets Middle, one to three antes, or folds."""
    assert_remaining_seats_decide("middle", "11.F")


def test_11_F_1() -> None:
    """A fold at the Middle decision counts from that moment."""
    assert_fold_takes_effect_at_once("middle")


def test_11_F_1_is_final_but_for_a_void() -> None:
    """The same with both bets (R27)."""
    assert_loss_is_final("middle")


def test_11_F_1_a() -> None:
    """It costs the antes, the Across bet and the Down bet."""
    assert_fold_loses("middle")


def test_11_F_2() -> None:
    """The Five Card Bonus of a player who folds at Middle stays live, and so do the cards, to the end."""
    assert_bonus_survives_a_fold("middle")


def test_11_G() -> None:
    """When all have bet Middle or folded, the card in the middle is turned."""
    outer = {"across_left", "across_right", "down_far", "down_near"}
    assert_turned_after("middle", "11.G", {"middle"}, outer)


# ---- H and I: settling


def full_table() -> Table:
    """Six seats: 2 and 5 fold, 1, 2, 4 and 6 have a bonus; the cross holds a pair of 8s."""
    table = Table("maryland", (1, 2, 3, 4, 5, 6))
    table.cards = layout(
        across="8s 3d",
        down="8c 2s",
        middle="Kh",
        hole={1: "Ks Kd", 2: "Ah Ac", 3: "8h 4c", 4: "4d 5h", 5: "Qd Qc", 6: "Kc 2d"},
    )
    table.plan = {2: (FOLD,), 5: (1, FOLD)}
    for seat in range(1, 7):
        table.wager(seat, five_card_bonus=500 if seat in (1, 2, 4, 6) else 0)
    return table


def test_11_H() -> None:
    """Every Five Card Bonus of the table comes first, from the dealer's right, before any hand is shown."""
    table = full_table().run_to("settling")
    assert [turn.clause for turn in table.book.passes] == ["11.H", "11.I"]
    events = table.settle(4)
    posted = [event.wager for event in events if isinstance(event, WagerSettled)]
    assert [(line.order, line.seat, line.spot) for line in posted] == [
        (1, 6, "five_card_bonus"),
        (2, 4, "five_card_bonus"),
        (3, 2, "five_card_bonus"),
        (4, 1, "five_card_bonus"),
    ]
    assert len(posted) == len(events), "no hand is shown for it"
    table.run_to("settled")
    assert {line.spot for line in table.settled_wagers[4:]} == {"ante_across", "ante_down", "across", "down", "middle"}


def test_11_H_1() -> None:
    """Where it is offered each bonus wager is settled, won or lost, folded or not; where it is not there is none."""
    for middle, result in (("Kh", ("win", 500, 500)), ("8h", ("win", 2000, 500)), ("2h", ("win", 1500, 500))):
        table = full_table()
        table.cards = layout("8s 3d", "8c 2s", middle)
        table.run_to("settled")
        assert [table.results(seat).get("five_card_bonus") for seat in range(1, 7)] == [
            *(result, result, None, result, None, result),
        ]
    losing = full_table()
    losing.cards = layout("8s 3d", "7c 2s", "Kh")
    losing.run_to("settled")
    bonuses = [line for line in losing.settled_wagers if line.spot == "five_card_bonus"]
    assert [(line.seat, line.result) for line in bonuses] == [(6, "lose"), (4, "lose"), (2, "lose"), (1, "lose")]
    without = ready(1, 2, five_card_bonus_offered=False).run_to("settled")
    assert "five_card_bonus" not in {line.spot for line in without.settled_wagers}


def test_11_H_2() -> None:
    """A bonus that wins is paid by the odds of chapter 12 on its own stake, which comes back."""
    table = Table("maryland", (1, 2))
    table.cards = layout("5s 6d", "7c 8s", "9h")
    table.wager(1, five_card_bonus=500)
    table.wager(2, ante=10000, five_card_bonus=2300)
    table.run_to("settled")
    assert table.results(1)["five_card_bonus"] == ("win", 3000, 500)
    assert table.results(2)["five_card_bonus"] == ("win", 13800, 2300)
    assert {line.clause for line in table.settled_wagers if line.spot == "five_card_bonus"} == {"12.C"}


def test_11_I() -> None:
    """Then the players' cards are turned, from the dealer's right; a folded hand is not."""
    table = full_table().run_to("settled")
    assert table.happened(HandShown) == [
        HandShown(6, ("Kc", "2d")),
        HandShown(4, ("4d", "5h")),
        HandShown(3, ("8h", "4c")),
        HandShown(1, ("Ks", "Kd")),
    ]
    cross = {"8s", "3d", "8c", "2s", "Kh"}
    assert cards_seen(table.view(SPECTATOR)) == cross | {"Kc", "2d", "4d", "5h", "8h", "4c", "Ks", "Kd"}


def test_11_I_1() -> None:
    """The Across hand is the player's two cards with the three of the horizontal line, and nothing of the other."""
    table = ready(1)
    # With the vertical cards the hand would be a full house; without them it is two pair.
    table.cards = layout("9d 4c", "9s 9c", "4h", hole={1: "9h 2s"})
    table.run_to("settled")
    assert [table.line(1, spot).hand for spot in ("ante_across", "across")] == ["two_pair", "two_pair"]
    # All five count: the player's own cards are not left out for a better three.
    for cards, expected in (("Ah Kh", "flush"), ("Ac Kh", "high_card"), ("9c 2d", "pair_6s_to_10s")):
        table = ready(1)
        table.cards = layout("9h 4h", "Ks 7c", "6h", hole={1: cards})
        assert table.run_to("settled").line(1, "across").hand == expected


def test_11_I_2() -> None:
    """The Down hand is the player's two cards with the three of the vertical line, and nothing of the other."""
    table = ready(1)
    table.cards = layout("9s 9c", "9d 4c", "4h", hole={1: "9h 2s"})
    table.run_to("settled")
    assert [table.line(1, spot).hand for spot in ("ante_down", "down")] == ["two_pair", "two_pair"]
    for cards, expected in (("Ah Kh", "flush"), ("Ac Kh", "high_card"), ("9c 2d", "pair_6s_to_10s")):
        table = ready(1)
        table.cards = layout("Ks 7c", "9h 4h", "6h", hole={1: cards})
        assert table.run_to("settled").line(1, "down").hand == expected


def test_11_I_3() -> None:
    """One player after the other: a hand is turned, all its wagers are resolved, and only then comes the next."""
    table = full_table().run_to("settled")
    events = [event for event in table.contest.events if isinstance(event, (HandShown, WagerSettled))]
    order: list[tuple[str, int]] = []
    for event in events[4:]:  # the four bonus wagers are done
        entry = ("shown", event.seat) if isinstance(event, HandShown) else ("settled", event.wager.seat)
        if order[-1:] != [entry]:
            order.append(entry)
    assert order == [
        *(("shown", 6), ("settled", 6)),
        ("settled", 5),  # folded: taken without showing
        *(("shown", 4), ("settled", 4)),
        *(("shown", 3), ("settled", 3)),
        ("settled", 2),
        *(("shown", 1), ("settled", 1)),
    ]


def test_11_I_3_a() -> None:
    """Losing wagers go to the house before the player's others are touched, line by line."""
    table = ready(1)
    table.cards = layout("Ks 3d", "8c 2s", "4h", hole={1: "Kd Qc"})  # kings across, nothing down
    table.run_to("settling")
    took = []
    for _ in range(5):
        before = table.account("house")
        table.settle(1)
        took.append((table.settled_wagers[-1].spot, table.settled_wagers[-1].result, table.account("house") - before))
    assert took == [
        ("ante_down", "lose", 500),
        ("down", "lose", 500),
        ("ante_across", "win", -500),
        ("across", "win", -500),
        ("middle", "win", -500),
    ]
    # Within the losing and within the others: across ante, across bet, down ante, down bet, middle (reading R9).
    for cards, result in (("Kd Qc", "win"), ("9d Qc", "lose")):
        table = ready(1)
        table.cards = layout("Ks 3d", "Kc 2s", "4h", hole={1: cards})
        table.run_to("settled")
        assert [(line.spot, line.result) for line in table.settled_wagers] == [
            (spot, result) for spot in ("ante_across", "across", "ante_down", "down", "middle")
        ]


def middle_bet(across: str, down: str) -> dict[str, str]:
    """Results of the three bets for a player with an 8 and a queen, a 4 in the middle, and these outer cards."""
    table = ready(1)
    table.cards = layout(across, down, "4h", hole={1: "8d Qc"})
    return {spot: table.run_to("settled").line(1, spot).result for spot in ("across", "down", "middle")}


PUSHING, LOSING, WINNING = ("8s 3d", "8c 2s"), ("Ks 5d", "Kc 7s"), ("Qs 6d", "Qh 9s")


def test_11_I_3_b() -> None:
    """Across pushes and Down loses: the Middle bet pushes."""
    assert middle_bet(PUSHING[0], LOSING[1]) == {"across": "push", "down": "lose", "middle": "push"}


def test_11_I_3_c() -> None:
    """Down pushes and Across loses: the Middle bet pushes."""
    assert middle_bet(LOSING[0], PUSHING[1]) == {"across": "lose", "down": "push", "middle": "push"}


def test_11_I_3_d() -> None:
    """The Middle bet loses when Across and Down both lose, and never otherwise (reading R3)."""
    assert middle_bet(LOSING[0], LOSING[1]) == {"across": "lose", "down": "lose", "middle": "lose"}
    kinds = {"win": WINNING, "push": PUSHING, "lose": LOSING}
    for across, (across_cards, _) in kinds.items():
        for down, (_, down_cards) in kinds.items():
            best = next(result for result in ("win", "push", "lose") if result in (across, down))
            assert middle_bet(across_cards, down_cards) == {"across": across, "down": down, "middle": best}


def test_11_I_3_e() -> None:
    """Winning wagers are paid by the odds of chapter 12 and keep their stake; Middle by the better hand."""
    table = Table("maryland", (1,))
    table.cards = layout("5s 6d", "9c 9h", "7h", hole={1: "9d 8c"})  # a straight across, three 9s down
    table.plan = {1: (2, 3, 1)}
    table.wager(1, ante=1000)
    assert table.run_to("settled").results(1) == {
        "ante_across": ("win", 1000, 1000),
        "across": ("win", 10000, 2000),
        "ante_down": ("win", 1000, 1000),
        "down": ("win", 9000, 3000),
        "middle": ("win", 5000, 1000),
    }
    assert table.gained(1) == 26000 == -table.account("house")
    assert table.happened(RoundVoided) == []


def test_11_J() -> None:
    """Every hand of a settled round can be put together again: the record alone gives back cards, hands and chips."""
    table = busy_table("maryland").run_to("settled")
    again = replay(CRISS_CROSS, export_record(table.contest))
    assert again.state == table.state
    holes = {1: "Kh Kc", 3: "3h 4c", 5: "9d Jd"}
    assert {seat: again.state.hole(seat) for seat in holes} == {s: parse_cards(cards) for s, cards in holes.items()}
    assert [again.state.name_at(place) for place in COMMUNITY] == ["Ks", "7d", "7c", "2s", "7h"]
    assert again.state.settled_wagers == table.settled_wagers
