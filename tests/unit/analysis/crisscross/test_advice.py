"""Advice agrees with the solver to the last integer, and with counting cards by hand."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations

import pytest

from crossfelt.analysis.crisscross.advice import LINES, Line, advise, fate, hand_of, middle_cards
from crossfelt.analysis.crisscross.encode import Scheme, encode
from crossfelt.analysis.crisscross.solver import Solution, solve
from crossfelt.analysis.crisscross.symmetry import (
    DEALS_PER_HOLE,
    DOWN_PAIRS,
    MIDDLES,
    hole_classes,
    kind_of,
    pair_index,
    pair_table,
)
from crossfelt.cards import DECK, Card, parse_cards
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.crisscross.settlement import SeatStake, settle
from crossfelt.errors import BadInput
from crossfelt.ranking import Hand, ranker
from tests.support.other_books import with_multiples
from tests.support.scale import scaled

SCHEMES = {
    "as printed": encode(load_rule_book("maryland")),
    "a lower hand pays more": encode(load_rule_book("cardroom"), {"two_pair": 9, "royal_flush": 0}),
    "other readings": encode(with_multiples(load_rule_book("maryland", {"ace_low_straight": False}), [1, 3])),
    "a million to one": encode(load_rule_book("maryland"), {"royal_flush": 1_000_000}),
}


@cache
def solution(name: str) -> Solution:
    return solve(SCHEMES[name])


def test_the_first_decision_with_all_169_hands_is_the_solvers() -> None:
    for hole in hole_classes():
        advice = advise(SCHEMES["as printed"], hole.cards)
        assert list(advice.sums) == solution("as printed").first_values(hole), hole.name
        assert advice.actions.index(advice.best) == solution("as printed").first_action(hole)
        assert (advice.decision, advice.deals) == ("across", DEALS_PER_HOLE)


@pytest.mark.parametrize("name", list(SCHEMES)[1:])
def test_the_first_decision_under_other_schemes_is_the_solvers(name: str) -> None:
    for hole in random.Random(1).sample(hole_classes(), scaled(20, 169)):
        assert list(advise(SCHEMES[name], hole.cards).sums) == solution(name).first_values(hole), hole.name


@pytest.mark.parametrize("name", SCHEMES)
def test_the_second_decision_is_the_solvers(name: str) -> None:
    choose, scheme = random.Random(2), SCHEMES[name]
    for _ in range(scaled(100, 2000)):
        hole = choose.choice(hole_classes())
        across = choose.sample([card for card in DECK if card not in hole.cards], 2)
        bet = choose.choice(scheme.multiples)
        kinds = [kind_of(hole, hole.cards[0] & 3, card) for card in across]
        p = pair_index(pair_table(hole.shape), *kinds)
        ends = solution(name).shapes[hole.shape].second[Solution.row(hole), scheme.multiples.index(bet), :, p]
        advice = advise(scheme, hole.cards, across, bets=(bet,))
        assert [advice.sums[1], advice.sums[-1]] == [int(value) for value in ends]
        assert advice.sums[0] == -(2 + bet) * DOWN_PAIRS * MIDDLES
        assert max(advice.sums[1:]) in ends  # Between the ends no bet is worth more.
        assert (advice.decision, advice.deals) == ("down", DOWN_PAIRS * MIDDLES)


def test_a_bet_between_the_ends_card_by_card() -> None:
    """The solver keeps only the smallest and the largest down bet; here 2x is followed through every card."""
    scheme = SCHEMES["as printed"]
    choose = random.Random(5)
    cards = choose.sample(DECK, 4)
    hole, across = cards[:2], cards[2:]
    total = 0
    for down in combinations([card for card in DECK if card not in cards], 2):
        total += max(third_by_cards(scheme, hole, across, down, (3, 2)))
    assert advise(scheme, hole, across, bets=(3,)).sums[2] == total


@pytest.mark.parametrize("name", SCHEMES)
def test_the_third_decision_card_by_card(name: str) -> None:
    choose, scheme = random.Random(3), SCHEMES[name]
    for _ in range(scaled(100, 2000)):
        cards = choose.sample(DECK, 6)
        bets = (choose.choice(scheme.multiples), choose.choice(scheme.multiples))
        advice = advise(scheme, cards[:2], cards[2:4], cards[4:], bets)
        assert list(advice.sums) == third_by_cards(scheme, cards[:2], cards[2:4], cards[4:], bets)
        assert (advice.decision, advice.deals) == ("middle", MIDDLES)


def third_by_cards(
    scheme: Scheme, hole: Sequence[Card], across: Sequence[Card], down: Sequence[Card], bets: tuple[int, int]
) -> list[int]:
    """Folding, then each multiple, over the 46 middle cards."""
    rank = ranker(scheme.ace_low_straight).hand
    known = (*hole, *across, *down)
    sums = [0] * (1 + len(scheme.multiples))
    for card in DECK:
        if card in known:
            continue
        one = rank(hole[0], hole[1], across[0], across[1], card)
        two = rank(hole[0], hole[1], down[0], down[1], card)
        net = scheme.ante[one] + scheme.ante[two] + bets[0] * scheme.pay[one] + bets[1] * scheme.pay[two]
        sums[0] -= 2 + sum(bets)
        for place, multiple in enumerate(scheme.multiples, start=1):
            sums[place] += net + multiple * scheme.pay[max(one, two)]
    return sums


def test_the_third_decision_is_what_the_table_would_settle() -> None:
    book = load_rule_book("maryland")
    choose = random.Random(4)
    for _ in range(scaled(12, 500)):
        cards = choose.sample(DECK, 6)
        bets = (choose.choice((1, 2, 3)), choose.choice((1, 2, 3)))
        values = advise(SCHEMES["as printed"], cards[:2], cards[2:4], cards[4:], bets).values
        for multiple in (1, 2, 3):
            net = 0
            for middle in (card for card in DECK if card not in cards):
                cross = dict(zip(("across_left", "across_right", "down_far", "down_near"), cards[2:], strict=True))
                wagers = {"ante_across": 1, "ante_down": 1, "across": bets[0], "down": bets[1], "middle": multiple}
                stake = SeatStake(1, (cards[0], cards[1]), wagers)
                lines = settle(book, cross | {"middle": middle}, (), [stake]).wagers
                net += sum(line.won + line.returned - line.staked for line in lines)
            assert values[f"{multiple}x"] == Fraction(net, MIDDLES)


def test_costs_are_measured_from_the_best_action() -> None:
    advice = advise(SCHEMES["as printed"], parse_cards("Ah Kd"), parse_cards("2c 9d"), bets=(1,))
    assert advice.best == "1x" and advice.costs["1x"] == 0
    assert {name: advice.values["1x"] - value for name, value in advice.values.items()} == advice.costs
    assert all(cost >= 0 for cost in advice.costs.values())


def test_of_equal_actions_the_smallest_wager_is_best() -> None:
    """Nothing pays and nothing loses: every action but folding is worth the same."""
    pushes = (0,) * len(Hand)
    scheme = Scheme(pushes, pushes, (1, 2, 3))
    hole, across, down = parse_cards("Ah Kd"), parse_cards("2c 9d"), parse_cards("Th 4s")
    questions = ((None, None, ()), (across, None, (1,)), (across, down, (1, 1)))
    for staked, (one, two, bets) in enumerate(questions, start=2):
        advice = advise(scheme, hole, one, two, bets)
        assert advice.best == "1x"
        assert advice.costs == {"fold": staked, "1x": 0, "2x": 0, "3x": 0}


@pytest.mark.parametrize("text", ["Ah Kd", "7h 6h", "9s 9d"])
def test_chances_at_the_second_decision_card_by_card(text: str) -> None:
    hole = parse_cards(text)
    across = random.Random(text).sample([card for card in DECK if card not in hole], 2)
    rank = ranker().hand
    left = [card for card in DECK if card not in (*hole, *across)]
    counts: dict[Line, Counter[Hand]] = {line: Counter() for line in LINES}
    for down in combinations(left, 2):
        for middle in left:
            if middle not in down:
                one = rank(hole[0], hole[1], across[0], across[1], middle)
                two = rank(hole[0], hole[1], down[0], down[1], middle)
                for line, hand in zip(LINES, (one, two, max(one, two)), strict=True):
                    counts[line][hand] += 1
    advice = advise(SCHEMES["as printed"], hole, across, bets=(1,))
    for line in LINES:
        shares = {hand: Fraction(count, DOWN_PAIRS * MIDDLES) for hand, count in counts[line].items()}
        assert advice.chances(line) == shares
        assert list(advice.chances(line)) == sorted(shares, reverse=True)
        assert sum(advice.fates(line).values()) == 1


def test_chances_at_the_first_decision() -> None:
    """Both lines are alike before any card is turned, and each is the hole with three more cards."""
    hole = parse_cards("Qs Js")
    rank = ranker().hand
    left = [card for card in DECK if card not in hole]
    counts = Counter(rank(hole[0], hole[1], *more) for more in combinations(left, 3))
    advice = advise(SCHEMES["as printed"], hole)
    assert advice.chances("across") == advice.chances("down")
    assert advice.chances("across") == {hand: Fraction(count, 19_600) for hand, count in counts.items()}


def test_the_explanation_names_the_middle_cards() -> None:
    scheme = SCHEMES["as printed"]
    cards = parse_cards("Ah Kh"), parse_cards("2h 9h"), parse_cards("Th Js")
    across, down, middle = advise(scheme, *cards, (1, 3)).explained
    assert across == (
        "Across: of 46 middle cards 14 pay: 8 hearts (flush, 8 to 1), three aces, three kings (pair jacks or better, "
        "1 to 1); 3 push: three 9s (pair 6s to 10s); 29 lose."
    )
    assert down.startswith("Down: of 46 middle cards 13 pay: four queens (straight, 5 to 1), three aces,")
    assert "Qc, Qd, Qs (straight, 5 to 1)" in middle
    sure = advise(scheme, parse_cards("Ah Ad"), parse_cards("As Ac"), parse_cards("2c 3d"), (3, 3)).explained[0]
    assert sure.endswith("no card pushes; no card loses.")


def test_the_explanation_before_gives_chances() -> None:
    scheme = SCHEMES["as printed"]
    first = advise(scheme, parse_cards("Ah Kd")).explained
    assert first[0].startswith("Across: pays 35.43%, pushes 6.12%, loses 58.45%. It ends as four of a kind 1 in 9,800,")
    assert [sentence.partition(":")[0] for sentence in first] == ["Across", "Down", "Middle"]
    second = advise(scheme, parse_cards("Ah Kd"), parse_cards("2c 9d"), None, (1,)).explained
    assert second[0].startswith(
        "Across: of 48 middle cards 6 pay: three aces, three kings (pair jacks or better, 1 to 1);"
    )
    assert second[1].startswith("Down: pays 36.85%,")


def test_what_each_middle_card_makes() -> None:
    advice = advise(SCHEMES["as printed"], parse_cards("Ah Kd"), parse_cards("2c 9d"), parse_cards("Th 4s"), (1, 1))
    made = middle_cards(advice)
    assert {len(cards) for cards in made.values()} == {46}
    ten = parse_cards("Tc")[0]
    assert [made[line][ten] for line in LINES] == [Hand.HIGH_CARD, Hand.PAIR_6S_TO_10S, Hand.PAIR_6S_TO_10S]
    assert fate(advice.scheme, made["down"][ten]) == "pushes"
    assert middle_cards(advise(SCHEMES["as printed"], parse_cards("Ah Kd"))) == {}


@pytest.mark.parametrize("ace_low_straight", [True, False])
def test_single_hands_are_the_rankers(ace_low_straight: bool) -> None:
    rank = ranker(ace_low_straight).hand
    choose = random.Random(6)
    hands = [choose.sample(DECK, 5) for _ in range(1000)]
    hands += [
        list(parse_cards(text)) for text in ("Ah 2h 3h 4h 5h", "Ah 2c 3h 4h 5h", "Th Jh Qh Kh Ah", "2h 5h 7h 8h Kh")
    ]
    assert all(hand_of(cards, ace_low_straight) == rank(*cards) for cards in hands)


@pytest.mark.parametrize(
    ("hole", "across", "down", "bets", "message"),
    [
        ("Ah", None, None, (), "hole: must be two cards, not 1"),
        ("Ah Ah", None, None, (), "the card Ah appears twice"),
        ("Ah Kd", "Kd 2c", None, (1,), "the card Kd appears twice"),
        ("Ah Kd", None, "2c 3c", (1,), "down: turn the across cards first"),
        ("Ah Kd", None, None, (1,), "bets: this decision needs no bet, not 1"),
        ("Ah Kd", "2c 3c", None, (), "bets: this decision needs one bet, across, not 0"),
        ("Ah Kd", "2c 3c", "4c 5c", (1,), "bets: this decision needs two bets, across and down, not 1"),
        ("Ah Kd", "2c 3c", None, (4,), "bets: 4 is not one of 1, 2, 3 antes"),
        ("Ah Kd", "2c 3c", None, (True,), "bets: true is not one of 1, 2, 3 antes"),
        ("Ah Kd", "2c 3c 4c", None, (1,), "across: must be two cards, not 3"),
        (
            "Ah",
            "Kd 2c",
            "Ah",
            (9, 1),
            "hole: must be two cards, not 1; down: must be two cards, not 1; the card Ah appears twice",
        ),
    ],
)
def test_what_does_not_fit_together_is_refused(
    hole: str, across: str | None, down: str | None, bets: tuple[int, ...], message: str
) -> None:
    with pytest.raises(BadInput) as caught:
        advise(
            SCHEMES["as printed"],
            parse_cards(hole),
            None if across is None else parse_cards(across),
            None if down is None else parse_cards(down),
            bets,
        )
    assert message in str(caught.value)


def test_numbers_that_are_no_cards_are_refused() -> None:
    with pytest.raises(BadInput, match="52 is not a card"):
        advise(SCHEMES["as printed"], (Card(52), Card(0)))


def test_no_compiled_code_is_loaded() -> None:
    """A question costs milliseconds; loading numba would cost a hundred times that."""
    code = "import sys, crossfelt.analysis.crisscross.advice as a; sys.exit('numba' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
