"""Massachusetts, sections 1 to 6: definitions, cards, rankings, wagers. Each test is named by the clause it shows."""

from __future__ import annotations

from itertools import pairwise

import pytest

from crossfelt.cards import RANKS, SUITS, parse_cards
from crossfelt.crisscross.actions import Abandon, Bet, CloseBetting, Fold, PlaceWagers, WithdrawWagers
from crossfelt.crisscross.events import (
    BetPlaced,
    BettingClosed,
    DeckWithdrawn,
    IrregularityRuled,
    SeatAbandoned,
    SeatFolded,
    SeatForfeited,
    WagersWithdrawn,
)
from crossfelt.crisscross.procedure import methods_of, procedure
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.crisscross.rulebook import StageName
from crossfelt.crisscross.state import DECISIONS
from crossfelt.errors import IllegalActionCode, RuleBookError
from crossfelt.game import SPECTATOR, SYSTEM, seat_actor, seat_audience
from crossfelt.ledger import ESCROW
from crossfelt.money import dollars
from tests.support.rules.made_hands import ROYAL_FLUSH, placements, played, played_at
from tests.support.rules.table import Table, assert_one_deck, busy_table, layout, line_layout, refused

RULES = "massachusetts"
# Three kings across, a pair of kings down, a pair of 6s in the cross.
KINGS = layout(across="Kd 6s", down="6h 2c", middle="9d", hole={1: "Kc Kh"})


def hand_of(five: str) -> str | None:
    """Return the Across Bet's hand for a seat whose two cards and horizontal row are these five."""
    return played(RULES, line_layout("across", five)).line(1, "across").hand


def strength(five: str) -> int:
    return load_rule_book(RULES).ranker.strength(*parse_cards(five))


# ---- 1. Definitions


def test_1_Across_Hand() -> None:
    """The Across Hand is made of the seat's own two cards and the three of the horizontal row, and of no other."""
    cards = ROYAL_FLUSH.on("across")
    assert played(RULES, cards).line(1, "across").hand == "royal_flush"
    for place in ("hole:1:1", "hole:1:2", "across_left", "middle", "across_right"):
        assert played(RULES, {**cards, place: "3s"}).line(1, "across").hand == "high_card"
    for place in ("down_far", "down_near"):
        assert played(RULES, {**cards, place: "3s"}).line(1, "across").hand == "royal_flush"


def test_1_Community_cards() -> None:
    """The five community cards serve every seat: three seats make three different hands with the same row."""
    table = Table(RULES, seats=(1, 2, 6))
    holes = {1: "Ah Kh", 2: "9h 8h", 6: "As Kd"}
    for seat in holes:
        table.wager(seat)
    table.cards = layout(across="Qh Jh", down="2c 7d", middle="Th", hole=holes)
    table.run_to("settled")
    assert [table.line(seat, "across").hand for seat in holes] == ["royal_flush", "straight_flush", "straight"]
    cross = {"across_left": "Qh", "across_right": "Jh", "down_far": "2c", "down_near": "7d", "middle": "Th"}
    for audience in (SPECTATOR, seat_audience(1), seat_audience(2), seat_audience(6)):
        assert table.view(audience).community == cross


def test_1_Down_Hand() -> None:
    """The Down Hand is made of the seat's own two cards and the three of the vertical row, and of no other."""
    cards = ROYAL_FLUSH.on("down")
    assert played(RULES, cards).line(1, "down").hand == "royal_flush"
    for place in ("hole:1:1", "hole:1:2", "down_far", "middle", "down_near"):
        assert played(RULES, {**cards, place: "3s"}).line(1, "down").hand == "high_card"
    for place in ("across_left", "across_right"):
        assert played(RULES, {**cards, place: "3s"}).line(1, "down").hand == "royal_flush"


# ---- 2. Cards; number of decks


def test_2_a() -> None:
    """A round is played with one deck of 52 different cards: fewer, more, a card twice or a joker is refused."""
    assert_one_deck(RULES, "2(a)", dealt=17)


def test_2_b() -> None:
    """With a shuffling device the table may have two decks, without one it has one; the steps say what two ask for."""
    stated = load_rule_book(RULES).document["deck"]
    assert (stated["decks"], stated["decks_with_shuffler"], stated["rotation_clause"]) == (1, 2, "2(b)(3)")
    for method in methods_of(RULES):
        steps = {step.clause: step.who for step in procedure(RULES, method)}
        assert steps["2(b)"] == "operator"
        assert {"2(b)(2)", "2(b)(3)", "2(b)(4)", "3(d)"} <= set(steps)


