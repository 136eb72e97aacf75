"""Cards, the cross and score sheets as SVG text, in the same form as charts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import Any

from crossfelt.cards import RANKS, SUITS, parse_card, spoken
from crossfelt.printing.charts import svg_picture, svg_text

Document = Mapping[str, Any]
WIDTH, HEIGHT, GAP, LABEL = 54, 74, 8, 17
CROSS: Mapping[str, tuple[int, int]] = {
    "down_far": (1, 0),
    "across_left": (0, 1),
    "middle": (1, 1),
    "across_right": (2, 1),
    "down_near": (1, 2),
}
"""Place -> column and row, as the dealer sees them."""
_PIPS = {
    "h": "M.5 .95C.42 .78 .04 .6 .04 .33C.04 .14 .17 .06 .28 .06C.39 .06 .47 .13 .5 .25C.53 .13 .61 .06 .72 .06"
    "C.83 .06 .96 .14 .96 .33C.96 .6 .58 .78 .5 .95Z",
    "c": "M.54 .68C.6 .82 .98 .86 .98 .6C.98 .42 .8 .36 .66 .43C.79 .3 .75 .03 .5 .03C.25 .03 .21 .3 .34 .43"
    "C.2 .36 .02 .42 .02 .6C.02 .86 .4 .82 .46 .68C.45 .84 .4 .93 .3 .97C.43 .97 .57 .97 .7 .97"
    "C.6 .93 .55 .84 .54 .68Z",
    "d": "M.5 .02C.6 .2 .75 .38 .88 .5C.75 .62 .6 .8 .5 .98C.4 .8 .25 .62 .12 .5C.25 .38 .4 .2 .5 .02Z",
    "s": "M.5 .03C.58 .2 .96 .42 .96 .65C.96 .8 .85 .86 .75 .86C.66 .86 .58 .81 .54 .7C.55 .84 .6 .93 .7 .97"
    "C.57 .97 .43 .97 .3 .97C.4 .93 .45 .84 .46 .7C.42 .81 .34 .86 .25 .86C.15 .86 .04 .8 .04 .65"
    "C.04 .42 .42 .2 .5 .03Z",
}
"""Suit -> its outline on a square of one by one: drawn, so that no font can spoil it."""
_SEATS_ABREAST = 3
_SQUARE = 62
_KING = "K"


def table_picture(round_data: Document) -> str:
    """The cross, the bonus cards and the cards of every seat."""
    left, top = 4, 4
    step_x, step_y = WIDTH + GAP, HEIGHT + LABEL + GAP
    parts: list[str] = []
    for place, (column, row) in CROSS.items():
        if place in round_data["community"]:
            x, y = left + column * step_x, top + row * step_y
            parts += _labeled(x, y, place.rpartition("_")[2], [round_data["community"][place]])
    start = left + 3 * step_x + 4 * GAP
    row = 0
    if round_data["bonus_cards"]:
        parts += _labeled(start, top, "bonus cards", round_data["bonus_cards"])
        row = 1
    seats = [seat for seat in round_data["seats"] if seat["hole"]]
    for number, seat in enumerate(seats):
        x = start + number % _SEATS_ABREAST * (2 * step_x + 2 * GAP)
        y = top + (row + number // _SEATS_ABREAST) * step_y
        state = "" if seat["status"] == "in" else f", {seat['status']}"
        parts += _labeled(x, y, f"seat {seat['seat']}{state}", seat["hole"])
    lowest = max((CROSS[place][1] + 1 for place in round_data["community"]), default=0)
    rows = max(lowest, row + -(-len(seats) // _SEATS_ABREAST))
    return svg_picture((720, top + rows * step_y), table_words(round_data), parts)


def table_words(round_data: Document) -> str:
    """Return every card of the picture in words."""
    places = [f"{place.replace('_', ' ')} {_said(card)}" for place, card in round_data["community"].items()]
    words = [f"The cross: {', '.join(places)}"] if places else []
    if round_data["bonus_cards"]:
        words.append(f"Bonus cards: {_all_said(round_data['bonus_cards'])}")
    dealt = (seat for seat in round_data["seats"] if seat["hole"])
    words += [f"Seat {seat['seat']}{_fate(seat)}: {_all_said(seat['hole'])}" for seat in dealt]
    return ". ".join(words) + "."


def sheet_picture(sheet: Document) -> str:
    """A score sheet with the numbers of its lines, and the squares that were wild or placed by the table."""
    edge = 30
    parts: list[str] = []
    for number in range(5):
        middle = edge + number * _SQUARE + _SQUARE / 2
        parts.append(svg_text(middle, edge - 10, str(number + 1), "middle", "soft"))
        parts.append(svg_text(edge - 10, middle + 5, str(number + 6), "end", "soft"))
    parts.append(svg_text(edge - 8, edge - 10, "11", "end", "soft"))
    parts.append(svg_text(edge + 5 * _SQUARE + 8, edge - 10, "12", "start", "soft"))
    for row, cards in enumerate(sheet["grid"]):
        for column, card in enumerate(cards):
            x, y = edge + column * _SQUARE, edge + row * _SQUARE
            kind = "square king" if card == _KING else "square"
            parts.append(f'<rect class="{kind}" x="{x}" y="{y}" width="{_SQUARE}" height="{_SQUARE}"/>')
            parts += _in_square(card, x, y)
            name = f"{'abcde'[column]}{row + 1}"
            marks = [word for word, key in (("wild", "wild"), ("table", "by_table")) if name in sheet[key]]
            parts.append(svg_text(x + _SQUARE - 4, y + _SQUARE - 5, ", ".join(marks), "end", "soft", 10))
    return svg_picture((2 * edge + 5 * _SQUARE + 10, edge + 5 * _SQUARE + 4), sheet_words(sheet), parts)


def sheet_words(sheet: Document) -> str:
    """Return every square of a sheet in words, row by row."""
    rows = [f"row {number}: {_all_said(cards)}" for number, cards in enumerate(sheet["grid"], 1)]
    return f"Sheet of seat {sheet['seat']}. {'; '.join(rows)}."


def _fate(seat: Document) -> str:
    if seat["folded_at"]:
        return f", folded at {seat['folded_at']}"
    return ", forfeited" if seat["status"] == "forfeited" else ""


def _all_said(cards: Iterable[str | None]) -> str:
    return ", ".join(map(_said, cards)) or "no cards"


def _said(card: str | None) -> str:
    if card is None:
        return "face down or empty"
    return "the printed King" if card == _KING else spoken(parse_card(card))


def _labeled(x: float, y: float, label: str, cards: Sequence[str | None]) -> list[str]:
    parts = [svg_text(x, y + 12, label, "start", "soft", 12)]
    for number, card in enumerate(cards):
        parts += _card(card, x + number * (WIDTH + GAP), y + LABEL)
    return parts


def _card(card: str | None, x: float, y: float) -> list[str]:
    shape = f'x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="6"'
    if card is None:
        inner = f'x="{x + 5:g}" y="{y + 5:g}" width="{WIDTH - 10}" height="{HEIGHT - 10}" rx="3"'
        return [
            f'<rect class="card-back" {shape}><title>face down</title></rect>',
            f'<rect class="card-mark" {inner}/>',
        ]
    face = f'<rect class="card-face" {shape}><title>{escape(_said(card))}</title></rect>'
    return [face, svg_text(x + 7, y + 26, _rank(card), "start", _color(card), 24), _pip(card, x + 18, y + 36, 30)]


def _in_square(card: str | None, x: float, y: float) -> list[str]:
    if card is None:
        return []
    if card == _KING:
        return [svg_text(x + _SQUARE / 2, y + 42, _KING, "middle", "black", 32)]
    return [svg_text(x + 8, y + 30, _rank(card), "start", _color(card), 24), _pip(card, x + 34, y + 12, 20)]


def _rank(card: str) -> str:
    return "10" if card[0] == "T" else card[0]


def _color(card: str) -> str:
    assert card[0] in RANKS and card[1] in SUITS
    return "red" if card[1] in "hd" else "black"


def _pip(card: str, x: float, y: float, size: float) -> str:
    return f'<path class="{_color(card)}" transform="translate({x:g} {y:g}) scale({size:g})" d="{_PIPS[card[1]]}"/>'
