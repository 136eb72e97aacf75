"""The current decision: the exact value of each action, and why.

Call `advise`. Values are sums over every way in which the round can continue with the best later decisions, and count
the whole round, including what is already staked. It uses plain numpy over the kinds of card beside one hole, so a
question takes milliseconds and needs no compiled code.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.crisscross.encode import Scheme
from crossfelt.analysis.crisscross.symmetry import (
    DEALS_PER_HOLE,
    DOWN_PAIRS,
    MIDDLES,
    HoleClass,
    class_of,
    kind_of,
    kind_ranks,
    pair_index,
    pair_table,
)
from crossfelt.cards import DECK, RANK_NAMES, SUIT_NAMES, Card, card_name, card_twice, repeated
from crossfelt.crisscross.rulebook import PUSHES, StageName
from crossfelt.errors import BadInput, Fault, describe
from crossfelt.faults import FaultCode
from crossfelt.ranking import RANK_KEYS, Hand, tables

Ints = NDArray[np.int64]
Pair = tuple[Card, Card]
Line = Literal["across", "down", "higher"]
"""The two hands of a seat, and the higher of them, which decides the Middle bet."""
Fate = Literal["pays", "pushes", "loses"]

LINES: tuple[Line, ...] = ("across", "down", "higher")
FATES: tuple[Fate, ...] = ("pays", "pushes", "loses")
DECISIONS: tuple[StageName, ...] = ("across", "down", "middle")
_HANDS = len(Hand)
_TITLES = {"across": "Across", "down": "Down", "higher": "Middle"}
_VERBS = {"pays": ("pay", "pays"), "pushes": ("push", "pushes"), "loses": ("lose", "loses")}
_NUMBERS = ("no", "one", "two", "three", "four")
_BETS_BEFORE = ("no bet", "one bet, across", "two bets, across and down")
"""The bets made when no pair, one or both of them are turned."""


@dataclass(frozen=True, slots=True)
class Advice:
    """One decision, every action priced."""

    scheme: Scheme
    decision: StageName
    hole: Pair
    across: Pair | None
    down: Pair | None
    bets: tuple[int, ...]
    """Multiples bet so far."""
    sums: tuple[int, ...]
    """Net antes of the whole round over all `deals`: folding, then each multiple."""
    deals: int
    """The number of ways in which the cards can still be dealt."""
    hands: tuple[tuple[int, ...], ...]
    """[across hand][down hand] -> the number of those ways that make both."""

    @property
    def actions(self) -> tuple[str, ...]:
        """The names of the actions: `fold`, `1x`, ..."""
        return ("fold", *(f"{multiple}x" for multiple in self.scheme.multiples))

    @property
    def best(self) -> str:
        """The best action; among equals the smallest wager."""
        return self.actions[self.sums.index(max(self.sums))]

    @property
    def values(self) -> dict[str, Fraction]:
        """The average result of each action, in antes for the whole round."""
        return {name: Fraction(total, self.deals) for name, total in zip(self.actions, self.sums, strict=True)}

    @property
    def costs(self) -> dict[str, Fraction]:
        """The cost of each action against the best one, in antes."""
        most = max(self.sums)
        return {name: Fraction(most - total, self.deals) for name, total in zip(self.actions, self.sums, strict=True)}

    @property
    def explained(self) -> tuple[str, ...]:
        """Return the reason, a sentence for each line: the middle cards by name if nothing else is unknown, else the
        chances."""
        made = middle_cards(self)
        return tuple(
            _cards_in_words(self, line, made[line]) if line in made else _chances_in_words(self, line) for line in LINES
        )

    def chances(self, line: Line) -> dict[Hand, Fraction]:
        """Return the probability of each final hand of a line, best first; impossible hands are left out."""
        counts = [0] * _HANDS
        for across, row in enumerate(self.hands):
            for down, count in enumerate(row):
                counts[{"across": across, "down": down, "higher": max(across, down)}[line]] += count
        return {hand: Fraction(counts[hand], self.deals) for hand in reversed(Hand) if counts[hand]}

    def fates(self, line: Line) -> dict[Fate, Fraction]:
        """Return how often the bet on a line pays, pushes and loses."""
        shares = dict.fromkeys(FATES, Fraction(0))
        for hand, share in self.chances(line).items():
            shares[fate(self.scheme, hand)] += share
        return shares


def advise(
    scheme: Scheme,
    hole: Sequence[Card],
    across: Sequence[Card] | None = None,
    down: Sequence[Card] | None = None,
    bets: Sequence[int] = (),
) -> Advice:
    """Return the decision for these cards and bets: Across with the hole alone, Down with the across pair turned,
    Middle with both. All faults are refused at once: wrong cards, and bets that don't fit the decisions made so far."""
    own, left, top = _checked(scheme, hole, across, down, bets)
    if left is None:
        values, deals, hands = _first(scheme, class_of(*own))
    elif top is None:
        values, deals, hands = _second(scheme, own, left, bets[0])
    else:
        values, deals, hands = _third(scheme, own, left, top, bets)
    table = tuple(tuple(int(count) for count in row) for row in hands)
    return Advice(scheme, DECISIONS[len(bets)], own, left, top, tuple(bets), tuple(values), deals, table)


