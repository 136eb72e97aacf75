"""Roles in the page: what a host and a floor manager see at live tables, and where the page says who rules."""

from __future__ import annotations

import json
import re
import time
from collections.abc import Callable, Iterator
from secrets import token_hex

import httpx2
import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from crossfelt.service.operator import new_operator_token
from tests.support.browser.company import Visitor
from tests.support.browser.page_servers import pictured, served

pytestmark = pytest.mark.browser
KEY = "5e" * 32
START = f"""
import os
os.environ["CROSSFELT_KEY"] = "{KEY}"
from crossfelt.http import serve
serve("127.0.0.1", 0, database="memory:", limit_factor=100)
"""
RULINGS = ("Report an irregularity", "Void the round", "Forfeit a seat", "Correct a past round")
Visiting = Callable[[], Visitor]


@pytest.fixture(scope="module")
def place() -> Iterator[str]:
    """A server whose key the test has, as its operator does."""
    with served(START) as result:
        yield result


@pytest.fixture
def visiting(browser: Browser, place: str) -> Iterator[Visiting]:
    visitors: list[Visitor] = []

    def visitor() -> Visitor:
        visitors.append(Visitor(browser, place))
        return visitors[-1]

    yield visitor
    for one in visitors:
        one.close()


def grant(place: str, table: str, player: str) -> None:
    """Makes a guest floor of a table, as the operator."""
    token = new_operator_token(bytes.fromhex(KEY), int(time.time() * 1000))
    body = {"id": token_hex(16), "request": {"kind": "grant", "player": player}}
    headers = {"authorization": f"Bearer {token}"}
    answer = httpx2.post(f"{place}api/tables/{table}/ask", json=body, headers=headers)
    assert answer.status_code == 200, answer.text


def drawer(page: Page, name: str) -> Locator:
    """The drawer of a role, opened from the menu of the table."""
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name=name, exact=True).click()
    return page.get_by_role("dialog", name=name)


def test_the_host_of_a_listed_live_table_sees_no_rulings_and_pauses_after_the_round(visiting: Visiting) -> None:
    ada = visiting()
    ada.become("Ada")
    ada.go(ada.open(rules="maryland"))
    ada.wager()
    expect(ada.page.get_by_role("button", name=re.compile("on Across")).first).to_be_visible()
    ada.page.get_by_role("button", name="Table menu").click()
    expect(ada.page.get_by_text("No floor manager: the system rules alone")).to_be_visible()
    expect(ada.page.get_by_role("button", name="Floor", exact=True)).to_have_count(0)
    ada.page.keyboard.press("Escape")
    host = drawer(ada.page, "Host")
    for title in (*RULINGS, "Note an incident", "Take out of service", "Show report"):
        expect(host.get_by_text(title)).to_have_count(0)
    host.get_by_role("button", name="Pause the table").click()
    expect(host.get_by_text("The table pauses when this round ends.")).to_be_visible()
    host.get_by_role("button", name="Add the reason").click()
    expect(host.get_by_text("Choose a reason.")).to_be_visible()
    host.get_by_label("Reason, shown to everyone").first.select_option(label="Short break.")
    host.get_by_role("button", name="Add the reason").click()
    expect(host.get_by_role("button", name="Add the reason")).to_have_count(0)
    ada.page.keyboard.press("Escape")
    ada.page.get_by_role("button", name=re.compile("^Fold")).first.click()
    ada.wait_for_event("table_paused")
    host = drawer(ada.page, "Host")
    expect(host.get_by_text("Short break.")).to_be_visible()
    host.get_by_role("button", name="Continue").click()
    expect(host.get_by_role("button", name="Continue")).to_have_count(0)


def test_a_floor_manager_granted_by_the_operator_rules_on_rounds_of_others(visiting: Visiting, place: str) -> None:
    ada, flo = visiting(), visiting()
    ada.become("Ada")
    table = ada.open(rules="maryland")
    ada.go(table)
    player = flo.post("guests", {"name": "Flo"})["player"]
    flo.page.goto(flo.address)
    flo.go(table)
    grant(place, table, player)
    expect(flo.page.get_by_role("log")).to_contain_text("You are now floor manager.")
    ada.wager()
    expect(ada.page.get_by_role("button", name=re.compile("on Across")).first).to_be_visible()
    floor = drawer(flo.page, "Floor")
    expect(floor.get_by_text("A floor manager rules here")).to_be_visible()
    for title in RULINGS:
        expect(floor.locator("summary").filter(has_text=title)).to_be_visible()
    void = floor.get_by_role("group").filter(has_text="Void the round").first
    void.get_by_text("Void the round").first.click()
    void.get_by_label("Reason, shown to everyone").select_option(label="Misdeal.")
    void.get_by_role("button", name="Void the round").click()
    ada.wait_for_event("round_voided")
    expect(ada.page.get_by_text(re.compile("Misdeal")).first).to_be_visible()
    # With a wager of their own a floor manager rules on nothing.
    flo.page.keyboard.press("Escape")
    flo.ask(table, {"kind": "sit", "seat": 2})
    flo.wait_for_event("round_opened")
    name = flo.updates()[-1]["info"]["round"]["id"]
    for visitor in (ada, flo):
        wagers = {"kind": "place_wagers", "wagers": {"ante_across": 500, "ante_down": 500}}
        visitor.ask(table, {"kind": "act", "round": name, "action": wagers})
    floor = drawer(flo.page, "Floor")
    expect(floor.get_by_text("You’re in this round, so you can’t rule on it.")).to_be_visible()
    for title in RULINGS[:3]:
        expect(floor.locator("summary").filter(has_text=title)).to_have_count(0)


