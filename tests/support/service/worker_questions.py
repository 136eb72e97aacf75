"""Questions for the analysis workers, and the type of the `ask` fixture."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from crossfelt.service.wire.strict import read_wire
from crossfelt.service.workers import Question, question_of
from crossfelt.service.workers.questions import TERMS, Kind

Ask = Callable[[Kind, dict[str, Any]], dict[str, Any]]
"""Ask the analysis workers a question and return the answer."""


def read_question(kind: Kind, body: object) -> Question:
    """Validate a body as the server does before it asks a worker."""
    return question_of(read_wire(TERMS[kind].request, body))
