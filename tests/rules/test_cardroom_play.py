"""The cardroom's text up to its pay tables, deal and decisions. It has no numbers: each test is named by the heading
and the paragraph below it. Odds and amounts are those of the text, typed in here."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy

import pytest

from crossfelt.cards import card_name
from crossfelt.crisscross.actions import CloseBetting, PlaceWagers
from crossfelt.crisscross.events import BetPlaced, HandShown, SeatFolded, WagerSettled
from crossfelt.crisscross.resolve import load_rule_book, rule_book_from_document
from crossfelt.crisscross.rulebook import StageName
from crossfelt.errors import IllegalActionCode, RuleBookError
from crossfelt.game import SPECTATOR, SYSTEM, seat_actor
from crossfelt.money import dollars
from tests.support.rules.made_hands import (
    EVERY_HAND,
    LINES,
    ROYAL_FLUSH,
    LineName,
    Made,
    placements,
    played,
    played_at,
    result,
)
from tests.support.rules.table import (
    FOLD,
    Table,
    assert_one_deck,
    assert_turned,
    cards_seen,
    layout,
    line_layout,
    refused,
)

RULES = "cardroom"
METHODS = ("hand", "shuffler")
OTHER: Mapping[LineName, LineName] = {"across": "down", "down": "across"}

BET_ODDS: Mapping[str, int | None] = {
    "high_card": None,
    "pair_2s_to_5s": None,
    "pair_6s_to_10s": 0,
    "pair_jacks_or_better": 1,
    "two_pair": 2,
    "three_of_a_kind": 3,
    "straight": 5,
    "flush": 8,
    "full_house": 10,
    "four_of_a_kind": 40,
    "straight_flush": 100,
    "royal_flush": 250,
}
FIVE_CARD_ODDS: Mapping[str, int | None] = {
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
SIX_CARD_ODDS: Mapping[str, int | None] = {
    "high_card": None,
    "pair_2s_to_5s": None,
    "pair_6s_to_10s": None,
    "pair_jacks_or_better": None,
    "two_pair": None,
    "three_of_a_kind": 5,
    "straight": 10,
    "flush": 15,
    "full_house": 20,
    "four_of_a_kind": 50,
    "straight_flush": 200,
    "royal_flush": 1000,
}


# ---- Equipment


def test_Equipment_2() -> None:
    """A round is played with one deck of 52 different cards: fewer, more, a card twice or a joker is refused."""
    assert_one_deck(RULES, "Equipment/2", dealt=21)


# ---- Game and Bonus wagers


def assert_range(choice: str, spots: Mapping[str, str]) -> None:
    """These spots take $2 to $10 under these clauses, to the cent where the table's unit allows it, and no house may
    widen that."""
    ante = {} if "ante_down" in spots else {"ante_across": 500, "ante_down": 500}
    for cents in (200, 201, 999, 1000):
        wagers = ante | dict.fromkeys(spots, cents)
        Table(RULES, table_unit_cents=1).act(seat_actor(1), PlaceWagers(wagers))
    for cents in (1, 199, 1001, 5000):
        wagers = ante | dict.fromkeys(spots, cents)
        faults = [f"{spot}: {dollars(cents)} is outside $2 to $10 ({clause})" for spot, clause in spots.items()]
        with refused(IllegalActionCode.BAD_WAGERS, *faults):
            Table(RULES, table_unit_cents=1).act(seat_actor(1), PlaceWagers(wagers))
    for wider in ({f"{choice}_minimum_cents": 199}, {f"{choice}_maximum_cents": 1001}):
        with pytest.raises(RuleBookError, match="must be from 200 to 1000"):
            load_rule_book(RULES, wider)


def test_Game_and_Bonus_wagers_1() -> None:
    """Across Ante and Down Ante are $2 to $10 each, and the same amount."""
    clause = "Game and Bonus wagers/1"
    assert_range("ante", {"ante_across": clause, "ante_down": clause})
    for across, down in ((200, 300), (1000, 200), (500, 600)):
        with refused(IllegalActionCode.BAD_WAGERS, "must equal the Across Ante"):
            Table(RULES).act(seat_actor(1), PlaceWagers({"ante_across": across, "ante_down": down}))


def test_Game_and_Bonus_wagers_2() -> None:
    """A Five Card Bonus is $2 to $10."""
    assert_range("five_card_bonus", {"five_card_bonus": "Game and Bonus wagers/2"})


def test_Game_and_Bonus_wagers_3() -> None:
    """A Six Card Bonus is $2 to $10 and never another amount than the Five Card Bonus beside it."""
    clauses = {"five_card_bonus": "Game and Bonus wagers/2", "six_card_bonus": "Game and Bonus wagers/3"}
    assert_range("five_card_bonus", clauses)
    for five, six in ((200, 300), (1000, 900), (500, 200)):
        with refused(IllegalActionCode.BAD_WAGERS, "six_card_bonus", "must equal the Five Card Bonus"):
            Table(RULES).wager(1, five_card_bonus=five, six_card_bonus=six)


# ---- Pay Tables


@pytest.mark.parametrize("made", EVERY_HAND, ids=str)
def test_Pay_Tables_Criss_Cross_Paytable(made: Made) -> None:
    """Across, Down and Middle bets win 250, 100, 40, 10, 8, 5, 3, 2 and 1 to 1 from the royal flush down to a pair of
    jacks; 6s to 10s push, anything lower loses."""
    stakes = {"across": 200, "down": 400, "middle": 600}
    for line in LINES:
        table = played(RULES, made.on(line), plan=(1, 2, 3), ante=200)
        assert table.line(1, line).hand == made.hand
        for spot in (line, "middle"):
            settled = table.line(1, spot)
            assert (settled.staked, settled.clause) == (stakes[spot], "Pay Tables/Criss Cross Paytable")
            assert table.results(1)[spot] == result(stakes[spot], BET_ODDS[made.hand])
        assert table.results(1)[OTHER[line]] == ("lose", 0, 0)


@pytest.mark.parametrize("made", EVERY_HAND, ids=str)
def test_Pay_Tables_5_Card_Bonus(made: Made) -> None:
    """The Five Card Bonus wins 250, 100, 40, 15, 10, 6, 4 and 3 to 1 from the royal flush down to two pair, 1 to 1 for
    a pair of sixes or better; anything lower loses."""
    table = played(RULES, made.in_the_cross(), ante=200, five_card_bonus=700)
    settled = table.line(1, "five_card_bonus")
    assert (settled.hand, settled.clause, settled.staked) == (made.hand, "Pay Tables/5 Card Bonus", 700)
    assert table.results(1)["five_card_bonus"] == result(700, FIVE_CARD_ODDS[made.hand])


@pytest.mark.parametrize("made", EVERY_HAND, ids=str)
def test_Pay_Tables_6_Card_Bonus(made: Made) -> None:
    """The Six Card Bonus wins 1000, 200, 50, 20, 15, 10 and 5 to 1 from the royal flush down to three of a kind;
    anything lower loses."""
    table = played(RULES, made.beside_the_cross(), plan=(FOLD,), ante=200, five_card_bonus=200, six_card_bonus=200)
    settled = table.line(1, "six_card_bonus")
    assert (settled.hand, settled.clause, settled.staked) == (made.hand, "Pay Tables/6 Card Bonus", 200)
    assert table.results(1)["six_card_bonus"] == result(200, SIX_CARD_ODDS[made.hand])


def limited(cards: Mapping[str, str], plan: Sequence[int], ante: int, bonus: int) -> list[tuple[str, int, int]]:
    """Spot, won and cut of each line; all of them are wins and give the stake back."""
    table = played(RULES, cards, plan, ante, five_card_bonus=bonus, six_card_bonus=bonus)
    assert {(line.result, line.returned - line.staked) for line in table.settled_wagers} == {("win", 0)}
    assert table.gained(1) == sum(line.won for line in table.settled_wagers) <= 300_000
    return [(line.spot, line.won, line.cut) for line in table.settled_wagers]


def test_Pay_Tables_Max_Payout_Aggregate() -> None:
    """One player wins at most $3,000 in a round, over all seven wagers in the order of settlement. A line that
    reaches the limit is cut, later ones win nothing, and every stake comes back."""
    # A straight flush across, a flush down and in the cross, a full house with the bonus cards: just $3,000.
    cards = layout(across="7s 6s", down="Ks 2s", middle="5s", bonus="9h 9d 8h 2c", hole={1: "9s 8s"})
    main = [
        ("ante_down", 900, 0),
        ("down", 7_200, 0),
        ("ante_across", 900, 0),
        ("across", 90_000, 0),
        ("middle", 180_000, 0),
    ]
    assert limited(cards, (1, 1, 2), 900, 700) == [
        *main,
        ("five_card_bonus", 7_000, 0),
        ("six_card_bonus", 14_000, 0),
    ]
    assert limited(cards, (1, 1, 2), 900, 800) == [
        *main,
        ("five_card_bonus", 8_000, 0),
        ("six_card_bonus", 13_000, 3_000),
    ]
    assert limited(cards, (1, 1, 3), 900, 800) == [
        *main[:4],
        ("middle", 201_000, 69_000),
        ("five_card_bonus", 0, 8_000),
        ("six_card_bonus", 0, 16_000),
    ]
    # A royal flush across, a straight flush down: the second line already reaches the limit.
    cards = layout(across="Ah Kh", down="9h 8h", middle="Qh", bonus="Jc Js 2c 3d", hole={1: "Jh Th"})
    assert limited(cards, (3, 3, 3), 1000, 1000) == [
        ("ante_down", 1_000, 0),
        ("down", 299_000, 1_000),
        ("ante_across", 0, 1_000),
        ("across", 0, 750_000),
        ("middle", 0, 750_000),
        ("five_card_bonus", 0, 10_000),
        ("six_card_bonus", 0, 5_000),
    ]
    assert load_rule_book(RULES).aggregate_limit.clause == "Pay Tables/Max Payout Aggregate"
    for choice in ({"aggregate_limit_cents": 300_001}, {"aggregate_limit_cents": 1000}):
        with pytest.raises(RuleBookError, match="has no choice"):
            load_rule_book(RULES, choice)


def test_Pay_Tables_Max_Payout_Aggregate_covers_every_wager() -> None:
    """The limit is one for all seven wagers: a house can neither empty the list nor leave one out, nor play a record
    whose rule book does."""
    book = load_rule_book(RULES)
    spots = list(book.spots)
    assert book.aggregate_limit.covers == set(spots)
    for covers in ([], ["across"], *([spot for spot in spots if spot != left_out] for left_out in spots)):
        with pytest.raises(RuleBookError, match=r"must cover .+ \(Pay Tables/Max Payout Aggregate, reading R10\)"):
            load_rule_book(RULES, {"limit_covers": covers})
        document = deepcopy(book.document)
        document["aggregate_limit"]["covers"] = covers
        with pytest.raises(RuleBookError, match=r"aggregate_limit.covers: must cover ante_across"):
            rule_book_from_document(document)
    assert load_rule_book(RULES, {"limit_covers": spots[::-1]}).hash == book.hash


def test_Pay_Tables_Max_Payout_Aggregate_counts_each_player_alone() -> None:
    """Two players of one round reach the limit each for themselves, and a third who stays below it is not cut."""
    table = Table(RULES, seats=(1, 2, 5))
    holes = {1: "Ah Kh", 2: "9h 8h", 5: "As Ks"}
    for seat in holes:
        table.wager(seat, ante=1000)
    table.cards = layout(across="Qh Jh", down="2c 7d", middle="Th", hole=holes)
    table.plan = dict.fromkeys(holes, (3, 1, 3))
    table.run_to("settled")
    won = {seat: sum(line.won for line in table.settled_wagers if line.seat == seat) for seat in holes}
    assert won == {1: 300_000, 2: 300_000, 5: 1_000 + 2 * 5 * 3_000}


def test_reading_R1_ace_low() -> None:
    """The text names no lowest straight: ace, 2, 3, 4, 5 is one unless the house says otherwise, and a sequence never
    goes round the corner."""
    wheel, corner = line_layout("across", "Ah 2c 3d 4s 5h"), line_layout("across", "Qh Kc Ad 2s 3h")
    assert played(RULES, wheel, ante=200).results(1)["across"] == ("win", 1000, 200)
    assert played(RULES, corner, ante=200).results(1)["across"] == ("lose", 0, 0)
    house = Table(RULES, ace_low_straight=False)
    assert played_at(house, wheel, ante=200).results(1)["across"] == ("lose", 0, 0)


# ---- Dealing procedures


def test_Dealing_procedures_1() -> None:
    """A player enters with two equal antes: one alone, two that differ or none are refused, and no antes, no cards."""
    table = Table(RULES, seats=(1, 2))
    for wagers in (
        {"ante_across": 500},
        {"ante_down": 500},
        {"ante_across": 500, "ante_down": 600},
        {"five_card_bonus": 500},
        {"five_card_bonus": 500, "six_card_bonus": 500},
        {},
    ):
        with refused(IllegalActionCode.BAD_WAGERS, "ante_"):
            table.act(seat_actor(1), PlaceWagers(wagers))
        with refused(IllegalActionCode.NO_WAGERS):
            table.act(SYSTEM, CloseBetting())
    table.wager(2, ante=700)
    table.run_to("across")
    assert [place for place in placements(table) if place.startswith("hole")] == ["hole:2:1", "hole:2:2"]


def dealt(method: str) -> Table:
    """A table of four, one of them without antes, after a deal card by card in which nobody sees a face."""
    table = Table(RULES, seats=(1, 2, 3, 6), dealing_method=method)
    for seat in (1, 3, 6):
        table.wager(seat)
    table.run_to("dealing")
    for _ in range(15):
        assert table.stage == "dealing"
        table.deal(1)
        assert cards_seen(table.view(SPECTATOR)) == set()
    assert table.stage == "across"
    deck = [card_name(card) for card in table.state.deck or ()]
    assert [table.state.name_at(place) for place in placements(table)] == deck[:15]
    return table


@pytest.mark.parametrize("method", METHODS)
def test_Dealing_procedures_2(method: str) -> None:
    """The first cards go to the players, one at a time from left to right, until each has two face down."""
    players = ["hole:1:1", "hole:3:1", "hole:6:1", "hole:1:2", "hole:3:2", "hole:6:2"]
    assert placements(dealt(method))[:6] == players


@pytest.mark.parametrize("method", METHODS)
def test_Dealing_procedures_3(method: str) -> None:
    """Nine cards follow the players': the near down card first, then bonus cards and community cards by turns."""
    nine = placements(dealt(method))[6:]
    assert len(nine) == 9 and nine[0] == "down_near"
    assert [place.startswith("bonus") for place in nine] == [False, True] * 4 + [False]


