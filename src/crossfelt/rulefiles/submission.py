"""A house's choices: in a submission, a TOML file that names a rule file, or as options `NAME=VALUE`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic

from crossfelt.errors import BadInput, Fault, RuleBookError
from crossfelt.faults import FaultCode
from crossfelt.fields import Fields
from crossfelt.jsontext import parse_toml
from crossfelt.rulefiles.lines import LineIndex
from crossfelt.rulefiles.naming import SubmissionName
from crossfelt.rulefiles.resolution import SomeResolved

MOST_CHOICES = 100
"""The most choices that are read; no rule file has as many."""
MOST_SUBMISSION = 16_384
"""The most characters of a submission; the longest that `rules new-submission` prints has about half as many."""
MOST_LABEL = 100
"""The most characters of a label."""


@dataclass(frozen=True, slots=True)
class Submission(Generic[SomeResolved]):
    """A submission and its rules, or everything wrong with it."""

    id: str
    """The id of its rules, empty if it names none that are shipped."""
    rules: SomeResolved | None
    """None if it has a fault."""
    faults: tuple[Fault, ...]
    """Each with its line in the file."""
    labels: Mapping[str, str]
    lines: LineIndex

    def located(self, fault: Fault) -> Fault:
        """Return a fault with its line: of its own key, else of a choice that it depends on, else of its table."""
        return located(fault, self.lines)

    def name(self, file_stem: str) -> SubmissionName:
        """Return its name for reports: its own title, or else the name of its file."""
        return SubmissionName(self.labels.get("title") or file_stem, self.labels.get("facility", ""))


def located(fault: Fault, lines: LineIndex) -> Fault:
    """Return a fault with its line in the file of choices."""
    places = (fault.where, *(f"choices.{name}" for name in fault.rests_on))
    exact = (line for place in places if (line := lines.exact(place)) is not None)
    return fault.at_line(next(exact, lines.nearest(fault.where)))


def parse_submission(text: str | bytes) -> Fields:
    """Return the fields of a submission; `RuleBookError` if it is too long or not TOML."""
    if len(text) > MOST_SUBMISSION:
        message = f"the submission has {len(text):,} characters; shorten it to {MOST_SUBMISSION:,}"
        raise RuleBookError(message, FaultCode.TOO_LONG, count=len(text), most=MOST_SUBMISSION)
    try:
        return Fields(parse_toml(text), container="table")
    except BadInput as error:
        raise RuleBookError(error.faults) from None


def read_label(fields: Fields, name: str) -> str:
    """Return a label beside the choices; anything but one short line is a fault."""
    text = fields.text(name, default="")
    if len(text) > MOST_LABEL or not text.isprintable():
        message = f"must be one line of at most {MOST_LABEL} characters"
        fields.fault(FaultCode.TOO_LONG, message, name, count=len(text), most=MOST_LABEL)
    return text


def words_of(text: str) -> list[str]:
    """Return the words of a list as typed: `across, middle`."""
    return [word.strip() for word in text.split(",") if word.strip()]


def options_by_name(options: Sequence[str], parse: Callable[[str], tuple[str, object]]) -> dict[str, object]:
    """Parse each `NAME=VALUE`; `RuleBookError` lists every option that can't be read."""
    values: dict[str, object] = {}
    faults: list[Fault] = []
    for assignment in options:
        try:
            key, value = parse(assignment)
        except RuleBookError as error:
            faults.extend(error.faults)
            continue
        if key in values:
            message = f"option {key}: appears twice"
            faults.append(Fault(FaultCode.REPEATED, message, field=f"choices.{key}", params={"value": key}))
        values[key] = value
    if faults:
        raise RuleBookError(faults)
    return values
