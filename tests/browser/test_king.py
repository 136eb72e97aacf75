"""King Cross in the browser: whole games by mouse, by keyboard and in the hand, closed squares, wild rolls, hints."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect

from tests.support.browser.accessibility import Scheme, violations
from tests.support.browser.king_games import KingTable
from tests.support.browser.king_page import ROLLS, at_roll, place_somewhere, squares

pytestmark = pytest.mark.browser

MOST_TABS = 40
SCHEMES: tuple[Scheme, ...] = ("light", "dark")


def finished(page: Page) -> int:
    """The points of a finished game, which are those of its hands and achievements."""
    heading = page.get_by_role("heading", name=re.compile(r"^[\d,]+ points$"))
    expect(heading).to_be_visible()
    hands = page.locator("details").filter(has_text="Score details")
    if hands.get_attribute("open") is None:
        hands.locator("summary").click()
    parts = [
        *hands.get_by_role("listitem").locator("b").all_inner_texts(),
        *page.locator(".end ul b").all_inner_texts(),
    ]
    total = int((heading.text_content() or "").split()[0].replace(",", ""))
    assert total == sum(int(part.strip("+").replace(",", "")) for part in parts)
    assert squares(page, ", (open|closed|empty)").count() == 0
    expect(page.get_by_role("link", name="Review the game")).to_have_attribute(
        "href", re.compile(r"^#/king/review/\w+-1$")
    )
    return total


def test_full_game_by_mouse(page: Page, address: str, context: BrowserContext) -> None:
    page.goto(KingTable(context, address).page)
    page.get_by_role("button", name="Roll the dice").click()
    for roll in range(1, ROLLS + 1):
        place_somewhere(page, roll)
    finished(page)
    page.get_by_role("button", name="Same again").click()
    at_roll(page, 1)
    assert squares(page, ", open").count() == ROLLS


def type_square(page: Page, square: str) -> None:
    page.keyboard.press(square[0])
    page.keyboard.press(square[1])


def tab_to(page: Page, target: Locator) -> None:
    """Goes to something with the tab key alone."""
    for _ in range(MOST_TABS):
        if target.evaluate("node => node === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the tab key never gets there")


def test_full_game_by_keyboard(page: Page, address: str, context: BrowserContext) -> None:
    page.goto(KingTable(context, address).page)
    start = page.get_by_role("button", name="Roll the dice")
    expect(start).to_be_visible()
    tab_to(page, start)
    page.keyboard.press("Enter")
    for roll in range(1, ROLLS + 1):
        at_roll(page, roll)
        if page.get_by_role("radiogroup").count():
            tab_to(page, page.get_by_role("radio", disabled=False).first)
            page.keyboard.press("Space")
        expect(squares(page, r", open\.").first).to_be_visible()
        square = squares(page, r", open\.").first.get_attribute("data-square")
        assert square is not None
        # A radio button keeps letters to itself no more than any other button.
        type_square(page, square)
        expect(squares(page, f"^{square}, open.*Selected")).to_be_focused()
        page.keyboard.press("Enter")
    finished(page)
    assert page.evaluate("document.activeElement !== document.body")
    tab_to(page, page.get_by_role("button", name="Same again"))


def test_arrows_walk_and_escape_takes_back(page: Page, address: str, context: BrowserContext) -> None:
    page.goto(KingTable(context, address).page)
    page.get_by_role("button", name="Roll the dice").click()
    at_roll(page, 1)
    type_square(page, "a1")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("ArrowDown")
    expect(squares(page, "^b2, open.*Selected")).to_be_focused()
    expect(page.get_by_role("button", name="Place on b2")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Choose a lit square")).to_be_visible()
    page.keyboard.press("l")
    expect(page.get_by_role("log")).to_contain_text("Hand 12: nothing yet, up to royal flush, 500.")
    tips = page.get_by_role("note", name="Guide")
    expect(tips).to_contain_text("Two dice made this card")
    tips.get_by_role("button", name="Hide tips").click()
    expect(tips).to_have_count(0)
    assert page.evaluate("document.activeElement !== document.body")
    # Without single keys there are neither the keys nor their badges; arrows and Enter stay.
    page.evaluate("localStorage.setItem('crossfelt.display', JSON.stringify({ letterKeys: false }))")
    page.reload()
    at_roll(page, 1)
    expect(tips).to_have_count(0)
    expect(page.get_by_text("H", exact=True)).to_have_count(0)
    for key in ("h", "a", "1"):
        page.keyboard.press(key)
    expect(page.get_by_role("button", name="Hint")).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_role("button", name="Choose a lit square")).to_be_visible()
    squares(page, "^c3,").focus()
    page.keyboard.press("ArrowUp")
    expect(squares(page, "^c2, open.*Selected")).to_be_focused()


@pytest.fixture
def phone(browser: Browser, address: str) -> Iterator[Page]:
    """A page in the hand."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page = context.new_page()
    page.goto(KingTable(context, address).page)
    yield page
    context.close()


