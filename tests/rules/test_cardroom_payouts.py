"""The cardroom's text from paying out to the bonus wagers. It has no numbers: each test is named by the heading and
the paragraph below it. Amounts are those of the text, typed in here."""

from __future__ import annotations

from itertools import pairwise

import pytest

from crossfelt.cards import parse_cards
from crossfelt.crisscross.actions import Abandon, PlaceWagers
from crossfelt.crisscross.events import BonusCardsRevealed, HandShown, SeatFolded, WagerSettled
from crossfelt.crisscross.layout import BONUS, COMMUNITY
from crossfelt.crisscross.round import CRISS_CROSS
from crossfelt.errors import IllegalActionCode
from crossfelt.game import AUDITOR, FLOOR_AUDIENCE, SPECTATOR, SYSTEM, seat_actor, seat_audience
from crossfelt.ledger import ESCROW, HOUSE
from crossfelt.record import export_record, replay
from tests.support.rules.made_hands import SIXES_OR_BETTER, Made, played
from tests.support.rules.table import FOLD, Table, cards_seen, layout, refused

RULES = "cardroom"


def full_table() -> Table:
    """Six seats. Seat 6 pushes on both lines, 5 wins across only, 4 down only, 2 loses, 1 wins; seat 3 folds at Down.
    The cross holds a pair of 6s; with the bonus cards seat 6 has a full house, seat 3 two pair."""
    table = Table(RULES, seats=range(1, 7))
    holes = {1: "Kc Kh", 2: "8c 2h", 3: "Ac Qh", 4: "2d 2s", 5: "Ks Qc", 6: "9s 4c"}
    table.cards = layout(across="Kd 6s", down="6h 2c", middle="9d", bonus="9h 9c 4d 4s", hole=holes)
    for seat, five, six in ((1, 200, 0), (2, 0, 0), (3, 300, 300), (4, 0, 0), (5, 500, 0), (6, 400, 400)):
        table.wager(seat, five_card_bonus=five, six_card_bonus=six)
    table.plan = {1: (3, 2, 1), 3: (1, FOLD)}
    return table


# ---- Paying Out


def test_Paying_Out_1() -> None:
    """Of the player at hand the losing bets are taken first: Down, then Across, then Middle, each ante with its bet."""
    table = full_table().run_to("settled")
    taken = {6: [], 5: ["ante_down", "down"], 4: ["ante_across", "across"], 1: []}
    taken[2] = ["ante_down", "down", "ante_across", "across", "middle"]
    for seat, spots in taken.items():
        own = [line for line in table.settled_wagers if line.seat == seat and line.spot != "five_card_bonus"]
        assert [line.spot for line in own if line.result == "lose"] == spots
        assert {line.result for line in own[: len(spots)]} <= {"lose"}
    assert table.gained(2) == -2500


def test_Paying_Out_2() -> None:
    """Then the player's winning bets are paid: Down, Across, Middle, pushes with them; and only then comes the next
    player, from the right."""
    table = full_table().run_to("settled")
    order = ["ante_down", "down", "ante_across", "across", "middle"]
    assert [(line.seat, line.spot) for line in table.settled_wagers] == [
        *((6, spot) for spot in [*order, "five_card_bonus"]),
        *((5, spot) for spot in [*order, "five_card_bonus"]),
        *((4, spot) for spot in ["ante_across", "across", "ante_down", "down", "middle"]),
        *((3, spot) for spot in ["ante_across", "ante_down", "across", "five_card_bonus"]),
        *((2, spot) for spot in order),
        *((1, spot) for spot in [*order, "five_card_bonus"]),
        (6, "six_card_bonus"),
        (3, "six_card_bonus"),
    ]
    assert [line.order for line in table.settled_wagers] == list(range(1, 35))
    assert [turn.clause for turn in table.book.passes] == [
        "Paying Out/1, reading R9",  # the text says which wager comes first, not which player
        "6 Card Bonus Wager/4",
    ]
    gained = {
        6: 400 + 20 * 400,  # five pushes, a pair of 6s in the cross, a full house with the bonus cards
        5: -1000 + 500 + 500 + 500 + 500,  # Down lost; ante, Across and Middle on kings; bonus
        4: -1000 + 500 + 1500 + 1500,  # Across lost; ante, Down and Middle on three 2s
        3: -1500 + 300 - 300,  # folded; one bonus won, one lost
        2: -2500,
        1: 500 + 1000 + 500 + 3 * 1500 + 3 * 500 + 200,  # kings down, three kings across
    }
    assert {seat: table.gained(seat) for seat in gained} == gained
    assert (table.account(HOUSE), table.account(ESCROW)) == (-sum(gained.values()), 0)


