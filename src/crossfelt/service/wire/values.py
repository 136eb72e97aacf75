"""Types of single values that several messages share."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field
from typing_extensions import TypeAliasType

Cents = Annotated[int, Field(ge=0)]
Odds = Annotated[int, Field(ge=-1)]
"""To 1; 0 pushes, -1 loses."""
ChoiceValue = TypeAliasType("ChoiceValue", bool | int | str | list[int] | list[str])
"""The value of a choice that rules leave to the house."""
