"""The events of a round.

Only `Shuffled` contains hidden cards; every other event names deck positions or cards that everyone at the table can
see.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from crossfelt.crisscross.progressives.play import MeterGrowth, WheelName
from crossfelt.crisscross.rulebook import Outcome, StageName
from crossfelt.crisscross.settlement import SeatTotal, SettledWager
from crossfelt.schema import Message, message

DecidedBy = Literal["player", "table"]


@message
class WagersPlaced(Message):
    """A seat placed its wagers."""

    seat: int
    wagers: dict[str, int]


@message
class WagersWithdrawn(Message):
    """A seat withdrew its wagers before betting closed."""

    seat: int
    wagers: dict[str, int]


@message
class BettingClosed(Message):
    """ "No more bets"; these seats are dealt in."""

    seats: tuple[int, ...]


@message
class Shuffled(Message):
    """The deck. Sealed: stored encrypted, shown to nobody before the round is over."""

    deck: tuple[str, ...]


@message
class DeckWithdrawn(Message):
    """The shuffled deck isn't used; another shuffle follows."""


@dataclass(frozen=True, slots=True)
class Placement:
    """The card at a deck position (from 0) is at this place."""

    place: str
    position: int


@message
class CardsDealt(Message):
    """Cards were dealt to their places, face down."""

    placements: tuple[Placement, ...]


@message
class BetPlaced(Message):
    """A seat made a bet."""

    seat: int
    spot: str
    multiple: int
    cents: int


@message
class SeatFolded(Message):
    """A seat is out of the main game; its chips stay in escrow until the round is settled."""

    seat: int
    stage: StageName
    decided_by: DecidedBy


@message
class SeatAbandoned(Message):
    """The player has left or run out of time; the table decides for this seat from now on."""

    seat: int


@message
class SeatTakenOver(Message):
    """The floor removed the player: the table folds at the next decision, and nothing else is lost (reading R15)."""

    seat: int


@message
class SeatForfeited(Message):
    """A seat loses every wager of the round."""

    seat: int
    reason: str
    clause: str


@message
class CommunityRevealed(Message):
    """Cards of the cross are turned after a decision."""

    stage: StageName
    cards: dict[str, str]


@message
class IrregularityRuled(Message):
    """An irregularity, the rule book's outcome, and the clause that decided."""

    irregularity: str
    occurrence: int
    outcome: Outcome
    clause: str
    place: str | None
    card: str | None
    """The exposed card, if there is one."""


@message
class CardSetAside(Message):
    """A card that was dealt face up goes to the discards; the deal continues with the next one."""

    position: int
    card: str


@message
class HandShown(Message):
    """A seat's cards are turned up to settle them."""

    seat: int
    cards: tuple[str, str]


@message
class BonusCardsRevealed(Message):
    """The cards beside the cross are turned up."""

    cards: tuple[str, ...]


@message
class MetersGrew(Message):
    """The contributions of the round's progressive wagers to the meters, all at once, before the first seat is paid."""

    growth: tuple[MeterGrowth, ...]


@message
class WheelSpun(Message):
    """A wheel has stopped."""

    wheel: WheelName
    seat: int | None
    """The seat that spun it, None for the Community wheel."""
    symbol: str


@message
class HotSpotDrawn(Message):
    """One of the seats with an Xtreme wager is the Hot Spot."""

    seat: int
    among: tuple[int, ...]


@message
class CommunityPayTaken(Message):
    """A Community Pay goes back because its seat has forfeited everything of the round (readings R15, R16 and P7)."""

    wager: SettledWager


@message
class WagerSettled(Message):
    """One wager is settled."""

    wager: SettledWager


@message
class RoundSettled(Message):
    """The last wager is settled; only a correction can still change the result."""

    totals: tuple[SeatTotal, ...]


@dataclass(frozen=True, slots=True)
class Refund:
    """All wagers of a seat in the round, returned."""

    seat: int
    cents: int


@message
class RoundVoided(Message):
    """Every wager of every seat goes back, once; wagers already settled are reversed (reading R17)."""

    reason: str
    clause: str
    refunds: tuple[Refund, ...]
    reversed: tuple[SettledWager, ...]
    shrunk: tuple[MeterGrowth, ...]
    """The contributions of this round to the meters, taken back."""
    deck_removed: bool


Event = (
    WagersPlaced
    | WagersWithdrawn
    | BettingClosed
    | Shuffled
    | DeckWithdrawn
    | CardsDealt
    | BetPlaced
    | SeatFolded
    | SeatAbandoned
    | SeatTakenOver
    | SeatForfeited
    | CommunityRevealed
    | IrregularityRuled
    | CardSetAside
    | HandShown
    | BonusCardsRevealed
    | MetersGrew
    | WheelSpun
    | HotSpotDrawn
    | CommunityPayTaken
    | WagerSettled
    | RoundSettled
    | RoundVoided
)
EVENTS: tuple[type[Event], ...] = get_args(Event)
