"""A contest of any game as a JSON record (its resolved rules, every action and every event), and its replay.

Write a record with `export_record` and check one with `replay`. A record needs nothing else to be checked: it contains
the rules and the chance, and each event must be exactly what the rules produce from the action before it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, TypeVar

from crossfelt.errors import Fault, IllegalAction, RecordError, RuleBookError, describe
from crossfelt.faults import FaultCode
from crossfelt.fields import Fields
from crossfelt.game import Contest, ContestRules, Game, Step, parse_actor
from crossfelt.schema import from_plain, to_plain

FORMAT = "crossfelt-record"
VERSION = 1
PROOF = "proof"
DIGEST = "digest"
"""Keys of the proof that a table adds to its records: `crossfelt.proof` reads them, `replay` ignores them."""
SITTING = "sitting"
"""Key of an unfinished round that was saved in the terminal: bankroll and other players. `replay` ignores it."""
STEP_KEYS = ("actor", "action", "events")
"""Keys of a step."""
_ACTORS = ("seat:NUMBER", "floor", "chance", "system")
_MOST_SEATS = 999
"""The highest seat that a record can name; the number of seats in a contest depends on its game."""

Rules = TypeVar("Rules", bound=ContestRules)
State = TypeVar("State")
Action = TypeVar("Action")
Event = TypeVar("Event")
View = TypeVar("View")


def export_record(contest: Contest[Rules, State, Action, Event, View]) -> dict[str, Any]:
    """Return the record of a contest so far as plain JSON data. Until the contest ends it may contain hidden cards."""
    rules = contest.rules
    return record_document(
        game=contest.game.name,
        rules=rules.name,
        rules_hash=rules.hash,
        rules_document=rules.document,
        seats=contest.seats,
        carried=contest.carried_in,
        steps=contest.steps,
    )


def record_document(
    *,
    game: str,
    rules: str,
    rules_hash: str,
    rules_document: object,
    seats: Sequence[int],
    carried: Mapping[str, str],
    steps: Iterable[Step[Any, Any]],
) -> dict[str, Any]:
    """Return a record as plain JSON data. Its keys are written only here."""
    return {
        "format": FORMAT,
        "version": VERSION,
        "game": game,
        "rules": rules,
        "rules_hash": rules_hash,
        "rules_document": rules_document,
        "seats": list(seats),
        "carried": dict(carried),
        "steps": [step_document(step) for step in steps],
    }


def step_document(step: Step[Any, Any]) -> dict[str, Any]:
    """Return a step as plain JSON data, as in records and the logs of tables."""
    return {"actor": str(step.actor), "action": to_plain(step.action), "events": to_plain(step.events)}


def read_step(game: Game[Rules, State, Action, Event, View], data: object, where: str) -> Step[Action, Event]:
    """Read a step from plain JSON data without checking it against the rules; `RecordError` if it is malformed."""
    fields = Fields(data, where)
    name = fields.text("actor")
    action, events = fields.raw("action"), fields.raw("events")
    if not isinstance(events, list):
        fields.fault(FaultCode.WRONG_TYPE, "must be a list", "events", expected="list", value=events)
    fields.refuse_unknown()
    if fields.faults or not isinstance(events, list):
        raise RecordError(fields.faults)
    actor = parse_actor(name)
    if actor is None:
        message, params = f"{describe(name)} is not an actor", {"value": name, "choices": _ACTORS}
        raise RecordError(Fault(FaultCode.NOT_ONE_OF, message, where, field=f"{where}.actor", params=params))
    happened = tuple(
        from_plain(game.event_kinds, event, f"{where}.events[{number}]") for number, event in enumerate(events, start=1)
    )
    return Step(actor, from_plain(game.action_kinds, action, f"{where}.action"), happened)


def replay(game: Game[Rules, State, Action, Event, View], data: object) -> Contest[Rules, State, Action, Event, View]:
    """Replay a record of this game under its own rules; `RecordError` names the first step or value that is wrong."""
    contest, fault = replay_so_far(game, data)
    if fault is not None:
        raise fault
    return contest


def replay_so_far(
    game: Game[Rules, State, Action, Event, View], data: object
) -> tuple[Contest[Rules, State, Action, Event, View], RecordError | None]:
    """Replay a record as far as its steps are valid. Return the contest before the first invalid step, and the error of
    that step; `RecordError` if the contest can't even be opened."""
    contest, steps = _opened_contest(game, data)
    for number, step in enumerate(steps, start=1):
        try:
            _replay_step(contest, step, number)
        except RecordError as error:
            # The contest may have applied the step as the rules have it, and not as the record does.
            before, _ = _opened_contest(game, data)
            for done in contest.steps[: number - 1]:
                before.act(done.actor, done.action)
            return before, error
    return contest, None


