"""The data of the register: clauses of a rule text, and readings of the unclear ones."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Met(StrEnum):
    """How a clause is met."""

    ENGINE = "engine"
    """The round engine, the settlement or the rule book itself enforces it."""
    CHOICE = "choice"
    """The rules leave it to the operator; a named choice of the rule book has the answer."""
    PROCEDURE = "procedure"
    """A step of the dealer's procedure: people do it; we list it and drill it."""
    PHYSICAL = "physical"
    """About equipment or approvals only."""
    NOT_YET = "not yet"
    """Software can meet it but doesn't yet."""


class State(StrEnum):
    """Whether a reading already governs the software."""

    IN_FORCE = "in force"
    IN_PART = "in part"
    """All of it except the part that the reading names as missing."""
    NOT_YET = "not yet"


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: its id in the rule text and its content in our words, on one line."""

    id: str
    says: str
    met: Met
    shown_by: tuple[str, ...]
    """Evidence: `data:PATH` in the rule book, `choice:NAME`, `test:FILE::FUNCTION` or `procedure`.

    A clause that both the engine and people carry out has both.
    """
    missing: str | None
    """The missing part; present only with `not yet`."""
    reading: str | None
    """The id of the reading that interprets it."""
    note: str | None
    """A remark on the rule text itself, such as a misprint, or on the limits of the claim."""


@dataclass(frozen=True, slots=True)
class Register:
    """All clauses of one rule text, in its order."""

    rules: str
    text: str
    publisher: str
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """Our interpretation of a point on which the rule texts are silent, unclear or contradictory."""

    id: str
    rules: tuple[str, ...]
    title: str
    clauses: tuple[str, ...]
    """The interpreted clauses, each as `RULES ID`: `massachusetts 5(a)`."""
    says: str
    why: str
    """The gap or conflict in the rules that made a reading necessary."""
    option: str | None
    """The rule-book choice with which a house can read the point differently, if there is one."""
    state: State
    missing: str | None
    """The missing part; always with `in part` and `not yet`, never with `in force`."""
    option_within: bool = False
    """Whether the reading covers every value of the option; if not, a house that changes it reads the point
    differently."""
    needs: tuple[str, ...] = ()
    """Features that it depends on: it applies to rules with at least one of these. Empty if it applies to all."""
