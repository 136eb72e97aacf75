"""Requests of the operator, told by a token in the `Authorization` header; a cookie never makes one."""

from __future__ import annotations

from starlette.requests import HTTPConnection

from crossfelt.http.context import AppContext
from crossfelt.service.house import House
from crossfelt.service.tables.roles import OPERATOR


def is_operator(connection: HTTPConnection, house: House) -> bool:
    """Whether a request carries a valid operator token."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    return scheme.lower() == "bearer" and house.operators.is_valid(token)


def asker_of(connection: HTTPConnection, context: AppContext) -> str:
    """The account of a request: the operator's, or a guest's; `Refused` for a request without either."""
    return OPERATOR if is_operator(connection, context.house) else context.identities.needed(connection)