def test_full_game_on_a_phone(phone: Page) -> None:
    phone.get_by_role("button", name="Roll the dice").tap()
    for roll in range(1, ROLLS + 1):
        at_roll(phone, roll)
        if phone.get_by_role("radiogroup").count():
            phone.get_by_role("radio", disabled=False).first.tap()
            expect(squares(phone, r", open\.").first).to_be_visible()
        square = squares(phone, r", open\.").first
        name = square.get_attribute("data-square")
        square.tap()
        # The second tap on the same square places the card.
        squares(phone, f"^{name}, open.*Selected").tap()
    finished(phone)
    assert phone.evaluate("document.documentElement.scrollWidth") <= 390


def test_card_is_dragged(page: Page, address: str, context: BrowserContext) -> None:
    page.goto(KingTable(context, address).page)
    page.get_by_role("button", name="Roll the dice").click()
    at_roll(page, 1)
    card = page.get_by_role("region", name="Roll").locator(".card")
    box, target = card.bounding_box(), squares(page, "^d2,").bounding_box()
    assert box is not None and target is not None
    page.mouse.move(box["x"] + 20, box["y"] + 20)
    page.mouse.down()
    page.mouse.move(target["x"] + 20, target["y"] + 20, steps=4)
    page.mouse.up()
    expect(page.get_by_role("button", name="Place on d2")).to_be_visible()


def has_closed_square(sheet: dict[str, object], options: list[dict[str, str]]) -> bool:
    rolls, wild = sheet["rolls"], sheet["is_wild"]
    assert isinstance(rolls, list)
    return not wild and len(options) < ROLLS + 1 - len(rolls)


def test_closed_square_says_why(page: Page, address: str, context: BrowserContext) -> None:
    table = KingTable(context, address)
    table.play_until(has_closed_square)
    page.goto(table.page)
    closed = squares(page, ", closed. Hand").first
    expect(closed).to_be_visible()
    square = closed.get_attribute("data-square")
    closed.click()
    expect(page.get_by_text(f"can’t go on {square}.")).to_be_visible()
    expect(page.get_by_text("No hand can have the same card twice.")).to_be_visible()
    expect(page.get_by_role("log")).to_contain_text(re.compile(rf"{square}, closed\. Hand \d+ already has"))
    expect(page.get_by_role("button", name="Choose a lit square")).to_have_attribute("aria-disabled", "true")


COVERED = """() => {
  const parts = [...document.querySelectorAll('.hand :is(button, a, summary, h2, p, li)')]
    .filter((node) => node.checkVisibility())
    .map((node) => [node.textContent, node.getBoundingClientRect()]);
  return [...document.querySelectorAll('.reading')].map((node) => node.getBoundingClientRect()).flatMap((reading) =>
    parts.filter(([, { left, right, top, bottom }]) => left < right && left < reading.right - 1
      && right > reading.left + 1 && top < reading.bottom - 1 && bottom > reading.top + 1).map(([text]) => text));
}"""
"""The texts beside the sheet that overlap a reading of a hand."""


