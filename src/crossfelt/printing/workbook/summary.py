"""The sheet `Summary`: edges by every base, volatility, hit rates, limits and checks, each a formula."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from crossfelt.printing.workbook.book import Number, Page
from crossfelt.printing.workbook.play import Document, PlayRow, covered_wagers

Z_DIGITS = 3
"""PAR sheets take 1.645 standard deviations at 90%."""


@dataclass(frozen=True, slots=True)
class Figure:
    """One row: the name of the cell, its label, its formula, and its result in this file."""

    name: str
    label: str
    formula: str
    result: float
    number: Number
    note: str = ""


def write_summary(page: Page, row: int, document: Document, rows: Sequence[PlayRow]) -> None:
    """Write the figures from this row down."""
    row = _section(page, row, "House edge and return to player", _edges(document))
    row = _spread(page, row, document)
    row = _section(page, row, "How rounds end, % of all rounds", _ends(document))
    row = _limit(page, row, document, rows)
    _checks(page, row, document)


def _section(page: Page, row: int, title: str, figures: Sequence[Figure]) -> int:
    page.section(row, title, 3)
    return _figures(page, row + 1, figures)


def _figures(page: Page, row: int, figures: Sequence[Figure]) -> int:
    for place, figure in enumerate(figures, row):
        page.text(place, 0, figure.label)
        page.formula(place, 1, figure.formula, figure.result, figure.number)
        page.text(place, 2, figure.note, "beside")
        page.define(figure.name, place, 1)
    return row + len(figures) + 1


def _edges(document: Document) -> list[Figure]:
    edge = {name: entry["value"] for name, entry in document["house_edge"].items()}
    return [
        Figure(
            "House_edge_both_antes", "House edge, % of both antes", "-Expected_net/2", edge["both_antes"], "percent"
        ),
        Figure("House_edge_one_ante", "House edge, % of one ante", "-Expected_net", edge["one_ante"], "percent"),
        Figure(
            "Element_of_risk",
            "House edge, % of all money bet",
            "-SUMPRODUCT(Deals,Net)/SUMPRODUCT(Deals,Staked)",
            edge["all_money_bet"],
            "percent",
            "The element of risk.",
        ),
        Figure(
            "RTP_both_antes",
            "RTP (return to player), % of both antes",
            "1-House_edge_both_antes",
            1 - edge["both_antes"],
            "percent",
        ),
        Figure("RTP_one_ante", "RTP, % of one ante", "1-House_edge_one_ante", 1 - edge["one_ante"], "percent"),
        Figure(
            "RTP_all_money_bet", "RTP, % of all money bet", "1-Element_of_risk", 1 - edge["all_money_bet"], "percent"
        ),
        Figure(
            "Expected_net",
            "Expected net of a round, antes",
            "SUMPRODUCT(Deals,Net)/All_deals",
            document["ev"]["value"],
            "exact",
        ),
        Figure(
            "Average_total_wager",
            "Average total wager in a round, antes",
            "SUMPRODUCT(Deals,Staked)/All_deals",
            document["average_total_wager"]["value"],
            "antes",
        ),
        Figure("All_deals", "Deals counted", "SUM(Deals)", document["deals"], "count"),
    ]


def _spread(page: Page, row: int, document: Document) -> int:
    """Standard deviation, volatility index, and the return that it leads to expect after some numbers of rounds."""
    deviation, volatility = document["standard_deviation"], document["volatility_index"]
    figures = [
        Figure(
            "Variance",
            "Variance of a round, antes squared",
            "SUMPRODUCT(Deals,(Net-Expected_net)^2)/All_deals",
            document["variance"]["value"],
            "antes",
        ),
        Figure("Standard_deviation", "Standard deviation of a round, antes", "SQRT(Variance)", deviation, "antes"),
        Figure(
            "Skewness",
            "Skewness of a round",
            "IF(Variance=0,0,SUMPRODUCT(Deals,(Net-Expected_net)^3)/All_deals/Standard_deviation^3)",
            document["skewness"],
            "antes",
        ),
        Figure(
            "Volatility_z",
            "Standard deviations at that confidence level",
            f"ROUND(NORMSINV((1+Confidence_level)/2),{Z_DIGITS})",
            volatility["standard_deviations"],
            "z",
            "Two-sided, by a normal approximation, as on PAR sheets.",
        ),
        Figure(
            "Volatility_index",
            "Volatility index of a round, antes",
            "Volatility_z*Standard_deviation",
            volatility["antes"],
            "antes",
            "Standard deviation times that factor.",
        ),
        Figure(
            "Volatility_index_of_wager",
            "Volatility index of a round, average total wagers",
            "Volatility_index/Average_total_wager",
            volatility["average_wagers"],
            "antes",
        ),
    ]
    page.section(row, "Volatility", 3)
    page.text(row + 1, 0, "Confidence level of the volatility index (input)")
    page.pay(row + 1, 1, volatility["confidence"], "level")
    page.define("Confidence_level", row + 1, 1)
    row = _figures(page, row + 2, figures)
    base = "% of all money bet"
    page.heads(row, "Rounds of one seat (input)", f">Lowest RTP, {base}", f">Highest RTP, {base}", lines=1)
    bands = volatility["return_bands"]
    for place, band in enumerate(bands, row + 1):
        page.pay(place, 0, band["rounds"], "count")
        reach = f"Volatility_index_of_wager/SQRT(A{place + 1})"
        page.formula(place, 1, f"RTP_all_money_bet-{reach}", band["low"], "percent")
        page.formula(place, 2, f"RTP_all_money_bet+{reach}", band["high"], "percent")
    return row + len(bands) + 2


def _ends(document: Document) -> list[Figure]:
    ended = {name: entry["value"] for name, entry in (document["rounds"] | document["folds"]).items()}
    signs = {"won": ">", "even": "=", "lost": "<"}
    return [
        *(
            Figure(
                f"Rounds_{name}",
                f"Rounds {name}, % of all rounds",
                f'SUMIF(Net,"{sign}0",Deals)/All_deals',
                ended[name],
                "percent",
                "The hit rate of the main game." if name == "won" else "",
            )
            for name, sign in signs.items()
        ),
        *(
            Figure(
                f"Folded_at_{name}",
                f"Folded at {name.capitalize()}, % of all rounds",
                f'SUMIF(Round,"folded at {name.capitalize()}",Deals)/All_deals',
                ended[name],
                "percent",
            )
            for name in document["folds"]
        ),
    ]


def _limit(page: Page, row: int, document: Document, rows: Sequence[PlayRow]) -> int:
    """The edge under the aggregate limit by ante, for the same play."""
    limit = document["caps"]
    if limit is None:
        return row
    page.section(row, "Aggregate limit, the same play", 3)
    page.text(row + 1, 0, "Limit of a player's winnings in a round (input)")
    page.pay(row + 1, 1, limit["limit_cents"] / 100, "dollars")
    page.text(row + 1, 2, f"Clause {limit['clause']}. No bonus wager is made.", "beside")
    page.define("Aggregate_limit", row + 1, 1)
    page.heads(row + 3, "Ante (input)", ">House edge, % of both antes", ">Cost of the limit, % of both antes", lines=1)
    covered, edge = covered_wagers(document), document["house_edge"]["both_antes"]["value"]
    won = [(line.winnings(covered), line.deals) for line in rows]
    for place, entry in enumerate(limit["antes"], row + 4):
        cents, limit_cents = entry["ante_cents"], limit["limit_cents"]
        over = [(Fraction(winnings) - Fraction(limit_cents, cents)) * deals for winnings, deals in won]
        cut = sum((part for part in over if part > 0), Fraction(0))
        cost = float(cut / document["deals"] / 2)
        ante = f"A{place + 1}"
        page.pay(place, 0, cents / 100, "dollars")
        cut_antes = f"(Winnings*{ante}>Aggregate_limit)*(Winnings-Aggregate_limit/{ante})"
        page.formula(place, 2, f"SUMPRODUCT(Deals,{cut_antes})/All_deals/2", cost, "percent")
        page.formula(place, 1, f"House_edge_both_antes+C{place + 1}", edge + cost, "percent")
    return row + 4 + len(limit["antes"]) + 1


def _checks(page: Page, row: int, document: Document) -> None:
    checks = [
        ("Every deal is counted", "All_deals=52*51/2*50*49/2*48*47/2*46"),
        ("The five wagers add up to the net of a round", "ABS(SUM(Wager_nets)-Expected_net)<1E-12"),
        *(
            (f"Every draw of the {entry['title']} is counted", f"SUM(Draws_{spot})={_all_draws(entry['cards'])}")
            for spot, entry in document["bonus"].items()
        ),
    ]
    page.section(row, "Checks", 3)
    for place, (label, formula) in enumerate(checks, row + 1):
        page.text(place, 0, label)
        page.formula(place, 1, f'IF({formula},"holds","FAILS")', "holds", "text")


def _all_draws(cards: int) -> str:
    """Return the number of sets of this many cards, as a formula."""
    return f"{'*'.join(str(52 - dealt) for dealt in range(cards))}/{math.factorial(cards)}"
