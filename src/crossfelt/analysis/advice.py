"""The decision at hand, exactly: what each action is worth when everything after it is played best.

Values are in antes for the whole round, wagers already made included. Plain numpy over the kinds of card beside one
hole, without compiled code, so that a single question is answered at once.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from crossfelt import ranking
from crossfelt.analysis.encode import Scheme
from crossfelt.analysis.symmetry import (
    DEALS_PER_HOLE,
    DOWN_PAIRS,
    MIDDLES,
    HoleClass,
    PairTable,
    class_of,
    kind_of,
    kind_ranks,
    pair_index,
    pair_table,
)
from crossfelt.cards import DECK, RANK_NAMES, Card, card_name, repeated
from crossfelt.errors import BadInput
from crossfelt.ranking import Hand

DECISIONS = ("across", "down", "middle")


@dataclass(frozen=True, slots=True)
class Advice:
    """One decision, every action priced."""

    decision: str
    best: str
    """Of equal actions the smallest wager."""
    values: dict[str, Fraction]
    explained: tuple[str, ...]

    @property
    def costs(self) -> dict[str, Fraction]:
        """What each action gives away against the best, in antes."""
        top = self.values[self.best]
        return {name: top - value for name, value in self.values.items()}


def advise(
    scheme: Scheme,
    hole: Sequence[Card],
    across: Sequence[Card] | None = None,
    down: Sequence[Card] | None = None,
    bets: Sequence[int] = (),
) -> Advice:
    """The decision that these cards and bets lead to; `BadInput` lists what does not fit together."""
    _refuse(scheme, hole, across, down, bets)
    pair = (hole[0], hole[1])
    if down is not None and across is not None:
        return _middle(scheme, pair, across, down, bets)
    if across is not None:
        return _down(scheme, pair, across, bets[0])
    return _across(scheme, pair)


def _refuse(
    scheme: Scheme,
    hole: Sequence[Card],
    across: Sequence[Card] | None,
    down: Sequence[Card] | None,
    bets: Sequence[int],
) -> None:
    faults = [
        f"{name}: must be two cards, not {len(cards)}"
        for name, cards in (("hole", hole), ("across", across), ("down", down))
        if cards is not None and len(cards) != 2
    ]
    if down is not None and across is None:
        faults.append("down: the across cards are turned first")
    known = [*hole, *(across or ()), *(down or ())]
    faults.extend(f"the card {card_name(card)} stands twice" for card in repeated(known))
    made = (across is not None) + (down is not None)
    if len(bets) != made:
        faults.append(f"bets: this decision comes after {made} bets, not {len(bets)}")
    allowed = ", ".join(map(str, scheme.multiples))
    faults.extend(f"bets: {bet} is not one of {allowed} antes" for bet in bets if bet not in scheme.multiples)
    if faults:
        raise BadInput(faults)


def _advice(scheme: Scheme, decision: str, values: list[int], deals: int, explained: Sequence[str]) -> Advice:
    names = ["fold", *(f"{multiple}x" for multiple in scheme.multiples)]
    best = names[values.index(max(values))]
    named = {name: Fraction(value, deals) for name, value in zip(names, values, strict=True)}
    return Advice(decision, best, named, tuple(explained))


# ---- the Middle decision: card by card ---------------------------------------------------------------------------


def _middle(
    scheme: Scheme, hole: tuple[Card, Card], across: Sequence[Card], down: Sequence[Card], bets: Sequence[int]
) -> Advice:
    ranker = ranking.ranker(scheme.ace_low_straight)
    pay, ante = scheme.pay, scheme.ante
    left = [card for card in DECK if card not in (*hole, *across, *down)]
    hands = [
        (ranker.hand(*hole, across[0], across[1], card), ranker.hand(*hole, down[0], down[1], card)) for card in left
    ]
    played = sum(ante[first] + ante[second] + bets[0] * pay[first] + bets[1] * pay[second] for first, second in hands)
    higher = [max(pair) for pair in hands]
    middle = sum(pay[hand] for hand in higher)
    values = [-len(left) * (2 + sum(bets)), *(played + multiple * middle for multiple in scheme.multiples)]
    lines = (("Across", [first for first, _ in hands]), ("Down", [second for _, second in hands]), ("Middle", higher))
    explained = [_said(name, left, line, pay) for name, line in lines]
    return _advice(scheme, "middle", values, len(left), explained)


def _said(name: str, left: Sequence[Card], hands: Sequence[Hand], pay: Sequence[int]) -> str:
    """Which middle cards pay, push and lose on one wager."""
    sides: dict[str, list[Card]] = {"pay": [], "push": [], "lose": []}
    for card, hand in zip(left, hands, strict=True):
        odds = pay[hand]
        sides["pay" if odds > 0 else "push" if odds == 0 else "lose"].append(card)
    parts = [
        f"{len(cards)} {word}" + (f": {_ranks_said(cards)}" if word != "lose" else "")
        for word, cards in sides.items()
        if cards
    ]
    return f"{name}: of {len(left)} middle cards " + ", ".join(parts) + "."


def _ranks_said(cards: Sequence[Card]) -> str:
    """Cards by rank from the ace down; a rank with fewer cards than all four names its count."""
    ranks = sorted({card >> 2 for card in cards}, reverse=True)
    return ", ".join(f"{sum(card >> 2 == rank for card in cards)} {RANK_NAMES[rank]}" for rank in ranks)


# ---- the two decisions before: by kinds of card -------------------------------------------------------------------


def _down(scheme: Scheme, hole: tuple[Card, Card], across: Sequence[Card], bet: int) -> Advice:
    start = class_of(*hole)
    table = pair_table(start.shape)
    kinds = [kind_of(start, hole[0] & 3, card) for card in across]
    p = pair_index(table, *kinds)
    hands = _line_hands(start, scheme.ace_low_straight)
    ways = table.ways_after[p].astype(np.int64)
    values = [-(2 + bet) * DOWN_PAIRS * MIDDLES]
    parts = _parts(scheme, table, hands, p)
    values.extend(int(ways @ _played(scheme, parts, bet, reply)) for reply in scheme.multiples)
    left = [card for card in DECK if card not in (*hole, *across)]
    ranker = ranking.ranker(scheme.ace_low_straight)
    line = [ranker.hand(*hole, across[0], across[1], card) for card in left]
    return _advice(scheme, "down", values, DOWN_PAIRS * MIDDLES, [_said("Across", left, line, scheme.pay)])


def _across(scheme: Scheme, hole: tuple[Card, Card]) -> Advice:
    values = list(_first_values(scheme, class_of(*hole)))
    names = [f"{multiple}x" for multiple in scheme.multiples]
    averages = ", ".join(f"{name} {value / DEALS_PER_HOLE:+.4f}" for name, value in zip(names, values[1:], strict=True))
    explained = [f"Folding gives up both antes; playing on is worth, in antes: {averages}."]
    return _advice(scheme, "across", values, DEALS_PER_HOLE, explained)


@lru_cache(maxsize=512)
def _first_values(scheme: Scheme, start: HoleClass) -> tuple[int, ...]:
    table = pair_table(start.shape)
    hands = _line_hands(start, scheme.ace_low_straight)
    totals = [0] * len(scheme.multiples)
    # Between the smallest and the largest bet no other is worth more: the value is convex in the bet.
    ends = sorted({scheme.multiples[0], scheme.multiples[-1]})
    for p in range(table.pairs):
        parts = _parts(scheme, table, hands, p)
        ways = table.ways_after[p].astype(np.int64)
        for number, bet in enumerate(scheme.multiples):
            best = max(int(ways @ _played(scheme, parts, bet, reply)) for reply in ends)
            totals[number] += int(table.ways[p]) * max(best, -(2 + bet) * DOWN_PAIRS * MIDDLES)
    return (-2 * DEALS_PER_HOLE, *totals)


Parts = tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.int64]]
"""Over all down pairs: antes, across line, down line and Middle wager, each summed over the middle cards left."""


def _parts(scheme: Scheme, table: PairTable, hands: NDArray[np.uint8], p: int) -> Parts:
    pay, ante = np.array(scheme.pay, np.int64), np.array(scheme.ante, np.int64)
    left = _left(table, p)
    mine = hands[:, p][:, None]
    antes = (left * (ante[mine] + ante[hands])).sum(0)
    return antes, (left * pay[mine]).sum(0), (left * pay[hands]).sum(0), (left * pay[np.maximum(mine, hands)]).sum(0)


def _played(scheme: Scheme, parts: Parts, bet: int, reply: int) -> NDArray[np.int64]:
    """The value of the best third decision for every down pair."""
    antes, across, down, middle = parts
    stakes = np.maximum(scheme.multiples[0] * middle, scheme.multiples[-1] * middle)
    found: NDArray[np.int64] = np.maximum(antes + bet * across + reply * down + stakes, -MIDDLES * (2 + bet + reply))
    return found


def _left(table: PairTable, p: int) -> NDArray[np.int64]:
    """[kind, down pair] -> middle cards left when both pairs are gone."""
    left = np.repeat(table.counts.astype(np.int64)[:, None], table.pairs, 1)
    columns = np.arange(table.pairs)
    for gone in (table.first, table.second):
        np.subtract.at(left, (gone, columns), 1)
    left[table.first[p]] -= 1
    left[table.second[p]] -= 1
    return left


@lru_cache(maxsize=338)
def _line_hands(start: HoleClass, ace_low_straight: bool) -> NDArray[np.uint8]:
    """[kind of middle card, pair] -> hand beside this hole."""
    built = ranking.tables(ace_low_straight)
    hands = np.frombuffer(built.hands, np.uint8)
    by_key_sum, by_rank_mask = hands[np.array(built.by_key_sum)], hands[np.array(built.by_rank_mask)]
    table = pair_table(start.shape)
    ranks = np.array(kind_ranks(start))
    keys, bits = np.array(ranking.RANK_KEYS)[ranks], 1 << ranks
    own = np.array(ranking.RANK_KEYS)[[start.high, start.low]].sum()
    pair_keys = own + keys[table.first] + keys[table.second]
    found: NDArray[np.uint8] = by_key_sum[keys[:, None] + pair_keys[None, :]]
    if start.suited:
        suited = (np.arange(len(ranks)) >= 13)[:, None] & (table.first >= 13)[None, :]
        masks = (1 << start.high) | (1 << start.low) | bits[table.first] | bits[table.second]
        found = np.where(suited, by_rank_mask[bits[:, None] | masks[None, :]], found)
    return found
