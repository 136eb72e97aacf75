"""Readings that bear on all three texts, held against the three rule books side by side."""

from __future__ import annotations

import pytest

from crossfelt.crisscross.actions import Abandon, PlaceWagers, Report
from crossfelt.crisscross.events import IrregularityRuled
from crossfelt.crisscross.resolve import choices_of, examine_submission, load_rule_book, rule_book_ids
from crossfelt.crisscross.wagers import smallest_wagers
from crossfelt.errors import IllegalActionCode, RuleBookError
from crossfelt.faults import FaultCode
from crossfelt.game import FLOOR, SYSTEM, Pending, seat_actor
from tests.support.rules.table import FOLD, STAGES, Table, busy_table, layout, moments, refused

BOOKS = rule_book_ids()
SPIN = {"wheel": "b", "community": "a", "rate_ppm": 0, "initial_cents": 100_000, "reset_cents": 100_000}
METERS = {
    "a": {"initial_cents": 250_000, "reset_cents": 100_000},
    "d": {"initial_cents": 500_000, "reset_cents": 100_000},
}
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
    table = Table(rules, (1, 2, 4), **({} if leaving is None else {"abandoned": "lose_all"}))
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


@pytest.mark.parametrize("rules", ["maryland", "massachusetts"])
def test_reading_R9_a_seat_that_forfeits_everything(rules: str) -> None:
    """Antes and bets first; the bonuses in the place that the text gives them, Maryland's before all else."""
    lines = settled(rules, {}, leaving=2)
    mine = [(spot, result) for seat, spot, result in lines if seat == 2]
    main = [(spot, "forfeit") for spot in FORFEITED[:3]]
    five = ("five_card_bonus", "forfeit")
    assert mine == {"maryland": [five, *main], "massachusetts": [*main, five]}[rules]


def test_reading_R25_says_where_the_order_of_the_decisions_comes_from() -> None:
    """Massachusetts orders all three decisions, Maryland the first, the cardroom none: the rest is the reading."""
    results = {rules: [stage.order_clause for stage in load_rule_book(rules).stages] for rules in BOOKS}
    assert results == {
        "cardroom": ["reading R25"] * 3,
        "maryland": ["11.B", "reading R25", "reading R25"],
        "massachusetts": ["10(b)", "10(d)", "10(f)"],
    }


def test_reading_R1_is_a_choice_only_where_the_text_is_silent() -> None:
    offered = {rules for rules in BOOKS if "ace_low_straight" in {choice.name for choice in choices_of(rules)}}
    assert offered == {"cardroom", "maryland"}
    assert all(load_rule_book(rules).ace_low_straight for rules in BOOKS)


@pytest.mark.parametrize(
    ("rules", "clause"),
    [
        ("cardroom", "Round of Play/1, Round of Play/3, Round of Play/5, reading R2"),
        ("maryland", "11.B(1)(a), 11.D, 11.F, reading R2"),
        ("massachusetts", "10(b), 10(d), 10(f), reading R2"),
    ],
)
def test_reading_R2_the_sizes_of_bets_are_no_choice_of_the_house(rules: str, clause: str) -> None:
    """Every book takes bets of 1, 2 and 3 antes. A submission that sets others gets a fault that cites clauses."""
    assert [stage.spot.multiples for stage in load_rule_book(rules).stages] == [(1, 2, 3)] * 3
    assert "bet_multiples" not in {choice.name for choice in choices_of(rules)}
    for name, value in (("bet_multiples", "[1, 2, 3]"), ("bet_maximum_cents", "500"), ("middle_multiples", "[1]")):
        (fault,) = examine_submission(f'rules = "{rules}"\n[choices]\n{name} = {value}').faults
        assert (fault.code, fault.where, fault.clause) == (FaultCode.FIXED_BY_RULES, f"choices.{name}", clause)
        assert "one, two or three antes" in fault.message


