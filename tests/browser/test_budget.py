"""The first visit fetches little, only from this server, and the layout doesn't shift while it loads."""

from __future__ import annotations

import gzip

import pytest
from playwright.sync_api import Page, Response, expect

pytestmark = pytest.mark.browser

MOST_FIRST_BYTES = 38_000
MOST_SCRIPT_BYTES = 150_000
SIGNATURES = "signatures-"
"""How the file with the code that checks signatures begins."""
MOST_FONT_BYTES = 100_000
SHIFTS = """() => new Promise((done) => new PerformanceObserver((list) => done(
    list.getEntries().filter((entry) => !entry.hadRecentInput).map((entry) => [entry.value, entry.sources.map(
        (source) => source.node?.outerHTML?.slice(0, 80))])
)).observe({type: 'layout-shift', buffered: true}) || setTimeout(() => done([]), 300))"""


class Fetched:
    """Every file that a page fetched, with its size over the wire at best."""

    def __init__(self, page: Page) -> None:
        self.responses: list[Response] = []
        page.on("response", self._keep)

    def _keep(self, response: Response) -> None:
        self.responses.append(response)

    def bytes_of(self, *endings: str) -> dict[str, int]:
        return {
            response.url.rsplit("/", 1)[1]: len(gzip.compress(response.body(), 9))
            for response in self.responses
            if response.url.endswith(endings)
        }


def test_first_page_is_light(page: Page, address: str) -> None:
    fetched = Fetched(page)
    page.goto(address, wait_until="networkidle")
    expect(page.get_by_role("button", name="Deal me in")).to_be_visible()
    scripts, fonts = fetched.bytes_of(".js"), fetched.bytes_of(".woff2")
    print(f"first load: {sum(scripts.values()):,} bytes of scripts, gzip")
    assert 0 < sum(scripts.values()) <= MOST_FIRST_BYTES, scripts
    assert not [name for name in scripts if name.startswith(SIGNATURES)]
    assert 0 < sum(fonts.values()) <= MOST_FONT_BYTES, fonts
    assert fetched.bytes_of(".woff", ".ttf", ".png", ".jpg", ".mp3") == {}


@pytest.mark.parametrize("start", ["Deal me in", "Roll the dice"])
def test_game_and_all_that_led_to_it_are_light(page: Page, address: str, start: str) -> None:
    fetched = Fetched(page)
    page.goto(address)
    page.get_by_role("button", name=start).click()
    page.wait_for_url("**/#/table/**")
    page.wait_for_load_state("networkidle")
    scripts = fetched.bytes_of(".js")
    assert 0 < sum(scripts.values()) <= MOST_SCRIPT_BYTES, scripts
    assert [name for name in scripts if name.startswith(SIGNATURES)]


@pytest.mark.parametrize("width", [390, 1440])
@pytest.mark.parametrize("path", ["", "#/criss-cross", "#/rules/maryland/plain"])
def test_nothing_jumps_while_a_page_appears(page: Page, address: str, path: str, width: int) -> None:
    page.set_viewport_size({"width": width, "height": 844})
    page.goto(address + path, wait_until="networkidle")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.evaluate(SHIFTS) == []
