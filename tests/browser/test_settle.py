"""A round laid out, settled, refused, shared: with the mouse, and with the keyboard alone."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import Page, expect

from crossfelt.crisscross.casefile import settle_case
from crossfelt.crisscross.resolve import rule_book_ids
from crossfelt.money import dollars
from tests.support.settle_cases import contract_case

pytestmark = pytest.mark.browser

SPOKEN = {
    "across left": "two of clubs",
    "across right": "nine of diamonds",
    "down far": "ten of hearts",
    "down near": "four of spades",
    "middle": "king of diamonds",
    "bonus card 1": "three of hearts",
    "bonus card 2": "three of clubs",
    "bonus card 3": "eight of spades",
    "bonus card 4": "jack of diamonds",
    "seat 1, first card": "ace of hearts",
    "seat 1, second card": "king of clubs",
}
"""The contract's example, place by place in the order in which the picker goes through them."""


def open_form(page: Page, address: str, rules: str = "cardroom") -> None:
    page.goto(f"{address}#/settle?rules={rules}")
    expect(page.get_by_role("radio", name=rules)).to_be_checked()


def settle(page: Page) -> None:
    page.get_by_role("button", name="Settle the round").click()


def test_contract_example_by_clicking(page: Page, address: str) -> None:
    open_form(page, address)
    page.get_by_role("button", name="across left: no card yet").click()
    picker = page.get_by_role("dialog")
    for place, card in SPOKEN.items():
        expect(picker.get_by_role("heading", level=2)).to_have_text(place)
        picker.get_by_role("button", name=card, exact=True).click()
    expect(picker).to_be_hidden()
    seat = page.get_by_role("region", name="Seat 1", exact=True)
    seat.get_by_label("Across Ante").fill("5")
    seat.get_by_label("Down Ante").fill("5.00")
    for spot, multiple in (("Across", 3), ("Down", 1), ("Middle", 3)):
        sizes = seat.get_by_role("group", name=f"{spot}: sizes")
        sizes.get_by_role("button", name=f"{multiple} times the ante").click()
    seat.get_by_label("Five Card Bonus").fill("$5")
    seat.get_by_label("Six Card Bonus").fill("5")
    expect(page.get_by_text("Ready to settle")).to_be_visible()
    settle(page)

    result = page.get_by_role("heading", name="Settled by Criss Cross Poker, cardroom")
    expect(result).to_be_focused()
    answer = settle_case(contract_case())["seats"][0]
    expect(page.get_by_text(f"won {dollars(answer['won'])} · returned {dollars(answer['returned'])}")).to_be_visible()
    expect(page.get_by_role("log")).to_contain_text("Seat 1: net +$35.")
    settled = page.get_by_role("region", name="Seat 1, settled")
    expect(settled).to_contain_text("+$35")
    rows = settled.get_by_role("row")
    expect(rows).to_have_count(len(answer["lines"]) + 1)
    expect(rows.nth(1)).to_contain_text("Down Ante")
    expect(rows.nth(1)).to_contain_text("Win")
    expect(rows.nth(1)).to_contain_text("Pair, jacks or better: pays 1 to 1")
    expect(rows.nth(7)).to_contain_text("Six Card Bonus")
    expect(rows.nth(7)).to_contain_text("Lose")


def test_contract_example_by_keyboard_alone(page: Page, address: str) -> None:
    open_form(page, address)
    page.get_by_role("radio", name="cardroom").focus()

    def reach(name: str) -> None:
        """Tab until the element with that accessible name has the focus."""
        for _ in range(60):
            focused = page.evaluate(
                """() => {
                    const element = document.activeElement;
                    return element.getAttribute('aria-label') ?? (element.labels?.[0] ?? element).textContent;
                }"""
            )
            if re.fullmatch(name, focused.strip()):
                return
            page.keyboard.press("Tab")
        pytest.fail(f"{name} cannot be reached with the Tab key")

    reach("down far: no card yet")
    page.keyboard.press("Enter")
    picker = page.get_by_role("dialog")
    expect(picker.get_by_role("heading", level=2)).to_have_text("down far")
    # Rank and suit are two keys. The picker moves to the next place after each card and wraps around at the end.
    for keys in ("Th", "4s", "Kd", "3h", "3c", "8s", "Jd", "Ah", "Kc", "2c"):
        page.keyboard.type(keys)
    expect(picker.get_by_role("heading", level=2)).to_have_text("across right")
    # The arrow keys lead there too: from the two of clubs down to its diamond, then round to the nine.
    page.keyboard.press("ArrowDown")
    for _ in range(7):
        page.keyboard.press("ArrowLeft")
    page.keyboard.press("Enter")
    expect(picker).to_be_hidden()
    expect(page.get_by_role("button", name="down far: ten of hearts")).to_be_focused()
    for label, amount in (
        ("Across Ante", "5"),
        ("Down Ante", "5"),
        ("Across", "15"),
        ("Down", "5"),
        ("Middle", "15"),
        ("Five Card Bonus.*", "5"),
        ("Six Card Bonus.*", "5"),
    ):
        reach(label)
        page.keyboard.type(amount)
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Settled by")).to_be_focused()
    expect(page.get_by_role("region", name="Seat 1, settled")).to_contain_text("+$35")


