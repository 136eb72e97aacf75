"""Load a score card: resolve a file and its choices into a `ScoreCard`, or list everything wrong.

Call `load_score_card()` for the shipped scoring and `load_submission` for a file of choices.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crossfelt.errors import RuleBookError, describe
from crossfelt.faults import FaultCode
from crossfelt.fields import Fields
from crossfelt.kingcross.scorecard import HAND_BY_SLUG, ScoreCard, hands_of, read_score_card
from crossfelt.rulefiles import Choice, NamedRules, RuleLibrary, SubmissionName, words_of

DEFAULT_CARD = "king-cross"


def score_card_ids() -> tuple[str, ...]:
    """Return the ids of the shipped scorings."""
    return _LIBRARY.ids()


def load_score_card(name: str = DEFAULT_CARD, choices: Mapping[str, object] | None = None) -> ScoreCard:
    """Return the newest version of a shipped scoring, resolved. Choices that aren't passed take their defaults.

    >>> load_score_card().chart["straight"]
    100
    """
    return _LIBRARY.load(name, choices)


def load_submission(text: str | bytes) -> ScoreCard:
    """Return the score card of a file of choices: TOML with `scoring = "ID"` and a table `[choices]`."""
    return _LIBRARY.load_submission(text)


def named_score_card(
    card: ScoreCard, submitted: ScoreCard | None = None, submission: SubmissionName | None = None
) -> NamedRules:
    """Return a score card with its name for reports; `submitted` is the card of a file before any option was set."""
    return _LIBRARY.named(card, submitted, submission)


def score_card_from_document(document: object) -> ScoreCard:
    """Return the score card of a resolved document, as records embed it, with whatever points it has."""
    return _LIBRARY.from_document(document)


def choices_of(name: str = DEFAULT_CARD) -> tuple[Choice, ...]:
    """Return every choice of a scoring, in the order of its file."""
    return tuple(_LIBRARY.choices(name).values())


def parse_option(name: str, assignment: str) -> tuple[str, object]:
    """Parse `NAME=VALUE` as typed on a command line, by the type of the choice."""
    choice, text = _LIBRARY.parse_option(name, assignment)
    if choice.type == "text":
        return choice.name, text
    if choice.type == "hands":
        return choice.name, words_of(text)
    if text not in ("true", "false"):
        message = f"option {choice.name}: must be true or false, not {describe(text)}"
        raise RuleBookError(message, FaultCode.WRONG_TYPE, f"choices.{choice.name}", expected="boolean", value=text)
    return choice.name, text == "true"


def _checked(choice: Choice, fields: Fields, _: Mapping[str, Any]) -> object:
    """Return the value in the form that is hashed, after noting its faults."""
    match choice.type:
        case "boolean":
            fields.boolean(choice.name)
        case "text":
            fields.text(choice.name, among=choice.values)
        case "hands":
            known = len(fields.faults)
            names = [hand.slug for hand in hands_of(fields.texts(choice.name, among=tuple(HAND_BY_SLUG)))]
            if ",".join(names) not in choice.values and len(fields.faults) == known:
                message = f"must be {choice.allowed}"
                fields.fault(FaultCode.NOT_ONE_OF, message, choice.name, value=names, choices=list(choice.values))
            return names
    return fields.raw(choice.name)


_LIBRARY = RuleLibrary(
    package="crossfelt.kingcross.scorecards",
    noun="score card",
    key="scoring",
    types=("boolean", "text", "hands"),
    check=_checked,
    read=read_score_card,
)
