"""`crossfelt rules diff`: two rule books compared, clause by clause and wager by wager."""

from __future__ import annotations

import click

from crossfelt.cli.crisscross.books import choose_book
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.progress import compilation_shown
from crossfelt.cli.shared.streams import STDIN, open_console, print_json
from crossfelt.errors import BadInput

with deferred():
    from crossfelt.analysis.documents import rules_diff as documents
    from crossfelt.cli.rules import diff_tables


@click.command()
@click.argument("a", metavar="A")
@click.argument("b", metavar="B")
@json_option
def diff(a: str, b: str, as_json: bool) -> None:
    """Say what differs between two rule books, and what that does to every edge.

    A is cardroom, maryland, massachusetts, or a rules submission file (- for stdin). B is another of them. Edges are
    exact, under the best play of each; the aggregate limit is left out of them.
    """
    if a == b == STDIN:
        raise BadInput("A and B: they cannot both come from stdin")
    one, other = choose_book(a, None), choose_book(b, None)
    with compilation_shown():
        document = documents.diff_document(one, other)
    if as_json:
        print_json(document)
    else:
        open_console().print(diff_tables.report(document, a, b))