@pytest.mark.parametrize("method", METHODS)
def test_Dealing_procedures_4(method: str) -> None:
    """The nine go clockwise: near down, bonus, left across, bonus, far down, bonus, right across, bonus, middle."""
    table = dealt(method)
    assert table.book.dealing.clause == "Dealing procedures/4"
    assert placements(table)[6:] == [
        "down_near",
        "bonus_1",
        "across_left",
        "bonus_2",
        "down_far",
        "bonus_3",
        "across_right",
        "bonus_4",
        "middle",
    ]


def test_dealing_out_of_the_shuffler_needs_one() -> None:
    """Cards can come straight out of the automatic shuffler only where there is one (Equipment/3)."""
    with pytest.raises(RuleBookError, match="shuffler needs an automatic shuffler"):
        load_rule_book(RULES, {"dealing_method": "shuffler", "shuffler": "none"})
    assert load_rule_book(RULES, {"dealing_method": "hand", "shuffler": "none"}).dealing.method == "hand"


# ---- Round of Play


def assert_decision(stage: StageName, clause: str, lost: Sequence[str]) -> None:
    """Seats are asked from the left for one to three units of their ante, $10 at most each; a fold loses just these
    wagers."""
    table = Table(RULES, seats=(1, 3, 4, 6))
    for seat, ante in ((1, 200), (3, 500), (4, 1000), (6, 700)):
        table.wager(seat, ante)
    table.run_to(stage)
    for seat, multiple, cents in ((1, 1, 200), (3, 2, 1000), (4, 3, 3000)):
        assert table.state.to_act == seat
        for wrong in (0, 4, -1):
            with refused(IllegalActionCode.BAD_MULTIPLE, f"({clause})"):
                table.bet(seat, wrong)
        assert table.bet(seat, multiple)[0] == BetPlaced(seat, stage, multiple, cents)
    assert table.state.to_act == 6 and table.book.stages_by_id[stage].decision_clause == clause
    assert table.fold(6)[0] == SeatFolded(6, stage, "player")
    table.run_to("settled")
    assert [event.seat for event in table.happened(HandShown)] == [4, 3, 1]
    folded = [(line.spot, line.result, line.clause) for line in table.settled_wagers if line.seat == 6]
    assert folded == [(spot, "forfeit", clause) for spot in lost]
    assert table.gained(6) == -700 * len(lost)


