"""`RuleLibrary`: the rule files of one package, resolved with a house's choices.

Each game has one. Call `load` for shipped rules, `load_submission` for a house's file, and `examine` to collect faults.
"""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from fnmatch import fnmatchcase
from functools import cache, lru_cache
from importlib.resources import files
from itertools import product
from typing import Any, Generic

from crossfelt.errors import Fault, RuleBookError, describe
from crossfelt.faults import FaultCode
from crossfelt.fields import Fields, safe_key
from crossfelt.jsontext import parse_toml
from crossfelt.rulefiles.choice import TABLE, Check, Choice, cited, read_choices, trial_values
from crossfelt.rulefiles.lines import LineIndex
from crossfelt.rulefiles.naming import NamedRules, SubmissionName, choice_changes
from crossfelt.rulefiles.resolution import SomeResolved, choice_fault, choice_paths, fields_of_document, filled
from crossfelt.rulefiles.submission import MOST_CHOICES, MOST_LABEL, Submission, located, parse_submission, read_label

_FILE = re.compile(r"([a-z]+(?:-[a-z]+)*)-(\d+)\.toml")
_MOST_TRIALS = 64
"""The number of combinations of other choices tried to decide whether a fault remains with all of them."""


@dataclass(frozen=True, slots=True)
class RuleLibrary(Generic[SomeResolved]):
    """The rule files of one package, and how they are resolved."""

    package: str
    noun: str
    """The word for such rules in refusals."""
    key: str
    """The key under which a submission names its rules."""
    types: tuple[str, ...]
    check: Check
    read: Callable[[Fields], SomeResolved | None]
    """From a resolved document to the rules, or to None after noting its faults."""
    strangers_faults: Callable[[object], Iterable[Fault]] = lambda _: ()
    """Further faults of a document from outside."""
    added: Callable[[str, Mapping[str, Any]], Mapping[str, Any]] = lambda _name, _choices: {}
    """From an id and the choices in force to additions to the document, beyond the places that name the choices."""
    labels: tuple[str, ...] = ()
    """Labels that a submission may have beside its choices; they aren't hashed."""
    left_out: tuple[str, ...] = ()
    """Tables of a file that a contest doesn't depend on: rewording them changes no hash."""

    def load(self, name: str, choices: Mapping[str, object] | None = None) -> SomeResolved:
        """Return the newest version of an id, resolved. Choices that aren't passed take their defaults."""
        rules, faults = self.examine(name, choices or {})
        if rules is None:
            raise RuleBookError(faults)
        return rules

    def load_submission(self, text: str | bytes) -> SomeResolved:
        """Return the rules of a submission; `RuleBookError` lists everything wrong with it."""
        submission = self.examine_submission(text)
        if submission.rules is None:
            raise RuleBookError(submission.faults)
        return submission.rules

    def examine(self, name: str, choices: Mapping[str, object]) -> tuple[SomeResolved | None, tuple[Fault, ...]]:
        """Return the resolved rules, or None and all faults of the choices.

        The default replaces a bad choice, so that the others are checked too; a fault that depends on a bad choice
        isn't reported for them.
        """
        published, definitions = self.published(name), self.choices(name)
        if len(choices) > MOST_CHOICES:
            message = f"{len(choices)} choices are too many; use at most {MOST_CHOICES}"
            params = {"count": len(choices), "most": MOST_CHOICES}
            return None, (Fault(FaultCode.TOO_LONG, message, "choices", params=params),)
        values = {choice.name: choice.default for choice in definitions.values() if choice.type != TABLE}
        faults: list[Fault] = []
        bad: set[str] = set()
        for key, value in choices.items():
            known = len(faults)
            if key not in definitions:
                faults.append(self.unknown_choice(name, key))
                continue
            choice = definitions[key]
            checked = self.check(
                choice, Fields({key: value}, "choices", faults, choice.cited, container="table"), published
            )
            if len(faults) > known:
                bad.add(key)
            else:
                values[key] = checked
        made = {name: values[name] for name in definitions if name in values}
        rules, later = _resolve(self, name, json.dumps(made))
        for fault in later:
            blamed = [key for key in definitions if key in bad and key in fault.rests_on]
            if not blamed:
                faults.append(fault)
            elif self._stays(name, made, fault, blamed, later, bad - set(blamed)):
                message = f"{fault.message}, and no allowed {' or '.join(blamed)} changes that"
                faults.append(Fault(fault.code, message, fault.where, fault.clause, params=fault.params))
        return (rules if not faults else None), tuple(dict.fromkeys(faults))

    def _stays(
        self,
        name: str,
        values: Mapping[str, Any],
        fault: Fault,
        blamed: Sequence[str],
        known: Iterable[Fault],
        also_bad: Collection[str],
    ) -> bool:
        """Return whether a fault remains for every value of the bad choices that it depends on.

        Amounts are tried at both ends of their range and at the other amounts in force, which may bound them: an amount
        that is wrong at both ends is wrong in between. A value with a fault of its own isn't allowed, unless that fault
        depends on another bad choice, whose default only replaces it.
        """
        definitions = self.choices(name)
        amounts = [values[key] for key in values if key not in blamed and definitions[key].type == "cents"]
        tried = [trial_values(definitions[key], amounts) for key in blamed]
        if not all(tried) or math.prod(map(len, tried)) > _MOST_TRIALS:
            return False
        before = {_identity(other) for other in known} - {_identity(fault)}
        return all(
            any(
                _identity(other) not in before and not any(key in other.rests_on for key in also_bad)
                for other in _resolve(self, name, json.dumps({**values, **trial}))[1]
            )
            for trial in (dict(zip(blamed, combined, strict=True)) for combined in product(*tried))
        )

    def examine_submission(self, text: str | bytes) -> Submission[SomeResolved]:
        """Return the result of a submission with all of its faults; raise only if it isn't TOML."""
        fields = parse_submission(text)
        name = fields.text(self.key, among=self.ids())
        choices = fields.raw("choices")
        if choices is not None and not isinstance(choices, dict):
            message = f"must be a table, not {describe(choices)}"
            fields.fault(FaultCode.WRONG_TYPE, message, "choices", expected="table", value=choices)
        labels = {label: read_label(fields, label) for label in self.labels}
        unasked = fields.unasked()
        if len(unasked) > MOST_CHOICES:
            message = f"the submission has {len(unasked)} unknown keys; remove them"
            raise RuleBookError(message, FaultCode.TOO_LONG, count=len(unasked), most=MOST_CHOICES)
        for key in unasked:
            self._refuse_key(fields, name, key)
        rules, faults = self.examine(name, choices if isinstance(choices, dict) else {}) if name else (None, ())
        lines = LineIndex(text)
        faults = tuple(located(fault, lines) for fault in (*fields.faults, *faults))
        return Submission(name, rules if not faults else None, faults, labels, lines)

    def _refuse_key(self, fields: Fields, name: str, key: str) -> None:
        """Note an unknown key of a submission, with the clause if the rules fix its value."""
        why, clause = self._fixed(name, key) if name else ("", "")
        if why:
            message = f"unknown key: {why}"
            fields.citing(clause).fault(FaultCode.FIXED_BY_RULES, message, key, rules=name, key=key, reason=why)
        else:
            allowed = [self.key, *self.labels, "choices"]
            message = f"unknown key; choose from {', '.join(allowed)}"
            fields.fault(FaultCode.UNKNOWN_KEY, message, key, key=key, choices=allowed)

    def from_document(self, document: object) -> SomeResolved:
        """Return the rules of a resolved document from a record; `RuleBookError` lists everything wrong with it."""
        fields = fields_of_document(document, self.noun)
        fields.faults.extend(self.strangers_faults(document))
        rules = self.read(fields) if not fields.faults else None
        if rules is None or fields.faults:
            raise RuleBookError(fault.prefixed(self.noun) for fault in fields.faults)
        return rules

    def named(
        self, rules: SomeResolved, submitted: SomeResolved | None = None, submission: SubmissionName | None = None
    ) -> NamedRules:
        """Return rules with their name for reports.

        Changes are counted from `submitted`, the rules of a submission before any option, or else from the shipped file
        with its defaults.
        """
        before = submitted or (self.load(rules.id) if rules.id in self.ids() else rules)
        if before.version != rules.version:  # an older record, whose file is no longer shipped
            before = rules
        changes = choice_changes(before.choices, rules.choices)
        if not changes and rules.hash != before.hash:
            changes = (f"the document of this {self.noun} is not the published one",)
        return NamedRules(rules, submission, changes)

    def ids(self) -> tuple[str, ...]:
        """Return the ids of all shipped rules."""
        return tuple(sorted(_newest_files(self.package)))

    def published(self, name: str) -> dict[str, Any]:
        """Return the newest file of an id, as written."""
        file = _newest_files(self.package).get(name)
        if file is None:
            message = f"there is no {self.noun} {describe(name)}: choose from {', '.join(self.ids())}"
            raise RuleBookError(message, FaultCode.NO_SUCH_RULES, self.key, value=name, choices=self.ids())
        return _read_file(self.package, file)

    def choices(self, name: str) -> dict[str, Choice]:
        """Return every choice of a file, in its order."""
        return _choices(self, name)

    def parse_option(self, name: str, assignment: str) -> tuple[Choice, str]:
        """Return the choice that `NAME=VALUE` names, and the value as typed."""
        choices = self.choices(name)
        key, equals, text = (part.strip() for part in assignment.partition("="))
        if not equals or not key:
            message = f"option {describe(assignment)}: write NAME=VALUE"
            raise RuleBookError(message, FaultCode.BAD_FORMAT, value=assignment)
        if key not in choices:
            fault = self.unknown_choice(name, key)
            raise RuleBookError(
                Fault(fault.code, fault.message, clause=fault.clause, field=fault.field, params=fault.params)
            )
        if choices[key].type == TABLE:
            message = f"option {key}: is a table; set it in a rules submission"
            raise RuleBookError(message, FaultCode.TABLE_CHOICE, f"choices.{key}", choice=key)
        return choices[key], text

    def unknown_choice(self, name: str, key: str) -> Fault:
        """Return the fault of an unknown choice: the rules fix its value, or there is no such name."""
        where, no_choice = f"choices.{safe_key(key)}", f"{name} has no choice {describe(key)}"
        why, clause = self._fixed(name, key)
        if why:
            fixed = {"rules": name, "key": key, "reason": why}
            return Fault(FaultCode.FIXED_BY_RULES, f"{no_choice}: {why}", where, clause, params=fixed)
        choices = self.choices(name)
        near = get_close_matches(key, choices, n=1) if len(key) <= MOST_LABEL else []
        params = {"rules": name, "key": key, "near": near[0] if near else None, "choices": list(choices)}
        hint = f"did you mean {near[0]}? " if near else ""
        message = f"{no_choice}; {hint}choose from {', '.join(choices)}"
        clause = choices[near[0]].cited if near else ""
        return Fault(FaultCode.NO_SUCH_CHOICE, message, where, clause, params=params)

    def _fixed(self, name: str, key: str) -> tuple[str, str]:
        """Return what a file says about a name that isn't a choice, and the clause; empty if nothing."""
        for entry in self.published(name).get("fixed", ()):
            if any(fnmatchcase(key, pattern) for pattern in entry["names"]):
                return entry["says"], cited(", ".join(entry.get("clauses", ())), entry.get("reading", ""))
        return "", ""


