"""`crossfelt par`: the par sheet of a rule book, as data, as a page or on paper."""

from __future__ import annotations

import shlex
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import click

from crossfelt.cli.crisscross.books import choose_scheme, option_option, pay_option, rules_argument
from crossfelt.cli.crisscross.cap import usual_antes
from crossfelt.cli.shared.collection import without_collection
from crossfelt.cli.shared.lazy import deferred
from crossfelt.cli.shared.notes import tell_written
from crossfelt.cli.shared.numbers import SAMPLES, SEED
from crossfelt.cli.shared.options import json_option, option_text
from crossfelt.cli.shared.progress import progress_bar
from crossfelt.cli.shared.streams import STDIN, json_bytes, print_json, refuse_unwritable, replace_file
from crossfelt.errors import BadInput

with deferred():
    from crossfelt import choices, ranking
    from crossfelt.analysis import encode
    from crossfelt.analysis.documents import par as documents
    from crossfelt.crisscross import resolve, rulebook
    from crossfelt.printing import par_html, par_pdf

FORMS = (".json", ".html", ".pdf")
DEFAULT_SAMPLES = 2_000
DEFAULT_SEED = 1


@click.command()
@rules_argument
@click.option("--out", metavar="FILE", help="Where to write it: FILE.json, FILE.html or FILE.pdf.")
@option_option
@pay_option
@click.option(
    "--samples",
    type=SAMPLES,
    metavar="N",
    default=DEFAULT_SAMPLES,
    help=f"Situations sampled for shared cards, {DEFAULT_SAMPLES}; 0 for none.",
)
@click.option(
    "--seed", type=SEED, metavar="SEED", default=DEFAULT_SEED, help=f"Of all that is sampled; {DEFAULT_SEED}."
)
@json_option
@without_collection()
def par(
    rules: str,
    out: str | None,
    option: tuple[str, ...],
    pay: tuple[str, ...],
    samples: int,
    seed: int,
    as_json: bool,
) -> None:
    """Make the par sheet: every figure of a rule book.

    RULES is cardroom, maryland, massachusetts, or a rules submission file (- for stdin). Edges by every base, the exact
    distribution of a round, bonus wagers, limits, exposed cards, sessions, sensitivity and strategy cards.
    Takes some seconds.
    """
    if out == STDIN:
        raise BadInput("--out: needs a file; --json prints the document")
    if out is not None:
        refuse_unwritable("--out", out, FORMS)
    elif not as_json:
        raise BadInput("name a file with --out (.json, .html or .pdf), or ask for --json")
    book, scheme = choose_scheme(rules, option, pay)
    plan = documents.ParPlan(
        command=reproducing(book, rules, scheme, samples, seed),
        cap_antes_cents=tuple(usual_antes(book)),
        seed=seed,
        shared_samples=samples,
    )
    with progress_bar("making the par sheet") as report:
        document = documents.par_document(book, scheme, plan, report)
    if as_json:
        print_json(document)
    if out is not None:
        try:
            replace_file(Path(out), rendered(document, Path(out).suffix.lower()))
        except BadInput:
            if not as_json:
                print_json(document)  # some seconds' work, whose figures a full disk must not swallow
            raise
        tell_written(out)


def reproducing(book: rulebook.RuleBook, rules: str, scheme: encode.Scheme, samples: int, seed: int) -> str:
    """The command line that makes these figures again.

    It does without the file that the choices came from, unless that holds a table, which no option can set.
    """
    is_tabled = any(isinstance(value, dict) for value in book.choices.values())
    words = ["crossfelt", "par", rules if is_tabled else book.id]
    for choice in resolve.choices_of(book.id):
        value = book.choices.get(choice.name)
        if value != choice.default and choice.type != choices.TABLE:
            words += ["--option", f"{choice.name}={option_text(value)}"]
    main = next(book.pay_tables[spot.pays] for spot in book.spots.values() if spot.kind == "main")
    for hand in reversed(ranking.Hand):
        if scheme.pay[hand] != main.odds[hand]:
            words += ["--pay", f"{hand.slug}={scheme.pay[hand]}"]
    if samples != DEFAULT_SAMPLES:
        words += ["--samples", str(samples)]
    if seed != DEFAULT_SEED:
        words += ["--seed", str(seed)]
    return shlex.join([*words, "--json"])


def rendered(document: Mapping[str, Any], form: str) -> bytes:
    """The bytes of the par sheet as a JSON, HTML or PDF file, by the ending of its name."""
    if form == ".json":
        return json_bytes(document)
    if form == ".html":
        return par_html.par_html(document).encode()
    return par_pdf.par_pdf(document)
