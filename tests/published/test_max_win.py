"""The most that one player can win in a round, on which two of the texts base their aggregate limit.

Maryland 12.B and Massachusetts 11(d) name the same amount and turn it in opposite directions: in Maryland a limit may
not be higher than the greater of $50,000 and that amount, in Massachusetts not lower (readings R11 and R12).
"""

from __future__ import annotations

from functools import cache
from itertools import combinations, combinations_with_replacement, permutations

import pytest

from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.crisscross.rulebook import UNREACHABLE, most_won_per_ante
from crossfelt.errors import RuleBookError
from crossfelt.ranking import Hand, ranker

FIFTY_THOUSAND = 5_000_000
"""Cents."""


@cache
def shared_triples() -> tuple[tuple[int, int, int], ...]:
    """A seat's two cards and the middle card, one triple for each class under exchange of suits."""
    results = set()
    for triple in combinations(range(52), 3):
        exchanged = (sorted(card & ~3 | suits[card & 3] for card in triple) for suits in permutations(range(4)))
        first, second, third = min(exchanged)
        results.add((first, second, third))
    return tuple(results)


@pytest.mark.parametrize("ace_low_straight", [True, False])
def test_unreachable_pairs_of_hands(ace_low_straight: bool) -> None:
    """Every triple that both lines share, and beside it every two pairs of ends that have no card in common."""
    triples = shared_triples()
    assert len(triples) == 1_755
    hand = ranker(ace_low_straight).hand
    missing = {frozenset(pair) for pair in combinations_with_replacement(Hand, 2)}
    for triple in triples:
        ends: dict[Hand, list[tuple[int, int]]] = {}
        for first, second in combinations((card for card in range(52) if card not in triple), 2):
            ends.setdefault(hand(*triple, first, second), []).append((first, second))
        for pair in [pair for pair in missing if all(entry in ends for entry in pair)]:
            across, down = max(pair), min(pair)
            if any(not set(one) & set(other) for one in ends[across] for other in ends[down]):
                missing.discard(pair)
    assert missing == UNREACHABLE


# A royal flush one way and a straight flush the other: three units at the royal's odds twice (its own bet and the
# Middle), three at the straight flush's, and both antes.
@pytest.mark.parametrize(
    ("rules", "choices", "units"),
    [
        ("maryland", {}, 500 * 3 + 100 * 3 + 500 * 3 + 1 + 1),
        ("massachusetts", {}, 3_302),
        ("cardroom", {}, 250 * 3 + 100 * 3 + 250 * 3 + 1 + 1),
        ("maryland", {"ante_pays": "main"}, 500 * 3 + 100 * 3 + 500 * 3 + 500 + 100),
        ("maryland", {"ace_low_straight": False}, 3_302),
        ("massachusetts", {"five_card_bonus_offered": False}, 3_302),
    ],
)
def test_most_won_per_ante(rules: str, choices: dict[str, object], units: int) -> None:
    book = load_rule_book(rules, choices)
    assert most_won_per_ante(book.spots, book.pay_tables) == units


def limit(rules: str, ante: int, limit_cents: int = 0, **choices: object) -> int | None:
    """The limit in force with this smallest ante."""
    antes = {"ante_minimum_cents": ante, "ante_maximum_cents": max(ante, 10_000)}
    book = load_rule_book(rules, {**antes, "aggregate_limit_cents": limit_cents, **choices})
    return book.aggregate_limit.amount_cents


def test_the_amount_follows_the_smallest_ante_above_fifty_thousand_dollars() -> None:
    # $50,000 / 3302 lies between an ante of $15.14 and one of $15.15.
    assert limit("maryland", 500) == FIFTY_THOUSAND
    assert limit("maryland", 1_514) == FIFTY_THOUSAND
    assert limit("maryland", 1_515) == 1_515 * 3_302 > FIFTY_THOUSAND
    assert limit("maryland", 10_000) == 33_020_000
    assert limit("maryland", 10_000, ante_pays="main") == 39_000_000


def test_maryland_allows_no_higher_limit() -> None:
    assert limit("maryland", 500, 1) == 1
    assert limit("maryland", 500, FIFTY_THOUSAND) == FIFTY_THOUSAND
    with pytest.raises(RuleBookError, match="must be at most 5000000"):
        limit("maryland", 500, FIFTY_THOUSAND + 1)
    assert limit("maryland", 2_000, 6_604_000) == 6_604_000
    with pytest.raises(RuleBookError, match="must be at most 6604000"):
        limit("maryland", 2_000, 6_604_001)


def test_massachusetts_allows_no_lower_limit_and_none_at_all() -> None:
    assert limit("massachusetts", 500) is None
    assert limit("massachusetts", 10_000) is None
    assert limit("massachusetts", 500, FIFTY_THOUSAND) == FIFTY_THOUSAND
    with pytest.raises(RuleBookError, match="must be at least 5000000"):
        limit("massachusetts", 500, FIFTY_THOUSAND - 1)
    assert limit("massachusetts", 2_000, 6_604_000) == 6_604_000
    with pytest.raises(RuleBookError, match="must be at least 6604000"):
        limit("massachusetts", 2_000, 6_603_999)


def test_the_cardroom_prints_its_limit() -> None:
    book = load_rule_book("cardroom")
    assert book.aggregate_limit.amount_cents == 300_000
    assert "aggregate_limit_cents" not in book.choices
