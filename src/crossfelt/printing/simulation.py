"""The charts of a simulation as one SVG file, from `simulation.chart.chart_document`.

The file has its own background and colors for light and dark screens.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import escape
from textwrap import wrap
from typing import Any

from crossfelt.printing.blocks import number
from crossfelt.printing.charts import SCREEN_STYLE, Axis, Series, distribution_chart, line_chart

Document = Mapping[str, Any]
BAND = 1.96
"""Standard errors on each side of a 95% range."""
SHOWN_OCTAVES = 8
"""Doublings of the rounds from the first point shown to the last; its band is 16 times as wide as the last one."""
_WIDTH, _TITLE_HEIGHT, _LINE_HEIGHT, _CAPTION_HEIGHT = 720, 36, 17, 30
_LINE_LETTERS = 92
_NET_TICKS = (0.0, -10.0, 10.0, 100.0, 1000.0, 10000.0, -2.0, -5.0, 2.0, 5.0, 20.0, 50.0, 200.0, 500.0, 2000.0, 5000.0)


def simulation_svg(document: Document) -> str:
    """Draw both charts of a run below each other, with a title and a description for screen readers."""
    title = f"{number(document['rounds'])} simulated rounds, {_seats(document['strategies'])}, {document['rules']}"
    last = document["running"][-1] if document["running"] else None
    exact = "" if document["exact"] is None else f" The exact value is {_antes(document['exact'])} antes."
    came_to = (
        "One round has no standard error."
        if last is None
        else f"The average net per seat per round is {_antes(last['mean'])} antes, with a 95% margin of error of "
        f"{BAND * last['standard_error']:.5f} antes.{exact}"
    )
    charts = []
    if len(document["running"]) > 1:
        charts.append(("Running mean with its 95% range", _means(document)))
    charts.append(("Net results of a seat's rounds; both scales are logarithmic", _nets(document)))
    header = f" {document['header']}" if document.get("header") else ""
    return _page(title, f"Seed {document['seed']}. {came_to}{header}", charts)


def _means(document: Document) -> str:
    first = document["running"][-1]["rounds"] >> SHOWN_OCTAVES
    shown = [point for point in document["running"] if point["rounds"] >= first]
    band = [
        (
            point["rounds"],
            point["mean"] - BAND * point["standard_error"],
            point["mean"] + BAND * point["standard_error"],
        )
        for point in shown
    ]
    series = [Series("running mean", [(point["rounds"], point["mean"]) for point in shown])]
    if document["exact"] is not None:
        series.append(Series("exact value", [(shown[end]["rounds"], document["exact"]) for end in (0, -1)]))
    ticks = tuple(base * 10.0**power for base in (1, 2, 5) for power in range(3, 14))
    return line_chart(
        "Running mean of the net antes per seat per round, by rounds played, with its 95% range and the exact value.",
        series,
        Axis("rounds played, logarithmic", "log", _rounds, ticks),
        Axis("net antes per seat per round", text=_antes_short),
        band,
        size=(_WIDTH, 320),
    )


def _nets(document: Document) -> str:
    nets = document["nets"]
    return distribution_chart(
        f"Share of the rounds of a seat that ended with each of {len(nets)} net results, from {_antes(nets[0]['net'])} "
        f"to {_antes(nets[-1]['net'])} antes.",
        [(entry["net"], entry["share"]) for entry in nets],
        Axis("net antes of a seat's round", "signed_log", number, _NET_TICKS),
        Axis("share of a seat's rounds", "log", _share),
    )


def _page(title: str, description: str, charts: Sequence[tuple[str, str]]) -> str:
    lines = wrap(description, _LINE_LETTERS)
    parts = [
        f'<text x="16" y="{48 + _LINE_HEIGHT * row}" font-size="13" class="soft">{escape(line)}</text>'
        for row, line in enumerate(lines)
    ]
    top = _TITLE_HEIGHT + _LINE_HEIGHT * len(lines) + 12
    for caption, chart in charts:
        size = re.search(r'viewBox="0 0 (\d+) (\d+)"', chart)
        assert size is not None, "a chart says how large it is"
        width, height = int(size[1]), int(size[2])
        parts.append(f'<text x="16" y="{top + 18}" font-size="14">{escape(caption)}</text>')
        parts.append(chart.replace("<svg ", f'<svg y="{top + _CAPTION_HEIGHT}" width="{width}" height="{height}" ', 1))
        top += _CAPTION_HEIGHT + height + 10
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {top}" role="img"'
    return "\n".join(
        [
            f'{head} aria-labelledby="title description">',
            f'<title id="title">{escape(title)}</title>',
            f'<desc id="description">{escape(description)}</desc>',
            f"<style>{SCREEN_STYLE}</style>",
            f'<rect class="ground" width="{_WIDTH}" height="{top}"/>',
            f'<text x="16" y="26" font-size="16">{escape(title)}</text>',
            *parts,
            "</svg>\n",
        ]
    )


def _seats(strategies: Sequence[str]) -> str:
    played = strategies[:1] if len(set(strategies)) == 1 else strategies
    return f"{len(strategies)} {'seat' if len(strategies) == 1 else 'seats'} ({', '.join(played)})"


def _antes(value: float) -> str:
    return number(value, 5, "+")


def _antes_short(value: float) -> str:
    return number(value, 3, "+")


def _rounds(value: float) -> str:
    """Return a number of rounds in few characters.

    >>> _rounds(50_000), _rounds(2_000_000), _rounds(1e10)
    ('50,000', '2 million', '10 billion')
    """
    for size, name in ((1e12, "trillion"), (1e9, "billion"), (1e6, "million")):
        if value >= size:
            return f"{value / size:g} {name}"
    return number(value)


def _share(value: float) -> str:
    """Return a percentage with as many decimal places as it needs.

    >>> _share(0.1), _share(1e-9)
    ('10%', '0.0000001%')
    """
    return f"{100 * value:.12f}".rstrip("0").rstrip(".") + "%"
