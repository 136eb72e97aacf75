"""Many rounds of one seat in parallel, one decision each, for the environments of Criss Cross.

A *row* is one round. Its cards are those of round `number` of the same seed in `table_rounds` with one seat, to the
last bit. Action 0 folds, action i bets multiple i of the list, counted from 1.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from crossfelt.kernels.crisscross.dealing import CARDS, deal, first_state
from crossfelt.kernels.crisscross.table_rounds import CROSS, HANDS, PLACES, Hands, mask_of
from crossfelt.kernels.jit import inner, kernel

FACE_DOWN = 52
SEEN = 7
"""Cards of a round: two of the seat, two across, two down, the middle."""
TURNED = (2, 4, 6, 7)
"""The number of cards that the seat sees at each decision, and when all bets are made."""
DECISIONS = 3
OVER = 3
"""The stage of a round that is settled."""
SEED, ROUND = range(2)
"""Columns of `Rows.chance`."""


class Rows(NamedTuple):
    """The rounds, one per row. All arrays are written in place."""

    cards: NDArray[np.uint8]
    """(row, place) -> card as the seat sees it, or `FACE_DOWN`."""
    bets: NDArray[np.uint8]
    """(row, decision) -> antes bet there, 0 before."""
    stages: NDArray[np.int64]
    """The number of bets made, or `OVER`."""
    masks: NDArray[np.int8]
    """(row, action) -> 1 where it is legal."""
    dealt: NDArray[np.uint8]
    """(row, place) -> card, visible or not."""
    numbers: NDArray[np.int64]
    """The bets so far as one number, in the order of `table_rounds`."""
    chance: NDArray[np.uint64]
    rewards: NDArray[np.float64]
    ended: NDArray[np.bool_]
    """Whether the round ended in this call."""
    final_cards: NDArray[np.uint8]
    final_bets: NDArray[np.uint8]
    """The seat's last view of a round whose row has already started the next one."""


class Pays(NamedTuple):
    """Pays, and the hands that earn them."""

    hands: Hands
    multiples: NDArray[np.int64]
    nets: NDArray[np.float64]
    """The win of each outcome of a round played to the end, in antes."""


@inner
def begin_round(
    deck: Any, fresh: Any, seed: Any, number: Any, dealt: Any, cards: Any, bets: Any, mask: Any
) -> None:  # fmt: skip
    """Deal a round: the seat sees its own two cards."""
    for card in range(CARDS):
        deck[card] = fresh[card]
    deal(first_state(seed, number), deck, CROSS + 2)
    for place in range(SEEN):
        dealt[place] = deck[CROSS + place] if place < 2 else deck[place - 2]
        cards[place] = dealt[place] if place < TURNED[0] else FACE_DOWN
    for decision in range(DECISIONS):
        bets[decision] = 0
    for action in range(mask.shape[0]):
        mask[action] = 1


@inner
def outcome_of(dealt: Any, keys: Any, by_key_sum: Any, by_rank_mask: Any) -> int:
    """Return the hands across and down as one number, in the order of `table_rounds`."""
    x, y, a, b, c, d, m = dealt[0], dealt[1], dealt[2], dealt[3], dealt[4], dealt[5], dealt[6]
    own = keys[x] + keys[y] + keys[m]
    across, down = by_key_sum[own + keys[a] + keys[b]], by_key_sum[own + keys[c] + keys[d]]
    if (x ^ y | x ^ m) & 3 == 0:
        if (x ^ a | x ^ b) & 3 == 0:
            across = by_rank_mask[mask_of(x, y, a, b, m)]
        if (x ^ c | x ^ d) & 3 == 0:
            down = by_rank_mask[mask_of(x, y, c, d, m)]
    return across * HANDS + down


@kernel
def begin_rounds(rows: Rows, chosen: Any) -> None:
    """Begin the round of a seed and number in every chosen row."""
    fresh, deck = np.arange(CARDS).astype(np.uint8), np.empty(CARDS, np.uint8)
    for row in range(chosen.shape[0]):
        if chosen[row]:
            seed, number = rows.chance[row, SEED], rows.chance[row, ROUND]
            begin_round(
                deck, fresh, seed, number, rows.dealt[row], rows.cards[row], rows.bets[row], rows.masks[row]
            )  # fmt: skip
            rows.stages[row] = rows.numbers[row] = 0
            rows.rewards[row] = 0
            rows.ended[row] = False


@kernel
def step_rounds(actions: Any, rows: Rows, pays: Pays, at_once: bool, start: int, stop: int) -> None:
    """Take one decision in each row from `start` to before `stop`, all of them legal.

    A row whose round was over begins its next one instead. With `at_once`, a row whose round ends starts the next one
    in the same call, and the final arrays have what the seat saw.
    """
    # Arrays are taken out of the tuple once, because numba counts references each time.
    cards, bets, stages, masks, dealt, numbers = (
        rows.cards,
        rows.bets,
        rows.stages,
        rows.masks,
        rows.dealt,
        rows.numbers,
    )
    chance, rewards, ended, final_cards, final_bets = (
        rows.chance, rows.rewards, rows.ended, rows.final_cards, rows.final_bets,
    )  # fmt: skip
    keys, by_key_sum, by_rank_mask = pays.hands.keys, pays.hands.by_key_sum, pays.hands.by_rank_mask
    multiples, nets = pays.multiples, pays.nets
    fresh, deck = np.arange(CARDS).astype(np.uint8), np.empty(CARDS, np.uint8)
    for row in range(start, stop):
        reward = 0.0
        is_over = False
        stage = stages[row]
        begins = stage == OVER
        if not begins:
            action = actions[row]
            if action == 0:
                reward = -2.0 - bets[row, 0] - bets[row, 1]
                is_over = True
            else:
                bets[row, stage] = multiples[action - 1]
                numbers[row] = numbers[row] * multiples.shape[0] + action - 1
                for place in range(TURNED[stage], TURNED[stage + 1]):
                    cards[row, place] = dealt[row, place]
                stage += 1
                if stage == DECISIONS:
                    is_over = True
                    reward = nets[numbers[row] * PLACES + outcome_of(dealt[row], keys, by_key_sum, by_rank_mask)]
            if is_over:
                stage = OVER
                begins = at_once
                if at_once:
                    for place in range(SEEN):
                        final_cards[row, place] = cards[row, place]
                    for decision in range(DECISIONS):
                        final_bets[row, decision] = bets[row, decision]
                else:
                    for action in range(masks.shape[1]):
                        masks[row, action] = 0
        if begins:
            chance[row, ROUND] += np.uint64(1)
            seed, number = chance[row, SEED], chance[row, ROUND]
            begin_round(deck, fresh, seed, number, dealt[row], cards[row], bets[row], masks[row])
            stage = numbers[row] = 0
        rewards[row] = reward
        ended[row] = is_over
        stages[row] = stage
