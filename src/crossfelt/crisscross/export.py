"""One round as a JSON record: the resolved rule book, every action and every event; and its replay.

A record needs nothing else to be checked: the rule book is inside, chance is inside, and each event must be exactly
what the rules make of the action before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from crossfelt.crisscross.actions import ACTIONS, Action
from crossfelt.crisscross.events import EVENTS, Event
from crossfelt.crisscross.resolve import rule_book_from_document
from crossfelt.crisscross.round import CRISS_CROSS
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.state import RoundState
from crossfelt.crisscross.views import TableView
from crossfelt.errors import RecordError
from crossfelt.fields import Fields
from crossfelt.game import Contest, Step
from crossfelt.plain import kinds_of
from crossfelt.replaying import embedded_rules, plain_steps, recorded_steps, replay

RoundContest = Contest[RuleBook, RoundState, Action, Event, TableView]

FORMAT = "crossfelt-round"
VERSION = 1
_KINDS = (kinds_of(*ACTIONS), kinds_of(*EVENTS))


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


def export_round(contest: RoundContest) -> dict[str, Any]:
    """The record of a round so far, as plain JSON data. Of a round that is not over it holds hidden cards."""
    book = contest.state.book
    return {
        "format": FORMAT,
        "version": VERSION,
        "rules": f"{book.id}-{book.version}",
        "rule_book_hash": book.hash,
        "rule_book": book.document,
        "seats": list(contest.seats),
        "steps": plain_steps(contest),
    }


def replay_round(data: object) -> Replay:
    """Replays a record under its own rule book; `RecordError` names the first thing that does not hold."""
    fields = Fields(data)
    if fields.faults:
        raise RecordError(fields.faults)
    fields.text("format", among=(FORMAT,))
    fields.integer("version", least=VERSION, most=VERSION)
    rules, digest = fields.text("rules"), fields.text("rule_book_hash")
    document = fields.raw("rule_book")
    seats = fields.integers("seats", least=1, most=6)
    steps = recorded_steps(fields)
    fields.refuse_unknown()
    if fields.faults:
        raise RecordError(fields.faults)
    book = embedded_rules(rule_book_from_document, document, "rule book", says=rules, digest=digest)
    contest: RoundContest = replay(CRISS_CROSS, book, seats, steps, _KINDS)
    return Replay(book, seats, tuple(contest.steps), contest.state)
