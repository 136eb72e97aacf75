"""Rule lists, the features they look at, and the exact price of a card."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from itertools import pairwise

import numpy as np
import pytest

from crossfelt.analysis.crisscross.encode import encode
from crossfelt.analysis.crisscross.features import (
    FEATURES,
    FIRST,
    SECOND,
    THIRD,
    UNCOUNTED,
    code_count,
    hole_features,
    pair_features,
)
from crossfelt.analysis.crisscross.rulelist import RuleList, parse_rules
from crossfelt.analysis.crisscross.solver import Solution, solve
from crossfelt.analysis.crisscross.strategy_card import (
    StrategyCard,
    described,
    grow_strategy_cards,
    parse_strategy_card,
    price,
    strategy_of,
)
from crossfelt.analysis.crisscross.symmetry import DEALS, class_of, kind_of, pair_index, pair_table
from crossfelt.analysis.crisscross.tables import SHAPES, shape_tables
from crossfelt.analysis.crisscross.tally import strategy_tally
from crossfelt.analysis.report_header import report_header
from crossfelt.cards import parse_cards
from crossfelt.crisscross.resolve import load_rule_book, named_rules
from crossfelt.errors import BadInput
from crossfelt.printing.strategy_card import card_data, strategy_pdf

SHORT = {
    "across": ["3x if hole_pair = yes", "fold if suited = no and high_card <= 5", "1x"],
    "down": ["3x if hole_pair = yes", "1x"],
    "middle": [
        "fold if made = nothing and draw = none and card_points <= 9",
        "1x if made <= pair_2s_to_5s and draw <= gutshot",
        "3x",
    ],
}


@cache
def solution(rules: str = "maryland") -> Solution:
    return solve(encode(load_rule_book(rules)))


def card(lists: dict[str, list[str]]) -> StrategyCard:
    return parse_strategy_card(lists, (1, 2, 3))


def test_a_card_reads_back_as_it_is_written() -> None:
    assert card(SHORT).text((1, 2, 3)) == SHORT


def test_a_shared_rule_is_one_line_and_every_order_is_kept() -> None:
    lines = card(SHORT).lines()
    assert [line.decisions for line in lines] == [
        ("across", "down"),
        ("across",),
        ("across", "down"),
        *[("middle",)] * 3,
    ]
    for rules in card(SHORT).lists():
        own = [line.rule for line in lines if rules.decision in line.decisions]
        assert [str(rule) for rule in own] == [str(rule) for rule in rules.rules]


def test_the_price_is_the_value_of_the_arrays_it_stands_for() -> None:
    priced = price(card(SHORT), solution())
    counts = strategy_tally(strategy_of(card(SHORT), solution().scheme), (1, 2, 3), True)
    assert priced.value == counts.value(solution().scheme)
    assert priced.cost == Fraction(solution().numerator - priced.value, DEALS)


def test_six_lines_cost_less_than_half_a_percent_of_both_antes() -> None:
    priced = price(card(SHORT), solution())
    assert len(priced.strategy_card.lines()) == 6
    assert 0 < priced.cost_of_both_antes < Fraction(5, 1000)


def test_cards_grow_cheaper_with_every_line_and_reach_a_tenth_of_a_percent() -> None:
    cards = grow_strategy_cards(solution())
    sizes = [len(priced.strategy_card.lines()) for priced in cards]
    assert sizes == sorted(set(sizes)) and sizes[-1] <= 16
    assert all(later.value > earlier.value for earlier, later in pairwise(cards))
    assert min(priced.cost_of_both_antes for priced in cards) < Fraction(1, 1000)
    plain = [sum(len(rules.rules) for rules in priced.strategy_card.lists()) for priced in cards]
    assert any(
        size <= 16 and priced.cost_of_both_antes < Fraction(1, 1000) for size, priced in zip(plain, cards, strict=True)
    )
    short = [priced for priced, size in zip(cards, sizes, strict=True) if size <= 7]
    assert short[-1].cost_of_both_antes < Fraction(5, 1000)


@pytest.mark.parametrize("rules", ["cardroom", "maryland"])
def test_five_lines_without_counting_cost_less_than_a_quarter_of_a_percent(rules: str) -> None:
    cards = grow_strategy_cards(solution(rules), 5, counting=False)
    assert len(cards[-1].strategy_card.lines()) == 5
    assert cards[-1].cost_of_both_antes < Fraction(25, 10_000)
    for rules_of_one in cards[-1].strategy_card.lists():
        allowed = {feature.name for feature in UNCOUNTED[rules_of_one.decision]}
        used = {condition.feature.name for rule in rules_of_one.rules for condition in rule.conditions}
        assert used <= allowed and not used & {"highs", "middles", "hole_highs", "card_points"}


def test_a_list_may_end_with_either_of_its_last_two_actions() -> None:
    for lines in (["3x if holding = strong", "1x"], ["fold if draw = none", "3x if made <= pair_2s_to_5s", "1x"]):
        rules = parse_rules("middle", lines, (1, 2, 3))
        turned = rules.turned()
        assert turned is not None and turned.rules[-1].action != rules.rules[-1].action
        assert np.array_equal(turned.actions(), rules.actions()) and turned.turned() == rules
    for lines in (["3x if draw = gutshot", "1x"], ["3x if draw = none and cross = high", "1x"], ["1x"]):
        assert parse_rules("middle", lines, (1, 2, 3)).turned() is None


@pytest.mark.parametrize(
    ("hole", "pair", "made", "draw"),
    [
        ("Ah Kd", "2c 9d", "nothing", "none"),
        ("Ah Kd", "Ac 9d", "pair_jacks_or_better", "none"),
        ("8h 8d", "2c 9d", "pair_6s_to_10s", "none"),
        ("3h 3d", "2c 9d", "pair_2s_to_5s", "none"),
        ("3h 3d", "3c 3s", "two_pair", "none"),
        ("3h 3d", "9c 9s", "two_pair", "none"),
        ("9h 8d", "7c 6d", "nothing", "open_ended"),
        ("9h 8d", "7c 5d", "nothing", "gutshot"),
        ("Ah 2d", "3c 4d", "nothing", "gutshot"),
        ("Qh Jd", "Tc 8d", "nothing", "gutshot"),
        ("Qh Jd", "Tc 9s", "nothing", "open_ended"),
        ("Ah 9h", "2h 4h", "nothing", "flush"),
        ("Ah 9h", "2d 4d", "nothing", "none"),
    ],
)
def test_what_a_person_sees_of_four_cards(hole: str, pair: str, made: str, draw: str) -> None:
    first, second = parse_cards(hole)
    start = class_of(first, second)
    table = pair_table(start.shape)
    kinds = [kind_of(start, first & 3, other) for other in parse_cards(pair)]
    row = Solution.row(start)
    features = pair_features(start.shape, True)
    column = pair_index(table, *kinds)
    assert SECOND[0].word(int(features.made[row, column])) == made
    assert SECOND[2].word(int(features.draw[row, column])) == draw


def test_hole_features_fit_their_levels() -> None:
    for shape in SHAPES:
        for hole in shape_tables(shape).holes:
            levels = hole_features(hole)
            assert all(0 <= level < feature.levels for level, feature in zip(levels, FIRST, strict=True))


@pytest.mark.parametrize(
    ("decision", "line", "message"),
    [
        ("across", "4x", "is not one of fold, 1x, 2x, 3x"),
        ("across", "1x if made = nothing", "is not a condition; start with one of "),
        ("middle", "1x if card_points >= 99", "is not a condition; start with one of "),
        ("middle", "1x if made > nothing", "is not a condition; start with one of "),
        ("middle", "1x if draw = none", "the last line must be an action without conditions"),
        ("middle", 3, "must be a string"),
    ],
)
def test_a_line_that_does_not_hold_is_refused(decision: str, line: object, message: str) -> None:
    with pytest.raises(BadInput, match=message):
        parse_rules(decision, [line], (1, 2, 3))


def test_all_faults_of_a_file_are_named_at_once() -> None:
    with pytest.raises(BadInput) as refusal:
        parse_strategy_card({"across": ["5x"], "down": [], "middle": ["1x"], "top": 1}, (1, 2, 3))
    assert len(refusal.value.faults) == 3


def test_the_first_rule_that_fits_decides() -> None:
    rules = parse_rules("middle", ["fold if card_points <= 3", "3x if card_points <= 9", "1x"], (1, 2, 3))
    actions = rules.actions()
    points = np.unravel_index(np.arange(code_count(THIRD)), [feature.levels for feature in THIRD])[-1]
    assert set(actions[points <= 3]) == {0} and set(actions[points == 5]) == {3} and set(actions[points > 9]) == {1}


def test_every_condition_can_be_said_in_words() -> None:
    for decision, features in FEATURES.items():
        for feature in features:
            for level in range(feature.levels):
                for sign in ("<=", ">=", "="):
                    line = f"fold if {feature.name} {sign} {feature.word(level)}"
                    rules: RuleList = parse_rules(decision, [line, "1x"], (1, 2, 3))
                    assert described(rules.rules[0], (1, 2, 3)).startswith("Fold with ")


@pytest.mark.parametrize(
    ("decision", "line", "message"),
    [
        (
            "across",
            "fold if suited = no and high_card <= 5",
            "Fold with unsuited hole cards and no hole card above a 5",
        ),
        ("across", "3x if high_card >= J", "Bet 3x with a hole card of J or above"),
        ("across", "3x if high_card = T", "Bet 3x with the higher hole card a 10"),
        ("across", "3x if low_card >= 8", "Bet 3x with no hole card below an 8"),
        ("across", "3x if low_card <= 4", "Bet 3x with a hole card of 4 or below"),
        (
            "middle",
            "fold if made = nothing and draw = none and card_points <= 9",
            "Fold with no pair, no draw and 9 or fewer card points",
        ),
        (
            "middle",
            "fold if holding = nothing and hand_high = no and cross <= high_with_lows",
            "Fold with no pair and no draw, no jack or better in your hand, and either no jack or better on the cross "
            "or a 5 or below in each of your hand, across and down",
        ),
    ],
)
def test_a_rule_is_a_sentence_that_a_player_understands(decision: str, line: str, message: str) -> None:
    assert described(parse_rules(decision, [line, "1x"], (1, 2, 3)).rules[0], (1, 2, 3)) == message


def test_a_card_explains_only_what_it_counts() -> None:
    header = report_header(named_rules(load_rule_book("maryland")), "crossfelt strategy", "2026-01-01")
    uncounted = {**SHORT, "middle": ["3x if made >= pair_6s_to_10s", "1x"]}
    for lists, explains in ((SHORT, True), (uncounted, False)):
        assert bool(card_data(header, (1, 2, 3), price(card(lists), solution()))["points"]) == explains


def test_printed_cards_are_one_pdf_with_the_same_bytes_each_time() -> None:
    header = report_header(named_rules(load_rule_book("maryland")), "crossfelt strategy", "2026-01-01")
    priced = price(card(SHORT), solution())
    made = strategy_pdf(header, (1, 2, 3), [priced, priced])
    assert made.startswith(b"%PDF-") and made == strategy_pdf(header, (1, 2, 3), [priced, priced])
    assert len(card_data(header, (1, 2, 3), priced)["lines"]) == 6  # type: ignore[arg-type]
