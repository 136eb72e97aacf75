"""The header of every report: the rules it used, how they were changed, the program, the date, the command.

One format for the line on a terminal, the `report` object of the JSON, the pages and the columns of a CSV file.
"""

from __future__ import annotations

import os
import time
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from crossfelt import __version__
from crossfelt.errors import BadInput, describe, out_of_range
from crossfelt.rulefiles import MODIFIED, NamedRules

SHORT_HASH = 12
"""Digits of a hash in running text; the JSON and the CSV have all of it."""
FOOTER_HASH = 16
DATE_VARIABLE = "SOURCE_DATE_EPOCH"
"""The variable that gives reproducible tools their date, in seconds since 1970."""
MOST_SECONDS = 253_402_300_799
"""The last second of the year 9999."""


@dataclass(frozen=True, slots=True)
class ReportHeader:
    """The header of one report. It has no figures of the analysis."""

    rules: str
    """The name of the rules, with MODIFIED if they were changed."""
    rules_hash: str | None
    """SHA-256 of the rules as used; None if a report is about several rules."""
    rule_book: str | None
    """The published book that they are based on, such as `maryland-1`."""
    submission: str | None
    facility: str | None
    modified: bool
    """Whether the rules differ from what was published or submitted."""
    changes: tuple[str, ...]
    title: str
    """The title of the rules for the top of a page."""
    date: str
    command: str
    version: str = __version__

    @property
    def line(self) -> str:
        """All of it on one line."""
        made = f"Crossfelt {self.version}, {self.date}. Command: {self.command}"
        text = f"Rules: {self._named(SHORT_HASH)}. {made}"
        return "".join(sign if sign.isprintable() else " " for sign in text)

    @property
    def footer(self) -> str:
        """Return the footer of every page: the rules, their hash and their changes."""
        return self._named(FOOTER_HASH)

    def _named(self, digits: int) -> str:
        digest = f", hash {self.rules_hash[:digits]}" if self.rules_hash else ""
        changes = f" ({'; '.join(self.changes)})" if self.changes else ""
        return f"{self.rules}{changes}{digest}"

    def document(self) -> dict[str, Any]:
        """Return the object under `report` of every JSON document."""
        return {
            "rules": self.rules,
            "rules_hash": self.rules_hash,
            "rule_book": self.rule_book,
            "submission": self.submission,
            "facility": self.facility,
            "modified": self.modified,
            "changes": list(self.changes),
            "title": self.title,
            "version": self.version,
            "date": self.date,
            "command": self.command,
        }


def header_of(document: Mapping[str, Any]) -> ReportHeader:
    """Return the header of a document that has one, for printing it."""
    report = document["report"]
    return ReportHeader(**{**report, "changes": tuple(report["changes"])})


def report_header(named: NamedRules, command: str, date: str | None = None) -> ReportHeader:
    """Return the header of a report about these rules; the date is today's unless one is passed."""
    submission = named.submission
    return ReportHeader(
        rules=named.name,
        rules_hash=named.hash,
        rule_book=named.rules.name,
        submission=None if submission is None else submission.title,
        facility=(submission.facility or None) if submission is not None else None,
        modified=bool(named.changes),
        changes=named.changes,
        title=named.title,
        date=date or report_date(),
        command=command,
    )


def header_of_several(variations: Iterable[NamedRules], command: str, date: str | None = None) -> ReportHeader:
    """Return the header of a report that compares rules; each of its rows names its own."""
    distinct = {named.hash: named for named in variations}
    if len(distinct) == 1:
        return report_header(next(iter(distinct.values())), command, date)
    count = sum(bool(named.changes) for named in distinct.values())
    rules = f"{len(distinct)} rule variations" + (f" ({count} {MODIFIED})" if count else "")
    return ReportHeader(
        rules=rules,
        rules_hash=None,
        rule_book=None,
        submission=None,
        facility=None,
        modified=count > 0,
        changes=(),
        title=rules,
        date=date or report_date(),
        command=command,
    )


def with_report(document: Mapping[str, Any], header: ReportHeader) -> dict[str, Any]:
    """Return a document with the header of its report."""
    return {"report": header.document(), **document}


def report_date() -> str:
    """Return today in UTC, or the day of `SOURCE_DATE_EPOCH`, which makes a report reproducible."""
    given = os.environ.get(DATE_VARIABLE)
    if given is None:
        return _day(int(time.time()))
    if not (given.isascii() and given.isdecimal() and len(given) <= 12 and int(given) <= MOST_SECONDS):
        message = f"must be a whole number of seconds since 1970, not {describe(given)}"
        raise BadInput(out_of_range(DATE_VARIABLE, message, given, 0, MOST_SECONDS))
    return _day(int(given))


def _day(seconds: int) -> str:
    return time.strftime("%Y-%m-%d", time.gmtime(seconds))
