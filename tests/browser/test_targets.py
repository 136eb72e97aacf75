"""Tap targets are at least 44 pixels each way, counting any area around them that responds too."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page, expect

pytestmark = pytest.mark.browser

PATHS = (
    "", "#/criss-cross", "#/king", "#/king/daily", "#/king/paper", "#/tables", "#/tables/new", "#/me", "#/rounds",
    "#/rules", "#/rules/hands", "#/rules/maryland/plain", "#/rules/compare",
)  # fmt: skip
TOO_SMALL = """() => {
  const targets = 'button, a[href], input, select, summary, [role=button], [role=tab]';
  const found = [];
  for (const target of document.querySelectorAll(targets)) {
    const box = target.getBoundingClientRect();
    const x = box.left + box.width / 2, y = box.top + box.height / 2;
    const isSeen = target.checkVisibility({ visibilityProperty: true, opacityProperty: true });
    // A link within a sentence is as high as its line.
    const isInText = target.tagName === 'A' && target.closest('p, li, td, dd') !== null;
    if (!isSeen || isInText || x < 0 || y < 0 || x > innerWidth || y > innerHeight) continue;
    const answers = (left, top) => {
      const hit = document.elementFromPoint(left, top);
      // Beyond the window nothing is known, and nothing is held against it.
      return hit === null || target.contains(hit) || hit.closest('label')?.control === target;
    };
    // What lies under something else cannot be tapped at all.
    if (!answers(x, y)) continue;
    const reach = (dx, dy) => {
      let ahead = 0, back = 0;
      while (ahead < 44 && answers(x + dx * ahead, y + dy * ahead)) ahead += 1;
      while (back < 44 && answers(x - dx * back, y - dy * back)) back += 1;
      return ahead + back;
    };
    const wide = Math.max(box.width, reach(1, 0)), high = Math.max(box.height, reach(0, 1));
    if (wide < 43.5 || high < 43.5) {
      found.push(`${target.tagName} ${target.ariaLabel ?? target.textContent.trim()}: ${wide} x ${high}`);
    }
  }
  return found;
}"""


@pytest.fixture
def phone(browser: Browser) -> Page:
    return browser.new_context(viewport={"width": 390, "height": 844}, has_touch=True).new_page()


def test_pages(phone: Page, address: str) -> None:
    results = {}
    for path in PATHS:
        phone.goto(address + path, wait_until="networkidle")
        expect(phone.get_by_role("heading", level=1).first).to_be_attached()
        results[path] = phone.evaluate(TOO_SMALL)
    assert results == {path: [] for path in PATHS}


@pytest.mark.parametrize(("start", "there"), [("Deal me in", "Fold"), ("Roll the dice", "Hint")])
def test_games(phone: Page, address: str, start: str, there: str) -> None:
    phone.goto(address)
    phone.get_by_role("button", name=start).click()
    expect(phone.get_by_role("button", name=there).first).to_be_visible()
    assert phone.evaluate(TOO_SMALL) == []
