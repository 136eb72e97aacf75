"""Every control on every page and state can be reached at every size: `tests/support/browser/reach.py` says how.

It takes minutes, so `dev.py soak reach` runs it: one walk with a finger and one with a mouse, through every sight of
the tour, each at six sizes.
"""

from __future__ import annotations

import pytest
from docs.page_tour import Tour
from playwright.sync_api import Browser

from tests.support.browser.reach import unreachable
from tests.support.scale import SCALE

pytestmark = [pytest.mark.browser, pytest.mark.skipif(SCALE != "full", reason="run by `dev.py soak reach`")]

FINGERS = ((320, 568), (375, 553), (390, 844), (568, 320), (844, 390), (768, 1024))
# The first is a window of 1280 x 1024 at 400%.
MICE = ((320, 256), (1024, 768), (1280, 720), (1359, 900), (1440, 900), (3840, 2160))


@pytest.mark.parametrize(("sizes", "is_coarse"), [(FINGERS, True), (MICE, False)], ids=["finger", "mouse"])
def test_every_control_can_be_reached(
    browser: Browser, address: str, sizes: tuple[tuple[int, int], ...], is_coarse: bool
) -> None:
    width, height = (390, 844) if is_coarse else (1440, 900)
    context = browser.new_context(
        viewport={"width": width, "height": height}, has_touch=is_coarse, is_mobile=is_coarse, reduced_motion="reduce"
    )
    page = context.new_page()
    results: dict[str, str] = {}

    def look(sight: str) -> None:
        for size in sizes:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            for finding in unreachable(page, is_coarse):
                key = f"{finding.control} {finding.why}"
                results.setdefault(key, f"{sight} {size[0]}x{size[1]}: {finding.words}")
        page.set_viewport_size({"width": width, "height": height})

    Tour(page, address, look).all()
    context.close()
    assert results == {}
