"""Rule files, the choices that they leave, and what comes of both: resolved rules with a hash.

A rule file is named `ID-VERSION.toml`, and an id means its newest version. It holds what a published text fixes, a
table of choices, and `{ choice = NAME }` wherever the value of a choice belongs. Which types of choice there are, and
what their values may be, is each game's own.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from typing import Any, Generic, TypeVar

from crossfelt.errors import BadInput, Fault, RuleBookError, describe
from crossfelt.fields import MOST_CENTS, Fields, safe_key
from crossfelt.jsontext import canonical_json, parse_toml

_FILE = re.compile(r"([a-z]+(?:-[a-z]+)*)-(\d+)\.toml")
_NUMERIC = ("cents", "integers")
MOST_CHOICES = 100
"""Choices that are looked at; no rule file leaves as many."""
MOST_SUBMISSION = 16_384
"""Characters of a submission; the longest that sets every choice has a quarter of that."""
MOST_LABEL = 100
"""Characters that a label of a submission may have."""
TABLE = "table"
"""The type of a choice that is a table of its own, such as a progressive wager."""


@dataclass(frozen=True, slots=True)
class Choice:
    """Something the text leaves to the house, or that we read one way and a house may read another."""

    name: str
    type: str
    default: object
    """None for a table of choices, which a house makes or leaves out."""
    least: int | None
    most: int | None
    values: tuple[str, ...]
    clause: str
    reading: str | None
    says: str

    @property
    def cited(self) -> str:
        """What leaves the choice open: the clause, our reading, or both."""
        return cited(self.clause, self.reading or "")

    @property
    def allowed(self) -> str:
        """What it may be, in words."""
        match self.type:
            case "table":
                return "a table of a rules submission"
            case "boolean":
                return "true or false"
            case "spots":
                return "the default, and any other of its wagers"
            case "hands":
                return "names of hands"
            case "text":
                return " or ".join(self.values)
        return f"{self.least} to {self.most}"


Check = Callable[[Choice, Fields, Mapping[str, Any]], object]
"""From a choice, the table that holds the value made and the rule file to the value in the one form that is hashed."""


def cited(clause: str, reading: str) -> str:
    """A clause and a reading as they are cited, either of them possibly empty.

    >>> cited("12.B", "R11"), cited("", "P1")
    ('12.B, reading R11', 'reading P1')
    """
    return ", ".join(part for part in (clause, f"reading {reading}" if reading else "") if part)


@dataclass(frozen=True, eq=False)
class Resolved:
    """Rules in which every choice is made. Two are equal when their hashes are."""

    id: str
    version: int
    title: str
    document: dict[str, Any]
    """The resolved data, as it is hashed and embedded in records."""

    @property
    def name(self) -> str:
        """Id and version, such as `maryland-1`."""
        return f"{self.id}-{self.version}"

    @cached_property
    def hash(self) -> str:
        """SHA-256 over the canonical JSON of the resolved document, in hex."""
        return hashlib.sha256(canonical_json(self.document).encode()).hexdigest()

    @property
    def choices(self) -> dict[str, Any]:
        """Every choice with the value in force."""
        choices: dict[str, Any] = self.document["choices"]
        return choices

    def __eq__(self, other: object) -> bool:
        return isinstance(other, type(self)) and self.hash == other.hash

    def __hash__(self) -> int:
        return hash(self.hash)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.name} {self.hash[:12]}>"


SomeResolved = TypeVar("SomeResolved", bound=Resolved)


@dataclass(frozen=True, slots=True)
class Submission(Generic[SomeResolved]):
    """A submission as it was examined."""

    id: str
    """Of the rules that it is about, empty where it names none that there are."""
    rules: SomeResolved | None
    """None where it has a fault."""
    faults: tuple[str, ...]
    labels: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Shelf(Generic[SomeResolved]):
    """The rule files of one package, and what they become."""

    package: str
    noun: str
    """What refusals call one of them."""
    key: str
    """Under which a submission names one of them."""
    types: tuple[str, ...]
    check: Check
    read: Callable[[Fields], SomeResolved | None]
    """From a resolved document to the rules, or to None after noting what is wrong with it."""
    strangers_faults: Callable[[object], Iterable[str]] = lambda _: ()
    """What else may be wrong with a document that nobody here wrote."""
    added: Callable[[str, Mapping[str, Any]], Mapping[str, Any]] = lambda _name, _choices: {}
    """From an id and the choices in force to what they add to the document, beyond the places that name them."""
    labels: tuple[str, ...] = ()
    """Texts that a submission may have beside its choices; nothing is hashed of them."""
    left_out: tuple[str, ...] = ()
    """Tables of a file that a contest does not depend on: a clearer sentence in them changes no hash."""

    def load(self, name: str, choices: Mapping[str, object] | None = None) -> SomeResolved:
        """The newest version of an id, resolved. Choices not made take their default."""
        rules, faults = self.examine(name, choices or {})
        if rules is None:
            raise RuleBookError(faults)
        return rules

    def load_submission(self, text: str | bytes) -> SomeResolved:
        """The rules that a submission makes; `RuleBookError` lists everything wrong with it."""
        submission = self.examine_submission(text)
        if submission.rules is None:
            raise RuleBookError(submission.faults)
        return submission.rules

    def examine(self, name: str, choices: Mapping[str, object]) -> tuple[SomeResolved | None, tuple[str, ...]]:
        """The resolved rules, or None and everything wrong with the choices.

        The default stands in for a bad choice, so that the others are looked at too; what rests on a bad choice is
        not held against them.
        """
        published, definitions = self.published(name), self.choices(name)
        if len(choices) > MOST_CHOICES:
            return None, (Fault(f"there are {len(choices)}; at most {MOST_CHOICES} are read", "choices"),)
        values = {choice.name: choice.default for choice in definitions.values() if choice.type != TABLE}
        faults: list[str] = []
        bad: set[str] = set()
        for key, value in choices.items():
            known = len(faults)
            if key not in definitions:
                faults.append(self.unknown_choice(name, key))
                continue
            choice = definitions[key]
            checked = self.check(choice, Fields({key: value}, "choices", faults, choice.cited), published)
            if len(faults) > known:
                bad.add(key)
            else:
                values[key] = checked
        made = {name: values[name] for name in definitions if name in values}
        rules, later = _resolve(self, name, json.dumps(made))
        for fault in later:
            if fault not in faults and not bad.intersection(fault.rests_on):
                faults.append(fault)
        return (rules if not faults else None), tuple(faults)

    def examine_submission(self, text: str | bytes) -> Submission[SomeResolved]:
        """What a submission makes, with everything that is wrong with it; refused only when it is not TOML."""
        if len(text) > MOST_SUBMISSION:
            raise RuleBookError(f"the submission has {len(text):,} characters; at most {MOST_SUBMISSION:,} are read")
        try:
            fields = Fields(parse_toml(text))
        except BadInput as error:
            raise RuleBookError(error.faults) from None
        name = fields.text(self.key, among=self.ids())
        choices = fields.raw("choices")
        if choices is not None and not isinstance(choices, dict):
            fields.fault(f"must be a table, not {describe(choices)}", "choices")
        labels = {label: _label(fields, label) for label in self.labels}
        unasked = fields.unasked()
        if len(unasked) > MOST_CHOICES:
            raise RuleBookError(f"the submission has {len(unasked)} unknown keys; remove them")
        for key in unasked:
            says, clause = self._fixed(name, key) if name else ("", "")
            fields.citing(clause).fault(f"unknown key{': ' + says if says else ''}", key)
        rules, faults = self.examine(name, choices if isinstance(choices, dict) else {}) if name else (None, ())
        faults = (*fields.faults, *faults)
        return Submission(name, rules if not faults else None, faults, labels)

    def from_document(self, document: object) -> SomeResolved:
        """The rules of the resolved document that a record embeds; `RuleBookError` lists everything wrong with it."""
        fields = fields_of_document(document, self.noun)
        fields.faults.extend(self.strangers_faults(document))
        rules = self.read(fields) if not fields.faults else None
        if rules is None or fields.faults:
            raise RuleBookError(f"{self.noun}: {fault}" for fault in fields.faults)
        return rules

    def ids(self) -> tuple[str, ...]:
        """Everything that is shipped."""
        return tuple(sorted(_newest(self.package)))

    def published(self, name: str) -> dict[str, Any]:
        """The newest file of an id, as it is written."""
        file = _newest(self.package).get(name)
        if file is None:
            raise RuleBookError(f"there is no {self.noun} {describe(name)}: choose from {', '.join(self.ids())}")
        return _read(self.package, file)

    def choices(self, name: str) -> dict[str, Choice]:
        """Every choice that a file leaves, in its order."""
        return _choices(self, name)

    def parse_option(self, name: str, assignment: str) -> tuple[Choice, str]:
        """The choice that `NAME=VALUE` is about, and the value as it was typed."""
        choices = self.choices(name)
        key, equals, text = (part.strip() for part in assignment.partition("="))
        if not equals or not key:
            raise RuleBookError(f"option {describe(assignment)}: write NAME=VALUE")
        if key not in choices:
            fault = self.unknown_choice(name, key)
            raise RuleBookError(Fault(fault.says, clause=fault.clause))
        if choices[key].type == TABLE:
            raise RuleBookError(f"option {key}: is a table of choices, which only a rules submission can hold")
        return choices[key], text

    def unknown_choice(self, name: str, key: str) -> Fault:
        """Why there is no such choice: the text fixes what it would set, or nothing knows it."""
        where, no_choice = f"choices.{safe_key(key)}", f"{name} has no choice {describe(key)}"
        says, clause = self._fixed(name, key)
        if says:
            return Fault(f"{no_choice}: {says}", where, clause)
        choices = self.choices(name)
        near = get_close_matches(key, choices, n=1) if len(key) <= MOST_LABEL else []
        if near:
            return Fault(f"{no_choice}: perhaps {near[0]} is meant", where, choices[near[0]].cited)
        return Fault(f"{no_choice}: it has {', '.join(choices)}", where)

    def _fixed(self, name: str, key: str) -> tuple[str, str]:
        """What a file says of a name that it does not leave to choose, and the clause; empty where it says nothing."""
        for entry in self.published(name).get("fixed", ()):
            if any(fnmatchcase(key, pattern) for pattern in entry["names"]):
                return entry["says"], cited(", ".join(entry.get("clauses", ())), entry.get("reading", ""))
        return "", ""


@lru_cache(maxsize=256)  # Choices come from outside, so what is kept must be bounded.
def _resolve(shelf: Shelf[Any], name: str, choices: str) -> tuple[Any, tuple[Fault, ...]]:
    """The rules of the file with these choices, or None and what the choices ask of each other in vain."""
    published, values = shelf.published(name), json.loads(choices)
    body = {key: value for key, value in published.items() if key not in ("choices", *shelf.left_out)}
    fields = Fields({**_filled(body, values), **shelf.added(name, values), "choices": values})
    rules = shelf.read(fields)
    made = shelf.choices(name)
    places = dict(_places(body))
    return rules, tuple(dict.fromkeys(_about_choices(fault, places, made) for fault in fields.faults))


def _about_choices(text: str, places: Mapping[str, str], choices: Mapping[str, Choice]) -> Fault:
    """A fault of a resolved document as one of the choice that was filled in there."""
    fault = text if isinstance(text, Fault) else Fault(text)
    name = places.get(fault.where)
    if name is None:
        return fault
    rests_on = [places[path] for path in fault.rests_on if path in places]
    return Fault(fault.says, f"choices.{name}", fault.clause or choices[name].cited, (name, *rests_on))


def _places(node: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Each path of a rule file at which a choice is filled in, with the name of the choice."""
    if isinstance(node, dict):
        if set(node) == {"choice"}:
            yield path, node["choice"]
            return
        for key, child in node.items():
            yield from _places(child, f"{path}.{key}" if path else key)
    elif isinstance(node, list):
        for number, child in enumerate(node, start=1):
            yield from _places(child, f"{path}[{number}]")


