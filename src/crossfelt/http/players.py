"""Guests over HTTP: made, found again, refilled, deleted; their rounds and their wallet."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from crossfelt.http.bodies import StrictJson, described
from crossfelt.http.live import receipt_answer
from crossfelt.http.parts import Parts
from crossfelt.http.pools import pools_of
from crossfelt.http.refusals import NOT_STORED, SIGNED_IN, TOO_MUCH, UNREADABLE_BODY, conflict, refused
from crossfelt.service.players import OPENING_CENTS, REFILL_BELOW_CENTS
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.statement import CorrectionLine
from crossfelt.service.statement import statement as wallet_statement
from crossfelt.service.tables.accounts import wallet
from crossfelt.service.wire import Refusal
from crossfelt.service.wire.strict import read_wire
from crossfelt.service.wire.tables import (
    CorrectionEntry,
    GuestAnswer,
    GuestRequest,
    MeAnswer,
    PlayedRoundAnswer,
    PlayedRoundsAnswer,
    ReceiptAnswer,
    RecoverRequest,
    RefillRequest,
    StatementAnswer,
    StatementEntry,
)
from crossfelt.storage.port import Player, StatementLine

router = APIRouter(prefix="/api", tags=["players"])
Before = Annotated[int | None, Query(ge=1, le=2**53, description="The number with which the page before ended.")]
Limit = Annotated[int, Query(ge=1, le=200)]
NOT_SUCH_A_PAGE = refused("A parameter is not such a number.")
NOBODY: dict[int | str, dict[str, Any]] = {404: {"model": Refusal, "description": "Nobody has this code."}}


@router.post(
    "/guests",
    response_model=GuestAnswer,
    openapi_extra=described("GuestRequest", {"name": "Ada"}),
    responses=UNREADABLE_BODY | refused("The name cannot be used.") | TOO_MUCH | NOT_STORED,
)
async def make_guest(request: Request, response: Response, body: StrictJson) -> GuestAnswer:
    """Makes a guest with a full wallet of play money, and gives this browser its cookie."""
    parts = parts_of(request)
    wanted = read_wire(GuestRequest, body)
    player, code = await parts.house.players.create(wanted.name)
    return _welcomed(request, response, player, code)


@router.post(
    "/guests/recover",
    response_model=GuestAnswer,
    openapi_extra=described("RecoverRequest", {"code": "ABCD-EFGH-IJKL-MNOP-QRST-UVWX"}),
    responses=UNREADABLE_BODY | NOBODY | refused("The body is not such a request.") | TOO_MUCH | NOT_STORED,
)
async def recover_guest(request: Request, response: Response, body: StrictJson) -> GuestAnswer:
    """Moves a guest to this browser; the code works once, and the answer holds the next one."""
    parts = parts_of(request)
    wanted = read_wire(RecoverRequest, body)
    player, code = await parts.house.players.recover(wanted.code)
    return _welcomed(request, response, player, code)


@router.post("/me/code", response_model=GuestAnswer, responses=SIGNED_IN | TOO_MUCH | NOT_STORED)
async def new_code(request: Request, response: Response) -> GuestAnswer:
    """A new recovery code and token; the old code works no longer."""
    parts = parts_of(request)
    player, code = await parts.house.players.new_code(parts.identities.needed(request))
    return _welcomed(request, response, player, code)


@router.get("/me", response_model=MeAnswer, responses=SIGNED_IN)
def me(request: Request) -> MeAnswer:
    """The guest of this browser."""
    parts = parts_of(request)
    return me_answer(parts, parts.house.players.get(parts.identities.needed(request)))


@router.post(
    "/me/name",
    response_model=MeAnswer,
    openapi_extra=described("GuestRequest", {"name": "Ada"}),
    responses=SIGNED_IN
    | UNREADABLE_BODY
    | refused("The name cannot be used.")
    | conflict("The guest is in a round of a live table.")
    | TOO_MUCH
    | NOT_STORED,
)
async def rename(request: Request, body: StrictJson) -> MeAnswer:
    """Gives the guest another name."""
    parts = parts_of(request)
    wanted = read_wire(GuestRequest, body)
    player = parts.identities.needed(request)
    parts.house.refuse_rename(player)
    return me_answer(parts, await parts.house.players.rename(player, wanted.name))


@router.post(
    "/me/refill",
    response_model=ReceiptAnswer,
    openapi_extra=described("RefillRequest", {"id": "0123456789abcdef0123456789abcdef"}),
    responses=SIGNED_IN
    | UNREADABLE_BODY
    | refused("The body is not such a request.")
    | conflict("There is enough in the wallet.")
    | TOO_MUCH
    | NOT_STORED,
)
async def refill(request: Request, body: StrictJson) -> ReceiptAnswer:
    """Fills the wallet up to what every guest starts with, free, once there is little in it."""
    parts = parts_of(request)
    wanted = read_wire(RefillRequest, body)
    receipt = await parts.house.players.refill(parts.identities.needed(request), wanted.id)
    return receipt_answer(receipt, parts.house.signer)


@router.delete("/me", status_code=204, responses=SIGNED_IN | conflict("The guest still has a seat.") | NOT_STORED)
async def delete_me(request: Request) -> Response:
    """Forgets the guest: name, recovery code and chips. Rounds stay in the log under an id that says nothing."""
    parts = parts_of(request)
    await parts.house.delete_player(parts.identities.needed(request))
    response = Response(status_code=204)
    parts.identities.forget(request, response)
    return response


@router.get("/me/rounds", response_model=PlayedRoundsAnswer, responses=SIGNED_IN | NOT_SUCH_A_PAGE)
async def my_rounds(request: Request, before: Before = None, limit: Limit = 50) -> PlayedRoundsAnswer:
    """Every round that the guest ever played, the newest first."""
    parts = parts_of(request)
    player = parts.identities.needed(request)
    rows = await pools_of(request).reads.run(parts.house.store.rounds_of, player, before, limit)
    rounds = [
        PlayedRoundAnswer(
            number=row.number,
            round=row.round,
            table=row.table,
            stamped_ms=row.stamped_ms,
            seat=row.seat,
            staked_cents=row.staked_cents,
            returned_cents=row.returned_cents,
            withheld=row.has_withheld,
        )
        for row in rows
    ]
    withheld = await pools_of(request).reads.run(parts.house.store.withheld_of, player)
    before_next = rounds[-1].number if len(rounds) == limit else None
    return PlayedRoundsAnswer(rounds=rounds, withheld=withheld, before=before_next)


@router.get("/me/statement", response_model=StatementAnswer, responses=SIGNED_IN | NOT_SUCH_A_PAGE)
async def statement(request: Request, before: Before = None, limit: Limit = 100) -> StatementAnswer:
    """Every movement of the guest's chips, the newest first."""
    parts = parts_of(request)
    player = parts.identities.needed(request)
    found = await pools_of(request).reads.run(wallet_statement, parts.house.store, player, before, limit)
    lines = [statement_entry(line, correction) for line, correction in found]
    return StatementAnswer(
        account=wallet(player),
        balance_cents=parts.house.players.balance(player),
        lines=lines,
        before=lines[-1].number if len(lines) == limit else None,
    )


