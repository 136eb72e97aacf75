"""The messages between tables and clients, on a socket and over HTTP. Version 1 of the protocol."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Annotated, Any, Final, Literal

from pydantic import AfterValidator, Field, TypeAdapter, ValidationError, WithJsonSchema
from pydantic_core import ErrorDetails, PydanticKnownError
from typing_extensions import TypeAliasType

from crossfelt.catalog import KITS
from crossfelt.errors import BadInput, Fault
from crossfelt.jsontext import parse_json
from crossfelt.service.names import MOST_NAME
from crossfelt.service.tables.events import Clocks, TableEvent, TableKind
from crossfelt.service.tables.lobby import LobbyEntry
from crossfelt.service.tables.messages import CorrectionNotice, TableInfo, Update, WalletNotice
from crossfelt.service.tables.requests import REQUEST_KINDS, Request
from crossfelt.service.wire.messages import message_fault
from crossfelt.service.wire.refusals import Refusal
from crossfelt.service.wire.strict import STRICT, Wire
from crossfelt.service.wire.values import ChoiceValue

PROTOCOL: Final = 1
EXPORT_FORMAT = "crossfelt-guest-1"
MOST_MESSAGE_BYTES = 4096
MESSAGE_KINDS = ("ask", "ping")
"""The kinds of messages that clients send."""

_ID = "^[0-9a-f]{32}$"
ActionId = Annotated[str, Field(pattern=_ID, description="128 bits in hex, made by the client, new for each action.")]
Signature = Annotated[
    str, Field(description="Base64 of the key id and the Ed25519 signature of a signed note about this head.")
]
VerifierKeyText = Annotated[str, Field(description="The server's public key as signed notes write it: NAME+ID+BASE64.")]
# An alias of its own, so that the union has a name in the schema.
TableRequest = TypeAliasType("TableRequest", Annotated[Request, Field(discriminator="kind")])
TableHappening = TypeAliasType("TableHappening", Annotated[TableEvent, Field(discriminator="kind")])


def _known_game(name: str) -> str:
    """Refuse a game without a kit as Pydantic refuses a value outside a `Literal`."""
    if name not in KITS:
        *names, last = (repr(known) for known in KITS)
        raise PydanticKnownError("literal_error", {"expected": f"{', '.join(names)} or {last}"})
    return name


GameName = Annotated[str, AfterValidator(_known_game), WithJsonSchema({"enum": list(KITS), "type": "string"})]


class Ask(Wire):
    """Client: a request at the table of this socket."""

    kind: Literal["ask"]
    id: ActionId
    request: TableRequest


class Ping(Wire):
    """Client: is anybody there?"""

    kind: Literal["ping"]
    at: Annotated[int, Field(ge=0, le=2**53, description="Anything; it comes back.")]


ClientMessage = TypeAliasType("ClientMessage", Annotated[Ask | Ping, Field(discriminator="kind")])
CLIENT_MESSAGE: TypeAdapter[Ask | Ping] = TypeAdapter(ClientMessage)


class ReceiptAnswer(Wire):
    """The place of an action in the log of its table. It proves later whether the log still has the action."""

    table: str
    first_seq: int
    last_seq: int
    head: Annotated[str, Field(description="The hash of the last entry, in hex.")]
    signature: Signature


class Welcome(Wire):
    """Server: the first message on a socket."""

    kind: Literal["welcome"] = "welcome"
    protocol: Literal[1]
    version: str
    player: str | None
    server_ms: Annotated[int, Field(description="The server's clock, milliseconds since 1970, UTC.")]
    key: VerifierKeyText


class Done(Wire):
    """Server: a request was accepted, and what it brought about is on disk."""

    kind: Literal["done"] = "done"
    id: str
    receipt: ReceiptAnswer


class _RefusedHead(Wire):
    """The keys that come before the reasons: clients tell messages apart by their first bytes."""

    kind: Literal["refused"] = "refused"
    id: Annotated[str | None, Field(description="The id of the request; null when the message has no valid id.")]


class RefusedMessage(Refusal, _RefusedHead):
    """Server: a request was refused and changed nothing."""


class Pong(Wire):
    """Server: the connection is alive."""

    kind: Literal["pong"] = "pong"
    at: int


ServerMessage = TypeAliasType(
    "ServerMessage",
    Annotated[
        Welcome | Update | CorrectionNotice | WalletNotice | Done | RefusedMessage | Pong, Field(discriminator="kind")
    ],
)
SERVER_MESSAGE: TypeAdapter[Welcome | Update | CorrectionNotice | WalletNotice | Done | RefusedMessage | Pong] = (
    TypeAdapter(ServerMessage, config=STRICT)
)
TABLE_EVENT: TypeAdapter[TableEvent] = TypeAdapter(TableHappening, config=STRICT)


class OpenTableRequest(Wire):
    """A table to open; see `TableTerms`."""

    id: ActionId
    title: Annotated[str, Field(max_length=80)]
    game: GameName
    table_kind: TableKind
    rules: Annotated[str, Field(max_length=20_000, description="A rule book id, or the text of a rules submission.")]
    options: Annotated[dict[str, ChoiceValue], Field(default_factory=dict)]
    is_private: bool = False
    host_rules: Annotated[
        bool, Field(description="Private tables: the host rules on rounds. Practice tables always have it.")
    ] = False
    seat_count: Annotated[int, Field(ge=1, le=100)] = 6
    decision_seconds: Annotated[int | None, Field(description="0 for no clock; null for what is usual.")] = None
    betting_seconds: Annotated[int | None, Field(description="0 for no clock; null for what is usual.")] = None
    pace_ms: int = 700
    succeeds: Annotated[
        str | None, Field(max_length=80, description="A closed table of yours, whose meters this one takes over.")
    ] = None


class TableAnswer(Wire):
    """One table, and how long it waits."""

    info: TableInfo
    clocks: Clocks
    reasons: Annotated[
        dict[str, dict[str, str]],
        Field(description="Fixed reasons by purpose, code -> words; a purpose that is missing takes free text."),
    ]
    rules_document: dict[str, Any]
    path: Annotated[str, Field(description="The address of the table under this server; a private table's invitation.")]


class OpenedTableAnswer(TableAnswer):
    """A table that was just opened, with the receipt of its first entry."""

    receipt: ReceiptAnswer


class KeysAnswer(Wire):
    """The key with which the server signs heads, and how it replaced earlier ones."""

    key: VerifierKeyText
    statements: Annotated[
        list[str],
        Field(description="Signed notes, oldest first: in each, one key names the key that replaced it."),
    ]
    log_key: Annotated[str, Field(description="The verifier key of the transparency log: NAME+ID+BASE64.")]
    log_statement: Annotated[str, Field(description="A note in which `key` names `log_key`.")]


class LobbyAnswer(Wire):
    """Every table that the asker may see."""

    tables: list[LobbyEntry]


class BotEntry(Wire):
    """A policy that bots can play."""

    game: str
    policy: Annotated[str, Field(description="What `add_bot` calls it.")]
    title: str
    says: Annotated[str, Field(description="What it is like to play against, in one sentence.")]


class BotsAnswer(Wire):
    """Every bot that a host may seat, by game, the weakest first."""

    bots: list[BotEntry]


class AskRequest(Wire):
    """A request at a table, over HTTP."""

    id: ActionId
    request: TableRequest


Replace = Annotated[
    bool,
    Field(description="Replace the guest of the cookie. Only the recovery code brings that guest back."),
]


class GuestRequest(Wire):
    """A request for a guest account."""

    name: Annotated[str, Field(max_length=4 * MOST_NAME)]
    replace: Replace = False


class RenameRequest(Wire):
    """Another name for a guest."""

    name: Annotated[str, Field(max_length=4 * MOST_NAME)]


class RecoverRequest(Wire):
    """The code that moves a guest to this browser."""

    code: Annotated[str, Field(max_length=80)]
    replace: Replace = False


class RefillRequest(Wire):
    """A free refill of the wallet."""

    id: ActionId


class MeAnswer(Wire):
    """The guest of this browser. All chips are play money: nothing is ever paid in or out."""

    player: str
    name: str
    balance_cents: int
    refill_below_cents: int
    refill_to_cents: int
    created_ms: int


class GuestAnswer(MeAnswer):
    """A guest who was just made or found again, with the one look at the recovery code."""

    recovery_code: str
    token: Annotated[str, Field(description="For a program that is no browser: `Authorization: Bearer TOKEN`.")]


class RoundSummary(Wire):
    """The fields that every list of a player's rounds has."""

    number: int
    round: str
    table: str
    stamped_ms: int
    seat: int
    staked_cents: int
    returned_cents: int


