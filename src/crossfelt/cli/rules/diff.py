"""`crossfelt rules diff`: compare two rule books, clause by clause and wager by wager."""

from __future__ import annotations

import click

from crossfelt.cli.crisscross.books import choose_named
from crossfelt.cli.shared.answers import csv_files, csv_option, give_answer
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.progress import compilation_shown
from crossfelt.cli.shared.report import command_line
from crossfelt.cli.shared.streams import STDIN
from crossfelt.errors import BadInput

with deferred():
    from crossfelt.analysis import report_header
    from crossfelt.analysis.crisscross.csv_tables import rules_diff as tables
    from crossfelt.analysis.crisscross.documents import rules_diff as documents
    from crossfelt.cli.rules import diff_tables


@click.command()
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@csv_option
@json_option
def diff(a: str, b: str, csv: str | None, as_json: bool) -> None:
    """Compare two rule books: every difference, and its effect on each edge.

    A is cardroom, maryland, massachusetts, or a rules submission file (- for stdin). B is the rule book or submission
    to compare with. Edges are exact, with the best play under each book; they ignore the aggregate limit.
    """
    if a == b == STDIN:
        raise BadInput("A and B can't both come from stdin")
    one, other = choose_named(a, None), choose_named(b, None)
    with compilation_shown():
        document = documents.diff_document(one, other)
    header = report_header.header_of_several((one, other), command_line())
    files = csv_files(csv, header, lambda: tables.diff_tables(document))
    give_answer(
        header,
        document,
        lambda console: console.print(diff_tables.report(document, a, b)),
        as_json=as_json,
        files=files,
    )
