"""The steps of a contest as plain data, and their replay: each event must be what the rules make of its action."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

from crossfelt.choices import Resolved
from crossfelt.errors import IllegalAction, RecordError, RuleBookError, describe
from crossfelt.fields import Fields
from crossfelt.game import Contest, Game, parse_actor
from crossfelt.plain import from_plain, to_plain

Rules = TypeVar("Rules")
State = TypeVar("State")
Action = TypeVar("Action")
Event = TypeVar("Event")
View = TypeVar("View")
SomeResolved = TypeVar("SomeResolved", bound=Resolved)


def plain_steps(contest: Contest[Rules, State, Action, Event, View]) -> list[dict[str, Any]]:
    """Every action so far, who did it, and its events."""
    return [
        {"actor": str(step.actor), "action": to_plain(step.action), "events": to_plain(step.events)}
        for step in contest.steps
    ]


def recorded_steps(fields: Fields) -> list[object]:
    """The steps of a record, which are not checked yet."""
    steps = fields.raw("steps")
    if isinstance(steps, list):
        return steps
    fields.fault(f"must be a list, not {describe(steps)}", "steps")
    return []


def embedded_rules(
    read: Callable[[object], SomeResolved], document: object, noun: str, *, says: str, digest: str
) -> SomeResolved:
    """The resolved rules inside a record, which says of them what they are called and their hash."""
    try:
        found = read(document)
    except RuleBookError as error:
        raise RecordError(error.faults) from None
    if found.hash != digest:
        raise RecordError(f"the embedded {noun} has the hash {found.hash}, the record says {describe(digest)}")
    if says != f"{found.id}-{found.version}":
        raise RecordError(f"the embedded {noun} is {found.id}-{found.version}, the record says {describe(says)}")
    return found


def replay(
    game: Game[Rules, State, Action, Event, View],
    rules: Rules,
    seats: Sequence[int],
    steps: Sequence[object],
    kinds: tuple[Mapping[str, type[Action]], Mapping[str, type[Event]]],
) -> Contest[Rules, State, Action, Event, View]:
    """Plays recorded steps again; `RecordError` names the first that does not hold. `kinds`: actions, events."""
    try:
        contest = Contest(game, rules, seats)
    except IllegalAction as error:
        raise RecordError(error.faults) from None
    for number, entry in enumerate(steps, start=1):
        _replay_step(contest, entry, kinds, f"step {number}")
    return contest


def _replay_step(
    contest: Contest[Rules, State, Action, Event, View],
    entry: object,
    kinds: tuple[Mapping[str, type[Action]], Mapping[str, type[Event]]],
    where: str,
) -> None:
    action_kinds, event_kinds = kinds
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
    recorded = tuple(from_plain(event_kinds, event, f"{where}.events") for event in events)
    try:
        found = contest.act(actor, from_plain(action_kinds, action, f"{where}.action"))
    except IllegalAction as error:
        raise RecordError(f"{where}: the rules refuse the recorded action: {error}") from None
    if found != recorded:
        raise RecordError(f"{where}: the rules make other events of this action than the record holds")
