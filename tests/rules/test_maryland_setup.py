"""Maryland, chapters 1 to 7: definitions, the table, the cards, the shuffler's count, hand ranks, wagers."""

from __future__ import annotations

import re
from itertools import permutations

import pytest

from crossfelt.cards import RANKS, SUITS, parse_cards
from crossfelt.crisscross.actions import (
    Abandon,
    Bet,
    CloseBetting,
    Deal,
    Fold,
    PlaceWagers,
    Settle,
    Shuffle,
    WithdrawWagers,
)
from crossfelt.crisscross.events import DeckWithdrawn, IrregularityRuled, RoundSettled, SeatFolded, SeatForfeited
from crossfelt.crisscross.procedure import methods_of, procedure
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.crisscross.round import CRISS_CROSS
from crossfelt.crisscross.rulebook import LOSES, PUSHES
from crossfelt.errors import IllegalAction, IllegalActionCode, RuleBookError
from crossfelt.game import CHANCE, FLOOR, FLOOR_AUDIENCE, SYSTEM, seat_actor
from crossfelt.ranking import Hand
from tests.support.cli.program import run
from tests.support.rules.table import FOLD, Table, busy_table, layout, line_layout, refused, stacked

ONE = seat_actor(1)
AFTER_BETTING = ("shuffling", "dealing", "across", "down", "middle", "settling")


def ready(*seats: int, **choices: object) -> Table:
    """A Maryland table whose seats have $5 on each ante."""
    table = Table("maryland", seats or (1,), **choices)
    for seat in seats or (1,):
        table.wager(seat)
    return table


def hand_of(cards: str, line: str = "across", **choices: object) -> str | None:
    """Deal these five cards as seat 1's hand on that line and return the engine's name for it."""
    table = ready(**choices)
    table.cards = line_layout(line, cards)
    return table.run_to("settled").line(1, line).hand


def assert_hands(expected: str, *hands: str, **choices: object) -> None:
    """Each hand has that name on both lines, however its cards fall to the player and the cross."""
    for hand in hands:
        names = hand.split()
        for turn in range(5):
            turned = " ".join(names[turn:] + names[:turn])
            assert hand_of(turned, "across", **choices) == expected, turned
            assert hand_of(turned, "down", **choices) == expected, turned


# ---- chapter 1: definitions


def test_1_B_1() -> None:
    """Nobody takes part without the antes, and they are down before the first card."""
    table = Table("maryland", (1, 2))
    for wagers in (
        {},
        {"five_card_bonus": 500},
        {"ante_across": 500},
        {"ante_down": 500, "five_card_bonus": 500},
        {"ante_across": 0, "ante_down": 0},
    ):
        with refused(IllegalActionCode.BAD_WAGERS, "the ante is missing"):
            table.act(ONE, PlaceWagers(wagers))
    with refused(IllegalActionCode.NO_WAGERS):
        table.act(SYSTEM, CloseBetting())
    table.wager(1)
    table.run_to("dealing")
    assert table.state.deal_places[5:] == ("hole:1:1", "hole:1:2"), "seat 2 has no ante and gets no cards"
    table.deal(1)
    with refused(IllegalActionCode.BETTING_CLOSED):
        table.wager(2)


def test_1_B_2() -> None:
    """The bonus wager is free: made or left out, seat by seat, but never after the first card."""
    table = Table("maryland", (1, 2))
    table.wager(1)
    table.wager(2, five_card_bonus=500)
    table.run_to("dealing").deal(1)
    with refused(IllegalActionCode.BETTING_CLOSED):
        table.wager(1, five_card_bonus=500)
    table.run_to("settled")
    assert "five_card_bonus" not in table.results(1)
    assert "five_card_bonus" in table.results(2)


