"""A wheel of Bonus Spin as it turns: on its own, and for somebody in a hurry."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.support.browser.accessibility import violations
from tests.support.browser.company import Visitor
from tests.support.browser.felt_games import WHEELS, bet, button, open_table, settled
from tests.support.browser.page_servers import served

pytestmark = pytest.mark.browser

# In a new deck the four cards of a rank lie together: the first two cards are a pair, and the wheel turns.
START = """
from unittest import mock
from crossfelt.http import serve
from tests.support.service.hidden.ports import GivenChances
with mock.patch("crossfelt.service.house.SealedChances", lambda: GivenChances(range(52), 1)):
    serve("127.0.0.1", 0, database="memory:", limit_factor=100)
"""
TURNS = re.compile(r"(The Community wheel spins|\w+ spins?(?: as the Hot Spot)?)\.")
LISTEN = """() => {
  window.heard = [];
  const texts = ({ addedNodes }) => [...addedNodes].map((node) => node.textContent);
  const ears = new MutationObserver((changes) => heard.push(...changes.flatMap(texts)));
  ears.observe(document.querySelector('[role=log]'), { childList: true });
}"""
OVER = "() => heard.some((text) => /^You won|^The round is over/.test(text))"
HURRY = """async (button) => {
  const startedAt = performance.now();
  while (button.isConnected && button.innerText.includes('Skip') && performance.now() < startedAt + 5000) {
    button.click();
    await new Promise(requestAnimationFrame);
  }
  return button.isConnected ? button.innerText : 'gone';
}"""


@pytest.fixture(scope="module")
def paired() -> Iterator[str]:
    """Where every round deals a pair to the first seat."""
    with served(START) as result:
        yield result


def play_to_the_wheel(page: Page, address: str) -> None:
    open_table(page, address, rules=WHEELS)
    bet(page, "ante_across", "bonus_spin")
    button(page, "^Deal").click()
    for stage in ("Across", "Down", "Middle"):
        expect(button(page, f"on {stage} Bet")).to_have_count(3)
        button(page, "^Bet 1 times").click()
    expect(page.get_by_role("heading", name="You spin")).to_be_visible()


def test_it_turns_and_pays_on_its_own(page: Page, paired: str) -> None:
    play_to_the_wheel(page, paired)
    expect(page.get_by_text("A pair in the hand spins the wheel.", exact=True)).to_be_visible()
    assert violations(page) == []
    # It takes more than five seconds until it rests and has been read.
    expect(button(page, "^Same again")).to_be_visible(timeout=30_000)
    settled(page)
    expect(page.get_by_role("log")).to_contain_text(re.compile(r"The wheel stops on .+\. You win \$"))


def test_everybody_sees_the_wheels_of_all_in_their_order(browser: Browser, paired: str) -> None:
    """With cards in the order of a new deck the cross is four of a kind, which also sets off the Community wheel."""
    ada, bob, eve = (Visitor(browser, paired) for _ in range(3))
    for player, name in ((ada, "Ada"), (bob, "Bob")):
        player.become(name)
    table = ada.open(rules=WHEELS, seat_count=2)
    bob.ask(table, {"kind": "sit", "seat": 2})
    for visitor in (ada, bob, eve):
        visitor.go(table)
        visitor.page.evaluate(LISTEN)
    for player in (ada, bob):
        bet(player.page, "bonus_spin", "bonus_spin_xtreme")
        player.wager()
    for line in ("Across", "Down", "Middle"):
        for player in (ada, bob):
            player.bet(line)
    for visitor, names in (
        (ada, ("Bob spins", "You spin")),
        (bob, ("You spin", "Ada spins")),
        (eve, ("Bob spins", "Ada spins")),
    ):
        visitor.page.wait_for_function(OVER, timeout=40_000)
        turned = [result[1] for line in visitor.page.evaluate("heard") if (result := TURNS.match(line)) is not None]
        assert turned == ["The Community wheel spins", f"{names[0]} as the Hot Spot", names[1]]
        visitor.close()


def test_somebody_in_a_hurry_sees_where_it_rests(page: Page, paired: str) -> None:
    play_to_the_wheel(page, paired)
    skip = page.get_by_role("button", name="Skip to the result")
    assert skip.evaluate(HURRY) == "Continue"
    page.get_by_role("button", name="Continue").click()
    settled(page)