# ---- 4. Shuffle and cut of the cards


def test_4_b() -> None:
    """A deck that the counting device finds wrong leaves the table. Wagers stay, and another deck is dealt."""
    table = busy_table(RULES, shuffler="counting")
    for stage in ("shuffling", "dealing"):
        table.run_to(stage)
        ruled, *rest = table.report("deck_count_wrong")
        assert isinstance(ruled, IrregularityRuled) and (ruled.outcome, ruled.clause) == ("replace_deck", "4(b)")
        assert rest == ([DeckWithdrawn()] if stage == "dealing" else [])
        assert table.stage == "shuffling" and table.state.deck is None
        with refused(IllegalActionCode.WRONG_STAGE):
            table.deal()
        assert table.account(ESCROW) == 1500 + 2000 + 2000
    # With cards on the table it is the idle deck that is counted: it leaves, and the round stands (reading R20).
    for stage, step in (("dealing", 1), ("across", 0), ("down", 0), ("middle", 0), ("settling", 0)):
        table.run_to(stage, step)
        (idle,) = table.report("deck_count_wrong")
        assert isinstance(idle, IrregularityRuled) and idle.outcome == "replace_deck"
        assert table.stage == stage and table.account(ESCROW) > 0
    assert table.run_to("settled").line(1, "across").hand == "full_house"
    for shuffler in ("none", "automatic"):
        with refused(IllegalActionCode.NO_SUCH_RULING):
            busy_table(RULES, shuffler=shuffler).run_to("shuffling").report("deck_count_wrong")


# ---- 5. Rankings


def test_5_a() -> None:
    """Ranks fall from the ace to the 2, the ace also stands below the 2 in 5-high sequences and in no other, and no
    suit is better than another."""
    lowest = {rank: " ".join(f"{other}d" for other in "23456" if other != rank)[:8] for rank in RANKS}
    pairs = [strength(f"{rank}h {rank}c {lowest[rank]}") for rank in "AKQJT98765432"]
    assert all(better > worse for better, worse in pairwise(pairs))
    for five, hand, odds in (("Ah 2c 3d 4s 5h", "straight", 5), ("Ah 2h 3h 4h 5h", "straight_flush", 100)):
        line = played(RULES, line_layout("across", five)).line(1, "across")
        assert (line.hand, line.won) == (hand, odds * 500)
    assert strength("Ah 2c 3d 4s 5h") < strength("2c 3d 4s 5h 6h")
    assert hand_of("Ts Jd Qc Kh Ah") == "straight"
    assert load_rule_book(RULES).document["hands"]["clause"] == "5(a)"
    with pytest.raises(RuleBookError, match="massachusetts has no choice 'ace_low_straight'"):
        load_rule_book(RULES, {"ace_low_straight": False})
    for ranks in ("QKA23", "KA234", "JQKA2"):
        suited = " ".join(f"{rank}h" for rank in ranks)
        assert (hand_of(suited), hand_of(suited.replace("Ah", "As"))) == ("flush", "high_card")
    for ranks in ("AKQJT", "98765", "K9742"):
        assert len({strength(" ".join(rank + suit for rank in ranks)) for suit in SUITS}) == 1
    assert len({strength(f"9{a} 9{b} Kh 5c 2d") for a in SUITS for b in SUITS if a != b}) == 1


def test_5_b() -> None:
    """Nine kinds of hand, each above the next: the lowest of one kind beats the highest of the kind below."""
    ladder = [
        ("royal_flush", "Ah Kh Qh Jh Th", "As Ks Qs Js Ts"),
        ("straight_flush", "Kh Qh Jh Th 9h", "5h 4h 3h 2h Ah"),
        ("four_of_a_kind", "Ah Ac Ad As Kh", "2h 2c 2d 2s 3h"),
        ("full_house", "Ah Ac Ad Kh Kc", "2h 2c 2d 3h 3c"),
        ("flush", "Ah Kh Qh Jh 9h", "7h 5h 4h 3h 2h"),
        ("straight", "Ac Kh Qh Jh Th", "5c 4h 3h 2h Ah"),
        ("three_of_a_kind", "Ah Ac Ad Kh Qh", "2h 2c 2d 3h 4h"),
        ("two_pair", "Ah Ac Kh Kc Qh", "3h 3c 2h 2c 4h"),
        ("pair_jacks_or_better", "Ah Ac Kh Qh Jh", "Jh Jc 2h 3h 4h"),
        ("pair_6s_to_10s", "Th Tc Ah Kh Qh", "6h 6c 2h 3h 4h"),
        ("pair_2s_to_5s", "5h 5c Ah Kh Qh", "2h 2c 3h 4h 5h"),
        ("high_card", "Ac Kh Qh Jh 9h", "7c 5h 4h 3h 2h"),
    ]
    for name, best, worst in ladder:
        assert (hand_of(best), hand_of(worst)) == (name, name)
        assert strength(best) >= strength(worst)
    for (_, _, worst), (_, best, _) in pairwise(ladder):
        assert strength(worst) > strength(best)


