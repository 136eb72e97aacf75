"""Rule files, the choices they leave to a house, and the resolved rules that follow from both.

It may not depend on a game: each game defines its types of choice and their values. Open `library.py` first.

A rule file is named `ID-VERSION.toml`, and an id means its newest version. It has the published rules, a table of
choices, and `{ choice = NAME }` where the value of a choice belongs.
"""

from crossfelt.rulefiles.choice import OWN_BOUND, TABLE, Check, Choice, cited
from crossfelt.rulefiles.library import RuleLibrary
from crossfelt.rulefiles.naming import (
    MODIFIED,
    NamedRules,
    Origin,
    SubmissionName,
    choice_changes,
    choice_text,
    origin_of,
)
from crossfelt.rulefiles.resolution import Resolved, fields_of_document
from crossfelt.rulefiles.submission import MOST_CHOICES, MOST_SUBMISSION, Submission, options_by_name, words_of

__all__ = [
    "MODIFIED",
    "MOST_CHOICES",
    "MOST_SUBMISSION",
    "OWN_BOUND",
    "TABLE",
    "Check",
    "Choice",
    "NamedRules",
    "Origin",
    "Resolved",
    "RuleLibrary",
    "Submission",
    "SubmissionName",
    "choice_changes",
    "choice_text",
    "cited",
    "fields_of_document",
    "options_by_name",
    "origin_of",
    "words_of",
]
