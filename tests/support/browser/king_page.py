"""One King Cross game on the page: its squares, its rolls and placements."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

ROLLS = 24


def squares(page: Page, words: str) -> Locator:
    """The squares of the sheet that are heard with these words."""
    return page.get_by_role("grid", name="Your sheet").get_by_role("gridcell", name=re.compile(words))


def at_roll(page: Page, roll: int) -> None:
    """Wait for a roll that can be placed."""
    expect(page.get_by_text(f"Roll {roll} of {ROLLS}", exact=True).filter(visible=True)).to_be_visible()
    expect(squares(page, r", (open\.|closed)").first).to_be_visible()


def choose_wild(page: Page) -> None:
    """Make a wild roll the first card that fits somewhere."""
    page.get_by_role("radio", disabled=False).first.click()
    expect(squares(page, r", open\.").first).to_be_visible()


def place_somewhere(page: Page, roll: int) -> None:
    """Place a roll on the first open square with the pointer."""
    at_roll(page, roll)
    if page.get_by_role("radiogroup").count():
        choose_wild(page)
    squares(page, r", open\.").first.click()
    page.get_by_role("button", name=re.compile("^Place ")).click()
