"""Play Criss Cross at random in a browser and check everything the page shows against the server.

`WATCH` inspects every frame in which something changed and notes anything shown too early. `RandomFelt` plays, and
compares each finished round with what the server sent.
"""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import Literal

from playwright.sync_api import Locator, Page, TimeoutError, expect

from tests.support.browser.felt_games import button, spot

WATCH = """(() => {
  window.faults = [];
  // The newest view, the view of the round that is over, and how many frames were looked at.
  window.watched = { view: null, you: null, over: null, frames: 0 };
  // What the wallet holds without the bets of the round, in cents; the test sets it.
  window.before = null;
  const END = /You (?:won|lost|broke even)/;
  const told = new Set();
  const Plain = window.WebSocket;
  window.WebSocket = class extends Plain {
    constructor(...given) {
      super(...given);
      this.addEventListener('message', ({ data }) => heard(String(data)));
    }
  };
  function heard(text) {
    for (const [, card] of text.matchAll(/"([2-9TJQKA][cdhs])"/g)) told.add(card);
    const message = JSON.parse(text);
    if (message.kind !== 'update') return;
    Object.assign(watched, { view: message.view, you: message.you });
    if (message.view?.stage === 'settled') watched.over = message.view;
  }

  const all = (selector) => [...document.querySelectorAll(selector)];
  const text = (selector) => document.querySelector(selector)?.textContent.trim() ?? null;
  const cents = (words) => Math.round(Number(words.replace(/[$,]/g, '')) * 100);
  const isTurn = ({ effect, animationName, transitionProperty }) =>
    effect.target.matches('.turn') ? transitionProperty === 'transform' : /deal/.test(animationName ?? '');
  // A card that turns shows its face from the middle of its turn on; a card that flies in is seen as it lands.
  const isHidden = (animation) => {
    const { delay, duration } = animation.effect.getTiming();
    return animation.playState === 'running' && (animation.currentTime ?? 0) < delay + duration / 2;
  };
  const animations = () => all('.felt .cross, .felt .hand').flatMap((one) => one.getAnimations({ subtree: true }));
  function cards() {
    return all('.felt svg.card').flatMap((card) => {
      const suit = [...card.classList].find((name) => 'cdhs'.includes(name));
      const rank = card.querySelector('text')?.textContent;
      return rank && suit ? [rank.replace('10', 'T') + suit] : [];
    });
  }

  const isTurning = () => animations().filter(isTurn).filter(isHidden).length > 0;
  const rowTexts = () => all('.rows .text').map((one) => one.textContent.replace(/\\s+/g, ' ').trim()).join(' | ');
  // Rows are looked at as soon as they change: in a slow frame the next cards may begin to turn after it.
  let lastRows = '';
  function lookAtRows() {
    const rows = rowTexts();
    if (window.before !== null && rows !== lastRows && isTurning())
      faults.push(`a row changed from "${lastRows}" to "${rows}" before its card was seen`);
    lastRows = rows;
  }

  let last = { meters: null, ends: Infinity, title: '' };
  let isDue = false;
  function look() {
    isDue = false;
    if (document.querySelector('.felt .rows') === null || window.before === null) return;
    watched.frames += 1;
    const { view, you } = watched;
    const turning = isTurning();
    const spinning = document.querySelector('.spin') !== null;
    const isTold = document.querySelector('.bar .net') !== null;
    const meters = text('.corner.nw dl');
    const fault = (words) => faults.push(`${words} (${view?.stage}, ${lastRows})`);

    for (const card of cards()) if (!told.has(card)) fault(`${card} is shown before the server said it`);
    if ((turning || spinning) && last.meters !== null && meters !== last.meters)
      fault(`the meters changed from ${last.meters} to ${meters} before the wheel rested`);
    if (last.title !== '' && document.title !== last.title) fault(`the title became ${document.title}`);
    if (turning || spinning || !isTold) {
      const early = all('.bar .sums, .receipt .sum, .receipt ol li, tr.made, .flank .made');
      if (early.length > 0) fault(`told early: ${early.map((one) => one.textContent.trim()).join(' | ')}`);
    }
    if (turning || spinning) {
      const early = all('.row .net, .spot .badge, .spot .lost');
      if (early.length > 0) fault(`a wager is told early: ${early.map((one) => one.textContent).join(', ')}`);
    }
    const ends = (text('[role=log]') ?? '').split(END).length - 1;
    if ((turning || spinning) && ends > last.ends) fault('the end is said before it is seen');
    const wallet = cents(text('.wallet b') ?? 'none');
    const total = watched.over?.totals.find(({ seat }) => seat === you);
    if (!isTold && wallet > window.before) fault(`the wallet shows ${wallet} of ${window.before} before the end`);
    if (!isTold && total !== undefined && wallet !== window.before - total.staked)
      fault(`the wallet shows ${wallet} of ${window.before} before the round is told`);
    last = { meters, ends, title: document.title };
  }
  const changed = () => {
    lookAtRows();
    if (!isDue) requestAnimationFrame(look);
    isDue = true;
  };
  const everything = { childList: true, subtree: true, attributes: true, characterData: true };
  new MutationObserver(changed).observe(document, everything);
})()"""