def test_1_B_4() -> None:
    """To stay in, a player adds one, two or three antes at each decision; there is no third way beside folding."""
    table = Table("maryland", (1,))
    table.wager(1, ante=700)
    for stage in ("across", "down", "middle"):
        table.run_to(stage)
        assert CRISS_CROSS.pending(table.state).seats == (1,)
        assert {
            (action.kind, getattr(action, "multiple", None)) for action in CRISS_CROSS.legal_actions(table.state, ONE)
        } == {("fold", None), ("bet", 1), ("bet", 2), ("bet", 3)}
        for multiple in (-1, 0, 4, 5, 100):
            with refused(IllegalActionCode.BAD_MULTIPLE):
                table.bet(1, multiple)
        table.bet(1, {"across": 1, "down": 2, "middle": 3}[stage])
    assert {spot: table.line(1, spot).staked for spot in table.run_to("settled").results(1)} == {
        "ante_across": 700,
        "ante_down": 700,
        "across": 700,
        "down": 1400,
        "middle": 2100,
    }


def test_1_B_5() -> None:
    """A round is one cycle: wagers, all cards, decisions, and every wager still there settled; then it is over."""
    table = busy_table("maryland")
    seen = [table.stage]
    for stage in (*AFTER_BETTING, "settled"):
        # No stage can be jumped over, and none be gone back to.
        for action, home in ((Deal(), "dealing"), (Settle(), "settling")):
            if seen[-1] != home:
                with refused(IllegalActionCode.WRONG_STAGE):
                    table.act(SYSTEM, action)
        seen.append(table.run_to(stage).stage)
    assert seen == ["betting", "shuffling", "dealing", "across", "down", "middle", "settling", "settled"]
    assert len(table.state.placed) == 5 + 2 * 3
    assert len(table.settled_wagers) == len({(line.seat, line.spot) for line in table.settled_wagers}) == 6 + 2 + 4
    assert table.account("escrow") == 0
    assert CRISS_CROSS.pending(table.state).kind == "finished"
    with refused(IllegalActionCode.ROUND_OVER):
        table.wager(1)


@pytest.mark.parametrize("players", range(1, 7))
def test_1_B_6(players: int) -> None:
    """The stub is what is left of the 52 once the cross and two cards for each player are out."""
    table = ready(*range(1, players + 1)).run_to("across")
    count = table.view(FLOOR_AUDIENCE).count
    assert count is not None
    assert (count.dealt, count.stub) == (5 + 2 * players, 47 - 2 * players)
    assert table.state.next_position == 5 + 2 * players, "the stub starts right after the last card dealt"


def test_1_B_7() -> None:
    """Clubs, diamonds, hearts and spades, thirteen cards each; a fifth suit is no card."""
    table = ready().run_to("shuffling")
    deck = [rank + suit for suit in "cdhs" for rank in "23456789TJQKA"]
    for foreign in ("Ax", "2S", "A", "*c"):
        with refused(IllegalActionCode.BAD_DECK):
            table.act(CHANCE, Shuffle((*deck[:-1], foreign)))
    table.act(CHANCE, Shuffle(tuple(deck)))
    assert table.stage == "dealing"
    assert sorted(SUITS) == sorted("cdhs") and len(RANKS) == 13


# ---- chapter 2: the table


def test_2_A_1() -> None:
    """Six betting positions: six players can play a round, and there is no seventh place."""
    table = ready(1, 2, 3, 4, 5, 6).run_to("settled")
    (settled,) = table.happened(RoundSettled)
    assert [total.seat for total in settled.totals] == [1, 2, 3, 4, 5, 6]
    for seats in ((7,), (0,), (1, 2, 3, 4, 5, 6, 7), (-1, 1), (2, 2), ()):
        with refused(IllegalActionCode.NOT_SEATED):
            Table("maryland", seats)


def test_2_B_2() -> None:
    """Five betting areas for each player: two antes, Across, Down and Middle; each holds its own chips."""
    table = ready(1, 2, five_card_bonus_offered=False)
    table.plan = {1: (1, 2, 3), 2: (3, 2, 1)}
    assert list(table.book.spots) == ["ante_across", "ante_down", "across", "down", "middle"]
    table.run_to("settling")
    assert [dict(seat.wagers) for seat in table.state.seats] == [
        {"ante_across": 500, "ante_down": 500, "across": 500, "down": 1000, "middle": 1500},
        {"ante_across": 500, "ante_down": 500, "across": 1500, "down": 1000, "middle": 500},
    ]