def _label(fields: Fields, name: str) -> str:
    text = fields.text(name, default="")
    if len(text) > MOST_LABEL or not text.isprintable():
        fields.fault(f"must be one line of at most {MOST_LABEL} characters", name)
    return text


def fields_of_document(document: object, noun: str) -> Fields:
    """A copy of the resolved document that a record embeds, ready to be read."""
    try:
        canonical_json(document)
    except (TypeError, ValueError, RecursionError):
        raise RuleBookError(f"{noun}: is not plain JSON data") from None
    return Fields(deepcopy(document))


def words_of(text: str) -> list[str]:
    """The words of a list as typed: `across, middle`."""
    return [word.strip() for word in text.split(",") if word.strip()]


def options_by_name(options: Sequence[str], parse: Callable[[str], tuple[str, object]]) -> dict[str, object]:
    """What `parse` makes of each `NAME=VALUE`; all that cannot be read are refused together."""
    found: dict[str, object] = {}
    faults: list[str] = []
    for assignment in options:
        try:
            key, value = parse(assignment)
        except RuleBookError as error:
            faults.extend(error.faults)
            continue
        if key in found:
            faults.append(f"option {key}: is given twice")
        found[key] = value
    if faults:
        raise RuleBookError(faults)
    return found


@cache
def _newest(package: str) -> dict[str, str]:
    """Id -> file name of its newest version."""
    found: dict[str, tuple[int, str]] = {}
    for entry in files(package).iterdir():
        match = _FILE.fullmatch(entry.name)
        if match:
            name, version = match[1], int(match[2])
            found[name] = max(found.get(name, (0, "")), (version, entry.name))
    return {name: file for name, (_, file) in found.items()}