def test_a_private_table_may_be_opened_with_host_rules(visiting: Visiting) -> None:
    ada = visiting()
    ada.become("Ada")
    page = ada.page
    page.goto(f"{ada.address}#/tables/new")
    expect(page.get_by_role("checkbox", name="Host rules")).to_have_count(0)
    page.get_by_label("Table name").fill("Friends")
    page.get_by_role("checkbox", name="Private").check()
    page.get_by_role("checkbox", name="Host rules").check()
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Table menu").click()
    expect(page.get_by_text("The host rules here")).to_be_visible()
    page.keyboard.press("Escape")
    floor = drawer(page, "Floor")
    expect(floor.get_by_text("Note an incident")).to_be_visible()
    page.goto(f"{ada.address}#/tables")
    card = page.get_by_role("article", name="Friends")
    expect(card.get_by_text("The host rules here")).to_be_visible()


@pytest.mark.parametrize("host_rules", [False, True])
def test_only_a_host_who_rules_chooses_floor_managers(visiting: Visiting, host_rules: bool) -> None:
    ada, bob = visiting(), visiting()
    for visitor, name in ((ada, "Ada"), (bob, "Bob")):
        visitor.become(name)
    table = ada.open(rules="maryland", is_private=True, host_rules=host_rules)
    bob.ask(table, {"kind": "sit", "seat": 2})
    ada.go(table)
    panel = drawer(ada.page, "Floor" if host_rules else "Host")
    expect(panel.get_by_role("listitem").filter(has_text="Bob")).to_have_count(1)
    expect(panel.get_by_role("button", name="Make floor manager, Bob")).to_have_count(int(host_rules))


@pytest.mark.parametrize("host_rules", [False, True])
def test_the_page_of_a_round_says_when_the_host_rules(visiting: Visiting, host_rules: bool) -> None:
    ada = visiting()
    ada.become("Ada")
    ada.go(ada.open(rules="maryland", is_private=True, host_rules=host_rules))
    ada.wager()
    ada.page.get_by_role("button", name=re.compile("^Fold")).first.click()
    ada.wait_for_event("round_closed")
    [closed, *_] = [event for _, event in ada.events() if event["kind"] == "round_closed"]
    ada.page.goto(f"{ada.address}#/rounds/{closed['round']}")
    expect(ada.page.get_by_role("link", name="Download the record")).to_be_visible()
    expect(ada.page.get_by_text(re.compile("^The host rules here: "))).to_have_count(int(host_rules))


def test_a_corrected_player_sees_it_at_once_in_the_statement_and_in_the_data(visiting: Visiting, place: str) -> None:
    ada, flo = visiting(), visiting()
    ada.become("Ada")
    table = ada.open(rules="maryland")
    ada.go(table)
    grant(place, table, flo.post("guests", {"name": "Flo"})["player"])
    ada.wager()
    fold = ada.page.get_by_role("button", name=re.compile("^Fold")).first
    expect(fold).to_be_visible()
    name = ada.updates()[-1]["info"]["round"]["id"]
    fold.click()
    ada.wait_for_event("round_closed")
    correction = {"kind": "correct", "round": name, "seat": 1, "cents": 500, "clause": "R17", "reason": "wrong_payout"}
    flo.ask(table, correction)
    banner = ada.page.get_by_role("region", name="Corrections to your rounds")
    expect(banner).to_contain_text("Round 1 at Heron was corrected: $5 was paid to you. A payout was wrong.")
    # The clause opens in place.
    banner.get_by_role("link", name="reading R17").click()
    expect(ada.page.get_by_role("dialog", name=re.compile("^Reading R17"))).to_be_visible()
    ada.page.keyboard.press("Escape")
    pictured(ada.page, "correction-banner")
    banner.get_by_role("link", name="See my statement").click()
    line = ada.page.get_by_role("row").filter(has_text="Correction by the floor manager: A payout was wrong.")
    expect(line).to_contain_text("+$5")
    expect(line.get_by_role("link", name="reading R17")).to_have_attribute("href", "#/rules/maryland/readings?find=R17")
    expect(ada.page.get_by_text("Every entry adds up")).to_be_visible()
    line.scroll_into_view_if_needed()
    pictured(ada.page, "correction-statement")
    with ada.page.expect_download() as download:
        ada.page.get_by_role("link", name="Download my data").click()
    data = json.loads(download.value.path().read_text())
    assert data["format"] == "crossfelt-guest-1"
    assert data["account"]["name"] == "Ada"
    assert [(one["cents"], one["correction"]["round"]) for one in data["corrections"]] == [(500, name)]
