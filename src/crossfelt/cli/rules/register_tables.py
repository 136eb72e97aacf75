"""Tables of clauses, readings and the dealer's steps."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import groupby

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from crossfelt.cli.shared.drawing import figures_table, plain_table, section
from crossfelt.crisscross.procedure import PHASES, ProcedureStep
from crossfelt.register import Clause, Reading, Register


def clauses_table(register: Register, chosen: Sequence[Clause], *, is_long: bool) -> Group:
    """Clauses in the order of their text, each on one line or in full, and a count of how they are met."""
    table = plain_table("clause", "met by", "what it says, in our words")
    if not is_long:
        table.columns[2].no_wrap, table.columns[2].overflow = True, "ellipsis"
    for clause in chosen:
        sentences = [clause.says]
        if clause.missing:
            sentences.append(f"Missing: {clause.missing.removesuffix('.')}.")
        if clause.reading:
            sentences.append(f"Reading {clause.reading}.")
        table.add_row(clause.id, clause.met.value, " ".join(sentences))
    counts = Counter(clause.met.value for clause in chosen)
    total = ", ".join(f"{count} {kind}" for kind, count in counts.items())
    return Group(
        Text(register.text, "bold"),
        Text(register.publisher + "\n"),
        table,
        *([] if is_long else [Text("\n--long shows every clause in full.")]),
        Text(f"\n{len(chosen)} of {len(register.clauses)} clauses" + (f": {total}" if total else "")),
    )


def one_clause(register: Register, clause: Clause, readings: Sequence[Reading]) -> Group:
    """One clause with everything that the register has about it."""
    rows: list[tuple[str, RenderableType]] = [("says, in our words", clause.says), ("met by", clause.met.value)]
    if clause.shown_by:
        rows.append(("shown by", "\n".join(clause.shown_by)))
    if clause.missing:
        rows.append(("missing", clause.missing))
    if clause.note:
        rows.append(("note", clause.note))
    if readings:
        rows.append(("readings", "\n".join(f"{reading.id}: {reading.title}" for reading in readings)))
    return Group(
        Text(f"{register.text}, clause {clause.id}", "bold"),
        Text(register.publisher),
        figures_table(rows, is_flush_right=False),
    )


def readings_list(readings: Sequence[Reading]) -> Group:
    """Readings of unclear points, each with its reason and its clauses."""
    parts: list[RenderableType] = []
    for reading in readings:
        parts.append(Text.assemble((f"{reading.id}  {reading.title}", "bold"), f"  ({reading.state.value})"))
        lines = [reading.says, f"Why: {reading.why}", f"Clauses: {'; '.join(reading.clauses)}"]
        if reading.option:
            lines.append(f"Option: {reading.option}")
        if reading.missing:
            lines.append(f"Missing: {reading.missing}")
        parts.append(Padding(Text("\n".join(lines)), (0, 0, 1, 2)))
    return Group(*parts)


def procedure_list(
    steps: Sequence[ProcedureStep], methods: Sequence[str], method: str | None, book_name: str, book_hash: str
) -> Group:
    """Steps under the title of their phase. A step that only some methods have names them."""
    which = "all dealing methods: " + ", ".join(methods) if method is None else f"dealing method {method}"
    parts: list[RenderableType] = [
        Text(f"Dealer's procedure, {which}", "bold"),
        Text(f"Rules: {book_name}, hash {book_hash}"),
    ]
    for phase, members in groupby(steps, key=lambda step: step.phase):
        table = plain_table(">#", "who", "step", "clause")
        for step in members:
            only = f" [{', '.join(step.methods)}]" if method is None and len(step.methods) < len(methods) else ""
            table.add_row(str(step.number), step.who, step.says + only, step.cited)
        parts.append(section(PHASES[phase], table))
    return Group(*parts)
