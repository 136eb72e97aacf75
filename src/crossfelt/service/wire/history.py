"""Rounds that are over, on the wire: the list of a table, the record that proves one, and its replay."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from crossfelt.service.wire.strict import Wire

Hex = Annotated[str, Field(pattern="^[0-9a-f]*$")]


class TableRoundAnswer(Wire):
    """One round in the history of a table."""

    number: Annotated[int, Field(description="Counts the closed rounds of all tables of the server.")]
    round: str
    stamped_ms: int
    withheld: Annotated[int, Field(description="Seeds not revealed (possibly offline).")]


class TableRoundsAnswer(Wire):
    """Rounds of a table, the newest first; `before` asks for the next page, and is null on the last one."""

    rounds: list[TableRoundAnswer]
    withheld: Annotated[int, Field(description="Seeds not revealed (possibly offline) in all rounds of the table.")]
    before: int | None


class RecordStep(Wire):
    """Who acted, what was asked, and what followed."""

    actor: str
    action: dict[str, Any]
    events: list[dict[str, Any]]


class RecordSeed(Wire):
    """The seed of one locked seat for the chance of the round; nonce and seed are empty where it withheld them."""

    seat: int
    commitment: Hex
    state: Literal["revealed", "withheld"]
    nonce: Hex
    seed: str


class LogEntry(Wire):
    """One entry of the log; `body` is its stored text, or base64 where it is sealed."""

    stamped_ms: int
    kind: str
    sealed: bool
    body: str
    asked: Annotated[
        str,
        Field(description="On the first entry of an action, the hex digest that ties it to the action; else empty."),
    ]
    postings: Annotated[
        list[tuple[str, str, int]],
        Field(description="The chips that this entry moves: source, destination and cents of each posting."),
    ]


class RecordLog(Wire):
    """The part of the table's log that holds the round, between two hashes of its chain."""

    scheme: Annotated[int, Field(description="How the entries are chained, by number.")]
    table: str
    first_seq: int
    before: Annotated[Hex, Field(description="The hash of the entry before the first.")]
    entries: list[LogEntry]
    head: Annotated[Hex, Field(description="The hash of the last entry.")]


class RecordSignature(Wire):
    """The server's signature of the last entry of the log."""

    key: Annotated[str, Field(description="The verifier key: NAME+ID+BASE64.")]
    signature: Annotated[str, Field(description="Base64 of the key id and the signature.")]


class RecordProof(Wire):
    """Everything that is needed to draw the cards or dice of the round again."""

    scheme: Annotated[str, Field(description="How chance was drawn, by name.")]
    round: str
    commitment: Hex
    secret: Hex
    seeds: list[RecordSeed]
    log: RecordLog
    signed_head: RecordSignature


class ContestRecord(Wire):
    """The record of a round or match, as `crossfelt replay` and `crossfelt king review` read it."""

    format: str
    version: int
    game: str
    rules: str
    rules_hash: Hex
    rules_document: dict[str, Any]
    seats: list[int]
    carried: dict[str, str]
    steps: list[RecordStep]


class RecordAnswer(ContestRecord):
    """The record of a round with its proof, as `crossfelt verify` reads it."""

    proof: RecordProof
    digest: Annotated[Hex, Field(description="SHA-256 over the canonical JSON of everything else here.")]


class ReplayStep(Wire):
    """One step of a round: who acted, what everybody could know of what followed, and what was seen then."""

    actor: str
    events: list[dict[str, Any]]
    view: dict[str, Any]


class ReplayAnswer(Wire):
    """A round step by step, as a seat saw it, or where `seat` is null as everybody did."""

    round: str
    game: str
    seat: int | None
    steps: list[ReplayStep]
