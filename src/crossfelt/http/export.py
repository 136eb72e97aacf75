"""A guest's own data as one JSON document, read and sent a page at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from crossfelt.http.context import AppContext
from crossfelt.http.players import context_of, me_answer, round_fields, statement_entry
from crossfelt.http.pools import Pools, pools_of
from crossfelt.http.refusals import SIGNED_IN
from crossfelt.service.export import rounds_with_seeds
from crossfelt.service.statement import statement
from crossfelt.service.wire.strict import Wire
from crossfelt.service.wire.tables import (
    EXPORT_FORMAT,
    ExportAnswer,
    ExportedRound,
    MeAnswer,
    SeedCounts,
    StatementEntry,
)

router = APIRouter(prefix="/api", tags=["players"])
PAGE = 100
ReadPage = Callable[[int | None], Awaitable[Sequence[StatementEntry | ExportedRound]]]
"""Read a page of entries before a number."""


@router.get(
    "/me/export",
    response_class=StreamingResponse,
    responses=SIGNED_IN | {200: {"model": ExportAnswer, "description": "The document, as a file to save."}},
)
async def export(request: Request) -> StreamingResponse:
    """Everything that the server keeps about the guest: account, statement, corrections, rounds, and how many seeds
    were revealed."""
    context = context_of(request)
    me = me_answer(context, context.house.players.get(context.identities.needed(request)))
    return StreamingResponse(
        _document(context, pools_of(request), me),
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="crossfelt-{me.player}.json"'},
    )


async def _document(context: AppContext, pools: Pools, me: MeAnswer) -> AsyncIterator[str]:
    store, corrections, seeds = context.house.store, list[StatementEntry](), Counter[str]()

    async def lines(before: int | None) -> list[StatementEntry]:
        page = await pools.reads.run(statement, store, me.player, before, PAGE)
        entries = [statement_entry(line, correction) for line, correction in page]
        corrections.extend(entry for entry in entries if entry.correction is not None)
        return entries

    async def rounds(before: int | None) -> list[ExportedRound]:
        page = await pools.reads.run(rounds_with_seeds, store, me.player, before, PAGE)
        seeds.update(each.seed for each in page)
        return [ExportedRound(**round_fields(each.played), seed=each.seed) for each in page]

    yield f'{{"format":"{EXPORT_FORMAT}","exported_ms":{context.house.clock.wall_ms()}'
    yield f',"account":{me.model_dump_json()},"statement":['
    async for text in _pages(lines):
        yield text
    yield f'],"corrections":[{_joined(corrections)}],"rounds":['
    async for text in _pages(rounds):
        yield text
    counts = SeedCounts(revealed=seeds["revealed"], withheld=seeds["withheld"], none=seeds["none"])
    yield f'],"seeds":{counts.model_dump_json()}}}'


async def _pages(read: ReadPage) -> AsyncIterator[str]:
    page = await read(None)
    yield _joined(page)
    while len(page) == PAGE:
        page = await read(page[-1].number)
        if page:
            yield "," + _joined(page)


def _joined(entries: Sequence[Wire]) -> str:
    return ",".join(entry.model_dump_json() for entry in entries)