def test_Paying_Out_3() -> None:
    """Every hand of a settled round can be put together again: the record alone gives back cards, hands and chips."""
    table = full_table().run_to("settled")
    again = replay(CRISS_CROSS, export_record(table.contest))
    assert again.state == table.state
    holes = {1: "Kc Kh", 2: "8c 2h", 3: "Ac Qh", 4: "2d 2s", 5: "Ks Qc", 6: "9s 4c"}
    assert {seat: again.state.hole(seat) for seat in holes} == {s: parse_cards(cards) for s, cards in holes.items()}
    assert [again.state.name_at(place) for place in COMMUNITY] == ["Kd", "6s", "6h", "2c", "9d"]
    assert [again.state.name_at(place) for place in BONUS] == ["9h", "9c", "4d", "4s"]
    assert again.state.settled_wagers == table.settled_wagers and len(table.settled_wagers) == 34


# ---- 5 Card Bonus


def test_5_Card_Bonus_1() -> None:
    """The Five Card Bonus is the player's choice, needs both antes and may be larger than they are."""
    for wagers in (
        {"five_card_bonus": 500},
        {"five_card_bonus": 500, "ante_across": 500},
        {"five_card_bonus": 500, "ante_down": 500},
    ):
        with refused(IllegalActionCode.BAD_WAGERS, "the ante is missing"):
            Table(RULES).act(seat_actor(1), PlaceWagers(wagers))
    for bonus in (0, 200, 700, 1000):
        table = Table(RULES)
        table.wager(1, ante=200, five_card_bonus=bonus)
        seat = table.state.seat(1)
        assert seat is not None and seat.wagers.get("five_card_bonus", 0) == bonus
        assert ("five_card_bonus" in table.run_to("settled").results(1)) == bool(bonus)


@pytest.mark.parametrize("made", SIXES_OR_BETTER, ids=str)
def test_5_Card_Bonus_2(made: Made) -> None:
    """The wager is on the five cards of the cross: from a pair of sixes up it wins by its own table."""
    line = played(RULES, made.in_the_cross(), ante=200, five_card_bonus=300).line(1, "five_card_bonus")
    assert (line.hand, line.result, line.clause) == (made.hand, "win", "Pay Tables/5 Card Bonus")


def test_5_Card_Bonus_2_every_card_of_the_cross() -> None:
    """All five places count: replacing any one card breaks a royal flush."""
    royal = layout(across="Ah Kh", down="Qh Jh", middle="Th")
    for place in royal:
        line = played(RULES, royal | {place: "3s"}, five_card_bonus=300).line(1, "five_card_bonus")
        assert (line.hand, line.result) == ("high_card", "lose")


def test_5_Card_Bonus_3() -> None:
    """Only the five community cards count, never the player's; and the wager is settled all the same when the player
    folds, at whichever decision, while the other wagers are lost."""
    cross = layout(across="6h 6d", down="Kc 9s", middle="Jc")
    for hole in ("6c 6s", "Kd Ks", "2h 3d"):
        cards = cross | layout(hole={1: hole})
        for folded in (0, 1, 2, None):
            plan = [FOLD if decision == folded else 1 for decision in range(3)]
            table = played(RULES, cards, plan, five_card_bonus=300)
            line = table.line(1, "five_card_bonus")
            assert (line.hand, line.result, line.won, line.returned) == ("pair_6s_to_10s", "win", 300, 300)
            forfeited = [line.spot for line in table.settled_wagers if line.result == "forfeit"]
            assert forfeited == ([] if folded is None else ["ante_across", "ante_down", "across", "down"][: 2 + folded])
    lost = played(RULES, cross | {"across_left": "3h"}, (FOLD,), five_card_bonus=300)
    assert lost.results(1)["five_card_bonus"] == ("lose", 0, 0)


# ---- 6 Card Bonus Wager


def test_6_Card_Bonus_Wager_1() -> None:
    """The best five of the player's two cards and the four bonus cards make the hand, and the cross has no part in it.
    The wager needs a Five Card Bonus of the same amount."""
    wagers = {"ante": 200, "five_card_bonus": 200, "six_card_bonus": 200}
    royal = layout(bonus="Qh Jh Th 2c", hole={1: "Ah Kh"})

    def hand(cards: dict[str, str]) -> str | None:
        return played(RULES, cards, (FOLD,), **wagers).line(1, "six_card_bonus").hand

    assert hand(royal) == "royal_flush"
    assert hand(royal | {"bonus_4": "9h"}) == "royal_flush"  # not the straight flush that the 9 makes
    for place in ("hole:1:1", "hole:1:2", "bonus_1", "bonus_2", "bonus_3"):
        assert hand(royal | {place: "3s"}) == "high_card"
    assert hand(layout(bonus="Kh Qh Jh Th", hole={1: "Ah 2c"})) == "royal_flush"
    assert hand(layout(bonus="Kh Qh Jh Th", hole={1: "2c Ah"})) == "royal_flush"
    assert hand(layout(bonus="4h 4c 9d 9s", hole={1: "4d 9h"})) == "full_house"
    assert hand(layout(bonus="4h 4c Kd Qs", hole={1: "4d 4s"})) == "four_of_a_kind"
    assert hand(layout(bonus="2h 2c 7d 7s", hole={1: "9d 9s"})) == "two_pair"
    for across, down, middle in (("Ac Ad", "As Kc", "Ks"), ("2h 3d", "4s 7d", "8c")):
        assert hand(royal | layout(across=across, down=down, middle=middle)) == "royal_flush"
    for five, six in ((0, 500), (500, 400), (400, 500)):
        with refused(IllegalActionCode.BAD_WAGERS, "six_card_bonus", "Five Card Bonus"):
            Table(RULES).wager(1, five_card_bonus=five, six_card_bonus=six)


