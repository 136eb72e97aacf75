"""Massachusetts, sections 10 and 11: decisions, settlement, payout odds. Each test is named by the clause it shows;
odds and amounts are those of the text, typed in here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pytest

from crossfelt.cards import parse_cards
from crossfelt.crisscross.actions import Bet, Fold
from crossfelt.crisscross.events import BetPlaced, HandShown, SeatFolded, WagerSettled
from crossfelt.crisscross.layout import COMMUNITY
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.crisscross.round import CRISS_CROSS
from crossfelt.crisscross.rulebook import StageName
from crossfelt.errors import IllegalActionCode, RuleBookError
from crossfelt.game import SPECTATOR, seat_actor, seat_audience
from crossfelt.ledger import ESCROW, HOUSE
from crossfelt.record import export_record, replay
from tests.support.rules.made_hands import (
    BELOW_A_PAIR_OF_6S,
    EVERY_HAND,
    HIGH_CARD,
    LINES,
    SIXES_OR_BETTER,
    STRAIGHT,
    LineName,
    Made,
    played,
    played_at,
    result,
)
from tests.support.rules.table import FOLD, Table, assert_turned, busy_table, cards_seen, layout, refused

RULES = "massachusetts"
STAGES: tuple[StageName, ...] = ("across", "down", "middle")
OTHER: Mapping[LineName, LineName] = {"across": "down", "down": "across"}

ANTE_ODDS: Mapping[str, int | None] = {
    "high_card": None,
    "pair_2s_to_5s": None,
    "pair_6s_to_10s": 0,
    "pair_jacks_or_better": 1,
    "two_pair": 1,
    "three_of_a_kind": 1,
    "straight": 1,
    "flush": 1,
    "full_house": 1,
    "four_of_a_kind": 1,
    "straight_flush": 1,
    "royal_flush": 1,
}
BET_ODDS: Mapping[str, int | None] = {
    "high_card": None,
    "pair_2s_to_5s": None,
    "pair_6s_to_10s": 0,
    "pair_jacks_or_better": 1,
    "two_pair": 2,
    "three_of_a_kind": 3,
    "straight": 5,
    "flush": 8,
    "full_house": 12,
    "four_of_a_kind": 40,
    "straight_flush": 100,
    "royal_flush": 500,
}
BONUS_ODDS: Mapping[str, int | None] = {
    "high_card": None,
    "pair_2s_to_5s": None,
    "pair_6s_to_10s": 1,
    "pair_jacks_or_better": 1,
    "two_pair": 3,
    "three_of_a_kind": 4,
    "straight": 6,
    "flush": 10,
    "full_house": 15,
    "four_of_a_kind": 40,
    "straight_flush": 100,
    "royal_flush": 250,
}


def several_seats() -> Table:
    """Four seats to the end: seats 1, 2 and 6 stay in, seat 3 folds at Down; seat 2 has no bonus."""
    table = Table(RULES, seats=(1, 2, 3, 6))
    for seat, bonus in ((1, 500), (2, 0), (3, 1000), (6, 500)):
        table.wager(seat, five_card_bonus=bonus)
    holes = {1: "Kc Kh", 2: "8c 2h", 3: "Ac Qh", 6: "9s 4c"}
    table.cards = layout(across="Kd 6s", down="6h 2c", middle="9d", hole=holes)
    table.plan = {1: (3, 2, 1), 3: (2, FOLD)}
    return table.run_to("settled")


# ---- 10. Completion of the round


def test_10_a() -> None:
    """Once the deal is over each player sees the two cards dealt to that seat, and no others."""
    table = busy_table(RULES).run_to("dealing", 10)
    own = {1: {"Kh", "Kc"}, 3: {"3h", "4c"}, 5: {"9d", "Jd"}}
    assert {seat: cards_seen(table.view(seat_audience(seat))) for seat in own} == {1: set(), 3: set(), 5: set()}
    table.run_to("across")
    assert {seat: cards_seen(table.view(seat_audience(seat))) for seat in own} == own
    assert cards_seen(table.view(seat_audience(2))) == cards_seen(table.view(SPECTATOR)) == set()


def test_10_a_1() -> None:
    """Players answer for their own hands: nobody decides for another seat, and each is settled by its own cards."""
    table = busy_table(RULES).run_to("across")
    for other in (2, 3, 5):
        for action in (Bet("across", 1), Fold("across")):
            with refused(IllegalActionCode.NOT_YOUR_TURN):
                table.act(seat_actor(other), action)
    table.run_to("settled")
    assert [table.line(seat, "ante_across").result for seat in (1, 3, 5)] == ["win", "forfeit", "forfeit"]


def assert_decision(stage: StageName, clause: str, lost: Sequence[str]) -> None:
    """Seats are asked from the left for one to three antes; a fold loses just these wagers and the bonus plays on."""
    table = Table(RULES, seats=(1, 3, 4, 6))
    for seat in (6, 4, 3, 1):
        table.wager(seat, ante=700, five_card_bonus=500)
    table.cards = layout(across="Kd 6s", down="6h 2c", middle="9d")
    table.run_to(stage)
    for seat, multiple in ((1, 1), (3, 2), (4, 3)):
        assert table.state.to_act == seat
        for wrong in (0, 4, -1):
            with refused(IllegalActionCode.BAD_MULTIPLE, f"({clause})"):
                table.bet(seat, wrong)
        assert table.bet(seat, multiple)[0] == BetPlaced(seat, stage, multiple, 700 * multiple)
    assert table.state.to_act == 6 and table.book.stages_by_id[stage].decision_clause == clause
    assert table.fold(6)[0] == SeatFolded(6, stage, "player")
    table.run_to("settled")
    assert [event.seat for event in table.happened(SeatFolded)] == [6]
    assert [event.seat for event in table.happened(HandShown)] == [4, 3, 1]
    folded = [line for line in table.settled_wagers if line.seat == 6 and line.result == "forfeit"]
    assert [(line.spot, line.clause) for line in folded] == [(spot, clause) for spot in lost]
    assert table.results(6)["five_card_bonus"] == ("win", 500, 500)
    assert table.gained(6) == -700 * len(lost) + 500


def test_10_b() -> None:
    """Across decision: from the left, one to three times the Ante Across; without a bet both antes are lost, while a
    Five Card Bonus waits for the cross."""
    assert_decision("across", "10(b)", ["ante_across", "ante_down"])


def test_10_c() -> None:
    """After the last Across decision, a fold included, the two outer cards of the horizontal row are turned."""
    assert_turned(RULES, "across", "10(c)", {"across_left": "Ks", "across_right": "7d"}, before=set())


def test_10_d() -> None:
    """Down decision: from the left, one to three times the Ante Down; without a bet both antes and the Across Bet are
    lost, while a Five Card Bonus waits for the cross."""
    assert_decision("down", "10(d)", ["ante_across", "ante_down", "across"])


def test_10_e() -> None:
    """After the last Down decision the two outer cards of the vertical row are turned; only the middle stays down."""
    assert_turned(RULES, "down", "10(e)", {"down_far": "7c", "down_near": "2s"}, before={"Ks", "7d"})
    cross = busy_table(RULES).run_to("middle").view(SPECTATOR).community
    assert [place for place, card in cross.items() if card is None] == ["middle"]


def test_10_f() -> None:
    """Middle decision: from the left, one to three times an ante; without a bet both antes, the Across and the Down
    Bet are lost, while a Five Card Bonus waits for the cross."""
    assert_decision("middle", "10(f)", ["ante_across", "ante_down", "across", "down"])


def test_10_g() -> None:
    """The middle card is turned after the last Middle decision; then the seats still in show their cards from the
    right, each just before it is settled, and each line of the cross makes one hand with them."""
    assert_turned(RULES, "middle", "10(g)", {"middle": "7h"}, before={"Ks", "7d", "7c", "2s"})
    table = several_seats()
    events = [event for event in table.contest.events if isinstance(event, (HandShown, WagerSettled))]
    turns = [event.seat if isinstance(event, HandShown) else event.wager.seat for event in events]
    assert list(dict.fromkeys(turns)) == [6, 3, 2, 1]
    assert turns == sorted(turns, reverse=True)
    assert [events[turns.index(seat)] for seat in (6, 2, 1)] == table.happened(HandShown)
    assert table.happened(HandShown) == [
        HandShown(6, ("9s", "4c")),
        HandShown(2, ("8c", "2h")),
        HandShown(1, ("Kc", "Kh")),
    ]
    hands = {seat: (table.line(seat, "across").hand, table.line(seat, "down").hand) for seat in (6, 2, 1)}
    assert hands == {
        6: ("pair_6s_to_10s", "pair_6s_to_10s"),
        2: ("high_card", "pair_2s_to_5s"),
        1: ("three_of_a_kind", "pair_jacks_or_better"),
    }


def test_10_h() -> None:
    """One seat after the other, from the right, has all its wagers settled: Across ante and bet, Down ante and bet,
    Middle, bonus. Losing wagers go to the house, winning ones come back with what they won."""
    table = several_seats()
    main = ["ante_across", "across", "ante_down", "down", "middle"]
    assert [(line.seat, line.spot) for line in table.settled_wagers] == [
        *((6, spot) for spot in [*main, "five_card_bonus"]),
        *((3, spot) for spot in ["ante_across", "ante_down", "across", "five_card_bonus"]),
        *((2, spot) for spot in main),
        *((1, spot) for spot in [*main, "five_card_bonus"]),
    ]
    assert [line.order for line in table.settled_wagers] == list(range(1, 22))
    assert [turn.clause for turn in table.book.passes] == ["10(h)"]
    # Seat 6: 9s push everywhere and the bonus wins. Seat 3: antes and Across are lost, the bonus wins. Seat 2 loses
    # all five. Seat 1: two antes, three kings on 1500 at 3, kings on 1000 at 1, Middle 500 at 3, bonus 500 at 1.
    gained = {6: 500, 3: -2000 + 1000, 2: -2500, 1: 1000 + 4500 + 1000 + 1500 + 500}
    assert {seat: table.gained(seat) for seat in gained} == gained
    assert (table.account(HOUSE), table.account(ESCROW)) == (-sum(gained.values()), 0)


def assert_line_decides(line: LineName) -> None:
    """The hand of this line decides its own ante and bet, and nothing of the other line's."""
    for made, winning in ((STRAIGHT, "win"), (HIGH_CARD, "lose")):
        table = played(RULES, made.on(line))
        for spot in (f"ante_{line}", line):
            assert (table.line(1, spot).hand, table.line(1, spot).result) == (made.hand, winning)
        for spot in (f"ante_{OTHER[line]}", OTHER[line]):
            assert (table.line(1, spot).hand, table.line(1, spot).result) == ("high_card", "lose")