@cache
def _read(package: str, file: str) -> dict[str, Any]:
    return parse_toml(files(package).joinpath(file).read_bytes())


@cache
def _choices(shelf: Shelf[Any], name: str) -> dict[str, Choice]:
    published = shelf.published(name)
    fields = Fields(published.get("choices", {}), "choices")
    found: dict[str, Choice] = {}
    for key in fields.names():
        entry = fields.table(key)
        kind = entry.text("type", among=shelf.types)
        choice = Choice(
            name=key,
            type=kind,
            default=entry.raw("default"),
            least=entry.integer("least", least=0, most=MOST_CENTS) if kind in _NUMERIC else None,
            most=entry.integer("most", least=0, most=MOST_CENTS) if kind in _NUMERIC else None,
            values=entry.texts("values") if kind == "text" else (),
            clause=entry.text("clause", default=""),
            reading=entry.optional_text("reading"),
            says=entry.text("says"),
        )
        if not choice.clause and not choice.reading:
            entry.fault("needs a clause or a reading")
        if kind != TABLE:
            shelf.check(choice, Fields({key: choice.default}, "choices", fields.faults), published)
        entry.refuse_unknown()
        found[key] = choice
    if fields.faults:
        raise RuleBookError(fields.faults)
    return found


def _filled(node: Any, values: Mapping[str, object]) -> Any:
    """A copy of the data in which each `{ choice = NAME }` is replaced by the value of that choice."""
    if isinstance(node, dict):
        if set(node) == {"choice"}:
            return values[node["choice"]]
        return {key: _filled(child, values) for key, child in node.items()}
    if isinstance(node, list):
        return [_filled(child, values) for child in node]
    return node