def middle_cards(advice: Advice) -> dict[Line, dict[Card, Hand]]:
    """Return the hand that each possible middle card makes on each line with no other unknown card."""
    known = {*advice.hole, *(advice.across or ()), *(advice.down or ())}
    left = [card for card in DECK if card not in known]
    hands: dict[Line, dict[Card, Hand]] = {}
    turned: tuple[tuple[Line, Pair | None], ...] = (("across", advice.across), ("down", advice.down))
    for line, pair in turned:
        if pair is not None:
            hands[line] = {card: hand_of((*advice.hole, *pair, card), advice.scheme.ace_low_straight) for card in left}
    if "down" in hands:
        hands["higher"] = {card: max(hands["across"][card], hands["down"][card]) for card in left}
    return hands


def fate(scheme: Scheme, hand: Hand) -> Fate:
    """Return the result of a bet on that hand."""
    odds = scheme.pay[hand]
    return "pays" if odds > PUSHES else "pushes" if odds == PUSHES else "loses"


def hand_of(cards: Sequence[Card], ace_low_straight: bool) -> Hand:
    """Return the hand of five cards, by the tables alone: faster than a `Ranker` for the few hands of one question."""
    built = tables(ace_low_straight)
    if len({card & 3 for card in cards}) == 1:
        return Hand(built.hands[built.by_rank_mask[sum(1 << (card >> 2) for card in cards)]])
    return Hand(built.hands[built.by_key_sum[sum(RANK_KEYS[card >> 2] for card in cards)]])


def _chances_in_words(advice: Advice, line: Line) -> str:
    fates = ", ".join(f"{name} {_chance(share)}" for name, share in advice.fates(line).items())
    hands = ", ".join(f"{_words(hand)} {_chance(share)}" for hand, share in advice.chances(line).items())
    return f"{_TITLES[line]}: {fates}. It ends as {hands}."


def _cards_in_words(advice: Advice, line: Line, made: dict[Card, Hand]) -> str:
    sentences = []
    for name in FATES:
        hands = [hand for hand in reversed(Hand) if hand in made.values() and fate(advice.scheme, hand) == name]
        cards = sum(fate(advice.scheme, hand) == name for hand in made.values())
        if name == "loses" or not hands:
            sentences.append(f"{cards or 'no card'} {_VERBS[name][cards <= 1]}")
            continue
        groups = []
        for hand in hands:
            named = _group([card for card in made if made[card] == hand], made)
            groups.append(f"{named} ({_words(hand)}{_odds(advice.scheme, hand)})")
        sentences.append(f"{cards} {_VERBS[name][cards == 1]}: {', '.join(groups)}")
    return f"{_TITLES[line]}: of {len(made)} middle cards {'; '.join(sentences)}."


def _group(cards: list[Card], left: dict[Card, Hand]) -> str:
    """Group cards by rank if all remaining ones are included, by suit if all of it are, else by name."""
    suits = {card & 3 for card in cards}
    if len(suits) == 1 and len(cards) > 4:
        return f"{len(cards)} {SUIT_NAMES[suits.pop()]}"
    words = []
    for rank in sorted({card >> 2 for card in cards}, reverse=True):
        of_rank = [card for card in cards if card >> 2 == rank]
        is_all = len(of_rank) == sum(card >> 2 == rank for card in left)
        if is_all and len(of_rank) > 1:
            words.append(f"{_NUMBERS[len(of_rank)]} {RANK_NAMES[rank]}s")
        else:
            words.extend(card_name(card) for card in of_rank)
    return ", ".join(words)


def _words(hand: Hand) -> str:
    return hand.slug.replace("_", " ")


def _odds(scheme: Scheme, hand: Hand) -> str:
    return f", {scheme.pay[hand]} to 1" if scheme.pay[hand] > PUSHES else ""