def test_10_h_1() -> None:
    """Ante Across and Across Bet follow the Across Hand alone."""
    assert_line_decides("across")


def assert_line_loses(line: LineName, made: Made) -> None:
    """This hand loses the ante and the bet of its line."""
    table = played(RULES, made.on(line), plan=(2, 3, 1))
    for spot in (f"ante_{line}", line):
        assert table.line(1, spot).hand == made.hand
        assert table.results(1)[spot] == ("lose", 0, 0)


# Below a pair of 6s on one line (its outer cards first), three 9s on the other.
LOSES_BESIDE_A_WIN = [("Kc 3h", "9d 9h"), ("3d 3c", "9d 9h")]


@pytest.mark.parametrize("made", BELOW_A_PAIR_OF_6S, ids=str)
def test_10_h_1_i(made: Made) -> None:
    """An Across Hand below a pair of 6s loses Ante Across and Across Bet, even beside a winning Down Hand."""
    assert_line_loses("across", made)
    for losing, winning in LOSES_BESIDE_A_WIN:
        results = played(RULES, layout(across=losing, down=winning, middle="2s", hole={1: "9s 7d"})).results(1)
        assert (results["ante_across"], results["across"]) == (("lose", 0, 0), ("lose", 0, 0))
        assert (results["ante_down"], results["down"]) == (("win", 500, 500), ("win", 1500, 500))


