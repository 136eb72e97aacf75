"""The rule books as a reader meets them in a browser."""

from __future__ import annotations

import re
from urllib.parse import unquote

import pytest
from playwright.sync_api import Page, expect

from crossfelt.crisscross.procedure import procedure
from crossfelt.crisscross.resolve import choices_of, load_rule_book, rule_book_ids
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.register import clauses, readings, registered

pytestmark = pytest.mark.browser

SECTIONS = {
    "In plain words": "The rules in plain words",
    "Pay tables": "What each wager pays",
    "Wagers": "Wagers and their limits",
    "Deal and stages": "The deal",
    "Settlement": "The order in which chips move",
    "Irregularities": "When something goes wrong",
    "Choices": "Choices left to the house",
    "Procedure": "The dealer’s procedure",
    "Readings": "How unclear points are read",
    "Clauses": "Every clause and how it is met",
}


def test_rules_lead_to_every_rule_book(page: Page, address: str) -> None:
    for name in rule_book_ids():
        page.goto(f"{address}#/rules")
        book = load_rule_book(name)
        page.get_by_role("link", name=re.compile(re.escape(book.title))).click()
        expect(page.get_by_role("heading", level=1)).to_have_text(book.title)
        expect(page.get_by_text(book.hash[:16])).to_be_visible()


def test_rules_mark_where_the_pay_tables_differ(page: Page, address: str) -> None:
    page.goto(f"{address}#/rules")
    table = page.get_by_role("region", name="Pay tables side by side")
    expect(table.get_by_role("row", name=re.compile("^Royal flush differs"))).to_contain_text("500 to 1")
    expect(table.get_by_role("row", name=re.compile("^Flush"))).not_to_contain_text("differs")


@pytest.mark.parametrize("name", rule_book_ids())
def test_every_section_opens(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}#/rules/{name}")
    for title, heading in SECTIONS.items():
        page.get_by_role("navigation", name="Sections").get_by_role("link", name=title).click()
        expect(page.get_by_role("heading", name=heading)).to_be_visible()
        expect(page.get_by_role("main")).to_be_focused()
        expect(page).to_have_title(re.compile(f"^{title} · {name}"))


def test_pay_tables_show_the_odds_and_their_clause(page: Page, address: str) -> None:
    page.goto(f"{address}#/rules/maryland/pays")
    royal = page.get_by_role("row", name=re.compile("^Royal flush"))
    expect(royal.get_by_role("cell")).to_have_text(["500 to 1", "1 to 1", "250 to 1"])
    page.get_by_role("region", name="Pay tables").get_by_role("link", name="clause 12.C").click()
    page.get_by_role("dialog", name="Clause 12.C").get_by_role("link", name="Open in the rule book").click()
    expect(page.get_by_role("searchbox", name="Search")).to_have_value("12.C")
    expect(page.get_by_role("rowheader", name="12.C", exact=True)).to_be_visible()


def test_clauses_can_be_searched_and_filtered(page: Page, address: str) -> None:
    page.goto(f"{address}#/rules/massachusetts/clauses")
    entries = clauses("massachusetts").clauses
    status = page.get_by_role("status").filter(has_text="of")
    expect(status).to_have_text(f"{len(entries)} of {len(entries)} clauses")
    page.get_by_role("searchbox", name="Search").fill("middle bet")
    results = [entry for entry in entries if "middle" in entry.says.lower() and "bet" in entry.says.lower()]
    assert 0 < len(results) < len(entries)
    expect(status).to_have_text(f"{len(results)} of {len(entries)} clauses")
    page.get_by_role("searchbox", name="Search").fill("")
    page.get_by_label("How it is met", exact=True).select_option("choice")
    expect(status).to_have_text(f"{sum(entry.met.value == 'choice' for entry in entries)} of {len(entries)} clauses")
    page.get_by_role("searchbox", name="Search").fill("no clause has these words")
    expect(page.get_by_text("No clauses match.")).to_be_visible()


def test_reading_that_a_link_names_is_shown(page: Page, address: str) -> None:
    page.goto(f"{address}#/rules/maryland/readings?find=R16")
    reading = next(entry for entry in readings("maryland") if entry.id == "R16")
    item = page.get_by_role("listitem").filter(has_text=reading.title)
    expect(item).to_be_in_viewport()
    expect(item).to_be_focused()
    expect(item).to_contain_text(reading.says)