MOST_LOOKS = 50
STAGES = ("across", "down", "middle")
SIDE_BETS = ("five_card_bonus", "six_card_bonus", "bonus_spin", "bonus_spin_xtreme")
MONEY = re.compile(r"[+−-]?\$[\d,]+(?:\.\d\d)?")
OVER = re.compile("You (won|lost|broke even)")
"""How the end of a round is said; `WATCH` listens for the same."""
DUE = """stage => watched.view?.stage === stage && watched.view.to_act === watched.you
  && document.querySelector('.choices:not(.chosen)') !== null"""
SHOWN = """() => {
  const text = (one) => one?.textContent.replace(/\\s+/g, ' ').trim() ?? null;
  const all = (selector, within = document) => [...within.querySelectorAll(selector)];
  const receipt = document.querySelector('.receipt');
  return {
    wallet: text(document.querySelector('.wallet b')),
    net: text(document.querySelector('.bar .net')),
    sums: text(document.querySelector('.bar .sums')),
    rows: all('.rows .row').map((row) => ({
      net: text(row.querySelector('.net')),
      spots: all('[data-spot]', row).map((spot) => spot.dataset.spot),
    })),
    spots: Object.fromEntries(all('[data-spot]').map((spot) => [spot.dataset.spot, spot.ariaLabel])),
    receipt: receipt === null ? null : all('li .net', receipt).map(text),
    receiptSum: text(receipt?.querySelector('.sum .title')),
  };
}"""
"""All figures of a finished round, as the page shows them."""


def cents(words: str) -> int:
    """The cents of `$5`, `+$12.50` or `−$1,000`."""
    whole, _, rest = re.sub(r"[^\d.]", "", words).partition(".")
    amount = int(whole) * 100 + int(rest or 0)
    return -amount if words[0] in "−-" else amount


def dollars(amount: int) -> str:
    """`$5`, `$1,000` or `$12.50`, as the page writes them."""
    whole, rest = divmod(amount, 100)
    return f"${whole:,}" + (f".{rest:02}" if rest else "")