def _opened_contest(
    game: Game[Rules, State, Action, Event, View], data: object
) -> tuple[Contest[Rules, State, Action, Event, View], list[Any]]:
    """Return the contest of a record before its first step, and its steps as the file has them."""
    fields = _opened(data)
    fields.text("game", among=(game.name,))
    fields.integer("version", least=VERSION, most=VERSION)
    name, digest = fields.text("rules"), fields.text("rules_hash")
    document = fields.raw("rules_document")
    seats = fields.integers("seats", least=1, most=_MOST_SEATS)
    table = fields.table("carried")
    carried = {name: table.text(name) for name in table.names()}
    steps = fields.raw("steps")
    if not isinstance(steps, list):
        message = f"must be a list, not {describe(steps)}"
        fields.fault(FaultCode.WRONG_TYPE, message, "steps", expected="list", value=steps)
    for key in (PROOF, DIGEST, SITTING):
        fields.raw(key)
    fields.refuse_unknown()
    if fields.faults or not isinstance(steps, list):
        raise RecordError(fields.faults)
    try:
        return Contest(game, _embedded_rules(game, document, name, digest), seats, carried), steps
    except IllegalAction as error:
        raise RecordError(error.faults) from None


def is_record(data: object) -> bool:
    """Return whether the data claims to be a record."""
    return isinstance(data, dict) and data.get("format") == FORMAT


def game_named(data: object) -> str:
    """Return the game that a record names; `RecordError` if the data isn't a record."""
    fields = _opened(data)
    name = fields.text("game")
    if fields.faults:
        raise RecordError(fields.faults)
    return name


def _opened(data: object) -> Fields:
    """Return the fields of a record; data that isn't a record is refused at once."""
    if not is_record(data):
        message = f"not a record: must be a JSON object whose format is {FORMAT!r}"
        raise RecordError(message, FaultCode.BAD_RECORD, "format", expected=FORMAT)
    fields = Fields(data)
    fields.text("format")
    return fields


def _embedded_rules(game: Game[Rules, State, Action, Event, View], document: object, name: str, digest: str) -> Rules:
    """Return the rules inside a record, whose name and hash must be those that the record states."""
    try:
        rules = game.read_rules(document)
    except RuleBookError as error:
        raise RecordError(error.faults) from None
    if rules.hash != digest:
        message = f"the embedded rules have the hash {rules.hash}, the record says {describe(digest)}"
        raise RecordError(message, FaultCode.OTHER_RULES, "rules_hash", value=digest, expected=rules.hash)
    if rules.name != name:
        message = f"the embedded rules are {rules.name}, the record says {describe(name)}"
        raise RecordError(message, FaultCode.OTHER_RULES, "rules", value=name, expected=rules.name)
    return rules


def _replay_step(contest: Contest[Rules, State, Action, Event, View], data: object, number: int) -> None:
    where, path = f"step {number}", f"steps[{number}]"
    try:
        recorded = read_step(contest.game, data, where)
    except RecordError as error:
        raise RecordError(fault.at(path + fault.field.removeprefix(where)) for fault in error.faults) from None
    try:
        events = contest.act(recorded.actor, recorded.action)
    except IllegalAction as error:
        message, params = f"the rules refuse the recorded action: {error}", {"step": number, "reason": error.code}
        fault = Fault(FaultCode.ACTION_REFUSED, message, where, field=f"{path}.action", params=params)
        raise RecordError(fault) from None
    if events != recorded.events:
        message = "the rules produce other events from this action than the record has"
        params = {"step": number}
        raise RecordError(Fault(FaultCode.EVENTS_DIFFER, message, where, field=f"{path}.events", params=params))
