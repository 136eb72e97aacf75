"""What the register holds: clauses of a rule text, and readings of the unclear ones."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Met(StrEnum):
    """How a clause is met."""

    ENGINE = "engine"
    """The round engine, the settlement or the rule book itself enforces it."""
    CHOICE = "choice"
    """The text leaves it to the operator; a named choice of the rule book holds the answer."""
    PROCEDURE = "procedure"
    """A step of the dealer's procedure: people carry it out, we list it and drill it."""
    PHYSICAL = "physical"
    """About equipment or approvals only."""
    NOT_YET = "not yet"
    """Software can meet it and does not so far."""


class State(StrEnum):
    """Whether a reading already governs what the software does."""

    IN_FORCE = "in force"
    IN_PART = "in part"
    """All of it but what the reading itself names as missing."""
    NOT_YET = "not yet"


@dataclass(frozen=True, slots=True)
class Clause:
    """One clause: its id in the text and what it says in our words, on one line."""

    id: str
    says: str
    met: Met
    shown_by: tuple[str, ...]
    """What shows it: `data:PATH` in the rule book, `choice:NAME`, `test:FILE::FUNCTION` or `procedure`.

    A clause that the engine meets and people carry out besides is shown by both.
    """
    missing: str | None
    """What this clause lacks; only and always with `not yet`."""
    reading: str | None
    """The id of the reading that interprets it."""
    note: str | None
    """A remark on the text itself, such as a misprint, or on the limits of what is claimed."""


@dataclass(frozen=True, slots=True)
class Register:
    """All clauses of one rule text, in its order."""

    rules: str
    text: str
    publisher: str
    clauses: tuple[Clause, ...]


@dataclass(frozen=True, slots=True)
class Reading:
    """How we read a point on which the texts are silent, unclear or at odds."""

    id: str
    rules: tuple[str, ...]
    title: str
    clauses: tuple[str, ...]
    """The clauses it interprets, each as `RULES ID`: `massachusetts 5(a)`."""
    says: str
    why: str
    """The gap or conflict in the text that made a reading necessary."""
    option: str | None
    """The rule-book choice with which a house can read it otherwise, where its text leaves one."""
    state: State
    missing: str | None
    """What it lacks; always with `in part` and `not yet`, never with `in force`."""
    option_within: bool = False
    """Whether the reading covers every value of the option; else a house that changes it reads the point otherwise."""
    needs: tuple[str, ...] = ()
    """What it is about: it bears on rules that have at least one of these. Empty where it bears on all."""
