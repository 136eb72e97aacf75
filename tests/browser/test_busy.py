"""A server that refuses advice for a while: the page says so, the round continues, and advice works again."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import APIResponse, Browser, Route, expect

from tests.support.browser.company import Visitor
from tests.support.browser.felt_games import bet, button, decide, open_table, settled
from tests.support.browser.page_servers import pictured, served

pytestmark = pytest.mark.browser

START = "from crossfelt.http import serve; serve('127.0.0.1', 0, database='memory:')"
ADVICE = "**/api/advise"


@pytest.fixture(scope="module")
def place() -> Iterator[str]:
    """A server whose budgets these tests may spend."""
    with served(START) as result:
        yield result


def over_budget(visitor: Visitor) -> APIResponse:
    """The server's answer to a guest who has spent the budget for analysis. Reviews cost most of it."""
    visitor.post("guests", {"name": "Greedy"})
    for path in ["king/review"] * 5 + ["advise"] * 40:
        answer = visitor.context.request.post(f"{visitor.address}api/{path}", data={})
        if answer.status == 429 and path == "advise":
            return answer
    raise AssertionError("the budget is never spent")


def test_a_spent_budget_costs_the_advice_and_not_the_round(browser: Browser, place: str) -> None:
    greedy, ada = Visitor(browser, place), Visitor(browser, place, lost_is_fine=True)
    refusal = over_budget(greedy)
    page = ada.page
    open_table(page, place, holds="always")

    def refuse(route: Route) -> None:
        route.fulfill(response=refusal)

    page.route(ADVICE, refuse)
    bet(page, "ante_across")
    button(page, "^Deal").click()
    decide(page, "Across")
    refused = "Couldn’t analyze this decision. Too many requests. Try again in 1 second."
    expect(page.get_by_text(refused)).to_be_visible()
    expect(button(page, "on Down Bet")).to_have_count(3)
    pictured(page, "no-advice")
    page.unroute(ADVICE, refuse)
    decide(page, "Down")
    page.get_by_role("button", name="Turn the card").first.click()
    expect(page.get_by_text("Down bet, ")).to_be_visible()
    expect(page.get_by_text("Couldn’t analyze this decision.")).to_have_count(0)
    pictured(page, "advice-again")
    decide(page, "Middle")
    page.get_by_role("button", name="Turn the card").first.click()
    settled(page)
    for visitor in (greedy, ada):
        visitor.close()
