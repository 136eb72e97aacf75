"""The dealer's procedure of a rule book: steps in order, each with its clause and whoever carries it out.

People do these things, not the engine (reading R22): they make checklists and drills. A step belongs to every
dealing method of its rule book unless it names some.

>>> first = procedure("cardroom", "hand")[0]
>>> first.number, first.phase, first.who
(1, 'opening', 'operator')
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import pairwise

from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.errors import BadInput, RuleBookError, describe
from crossfelt.fields import Fields
from crossfelt.jsontext import parse_toml

PHASES: dict[str, str] = {
    "opening": "Opening the table",
    "shuffle": "Shuffle",
    "cut": "Cut",
    "idle": "While nobody plays",
    "deck_change": "Changing decks",
    "announce": "Wagers and the last call",
    "deal": "Deal",
    "stub": "Stub and its count",
    "decisions": "Decisions and reveals",
    "settle": "Settling",
    "clear": "Clearing the table",
    "device_failure": "When a device fails",
}
"""Phase -> its title."""

PEOPLE = ("dealer", "floorperson", "operator", "player", "device")


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that somebody does."""

    number: int
    """Its place in the list that was asked for, from 1."""
    phase: str
    clause: str
    who: str
    says: str
    methods: tuple[str, ...]
    """The dealing methods it belongs to."""


def methods_of(rules: str) -> tuple[str, ...]:
    """The dealing methods that a rule book describes."""
    return tuple(load_rule_book(rules).document["dealing"])


def procedure(rules: str, method: str | None = None) -> tuple[Step, ...]:
    """The steps of one dealing method, or those of all methods together."""
    methods = methods_of(rules)
    if method is not None and method not in methods:
        raise RuleBookError(f"{rules} has no dealing method {describe(method)}: choose from {', '.join(methods)}")
    steps = _steps(rules)
    if method is None:
        return steps
    chosen = (step for step in steps if method in step.methods)
    return tuple(
        Step(number, step.phase, step.clause, step.who, step.says, step.methods)
        for number, step in enumerate(chosen, start=1)
    )


def parse_procedure(source: str | bytes, methods: tuple[str, ...]) -> tuple[Step, ...]:
    """The `[[procedure]]` steps of a rule-book text; `RuleBookError` lists everything that is wrong with them."""
    try:
        document = Fields(parse_toml(source))
    except BadInput as error:
        raise RuleBookError(error.faults) from None
    steps = tuple(_step(number, entry, methods) for number, entry in enumerate(document.tables("procedure"), start=1))
    if not steps and not document.faults:
        document.fault("a rule book without a procedure", "procedure")
    _refuse_scattered_phases(document, steps)
    if document.faults:
        raise RuleBookError(document.faults)
    return steps


def _step(number: int, entry: Fields, methods: tuple[str, ...]) -> Step:
    step = Step(
        number=number,
        phase=entry.text("phase", among=tuple(PHASES)),
        clause=entry.text("clause"),
        who=entry.text("who", among=PEOPLE),
        says=entry.text("says"),
        methods=entry.texts("methods", among=methods, default=methods),
    )
    for key in ("clause", "says", "methods"):
        if key in entry and not entry.raw(key):
            entry.fault("must not be empty", key)
    entry.refuse_unknown()
    return step


def _refuse_scattered_phases(document: Fields, steps: tuple[Step, ...]) -> None:
    """A phase is one stretch of the list: a step that strayed into another would be read at the wrong time."""
    closed: set[str] = set()
    for before, step in pairwise(steps):
        if step.phase and step.phase != before.phase:
            closed.add(before.phase)
            if step.phase in closed:
                document.fault(f"goes back to {step.phase}", f"procedure[{step.number}].phase")


@cache
def _steps(rules: str) -> tuple[Step, ...]:
    book = load_rule_book(rules)
    file = files("crossfelt.crisscross.rulebooks").joinpath(f"{book.id}-{book.version}.toml")
    return parse_procedure(file.read_bytes(), methods_of(rules))