def assert_line_is_paid(line: LineName, made: Made) -> None:
    """This hand settles the ante of its line by 11(a), the bet by 11(b)."""
    table = played(RULES, made.on(line), plan=(2, 2, 2))
    assert table.results(1)[f"ante_{line}"] == result(500, ANTE_ODDS[made.hand])
    assert table.results(1)[line] == result(1000, BET_ODDS[made.hand])
    assert (table.line(1, f"ante_{line}").clause, table.line(1, line).clause) == ("11(a)", "11(b)")


@pytest.mark.parametrize("made", SIXES_OR_BETTER, ids=str)
def test_10_h_1_ii(made: Made) -> None:
    """From a pair of 6s up the Across Hand returns or pays the Ante Across by 11(a) and the Across Bet by 11(b)."""
    assert_line_is_paid("across", made)


def test_10_h_2() -> None:
    """Ante Down and Down Bet follow the Down Hand alone."""
    assert_line_decides("down")


@pytest.mark.parametrize("made", BELOW_A_PAIR_OF_6S, ids=str)
def test_10_h_2_i(made: Made) -> None:
    """A Down Hand below a pair of 6s loses Ante Down and Down Bet, even beside a winning Across Hand."""
    assert_line_loses("down", made)
    for losing, winning in LOSES_BESIDE_A_WIN:
        results = played(RULES, layout(across=winning, down=losing, middle="2s", hole={1: "9s 7d"})).results(1)
        assert (results["ante_down"], results["down"]) == (("lose", 0, 0), ("lose", 0, 0))
        assert (results["ante_across"], results["across"]) == (("win", 500, 500), ("win", 1500, 500))