def test_nothing_beside_the_sheet_overlaps_a_reading(page: Page, address: str, context: BrowserContext) -> None:
    page.emulate_media(reduced_motion="reduce")
    table = KingTable(context, address)
    page.goto(table.page)
    details = page.locator("details").filter(has_text="Score details")

    def check(is_open: bool = False) -> None:
        for width, height in ((932, 430), (960, 700), (1280, 720), (1366, 657), (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            if is_open:
                # The list closes automatically where there is little room.
                page.evaluate("() => new Promise(requestAnimationFrame)")
                details.evaluate("node => { node.open = true; }")
                expect(details.get_by_role("listitem").last).to_be_visible()
            assert page.evaluate(COVERED) == [], (width, height)

    table.play_until(lambda sheet, _: not sheet["is_wild"])
    expect(page.get_by_role("button", name="Choose a lit square")).to_be_visible()
    check()
    table.play_until(lambda sheet, _: bool(sheet["is_wild"]))
    expect(page.get_by_role("button", name="Choose a card")).to_be_visible()
    check()
    table.play_game()
    expect(page.get_by_role("button", name="Same again")).to_be_visible()
    check()
    check(is_open=True)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_wild_roll_becomes_another_card(page: Page, address: str, context: BrowserContext, scheme: Scheme) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    table = KingTable(context, address)
    table.play_until(lambda sheet, _: bool(sheet["is_wild"]))
    page.goto(table.page)
    group = page.get_by_role("radiogroup", name="Change the wild roll")
    expect(group).to_be_visible()
    expect(page.get_by_role("button", name="Choose a card")).to_be_visible()
    option = group.get_by_role("radio", disabled=False).last
    label = option.get_attribute("aria-label") or ""
    option.click()
    expect(option).to_be_checked()
    expect(squares(page, r", open\.")).to_have_count(int(label.split(", ")[1].split()[0]))
    squares(page, r", open\.").first.click()
    assert violations(page) == []
    place = page.get_by_role("button", name=re.compile(f"^Place {label.split(', ')[0]} on "))
    square = (place.text_content() or "").split("on ")[1][:2]
    place.click()
    expect(squares(page, f"^{square}, {label.split(', ')[0]}")).to_be_visible()


@pytest.mark.parametrize("scheme", SCHEMES)
def test_no_accessibility_fault_from_start_to_end(
    page: Page, address: str, context: BrowserContext, scheme: Scheme
) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    table = KingTable(context, address)
    page.goto(table.page)
    expect(page.get_by_role("button", name="Roll the dice")).to_be_visible()
    assert violations(page) == []
    reached = table.play_until(lambda sheet, options: len(sheet["rolls"]) >= 12 and has_closed_square(sheet, options))
    at_roll(page, reached)
    assert violations(page) == []
    squares(page, ", closed").first.click()
    expect(page.get_by_text("can’t go on")).to_be_visible()
    assert violations(page) == []
    squares(page, r", open\.").first.click()
    page.keyboard.press("h")
    expect(page.get_by_role("heading", name=re.compile("is worth|only choice|the same"))).to_be_visible()
    assert violations(page) == []
    page.keyboard.press("h")
    page.keyboard.press("Escape")
    for roll in range(reached, ROLLS + 1):
        place_somewhere(page, roll)
    expect(page.get_by_role("button", name="Same again")).to_be_visible()
    assert violations(page) == []


def test_hint_has_the_figures_of_the_server(page: Page, address: str, context: BrowserContext) -> None:
    table = KingTable(context, address)
    table.play_until(lambda sheet, _: len(sheet["rolls"]) == 10 and not sheet["is_wild"])
    page.goto(table.page)
    at_roll(page, 10)
    with page.expect_response(re.compile("/advice$")) as answered:
        page.get_by_role("button", name="Hint").click()
    hint = answered.value.json()
    best = hint["best"]["square"]
    expect(squares(page, f"^{best}, open.*, best")).to_be_visible()
    rows = page.get_by_role("region", name="All open squares").get_by_role("listitem")
    expect(rows).to_have_count(len(hint["placements"]))
    for row, placement in zip(rows.all(), hint["placements"], strict=True):
        assert f"{placement['value']:,.1f}" in row.inner_text()


def test_reload_keeps_the_game(page: Page, address: str, context: BrowserContext) -> None:
    page.goto(KingTable(context, address).page)
    page.get_by_role("button", name="Roll the dice").click()
    for roll in (1, 2, 3):
        place_somewhere(page, roll)
    at_roll(page, 4)
    held = squares(page, " of (hearts|clubs|diamonds|spades)$")
    before = [square.get_attribute("aria-label") for square in held.all()]
    page.reload()
    at_roll(page, 4)
    assert [square.get_attribute("aria-label") for square in held.all()] == before
    place_somewhere(page, 4)
    at_roll(page, 5)
