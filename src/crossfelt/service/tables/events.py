"""Events of a table besides the contest itself. The steps of a contest are between these in the same log.

Players go by their ids here and by nothing else: what is personal can be deleted, and the log cannot.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, get_args

from crossfelt.fairness import SeedState
from crossfelt.schema import Message, kinds_of, message

TableKind = Literal["practice", "live"]
"""At a practice table advice is allowed; at a live table nobody gets any (GLI-19 4.18)."""


@dataclass(frozen=True, slots=True)
class Clocks:
    """How long a table waits, in milliseconds. A decision clock of 0 never runs out."""

    decision_ms: int
    """For a seat whose turn it is."""
    betting_ms: int
    """For everybody, from the first wager of the round."""
    seeds_ms: int
    """For locked seats to reveal their seeds, before the first draw of a round."""
    pause_ms: int
    """Between two of the table's own actions."""
    between_ms: int
    """Between two rounds."""


@message
class TableOpened(Message):
    """A table is there. Its rules never change: other rules are another table."""

    table: str
    title: str
    game: str
    rules: str
    rules_hash: str
    rules_document: str
    """The resolved rules as canonical JSON."""
    table_kind: TableKind
    is_private: bool
    """Only who has the link finds it."""
    host_rules: bool
    """The host rules here, also on contests that the host is in: at every practice table, and at private tables that
    were opened so."""
    seat_count: int
    clocks: Clocks
    host: str
    succeeds: str | None
    """The closed table whose meters this one took over."""
    carried: dict[str, str]
    """The meters that it took over."""


@message
class TableRenamed(Message):
    """The operator gave the table another title."""

    title: str
    by: str


@message
class FloorGranted(Message):
    """A player becomes floor manager of this table."""

    player: str
    by: str


@message
class FloorRevoked(Message):
    """A player is no longer floor manager of this table."""

    player: str
    by: str


@message
class SeatTaken(Message):
    """A player sits down; `bot` names the policy of a bot."""

    seat: int
    player: str
    bot: str | None


@message
class SeatLeaving(Message):
    """A player has left in the middle of a round: the seat is kept until the round is over."""

    seat: int
    player: str


@message
class SeatRemoved(Message):
    """The floor, the host or the operator removed a player or bot. The seat is freed when the contest ends; until then
    the table folds for a player's wagers, and a bot or a sheet plays on."""

    seat: int
    player: str
    by: str


@message
class SeatLeft(Message):
    """A seat is free again."""

    seat: int
    player: str
    reason: Literal["asked", "absent", "removed"]


@message
class SatOut(Message):
    """A player stays seated and is not waited for."""

    seat: int
    reason: Literal["asked", "idle"]


@message
class SatIn(Message):
    """A player takes part again."""

    seat: int


@message
class SeatReady(Message):
    """A player wants to go on without waiting for the clock."""

    seat: int


@message
class RoundCommitted(Message):
    """The SHA-256 of the round's secret, before anybody wagers; the secret itself is sealed in the next entry."""

    round: str
    commitment: str


@message
class SeedCommitted(Message):
    """A player has committed to a seed for the round. A later commitment of the seat replaces it until the lock."""

    round: str
    seat: int
    player: str
    commitment: str


@message
class RoundOpened(Message):
    """The contest of a round begins, for these seats."""

    round: str
    seats: tuple[int, ...]
    rules_hash: str
    host_rules: bool
    """Whether the host rules at this table; see `TableOpened`."""
    carried: dict[str, str]


@dataclass(frozen=True, slots=True)
class SeatCommitment:
    """The commitment of one seat, as it was locked."""

    seat: int
    player: str
    commitment: str


@message
class CommitmentsLocked(Message):
    """The contest waits for its first draw: these commitments count, and no other. Seats may now reveal."""

    round: str
    commitments: tuple[SeatCommitment, ...]


@message
class SeedRevealed(Message):
    """A player has opened the commitment of a locked seat."""

    round: str
    seat: int
    nonce: str
    seed: str


@dataclass(frozen=True, slots=True)
class SeatSeed:
    """The seed of a locked seat for the chance of a round; nonce and seed are empty if the player withheld them."""

    seat: int
    commitment: str
    state: SeedState
    nonce: str
    seed: str


@message
class SeedsLocked(Message):
    """The chance of the round is fixed from here on. Names every locked seat, revealed or withheld."""

    round: str
    seeds: tuple[SeatSeed, ...]


@dataclass(frozen=True, slots=True)
class SeatShare:
    """One player's stake and return in a round, in cents."""

    player: str
    seat: int
    staked_cents: int
    returned_cents: int
    withheld: bool
    """Whether the player committed to a seed and didn't reveal it, possibly because they were offline."""


@message
class RoundClosed(Message):
    """The contest is over or void, and everybody may check it."""

    round: str
    secret: str
    first_seq: int
    """The entry with the commitment of the round."""
    shares: tuple[SeatShare, ...] | None
    """The players who took part; None where nobody played the round. Lists of rounds are rebuilt from this."""


@message
class FloorActed(Message):
    """Who ruled: the step that follows in the log is this person's."""

    by: str
    says: str


@message
class PausePlanned(Message):
    """The host asked for a pause in the middle of a round: it begins when the round ends."""

    by: str
    reason: str


@message
class TablePaused(Message):
    """The table is paused: no clock runs and nothing is dealt. Comes again when a pause without a reason gets one."""

    by: str
    reason: str
    """Empty until a reason is given."""


@message
class TableResumed(Message):
    """The table continues; clocks start again."""

    by: str


@message
class OutOfService(Message):
    """The table takes no wager until the floor puts it back in service."""

    by: str
    reason: str


@message
class BackInService(Message):
    """The table takes wagers again."""

    by: str


@message
class IncidentNoted(Message):
    """The floor has written something down. Players read it in the record of the round."""

    by: str
    round: str | None
    says: str


@message
class Corrected(Message):
    """A mistake found after a round was over: chips move between the house and a player, and nothing is rewritten."""

    by: str
    round: str
    seat: int
    """The seat that the player had in that round."""
    player: str
    cents: int
    """Positive cents pay the player; negative cents take chips back."""
    clause: str
    reason: str


@message
class TableClosed(Message):
    """The table is gone; its rounds stay."""

    by: str
    reason: str


TableEvent = (
    TableOpened
    | TableRenamed
    | FloorGranted
    | FloorRevoked
    | SeatTaken
    | SeatLeaving
    | SeatRemoved
    | SeatLeft
    | SatOut
    | SatIn
    | SeatReady
    | RoundCommitted
    | SeedCommitted
    | RoundOpened
    | CommitmentsLocked
    | SeedRevealed
    | SeedsLocked
    | RoundClosed
    | FloorActed
    | PausePlanned
    | TablePaused
    | TableResumed
    | OutOfService
    | BackInService
    | IncidentNoted
    | Corrected
    | TableClosed
)
EVENTS: tuple[type[TableEvent], ...] = get_args(TableEvent)
KINDS = kinds_of(*EVENTS)
STEP = "step"
"""The kind of an entry that holds one step of the contest: who acted, what was asked and what followed."""
SECRET = "secret_sealed"
"""The kind of the entry that holds the round's secret, encrypted."""
CLOSED = "table_closed"
"""The kind of the last entry of a table that is closed."""