@cache
def _newest_files(package: str) -> dict[str, str]:
    """Return id -> file name of its newest version."""
    newest: dict[str, tuple[int, str]] = {}
    for entry in files(package).iterdir():
        match = _FILE.fullmatch(entry.name)
        if match:
            name, version = match[1], int(match[2])
            newest[name] = max(newest.get(name, (0, "")), (version, entry.name))
    return {name: file for name, (_, file) in newest.items()}


@cache
def _read_file(package: str, file: str) -> dict[str, Any]:
    return parse_toml(files(package).joinpath(file).read_bytes())


@cache
def _choices(library: RuleLibrary[Any], name: str) -> dict[str, Choice]:
    return read_choices(library.published(name), library.types, library.check)


@lru_cache(maxsize=256)  # Choices come from outside, so the number of results in memory must be bounded.
def _resolve(library: RuleLibrary[Any], name: str, values_json: str) -> tuple[Any, tuple[Fault, ...]]:
    """Return the rules of the file with these choices, or None and the faults of choices that contradict each other."""
    published, values = library.published(name), json.loads(values_json)
    body = {key: value for key, value in published.items() if key not in ("choices", *library.left_out)}
    fields = Fields({**filled(body, values), **library.added(name, values), "choices": values}, container="table")
    rules = library.read(fields)
    choices, paths = library.choices(name), dict(choice_paths(body))
    return rules, tuple(dict.fromkeys(choice_fault(fault, paths, choices) for fault in fields.faults))


def _identity(fault: Fault) -> tuple[str, str]:
    """Return the part of a fault that doesn't depend on values."""
    return str(fault.code), fault.where