def test_6_Card_Bonus_Wager_2() -> None:
    """A fold at any decision leaves the Six Card Bonus live: it is settled on the folded cards, the rest is lost."""
    cards = layout(across="Kd 6s", down="6h 2c", middle="9d", bonus="3c 3d 8h 7s", hole={1: "3h Kc"})
    for folded, lost in ((0, 1000), (1, 1500), (2, 2000)):
        plan = [FOLD if decision == folded else 1 for decision in range(3)]
        table = played(RULES, cards, plan, five_card_bonus=400, six_card_bonus=400)
        line = table.line(1, "six_card_bonus")
        assert (line.hand, line.result, line.won, line.returned) == ("three_of_a_kind", "win", 2000, 400)
        assert table.gained(1) == -lost + 400 + 2000
        assert table.happened(HandShown) == [HandShown(1, ("3h", "Kc"))]


def test_6_Card_Bonus_Wager_3() -> None:
    """The bonus cards stay face down for every audience until all other wagers of all seats are settled."""
    table = full_table().run_to("dealing")
    bonus = {"9h", "9c", "4d", "4s"}
    audiences = [SPECTATOR, FLOOR_AUDIENCE, AUDITOR, *(seat_audience(seat) for seat in range(1, 7))]
    while table.stage != "settled" and len(table.settled_wagers) < 32:
        for audience in audiences:
            assert not bonus & cards_seen(table.view(audience))
        assert not table.happened(BonusCardsRevealed)
        table.run_to(table.stage, 1)
    assert {line.spot for line in table.settled_wagers} == {
        "ante_across",
        "ante_down",
        "across",
        "down",
        "middle",
        "five_card_bonus",
    }
    assert table.view(SPECTATOR).bonus_cards == (None, None, None, None)
    assert table.settle(1)[0] == BonusCardsRevealed(("9h", "9c", "4d", "4s"))
    assert table.view(SPECTATOR).bonus_cards == ("9h", "9c", "4d", "4s")
    table.run_to("settled")
    assert len(table.happened(BonusCardsRevealed)) == 1
    # Nobody has wagered on them: they are never turned.
    assert played(RULES, {}, five_card_bonus=500).happened(BonusCardsRevealed) == []


def test_6_Card_Bonus_Wager_4() -> None:
    """The Six Card Bonus wagers are settled from the right, folded seats in their turn."""
    table = Table(RULES, seats=range(1, 7))
    for seat in (1, 2, 4, 5, 6):
        table.wager(seat, five_card_bonus=200, six_card_bonus=0 if seat == 4 else 200)
    table.plan = {2: (1, FOLD), 6: (FOLD,)}
    table.run_to("settled")
    six = [line.seat for line in table.settled_wagers if line.spot == "six_card_bonus"]
    assert six == [6, 5, 2, 1]
    assert [line.spot for line in table.settled_wagers].index("six_card_bonus") == len(table.settled_wagers) - 4
    kinds = [event.kind for event in table.contest.events]
    after = table.contest.events[kinds.index("bonus_cards_revealed") :]
    shown = [event.seat for event in after if isinstance(event, HandShown)]
    assert shown == [6, 2]  # the others have shown their hands before
    for event, following in pairwise(after):
        if isinstance(event, HandShown):
            assert isinstance(following, WagerSettled) and following.wager.seat == event.seat


# ---- where this text is silent


def test_reading_R15_abandoned() -> None:
    """A player who leaves folds at the next decision and both bonuses play on; with nothing left to decide the whole
    round is played out."""
    cards = layout(across="Kd 6s", down="6h 2c", middle="9d", bonus="3c 3d 8h 7s", hole={1: "3h Kc", 2: "As Ks"})
    for stage, step, staked in (("across", 0, 1000), ("down", 1, 2000), ("middle", 1, 2500)):
        table = Table(
            RULES,
            seats=(1, 2),
        )
        for seat in (1, 2):
            table.wager(seat, five_card_bonus=400, six_card_bonus=400)
        table.cards = cards
        table.run_to(stage, step)
        table.act(SYSTEM, Abandon(1))
        table.run_to("settled")
        results = [(line.spot, line.result) for line in table.settled_wagers if line.seat == 1]
        main = [(spot, "forfeit") for spot in ("ante_across", "ante_down", "across", "down", "middle")]
        if stage == "middle":
            assert "forfeit" not in dict(results).values() and not table.happened(SeatFolded)
        else:
            assert results == [*main[: staked // 500], ("five_card_bonus", "win"), ("six_card_bonus", "win")]
            assert table.gained(1) == -staked + 400 + 2000
            assert [(fold.seat, fold.decided_by) for fold in table.happened(SeatFolded)] == [(1, "table")]
