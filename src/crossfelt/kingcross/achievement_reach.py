"""The state of each achievement on an unfinished sheet: reached for good, on course, within reach or lost.

`made` and `out_of_reach` are certain, whatever is rolled. `out_of_reach` is computed line by line, so an achievement
that only the crossing of lines forbids still counts as within reach.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal

from crossfelt.cards import Card, rank_of, spoken
from crossfelt.kingcross.line_reach import STRAIGHTS, are_suited, can_come, reachable_hands
from crossfelt.kingcross.scorecard import Achievement, AchievementName, LineHand, ScoreCard, words
from crossfelt.kingcross.scoring import has_adjacent_ranks, is_in_order, made_hand
from crossfelt.kingcross.sheet import KING_RANK, LINE_COUNT, PRINTED_KING, VALUE_RANKS, Sheet, square_name

AchievementState = Literal["made", "on_course", "within_reach", "out_of_reach"]
_ACE = 12


@dataclass(frozen=True, slots=True)
class AchievementReading:
    """One achievement and its state."""

    name: AchievementName
    title: str
    points: int
    """The points that it adds if reached."""
    state: AchievementState
    """`on_course`: reached if nothing changed, but it can still be lost."""
    count: int
    of: int
    """The required count: lines, kinds of hands, equal squares or the one line."""
    reason: str
    """The state in a short sentence."""


@dataclass(frozen=True, slots=True)
class _Lines:
    """A sheet with the hands that its lines make and can become."""

    score_card: ScoreCard
    sheet: Sheet
    cards: list[tuple[Card | None, ...]]
    made: list[LineHand]
    reach: list[frozenset[LineHand]]

    def is_full(self, number: int) -> bool:
        return None not in self.cards[number]

    def scores(self, number: int) -> bool:
        return self.score_card.points[self.made[number]] > 0

    def can_score(self, number: int) -> bool:
        return any(self.score_card.points[hand] > 0 for hand in self.reach[number])


@dataclass(frozen=True, slots=True)
class _Count:
    """The count of an achievement's condition."""

    have: int
    sure: int
    """The part that can never be lost."""
    most: int
    """The most possible at the end, line by line."""
    need: int
    what: str
    """The name of the counted things."""
    lost: str = ""
    """Why it can no longer be reached, if `most` alone doesn't show it."""


def achievement_readings(score_card: ScoreCard, sheet: Sheet) -> tuple[AchievementReading, ...]:
    """Return every achievement of the score card, in its order."""
    cards = [sheet.line(number) for number in range(LINE_COUNT)]
    lines = _Lines(
        score_card,
        sheet,
        cards,
        [made_hand(line) for line in cards],
        [reachable_hands(line, score_card.wild_may_be_king) for line in cards],
    )
    return tuple(_reading(entry, _COUNTS[entry.name](lines, entry)) for entry in score_card.achievements.values())


def _reading(entry: Achievement, count: _Count) -> AchievementReading:
    counted = f"{count.have} of {count.need} {count.what}"
    state: AchievementState
    if count.sure >= count.need:
        state, reason = "made", f"Reached: {count.have} {count.what}."
    elif count.most < count.need or count.lost:
        most = f"At most {count.most} of {count.need} {count.what}." if count.most > count.sure else f"{counted}."
        state, reason = "out_of_reach", count.lost or most
    elif count.have >= count.need:
        state, reason = "on_course", f"On course: {counted}."
    else:
        state, reason = "within_reach", f"{counted}."
    return AchievementReading(entry.name, entry.title, entry.points, state, count.have, count.need, reason)


def _full_lines(lines: _Lines, entry: Achievement, what: str) -> _Count:
    """Count for Straight Shooter and Boat Captain: lines of certain hands, which are certain only on full lines."""
    have = sum(lines.is_full(number) and lines.made[number] in entry.hands for number in range(LINE_COUNT))
    most = sum(not entry.hands.isdisjoint(reach) for reach in lines.reach)
    return _Count(have, have, most, entry.lines, what)


