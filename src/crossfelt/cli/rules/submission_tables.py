"""An examined rules submission for people: that it is valid, or everything that is wrong with it."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.text import Text

from crossfelt.choices import Submission
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.errors import Fault


def examined(found: Submission[RuleBook]) -> Group:
    """What `crossfelt rules check` prints."""
    if found.rules is not None:
        return Group(
            Text(f"Valid under {found.rules.title} ({found.rules.name}).", "bold"), Text(f"hash {found.rules.hash}")
        )
    parts: list[RenderableType] = [Text("Not valid.", "bold")]
    for text in found.faults:
        fault = text if isinstance(text, Fault) else Fault(text)
        clause = f"  ({fault.clause})" if fault.clause else ""
        parts.append(Text.assemble((fault.where, "bold"), clause))
        parts.append(Padding(fault.says, (0, 0, 0, 4)))
    return Group(*parts)
