"""Between what happens at a table and the bytes in its log. What is hidden goes in encrypted."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

from crossfelt.catalog import AnyGame
from crossfelt.errors import RecordError
from crossfelt.faults import FaultCode
from crossfelt.game import Step
from crossfelt.jsontext import canonical_json, parse_json
from crossfelt.ledger import Posting
from crossfelt.proof.attach import holds_hidden
from crossfelt.record import read_step, step_document
from crossfelt.schema import from_plain, kinds_of, to_plain
from crossfelt.service.sealing import Sealer
from crossfelt.service.tables import events as happened
from crossfelt.service.tables.state import Happening, Occupant, SecretKept, TableState, evolve, opened_table
from crossfelt.storage.port import Entry, NewEntry, Snapshot


def to_entry(
    game: AnyGame, table: str, happening: Happening, sealer: Sealer, postings: tuple[Posting, ...] = ()
) -> NewEntry:
    """A happening as it is stored, with the chips that it moves."""
    kind, body, is_sealed = _stored(game, table, happening, sealer)
    return NewEntry(kind, body, is_sealed, postings)


def _stored(game: AnyGame, table: str, happening: Happening, sealer: Sealer) -> tuple[str, bytes, bool]:
    """Kind and body of an entry, and whether the body is sealed."""
    match happening:
        case SecretKept(secret=secret):
            return happened.SECRET, sealer.seal(secret, _context(table, happened.SECRET)), True
        case Step():
            text = canonical_json(step_document(happening))
            if holds_hidden(game, happening.events):
                return happened.STEP, sealer.seal(text.encode(), _context(table, happened.STEP)), True
            return happened.STEP, text.encode(), False
    fields = to_plain(happening)
    kind = fields.pop("kind")
    return kind, canonical_json(fields).encode(), False


def from_entry(game: AnyGame, entry: Entry, sealer: Sealer) -> Happening:
    """Return the event of a stored entry."""
    body = sealer.unseal(entry.body, _context(entry.table, entry.kind)) if entry.is_sealed else entry.body
    if entry.kind == happened.SECRET:
        return SecretKept(body)
    data = parse_json(body)
    where = f"{entry.table} entry {entry.seq}"
    if entry.kind == happened.STEP:
        return read_step(game, data, where)
    return _event(entry.kind, data, where)


def first_state(entry: Entry) -> TableState:
    """The state of a table after the first entry of its log."""
    event = _event(entry.kind, parse_json(entry.body), f"{entry.table} entry {entry.seq}")
    if not isinstance(event, happened.TableOpened):
        message = f"the log of {entry.table} does not begin with the opening of a table"
        raise RecordError(message, FaultCode.BAD_LOG_ENTRY, entry=entry.seq, kind=entry.kind)
    return opened_table(event)


def next_state(state: TableState, entry: Entry, sealer: Sealer) -> TableState:
    """The state after one more entry."""
    return evolve(state, from_entry(state.game, entry, sealer), entry.seq)


def _event(kind: str, data: object, where: str) -> happened.TableEvent:
    assert isinstance(data, dict), where
    return from_plain(happened.KINDS, {**data, "kind": kind}, where)


def _context(table: str, kind: str) -> str:
    return f"{table} {kind}"


# ---- snapshots


@dataclass(frozen=True, slots=True)
class _SeatAtRest:
    seat: int
    player: str
    bot: str | None
    is_out: bool
    idle_rounds: int


@dataclass(frozen=True, slots=True)
class _TableAtRest:
    """A table between two rounds: all that a quick start needs besides the first entry of its log."""

    seq: int
    carried: dict[str, str]
    seats: tuple[_SeatAtRest, ...]
    floor: tuple[str, ...]
    rounds: int
    title: str
    paused: str | None
    paused_by: str | None
    out_of_service: str | None
    is_closed: bool
    corrections: dict[str, int]
    kind: str = "table_at_rest"


_REST_KINDS: dict[str, type[Any]] = kinds_of(_TableAtRest)


def snapshot_of(state: TableState) -> Snapshot | None:
    """The state as a snapshot; None while a round is open."""
    if state.round is not None:
        return None
    seats = tuple(
        _SeatAtRest(seat, who.player, who.bot, who.is_out, who.idle_rounds) for seat, who in sorted(state.seats.items())
    )
    rest = _TableAtRest(
        state.seq,
        dict(state.carried),
        seats,
        state.floor,
        state.rounds,
        state.opened.title,
        state.paused,
        state.paused_by,
        state.out_of_service,
        state.is_closed,
        dict(state.corrections),
    )
    return Snapshot(state.seq, canonical_json(to_plain(rest)).encode())


def state_of(state: TableState, snapshot: Snapshot) -> TableState:
    """The state that a snapshot holds, of a table that was opened so."""
    rest = from_plain(_REST_KINDS, parse_json(snapshot.body), "snapshot")
    seats = {
        seat.seat: Occupant(seat.player, seat.bot, seat.is_out, idle_rounds=seat.idle_rounds) for seat in rest.seats
    }
    return TableState(
        replace(state.opened, title=rest.title),
        state.game,
        state.rules,
        rest.seq,
        rest.carried,
        seats,
        rest.floor,
        rest.rounds,
        paused=rest.paused,
        paused_by=rest.paused_by,
        out_of_service=rest.out_of_service,
        is_closed=rest.is_closed,
        corrections=rest.corrections,
    )
