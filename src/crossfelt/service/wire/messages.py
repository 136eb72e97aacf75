"""Actions, events, views and rules documents on the wire: the games' own types, checked strictly. Kits name them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Annotated, Any

from pydantic import Field, TypeAdapter
from pydantic_core import ErrorDetails
from typing_extensions import TypeAliasType

from crossfelt.catalog import GameKit
from crossfelt.errors import Fault
from crossfelt.faults import FaultCode
from crossfelt.service.wire.strict import STRICT, field_of, wire_fault


@dataclass(frozen=True, slots=True)
class GameMessages:
    """Strict adapters for the messages of one game."""

    prefix: str
    action: TypeAdapter[Any]
    event: TypeAdapter[Any]
    view: TypeAdapter[Any]
    rules_document: TypeAdapter[Any]

    def named(self) -> dict[str, TypeAdapter[Any]]:
        """Return the adapters by their names in the schema."""
        return {
            f"{self.prefix}Action": self.action,
            f"{self.prefix}Event": self.event,
            f"{self.prefix}View": self.view,
            f"{self.prefix}RulesDocument": self.rules_document,
        }


@lru_cache
def game_messages(kit: GameKit) -> GameMessages:
    """Return the adapters of a game, made when they are first asked for."""
    wire = kit.wire
    # Pydantic takes a configuration for a union or an alias, not for a bare dataclass.
    view: Any = TypeAliasType(f"{wire.prefix}View", wire.load_view())
    action: Any = Annotated[wire.load_action(), Field(discriminator="kind")]
    event: Any = Annotated[wire.load_event(), Field(discriminator="kind")]
    return GameMessages(
        prefix=wire.prefix,
        action=TypeAdapter(action, config=STRICT),
        event=TypeAdapter(event, config=STRICT),
        view=TypeAdapter(view, config=STRICT),
        # A `TypedDict` brings its own configuration; under an alias the schema would have it twice.
        rules_document=TypeAdapter(wire.load_rules_document()),
    )


def message_fault(details: ErrorDetails, kinds: tuple[str, ...], data: object) -> Fault:
    """One fault that Pydantic reports of a message; `kinds` are the kinds that would be known."""
    if details["type"].startswith("union_tag"):  # Its own message repeats what was sent, however long.
        message = f"is not one of {', '.join(kinds)}"
        params = {"value": details.get("ctx", {}).get("tag"), "choices": kinds}
        where = field_of(details, data)
        return Fault(FaultCode.NOT_ONE_OF, message, where, field=where, params=params)
    return wire_fault(details, "action", data)
