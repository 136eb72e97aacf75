"""The lobby, opening a table, the guest's own page, and the drawers of a table."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from secrets import token_hex

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.support.browser.accessibility import Scheme, violations
from tests.support.browser.company import LIVE, Visitor
from tests.support.browser.king_games import KingTable

pytestmark = pytest.mark.browser


@pytest.fixture
def host(browser: Browser, address: str) -> Iterator[Visitor]:
    """Somebody else, who has tables."""
    visitor = Visitor(browser, address)
    visitor.become("Hanna")
    yield visitor
    visitor.close()


def become_guest(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}#/me")
    page.get_by_label("Your name").fill(name)
    page.get_by_role("button", name="Become a guest").click()
    expect(page.get_by_role("heading", name=name)).to_be_visible()


def test_the_lobby_shows_tables_as_they_come_and_change(page: Page, address: str, host: Visitor) -> None:
    # What is there when somebody comes is not news.
    with page.expect_response("**/api/tables"):
        page.goto(f"{address}#/tables")
    title = f"Owl {token_hex(3)}"
    terms = {**LIVE, "title": title, "rules": "maryland", "options": {"ante_minimum_cents": 1000}}
    host.post("tables", {"id": token_hex(16), **terms})
    card = page.get_by_role("article", name=title)
    expect(card).to_contain_text("Antes $10 to $100", timeout=15_000)
    expect(card).to_contain_text("All 3 seats free")
    expect(page.get_by_role("log")).to_contain_text(f"New table: {title}.")
    page.get_by_role("button", name="King Cross", exact=True).click()
    expect(page).to_have_url(re.compile("game=king-cross"))
    expect(card).to_have_count(0)
    page.get_by_role("button", name="Both games").click()
    table = (card.get_by_role("link").get_attribute("href") or "").rsplit("/", 1)[1]
    host.ask(table, {"kind": "sit", "seat": 1})
    expect(card).to_contain_text("2 of 3 seats free", timeout=15_000)
    expect(card.get_by_role("list")).to_contain_text("Hanna")
    card.get_by_role("link").click()
    expect(page.get_by_role("button", name="Table menu")).to_be_visible()


def test_an_empty_lobby_says_what_to_do(page: Page, address: str) -> None:
    page.route("**/api/tables", lambda route: route.fulfill(json={"tables": []}))
    page.goto(f"{address}#/tables?game=king-cross")
    expect(page.get_by_role("heading", name="No open tables for this game")).to_be_visible()
    page.get_by_role("link", name="Open the first table").click()
    expect(page.get_by_label("King Cross")).to_be_checked()


def test_a_table_is_opened_with_its_own_terms_and_faults_stand_beside_their_fields(page: Page, address: str) -> None:
    page.goto(f"{address}#/tables/new")
    page.get_by_label("Rule book").select_option("cardroom")
    expect(page.get_by_label("Minimum ante, dollars")).not_to_have_value("")
    page.get_by_label("Table name").fill("")
    page.get_by_label("Minimum ante, dollars").fill("7")
    page.get_by_label("Maximum ante, dollars").fill("6")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_text("! Give the table a name.")).to_be_visible()
    expect(page.get_by_text("! The maximum is below the minimum of $7.")).to_be_visible()
    expect(page.get_by_label("Maximum ante, dollars")).to_be_focused()
    page.get_by_label("Table name").fill("Wren")
    page.get_by_label("Minimum ante, dollars").fill("0.01")
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_label("Minimum ante, dollars")).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_text(re.compile("! Ante minimum: "))).to_be_visible()
    page.get_by_label("Minimum ante, dollars").fill("5")
    page.get_by_label("Maximum ante, dollars").fill("8")
    page.get_by_label("Time to decide").select_option("60 seconds")
    page.get_by_label("Seats", exact=True).fill("4")
    page.get_by_role("checkbox", name=re.compile("Private")).check()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("banner").get_by_text("Wren")).to_be_visible()
    expect(page.get_by_role("banner").get_by_text("live · private")).to_be_visible()
    table = page.url.rsplit("/", 1)[1]
    shown = page.request.get(f"{address}api/tables/{table}").json()
    assert (shown["info"]["seat_count"], shown["clocks"]["decision_ms"]) == (4, 60_000)
    choices = shown["rules_document"]["choices"]
    assert (choices["ante_minimum_cents"], choices["ante_maximum_cents"]) == (500, 800)
    assert [seat["seat"] for seat in shown["info"]["seats"]] == [1], "the guest who opens a table sits down"


def test_what_is_typed_is_not_lost_to_rules_that_come_late(page: Page, address: str) -> None:
    """Each rule book takes its time, and the first one longest: it is no longer wanted when it comes."""
    held: list[Route] = []

    def hold(route: Route) -> None:
        held.append(route)

    page.route(re.compile(r"/api/rules/(maryland|cardroom)(\?|$)"), hold)
    page.goto(f"{address}#/tables/new")
    page.get_by_label("Rule book").select_option("cardroom")
    least = page.get_by_label("Minimum ante, dollars")
    expect(least).to_be_disabled()
    while len(held) < 2:
        page.wait_for_timeout(20)
    for route in reversed(held):
        route.continue_()
    least.fill("7")
    page.wait_for_load_state("networkidle")
    expect(page.get_by_label("Rule book")).to_have_value("cardroom")
    expect(least).to_have_value("7")


def test_a_table_of_sheets_and_one_with_wheels_are_opened(page: Page, address: str) -> None:
    page.goto(f"{address}#/tables/new")
    expect(page.get_by_label("Minimum ante, dollars")).not_to_have_value("")
    page.get_by_role("checkbox", name=re.compile("Progressive side bets")).check()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("button", name="Table menu")).to_be_visible()
    shown = page.request.get(f"{address}api/tables/{page.url.rsplit('/', 1)[1]}").json()
    assert "progressives" in shown["rules_document"]
    page.goto(f"{address}#/tables/new")
    page.get_by_label("King Cross").check()
    page.get_by_label("Own dice").check()
    page.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(re.compile("/table/"))
    expect(page.get_by_role("button", name="Table menu")).to_be_visible()
    shown = page.request.get(f"{address}api/tables/{page.url.rsplit('/', 1)[1]}").json()
    assert (shown["info"]["game"], shown["rules_document"]["mode"]) == ("king-cross", "own_dice")


def test_a_guest_changes_name_moves_with_a_code_and_is_deleted(
    page: Page, address: str, browser: Browser, context: BrowserContext
) -> None:
    become_guest(page, address, "Ada")
    page.get_by_label("Name shown to others").fill("Ada L.")
    page.get_by_role("button", name="Change", exact=True).click()
    expect(page.get_by_role("heading", name="Ada L.")).to_be_visible()
    # The cookie decides who this is, not what the page remembers.
    page.evaluate("localStorage.clear()")
    page.reload()
    expect(page.get_by_role("heading", name="Ada L.")).to_be_visible()
    page.get_by_role("button", name="Create a new code").click()
    code = page.locator(".code").inner_text()
    page.get_by_role("button", name="I saved it").click()
    expect(page.get_by_text(code)).to_have_count(0)
    expect(page.get_by_text("Every entry adds up.")).to_be_visible()
    expect(page.get_by_role("button", name="Free refill")).to_be_disabled()

    other = browser.new_page()
    become_guest(other, address, "Bea")
    other.get_by_role("button", name="I saved it").click()
    other.get_by_role("textbox", name="Recovery code").fill(code)
    other.get_by_role("button", name="Move here").click()
    # Nobody is replaced before their own code was shown and saved.
    warning = other.get_by_role("dialog", name="Replace Bea?")
    replace = warning.get_by_role("button", name="Replace Bea")
    expect(replace).to_be_disabled()
    warning.get_by_role("button", name="Show the recovery code").click()
    expect(warning.locator(".code")).to_be_visible()
    expect(replace).to_be_disabled()
    warning.get_by_label("I saved this code").check()
    replace.click()
    expect(other.get_by_role("heading", name="Ada L.")).to_be_visible()
    assert other.locator(".code").inner_text() != code
    other.get_by_role("button", name="Delete my account…").click()
    other.get_by_role("button", name="Keep it").click()
    other.get_by_role("button", name="Delete my account…").click()
    other.get_by_role("button", name="Yes, delete it").click()
    expect(other.get_by_role("heading", name="Account deleted")).to_be_visible()
    other.close()
    assert context.request.get(f"{address}api/me").status == 401, "who moved away is nobody here"


def test_the_statement_holds_every_movement_of_a_wager(address: str, context: BrowserContext) -> None:
    # The server may still be giving advice to a page that was closed, and then refuses it to this one.
    page = context.new_page()
    become_guest(page, address, "Ada")
    opened = context.request.post(
        f"{address}api/tables",
        data={"id": token_hex(16), **LIVE, "table_kind": "practice", "rules": "maryland"},
        headers={"origin": address.rstrip("/")},
    )
    table = opened.json()["info"]["table"]
    page.goto(f"{address}table/{table}")
    page.get_by_role("button", name="Sit here, seat 1").click()
    page.locator('[data-spot="ante_across"]').click()
    page.get_by_role("button", name=re.compile("^Deal")).click()
    expect(page.get_by_role("button", name=re.compile("on Across"))).not_to_have_count(0)
    page.goto(f"{address}#/me")
    rows = page.get_by_role("row")
    expect(rows.filter(has_text="Wagered")).to_have_count(1)
    expect(page.get_by_text("= wallet $990")).to_be_visible()
    expect(page.get_by_text("Every entry adds up.")).to_be_visible()


def test_a_dialog_takes_the_focus_keeps_keys_and_gives_the_focus_back(
    page: Page, address: str, context: BrowserContext
) -> None:
    page.goto(KingTable(context, address, mode="own_dice", seats=3).page)
    menu, dialog = page.get_by_role("button", name="Table menu"), page.get_by_role("dialog")
    ways: tuple[Callable[[], None], ...] = (
        lambda: page.keyboard.press("Escape"),
        lambda: page.mouse.click(5, 400),
        lambda: dialog.get_by_role("button", name="Close").click(),
    )
    for close in ways:
        menu.click()
        expect(dialog.locator(":focus")).to_have_count(1)
        close()
        expect(dialog).to_have_count(0)
        expect(menu).to_be_focused()
    # From one dialog to the next, the focus goes back to what is still there.
    menu.click()
    dialog.get_by_role("button", name="Add a bot").click()
    dialog.locator("li button").first.click()
    expect(dialog).to_have_count(0)
    expect(menu).to_be_focused()
    expect(page.get_by_role("heading", name="2 of 3 seats taken")).to_be_visible()
    # The dialog of the seats closes as well, although a seat is still free before it is gone.
    opener = page.get_by_role("button", name="Add a bot")
    opener.click()
    dialog.locator("li button").first.click()
    expect(page.get_by_role("heading", name="3 of 3 seats taken")).to_be_visible()
    expect(dialog).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_no_accessibility_fault(
    page: Page, context: BrowserContext, address: str, host: Visitor, scheme: Scheme
) -> None:
    page.emulate_media(color_scheme=scheme, reduced_motion="reduce")
    host.open(title="Finch")
    page.goto(f"{address}#/me")
    expect(page.get_by_label("Your name")).to_be_visible()
    results = {"nobody": violations(page)}
    become_guest(page, address, "Ada")
    expect(page.get_by_text("Every entry adds up")).to_be_visible()
    results["me"] = violations(page)
    page.goto(f"{address}#/tables")
    expect(page.get_by_role("article").first).to_be_visible()
    results["lobby"] = violations(page)
    page.goto(f"{address}#/tables/new")
    expect(page.get_by_label("Minimum ante, dollars")).not_to_have_value("")
    page.get_by_label("Table name").fill("")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_text("House choices").click()
    results["new, with faults"] = violations(page)
    page.get_by_label("Table name").fill("Finch")
    page.get_by_role("checkbox", name="Private").check()
    page.get_by_role("checkbox", name="Host rules").check()
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Table menu").click()
    expect(page.get_by_role("dialog", name="Finch")).to_be_visible()
    results["menu"] = violations(page)
    page.get_by_role("button", name="Add a bot").click()
    expect(page.get_by_role("button", name="Without a mistake")).to_be_visible()
    results["bots"] = violations(page)
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Floor", exact=True).click()
    floor = page.get_by_role("dialog", name="Floor")
    for order in floor.locator("summary").all():
        order.click()
    floor.get_by_role("button", name="Show report").click()
    expect(floor.get_by_text("Log and ledger agree to the cent.")).to_be_visible()
    results["floor"] = violations(page)
    stray = context.new_page()  # The browser itself reports that nothing was found.
    stray.goto(f"{address}#/table/nowhere")
    expect(stray.get_by_role("heading", name="Can’t open this table")).to_be_visible()
    results["no such table"] = violations(stray)
    assert results == {name: [] for name in results}


@pytest.mark.parametrize("width", [320, 390])
def test_no_sideways_scrolling(page: Page, address: str, host: Visitor, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 740})
    host.open(title="A table with a name of forty characters.")
    become_guest(page, address, "Somebody with a name.")
    results = {}
    pages = {"#/me": "Every entry adds up", "#/tables": "A table with a name", "#/tables/new": "Take the first"}
    for path, there in pages.items():
        page.goto(f"{address}{path}")
        expect(page.get_by_text(re.compile(there)).first).to_be_visible()
        results[path] = page.evaluate("document.documentElement.scrollWidth")
    assert results == dict.fromkeys(results, width)
