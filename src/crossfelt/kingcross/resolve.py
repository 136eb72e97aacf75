"""From a score-card file and the choices made to one resolved `ScoreCard`, or to the list of everything wrong."""

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
    """The scorings that are shipped."""
    return _LIBRARY.ids()


def load_score_card(name: str = DEFAULT_CARD, choices: Mapping[str, object] | None = None) -> ScoreCard:
    """The newest version of a shipped scoring, resolved. Choices not made take their default.

    >>> load_score_card().chart["straight"]
    100
    """
    return _LIBRARY.load(name, choices)


def load_submission(text: str | bytes) -> ScoreCard:
    """A file of choices: TOML with `scoring = "ID"` and a table `[choices]`."""
    return _LIBRARY.load_submission(text)


def named_score_card(
    card: ScoreCard, submitted: ScoreCard | None = None, submission: SubmissionName | None = None
) -> NamedRules:
    """A score card with what a report calls it; `submitted` is the card of a file before any option was set."""
    return _LIBRARY.named(card, submitted, submission)


def score_card_from_document(document: object) -> ScoreCard:
    """A score card from the resolved document that a record embeds, with whatever points it has."""
    return _LIBRARY.from_document(document)


def choices_of(name: str = DEFAULT_CARD) -> tuple[Choice, ...]:
    """Every choice that a scoring leaves, in the order of its file."""
    return tuple(_LIBRARY.choices(name).values())


def parse_option(name: str, assignment: str) -> tuple[str, object]:
    """`NAME=VALUE` as typed on a command line, read by the type of the choice."""
    choice, text = _LIBRARY.parse_option(name, assignment)
    if choice.type == "text":
        return choice.name, text
    if choice.type == "hands":
        return choice.name, words_of(text)
    if text not in ("true", "false"):
        message = f"option {choice.name}: {describe(text)} is not true or false"
        raise RuleBookError(message, FaultCode.WRONG_TYPE, f"choices.{choice.name}", expected="boolean", value=text)
    return choice.name, text == "true"


def _checked(choice: Choice, fields: Fields, _: Mapping[str, Any]) -> object:
    """The value in the one form in which it is hashed, after noting what is wrong with it."""
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