def test_5_b_1() -> None:
    """Ace, king, queen, jack and 10 of one suit are a royal flush. The run from the king, or two suits, isn't."""
    for suit in SUITS:
        assert hand_of(f"A{suit} K{suit} Q{suit} J{suit} T{suit}") == "royal_flush"
        assert hand_of(f"K{suit} Q{suit} J{suit} T{suit} 9{suit}") == "straight_flush"
    assert hand_of("Ah Kh Qh Jh Ts") == "straight"


def test_5_b_2() -> None:
    """Five ranks in a row in one suit are a straight flush, all nine of them below the royal flush."""
    for top in range(3, 12):
        ranks = [RANKS[top - step] for step in range(5)]  # RANKS[-1] is the ace, below the 2
        assert hand_of(" ".join(f"{rank}d" for rank in ranks)) == "straight_flush"
    assert hand_of("9d 8d 7d 6d 4d") == "flush"
    assert hand_of("9d 8d 7d 6d 5s") == "straight"


def test_5_b_3() -> None:
    """Four cards of equal rank are four of a kind, whatever the fifth is."""
    for rank in RANKS:
        for fifth in RANKS.replace(rank, ""):
            assert hand_of(f"{rank}h {fifth}s {rank}c {rank}d {rank}s") == "four_of_a_kind"


def test_5_b_4() -> None:
    """Three of one rank and two of another are a full house."""
    for triple in RANKS:
        for pair in RANKS.replace(triple, ""):
            assert hand_of(f"{triple}h {pair}s {triple}c {pair}d {triple}s") == "full_house"


def test_5_b_5() -> None:
    """Five cards of one suit that are not in a row are a flush; four of the suit are not."""
    for suit in SUITS:
        assert hand_of(f"A{suit} J{suit} 8{suit} 5{suit} 2{suit}") == "flush"
        assert hand_of(f"K{suit} Q{suit} J{suit} T{suit} 8{suit}") == "flush"
    assert hand_of("Ah Jh 8h 5h 2c") == "high_card"


def test_5_b_6() -> None:
    """Five ranks in a row in more than one suit are a straight, all ten of them; four in a row are not."""
    for top in range(3, 13):
        ranks = [RANKS[top - step] for step in range(5)]
        assert hand_of(f"{ranks[0]}c " + " ".join(f"{rank}d" for rank in ranks[1:])) == "straight"
    assert hand_of("9c 8d 7d 6d 4d") == "high_card"


def test_5_b_7() -> None:
    """Three cards of equal rank beside two that do not pair are three of a kind."""
    for rank in RANKS:
        one, other, *_ = (fourth for fourth in "AKQ" if fourth != rank)
        assert hand_of(f"{rank}h {one}s {rank}c {other}d {rank}s") == "three_of_a_kind"


def test_5_b_8() -> None:
    """Two cards of one rank and two of another, with a fifth of a third rank, are two pairs."""
    for high in RANKS:
        for low in RANKS[: RANKS.index(high)]:
            fifth = next(rank for rank in RANKS if rank not in (high, low))
            assert hand_of(f"{high}h {low}s {high}c {low}d {fifth}s") == "two_pair"


def test_5_b_9() -> None:
    """Two cards of equal rank beside three that do not pair are a pair, and its rank says how it is paid."""
    bands = {"JQKA": "pair_jacks_or_better", "6789T": "pair_6s_to_10s", "2345": "pair_2s_to_5s"}
    assert sorted("".join(bands)) == sorted(RANKS)
    for ranks, band in bands.items():
        for rank in ranks:
            one, two, three, *_ = (other for other in "AKT73" if other != rank)
            assert hand_of(f"{rank}h {one}d {rank}c {two}d {three}d") == band


# ---- 6. Wagers


