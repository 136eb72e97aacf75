"""Every type that crosses the wire, gathered into one JSON Schema."""

from __future__ import annotations

from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode

from crossfelt.service.wire.answers import (
    ClausesAnswer,
    Health,
    ProcedureAnswer,
    ReadingsAnswer,
    Refusal,
    ResolveRequest,
    RuleBookAnswer,
    RuleBooksAnswer,
)
from crossfelt.service.wire.cases import SettleRequest
from crossfelt.service.wire.messages import ACTION, EVENT, KING_ACTION, KING_EVENT, KING_VIEW, SETTLE_ANSWER, VIEW
from crossfelt.service.wire.questions import (
    AdviseRequest,
    KingHintRequest,
    KingReviewRequest,
    SessionRequest,
    SolveRequest,
    StrategyRequest,
)
from crossfelt.service.wire.thoughts import (
    AdviseAnswer,
    KingHintAnswer,
    KingReviewAnswer,
    SessionAnswer,
    SolveAnswer,
    StrategyAnswer,
)

REQUESTS: tuple[type[Any], ...] = (
    ResolveRequest,
    SettleRequest,
    AdviseRequest,
    SolveRequest,
    StrategyRequest,
    SessionRequest,
    KingHintRequest,
    KingReviewRequest,
)
ANSWERS: tuple[type[Any], ...] = (
    Health,
    Refusal,
    RuleBooksAnswer,
    RuleBookAnswer,
    ClausesAnswer,
    ReadingsAnswer,
    ProcedureAnswer,
    AdviseAnswer,
    SolveAnswer,
    StrategyAnswer,
    SessionAnswer,
    KingHintAnswer,
    KingReviewAnswer,
)
MESSAGES: dict[str, TypeAdapter[Any]] = {
    "Action": ACTION,
    "Event": EVENT,
    "View": VIEW,
    "KingAction": KING_ACTION,
    "KingEvent": KING_EVENT,
    "KingView": KING_VIEW,
    "SettleAnswer": SETTLE_ANSWER,
}


class _WithoutFieldTitles(GenerateJsonSchema):
    """A title on a field would become a type of its own in TypeScript."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        del schema
        return False


def protocol_schema() -> dict[str, Any]:
    """One schema whose properties are the messages and whose `$defs` are everything they are made of."""
    # What may be left out of a request has a default; what we write ourselves is always written in full.
    inputs: list[tuple[str, JsonSchemaMode, TypeAdapter[Any]]] = [
        *((kind.__name__, "validation", TypeAdapter(kind)) for kind in REQUESTS),
        *((kind.__name__, "serialization", TypeAdapter(kind)) for kind in ANSWERS),
        *((name, "serialization", adapter) for name, adapter in MESSAGES.items()),
    ]
    named, gathered = TypeAdapter.json_schemas(
        inputs, ref_template="#/$defs/{model}", schema_generator=_WithoutFieldTitles
    )
    definitions = dict(gathered["$defs"])
    properties = {}
    for name, mode, _ in inputs:
        definitions.setdefault(name, named[name, mode])
        properties[name] = {"$ref": f"#/$defs/{name}"}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Protocol",
        "description": "What the server and the page say to each other.",
        "type": "object",
        "additionalProperties": False,
        "required": list(properties),
        "properties": properties,
        "$defs": dict(sorted(definitions.items())),
    }
