"""Read sheets from JSON and write scores as JSON, for `king score`, `king hint` and the HTTP API."""

from __future__ import annotations

from typing import Any

from crossfelt.cards import Card, parse_card, rank_of
from crossfelt.errors import CardError, CaseError, Fault
from crossfelt.faults import FaultCode
from crossfelt.fields import Fields
from crossfelt.kingcross.dice import parse_roll
from crossfelt.kingcross.grid import Rows, read_grid, read_rows
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.scoring import Score, score_sheet
from crossfelt.kingcross.sheet import KING_RANK, Sheet


def score_case(case: object, score_card: ScoreCard) -> dict[str, Any]:
    """Return the score of one case: `{"grid": [five rows of five], "bonus": false}`; `CaseError` lists every fault."""
    fields = Fields(case)
    sheet = None
    if not fields.faults:
        sheet = read_grid(fields, score_card, is_full=True)
        bonus = fields.boolean("bonus", default=False)
        fields.refuse_unknown()
    if fields.faults or sheet is None:
        raise CaseError(fields.faults)
    return score_document(score_card, score_sheet(score_card, sheet, bonus), bonus)


def score_document(score_card: ScoreCard, score: Score, bonus: bool) -> dict[str, Any]:
    """Return a score as plain data."""
    return {
        "lines": [{"hand": line.line, "name": line.name, "points": line.points} for line in score.lines],
        "achievements": {entry.name: entry.points for entry in score.achievements},
        "total": score.total,
        "line_points": score.line_points,
        "bonus_points": score.bonus_points,
        "bonus": bonus,
        "counted": {
            entry.name: {
                "reached": entry.is_reached,
                "have": entry.have,
                "need": entry.need,
                "hands": list(entry.lines),
            }
            for entry in score.achievements
        },
        "score_card": f"{score_card.id}-{score_card.version}",
        "score_card_hash": score_card.hash,
    }


def read_position(case: object, score_card: ScoreCard) -> tuple[Sheet, Card, bool]:
    """Read an unfinished sheet, the roll and whether achievements count, from `{"grid": [five rows, null where empty],
    "roll": "7d", "bonus": false}`; `CaseError` lists every fault."""
    fields = Fields(case)
    if fields.faults:
        raise CaseError(fields.faults)
    sheet = read_grid(fields, score_card, is_full=False)
    roll = fields.text("roll")
    bonus = fields.boolean("bonus", default=False)
    fields.refuse_unknown()
    return *_position(fields, sheet, roll), bonus


def position_of(rows: Rows, roll: str, score_card: ScoreCard) -> tuple[Sheet, Card]:
    """Return the sheet of five rows of five and the rolled card; `CaseError` lists everything the game forbids."""
    fields = Fields({})
    return _position(fields, read_rows(fields, rows, score_card, is_full=False), roll)


def sheet_to_read(rows: Rows, card: str | None, score_card: ScoreCard) -> tuple[Sheet, Card | None]:
    """Return the sheet of five rows of five and the card to place, which a wild roll may have become; `CaseError` lists
    everything the game forbids."""
    fields = Fields({})
    sheet = read_rows(fields, rows, score_card, is_full=False)
    waiting = None if card is None else parse_card(card)
    if waiting is not None and rank_of(waiting) == KING_RANK and not score_card.wild_may_be_king:
        message = "can't be rolled, because the dice have no king (option wild_may_be_king)"
        fields.fault(FaultCode.NO_KING_ON_DICE, message, "card", value=card)
    if fields.faults or sheet is None:
        raise CaseError(fields.faults)
    return sheet, waiting


def _position(fields: Fields, sheet: Sheet | None, roll: str) -> tuple[Sheet, Card]:
    rolled = None
    try:
        rolled = parse_roll(roll).card if roll else None
    except CardError as error:
        fields.add(error.faults[0], "roll")
    if sheet is not None and sheet.is_full:
        fields.fault(FaultCode.SHEET_FULL, "is full, so no roll can be placed", "grid")
    if fields.faults or sheet is None or rolled is None:
        raise CaseError(fields.faults or [Fault(FaultCode.MISSING, "is missing", "roll")])
    return sheet, rolled