def _chance(share: Fraction) -> str:
    """Return a percentage, or "1 in N" if the percentage would round to nothing."""
    if share and share < Fraction(1, 1000):
        return f"1 in {round(1 / share):,}"
    return f"{float(100 * share):.2f}%"


def _first(scheme: Scheme, hole: HoleClass) -> tuple[list[int], int, Ints]:
    pairs = pair_table(hole.shape)
    rows = np.arange(pairs.pairs)
    ways = pairs.ways.astype(np.int64)
    values = [-2 * DEALS_PER_HOLE]
    lines = _lines(scheme, hole, rows)
    for bet in scheme.multiples:
        best = np.maximum(_down_values(scheme, hole, rows, lines, bet).max(0), -(2 + bet) * DOWN_PAIRS * MIDDLES)
        values.append(int(ways @ best))
    return values, DEALS_PER_HOLE, _hands_to_come(scheme, hole, rows, ways)


def _second(scheme: Scheme, own: Pair, across: Pair, bet: int) -> tuple[list[int], int, Ints]:
    hole = class_of(*own)
    kinds = [kind_of(hole, own[0] & 3, card) for card in across]
    rows = np.array([pair_index(pair_table(hole.shape), kinds[0], kinds[1])])
    values = _down_values(scheme, hole, rows, _lines(scheme, hole, rows), bet)[:, 0]
    fold = -(2 + bet) * DOWN_PAIRS * MIDDLES
    one = np.ones(1, np.int64)
    return [fold, *(int(value) for value in values)], DOWN_PAIRS * MIDDLES, _hands_to_come(scheme, hole, rows, one)


def _third(scheme: Scheme, own: Pair, across: Pair, down: Pair, bets: Sequence[int]) -> tuple[list[int], int, Ints]:
    hands = np.zeros((_HANDS, _HANDS), np.int64)
    values = [0] * (len(scheme.multiples) + 1)
    for card in DECK:
        if card in (*own, *across, *down):
            continue
        first, second = (hand_of((*own, *pair, card), scheme.ace_low_straight) for pair in (across, down))
        hands[first, second] += 1
        lines = scheme.ante[first] + scheme.ante[second] + bets[0] * scheme.pay[first] + bets[1] * scheme.pay[second]
        values[0] -= 2 + sum(bets)
        for index, multiple in enumerate(scheme.multiples, start=1):
            values[index] += lines + multiple * scheme.pay[max(first, second)]
    return values, MIDDLES, hands


@dataclass(frozen=True, slots=True, eq=False)
class _Lines:
    """Sums over the middle cards left when a row's pair is across and each other pair down: [row, pair]."""

    across: Ints
    """The win of one unit on the across bet."""
    down: Ints
    base: Ints
    """Both antes and the best Middle bet."""


def _lines(scheme: Scheme, hole: HoleClass, rows: NDArray[np.int64]) -> _Lines:
    pairs = pair_table(hole.shape)
    hands = _line_hands(hole, scheme.ace_low_straight)
    first, second = pairs.first, pairs.second
    pay, ante = np.array(scheme.pay, np.int64), np.array(scheme.ante, np.int64)
    counts = pairs.counts.astype(np.int64)
    every = np.arange(pairs.pairs)

    def both_ways(odds: Ints) -> tuple[Ints, Ints]:
        """Return sums of a row's line and of each other line, without the four cards that are gone."""
        wins = odds[hands]
        own = counts @ wins - wins[first, every] - wins[second, every]
        gone_here = wins[first][:, rows] + wins[second][:, rows]
        gone_there = wins[first[rows]] + wins[second[rows]]
        return own[rows, None] - gone_here.T, own[None, :] - gone_there

    across, down = both_ways(pay)
    ante_across, ante_down = both_ways(ante)
    higher = np.zeros((len(rows), pairs.pairs), np.int64)
    for kind, count in enumerate(counts):
        higher += count * pay[np.maximum(hands[kind, rows][:, None], hands[kind])]
    for end in (first, second):
        higher -= pay[np.maximum(hands[end[rows], rows][:, None], hands[end[rows]])]
        higher -= pay[np.maximum(hands[end][:, rows].T, hands[end, every])]
    middle = np.maximum(scheme.multiples[0] * higher, scheme.multiples[-1] * higher)
    return _Lines(across, down, ante_across + ante_down + middle)


def _down_values(scheme: Scheme, hole: HoleClass, rows: NDArray[np.int64], lines: _Lines, bet: int) -> Ints:
    """Return [Down bet, row] -> value over all down pairs and middle cards, with the best Middle decision."""
    ways = pair_table(hole.shape).ways_after[rows].astype(np.int64)
    across = lines.base + bet * lines.across
    values = np.zeros((len(scheme.multiples), len(rows)), np.int64)
    for index, reply in enumerate(scheme.multiples):
        value = np.maximum(across + reply * lines.down, -(2 + bet + reply) * MIDDLES)
        values[index] = np.einsum("rq,rq->r", ways, value)
    return values


