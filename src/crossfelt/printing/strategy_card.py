"""A strategy card for the wallet: the lines, how to count, and the exact price."""

from __future__ import annotations

import json
from collections.abc import Iterable
from importlib.resources import as_file, files

import typst

from crossfelt.analysis.strategy_card import PricedStrategyCard, described
from crossfelt.crisscross.rulebook import RuleBook

CARD_POINTS = (
    "Card points: each jack to ace is 6 in your hand and 4 on the cross, each 6 to 10 is 3 in your hand and 2 on the "
    "cross. A rank that is both across and down counts once."
)


def card_data(book: RuleBook, priced: PricedStrategyCard) -> dict[str, object]:
    """What the template needs."""
    multiples = next(spot.multiples for spot in book.spots.values() if spot.kind == "main")
    lines = [
        {"decision": ", ".join(name.capitalize() for name in line.decisions), "rule": described(line.rule, multiples)}
        for line in priced.strategy_card.lines()
    ]
    share = float(priced.cost_of_both_antes)
    return {
        "title": "How to play Criss Cross Poker",
        "subtitle": book.title,
        "lines": lines,
        "notes": [
            "For each decision take the first line that fits.",
            *legend(line["rule"] for line in lines),
            f"Costs {share:.4%} of both antes against perfect play, counted over every deal. "
            f"Rule book {book.id}-{book.version}, {book.hash[:12]}.",
        ],
    }


def legend(rules: Iterable[str]) -> list[str]:
    """How to count what these lines of a card ask for; nothing where they ask for no counting."""
    return [CARD_POINTS] if any("card points" in rule for rule in rules) else []


def strategy_pdf(book: RuleBook, priced: PricedStrategyCard) -> bytes:
    """The card as a PDF of one page."""
    data = json.dumps(card_data(book, priced))
    with as_file(files("crossfelt.printing").joinpath("strategy_card.typ")) as template:
        made = typst.compile(str(template), sys_inputs={"data": data})
    assert isinstance(made, bytes)
    return made
