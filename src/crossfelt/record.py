"""A contest as a JSON record, for any game: its resolved rules, every action and every event; and its replay.

A record needs nothing else to be checked: the rules are inside, chance is inside, and each event must be exactly what
the rules make of the action before it.
"""

from __future__ import annotations

from typing import Any, TypeVar

from crossfelt.errors import IllegalAction, RecordError, RuleBookError, describe
from crossfelt.fields import Fields
from crossfelt.game import Contest, ContestRules, Game, parse_actor
from crossfelt.plain import from_plain, to_plain

FORMAT = "crossfelt-record"
VERSION = 1
ADDED_AT_TABLES = ("proof", "digest")
"""What the record of a round at a table holds besides: `crossfelt.proof` reads it, replaying passes it over."""
_MOST_SEATS = 999
"""What a record can write; how many a contest takes is for its game to say."""

Rules = TypeVar("Rules", bound=ContestRules)
State = TypeVar("State")
Action = TypeVar("Action")
Event = TypeVar("Event")
View = TypeVar("View")


def export_record(contest: Contest[Rules, State, Action, Event, View]) -> dict[str, Any]:
    """The record of a contest so far, as plain JSON data. Of one that is not over it may hold what is hidden."""
    rules = contest.rules
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": contest.game.name,
        "rules": rules.name,
        "rules_hash": rules.hash,
        "rules_document": rules.document,
        "seats": list(contest.seats),
        "carried": dict(contest.carried_in),
        "steps": [
            {"actor": str(step.actor), "action": to_plain(step.action), "events": to_plain(step.events)}
            for step in contest.steps
        ],
    }


def replay(game: Game[Rules, State, Action, Event, View], data: object) -> Contest[Rules, State, Action, Event, View]:
    """Replays a record of this game under its own rules; `RecordError` names the first thing that does not hold."""
    fields = _opened(data)
    fields.text("game", among=(game.name,))
    fields.integer("version", least=VERSION, most=VERSION)
    name, digest = fields.text("rules"), fields.text("rules_hash")
    document = fields.raw("rules_document")
    seats = fields.integers("seats", least=1, most=_MOST_SEATS)
    carried = fields.table("carried")
    brought = {name: carried.text(name) for name in carried.names()}
    steps = fields.raw("steps")
    if not isinstance(steps, list):
        fields.fault(f"must be a list, not {describe(steps)}", "steps")
    for key in ADDED_AT_TABLES:
        fields.raw(key)
    fields.refuse_unknown()
    if fields.faults or not isinstance(steps, list):
        raise RecordError(fields.faults)
    try:
        contest = Contest(game, _embedded_rules(game, document, name, digest), seats, brought)
    except IllegalAction as error:
        raise RecordError(error.faults) from None
    for number, entry in enumerate(steps, start=1):
        _replay_step(contest, entry, f"step {number}")
    return contest


def is_record(data: object) -> bool:
    """Whether this says of itself that it is a record."""
    return isinstance(data, dict) and data.get("format") == FORMAT


def game_named(data: object) -> str:
    """The game that a record says it is of; `RecordError` when it is no record."""
    fields = _opened(data)
    name = fields.text("game")
    if fields.faults:
        raise RecordError(fields.faults)
    return name


def _opened(data: object) -> Fields:
    """The fields of a record; what is no record at all is refused at once."""
    if not is_record(data):
        raise RecordError(f"not a record: it must be a JSON object with the format {FORMAT!r}")
    fields = Fields(data)
    fields.text("format")
    return fields


def _embedded_rules(game: Game[Rules, State, Action, Event, View], document: object, name: str, digest: str) -> Rules:
    """The rules inside a record, which says of them what they are called and their hash."""
    try:
        rules = game.read_rules(document)
    except RuleBookError as error:
        raise RecordError(error.faults) from None
    if rules.hash != digest:
        raise RecordError(f"the embedded rules have the hash {rules.hash}, the record says {describe(digest)}")
    if rules.name != name:
        raise RecordError(f"the embedded rules are {rules.name}, the record says {describe(name)}")
    return rules


def _replay_step(contest: Contest[Rules, State, Action, Event, View], entry: object, where: str) -> None:
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
        raise RecordError(f"{where}: {describe(name)} is not somebody who can act")
    game = contest.game
    recorded = tuple(
        from_plain(game.event_kinds, event, f"{where}.events[{number}]") for number, event in enumerate(events, start=1)
    )
    try:
        found = contest.act(actor, from_plain(game.action_kinds, action, f"{where}.action"))
    except IllegalAction as error:
        raise RecordError(f"{where}: the rules refuse the recorded action: {error}") from None
    if found != recorded:
        raise RecordError(f"{where}: the rules make other events of this action than the record holds")
