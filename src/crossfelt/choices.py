"""Rule files, the choices that they leave, and what comes of both: resolved rules with a hash.

A rule file is named `ID-VERSION.toml`, and an id means its newest version. It holds what a published text fixes, a
table of choices, and `{ choice = NAME }` wherever the value of a choice belongs. Which types of choice there are, and
what their values may be, is each game's own.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from typing import Any, Generic, TypeVar

from crossfelt.errors import BadInput, RuleBookError, describe
from crossfelt.fields import MOST_CENTS, Fields
from crossfelt.jsontext import canonical_json, parse_json, parse_toml

_FILE = re.compile(r"([a-z]+(?:-[a-z]+)*)-(\d+)\.toml")
_NUMERIC = ("cents", "integers")
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


Check = Callable[[Choice, object, Mapping[str, Any], list[str]], object]
"""From a choice, the value made, the rule file and the faults so far to the value in the one form that is hashed."""


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
        loaded: SomeResolved = _load(self, name, _choices_text(choices))
        return loaded

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
            raise RuleBookError(_unknown_choice(name, key, choices))
        if choices[key].type == TABLE:
            raise RuleBookError(f"option {key}: is a table of choices, which only a rules submission can hold")
        return choices[key], text

    def parse_submission(self, text: str | bytes) -> tuple[str, dict[str, object]]:
        """The id that a submission names, and its choices, which are not checked yet."""
        try:
            fields = Fields(parse_toml(text))
        except BadInput as error:
            raise RuleBookError(error.faults) from None
        name = fields.text(self.key, among=self.ids())
        choices = fields.raw("choices")
        if choices is not None and not isinstance(choices, dict):
            fields.fault(f"must be a table, not {describe(choices)}", "choices")
        for label in self.labels:
            fields.text(label, default="")
        fields.refuse_unknown()
        if fields.faults:
            raise RuleBookError(fields.faults)
        return name, choices if isinstance(choices, dict) else {}

    def document(self, name: str, choices_text: str) -> dict[str, Any]:
        """The file with every choice filled in; `_choices_text` made the text. Choices not made take their default."""
        published, definitions = self.published(name), self.choices(name)
        try:
            choices = parse_json(choices_text)
        except BadInput as error:
            raise RuleBookError(f"choices: {fault}" for fault in error.faults) from None
        assert isinstance(choices, dict)
        faults: list[str] = []
        values = {choice.name: choice.default for choice in definitions.values() if choice.type != TABLE}
        for key, value in choices.items():
            if key in definitions:
                values[key] = self.check(definitions[key], value, published, faults)
            else:
                faults.append(_unknown_choice(name, key, definitions))
        if faults:
            raise RuleBookError(faults)
        body = {key: value for key, value in published.items() if key != "choices"}
        return {**_filled(body, values), **self.added(name, values), "choices": values}


@lru_cache(maxsize=256)  # Choices come from outside, so what is kept must be bounded.
def _load(shelf: Shelf[Any], name: str, choices: str) -> Any:
    document = {key: value for key, value in shelf.document(name, choices).items() if key not in shelf.left_out}
    fields = Fields(document)
    rules = shelf.read(fields)
    if rules is None or fields.faults:
        raise RuleBookError(fields.faults)
    return rules


def _choices_text(choices: Mapping[str, object] | None) -> str:
    """Choices as one text, the same for the same choices, so that what is made of them can be kept by it."""
    try:
        return canonical_json(dict(choices or {}))
    except (TypeError, ValueError, RecursionError):  # TOML has dates and nan, which no choice takes
        raise RuleBookError(
            "choices: a choice is a text, a whole number, true or false, or a list of these: not a date, a time or nan"
        ) from None


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
            shelf.check(choice, choice.default, published, fields.faults)
        entry.refuse_unknown()
        found[key] = choice
    if fields.faults:
        raise RuleBookError(fields.faults)
    return found


def _unknown_choice(name: str, key: str, choices: Mapping[str, Choice]) -> str:
    return f"{name} has no choice {describe(key)}: it has {', '.join(choices)}"


def _filled(node: Any, values: Mapping[str, object]) -> Any:
    """A copy of the data in which each `{ choice = NAME }` is replaced by the value of that choice."""
    if isinstance(node, dict):
        if set(node) == {"choice"}:
            return values[node["choice"]]
        return {key: _filled(child, values) for key, child in node.items()}
    if isinstance(node, list):
        return [_filled(child, values) for child in node]
    return node
