"""Guests over HTTP: made, found again, refilled, deleted; their rounds and their wallet."""

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request, Response

from crossfelt.game import SeatEnd
from crossfelt.http.bodies import StrictJson, described
from crossfelt.http.context import AppContext
from crossfelt.http.pools import pools_of
from crossfelt.http.refusals import NOT_STORED, SIGNED_IN, TOO_MUCH, UNREADABLE_BODY, conflict, refused
from crossfelt.http.table_socket import receipt_answer
from crossfelt.schema import to_plain
from crossfelt.service.history import seat_end
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
    RenameRequest,
    RoundSummary,
    SeatEndAnswer,
    StatementAnswer,
    StatementEntry,
)
from crossfelt.storage.port import PlayedRound, Player, StatementLine

router = APIRouter(prefix="/api", tags=["players"])
Before = Annotated[int | None, Query(ge=1, le=2**53, description="The number with which the page before ended.")]
Limit = Annotated[int, Query(ge=1, le=200)]
NOT_SUCH_A_PAGE = refused("A parameter is not such a number.")
NOT_SUCH_A_FLAG = refused("`optional` is neither true nor false.")
NOBODY: dict[int | str, dict[str, Any]] = {404: {"model": Refusal, "description": "Nobody has this code."}}

_HAS_GUEST = conflict("The cookie belongs to another guest, and `replace` is false.")
NOBODY_THERE: dict[int | str, dict[str, Any]] = {204: {"description": "With `optional`: nobody is signed in."}}


@router.post(
    "/guests",
    response_model=GuestAnswer,
    openapi_extra=described("GuestRequest", {"name": "Ada"}),
    responses=UNREADABLE_BODY | refused("The name cannot be used.") | _HAS_GUEST | TOO_MUCH | NOT_STORED,
)
async def make_guest(request: Request, response: Response, body: StrictJson) -> GuestAnswer:
    """Makes a guest with a full wallet of play money, and gives this browser its cookie."""
    context = context_of(request)
    parsed = read_wire(GuestRequest, body)
    if not parsed.replace:
        context.identities.refuse_replacement(request)
    player, code = await context.house.players.create(parsed.name)
    return _welcomed(request, response, player, code)


@router.post(
    "/guests/recover",
    response_model=GuestAnswer,
    openapi_extra=described("RecoverRequest", {"code": "ABCD-EFGH-IJKL-MNOP-QRST-UVWX"}),
    responses=UNREADABLE_BODY
    | NOBODY
    | refused("The body is not such a request.")
    | _HAS_GUEST
    | TOO_MUCH
    | NOT_STORED,
)
async def recover_guest(request: Request, response: Response, body: StrictJson) -> GuestAnswer:
    """Moves a guest to this browser; the code works once, and the answer holds the next one."""
    context = context_of(request)
    parsed = read_wire(RecoverRequest, body)
    if not parsed.replace:
        context.identities.refuse_replacement(request, context.house.players.owner(parsed.code).id)
    player, code = await context.house.players.recover(parsed.code)
    return _welcomed(request, response, player, code)


@router.post("/me/code", response_model=GuestAnswer, responses=SIGNED_IN | TOO_MUCH | NOT_STORED)
async def new_code(request: Request, response: Response) -> GuestAnswer:
    """A new recovery code and token; the old code works no longer."""
    context = context_of(request)
    player, code = await context.house.players.new_code(context.identities.needed(request))
    return _welcomed(request, response, player, code)


@router.get("/me", response_model=MeAnswer, responses=SIGNED_IN | NOBODY_THERE | NOT_SUCH_A_FLAG)
def me(request: Request, optional: bool = False) -> MeAnswer | Response:
    """The guest of this browser. With `optional`, having none is an answer and not a refusal."""
    context = context_of(request)
    if optional and context.identities.player(request) is None:
        return Response(status_code=204)
    return me_answer(context, context.house.players.get(context.identities.needed(request)))


