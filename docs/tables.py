"""Tables that Sphinx generates from the program during a build, so that no page gets out of date.

A page includes one with an empty directive of its name, such as `irregularity-matrix`.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any

from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective

from crossfelt import load_rule_book, rule_book_ids
from crossfelt.crisscross.procedure import methods_of, procedure
from crossfelt.crisscross.resolve import choices_of
from crossfelt.crisscross.rulebook import LOSES, PUSHES, RuleBook
from crossfelt.crisscross.rulebook_reader import decided_by
from crossfelt.ranking import Hand
from crossfelt.register import Met, clauses, readings, registered
from docs.results_tables import RESULT_TABLES

Row = Iterable[str]
NOTHING = "–"


def irregularity_matrix() -> Iterator[Row]:
    """Outcome of each irregularity by rule book, with the clause or reading that decides."""
    books = _books()
    yield ["irregularity", *(book.id for book in books)]
    entries = {book.id: book.document["irregularities"] for book in books}
    for kind in dict.fromkeys(kind for book in books for kind in entries[book.id]):
        yield [f"`{kind}`", *(_ruling(entries[book.id].get(kind)) for book in books)]
    lost = "all wagers of the seat are lost"
    forfeits = (f"{lost} ({book.conduct.clause})" if book.conduct else NOTHING for book in books)
    yield ["broken rule of conduct", *forfeits]
    yield ["player leaves", *(f"{_words(book.abandoned)} ({book.abandoned_clause})" for book in books)]


def clause_totals() -> Iterator[Row]:
    """Number of clauses of each text by how they are met."""
    yield ["text", *(kind.value for kind in Met), "clauses"]
    totals: Counter[Met] = Counter()
    for name in registered():
        counts = Counter(clause.met for clause in clauses(name).clauses)
        totals += counts
        yield [name, *(str(counts[kind]) for kind in Met), str(counts.total())]
    yield ["all", *(str(totals[kind]) for kind in Met), str(totals.total())]


def reading_table() -> Iterator[Row]:
    """Every reading in one line."""
    yield ["reading", "point", "bears on", "option", "state"]
    for reading in readings():
        option = f"`{reading.option}`" if reading.option else NOTHING
        bears_on = "Criss Cross" if set(reading.rules) == set(rule_book_ids()) else ", ".join(reading.rules)
        yield [reading.id, reading.title, bears_on, option, reading.state.value]


def choice_table() -> Iterator[Row]:
    """Every choice and its default in each rule book."""
    defaults = {name: {choice.name: choice for choice in choices_of(name)} for name in rule_book_ids()}
    yield ["choice", *defaults]
    for key in dict.fromkeys(key for choices in defaults.values() for key in choices):
        results = [choices.get(key) for choices in defaults.values()]
        # The shortest description has no details of a single text, and its first part names the subject.
        description = min((choice.says for choice in results if choice is not None), key=len)
        values = (NOTHING if choice is None else _value(choice.default) for choice in results)
        yield [f"`{key}`: {re.split('[.;:]', description)[0]}", *values]


def pay_table() -> Iterator[Row]:
    """Odds of the Across, Down and Middle bets."""
    books = _books()
    yield ["hand", *(book.id for book in books)]
    for hand in reversed(Hand):
        odds = [book.pay_tables["main"].odds[hand] for book in books]
        if any(value != LOSES for value in odds):
            yield [hand.slug, *("push" if value == PUSHES else f"{value} to 1" for value in odds)]
    yield ["clause", *(book.pay_tables["main"].clause for book in books)]


def procedure_totals() -> Iterator[Row]:
    """Number of steps of each dealing method."""
    yield ["rule book", "dealing method", "steps", "by whom"]
    for name in rule_book_ids():
        for method in methods_of(name):
            steps = procedure(name, method)
            people = Counter(step.who for step in steps)
            yield [name, method, str(len(steps)), ", ".join(f"{who} {count}" for who, count in people.most_common())]


TABLES: Mapping[str, Callable[[], Iterator[Row]]] = {
    make.__name__.replace("_", "-"): make
    for make in (
        irregularity_matrix,
        clause_totals,
        reading_table,
        choice_table,
        pay_table,
        procedure_totals,
        *RESULT_TABLES,
    )
}


class GeneratedTable(SphinxDirective):
    """Inserts the table that the directive is named after."""

    def run(self) -> list[Any]:
        """Return the nodes of the table, parsed from Markdown."""
        return self.parse_text_to_nodes(to_markdown(TABLES[self.name]()))


def to_markdown(rows: Iterable[Row]) -> str:
    """Return rows as a Markdown table; the first row is the header."""
    lines = [f"| {' | '.join(_safe(cell) for cell in row)} |" for row in rows]
    columns = lines[0].count(" | ") + 1
    return "\n".join([lines[0], "|---" * columns + "|", *lines[1:]])


def setup(app: Sphinx) -> dict[str, Any]:
    """Register the directives with Sphinx."""
    for name in TABLES:
        app.add_directive(name, GeneratedTable)
    return {"parallel_read_safe": True}


def _books() -> list[RuleBook]:
    return [load_rule_book(name) for name in rule_book_ids()]


def _ruling(entry: Mapping[str, Any] | None) -> str:
    if entry is None:
        return NOTHING
    outcomes = ", then ".join(map(_words, entry["outcomes"]))
    by_method = entry.get("by_method", {})
    same = [other for other in by_method.values() if "outcomes" not in other]
    # An entry with a clause for every method has none of its own.
    deciders = [*([] if "clause" not in entry and same else [entry]), *same]
    decided = ", ".join(dict.fromkeys(map(decided_by, deciders)))
    others = [
        f"dealt by {_words(name)}: {', then '.join(map(_words, other['outcomes']))} ({decided_by(other)})"
        for name, other in by_method.items()
        if "outcomes" in other
    ]
    return "; ".join([f"{outcomes} ({'; '.join([decided, *_conditions(entry)])})", *others])


def _conditions(entry: Mapping[str, Any]) -> Iterator[str]:
    if entry.get("needs_shuffler"):
        yield "with a shuffler"
    if entry.get("shufflers"):
        yield f"with a {' or '.join(entry['shufflers'])} shuffler"
    if entry.get("methods"):
        yield f"dealt by {' or '.join(map(_words, entry['methods']))}"


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return ", ".join(_words(str(item)) for item in value) if isinstance(value, list) else str(value)


def _words(name: str) -> str:
    return name.replace("_", " ")


def _safe(cell: str) -> str:
    """Escape characters that would end a table cell."""
    return " ".join(cell.split()).replace("|", "\\|")