def test_2_B_4_a() -> None:
    """The Five Card Bonus has an area of its own where it is offered, and none where it is not."""
    table = Table("maryland", (1,))
    table.wager(1, five_card_bonus=700)
    assert table.state.seats[0].wagers == {"ante_across": 500, "ante_down": 500, "five_card_bonus": 700}
    without = Table("maryland", (1,), five_card_bonus_offered=False)
    assert "five_card_bonus" not in without.book.spots
    with refused(IllegalActionCode.BAD_WAGERS, "no such wager"):
        without.wager(1, five_card_bonus=700)


def test_2_B_5() -> None:
    """The odds of every wager on offer can be read, under the wagers they belong to, and of no other wager."""
    for offered in (True, False):
        option = f"five_card_bonus_offered={str(offered).lower()}"
        shown = run("rules", "show", "maryland", "--option", option, columns=160).out
        rows = {line[:22].strip(): re.split(r" {2,}", line[22:].strip()) for line in shown.splitlines()}
        book = load_rule_book("maryland", {"five_card_bonus_offered": offered})
        tables = ["antes", "main", *(["five_card_bonus"] if offered else [])]
        for hand in reversed(Hand):
            odds = [book.pay_tables[name].odds[hand] for name in tables]
            if set(odds) != {LOSES}:
                words = ["push" if value == PUSHES else f"{value} to 1" for value in odds]
                assert rows[hand.slug.replace("_", " ")] == words
        assert ("Five Card Bonus" in shown[: shown.index("royal flush")]) == offered
    assert [step.who for step in procedure("maryland") if step.clause == "2.B(5)"] == ["operator"]


# ---- chapter 3: cards


def test_3_A() -> None:
    """One deck: each of the 52 cards exactly once, in every round."""
    table = ready().run_to("shuffling")
    deck = stacked((), {})
    assert len(deck) == 52 and table.book.document["deck"]["decks"] == 1
    for wrong in (deck[:-1], (*deck, deck[0]), (*deck, *deck), (*deck[:-1], deck[0]), ()):
        with refused(IllegalActionCode.BAD_DECK):
            table.act(CHANCE, Shuffle(wrong))
    table.act(CHANCE, Shuffle(deck))
    assert table.stage == "dealing"


def test_3_B() -> None:
    """With a shuffling device a table may hold two decks, without one it holds one."""
    deck = load_rule_book("maryland").document["deck"]
    assert (deck["decks"], deck["decks_with_shuffler"], deck["cards"]) == (1, 2, 52)
    for method in methods_of("maryland"):
        steps = {step.clause: step.who for step in procedure("maryland", method)}
        assert steps["3.B"] == "operator"
        assert {"3.B(3)", "3.B(4)", "3.B(5)", "4.E"} <= set(steps), "what two decks ask for"


def test_3_C() -> None:
    """Decks are changed every four hours when dealt by hand, every eight from any shoe."""
    entries = load_rule_book("maryland").document["dealing"]
    changes = {name: (entry["deck_change_hours"], entry["deck_change_clause"]) for name, entry in entries.items()}
    assert changes == {
        "manual_shoe": (8, "3.C(2)"),
        "hand": (4, "3.C(1)"),
        "automated_shoe": (8, "3.C(2)"),
        "shuffler": (8, "3.C(2)"),
    }


# ---- chapter 5: the shuffler's count


def test_5_B_1() -> None:
    """Only a shuffler that counts the deck can find it wrong; without one there is nothing to report."""
    for shuffler in ("none", "automatic"):
        for stage in ("shuffling", "dealing"):
            with refused(IllegalActionCode.NO_SUCH_RULING):
                ready(shuffler=shuffler).run_to(stage).report("deck_count_wrong")
    (ruled,) = ready(shuffler="counting").run_to("shuffling").report("deck_count_wrong")
    assert isinstance(ruled, IrregularityRuled)


