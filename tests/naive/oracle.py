"""The second opinion: any game of community cards, given as data and solved card by card.

Nothing here is clever on purpose. No cards are alike, no bet is left out, no decision is skipped: every draw of every
street is laid out and the best action is taken from the last decision backwards. All sums are integers. Plain Python
walks through the streets; the last two are laid out as arrays, one row for each draw of the last but one.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, reduce
from itertools import combinations
from math import comb

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.crisscross.encode import Scheme
from crossfelt.cards import DECK, Card
from crossfelt.errors import BadInput
from crossfelt.kernels.hands import categories
from crossfelt.ranking import Hand

ANTE = -1
"""In place of a street: staked before the first card, one unit."""
NO_DEAL = np.uint8(len(Hand))
"""In place of a hand, for a draw that takes a card twice."""

Values = NDArray[np.int64]
"""Sums of net results in antes, with an axis for each bet on which they depend."""


@dataclass(frozen=True, slots=True)
class Street:
    """A decision, fold or bet, and then the cards that are turned."""

    multiples: tuple[int, ...]
    """The bets that may be made, in antes."""
    cards: int


@dataclass(frozen=True, slots=True)
class Wager:
    """A stake, and the lines and odds that settle it."""

    street: int
    """The street at which it is bet, counted from 0, or `ANTE`."""
    lines: tuple[tuple[int, ...], ...]
    """The places of five cards, one line or several; the highest hand of all lines counts."""
    pay: tuple[int, ...]
    """Odds to 1, indexed by `Hand`."""


@dataclass(frozen=True, slots=True)
class Game:
    """Streets as data. Places count cards in the order in which they are seen; within a street order means nothing."""

    known: int
    """Cards seen before the first decision."""
    streets: tuple[Street, ...]
    wagers: tuple[Wager, ...]
    deck: tuple[Card, ...] = DECK
    ace_low_straight: bool = True

    def seen(self, street: int) -> int:
        """Cards seen when the decision of a street is made."""
        return self.known + sum(entry.cards for entry in self.streets[:street])

    def deals(self, street: int = 0) -> int:
        """How many ways there are to turn the cards of this street and all later ones."""
        ways = 1
        for number in range(street, len(self.streets)):
            ways *= comb(len(self.deck) - self.seen(number), self.streets[number].cards)
        return ways


def criss_cross(scheme: Scheme, deck: tuple[Card, ...] = DECK) -> Game:
    """The main game: two hole cards, the across pair, the down pair, the middle card."""
    across, down = (0, 1, 2, 3, 6), (0, 1, 4, 5, 6)
    return Game(
        known=2,
        streets=tuple(Street(scheme.multiples, cards) for cards in (2, 2, 1)),
        wagers=(
            Wager(ANTE, (across,), scheme.ante),
            Wager(ANTE, (down,), scheme.ante),
            Wager(0, (across,), scheme.pay),
            Wager(1, (down,), scheme.pay),
            Wager(2, (across, down), scheme.pay),
        ),
        deck=deck,
        ace_low_straight=scheme.ace_low_straight,
    )


def action_values(game: Game, cards: Sequence[Card], bets: Sequence[int] = ()) -> list[int]:
    """Return the value of each action at one decision: fold, then each multiple. Later decisions are optimal.

    `cards` are all the cards seen, in order of their places; `bets` are the multiples bet so far. A value is in antes,
    summed over all `game.deals(len(bets))` ways the round can continue, and includes what is already staked.
    """
    street = len(bets)
    if street >= len(game.streets) or len(cards) != game.seen(street):
        raise BadInput(f"{len(cards)} cards and {street} bets are not a decision of this game")
    if len(set(cards)) != len(cards) or not set(cards) <= set(game.deck):
        raise BadInput("the cards must be different cards of the deck")
    if any(bet not in entry.multiples for bet, entry in zip(bets, game.streets, strict=False)):
        raise BadInput("a bet is not one of the street's multiples")
    made = tuple(entry.multiples.index(bet) for bet, entry in zip(bets, game.streets, strict=False))
    fold = _fold_values(game, street)[made]
    return [int(fold), *(int(value) for value in _bet_values(game, street, tuple(cards))[made])]


def best_value(game: Game, cards: Sequence[Card]) -> int:
    """Return the value of the best play with these first cards, summed over all `game.deals()` continuations."""
    return max(action_values(game, cards))


def _bet_values(game: Game, street: int, cards: tuple[Card, ...]) -> Values:
    """[bets so far ..., bet now] -> value of betting, over all that follows."""
    seen = np.array([cards], np.uint8)
    last = len(game.streets) - 1
    if street == last:
        return _total(_last_bet_values(game, seen))
    draws = _draws(game.deck, game.streets[street].cards)
    draws = draws[~np.isin(draws, seen).any(1)]
    rows = np.concatenate([np.repeat(seen, len(draws), 0), draws], 1)
    if street == last - 1:
        return _total(_best(game, last, _last_bet_values(game, rows)))
    results = [_bet_values(game, street + 1, tuple(row)) for row in rows.tolist()]
    return _total(_best(game, street + 1, np.stack(results, -1)))


def _best(game: Game, street: int, bet_values: Values) -> Values:
    """[bets so far ..., row] -> value of the best action, from [bets so far ..., bet now, row]."""
    best: Values = np.maximum(bet_values.max(-2), _fold_values(game, street)[..., None])
    return best


def _total(values: Values) -> Values:
    """The sum over all rows."""
    total: Values = values.sum(-1)
    return total


def _last_bet_values(game: Game, rows: NDArray[np.uint8]) -> Values:
    """[bets so far ..., last bet, row] -> value of betting at the last decision, each row being the cards seen.

    A stake wins its odds, so the value is a sum over the wagers: stake times the odds of all last draws together.
    """
    draws = _draws(game.deck, game.streets[-1].cards)
    is_gone = np.zeros((len(rows), len(draws)), np.bool_)
    for seen in rows.T[:, :, None]:
        for drawn in draws.T:
            is_gone |= seen == drawn
    lines = {line for wager in game.wagers for line in wager.lines}
    hands = {line: np.where(is_gone, NO_DEAL, _line_hands(game, line, rows, draws)) for line in lines}
    values = np.zeros([*(len(entry.multiples) for entry in game.streets), len(rows)], np.int64)
    for wager in game.wagers:
        highest = reduce(np.maximum, (hands[line] for line in wager.lines))
        odds = np.array([*wager.pay, 0], np.int64).take(highest).sum(1)
        values += _stakes(wager, game.streets)[..., None] * odds
    return values


def _line_hands(
    game: Game, line: tuple[int, ...], rows: NDArray[np.uint8], draws: NDArray[np.uint8]
) -> NDArray[np.uint8]:
    """[row, draw] -> the hand of one line; one row for all where the line looks the same in all of them."""
    seen = rows.shape[1]
    known = rows[:, [place for place in line if place < seen]]
    if (known == known[0]).all():
        known = known[:1]
    drawn = draws[:, [place - seen for place in line if place >= seen]]
    five = np.empty((len(known), len(draws), 5), np.uint8)
    for column, cards in enumerate((*known.T[:, :, None], *drawn.T)):
        five[:, :, column] = cards
    return categories(five.reshape(-1, 5), game.ace_low_straight).reshape(len(known), len(draws))


def _stakes(wager: Wager, streets: Sequence[Street]) -> Values:
    """The stake of a wager, with one axis for each street: it depends on the bet of its own street only."""
    axes = [1] * len(streets)
    if wager.street == ANTE:
        return np.ones(axes, np.int64)
    axes[wager.street] = -1
    return np.array(streets[wager.street].multiples, np.int64).reshape(axes)


@cache
def _draws(deck: tuple[Card, ...], cards: int) -> NDArray[np.uint8]:
    """[draw, card] -> every way to take `cards` cards from the whole deck."""
    return np.array(list(combinations(deck, cards)), np.uint8)


@cache
def _fold_values(game: Game, street: int) -> Values:
    """[bets so far ...] -> value of folding: every stake is lost, however the cards would have come."""
    before = game.streets[:street]
    staked = np.zeros([len(entry.multiples) for entry in before], np.int64)
    for wager in game.wagers:
        if wager.street < street:
            staked += _stakes(wager, before)
    return np.multiply(staked, -game.deals(street))
