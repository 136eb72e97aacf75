"""`crossfelt rules new-submission`, `check` and `submission`: the file of choices of a house."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from crossfelt.cli.crisscross.books import rules_argument, submission_file_title
from crossfelt.cli.shared.file_kinds import SUBMISSION, refuse_other_content
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.notes import tell_written
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.report import header_for
from crossfelt.cli.shared.streams import open_console, print_json, read_bytes, refuse_unwritable, replace_file
from crossfelt.errors import Fault, RuleBookError, describe

with deferred():
    from crossfelt import rulefiles
    from crossfelt.analysis.crisscross import submission_warnings
    from crossfelt.cli.rules import submission_tables
    from crossfelt.crisscross import resolve, rulebook
    from crossfelt.crisscross import submission as submissions
    from crossfelt.printing import submission as printed


@click.command("new-submission")
@rules_argument
def new_submission(rules: str) -> None:
    """Print a template for a rules submission, with every choice explained.

    RULES is cardroom, maryland or massachusetts. The template is valid as it is: it makes the default choices.
    """
    known = resolve.rule_book_ids()
    if rules not in known:
        raise RuleBookError(f"there is no rule book {describe(rules)}: choose from {', '.join(known)}")
    print(submissions.new_submission(rules), end="")


@click.command()
@click.argument("file", metavar="FILE")
@json_option
def check(file: str, as_json: bool) -> None:
    """Check a rules submission: every fault, with its line and its clause.

    FILE is a rules submission (- for stdin). The exit status is 0 when it is valid, otherwise 2. A valid submission may
    have warnings: a wager that can't win, or one that returns more than it costs.
    """
    examined = _examined(file)
    warnings = submission_warnings.located_warnings(examined)
    if as_json:
        print_json(_answer(examined, warnings))
    else:
        open_console().print(submission_tables.examined(examined, warnings))
    if examined.rules is None:
        count = len(examined.faults)
        raise RuleBookError(f"the submission has {count} fault{'' if count == 1 else 's'}")


@click.command()
@click.argument("file", metavar="FILE")
@click.option("--out", metavar="FILE.pdf", required=True, help="File for the document: FILE.pdf.")
def submission(file: str, out: str) -> None:
    """Print a rules submission as the PDF that a facility hands in.

    FILE is a rules submission (- for stdin). The PDF has every choice with its clause, pay tables, wheels, procedure
    and readings.
    """
    refuse_unwritable("--out", out, (".pdf",))
    examined = _examined(file)
    if examined.rules is None:
        raise RuleBookError(examined.faults)
    name = examined.name(submission_file_title(file))
    header = header_for(resolve.named_rules(examined.rules, examined.rules, name))
    replace_file(Path(out), printed.submission_pdf(examined.rules, header))
    tell_written(out)


def _examined(file: str) -> rulefiles.Submission[rulebook.RuleBook]:
    content = read_bytes(file)
    refuse_other_content(content, SUBMISSION)
    return resolve.examine_submission(content)


def _answer(examined: rulefiles.Submission[rulebook.RuleBook], warnings: Iterable[Fault]) -> dict[str, Any]:
    return {
        "valid": examined.rules is not None,
        "rules": examined.id or None,
        "hash": examined.rules.hash if examined.rules is not None else None,
        "facility": examined.labels["facility"],
        "faults": [_parts(fault) for fault in examined.faults],
        "warnings": [_parts(warning) for warning in warnings],
    }


def _parts(fault: Fault) -> dict[str, Any]:
    return {"where": fault.where, "line": fault.line, "clause": fault.clause, "says": fault.message}
