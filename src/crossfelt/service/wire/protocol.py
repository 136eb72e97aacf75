"""Every type that crosses the wire, gathered into one JSON Schema."""

from __future__ import annotations

from functools import lru_cache
from importlib.resources import files
from typing import Any

from pydantic import TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode

from crossfelt.catalog import KITS
from crossfelt.service.wire.analysis import (
    AdviseAnswer,
    KingHintAnswer,
    KingReviewAnswer,
    SessionAnswer,
    SolveAnswer,
    StrategyAnswer,
)
from crossfelt.service.wire.answers import (
    ClausesAnswer,
    Health,
    ProcedureAnswer,
    ReadingsAnswer,
    ReadyAnswer,
    ResolveRequest,
    RuleBookAnswer,
    RuleBooksAnswer,
    ScoringAnswer,
    SubmissionAnswer,
    SubmissionRequest,
)
from crossfelt.service.wire.cases import SETTLE_ANSWER, SettleRequest
from crossfelt.service.wire.history import RecordAnswer, ReplayAnswer, TableRoundsAnswer
from crossfelt.service.wire.king import (
    KingDailyAnswer,
    KingMatchAnswer,
    KingMatchRequest,
    KingReadAnswer,
    KingReadRequest,
)
from crossfelt.service.wire.messages import game_messages
from crossfelt.service.wire.questions import (
    AdviseRequest,
    KingHintRequest,
    KingReviewRequest,
    SessionRequest,
    SolveRequest,
    StrategyRequest,
)
from crossfelt.service.wire.refusals import Refusal
from crossfelt.service.wire.reports import BandAnswer
from crossfelt.service.wire.tables import (
    CLIENT_MESSAGE,
    SERVER_MESSAGE,
    TABLE_EVENT,
    AskRequest,
    BotsAnswer,
    ExportAnswer,
    GuestAnswer,
    GuestRequest,
    KeysAnswer,
    LobbyAnswer,
    MeAnswer,
    OpenedTableAnswer,
    OpenTableRequest,
    PlayedRoundsAnswer,
    ReceiptAnswer,
    RecoverRequest,
    RefillRequest,
    RenameRequest,
    StatementAnswer,
    TableAnswer,
)
from crossfelt.service.wire.transparency import ConsistencyAnswer, InclusionAnswer

SCHEMA_FILE = "protocol.schema.json"
"""The schema as a file beside this one; `generate` writes it."""
REQUESTS: tuple[type[Any], ...] = (
    ResolveRequest,
    SubmissionRequest,
    SettleRequest,
    AdviseRequest,
    SolveRequest,
    StrategyRequest,
    SessionRequest,
    KingHintRequest,
    KingReviewRequest,
    KingReadRequest,
    KingMatchRequest,
    GuestRequest,
    RecoverRequest,
    RenameRequest,
    RefillRequest,
    OpenTableRequest,
    AskRequest,
)
ANSWERS: tuple[type[Any], ...] = (
    Health,
    Refusal,
    RuleBooksAnswer,
    ScoringAnswer,
    RuleBookAnswer,
    SubmissionAnswer,
    ClausesAnswer,
    ReadingsAnswer,
    ProcedureAnswer,
    AdviseAnswer,
    SolveAnswer,
    StrategyAnswer,
    SessionAnswer,
    KingHintAnswer,
    KingReviewAnswer,
    KingReadAnswer,
    KingDailyAnswer,
    KingMatchAnswer,
    ReadyAnswer,
    GuestAnswer,
    MeAnswer,
    PlayedRoundsAnswer,
    StatementAnswer,
    ExportAnswer,
    LobbyAnswer,
    TableAnswer,
    OpenedTableAnswer,
    KeysAnswer,
    BotsAnswer,
    BandAnswer,
    ReceiptAnswer,
    TableRoundsAnswer,
    RecordAnswer,
    ReplayAnswer,
    InclusionAnswer,
    ConsistencyAnswer,
)
MESSAGES: dict[str, TypeAdapter[Any]] = {
    **{name: adapter for kit in KITS.values() for name, adapter in game_messages(kit).named().items()},
    "SettleAnswer": SETTLE_ANSWER,
    "TableHappening": TABLE_EVENT,
    "ClientMessage": CLIENT_MESSAGE,
    "ServerMessage": SERVER_MESSAGE,
}
_GAME_ACTIONS, _GAME_EVENTS, _GAME_VIEWS, _RULES_DOCUMENTS = (
    tuple(f"{kit.wire.prefix}{noun}" for kit in KITS.values()) for noun in ("Action", "Event", "View", "RulesDocument")
)
OPEN_FIELDS: dict[tuple[str, str], tuple[str, ...]] = {
    ("Act", "action"): _GAME_ACTIONS,
    ("Rule", "action"): _GAME_ACTIONS,
    ("Happened", "event"): (*_GAME_EVENTS, "TableHappening"),
    ("Update", "view"): (*_GAME_VIEWS, "null"),
    ("RecordStep", "action"): _GAME_ACTIONS,
    ("ReplayStep", "view"): _GAME_VIEWS,
    ("TableAnswer", "rules_document"): _RULES_DOCUMENTS,
    ("OpenedTableAnswer", "rules_document"): _RULES_DOCUMENTS,
    ("ContestRecord", "rules_document"): _RULES_DOCUMENTS,
    ("RecordAnswer", "rules_document"): _RULES_DOCUMENTS,
    ("TableReport", "rules_document"): _RULES_DOCUMENTS,
}
"""Fields that hold a message or the rules of whichever game is played. A table knows no game and leaves them open; a
reader of the protocol sees what they can be. A rules document is never rebuilt: its hash is over what was stored."""
OPEN_LISTS: dict[tuple[str, str], tuple[str, ...]] = {
    ("RecordStep", "events"): _GAME_EVENTS,
    ("ReplayStep", "events"): _GAME_EVENTS,
}
"""Fields that hold several of them."""


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
    _close_open_fields(definitions)
    for definition in definitions.values():
        _require_kind(definition)
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


@lru_cache(1)
def shipped_schema() -> bytes:
    """The schema as the package ships it."""
    return files("crossfelt.service.wire").joinpath(SCHEMA_FILE).read_bytes()


def _close_open_fields(definitions: dict[str, Any]) -> None:
    for (name, field), kinds in OPEN_FIELDS.items():
        definitions[name]["properties"][field] = _any_of(kinds)
    for (name, field), kinds in OPEN_LISTS.items():
        definitions[name]["properties"][field] = {"type": "array", "items": _any_of(kinds)}


def _any_of(kinds: tuple[str, ...]) -> dict[str, Any]:
    return {"anyOf": [{"type": "null"} if kind == "null" else {"$ref": f"#/$defs/{kind}"} for kind in kinds]}


def _require_kind(definition: dict[str, Any]) -> None:
    """Require `kind` in unions, although Python gives it a default."""
    kind = definition.get("properties", {}).get("kind", {})
    if "const" in kind and "kind" not in definition.get("required", ()):
        kind.pop("default", None)
        definition["required"] = [*definition.get("required", ()), "kind"]
