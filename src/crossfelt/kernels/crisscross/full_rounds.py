"""Rounds of a table with side bets: bonus hands, wheels, jackpots, and the limit over all of them.

The cards of a round are those that `table_rounds` deals for the same seed and number; cards beside the cross and spins
come after them. Money is whole cents. A jackpot counts at the reset amount of its meter; the caller applies the growth
of the meters with the ordered list of jackpots.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from crossfelt.kernels.crisscross.dealing import CARDS, deal, first_state
from crossfelt.kernels.crisscross.table_rounds import (
    CROSS,
    HANDS,
    PLACES,
    Classes,
    Hands,
    Ints,
    Plays,
    decide,
    mask_of,
)
from crossfelt.kernels.jit import inlined, inner, kernel
from crossfelt.kernels.king.generator import draw

BONUS_CARDS = 4
NO_EVENT, PAIR_EVENT = 99, -1
"""The event that sets off Xtreme, besides the number of a hand: none, or a pair in a seat's own cards."""
KINDS = 5
"""The kinds of sums: bonus on the cross, six-card bonus, Bonus Spin, Xtreme, and all wagers of the table together."""
_SPIN_BITS = np.uint64(40)
_SPIN_SPARE = np.uint64(24)


class Bonuses(NamedTuple):
    """Wagers that a pay table decides."""

    staked: Ints
    """[0 cross or 1 six cards, seat] -> cents."""
    odds: Ints
    """[0 cross or 1 six cards, hand] -> win of one unit, -1 if it loses."""


class Wheels(NamedTuple):
    """Wagers that wheels decide."""

    spins: Ints
    """Seat -> 1 if a pair spins the wheel of Bonus Spin."""
    wagered: Ints
    """[0 Bonus Spin or 1 Xtreme, seat] -> cents."""
    event: int
    """The lowest hand on the cross that sets off Xtreme, or one of the two names above."""
    sizes: Ints
    """Seat -> the row of its Hot Spot wheel below, 0 without an Xtreme wager; row 0 is the wheel of Bonus Spin."""
    turns: Ints
    """[row, segment] -> weights of this and all earlier segments, filled up with the total."""
    pays: Ints
    """[row, segment] -> cents for the spinning seat; a jackpot at the reset amount of its meter."""
    meters: Ints
    """[row, segment] -> the number of the meter that is won there, or -1."""
    shared: Ints
    """[seat, segment] -> cents of this seat when another one spins that segment of Bonus Spin."""
    positions: Ints
    """Position of the Community lists -> weights of this and all earlier ones."""
    lists: Ints
    """[seat, position] -> cents for this seat."""


class Limit(NamedTuple):
    """Amounts for the sum of all wagers."""

    nets: Ints
    """Outcome of the main game -> cents, before the limit."""
    won: Ints
    """Outcome -> cents won on wagers that the limit covers."""
    covers: Ints
    """1 or 0 for the bonus on the cross and the six-card bonus."""
    cents: int
    """The most that the covered wagers of one seat may win in a round."""


class FullSums(NamedTuple):
    """The sums of a number of rounds."""

    outcomes: Ints
    """[seat, outcome] -> rounds."""
    table: Ints
    """As in `table_rounds`."""
    cross: Ints
    """Hand -> rounds in which the five community cards make it."""
    six: Ints
    """[seat, hand] -> rounds in which it is the best of the seat's cards and the cards beside the cross."""
    spun: Ints
    """[0 Bonus Spin or 1 Hot Spot, seat, segment] -> spins."""
    community: Ints
    """Position -> spins of the Community wheel."""
    sums: Ints
    """[kind, ...] -> net cents of the table, and its squares in two parts: below 2**32, and how often 2**32."""
    cut: Ints
    """[0] -> cents that the limit took off."""