@pytest.mark.parametrize("made", SIXES_OR_BETTER, ids=str)
def test_10_h_2_ii(made: Made) -> None:
    """From a pair of 6s up the Down Hand returns or pays the Ante Down by 11(a) and the Down Bet by 11(b)."""
    assert_line_is_paid("down", made)


@pytest.mark.parametrize("made", BELOW_A_PAIR_OF_6S, ids=str)
def test_10_h_3(made: Made) -> None:
    """With both hands below a pair of 6s the Middle Bet is lost, and with it everything else."""
    for line in LINES:
        table = played(RULES, made.on(line), plan=(1, 1, 3))
        assert table.results(1)["middle"] == ("lose", 0, 0)
        assert table.gained(1) == -1000 - 1000 - 1500


def test_10_h_4() -> None:
    """The Middle Bet is settled by 11(b) on the higher of the two hands, whichever line makes it."""
    for hole, middle, outer, better, other_outer, other in (
        ("Jh Th", "Qh", "Ah Kh", "royal_flush", "9h 8h", "straight_flush"),
        ("9s 8s", "7s", "6s 5s", "straight_flush", "Ks 2s", "flush"),
        ("9s 9d", "7s", "9h 9c", "four_of_a_kind", "7c 7d", "full_house"),
        ("9s 9d", "7s", "9h 7c", "full_house", "9c 2d", "three_of_a_kind"),
        ("9s 8s", "7s", "Ks 2s", "flush", "Td Jd", "straight"),
        ("9s 8d", "7s", "Td Jd", "straight", "9h 9d", "three_of_a_kind"),
        ("9s 8d", "7s", "9h 9d", "three_of_a_kind", "9c 8c", "two_pair"),
        ("9s 8d", "Ks", "9h 8c", "two_pair", "Kd 2c", "pair_jacks_or_better"),
        ("9s 8d", "Ks", "Kd 2c", "pair_jacks_or_better", "9h 3c", "pair_6s_to_10s"),
        ("9s 4d", "Ks", "9h 2c", "pair_6s_to_10s", "4h 3c", "pair_2s_to_5s"),
        ("9s 4d", "Ks", "9h 2c", "pair_6s_to_10s", "7h 3c", "high_card"),
        ("9s 9d", "Ks", "2c 3d", "pair_6s_to_10s", "4h 5c", "pair_6s_to_10s"),
    ):
        for line in LINES:
            across, down = (outer, other_outer) if line == "across" else (other_outer, outer)
            table = played(RULES, layout(across=across, down=down, middle=middle, hole={1: hole}), plan=(1, 1, 3))
            hands = [table.line(1, spot).hand for spot in (line, OTHER[line], "middle")]
            assert hands == [better, other, better]
            assert table.results(1)["middle"] == result(1500, BET_ODDS[better])


