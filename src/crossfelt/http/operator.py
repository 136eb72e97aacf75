"""The operator over HTTP: tables, guests and blocked addresses of the whole server."""

from __future__ import annotations

import asyncio
from dataclasses import asdict
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Query, Request
from starlette.responses import Response

from crossfelt.http.addresses import blockable
from crossfelt.http.bodies import StrictJson, described
from crossfelt.http.operators import is_operator
from crossfelt.http.players import context_of
from crossfelt.http.refusals import NO_TABLE, NOT_STORED, TOO_MUCH, UNREADABLE_BODY, conflict, refused
from crossfelt.service.house import House
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.wire import Refusal
from crossfelt.service.wire.operator import (
    BlockEntry,
    BlockRequest,
    BlocksAnswer,
    OperatorGuest,
    OperatorGuestsAnswer,
    OperatorLogAnswer,
    OperatorLogEntry,
    OperatorTable,
    OperatorTablesAnswer,
    RemovedGuestAnswer,
    UnblockRequest,
)
from crossfelt.service.wire.strict import read_wire
from crossfelt.service.wire.tables import RenameRequest

MOST_GUESTS = 200
_EXAMPLE_BLOCK = {"address": "203.0.113.9", "reason": "flooding"}


def refuse_others(request: Request) -> None:
    """Refuse everyone without a valid operator token."""
    if not is_operator(request, context_of(request).house):
        raise Refused(
            RefusalCode.OPERATOR_NEEDED,
            "This needs an operator token. Make one on the server machine with crossfelt operator token.",
        )


_OTHERS: dict[int | str, dict[str, Any]] = {403: {"model": Refusal, "description": "No valid operator token."}}
_NOBODY: dict[int | str, dict[str, Any]] = {404: {"model": Refusal, "description": "There is no such guest."}}
router = APIRouter(
    prefix="/api/operator", tags=["operator"], dependencies=[Depends(refuse_others)], responses=_OTHERS | TOO_MUCH
)


@router.get("/tables", response_model=OperatorTablesAnswer)
def tables(request: Request) -> OperatorTablesAnswer:
    """Every open table, private ones included, and who hosts it."""
    house = context_of(request).house
    return OperatorTablesAnswer(tables=[_table(house, table.info()) for table in house.lobby])


@router.get("/guests", response_model=OperatorGuestsAnswer, responses=refused("A parameter is not such a number."))
async def guests(
    request: Request,
    after: Annotated[str, Query(max_length=80, description="The id with which the page before ended.")] = "",
    limit: Annotated[int, Query(ge=1, le=MOST_GUESTS)] = 100,
) -> OperatorGuestsAnswer:
    """Every guest, with the tables they host and sit at."""
    house = context_of(request).house
    ids = await asyncio.to_thread(house.store.guest_ids, after, limit)
    entries = await asyncio.to_thread(lambda: [_guest(house, player) for player in ids])
    return OperatorGuestsAnswer(guests=entries, after=ids[-1] if len(ids) == limit else None)


@router.post(
    "/guests/{player}/name",
    status_code=204,
    openapi_extra=described("RenameRequest", {"name": "Ada"}),
    responses=UNREADABLE_BODY | _NOBODY | refused("The name cannot be used.") | NOT_STORED,
)
async def rename_guest(request: Request, player: str, body: StrictJson) -> Response:
    """Gives a guest another name."""
    await context_of(request).house.rename_guest(player, read_wire(RenameRequest, body).name)
    return Response(status_code=204)


@router.delete("/guests/{player}", response_model=RemovedGuestAnswer, responses=_NOBODY | NOT_STORED)
async def remove_guest(request: Request, player: str) -> RemovedGuestAnswer:
    """Removes a guest. Credentials and name are gone at once; the account is deleted when its last contest ends."""
    is_deleted = await context_of(request).house.removals.remove(player)
    message = "Removed." if is_deleted else "Removed when the round ends."
    return RemovedGuestAnswer(player=player, is_deleted=is_deleted, says=message)


@router.get("/blocks", response_model=BlocksAnswer)
def blocks(request: Request) -> BlocksAnswer:
    """Every blocked address, with reason and time."""
    return _blocks(context_of(request).house)


@router.post(
    "/blocks",
    response_model=BlocksAnswer,
    openapi_extra=described("BlockRequest", _EXAMPLE_BLOCK),
    responses=UNREADABLE_BODY
    | refused("That isn't an address.")
    | conflict("The address is blocked already.")
    | NOT_STORED,
)
async def block(request: Request, body: StrictJson) -> BlocksAnswer:
    """Blocks an address, IPv6 by its /64, and ends its open connections."""
    context = context_of(request)
    parsed = read_wire(BlockRequest, body)
    address = blockable(parsed.address)
    await context.house.moderation.block(address, parsed.reason)
    context.sockets.end_address(address)
    return _blocks(context.house)


@router.post(
    "/blocks/remove",
    response_model=BlocksAnswer,
    openapi_extra=described("UnblockRequest", {"address": "203.0.113.9"}),
    responses=UNREADABLE_BODY | NO_TABLE | refused("That isn't an address.") | NOT_STORED,
)
async def unblock(request: Request, body: StrictJson) -> BlocksAnswer:
    """Lets a blocked address in again."""
    house = context_of(request).house
    await house.moderation.unblock(blockable(read_wire(UnblockRequest, body).address))
    return _blocks(house)


@router.get("/log", response_model=OperatorLogAnswer)
async def log(request: Request) -> OperatorLogAnswer:
    """List the operator's actions on guests, blocks and tokens, with the time of each."""
    entries = await asyncio.to_thread(context_of(request).house.moderation.logged)
    return OperatorLogAnswer(entries=[OperatorLogEntry(**asdict(deed)) for deed in entries])


@router.post("/tokens/revoke", status_code=204, responses=NOT_STORED)
async def revoke_tokens(request: Request) -> Response:
    """Makes every operator token issued until now stop working, this one included."""
    await context_of(request).house.revoke_operator_tokens()
    return Response(status_code=204)


def _table(house: House, info: Any) -> OperatorTable:
    return OperatorTable(
        table=info.table,
        title=info.title,
        game=info.game,
        table_kind=info.table_kind,
        is_private=info.is_private,
        host_rules=info.host_rules,
        host=info.host,
        host_name=house.players.name_of(info.host),
        floor=list(info.floor),
        seats_taken=len(info.seats),
        is_playing=info.round is not None and info.round.is_playing,
        paused=info.paused,
        out_of_service=info.out_of_service,
    )


def _guest(house: House, player: str) -> OperatorGuest:
    known = house.players.get(player)
    states = [table.state for table in house.lobby]
    return OperatorGuest(
        player=player,
        name=known.name,
        created_ms=known.created_ms,
        hosts=[state.table for state in states if state.opened.host == player],
        sits_at=[state.table for state in states if state.seat_of(player) is not None],
    )


def _blocks(house: House) -> BlocksAnswer:
    return BlocksAnswer(blocks=[BlockEntry(**asdict(block)) for block in house.moderation.blocks])
