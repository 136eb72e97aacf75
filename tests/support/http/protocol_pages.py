"""The message types as the pages of the protocol list them."""

from __future__ import annotations

import re
from typing import Any

from crossfelt.service.wire.protocol import protocol_schema

DEFINITIONS: dict[str, Any] = protocol_schema()["$defs"]


def names(cell: str) -> list[str]:
    """The names in a cell of a table."""
    return re.findall(r"`(\w+)`", cell)


def fields_of(name: str) -> list[str]:
    """The fields of a type besides its kind."""
    return [field for field in DEFINITIONS[name]["properties"] if field != "kind"]


def kinds(union: str) -> dict[str, list[str]]:
    """The kinds of a union of messages, each with its fields."""
    members = [option["$ref"].rpartition("/")[2] for option in DEFINITIONS[union]["oneOf"]]
    return {DEFINITIONS[name]["properties"]["kind"]["const"]: fields_of(name) for name in members}
