"""One round as a JSON record: the resolved rule book, every action and every event; and its replay.

A record needs nothing else to be checked: the rule book is inside, chance is inside, and each event must be exactly
what the rules make of the action before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from crossfelt.cards import describe
from crossfelt.crisscross.actions import ACTIONS, Action
from crossfelt.crisscross.events import EVENTS, Event
from crossfelt.crisscross.resolve import rule_book_from_document
from crossfelt.crisscross.round import CRISS_CROSS
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.state import RoundState
from crossfelt.crisscross.views import TableView
from crossfelt.errors import IllegalAction, RecordError, RuleBookError
from crossfelt.fields import Fields
from crossfelt.game import Session, Step, parse_actor
from crossfelt.record import from_plain, kinds_of, to_plain

RoundSession = Session[RuleBook, RoundState, Action, Event, TableView]

FORMAT = "crossfelt-round"
VERSION = 1
_ACTION_KINDS = kinds_of(*ACTIONS)
_EVENT_KINDS = kinds_of(*EVENTS)


@dataclass(frozen=True, slots=True)
class Replay:
    """A record that holds: its rule book, its steps and the state they lead to."""

    book: RuleBook
    seats: tuple[int, ...]
    steps: tuple[Step[Action, Event], ...]
    state: RoundState

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened."""
        return tuple(event for step in self.steps for event in step.events)


def export_round(session: RoundSession) -> dict[str, Any]:
    """The record of a round so far, as plain JSON data. Of a round that is not over it holds hidden cards."""
    book = session.state.book
    return {
        "format": FORMAT,
        "version": VERSION,
        "rules": f"{book.id}-{book.version}",
        "rule_book_hash": book.hash,
        "rule_book": book.document,
        "seats": list(session.seats),
        "steps": [
            {"actor": str(step.actor), "action": to_plain(step.action), "events": to_plain(step.events)}
            for step in session.steps
        ],
    }


def replay_round(data: object) -> Replay:
    """Replays a record under its own rule book; `RecordError` names the first thing that does not hold."""
    fields = Fields(data)
    if not isinstance(data, dict):
        raise RecordError(fields.faults)
    fields.text("format", among=(FORMAT,))
    fields.integer("version", least=VERSION, most=VERSION)
    fields.text("rules")
    digest = fields.text("rule_book_hash")
    document = fields.raw("rule_book")
    seats = fields.integers("seats", least=1, most=6)
    steps = fields.raw("steps")
    if not isinstance(steps, list):
        fields.fault(f"must be a list, not {describe(steps)}", "steps")
        steps = []
    fields.refuse_unknown()
    if fields.faults:
        raise RecordError(fields.faults)
    try:
        book = rule_book_from_document(document)
    except RuleBookError as error:
        raise RecordError(error.faults) from None
    if book.hash != digest:
        raise RecordError(f"the embedded rule book has the hash {book.hash}, the record says {describe(digest)}")
    if data["rules"] != f"{book.id}-{book.version}":
        raise RecordError(
            f"the embedded rule book is {book.id}-{book.version}, the record says {describe(data['rules'])}"
        )
    session: RoundSession = Session(CRISS_CROSS, book, seats)
    for number, entry in enumerate(steps, start=1):
        _replay_step(session, entry, f"step {number}")
    return Replay(book, seats, tuple(session.steps), session.state)


def _replay_step(session: RoundSession, entry: object, where: str) -> None:
    fields = Fields(entry, where)
    name = fields.text("actor")
    action, events = fields.raw("action"), fields.raw("events")
    if not isinstance(events, list):
        fields.fault("must be a list", "events")
    fields.refuse_unknown()
    if fields.faults or not isinstance(events, list):
        raise RecordError(fields.faults)
    actor = parse_actor(name)
    if actor is None:
        raise RecordError(f"{where}: {describe(name)} is nobody who can act")
    recorded = tuple(from_plain(_EVENT_KINDS, event, f"{where}.events") for event in events)
    try:
        found = session.act(actor, from_plain(_ACTION_KINDS, action, f"{where}.action"))
    except IllegalAction as error:
        raise RecordError(f"{where}: the rules refuse the recorded action: {error}") from None
    if found != recorded:
        raise RecordError(f"{where}: the rules make other events of this action than the record holds")
