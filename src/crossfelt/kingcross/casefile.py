"""A full sheet as JSON in, its score as JSON out: what `king score` and the HTTP interface speak."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from crossfelt.cards import Card, parse_card, rank_of
from crossfelt.errors import CardError, CaseError, describe
from crossfelt.fields import Fields
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.scoring import Score, score_sheet
from crossfelt.kingcross.sheet import (
    CENTRE,
    KING_RANK,
    PRINTED_KING,
    SIDE,
    Sheet,
    square_card_name,
    square_name,
)

_KING = "K"
_NO_CARD = (None, "")


def score_case(case: object, score_card: ScoreCard) -> dict[str, Any]:
    """The score of one case: `{"grid": [five rows of five], "bonus": false}`; `CaseError` lists every fault."""
    fields = Fields(case)
    sheet = None
    if not fields.faults:
        sheet = _read_grid(fields, score_card)
        bonus = fields.boolean("bonus", default=False)
        fields.refuse_unknown()
    if fields.faults or sheet is None:
        raise CaseError(fields.faults)
    return score_document(score_card, score_sheet(score_card, sheet, bonus), bonus)


def score_document(score_card: ScoreCard, score: Score, bonus: bool) -> dict[str, Any]:
    """A score as plain data."""
    return {
        "lines": [{"hand": line.hand, "name": line.name, "points": line.points} for line in score.lines],
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
                "hands": list(entry.hands),
            }
            for entry in score.achievements
        },
        "score_card": f"{score_card.id}-{score_card.version}",
        "score_card_hash": score_card.hash,
    }


def sheet_from_grid(grid: object, score_card: ScoreCard) -> Sheet:
    """The full sheet of five rows of card names; `CaseError` lists every fault."""
    fields = Fields({"grid": grid})
    sheet = _read_grid(fields, score_card)
    if sheet is None:
        raise CaseError(fields.faults)
    return sheet


def _read_grid(fields: Fields, score_card: ScoreCard) -> Sheet | None:
    before = len(fields.faults)
    rows = fields.raw("grid")
    if "grid" not in fields:
        fields.fault("is missing", "grid")
    elif not isinstance(rows, list) or len(rows) != SIDE:
        fields.fault(f"must be a list of five rows, not {_shape(rows)}", "grid")
    else:
        for number, row in enumerate(rows, start=1):
            if not isinstance(row, list) or len(row) != SIDE:
                fields.fault(f"row {number} must be a list of five cards, not {_shape(row)}", "grid")
    if len(fields.faults) > before:
        return None
    assert isinstance(rows, list)
    squares = [
        _square(fields, square, name, score_card) for square, name in enumerate(name for row in rows for name in row)
    ]
    # A square that could not be read is left empty, so that its neighbours are still compared.
    squares[CENTRE] = PRINTED_KING
    sheet = Sheet(tuple(squares))
    for fault in _twin_faults(sheet):
        fields.fault(fault, "grid")
    return sheet if len(fields.faults) == before else None


def _square(fields: Fields, square: int, name: object, score_card: ScoreCard) -> Card | None:
    where = square_name(square)
    if square == CENTRE:
        if name != _KING:
            fields.fault(f'{where} is the centre and holds the printed King, written "K", not {describe(name)}', "grid")
        return None
    if name in _NO_CARD:
        fields.fault(f"{where} is empty", "grid")
        return None
    if name == _KING:
        fields.fault(f"{where} holds the printed King, which belongs in the centre", "grid")
        return None
    try:
        found = parse_card(name)
    except CardError as error:
        fields.fault(f"{where}: {error}", "grid")
        return None
    if rank_of(found) == KING_RANK and not score_card.wild_may_be_king:
        fields.fault(f"{where}: {name} cannot be rolled, the dice have no king (option wild_may_be_king)", "grid")
    return found


def _twin_faults(sheet: Sheet) -> Iterator[str]:
    for line, card in sheet.twins():
        if card == PRINTED_KING:
            yield f"hand {line + 1} holds all four kings, which leaves the printed King no suit"
        else:
            yield f"hand {line + 1} holds {square_card_name(card)} more than once"


def _shape(value: object) -> str:
    return f"{len(value)} of them" if isinstance(value, list) else describe(value)