def test_5_B_2() -> None:
    """A deck that the count finds wrong leaves the table: the round waits for another and loses no chip."""
    table = ready(1, 2, shuffler="counting").run_to("dealing")
    ruled, withdrawn = table.report("deck_count_wrong")
    assert isinstance(ruled, IrregularityRuled) and isinstance(withdrawn, DeckWithdrawn)
    assert (ruled.outcome, ruled.clause) == ("replace_deck", "5.B")
    assert (table.stage, table.state.deck) == ("shuffling", None)
    (again,) = table.report("deck_count_wrong")
    assert isinstance(again, IrregularityRuled)
    assert (again.occurrence, again.outcome) == (2, "replace_deck")
    assert table.account("escrow") == 2000
    second = stacked(table.state.deal_places, layout(middle="As"))
    table.act(CHANCE, Shuffle(second))
    # With cards on the table it is the other deck that is counted: it leaves, and the round stands (reading R20).
    for stage in ("dealing", "across", "down", "middle", "settling"):
        table.run_to(stage, 1 if stage == "dealing" else 0)
        before = table.state
        (idle,) = table.report("deck_count_wrong")
        assert isinstance(idle, IrregularityRuled) and idle.outcome == "replace_deck"
        assert (table.stage, table.state.deck, table.state.placed) == (stage, before.deck, before.placed)
    assert table.run_to("settled").state.name_at("middle") == "As"


# ---- chapter 6: hand ranks

LADDER = (
    # The weakest and the strongest hand of each kind, best kind last; A-2-3-4-5 is a straight (reading R1).
    ("2h 3c 4d 5s 7h", "Ah Kc Qd Js 9h"),
    ("2h 2c 3d 4s 5h", "Ah Ac Kd Qs Jh"),
    ("2h 2c 3d 3s 4h", "Ah Ac Kd Ks Qh"),
    ("2h 2c 2d 3s 4h", "Ah Ac Ad Ks Qh"),
    ("Ah 2c 3d 4s 5h", "Ah Kc Qd Js Th"),
    ("2h 3h 4h 5h 7h", "Ah Kh Qh Jh 9h"),
    ("2h 2c 2d 3s 3h", "Ah Ac Ad Ks Kh"),
    ("2h 2c 2d 2s 3h", "Ah Ac Ad As Kh"),
    ("Ah 2h 3h 4h 5h", "Kh Qh Jh Th 9h"),
    ("Ah Kh Qh Jh Th",),
)


def strength(cards: str) -> int:
    return load_rule_book("maryland").ranker.strength(*parse_cards(cards))


def test_6_A() -> None:
    """Ace highest, then king, queen, jack, 10 down to 2: of two pairs the higher rank wins, also at the table."""
    order = "AKQJT98765432"
    results = {}
    strengths = []
    for rank in order:
        kickers = [card for card in ("3d", "8s", "Kd", "5c") if card[0] != rank][:3]
        hand = " ".join([rank + "h", rank + "c", *kickers])
        strengths.append(strength(hand))
        table = ready()
        table.cards = line_layout("across", hand)
        results[rank] = table.run_to("settled").line(1, "across").result
    assert strengths == sorted(strengths, reverse=True) and len(set(strengths)) == 13
    assert results == {
        **dict.fromkeys("AKQJ", "win"),
        **dict.fromkeys("T9876", "push"),
        **dict.fromkeys("5432", "lose"),
    }
    # Adjacent ranks in this order make straights, best first.
    windows = [order[top : top + 5] for top in range(9)]
    runs = [" ".join(rank + suit for rank, suit in zip(window, "hcdsh", strict=True)) for window in windows]
    assert [hand_of(run) for run in runs] == ["straight"] * 9
    assert sorted(runs, key=strength, reverse=True) == runs


def test_6_B() -> None:
    """No suit beats another: exchanging the suits changes neither the worth of a hand nor what it is paid."""
    for ends in LADDER:
        for hand in ends:
            exchanged = {hand.translate(str.maketrans("hcds", "".join(suits))) for suits in permutations("hcds")}
            assert {strength(other) for other in exchanged} == {strength(hand)}
    for suit in "hcds":
        table = ready()
        table.cards = line_layout("across", " ".join(rank + suit for rank in "AJ952"))
        assert table.run_to("settled").line(1, "across").won == 4000, suit


