"""Rounds that are over, replayed and verified in the browser; and what the trainer says of each decision."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from secrets import token_hex
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Request, Route, expect

from crossfelt.fairness import seed_commitment
from tests.support.browser.accessibility import Scheme, violations

pytestmark = pytest.mark.browser

Record = dict[str, Any]
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1440, "height": 900}
NO_GUIDE = "localStorage.setItem('crossfelt.guide.rounds', '-1');"


class PracticeTable:
    """A table of Criss Cross at which the guest of a browser sits alone."""

    def __init__(self, context: BrowserContext, address: str) -> None:
        self.context, self.address = context, address
        context.add_init_script(NO_GUIDE)
        guest = context.request.post(f"{address}api/guests", data={"name": "Ada"})
        assert guest.ok, guest.text()
        self.player: str = guest.json()["player"]
        terms = {"title": "A test", "game": "criss-cross", "table_kind": "practice", "rules": "maryland"}
        more = {"id": token_hex(16), "seat_count": 1, "pace_ms": 0, "is_private": True}
        opened = context.request.post(f"{address}api/tables", data=terms | more)
        assert opened.ok, opened.text()
        self.id: str = opened.json()["info"]["table"]
        self.ask({"kind": "sit", "seat": 1})

    def info(self) -> dict[str, Any]:
        """The table as anybody sees it."""
        return dict(self.context.request.get(f"{self.address}api/tables/{self.id}").json()["info"])

    def ask(self, request: dict[str, Any]) -> None:
        """Asks the table for something."""
        body = {"id": token_hex(16), "request": request}
        answer = self.context.request.post(f"{self.address}api/tables/{self.id}/ask", data=body)
        assert answer.ok, answer.text()

    def open_round(self) -> str:
        """The id of the round that takes wagers now."""
        while not (info := self.info())["may_act"]:
            pass
        return str(info["round"]["id"])

    def void_round(self) -> None:
        """Wagers in a round, and has it voided by the floor."""
        name = self.open_round()
        wagers = {"kind": "place_wagers", "wagers": {"ante_across": 500, "ante_down": 500}}
        self.ask({"kind": "act", "round": name, "action": wagers})
        self.ask({"kind": "rule", "round": name, "action": {"kind": "void_round", "reason": "misdeal"}})

    def play_round(self) -> str:
        """Plays a round with the smallest bets; returns its id when it is over."""
        round_id = self.open_round()
        act = {"kind": "act", "round": round_id}
        nonce, seed = bytes(range(32)), "a seed"
        made = seed_commitment(self.id, round_id, 1, self.player, nonce, seed)
        self.ask({"kind": "commit_seed", "round": round_id, "commitment": made})
        self.ask(act | {"action": {"kind": "place_wagers", "wagers": {"ante_across": 500, "ante_down": 500}}})
        self.ask({"kind": "ready"})
        while self.info()["round"]["phase"] != "revealing":
            pass
        self.ask({"kind": "reveal_seed", "round": round_id, "nonce": nonce.hex(), "seed": seed})
        for stage in ("across", "down", "middle"):
            while not self.info()["due"]:
                pass
            self.ask(act | {"action": {"kind": "bet", "stage": stage, "multiple": 1}})
        while not self.context.request.get(f"{self.address}api/rounds/{round_id}/record").ok:
            pass
        return round_id


def digested(record: Record) -> Record:
    """A record whose digest was made to fit again."""
    rest = {key: value for key, value in record.items() if key != "digest"}
    text = json.dumps(rest, sort_keys=True, separators=(",", ":"))
    return rest | {"digest": hashlib.sha256(text.encode()).hexdigest()}


def another_card(record: Record) -> Record:
    events = [event for step in record["steps"] for event in step["events"]]
    cards = next(event["cards"] for event in events if event["kind"] == "community_revealed")
    cards["across_left"] = "Ah" if cards["across_left"] != "Ah" else "Kh"
    return record


def another_secret(record: Record) -> Record:
    secret = record["proof"]["secret"]
    record["proof"]["secret"] = ("1" if secret[0] == "0" else "0") + secret[1:]
    return digested(record)


def another_deck(record: Record) -> Record:
    step = next(step for step in record["steps"] if step["action"]["kind"] == "shuffle")
    deck = step["action"]["deck"]
    deck[0], deck[1] = deck[1], deck[0]
    step["events"][0]["deck"] = list(deck)
    return digested(record)


def test_a_round_is_replayed_and_holds(page: Page, address: str, context: BrowserContext) -> None:
    table = PracticeTable(context, address)
    round_id = table.play_round()
    table.void_round()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url))
    page.goto(f"{address}#/rounds")
    row = page.get_by_role("link", name=re.compile("^Round 1 "))
    expect(row).to_contain_text(re.compile("[♥♣♦♠]"))
    voided = page.get_by_role("link", name=re.compile("^Round 2 "))
    expect(voided).to_contain_text("Void")
    expect(voided).to_contain_text("returned")
    # One answer has all that the rows show.
    assert len([url for url in sent if "/api/me/rounds" in url]) == 1
    assert not [url for url in sent if "/replay" in url]
    voided.click()
    expect(page.get_by_role("heading", name="Round 2, void")).to_be_visible()
    page.keyboard.press("End")
    expect(page.get_by_role("region", name="Replay").get_by_text("All wagers are returned").first).to_be_visible()
    page.go_back()
    row.click()
    expect(page.get_by_text(re.compile(r"^Step 1 of \d+$"))).to_be_visible()
    page.keyboard.press("End")
    last = page.get_by_text(re.compile(r"^Step (\d+) of \1$"))
    expect(last).to_be_visible()
    page.keyboard.press("ArrowLeft")
    expect(last).to_have_count(0)
    expect(page.get_by_role("group", name="The cross").get_by_role("img")).to_have_count(5)
    page.keyboard.press("Home")
    page.keyboard.press("ArrowRight")
    expect(page.get_by_text(re.compile("^Step 2 of"))).to_be_visible()
    page.get_by_role("button", name="Verify this round").click()
    expect(page.get_by_text("The record is valid.").filter(visible=True).first).to_be_visible()
    expect(page.get_by_label("Share this round")).to_have_value(f"{address}#/rounds/{round_id}")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the record").click()
    saved = json.loads(download.value.path().read_text())
    assert saved["proof"]["round"] == round_id
    with page.expect_download() as download:
        page.get_by_role("link", name="Download the verifier").click()
    program = str(download.value.path())
    ran = subprocess.run(
        [sys.executable, "-I", program, "-"], input=json.dumps(saved).encode(), capture_output=True, check=False
    )
    assert ran.returncode == 0, ran.stdout


@pytest.mark.parametrize(
    ("tamper", "reason"),
    [
        (another_card, "the digest doesn’t match"),
        (another_secret, "the commitment isn’t the hash of the secret"),
        (another_deck, "the deck isn’t the one that the secret and the seeds give"),
    ],
)
def test_a_tampered_record_is_refused(
    page: Page, address: str, context: BrowserContext, tamper: Any, reason: str
) -> None:
    round_id = PracticeTable(context, address).play_round()

    def answer(route: Route) -> None:
        fetched = route.fetch()
        route.fulfill(response=fetched, json=tamper(fetched.json()))

    page.route("**/record", answer)
    page.goto(f"{address}#/rounds/{round_id}?verify=1")
    verdict = page.get_by_role("status").filter(has_text="The record isn’t valid")
    expect(verdict).to_contain_text(reason)
    expect(page.get_by_text("The record is valid.")).to_have_count(0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_rounds_have_no_accessibility_fault(browser: Browser, address: str, scheme: Scheme, size: Any) -> None:
    context = browser.new_context(color_scheme=scheme, viewport=size)
    round_id = PracticeTable(context, address).play_round()
    page = context.new_page()
    page.goto(f"{address}#/rounds")
    expect(page.get_by_role("link", name=re.compile("^Round 1 "))).to_contain_text(re.compile("[♥♣♦♠]"))
    assert violations(page) == []
    page.goto(f"{address}#/rounds/{round_id}?verify=1")
    expect(page.get_by_role("status").filter(has_text="The record is valid.")).to_be_visible()
    page.keyboard.press("End")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    context.close()


def advised(situation: dict[str, Any]) -> dict[str, Any]:
    """Return the output of `crossfelt advise` for a decision."""
    asked = {"hole": situation["hole"], "across": situation["across"], "down": situation["down"]}
    command = [sys.executable, "-m", "crossfelt", "advise", "--rules", situation["rules"], "--json"]
    for name, cards in asked.items():
        command += [f"--{name}", " ".join(cards)] if cards else []
    command += ["--bets", ",".join(map(str, situation["bets"]))] if situation["bets"] else []
    return dict(json.loads(subprocess.run(command, capture_output=True, check=True).stdout))


@pytest.mark.parametrize(("size", "scheme"), [(PHONE, "light"), (DESK, "dark")], ids=["phone", "desk"])
def test_the_cost_shown_is_the_cost_of_the_command(browser: Browser, address: str, size: Any, scheme: Scheme) -> None:
    context = browser.new_context(viewport=size, color_scheme=scheme, reduced_motion="reduce")
    table = PracticeTable(context, address)
    page = context.new_page()
    situations: list[dict[str, Any]] = []

    def note(request: Request) -> None:
        if request.url.endswith("/api/advise"):
            situations.append(json.loads(request.post_data or ""))

    page.on("request", note)
    page.goto(f"{address}#/table/{table.id}?deal=1")
    for decision in range(3):
        smallest = page.get_by_role("button", name=re.compile("^Bet 1 times"))
        expect(smallest).to_have_attribute("aria-disabled", "false")
        assert len(situations) == decision + 1, "advice is asked for once, while the player thinks"
        right = advised(situations[decision])
        # The dearest of the bets: it is never the best.
        action = max(("1x", "2x", "3x"), key=lambda action: right["cost"][action])
        page.keyboard.press(action[0])
        verdict = page.get_by_role("region", name="What the decision cost")
        figure = verdict.locator("[data-cost]")
        expect(figure).to_have_text(f"{right['cost'][action]:.2f}")
        assert float(figure.get_attribute("data-cost") or "") == right["cost"][action]
        expect(verdict.get_by_role("heading", level=2)).to_have_text(f"Best was {said(right['best'])}")
        cents = round(right["cost"][action] * 500)
        expect(verdict).to_contain_text(f"−${cents // 100}" + (f".{cents % 100:02}" if cents % 100 else ""))
        for worth, name in zip(right["ev"].values(), right["ev"], strict=True):
            expect(verdict.get_by_role("listitem").filter(has_text=said(name))).to_contain_text(f"{abs(worth):.2f}")
        if right["cost"][action] >= 0.05:
            assert violations(page) == []
            page.keyboard.press("Enter")
    expect(page.get_by_role("button", name=re.compile("^Same again"))).to_be_visible()
    context.close()


def said(action: str) -> str:
    return "Fold" if action == "fold" else action.replace("x", "×")