def _jackpot(lines: _Lines, entry: Achievement) -> _Count:
    # Pairs and better among the cards of a line stay, so a line with points keeps them.
    have = sum(lines.scores(number) for number in range(LINE_COUNT))
    dead = [number + 1 for number in range(LINE_COUNT) if not lines.can_score(number)]
    is_lost = LINE_COUNT - len(dead) < entry.lines
    lost = f"Hand {dead[0]} makes nothing." if is_lost else ""
    return _Count(have, have, LINE_COUNT - len(dead), entry.lines, "hands with points", lost)


def _pool_shark(lines: _Lines, entry: Achievement) -> _Count:
    cards = [card for square in entry.squares if (card := lines.sheet.squares[square]) is not None]
    ranks = Counter(map(rank_of, cards))
    have, need = max(ranks.values(), default=0), len(entry.squares)
    lost = ""
    if len(ranks) > 1:
        lost = "Its squares differ already."
    elif (square := _square_without(lines, entry, tuple(ranks))) is not None:
        lost = f"No such value fits on {square_name(square)} any more."
    return _Count(have, have, need, need, "equal squares", lost)


def _square_without(lines: _Lines, entry: Achievement, ranks: Sequence[int]) -> int | None:
    """Return an empty square of the pool that no suit of its value may enter, if every value fails at some square."""
    sheet = lines.sheet
    candidates = ranks or (*VALUE_RANKS, *([KING_RANK] if lines.score_card.wild_may_be_king else []))
    empty = [square for square in entry.squares if sheet.squares[square] is None]
    closed = None
    for rank in candidates:
        suits = [Card(rank * 4 + suit) for suit in range(4)]
        closed = next((square for square in empty if not any(sheet.is_open(square, card) for card in suits)), None)
        if closed is None:
            return None
    return closed


def _law_and_order(lines: _Lines, entry: Achievement) -> _Count:
    have = most = 0
    for number in range(LINE_COUNT):
        cards = lines.cards[number]
        if lines.is_full(number):
            is_met = lines.made[number] in entry.hands and is_in_order([card for card in cards if card is not None])
            have, most = have + is_met, most + is_met
        else:
            most += not entry.hands.isdisjoint(_ordered_hands(cards, lines.score_card.wild_may_be_king))
    return _Count(have, have, most, entry.lines, "straights or flushes in order")


def _ordered_hands(cards: Sequence[Card | None], may_be_king: bool) -> set[LineHand]:
    """Return the straights and flushes that an unfinished line can still become with its ranks in order."""
    ranks = [None if card is None else KING_RANK if card == PRINTED_KING else rank_of(card) for card in cards]
    suited = are_suited([card for card in cards if card is not None])
    hands: set[LineHand] = set()
    for straight in STRAIGHTS:
        for order in (straight, straight[::-1]):
            if all(
                expected == rank if rank is not None else can_come(expected, may_be_king)
                for rank, expected in zip(ranks, order, strict=True)
            ):
                hands |= {LineHand.STRAIGHT} | ({LineHand.STRAIGHT_FLUSH, LineHand.ROYAL_FLUSH} if suited else set())
    if suited and any(_fills_in_order(order, may_be_king) for order in (ranks, ranks[::-1])):
        # The longest run may be a straight: then it is one in one suit, which counts where a flush does.
        hands |= {LineHand.FLUSH, LineHand.STRAIGHT_FLUSH, LineHand.ROYAL_FLUSH}
    return hands


def _fills_in_order(ranks: Sequence[int | None], may_be_king: bool) -> bool:
    """Return whether the gaps can be filled so that ranks rise all the way, with the ace low or high."""
    for low_ace in (False, True):
        # With a low ace every other rank counts one more, and the ace 0.
        least = 0
        for rank in ranks:
            at = None if rank is None else 0 if low_ace and rank == _ACE else rank + low_ace
            if at is None:
                if least == KING_RANK + low_ace and not may_be_king:
                    least += 1
                at = least
            if at < least or at > _ACE:
                break
            least = at + 1
        else:
            return True
    return False


