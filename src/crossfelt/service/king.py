"""Answers about King Cross sheets that need no analysis worker: a sheet read, the dice of a day, a game checked.

The rules are those of `kingcross`; nothing here has any of its own, and nothing here reads a clock.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

from crossfelt.cards import card_name
from crossfelt.jsontext import canonical_json, parse_json
from crossfelt.kingcross.casefile import sheet_to_read
from crossfelt.kingcross.dice import daily_text
from crossfelt.kingcross.events import SeatScore
from crossfelt.kingcross.reading import read_sheet
from crossfelt.kingcross.resolve import DEFAULT_CARD, load_score_card
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.sharing import attempt_words, shared_result
from crossfelt.kingcross.solo import daily_cards, play_placements, refuse_other_dice
from crossfelt.record import export_record
from crossfelt.service.wire.history import ContestRecord
from crossfelt.service.wire.king import (
    KingDailyAnswer,
    KingDailyTry,
    KingMatchAnswer,
    KingMatchRequest,
    KingReadAnswer,
    KingReadRequest,
)

MOST_SCORE_CARDS = 64
"""Score cards with choices of their own that are kept in memory."""


def sheet_answer(asked: KingReadRequest) -> KingReadAnswer:
    """Read a sheet: each line, where a card may go, and what it would change there."""
    score_card = _score_card(asked.options)
    sheet, card = sheet_to_read(asked.grid, asked.card, score_card)
    return KingReadAnswer.of(read_sheet(score_card, sheet, card, asked.bonus), score_card.name, score_card.hash)


def daily_answer(day: str, today: str) -> KingDailyAnswer:
    """Return the dice of a day that isn't later than today."""
    return KingDailyAnswer(
        day=day,
        today=today,
        name=f"practice sheet of {day}",
        text=daily_text(day),
        rolls=[card_name(card) for card in daily_cards(day, today)],
    )


def match_answer(asked: KingMatchRequest, today: str) -> KingMatchAnswer:
    """Check a game of one sheet and score it once the sheet is full."""
    if asked.daily is not None:
        refuse_other_dice(asked.placements, asked.daily.day, today)
    contest = play_placements(_score_card(asked.options), asked.bonus, asked.placements)
    finished = contest.state.finished
    score = finished.scores[0] if finished is not None else None
    return KingMatchAnswer(
        record=ContestRecord.model_validate(export_record(contest)),
        rules_hash=contest.rules.hash,
        grid=[list(row) for row in contest.state.seats[0].sheet.grid()],
        score=score,
        share=None if score is None or asked.daily is None else _share(asked.bonus, score, asked.daily),
    )


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
