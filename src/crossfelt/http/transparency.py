"""The transparency log over HTTP: checkpoints, and proofs of inclusion and consistency for everybody."""

from __future__ import annotations

from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from crossfelt.http.players import context_of
from crossfelt.http.pools import pools_of
from crossfelt.http.refusals import refused
from crossfelt.service.house import House
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.wire import Refusal
from crossfelt.service.wire.transparency import ConsistencyAnswer, InclusionAnswer
from crossfelt.storage.export import consistency_document, inclusion_document
from crossfelt.storage.port import Checkpoint

router = APIRouter(prefix="/api", tags=["fairness"])
MOST_SIZE = 2**53
Size = Annotated[int, Query(ge=0, le=MOST_SIZE, description="A number of leaves.")]
Table = Annotated[str, Query(min_length=1, max_length=200)]
Head = Annotated[str, Query(pattern="^[0-9a-f]{64}$", description="The hash of the entry, as the receipt has it.")]
_NOT_THERE: dict[int | str, dict[str, Any]] = {
    404: {"model": Refusal, "description": "The log has no such append or checkpoint, or not yet."},
    **refused("A parameter is not valid."),
}
_NOTE: dict[int | str, dict[str, Any]] = {
    200: {"description": "The note.", "content": {"text/plain": {"schema": {"type": "string"}}}}
}


@router.get(
    "/checkpoint",
    response_class=Response,
    responses=_NOTE | _NOT_THERE,
)
async def checkpoint(request: Request, size: Size | None = None) -> Response:
    """The last checkpoint of the transparency log, or the one of an earlier size: a signed note."""
    house = context_of(request).house
    saved = await pools_of(request).reads.run(_checkpoint, house, size)
    # Never changes for a given size; without one, another follows in a few seconds.
    return Response(saved.note, media_type="text/plain; charset=utf-8")


@router.get("/log/inclusion", response_model=InclusionAnswer, responses=_NOT_THERE)
async def inclusion(
    request: Request, table: Table, seq: Annotated[int, Query(ge=1, le=MOST_SIZE)], head: Head
) -> InclusionAnswer:
    """Proof that the transparency log has the append of a receipt, against the last checkpoint."""
    house = context_of(request).house
    return await pools_of(request).reads.run(_inclusion, house, table, seq, bytes.fromhex(head))


@router.get("/log/consistency", response_model=ConsistencyAnswer, responses=_NOT_THERE)
async def consistency(request: Request, old: Size, new: Size | None = None) -> ConsistencyAnswer:
    """Proof that the tree of an earlier size is the beginning of a later one, by default that of the last
    checkpoint."""
    house = context_of(request).house
    return await pools_of(request).reads.run(_consistency, house, old, new)


def _checkpoint(house: House, size: int | None = None) -> Checkpoint:
    saved = house.store.checkpoint(size)
    if saved is None:
        message = "There is no checkpoint yet. Try again in a few seconds." if size is None else _NONE_OF_SIZE
        raise Refused(RefusalCode.NOT_FOUND, message)
    return saved


_NONE_OF_SIZE = "No checkpoint was signed at this size."


def _inclusion(house: House, table: str, seq: int, head: bytes) -> InclusionAnswer:
    saved, leaf = _checkpoint(house), house.store.leaf(table, seq)
    if leaf is None or (leaf.seq, leaf.head) != (seq, head) or leaf.number >= saved.size:
        message = "No checkpoint covers an append that ends with this entry. Try again a few seconds after it."
        raise Refused(RefusalCode.NOT_FOUND, message)
    path = house.store.inclusion_path(leaf.number, saved.size)
    return InclusionAnswer(**inclusion_document(leaf, saved, path, house.log_signer.keys))


def _consistency(house: House, old: int, new: int | None) -> ConsistencyAnswer:
    last = _checkpoint(house)
    size = last.size if new is None else new
    if not old <= size <= last.size:
        message = f"The sizes don't fit: the last checkpoint has {last.size} leaves, and the earlier size comes first."
        raise Refused(RefusalCode.NOT_FOUND, message)
    saved = house.store.checkpoint(size)
    path = house.store.consistency_path(old, size)
    return ConsistencyAnswer(**consistency_document(old, size, saved, path, house.log_signer.keys))
