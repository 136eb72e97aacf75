"""The review of a sheet for people: a row for each roll, the totals, and the best sheet in hindsight."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from crossfelt.analysis.king.hindsight import BestSheet
from crossfelt.analysis.king.review import Review
from crossfelt.cards import Card, card_name
from crossfelt.cli.king.board import playing_sheet
from crossfelt.cli.king.hint_table import LEAST_LOSS, legend, reasons_text
from crossfelt.cli.shared.drawing import Pencil, plain_table, won_or_lost
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.scoring import made_hand
from crossfelt.kingcross.sheet import square_name

_MOST_COSTLY = 5
_LEAST_COST = 1.0
"""Placements that lose fewer points are not explained."""


def review_report(
    pencil: Pencil, score_card: ScoreCard, review: Review, placed_by_table: Collection[int], best: BestSheet | None
) -> Group:
    """Return what `crossfelt king review` prints about one seat; the rolls of `placed_by_table` are marked."""
    summary = (
        f"Expected at the start {review.start:.0f} points, luck {review.luck:+.0f}, lost {review.points_lost:.0f}: "
        f"final score {review.total}."
    )
    parts: list[RenderableType] = [_moves_table(pencil, review, placed_by_table), Text(f"\n{summary}")]
    parts += _costliest(pencil, review)
    if best is not None:
        known = "proven best" if best.is_proven else f"no sheet scores more than {best.bound}"
        made = [made_hand(best.sheet.line(number)).slug for number in range(12)]
        parts.append(Text(f"\nBest sheet for these 24 cards in hindsight: {best.total} points ({known})"))
        parts.append(playing_sheet(pencil, best.sheet.grid(), made, score_card.chart))
    return Group(*parts)


def _costliest(pencil: Pencil, review: Review) -> Iterator[RenderableType]:
    """Yield the placements that lost most, and why."""
    by_loss = sorted(review.moves, key=lambda move: -move.loss)
    costly = [move for move in by_loss[:_MOST_COSTLY] if move.loss >= _LEAST_COST]
    if not costly:
        return
    yield Text("\nCostliest placements:")
    for move in costly:
        placed = _placement(pencil, move.rolled, move.square, move.card)
        best = _placement(pencil, move.rolled, move.best_square, move.best_card)
        text = Text(f"Roll {move.number}, ").append_text(pencil.name(card_name(move.rolled))).append(" on ")
        text.append_text(_stripped(placed)).append(" instead of ").append_text(_stripped(best))
        yield Padding(text.append(f", {-move.loss:.1f}: {reasons_text(move.reasons, -move.loss)}"), (0, 0, 0, 2))
    yield Text()
    yield legend(reason for move in costly for reason in move.reasons)


def _stripped(text: Text) -> Text:
    text.rstrip()
    return text


def _moves_table(pencil: Pencil, review: Review, placed_by_table: Collection[int]) -> Table:
    table = plain_table(">roll", "card", "placed", "best", ">lost", ">luck", ">expected")
    for move in review.moves:
        was_best = move.loss < LEAST_LOSS
        placed = _placement(pencil, move.rolled, move.square, move.card)
        best = _placement(pencil, move.rolled, move.best_square, move.best_card)
        table.add_row(
            str(move.number),
            pencil.name(card_name(move.rolled)),
            placed.append(" (table)") if move.number in placed_by_table else placed,
            Text("-") if was_best else best,
            "-" if was_best else won_or_lost(f"{-move.loss:+.1f}"),
            won_or_lost(f"{move.luck:+.1f}"),
            f"{move.expected - move.loss:.1f}",
        )
    return table


def _placement(pencil: Pencil, rolled: Card, square: int, card: Card) -> Text:
    """Return the square, with the card after it where a wild roll became another one."""
    return Text(f"{square_name(square)} ").append_text(pencil.name(card_name(card)) if card != rolled else Text())