def _hands_to_come(scheme: Scheme, hole: HoleClass, rows: NDArray[np.int64], ways: Ints) -> Ints:
    """Return [across hand, down hand] -> ways, over all down pairs and middle cards; `ways` weights the rows."""
    pairs = pair_table(hole.shape)
    hands = _line_hands(hole, scheme.ace_low_straight).astype(np.int64)
    # Floats below 2**53 add up exactly.
    weights = (ways[:, None] * pairs.ways_after[rows]).astype(np.float64)
    total = np.zeros(_HANDS * _HANDS)
    for kind, count in enumerate(pairs.counts):
        gone = (pairs.first == kind).astype(np.int64) + (pairs.second == kind)
        left = int(count) - gone[rows][:, None] - gone
        cells = _HANDS * hands[kind, rows][:, None] + hands[kind]
        total += np.bincount(cells.ravel(), (weights * left).ravel(), _HANDS * _HANDS)
    return total.astype(np.int64).reshape(_HANDS, _HANDS)


@cache
def _line_hands(hole: HoleClass, ace_low_straight: bool) -> NDArray[np.uint8]:
    """Return [middle kind, pair] -> hand of the hole, the pair and the middle card."""
    pairs = pair_table(hole.shape)
    ranks = np.array(kind_ranks(hole))
    built = tables(ace_low_straight)
    hands = np.frombuffer(built.hands, np.uint8)
    keys = np.array(RANK_KEYS)[ranks]
    hole_keys = RANK_KEYS[hole.high] + RANK_KEYS[hole.low]
    by_ranks = hole_keys + keys[pairs.first] + keys[pairs.second] + keys[:, None]
    line_hands: NDArray[np.uint8] = hands[np.array(built.by_key_sum)[by_ranks]]
    bits = 1 << ranks
    masks = (1 << hole.high) | (1 << hole.low) | bits[pairs.first] | bits[pairs.second] | bits[:, None]
    of_suit = (pairs.first >= 13) & (pairs.second >= 13) & (np.arange(len(ranks)) >= 13)[:, None]
    line_hands[of_suit] = hands[np.array(built.by_rank_mask)[masks]][of_suit]
    return line_hands


def _bet_faults(scheme: Scheme, bets: Sequence[int], made: int, is_across_missing: bool) -> Iterator[Fault]:
    if is_across_missing:
        yield Fault(FaultCode.NOT_TOGETHER, "turn the across cards first", "down")
    elif len(bets) != made:
        message = f"this decision needs {_BETS_BEFORE[made]}, not {len(bets)}"
        yield Fault(FaultCode.WRONG_COUNT, message, "bets", params={"least": made, "most": made, "count": len(bets)})
    allowed = ", ".join(map(str, scheme.multiples))
    for bet in bets:
        if isinstance(bet, bool) or bet not in scheme.multiples:
            params = {"value": bet, "choices": scheme.multiples}
            message = f"{describe(bet)} is not one of {allowed} antes"
            yield Fault(FaultCode.NOT_ONE_OF, message, "bets", params=params)


def _checked(
    scheme: Scheme,
    hole: Sequence[Card],
    across: Sequence[Card] | None,
    down: Sequence[Card] | None,
    bets: Sequence[int],
) -> tuple[Pair, Pair | None, Pair | None]:
    places = {"hole": hole, "across": across, "down": down}
    faults = [
        Fault(
            FaultCode.WRONG_COUNT,
            f"must be two cards, not {len(cards)}",
            name,
            params={"least": 2, "most": 2, "count": len(cards)},
        )
        for name, cards in places.items()
        if cards is not None and len(cards) != 2
    ]
    every = [card for cards in places.values() if cards is not None for card in cards]
    faults += [
        Fault(FaultCode.NOT_A_CARD, f"{card!r} is not a card: cards are 0 to 51", params={"value": card})
        for card in every
        if card not in DECK
    ]
    faults += [card_twice(card) for card in repeated(every) if card in DECK]
    faults += _bet_faults(scheme, bets, (across is not None) + (down is not None), across is None and down is not None)
    if faults:
        raise BadInput(faults)
    pairs = [None if cards is None else (cards[0], cards[1]) for cards in places.values()]
    assert pairs[0] is not None
    return pairs[0], pairs[1], pairs[2]
