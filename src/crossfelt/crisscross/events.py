"""What happened in a round. `Shuffled` is the only event that holds hidden cards; every other one names deck positions
or cards that everyone at the table can see.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from crossfelt.crisscross.rulebook import Outcome, StageName
from crossfelt.crisscross.settlement import SeatTotal, SettledWager

DecidedBy = Literal["player", "table"]


@dataclass(frozen=True, slots=True)
class WagersPlaced:
    """A seat's chips are on the layout."""

    seat: int
    wagers: dict[str, int]
    kind: Literal["wagers_placed"] = "wagers_placed"


@dataclass(frozen=True, slots=True)
class WagersWithdrawn:
    """A seat has its chips back, before betting closed."""

    seat: int
    wagers: dict[str, int]
    kind: Literal["wagers_withdrawn"] = "wagers_withdrawn"


@dataclass(frozen=True, slots=True)
class BettingClosed:
    """ "No more bets"; these seats are dealt in."""

    seats: tuple[int, ...]
    kind: Literal["betting_closed"] = "betting_closed"


@dataclass(frozen=True, slots=True)
class Shuffled:
    """The deck. Sealed: stored encrypted, shown to nobody before the round is over."""

    deck: tuple[str, ...]
    kind: Literal["shuffled"] = "shuffled"


@dataclass(frozen=True, slots=True)
class DeckWithdrawn:
    """The shuffled deck is not used; another shuffle follows."""

    kind: Literal["deck_withdrawn"] = "deck_withdrawn"


@dataclass(frozen=True, slots=True)
class Placement:
    """The card at a deck position (from 0) lies on a place."""

    place: str
    position: int


@dataclass(frozen=True, slots=True)
class CardsDealt:
    """Cards reached their places, face down."""

    placements: tuple[Placement, ...]
    kind: Literal["cards_dealt"] = "cards_dealt"


@dataclass(frozen=True, slots=True)
class BetPlaced:
    """A seat bets on."""

    seat: int
    spot: str
    multiple: int
    cents: int
    kind: Literal["bet_placed"] = "bet_placed"


@dataclass(frozen=True, slots=True)
class SeatFolded:
    """A seat is out of the main game; its chips stay in escrow until the round is settled."""

    seat: int
    stage: StageName
    decided_by: DecidedBy
    kind: Literal["seat_folded"] = "seat_folded"


@dataclass(frozen=True, slots=True)
class SeatAbandoned:
    """From here on the table decides for this seat."""

    seat: int
    kind: Literal["seat_abandoned"] = "seat_abandoned"


@dataclass(frozen=True, slots=True)
class SeatForfeited:
    """A seat loses every wager of the round."""

    seat: int
    reason: str
    clause: str
    kind: Literal["seat_forfeited"] = "seat_forfeited"


@dataclass(frozen=True, slots=True)
class CommunityRevealed:
    """Cards of the cross are turned after a decision."""

    stage: StageName
    cards: dict[str, str]
    kind: Literal["community_revealed"] = "community_revealed"


@dataclass(frozen=True, slots=True)
class IrregularityRuled:
    """An irregularity, what the rule book makes of it, and the clause that decided."""

    irregularity: str
    occurrence: int
    outcome: Outcome
    clause: str
    place: str | None
    card: str | None
    """The card that everyone has now seen, where one was exposed."""
    kind: Literal["irregularity_ruled"] = "irregularity_ruled"


@dataclass(frozen=True, slots=True)
class CardSetAside:
    """A card found face up goes to the discards; the deal goes on with the next one."""

    position: int
    card: str
    kind: Literal["card_set_aside"] = "card_set_aside"


@dataclass(frozen=True, slots=True)
class HandShown:
    """A seat's cards are turned up to settle them."""

    seat: int
    cards: tuple[str, str]
    kind: Literal["hand_shown"] = "hand_shown"


@dataclass(frozen=True, slots=True)
class BonusCardsRevealed:
    """The cards beside the cross are turned up."""

    cards: tuple[str, ...]
    kind: Literal["bonus_cards_revealed"] = "bonus_cards_revealed"


@dataclass(frozen=True, slots=True)
class WagerSettled:
    """One wager is settled."""

    wager: SettledWager
    kind: Literal["wager_settled"] = "wager_settled"


@dataclass(frozen=True, slots=True)
class RoundSettled:
    """The last wager is settled; from here on only a correction could change anything."""

    totals: tuple[SeatTotal, ...]
    kind: Literal["round_settled"] = "round_settled"


@dataclass(frozen=True, slots=True)
class Refund:
    """Everything a seat had wagered in the round."""

    seat: int
    cents: int


@dataclass(frozen=True, slots=True)
class RoundVoided:
    """Every wager of every seat goes back, once; wagers already settled are reversed (reading R17)."""

    reason: str
    clause: str
    refunds: tuple[Refund, ...]
    reversed: tuple[SettledWager, ...]
    deck_removed: bool
    kind: Literal["round_voided"] = "round_voided"


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
    | SeatForfeited
    | CommunityRevealed
    | IrregularityRuled
    | CardSetAside
    | HandShown
    | BonusCardsRevealed
    | WagerSettled
    | RoundSettled
    | RoundVoided
)
EVENTS: tuple[type[Event], ...] = (
    WagersPlaced,
    WagersWithdrawn,
    BettingClosed,
    Shuffled,
    DeckWithdrawn,
    CardsDealt,
    BetPlaced,
    SeatFolded,
    SeatAbandoned,
    SeatForfeited,
    CommunityRevealed,
    IrregularityRuled,
    CardSetAside,
    HandShown,
    BonusCardsRevealed,
    WagerSettled,
    RoundSettled,
    RoundVoided,
)