class SeatEndAnswer(Wire):
    """How a round ended for a player, as a list of rounds shows it."""

    cards: Annotated[list[str], Field(description="The player's own cards; none in King Cross.")]
    community: Annotated[list[str], Field(description="Across, down and middle, as far as they were turned.")]
    folded_at: str | None
    is_void: bool
    points: Annotated[int | None, Field(description="The total of a King Cross sheet; null in Criss Cross.")]
    place: Annotated[int | None, Field(description="1 for the most points.")]
    seat_count: int


class PlayedRoundAnswer(RoundSummary):
    """One round in the history of a player."""

    end: SeatEndAnswer
    withheld: Annotated[bool, Field(description="Whether the player's seed was not revealed (possibly offline).")]


class PlayedRoundsAnswer(Wire):
    """Rounds of a player, the newest first; `before` asks for the next page."""

    rounds: list[PlayedRoundAnswer]
    withheld: Annotated[int, Field(description="Rounds in which the player's seed was not revealed, of all rounds.")]
    before: int | None


class CorrectionEntry(Wire):
    """Why the floor moved chips for a closed round."""

    round: str
    seat: int
    clause: Annotated[str, Field(description="A clause of the table's rules, or a reading.")]
    reason: str


class StatementEntry(Wire):
    """One movement of chips in or out of a wallet."""

    number: int
    table: str
    seq: int
    stamped_ms: int
    other: Annotated[str, Field(description="The account on the other side.")]
    cents: Annotated[int, Field(description="Negative when chips left the wallet.")]
    balance_cents: Annotated[int, Field(description="In the wallet after it.")]
    correction: Annotated[CorrectionEntry | None, Field(description="Set where the floor corrected a closed round.")]


