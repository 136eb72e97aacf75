"""Refusals on the wire: a sentence for people, and code, field and parameters for programs."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field
from typing_extensions import TypeAliasType

from crossfelt.errors import CrossfeltError, Fault, IllegalActionCode
from crossfelt.faults import FaultCode
from crossfelt.service.refusals import RefusalCode
from crossfelt.service.wire.strict import Wire

# Aliases of their own, so that they have names in the schema.
AnyCode = TypeAliasType("AnyCode", RefusalCode | IllegalActionCode | FaultCode)
ParamItem = TypeAliasType("ParamItem", bool | int | float | str | None)
Params = dict[str, ParamItem | list[ParamItem]]

CODES: dict[str, RefusalCode | IllegalActionCode | FaultCode] = {
    str(code): code for codes in (FaultCode, IllegalActionCode, RefusalCode) for code in codes
}
"""Every code by its name."""


class FaultDetail(Wire):
    """One reason for a refusal, in parts."""

    code: Annotated[AnyCode, Field(description="What is wrong: choose your own words by it.")]
    field: Annotated[str, Field(description="The path to the value it is about; empty where it is about the whole.")]
    params: Annotated[Params, Field(description="The values that the message was made from, by name.")]
    message: Annotated[str, Field(description="The sentence without the field before it and the clause behind it.")]
    clause: Annotated[str, Field(description="The clause or reading it breaks; empty where it breaks none.")]


class Refusal(Wire):
    """Why nothing was done: every reason as a sentence and in parts, and all sentences in one line."""

    error: str
    faults: Annotated[list[str], Field(description="Every reason as a sentence.")]
    code: Annotated[
        AnyCode, Field(description="The refusal as a whole; `bad_request` where the input itself can't be used.")
    ]
    field: Annotated[str, Field(description="The field of the first reason.")]
    params: Annotated[Params, Field(description="The parameters of the first reason.")]
    details: Annotated[list[FaultDetail], Field(description="Every reason in parts, in the order of `faults`.")]


def refusal_parts(error: CrossfeltError) -> dict[str, Any]:
    """The fields of a `Refusal`."""
    first = error.faults[0]
    return {
        "error": str(error),
        "faults": [str(fault) for fault in error.faults],
        "code": error.code,
        "field": first.field,
        "params": first.params,
        "details": [FaultDetail.model_validate(fault_parts(fault)) for fault in error.faults],
    }


def fault_parts(fault: Fault) -> dict[str, Any]:
    """The fields of a `FaultDetail`."""
    return {
        "code": fault.code,
        "field": fault.field,
        "params": fault.params,
        "message": fault.message,
        "clause": fault.clause,
    }
