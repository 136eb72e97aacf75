"""The name of rules in a report: a published rule book, a submission, or either of them MODIFIED."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from typing import Any

from crossfelt.errors import RuleBookError
from crossfelt.money import dollars
from crossfelt.rulefiles.resolution import Resolved

MODIFIED = "MODIFIED"


@dataclass(frozen=True, slots=True)
class SubmissionName:
    """The name of a rules submission in a report."""

    title: str
    """Its own title, or the name of its file."""
    facility: str = ""


@dataclass(frozen=True, slots=True)
class NamedRules:
    """Resolved rules and their name in a report. Changed rules never have the published name alone."""

    rules: Resolved
    """With every change applied, so that the hash is that of the analyzed rules."""
    submission: SubmissionName | None = None
    changes: tuple[str, ...] = ()
    """Every difference from the published rule book, or from the submission if there is one."""

    @property
    def hash(self) -> str:
        """The hash of the rules as they were used."""
        return self.rules.hash

    def changed(self, rules: Resolved, *changes: str) -> NamedRules:
        """Name rules that were changed further; `rules` has the changes applied."""
        return replace(self, rules=rules, changes=(*self.changes, *changes))

    @property
    def name(self) -> str:
        """`maryland-1`, `maryland-1 MODIFIED`, or `harbor (Harbor Casino, under maryland-1)`."""
        mark = f" {MODIFIED}" if self.changes else ""
        if self.submission is None:
            return f"{self.rules.name}{mark}"
        facility = f"{self.submission.facility}, " if self.submission.facility else ""
        return f"{self.submission.title}{mark} ({facility}under {self.rules.name})"

    @property
    def title(self) -> str:
        """The title of the rules for the top of a page, with the submission and every change."""
        title = self.rules.title
        if self.submission is not None:
            facility = f", {self.submission.facility}" if self.submission.facility else ""
            title = f"{self.submission.title}{facility} ({title})"
        return f"{title}, {MODIFIED} ({'; '.join(self.changes)})" if self.changes else title


@dataclass(frozen=True, slots=True)
class Origin:
    """How resolved rules compare with the shipped rules of their id."""

    is_shipped: bool
    """Whether the shipped rules with the same choices are exactly these."""
    changes: tuple[str, ...]
    """The choices that differ from the defaults."""


def origin_of(rules: Resolved, shipped: Collection[str], load: Callable[..., Resolved]) -> Origin:
    """Compare rules that came from outside, such as from a record, with the shipped rules of their id."""
    if rules.id not in shipped:
        return Origin(False, ())
    changes = choice_changes(load(rules.id).choices, rules.choices)
    try:
        return Origin(load(rules.id, rules.choices).hash == rules.hash, changes)
    except RuleBookError:
        return Origin(False, changes)


def choice_changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[str, ...]:
    """Return every choice that has another value, in words.

    >>> choice_changes({"ace_low_straight": True, "fee_cents": 500}, {"ace_low_straight": False, "fee_cents": 750})
    ('ace low straight is false, not true', 'fee is $7.50, not $5')
    >>> choice_changes({"limit_cents": 0, "fee_cents": 500}, {"limit_cents": 700, "fee_cents": 0, "spin": {}})
    ('limit is $7, not unset', 'fee is unset, not $5', 'spin is offered')
    """
    names = dict.fromkeys((*after, *before))
    return tuple(
        _change(name, before.get(name), after.get(name)) for name in names if before.get(name) != after.get(name)
    )


def _change(name: str, before: object, after: object) -> str:
    if isinstance(before, Mapping) or isinstance(after, Mapping):  # the table of an optional wager
        state = "not offered" if after is None else "offered" if before is None else "offered on other terms"
        return f"{_words(name)} is {state}"
    return f"{_words(name)} is {_value_words(name, after)}, not {_value_words(name, before)}"


def _words(name: str) -> str:
    return name.removesuffix("_cents").replace("_", " ")


def _value_words(name: str, value: object) -> str:
    if value is None:
        return "unset"
    if name.endswith("_cents") and isinstance(value, int):
        return dollars(value) if value else "unset"
    return choice_text(value).replace("_", " ").replace(",", ", ")


def choice_text(value: object) -> str:
    """Return the value of a choice as written after `--option NAME=`."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, Mapping):
        return "a table of its own"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)
