"""The one configuration of everything that crosses the wire, and what is said of that which does not pass."""

from __future__ import annotations

import json
from typing import TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError
from pydantic_core import ErrorDetails

from crossfelt.errors import BadInput
from crossfelt.fields import Fields, safe_key

STRICT = ConfigDict(strict=True, extra="forbid")


class Wire(BaseModel):
    """A message: values are what they say they are, and a key that nobody knows is refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


AnyWire = TypeVar("AnyWire", bound=Wire)


def read_wire(kind: type[AnyWire], data: object) -> AnyWire:
    """A message from plain data that came from outside; `BadInput` lists everything that is wrong with it."""
    if not isinstance(data, dict):
        raise BadInput(Fields(data).faults)
    try:
        # As text, because strict Python data would have to hold tuples; in ASCII, because half a character is no UTF-8.
        return kind.model_validate_json(json.dumps(data))
    except ValidationError as error:
        raise BadInput(fault_text(fault, "body") for fault in error.errors()) from None


def fault_text(fault: ErrorDetails, whole: str) -> str:
    """One fault in words: the path to it, or what the whole is called, and what is wrong there."""
    path = ".".join(safe_key(part) if isinstance(part, str) else str(part) for part in fault["loc"])
    return f"{path or whole}: {fault['msg']}"
