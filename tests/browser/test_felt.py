"""A table of Criss Cross as people meet it: rounds by mouse, finger and keyboard, for every eye, without a jump."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.support.browser.accessibility import Scheme, violations
from tests.support.browser.felt_games import WHEELS, bet, button, decide, open_table, settled, spot, wallet_says

pytestmark = pytest.mark.browser

PHONE = (390, 844)
DOUBLE_TAP_MS = 350
"""Longer than the page takes two taps for one double tap."""
DESK = (1440, 900)
SMALL = (320, 568)

BOXES = """() => [...document.querySelectorAll('.felt :is(.slot, .hand, [data-spot], .row, .bar, .rail)')]
  .map((element) => {
    const { x, y, width, height } = element.getBoundingClientRect();
    return [element.dataset.spot ?? element.className.split(' ')[0], x, y, width, height].join(' ');
  })"""
WATCH = """() => {
  window.shifts = [];
  const names = ({ node }) => node?.className ?? node?.nodeName;
  new PerformanceObserver((list) => {
    const moved = list.getEntries().filter(({ hadRecentInput }) => !hadRecentInput);
    window.shifts.push(...moved.map(({ value, sources }) => `${value} ${sources.map(names).join(', ')}`));
  }).observe({ type: 'layout-shift', buffered: false });
}"""


def sized(browser: Browser, size: tuple[int, int], **more: Any) -> Page:
    return browser.new_context(viewport={"width": size[0], "height": size[1]}, **more).new_page()


def go_on(page: Page, ready: Callable[[], Any]) -> None:
    """Continue if the trainer pauses before the next card."""
    turn = page.get_by_role("button", name=re.compile("^(Turn the card|Continue)"))
    following = ready()
    expect(turn.or_(following).first).to_be_visible(timeout=30_000)
    if turn.count():
        turn.first.click()
    expect(following.first).to_be_visible()


def test_a_newcomer_plays_by_mouse(page: Page, address: str) -> None:
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    page.goto(address)
    page.get_by_role("button", name="Deal me in").or_(page.get_by_role("link", name="Deal me in")).first.click()
    # One press, and there are two cards and a decision.
    expect(page.get_by_role("img", name=re.compile("^Your hand: "))).to_be_visible(timeout=15_000)
    assert "deal=1" not in page.url
    decide(page, "Across")
    go_on(page, lambda: button(page, "on Down Bet"))
    decide(page, "Down", 2)
    go_on(page, lambda: button(page, "on Middle Bet"))
    decide(page, "Middle")
    go_on(page, lambda: button(page, "^Same again"))
    settled(page)
    expect(page.locator(".sums")).to_contain_text("Staked $30, returned")
    # Every row says what it came to, and why when it is asked.
    page.locator("button.text").nth(1).click()
    expect(page.locator(".voice")).to_contain_text(re.compile("Ante Down|Down Bet"))
    expect(page.locator(".voice .sources a").first).to_have_attribute("href", re.compile("#/rules/maryland"))
    button(page, "^Same again").click()
    expect(button(page, "on Across Bet")).to_have_count(3)


def test_a_round_by_keyboard_alone(page: Page, address: str) -> None:
    open_table(page, address)
    expect(button(page, "^Deal")).to_be_visible()
    for key in ("ArrowDown", "ArrowRight", "ArrowDown", "ArrowLeft", "Space"):
        page.keyboard.press(key)
    expect(spot(page, "ante_down")).to_be_focused()
    expect(spot(page, "ante_down")).to_have_attribute("aria-label", "Ante Down: $5")
    expect(spot(page, "ante_across")).to_have_attribute("aria-label", "Ante Across: $5")
    page.keyboard.press("]")
    page.keyboard.press("Space")
    expect(spot(page, "ante_across")).to_have_attribute("aria-label", "Ante Across: $30")
    page.keyboard.press("z")
    expect(spot(page, "ante_across")).to_have_attribute("aria-label", "Ante Across: $5")
    page.keyboard.press("c")
    expect(spot(page, "ante_across")).to_have_attribute("aria-label", "Ante Across: no chips")
    page.keyboard.press("[")
    page.keyboard.press("Space")
    page.keyboard.press("Backspace")
    expect(spot(page, "ante_down")).to_have_attribute("aria-label", "Ante Down: no chips")
    page.keyboard.press("Space")
    page.keyboard.press("Enter")
    for stage, key in (("Across", "1"), ("Down", "2"), ("Middle", "3")):
        expect(button(page, f"on {stage} Bet")).to_have_count(3)
        page.keyboard.press(key)
    settled(page)
    expect(page.locator(".sums")).to_contain_text("Staked $40, returned")
    page.keyboard.press("w")
    expect(page.locator(".voice p.sources")).to_be_visible()
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("dialog", name="Keyboard shortcuts")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(button(page, "on Across Bet")).to_have_count(3)
    page.keyboard.press("f")
    settled(page)
    page.get_by_role("button", name="Change bets").press("Enter")
    expect(button(page, "^Deal")).to_be_visible()
    log = page.get_by_role("log")
    for said in ("No more bets.", "Your cards: ", "Your turn: Across Bet.", "You fold.", "You lost 10 dollars."):
        expect(log).to_contain_text(said)


def test_letters_can_be_switched_off(page: Page, address: str) -> None:
    open_table(page, address)
    bet(page, "ante_across")
    expect(page.locator(".wallet b")).to_have_text("$990")
    page.evaluate("localStorage.setItem('crossfelt.display', JSON.stringify({ letterKeys: false }))")
    page.reload()
    expect(spot(page, "ante_across")).to_have_attribute("aria-label", "Ante Across: $5")
    page.keyboard.press("c")
    page.keyboard.press("ArrowDown")
    expect(spot(page, "ante_across")).to_be_focused()
    expect(spot(page, "ante_across")).to_have_attribute("aria-label", "Ante Across: $5")
    # Their badges go too; Enter is no single character.
    assert page.locator("kbd").all_inner_texts() == ["Enter"]


def test_a_round_on_a_phone(browser: Browser, address: str) -> None:
    page = sized(browser, PHONE, has_touch=True, is_mobile=True)
    open_table(page, address)
    spot(page, "ante_across").tap()
    spot(page, "five_card_bonus").tap()
    button(page, "^Deal").tap()
    for stage in ("Across", "Down", "Middle"):
        expect(button(page, f"on {stage} Bet")).to_have_count(3)
        # A tap that follows another one at once counts as the second half of a double tap.
        page.wait_for_timeout(DOUBLE_TAP_MS)
        button(page, "^Bet 1 times").tap()
    settled(page)
    page.get_by_role("button", name="Verify", exact=True).tap()
    expect(page.get_by_role("dialog", name="Fairness")).to_be_visible()
    page.context.close()


def test_chips_are_dragged(page: Page, address: str) -> None:
    open_table(page, address)
    expect(button(page, "^Deal")).to_be_visible()
    chip = page.get_by_role("radio", name="$25 chip")
    chip.drag_to(spot(page, "ante_across"))
    expect(spot(page, "ante_down")).to_have_attribute("aria-label", "Ante Down: $25")
    page.get_by_role("radio", name="$5 chip").drag_to(spot(page, "five_card_bonus"))
    expect(spot(page, "five_card_bonus")).to_have_attribute("aria-label", "Five Card Bonus: $5")
    spot(page, "five_card_bonus").drag_to(page.locator(".centre"))
    expect(spot(page, "five_card_bonus")).to_have_attribute("aria-label", "Five Card Bonus: no chips")
    spot(page, "ante_across").click(button="right")
    expect(spot(page, "ante_across")).to_have_attribute("aria-label", "Ante Across: $20")


def test_a_chip_that_breaks_a_limit_stays(page: Page, address: str) -> None:
    open_table(page, address)
    bet(page, "ante_across")
    page.get_by_role("radio", name="$100 chip").click()
    spot(page, "ante_across").click()
    expect(page.locator(".voice")).to_contain_text("Ante Across accepts $5 to $100.")
    expect(page.locator(".voice p.sources")).to_contain_text("7.E(1)")
    spot(page, "five_card_bonus").click()
    expect(page.locator(".voice")).to_contain_text("Five Card Bonus accepts $5 to $25.")
    expect(spot(page, "ante_across")).to_have_attribute("aria-label", "Ante Across: $5")


@pytest.mark.parametrize(
    ("rules", "spots"),
    [
        ("cardroom", ("ante_across", "six_card_bonus")),
        ("massachusetts", ("ante_down", "five_card_bonus")),
        (WHEELS, ("ante_across", "five_card_bonus", "bonus_spin", "bonus_spin_xtreme")),
    ],
    ids=["cardroom", "massachusetts", "wheels"],
)
def test_every_rule_book_is_played(page: Page, address: str, rules: str, spots: tuple[str, ...]) -> None:
    page.set_viewport_size({"width": DESK[0], "height": DESK[1]})
    open_table(page, address, rules=rules)
    bet(page, *spots)
    button(page, "^Deal").click()
    for _ in range(3):
        expect(button(page, "^Bet 1 times")).to_have_attribute("aria-disabled", "false")
        stage = button(page, "^Bet 1 times").get_attribute("aria-label")
        button(page, "^Bet 1 times").click()
        expect(page.get_by_role("button", name=stage or "", exact=True)).to_have_count(0)
    # A pair in the hand starts a wheel, which delays the result.
    expect(button(page, "^Same again")).to_be_visible(timeout=30_000)
    settled(page)
    assert page.locator(".row .net").count() == 4


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_eye(browser: Browser, address: str, size: tuple[int, int], scheme: Scheme) -> None:
    page = sized(browser, size, color_scheme=scheme, reduced_motion="reduce")
    open_table(page, address)
    bet(page, "ante_across", "five_card_bonus")
    assert violations(page) == []
    button(page, "^Deal").click()
    expect(button(page, "on Across Bet")).to_have_count(3)
    assert violations(page) == []
    for stage in ("Across", "Down", "Middle"):
        decide(page, stage)
    settled(page)
    page.keyboard.press("w")
    assert violations(page) == []
    page.context.close()


@pytest.mark.parametrize("size", [SMALL, (844, 390), (768, 1024), (1280, 720), DESK, (3840, 2160)], ids=str)
def test_all_is_in_sight_and_nothing_lies_on_another(browser: Browser, address: str, size: tuple[int, int]) -> None:
    page = sized(browser, size, reduced_motion="reduce")
    open_table(page, address)
    bet(page, "ante_across")
    button(page, "^Deal").click()
    expect(button(page, "on Across Bet")).to_have_count(3)
    parts = [*page.locator(".centre .slot").all(), *button(page, "on Across Bet").all(), button(page, "^Fold")]
    assert [inside(part, size) for part in parts] == [True] * len(parts)
    # The bar at the top: pages where there is room for them, the table, the wallet, the menu.
    bar = [one for one in page.locator("header .bar > *").all() if one.is_visible()]
    boxes = [box for box in (one.bounding_box() for one in bar) if box is not None]
    assert all(one["x"] + one["width"] <= other["x"] + 1 for one, other in pairwise(boxes)), boxes
    words = page.locator("header .table .words").evaluate("node => [node.scrollWidth, node.clientWidth]")
    assert size == SMALL or words[0] <= words[1], "the name of the table is whole"
    page.context.close()


@pytest.mark.parametrize("size", [(1024, 768), (1280, 800), (1340, 900)], ids=str)
def test_the_panel_opens_on_a_laptop(browser: Browser, address: str, size: tuple[int, int]) -> None:
    """A seat's flank lay on the button at these widths; a click waits until nothing covers it."""
    page = sized(browser, size)
    open_table(page, address)
    page.get_by_role("button", name="More", exact=True).click(timeout=10_000)
    expect(page.get_by_role("dialog", name="Panel")).to_be_visible()
    page.context.close()