@kernel
def play_full_rounds(
    seed: Any,
    start: int,
    stop: int,
    hands: Hands,
    classes: Classes,
    plays: Plays,
    nets: Ints,
    bonuses: Bonuses,
    wheels: Wheels,
    limit: Limit,
    sums: FullSums,
    jackpots: Ints,
) -> int:
    """Play the rounds from `start` to before `stop` and add them up. Jackpots are listed as [round, meter] while there
    is room; the result is their number."""
    seats = plays.fixed.shape[0]
    extra = BONUS_CARDS if bonuses.staked[1].max() > 0 else 0
    fresh, deck = np.empty(CARDS, np.uint8), np.empty(CARDS, np.uint8)
    for card in range(CARDS):
        fresh[card] = card
    won = np.zeros(KINDS, np.int64)
    counted = np.zeros(seats, np.int64)
    listed_count = 0
    for number in range(start, stop):
        deck[:] = fresh
        state = deal(first_state(seed, number), deck, CROSS + 2 * seats + extra)
        won[:] = 0
        together = 0
        for seat in range(seats):
            outcome = outcome_of(deck, seat, hands, classes, plays)
            sums.outcomes[seat, outcome] += 1
            together += nets[outcome]
            won[KINDS - 1] += limit.nets[outcome]
            counted[seat] = limit.won[outcome]
        square = together * together
        sums.table[0] += together
        sums.table[1] += square & 0xFFFFFFFF
        sums.table[2] += square >> 32
        on_cross = hand_of(deck[0], deck[1], deck[2], deck[3], deck[4], hands)
        sums.cross[on_cross] += 1
        for seat in range(seats):
            for kind in range(2):
                staked = bonuses.staked[kind, seat]
                if staked == 0:
                    continue
                hand = on_cross
                if kind == 1:
                    hand = best_of_six(deck, seat, seats, hands)
                    sums.six[seat, hand] += 1
                net = staked * bonuses.odds[kind, hand]
                won[kind] += net
                if net > 0 and limit.covers[kind]:
                    counted[seat] += net
            over = counted[seat] - limit.cents
            if over > 0:
                sums.cut[0] += over
                won[KINDS - 1] -= over
        state, listed_count = spin_bonus(state, number, deck, wheels, sums, won, jackpots, listed_count)
        state, listed_count = spin_xtreme(state, number, deck, on_cross, wheels, sums, won, jackpots, listed_count)
        for kind in range(KINDS - 1):
            won[KINDS - 1] += won[kind]
        for kind in range(KINDS):
            sums.sums[kind, 0] += won[kind]
            square = won[kind] * won[kind]
            sums.sums[kind, 1] += square & 0xFFFFFFFF
            sums.sums[kind, 2] += square >> 32
    return listed_count


@inner
def outcome_of(deck: Ints, seat: int, hands: Hands, classes: Classes, plays: Plays) -> int:
    """Return the outcome of the main game for a seat, numbered as in `table_rounds`."""
    a, b, c, d, m = deck[0], deck[1], deck[2], deck[3], deck[4]
    x, y = deck[CROSS + 2 * seat], deck[CROSS + 2 * seat + 1]
    outcome = plays.fixed[seat]
    if outcome < 0:
        outcome = decide(x, y, a, b, c, d, plays.strategies[seat], classes, plays)
    if outcome >= plays.multiples**3:
        return outcome + plays.multiples**3 * (PLACES - 1)
    return outcome * PLACES + hand_of(x, y, a, b, m, hands) * HANDS + hand_of(x, y, c, d, m, hands)


@inner
def hand_of(a: int, b: int, c: int, d: int, e: int, hands: Hands) -> int:
    """Return the hand of five cards."""
    if ((a ^ b) | (a ^ c) | (a ^ d) | (a ^ e)) & 3:
        keys = hands.keys
        return hands.by_key_sum[keys[a] + keys[b] + keys[c] + keys[d] + keys[e]]
    return hands.by_rank_mask[mask_of(a, b, c, d, e)]


@inner
def best_of_six(deck: Ints, seat: int, seats: int, hands: Hands) -> int:
    """Return the best hand of a seat's two cards and the four beside the cross: each of the six cards is left out
    once."""
    cards = np.empty(BONUS_CARDS + 2, np.int64)
    for place in range(2):
        cards[place] = deck[CROSS + 2 * seat + place]
    for place in range(BONUS_CARDS):
        cards[2 + place] = deck[CROSS + 2 * seats + place]
    best = 0
    for _ in range(BONUS_CARDS + 2):
        hand = hand_of(cards[0], cards[1], cards[2], cards[3], cards[4], hands)
        best = max(best, hand)
        last = cards[5]
        for place in range(5, 0, -1):
            cards[place] = cards[place - 1]
        cards[0] = last
    return best


