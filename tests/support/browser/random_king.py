"""King Cross played at random in a browser, with everything that the page shows checked against the server."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Any

from docs.page_tour import spoken
from playwright.sync_api import Page, expect

from tests.support.browser.king_page import ROLLS, at_roll, squares

WATCH = """(() => {
  window.faults = [];
  window.watched = { view: null, you: null, frames: 0 };
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => {
        const message = JSON.parse(String(data));
        if (message.kind === 'update') Object.assign(watched, { view: message.view, you: message.you });
      });
    }
  };
  const all = (selector) => [...document.querySelectorAll(selector)];
  const figure = (words) => Number(words.replace(/\\D/g, ''));
  let title = '';
  let isDue = false;
  function look() {
    isDue = false;
    const { view, you } = watched;
    const own = view?.seats?.find(({ seat }) => seat === you);
    if (own === undefined || document.querySelector('[data-square]') === null) return;
    watched.frames += 1;
    const fault = (words) => faults.push(`${words} (${view.stage}, roll ${own.rolls.length})`);
    const rolled = all('.track .rolled').length;
    if (rolled > own.rolls.length) fault(`${rolled} rolls are shown`);
    const filled = all('.board [data-square] .card:not(.ghost)').length;
    const placed = own.grid.flat().filter((card) => card !== null).length;
    if (filled > placed) fault(`${filled} squares are filled on the screen, ${placed} on the server`);
    const score = view.scores.find(({ seat }) => seat === you);
    const [secured] = all('.secured b').map((one) => figure(one.textContent));
    const most = score?.total ?? own.points_made;
    if (secured !== undefined && secured > most) fault(`${secured} points are shown, ${most} are made`);
    if (view.stage !== 'finished' && document.querySelector('#end-title') !== null) fault('the end is shown early');
    if (title !== '' && document.title !== title) fault(`the title became ${document.title}`);
    title = document.title;
  }
  const later = () => {
    if (!isDue) requestAnimationFrame(look);
    isDue = true;
  };
  const everything = { childList: true, subtree: true, attributes: true, characterData: true };
  new MutationObserver(later).observe(document, everything);
})()"""
SHEET = """() => Object.fromEntries([...document.querySelectorAll('.board [data-square]')]
  .map((one) => [one.dataset.square, one.ariaLabel]))"""
COLUMNS = "abcde"


class RandomKing:
    """A player who places every card on a square chosen at random."""

    def __init__(self, page: Page, address: str, random: Random) -> None:
        self.page, self.address, self.random = page, address, random
        self.counts: Counter[str] = Counter()

    def play(self) -> None:
        """Play one game, and check it after each roll and at its end."""
        self.page.get_by_role("button", name=re.compile("^(Roll the dice|I’m ready|Same again)")).click()
        for roll in range(1, ROLLS + 1):
            at_roll(self.page, roll)
            self._check_sheet(roll)
            self._place()
        self._check_end()

    def _place(self) -> None:
        wild = self.page.get_by_role("radio", disabled=False)
        if self.page.get_by_role("radiogroup").count():
            wild.nth(self.random.randrange(wild.count())).click()
            self.counts["wild rolls"] += 1
            expect(squares(self.page, r", open\.").first).to_be_visible()
        if self.random.random() < 0.1:
            self.page.keyboard.press("h")
            self.counts["hints"] += 1
        able = squares(self.page, ", open[.,]")
        square = able.nth(self.random.randrange(able.count())).get_attribute("data-square")
        target = self.page.locator(f".board [data-square={square}]")
        target.click()
        if self.random.random() < 0.5:
            self.page.get_by_role("button", name=re.compile("^Place ")).click()
        else:
            target.press("Enter")

    def _check_sheet(self, roll: int) -> None:
        """Check that every square and the points are as the server has them."""
        own = self._own()
        assert len(own["rolls"]) == roll
        shown = self.page.evaluate(SHEET)
        for row, cards in enumerate(own["grid"], start=1):
            for column, card in zip(COLUMNS, cards, strict=True):
                words = shown[f"{column}{row}"].lower()
                expected = (
                    "(open|closed|empty)" if card is None else "the printed king" if card == "K" else spoken(card)
                )
                assert re.match(f"{column}{row}, {expected}", words), words
        self._points(own["points_made"])

    def _points(self, points: int) -> None:
        """Check the points, which the page counts up in front of the player."""
        expect(self.page.locator(".secured b").first).to_have_text(f"{points:,}")

    def _own(self) -> dict[str, Any]:
        own: dict[str, Any] = self.page.evaluate("watched.view.seats.find(({ seat }) => seat === watched.you)")
        return own

    def _check_end(self) -> None:
        heading = self.page.locator("#end-title")
        expect(heading).to_be_visible()
        score = self.page.evaluate("watched.view.scores.find(({ seat }) => seat === watched.you)")
        expect(heading).to_have_text(re.compile(f"^{score['total']:,} "))
        self._points(score["total"])
        parts = self.page.locator(".end li b").all_text_contents()
        assert sum(int(re.sub(r"\D", "", part)) for part in parts) == score["total"]
        assert score["line_points"] + score["bonus_points"] == score["total"]
        balance = self.page.request.get(f"{self.address}api/me").json()["balance_cents"]
        expect(self.page.locator(".wallet b")).to_have_text(f"${balance // 100:,}")
        faults, frames = self.page.evaluate("[window.faults.splice(0), watched.frames]")
        assert faults == [], "\n".join(faults)
        assert frames > ROLLS
        self.counts["games"] += 1
