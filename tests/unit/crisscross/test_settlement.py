from __future__ import annotations

from collections.abc import Mapping
from copy import deepcopy

import pytest

from crossfelt.cards import parse_cards
from crossfelt.crisscross.layout import ACROSS, DOWN, MIDDLE
from crossfelt.crisscross.resolve import load_rule_book, rule_book_from_document
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.settlement import SeatStake, SettledWager, Settlement, Shown, explain, settle
from crossfelt.ranking import Hand

MARYLAND = load_rule_book("maryland")
MASSACHUSETTS = load_rule_book("massachusetts")
CARDROOM = load_rule_book("cardroom")
ALL_IN = {"ante_across": 500, "ante_down": 500, "across": 1_500, "down": 1_000, "middle": 500}


def table(book: RuleBook, across: str, down: str, middle: str, *stakes: SeatStake, bonus_cards: str = "") -> Settlement:
    cards = parse_cards(f"{across} {down} {middle}")
    cross = dict(zip((*ACROSS, *DOWN, MIDDLE), cards, strict=True))
    return settle(book, cross, parse_cards(bonus_cards), stakes)


def seat(
    number: int,
    hole: str,
    wagers: Mapping[str, int] = ALL_IN,
    folded_at: str | None = None,
    forfeit_clause: str | None = None,
) -> SeatStake:
    first, second = parse_cards(hole)
    return SeatStake(number, (first, second), wagers, folded_at, forfeit_clause)


def results(settlement: Settlement) -> dict[str, str]:
    return {line.spot: line.result for line in settlement.wagers}


@pytest.mark.parametrize(
    ("hole", "middle_result", "across", "down"),
    [
        ("7h 2s", "push", Hand.PAIR_6S_TO_10S, Hand.HIGH_CARD),  # one push and one loss push the Middle
        ("3h 2s", "lose", Hand.PAIR_2S_TO_5S, Hand.HIGH_CARD),
        ("7h 8s", "push", Hand.PAIR_6S_TO_10S, Hand.PAIR_6S_TO_10S),  # two pushes push
        ("8s Qd", "win", Hand.PAIR_JACKS_OR_BETTER, Hand.TWO_PAIR),
        ("Jd 9h", "win", Hand.PAIR_JACKS_OR_BETTER, Hand.HIGH_CARD),
    ],
)
def test_the_middle_follows_the_higher_hand(hole: str, middle_result: str, across: Hand, down: Hand) -> None:
    """Reading R3."""
    middle = {"8s Qd": "Qc", "Jd 9h": "Ac"}.get(hole, "Kc")
    left = {"Jd 9h": "Jc 3d"}.get(hole, "7d 3d")
    settlement = table(MARYLAND, left, "8c 5d", middle, seat(1, hole))
    assert results(settlement)["middle"] == middle_result
    assert (settlement.hands[1].across, settlement.hands[1].down) == (across, down)


def test_the_middle_follows_the_rank_of_the_hand_even_where_it_pays_less() -> None:
    document = deepcopy(MARYLAND.document)
    document["pay_tables"]["main"] |= {"straight": 50, "flush": 1}
    settlement = table(rule_book_from_document(document), "5c 6d", "9h Kh", "4h", seat(1, "2h 3h"))
    by_spot = {line.spot: line for line in settlement.wagers}
    assert (by_spot["across"].hand, by_spot["across"].odds) == ("straight", 50)
    assert (by_spot["down"].hand, by_spot["down"].odds) == ("flush", 1)
    assert (by_spot["middle"].hand, by_spot["middle"].odds) == ("flush", 1)


def test_lines_come_in_order_from_the_right() -> None:
    settlement = table(MASSACHUSETTS, "2c 9d", "Th 4s", "Kd", seat(1, "Ah Kc"), seat(6, "7h 7c"), seat(4, "Qh Qc"))
    assert [line.order for line in settlement.wagers] == list(range(1, 16))
    assert [line.seat for line in settlement.wagers] == [6] * 5 + [4] * 5 + [1] * 5
    assert [step.seat for step in settlement.steps if isinstance(step, Shown)] == [6, 4, 1]
    assert [line.spot for line in settlement.wagers[:5]] == ["ante_across", "across", "ante_down", "down", "middle"]


def test_a_folded_seat_is_not_shown_and_its_bonus_stays_live() -> None:
    wagers = {"ante_across": 500, "ante_down": 500, "across": 500, "five_card_bonus": 1_000}
    settlement = table(MASSACHUSETTS, "9c 9d", "9h 4s", "Kd", seat(1, "Ah Kc", wagers, folded_at="down"))
    assert not [step for step in settlement.steps if isinstance(step, Shown)]
    assert settlement.hands == {}
    assert [(line.spot, line.result, line.hand, line.clause) for line in settlement.wagers] == [
        ("ante_across", "forfeit", None, MASSACHUSETTS.stages_by_id["down"].fold_clause),
        ("ante_down", "forfeit", None, MASSACHUSETTS.stages_by_id["down"].fold_clause),
        ("across", "forfeit", None, MASSACHUSETTS.stages_by_id["down"].fold_clause),
        ("five_card_bonus", "win", "three_of_a_kind", "11(c)"),
    ]
    assert (settlement.wagers[3].won, settlement.wagers[3].returned) == (4_000, 1_000)


