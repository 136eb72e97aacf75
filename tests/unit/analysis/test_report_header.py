"""The header of a report: one shape, one line, and a date that can be fixed."""

from __future__ import annotations

import re

import pytest

from crossfelt import __version__
from crossfelt.analysis.crisscross.analyzed_rules import analyzed_rules
from crossfelt.analysis.report_header import (
    DATE_VARIABLE,
    header_of,
    header_of_several,
    report_date,
    report_header,
    with_report,
)
from crossfelt.crisscross.resolve import load_rule_book, named_rules
from crossfelt.errors import BadInput
from crossfelt.rulefiles import SubmissionName

MARYLAND = load_rule_book("maryland")
CHANGED = analyzed_rules(MARYLAND, {"flush": 7}).named


def test_the_keys_of_a_report() -> None:
    header = report_header(CHANGED, "crossfelt solve --pay flush=7", "2026-01-31")
    assert header.document() == {
        "rules": "maryland-1 MODIFIED",
        "rules_hash": CHANGED.rules.hash,
        "rule_book": "maryland-1",
        "submission": None,
        "facility": None,
        "modified": True,
        "changes": ["flush pays 7, not 8"],
        "title": "Criss Cross Poker, Maryland, MODIFIED (flush pays 7, not 8)",
        "version": __version__,
        "date": "2026-01-31",
        "command": "crossfelt solve --pay flush=7",
    }
    document = with_report({"rules": "maryland"}, header)
    assert document["rules"] == "maryland" and header_of(document) == header


def test_one_line_says_all_of_it() -> None:
    header = report_header(CHANGED, "crossfelt solve --pay flush=7", "2026-01-31")
    digest = CHANGED.rules.hash
    assert header.line == (
        f"Rules: maryland-1 MODIFIED (flush pays 7, not 8), hash {digest[:12]}. Crossfelt {__version__}, 2026-01-31. "
        "Command: crossfelt solve --pay flush=7"
    )
    assert header.footer == f"maryland-1 MODIFIED (flush pays 7, not 8), hash {digest[:16]}"


def test_a_name_with_line_breaks_stays_on_the_line() -> None:
    named = named_rules(MARYLAND, MARYLAND, SubmissionName("two\nlines\x1b[1m"))
    line = report_header(named, "crossfelt solve --rules 'two\nlines.toml'", "2026-01-31").line
    assert line.isprintable() and "two lines" in line


def test_a_submission_is_named_with_its_facility() -> None:
    header = report_header(named_rules(MARYLAND, MARYLAND, SubmissionName("harbor", "Harbor Casino")), "", "2026-01-31")
    assert (header.submission, header.facility, header.rule_book) == ("harbor", "Harbor Casino", "maryland-1")
    assert header.rules == "harbor (Harbor Casino, under maryland-1)" and not header.modified


def test_several_rules() -> None:
    published = named_rules(MARYLAND)
    several = header_of_several([published, CHANGED, published], "crossfelt sweep a.toml", "2026-01-31")
    assert several.rules == "2 rule variations (1 MODIFIED)" and several.rules_hash is None and several.modified
    assert header_of_several([CHANGED, CHANGED], "", "2026-01-31") == report_header(CHANGED, "", "2026-01-31")


@pytest.mark.parametrize(
    ("pay", "change"),
    [
        ({"flush": -1}, "flush loses instead of paying 8"),
        ({"flush": 0}, "flush pushes instead of paying 8"),
        ({"pair_6s_to_10s": 1}, "pair 6s to 10s pays 1 instead of pushing"),
        ({"pair_6s_to_10s": -1}, "pair 6s to 10s loses instead of pushing"),
    ],
)
def test_odds_that_are_no_odds(pay: dict[str, object], change: str) -> None:
    assert analyzed_rules(MARYLAND, pay).named.changes == (change,)


def test_printed_odds_change_nothing() -> None:
    assert analyzed_rules(MARYLAND, {"flush": 8}).named == named_rules(MARYLAND)


def test_the_date_can_be_fixed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(DATE_VARIABLE, "86399")
    assert report_date() == "1970-01-01"
    monkeypatch.setenv(DATE_VARIABLE, "86400")
    assert report_date() == "1970-01-02"
    monkeypatch.delenv(DATE_VARIABLE)
    assert re.fullmatch(r"20\d\d-\d\d-\d\d", report_date())


@pytest.mark.parametrize("text", ["", "-1", "1.5", "today", "9" * 12, "9" * 5000, "\u0661"])
def test_a_date_that_is_none_is_refused(monkeypatch: pytest.MonkeyPatch, text: str) -> None:
    monkeypatch.setenv(DATE_VARIABLE, text)
    with pytest.raises(BadInput, match=f"{DATE_VARIABLE}: must be a whole number of seconds"):
        report_date()
