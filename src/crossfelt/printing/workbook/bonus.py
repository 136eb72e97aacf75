"""The sheet `Bonus`: each bonus bet over all draws of its cards."""

from __future__ import annotations

import math

from crossfelt.printing.blocks import words
from crossfelt.printing.workbook.book import Book, Number, Page
from crossfelt.printing.workbook.pay import odds_name
from crossfelt.printing.workbook.play import HANDS, Document


def write_bonus(book: Book, document: Document) -> None:
    """Write the sheet, one wager below the other; nothing where the rule book offers none."""
    if not document["bonus"]:
        return
    page = book.page("Bonus", [34, 16, 18, 18, 18])
    page.text(0, 0, "Bonus wagers", "title")
    page.note(1, "Each wager alone, over all draws of its cards. The unit is the stake.")
    page.note(2, "Odds are on the sheet Pay, and the confidence level is on the Summary.")
    row = 4
    for spot, entry in document["bonus"].items():
        row = _wager(page, row, spot, entry, document["volatility_index"]["standard_deviations"])


def _wager(page: Page, row: int, spot: str, entry: Document, factor: float) -> int:
    page.section(row, entry["title"], 5)
    page.heads(row + 1, "Hand", ">Odds to 1", ">Draws (count)", ">% of all draws", ">Return, % of this wager")
    first, draws = row + 2, entry["draws"]
    last = first + len(HANDS) - 1
    odds, counts = odds_name(spot), f"Draws_{spot}"
    for place, hand in enumerate(HANDS):
        line = entry["hands"][hand]
        at = first + place
        page.text(at, 0, words(hand))
        page.formula(at, 1, f"INDEX({odds},{place + 1})", line["odds"], "odds")
        page.count(at, 2, line["draws"])
        page.formula(at, 3, f"C{at + 1}/SUM({counts})", line["draws"] / draws, "percent")
        page.formula(at, 4, f"(1+B{at + 1})*D{at + 1}", (1 + line["odds"]) * line["draws"] / draws, "percent")
    page.define(counts, first, 2, last)
    edge, variance = entry["house_edge_of_this_wager"]["value"], entry["variance"]["value"]
    figures: list[tuple[str, str, str, float, Number]] = [
        ("House_edge", "House edge, % of this wager", f"-SUMPRODUCT({counts},{odds})/SUM({counts})", edge, "percent"),
        ("RTP", "RTP, % of this wager", f"1-House_edge_{spot}", 1 - edge, "percent"),
        (
            "Hit_rate",
            "Hit rate: wins, % of all draws",
            f'SUMIF({odds},">0",{counts})/SUM({counts})',
            entry["hit_rate"]["value"],
            "percent",
        ),
        (
            "Standard_deviation",
            "Standard deviation, stakes",
            f"SQRT(SUMPRODUCT({counts},{odds}^2)/SUM({counts})-House_edge_{spot}^2)",
            math.sqrt(variance),
            "antes",
        ),
        (
            "Volatility_index",
            "Volatility index, stakes",
            f"Volatility_z*Standard_deviation_{spot}",
            factor * math.sqrt(variance),
            "antes",
        ),
    ]
    for place, (name, label, formula, result, kind) in enumerate(figures, last + 2):
        page.text(place, 0, label)
        page.formula(place, 1, formula, result, kind)
        page.define(f"{name}_{spot}", place, 1)
    return last + len(figures) + 3
