"""Read a `Sheet` from five rows of card names. All sheets from outside are read here, and every fault has its own
words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crossfelt.cards import Card, parse_card, rank_of
from crossfelt.errors import CardError, CaseError, Fault, describe
from crossfelt.faults import FaultCode
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

Rows = Sequence[Sequence[object]]
_NO_CARD = (None, "")


def read_grid(fields: Fields, score_card: ScoreCard, *, is_full: bool) -> Sheet | None:
    """Read the sheet under the key `grid`; None after noting a fault. Squares may be empty unless `is_full`."""
    before = len(fields.faults)
    rows = fields.raw("grid")
    if "grid" not in fields:
        fields.fault(FaultCode.MISSING, "is missing", "grid")
    elif not isinstance(rows, (list, tuple)) or len(rows) != SIDE:
        message = f"must be a list of five rows, not {_shape(rows)}"
        fields.fault(FaultCode.WRONG_COUNT, message, "grid", least=SIDE, most=SIDE, count=_count(rows))
    else:
        for number, row in enumerate(rows, start=1):
            if not isinstance(row, (list, tuple)) or len(row) != SIDE:
                message = f"row {number} must be a list of five cards, not {_shape(row)}"
                params = {"least": SIDE, "most": SIDE, "count": _count(row)}
                path = fields.path_to("grid")
                fault = Fault(FaultCode.WRONG_COUNT, message, path, field=f"{path}[{number}]", params=params)
                fields.faults.append(fault)
    if len(fields.faults) > before:
        return None
    assert isinstance(rows, (list, tuple))
    return read_rows(fields, rows, score_card, is_full=is_full)


def read_rows(fields: Fields, rows: Rows, score_card: ScoreCard, *, is_full: bool) -> Sheet | None:
    """Read the sheet of five rows of five; None after noting a fault. Squares may be empty unless `is_full`."""
    before = len(fields.faults)
    names = [name for row in rows for name in row]
    squares = [_square(fields, square, name, score_card, is_full) for square, name in enumerate(names)]
    # A square that couldn't be read is left empty, so that the squares beside it are still compared.
    squares[CENTRE] = PRINTED_KING
    sheet = Sheet(tuple(squares))
    for fault in _twin_faults(sheet):
        fields.add(fault, "grid")
    return sheet if len(fields.faults) == before else None


def sheet_from_grid(grid: object, score_card: ScoreCard, *, is_full: bool = True) -> Sheet:
    """Return the sheet of five rows of card names; `CaseError` lists every fault."""
    fields = Fields({"grid": grid})
    sheet = read_grid(fields, score_card, is_full=is_full)
    if sheet is None:
        raise CaseError(fields.faults)
    return sheet


def _square(fields: Fields, square: int, name: object, score_card: ScoreCard, is_full: bool) -> Card | None:
    where = square_name(square)
    if square == CENTRE:
        if name != PRINTED_KING_NAME:
            message = f'{where} is the center and must be "K", the printed King, not {describe(name)}'
            fields.fault(FaultCode.KING_MISPLACED, message, "grid", square=where, value=name)
        return None
    if name in _NO_CARD:
        if is_full:
            fields.fault(FaultCode.SQUARE_EMPTY, f"{where} is empty", "grid", square=where)
        return None
    if name == PRINTED_KING_NAME:
        message = f"{where} is the printed King, which belongs in the center"
        fields.fault(FaultCode.KING_MISPLACED, message, "grid", square=where, value=name)
        return None
    try:
        card = parse_card(name)
    except CardError as error:
        fields.fault(FaultCode.NOT_A_CARD, f"{where}: {error}", "grid", square=where, value=name)
        return None
    if rank_of(card) == KING_RANK and not score_card.wild_may_be_king:
        message = f"{where}: {name} can't be rolled, because the dice have no king (option wild_may_be_king)"
        fields.fault(FaultCode.NO_KING_ON_DICE, message, "grid", square=where, value=name)
    return card


def _twin_faults(sheet: Sheet) -> Iterator[Fault]:
    for line, card in sheet.twins():
        if card == PRINTED_KING:
            message = f"line {line + 1} has four other kings, which leaves no suit for the printed King"
            yield Fault(FaultCode.FOUR_KINGS_IN_LINE, message, params={"line": line + 1})
        else:
            name = square_card_name(card)
            message = f"line {line + 1} has {name} more than once"
            yield Fault(FaultCode.LINE_HAS_TWIN, message, params={"line": line + 1, "card": name})


def _count(value: object) -> int | None:
    return len(value) if isinstance(value, (list, tuple)) else None


def _shape(value: object) -> str:
    return f"{len(value)} of them" if isinstance(value, (list, tuple)) else describe(value)
