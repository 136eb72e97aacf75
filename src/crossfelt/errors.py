"""Everything Crossfelt refuses, in one tree.

CrossfeltError
├── BadInput            what was handed in cannot be read
│   ├── CardError       not a card
│   ├── RuleBookError   a rule book or submission that does not hold together
│   ├── CaseError       a finished round that cannot be settled
│   ├── NotationError   text that is not a round in our notation
│   └── RecordError     a record that does not replay
│       └── ProofError  a record whose proof does not hold
└── IllegalAction       well formed, but not allowed here and now; carries a stable `code`

Callers' mistakes are raised; our own are asserted.
"""

from __future__ import annotations

from collections.abc import Iterable
from enum import StrEnum


class Fault(str):
    """One thing wrong with what was handed in: the sentence that is printed, and its parts for programs.

    >>> Fault("must be at least 200, not 100", "choices.ante_minimum_cents", "7.E(1)")
    'choices.ante_minimum_cents: must be at least 200, not 100 (7.E(1))'
    """

    where: str
    """The path to it, empty where it is about the whole."""
    clause: str
    """The clause or reading that it breaks, empty where no text speaks of it."""
    says: str
    rests_on: tuple[str, ...]
    """Other paths whose values had a part in it."""

    def __new__(cls, says: str, where: str = "", clause: str = "", rests_on: Iterable[str] = ()) -> Fault:
        """The sentence, with the path before it and the clause behind it."""
        fault = super().__new__(cls, f"{where + ': ' if where else ''}{says}{f' ({clause})' if clause else ''}")
        fault.where, fault.clause, fault.says, fault.rests_on = where, clause, says, tuple(rests_on)
        return fault


class CrossfeltError(Exception):
    """A refusal. `faults` holds every reason found, in the order of the input."""

    def __init__(self, faults: str | Iterable[str]) -> None:
        self.faults: tuple[str, ...] = (faults,) if isinstance(faults, str) else tuple(faults)
        super().__init__("; ".join(self.faults))


class BadInput(CrossfeltError):
    """What was handed in cannot be read."""


class CardError(BadInput):
    """Not a card, or not the right cards."""


class RuleBookError(BadInput):
    """A rule book, a choice or a submission that does not hold together."""


class CaseError(BadInput):
    """A finished round that cannot be settled as described."""


class NotationError(BadInput):
    """Text that is not a round in our notation."""


class RecordError(BadInput):
    """A record that is malformed or does not replay."""


class ProofError(RecordError):
    """A record that replays, perhaps, but does not prove what it says it proves."""


class Code(StrEnum):
    """Stable reasons for refusing an action, most basic first."""

    UNKNOWN_ACTION = "unknown_action"
    NOT_YOUR_ACTION = "not_your_action"
    ROUND_OVER = "round_over"
    WRONG_STAGE = "wrong_stage"
    NOT_SEATED = "not_seated"
    NOT_YOUR_TURN = "not_your_turn"
    BETTING_CLOSED = "betting_closed"
    BAD_WAGERS = "bad_wagers"
    BAD_MULTIPLE = "bad_multiple"
    NO_WAGERS = "no_wagers"
    BAD_DECK = "bad_deck"
    NO_SUCH_CARD = "no_such_card"
    NO_SUCH_RULING = "no_such_ruling"
    ALREADY_DONE = "already_done"
    REASON_NEEDED = "reason_needed"
    BAD_ROLL = "bad_roll"
    BAD_SPIN = "bad_spin"
    BAD_CARRIED = "bad_carried"
    NO_SUCH_SQUARE = "no_such_square"
    SQUARE_TAKEN = "square_taken"
    BAD_CHANGE = "bad_change"
    CARD_IN_LINE = "card_in_line"


class IllegalAction(CrossfeltError):
    """A well-formed action that the rules do not allow here and now."""

    def __init__(self, code: Code, faults: str | Iterable[str]) -> None:
        super().__init__(faults)
        self.code = code


def describe(value: object) -> str:
    """A value from outside, short, on one line, safe to print in an error."""
    if isinstance(value, int) and not isinstance(value, bool) and abs(value) >= 10**20:
        return "a number of more than 20 digits"
    text = ascii(value) if not isinstance(value, (dict, list)) else f"a {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."