def test_10_h_5() -> None:
    """The Five Card Bonus is the last of each seat's wagers, looks at the five community cards alone and is paid from
    a pair of 6s up, to folded seats too."""
    table = several_seats()
    for seat in (1, 3, 6):
        own = [line.spot for line in table.settled_wagers if line.seat == seat]
        assert own.count("five_card_bonus") == 1 and own[-1] == "five_card_bonus"
        line = table.line(seat, "five_card_bonus")
        assert (line.hand, line.result, line.clause) == ("pair_6s_to_10s", "win", "11(c)")
    for folded in STAGES:
        plan = [FOLD if stage == folded else 1 for stage in STAGES]
        table = played(RULES, layout(across="Kd 6s", down="6h 2c", middle="9d"), plan, five_card_bonus=500)
        assert table.results(1)["five_card_bonus"] == ("win", 500, 500)


def test_10_h_5_i() -> None:
    """Every hand of a settled round can be put together again: the record alone gives back cards, hands and chips."""
    table = several_seats()
    again = replay(CRISS_CROSS, export_record(table.contest))
    assert again.state == table.state
    holes = {1: "Kc Kh", 2: "8c 2h", 3: "Ac Qh", 6: "9s 4c"}
    assert {seat: again.state.hole(seat) for seat in holes} == {s: parse_cards(cards) for s, cards in holes.items()}
    assert [again.state.name_at(place) for place in COMMUNITY] == ["Kd", "6s", "6h", "2c", "9d"]
    assert again.state.settled_wagers == table.settled_wagers and len(table.settled_wagers) == 21


# ---- 11. Payout odds


@pytest.mark.parametrize("made", EVERY_HAND, ids=str)
def test_11_a(made: Made) -> None:
    """Antes: even money from a pair of jacks up, a push for 6s to 10s, else lost; each by the hand of its own line."""
    for line in LINES:
        table = played(RULES, made.on(line), ante=700)
        settled = table.line(1, f"ante_{line}")
        assert (settled.hand, settled.clause, settled.staked) == (made.hand, "11(a)", 700)
        assert table.results(1)[f"ante_{line}"] == result(700, ANTE_ODDS[made.hand])
        assert table.results(1)[f"ante_{OTHER[line]}"] == ("lose", 0, 0)


@pytest.mark.parametrize("made", EVERY_HAND, ids=str)
def test_11_b(made: Made) -> None:
    """Across, Down and Middle Bets: odds of 500, 100, 40, 12, 8, 5, 3, 2 and 1 to 1 from the royal flush down to a
    pair of jacks, a push for 6s to 10s, else lost."""
    stakes = {"across": 700, "down": 1400, "middle": 2100}
    for line in LINES:
        table = played(RULES, made.on(line), plan=(1, 2, 3), ante=700)
        assert table.line(1, line).hand == made.hand
        for spot in (line, "middle"):
            assert (table.line(1, spot).staked, table.line(1, spot).clause) == (stakes[spot], "11(b)")
            assert table.results(1)[spot] == result(stakes[spot], BET_ODDS[made.hand])
        assert table.results(1)[OTHER[line]] == ("lose", 0, 0)


@pytest.mark.parametrize("made", EVERY_HAND, ids=str)
def test_11_c(made: Made) -> None:
    """Five Card Bonus: odds of 250, 100, 40, 15, 10, 6, 4 and 3 to 1 from the royal flush down to two pair, 1 to 1
    for any pair of 6s or better, else lost."""
    table = played(RULES, made.in_the_cross(), five_card_bonus=1100)
    settled = table.line(1, "five_card_bonus")
    assert (settled.hand, settled.clause, settled.staked) == (made.hand, "11(c)", 1100)
    assert table.results(1)["five_card_bonus"] == result(1100, BONUS_ODDS[made.hand])


# A royal flush one way and a straight flush the other: the most that one deal can pay.
BEST_DEAL = layout(across="Ah Kh", down="9h 8h", middle="Qh", hole={1: "Jh Th"})


