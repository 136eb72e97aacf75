"""A sheet as a page of its own: readable on a phone, and whatever is wider scrolls in its own box."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Page

from crossfelt.printing.blocks import Entries, Entry, Picture, Section, Sheet, Table, Words
from crossfelt.printing.charts import Axis, Series, line_chart
from crossfelt.printing.par_html import page as sheet_page

pytestmark = pytest.mark.browser

WIDE = Table(
    "A wide table", ("hand", *(f">column {number}" for number in range(12))), (("flush", *["1,234,567"] * 12),)
)
CHART = line_chart("alt", [Series("a", [(1.0, 2.0), (3.0, 4.0)])], Axis("x"), Axis("y"))
SHEET = Sheet(
    "Title",
    "Subtitle",
    (
        Section(
            "one",
            "One",
            (
                Words("Some words."),
                WIDE,
                Picture(CHART, "alt", "A chart"),
                Entries((Entry("R1", "A point", "How it is read."),)),
            ),
        ),
    ),
)


def test_a_phone_shows_the_sheet_without_scrolling_sideways(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "sheet.html"
    file.write_text(sheet_page(SHEET), encoding="utf-8")
    page.set_viewport_size({"width": 390, "height": 800})
    page.goto(file.as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") == 390
    boxes = page.locator(".region")
    assert boxes.count() == 2
    for number in range(2):
        box = boxes.nth(number)
        assert box.evaluate("box => box.scrollWidth > box.clientWidth + 50")
        assert box.evaluate("box => getComputedStyle(box).borderRightStyle") == "solid"
        box.focus()
        page.keyboard.press("ArrowRight")
        page.wait_for_function("box => box.scrollLeft > 0", arg=box.element_handle())
