"""Several browsers at one table: the same cards at the right times, invitations, the floor, broken connections."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from tests.support.browser.company import (
    NOTICE,
    OwnServer,
    Visitor,
    Wire,
    early_in_page,
    early_in_socket,
    undecided_reveals,
)

pytestmark = pytest.mark.browser

BETS = ("Across", "Down", "Middle")
Visiting = Callable[..., Visitor]


@pytest.fixture
def visiting(browser: Browser, address: str) -> Iterator[Visiting]:
    """Makes visitors, who all go at the end."""
    came: list[Visitor] = []

    def visit(at: str = address, lost_is_fine: bool = False) -> Visitor:
        came.append(Visitor(browser, at, lost_is_fine))
        return came[-1]

    yield visit
    for visitor in came:
        visitor.close()


@pytest.fixture
def own_server(tmp_path: Path) -> Iterator[OwnServer]:
    server = OwnServer(tmp_path)
    server.start()
    yield server
    server.kill()


def seated(
    visiting: Visiting, *, at: str | None = None, lost_is_fine: bool = False, **terms: Any
) -> tuple[str, Visitor, Visitor]:
    """Ada at her table, and Bob who has come by the link and taken a seat in the page."""
    ada, bob = (visiting(*([at] if at is not None else []), lost_is_fine=lost_is_fine) for _ in range(2))
    ada.become("Ada")
    table = ada.open(**terms)
    ada.go(table)
    bob.go(table)
    expect(bob.page).to_have_url(re.compile(rf"/#/table/{table}$"))
    bob.page.get_by_role("button", name="Sit here, seat 2").click()
    # Among others a new guest is asked for a name, once.
    bob.page.get_by_role("dialog", name="What’s your name?").get_by_role("button", name="Skip").click()
    expect(ada.page.get_by_role("log")).to_contain_text(re.compile("Guest [0-9]+ takes seat 2"))
    return table, ada, bob


def test_both_see_the_same_cards_at_the_right_times_and_a_spectator_only_public_ones(visiting: Visiting) -> None:
    table, ada, bob = seated(visiting)
    eve = visiting()
    eve.go(table)
    for player in (ada, bob):
        player.wager()
    for spot in BETS:
        for player in (ada, bob):
            player.bet(spot)
    for visitor in (ada, bob, eve):
        visitor.wait_for_event("round_settled")
    for player in (ada, bob):
        expect(player.page.get_by_role("button", name=re.compile("^Same again"))).to_be_visible()
    for visitor in (ada, bob, eve):
        assert early_in_page(visitor) == [], "nothing is shown that the socket has not sent"
        assert early_in_socket(visitor) == [], "nothing is sent before it is public or belongs to the visitor"
    ones, others, watched = ([event for event in visitor.events() if event[0] > 12] for visitor in (ada, bob, eve))
    assert ones == others == watched, "everyone gets the same events, in the same order"
    assert undecided_reveals(ones, seats=2) == []
    dealt = next(update for update in eve.updates() if update["view"]["community"])
    assert [seat["hole"] for seat in dealt["view"]["seats"] if seat["hole"]] == [[None, None]] * 2
    final = ada.updates()[-1]["view"]
    shown = {card for entry in ada.trace() for card in entry.get("cards", ())}
    assert shown >= {card for card in final["community"].values() if card is not None}


def test_a_bot_fills_a_seat_and_the_floor_pauses_and_rules_for_everybody_to_see(visiting: Visiting) -> None:
    _, ada, bob = seated(visiting, is_private=True, host_rules=True)
    ada.page.get_by_role("button", name="Add bot to seat 3").click()
    ada.page.get_by_role("button", name="Steady and small").click()
    expect(ada.page.get_by_role("dialog")).to_have_count(0)
    for player in (ada, bob):
        player.wager()
    ada.bet("Across")
    bob.bet("Across")
    for player in (ada, bob):
        player.wait_for_event("community_revealed")

    ada.page.get_by_role("button", name="Table menu").click()
    ada.page.get_by_role("button", name="Floor", exact=True).click()
    floor = ada.page.get_by_role("dialog", name="Floor")
    floor.get_by_role("button", name="Pause the table").click()
    # One tap stops every clock, the host's own as well; the reason comes afterwards.
    for player in (ada, bob):
        player.wait_for_event("table_paused")
        expect(player.page.get_by_text("All clocks are stopped.").first).to_be_attached()
        assert player.updates()[-1]["clocks"] == []
    floor.get_by_role("button", name="Add the reason").click()
    expect(floor.get_by_text("Enter a reason in one line.")).to_be_visible()
    floor.get_by_label("Reason, shown to everyone").first.fill("A card fell.")
    floor.get_by_role("button", name="Add the reason").click()
    expect(bob.page.get_by_text(re.compile("A card fell")).first).to_be_visible()
    floor.get_by_role("button", name="Continue").click()
    expect(bob.page.get_by_text("The table continues.").first).to_be_attached()

    floor.get_by_text("Report an irregularity").click()
    floor.get_by_label("What happened", exact=True).first.select_option("community_card_exposed")
    floor.get_by_label("Which card").select_option("middle")
    expect(floor.get_by_text("Round void, every wager returned.")).to_be_visible()
    floor.get_by_role("button", name="Report and rule").click()
    for player in (ada, bob):
        player.wait_for_event("round_voided")
        expect(player.page.get_by_role("link", name=re.compile(re.escape("12(d)"))).last).to_be_attached()
    assert ada.updates()[-1]["info"]["table"] == bob.updates()[-1]["info"]["table"]
    # The report knows of the void round, and log and ledger agree.
    floor.get_by_role("button", name="Show report").click()
    expect(floor.get_by_text("0, plus 1 void")).to_be_visible(timeout=30_000)
    expect(floor.get_by_text("Log and ledger agree to the cent.")).to_be_visible()


def test_the_floor_forfeits_a_seat_corrects_a_round_and_passes_the_role_on(visiting: Visiting) -> None:
    _, ada, bob = seated(visiting, rules="maryland", is_private=True, host_rules=True)
    for player in (ada, bob):
        player.wager()
    expect(ada.page.get_by_role("button", name=re.compile("on Across")).first).to_be_visible()
    ada.page.get_by_role("button", name="Table menu").click()
    ada.page.get_by_role("button", name="Floor", exact=True).click()
    floor = ada.page.get_by_role("dialog", name="Floor")
    forfeit = floor.get_by_role("group").filter(has_text="Forfeit a seat")
    forfeit.get_by_text("Forfeit a seat").click()
    forfeit.get_by_label("Seat", exact=True).select_option("2")
    forfeit.get_by_label("Rule broken").select_option("shared_information")
    forfeit.get_by_role("button", name="Forfeit every wager").click()
    expect(bob.page.get_by_role("log")).to_contain_text("You forfeit all wagers of the round (11.A(5), 11.A(4))")
    ada.page.keyboard.press("Escape")
    for spot in BETS:
        ada.bet(spot)
    bob.wait_for_event("round_settled")

    ada.page.get_by_role("button", name="Table menu").click()
    ada.page.get_by_role("button", name="Floor", exact=True).click()
    correct = floor.get_by_role("group").filter(has_text="Correct a past round")
    correct.get_by_text("Correct a past round").click()
    correct.get_by_label("Round", exact=True).select_option(index=1)
    correct.get_by_label("Seat", exact=True).select_option("2")
    correct.get_by_label("Dollars").fill("10")
    correct.get_by_label("Clause").fill("12.A")
    correct.get_by_label("Reason, shown to everyone").fill("It was somebody else.")
    correct.get_by_role("button", name="Apply correction").click()
    expect(correct.get_by_text("Correction applied.")).to_be_visible()
    expect(bob.page.get_by_role("log")).to_contain_text(
        "The floor manager corrected round 1: It was somebody else. Clause 12.A."
    )
    floor.get_by_role("button", name=re.compile("^Make floor manager, Guest")).click()
    expect(bob.page.get_by_role("log")).to_contain_text("You are now floor manager.")
    bob.page.get_by_role("button", name="Table menu").click()
    expect(bob.page.get_by_role("button", name="Floor", exact=True)).to_be_visible()
    bob.page.goto(f"{bob.address}#/me")
    expect(bob.page.get_by_role("row").filter(has_text="Correction by the floor")).to_contain_text("+$10")
    expect(bob.page.get_by_text("Every entry adds up.")).to_be_visible()


def test_a_server_killed_in_mid_round_comes_back_and_so_do_both_pages(
    visiting: Visiting, own_server: OwnServer
) -> None:
    _, ada, bob = seated(visiting, at=own_server.address, lost_is_fine=True)
    for player in (ada, bob):
        player.wager()
        player.page.evaluate("window.stayed = true")
    ada.bet("Across")
    bob.bet("Across")
    ada.bet("Down")
    own_server.kill()
    for player in (ada, bob):
        expect(player.page.get_by_text(NOTICE).first).to_be_visible()
    own_server.start()
    for player in (ada, bob):
        expect(player.page.get_by_text(NOTICE)).to_have_count(0, timeout=20_000)
    bob.bet("Down")
    ada.bet("Middle")
    bob.bet("Middle")
    for player in (ada, bob):
        player.wait_for_event("round_settled")
        expect(player.page.get_by_role("button", name=re.compile("^Same again"))).to_be_visible()
        assert player.page.evaluate("window.stayed"), "the page was never loaded again"
        assert early_in_page(player) == early_in_socket(player) == []


def test_a_slow_connection_plays_on_and_a_broken_one_heals(visiting: Visiting, own_server: OwnServer) -> None:
    wire = Wire(own_server.port)
    ada, bob = visiting(wire.address, lost_is_fine=True), visiting(own_server.address)
    ada.become("Ada")
    table = ada.open()
    ada.go(table)
    bob.go(table)
    bob.page.get_by_role("button", name="Sit here, seat 2").click()
    bob.page.get_by_role("textbox", name="Your name").fill("Bob")
    bob.page.get_by_role("button", name="Save name").click()
    expect(bob.page.get_by_role("dialog")).to_have_count(0)
    wire.delay_seconds = 0.15
    for player in (ada, bob):
        player.wager()
    ada.bet("Across")
    bob.bet("Across")
    expect(ada.page.get_by_role("button", name=re.compile("on Down"))).not_to_have_count(0)
    wire.cut()
    expect(ada.page.get_by_text(NOTICE).first).to_be_visible()
    # What is chosen meanwhile is kept, and goes out once when the connection is back.
    ada.bet("Down")
    wire.mend()
    expect(ada.page.get_by_text(NOTICE)).to_have_count(0, timeout=20_000)
    bob.bet("Down")
    ada.bet("Middle")
    bob.bet("Middle")
    for player in (ada, bob):
        player.wait_for_event("round_settled")
    bets = [event["spot"] for _, event in ada.events() if event["kind"] == "bet_placed" and event["seat"] == 1]
    assert bets == ["across", "down", "middle"]
    assert early_in_page(ada) == early_in_socket(ada) == []
    wire.close()


def test_a_host_closes_the_table_and_everybody_reads_why(visiting: Visiting) -> None:
    table, ada, bob = seated(visiting)
    bob.page.get_by_role("button", name="Table menu").click()
    expect(bob.page.get_by_role("button", name="Floor", exact=True)).to_have_count(0)
    bob.page.get_by_role("button", name="Sit out").click()
    expect(bob.page.get_by_role("button", name="Sit in")).to_be_visible()
    bob.page.get_by_role("button", name="Leave the seat").click()
    expect(bob.page.get_by_role("dialog").get_by_role("button", name="Take a seat")).to_be_visible()
    bob.page.keyboard.press("Escape")
    ada.ask(table, {"kind": "close_table", "reason": "finished"})
    for visitor in (ada, bob):
        expect(visitor.page.get_by_role("heading", name="This table is closed")).to_be_visible()
        expect(visitor.page.get_by_text("The host closed it: The session is over.")).to_be_visible()
