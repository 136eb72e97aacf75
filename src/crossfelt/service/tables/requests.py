"""The requests that players, hosts and the floor may send to a table.

Each request comes with an id that the client made: the same id gets the same answer for ever.
"""

from __future__ import annotations

from typing import Any, get_args

from crossfelt.schema import Message, kinds_of, message


@message
class Sit(Message):
    """Anybody: takes a free seat. A player has one seat at a table."""

    seat: int


@message
class Leave(Message):
    """Seated: gives the seat up; in a round the table decides for it until the round is over."""


@message
class SitOut(Message):
    """Seated: is not waited for from here on."""


@message
class SitIn(Message):
    """Seated: takes part again."""


@message
class Ready(Message):
    """Seated: continue as soon as everyone is ready."""


@message
class CommitSeed(Message):
    """Player of a seat: commits to a seed for this round. Replaces an earlier commitment until the lock."""

    round: str
    commitment: str


@message
class RevealSeed(Message):
    """Player of a locked seat: opens the commitment, after the lock and before the first card or roll."""

    round: str
    nonce: str
    seed: str


@message
class Act(Message):
    """Seated: an action of the game, in this round."""

    round: str
    action: dict[str, Any]


@message
class AddBot(Message):
    """Host: seat a bot."""

    seat: int
    policy: str


@message
class SeatBot(Message):
    """`AddBot` of a host, with the player that the house made for the bot. No client can send it."""

    seat: int
    policy: str
    player: str


@message
class RemoveBot(Message):
    """Host: a bot leaves."""

    seat: int


@message
class Rule(Message):
    """Floor: an action of the game that only the floor may ask for, such as reporting an irregularity."""

    round: str
    action: dict[str, Any]


@message
class Pause(Message):
    """Floor: pauses the table now. Host: when the round in progress ends. A pause without a reason gets one later, by
    the same request."""

    reason: str = ""


@message
class Resume(Message):
    """Floor: lets the table go on. Host: after their own pause."""


@message
class TakeOutOfService(Message):
    """Floor: take no wager until the table is put back; an open round is played to its end."""

    reason: str


@message
class PutInService(Message):
    """Floor: wagers are taken again."""


@message
class Note(Message):
    """Floor: writes an incident down."""

    says: str


@message
class Correct(Message):
    """Floor: moves chips between the house and a player for a round that is over."""

    round: str
    seat: int
    cents: int
    clause: str
    reason: str


@message
class RemovePlayer(Message):
    """Floor or operator: removes a player. In a contest the table folds for the seat, which is freed when it ends."""

    seat: int


@message
class Grant(Message):
    """Operator, or host of a practice or private table: makes a guest floor of this table."""

    player: str


@message
class Revoke(Message):
    """Operator, or host of a practice or private table: revoke a floor manager."""

    player: str


@message
class RenameTable(Message):
    """Operator: gives the table another title."""

    title: str


@message
class CloseTable(Message):
    """Host: ends the table for good, between two rounds. Operator: at any time; an open round is voided first."""

    reason: str


Request = (
    Sit
    | Leave
    | SitOut
    | SitIn
    | Ready
    | CommitSeed
    | RevealSeed
    | Act
    | AddBot
    | RemoveBot
    | Rule
    | Pause
    | Resume
    | TakeOutOfService
    | PutInService
    | Note
    | Correct
    | RemovePlayer
    | Grant
    | Revoke
    | RenameTable
    | CloseTable
)
Decidable = Request | SeatBot
"""The requests that a table decides on. Clients send a `Request`."""
REQUESTS: tuple[type[Request], ...] = get_args(Request)
REQUEST_KINDS = kinds_of(*REQUESTS)