def statement_entry(line: StatementLine, correction: CorrectionLine | None) -> StatementEntry:
    """One movement of chips as it is sent."""
    return StatementEntry(
        number=line.number,
        table=line.table,
        seq=line.seq,
        stamped_ms=line.stamped_ms,
        other=line.other,
        cents=line.cents,
        balance_cents=line.balance_cents,
        correction=None if correction is None else CorrectionEntry(**asdict(correction)),
    )


def parts_of(request: Request) -> Parts:
    """What the routes share; `Refused` where the server runs no tables."""
    parts: Parts | None = getattr(request.app.state, "parts", None)
    if parts is None:
        raise Refused(RefusalCode.STORAGE_FAILED, "this server runs no tables")
    return parts


def _welcomed(request: Request, response: Response, player: Player, code: str) -> GuestAnswer:
    parts = parts_of(request)
    parts.identities.remember(request, response, player.id)
    known = me_answer(parts, player).model_dump()
    return GuestAnswer(**known, recovery_code=code, token=parts.identities.token(player.id))


def me_answer(parts: Parts, player: Player) -> MeAnswer:
    """A guest as they see themselves."""
    return MeAnswer(
        player=player.id,
        name=player.name,
        balance_cents=parts.house.players.balance(player.id),
        refill_below_cents=REFILL_BELOW_CENTS,
        refill_to_cents=OPENING_CENTS,
        created_ms=player.created_ms,
    )
