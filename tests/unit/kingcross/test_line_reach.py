"""The hands a line can still become, checked by trying every completion."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

from crossfelt.cards import DECK, Card, parse_cards, rank_of
from crossfelt.kingcross.line_reach import reachable_hands
from crossfelt.kingcross.scorecard import LineHand
from crossfelt.kingcross.scoring import line_hand
from crossfelt.kingcross.sheet import KING_RANK, PRINTED_KING
from tests.support.scale import scaled

ROLLABLE = tuple(card for card in DECK if rank_of(card) != KING_RANK)


def completed(cards: tuple[Card | None, ...], may_be_king: bool) -> set[LineHand]:
    """The second opinion: the line scored with every set of cards that could fill it."""
    present = tuple(card for card in cards if card is not None)
    free = [card for card in (DECK if may_be_king else ROLLABLE) if card not in present]
    room = len(cards) - len(present)
    return {
        line_hand((*present, *added))
        for added in combinations(free, room)
        # Four kings beside the printed one would leave it no suit.
        if PRINTED_KING not in present or sum(rank_of(card) == KING_RANK for card in (*present, *added)) < 4
    }


def lines(count: int, room: int, seed: int) -> list[tuple[tuple[Card | None, ...], bool]]:
    draws = random.Random(seed)
    made: list[tuple[tuple[Card | None, ...], bool]] = []
    while len(made) < count:
        is_king_line, may_be_king = draws.random() < 0.5, draws.random() < 0.3
        deck = DECK if may_be_king else ROLLABLE
        if draws.random() < 0.6:
            # Few ranks or one suit, so that strong hands are in sight.
            suit, ranks = draws.randrange(4), draws.sample(range(13), 3)
            near = [card for card in deck if card % 4 == suit or rank_of(card) in ranks]
        else:
            near = list(deck)
        cards = draws.sample(near, 5 - room - is_king_line)
        if is_king_line and sum(rank_of(card) == KING_RANK for card in cards) > 3:
            continue
        line: list[Card | None] = [*cards, *[None] * room, *([PRINTED_KING] if is_king_line else [])]
        draws.shuffle(line)
        made.append((tuple(line), may_be_king))
    return made


@pytest.mark.parametrize(("room", "count"), [(0, 400), (1, 1500), (2, 150), (3, 5)])
def test_every_hand_that_some_completion_makes_and_no_other(room: int, count: int) -> None:
    for line, may_be_king in lines(scaled(count, count * 50), room, seed=room):
        assert reachable_hands(line, may_be_king) == completed(line, may_be_king), (line, may_be_king)


@pytest.mark.parametrize(
    ("cards", "room", "is_king_line", "best"),
    [
        ("", 5, False, "straight_flush"),
        ("", 4, True, "royal_flush"),
        ("Ah", 4, False, "straight_flush"),
        ("2h 9h", 3, False, "four_of_a_kind"),
        ("2h 9c", 2, True, "three_of_a_kind"),
        ("9h 9c 9d", 1, True, "four_of_a_kind"),
        ("9h 2h", 2, True, "flush"),
        ("Ah Qh Jh", 1, True, "royal_flush"),
        ("Ah Qh Jh Th", 1, False, "flush"),
    ],
)
def test_the_best_hand_in_sight(cards: str, room: int, is_king_line: bool, best: str) -> None:
    line = (*parse_cards(cards), *[None] * room, *([PRINTED_KING] if is_king_line else []))
    assert max(reachable_hands(line, may_be_king=False)).slug == best


def test_a_wild_roll_that_may_become_a_king_reaches_more() -> None:
    line = (*parse_cards("Ah Qh Jh Th"), None)
    assert max(reachable_hands(line, may_be_king=True)) == LineHand.ROYAL_FLUSH
