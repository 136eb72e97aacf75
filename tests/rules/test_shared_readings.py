"""Readings that bear on all three texts, held against the three rule books side by side."""

from __future__ import annotations

import pytest

from crossfelt.crisscross.actions import Abandon
from crossfelt.crisscross.resolve import choices_of, load_rule_book, rule_book_ids
from crossfelt.game import SYSTEM, Pending
from tests.rules.table import FOLD, Table, layout

BOOKS = rule_book_ids()
FORFEITED = ["ante_across", "ante_down", "across", "down", "middle"]
ORDERS = {
    "cardroom": ["ante_down", "down", "ante_across", "across", "middle"],
    "maryland": ["ante_across", "across", "ante_down", "down", "middle"],
    "massachusetts": ["ante_across", "across", "ante_down", "down", "middle"],
}
CROSS = layout(across="Kd 6s", down="6h 2c", middle="9d", hole={1: "Kc 3h", 2: "Ac Qh", 4: "5d 4c"})
"""Kings across and nothing down for seat 1, nothing at all for seat 4, a pair of 6s in the cross."""


def settled(rules: str, plan: dict[int, tuple[int, ...]], leaving: int | None = None) -> list[tuple[int, str, str]]:
    """Seat, spot and result in the order of settlement; a seat may leave before Down under `lose_all`."""
    table = Table(rules, (1, 2, 4), abandoned="lose_all")
    bonuses = {"five_card_bonus": 500} | ({"six_card_bonus": 500} if rules == "cardroom" else {})
    for seat in (1, 2, 4):
        table.wager(seat, **bonuses)
    table.cards, table.plan = CROSS, plan
    if leaving is not None:
        table.run_to("down").act(SYSTEM, Abandon(leaving))
    return [(line.seat, line.spot, line.result) for line in table.run_to("settled").settled_wagers]


@pytest.mark.parametrize("rules", BOOKS)
def test_reading_R9_forfeited_antes_and_bets_come_first_in_the_turn_of_their_seat(rules: str) -> None:
    """Seat 2 folds at Middle: when its turn comes its antes and bets go first, and its bonus where the text puts it."""
    lines = settled(rules, {2: (1, 1, FOLD)})
    bonus = [(seat, "five_card_bonus", "win") for seat in (4, 2, 1)]
    # Losing wagers before winning ones, except in Massachusetts, which goes by the line.
    kings = {"ante_across": "win", "across": "win", "ante_down": "lose", "down": "lose", "middle": "win"}
    own = [(1, spot, kings[spot]) for spot in ORDERS[rules]]
    if rules != "massachusetts":
        own.sort(key=lambda line: line[2] != "lose")
    turns = [
        [(4, spot, "lose") for spot in ORDERS[rules]],
        [(2, spot, "forfeit") for spot in FORFEITED[:4]],
        own,
    ]
    if rules == "maryland":
        assert lines == [*bonus, *turns[0], *turns[1], *turns[2]]
    else:
        last = [line for line in lines if line[1] == "six_card_bonus"]
        expected = [line for turn, wager in zip(turns, bonus, strict=True) for line in (*turn, wager)]
        assert lines == [*expected, *last]
        assert [seat for seat, _, _ in last] == ([4, 2, 1] if rules == "cardroom" else [])


@pytest.mark.parametrize("rules", BOOKS)
def test_reading_R9_a_seat_that_forfeits_everything(rules: str) -> None:
    """Antes and bets first; the bonuses in the place that the text gives them, Maryland's before all else."""
    lines = settled(rules, {}, leaving=2)
    mine = [(spot, result) for seat, spot, result in lines if seat == 2]
    main = [(spot, "forfeit") for spot in FORFEITED[:3]]
    five, six = ("five_card_bonus", "forfeit"), ("six_card_bonus", "forfeit")
    assert (
        mine
        == {
            "cardroom": [*main, five, six],
            "maryland": [five, *main],
            "massachusetts": [*main, five],
        }[rules]
    )


def test_reading_R25_says_where_the_order_of_the_decisions_comes_from() -> None:
    """Massachusetts orders all three decisions, Maryland the first, the cardroom none: the rest is the reading."""
    found = {rules: [stage.order_clause for stage in load_rule_book(rules).stages] for rules in BOOKS}
    assert found == {
        "cardroom": ["reading R25"] * 3,
        "maryland": ["11.B", "reading R25", "reading R25"],
        "massachusetts": ["10(b)", "10(d)", "10(f)"],
    }


def test_reading_R1_is_a_choice_only_where_the_text_is_silent() -> None:
    offered = {rules for rules in BOOKS if "ace_low_straight" in {choice.name for choice in choices_of(rules)}}
    assert offered == {"cardroom", "maryland"}
    assert all(load_rule_book(rules).ace_low_straight for rules in BOOKS)


def test_reading_R15_a_fold_is_our_reading_and_the_loss_of_everything_the_clause_that_allows_it() -> None:
    found = {
        (rules, choice): load_rule_book(rules, {"abandoned": choice}).abandoned_clause
        for rules in BOOKS
        for choice in ("fold", "lose_all")
    }
    assert found == dict.fromkeys(found, "reading R15") | {
        ("maryland", "lose_all"): "7.B(3)",
        ("massachusetts", "lose_all"): "6(b)",
    }


@pytest.mark.parametrize("rules", BOOKS)
def test_reading_R20_the_device_that_deals(rules: str) -> None:
    """Under every dealing method whose device hands out the cards, each report of its failure voids the round."""
    methods = load_rule_book(rules).document["dealing"]
    for method in methods:
        rulings = load_rule_book(rules, {"dealing_method": method}).rulings
        device_deals = method in ("automated_shoe", "shuffler")
        assert ("shoe_failure" in rulings) == device_deals
        if device_deals:
            assert rulings["shoe_failure"].outcomes == ("void",)
        beside = "void" if rules == "cardroom" or method == "shuffler" else "reshuffle"
        assert rulings["shuffler_failure"].outcomes == (beside,)


@pytest.mark.parametrize("rules", BOOKS)
def test_reading_R28_every_round_asks_for_a_new_deck(rules: str) -> None:
    """After a void there is nothing to reshuffle: the next round wants its own 52 cards before a card is dealt."""
    for _ in range(2):
        table = Table(rules, (1,))
        table.wager(1)
        table.run_to("shuffling")
        assert table.state.deck is None
        assert table.contest.game.pending(table.state) == Pending("chance", wants="deck")
        table.run_to("dealing", 1).report("wrong_card_count")
        assert table.stage == "voided"
