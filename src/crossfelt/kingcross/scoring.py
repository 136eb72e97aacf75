"""The score of a sheet: the hand of each line, the achievements, and the lines that make them.

Call `score_sheet`. The King in the center takes, line by line, the suit that makes the line best (reading K6). It never
takes the suit of another king in its line, because no hand may have a card twice.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise

from crossfelt.cards import Card, rank_of
from crossfelt.kingcross.scorecard import Achievement, AchievementName, LineHand, ScoreCard
from crossfelt.kingcross.sheet import KING_RANK, PRINTED_KING, Sheet
from crossfelt.ranking import RANK_KEYS, Hand, tables

_ACE = 12
_KING_BIT = 1 << KING_RANK
_BIT = (*(1 << (card >> 2) for card in range(52)), _KING_BIT)
_KEY = (*(RANK_KEYS[card >> 2] for card in range(52)), RANK_KEYS[KING_RANK])
LINE_HANDS: dict[Hand, LineHand] = {
    Hand.HIGH_CARD: LineHand.EVERYTHING_ELSE,
    Hand.PAIR_2S_TO_5S: LineHand.ONE_PAIR,
    Hand.PAIR_6S_TO_10S: LineHand.ONE_PAIR,
    Hand.PAIR_JACKS_OR_BETTER: LineHand.ONE_PAIR,
    Hand.TWO_PAIR: LineHand.TWO_PAIR,
    Hand.THREE_OF_A_KIND: LineHand.THREE_OF_A_KIND,
    Hand.STRAIGHT: LineHand.STRAIGHT,
    Hand.FLUSH: LineHand.FLUSH,
    Hand.FULL_HOUSE: LineHand.FULL_HOUSE,
    Hand.FOUR_OF_A_KIND: LineHand.FOUR_OF_A_KIND,
    Hand.STRAIGHT_FLUSH: LineHand.STRAIGHT_FLUSH,
    Hand.ROYAL_FLUSH: LineHand.ROYAL_FLUSH,
}
"""The line hand of a five-card hand: the three kinds of pair are one hand."""
REPEATED_RANKS: dict[tuple[int, ...], LineHand] = {
    (4, 1): LineHand.FOUR_OF_A_KIND,
    (3, 2): LineHand.FULL_HOUSE,
    (3, 1, 1): LineHand.THREE_OF_A_KIND,
    (2, 2, 1): LineHand.TWO_PAIR,
    (2, 1, 1, 1): LineHand.ONE_PAIR,
}
"""Hands that repeat a rank, by the number of cards of each of their ranks."""


@dataclass(frozen=True, slots=True)
class LineScore:
    """The hand of one of the twelve lines."""

    line: int
    """1 to 12."""
    name: str
    points: int


@dataclass(frozen=True, slots=True)
class AchievementScore:
    """One achievement: its count and its points."""

    name: AchievementName
    points: int
    """0 unless it is reached and bonus mode is on."""
    is_reached: bool
    """Whether its condition is met, in bonus mode or not."""
    have: int
    need: int
    """The required count: lines, kinds of hands, equal squares or the one line with the right cards."""
    lines: tuple[int, ...]
    """The lines that count for it, 1 to 12; empty if it depends on squares."""


@dataclass(frozen=True, slots=True)
class Score:
    """The score of a full sheet."""

    lines: tuple[LineScore, ...]
    achievements: tuple[AchievementScore, ...]
    line_points: int
    bonus_points: int
    total: int


def line_hand(cards: Sequence[Card]) -> LineHand:
    """Return the hand of the five cards of a line; one of them may be the printed King.

    >>> from crossfelt.cards import parse_cards
    >>> line_hand((*parse_cards("Ah Jh Qh Th"), PRINTED_KING)).slug
    'royal_flush'
    """
    a, b, c, d, e = cards
    by_key_sum, by_rank_mask = _hand_tables()
    suits = {card & 3 for card in cards if card != PRINTED_KING}
    if len(suits) == 1:
        mask = _BIT[a] | _BIT[b] | _BIT[c] | _BIT[d] | _BIT[e]
        # Four bits: another king of that suit is in the line, so the printed one can't share its suit.
        if mask in by_rank_mask:
            return by_rank_mask[mask]
    return by_key_sum[_KEY[a] + _KEY[b] + _KEY[c] + _KEY[d] + _KEY[e]]


def made_hand(cards: Sequence[Card | None]) -> LineHand:
    """Return what a line makes already: its full hand, or the pairs and triples among its cards so far."""
    present = [card for card in cards if card is not None]
    if len(present) == len(cards):
        return line_hand(present)
    ranks = Counter(KING_RANK if card == PRINTED_KING else rank_of(card) for card in present)
    return _GROUPS.get(tuple(sorted((times for times in ranks.values() if times > 1), reverse=True)), _NOTHING)


_NOTHING = LineHand.EVERYTHING_ELSE
_GROUPS = {tuple(size for size in sizes if size > 1): hand for sizes, hand in REPEATED_RANKS.items()}


def score_sheet(score_card: ScoreCard, sheet: Sheet, bonus: bool) -> Score:
    """Return the score of a full sheet; achievements add points in bonus mode only (reading K15)."""
    lines = [_full(sheet.line(number)) for number in range(12)]
    hands = [line_hand(cards) for cards in lines]
    reading = _Reading(score_card, sheet, lines, hands, [score_card.points[hand] for hand in hands])
    scored = tuple(
        LineScore(number, hand.slug, points)
        for number, (hand, points) in enumerate(zip(hands, reading.points, strict=True), start=1)
    )
    achievements = tuple(_judged(reading, entry, bonus) for entry in score_card.achievements.values())
    line_points = sum(reading.points)
    bonus_points = sum(entry.points for entry in achievements)
    return Score(scored, achievements, line_points, bonus_points, line_points + bonus_points)


def total_of(score_card: ScoreCard, sheet: Sheet, bonus: bool) -> int:
    """Return the total of a full sheet, faster than a whole `Score` where achievements don't count."""
    if bonus:
        return score_sheet(score_card, sheet, bonus).total
    return sum(score_card.points[line_hand(_full(sheet.line(number)))] for number in range(12))


