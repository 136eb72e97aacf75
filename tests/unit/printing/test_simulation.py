"""The charts of a simulation: readable by day and by night, by people who see them and by those who do not."""

from __future__ import annotations

import re
from typing import Any
from xml.etree import ElementTree

import pytest

from crossfelt.printing.simulation import SHOWN_OCTAVES, simulation_svg
from tests.support.colors import luminance

SVG = "{http://www.w3.org/2000/svg}"


def document(points: int = 12, exact: float | None = -0.0866) -> dict[str, Any]:
    running = [
        {"rounds": 4096 << octave, "mean": -0.09 + 0.01 / (octave + 1), "standard_error": 0.1 / 2 ** (octave / 2)}
        for octave in range(points)
    ]
    return {
        "rules": "maryland-1",
        "rounds": 2048 << points,
        "strategies": ["optimal", "<b>&"],
        "seed": 3,
        "exact": exact,
        "running": running,
        "nets": [{"net": -2.0, "share": 0.6}, {"net": 0.0, "share": 0.3}, {"net": 0.5, "share": 0.0999}],
    }


def shapes(svg: str, name: str, kind: str) -> list[ElementTree.Element]:
    result = ElementTree.fromstring(svg).iter(f"{SVG}{name}")
    return [shape for shape in result if kind in shape.get("class", "").split()]


def words(svg: str) -> str:
    return " ".join("".join(text.itertext()) for text in ElementTree.fromstring(svg).iter(f"{SVG}text"))


def test_both_charts_are_there_with_title_description_and_axes() -> None:
    svg = simulation_svg(document())
    root = ElementTree.fromstring(svg)
    title, described = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert title is not None and described is not None
    assert root.get("role") == "img"
    assert (root.get("aria-labelledby") or "").split() == [title.get("id"), described.get("id")]
    assert title.text == "8,388,608 simulated rounds, 2 seats (optimal, <b>&), maryland-1"
    assert described.text is not None and "exact value is −0.08660 antes" in described.text
    for axis in (
        "net antes per seat per round",
        "rounds played",
        "net antes of a seat's round",
        "share of a seat's rounds",
    ):
        assert axis in words(svg)
    assert len(shapes(svg, "polyline", "line")) == 2, "the running mean and the exact value"
    assert len(shapes(svg, "polygon", "band")) == 1
    assert len(shapes(svg, "rect", "gain")) + len(shapes(svg, "rect", "loss")) == 3


def test_the_mean_is_shown_over_its_last_octaves() -> None:
    [mean, _] = shapes(simulation_svg(document(points=20)), "polyline", "line")
    assert len((mean.get("points") or "").split()) == SHOWN_OCTAVES + 1


def test_without_an_exact_value_there_is_no_line_for_it() -> None:
    svg = simulation_svg(document(exact=None))
    assert len(shapes(svg, "polyline", "line")) == 1
    assert "exact" not in words(svg)


@pytest.mark.parametrize("points", [0, 1])
def test_a_run_of_few_rounds_has_the_one_chart_that_it_can_have(points: int) -> None:
    svg = simulation_svg({**document(points), "rounds": 1})
    assert shapes(svg, "polyline", "line") == []
    assert len(list(ElementTree.fromstring(svg).iter(f"{SVG}svg"))) == 2, "the page, and a chart in it"


def test_text_and_lines_stand_out_from_the_ground_by_day_and_by_night() -> None:
    style = next(ElementTree.fromstring(simulation_svg(document())).iter(f"{SVG}style")).text or ""
    day, _, night = style.partition("@media (prefers-color-scheme: dark)")
    for part in (day, night):
        colours = dict(re.findall(r"^\.?([\w-]+) \{[^}]*(?:fill|stroke): (#\w{6})", part, re.MULTILINE))
        ground = luminance(colours["ground"])
        for name, least in (("text", 4.5), ("soft", 4.5), ("line", 3), ("second", 3), ("gain", 3), ("loss", 3)):
            bright, dark = sorted((luminance(colours[name]), ground), reverse=True)
            assert (bright + 0.05) / (dark + 0.05) >= least, name