def test_6_C() -> None:
    """The nine hands in their order: the weakest of a kind beats the strongest of the next, also for Middle."""
    chain = [strength(hand) for ends in LADDER for hand in ends]
    assert chain == sorted(set(chain))
    # Three shared cards, a better and a worse hand beside them, what the better one pays on the Middle bet.
    for shared, better, worse, odds in (
        ("Qh Jh Th", "Ah Kh", "9h 8h", 500),
        ("9h 8h 7h", "6h 5h", "Ah 2h", 100),
        ("9h 9c 4d", "9d 9s", "4c 4s", 40),
        ("9h 9c 4d", "9d 4c", "9s 2c", 12),
        ("9h 8h 7h", "Ah 2h", "6c 5d", 8),
        ("9h 8c 7d", "6s 5h", "9c 9d", 5),
        ("9h 8c 7d", "9c 9d", "8d 7c", 3),
        ("Jh 8c 7d", "8d 7c", "Jc 2s", 2),
        ("Jh 8c 7d", "Jc 2s", "8d 3s", 1),
        ("8h 4c 7d", "8d 2s", "Ks 3s", 0),
    ):
        for across, down in ((better, worse), (worse, better)):
            table = ready()
            table.cards = layout(across, down, shared[6:], hole={1: shared[:5]})
            middle = table.run_to("settled").line(1, "middle")
            assert (middle.odds, middle.won, middle.returned) == (odds, 500 * odds, 500), (shared, across)


def test_6_C_1() -> None:
    """Royal flush: ace, king, queen, jack and 10 of one suit, whichever; mixed suits or a lower run are less."""
    assert_hands("royal_flush", *("Ax Kx Qx Jx Tx".replace("x", suit) for suit in "hcds"))
    assert hand_of("Ah Kh Qh Jh Tc") == "straight"
    assert hand_of("Kh Qh Jh Th 9h") == "straight_flush"


def test_6_C_2() -> None:
    """Straight flush: a run in one suit below the royal one; A-2-3-4-5 by reading R1, never round the corner."""
    runs = [RANKS[low : low + 5] for low in range(8)]
    assert_hands("straight_flush", *(" ".join(rank + "d" for rank in run) for run in runs))
    assert_hands("straight_flush", "As 2s 3s 4s 5s")
    assert hand_of("As 2s 3s 4s 5s", ace_low_straight=False) == "flush"
    for corner in ("Js Qs Ks As 2s", "Qs Ks As 2s 3s", "Ks As 2s 3s 4s"):
        assert hand_of(corner) == "flush"


def test_6_C_3() -> None:
    """Four of a kind: the four cards of a rank and any fifth."""
    assert_hands("four_of_a_kind", "Ah Ac Ad As 2s", "9h 9c 9d 9s Kd", "2h 2c 2d 2s Ac")
    assert hand_of("9h 9c 9d 8s 8h") == "full_house"


def test_6_C_4() -> None:
    """Full house: three of a rank with a pair of another."""
    assert_hands("full_house", "9h 9c 9d 2s 2h", "2h 2c 2d As Ah", "Kh Kc Qd Qs Qh")
    assert hand_of("9h 9c 9d 2s 3h") == "three_of_a_kind"
    assert hand_of("9h 9c 8d 8s 3h") == "two_pair"


def test_6_C_5() -> None:
    """Flush: five cards of one suit that are no run."""
    assert_hands("flush", "2h 4h 6h 8h Th", "Ac Kc Qc Jc 9c", "2s 3s 4s 5s 7s")
    assert hand_of("2h 4h 6h 8h Tc") == "high_card"
    assert hand_of("2h 3h 4h 5h 6h") == "straight_flush"


def test_6_C_6() -> None:
    """Straight: five ranks in a row in more than one suit; A-2-3-4-5 by reading R1, never round the corner."""
    assert_hands("straight", "2h 3c 4d 5s 6h", "9h Th Jh Qh Kc", "Th Jc Qd Ks Ah", "Ah 2c 3d 4s 5h")
    assert hand_of("Ah 2c 3d 4s 5h", ace_low_straight=False) == "high_card"
    for corner in ("Jh Qc Kd As 2h", "Qh Kc Ad 2s 3h", "Kh Ac 2d 3s 4h"):
        assert hand_of(corner) == "high_card"


