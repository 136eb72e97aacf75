"""Request bodies, read by the one strict parser that files and standard input go through too."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import Depends, Request
from starlette.requests import ClientDisconnect

from crossfelt.errors import BadInput
from crossfelt.http.pools import pools_of
from crossfelt.jsontext import parse_json
from crossfelt.service.refusals import RefusalCode, Refused

QUICKLY_READ_BYTES = 4096
"""A longer body is parsed off the event loop."""


async def strict_json(request: Request) -> object:
    """The value of the body: 415 when it is not announced as JSON, 400 when it isn't JSON."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    # A form of another site can send text/plain unasked; it cannot send this.
    if kind != "application/json":
        raise Refused(RefusalCode.WRONG_CONTENT_TYPE, "send application/json", "content-type", value=kind)
    try:
        body = await request.body()
    except ClientDisconnect:
        raise Refused(RefusalCode.BODY_INCOMPLETE, "the body ended early") from None
    try:
        if len(body) > QUICKLY_READ_BYTES:
            return await pools_of(request).rules.run(parse_json, body)
        return parse_json(body)
    except BadInput as error:
        raise Refused(RefusalCode.BODY_NOT_JSON, error.faults) from None


StrictJson = Annotated[object, Depends(strict_json)]


def described(model: str, example: dict[str, Any] | None) -> dict[str, Any]:
    """Return the OpenAPI description of a body that we parse ourselves."""
    content: dict[str, Any] = {"schema": {"$ref": f"#/components/schemas/{model}"}}
    if example is not None:
        content["example"] = example
    return {"requestBody": {"required": True, "content": {"application/json": content}}}