def test_used_cards_cannot_be_picked_again(page: Page, address: str) -> None:
    open_form(page, address)
    page.get_by_role("button", name="middle: no card yet").click()
    picker = page.get_by_role("dialog")
    picker.get_by_role("button", name="king of diamonds", exact=True).click()
    used = picker.get_by_role("button", name="king of diamonds, already middle")
    expect(used).to_be_disabled()
    used.click(force=True)
    expect(picker.get_by_role("status")).to_have_text("The king of diamonds is already middle.")
    picker.get_by_label("Or type one or more").fill("Kd 2h")
    page.keyboard.press("Enter")
    expect(picker.get_by_label("Or type one or more")).to_have_value("Kd 2h")
    picker.get_by_label("Or type one or more").fill("2h, 10♠ 9c")
    page.keyboard.press("Enter")
    page.keyboard.press("Escape")
    expect(picker).to_be_hidden()
    for place, card in (
        ("bonus card 1", "two of hearts"),
        ("bonus card 2", "ten of spades"),
        ("bonus card 3", "nine of clubs"),
    ):
        expect(page.get_by_role("button", name=f"{place}: {card}")).to_be_visible()


@pytest.mark.parametrize("rules", rule_book_ids())
def test_example_round_settles_under_every_rule_book(page: Page, address: str, rules: str) -> None:
    open_form(page, address, rules)
    page.get_by_role("button", name="Example round").click()
    expect(page.get_by_text("Ready to settle")).to_be_visible()
    settle(page)
    expect(page.get_by_role("heading", name="Settled by")).to_be_visible()
    page.get_by_text("JSON", exact=True).click()
    case = json.loads(page.get_by_label("Case as JSON").input_value())
    shown = json.loads(page.get_by_label("Result as JSON").input_value())
    assert case["rules"] == rules
    assert shown == settle_case(case)
    page.get_by_role("radio", name="As settled").check()
    orders = page.get_by_role("region", name="Lines in the order").locator("tbody tr td:first-child").all_inner_texts()
    assert [int(text) for text in orders] == list(range(1, len(orders) + 1))
    assert len(orders) == sum(len(seat["lines"]) for seat in shown["seats"])


def test_refused_round_lists_every_fault(page: Page, address: str) -> None:
    open_form(page, address)
    page.get_by_role("button", name="Example round").click()
    seat = page.get_by_role("region", name="Seat 1", exact=True)
    seat.get_by_label("Down Ante").fill("4")
    expect(seat.get_by_text("Must equal Across Ante, $5.")).to_be_visible()
    expect(seat.get_by_label("Down Ante")).to_have_attribute("aria-invalid", "true")
    page.get_by_role("region", name="Seat 3", exact=True).get_by_label("Across", exact=True).fill("7.5")
    expect(page.get_by_text("to correct")).to_be_visible()
    settle(page)
    faults = page.get_by_role("region", name=re.compile("^Refused"))
    expect(faults).to_be_in_viewport()
    expect(page.get_by_role("log")).to_contain_text("Refused: 3 problems")
    expect(faults.get_by_role("listitem")).to_contain_text(
        ["Seat 1, Down Ante: must equal", "Seat 1, Down: must be", "Seat 3, Across: must be"]
    )
    expect(page.get_by_role("heading", name="Settled by")).to_be_hidden()


def test_amount_that_is_none_never_leaves_the_page(page: Page, address: str) -> None:
    open_form(page, address)
    page.get_by_role("button", name="Example round").click()
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/settle") else None)
    middle = page.get_by_role("region", name="Seat 1", exact=True).get_by_label("Middle", exact=True)
    middle.fill("15.005")
    settle(page)
    expect(middle).to_be_focused()
    expect(middle).to_have_attribute("aria-invalid", "true")
    expect(middle).to_have_accessible_description("Write dollars and cents, such as 12.50.")
    expect(page.get_by_text("Not sent: 1 to correct")).to_be_visible()
    assert sent == []


