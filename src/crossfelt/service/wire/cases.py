"""One finished round to settle, as the HTTP interface takes it; the answer is `crisscross.casefile.SettledCase`."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field, TypeAdapter
from typing_extensions import TypeAliasType

from crossfelt.cards import RANKS, SUITS
from crossfelt.crisscross.casefile import SettledCase
from crossfelt.crisscross.rulebook import StageName
from crossfelt.service.wire.strict import STRICT, Wire
from crossfelt.service.wire.values import ChoiceValue

CardName = Annotated[str, Field(pattern=f"^[{RANKS}][{SUITS}]$", description="Rank and suit, such as Th.")]
TwoCards = Annotated[list[CardName], Field(min_length=2, max_length=2)]
FourCards = Annotated[list[CardName], Field(min_length=4, max_length=4)]
SeatNumber = Annotated[int, Field(ge=1, le=6)]
WagerCents = Annotated[int, Field(ge=0, le=10**15, description="Whole cents; 0 is no wager.")]


class Community(Wire):
    """The cross; left and right, far and near as the dealer sees them."""

    across: Annotated[TwoCards, Field(description="Left, right.")]
    down: Annotated[TwoCards, Field(description="Far, near.")]
    middle: CardName


class CaseSeat(Wire):
    """One seat of a finished round."""

    seat: SeatNumber
    hole: TwoCards
    folded_at: StageName | None = None
    wagers: Annotated[dict[str, WagerCents], Field(description="Spot of the rule book -> cents.")]


class SettleCase(Wire):
    """A finished round to be settled."""

    rules: Annotated[str, Field(description="A rule book id.")]
    community: Community
    bonus_cards: Annotated[
        FourCards | None, Field(description="Needed when someone has a wager on them, refused where there are none.")
    ] = None
    seats: Annotated[list[CaseSeat], Field(min_length=1, max_length=6)]


class SettleRequest(SettleCase):
    """A finished round, and the choices under which it was played where they are not the defaults."""

    options: Annotated[
        dict[str, ChoiceValue], Field(default_factory=dict, description="Choice of the rule book -> value.")
    ]


# Pydantic takes a configuration for a union or an alias, not for a bare dataclass.
SettleAnswer = TypeAliasType("SettleAnswer", SettledCase)
SETTLE_ANSWER: TypeAdapter[SettledCase] = TypeAdapter(SettleAnswer, config=STRICT)
