"""A wheel of Bonus Spin as it turns: on its own, and for somebody in a hurry."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import served
from tests.browser.felt_games import WHEELS, bet, button, open_table, settled
from tests.browser.test_looks import violations

pytestmark = pytest.mark.browser

# In a new deck the four cards of a rank lie together: the first two cards are a pair, and the wheel turns.
START = """
from unittest import mock
from crossfelt.http import serve
from tests.service.hidden.ports import GivenChances
with mock.patch("crossfelt.service.house.SealedChances", lambda: GivenChances(range(52), 1)):
    serve("127.0.0.1", 0, database="memory:")
"""
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
    with served(START) as found:
        yield found


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
    expect(page.get_by_role("log")).to_contain_text(re.compile(r"The wheel rests on .+\. You win \$"))


def test_somebody_in_a_hurry_sees_where_it_rests(page: Page, paired: str) -> None:
    play_to_the_wheel(page, paired)
    skip = page.get_by_role("button", name="Skip to the result")
    assert skip.evaluate(HURRY) == "Go on"
    page.get_by_role("button", name="Go on").click()
    settled(page)
