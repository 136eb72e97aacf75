"""Tables over HTTP: the lobby, opening one, looking at one, asking for something, and the rounds that are over."""

from __future__ import annotations

import json
from typing import Annotated, Any
from urllib.parse import quote

from fastapi import APIRouter, Query, Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from crossfelt.catalog import KITS
from crossfelt.http.addresses import client_address
from crossfelt.http.bodies import StrictJson, described
from crossfelt.http.metrics import METRICS
from crossfelt.http.operators import asker_of
from crossfelt.http.players import NOT_SUCH_A_PAGE, Before, Limit, context_of
from crossfelt.http.pools import pools_of
from crossfelt.http.refusals import NO_TABLE, NOT_STORED, SIGNED_IN, TOO_MUCH, UNREADABLE_BODY, conflict, refused
from crossfelt.http.table_socket import receipt_answer
from crossfelt.service import history
from crossfelt.service.bots import playable_policies
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.tables.accounts import PLAYER_LOGS
from crossfelt.service.tables.reasons import reasons_at
from crossfelt.service.tables.terms import TableTerms
from crossfelt.service.wire import Refusal
from crossfelt.service.wire.history import RecordAnswer, ReplayAnswer, TableRoundAnswer, TableRoundsAnswer
from crossfelt.service.wire.strict import Wire, read_wire
from crossfelt.service.wire.tables import (
    AskRequest,
    BotEntry,
    BotsAnswer,
    KeysAnswer,
    LobbyAnswer,
    OpenedTableAnswer,
    OpenTableRequest,
    ReceiptAnswer,
    TableAnswer,
)
from crossfelt.storage.port import Receipt, Store

router = APIRouter(prefix="/api", tags=["tables"])
plain_links = APIRouter()
"""Links as people write them; not part of the interface."""
Seat = Annotated[int | None, Query(ge=1, le=100, description="Whose eyes; left out, everybody's.")]
_EXAMPLE_ID = "0123456789abcdef0123456789abcdef"


def page_of(table_id: str) -> str:
    """The address of a table's page under this server: the page reads its route from the part after the `#`."""
    return f"/#/table/{quote(table_id, safe='')}"


def _answered(model: type[Wire]) -> dict[int | str, dict[str, Any]]:
    """The entry of an answer that goes out as it was made; the model is what the description says of it."""
    return {200: {"model": model}}


@router.get("/tables", response_model=LobbyAnswer)
def lobby(request: Request) -> LobbyAnswer:
    """The public tables, and the private ones at which the asker has a place."""
    context = context_of(request)
    return LobbyAnswer(tables=context.house.lobby.listed(context.identities.player(request)))


@router.post(
    "/tables",
    response_model=OpenedTableAnswer,
    openapi_extra=described(
        "OpenTableRequest",
        {"id": _EXAMPLE_ID, "title": "Friday", "game": next(iter(KITS)), "table_kind": "live", "rules": "maryland"},
    ),
    responses=SIGNED_IN
    | UNREADABLE_BODY
    | NO_TABLE
    | conflict("The id has been used for something else.")
    | refused("The terms do not hold together.")
    | TOO_MUCH
    | NOT_STORED,
)
async def open_table(request: Request, body: StrictJson) -> OpenedTableAnswer:
    """Opens a table. The guest who does is its host."""
    context = context_of(request)
    parsed = read_wire(OpenTableRequest, body)
    host = context.identities.needed(request)
    fields = {name: getattr(parsed, name) for name in OpenTableRequest.model_fields if name != "id"}
    table = await context.house.open_table(host, parsed.id, TableTerms(**fields))
    receipt = await pools_of(request).reads.run(opening_receipt, context.house.store, table.state.table)
    answer = _table(request, table.state.table)
    return OpenedTableAnswer(**dict(answer), receipt=receipt_answer(receipt, context.house.signer))


@router.get("/keys", tags=["fairness"], response_model=KeysAnswer)
def keys(request: Request) -> KeysAnswer:
    """The keys with which this server signs, and the statements with which earlier keys named their successors."""
    house = context_of(request).house
    return KeysAnswer(
        key=str(house.signer.key),
        statements=list(house.signer.statements),
        **house.log_signer.keys,
    )


@router.get("/tables/{table_id}", response_model=TableAnswer, responses=NO_TABLE)
async def show_table(request: Request, table_id: str) -> TableAnswer:
    """One table, for anybody who knows its address."""
    await (await context_of(request).house.find(table_id)).keep_up()
    return _table(request, table_id)


@router.get("/bots", response_model=BotsAnswer)
def bots(request: Request) -> BotsAnswer:
    """List the bots that a host may seat at a table of each game, and what each of them is like."""
    bot_answers = context_of(request).house.bot_answers
    return BotsAnswer(
        bots=[
            BotEntry(game=kit.name, policy=policy.name, title=policy.title, says=policy.description)
            for kit in KITS.values()
            for policy in playable_policies(kit, bot_answers)
        ]
    )