def test_6_C_7() -> None:
    """Three of a kind: three cards of a rank, the other two of two more."""
    assert_hands("three_of_a_kind", "2h 2c 2d 3s 4h", "Ah Ac Ad Ks 2h", "6h 6c 6d 7s 8h")
    assert hand_of("6h 6c 5d 7s 8h") == "pair_6s_to_10s"


def test_6_C_8() -> None:
    """Two pairs: of two different ranks, with any fifth card."""
    assert_hands("two_pair", "2h 2c 3d 3s 4h", "Ah Ac Kd Ks 2h", "5h 5c 6d 6s Ah")
    assert hand_of("5h 5c 6d 7s Ah") == "pair_2s_to_5s"


def test_6_C_9() -> None:
    """One pair: two cards of a rank. The engine keeps apart the three bands that chapter 12 pays differently."""
    assert_hands("pair_2s_to_5s", "2h 2c Ad Ks Qh", "5h 5c 6d 7s 8h")
    assert_hands("pair_6s_to_10s", "6h 6c 5d 4s 3h", "Th Tc Ad Ks Qh")
    assert_hands("pair_jacks_or_better", "Jh Jc 2d 3s 4h", "Ah Ac 2d 3s 4h")
    assert_hands("high_card", "Ah Kc Qd Js 9h")


# ---- chapter 7: wagers


def test_7_B_1() -> None:
    """Only those who sit at the table may wager: no other seat, and nobody who has none."""
    table = Table("maryland", (2, 3))
    wagers = PlaceWagers({"ante_across": 500, "ante_down": 500})
    for stranger in (1, 4, 7, 0):
        with refused(IllegalActionCode.NOT_SEATED):
            table.act(seat_actor(stranger), wagers)
    for actor in (FLOOR, SYSTEM, CHANCE):
        with refused(IllegalActionCode.NOT_YOUR_ACTION):
            table.act(actor, wagers)
    table.act(seat_actor(2), wagers)
    table.run_to("across")
    with refused(IllegalActionCode.NOT_SEATED):
        table.bet(1, 1)
    with refused(IllegalActionCode.NOT_YOUR_TURN):
        table.bet(3, 1)


@pytest.mark.parametrize("stage", ["shuffling", "dealing", "across", "down", "middle"])
def test_7_B_3(stage: str) -> None:
    """The wagers of a player who leaves may be treated as lost: the main ones by default, all if the house says."""
    made = ["shuffling", "dealing", "across", "down", "middle"].index(stage) - 2
    bets = {"across": 500, "down": 500} if made == 2 else {"across": 500} if made == 1 else {}
    lost = 1000 + sum(bets.values())
    for abandoned in ("fold", "lose_all"):
        table = Table("maryland", (1, 2), abandoned=abandoned)
        table.cards = layout("Ks 7d", "7c 2s", "7h", hole={1: "Kh Kc"})  # the bonus would win 4 to 1
        table.wager(1, five_card_bonus=500)
        table.wager(2)
        table.run_to(stage)
        table.act(SYSTEM, Abandon(1))
        table.run_to("settled")
        main = dict.fromkeys(("ante_across", "ante_down", *bets), ("forfeit", 0, 0))
        if abandoned == "fold":
            (folded,) = table.happened(SeatFolded)
            assert (folded.seat, folded.decided_by) == (1, "table")
            assert table.results(1) == {"five_card_bonus": ("win", 2000, 500), **main}
            assert table.gained(1) == 2000 - lost
        else:
            (forfeited,) = table.happened(SeatForfeited)
            assert (forfeited.seat, forfeited.clause) == (1, "7.B(3)")
            assert table.results(1) == {"five_card_bonus": ("forfeit", 0, 0), **main}
            assert {line.clause for line in table.settled_wagers if line.seat == 1} == {"7.B(3)"}
            assert table.gained(1) == -500 - lost
        assert "forfeit" not in {result for result, _, _ in table.results(2).values()}
        # Nobody else at the table: the round is dealt and settled all the same.
        alone = ready(1, abandoned=abandoned).run_to(stage)
        alone.act(SYSTEM, Abandon(1))
        assert alone.run_to("settled").gained(1) == -lost