@pytest.mark.parametrize(
    ("least", "choices"),
    [
        (5_000_000, {}),
        (5_000_000, {"ante_minimum_cents": 1514}),
        (5_002_530, {"ante_minimum_cents": 1515}),
        (6_604_000, {"ante_minimum_cents": 2000}),
    ],
)
def test_11_d(least: int, choices: dict[str, object]) -> None:
    """No limit unless the house sets one, and then one of at least $50,000 and of at least what a player could win on
    minimum antes: 3,302 of them, both antes and 3x bets on the best deal."""
    assert load_rule_book(RULES, choices).aggregate_limit.amount_cents is None
    limit = load_rule_book(RULES, choices | {"aggregate_limit_cents": least}).aggregate_limit
    assert (limit.amount_cents, limit.clause) == (least, "11(d)")
    with pytest.raises(RuleBookError, match=f"at least {least}"):
        load_rule_book(RULES, choices | {"aggregate_limit_cents": least - 1})
    assert played(RULES, BEST_DEAL, plan=(3, 3, 3), ante=2000).gained(1) == 3302 * 2000
    assert played(RULES, BEST_DEAL, plan=(1, 1, 1), ante=2000).gained(1) == 1102 * 2000


def test_11_d_covers_antes_bets_and_bonus() -> None:
    """The limit overrides (a) to (c), so none of their wagers can be taken out of it."""
    spots = ["ante_across", "ante_down", "across", "down", "middle", "five_card_bonus"]
    assert load_rule_book(RULES, {"limit_covers": spots}).hash == load_rule_book(RULES).hash
    for covers in ([], *([spot for spot in spots if spot != left_out] for left_out in spots)):
        with pytest.raises(RuleBookError, match=r"limit_covers: must cover ante_across, .+ \(11\(d\), reading R10\)"):
            load_rule_book(RULES, {"limit_covers": covers})


def test_11_d_cuts_line_by_line() -> None:
    """The limit counts antes, bets and bonus together, in the order of settlement: the line that reaches it is cut,
    later ones win nothing, and every stake comes back."""
    due = [10_000, 15_000_000, 10_000, 3_000_000, 15_000_000, 25_000]
    stakes = [10_000, 30_000, 10_000, 30_000, 30_000, 2_500]
    for limit, cut in (
        (0, [0, 0, 0, 0, 0, 0]),
        (33_045_000, [0, 0, 0, 0, 0, 0]),
        (33_044_999, [0, 0, 0, 0, 0, 1]),
        (33_020_000, [0, 0, 0, 0, 0, 25_000]),
        (18_015_000, [0, 0, 0, 5_000, 15_000_000, 25_000]),
        (5_000_000, [0, 10_010_000, 10_000, 3_000_000, 15_000_000, 25_000]),
    ):
        table = Table(RULES, aggregate_limit_cents=limit)
        played_at(table, BEST_DEAL, plan=(3, 3, 3), ante=10_000, five_card_bonus=2500)
        spots = ["ante_across", "across", "ante_down", "down", "middle", "five_card_bonus"]
        assert [line.spot for line in table.settled_wagers] == spots
        assert [(line.won, line.cut) for line in table.settled_wagers] == [
            (d - c, c) for d, c in zip(due, cut, strict=True)
        ]
        assert [(line.result, line.returned) for line in table.settled_wagers] == [("win", stake) for stake in stakes]
        assert table.gained(1) == sum(due) - sum(cut)


def test_11_d_counts_each_player_alone() -> None:
    """Two players of one round reach the limit each for themselves, and a third who stays below it is not cut."""
    table = Table(RULES, seats=(1, 2, 5), aggregate_limit_cents=5_000_000)
    holes = {1: "Ah Kh", 2: "9h 8h", 5: "As Ks"}
    for seat in holes:
        table.wager(seat, ante=10_000)
    table.cards = layout(across="Qh Jh", down="2c 7d", middle="Th", hole=holes)
    table.plan = {1: (1, 1, 1), 2: (3, 1, 3), 5: (3, 1, 3)}
    table.run_to("settled")
    won = {seat: sum(line.won for line in table.settled_wagers if line.seat == seat) for seat in holes}
    assert won == {1: 5_000_000, 2: 5_000_000, 5: 10_000 + 2 * 5 * 30_000}
