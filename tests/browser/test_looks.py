"""For every eye and every screen: no accessibility fault, no sideways scrolling, nothing from elsewhere."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser.accessibility import Scheme, violations

pytestmark = pytest.mark.browser

BOOK = "#/rules/maryland/"
PATHS = {
    "home": "",
    "criss cross": "#/criss-cross",
    "strategy": "#/criss-cross/strategy",
    "king": "#/king",
    "daily": "#/king/daily",
    "tables": "#/tables",
    "new table": "#/tables/new",
    "me": "#/me",
    "rounds": "#/rounds",
    "rules": "#/rules",
    "hands": "#/rules/hands",
    "compare": "#/rules/compare?a=maryland&b=cardroom",
    "plain": f"{BOOK}plain",
    "king plain": "#/rules/king-cross",
    "pays": f"{BOOK}pays",
    "wagers": f"{BOOK}wagers",
    "round": f"{BOOK}round",
    "settlement": f"{BOOK}settlement",
    "irregularities": f"{BOOK}irregularities",
    "choices": f"{BOOK}choices",
    "procedure": f"{BOOK}procedure",
    "readings": f"{BOOK}readings",
    "clauses": f"{BOOK}clauses",
    "settle": "#/settle?rules=cardroom",
    "text": "#/rules/king-cross/clauses",
    "nowhere": "#/nowhere",
}


def open_path(page: Page, address: str, path: str) -> None:
    page.goto(address + path)
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    # A strategy card is grown when it is first asked for.
    waiting = page.get_by_role("status").filter(has_text=re.compile("Opening|Fetching|Loading|Analyzing|Solving"))
    expect(waiting).to_have_count(0, timeout=60_000)


def settle_example(page: Page) -> None:
    page.get_by_role("button", name="Example round").click()
    page.get_by_text("House choices").click()
    page.get_by_text("JSON", exact=True).click()
    page.get_by_role("button", name="Settle the round").click()
    expect(page.get_by_role("heading", name="Settled by")).to_be_visible()
    page.get_by_role("button", name="Expand all seats").click()
    expect(page.get_by_role("region", name="Seat 5, settled").get_by_role("table")).to_be_visible()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_accessibility_fault(page: Page, address: str, scheme: Scheme) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    results = {}
    for name, path in PATHS.items():
        open_path(page, address, path)
        results[name] = violations(page)
    assert results == {name: [] for name in PATHS}


def test_colors_change_at_once_where_less_motion_is_wanted(page: Page, address: str) -> None:
    """A duration close to 0 is still a transition: for a frame, text has the old color on the new ground."""
    page.emulate_media(reduced_motion="reduce")
    open_path(page, address, PATHS["settle"])
    button = page.get_by_role("button", name="Settle the round")
    color = button.evaluate("node => (node.style.color = 'rgb(1, 2, 3)', getComputedStyle(node).color)")
    assert color == "rgb(1, 2, 3)"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_accessibility_fault_in_results_picker_and_refusal(page: Page, address: str, scheme: Scheme) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    open_path(page, address, PATHS["settle"])
    settle_example(page)
    assert violations(page) == []
    page.get_by_role("region", name="Seat 1", exact=True).get_by_label("Down Ante").fill("4")
    page.get_by_role("button", name="Settle the round").click()
    expect(page.get_by_role("region", name="Refused")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="middle: king of diamonds").click()
    expect(page.get_by_role("dialog")).to_be_visible()
    assert violations(page) == []


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_accessibility_fault_where_something_is_missing_or_unfolded(
    page: Page, address: str, scheme: Scheme
) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    open_path(page, address, PATHS["settle"])
    page.get_by_role("button", name="Settle the round").click()
    expect(page.get_by_text("Choose two across cards.")).to_be_visible()
    assert violations(page) == []
    open_path(page, address, f"{BOOK}clauses?find=12.A")
    page.get_by_text("Evidence").first.click()
    assert violations(page) == []


def test_wide_table_shows_on_which_side_it_goes_on(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 360, "height": 740})
    open_path(page, address, PATHS["rules"])
    table = page.get_by_role("region", name="Pay tables side by side")
    hint = page.get_by_text("Scroll sideways to see the whole table")
    expect(hint).to_be_visible()

    def wait_for_shadows(left: str, right: str) -> None:
        page.wait_for_function(
            """([left, right]) => ['::before', '::after'].map(
                (side) => getComputedStyle(document.querySelector('.frame'), side).opacity
            ).join() === [left, right].join()""",
            arg=[left, right],
        )

    wait_for_shadows("0", "1")
    table.focus()
    for _ in range(12):
        page.keyboard.press("ArrowRight")
    # Scrolling ends at a whole pixel, the table may end at a fraction of one.
    expect(table.get_by_role("columnheader", name="massachusetts")).to_be_in_viewport(ratio=0.99)
    wait_for_shadows("1", "0")
    page.set_viewport_size({"width": 1200, "height": 740})
    expect(hint).to_be_hidden()


@pytest.mark.parametrize("width", [320, 360, 768, 1440, 3840])
def test_no_sideways_scrolling(page: Page, address: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    results = {}
    for name, path in PATHS.items():
        open_path(page, address, path)
        if name == "settle":
            settle_example(page)
        results[name] = page.evaluate("document.documentElement.scrollWidth")
    assert results == dict.fromkeys(PATHS, width)


def test_picker_fits_a_phone(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 360, "height": 640})
    open_path(page, address, PATHS["settle"])
    page.get_by_role("button", name="middle: no card yet").click()
    picker = page.get_by_role("dialog")
    for card in ("ace of hearts", "two of spades"):
        button = picker.get_by_role("button", name=card, exact=True)
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box is not None and box["x"] >= 0 and box["x"] + box["width"] <= 360
        assert min(box["width"], box["height"]) >= 24, "large enough for a finger"


def test_theme_and_four_colours_are_remembered(page: Page, address: str) -> None:
    page.emulate_media(color_scheme="light")
    open_path(page, address, PATHS["settle"])
    paper = "getComputedStyle(document.body).backgroundColor"
    light = page.evaluate(paper)
    page.get_by_label("Menu and settings").click()
    page.get_by_label("Colors", exact=True).select_option("dark")
    page.get_by_label("Four-color deck").check()
    dark = page.evaluate(paper)
    assert dark != light
    page.reload()
    page.get_by_role("button", name="Example round").click()
    assert page.evaluate(paper) == dark
    page.get_by_role("button", name=re.compile("^across left")).click()
    expect(page.get_by_role("dialog").get_by_role("button", name="ace of spades")).to_be_visible()
    colours = page.evaluate(
        """() => ['h', 'c', 'd', 's'].map((suit) => getComputedStyle(
            document.querySelector(`dialog [data-card="A${suit}"] svg`)).color)"""
    )
    assert len(set(colours)) == 4


def test_nothing_comes_from_elsewhere(browser: Browser, address: str) -> None:
    page = browser.new_page()
    hosts: set[str] = set()
    page.on("request", lambda request: hosts.add(request.url.split("#")[0][: len(address)]))
    for path in PATHS.values():
        open_path(page, address, path)
    assert hosts == {address}
    page.close()


def test_reduced_motion_moves_nothing(page: Page, address: str) -> None:
    page.emulate_media(reduced_motion="reduce")
    open_path(page, address, PATHS["settle"])
    seconds = page.evaluate(
        """() => Math.max(...[...document.querySelectorAll('*')].map(
            (element) => parseFloat(getComputedStyle(element).transitionDuration)))"""
    )
    assert seconds < 0.001