@dataclass(frozen=True, slots=True)
class _Reading:
    """A full sheet with its hands, as the conditions of the achievements need it."""

    score_card: ScoreCard
    sheet: Sheet
    lines: list[tuple[Card, ...]]
    hands: list[LineHand]
    points: list[int]


_Count = tuple[int, int, tuple[int, ...]]
"""Have, need, and the lines that count."""


def _judged(reading: _Reading, entry: Achievement, bonus: bool) -> AchievementScore:
    have, need, lines = _CONDITIONS[entry.name](reading, entry)
    is_reached = have >= need
    return AchievementScore(entry.name, entry.points if bonus and is_reached else 0, is_reached, have, need, lines)


def _lines_where(entry: Achievement, counts: Callable[[int], bool]) -> _Count:
    lines = tuple(number + 1 for number in range(12) if counts(number))
    return len(lines), entry.lines, lines


def _lines_of_hands(reading: _Reading, entry: Achievement) -> _Count:
    """Straight Shooter and Boat Captain: enough lines of certain hands (readings K8, K14)."""
    return _lines_where(entry, lambda number: reading.hands[number] in entry.hands)


def _lines_that_score(reading: _Reading, entry: Achievement) -> _Count:
    """Jackpot: every line scores points (reading K14)."""
    return _lines_where(entry, lambda number: reading.points[number] > 0)


def _equal_squares(reading: _Reading, entry: Achievement) -> _Count:
    """Pool Shark: one value on all its squares (reading K12)."""
    ranks = Counter((reading.sheet.squares[square] or 0) >> 2 for square in entry.squares)
    return max(ranks.values()), len(entry.squares), ()


