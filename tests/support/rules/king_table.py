"""A King Cross table for the clause tests: a real match whose rolls and placements a test writes as text.

    table = KingTable("communal", seats=(1, 2))
    table.roll("7h")
    table.place(1, "a1")
    table.place(2, "c4")
    table.sheet(1)

and full sheets: `scored(rows)` is the score of five lines of cards, `changed(rows, a1="Ah")` another sheet.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from crossfelt.cards import card_name
from crossfelt.errors import IllegalAction, IllegalActionCode
from crossfelt.game import CHANCE, Actor, seat_actor
from crossfelt.kingcross.actions import Action, Place, RollDice
from crossfelt.kingcross.dice import parse_roll
from crossfelt.kingcross.events import Event, MatchFinished
from crossfelt.kingcross.grid import sheet_from_grid
from crossfelt.kingcross.match import KING_CROSS, open_match
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.rules import MatchRules, Mode
from crossfelt.kingcross.scorecard import AchievementName
from crossfelt.kingcross.scoring import AchievementScore, Score, score_sheet
from crossfelt.kingcross.sheet import SQUARE_NAMES, Sheet
from crossfelt.kingcross.state import MatchState, SeatState


class KingTable:
    """One match."""

    def __init__(
        self, mode: Mode = "solo", seats: tuple[int, ...] = (1,), bonus: bool = False, **choices: object
    ) -> None:
        self.contest = open_match(MatchRules(load_score_card(choices=choices), mode, bonus), seats)

    @property
    def state(self) -> MatchState:
        return self.contest.state

    def act(self, actor: Actor, action: Action) -> tuple[Event, ...]:
        return self.contest.act(actor, action)

    def roll(self, text: str) -> tuple[Event, ...]:
        """The dice show this, as faces (`7 1`) or as the card (`7h`)."""
        roll = parse_roll(text)
        return self.act(CHANCE, RollDice(roll.value, roll.suit))

    def seat(self, number: int = 1) -> SeatState:
        seat = self.state.seat(number)
        assert seat is not None
        return seat

    def sheet(self, number: int = 1) -> Sheet:
        return self.seat(number).sheet

    def place(self, number: int, square: str, card: str | None = None) -> tuple[Event, ...]:
        """Place the card in hand as it is, or as another one."""
        seat = self.seat(number)
        in_hand = "Ah" if seat.in_hand is None else card_name(seat.in_hand)
        return self.act(seat_actor(number), Place(len(seat.rolls), square, card or in_hand))

    def fill(self, rows: str, seats: tuple[int, ...] = (1,)) -> None:
        """Roll and place these five rows on the sheets of the seats, row by row, as far as they are empty."""
        for name, card in zip(SQUARE_NAMES, rows.split(), strict=True):
            if card != "K" and self.sheet(seats[0]).squares[SQUARE_NAMES.index(name)] is None:
                self.roll(card)
                for seat in seats:
                    self.place(seat, name)

    def finished(self) -> MatchFinished:
        assert self.state.finished is not None
        return self.state.finished

    def legal(self, number: int = 1) -> set[tuple[str, str]]:
        """Return the seat's legal placements, as square and card."""
        actions = KING_CROSS.legal_actions(self.state, seat_actor(number))
        return {(action.square, action.card) for action in actions if isinstance(action, Place)}


@contextmanager
def refused(code: IllegalActionCode, message: str | None = None) -> Iterator[None]:
    """Expect the block to be refused with this code, and with a message that matches `message`."""
    with pytest.raises(IllegalAction, match=message) as caught:
        yield
    assert caught.value.code is code


def sheet_of(rows: str, **choices: object) -> Sheet:
    """A full sheet from 25 cards."""
    names = rows.split()
    return sheet_from_grid([names[start : start + 5] for start in range(0, 25, 5)], load_score_card(choices=choices))


def scored(rows: str, bonus: bool = True, **choices: object) -> Score:
    """The score of 25 cards."""
    return score_sheet(load_score_card(choices=choices), sheet_of(rows, **choices), bonus)


def reached(name: AchievementName, rows: str, **choices: object) -> AchievementScore:
    """One achievement of 25 cards in bonus mode."""
    return next(entry for entry in scored(rows, True, **choices).achievements if entry.name == name)


def changed(rows: str, **squares: str) -> str:
    """The same cards but for these squares."""
    names = rows.split()
    for name, card in squares.items():
        names[SQUARE_NAMES.index(name)] = card
    return " ".join(names)
