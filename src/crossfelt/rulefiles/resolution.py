"""Resolved rules, their hash, and how a house's choices are filled into a rule file."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Mapping
from copy import deepcopy
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from crossfelt.errors import Fault, RuleBookError
from crossfelt.faults import FaultCode
from crossfelt.fields import Fields
from crossfelt.jsontext import canonical_json
from crossfelt.rulefiles.choice import Choice


@dataclass(frozen=True, eq=False)
class Resolved:
    """Rules with every choice made. Two are equal if their hashes are."""

    id: str
    version: int
    title: str
    document: dict[str, Any]
    """The resolved data, as hashed and as embedded in records."""

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


def fields_of_document(document: object, noun: str) -> Fields:
    """Return a copy of a record's resolved document as fields."""
    try:
        canonical_json(document)
    except (TypeError, ValueError, RecursionError):
        raise RuleBookError(f"{noun}: is not plain JSON data", FaultCode.NOT_PLAIN_DATA) from None
    return Fields(deepcopy(document), container="table")


def filled(node: Any, values: Mapping[str, object]) -> Any:
    """Return a copy of the data in which each `{ choice = NAME }` is replaced by the value of that choice."""
    if isinstance(node, dict):
        if set(node) == {"choice"}:
            return values[node["choice"]]
        return {key: filled(child, values) for key, child in node.items()}
    if isinstance(node, list):
        return [filled(child, values) for child in node]
    return node


def choice_paths(node: object, path: str = "") -> Iterator[tuple[str, str]]:
    """Yield each path of a rule file at which a choice is filled in, with the name of the choice."""
    if isinstance(node, dict):
        if set(node) == {"choice"}:
            yield path, node["choice"]
            return
        for key, child in node.items():
            yield from choice_paths(child, f"{path}.{key}" if path else key)
    elif isinstance(node, list):
        for number, child in enumerate(node, start=1):
            yield from choice_paths(child, f"{path}[{number}]")


def choice_fault(fault: Fault, paths: Mapping[str, str], choices: Mapping[str, Choice]) -> Fault:
    """Turn a fault of a resolved document into a fault of the choice that was filled in there."""
    name = paths.get(fault.where)
    if name is None:
        return fault
    rests_on = [paths[path] for path in fault.rests_on if path in paths]
    clause = fault.clause or choices[name].cited
    return Fault(fault.code, fault.message, f"choices.{name}", clause, (name, *rests_on), params=fault.params)
