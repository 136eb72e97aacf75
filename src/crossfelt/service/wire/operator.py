"""The operator's requests and answers, over HTTP."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from crossfelt.service.wire.strict import Wire

Reason = Annotated[str, Field(max_length=200)]


class OperatorTable(Wire):
    """One open table, private ones included."""

    table: str
    title: str
    game: str
    table_kind: str
    is_private: bool
    host_rules: bool
    host: str
    host_name: str
    floor: list[str]
    seats_taken: int
    is_playing: bool
    paused: str | None
    out_of_service: str | None


class OperatorTablesAnswer(Wire):
    """Every open table of the server, private ones included."""

    tables: list[OperatorTable]


class OperatorGuest(Wire):
    """One guest, with the tables they host and sit at."""

    player: str
    name: str
    created_ms: int
    hosts: list[str]
    sits_at: list[str]


class OperatorGuestsAnswer(Wire):
    """Guests in order of their ids; `after` asks for the next page."""

    guests: list[OperatorGuest]
    after: str | None


class RemovedGuestAnswer(Wire):
    """A guest who was removed."""

    player: str
    is_deleted: Annotated[
        bool,
        Field(
            description="False while a seat is in a contest: the account is locked, and deleted when the contest ends."
        ),
    ]
    says: Annotated[str, Field(description="The same in words.")]


class BlockRequest(Wire):
    """An address to block. IPv6 is blocked by its /64."""

    address: Annotated[str, Field(max_length=64)]
    reason: Reason


class UnblockRequest(Wire):
    """An address to let in again."""

    address: Annotated[str, Field(max_length=64)]


class BlockEntry(Wire):
    """One blocked address, IPv6 as its /64, with reason and time."""

    number: int
    address: str
    reason: str
    blocked_ms: int


class BlocksAnswer(Wire):
    """Every blocked address, the oldest first."""

    blocks: list[BlockEntry]


class OperatorLogEntry(Wire):
    """One thing the operator did. Orders at a table are in the table's own log."""

    seq: int
    stamped_ms: int
    kind: str
    about: dict[str, Any]


class OperatorLogAnswer(Wire):
    """The newest entries of the operator's log, the oldest of them first."""

    entries: list[OperatorLogEntry]
