"""King Cross Poker over HTTP, as far as it takes no thinking: sheets read, the dice of a day, and games of one sheet
checked and scored."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from functools import lru_cache
from typing import Annotated, Any

from fastapi import APIRouter, Query, Request
from starlette.responses import Response

from crossfelt.cards import Card, card_name, parse_card, rank_of
from crossfelt.errors import BadInput, CardError, CaseError, Fault, IllegalAction
from crossfelt.fields import Fields
from crossfelt.game import CHANCE, seat_actor
from crossfelt.http.advice import NO_LIVE_ADVICE
from crossfelt.http.bodies import StrictJson, described
from crossfelt.http.pools import pools_of
from crossfelt.http.refusals import NO_ADVICE, UNREADABLE_BODY, refused
from crossfelt.http.thinking import EXAMPLES
from crossfelt.jsontext import canonical_json, parse_json
from crossfelt.kingcross.actions import Place, RollDice
from crossfelt.kingcross.dice import daily_dice, daily_text, parse_roll
from crossfelt.kingcross.events import SeatScore
from crossfelt.kingcross.grid import read_grid
from crossfelt.kingcross.match import MatchContest, open_match
from crossfelt.kingcross.reading import read_sheet
from crossfelt.kingcross.resolve import DEFAULT_CARD, load_score_card
from crossfelt.kingcross.rules import MatchRules
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.sharing import attempt_words, shared_result
from crossfelt.kingcross.sheet import KING_RANK
from crossfelt.record import export_record
from crossfelt.service.wire.king import (
    KingDailyAnswer,
    KingDailyTry,
    KingMatchAnswer,
    KingMatchRequest,
    KingPlacement,
    KingReadAnswer,
    KingReadRequest,
)
from crossfelt.service.wire.strict import read_wire

router = APIRouter(prefix="/api/king", tags=["king cross"])

MOST_SCORE_CARDS = 64
MATCH_EXAMPLE: dict[str, Any] = {"placements": [{"rolled": "7d", "square": "b2", "card": "7d"}]}
READ_EXAMPLE: dict[str, Any] = {"grid": EXAMPLES["king/hint"]["grid"], "card": "7s", "bonus": True}


@router.post(
    "/read",
    dependencies=[NO_LIVE_ADVICE],
    responses={200: {"model": KingReadAnswer}}
    | UNREADABLE_BODY
    | refused("The sheet cannot be read as it is given.")
    | NO_ADVICE,
    openapi_extra=described("KingReadRequest", READ_EXAMPLE),
)
async def read(request: Request, body: StrictJson) -> Response:
    """Says what each line is and can become, where a card may go and what it would change there."""
    return await pools_of(request).rules.run(_read, body)


def _read(body: object) -> Response:
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


@router.get("/daily", response_model=KingDailyAnswer, responses=refused("There is no such day, or not yet."))
def daily(
    day: Annotated[str | None, Query(description="Such as 2026-11-15; today by UTC if absent.", max_length=10)] = None,
) -> KingDailyAnswer:
    """The dice of a day's practice sheet, the same for everyone."""
    today = datetime.now(UTC).date().isoformat()
    found = today if day is None else day
    return KingDailyAnswer(
        day=found,
        today=today,
        name=f"practice sheet of {found}",
        text=daily_text(found),
        rolls=[card_name(card) for card in _rolls_of(found)],
    )


@router.post(
    "/match",
    response_model=KingMatchAnswer,
    responses=UNREADABLE_BODY | refused("The rules do not allow these placements, or the rolls are not of that day."),
    openapi_extra=described("KingMatchRequest", MATCH_EXAMPLE),
)
async def match(request: Request, body: StrictJson) -> KingMatchAnswer:
    """Checks a game of one sheet, placement by placement, scores it when the sheet is full, and gives its record."""
    return await pools_of(request).rules.run(_checked, body)


def _checked(body: object) -> KingMatchAnswer:
    asked = read_wire(KingMatchRequest, body)
    if asked.daily is not None:
        _refuse_other_dice(asked.placements, asked.daily.day)
    contest = open_match(MatchRules(_score_card(asked.options), "solo", asked.bonus))
    for number, placement in enumerate(asked.placements):
        try:
            _place(contest, number + 1, placement)
        except (BadInput, IllegalAction) as error:
            raise BadInput(Fault(str(error), f"placements.{number}")) from None
    finished = contest.state.finished
    score = finished.scores[0] if finished is not None else None
    return KingMatchAnswer(
        record=export_record(contest),
        rules_hash=contest.rules.hash,
        grid=[list(row) for row in contest.state.seats[0].sheet.grid()],
        score=score,
        share=None if score is None or asked.daily is None else _share(asked.bonus, score, asked.daily),
    )


def _rolls_of(day: str) -> list[Card]:
    """The cards of a day that has begun somewhere on earth by UTC."""
    try:
        rolls = daily_dice(day)
    except CardError as error:
        raise BadInput(Fault(str(error), "day")) from None
    if day > datetime.now(UTC).date().isoformat():
        raise BadInput(Fault(f"{day} is still to come", "day"))
    return [roll.card for roll in rolls]


def _refuse_other_dice(placements: Sequence[KingPlacement], day: str) -> None:
    for number, (placement, card) in enumerate(zip(placements, _rolls_of(day), strict=False)):
        if placement.rolled != card_name(card):
            raise BadInput(Fault(f"roll {number + 1} of {day} is {card_name(card)}", f"placements.{number}.rolled"))


def _place(contest: MatchContest, number: int, placement: KingPlacement) -> None:
    roll = parse_roll(placement.rolled)
    contest.act(CHANCE, RollDice(roll.value, roll.suit))
    contest.act(seat_actor(1), Place(number, placement.square, placement.card))


def _share(bonus: bool, score: SeatScore, about: KingDailyTry) -> str:
    return shared_result(
        day=about.day,
        bonus=bonus,
        score=score,
        hint_count=about.hint_count,
        attempt=attempt_words(about.games_before, about.first_total),
        is_ascii=False,
    )


def _score_card(options: dict[str, Any]) -> ScoreCard:
    return _resolved(canonical_json(options))


@lru_cache(MOST_SCORE_CARDS)
def _resolved(options: str) -> ScoreCard:
    return load_score_card(DEFAULT_CARD, parse_json(options))  # type: ignore[arg-type]