def inside(part: Locator, size: tuple[int, int]) -> bool:
    """Whether all of it is in the window."""
    box = part.bounding_box()
    assert box is not None and box["height"] > 20
    return (
        box["x"] >= 0 and box["y"] >= 0 and box["x"] + box["width"] <= size[0] and box["y"] + box["height"] <= size[1]
    )


@pytest.mark.parametrize("size", [PHONE, SMALL, DESK, (1280, 720), (844, 390)], ids=str)
def test_nothing_moves(browser: Browser, address: str, size: tuple[int, int]) -> None:
    page = sized(browser, size)
    open_table(page, address)
    expect(button(page, "^Deal")).to_be_visible()
    page.evaluate("document.fonts.ready.then(() => undefined)")
    page.evaluate(WATCH)
    betting = page.evaluate(BOXES)
    bet(page, "ante_across", "five_card_bonus")
    assert page.evaluate(BOXES) == betting
    button(page, "^Deal").click()
    for stage in ("Across", "Down", "Middle"):
        expect(button(page, f"on {stage} Bet")).to_have_count(3)
        assert page.evaluate(BOXES) == betting, stage
        decide(page, stage)
    settled(page)
    assert page.evaluate(BOXES) == betting
    assert page.evaluate("window.shifts") == []
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
    page.context.close()