@pytest.mark.parametrize("choice", ["fold", "lose_all"])
@pytest.mark.parametrize(("stage", "staked"), [("across", 1000), ("down", 1500), ("middle", 2000)])
def test_6_b(choice: str, stage: StageName, staked: int) -> None:
    """Only seats of the round may wager. Who leaves after the deal is treated as the house has chosen: the next
    decision is a fold made by the table and the bonus plays on, or every wager is lost."""
    table = Table(RULES, seats=(1, 2), abandoned=choice)
    with refused(IllegalActionCode.NOT_SEATED):
        table.wager(4)
    for seat in (1, 2):
        table.wager(seat, five_card_bonus=500)
    table.cards = KINGS | layout(hole={2: "Ac Qh"})
    table.run_to(stage)
    table.act(SYSTEM, Abandon(2))
    assert table.happened(SeatAbandoned) == [SeatAbandoned(2)]
    table.run_to("settled")
    bonus = table.line(2, "five_card_bonus")
    if choice == "fold":
        assert table.happened(SeatFolded) == [SeatFolded(2, stage, "table")]
        assert (bonus.result, bonus.hand, bonus.won, bonus.returned) == ("win", "pair_6s_to_10s", 500, 500)
        assert table.gained(2) == -staked + 500
    else:
        assert table.happened(SeatForfeited) == [SeatForfeited(2, "abandoned", "6(b)")]
        assert {(line.result, line.clause) for line in table.settled_wagers if line.seat == 2} == {("forfeit", "6(b)")}
        assert (bonus.won, bonus.returned) == (0, 0)
        assert table.gained(2) == -staked - 500
    assert table.line(1, "across").result == "win"


def test_6_b_after_the_last_decision() -> None:
    """Who leaves with nothing left to decide plays the round out, or loses every wager where the house says so, the
    forfeited ones in the order ante Across, ante Down, Across, Down, Middle."""
    for choice in ("fold", "lose_all"):
        table = Table(RULES, seats=(1, 2), abandoned=choice)
        for seat in (1, 2):
            table.wager(seat, five_card_bonus=500)
        table.cards = KINGS
        table.run_to("middle", 1)
        table.act(SYSTEM, Abandon(1))
        table.run_to("settled")
        assert table.happened(SeatFolded) == []
        results = {line.spot: line.result for line in table.settled_wagers if line.seat == 1}
        if choice == "fold":
            assert set(results.values()) == {"win"}
        else:
            spots = ["ante_across", "ante_down", "across", "down", "middle", "five_card_bonus"]
            assert list(results.items()) == [(spot, "forfeit") for spot in spots]
            assert table.gained(1) == -3000


def test_6_b_before_the_deal() -> None:
    """Who leaves before 'no more bets' has received no cards and takes the chips along."""
    table = Table(RULES, seats=(1, 2), abandoned="lose_all")
    for seat in (1, 2):
        table.wager(seat)
    assert table.act(SYSTEM, Abandon(2)) == (WagersWithdrawn(2, {"ante_across": 500, "ante_down": 500}),)
    assert table.run_to("settled").gained(2) == 0


def test_6_c() -> None:
    """Antes and bonus go down before 'no more bets'. After the call nothing is placed, changed or taken back, at any
    stage, and the only wagers that come are the Across, Down and Middle Bets."""
    table = busy_table(RULES)
    table.wager(3, ante=2000)
    table.act(seat_actor(3), WithdrawWagers())
    table.wager(3, ante=1000)
    for stage in ("shuffling", "dealing", *DECISIONS, "settling"):
        table.run_to(stage)
        for seat in (1, 2, 3, 5):
            with refused(IllegalActionCode.BETTING_CLOSED):
                table.wager(seat)
            with refused(IllegalActionCode.BETTING_CLOSED):
                table.wager(seat, five_card_bonus=500)
            with refused(IllegalActionCode.BETTING_CLOSED):
                table.act(seat_actor(seat), WithdrawWagers())
    assert table.happened(BettingClosed) == [BettingClosed((1, 3, 5))]
    assert [(event.seat, event.spot, event.cents) for event in table.happened(BetPlaced)] == [
        (1, "across", 1500),
        (5, "across", 500),
        (1, "down", 1000),
        (1, "middle", 500),
    ]
    assert table.account(ESCROW) == 1500 + 2000 + 2000 + 1500 + 500 + 1000 + 500


def test_6_d() -> None:
    """A player makes two separate antes of the same amount. One alone or two that differ are refused as a whole, and a
    seat without antes gets no cards."""
    table = Table(RULES, seats=(1, 2))
    for wagers in (
        {"ante_across": 500},
        {"ante_down": 500},
        {"ante_across": 500, "ante_down": 600},
        {"ante_across": 1000, "ante_down": 500},
        {},
    ):
        with refused(IllegalActionCode.BAD_WAGERS, "6(d)"):
            table.act(seat_actor(1), PlaceWagers(wagers))
        with refused(IllegalActionCode.NO_WAGERS):
            table.act(SYSTEM, CloseBetting())
    table.wager(2, ante=700)
    seat = table.state.seat(2)
    assert seat is not None and seat.wagers == {"ante_across": 700, "ante_down": 700}
    table.run_to("across")
    assert table.happened(BettingClosed) == [BettingClosed((2,))]
    assert [place for place in placements(table) if place.startswith("hole")] == ["hole:2:1", "hole:2:2"]


