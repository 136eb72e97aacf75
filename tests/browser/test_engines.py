"""The main paths in WebKit, the engine of Safari, and in Firefox.

`dev.py soak webkit` and `dev.py soak firefox` install them; where they are missing, these tests are skipped.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.browser.webdriver import DISPLAY, DRIVER, FIREFOX, Driver, firefox, is_installed, webkit
from tests.support.scale import report_figures

pytestmark = pytest.mark.browser

ENGINES = {"webkit": (webkit, (DRIVER, DISPLAY)), "firefox": (firefox, (FIREFOX,))}
"""How each is started, and the programs that this takes."""

NEVER_HOLD = "localStorage.setItem('crossfelt.trainer.holds', JSON.stringify('never'))"
SQUARES = "[role=grid] [role=gridcell]"
WILDS = "[role=radiogroup] [role=radio], [role=radiogroup] input[type=radio]"


@pytest.fixture(scope="module", params=ENGINES)
def driver(request: pytest.FixtureRequest, address: str) -> Iterator[Driver]:
    start, needs = ENGINES[request.param]
    if not is_installed(*needs):
        pytest.skip(f"not installed: {' or '.join(needs)}")
    with start() as result:
        report_figures(result.version)
        result.open(address)
        result.run(NEVER_HOLD)
        yield result


def test_round_is_dealt_played_and_verified(driver: Driver, address: str) -> None:
    driver.open(address)
    driver.click("^Deal me in$")
    for stage in ("Across", "Down", "Middle"):
        driver.click(f"^Bet 1 times the ante, .* on {stage}")
    driver.wait(lambda: driver.has("^Same again"), "the round didn't end")
    driver.run("location.hash = '#/rounds'")
    driver.click("^Round ?1\\b")
    driver.click("^Verify this round$")
    driver.wait_for("The record is valid.")
    report_figures("a round dealt, bet to the end and verified")


def test_card_is_placed_on_a_king_sheet(driver: Driver, address: str) -> None:
    driver.open(f"{address}#/king")
    driver.click("^Roll the dice$")
    driver.wait_for("Roll 1 of 24")
    if driver.has(".", WILDS):
        driver.click(".", WILDS)
    driver.click("^a1, open", SQUARES)
    driver.click("^Place on a1")
    driver.wait_for("Roll 2 of 24")
    report_figures("a King Cross card placed")
