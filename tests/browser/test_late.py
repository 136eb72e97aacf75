"""Late answers never win: the page shows what was asked for last, in whatever order the answers arrive."""

from __future__ import annotations

import re
from secrets import token_hex

import pytest
from playwright.sync_api import APIResponse, Page, Route, expect

from tests.support.browser.felt_games import open_table

pytestmark = pytest.mark.browser


class Held:
    """Holds the first answer of an address back until the test lets it through."""

    def __init__(self, page: Page, address: re.Pattern[str]) -> None:
        self.page = page
        self.first: tuple[Route, APIResponse] | None = None
        page.route(address, self._came)

    def _came(self, route: Route) -> None:
        if self.first is None:
            self.first = (route, route.fetch())
        else:
            route.continue_()

    def wait(self) -> None:
        """Wait until the server has answered."""
        while self.first is None:
            self.page.wait_for_timeout(20)

    def let_through(self, **changes: object) -> None:
        """Let the answer arrive, perhaps changed; the page has had time to use it when this returns."""
        assert self.first is not None
        route, answer = self.first
        with self.page.expect_event("requestfinished", lambda request: request == route.request):
            route.fulfill(response=answer, json={**answer.json(), **changes})
        self.page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")


def test_the_statement_follows_the_newest_balance(page: Page, address: str) -> None:
    table = open_table(page, address)
    held = Held(page, re.compile("api/me/statement"))
    page.goto(f"{address}#/me")
    held.wait()
    round_id = page.request.get(f"{address}api/tables/{table}").json()["info"]["round"]["id"]
    wagers = {"kind": "place_wagers", "wagers": {"ante_across": 500, "ante_down": 500}}
    placed = page.request.post(
        f"{address}api/tables/{table}/ask",
        data={"id": token_hex(16), "request": {"kind": "act", "round": round_id, "action": wagers}},
    )
    assert placed.ok, placed.text()
    # Another tab says that something is new.
    page.evaluate("() => new BroadcastChannel('crossfelt.guest').postMessage(null)")
    expect(page.get_by_role("row").filter(has_text="$990")).to_have_count(1)
    held.let_through()
    expect(page.get_by_role("row").filter(has_text="$990")).to_have_count(1)


def test_choices_of_a_new_table_are_judged_as_they_are_now(page: Page, address: str) -> None:
    page.goto(f"{address}#/tables/new")
    expect(page.get_by_label("Minimum ante, dollars")).not_to_have_value("")
    page.get_by_text("House choices").click()
    choice = page.locator("details").filter(has_text="House choices").get_by_role("checkbox").first
    held = Held(page, re.compile(r"api/rules/\w+/resolve"))
    choice.click()
    held.wait()
    choice.click()
    warning = {"field": "options", "kind": "unusual", "message": "Worth knowing", "details": {}}
    held.let_through(warnings=[warning])
    expect(page.get_by_text("Allowed, but worth knowing")).to_have_count(0)