def test_Round_of_Play_1() -> None:
    """Across: each player bets one to three units of the ante or gives up both antes."""
    assert_decision("across", "Round of Play/1", ["ante_across", "ante_down"])


def test_Round_of_Play_2() -> None:
    """After the last Across decision the two outer cards of the horizontal line are turned over."""
    assert_turned(RULES, "across", "Round of Play/2", {"across_left": "Ks", "across_right": "7d"}, before=set())


def test_Round_of_Play_3() -> None:
    """Down: each player bets one to three units of the ante or gives up everything wagered so far."""
    assert_decision("down", "Round of Play/3", ["ante_across", "ante_down", "across"])


def test_Round_of_Play_4() -> None:
    """After the last Down decision the two outer cards of the vertical line are turned over."""
    assert_turned(RULES, "down", "Round of Play/4", {"down_far": "7c", "down_near": "2s"}, before={"Ks", "7d"})


def test_Round_of_Play_5() -> None:
    """Middle: each player bets one to three units of the ante, on a spot of its own, or gives up everything wagered
    so far."""
    assert_decision("middle", "Round of Play/5", ["ante_across", "ante_down", "across", "down"])


def test_Round_of_Play_6() -> None:
    """After the last Middle decision the middle card is turned over."""
    assert_turned(RULES, "middle", "Round of Play/6", {"middle": "7h"}, before={"Ks", "7d", "7c", "2s"})