@plain_links.get("/table/{table_id}", include_in_schema=False)
def find_table(table_id: str) -> RedirectResponse:
    """A plain link to a table leads to its page."""
    return RedirectResponse(page_of(table_id))


@router.post(
    "/tables/{table_id}/ask",
    response_model=ReceiptAnswer,
    openapi_extra=described("AskRequest", {"id": _EXAMPLE_ID, "request": {"kind": "sit", "seat": 1}}),
    responses=SIGNED_IN
    | NO_TABLE
    | UNREADABLE_BODY
    | {403: {"model": Refusal, "description": "Only the host or the floor of the table may ask for this."}}
    | conflict("Well formed, but not for this player, here and now.")
    | refused("The body is not such a request.")
    | TOO_MUCH
    | NOT_STORED,
)
async def ask(request: Request, table_id: str, body: StrictJson) -> ReceiptAnswer:
    """Asks for what a socket may ask for too; answered when it is durable."""
    context = context_of(request)
    parsed = read_wire(AskRequest, body)
    player = asker_of(request, context)
    context.budgets.charge_action(parsed.request, client_address(request), player, paid=1)
    with METRICS.durable.time():
        receipt = await context.house.ask(player, table_id, parsed.id, parsed.request)
    METRICS.actions.inc()
    return receipt_answer(receipt, context.house.signer)


@router.get("/tables/{table_id}/rounds", response_model=TableRoundsAnswer, responses=NO_TABLE | NOT_SUCH_A_PAGE)
async def rounds(request: Request, table_id: str, before: Before = None, limit: Limit = 50) -> TableRoundsAnswer:
    """The rounds of a table that are over, the newest first; those of a closed table too."""
    store = context_of(request).house.store
    rows = await pools_of(request).reads.run(store.rounds_at, table_id, before, limit)
    if not rows and (table_id.startswith(PLAYER_LOGS) or store.head(table_id)[0] == 0):
        raise Refused(RefusalCode.NO_SUCH_TABLE, "there is no such table")
    answers = [
        TableRoundAnswer(number=row.number, round=row.round, stamped_ms=row.stamped_ms, withheld=row.withheld)
        for row in rows
    ]
    withheld = await pools_of(request).reads.run(store.withheld_at, table_id)
    before_next = rows[-1].number if len(rows) == limit else None
    return TableRoundsAnswer(rounds=answers, withheld=withheld, before=before_next)


@router.get("/rounds/{round_id}/record", responses=_answered(RecordAnswer) | NO_TABLE)
async def record(request: Request, round_id: str) -> Response:
    """The record of a round that is over, with everything needed to check it without trusting this server."""
    house = context_of(request).house
    document = await pools_of(request).reads.run(history.record, house.store, house.sealer, house.signer, round_id)
    text = json.dumps(document, separators=(",", ":"))
    name = f'attachment; filename="{round_id}.json"'
    return Response(text, media_type="application/json", headers={"content-disposition": name})


@router.get(
    "/rounds/{round_id}/replay",
    responses=_answered(ReplayAnswer) | NO_TABLE | refused("The seat is not a number of one."),
)
async def replay(request: Request, round_id: str, seat: Seat = None) -> Response:
    """A round that is over, step by step: who acted, what followed, and what was seen then, by a seat or by all."""
    house = context_of(request).house
    steps = await pools_of(request).reads.run(history.steps, house.store, house.sealer, house.signer, round_id, seat)
    return JSONResponse(steps)


@router.get(
    "/verifier",
    tags=["fairness"],
    response_class=Response,
    responses={200: {"description": "The file.", "content": {"text/x-python": {"schema": {"type": "string"}}}}},
)
def verifier() -> Response:
    """The stand-alone verifier: one file, for Python alone."""
    return _program("crossfelt_verifier.py")


@router.get(
    "/verifier/watcher",
    tags=["fairness"],
    response_class=Response,
    responses={200: {"description": "The file.", "content": {"text/x-python": {"schema": {"type": "string"}}}}},
)
def watcher() -> Response:
    """The watcher of the transparency log: one file, which needs the verifier beside it."""
    return _program("crossfelt_log_watcher.py")


def _program(name: str) -> Response:
    disposition = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(history.program_text(name), media_type="text/x-python; charset=utf-8", headers=disposition)


def opening_receipt(store: Store, table_id: str) -> Receipt:
    """The receipt of the action that opened a table, which is always its first entry."""
    first = next(iter(store.entries(table_id, 0, 1)))
    return Receipt(table_id, first.seq, first.seq, first.hash)


def _table(request: Request, table_id: str) -> TableAnswer:
    table = context_of(request).house.lobby.get(table_id)
    opened = table.state.opened
    return TableAnswer(
        info=table.info(),
        clocks=opened.clocks,
        reasons=reasons_at(opened),
        rules_document=json.loads(opened.rules_document),
        path=page_of(opened.table),
    )
