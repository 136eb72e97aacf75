"""One finished round to settle, and its answer, as the command line and the HTTP interface both speak them."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field
from typing_extensions import TypeAliasType

from crossfelt.cards import RANKS, SUITS
from crossfelt.crisscross.rulebook import Result, StageName
from crossfelt.service.wire.document import ChoiceValue
from crossfelt.service.wire.strict import Wire

CardName = Annotated[str, Field(pattern=f"^[{RANKS}][{SUITS}]$", description="Rank and suit, such as Th.")]
TwoCards = Annotated[list[CardName], Field(min_length=2, max_length=2)]
FourCards = Annotated[list[CardName], Field(min_length=4, max_length=4)]
SeatNumber = Annotated[int, Field(ge=1, le=6)]
WagerCents = Annotated[int, Field(ge=0, le=10**15, description="Whole cents; 0 is no wager.")]
Amount = Annotated[int, Field(ge=0)]

HandName = TypeAliasType(
    "HandName",
    Literal[
        "royal_flush",
        "straight_flush",
        "four_of_a_kind",
        "full_house",
        "flush",
        "straight",
        "three_of_a_kind",
        "two_pair",
        "pair_jacks_or_better",
        "pair_6s_to_10s",
        "pair_2s_to_5s",
        "high_card",
    ],
)


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
    """A finished round."""

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


class SettledLine(Wire):
    """One wager settled."""

    spot: str
    staked: Amount
    result: Result
    won: Annotated[int, Field(ge=0, description="The odds part actually paid.")]
    returned: Annotated[int, Field(ge=0, description="The stake given back.")]
    cut: Annotated[int, Field(ge=0, description="What the aggregate limit took off.")]
    order: Annotated[int, Field(ge=1, description="Counts the lines of the whole table as they are settled.")]
    hand: Annotated[HandName | None, Field(description="The hand that decided; null for a forfeited wager.")]
    odds: Annotated[int, Field(ge=-1, description="To 1; 0 pushes, -1 loses.")]
    clause: str
    explained: str


class SettledSeat(Wire):
    """One seat settled; `net` is won + returned - staked."""

    seat: SeatNumber
    across_hand: Annotated[HandName | None, Field(description="Null for a seat that folded.")]
    down_hand: HandName | None
    lines: list[SettledLine]
    staked: Amount
    won: Amount
    returned: Amount
    net: int


class SettleAnswer(Wire):
    """A round settled, seats in seat order."""

    rules: str
    rule_book_hash: str
    seats: list[SettledSeat]
