"""Whole rounds at a table of one to six seats: dealt, decided, settled and added up, all in whole antes.

Cards 0 to 4 of a deck are the cross (across, across, down, down, middle), two more are each seat's. Seats decide by
arrays, as the solver and strategy cards make them: by starting hand, by the pair across, by the pair down. A seat that
always makes the same bets needs none.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crossfelt.kernels.crisscross.dealing import CARDS, deal, first_state
from crossfelt.kernels.jit import inlined, inner, kernel

Ints = NDArray[Any]
CROSS = 5
HANDS = 12
PLACES = HANDS * HANDS
"""The results of a seat that played to the end: its hand across and its hand down."""


class Hands(NamedTuple):
    """The look-up tables of five-card hands, by card."""

    keys: Ints
    by_key_sum: Ints
    by_rank_mask: Ints


class Classes(NamedTuple):
    """Starting hands, and the cards beside them as the decisions see them."""

    of_cards: Ints
    """[card, card] -> one of the 169 starting hands."""
    kinds: Ints
    """[starting hand, 0 or 1 for a card of a suited hand's suit, rank] -> kind of card."""
    pairs: Ints
    """[0 or 1 for a suited hand, kind, kind] -> kind of pair."""
    widths: Ints
    """Starting hand -> the number of kinds of pair beside it."""
    second_at: Ints
    third_at: Ints
    """Starting hand -> the offset of its decisions."""


class Plays(NamedTuple):
    """The strategies of the seats."""

    fixed: Ints
    """Seat -> the number of the bets that it always makes, as in `bets_number`; -1 if it decides."""
    strategies: Ints
    """Seat -> its strategy, a row of the following arrays."""
    first: Ints
    """[strategy, starting hand] -> 0 folds, else a bet: its number, from 1."""
    second: Ints
    third: Ints
    """[strategy, ...] as in `Classes`."""
    multiples: int
    """The number of different bets."""


class Sums(NamedTuple):
    """The sums of a number of rounds."""

    outcomes: Ints
    """[seat, outcome] -> rounds."""
    table: Ints
    """Net of all seats together, and its squares in two parts: below 2**32, and multiples of 2**32. The rounds are
    independent, the seats of one round are not."""


@kernel
def play_rounds(
    seed: Any, start: int, stop: int, hands: Hands, classes: Classes, plays: Plays, nets: Ints, sums: Sums
) -> None:
    """Play the rounds from `start` to before `stop`, and add them up. `nets` is the win of each outcome, in antes.

    Outcomes are numbered by the three bets and both hands, `PLACES` for each combination of bets; then come the folds:
    at the first decision, at the second by the first bet, at the third by both bets.
    """
    keys, by_key_sum, by_rank_mask = hands.keys, hands.by_key_sum, hands.by_rank_mask
    fixed, strategies, outcomes = plays.fixed, plays.strategies, sums.outcomes
    seats = fixed.shape[0]
    fresh, deck = np.empty(CARDS, np.uint8), np.empty(CARDS, np.uint8)
    for card in range(CARDS):
        fresh[card] = card
    total, low, high = 0, 0, 0
    for number in range(start, stop):
        deck[:] = fresh
        deal(first_state(seed, number), deck, CROSS + 2 * seats)
        a, b, c, d, m = deck[0], deck[1], deck[2], deck[3], deck[4]
        across_keys = keys[a] + keys[b] + keys[m]
        down_keys = keys[c] + keys[d] + keys[m]
        across_suit = a & 3 if (a ^ b | a ^ m) & 3 == 0 else 4
        down_suit = c & 3 if (c ^ d | c ^ m) & 3 == 0 else 4
        together = 0
        for seat in range(seats):
            x, y = deck[CROSS + 2 * seat], deck[CROSS + 2 * seat + 1]
            outcome = fixed[seat]
            if outcome < 0:
                outcome = decide(x, y, a, b, c, d, strategies[seat], classes, plays)
            if outcome < plays.multiples**3:
                suit = x & 3 if (x ^ y) & 3 == 0 else 5
                own = keys[x] + keys[y]
                across, down = by_key_sum[own + across_keys], by_key_sum[own + down_keys]
                if suit == across_suit:
                    across = by_rank_mask[mask_of(x, y, a, b, m)]
                if suit == down_suit:
                    down = by_rank_mask[mask_of(x, y, c, d, m)]
                outcome = outcome * PLACES + across * HANDS + down
            else:
                outcome += plays.multiples**3 * (PLACES - 1)
            outcomes[seat, outcome] += 1
            together += nets[outcome]
        total += together
        square = together * together
        low += square & 0xFFFFFFFF
        high += square >> 32
    sums.table[0] += total
    sums.table[1] += low
    sums.table[2] += high


@inner
def mask_of(x: int, y: int, a: int, b: int, m: int) -> int:
    """Return the ranks of five cards, a bit for each."""
    return (1 << (x >> 2)) | (1 << (y >> 2)) | (1 << (a >> 2)) | (1 << (b >> 2)) | (1 << (m >> 2))


@inner
def decide(x: int, y: int, a: int, b: int, c: int, d: int, strategy: int, classes: Classes, plays: Plays) -> int:
    """Return the number of the three bets of a seat that decides by its cards, or of its fold."""
    count = plays.multiples
    own = classes.of_cards[x, y]
    first = plays.first[strategy, own] - 1
    if first < 0:
        return count**3
    p, q = pair_number(x, y, a, b, own, classes), pair_number(x, y, c, d, own, classes)
    second = plays.second[strategy, classes.second_at[own] + p] - 1
    if second < 0:
        return count**3 + 1 + first
    third = plays.third[strategy, classes.third_at[own] + p * classes.widths[own] + q] - 1
    if third < 0:
        return count**3 + 1 + count + first * count + second
    return (first * count + second) * count + third


@inlined
def pair_number(x: Any, y: Any, a: Any, b: Any, own: Any, classes: Any) -> Any:
    """Return the kind of a pair on the cross beside these cards."""
    suited = 1 if (x ^ y) & 3 == 0 else 0
    kinds = classes.kinds[own]
    one = kinds[1 if suited and (a ^ x) & 3 == 0 else 0, a >> 2]
    two = kinds[1 if suited and (b ^ x) & 3 == 0 else 0, b >> 2]
    return classes.pairs[suited, one, two]
