"""The front of a par sheet: identification, main figures and rule book."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from crossfelt.analysis.report_header import header_of
from crossfelt.money import dollars
from crossfelt.printing.blocks import Block, Code, Entries, Entry, Table, Words, number, percent, words

Document = Mapping[str, Any]
WAGER_TITLES = {
    "ante_across": "Across Ante",
    "ante_down": "Down Ante",
    "across": "Across bet",
    "down": "Down bet",
    "middle": "Middle bet",
}
BLANK = "_" * 40
"""A line to write on."""
_MOST_COMMAND = 92
"""Characters of a line of code on paper, with room for the backslash."""


def about(document: Document) -> Iterator[Block]:
    """Yield the identification: facility, preparer and rules."""
    header, book = header_of(document), document["rule_book"]
    yield Table(
        "Identification",
        ("", "this sheet"),
        (
            ("Game", "Criss Cross Poker"),
            ("Facility", header.facility or "not named"),
            ("Rules", header.rules),
            ("Changes", "; ".join(header.changes) or "none"),
            ("Rule book", f"{book['title']}, {header.rule_book}"),
            ("Hash of the rules (SHA-256)", header.rules_hash or ""),
            ("Prepared by", document["prepared_by"] or BLANK),
            ("Date", header.date),
            ("Program", f"Crossfelt {header.version}"),
        ),
    )


def summary(document: Document) -> Iterator[Block]:
    """Yield the main figures, each with its base."""
    edge, ev = document["house_edge"], document["ev"]
    returned, volatility = document["return_to_player"], document["volatility_index"]
    confidence = f"{percent(volatility['confidence'], 0)} confidence"
    rows = [
        ("House edge, % of both antes", percent(edge["both_antes"]["value"], 4)),
        ("House edge, % of one ante", percent(edge["one_ante"]["value"], 4)),
        ("Element of risk: house edge, % of all money bet", percent(edge["all_money_bet"]["value"], 4)),
        ("Return to player (RTP), % of all money bet", percent(returned["all_money_bet"]["value"], 4)),
        ("Return to player (RTP), % of both antes", percent(returned["both_antes"]["value"], 4)),
        ("Average total bet per round, antes", number(document["average_total_wager"]["value"], 4)),
        ("Standard deviation of a round, antes", number(document["standard_deviation"], 4)),
        (f"Volatility index ({confidence}), antes", number(volatility["antes"], 4)),
        (f"Volatility index ({confidence}), average wagers", number(volatility["average_wagers"], 4)),
        ("Skewness of the result of a round", number(document["skewness"], 3)),
        ("Hit rate: rounds won, % of all rounds", percent(document["rounds"]["won"]["value"])),
    ]
    for entry in document["bonus"].values():
        share = entry["house_edge_of_this_wager"]["value"]
        rows.append((f"House edge of the {entry['title']}, % of that wager", percent(share, 4)))
        rows.append((f"RTP of the {entry['title']}, % of that wager", percent(1 - share, 4)))
    yield Words(
        "Optimal play over every deal, counted in whole numbers. The unit is one ante; each round stakes two. The "
        "aggregate limit applies only in its own section. The volatility index is "
        f"{volatility['standard_deviations']} standard deviations of a round, as usual on PAR sheets for {confidence}."
    )
    yield Table("Main figures", ("figure", ">value"), tuple(rows))
    yield from _return_bands(document)
    yield Table(
        "Exact value of the game to the player, antes over all deals",
        (">numerator", ">deals", ">antes per round"),
        ((number(ev["numerator"]), number(ev["denominator"]), number(ev["value"], 9)),),
    )
    shares = [(f"rounds {name}", entry) for name, entry in document["rounds"].items()]
    shares += [(f"folded at the {name} decision", entry) for name, entry in document["folds"].items()]
    yield Table(
        "How rounds end, and where players fold",
        ("rounds", ">deals", ">% of all rounds"),
        tuple((name, number(entry["numerator"]), percent(entry["value"], 4)) for name, entry in shares),
    )


def _return_bands(document: Document) -> Iterator[Block]:
    volatility = document["volatility_index"]
    confidence = percent(volatility["confidence"], 0)
    yield Table(
        f"Return to player by rounds of one seat, % of all money bet: {confidence} by the volatility index, "
        "by a normal approximation",
        (">rounds", ">lowest", ">expected", ">highest"),
        tuple(
            (number(row["rounds"]), *(percent(row[name], 3) for name in ("low", "expected", "high")))
            for row in volatility["return_bands"]
        ),
    )


def rule_book(document: Document) -> Iterator[Block]:
    """Yield the choices that the rules leave to the house, and their values."""
    book, pay = document["rule_book"], document["pay"]
    meanings = book["choices_say"]
    yield Words(
        f"{book['title']}, {header_of(document).rules}. Bets of {', '.join(map(str, pay['bet_multiples']))} antes. "
        "Hash (SHA-256 of the resolved rule book with every change):"
    )
    yield Code(book["hash"])
    yield Words("Choices that the rules leave to the house, and their values here:")
    yield Entries(
        tuple(
            Entry(
                "", f"{words(name.removesuffix('_cents')).capitalize()}: {choice_in_force(book, name)}", meanings[name]
            )
            for name in book["choices"]
        )
    )


def choice_in_force(book: Document, name: str) -> str:
    """Return the value of a choice; for the aggregate limit its amount, also where the house set none."""
    value, limit = book["choices"][name], book["aggregate_limit_cents"]
    if name != "aggregate_limit_cents":
        return choice_words(name, value)
    if limit is None:
        return "none"
    return f"{dollars(limit)}{'' if value else ', the highest allowed'}"


def reproduce(document: Document) -> Iterator[Block]:
    """Yield the command that reproduces the sheet."""
    yield Words(f"Made by Crossfelt {document['crossfelt']}. The same figures, exact fractions included, as JSON:")
    yield Code(_on_lines(document["reproduce"]))


def _on_lines(command: str) -> str:
    """Break a command into lines that fit on paper, only before an option, as a shell takes it.

    >>> print(_on_lines("crossfelt par maryland --option abandoned=lose_all" + " --pay flush=7" * 4))
    crossfelt par maryland --option abandoned=lose_all --pay flush=7 --pay flush=7 --pay flush=7 \\
      --pay flush=7
    """
    first, *options = command.split(" --")
    lines = [first]
    for option in options:
        if len(lines[-1]) + len(option) + 3 > _MOST_COMMAND:
            lines.append(f"  --{option}")
        else:
            lines[-1] += f" --{option}"
    return " \\\n".join(lines)


def choice_words(name: str, value: object) -> str:
    """Return the value of a choice in words."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return ", ".join(WAGER_TITLES.get(str(item), words(str(item)).title()) for item in value)
    if isinstance(value, int) and name.endswith("_cents"):
        return dollars(value) if value else "0, not set"
    if isinstance(value, Mapping):
        return "set by the house"
    return "none" if value is None else words(str(value))
