"""The messages that a table sends to its watchers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, Literal

from crossfelt.game import Step
from crossfelt.service.tables import events as happened
from crossfelt.service.tables.state import Happening, SecretKept, SeedPhase, TableState


@dataclass(frozen=True, slots=True)
class SeatInfo:
    """One seat, as everybody sees it."""

    seat: int
    player: str
    name: str
    bot: str | None
    is_here: bool
    """Whether a connection is open for it."""
    is_out: bool
    is_leaving: bool
    is_removed: bool
    """Whether the seat is freed when the contest ends, by order of the floor."""
    is_ready: bool
    has_committed: bool
    """Whether a seed commitment of this seat counts for the round."""
    has_revealed: bool


@dataclass(frozen=True, slots=True)
class ClockInfo:
    """A clock that counts down; `seat` is None for the clock of the whole table."""

    seat: int | None
    left_ms: int
    of_ms: int


@dataclass(frozen=True, slots=True)
class Due:
    """A seat that has to act, since the entry with this number."""

    seat: int
    since: int


@dataclass(frozen=True, slots=True)
class RoundInfo:
    """The round that is committed to, or the one that was closed last."""

    id: str
    commitment: str
    is_open: bool
    """Whether it is still to be played to its end."""
    is_playing: bool
    """Whether its contest has begun and is not over."""
    phase: SeedPhase
    """Players commit to seeds, reveal them, or the chance of the round is locked."""


@dataclass(frozen=True, slots=True)
class TableInfo:
    """A table, apart from its contest."""

    table: str
    title: str
    game: str
    rules: str
    rules_hash: str
    table_kind: happened.TableKind
    is_private: bool
    host_rules: bool
    """Whether the host rules here, also on contests that the host is in."""
    seat_count: int
    host: str
    floor: tuple[str, ...]
    """Who rules here; empty where the system rules alone."""
    seats: tuple[SeatInfo, ...]
    round: RoundInfo | None
    due: tuple[Due, ...]
    may_act: tuple[int, ...]
    """The seats that may act, whether or not anybody waits for them."""
    paused: str | None
    pause_planned: bool
    """Whether the table pauses when the round ends."""
    out_of_service: str | None
    is_closed: bool
    watchers: int
    """Connections of spectators, who have no seat."""


@dataclass(frozen=True, slots=True)
class Happened:
    """Something that everybody may know, with the number of its entry."""

    seq: int
    event: Any


@dataclass(frozen=True, slots=True)
class Update:
    """The whole view of one audience, and what has happened since the update before it."""

    seq: int
    head: str
    """The hash of the last entry: it proves later whether the log still has everything up to it."""
    signature: str
    """Base64 of the key id and the server's signature of table, seq and head."""
    you: int | None
    """The seat of the receiver."""
    info: TableInfo
    view: Any
    """The game's view for this audience; None before the first round."""
    happened: tuple[Happened, ...]
    is_gap: bool
    """Whether events are left out here, as after a long absence."""
    clocks: tuple[ClockInfo, ...]
    kind: Literal["update"] = "update"


@dataclass(frozen=True, slots=True)
class CorrectionNotice:
    """A closed round of a player was corrected. It goes to every connection of that player, at whichever table."""

    table: str
    title: str
    """The table's title."""
    round: str
    seat: int
    cents: int
    """Positive cents were paid; negative cents were taken back."""
    clause: str
    reason: str
    kind: Literal["correction"] = "correction"


@dataclass(frozen=True, slots=True)
class WalletNotice:
    """The balance of a player's own wallet, after chips moved in or out of it. It follows the update that says why."""

    balance_cents: int
    kind: Literal["wallet"] = "wallet"


Notice = CorrectionNotice | WalletNotice
"""Something for one player alone."""


def public_events(state: TableState, happening: Happening, seq: int) -> tuple[Happened, ...]:
    """Return the public part of an event: all of it, except what the game keeps sealed."""
    match happening:
        case SecretKept():
            return ()
        case Step(events=events):
            return tuple(Happened(seq, event) for event in events if event.kind not in state.game.sealed_kinds)
        case happened.TableOpened():
            return ()
    return (Happened(seq, happening),)


def table_info(state: TableState, names: Mapping[str, str], here: Iterable[str | None]) -> TableInfo:
    """Return the table as everyone may see it; `here` has every connection, None for one without a player."""
    opened, play = state.opened, state.play
    connected = list(here)
    present = set(connected)
    seated = {who.player for who in state.seats.values()}
    committed = state.round.commitments if state.round is not None else {}
    revealed = state.round.revealed if state.round is not None else {}
    seats = tuple(
        SeatInfo(
            seat,
            who.player,
            names.get(who.player, ""),
            who.bot,
            who.bot is not None or who.player in present,
            who.is_out,
            who.is_leaving,
            who.is_removed,
            who.is_ready,
            seat in committed,
            seat in revealed,
        )
        for seat, who in sorted(state.seats.items())
    )
    due: tuple[Due, ...] = ()
    may_act: tuple[int, ...] = ()
    if state.is_playing and play is not None:
        due = tuple(Due(seat, since) for seat, since in sorted(play.due_since.items()))
        pending = state.pending
        may_act = tuple(seat for seat in pending.seats if pending.kind == "seats" and seat in state.seats)
    return TableInfo(
        table=opened.table,
        title=opened.title,
        game=opened.game,
        rules=opened.rules,
        rules_hash=opened.rules_hash,
        table_kind=opened.table_kind,
        is_private=opened.is_private,
        host_rules=opened.host_rules,
        seat_count=opened.seat_count,
        host=opened.host,
        floor=state.floor,
        seats=seats,
        round=_round_info(state),
        due=due,
        may_act=may_act,
        paused=state.paused,
        pause_planned=state.pause_planned is not None,
        out_of_service=state.out_of_service,
        is_closed=state.is_closed,
        watchers=sum(player not in seated for player in connected),
    )


def _round_info(state: TableState) -> RoundInfo | None:
    if state.round is not None:
        return RoundInfo(state.round.id, state.round.commitment, True, state.is_playing, state.round.phase)
    if state.play is not None:
        return RoundInfo(state.play.round, "", False, False, "locked")
    return None