def test_6_e() -> None:
    """A house may offer the Five Card Bonus or not. It needs the antes, wins from a pair of 6s in the cross up, and
    changes nothing about the other wagers."""
    with refused(IllegalActionCode.BAD_WAGERS, "five_card_bonus"):
        Table(RULES, five_card_bonus_offered=False).wager(1, five_card_bonus=500)
    without = played(RULES, KINGS)
    not_offered = played_at(Table(RULES, five_card_bonus_offered=False), KINGS)
    assert not_offered.results(1) == without.results(1)
    with refused(IllegalActionCode.BAD_WAGERS, "ante_across", "ante_down"):
        Table(RULES).act(seat_actor(1), PlaceWagers({"five_card_bonus": 500}))
    beside = played(RULES, KINGS, five_card_bonus=2500)
    assert beside.results(1) == without.results(1) | {"five_card_bonus": ("win", 2500, 2500)}
    assert beside.gained(1) == without.gained(1) + 2500
    fives = KINGS | {"across_right": "5s", "down_far": "5h"}
    assert played(RULES, fives, five_card_bonus=2500).results(1)["five_card_bonus"] == ("lose", 0, 0)


OTHER_LIMITS = {
    "ante_minimum_cents": 1_000,
    "ante_maximum_cents": 20_000,
    "five_card_bonus_minimum_cents": 100,
    "five_card_bonus_maximum_cents": 300,
}


@pytest.mark.parametrize(
    ("choices", "antes", "bonuses"), [({}, (500, 10_000), (500, 2_500)), (OTHER_LIMITS, (1_000, 20_000), (100, 300))]
)
def test_reading_R13(choices: dict[str, object], antes: tuple[int, int], bonuses: tuple[int, int]) -> None:
    """The text leaves the size of wagers to the house: antes of $5 to $100 and a bonus of $5 to $25 unless it says
    otherwise, in whole dollars."""
    to_the_cent = {**choices, "table_unit_cents": 1}
    for ante, bonus in zip(antes, bonuses, strict=True):
        Table(RULES, (1,), **choices).wager(1, ante, five_card_bonus=bonus)
    for ante in (antes[0] - 1, antes[1] + 1):
        with refused(IllegalActionCode.BAD_WAGERS, f"ante_across: {dollars(ante)} is outside", "(reading R13)"):
            Table(RULES, (1,), **to_the_cent).wager(1, ante)
    for bonus in (bonuses[0] - 1, bonuses[1] + 1):
        with refused(IllegalActionCode.BAD_WAGERS, f"five_card_bonus: {dollars(bonus)} is outside", "(reading R13)"):
            Table(RULES, (1,), **to_the_cent).wager(1, antes[0], five_card_bonus=bonus)
    with refused(IllegalActionCode.BAD_WAGERS, "not a whole multiple of $1"):
        Table(RULES, (1,), **choices).wager(1, antes[0] + 50)


def test_6_f() -> None:
    """Each of the three bets is made at its own decision only, by the seat whose turn it is, once."""
    bets = [stage.id for stage in load_rule_book(RULES).stages]
    assert bets == ["across", "down", "middle"]
    for spot in bets:
        with refused(IllegalActionCode.BAD_WAGERS, spot):
            Table(RULES).wager(1, **{spot: 500})
    table = Table(RULES, seats=(1, 2))
    for seat in (1, 2):
        table.wager(seat)
    for stage in ("betting", "shuffling", "dealing", *bets, "settling"):
        table.run_to(stage)
        for bet in bets:
            for action in (Bet(bet, 1), Fold(bet)):
                if bet != stage:
                    with refused(IllegalActionCode.WRONG_STAGE):
                        table.act(seat_actor(1), action)
                else:
                    with refused(IllegalActionCode.NOT_YOUR_TURN):
                        table.act(seat_actor(2), action)
        if stage in bets:
            table.bet(1, 2)
            with refused(IllegalActionCode.NOT_YOUR_TURN):
                table.bet(1, 2)
    assert [(event.seat, event.spot) for event in table.happened(BetPlaced)] == [
        (seat, spot) for spot in bets for seat in (1, 2)
    ]