@router.post(
    "/me/name",
    response_model=MeAnswer,
    openapi_extra=described("RenameRequest", {"name": "Ada"}),
    responses=SIGNED_IN
    | UNREADABLE_BODY
    | refused("The name cannot be used.")
    | conflict("The guest is in a round of a live table.")
    | TOO_MUCH
    | NOT_STORED,
)
async def rename(request: Request, body: StrictJson) -> MeAnswer:
    """Gives the guest another name."""
    context = context_of(request)
    parsed = read_wire(RenameRequest, body)
    player = context.identities.needed(request)
    context.house.refuse_rename(player)
    return me_answer(context, await context.house.players.rename(player, parsed.name))


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
    context = context_of(request)
    parsed = read_wire(RefillRequest, body)
    receipt = await context.house.players.refill(context.identities.needed(request), parsed.id)
    return receipt_answer(receipt, context.house.signer)


@router.delete("/me", status_code=204, responses=SIGNED_IN | conflict("The guest still has a seat.") | NOT_STORED)
async def delete_me(request: Request) -> Response:
    """Forgets the guest: name, recovery code and chips. Rounds stay in the log under an id that says nothing."""
    context = context_of(request)
    await context.house.delete_player(context.identities.needed(request))
    response = Response(status_code=204)
    context.identities.forget(request, response)
    return response


@router.get("/me/rounds", response_model=PlayedRoundsAnswer, responses=SIGNED_IN | NOT_SUCH_A_PAGE)
async def my_rounds(request: Request, before: Before = None, limit: Limit = 50) -> PlayedRoundsAnswer:
    """Every round that the guest ever played, the newest first."""
    context = context_of(request)
    player = context.identities.needed(request)
    rows = await pools_of(request).reads.run(_played, context, player, before, limit)
    rounds = [
        PlayedRoundAnswer(**round_fields(row), withheld=row.has_withheld, end=SeatEndAnswer(**to_plain(end)))
        for row, end in rows
    ]
    withheld = await pools_of(request).reads.run(context.house.store.withheld_of, player)
    before_next = rounds[-1].number if len(rounds) == limit else None
    return PlayedRoundsAnswer(rounds=rounds, withheld=withheld, before=before_next)


def _played(context: AppContext, player: str, before: int | None, limit: int) -> list[tuple[PlayedRound, SeatEnd]]:
    store, sealer = context.house.store, context.house.sealer
    return [(row, seat_end(store, sealer, row)) for row in store.rounds_of(player, before, limit)]


@router.get("/me/statement", response_model=StatementAnswer, responses=SIGNED_IN | NOT_SUCH_A_PAGE)
async def statement(request: Request, before: Before = None, limit: Limit = 100) -> StatementAnswer:
    """Every movement of the guest's chips, the newest first."""
    context = context_of(request)
    player = context.identities.needed(request)
    page = await pools_of(request).reads.run(wallet_statement, context.house.store, player, before, limit)
    lines = [statement_entry(line, correction) for line, correction in page]
    return StatementAnswer(
        account=wallet(player),
        balance_cents=context.house.players.balance(player),
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


def round_fields(row: PlayedRound) -> dict[str, Any]:
    """The fields that a played round has in every list of rounds."""
    return {name: getattr(row, name) for name in RoundSummary.model_fields}


def context_of(request: Request) -> AppContext:
    """Return what the routes share; `Refused` where the server runs no tables."""
    context: AppContext | None = request.app.state.context
    if context is None:
        raise Refused(RefusalCode.STORAGE_FAILED, "this server runs no tables")
    return context


def _welcomed(request: Request, response: Response, player: Player, code: str) -> GuestAnswer:
    context = context_of(request)
    context.identities.remember(request, response, player.id)
    known = me_answer(context, player).model_dump()
    return GuestAnswer(**known, recovery_code=code, token=context.identities.token(player.id))


def me_answer(context: AppContext, player: Player) -> MeAnswer:
    """A guest as they see themselves."""
    return MeAnswer(
        player=player.id,
        name=player.name,
        balance_cents=context.house.players.balance(player.id),
        refill_below_cents=REFILL_BELOW_CENTS,
        refill_to_cents=OPENING_CENTS,
        created_ms=player.created_ms,
    )