def test_clauses_show_their_proofs_on_demand(page: Page, address: str) -> None:
    entry = next(entry for entry in clauses("maryland").clauses if entry.id == "11.I(3)(e)")
    test = next(pointer for pointer in entry.shown_by if pointer.startswith("test:")).removeprefix("test:")
    page.goto(f"{address}#/rules/maryland/clauses?find={entry.id}")
    row = page.get_by_role("row").filter(has=page.get_by_role("rowheader", name=entry.id, exact=True))
    expect(row).to_contain_text(entry.says)
    expect(row.get_by_text("Enforced", exact=True)).to_be_visible()
    expect(row.get_by_text(test)).to_be_hidden()
    row.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(row.get_by_text(test)).to_be_visible()


def test_reading_leads_to_the_choice_that_it_names(page: Page, address: str) -> None:
    page.goto(f"{address}#/rules/maryland/readings?find=R4")
    page.get_by_role("link", name="Ante pays").click()
    choice = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name="Ante pays"))
    expect(choice).to_be_focused()
    expect(choice).to_be_in_viewport()


@pytest.mark.parametrize("name", registered())
def test_every_link_of_a_text_leads_to_something_that_is_there(page: Page, address: str, name: str) -> None:
    """A clause or reading that a link names is in the register, and a choice among those of the rule book."""
    known = {
        "clauses": {entry.id for entry in clauses(name).clauses},
        "readings": {entry.id for entry in readings(name)},
        "choices": {choice.name for choice in choices_of(name)} if name in rule_book_ids() else set(),
    }
    page.goto(f"{address}#/rules/{name}/clauses")
    sections = page.get_by_role("navigation", name="Sections").get_by_role("link")
    expect(sections.first).to_be_visible()
    looked_up = 0
    for title in sections.all_inner_texts():
        sections.filter(has_text=title).click()
        expect(page).to_have_title(re.compile(f"^{title} · {name}"))
        expect(page.get_by_role("status").filter(has_text="Fetching")).to_have_count(0)
        for target in (
            page.get_by_role("main").locator("a[href*='?find=']").evaluate_all("all => all.map((a) => a.hash)")
        ):
            result = re.fullmatch(r"#/rules/([\w-]+)/(\w+)\?find=(.+)", target)
            assert result is not None, target
            text, section, entry = result.groups()
            assert text == name
            assert unquote(entry) in known[section], target
            looked_up += 1
    assert looked_up > 20


def test_procedure_is_a_checklist_for_each_method(page: Page, address: str) -> None:
    page.goto(f"{address}#/rules/massachusetts/procedure")
    for method in ("manual_shoe", "hand", "automated_shoe"):
        page.get_by_label("Dealing method").select_option(method)
        steps = procedure("massachusetts", method)
        expect(page.get_by_role("checkbox")).to_have_count(len(steps))
        first = page.get_by_role("checkbox").first
        first.check()
        expect(page.get_by_role("status")).to_have_text(f"1 of {len(steps)} steps done")
        page.get_by_role("button", name="Start over").click()
        expect(first).not_to_be_checked()


def test_procedure_is_remembered_for_each_method(page: Page, address: str) -> None:
    page.goto(f"{address}#/rules/massachusetts/procedure")
    page.get_by_role("checkbox").nth(1).check()
    page.reload()
    expect(page.get_by_role("checkbox").nth(1)).to_be_checked()
    page.get_by_label("Dealing method").select_option("hand")
    expect(page.get_by_role("checkbox").nth(1)).not_to_be_checked()


def test_procedure_has_the_steps_of_the_wagers_on_offer(page: Page, address: str) -> None:
    page.goto(f"{address}#/rules/maryland/procedure")
    spin = page.get_by_role("button", name="Bonus Spin", exact=True)
    expect(spin).to_have_attribute("aria-pressed", "false")
    expect(page.get_by_text("Lock out the progressive wagers")).to_have_count(0)
    page.get_by_role("checkbox").first.check()
    spin.click()
    expect(spin).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_text("Lock out the progressive wagers")).to_be_visible()
    steps = procedure("maryland", "manual_shoe", ("five_card_bonus", "bonus_spin"))
    expect(page.get_by_role("status")).to_have_text(f"0 of {len(steps)} steps done")
    spin.click()
    expect(page.get_by_role("status")).to_have_text(f"1 of {len(procedure('maryland', 'manual_shoe'))} steps done")


