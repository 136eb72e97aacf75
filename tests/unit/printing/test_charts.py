"""Charts: every value has its mark, at its place, and nothing from outside becomes markup."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from itertools import pairwise

import pytest

from crossfelt.printing.charts import (
    Axis,
    Curve,
    Sector,
    Series,
    bar_chart,
    curve_grid,
    distribution_chart,
    for_paper,
    for_screen,
    hand_grid,
    line_chart,
    wheel_chart,
)

NAMESPACE = "{http://www.w3.org/2000/svg}"


def parsed(svg: str) -> ET.Element:
    root = ET.fromstring(svg)
    assert root.get("role") == "img"
    assert root.get("aria-label")
    return root


def all_of(root: ET.Element, tag: str, kind: str | None = None) -> list[ET.Element]:
    return [element for element in root.iter(NAMESPACE + tag) if kind is None or element.get("class") == kind]


def number(element: ET.Element, name: str) -> float:
    return float(element.get(name) or "nan")


def test_a_line_chart_has_a_dot_for_every_point_at_its_place() -> None:
    points = [(1.0, 10.0), (10.0, 20.0), (100.0, 40.0)]
    root = parsed(line_chart("alt", [Series("a", points)], Axis("x", "log"), Axis("y")))
    dots = all_of(root, "circle", "dot")
    across = [number(dot, "cx") for dot in dots]
    up = [number(dot, "cy") for dot in dots]
    assert across[1] - across[0] == pytest.approx(across[2] - across[1], abs=0.2)
    assert up[1] - up[2] == pytest.approx(2 * (up[0] - up[1]), abs=0.2)
    assert [dot[0].text for dot in dots] == ["a: 1, 10", "a: 10, 20", "a: 100, 40"]


def test_a_tick_without_room_gives_way_to_the_one_that_tells_more() -> None:
    curve = Curve("flush", [(-1.0, 0.3), (0.0, 0.2), (100.0, 0.1)], 0.0)
    labels = [text.text for text in all_of(parsed(curve_grid("alt", [curve], "{:g}".format)), "text")]
    assert "0" in labels and "100" in labels and "\u22121" not in labels


def test_lines_differ_by_more_than_colour() -> None:
    series = [Series(name, [(0.0, place), (1.0, place)]) for place, name in enumerate("abc")]
    root = parsed(line_chart("alt", series, Axis("x"), Axis("y")))
    assert [line.get("class") for line in all_of(root, "polyline")] == ["line", "line second", "line third"]
    legend = [text.text for text in all_of(root, "text") if text.text in {"a", "b", "c"}]
    assert sorted(legend) == ["a", "b", "c"]


def test_a_band_reaches_from_low_to_high() -> None:
    root = parsed(line_chart("alt", [Series("a", [(1, 0), (2, 0)])], Axis("x"), Axis("y"), [(1, -1, 1), (2, -3, 3)]))
    (band,) = all_of(root, "polygon", "band")
    heights = [float(corner.split(",")[1]) for corner in (band.get("points") or "").split()]
    assert len(heights) == 4
    assert heights[1] < heights[0] < heights[3] < heights[2]


def test_a_distribution_has_a_bar_for_every_value() -> None:
    shares = [(-2, 0.5), (0, 0.3), (1, 0.19), (1000, 0.01)]
    axis = Axis("net", "signed_log", ticks=(-2, 0, 1000))
    root = parsed(distribution_chart("alt", shares, axis, Axis("chance", "log")))
    losses, gains = all_of(root, "rect", "loss"), all_of(root, "rect", "gain")
    assert (len(losses), len(gains)) == (2, 2)
    heights = [number(bar, "height") for bar in [*losses, *gains]]
    assert heights == sorted(heights, reverse=True)
    assert {"-2", "0", "1000"} <= {text.text for text in all_of(root, "text")}


def test_bars_start_at_a_common_zero() -> None:
    root = parsed(bar_chart("alt", [("up", 2.0), ("down", -4.0), ("none", 0.0)], "{:+g}".format, "title"))
    (gain, nothing), (loss,) = all_of(root, "rect", "gain"), all_of(root, "rect", "loss")
    zero = number(gain, "x")
    assert number(nothing, "x") == zero
    assert number(loss, "x") + number(loss, "width") == pytest.approx(zero, abs=0.2)
    assert number(loss, "width") == pytest.approx(2 * number(gain, "width"), abs=0.2)
    assert {"+2", "-4", "+0", "up", "down", "none"} <= {text.text for text in all_of(root, "text")}


def test_curves_mark_where_things_stand() -> None:
    curves = [Curve(f"hand {place}", [(1, 0.3), (2, 0.2), (3, 0.1)], 2) for place in range(5)]
    root = parsed(curve_grid("alt", curves, "{:.1f}".format))
    assert len(all_of(root, "circle", "here")) == 5
    assert len(all_of(root, "circle", "dot")) == 10
    assert root.get("viewBox") == "0 0 720 300"


def test_a_grid_has_every_hand_with_its_action_as_text() -> None:
    hands = dict.fromkeys(("AA", "AKs", "KK"), ("1x", 1, 0.5)) | {"AKo": ("fold", 0, -2.0)}
    root = parsed(hand_grid("alt", "AK", hands))
    cells = [element for element in all_of(root, "rect") if (element.get("class") or "").startswith("cell")]
    assert [cell[0].text for cell in cells] == [
        "AA: 1x, +0.5000 antes",
        "AKs: 1x, +0.5000 antes",
        "AKo: fold, -2.0000 antes",
        "KK: 1x, +0.5000 antes",
    ]
    assert [text.text for text in all_of(root, "text")].count("fold") == 1


def test_names_never_become_markup() -> None:
    root = parsed(bar_chart('<b> & "c"', [("<script>", 1.0)], str, "a < b"))
    assert root.get("aria-label") == '<b> & "c"'
    assert [text.text for text in all_of(root, "text")] == ["a < b", "<script>", "1.0"]


def test_paper_brings_its_own_style() -> None:
    svg = bar_chart("alt", [("a", 1.0)], str, "title")
    assert len(all_of(parsed(svg), "style")) == 0
    assert len(all_of(parsed(for_paper(svg)), "style")) == 1


def test_a_file_has_a_background_and_a_dark_form() -> None:
    root = parsed(for_screen(wheel_chart("alt", "title", "note", [Sector("A", "a", 1, "all")])))
    (style,) = all_of(root, "style")
    assert style.text is not None
    light, dark = style.text.split("@media (prefers-color-scheme: dark)")
    for kind in (".ground", ".cell-0", ".line", ".third"):
        assert f"{kind} {{" in light and f"{kind} {{" in dark
    ground = root[1]
    assert (ground.tag, ground.get("class")) == (f"{NAMESPACE}rect", "ground")


@pytest.mark.parametrize(
    ("low", "high", "ticks"),
    [(0, 10, [0, 2, 4, 6, 8, 10]), (0.0575, 0.061, [0.058, 0.059, 0.06, 0.061]), (-3, 4, [-2, 0, 2, 4]), (5, 5, [5])],
)
def test_ticks_are_round_figures(low: float, high: float, ticks: list[float]) -> None:
    assert Axis("x").ticks_within(low, high) == pytest.approx(ticks)


def test_ticks_of_a_logarithm_are_powers_of_ten() -> None:
    assert Axis("x", "log").ticks_within(0.05, 200) == [0.1, 1, 10, 100]


def test_a_wheel_has_a_sector_for_every_weight_and_a_letter_for_every_sector() -> None:
    sectors = [
        Sector(sign, f"<{sign}>", weight, f"weight {weight}")
        for sign, weight in zip("ABCD", (1, 1, 400, 100), strict=True)
    ]
    root = parsed(wheel_chart("alt", "title", "note", sectors))
    shapes = all_of(root, "path")
    assert [shape[0].text for shape in shapes] == [f"{s.sign} {s.name}: {s.text}" for s in sectors]
    letters = [text.text for text in all_of(root, "text") if text.text in set("ABCD")]
    assert sorted(letters) == sorted("ABCD" * 2)
    large = shapes[2].get("d") or ""
    assert " 1 1 " in large[large.index("A") :], "more than half of the turn takes the long way round"


def test_letters_outside_a_wheel_keep_their_distance() -> None:
    sectors = [Sector(sign, sign, 1, "") for sign in "ABCDEF"] + [Sector("G", "G", 1000, "")]
    root = parsed(wheel_chart("alt", "title", "note", sectors))
    places = {
        text.text: (number(text, "x"), number(text, "y"))
        for text in all_of(root, "text")
        if text.text in set("ABCDEF") and number(text, "x") < 420
    }
    spots = [places[sign] for sign in "ABCDEF"]
    assert all(abs(b[0] - a[0]) + abs(b[1] - a[1]) > 12 for a, b in pairwise(spots))


def test_one_sector_is_a_whole_circle() -> None:
    root = parsed(wheel_chart("alt", "title", "note", [Sector("A", "all", 3, "")]))
    assert len(all_of(root, "circle", "cell-0")) == 1