def test_7_B_3_a_folded_seat() -> None:
    """Where the house says that all is lost, a folded player who leaves loses the bonus that was still live, and the
    antes are lost by the fold as before; with nothing live there is nothing left to lose (reading R15)."""
    table = Table("maryland", (1, 2), abandoned="lose_all")
    table.cards = layout("Ks 7d", "7c 2s", "7h")  # the bonus would win 4 to 1
    table.plan = {1: (FOLD,)}
    table.wager(1, five_card_bonus=500)
    table.wager(2)
    table.run_to("across", 1)
    table.act(SYSTEM, Abandon(1))
    assert [event.seat for event in table.happened(SeatForfeited)] == [1]
    with refused(IllegalActionCode.ALREADY_DONE):
        table.act(SYSTEM, Abandon(1))
    table.run_to("settled")
    assert table.results(1)["five_card_bonus"] == ("forfeit", 0, 0) and table.gained(1) == -1500
    clauses = {line.spot: line.clause for line in table.settled_wagers if line.seat == 1}
    fold = table.book.stages_by_id["across"].fold_clause
    assert clauses == {"five_card_bonus": "7.B(3)", "ante_across": fold, "ante_down": fold}
    plain = Table("maryland", (1, 2), abandoned="lose_all")
    plain.plan = {1: (FOLD,)}
    plain.wager(1)
    plain.wager(2)
    with refused(IllegalActionCode.ALREADY_DONE):
        plain.run_to("across", 1).act(SYSTEM, Abandon(1))


def test_7_B_3_while_others_are_paid() -> None:
    """Where the house says that all is lost, a player who leaves during the settlement loses whatever of theirs is
    not settled yet, and what is settled stands (reading R15)."""
    for step in range(12):
        table = busy_table("maryland", abandoned="lose_all").run_to("settling", step)
        settled = table.settled_wagers
        spots = {wager.spot for wager in settled if wager.seat == 1}
        if len(spots) == 6:
            with refused(IllegalActionCode.ALREADY_DONE):
                table.act(SYSTEM, Abandon(1))
            continue
        table.act(SYSTEM, Abandon(1))
        table.run_to("settled")
        assert table.settled_wagers[: len(settled)] == settled
        rest = [wager for wager in table.settled_wagers[len(settled) :] if wager.seat == 1]
        assert {(wager.result, wager.clause) for wager in rest} == {("forfeit", "7.B(3)")}
        assert {wager.spot for wager in rest} | spots == set(table.results(1)) and len(table.results(1)) == 6
        assert [wager.order for wager in table.settled_wagers] == list(range(1, 13))
        assert table.account("escrow") == 0


def test_7_C() -> None:
    """Wagers are down before "no more bets": until then they may be made, changed and taken back, then not."""
    table = Table("maryland", (1, 2))
    table.wager(1, ante=500)
    table.wager(1, ante=1000, five_card_bonus=500)
    assert table.gained(1) == -2500, "the second set replaces the first"
    table.act(ONE, WithdrawWagers())
    assert table.gained(1) == 0
    table.wager(1, ante=1000)
    table.act(SYSTEM, CloseBetting())
    with refused(IllegalActionCode.BETTING_CLOSED):
        table.wager(2)
    with refused(IllegalActionCode.BETTING_CLOSED):
        table.act(FLOOR, CloseBetting())
    assert [seat.seat for seat in table.run_to("settled").state.in_play] == [1]