@pytest.mark.parametrize(
    ("rules", "limits", "units"),
    [
        ("cardroom", (500, 600), {500: True, 600: True, 300: True, 700: False, 400: False, 601: False}),
        ("maryland", (500, 600), {500: True, 300: True, 700: False, 10_000_000: False}),
        ("massachusetts", (1_000, 1_000), {1_000: True, 250: True, 300: False, 2_000: False}),
    ],
)
def test_reading_R13_the_chip_unit_divides_an_ante_within_the_limits(
    rules: str, limits: tuple[int, int], units: dict[int, bool]
) -> None:
    """A table whose chips make no ante is refused; any other can be played at."""
    for unit, is_playable in units.items():
        choices = {"ante_minimum_cents": limits[0], "ante_maximum_cents": limits[1], "table_unit_cents": unit}
        if rules == "cardroom" and unit > 1_000:
            continue
        if is_playable:
            table = Table(rules, (1,), **choices)
            table.act(seat_actor(1), PlaceWagers(smallest_wagers(table.state.book)))
            continue
        with pytest.raises(RuleBookError, match="is a multiple of") as caught:
            load_rule_book(rules, choices)
        (fault,) = caught.value.faults
        assert (fault.code, fault.where) == (FaultCode.UNIT_OUT_OF_REACH, "choices.table_unit_cents")
        assert "reading R13" in fault.clause


def test_reading_R13_the_chip_unit_leaves_printed_sizes_alone() -> None:
    """With chips of $5 the Bonus Spin still takes its $1, and the other wagers only whole chips."""
    xtreme = {"wheel_1": "a", "wheel_2": "d", "rate_ppm": 0, "meters": METERS}
    table = Table("maryland", (1,), table_unit_cents=500, bonus_spin=SPIN, xtreme=xtreme)
    table.wager(1, bonus_spin=100, bonus_spin_xtreme=200)
    with refused(IllegalActionCode.BAD_WAGERS, "five_card_bonus: $6 is not a whole multiple of $5"):
        table.wager(1, five_card_bonus=600)
    with refused(IllegalActionCode.BAD_WAGERS, "bonus_spin: $10 is not $1 or $5"):
        table.wager(1, bonus_spin=1_000)


def test_reading_R15_a_fold_is_our_reading_and_the_loss_of_everything_the_clause_that_allows_it() -> None:
    results = {
        (rules, choice): load_rule_book(rules, {"abandoned": choice}).abandoned_clause
        for rules in BOOKS
        for choice in (("fold",) if rules == "cardroom" else ("fold", "lose_all"))
    }
    assert results == dict.fromkeys(results, "reading R15") | {
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
def test_reading_R20_both_reports_of_the_device_that_deals_are_offered_until_the_round_is_over(rules: str) -> None:
    """At every moment from the deal on: the shoe's where a device deals, the shuffler's wherever there is one."""
    for method in load_rule_book(rules).document["dealing"]:
        both = {"shuffler_failure", *(("shoe_failure",) if method in ("automated_shoe", "shuffler") else ())}
        for stage, _, table, _ in moments(
            rules, "dealing", "across", "down", "middle", "settling", dealing_method=method
        ):
            legal = table.contest.game.legal_actions(table.state, FLOOR)
            offered = {action.irregularity for action in legal if isinstance(action, Report)}
            assert offered & {"shoe_failure", "shuffler_failure"} == both, (method, stage)


@pytest.mark.parametrize("rules", ["maryland", "massachusetts"])
def test_reading_R20_the_count_of_the_idle_deck_may_be_wrong_at_any_stage(rules: str) -> None:
    """That deck is removed, and the round in play is settled as if nobody had counted."""
    clause = {"maryland": "5.B", "massachusetts": "4(b)"}[rules]
    untouched = busy_table(rules, shuffler="counting").run_to("settled").settled_wagers
    for stage in STAGES[:-1]:
        table = busy_table(rules, shuffler="counting").run_to(stage)
        ruled, *following = table.report("deck_count_wrong")
        assert isinstance(ruled, IrregularityRuled) and (ruled.outcome, ruled.clause) == ("replace_deck", clause)
        # Before the first card it is the deck of this round that was counted.
        assert [event.kind for event in following] == (["deck_withdrawn"] if stage == "dealing" else [])
        assert table.run_to("settled").settled_wagers == untouched


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