def _anarchy(lines: _Lines, entry: Achievement) -> _Count:
    have = sure = most = 0
    for number in range(LINE_COUNT):
        has_neighbours = any(has_adjacent_ranks(part) for part in _compared(lines.cards[number], entry))
        counts = not has_neighbours and (lines.scores(number) or not entry.needs_points)
        have += counts and (lines.is_full(number) or lines.scores(number))
        sure += counts and lines.is_full(number)
        most += not has_neighbours and (lines.can_score(number) or not entry.needs_points)
    return _Count(have, sure, most, entry.lines, "hands without adjacent ranks")


def _compared(cards: Sequence[Card | None], entry: Achievement) -> Iterator[tuple[Card, ...]]:
    """Return the cards of a line that may not be of adjacent rank."""
    if entry.scope == "line":
        yield tuple(card for card in cards if card is not None)
    else:
        for first, second in pairwise(cards):
            if first is not None and second is not None:
                yield first, second


def _bottom_feeder(lines: _Lines, entry: Achievement) -> _Count:
    full = {hand for number, hand in enumerate(lines.made) if lines.is_full(number)}
    # An unfinished line without a pair doesn't count as a hand yet.
    shown = full | {hand for hand in lines.made if hand != LineHand.EVERYTHING_ELSE}
    required = sorted(entry.hands)
    most = _most_kinds([reach & entry.hands for reach in lines.reach], required)
    gone = [hand for hand in required if all(hand not in reach for reach in lines.reach)]
    lost = f"No hand can end as {words(gone[0].slug)}." if gone else ""
    have, sure = len(shown & entry.hands), len(full & entry.hands)
    return _Count(have, sure, most, len(entry.hands), "kinds of hands", lost)


def _most_kinds(reach: Sequence[frozenset[LineHand]], required: Sequence[LineHand]) -> int:
    """Return the number of kinds of hands that can be had at once if each takes a line of its own."""
    taken: dict[int, LineHand] = {}

    def find(hand: LineHand, seen: set[int]) -> bool:
        for number, hands in enumerate(reach):
            if hand in hands and number not in seen:
                seen.add(number)
                if number not in taken or find(taken[number], seen):
                    taken[number] = hand
                    return True
        return False

    return sum(find(hand, set()) for hand in required)


def _dead_mans_hand(lines: _Lines, entry: Achievement) -> _Count:
    have = most = 0
    for number in range(LINE_COUNT):
        present = frozenset(card for card in lines.cards[number] if card is not None)
        if lines.is_full(number):
            is_met = lines.made[number] in entry.hands and entry.cards <= present
            have, most = have + is_met, most + is_met
        elif len(together := present | entry.cards) <= 5:
            line = (*together, *[None] * (5 - len(together)))
            most += not entry.hands.isdisjoint(reachable_hands(line, lines.score_card.wild_may_be_king))
    lost = "" if most else f"No hand has room for the {', the '.join(map(spoken, sorted(entry.cards)))}."
    return _Count(min(have, 1), min(have, 1), min(most, 1), 1, "hand with those cards", lost)


_COUNTS: dict[AchievementName, Callable[[_Lines, Achievement], _Count]] = {
    "straight_shooter": lambda lines, entry: _full_lines(lines, entry, "straights"),
    "jackpot": _jackpot,
    "pool_shark": _pool_shark,
    "boat_captain": lambda lines, entry: _full_lines(lines, entry, "full houses"),
    "law_and_order": _law_and_order,
    "anarchy": _anarchy,
    "bottom_feeder": _bottom_feeder,
    "dead_mans_hand": _dead_mans_hand,
}
