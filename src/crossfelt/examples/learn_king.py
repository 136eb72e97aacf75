"""Learn to play King Cross Poker with numpy alone: python learn_king.py [BATCHES] [GAMES]

Plays BATCHES times 500 games (default 100, half a minute on one core), learning after each batch, and then GAMES games
(default 1000) on the same dice as the package's greedy player. See docs/environments.md.

The value of a sheet is a sum over its twelve lines, each with a short description: how many cards it has, how many of
them pair up, whether they share a suit, whether a straight is possible. The value of each description is learned from
final scores. A roll goes to the square where the descriptions of its lines gain the most.
"""

import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray

from crossfelt.envs import KingCrossVector, baseline, play_games

Ints = NDArray[np.int64]
GAMES_A_BATCH = 500
NO_CARD, KING = 49, 48
SQUARES, SUITS, VALUES = 25, 4, 12
LINES = np.array(
    [range(column, 25, 5) for column in range(5)]
    + [range(5 * row, 5 * row + 5) for row in range(5)]
    + [range(0, 25, 6), range(4, 21, 4)]
)
THROUGH = np.array([[square in line for square in range(SQUARES)] for line in LINES], float)
HAS_KING = (LINES == 12).any(axis=1).astype(int)
DESCRIPTIONS = 2 * 6 * 7 * 2 * 2
STEP = 0.15
GRAIN = 1024
"""Values are multiples of 1/1024, so that their sums are exact and every machine learns the same."""


def describe(cards: Ints) -> Ints:
    """Return a number for each line: `cards` is (..., 12 lines, cards of a line), with `NO_CARD` for an empty
    square."""
    is_here, value, suit = cards != NO_CARD, cards >> 2, cards & 3
    equal = np.zeros(cards.shape[:-1], int)
    for place in range(1, cards.shape[-1]):
        twins = value[..., :place] == value[..., place, None]
        equal += (twins & is_here[..., :place] & is_here[..., place, None]).sum(-1)
    ace_high = np.where(value == 0, 13, value)
    in_reach = (equal == 0) & ((spread(value, is_here) <= 4) | (spread(ace_high, is_here) <= 4))
    # The King has no suit of its own.
    is_suited = spread(suit, is_here & (cards != KING)) <= 0
    number = (HAS_KING * 6 + is_here.sum(-1)) * 7 + np.minimum(equal, 6)
    result: Ints = (number * 2 + is_suited) * 2 + in_reach
    return result


def spread(numbers: Ints, is_here: NDArray[np.bool_]) -> Ints:
    """Return the distance from the smallest to the largest of those present; below zero for none."""
    result: Ints = np.where(is_here, numbers, -99).max(-1) - np.where(is_here, numbers, 99).min(-1)
    return result


class Learner:
    """The value of each description, and a player that uses it."""

    def __init__(self) -> None:
        self.worth = np.zeros(DESCRIPTIONS)

    def gains(self, sheets: Ints, cards: Ints) -> NDArray[np.float64]:
        """Return the gain of each of the 25 squares from a card; full lines gain nothing."""
        lines = sheets[..., LINES].astype(int)
        added = np.broadcast_to(cards[..., None, None], (*lines.shape[:-1], 1))
        has_room = (lines == NO_CARD).any(-1)
        after = np.where(has_room, describe(np.concatenate([lines, added], -1)), 0)
        gains: NDArray[np.float64] = np.where(has_room, self.worth[after] - self.worth[describe(lines)], 0.0) @ THROUGH
        return gains

    def act(self, observation: dict[str, Any], /) -> Ints:
        """Return the best square of each game, or for a wild roll the change with the best square."""
        mask, sheets, rolls = observation["action_mask"], observation["sheet"], np.minimum(observation["roll"], 47)
        actions = best(self.gains(sheets, rolls), mask[:, :SQUARES])
        wild = np.flatnonzero(mask[:, SQUARES:].any(axis=1))
        if len(wild):
            rolled, sheet = rolls[wild, None], sheets[wild, None].repeat(SUITS + VALUES, axis=1)
            changed = np.concatenate([(rolled & ~3) + np.arange(SUITS), np.arange(VALUES) * 4 + (rolled & 3)], axis=1)
            gains = np.where(sheet == NO_CARD, self.gains(sheet, changed), -np.inf).max(axis=2)
            actions[wild] = SQUARES + best(gains, mask[wild, SQUARES:])
        return actions

    def learn(self, env: KingCrossVector, seed: int) -> float:
        """Play one game in each environment, and move each description towards the final scores."""
        observation, _ = env.reset(seed=seed)
        seen, scores, is_over = [], np.zeros(env.num_envs), np.zeros(env.num_envs, bool)
        while not is_over.all():
            observation, rewards, ended, _, _ = env.step(self.act(observation))
            seen.append((~is_over, describe(observation["sheet"][:, LINES].astype(int))))
            scores += np.where(is_over, 0, rewards)
            is_over |= ended
        errors, times = np.zeros(DESCRIPTIONS), np.zeros(DESCRIPTIONS)
        for playing, described in seen:
            lines = described[playing]
            missed = scores[playing] - self.worth[lines].sum(axis=1)
            errors += np.bincount(lines.ravel(), missed.repeat(len(LINES)), DESCRIPTIONS)
            times += np.bincount(lines.ravel(), minlength=DESCRIPTIONS)
        self.worth = np.round((self.worth + STEP * errors / np.maximum(times, 1)) * GRAIN) / GRAIN
        return float(scores.mean())


def best(gains: NDArray[np.float64], legal: NDArray[np.int8]) -> Ints:
    """Return the legal action that gains the most."""
    result: Ints = np.where(legal, gains, -np.inf).argmax(axis=1)
    return result


def main(batches: int = 100, games: int = 1_000) -> None:
    """Learn, print the progress, and compare."""
    learner, env = Learner(), KingCrossVector(GAMES_A_BATCH)
    for batch in range(batches):
        mean = learner.learn(env, seed=1_000_000 + batch * GAMES_A_BATCH)
        if batch % max(1, batches // 5) == 0:
            print(f"after {batch * GAMES_A_BATCH:,} games: a mean of {mean:.0f} points")
    env = KingCrossVector(games)
    learned, greedy = play_games(env, learner, seed=1), play_games(env, baseline(env, "greedy"), seed=1)
    lead = learned - greedy
    error = lead.std(ddof=1) / games**0.5
    print(f"on {games:,} games of the same dice: learned {learned.mean():.1f}, greedy {greedy.mean():.1f}")
    print(f"ahead of greedy by {lead.mean():.1f} points, standard error {error:.1f}")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
