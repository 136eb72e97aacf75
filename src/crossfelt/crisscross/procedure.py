"""The dealer's procedure of a rule book: steps in order, each with its clause and the person who does it.

Call `procedure` for the steps of one dealing method, as checklists and drills show them. People do these steps, not the
engine (reading R22). A step belongs to every dealing method of its rule book unless it names some, and to every table
unless it names wagers.

>>> first = procedure("cardroom", "hand")[0]
>>> first.number, first.phase, first.who
(1, 'opening', 'operator')
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files
from itertools import pairwise

from crossfelt.crisscross.progressives.printed_lists import printed_progressives
from crossfelt.crisscross.progressives.terms import BONUS_SPIN, XTREME
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.errors import BadInput, RuleBookError, describe
from crossfelt.faults import FaultCode
from crossfelt.fields import Fields
from crossfelt.jsontext import parse_toml
from crossfelt.rulefiles import cited

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
class ProcedureStep:
    """One step of the procedure."""

    number: int
    """Its place in the requested list, from 1."""
    phase: str
    clause: str
    """Empty where the rules are silent and only a reading requires the step."""
    who: str
    says: str
    methods: tuple[str, ...]
    """The dealing methods it belongs to."""
    reading: str = ""
    wagers: tuple[str, ...] = ()
    """The wagers it is about: only a table that offers one of them has the step. Empty if every table has it."""

    @property
    def cited(self) -> str:
        """The source of the step: a clause, a reading, or both."""
        return cited(self.clause, self.reading)


def methods_of(rules: str) -> tuple[str, ...]:
    """Return the dealing methods that a rule book describes."""
    return tuple(load_rule_book(rules).document["dealing"])


def optional_wagers(rules: str) -> dict[str, str]:
    """Return id -> title of each optional wager that some step depends on."""
    named = {wager for step in _steps(rules) for wager in step.wagers}
    return {wager: title for wager, title in _titles(rules).items() if wager in named}


def procedure(
    rules: str, method: str | None = None, offered: Collection[str] | None = None
) -> tuple[ProcedureStep, ...]:
    """Return the steps of one dealing method, or of all methods together.

    `offered` are the wagers of the table, such as the spots of a resolved rule book. Without it they are those of the
    rule book with every choice at its default.
    """
    methods = methods_of(rules)
    if method is not None and method not in methods:
        message = f"{rules} has no dealing method {describe(method)}: choose from {', '.join(methods)}"
        raise RuleBookError(message, FaultCode.NOT_ONE_OF, "method", value=method, choices=methods)
    if offered is None:
        offered = load_rule_book(rules).spots
    chosen = (
        step
        for step in _steps(rules)
        if (method is None or method in step.methods) and (not step.wagers or set(step.wagers) & set(offered))
    )
    return tuple(replace(step, number=number) for number, step in enumerate(chosen, start=1))


def parse_procedure(
    source: str | bytes, methods: tuple[str, ...], wagers: Collection[str] = ()
) -> tuple[ProcedureStep, ...]:
    """Return the `[[procedure]]` steps of a rule-book text; `RuleBookError` lists everything wrong with them."""
    try:
        document = Fields(parse_toml(source), container="table")
    except BadInput as error:
        raise RuleBookError(error.faults) from None
    entries = document.tables("procedure")
    steps = tuple(_step(number, entry, methods, wagers) for number, entry in enumerate(entries, start=1))
    if not steps and not document.faults:
        document.fault(FaultCode.MISSING, "a rule book without a procedure", "procedure")
    _refuse_scattered_phases(document, steps)
    if document.faults:
        raise RuleBookError(document.faults)
    return steps


def _step(number: int, entry: Fields, methods: tuple[str, ...], wagers: Collection[str]) -> ProcedureStep:
    step = ProcedureStep(
        number=number,
        phase=entry.text("phase", among=tuple(PHASES)),
        clause=entry.text("clause", default=""),
        who=entry.text("who", among=PEOPLE),
        says=entry.text("says"),
        methods=entry.texts("methods", among=methods, default=methods),
        reading=entry.text("reading", default=""),
        wagers=entry.texts("wagers", among=wagers, default=()),
    )
    for key in ("clause", "says", "methods", "reading", "wagers"):
        if key in entry and not entry.raw(key):
            entry.fault(FaultCode.MISSING, "must not be empty", key)
    if "clause" not in entry and "reading" not in entry:
        entry.fault(FaultCode.MISSING, "needs a clause or a reading")
    entry.refuse_unknown()
    return step


def _refuse_scattered_phases(document: Fields, steps: tuple[ProcedureStep, ...]) -> None:
    """Refuse a phase that is split: a misplaced step would be read at the wrong time."""
    closed: set[str] = set()
    for before, step in pairwise(steps):
        if step.phase and step.phase != before.phase:
            closed.add(before.phase)
            if step.phase in closed:
                key = f"procedure[{step.number}].phase"
                document.fault(FaultCode.BAD_RULES, f"goes back to {step.phase}", key, names=[step.phase])


@cache
def _steps(rules: str) -> tuple[ProcedureStep, ...]:
    book = load_rule_book(rules)
    file = files("crossfelt.crisscross.rulebooks").joinpath(f"{book.id}-{book.version}.toml")
    return parse_procedure(file.read_bytes(), methods_of(rules), _titles(rules))


def _titles(rules: str) -> dict[str, str]:
    """Return id -> title of every bonus and progressive wager of the text, offered or not."""
    spots = load_rule_book(rules).document["spots"]
    titles = {name: str(spot["title"]) for name, spot in spots.items() if spot["kind"] == "bonus"}
    printed = printed_progressives(rules)
    if printed is not None:
        titles[BONUS_SPIN] = str(printed.bonus_spin.table["title"])
        titles[XTREME] = str(printed.xtreme.table["title"])
    return titles
