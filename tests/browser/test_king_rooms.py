"""King Cross in company: shared rolls that stay hidden until all have placed, bots, spectators, clocks."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, WebSocketRoute, expect

from tests.support.browser.accessibility import Scheme, violations
from tests.support.browser.king_games import KingTable
from tests.support.browser.king_page import at_roll, choose_wild, place_somewhere, squares

pytestmark = pytest.mark.browser


def test_placements_turn_over_together(page: Page, address: str, context: BrowserContext, browser: Browser) -> None:
    table = KingTable(context, address, mode="communal", seats=2)
    page.goto(table.page)
    friend = browser.new_context().new_page()
    friend.goto(table.page)
    friend.get_by_role("button", name="Take a seat").first.click()
    friend.get_by_role("button", name="Skip", exact=True).click()
    friend.get_by_role("button", name="I’m ready").click()
    page.get_by_role("button", name="I’m ready").click()
    at_roll(page, 1)
    at_roll(friend, 1)
    place_somewhere(page, 1)
    expect(page.get_by_role("button", name=re.compile("^Waiting for Guest"))).to_be_visible()
    # The friend sees that Ada has placed, but not where.
    expect(friend.get_by_role("button", name=re.compile("^Ada: 0 points, 0 cards placed, has placed"))).to_be_visible()
    expect(friend.get_by_role("heading", name="1 of 2 has placed")).to_be_visible()
    place_somewhere(friend, 1)
    expect(friend.get_by_role("button", name=re.compile("^Ada: 0 points, 1 card placed"))).to_be_visible()
    at_roll(page, 2)
    at_roll(friend, 2)
    friend.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_bots_and_a_spectator(
    page: Page, address: str, context: BrowserContext, browser: Browser, scheme: Scheme
) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    table = KingTable(context, address, mode="own_dice", seats=3)
    page.goto(table.page)
    expect(page.get_by_text("Waiting for another player")).to_be_visible()
    table.ask({"kind": "add_bot", "seat": 2, "policy": "random"})
    table.ask({"kind": "add_bot", "seat": 3, "policy": "greedy"})
    expect(page.get_by_role("heading", name="3 of 3 seats taken")).to_be_visible()
    assert violations(page) == []
    page.get_by_role("button", name="I’m ready").click()
    for roll in (1, 2, 3):
        place_somewhere(page, roll)
    at_roll(page, 4)
    others = page.get_by_role("group", name="Other sheets").get_by_role("button")
    expect(others).to_have_count(2)
    assert violations(page) == []
    others.first.click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("’s sheet")
    others.first.click()
    at_roll(page, 4)
    watcher = browser.new_context(viewport={"width": 390, "height": 844}).new_page()
    watcher.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    watcher.goto(table.page)
    expect(watcher.get_by_role("button", name="You’re watching Ada")).to_be_visible()
    assert violations(watcher) == []
    watcher.context.close()


def test_card_that_the_table_places_is_marked(page: Page, address: str, context: BrowserContext) -> None:
    table = KingTable(context, address, decision_seconds=10)
    page.goto(table.page)
    page.get_by_role("button", name="Roll the dice").click()
    expect(page.get_by_role("img", name=re.compile(r"^Clock: \d+ seconds left$"))).to_be_visible()
    # Only the clock makes the table place a card.
    expect(squares(page, "placed by the table")).to_have_count(1, timeout=30_000)
    expect(page.get_by_role("log")).to_contain_text("The table placed your card on a1.")
    # The turn began with ten seconds left: no announcement.
    expect(page.get_by_role("alert")).not_to_contain_text("seconds left")


IN_SIGHT = """node => {
  const { left, top, width, height } = node.getBoundingClientRect();
  const hit = document.elementFromPoint(left + width / 2, top + height / 2);
  return hit !== null && (node.contains(hit) || hit.contains(node)) && top >= 0 && top + height <= innerHeight;
}"""


@pytest.mark.parametrize(("width", "height"), [(320, 568), (375, 553)])
def test_low_phone_shows_card_clock_and_opponents(browser: Browser, address: str, width: int, height: int) -> None:
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=True, is_mobile=True, reduced_motion="reduce"
    )
    page = context.new_page()
    table = KingTable(context, address, mode="communal", seats=2, decision_seconds=60)
    table.ask({"kind": "add_bot", "seat": 2, "policy": "random"})
    page.goto(table.page)
    page.get_by_role("button", name="I’m ready").tap()
    at_roll(page, 1)

    def check() -> None:
        for seen in (
            page.get_by_role("region", name="Roll").locator(".card"),
            page.get_by_role("img", name=re.compile("^Clock")),
            page.get_by_role("group", name="Other sheets").get_by_role("button").first,
            page.get_by_role("button", name=re.compile("^(Choose|Place)")),
        ):
            expect(seen).to_be_visible()
            assert seen.evaluate(IN_SIGHT), seen

    check()
    page.evaluate("scrollTo(0, 1000)")
    check()
    with page.expect_response(re.compile("/advice$")) as answered:
        page.get_by_role("button", name="Hint").tap()
    best = squares(page, f"^{answered.value.json()['best']['square']}, open.*, best")
    expect(best).to_be_visible()
    assert best.evaluate(IN_SIGHT)
    check()
    # Placing with the button keeps the keyboard where it is.
    best.tap()
    page.get_by_role("button", name=re.compile("^Place ")).focus()
    page.keyboard.press("Enter")
    at_roll(page, 2)
    assert page.evaluate("document.activeElement !== document.body")
    context.close()


def test_lost_connection_keeps_what_was_chosen(page: Page, address: str, context: BrowserContext) -> None:
    routes: list[WebSocketRoute] = []

    def pass_on(route: WebSocketRoute) -> None:
        route.connect_to_server()
        routes.append(route)

    page.route_web_socket(re.compile("/live"), pass_on)
    page.goto(KingTable(context, address).page)
    page.get_by_role("button", name="Roll the dice").click()
    at_roll(page, 1)
    if page.get_by_role("radiogroup").count():
        choose_wild(page)
    squares(page, "^b4, open").click()
    expect(page.get_by_role("button", name="Place on b4")).to_be_visible()
    routes[-1].close()
    expect(page.get_by_role("alert")).to_contain_text("You’re back online.")
    page.get_by_role("button", name="Place on b4").click()
    at_roll(page, 2)
    expect(squares(page, "^b4, .* of ")).to_be_visible()