def _lines_in_order(reading: _Reading, entry: Achievement) -> _Count:
    """Law and Order: straights and flushes whose ranks rise or fall all the way (reading K9)."""
    return _lines_where(
        entry, lambda number: reading.hands[number] in entry.hands and is_in_order(reading.lines[number])
    )


def _lines_without_neighbours(reading: _Reading, entry: Achievement) -> _Count:
    """Anarchy: lines that score without two cards of adjacent rank (reading K10)."""
    has_neighbours = has_adjacent_ranks if entry.scope == "line" else has_adjacent_neighbours
    return _lines_where(
        entry,
        lambda number: (
            (reading.points[number] > 0 or not entry.needs_points) and not has_neighbours(reading.lines[number])
        ),
    )


def _one_of_each(reading: _Reading, entry: Achievement) -> _Count:
    """Bottom Feeder: one line of each of the lower hands (reading K11)."""
    lines = tuple(number for number, hand in enumerate(reading.hands, start=1) if hand in entry.hands)
    return len({reading.hands[number - 1] for number in lines}), len(entry.hands), lines


def _line_with_cards(reading: _Reading, entry: Achievement) -> _Count:
    """Dead Man's Hand: a two-pair line with exactly those four cards (reading K13)."""
    lines = tuple(
        number + 1
        for number in range(12)
        if reading.hands[number] in entry.hands and entry.cards.issubset(reading.lines[number])
    )
    return min(len(lines), 1), 1, lines


_CONDITIONS: dict[AchievementName, Callable[[_Reading, Achievement], _Count]] = {
    "straight_shooter": _lines_of_hands,
    "jackpot": _lines_that_score,
    "pool_shark": _equal_squares,
    "boat_captain": _lines_of_hands,
    "law_and_order": _lines_in_order,
    "anarchy": _lines_without_neighbours,
    "bottom_feeder": _one_of_each,
    "dead_mans_hand": _line_with_cards,
}


def is_in_order(cards: Sequence[Card]) -> bool:
    """Return whether the ranks rise all the way or fall all the way, with the ace as 1 or 14, whichever fits."""
    ranks = _ranks(cards)
    low = [-1 if rank == _ACE else rank for rank in ranks]
    return any(
        all(first < second for first, second in pairwise(order)) for order in (ranks, ranks[::-1], low, low[::-1])
    )


def has_adjacent_ranks(cards: Sequence[Card]) -> bool:
    """Return whether any two cards are of adjacent rank; an ace is adjacent to the 2 and to the king."""
    mask = 0
    for card in cards:
        mask |= _BIT[card]
    # Rotated by one rank; the ace, the highest bit, moves next to the 2.
    return bool(mask & (mask << 1 | mask >> 12) & 0x1FFF)


def has_adjacent_neighbours(cards: Sequence[Card]) -> bool:
    """Return whether two cards on adjacent squares are of adjacent rank."""
    return any(has_adjacent_ranks(pair) for pair in pairwise(cards))


def _ranks(cards: Sequence[Card]) -> list[int]:
    return [KING_RANK if card == PRINTED_KING else card >> 2 for card in cards]


def _full(cards: Sequence[Card | None]) -> tuple[Card, ...]:
    assert None not in cards, "only a full sheet can be scored"
    return tuple(card for card in cards if card is not None)


@cache
def _hand_tables() -> tuple[dict[int, LineHand], dict[int, LineHand]]:
    """Return sum of rank keys -> hand in several suits, and set of ranks -> hand in one suit."""
    built = tables()
    hands = [LINE_HANDS[Hand(number)] for number in built.hands]
    by_key_sum = {total: hands[strength] for total, strength in enumerate(built.by_key_sum) if strength}
    by_rank_mask = {mask: hands[strength] for mask, strength in enumerate(built.by_rank_mask) if strength}
    return by_key_sum, by_rank_mask