class RandomFelt:
    """A player at a table for one who bets, decides and clicks around at random."""

    def __init__(self, page: Page, address: str, random: Random) -> None:
        self.page, self.address, self.random = page, address, random
        self.counts: Counter[str] = Counter()

    def play(self) -> None:
        """Play one round, and check it from the first chip to the receipt."""
        self._bet()
        self._decide()
        self._wait_for_the_end()
        self._check()
        # Between rounds there is nothing to tell.
        self.page.evaluate("() => { window.before = null }")
        if self.random.random() < 0.5:
            self.page.get_by_role("button", name="Change bets").click()

    def _bet(self) -> None:
        again, refill = button(self.page, "^(Same again|Bet less)"), button(self.page, "^Free refill")
        deal = button(self.page, "^Deal")
        expect(again.or_(deal).or_(refill).first).to_be_visible()
        if refill.count():
            self.page.evaluate("() => { window.before = null }")
            refill.click()
            expect(again.or_(deal).first).to_be_visible()
            self.counts["refills"] += 1
        self._start()
        if again.count():
            self._click(again)
            return
        self._place_chips(deal)
        self._wallet_is_the_servers()
        if deal.get_attribute("aria-disabled") == "true":
            raise AssertionError(f"the bets were refused: {self._said()}")
        self._click(deal)

    def _start(self) -> None:
        """Save the wallet as it is before the round, with the bets on the felt added back."""
        view = self.page.evaluate("watched.view") or {"stage": ""}
        seats = view["seats"] if view["stage"] == "betting" else ()
        held = sum(amount for seat in seats for amount in seat["wagers"].values())
        self.page.evaluate("cents => { window.before = cents; watched.over = null }", self._balance() + held)

    def _balance(self) -> int:
        """The wallet as the server has it."""
        answer: int = self.page.request.get(f"{self.address}api/me").json()["balance_cents"]
        return answer

    def _place_chips(self, deal: Locator) -> None:
        """Put chips on the antes and here and there, and take some back."""
        chips = self.page.get_by_role("radio")
        names = self.page.locator(".row [data-spot]").evaluate_all("all => all.map((one) => one.dataset.spot)")
        early = [name for name in names if name not in STAGES]
        for _ in range(self.random.randint(1, 6)):
            act = self.random.random()
            if act < 0.2:
                chips.nth(self.random.randrange(2)).click()
            elif act < 0.3:
                self.page.keyboard.press(self.random.choice("zcr"))
            else:
                which: Literal["left", "right"] = "right" if act < 0.4 else "left"
                spot(self.page, self.random.choice(early)).click(button=which)
        if deal.get_attribute("aria-disabled") == "true":
            self.page.keyboard.press("c")
            self.page.get_by_role("radio", name="$5 chip").click()
            spot(self.page, "ante_across").click()
        expect(deal).to_have_attribute("aria-disabled", "false")

    def _wallet_is_the_servers(self) -> None:
        """Chips are sent a moment after the last one is placed; then both wallets hold the same."""
        wallet = self.page.locator(".wallet b")
        on_felt = cents(self.page.locator(".bar .on b").inner_text())
        before = self.page.evaluate("window.before")
        for _ in range(MOST_LOOKS):
            shown, balance = cents(wallet.inner_text()), self._balance()
            # Bets that were taken over from the last round are sent when something changes.
            if shown == balance and before - balance in (0, on_felt):
                return
            self.page.wait_for_timeout(100)
        raise AssertionError(f"{shown} is shown, the server has {balance} of {before}, {on_felt} is on the felt")

    def _decide(self) -> None:
        bets = button(self.page, r"^Bet \d times")
        for stage in STAGES:
            self._wait_for_decision(stage)
            shown = self.page.locator(".wallet b").inner_text()
            assert cents(shown) == self._balance(), f"the wallet shows {shown} before the {stage} decision"
            able = [one for one in bets.all() if one.get_attribute("aria-disabled") == "false"]
            if not able or self.random.random() < 0.12:
                self.page.keyboard.press("f")
                self.counts["folds"] += 1
                return
            self._press(self.random.choice(able))

    def _wait_for_decision(self, stage: str) -> None:
        try:
            self.page.wait_for_function(DUE, arg=stage)
        except TimeoutError as error:
            raise AssertionError(f"no {stage} decision: {self._said()}") from error

    def _said(self) -> str:
        """Return the page's message and the server's view."""
        return f"{self.page.locator('.voice').inner_text()!r}, {self.page.evaluate('watched.view')}"

    def _press(self, control: Locator) -> None:
        """Press a bet by mouse or by key."""
        if self.random.random() < 0.6:
            self._click(control)
        else:
            self.page.keyboard.press(re.findall(r"\d", control.get_attribute("aria-label") or "")[0])

    def _click(self, control: Locator) -> None:
        """Click, or double-click as fast as a machine or as slowly as a person: the second click must do nothing."""
        act = self.random.random()
        if act < 0.15:
            control.dblclick()
            self.counts["double clicks"] += 1
        elif act < 0.3:
            control.click()
            # What is under the pointer may have changed: the second click goes where the first one went.
            self.page.wait_for_timeout(self.random.choice([60, 140, 260]))
            self.page.mouse.down(click_count=2)
            self.page.mouse.up(click_count=2)
            self.counts["double clicks"] += 1
        else:
            control.click()

    def _wait_for_the_end(self) -> None:
        self.page.wait_for_function("() => watched.over !== null")
        if self.random.random() < 0.3:
            # A player in a hurry.
            self.page.mouse.click(5, 300)
        skip = self.page.locator(".spin").get_by_role("button")
        expect(self.page.locator(".bar .net").or_(skip).first).to_be_visible(timeout=30_000)
        if skip.count():
            self.counts["wheels"] += 1
            if self.random.random() < 0.5:
                skip.click()
        expect(self.page.locator(".bar .net")).to_be_visible(timeout=60_000)

    def _check(self) -> None:
        """Check everything that a finished round shows against the server's settlement."""
        over, you = self.page.evaluate("[watched.over, watched.you]")
        total = next(total for total in over["totals"] if total["seat"] == you)
        wagers = [wager for wager in over["settled_wagers"] if wager["seat"] == you]
        nets = {wager["spot"]: wager["won"] + wager["returned"] - wager["staked"] for wager in wagers}
        back = total["won"] + total["returned"]
        before = self.page.evaluate("window.before")
        shown = self.page.evaluate(SHOWN)
        rows = [(cents(row["net"]), row["spots"]) for row in shown["rows"] if row["net"] is not None]
        assert [net for net, _ in rows] == [sum(nets.get(spot, 0) for spot in spots) for _, spots in rows]
        assert sum(net for net, _ in rows) == sum(nets.values()) == total["net"] == back - total["staked"]
        assert cents(shown["net"]) == total["net"]
        assert [cents(each) for each in MONEY.findall(shown["sums"])][:2] == [total["staked"], back]
        assert cents(shown["wallet"]) == self._balance() == before + total["net"]
        if shown["receipt"] is not None:
            lines = [cents(line) for line in shown["receipt"]]
            assert lines == [*(nets[wager["spot"]] for wager in wagers), total["net"]]
            assert [cents(each) for each in MONEY.findall(shown["receiptSum"])][:2] == [total["staked"], back]
        staked = {spot: sum(cents(each) for each in MONEY.findall(label)[:1]) for spot, label in shown["spots"].items()}
        assert {spot: amount for spot, amount in staked.items() if amount} == {w["spot"]: w["staked"] for w in wagers}
        expect(self.page.get_by_role("log")).to_contain_text(OVER)
        faults, frames = self.page.evaluate("[window.faults.splice(0), watched.frames]")
        assert faults == [], "\n".join(faults)
        assert frames > 0
        self.counts["rounds"] += 1
        self.counts["side bets"] += sum(wager["spot"] in SIDE_BETS for wager in wagers)
