"""A guest's own data as one JSON document, read and sent a page at a time."""

from __future__ import annotations

from collections import Counter
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

from fastapi import APIRouter, Request
from fastapi.responses import StreamingResponse

from crossfelt.http.parts import Parts
from crossfelt.http.players import me_answer, parts_of, statement_entry
from crossfelt.http.pools import Pools, pools_of
from crossfelt.http.refusals import SIGNED_IN
from crossfelt.service.export import RoundWithSeed, rounds_with_seeds
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
"""Reads a page of entries before a number."""


@router.get(
    "/me/export",
    response_class=StreamingResponse,
    responses=SIGNED_IN | {200: {"model": ExportAnswer, "description": "The document, as a file to save."}},
)
async def export(request: Request) -> StreamingResponse:
    """Everything that the server keeps about the guest: account, statement, corrections, rounds, and how many seeds
    were revealed."""
    parts = parts_of(request)
    me = me_answer(parts, parts.house.players.get(parts.identities.needed(request)))
    return StreamingResponse(
        _document(parts, pools_of(request), me),
        media_type="application/json",
        headers={"content-disposition": f'attachment; filename="crossfelt-{me.player}.json"'},
    )


async def _document(parts: Parts, pools: Pools, me: MeAnswer) -> AsyncIterator[str]:
    store, corrections, seeds = parts.house.store, list[StatementEntry](), Counter[str]()

    async def lines(before: int | None) -> list[StatementEntry]:
        found = await pools.reads.run(statement, store, me.player, before, PAGE)
        entries = [statement_entry(line, correction) for line, correction in found]
        corrections.extend(entry for entry in entries if entry.correction is not None)
        return entries

    async def rounds(before: int | None) -> list[ExportedRound]:
        found = await pools.reads.run(rounds_with_seeds, store, me.player, before, PAGE)
        seeds.update(each.seed for each in found)
        return [_round(each) for each in found]

    yield f'{{"format":"{EXPORT_FORMAT}","exported_ms":{parts.house.clock.wall_ms()}'
    yield f',"account":{me.model_dump_json()},"statement":['
    async for text in _pages(lines):
        yield text
    yield f'],"corrections":[{_joined(corrections)}],"rounds":['
    async for text in _pages(rounds):
        yield text
    counts = SeedCounts(revealed=seeds["revealed"], withheld=seeds["withheld"], none=seeds["none"])
    yield f'],"seeds":{counts.model_dump_json()}}}'


async def _pages(
    read: Callable[[int | None], Awaitable[Sequence[StatementEntry | ExportedRound]]],
) -> AsyncIterator[str]:
    page = await read(None)
    yield _joined(page)
    while len(page) == PAGE:
        page = await read(page[-1].number)
        if page:
            yield "," + _joined(page)


def _round(each: RoundWithSeed) -> ExportedRound:
    row = each.played
    return ExportedRound(
        number=row.number,
        round=row.round,
        table=row.table,
        stamped_ms=row.stamped_ms,
        seat=row.seat,
        staked_cents=row.staked_cents,
        returned_cents=row.returned_cents,
        seed=each.seed,
    )


def _joined(entries: Sequence[Wire]) -> str:
    return ",".join(entry.model_dump_json() for entry in entries)
