"""King Cross Poker over HTTP, as far as it takes no thinking: a sheet read for whoever looks at it."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from fastapi import APIRouter
from starlette.responses import Response

from crossfelt.cards import parse_card, rank_of
from crossfelt.errors import CaseError
from crossfelt.fields import Fields
from crossfelt.http.bodies import StrictJson, described
from crossfelt.http.refusals import UNREADABLE_BODY, refused
from crossfelt.jsontext import canonical_json, parse_json
from crossfelt.kingcross.grid import read_grid
from crossfelt.kingcross.reading import read_sheet
from crossfelt.kingcross.resolve import DEFAULT_CARD, load_score_card
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.sheet import KING_RANK
from crossfelt.service.wire.king import KingReadAnswer, KingReadRequest
from crossfelt.service.wire.strict import read_wire

router = APIRouter(prefix="/api/king", tags=["king cross"])

MOST_SCORE_CARDS = 64
READ_EXAMPLE: dict[str, Any] = {
    "grid": [
        ["3h", None, None, None, "7c"],
        [None, "5s", None, "7s", None],
        [None, None, "K", None, None],
        [None, "7h", None, "4d", None],
        ["7d", None, None, None, "6s"],
    ],
    "card": "7s",
    "bonus": True,
}


@router.post(
    "/read",
    responses={200: {"model": KingReadAnswer}} | UNREADABLE_BODY | refused("The sheet cannot be read as it is given."),
    openapi_extra=described("KingReadRequest", READ_EXAMPLE),
)
def read(body: StrictJson) -> Response:
    """Says what each line is and can become, where a card may go and what it would change there."""
    asked = read_wire(KingReadRequest, body)
    score_card = _score_card(asked.options)
    fields = Fields({"grid": asked.grid})
    sheet = read_grid(fields, score_card, is_full=False)
    card = None if asked.card is None else parse_card(asked.card)
    if card is not None and rank_of(card) == KING_RANK and not score_card.wild_may_be_king:
        fields.fault("cannot be rolled: the dice have no king (option wild_may_be_king)", "card")
    if fields.faults or sheet is None:
        raise CaseError(fields.faults)
    reading = read_sheet(score_card, sheet, card, asked.bonus)
    answer = KingReadAnswer.of(reading, score_card.name, score_card.hash)
    return Response(answer.model_dump_json(), media_type="application/json")


def _score_card(options: dict[str, Any]) -> ScoreCard:
    return _resolved(canonical_json(options))


@lru_cache(MOST_SCORE_CARDS)
def _resolved(options: str) -> ScoreCard:
    return load_score_card(DEFAULT_CARD, parse_json(options))  # type: ignore[arg-type]