def test_a_reload_resumes_in_every_phase(page: Page, address: str) -> None:
    open_table(page, address)
    bet(page, "ante_across")
    expect(page.get_by_role("log")).to_contain_text("On the felt: $10.")
    expect(page.locator(".wallet b")).to_have_text("$990")
    page.reload()
    expect(spot(page, "ante_across")).to_have_attribute("aria-label", "Ante Across: $5")
    button(page, "^Deal").click()
    for stage in ("Across", "Down", "Middle"):
        expect(button(page, f"on {stage} Bet")).to_have_count(3)
        hand = page.get_by_role("img", name=re.compile("^Your hand: ")).get_attribute("aria-label")
        page.reload()
        expect(page.get_by_role("img", name=hand or "", exact=True)).to_be_visible()
        decide(page, stage)
    settled(page)
    page.reload()
    expect(button(page, "^Deal").or_(button(page, "^Same again")).first).to_be_visible()
    # The bets of before are remembered.
    expect(button(page, "^Rebet|^Same again").first).to_contain_text("$10")


def test_somebody_without_chips_is_refilled(page: Page, address: str) -> None:
    poor = True

    def me(route: Route) -> None:
        answer = route.fetch()
        change = {"balance_cents": 900} if poor else {}
        # Nobody is a guest yet when the page is opened.
        if answer.status == 204:
            route.fulfill(response=answer)
        else:
            route.fulfill(response=answer, json={**answer.json(), **change})

    def refill(route: Route) -> None:
        nonlocal poor
        poor = False
        route.fulfill(json={})

    page.route("**/api/me?*", me)
    page.route("**/api/me/refill", refill)
    wallet_says(page, None)
    open_table(page, address)
    button(page, "^Free refill").click()
    bet(page, "ante_across")
    expect(button(page, "^Deal")).to_contain_text("$10")


def test_whoever_looks_on_may_take_a_seat(browser: Browser, address: str) -> None:
    host, watcher = (sized(browser, DESK) for _ in range(2))
    table = open_table(host, address, seat_count=2, betting_seconds=0, decision_seconds=0)
    watcher.goto(f"{address}#/table/{table}")
    expect(button(watcher, "^Take a seat")).to_be_visible()
    assert violations(watcher) == []
    button(watcher, "^Take a seat").click()
    watcher.get_by_role("button", name="Skip", exact=True).click()
    expect(button(watcher, "^Deal")).to_be_visible()
    for page in (host, watcher):
        bet(page, "ante_across")
        button(page, "^Deal").click()
    expect(button(host, "on Across Bet")).to_have_count(3)
    assert violations(host) == []
    button(host, "^Bet 2 times").click()
    expect(button(watcher, "on Across Bet")).to_have_count(3)
    for page in (host, watcher):
        page.context.close()
