"""Strategy cards to print: the lines, how to count, and the exact cost."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from importlib.resources import as_file, files

import typst

from crossfelt.analysis.crisscross.strategy_card import DECISIONS, PricedStrategyCard, described
from crossfelt.analysis.report_header import ReportHeader
from crossfelt.rulefiles import MODIFIED

COUNTED_ONCE = "A rank that is both across and down counts once."
CARD_POINTS = (
    "Card points: each jack to ace is 6 in your hand and 4 on the cross, each 6 to 10 is 3 in your hand and 2 on the "
    f"cross. {COUNTED_ONCE}"
)
POINTS_TABLE = (
    ("Card points", "in your hand", "on the cross"),
    ("each jack to ace", "6", "4"),
    ("each 6 to 10", "3", "2"),
)


def card_data(header: ReportHeader, multiples: tuple[int, ...], priced: PricedStrategyCard) -> dict[str, object]:
    """Return the data that the template needs for one card."""
    lines = [
        {"decision": _decisions(line.decisions), "rule": described(line.rule, multiples)}
        for line in priced.strategy_card.lines()
    ]
    is_counting = bool(legend(line["rule"] for line in lines))
    mark = f" ({MODIFIED})" if header.modified else ""
    return {
        "title": f"How to play Criss Cross Poker{mark}",
        "subtitle": header.title,
        "lines": lines,
        "points": POINTS_TABLE if is_counting else (),
        "points_note": COUNTED_ONCE,
        "price": f"Costs {float(priced.cost_of_both_antes):.4%} of both antes compared with optimal play,",
        "source": f"counted over every deal. Rules: {header.footer}. Crossfelt {header.version}, {header.date}.",
    }


def _decisions(names: tuple[str, ...]) -> str:
    return "All three" if names == DECISIONS else ", ".join(name.capitalize() for name in names)


def legend(rules: Iterable[str]) -> list[str]:
    """Return how to count, where these lines of a card need counting."""
    return [CARD_POINTS] if any("card points" in rule for rule in rules) else []


def strategy_pdf(header: ReportHeader, multiples: tuple[int, ...], cards: Sequence[PricedStrategyCard]) -> bytes:
    """Return the cards as a PDF, one per page."""
    data = json.dumps([card_data(header, multiples, priced) for priced in cards])
    with as_file(files("crossfelt.printing").joinpath("strategy_card.typ")) as template:
        made = typst.compile(str(template), sys_inputs={"data": data})
    assert isinstance(made, bytes)
    return made
