"""Strategy cards for the wallet: the lines, what to count where they ask for it, and the exact price."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from importlib.resources import as_file, files

import typst

from crossfelt.analysis.strategy_card import DECISIONS, PricedStrategyCard, described
from crossfelt.crisscross.rulebook import RuleBook

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


def card_data(book: RuleBook, priced: PricedStrategyCard) -> dict[str, object]:
    """What the template needs to print one card."""
    multiples = next(spot.multiples for spot in book.spots.values() if spot.kind == "main")
    lines = [
        {"decision": _decisions(line.decisions), "rule": described(line.rule, multiples)}
        for line in priced.strategy_card.lines()
    ]
    is_counting = bool(legend(line["rule"] for line in lines))
    return {
        "title": "How to play Criss Cross Poker",
        "subtitle": book.title,
        "lines": lines,
        "points": POINTS_TABLE if is_counting else (),
        "points_note": COUNTED_ONCE,
        "price": f"Costs {float(priced.cost_of_both_antes):.4%} of both antes against perfect play,",
        "source": f"counted over every deal. Rule book {book.id}-{book.version}, {book.hash[:12]}.",
    }


def _decisions(names: tuple[str, ...]) -> str:
    return "All three" if names == DECISIONS else ", ".join(name.capitalize() for name in names)


def legend(rules: Iterable[str]) -> list[str]:
    """How to count what these lines of a card ask for; nothing where they ask for no counting."""
    return [CARD_POINTS] if any("card points" in rule for rule in rules) else []


def strategy_pdf(book: RuleBook, cards: Sequence[PricedStrategyCard]) -> bytes:
    """The cards as a PDF, one to a page."""
    data = json.dumps([card_data(book, priced) for priced in cards])
    with as_file(files("crossfelt.printing").joinpath("strategy_card.typ")) as template:
        made = typst.compile(str(template), sys_inputs={"data": data})
    assert isinstance(made, bytes)
    return made