@pytest.mark.parametrize("stage", AFTER_BETTING)
def test_7_D(stage: str) -> None:
    """After "no more bets" nothing is made, raised or taken back, apart from the bets that chapter 11 asks for."""
    table = Table("maryland", (1, 2, 3))
    table.wager(1)
    table.wager(2, five_card_bonus=500)
    table.run_to(stage)
    before = table.contest.balances
    for seat in (1, 2, 3):
        actor = seat_actor(seat)
        for ante in (500, 600, 10000):
            with refused(IllegalActionCode.BETTING_CLOSED):
                table.act(actor, PlaceWagers({"ante_across": ante, "ante_down": ante}))
        with refused(IllegalActionCode.BETTING_CLOSED):
            table.act(actor, PlaceWagers({"ante_across": 500, "ante_down": 500, "five_card_bonus": 1000}))
        with refused(IllegalActionCode.BETTING_CLOSED):
            table.act(actor, WithdrawWagers())
        for spot in ("across", "down", "middle"):
            if (seat, spot) != (1, stage):
                with pytest.raises(IllegalAction):
                    table.act(actor, Bet(spot, 1))
                with pytest.raises(IllegalAction):
                    table.act(actor, Fold(spot))
    assert table.contest.balances == before
    if stage in ("across", "down", "middle"):
        table.bet(1, 1)
        # A bet once made is neither raised nor made twice.
        with refused(IllegalActionCode.NOT_YOUR_TURN):
            table.bet(1, 2)
        with refused(IllegalActionCode.NOT_YOUR_TURN):
            table.fold(1)


def test_7_E_1() -> None:
    """Two equal antes, up to three bets of one to three antes, and only the pay table as opponent."""
    table = Table("maryland", (1,))
    for across, down in ((500, 600), (600, 500), (500, 0), (0, 500)):
        with refused(IllegalActionCode.BAD_WAGERS):
            table.act(ONE, PlaceWagers({"ante_across": across, "ante_down": down}))
    for ante in (400, 10100):
        with refused(IllegalActionCode.BAD_WAGERS, "outside $5 to $100"):
            table.wager(1, ante=ante)
    # Live tables take whole dollars unless the house says otherwise (reading R13).
    with refused(IllegalActionCode.BAD_WAGERS, "multiple of $1"):
        table.wager(1, ante=550)
    Table("maryland", (1,), table_unit_cents=50).wager(1, ante=550)
    narrow = Table("maryland", (1,), ante_minimum_cents=1500, ante_maximum_cents=2000)
    for ante in (1400, 2100):
        with refused(IllegalActionCode.BAD_WAGERS, "outside $15 to $20"):
            narrow.wager(1, ante=ante)
    narrow.wager(1, ante=1500)
    # What a seat gets depends on its own cards and the cross, not on who else plays or what they hold.
    cards = layout("Ks 7d", "7c 2s", "7h", hole={1: "Kh Kc"})
    alone = ready(1)
    alone.cards, alone.plan = cards, {1: (1, 2, 3)}
    expected = alone.run_to("settled").results(1)
    assert expected["middle"] == ("win", 18000, 1500)
    for others in ({2: "As Ac", 3: "Ah Ad"}, {2: "3h 4c", 3: "9d Jd"}):
        shared = ready(1, 2, 3)
        shared.cards = {**cards, **layout(hole=others)}
        shared.plan = {1: (1, 2, 3), 3: (FOLD,)}
        assert shared.run_to("settled").results(1) == expected


def test_7_E_2_a() -> None:
    """The Five Card Bonus, where offered, is on the hand of the five community cards, not on the player's."""
    table = Table("maryland", (1, 2))
    table.cards = layout("2s 2d", "2c 9s", "9h", hole={1: "As Kd", 2: "Ad Kc"})
    table.wager(1, five_card_bonus=500)
    table.wager(2, five_card_bonus=2500)
    table.plan = {2: (FOLD,)}
    table.run_to("settled")
    assert [table.line(seat, "five_card_bonus").hand for seat in (1, 2)] == ["full_house", "full_house"]
    assert [table.line(seat, "five_card_bonus").won for seat in (1, 2)] == [7500, 37500]
    # A cross without a pair loses it, whatever the player makes of it.
    table = Table("maryland", (1,))
    table.cards = layout("2s 7d", "9c Js", "Kh", hole={1: "Ks Kd"})
    table.wager(1, five_card_bonus=500)
    assert table.run_to("settled").results(1)["five_card_bonus"] == ("lose", 0, 0)
    assert table.results(1)["across"] == ("win", 1500, 500)
    table = Table("maryland", (1,))
    for cents in (400, 2600):
        with refused(IllegalActionCode.BAD_WAGERS, "outside $5 to $25"):
            table.wager(1, five_card_bonus=cents)
    with pytest.raises(RuleBookError):
        load_rule_book("maryland", {"five_card_bonus_offered": "yes"})