def test_a_forfeited_seat_loses_its_bonus_too() -> None:
    wagers = {**ALL_IN, "five_card_bonus": 1_000}
    settlement = table(MARYLAND, "9c 9d", "9h 4s", "Kd", seat(1, "Ah Kc", wagers, forfeit_clause="11.A(5)"))
    assert set(results(settlement).values()) == {"forfeit"}
    assert settlement.wagers[0].spot == "five_card_bonus"
    assert {(line.won, line.returned, line.cut, line.clause) for line in settlement.wagers} == {(0, 0, 0, "11.A(5)")}


def test_bonus_cards_are_shown_once_and_only_for_a_live_wager() -> None:
    both = {**ALL_IN, "five_card_bonus": 500, "six_card_bonus": 500}
    ends = ("2c 9d", "Th 4s", "Kd")
    folded = {"ante_across": 500, "ante_down": 500, "five_card_bonus": 500, "six_card_bonus": 500}
    stakes = (seat(1, "Ah Kc", both), seat(2, "7h 7c", folded, folded_at="across"), seat(3, "Qh Qc"))
    steps = table(CARDROOM, *ends, *stakes, bonus_cards="3c 5c 6c 8c").steps
    shown = [step.seat for step in steps if isinstance(step, Shown)]
    # Seats 3 and 1 are turned to settle them; seat 2 folded and is turned for its Six Card Bonus, after the cards.
    assert shown == [3, 1, None, 2]
    only_main = table(CARDROOM, *ends, seat(3, "Qh Qc"), bonus_cards="3c 5c 6c 8c").steps
    assert Shown(None) not in only_main
    gone = table(CARDROOM, *ends, seat(1, "Ah Kc", both, forfeit_clause="x"), bonus_cards="3c 5c 6c 8c").steps
    assert not [step for step in gone if isinstance(step, Shown)]


def test_the_six_card_bonus_takes_the_best_five_of_six() -> None:
    both = {**ALL_IN, "five_card_bonus": 500, "six_card_bonus": 500}
    settlement = table(CARDROOM, "2c 9d", "Th 4s", "Kd", seat(1, "Ah 2h", both), bonus_cards="3h 4h 5h 6h")
    line = settlement.wagers[-1]
    assert (line.spot, line.hand, line.odds, line.won) == ("six_card_bonus", "straight_flush", 200, 100_000)


class TestAggregateLimit:
    """Reading R10."""

    def test_wagers_are_paid_in_order_until_it_is_reached(self) -> None:
        book = load_rule_book("maryland", {"aggregate_limit_cents": 6_000})
        settlement = table(book, "2c 9d", "Th 4s", "Kd", seat(1, "Kh Kc"))
        assert [(line.spot, line.result, line.won, line.returned, line.cut) for line in settlement.wagers] == [
            ("ante_across", "win", 500, 500, 0),
            ("across", "win", 4_500, 1_500, 0),
            ("ante_down", "win", 500, 500, 0),
            ("down", "win", 500, 1_000, 2_500),
            ("middle", "win", 0, 500, 1_500),
        ]

    def test_it_is_each_players_own(self) -> None:
        book = load_rule_book("maryland", {"aggregate_limit_cents": 100})
        settlement = table(book, "2c 9d", "Th 4s", "Kd", seat(1, "Kh Kc"), seat(2, "Ah Ks"))
        assert [sum(line.won for line in settlement.wagers if line.seat == number) for number in (1, 2)] == [100, 100]

    def test_what_it_does_not_cover_is_paid_in_full(self) -> None:
        wagers = {**ALL_IN, "five_card_bonus": 500}
        covered = {"aggregate_limit_cents": 100, "limit_covers": [*ALL_IN, "five_card_bonus"]}
        for choices, won in (({"aggregate_limit_cents": 100}, 500), (covered, 100)):
            settlement = table(load_rule_book("maryland", choices), "9c 9d", "2h 4s", "Kd", seat(1, "Kh Ac", wagers))
            bonus = settlement.wagers[0]
            assert (bonus.spot, bonus.result, bonus.won, bonus.cut) == ("five_card_bonus", "win", won, 500 - won)

    def test_no_limit(self) -> None:
        wagers = dict.fromkeys(ALL_IN, 10_000_000)
        settlement = table(MASSACHUSETTS, "Ad As", "Kd Ks", "2c", seat(1, "Ah Ac", wagers))
        assert not any(line.cut for line in settlement.wagers)
        assert sum(line.won for line in settlement.wagers) == 10_000_000 * (1 + 40 + 1 + 2 + 40)


def line(**changes: object) -> SettledWager:
    settlement = table(MARYLAND, "2c 9d", "Th 4s", "Kd", seat(1, "Kh Kc"))
    fields = {name: getattr(settlement.wagers[1], name) for name in SettledWager.__slots__}
    return SettledWager(**{**fields, **changes})


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({}, "Across Bet $15: three of a kind pays 3 to 1, wins $45 (12.A)"),
        (
            {"won": 4_000, "cut": 500},
            "Across Bet $15: three of a kind pays 3 to 1, wins $40 (12.A), $5 cut by the aggregate limit "
            "(12.B, reading R11)",
        ),
        ({"result": "lose", "hand": "high_card"}, "Across Bet $15: high card loses (12.A)"),
        (
            {"result": "push", "hand": "pair_6s_to_10s"},
            "Across Bet $15: pair 6s to 10s pushes, the stake is returned (12.A)",
        ),
        ({"result": "forfeit", "hand": None, "clause": "11.D(1)"}, "Across Bet $15: forfeited (11.D(1))"),
    ],
)
def test_explain(changes: dict[str, object], message: str) -> None:
    assert explain(MARYLAND, line(**changes)) == message
