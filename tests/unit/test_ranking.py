"""Ranking of single hands, against a second evaluator that counts and sorts."""

from __future__ import annotations

import random
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, combinations_with_replacement, permutations

import pytest

from crossfelt.cards import DECK, Card, card_name, parse_cards
from crossfelt.errors import CardError
from crossfelt.ranking import RANK_KEYS, STRENGTH_COUNT, Hand, best_of, ranker, tables

NAMES_BY_COUNTS = {
    (4, 1): Hand.FOUR_OF_A_KIND,
    (3, 2): Hand.FULL_HOUSE,
    (3, 1, 1): Hand.THREE_OF_A_KIND,
    (2, 2, 1): Hand.TWO_PAIR,
}


def naive(cards: Sequence[Card], ace_low_straight: bool) -> tuple[Hand, list[int]]:
    """The name of a hand and what decides between two of that name, most important first; ace 14."""
    grouped = sorted(Counter(2 + card // 4 for card in cards).items(), key=lambda item: (item[1], item[0]))[::-1]
    counts = tuple(count for _, count in grouped)
    ranks = [rank for rank, _ in grouped]
    if counts in NAMES_BY_COUNTS:
        return NAMES_BY_COUNTS[counts], ranks
    if counts == (2, 1, 1, 1):
        if ranks[0] >= 11:
            return Hand.PAIR_JACKS_OR_BETTER, ranks
        return (Hand.PAIR_6S_TO_10S if ranks[0] >= 6 else Hand.PAIR_2S_TO_5S), ranks
    if ranks == [14, 5, 4, 3, 2] and ace_low_straight:
        ranks = [5, 4, 3, 2, 1]
    is_straight = ranks[0] - ranks[4] == 4
    is_flush = len({card % 4 for card in cards}) == 1
    if is_straight and is_flush:
        return (Hand.ROYAL_FLUSH if ranks[0] == 14 else Hand.STRAIGHT_FLUSH), ranks
    if is_flush:
        return Hand.FLUSH, ranks
    return (Hand.STRAIGHT if is_straight else Hand.HIGH_CARD), ranks


def one_of_each() -> list[list[Card]]:
    """One example of every different hand."""
    examples = []
    for ranks in combinations_with_replacement(range(13), 5):
        if len(set(ranks)) == 5:
            examples.append([Card(rank * 4 + 2) for rank in ranks])
            examples.append([Card(rank * 4 + (place == 1)) for place, rank in enumerate(ranks)])
        elif len(set(ranks)) > 1:
            examples.append([Card(rank * 4 + ranks[:place].count(rank)) for place, rank in enumerate(ranks)])
    return examples


def test_every_sum_of_five_keys_names_its_ranks() -> None:
    sums = {sum(keys) for keys in combinations_with_replacement(RANK_KEYS, 5)}
    assert len(sums) == 6188
    assert max(sums) < len(tables().by_key_sum)


@pytest.mark.parametrize("ace_low_straight", [True, False])
def test_all_7462_different_hands_stand_in_order(ace_low_straight: bool) -> None:
    examples = one_of_each()
    assert len(examples) == STRENGTH_COUNT
    examples.sort(key=lambda cards: naive(cards, ace_low_straight))
    chosen = ranker(ace_low_straight)
    assert [chosen.strength(*cards) for cards in examples] == list(range(1, STRENGTH_COUNT + 1))
    assert [chosen.hand(*cards) for cards in examples] == [naive(cards, ace_low_straight)[0] for cards in examples]


@pytest.mark.parametrize("ace_low_straight", [True, False])
def test_random_hands_compare_as_the_naive_evaluator_says(ace_low_straight: bool) -> None:
    chosen = ranker(ace_low_straight)
    source = random.Random(20261115)
    hands = [source.sample(DECK, 5) for _ in range(20_000)]
    strengths = [chosen.strength(*hand) for hand in hands]
    opinions = [naive(hand, ace_low_straight) for hand in hands]
    for hand, strength, (name, _) in zip(hands, strengths, opinions, strict=True):
        assert chosen.hands[strength] is chosen.hand(*hand) is name, [*map(card_name, hand)]
    for one, other in zip(range(len(hands) - 1), range(1, len(hands)), strict=True):
        assert (strengths[one] < strengths[other]) == (opinions[one] < opinions[other])
        assert (strengths[one] == strengths[other]) == (opinions[one] == opinions[other])


@pytest.mark.parametrize(
    ("cards", "with_ace_low", "without"),
    [
        ("Ah 2c 3d 4s 5h", Hand.STRAIGHT, Hand.HIGH_CARD),
        ("Ah 2h 3h 4h 5h", Hand.STRAIGHT_FLUSH, Hand.FLUSH),
        ("Qh Kc Ad 2s 3h", Hand.HIGH_CARD, Hand.HIGH_CARD),
        ("Qs Ks As 2s 3s", Hand.FLUSH, Hand.FLUSH),
        ("Kc Ad 2s 3h 4d", Hand.HIGH_CARD, Hand.HIGH_CARD),
        ("Jd Qd Kd Ad 2d", Hand.FLUSH, Hand.FLUSH),
        ("2c 3d 4s 5h 6h", Hand.STRAIGHT, Hand.STRAIGHT),
        ("Td Jc Qc Kc Ac", Hand.STRAIGHT, Hand.STRAIGHT),
        ("Tc Jc Qc Kc Ac", Hand.ROYAL_FLUSH, Hand.ROYAL_FLUSH),
        ("9c Tc Jc Qc Kc", Hand.STRAIGHT_FLUSH, Hand.STRAIGHT_FLUSH),
        ("5h 5c Ah Kh Qh", Hand.PAIR_2S_TO_5S, Hand.PAIR_2S_TO_5S),
        ("6h 6c 2h 3h 4h", Hand.PAIR_6S_TO_10S, Hand.PAIR_6S_TO_10S),
        ("Th Tc Ah Kh Qh", Hand.PAIR_6S_TO_10S, Hand.PAIR_6S_TO_10S),
        ("Jh Jc 2h 3h 4h", Hand.PAIR_JACKS_OR_BETTER, Hand.PAIR_JACKS_OR_BETTER),
    ],
)
def test_edges(cards: str, with_ace_low: Hand, without: Hand) -> None:
    for hand in permutations(parse_cards(cards)):
        assert ranker().hand(*hand) is with_ace_low
        assert ranker(ace_low_straight=False).hand(*hand) is without


def test_the_ace_low_straight_is_the_lowest_straight_and_else_the_lowest_ace_high() -> None:
    wheel, six_high = parse_cards("Ah 2c 3d 4s 5h"), parse_cards("2h 3c 4d 5s 6h")
    king_high, next_ace_high = parse_cards("Kh Qc Jd Ts 8h"), parse_cards("Ah 2c 3d 4s 6h")
    with_it, without_it = ranker().strength, ranker(ace_low_straight=False).strength
    assert with_it(*wheel) == with_it(*six_high) - 1
    assert without_it(*king_high) < without_it(*wheel) < without_it(*next_ace_high)


def test_the_weakest_and_the_strongest_hand() -> None:
    assert ranker().strength(*parse_cards("7h 5c 4d 3s 2h")) == 1
    assert ranker().strength(*parse_cards("As Ks Qs Js Ts")) == STRENGTH_COUNT


@pytest.mark.parametrize("count", [5, 6, 7])
def test_best_of_is_the_best_of_all_subsets(count: int) -> None:
    source = random.Random(count)
    for _ in range(300):
        cards = source.sample(DECK, count)
        name, _ = max(naive(five, True) for five in combinations(cards, 5))
        best = best_of(cards, ranker())
        assert best == max(ranker().strength(*five) for five in combinations(cards, 5))
        assert ranker().hands[best] is name, [*map(card_name, cards)]


def test_best_of_six_prefers_the_suited_run_to_the_higher_one() -> None:
    best = best_of(parse_cards("Ah 2h 3h 4h 5h 6c"), ranker())
    assert ranker().hands[best] is Hand.STRAIGHT_FLUSH
    best = best_of(parse_cards("Ah 2h 3h 4h 5h 6c"), ranker(ace_low_straight=False))
    assert ranker(ace_low_straight=False).hands[best] is Hand.FLUSH


@pytest.mark.parametrize("count", [0, 4, 8])
def test_best_of_refuses_other_counts(count: int) -> None:
    with pytest.raises(CardError, match=f"needs five to seven cards, not {count}$"):
        best_of(DECK[:count], ranker())


def test_there_is_one_ranker_of_each_kind() -> None:
    assert ranker() is ranker(True) is ranker(ace_low_straight=True)
    assert ranker(False) is not ranker()
    assert ranker(False).ace_low_straight is False
    assert tables() is tables(ace_low_straight=True)


def test_importing_builds_nothing_and_needs_no_numpy() -> None:
    code = (
        "import sys; from crossfelt import ranking; built = (ranking._tables, ranking._ranker); "
        "print(*(kept.cache_info().currsize for kept in built), 'numpy' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.split() == ["0", "0", "False"]


def test_slugs_are_the_names_of_the_files() -> None:
    assert Hand.PAIR_6S_TO_10S.slug == "pair_6s_to_10s"
    assert [hand.value for hand in Hand] == list(range(12))
