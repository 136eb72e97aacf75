"""The actions of a round. Each docstring begins with the actors that may take it; `round.decide` answers.

Cards are written as their two-character names, amounts as whole cents, and seats count from 1.
"""

from __future__ import annotations

from typing import get_args

from crossfelt.crisscross.progressives.play import WheelName
from crossfelt.crisscross.rulebook import StageName
from crossfelt.schema import Message, message


@message
class PlaceWagers(Message):
    """Seat: the whole set of wagers before the first card; a second set replaces the first."""

    wagers: dict[str, int]


@message
class WithdrawWagers(Message):
    """Seat: takes the whole set back, before betting closes."""


@message
class CloseBetting(Message):
    """System or floor: "no more bets"."""


@message
class Shuffle(Message):
    """Chance: all 52 cards, first card dealt first."""

    deck: tuple[str, ...]


@message
class Spin(Message):
    """Chance: the symbol where the awaited wheel stops; for Community the position from 1, as text."""

    wheel: WheelName
    seat: int | None
    symbol: str


@message
class DrawHotSpot(Message):
    """Chance: the seat that is the Hot Spot of Bonus Spin Xtreme."""

    seat: int


@message
class Deal(Message):
    """System: the next `cards` cards in the rule book's order, or all that are left."""

    cards: int | None = None


@message
class Bet(Message):
    """Seat: a multiple of the ante on the spot of this stage."""

    stage: StageName
    multiple: int


@message
class Fold(Message):
    """Seat: gives up the antes and bets made so far."""

    stage: StageName


@message
class Abandon(Message):
    """System: the player has left or run out of time, and the table decides from now on (reading R15)."""

    seat: int


@message
class TakeOver(Message):
    """System: the floor removed the player; the table folds for the seat, whose other wagers stay (reading R15)."""

    seat: int


@message
class Report(Message):
    """Floor: an irregularity, with the place of the card where one was exposed."""

    irregularity: str
    place: str | None = None


@message
class ForfeitSeat(Message):
    """Floor: every wager of a player who broke a rule of conduct (reading R16)."""

    seat: int
    reason: str


@message
class VoidRound(Message):
    """Floor or system: the round can't continue, for a reason that no clause names; everything is returned."""

    reason: str


@message
class Settle(Message):
    """System: settles the next `count` wagers, or all that can be settled before the next spin."""

    wagers: int | None = None


Action = (
    PlaceWagers
    | WithdrawWagers
    | CloseBetting
    | Shuffle
    | Spin
    | DrawHotSpot
    | Deal
    | Bet
    | Fold
    | Abandon
    | TakeOver
    | Report
    | ForfeitSeat
    | VoidRound
    | Settle
)
ACTIONS: tuple[type[Action], ...] = get_args(Action)