def test_empty_form_is_not_sent_and_says_at_its_fields_what_is_missing(page: Page, address: str) -> None:
    open_form(page, address)
    sent: list[str] = []
    page.on("request", lambda request: sent.append(request.url) if request.url.endswith("/settle") else None)
    expect(page.get_by_text("Choose two across cards.")).to_be_hidden()
    settle(page)
    expect(page.get_by_text("Not sent: 12 still to fill in")).to_be_visible()
    first = page.get_by_role("button", name="down far: no card yet")
    expect(first).to_be_focused()
    expect(first).to_be_in_viewport()
    for place, hint in (
        ("across left", "Choose two across cards."),
        ("down far", "Choose two down cards."),
        ("middle", "Choose the middle card."),
        ("seat 1, first card", "Choose two cards for seat 1."),
    ):
        expect(page.get_by_role("button", name=f"{place}: no card yet")).to_have_accessible_description(hint)
        expect(page.get_by_text(hint)).to_be_visible()
    ante = page.get_by_role("region", name="Seat 1", exact=True).get_by_label("Across Ante")
    expect(ante).to_have_attribute("aria-invalid", "true")
    expect(ante).to_have_accessible_description("Both antes are required.")
    expect(page.get_by_text("must be a list")).to_be_hidden()
    assert sent == []

    first.click()
    page.get_by_role("dialog").get_by_role("button", name="ten of hearts", exact=True).click()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Choose one more down card.")).to_be_visible()
    ante.fill("5")
    expect(ante).to_have_attribute("aria-invalid", "false")


def test_form_without_a_seat_is_not_sent(page: Page, address: str) -> None:
    open_form(page, address)
    page.get_by_role("button", name="Example round").click()
    toggles = page.get_by_role("group", name="Seats in play")
    for seat in (1, 3, 5):
        toggles.get_by_role("button", name=f"Seat {seat}").click()
    settle(page)
    expect(toggles.get_by_role("button", name="Seat 1")).to_be_focused()
    expect(toggles.get_by_role("button", name="Seat 1")).to_have_accessible_description(
        "No seat is in play. Choose at least one seat above."
    )
    expect(page.get_by_role("heading", name="Settled by")).to_be_hidden()


def test_bonus_cards_do_not_stay_behind_under_a_rule_book_without_them(page: Page, address: str) -> None:
    open_form(page, address)
    page.get_by_role("button", name="Example round").click()
    page.get_by_role("radio", name="maryland").check()
    expect(page.get_by_text("This rule book has no bonus cards. They were removed from the round.")).to_be_visible()
    expect(page).not_to_have_url(re.compile("bonus="))


def test_results_fold_by_seat(page: Page, address: str) -> None:
    open_form(page, address)
    page.get_by_role("button", name="Example round").click()
    settle(page)
    first, third = (page.get_by_role("region", name=f"Seat {seat}, settled") for seat in (1, 3))
    for seat, words in ((first, "Across Flush"), (third, "Down Pair of 6s to 10s")):
        expect(seat.locator("summary")).to_contain_text(words)
        expect(seat.locator("summary")).to_contain_text(re.compile(r"Net\s*[+-]\$"))
        expect(seat.get_by_role("table")).to_be_hidden()
    first.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(first.get_by_role("table")).to_be_visible()
    expect(third.get_by_role("table")).to_be_hidden()
    page.get_by_role("button", name="Expand all seats").click()
    expect(third.get_by_role("table")).to_be_visible()
    page.get_by_role("button", name="Collapse all seats").click()
    expect(first.get_by_role("table")).to_be_hidden()


def test_fold_takes_the_later_bets_off(page: Page, address: str) -> None:
    open_form(page, address)
    page.get_by_role("button", name="Example round").click()
    seat = page.get_by_role("region", name="Seat 1", exact=True)
    seat.get_by_label("Folded").select_option("down")
    expect(seat.get_by_label("Across", exact=True)).to_have_value("15")
    expect(seat.get_by_label("Down", exact=True)).to_have_value("")
    settle(page)
    settled = page.get_by_role("region", name="Seat 1, settled")
    settled.locator("summary").click()
    expect(settled.get_by_role("row", name=re.compile("Across Ante"))).to_contain_text("Forfeit")


def test_seats_come_and_go_with_their_cards(page: Page, address: str) -> None:
    open_form(page, address)
    page.get_by_role("button", name="Example round").click()
    toggle = page.get_by_role("group", name="Seats in play").get_by_role("button", name="Seat 3")
    expect(toggle).to_have_attribute("aria-pressed", "true")
    toggle.click()
    expect(page.get_by_role("heading", name="Seat 3")).to_be_hidden()
    page.get_by_role("button", name="middle: king of diamonds").click()
    expect(page.get_by_role("dialog").get_by_role("button", name="six of hearts", exact=True)).to_be_enabled()


