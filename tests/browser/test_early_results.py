"""The felt shows no result early, and nothing the table refused counts."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from tests.support.browser.felt_games import bet, button, decide, open_table, play, settled, spot, wallet_says

pytestmark = pytest.mark.browser

RINGS = """() => {
  const rings = (selector) => [...document.querySelectorAll(`${selector} :is(a, button)`)].map((one) => {
    one.style.color = 'var(--focus)';
    return getComputedStyle(one).color;
  });
  return { felt: rings('.felt > :not(.bar)'), bar: rings('.felt > .bar') };
}"""
# Whatever the page shows of a round's result, as long as the middle card hasn't turned and the wagers aren't told.
EARLY = """() => {
  window.early = [];
  const look = () => {
    const net = document.querySelector('.bar .net, .sums');
    const isTold = document.querySelector('.bar .top.telling') === null && document.querySelector('.bar .net') !== null;
    if (isTold) return;
    const wallet = document.querySelector('.wallet b')?.textContent;
    const receipt = document.querySelector('.receipt .sum')?.textContent;
    const made = document.querySelectorAll('.flank .made, tr.made').length;
    window.early.push({ wallet, receipt: receipt ?? null, made, net: net?.textContent ?? null });
  };
  new MutationObserver(look).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""


def poor(page: Page, cents: int) -> None:
    """The server says from now on that the wallet holds this much."""

    def me(route: Route) -> None:
        answer = route.fetch()
        route.fulfill(response=answer, json={**answer.json(), "balance_cents": cents})

    page.route("**/api/me?*", me)
    wallet_says(page, cents)


def deal_and_be_advised(page: Page) -> None:
    """Deals, and waits for the advice that the coach keeps ready: the server advises an address once at a time."""
    with page.expect_response(lambda answer: "api/advise" in answer.url and answer.ok, timeout=60_000):
        button(page, "^Deal").click()
    expect(button(page, "on Across Bet")).to_have_count(3)


def test_the_round_is_told_after_its_cards(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    open_table(page, address)
    bet(page, "ante_across")
    expect(page.locator(".wallet b")).to_have_text("$990")
    button(page, "^Deal").click()
    for stage in ("Across", "Down"):
        decide(page, stage)
    expect(button(page, "on Middle Bet")).to_have_count(3)
    page.evaluate(EARLY)
    decide(page, "Middle")
    settled(page)
    early: list[dict[str, Any]] = page.evaluate("early")
    # From the bet to the last word, the wallet shows the chips that were left.
    assert {shown["wallet"] for shown in early} <= {"$980", "$975"}
    assert {(shown["receipt"], shown["made"], shown["net"]) for shown in early} == {(None, 0, None)}
    expect(page.locator(".receipt .sum")).to_be_visible()


def test_a_refused_bet_is_not_judged(context: BrowserContext, address: str) -> None:
    # The server may still be giving advice to a page that was closed.
    page = context.new_page()
    page.set_viewport_size({"width": 1440, "height": 900})
    open_table(page, address, holds="always")
    bet(page, "ante_across")
    button(page, "^Deal").click()
    expect(button(page, "on Across Bet")).to_have_count(3)
    # Simulate a bet that arrives after the table has folded for an absent player: the table refuses it.
    page.evaluate(
        """() => {
          const send = WebSocket.prototype.send;
          WebSocket.prototype.send = function (text) {
            send.call(this, text.replace('"stage":"across"', '"stage":"down"'));
          };
        }"""
    )
    button(page, "^Bet 3 times").click()
    expect(page.locator(".voice")).to_contain_text("Nothing changed")
    expect(page.get_by_role("region", name="What the decision cost")).to_have_count(0)
    assert page.evaluate("localStorage.getItem('crossfelt.trainer.tally')") is None


def test_short_of_money(context: BrowserContext, address: str) -> None:
    # As above, for a page that is loaded again.
    page = context.new_page()
    open_table(page, address)
    bet(page, "ante_across")
    expect(page.locator(".wallet b")).to_have_text("$990")
    poor(page, 900)
    deal_and_be_advised(page)
    page.reload()
    expect(page.locator(".bar .says")).to_contain_text("You’re $1 short for 2×.")
    expect(button(page, "^Bet 3 times")).to_be_disabled()
    expect(button(page, "^Bet 3 times")).to_contain_text("$6 short")
    expect(button(page, "^Bet 1 times")).to_be_enabled()
    expect(button(page, "^Free refill")).to_be_visible()


def test_the_same_again_is_what_the_wallet_holds(page: Page, address: str) -> None:
    open_table(page, address)
    poor(page, 1_200)
    bet(page, "ante_across", "five_card_bonus")
    deal_and_be_advised(page)
    page.keyboard.press("f")
    expect(page.locator(".sums")).to_contain_text("You’re $3 short for the same bets")
    expect(button(page, "^Bet less")).to_contain_text("$10")
    button(page, "^Bet less").click()
    expect(button(page, "on Across Bet")).to_have_count(3)


def test_nothing_is_dealt_for_nothing(page: Page, address: str) -> None:
    open_table(page, address)
    expect(button(page, "^Deal")).to_be_disabled()
    expect(button(page, "^Deal")).not_to_contain_text("$0")
    spot(page, "ante_across").click()
    expect(button(page, "^Deal")).to_be_enabled()


def test_leaving_in_mid_hand_asks(page: Page, address: str) -> None:
    open_table(page, address)
    bet(page, "ante_across")
    button(page, "^Deal").click()
    expect(button(page, "on Across Bet")).to_have_count(3)
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Leave the seat").click()
    expect(page.get_by_role("alert").filter(has_text="you lose $10")).to_be_visible()
    page.get_by_role("button", name="Stay").click()
    expect(page.get_by_role("alert").filter(has_text="you lose")).to_have_count(0)
    page.get_by_role("button", name="Leave the seat").click()
    page.get_by_role("button", name="Leave anyway").click()
    expect(button(page, "^Take a seat")).to_be_attached()


def test_a_clause_opens_in_place_and_back_returns_to_the_settled_round(page: Page, address: str) -> None:
    open_table(page, address)
    play(page)
    total = page.locator(".net").first.inner_text()
    page.locator("button.text").first.click()
    chip = page.locator(".voice .sources a").first
    table = page.url
    chip.click()
    clause = page.get_by_role("dialog", name=re.compile("^(Clause|Reading) "))
    expect(clause).to_contain_text("In our words")
    assert page.url == table, "the table is still there"
    page.keyboard.press("Escape")
    expect(clause).to_have_count(0)
    expect(chip).to_be_focused()
    chip.press("Enter")
    clause.get_by_role("link", name="Open in the rule book").click()
    expect(page.get_by_role("heading", level=1)).to_contain_text("Maryland")
    expect(clause).to_have_count(0)
    page.go_back()
    expect(button(page, "^Same again")).to_be_visible()
    expect(page.locator(".net").first).to_have_text(total)


def test_a_hand_in_progress_is_resumed(page: Page, address: str) -> None:
    table = open_table(page, address)
    bet(page, "ante_across")
    button(page, "^Deal").click()
    expect(button(page, "on Across Bet")).to_have_count(3)
    for path in ("#/criss-cross", "#/"):
        page.goto(address + path)
        resume = page.get_by_role("button", name="Resume")
        expect(resume).to_be_visible()
        resume.click()
        expect(button(page, "on Across Bet")).to_have_count(3)
        assert page.url.endswith(f"#/table/{table}")
    page.goto(address)
    expect(page.get_by_role("main")).to_contain_text("Your hand at Practice")
    # One tap brings the progressive wagers, with wheels whose weights are examples.
    page.get_by_role("button", name=re.compile("^Play progressives.*example")).click()
    expect(spot(page, "bonus_spin_xtreme")).to_be_visible()
    expect(button(page, "^Deal")).to_be_visible()


def test_a_wrong_fold_is_explained_and_tried_again(page: Page, address: str) -> None:
    page.set_viewport_size({"width": 1440, "height": 900})
    open_table(page, address, holds="always")
    bet(page, "ante_across")
    button(page, "^Deal").click()
    coach = page.get_by_role("tabpanel", name="Coach")
    verdict = coach.get_by_role("heading", name=re.compile("best", re.IGNORECASE))
    for _ in range(20):
        expect(button(page, "on Across Bet")).to_have_count(3)
        button(page, "^Fold").click()
        expect(button(page, "^Continue")).to_be_visible(timeout=30_000)
        if verdict.inner_text().startswith("Best was"):
            break
        button(page, "^Continue").click()
        settled(page)
        button(page, "^Same again").click()
    expect(coach).to_contain_text("Folding loses")
    expect(page.get_by_role("region", name="Runout")).to_have_count(0)
    button(page, "^Continue").click()
    settled(page)
    runout = page.get_by_role("tabpanel", name="Receipt").get_by_role("region", name="Runout")
    expect(runout.get_by_role("img")).to_have_count(5)
    expect(runout).to_contain_text("Middle: ")
    expect(page.get_by_role("tabpanel", name="Receipt")).to_contain_text("Folding on Across cost")
    page.get_by_role("tab", name="Coach").click()
    best = verdict.inner_text()
    page.get_by_role("button", name="Try again").click()
    again = page.get_by_role("dialog", name="Try again")
    again.get_by_role("button", name=best.removeprefix("Best was "), exact=True).click()
    expect(again).to_contain_text("was best")
    again.get_by_role("button", name="Try again").click()
    expect(again.get_by_role("button", name="Fold")).to_be_focused()
    page.keyboard.press("Escape")
    expect(again).to_have_count(0)
    link = page.locator("textarea[readonly]").first.input_value()
    assert "#/criss-cross/decision?rules=maryland&hole=" in link
    page.goto(link)
    page.get_by_role("button", name="Fold").click()
    expect(page.get_by_role("main")).to_contain_text(best)
    page.get_by_role("button", name="Strategy card").click()
    card = page.get_by_role("dialog", name="Strategy card")
    expect(card).to_contain_text("against perfect play", timeout=60_000)


@pytest.mark.parametrize("size", [(390, 844), (1440, 900)], ids=str)
def test_the_focus_is_never_lost(browser: Browser, address: str, size: tuple[int, int]) -> None:
    page = browser.new_context(viewport={"width": size[0], "height": size[1]}, reduced_motion="reduce").new_page()
    open_table(page, address, holds="always")
    bet(page, "ante_across")
    focused = "() => document.activeElement !== document.body"
    button(page, "^Deal").press("Enter")
    for stage in ("Across", "Down", "Middle"):
        expect(button(page, f"on {stage} Bet")).to_have_count(3)
        page.wait_for_function(focused)
        button(page, "^Bet 1 times").press("Enter")
        turn = page.get_by_role("button", name=re.compile("^(Turn the cards?|Continue)"))
        expect(turn.first).to_be_visible(timeout=30_000)
        page.wait_for_function(focused)
        turn.first.press("Enter")
    settled(page)
    page.wait_for_function(focused)
    button(page, "^Same again").press("Enter")
    expect(button(page, "on Across Bet")).to_have_count(3)
    page.wait_for_function(focused)
    page.context.close()


def test_chips_rove(page: Page, address: str) -> None:
    open_table(page, address)
    chips = page.get_by_role("radio")
    assert [chip.get_attribute("tabindex") for chip in chips.all()].count("0") == 1
    # Rings on the green are white, and those on the action bar are dark or light as on any surface.
    rings = page.evaluate(RINGS)
    assert set(rings["felt"]) == {"rgb(255, 255, 255)"} and "rgb(255, 255, 255)" not in rings["bar"]
    page.get_by_role("radio", checked=True).focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", checked=True)).to_be_focused()
    assert [chip.get_attribute("tabindex") for chip in chips.all()].count("0") == 1
