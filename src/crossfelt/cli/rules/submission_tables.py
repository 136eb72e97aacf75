"""Draws the result of `crossfelt rules check`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.errors import Fault
from crossfelt.rulefiles import Submission


def examined(submission: Submission[RuleBook], warnings: Iterable[Fault]) -> Group:
    """Draw that a submission is valid, or all of its faults."""
    if submission.rules is None:
        return Group(Text("Not valid.", "bold"), *_listed(submission.faults))
    parts: list[RenderableType] = [
        Text(f"Valid under {submission.rules.title} ({submission.rules.name}).", "bold"),
        Text(f"hash {submission.rules.hash}"),
    ]
    if listed := list(_listed(warnings)):
        parts += [Text("Warnings", "bold"), *listed]
    return Group(*parts)


def _listed(faults: Iterable[Fault]) -> Iterator[RenderableType]:
    for fault in faults:
        line = f"line {fault.line}: " if fault.line is not None else ""
        clause = f"  ({fault.clause})" if fault.clause else ""
        yield Text.assemble(line, (fault.where, "bold"), clause)
        yield Padding(fault.message, (0, 0, 0, 4))