class StatementAnswer(Wire):
    """The wallet's movements, the newest first: each balance less its movement is the balance of the next."""

    account: str
    balance_cents: int
    lines: list[StatementEntry]
    before: int | None


class BadMessage(BadInput):
    """A message that is JSON but not a valid message. `id` is the id it carries, if that part is valid."""

    def __init__(self, faults: Iterable[str], identity: str | None) -> None:
        super().__init__(faults)
        self.id = identity


class ExportedRound(RoundSummary):
    """One round of a guest in an export."""

    seed: Annotated[
        Literal["revealed", "withheld", "none"],
        Field(description="What became of the guest's seed: `withheld` where it was committed to and never revealed."),
    ]


class SeedCounts(Wire):
    """In how many rounds the guest's seed was revealed, withheld, or never committed to."""

    revealed: int
    withheld: int
    none: int


class ExportAnswer(Wire):
    """Everything that the server keeps about a guest."""

    format: Literal["crossfelt-guest-1"]
    exported_ms: int
    account: MeAnswer
    statement: Annotated[list[StatementEntry], Field(description="The newest first.")]
    corrections: Annotated[list[StatementEntry], Field(description="The lines of the statement that are corrections.")]
    rounds: Annotated[list[ExportedRound], Field(description="The newest first.")]
    seeds: SeedCounts


def read_message(text: str | bytes) -> Ask | Ping:
    """A message as a client sent it; `BadInput` lists everything that is wrong with it."""
    data = parse_json(text)  # Refuses what Pydantic's parser would let pass: repeated keys, NaN, endless digits.
    try:
        return CLIENT_MESSAGE.validate_json(text)
    except ValidationError as error:
        faults = [_message_fault(details, data) for details in error.errors()]
        raise BadMessage(faults, _id_in(data)) from None


def _message_fault(details: ErrorDetails, data: object) -> Fault:
    # The message itself is at no path; the request is inside it.
    return message_fault(details, tuple(REQUEST_KINDS) if details["loc"] else MESSAGE_KINDS, data)


def _id_in(data: object) -> str | None:
    identity = data.get("id") if isinstance(data, dict) else None
    return identity if isinstance(identity, str) and re.fullmatch(_ID, identity) else None