@inlined
def turned(state: Any, turns: Any) -> tuple[Any, Any]:
    """Spin a wheel given by its running weights; return the new generator state and the segment."""
    state, bits = draw(state)
    total = np.uint64(turns[turns.shape[0] - 1])
    stop = np.int64(((bits >> _SPIN_SPARE) * total) >> _SPIN_BITS)
    segment = 0
    while turns[segment] <= stop:
        segment += 1
    return state, segment


@inlined
def has_pair(deck: Any, seat: Any) -> Any:
    """Return whether a seat's own two cards are a pair."""
    return deck[CROSS + 2 * seat] >> 2 == deck[CROSS + 2 * seat + 1] >> 2


@inner
def spin_bonus(
    state: Any, number: int, deck: Ints, wheels: Wheels, sums: FullSums, won: Ints, jackpots: Ints, listed_count: int
) -> tuple[Any, int]:
    """Play Bonus Spin: each pair with the wager spins, and a symbol with two amounts pays the other seats too. Seats
    are paid from the last to the first."""
    seats = wheels.spins.shape[0]
    for seat in range(seats - 1, -1, -1):
        won[2] -= wheels.wagered[0, seat]
        if not wheels.spins[seat] or not has_pair(deck, seat):
            continue
        state, segment = turned(state, wheels.turns[0])
        sums.spun[0, seat, segment] += 1
        won[2] += wheels.pays[0, segment]
        for other in range(seats):
            if other != seat:
                won[2] += wheels.shared[other, segment]
        listed_count = listed(jackpots, listed_count, number, wheels.meters[0, segment])
    return state, listed_count


@inner
def spin_xtreme(
    state: Any,
    number: int,
    deck: Ints,
    on_cross: int,
    wheels: Wheels,
    sums: FullSums,
    won: Ints,
    jackpots: Ints,
    listed_count: int,
) -> tuple[Any, int]:
    """Play Bonus Spin Xtreme: one Community spin for every seat with the wager, then the Hot Spots, from the last seat
    to the first."""
    seats = wheels.sizes.shape[0]
    if wheels.event == NO_EVENT:
        return state, listed_count
    wagering, pairs = 0, 0
    for seat in range(seats):
        if wheels.sizes[seat]:
            won[3] -= wheels.wagered[1, seat]
            wagering += 1
            pairs += has_pair(deck, seat)
    by_pair = wheels.event == PAIR_EVENT
    if wagering == 0 or (pairs == 0 if by_pair else on_cross < wheels.event):
        return state, listed_count
    state, position = turned(state, wheels.positions)
    sums.community[position] += 1
    hot = np.int64(-1)
    if not by_pair:
        state, bits = draw(state)
        hot = np.int64(((bits >> _SPIN_SPARE) * np.uint64(wagering)) >> _SPIN_BITS)
    place = wagering
    for seat in range(seats - 1, -1, -1):
        size = wheels.sizes[seat]
        if size == 0:
            continue
        won[3] += wheels.lists[seat, position]
        place -= 1
        if not (has_pair(deck, seat) if by_pair else place == hot):
            continue
        state, segment = turned(state, wheels.turns[size])
        sums.spun[1, seat, segment] += 1
        won[3] += wheels.pays[size, segment]
        listed_count = listed(jackpots, listed_count, number, wheels.meters[size, segment])
    return state, listed_count


@inlined
def listed(jackpots: Any, listed_count: Any, number: Any, meter: Any) -> Any:
    """List a jackpot if there is a meter and room for it; return the number so far."""
    if meter < 0:
        return listed_count
    if listed_count < jackpots.shape[0]:
        jackpots[listed_count, 0] = number
        jackpots[listed_count, 1] = meter
    return listed_count + 1
