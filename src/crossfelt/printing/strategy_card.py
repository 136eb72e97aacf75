"""A strategy card for the wallet: the lines, how to count, and the exact price."""

from __future__ import annotations

import json
from importlib.resources import as_file, files

import typst

from crossfelt.analysis.strategy_card import PricedStrategyCard, described
from crossfelt.crisscross.rulebook import RuleBook

COUNTING = (
    "Points: 6 for each jack, queen, king or ace in your hand, 4 for one on the cross; 3 and 2 for a 6 to 10.",
    "Outs: 2 for each jack to ace, 1 for each 6 to 10, wherever it lies. A rank on both lines counts once.",
)


def card_data(book: RuleBook, priced: PricedStrategyCard) -> dict[str, object]:
    """What the template needs."""
    multiples = next(spot.multiples for spot in book.spots.values() if spot.kind == "main")
    lines = [
        {"decision": ", ".join(name.capitalize() for name in line.decisions), "rule": described(line.rule, multiples)}
        for line in priced.strategy_card.lines()
    ]
    share = float(priced.cost_of_both_antes)
    used = {condition.feature.name for line in priced.strategy_card.lines() for condition in line.rule.conditions}
    counting = [text for name, text in zip(("points", "outs"), COUNTING, strict=True) if name in used]
    return {
        "title": "How to play Criss Cross Poker",
        "subtitle": book.title,
        "lines": lines,
        "notes": [
            "For each decision take the first line that fits.",
            *counting,
            f"Costs {share:.4%} of both antes against perfect play, counted over every deal. "
            f"Rule book {book.id}-{book.version}, {book.hash[:12]}.",
        ],
    }


def strategy_pdf(book: RuleBook, priced: PricedStrategyCard) -> bytes:
    """The card as a PDF of one page."""
    data = json.dumps(card_data(book, priced))
    with as_file(files("crossfelt.printing").joinpath("strategy_card.typ")) as template:
        made = typst.compile(str(template), sys_inputs={"data": data})
    assert isinstance(made, bytes)
    return made
