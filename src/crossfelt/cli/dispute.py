"""`crossfelt dispute`: write the report on a disputed round or match."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import click

from crossfelt.cli.shared.file_kinds import naming_other_kinds, refuse_no_record
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.notes import tell_written
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.report import command_line
from crossfelt.cli.shared.streams import (
    MOST_CASES_BYTES,
    MOST_RECORD_BYTES,
    json_bytes,
    print_json,
    read_bytes,
    refuse_unwritable,
    replace_file,
)
from crossfelt.errors import BadInput
from crossfelt.jsontext import parse_json

with deferred():
    from crossfelt import rulefiles
    from crossfelt.analysis import report_header
    from crossfelt.printing import dispute as printing
    from crossfelt.proof import dispute as documents
    from crossfelt.proof import inspection, receipt

FORMS = (".pdf", ".html", ".json")
INVALID = 1


@click.command()
@click.argument("record", metavar="RECORD")
@click.option("--out", metavar="FILE", help="Where to write the report: FILE.pdf, FILE.html or FILE.json.")
@click.option("--against", metavar="RECEIPT", help="Compare with a receipt that a player saved.")
@click.option("--keys", metavar="KEYS", help="The server's keys, as GET /api/keys returns them, if it changed its key.")
@json_option
def dispute(record: str, out: str | None, against: str | None, keys: str | None, as_json: bool) -> None:
    """Write the report on a disputed round or match.

    RECORD is an exported record; - reads stdin. The report shows the cards or sheets, every wager with the cards and
    the clause that decided it, every check with its result, rulings, corrections, all hashes, and what the record
    can't show. An invalid record gets a report too: it names the failed check, and the exit status is 1.
    """
    if out is not None:
        refuse_unwritable("--out", out, FORMS)
    elif not as_json:
        raise BadInput("Name a file with --out (.pdf, .html or .json), or use --json")
    saved = None if against is None else receipt.read_receipt(_document(against))
    statements = () if keys is None else receipt.read_statements(_document(keys))
    content = read_bytes(record, MOST_RECORD_BYTES)
    with naming_other_kinds(content):
        data = parse_json(content)
    refuse_no_record(data)
    assert isinstance(data, dict), "a record is a JSON object"
    inspected = inspection.inspect_record(data, saved, statements)
    figures = documents.dispute_document(data, inspected)
    document = report_header.with_report(figures, _header(figures))
    if out is not None:
        replace_file(Path(out), rendered(document, Path(out).suffix.lower()))
    if as_json:
        print_json(document)
    if out is not None:
        tell_written(out)
    if inspected.fault is not None:
        print(f"Record invalid: {inspected.fault}", file=sys.stderr)
        raise click.exceptions.Exit(INVALID)


def _header(document: dict[str, Any]) -> report_header.ReportHeader:
    contest, stated = document["contest"], document["stated"]
    rules = documents.dispute_rules(document)
    changes: list[str] = contest["origin"]["changes"] if contest is not None else []
    return report_header.ReportHeader(
        rules=rules,
        rules_hash=stated["rules_hash"],
        rule_book=stated["rules"],
        submission=None,
        facility=None,
        modified=rules.endswith(rulefiles.MODIFIED),
        changes=tuple(changes),
        title=contest["title"] if contest is not None else rules,
        date=report_header.report_date(),
        command=command_line(),
    )


def _document(file: str) -> object:
    return parse_json(read_bytes(file, MOST_CASES_BYTES))


def rendered(document: dict[str, Any], form: str) -> bytes:
    """Return the report in the form that the file's name ends in."""
    if form == ".json":
        return json_bytes(document)
    if form == ".html":
        return printing.dispute_html(document).encode()
    return printing.dispute_pdf(document)
