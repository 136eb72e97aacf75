"""The one configuration of everything that crosses the wire."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

STRICT = ConfigDict(strict=True, extra="forbid")


class Wire(BaseModel):
    """A message: values are what they say they are, and a key that nobody knows is refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
