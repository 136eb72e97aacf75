"""Charts as SVG text, the same for paper and for a page.

Every shape has a class and no color. A page styles the classes itself; `for_paper` and `for_screen` add a style for
print and for a file of its own. Color is never the only sign: position, dashes or text repeat it, and each data point
has its figures as a tooltip.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal

PAPER_STYLE = """
text { font-family: 'Libertinus Serif'; fill: #17251d; }
.soft { fill: #5b6a60; }
.grid { stroke: #d9d3c2; stroke-width: 1; }
.zero { stroke: #5b6a60; stroke-width: 1.2; }
.line { stroke: #14452f; stroke-width: 2; fill: none; }
.second { stroke: #9a5b12; stroke-dasharray: 7 4; }
.third { stroke: #3b5b8c; stroke-dasharray: 2 3; }
.dot { fill: #14452f; }
.dot-second { fill: #9a5b12; }
.dot-third { fill: #3b5b8c; }
.here { fill: #fdfaf2; stroke: #9a5b12; stroke-width: 2.4; }
.band { fill: #cfe0d4; }
.gain { fill: #14452f; }
.loss { fill: #9a5b12; }
.cell-0 { fill: #d9d2c0; }
.cell-1 { fill: #eef3ea; }
.cell-2 { fill: #9cc4a6; }
.cell-3 { fill: #1f6b46; }
.ink-3 { fill: #ffffff; }
.card-face, .square { fill: #fffdf8; stroke: #8a8672; stroke-width: 1; }
.card-back { fill: #35543f; stroke: #8a8672; stroke-width: 1; }
.card-mark { fill: none; stroke: #fffdf8; stroke-width: 1; }
.red { fill: #b01c1c; }
.black { fill: #17251d; }
.king { fill: #e9e4d3; }
"""
_DARK_STYLE = """
.ground { fill: #14201a; }
text { fill: #ece5d3; }
.soft { fill: #a9b5ab; }
.grid { stroke: #33453b; }
.zero { stroke: #8d9a90; }
.line { stroke: #7fc79d; }
.second { stroke: #e0a861; }
.third { stroke: #93b3e6; }
.dot { fill: #7fc79d; }
.dot-second { fill: #e0a861; }
.dot-third { fill: #93b3e6; }
.here { fill: #14201a; stroke: #e0a861; }
.band { fill: #264a38; }
.gain { fill: #7fc79d; }
.loss { fill: #e0a861; }
.cell-0 { fill: #3b3a31; }
.cell-1 { fill: #22332a; }
.cell-2 { fill: #2c5a41; }
.cell-3 { fill: #7fc79d; }
.ink-3 { fill: #14201a; }
"""
SCREEN_STYLE = f"""{PAPER_STYLE}text {{ font-family: 'Libertinus Serif', Georgia, serif; }}
.ground {{ fill: #fdfaf2; }}
@media (prefers-color-scheme: dark) {{{_DARK_STYLE}}}"""
"""For a file of its own, which is read on light and dark screens."""
_TONES = ("", "second", "third")
_LETTER_WIDTH, _LINE_HEIGHT = 7.2, 15
_MARGIN_LEFT, _MARGIN_RIGHT, _MARGIN_TOP, _MARGIN_BOTTOM = 108, 34, 34, 46


@dataclass(frozen=True, slots=True)
class Series:
    """One line; the first of a chart is solid, the second dashed, the third dotted."""

    name: str
    points: Sequence[tuple[float, float]]


@dataclass(frozen=True, slots=True)
class Axis:
    """The scale along one side of a chart."""

    title: str
    scale: Literal["linear", "log", "signed_log"] = "linear"
    text: Callable[[float], str] = "{:g}".format
    ticks: tuple[float, ...] = ()
    """Positions of the ticks, the most important first; by default, round figures. Ticks without room are left out."""

    def place(self, value: float) -> float:
        """Return the position of a value on the scale, without a unit."""
        if self.scale == "log":
            return math.log10(value)
        return math.asinh(value) if self.scale == "signed_log" else value

    def ticks_within(self, low: float, high: float) -> list[float]:
        """Return round figures from the lowest to the highest value."""
        if self.ticks:
            return [tick for tick in self.ticks if low <= tick <= high]
        if self.scale == "linear":
            return _round_figures(low, high)
        bounds = (math.floor(math.log10(low)), math.ceil(math.log10(high))) if self.scale == "log" else (0, 0)
        return [tick for power in range(bounds[0], bounds[1] + 1) if low <= (tick := 10.0**power) <= high]


@dataclass(frozen=True, slots=True)
class _Frame:
    """The two axes over a rectangle."""

    x: Axis
    y: Axis
    low: tuple[float, float]
    high: tuple[float, float]
    left: float
    top: float
    width: float
    height: float

    def across(self, value: float) -> float:
        start, stop = self.x.place(self.low[0]), self.x.place(self.high[0])
        return self.left + self.width * (self.x.place(value) - start) / ((stop - start) or 1)

    def up(self, value: float) -> float:
        start, stop = self.y.place(self.low[1]), self.y.place(self.high[1])
        return self.top + self.height * (1 - (self.y.place(value) - start) / ((stop - start) or 1))

    def axes(self) -> list[str]:
        bottom, right = self.top + self.height, self.left + self.width
        parts = []
        heights: list[float] = []
        for tick in self.y.ticks_within(self.low[1], self.high[1]):
            y = self.up(tick)
            if any(abs(y - other) < _LINE_HEIGHT for other in heights):
                continue
            heights.append(y)
            parts.append(_line(self.left, y, right, y, "zero" if tick == 0 else "grid"))
            parts.append(svg_text(self.left - 7, y + 4, self.y.text(tick), "end"))
        taken: list[tuple[float, float]] = []
        for tick in self.x.ticks_within(self.low[0], self.high[0]):
            x, words = self.across(tick), self.x.text(tick)
            half = _LETTER_WIDTH * (len(words) + 1) / 2
            if any(x - half < end and start < x + half for start, end in taken):
                continue
            taken.append((x - half, x + half))
            parts.append(_line(x, bottom, x, bottom + 5, "zero"))
            parts.append(svg_text(x, bottom + 19, words, "middle"))
        parts.append(_line(self.left, bottom, right, bottom, "zero"))
        parts.append(svg_text(right, bottom + 38, self.x.title, "end", "soft"))
        parts.append(svg_text(max(self.left - 100, 0), self.top - 16, self.y.title, "start", "soft"))
        return parts


def line_chart(
    alt: str,
    series: Sequence[Series],
    x: Axis,
    y: Axis,
    band: Sequence[tuple[float, float, float]] = (),
    size: tuple[int, int] = (720, 300),
) -> str:
    """Draw lines over common axes, and the area of a band: (x, low, high)."""
    everything = [point for entry in series for point in entry.points]
    everything += [(place, end) for place, low, high in band for end in (low, high)]
    frame = _frame(everything, x, y, size)
    parts = frame.axes()
    if band:
        there = [(place, high) for place, _, high in band]
        back = [(place, low) for place, low, _ in reversed(band)]
        corners = " ".join(f"{frame.across(place):.1f},{frame.up(value):.1f}" for place, value in [*there, *back])
        parts.insert(0, f'<polygon class="band" points="{corners}"/>')
    for number, entry in enumerate(series):
        tone = _TONES[number % len(_TONES)]
        places = [(frame.across(a), frame.up(b)) for a, b in entry.points]
        parts.append(_polyline(places, f"line {tone}".strip()))
        for (a, b), (left, top) in zip(entry.points, places, strict=True):
            parts.append(_dot(left, top, f"{entry.name}: {x.text(a)}, {y.text(b)}", f"dot-{tone}" if tone else "dot"))
    if len(series) > 1:
        parts += _legend(series, size[0] - _MARGIN_RIGHT)
    return svg_picture(size, alt, parts)


def distribution_chart(alt: str, shares: Sequence[tuple[int, float]], x: Axis, y: Axis) -> str:
    """One bar for every value; on a logarithmic axis, so that what happens once in a billion rounds is seen too."""
    size = (720, 320)
    least = 10.0 ** math.floor(math.log10(min(share for _, share in shares)))
    frame = _frame([*shares, (shares[0][0], least), (shares[-1][0], 1.0)], x, y, size)
    parts = frame.axes()
    bottom = frame.top + frame.height
    for value, share in shares:
        kind = "gain" if value > 0 else "loss"
        left, top = frame.across(value), frame.up(share)
        parts.append(
            f'<rect class="{kind}" x="{left - 1.5:.1f}" y="{top:.1f}" width="3" height="{bottom - top:.1f}">'
            f"<title>{escape(f'{x.text(value)}: {y.text(share)}')}</title></rect>"
        )
    return svg_picture(size, alt, parts)


def bar_chart(alt: str, bars: Sequence[tuple[str, float]], text: Callable[[float], str], title: str) -> str:
    """Lying bars from a common zero, each with its figure."""
    row, left, right = 34, 170, 100
    size = (720, 30 + row * len(bars))
    low, high = min(0.0, *(value for _, value in bars)), max(0.0, *(value for _, value in bars))
    # A negative bar has its figure on the left of it, where the names end.
    start = left + (right if low < 0 else 0)
    unit = (size[0] - start - right) / ((high - low) or 1)
    zero = start - low * unit
    parts = [svg_text(left - 162, 14, title, "start", "soft"), _line(zero, 22, zero, size[1] - 4, "zero")]
    for number, (name, value) in enumerate(bars):
        top = 26 + number * row
        begin, width = zero + min(value, 0) * unit, max(abs(value) * unit, 1)
        kind = "gain" if value >= 0 else "loss"
        parts.append(svg_text(left - 10, top + 19, name, "end"))
        parts.append(f'<rect class="{kind}" x="{begin:.1f}" y="{top + 4}" width="{width:.1f}" height="{row - 12}"/>')
        is_left = value < 0
        parts.append(
            svg_text(begin - 7 if is_left else begin + width + 7, top + 19, text(value), "end" if is_left else "start")
        )
    return svg_picture(size, alt, parts)


@dataclass(frozen=True, slots=True)
class Curve:
    """One small chart of many, with the point where things stand now."""

    name: str
    points: Sequence[tuple[float, float]]
    here: float


def curve_grid(alt: str, curves: Sequence[Curve], text: Callable[[float], str]) -> str:
    """Draw every curve in its own frame and on its own scale."""
    columns, width, height = 4, 180, 150
    rows = -(-len(curves) // columns)
    parts = []
    for number, curve in enumerate(curves):
        left, top = (number % columns) * width, (number // columns) * height
        ticks = (curve.here, curve.points[0][0], curve.points[-1][0])
        x, y = Axis("", text=lambda odds: f"{odds:g}".replace("-", "\u2212"), ticks=ticks), Axis("", text=text)
        values = [value for _, value in curve.points]
        ends = (curve.points[0][0], min(values)), (curve.points[-1][0], max(values))
        frame = _Frame(x, y, ends[0], ends[1], left + 54, top + 30, width - 70, height - 62)
        parts += frame.axes()
        parts.append(svg_text(left + 54, top + 18, curve.name, "start"))
        places = [(frame.across(a), frame.up(b)) for a, b in curve.points]
        parts.append(_polyline(places, "line"))
        for (a, b), (across, up) in zip(curve.points, places, strict=True):
            tone = "here" if a == curve.here else "dot"
            parts.append(_dot(across, up, f"{curve.name} {a:g} to 1: {text(b)}", tone, 4 if tone == "here" else 2))
    return svg_picture((columns * width, rows * height), alt, parts)


def hand_grid(alt: str, ranks: str, hands: Mapping[str, tuple[str, int, float]]) -> str:
    """Draw the 169 starting hands, suited above the diagonal: name -> best action, its shade from 0 to 3, its value."""
    cell, edge = 50, 24
    size = edge + len(ranks) * cell
    parts = []
    for row, high in enumerate(ranks):
        middle = edge + row * cell + cell / 2
        parts.append(svg_text(edge / 2, middle + 5, high, "middle"))
        parts.append(svg_text(middle, edge - 8, high, "middle"))
        for column, low in enumerate(ranks):
            pair = high + low if row <= column else low + high
            name = pair + ("" if row == column else "s" if row < column else "o")
            action, shade, value = hands[name]
            x, y = edge + column * cell, edge + row * cell
            centre, ink = x + cell / 2, f"ink-{shade}"
            parts.append(
                f'<rect class="cell-{shade}" x="{x + 1}" y="{y + 1}" width="{cell - 2}" height="{cell - 2}" rx="5">'
                f"<title>{escape(name)}: {escape(action)}, {value:+.4f} antes</title></rect>"
            )
            parts.append(svg_text(centre, y + 22, action, "middle", ink, 14))
            parts.append(svg_text(centre, y + 39, f"{value:+.2f}".replace("-", "\u2212"), "middle", ink, 12))
    return svg_picture((size, size), alt, parts)


@dataclass(frozen=True, slots=True)
class Sector:
    """One part of a wheel."""

    sign: str
    """The letter on the wheel and in the legend."""
    name: str
    weight: int
    text: str
    """Its figures, for the legend."""


def wheel_chart(alt: str, title: str, note: str, sectors: Sequence[Sector]) -> str:
    """Draw a wheel clockwise from its pointer, each sector as wide as its weight, and a legend.

    A sector too narrow for its letter has it outside, at the end of a line.
    """
    radius, centre_x, centre_y, row = 165.0, 215.0, 245.0, 24
    size = (720, max(450, 110 + row * len(sectors)))
    total = sum(sector.weight for sector in sectors)
    parts = [svg_text(16, 24, title, "start", size=16), svg_text(16, 44, note, "start", "soft")]
    begun, outside = 0, -_OUTSIDE_SPACING
    for number, sector in enumerate(sectors):
        start, turn = 2 * math.pi * begun / total, 2 * math.pi * sector.weight / total
        begun += sector.weight
        middle = start + turn / 2
        shade = number % 3
        tip = f"{sector.sign} {sector.name}: {sector.text}"
        parts.append(_sector(centre_x, centre_y, radius, start, turn, f"cell-{shade}", tip))
        edge = _around(centre_x, centre_y, radius, start)
        parts.append(_line(centre_x, centre_y, *edge, "zero"))
        if turn >= _INSIDE_TURN:
            x, y = _around(centre_x, centre_y, radius * 0.84, middle)
        else:
            outside = max(middle, outside + _OUTSIDE_SPACING)
            x, y = _around(centre_x, centre_y, radius + 24, outside)
            parts.append(
                _line(
                    *_around(centre_x, centre_y, radius, middle),
                    *_around(centre_x, centre_y, radius + 14, outside),
                    "zero",
                )
            )
        parts.append(svg_text(x, y + 5, sector.sign, "middle"))
        top = 84 + row * number
        parts.append(f'<rect class="cell-{shade}" x="424" y="{top - 14}" width="20" height="18" rx="3"/>')
        parts += [svg_text(434, top, sector.sign, "middle"), svg_text(454, top, sector.name, "start")]
        parts.append(svg_text(704, top, sector.text, "end"))
    tip_y = centre_y - radius + 2
    parts.append(
        f'<polygon class="gain" points="{centre_x},{tip_y + 8} {centre_x - 7},{tip_y - 8} {centre_x + 7},{tip_y - 8}"/>'
    )
    return svg_picture(size, alt, parts)


_INSIDE_TURN = 0.13
_OUTSIDE_SPACING = 0.1
"""Turns in radians: from which a letter fits inside its sector, and between two letters outside."""


def _around(x: float, y: float, radius: float, turn: float) -> tuple[float, float]:
    """Return a point on a circle, clockwise from its top."""
    return x + radius * math.sin(turn), y - radius * math.cos(turn)


def _sector(x: float, y: float, radius: float, start: float, turn: float, kind: str, tooltip: str) -> str:
    (ax, ay), (bx, by) = _around(x, y, radius, start), _around(x, y, radius, start + turn)
    if turn > 2 * math.pi - 1e-6:  # an arc that ends where it began is no arc
        shape = f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}">'
        return f"{shape}<title>{escape(tooltip)}</title></circle>"
    arc = f"A{radius:g} {radius:g} 0 {int(turn > math.pi)} 1 {bx:.2f} {by:.2f}"
    shape = f'<path class="{kind}" d="M{x:.1f} {y:.1f} L{ax:.2f} {ay:.2f} {arc} Z">'
    return f"{shape}<title>{escape(tooltip)}</title></path>"


def for_paper(svg: str) -> str:
    """Return the chart with the style for paper, without a background."""
    opening, closing, rest = svg.partition(">")
    return f"{opening}{closing}<style>{PAPER_STYLE}</style>{rest}"


def for_screen(svg: str) -> str:
    """Return the chart as a file of its own, with a background and a dark form."""
    opening, closing, rest = svg.partition(">")
    background = '<rect class="ground" width="100%" height="100%"/>'
    return f"{opening}{closing}<style>{SCREEN_STYLE}</style>{background}{rest}"


def _frame(points: Sequence[tuple[float, float]], x: Axis, y: Axis, size: tuple[int, int]) -> _Frame:
    low = (min(a for a, _ in points), min(b for _, b in points))
    high = (max(a for a, _ in points), max(b for _, b in points))
    width, height = size[0] - _MARGIN_LEFT - _MARGIN_RIGHT, size[1] - _MARGIN_TOP - _MARGIN_BOTTOM
    return _Frame(x, y, low, high, _MARGIN_LEFT, _MARGIN_TOP, width, height)


def _round_figures(low: float, high: float, most: int = 6) -> list[float]:
    """Return a few multiples of 1, 2 or 5 times a power of ten."""
    span = (high - low) or 1.0
    power = 10.0 ** math.floor(math.log10(span / 4))
    step = next(power * factor for factor in (1, 2, 5, 10) if span / (power * factor) <= most)
    first = math.ceil(low / step - 1e-9)
    return [number * step for number in range(first, math.floor(high / step + 1e-9) + 1)]


def _legend(series: Sequence[Series], right: float) -> list[str]:
    """Draw each name with a piece of its line, from the top right."""
    parts = []
    for number in reversed(range(len(series))):
        name = series[number].name
        parts.append(svg_text(right, 18, name, "end"))
        right -= _LETTER_WIDTH * len(name) + 12
        parts.append(_line(right - 30, 14, right, 14, f"line {_TONES[number % len(_TONES)]}".strip()))
        right -= 52
    return parts


def _polyline(places: Sequence[tuple[float, float]], kind: str) -> str:
    return f'<polyline class="{kind}" points="{" ".join(f"{x:.1f},{y:.1f}" for x, y in places)}"/>'


def _dot(x: float, y: float, tooltip: str, kind: str, radius: float = 3) -> str:
    return f'<circle class="{kind}" cx="{x:.1f}" cy="{y:.1f}" r="{radius:g}"><title>{escape(tooltip)}</title></circle>'


def _line(x: float, y: float, to_x: float, to_y: float, kind: str) -> str:
    return f'<line class="{kind}" x1="{x:.1f}" y1="{y:.1f}" x2="{to_x:.1f}" y2="{to_y:.1f}"/>'


def svg_text(x: float, y: float, words: str, anchor: str, kind: str = "", size: int = 13) -> str:
    """Return a text at a point of a picture."""
    named = f' class="{kind}"' if kind else ""
    return f'<text x="{x:.1f}" y="{y:.1f}" text-anchor="{anchor}" font-size="{size}"{named}>{escape(words)}</text>'


def svg_picture(size: tuple[int, int], alt: str, parts: Sequence[str]) -> str:
    """Return a picture of this size, with its description for screen readers."""
    head = f'<svg xmlns="http://www.w3.org/2000/svg" class="chart" viewBox="0 0 {size[0]} {size[1]}" role="img"'
    return f'{head} aria-label="{escape(alt)}">\n' + "\n".join(parts) + "\n</svg>"