@pytest.mark.parametrize("name", registered())
def test_every_sentence_in_plain_words_names_its_source(page: Page, address: str, name: str) -> None:
    page.goto(f"{address}#/rules/{name}/plain")
    article = page.get_by_role("article", name="The rules in plain words")
    expect(article).to_be_visible()
    silent = article.locator(".parts li:not(:has(a))").all_inner_texts()
    assert silent == []
    assert article.locator(".parts li").count() > 15


def test_king_cross_in_plain_words_has_points_and_achievements(page: Page, address: str) -> None:
    page.goto(f"{address}#/rules/king-cross")
    card = load_score_card()
    expect(page.get_by_role("row", name="Royal flush")).to_contain_text(str(card.chart["royal_flush"]))
    for achievement in card.achievements.values():
        item = page.get_by_role("listitem").filter(has_text=achievement.title).filter(has_text=f"+{achievement.points}")
        expect(item.first).to_be_visible()


def test_two_rule_books_are_laid_side_by_side(page: Page, address: str) -> None:
    page.goto(f"{address}#/rules/compare?a=maryland&b=cardroom")
    bets = page.get_by_role("region", name="Payouts: bets")
    expect(bets.get_by_role("row", name=re.compile("^Royal flush"))).to_contain_text("500 to 1")
    expect(bets.get_by_role("row", name=re.compile("^Flush"))).to_have_count(0)
    page.get_by_label("Second", exact=True).select_option("massachusetts")
    expect(page).to_have_url(re.compile(r"a=maryland&b=massachusetts"))
    expect(bets).to_have_count(0)
    expect(page.get_by_role("region", name="The table")).to_contain_text("no limit")
    page.get_by_role("button", name="Swap the two").click()
    expect(page.get_by_label("First", exact=True)).to_have_value("massachusetts")


def test_deal_order_follows_the_method(page: Page, address: str) -> None:
    page.goto(f"{address}#/rules/maryland/round")
    deal = page.get_by_role("region", name="The deal")
    expect(deal.get_by_text("One card to each seat, from the dealer’s left")).to_have_count(2)
    deal.get_by_label("Dealing method").select_option("automated_shoe")
    expect(deal.get_by_text("Two cards together to each seat, from the dealer’s left")).to_have_count(1)


def test_readings_of_a_text_without_a_rule_book_link_to_nothing_that_is_not_there(page: Page, address: str) -> None:
    page.goto(f"{address}#/rules/king-cross/readings")
    optional = [entry for entry in readings("king-cross") if entry.option]
    assert optional
    for entry in optional:
        item = page.get_by_role("listitem").filter(has=page.get_by_role("heading", name=entry.id, exact=False))
        expect(item.first).to_contain_text(f"on the command line --option {entry.option}")
    links = page.get_by_role("region", name="How unclear points are read").get_by_role("link")
    assert links.count() > 0
    assert all("/clauses?find=" in (link.get_attribute("href") or "") for link in links.all())
    page.goto(f"{address}#/rules/king-cross/choices")
    expect(page.get_by_text("These rules have no section “choices”.")).to_be_visible()
    page.goto(f"{address}#/rules/king-cross")
    expect(page.get_by_role("heading", name="The rules in plain words")).to_be_visible()


def test_text_without_a_rule_book_has_its_register(page: Page, address: str) -> None:
    page.goto(f"{address}#/rules")
    page.get_by_role("region", name=re.compile("King Cross")).get_by_role("link", name="Clauses").click()
    total = len(clauses("king-cross").clauses)
    expect(page.get_by_text(f"{total} of {total} clauses")).to_be_visible()


@pytest.mark.parametrize(
    "path", ["#/rules/nevada", "#/rules/nevada/clauses", "#/nothing", "#/rules/maryland/nothing", "#/%E0%A4%A"]
)
def test_address_that_leads_nowhere_says_so(page: Page, address: str, path: str) -> None:
    troubles = "no such|not found|Can’t show"
    # The browser reports the 404 of the interface automatically; this test is about nothing else.
    page.goto(address + path)
    expect(page.get_by_role("heading", name=re.compile(troubles)).first).to_be_visible()
