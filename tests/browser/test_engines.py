"""The main paths in WebKit, the engine of Safari, and in Firefox.

`dev.py soak webkit` and `dev.py soak firefox` install them and run these tests.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.support.browser.webdriver import Driver, firefox, webkit
from tests.support.scale import SCALE, report_figures

ONLY_IN_SOAK = pytest.mark.skipif(SCALE != "full", reason="run by `dev.py soak webkit` and `dev.py soak firefox`")
pytestmark = [pytest.mark.browser, ONLY_IN_SOAK]

ENGINES = {"webkit": webkit, "firefox": firefox}

NEVER_HOLD = "localStorage.setItem('crossfelt.trainer.holds', JSON.stringify('never'))"
SQUARES = "[role=grid] [role=gridcell]"
WILDS = "[role=radiogroup] [role=radio], [role=radiogroup] input[type=radio]"


@pytest.fixture(scope="module", params=ENGINES)
def driver(request: pytest.FixtureRequest, address: str) -> Iterator[Driver]:
    with ENGINES[request.param]() as result:
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
