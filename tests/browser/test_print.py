"""Pages on paper: black on white, without the bars and buttons of the screen."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.felt_games import open_table, play

pytestmark = pytest.mark.browser

SEEN = """() => [...document.querySelectorAll('nav, button, .button, input, select, header.on-screen')]
  .filter((element) => element.closest('.sources') === null && element.checkVisibility({ visibilityProperty: true }))
  .map((element) => element.textContent)"""
COLORS = """(where) => {
  const style = getComputedStyle(document.querySelector(where));
  return [style.color, getComputedStyle(document.body).backgroundColor];
}"""
BLACK_ON_WHITE = ["rgb(0, 0, 0)", "rgb(255, 255, 255)"]


def test_rules_strategy_and_receipt(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.emulate_media(media="print", color_scheme="dark")
    for path, words in {
        "#/rules/maryland/pays": "500 to 1",
        "#/rules/maryland/plain": "The rules in plain words",
        "#/rules/hands": "How hands rank",
        "#/criss-cross/strategy": "against perfect play.",
    }.items():
        page.goto(address + path)
        expect(page.get_by_text(words).first).to_be_visible(timeout=60_000)
        assert page.evaluate(SEEN) == [], path
        assert page.evaluate(COLORS, "h1") == BLACK_ON_WHITE, path

    page.emulate_media(media="screen", color_scheme="dark")
    open_table(page, address)
    play(page, "ante_across")
    receipt = page.get_by_role("region", name="Receipt")
    expect(receipt).to_be_visible()
    page.emulate_media(media="print", color_scheme="dark")
    expect(receipt.get_by_text(re.compile("^Staked"))).to_be_visible()
    assert page.evaluate(SEEN) == []
    assert page.evaluate(COLORS, ".receipt") == BLACK_ON_WHITE
    box = receipt.bounding_box()
    assert box is not None and (box["x"], box["y"], box["width"]) == (0, 0, 1440)
    expect(page.get_by_role("heading", name="Across")).to_have_count(0)
