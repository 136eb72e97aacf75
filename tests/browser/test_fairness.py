"""The player's own seed and the check of a round, at the table: committed, locked, revealed, and compared with what the
browser kept."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, WebSocketRoute, expect

from crossfelt.service.signing import Signer
from tests.support.browser.accessibility import violations
from tests.support.browser.felt_games import bet, button, decide, open_table, play, settled
from tests.support.browser.king_games import KingTable
from tests.support.browser.page_servers import pictured

pytestmark = pytest.mark.browser

Record = dict[str, Any]
PHONE, DESK = {"width": 390, "height": 844}, {"width": 1440, "height": 900}
SEEDS = "() => JSON.parse(localStorage.getItem('crossfelt.seeds') ?? '{}')"


def own_seeds(page: Page) -> dict[str, list[dict[str, Any]]]:
    """Return the seeds the browser has saved, by round."""
    results: dict[str, list[dict[str, Any]]] = page.evaluate(SEEDS)
    return results


def committed(page: Page) -> str:
    """Waits until the server has acknowledged the commitment of the newest round; its id."""
    page.wait_for_function(
        "() => Object.values(JSON.parse(localStorage.getItem('crossfelt.seeds') ?? '{}')).at(-1)?.at(-1)?.committed"
    )
    return list(own_seeds(page))[-1]


def record_of(page: Page, address: str, round_id: str) -> Record:
    answer = page.context.request.get(f"{address}api/rounds/{round_id}/record")
    assert answer.ok, answer.text()
    return dict(answer.json())


def fairness(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Fairness")


def check(page: Page) -> Locator:
    """Opens the sheet of a round that is over, and checks it there."""
    page.get_by_role("button", name="Verify", exact=True).click()
    fairness(page).get_by_role("button", name="Check this round").click()
    return fairness(page).get_by_role("listitem")


def test_a_seed_is_committed_revealed_and_checked_without_leaving_the_table(page: Page, address: str) -> None:
    table = open_table(page, address)
    round_id = committed(page)
    play(page)
    where = page.url
    [seed] = own_seeds(page)[round_id]
    record = record_of(page, address, round_id)
    [drawn] = record["proof"]["seeds"]
    assert drawn == {
        "seat": 1,
        "commitment": seed["commitment"],
        "state": "revealed",
        "nonce": seed["nonce"],
        "seed": seed["seed"],
    }
    assert len(seed["nonce"]) == 64
    checks = check(page)
    expect(fairness(page).get_by_role("status").filter(has_text="The record is valid.")).to_be_visible()
    expect(checks.filter(has_text="Your seed is accounted for")).to_contain_text("Your browser’s random seed was mixed")
    expect(checks.filter(has_text="This is the log you saw")).to_contain_text("the server signed")
    expect(checks.filter(has_text="The server signed the last entry")).to_contain_text("the key this browser knows")
    assert page.url == where
    with page.expect_download() as download:
        fairness(page).get_by_role("link", name="Save the receipt").click()
    receipt = json.loads(download.value.path().read_text())
    assert receipt["note"].startswith(f"crossfelt-head-2\n{table}\n")
    command = [sys.executable, "-m", "crossfelt", "verify", "-", "--against", str(download.value.path())]
    ran = subprocess.run(command, input=json.dumps(record), capture_output=True, text=True, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert "The receipt matches the log at entry" in ran.stdout
    page.keyboard.press("Escape")
    expect(fairness(page)).to_have_count(0)


def test_a_typed_seed_is_in_the_record_and_in_the_next_round(page: Page, address: str) -> None:
    open_table(page, address)
    first = committed(page)
    page.get_by_role("button", name="Fairness", exact=True).click()
    field = fairness(page).get_by_label("Type a seed")
    field.fill("é")
    fairness(page).get_by_role("button", name="Use this seed").click()
    expect(fairness(page).get_by_text("Use letters, digits and symbols")).to_be_visible()
    field.fill("my lucky seed 7")
    field.press("Enter")
    expect(fairness(page).get_by_text("Seed: my lucky seed 7")).to_be_visible()
    page.keyboard.press("Escape")
    play(page)
    assert record_of(page, address, first)["proof"]["seeds"][0]["seed"] == "my lucky seed 7"
    expect(check(page).filter(has_text="Your seed is accounted for")).to_contain_text("my lucky seed 7")
    page.wait_for_function(f"() => Object.keys(({SEEDS})()).length > 1")
    [second] = own_seeds(page).keys() - {first}
    assert own_seeds(page)[second][-1]["seed"] == "my lucky seed 7"


def test_a_second_tab_does_not_commit_again(page: Page, address: str, context: BrowserContext) -> None:
    table = open_table(page, address)
    round_id = committed(page)
    other = context.new_page()
    other.goto(f"{address}#/table/{table}")
    other.get_by_role("button", name="Fairness", exact=True).click()
    expect(fairness(other).get_by_text("Your seed is committed.")).to_be_visible()
    # Two tabs of one guest would ask for advice at the same time, and the server answers one question at a time.
    other.close()
    play(page)
    log = record_of(page, address, round_id)["proof"]["log"]["entries"]
    assert [entry["kind"] for entry in log].count("seed_committed") == 1
    assert len(own_seeds(page)[round_id]) == 1


def test_a_reload_between_commitment_and_lock_still_reveals(page: Page, address: str) -> None:
    open_table(page, address)
    round_id = committed(page)
    page.reload()
    play(page)
    log = record_of(page, address, round_id)["proof"]["log"]["entries"]
    assert [entry["kind"] for entry in log].count("seed_committed") == 1
    assert record_of(page, address, round_id)["proof"]["seeds"][0]["state"] == "revealed"


def test_a_page_that_missed_the_lock_reveals_when_it_comes_back(page: Page, address: str) -> None:
    table = open_table(page, address)
    round_id = committed(page)
    page.goto("about:blank")

    def ask(request: dict[str, Any]) -> None:
        body = {"id": os.urandom(16).hex(), "request": request}
        answer = page.context.request.post(f"{address}api/tables/{table}/ask", data=body)
        assert answer.ok, answer.text()

    wagers = {"kind": "place_wagers", "wagers": {"ante_across": 500, "ante_down": 500}}
    ask({"kind": "act", "round": round_id, "action": wagers})
    ask({"kind": "ready"})
    page.goto(f"{address}#/table/{table}")
    expect(button(page, "on Across Bet")).to_have_count(3)
    for stage in ("Across", "Down", "Middle"):
        decide(page, stage)
    settled(page)
    assert record_of(page, address, round_id)["proof"]["seeds"][0]["state"] == "revealed"


@pytest.mark.parametrize(
    ("change", "warning"),
    [
        (lambda event: event.update(commitments=[]), "left it out of the lock"),
        (lambda event: event["commitments"][0].update(commitment="0" * 64), "locked a different commitment"),
    ],
    ids=["missing", "changed"],
)
def test_a_lock_without_the_own_commitment_keeps_the_seed_secret(
    page: Page, address: str, change: Any, warning: str
) -> None:
    sent: list[dict[str, Any]] = []

    def between(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()

        def from_server(text: str | bytes) -> None:
            message = json.loads(text)
            for item in message.get("happened", ()):
                if item["event"]["kind"] == "commitments_locked":
                    change(item["event"])
            socket.send(json.dumps(message))

        def from_page(text: str | bytes) -> None:
            sent.append(json.loads(text))
            server.send(text)

        server.on_message(from_server)
        socket.on_message(from_page)

    page.route_web_socket(re.compile("/live"), between)
    open_table(page, address)
    round_id = committed(page)
    bet(page, "ante_across")
    button(page, "^Deal").click()
    expect(page.get_by_text("Fairness warning.")).to_be_visible()
    expect(page.get_by_text(warning).filter(visible=True).first).to_be_visible()
    pictured(page, "warning")
    decide(page, "Across")
    kinds = [message["request"]["kind"] for message in sent if message["kind"] == "ask"]
    assert "commit_seed" in kinds
    assert "reveal_seed" not in kinds
    for stage in ("Down", "Middle"):
        decide(page, stage)
    settled(page)
    assert record_of(page, address, round_id)["proof"]["seeds"][0]["state"] == "withheld"
    assert violations(page) == []
    page.get_by_role("button", name="Dismiss").click()
    expect(page.get_by_text("Fairness warning.")).to_have_count(0)
    page.get_by_role("button", name="Verify", exact=True).click()
    listed = fairness(page).get_by_role("list", name="Rounds with seeds not revealed").get_by_role("listitem")
    expect(listed).to_have_text(["Round 1: 1 seed not revealed (possibly offline)"])
    listed.scroll_into_view_if_needed()
    pictured(page, "not-revealed-table")
    page.goto(f"{address}#/rounds")
    expect(page.get_by_text("All your rounds: 1 seed not revealed (possibly offline).")).to_be_visible()
    row = page.get_by_role("link", name=re.compile("^Round 1"))
    expect(row).to_contain_text("1 seed not revealed (possibly offline)")
    pictured(page, "not-revealed-rounds")


def test_a_log_other_than_the_one_that_was_seen_is_reported(page: Page, address: str) -> None:
    open_table(page, address)
    committed(page)
    play(page)
    page.evaluate(
        """() => {
        const heads = JSON.parse(localStorage.getItem('crossfelt.heads'));
        for (const head of Object.values(heads)) head.head = 'ab'.repeat(32);
        localStorage.setItem('crossfelt.heads', JSON.stringify(heads));
    }"""
    )
    check(page)
    verdict = fairness(page).get_by_role("status").filter(has_text="The record isn’t valid")
    expect(verdict).to_contain_text("isn’t the one your browser saw")


def test_a_key_that_nothing_explains_is_shown_and_can_be_accepted(page: Page, address: str) -> None:
    open_table(page, address)
    committed(page)
    other = str(Signer(bytes(32)).key)
    page.evaluate("key => localStorage.setItem('crossfelt.key', JSON.stringify(key))", other)
    page.reload()
    expect(page.get_by_text("Fairness warning.")).to_be_visible()
    page.get_by_role("button", name="Details").click()
    expect(fairness(page).get_by_role("alert")).to_contain_text("signing key changed")
    assert violations(page) == []
    fairness(page).get_by_role("button", name="Accept the new key").click()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Fairness warning.")).to_have_count(0)
    play(page)
    check(page)
    expect(fairness(page).get_by_role("status").filter(has_text="The record is valid.")).to_be_visible()


def test_a_match_of_king_cross_uses_one_seed(page: Page, address: str, context: BrowserContext) -> None:
    table = KingTable(context, address)
    page.goto(table.page)
    round_id = committed(page)
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Fairness").click()
    expect(fairness(page).get_by_text("Your seed is committed.")).to_be_visible()
    page.keyboard.press("Escape")
    table.ask({"kind": "ready"})
    page.wait_for_function(
        "() => Object.values(JSON.parse(localStorage.getItem('crossfelt.seeds'))).at(-1).at(-1).isOver"
    )
    [seed] = own_seeds(page)[round_id]
    assert seed["revealed"] is not None
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Fairness").click()
    expect(fairness(page).get_by_text("Your seed was mixed into the draw.")).to_be_visible()
    pictured(page, "king")


def test_a_finished_match_of_king_cross_is_checked_at_the_table(
    page: Page, address: str, context: BrowserContext
) -> None:
    table = KingTable(context, address)
    page.goto(table.page)
    committed(page)
    table.play_game()
    page.get_by_role("button", name="Table menu").click()
    page.get_by_role("button", name="Fairness").click()
    fairness(page).get_by_role("button", name="Check this round").click()
    expect(fairness(page).get_by_role("status").filter(has_text="The record is valid.")).to_be_visible()
    seed = fairness(page).get_by_role("listitem").filter(has_text="Your seed is accounted for")
    expect(seed).to_contain_text("Your browser’s random seed was mixed")
    expect(fairness(page).get_by_text("not revealed (possibly offline)")).to_have_count(0)
    assert page.url == table.page
    pictured(page, "king-checked")


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])
def test_the_sheet_fits_and_has_no_accessibility_fault(browser: Browser, address: str, size: Any) -> None:
    context = browser.new_context(viewport=size, reduced_motion="reduce")
    page = context.new_page()
    open_table(page, address)
    committed(page)
    name = "phone" if size is PHONE else "desk"
    pictured(page, f"{name}-table")
    page.get_by_role("button", name="Fairness", exact=True).click()
    expect(fairness(page)).to_be_visible()
    pictured(page, f"{name}-open")
    assert violations(page) == []
    page.keyboard.press("Escape")
    play(page)
    pictured(page, f"{name}-over")
    check(page)
    expect(fairness(page).get_by_role("status").filter(has_text="The record is valid.")).to_be_visible()
    pictured(page, f"{name}-checked")
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    context.close()
