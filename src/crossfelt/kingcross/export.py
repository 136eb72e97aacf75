"""One match as a JSON record: the resolved score card, every action and every event; and its replay.

A record needs nothing else to be checked: the score card is inside, the dice are inside, and each event must be
exactly what the rules make of the action before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from crossfelt.cards import describe
from crossfelt.errors import IllegalAction, RecordError, RuleBookError
from crossfelt.fields import Fields
from crossfelt.game import Session, Step, parse_actor
from crossfelt.kingcross.actions import ACTIONS, Action
from crossfelt.kingcross.events import EVENTS, Event
from crossfelt.kingcross.match import KING_CROSS
from crossfelt.kingcross.resolve import score_card_from_document
from crossfelt.kingcross.rules import MODES, MatchRules, Mode
from crossfelt.kingcross.state import MatchState
from crossfelt.kingcross.views import MatchView
from crossfelt.record import from_plain, kinds_of, to_plain

MatchSession = Session[MatchRules, MatchState, Action, Event, MatchView]

FORMAT = "crossfelt-match"
VERSION = 1
_MOST_SEATS = 8
_ACTION_KINDS = kinds_of(*ACTIONS)
_EVENT_KINDS = kinds_of(*EVENTS)


@dataclass(frozen=True, slots=True)
class Replay:
    """A record that holds: its rules, its steps and the state they lead to."""

    rules: MatchRules
    seats: tuple[int, ...]
    steps: tuple[Step[Action, Event], ...]
    state: MatchState

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened."""
        return tuple(event for step in self.steps for event in step.events)


def open_match(rules: MatchRules, seats: tuple[int, ...] = (1,)) -> MatchSession:
    """A match in memory."""
    return Session(KING_CROSS, rules, seats)


def export_match(session: MatchSession) -> dict[str, Any]:
    """The record of a match so far, as plain JSON data. Of a match that is not over it may hold a sealed placement."""
    rules = session.state.rules
    return {
        "format": FORMAT,
        "version": VERSION,
        "scoring": f"{rules.card.id}-{rules.card.version}",
        "score_card_hash": rules.card.hash,
        "score_card": rules.card.document,
        "mode": rules.mode,
        "bonus": rules.bonus,
        "rules_hash": rules.hash,
        "seats": list(session.seats),
        "steps": [
            {"actor": str(step.actor), "action": to_plain(step.action), "events": to_plain(step.events)}
            for step in session.steps
        ],
    }


def replay_match(data: object) -> Replay:
    """Replays a record under its own score card; `RecordError` names the first thing that does not hold."""
    fields = Fields(data)
    if fields.faults:
        raise RecordError(fields.faults)
    fields.text("format", among=(FORMAT,))
    fields.integer("version", least=VERSION, most=VERSION)
    scoring, card_hash = fields.text("scoring"), fields.text("score_card_hash")
    document = fields.raw("score_card")
    mode = cast(Mode, fields.text("mode", among=MODES))
    bonus = fields.boolean("bonus")
    rules_hash = fields.text("rules_hash")
    seats = fields.integers("seats", least=1, most=_MOST_SEATS)
    steps = fields.raw("steps")
    if not isinstance(steps, list):
        fields.fault(f"must be a list, not {describe(steps)}", "steps")
        steps = []
    fields.refuse_unknown()
    if fields.faults:
        raise RecordError(fields.faults)
    rules = _rules(document, scoring, card_hash, mode, bonus)
    if rules.hash != rules_hash:
        raise RecordError(f"score card, mode and bonus have the hash {rules.hash}, the record says {rules_hash!a}")
    try:
        session = open_match(rules, seats)
    except IllegalAction as error:
        raise RecordError(error.faults) from None
    for number, entry in enumerate(steps, start=1):
        _replay_step(session, entry, f"step {number}")
    return Replay(rules, seats, tuple(session.steps), session.state)


def _rules(document: object, scoring: str, card_hash: str, mode: Mode, bonus: bool) -> MatchRules:
    try:
        card = score_card_from_document(document)
    except RuleBookError as error:
        raise RecordError(error.faults) from None
    if card.hash != card_hash:
        raise RecordError(f"the embedded score card has the hash {card.hash}, the record says {describe(card_hash)}")
    if scoring != f"{card.id}-{card.version}":
        raise RecordError(f"the embedded score card is {card.id}-{card.version}, the record says {describe(scoring)}")
    return MatchRules(card, mode, bonus)


def _replay_step(session: MatchSession, entry: object, where: str) -> None:
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
