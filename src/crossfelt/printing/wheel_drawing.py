"""A wheel drawn as SVG: each segment as wide as its weight, with a letter that the list beside it explains."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from html import escape

from crossfelt.crisscross.progressives.terms import symbol_words
from crossfelt.money import dollars
from crossfelt.printing.blocks import Picture, number, percent
from crossfelt.progressive.wheel import Segment, Wheel

SIGNS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
_WIDTH, _HEIGHT, _RADIUS = 760, 310, 122
_MIDDLE_X, _MIDDLE_Y = 160, 160
_COLUMNS = ((350, "start"), (380, "start"), (560, "end"), (620, "end"), (690, "end"), (704, "start"))
_HEADINGS = ("", "symbol", "pays", "weight", "of spins", "clause")
_ROW = 19
_INSIDE_TURN = 0.16
"""Radians from which a letter fits into its segment."""


def wheel_picture(wheel: Wheel, title: str, jackpot: str) -> Picture:
    """The wheel and a list of its segments; `jackpot` says what that symbol pays."""
    whose = "EXAMPLE weights, nobody's real wheel (reading P1)" if wheel.is_example else "weights of the house"
    shown = [segment for segment in wheel.segments if segment.weight]
    rows = [
        (
            sign,
            symbol_words(segment.symbol),
            jackpot if segment.cents is None else dollars(segment.cents),
            number(segment.weight),
            percent(segment.weight / wheel.total),
            segment.clause,
        )
        for sign, segment in zip(SIGNS, shown, strict=False)
    ]
    listed = "; ".join(f"{symbol} pays {pays}, weight {weight}" for _, symbol, pays, weight, _, _ in rows)
    alt = f"{title}, {whose}, {wheel.total} in all: {listed}."
    parts = [*_wheel(shown, wheel.total), *_list(rows)]
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {_WIDTH} {_HEIGHT}" role="img"'
    svg = f'{head} aria-label="{escape(alt)}">' + "".join(parts) + "</svg>"
    return Picture(svg, alt, f"{title}: {whose}; {number(wheel.total)} in all.")


def _wheel(segments: Sequence[Segment], total: int) -> Iterator[str]:
    begun = 0
    for place, segment in enumerate(segments):
        start, turn = 2 * math.pi * begun / total, 2 * math.pi * segment.weight / total
        begun += segment.weight
        # Neighbours never share a shade, the first and the last included.
        shade = 2 if place == len(segments) - 1 and place % 2 == 0 else place % 2
        yield _sector(start, turn, f"cell-{shade}")
        x, y = _around(_RADIUS * 0.84 if turn >= _INSIDE_TURN else _RADIUS + 14, start + turn / 2)
        yield _text(x, y + 5, SIGNS[place], "middle")
    top = _MIDDLE_Y - _RADIUS
    tip = f"{_MIDDLE_X},{top + 8} {_MIDDLE_X - 7},{top - 6} {_MIDDLE_X + 7},{top - 6}"
    yield f'<circle class="here" cx="{_MIDDLE_X}" cy="{_MIDDLE_Y}" r="9"/><polygon class="gain" points="{tip}"/>'


def _list(rows: Sequence[Sequence[str]]) -> Iterator[str]:
    top = _MIDDLE_Y - _ROW * len(rows) / 2
    for (x, anchor), heading in zip(_COLUMNS, _HEADINGS, strict=True):
        yield _text(x, top, heading, anchor, "soft")
    for place, row in enumerate(rows, start=1):
        yield from (_text(x, top + _ROW * place, cell, anchor) for (x, anchor), cell in zip(_COLUMNS, row, strict=True))


def _sector(start: float, turn: float, kind: str) -> str:
    (ax, ay), (bx, by) = _around(_RADIUS, start), _around(_RADIUS, start + turn)
    arc = f"A{_RADIUS} {_RADIUS} 0 {int(turn > math.pi)} 1 {bx:.2f} {by:.2f}"
    return f'<path class="{kind}" d="M{_MIDDLE_X} {_MIDDLE_Y} L{ax:.2f} {ay:.2f} {arc} Z"/>'


def _around(radius: float, turn: float) -> tuple[float, float]:
    """A place on a circle round the middle, clockwise from its top."""
    return _MIDDLE_X + radius * math.sin(turn), _MIDDLE_Y - radius * math.cos(turn)


def _text(x: float, y: float, words: str, anchor: str, kind: str = "") -> str:
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="13"{named}>{escape(words)}</text>'
