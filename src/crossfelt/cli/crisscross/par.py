"""`crossfelt par`: the par sheet of a rule book as JSON, HTML, PDF or a workbook."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from crossfelt.cli.crisscross.books import choose_rules, option_option, pay_option, required_rules_option
from crossfelt.cli.crisscross.cap import usual_antes
from crossfelt.cli.shared.answers import OutFile, csv_files, csv_option, write_files
from crossfelt.cli.shared.gc_pause import without_collection
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.numbers import SAMPLES, SEED
from crossfelt.cli.shared.options import json_option
from crossfelt.cli.shared.progress import progress_bar
from crossfelt.cli.shared.report import header_for
from crossfelt.cli.shared.streams import STDIN, json_bytes, print_json, refuse_unwritable
from crossfelt.errors import BadInput

with deferred():
    from crossfelt import rulefiles
    from crossfelt.analysis import report_header
    from crossfelt.analysis.crisscross import analyzed_rules
    from crossfelt.analysis.crisscross.csv_tables import par as tables
    from crossfelt.analysis.crisscross.documents import par as documents
    from crossfelt.crisscross import resolve
    from crossfelt.printing import par_html, par_pdf
    from crossfelt.printing.workbook import par_xlsx

WORKBOOK = ".xlsx"
FORMS = (".json", ".html", ".pdf", WORKBOOK)
DEFAULT_SAMPLES = 2_000
DEFAULT_SEED = 1


@click.command()
@required_rules_option
@click.option("--out", metavar="FILE", help="File to write: FILE.json, FILE.html, FILE.pdf or FILE.xlsx.")
@click.option(
    "--xlsx", metavar="FILE", help="Write a workbook with live formulas as well. Alone, it takes a second or two."
)
@option_option
@pay_option
@click.option(
    "--samples",
    type=SAMPLES,
    metavar="N",
    default=DEFAULT_SAMPLES,
    show_default=True,
    help="Situations to sample for shared cards; 0 for none.",
)
@click.option("--seed", type=SEED, metavar="N", default=DEFAULT_SEED, show_default=True, help="Random seed.")
@click.option(
    "--preparer", metavar="NAME", help="Name of the preparer. Without it, the sheet has a blank line to sign."
)
@csv_option
@json_option
@without_collection()
def par(
    rules: str,
    out: str | None,
    xlsx: str | None,
    option: tuple[str, ...],
    pay: tuple[str, ...],
    samples: int,
    seed: int,
    preparer: str | None,
    csv: str | None,
    as_json: bool,
) -> None:
    """Make the par sheet: every figure of a rule book.

    RULES is cardroom, maryland, massachusetts, or a rules submission file (- for stdin). The sheet has the house edge
    by every base, the exact distribution of a round, bonus bets, limits, exposed cards, sessions, sensitivity and
    strategy cards. It takes a few seconds.
    """
    files = {name: file for name, file in {"--out": out, "--xlsx": xlsx}.items() if file is not None}
    for name, file in files.items():
        if file == STDIN:
            raise BadInput(f"{name}: needs the name of a file; to print the document, use --json")
        refuse_unwritable(name, file, FORMS if name == "--out" else (WORKBOOK,))
    if not files and csv is None and not as_json:
        raise BadInput(
            "name a file with --out (.json, .html, .pdf or .xlsx) or --xlsx, or print the document with --json"
        )
    analyzed = choose_rules(rules, option, pay)
    plan = documents.ParPlan(
        command=reproducing(analyzed, rules, samples, seed),
        cap_antes_cents=tuple(usual_antes(analyzed.book)),
        seed=seed,
        shared_samples=samples,
        preparer=preparer,
    )
    is_workbook = not as_json and csv is None and all(_form(file) == WORKBOOK for file in files.values())
    make = documents.workbook_document if is_workbook else documents.par_document
    with progress_bar("making the par sheet") as report:
        figures = make(analyzed, plan, report)
    header = header_for(analyzed.named)
    document = report_header.with_report(figures, header)
    written = [_out_file(document, file) for file in files.values()]
    faults = write_files([*written, *csv_files(csv, header, lambda: tables.par_tables(document))])
    if as_json or faults:  # a full disk must not cost the figures
        print_json(document)
    if faults:
        raise BadInput(faults)


def _out_file(document: Mapping[str, Any], file: str) -> OutFile:
    return OutFile(file, lambda: rendered(document, _form(file)))


def _form(file: str) -> str:
    return Path(file).suffix.lower()


def reproducing(analyzed: analyzed_rules.AnalyzedRules, rules: str, samples: int, seed: int) -> str:
    """Return the command line that reproduces these figures.

    It doesn't need the file that the choices came from, unless that has a table, which no option can set.
    """
    book = analyzed.printed
    is_tabled = any(isinstance(value, dict) for value in book.choices.values())
    words = ["crossfelt", "par", rules if is_tabled else book.id]
    for choice in resolve.choices_of(book.id):
        value = book.choices.get(choice.name)
        if value != choice.default and choice.type != rulefiles.TABLE:
            words += ["--option", f"{choice.name}={rulefiles.choice_text(value)}"]
    for hand in analyzed_rules.changed_odds(book, analyzed.scheme):
        words += ["--pay", f"{hand.slug}={analyzed.scheme.pay[hand]}"]
    if samples != DEFAULT_SAMPLES:
        words += ["--samples", str(samples)]
    if seed != DEFAULT_SEED:
        words += ["--seed", str(seed)]
    return shlex.join([*words, "--json"])


def rendered(document: Mapping[str, Any], form: str) -> bytes:
    """Return the par sheet as a JSON, HTML, PDF or XLSX file, by the ending of its name."""
    if form == ".json":
        return json_bytes(document)
    if form == ".html":
        return par_html.par_html(document).encode()
    if form == WORKBOOK:
        return par_xlsx.par_xlsx(document)
    return par_pdf.par_pdf(document)
