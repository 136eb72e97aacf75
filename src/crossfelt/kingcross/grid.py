"""From five rows of card names to a `Sheet`, the only place that reads one, with every fault in its own words."""

from __future__ import annotations

from collections.abc import Iterator

from crossfelt.cards import Card, parse_card, rank_of
from crossfelt.errors import CardError, CaseError, describe
from crossfelt.fields import Fields
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.sheet import (
    CENTRE,
    KING_RANK,
    PRINTED_KING,
    PRINTED_KING_NAME,
    SIDE,
    Sheet,
    square_card_name,
    square_name,
)

_NO_CARD = (None, "")


def read_grid(fields: Fields, score_card: ScoreCard, *, is_full: bool) -> Sheet | None:
    """The sheet under the key `grid`; None after noting at least one fault. Squares may be empty unless `is_full`."""
    before = len(fields.faults)
    rows = fields.raw("grid")
    if "grid" not in fields:
        fields.fault("is missing", "grid")
    elif not isinstance(rows, (list, tuple)) or len(rows) != SIDE:
        fields.fault(f"must be a list of five rows, not {_shape(rows)}", "grid")
    else:
        for number, row in enumerate(rows, start=1):
            if not isinstance(row, (list, tuple)) or len(row) != SIDE:
                fields.fault(f"row {number} must be a list of five cards, not {_shape(row)}", "grid")
    if len(fields.faults) > before:
        return None
    assert isinstance(rows, (list, tuple))
    names = [name for row in rows for name in row]
    squares = [_square(fields, square, name, score_card, is_full) for square, name in enumerate(names)]
    # A square that could not be read is left empty, so that its neighbours are still compared.
    squares[CENTRE] = PRINTED_KING
    sheet = Sheet(tuple(squares))
    for fault in _twin_faults(sheet):
        fields.fault(fault, "grid")
    return sheet if len(fields.faults) == before else None


def sheet_from_grid(grid: object, score_card: ScoreCard, *, is_full: bool = True) -> Sheet:
    """The sheet of five rows of card names; `CaseError` lists every fault."""
    fields = Fields({"grid": grid})
    sheet = read_grid(fields, score_card, is_full=is_full)
    if sheet is None:
        raise CaseError(fields.faults)
    return sheet


def _square(fields: Fields, square: int, name: object, score_card: ScoreCard, is_full: bool) -> Card | None:
    where = square_name(square)
    if square == CENTRE:
        if name != PRINTED_KING_NAME:
            fields.fault(f'{where} is the centre and holds the printed King, written "K", not {describe(name)}', "grid")
        return None
    if name in _NO_CARD:
        if is_full:
            fields.fault(f"{where} is empty", "grid")
        return None
    if name == PRINTED_KING_NAME:
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
            yield f"line {line + 1} holds all four kings, which leaves the printed King no suit"
        else:
            yield f"line {line + 1} holds {square_card_name(card)} more than once"


def _shape(value: object) -> str:
    return f"{len(value)} of them" if isinstance(value, (list, tuple)) else describe(value)