def test_aggregate_limit_shows_its_cut(page: Page, address: str) -> None:
    case = contract_case()
    case["community"] = {"across": ["Jd", "Td"], "down": ["9d", "2s"], "middle": "Kd"}
    case["seats"][0]["hole"] = ["Ad", "Qd"]
    case["bonus_cards"] = ["3h", "3c", "8s", "7d"]
    wagers = case["seats"][0]["wagers"]
    wagers.update(ante_across=1000, ante_down=1000, across=3000, down=1000, middle=3000)
    open_form(page, address)
    page.get_by_text("JSON", exact=True).click()
    page.get_by_role("textbox", name="Paste a case").fill(json.dumps(case))
    page.get_by_role("button", name="Fill in the form").click()
    settle(page)
    expect(page.get_by_role("columnheader", name="Cut")).to_be_visible()
    (seat,) = settle_case(case)["seats"]
    cut = next(line["cut"] for line in seat["lines"] if line["spot"] == "across")
    assert cut > 0
    row = page.get_by_role("region", name="Seat 1, settled").get_by_role("row", name=re.compile(r"\bAcross Win"))
    expect(row).to_contain_text(f"−{dollars(cut)}")


def test_pasted_text_that_is_no_case_says_why(page: Page, address: str) -> None:
    open_form(page, address)
    page.get_by_text("JSON", exact=True).click()
    page.get_by_role("textbox", name="Paste a case").fill('{"rules": "cardroom", "seats": [{"seat": 7}]}')
    page.get_by_role("button", name="Fill in the form").click()
    expect(page.get_by_text("seats[1].seat must be 1 to 6.")).to_be_visible()


def test_link_holds_the_round(page: Page, address: str) -> None:
    open_form(page, address, "maryland")
    page.get_by_role("button", name="Example round").click()
    page.get_by_role("region", name="Seat 1", exact=True).get_by_label("Ante Across").fill("7.77")
    expect(page).to_have_url(re.compile(r"ante_across-777\b"))
    link = page.url
    page.goto("about:blank")
    page.goto(link)
    expect(page.get_by_role("region", name="Seat 1", exact=True).get_by_label("Ante Across")).to_have_value("7.77")
    expect(page.get_by_role("button", name="middle: king of diamonds")).to_be_visible()


def test_link_to_a_whole_round_is_settled_at_once(page: Page, address: str) -> None:
    open_form(page, address)
    page.get_by_role("button", name="Example round").click()
    expect(page).to_have_url(re.compile("s5="))
    link = page.url
    page.goto("about:blank")
    page.goto(link)
    expect(page.get_by_role("heading", name="Settled by")).to_be_visible()


def test_damaged_link_says_so(page: Page, address: str) -> None:
    page.goto(f"{address}#/settle?rules=cardroom&cross=2x")
    expect(page.get_by_text("This link is damaged, so the form is empty.")).to_be_visible()


def test_house_choices_change_hints_and_result(page: Page, address: str) -> None:
    open_form(page, address)
    page.get_by_role("button", name="Example round").click()
    page.get_by_text("House choices").click()
    page.get_by_label("Ante minimum, dollars").fill("9")
    page.get_by_label("Ante minimum, dollars").press("Tab")
    seat = page.get_by_role("region", name="Seat 1", exact=True)
    expect(seat.get_by_text("$9 to $10").first).to_be_visible()
    settle(page)
    expect(page.get_by_role("region", name=re.compile("^Refused"))).to_contain_text("$9")
    page.get_by_label("Ante minimum, dollars").fill("1")
    page.get_by_label("Ante minimum, dollars").press("Tab")
    expect(page.get_by_role("region", name="These house choices")).to_contain_text(
        "Ante minimum: must be from $2 to $10, not $1"
    )
    page.get_by_role("button", name="Back to the defaults").click()
    expect(page.get_by_text("Ready to settle")).to_be_visible()


def test_changed_form_marks_the_result_as_old(page: Page, address: str) -> None:
    open_form(page, address)
    page.get_by_role("button", name="Example round").click()
    settle(page)
    stale = page.get_by_text("The form has changed.")
    expect(page.get_by_role("heading", name="Settled by")).to_be_visible()
    expect(stale).to_be_hidden()
    page.get_by_role("region", name="Seat 3", exact=True).get_by_label("Across", exact=True).fill("10")
    expect(stale).to_be_visible()


def test_an_example_fills_a_form_that_was_just_opened(page: Page, address: str) -> None:
    page.goto(f"{address}#/settle")
    page.get_by_role("button", name="Example round").click()
    expect(page.get_by_text("Ready to settle")).to_be_visible()