def test_Round_of_Play_7() -> None:
    """The players' cards are turned over before they are settled; a player's two cards make one hand with the
    horizontal line and one with the vertical line, and with no other cards."""
    table = Table(RULES, seats=(1, 2))
    for seat in (1, 2):
        table.wager(seat)
    table.cards = layout(across="Qh Jh", down="9c 8c", middle="Th", hole={1: "Ah Kh", 2: "7c 6c"})
    table.run_to("settled")
    assert table.happened(HandShown) == [HandShown(2, ("7c", "6c")), HandShown(1, ("Ah", "Kh"))]
    turns = [event for event in table.contest.events if isinstance(event, (HandShown, WagerSettled))]
    assert [isinstance(event, HandShown) for event in turns] == ([True] + [False] * 5) * 2
    hands = {seat: (table.line(seat, "across").hand, table.line(seat, "down").hand) for seat in (1, 2)}
    assert hands == {1: ("royal_flush", "high_card"), 2: ("high_card", "straight")}
    for line in LINES:
        royal = ROYAL_FLUSH.on(line)
        for place in royal:
            hand = played(RULES, royal | {place: "3s"}, ante=200).line(1, line).hand
            assert hand == ("high_card" if place.startswith((line, "hole", "middle")) else "royal_flush")


def test_Round_of_Play_8() -> None:
    """Middle goes with the higher of the two hands: it pays that hand's odds, pushes when one line pushes and the
    other pushes or loses, and loses only when both lose."""
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
        ("9s 8d", "Ks", "Kd 2c", "pair_jacks_or_better", "7h 3c", "high_card"),
        ("9s 4d", "Ks", "9h 2c", "pair_6s_to_10s", "8d 8c", "pair_6s_to_10s"),
        ("9s 9d", "Ks", "2c 3d", "pair_6s_to_10s", "4h 5c", "pair_6s_to_10s"),
        ("9s 4d", "Ks", "9h 2c", "pair_6s_to_10s", "4h 3c", "pair_2s_to_5s"),
        ("9s 4d", "Ks", "9h 2c", "pair_6s_to_10s", "7h 3c", "high_card"),
        ("9s 4d", "Ks", "4h 2c", "pair_2s_to_5s", "7h 3c", "high_card"),
        ("9s 4d", "Ks", "Qh 2c", "high_card", "7h 3c", "high_card"),
    ):
        for line in LINES:
            across, down = (outer, other_outer) if line == "across" else (other_outer, outer)
            table = played(RULES, layout(across=across, down=down, middle=middle, hole={1: hole}), ante=200)
            hands = [table.line(1, spot).hand for spot in (line, OTHER[line], "middle")]
            assert hands == [better, other, better]
            assert table.results(1)[line] == result(200, BET_ODDS[better])
            assert table.results(1)[OTHER[line]] == result(200, BET_ODDS[other])
            assert table.results(1)["middle"] == result(200, BET_ODDS[better])


@pytest.mark.parametrize("made", EVERY_HAND, ids=str)
def test_Round_of_Play_9(made: Made) -> None:
    """Each ante goes with the hand of its own line: even money for every hand that pays, a push for 6s to 10s, lost
    otherwise."""
    odds = {"pair_6s_to_10s": 0, "pair_2s_to_5s": None, "high_card": None}.get(made.hand, 1)
    for line in LINES:
        table = played(RULES, made.on(line), ante=300)
        settled = table.line(1, f"ante_{line}")
        assert (settled.hand, settled.clause, settled.staked) == (made.hand, "Round of Play/9", 300)
        assert table.results(1)[f"ante_{line}"] == result(300, odds)
        assert table.results(1)[f"ante_{OTHER[line]}"] == ("lose", 0, 0)
