"""Help for newcomers: how hands rank, what progressive wagers pay, printed coordinates, and invitations."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.support.browser.company import Visitor
from tests.support.browser.felt_games import WHEELS, bet, button, decide, open_table, settled
from tests.support.browser.king_games import KingTable

pytestmark = pytest.mark.browser

RANKED = (
    "Royal flush",
    "Straight flush",
    "Four of a kind",
    "Full house",
    "Flush",
    "Straight",
    "Three of a kind",
    "Two pair",
)
COVERED = """() => {
  const guide = document.querySelector('.guide')?.getBoundingClientRect();
  const others = '.corner.nw dl, .corner.nw .how, .felt .bar button, .felt [data-spot], .felt .slot, .felt .hand';
  if (guide === undefined) return null;
  return [...document.querySelectorAll(others)]
    .filter((one) => one.checkVisibility())
    .map((one) => [one.className || one.tagName, one.getBoundingClientRect()])
    .filter(([, { left, top, right, bottom }]) => left < guide.right && right > guide.left && top < guide.bottom
      && bottom > guide.top)
    .map(([name]) => name);
}"""
PRINTED = """() => [...document.querySelectorAll('.board [data-square]')].map((square) => {
  const name = square.querySelector('.name');
  return [square.dataset.square, name !== null && name.checkVisibility() ? name.textContent : null];
})"""


def test_hands_are_ranked_with_pictures(page: Page, address: str) -> None:
    page.goto(f"{address}#/rules/hands")
    hands = page.get_by_role("region", name="Criss Cross Poker").get_by_role("listitem")
    expect(hands.first.get_by_role("heading")).to_have_text(RANKED[0])
    titles = hands.get_by_role("heading").all_inner_texts()
    assert tuple(titles[: len(RANKED)]) == RANKED and titles[-1] == "High card"
    for hand in hands.all():
        picture = hand.get_by_role("img", name=re.compile("^For example the |^For example "))
        expect(picture.locator("svg.card")).to_have_count(5)
    king = page.get_by_role("region", name="King Cross Poker").get_by_role("rowheader")
    expect(king.first).to_have_text(RANKED[0])
    assert tuple(king.all_inner_texts()) == (*RANKED, "One pair", "High card")


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=["phone", "desk"])
def test_progressive_wagers_are_explained_and_the_guide_covers_nothing(
    browser: Browser, address: str, size: tuple[int, int]
) -> None:
    page = browser.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce").new_page()
    open_table(page, address, rules=WHEELS)
    guide = page.get_by_role("note", name="Guide")
    expect(guide).to_be_visible()
    assert page.evaluate(COVERED) == []
    if size[0] < 1000:
        page.get_by_role("button", name="Open the panel").click()
    else:
        # Beside the meters: what sets a wheel off.
        expect(page.locator(".corner.nw")).to_contain_text("A pair in your hand spins the wheel.")
        expect(page.locator(".corner.nw")).to_contain_text("or better on the cross spins the wheels.")
    page.get_by_role("tab", name="Pays").click()
    pays = page.get_by_role("tabpanel", name="Pays")
    for words in ("A pair in your hand spins the wheel.", "the meter", "The Community wheel pays every seat"):
        expect(pays).to_contain_text(words)
    if size[0] < 1000:
        page.keyboard.press("Escape")
    bet(page, "ante_across")
    assert page.evaluate(COVERED) == []
    button(page, "^Deal").click()
    for stage in ("Across", "Down", "Middle"):
        expect(button(page, f"on {stage} Bet")).to_have_count(3)
        assert page.evaluate(COVERED) == [], stage
        decide(page, stage)
    settled(page)
    assert page.evaluate(COVERED) == []
    page.context.close()


def test_squares_show_the_coordinates_that_are_spoken(page: Page, address: str, context: BrowserContext) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    page.goto(KingTable(context, address).page)
    page.get_by_role("button", name="Roll the dice").click()
    expect(page.get_by_text("Roll 1 of 24", exact=True).filter(visible=True)).to_be_visible()
    assert page.evaluate("scrollY") == 0, "the dice are beside the sheet, and stay in sight"
    printed = dict(page.evaluate(PRINTED))
    assert printed.pop("c3") is None, "the printed King needs no coordinate"
    assert len(printed) == 24 and all(square == name for square, name in printed.items()), printed


def test_an_empty_seat_offers_an_invitation(browser: Browser, address: str) -> None:
    ada = Visitor(browser, address)
    ada.context.grant_permissions(["clipboard-read", "clipboard-write"])
    ada.become("Ada")
    table = ada.open(seat_count=2)
    ada.go(table)
    ada.page.get_by_role("button", name="Invite to seat 2").click()
    expect(ada.page.get_by_role("log")).to_contain_text("Invite link copied.")
    link = ada.page.evaluate("navigator.clipboard.readText()")
    bob = Visitor(browser, address)
    bob.page.goto(link)
    bob.page.get_by_role("button", name="Sit here, seat 2").click()
    # A name is asked for once, and can be skipped.
    expect(bob.page.get_by_role("dialog", name="What’s your name?")).to_be_visible()
    bob.page.get_by_role("button", name="Skip", exact=True).click()
    expect(bob.page.get_by_role("dialog")).to_have_count(0)
    bob.page.reload()
    expect(bob.page.get_by_role("button", name="Table menu")).to_be_visible()
    expect(ada.page.get_by_role("log")).to_contain_text("takes seat 2.")
    expect(bob.page.get_by_role("dialog")).to_have_count(0)
    for visitor in (ada, bob):
        visitor.close()
