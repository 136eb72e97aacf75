"""What may be asked of a round. Who may ask it stands beside each action; `round.decide` answers.

Cards travel as their two-character names, amounts as whole cents, seats count from 1.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from crossfelt.crisscross.rulebook import StageName


@dataclass(frozen=True, slots=True)
class PlaceWagers:
    """Seat: the whole set of wagers before the first card; a second set replaces the first."""

    wagers: dict[str, int]
    kind: Literal["place_wagers"] = "place_wagers"


@dataclass(frozen=True, slots=True)
class WithdrawWagers:
    """Seat: takes the whole set back, before betting closes."""

    kind: Literal["withdraw_wagers"] = "withdraw_wagers"


@dataclass(frozen=True, slots=True)
class CloseBetting:
    """System or floor: "no more bets"."""

    kind: Literal["close_betting"] = "close_betting"


@dataclass(frozen=True, slots=True)
class Shuffle:
    """Chance: all 52 cards, first card dealt first."""

    deck: tuple[str, ...]
    kind: Literal["shuffle"] = "shuffle"


@dataclass(frozen=True, slots=True)
class Deal:
    """System: the next so many cards in the rule book's order, or all that are left."""

    cards: int | None = None
    kind: Literal["deal"] = "deal"


@dataclass(frozen=True, slots=True)
class Bet:
    """Seat: so many antes on the spot of this stage."""

    stage: StageName
    multiple: int
    kind: Literal["bet"] = "bet"


@dataclass(frozen=True, slots=True)
class Fold:
    """Seat: gives up the antes and bets made so far."""

    stage: StageName
    kind: Literal["fold"] = "fold"


@dataclass(frozen=True, slots=True)
class Abandon:
    """System or floor: the player has left or run out of time; the table decides from here on (reading R15)."""

    seat: int
    kind: Literal["abandon"] = "abandon"


@dataclass(frozen=True, slots=True)
class Report:
    """Floor: an irregularity, with the place of the card where one was exposed."""

    irregularity: str
    place: str | None = None
    kind: Literal["report"] = "report"


@dataclass(frozen=True, slots=True)
class ForfeitSeat:
    """Floor: every wager of a player who broke a rule of conduct (reading R16)."""

    seat: int
    reason: str
    kind: Literal["forfeit_seat"] = "forfeit_seat"


@dataclass(frozen=True, slots=True)
class VoidRound:
    """Floor or system: the round cannot go on, for a reason that no clause names; everything is returned."""

    reason: str
    kind: Literal["void_round"] = "void_round"


@dataclass(frozen=True, slots=True)
class Settle:
    """System: settles the next so many wagers, or all that are left."""

    wagers: int | None = None
    kind: Literal["settle"] = "settle"


Action = (
    PlaceWagers
    | WithdrawWagers
    | CloseBetting
    | Shuffle
    | Deal
    | Bet
    | Fold
    | Abandon
    | Report
    | ForfeitSeat
    | VoidRound
    | Settle
)
ACTIONS: tuple[type[Action], ...] = (
    PlaceWagers,
    WithdrawWagers,
    CloseBetting,
    Shuffle,
    Deal,
    Bet,
    Fold,
    Abandon,
    Report,
    ForfeitSeat,
    VoidRound,
    Settle,
)
