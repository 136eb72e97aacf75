"""The sheet `Pay`: the odds of every wager, which are the inputs that a reader changes."""

from __future__ import annotations

from crossfelt.printing.blocks import number, words
from crossfelt.printing.workbook.book import Book
from crossfelt.printing.workbook.play import HANDS, Document
from crossfelt.rulefiles import MODIFIED

HEAD_ROW = 4
FIRST_ROW = HEAD_ROW + 1
LAST_ROW = FIRST_ROW + len(HANDS) - 1


def write_pay(book: Book, document: Document) -> None:
    """Write the sheet, and name the hands and each column of odds."""
    pay, bonus = document["pay"], document["bonus"]
    page = book.page("Pay", [26, 18, 12, *(18 for _ in bonus)])
    page.text(0, 0, "Pay tables, odds to 1", "title")
    page.note(1, "Change a yellow cell and every figure follows, for the same play. -1 loses, 0 pushes.")
    page.note(2, _source(document))
    columns = {
        "Bet_odds": (">Across, Down and Middle bets (input)", pay["bets"], pay["clauses"]["bets"]),
        "Ante_odds": (">Antes (input)", pay["antes"], pay["clauses"]["antes"]),
        **{
            odds_name(spot): (
                f">{entry['title']} (input)",
                {hand: row["odds"] for hand, row in entry["hands"].items()},
                entry["clause"],
            )
            for spot, entry in bonus.items()
        },
    }
    page.heads(HEAD_ROW, "Hand, best first", *(heading for heading, _, _ in columns.values()))
    for row, hand in enumerate(HANDS, FIRST_ROW):
        page.text(row, 0, words(hand))
    page.define("Hands", FIRST_ROW, 0, LAST_ROW)
    page.text(LAST_ROW + 1, 0, "Clause", "plain")
    for column, (name, (_, odds, clause)) in enumerate(columns.items(), 1):
        for row, hand in enumerate(HANDS, FIRST_ROW):
            page.pay(row, column, odds.get(hand, -1))
        page.text(LAST_ROW + 1, column, clause, "note")
        page.define(name, FIRST_ROW, column, LAST_ROW)
    page.only_odds(FIRST_ROW, 1, LAST_ROW, len(columns))
    page.freeze(FIRST_ROW, 1)


def odds_name(spot: str) -> str:
    """The name of the odds of a bonus wager."""
    return f"Odds_{spot}"


def _source(document: Document) -> str:
    changed = document["pay"]["changed"]
    if not changed:
        return f"The odds of {document['report']['rules']}."
    printed = ", ".join(f"{words(hand)} (printed {number(odds)})" for hand, odds in changed.items())
    return f"{MODIFIED} PAY TABLE: {printed}. Best play was solved for these odds."
