"""Write a rules submission to start from: a TOML document with every choice that the rules leave to the house.

Each choice has its default, the clause that leaves it open, its range and an explanation. The document is a valid
submission as printed.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from textwrap import wrap

from crossfelt.crisscross.progressives.meter import MOST_RATE_PPM
from crossfelt.crisscross.progressives.printed_lists import (
    Printed,
    PrintedBonusSpin,
    PrintedWheel,
    PrintedXtreme,
    item_clause,
    printed_progressives,
)
from crossfelt.crisscross.progressives.terms import HOLE_PAIR
from crossfelt.crisscross.progressives.wheel import MOST_WEIGHT
from crossfelt.crisscross.resolve import choices_of, load_rule_book
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.money import dollars
from crossfelt.ranking import Hand
from crossfelt.rulefiles import OWN_BOUND, TABLE, Choice, cited

WIDTH = 110


def new_submission(name: str) -> str:
    """Return the text of a submission under a rule set, with every choice at its default or at our example."""
    book = load_rule_book(name)
    lines = [
        *_comment(f"Rules submission for {book.title}, rule book {book.name}."),
        *_comment(
            "Every choice that the rules leave to the house is below, with its meaning, its range, and "
            "the clause that leaves it open, or our reading where the rules are silent. A choice that is left out has "
            "the value printed here, except in a progressive wager. Amounts are in cents. Check your file with: "
            "crossfelt rules check FILE"
        ),
        "",
        f"rules = {_toml(name)}",
        "",
        *_comment("The name of the facility: one line, printed on the submission, not part of the rules."),
        'facility = ""',
        "",
        "[choices]",
    ]
    for choice in choices_of(name):
        if choice.type != TABLE:
            lines += ["", *_comment(choice.says), *_comment(f"{range_of(choice, book)} ({choice.cited})")]
            lines.append(f"{choice.name} = {_toml(choice.default)}")
    printed = printed_progressives(name)
    if printed is not None:
        lines += _progressives(printed)
    return "\n".join(lines) + "\n"


def range_of(choice: Choice, book: RuleBook, in_cents: bool = True) -> str:
    """Return the range of a choice as a sentence; amounts in cents, as they are written in a file, and in dollars."""

    def amount(cents: int) -> str:
        return f"{cents} ({dollars(cents)})" if in_cents else dollars(cents)

    limit = book.document["aggregate_limit"]
    if choice.name == "aggregate_limit_cents":
        side, cents = str(limit["bound"]).replace("_", " "), limit["bound_cents"]
        unset = "the highest allowed" if limit["unset_means"] == "bound" else "no limit"
        return (
            f"0 for {unset}, or {side} the greater of {amount(cents)} and the most that a player on the "
            "smallest ante could win."
        )
    match choice.type:
        case "cents":
            low, high = choice.least or 0, choice.most or 0
            return f"{amount(low)} to {amount(high)}{OWN_BOUND if choice.most_is_ours else ''}."
        case "spots":
            may = [name for name in book.document["spots"] if name not in limit["must_cover"]]
            more = f", {_or(may)} may be" if may else ""
            return f"A list of wagers: {', '.join(limit['must_cover'])} must be in it{more}."
        case "text":
            return f"{_or(choice.values)}{_devices(choice, book)}."
    return f"{choice.allowed}."


def _devices(choice: Choice, book: RuleBook) -> str:
    """Return which dealing methods need a device."""
    methods = book.document["dealing"]
    needing = [name for name in choice.values if methods.get(name, {}).get("needs_shuffler")]
    return f"; {_or(needing)} only with a shuffler" if needing else ""


def _progressives(printed: Printed) -> Iterator[str]:
    yield ""
    yield from _comment(
        "Progressive wagers. Leave a table out to not offer the wager. In each table, the "
        "wheels, the Community list of Bonus Spin, the rate, and the amounts of each meter or the prize must be stated "
        "(12.D(6), 12.D(8)(b), 12.E(11)). The weights below are our EXAMPLES and no real wheel: the rules "
        "print the symbols but not how often each comes up (reading P1)."
    )
    yield from _bonus_spin(printed.bonus_spin)
    yield from _xtreme(printed.xtreme)


def _bonus_spin(printed: PrintedBonusSpin) -> Iterator[str]:
    table, letter = printed.table, str(printed.table["example_wheel"])
    wheel = printed.wheels[letter]
    yield from ("", "[choices.bonus_spin]", "")
    with_prize = [key for key, entry in printed.wheels.items() if entry.jackpot == "prize"]
    yield from _comment(
        f"The wheel: {_or(printed.wheels)}. On {' and '.join(with_prize)} the jackpot is a fixed prize: "
        "give prize_cents and, if it is goods, prize_name, in place of rate_ppm, initial_cents and reset_cents. "
        f"({cited(_span(printed.wheels), 'P3')})"
    )
    yield f"wheel = {_toml(letter)}"
    yield ""
    yield from _comment(
        f"The list of Community Pay: {_or(printed.community)}, whichever the wheel. ({cited('12.D(8)(b)', 'P4')})"
    )
    yield f'community = "{next(iter(printed.community))}"'
    yield ""
    yield from _rate(table)
    yield ""
    yield from _amounts(wheel)
    yield ""
    yield from _jackpot_name()
    yield from ("", "[choices.bonus_spin.weights]")
    yield from _comment(
        f"Wheel {letter}, EXAMPLE weights. {_WEIGHTS} A symbol with two amounts pays the first to the spinner and the "
        "second to every other seat with this wager; 0 leaves it off the wheel (reading P4). A $1 wager wins only "
        "these second amounts."
    )
    yield from _weights(wheel)
    for symbol, weight in zip(printed.two_amounts, printed.example_two_amounts, strict=True):
        yield f"{_toml(symbol)} = {weight}  # reading P4"


def _xtreme(printed: PrintedXtreme) -> Iterator[str]:
    table = printed.table
    sizes = dict(zip(table["sizes_cents"], table["example_wheels"], strict=True))
    yield from ("", "[choices.xtreme]", "")
    yield from _comment(
        f"The Hot Spot wheel of each size of wager: {_or(printed.wheels)}. A size that is left out is not offered, and "
        f"there are no other sizes. ({table['clause']}, {cited(_span(printed.wheels), 'P6')})"
    )
    yield from (f"wheel_{cents // 100} = {_toml(letter)}" for cents, letter in sizes.items())
    yield ""
    yield from _comment(
        f"The Community list of each size: {_or(printed.community)}; the letter of its wheel if left out. "
        f"({cited('12.E(13)(b)', 'P6')})"
    )
    yield from (f"community_{cents // 100} = {_toml(letter)}" for cents, letter in sizes.items())
    yield ""
    hands = ", ".join(hand.slug for hand in reversed(Hand))
    yield from _comment(
        f"The qualifying event: {HOLE_PAIR}, a pair in a player's own two cards, or the lowest hand on the cross that "
        f"sets the wager off: {hands}; two_pair if left out. The value here is an EXAMPLE, rare enough for a "
        f"wager to return less than it costs. ({cited(str(table['clause']), 'P5')})"
    )
    yield f"event = {_toml(table['example_event'])}"
    yield ""
    yield from _rate(table)
    yield ""
    yield from _jackpot_name()
    for letter in sizes.values():
        yield from ("", f"[choices.xtreme.meters.{letter}]")
        yield from _amounts(printed.wheels[letter])
    for letter in sizes.values():
        yield from ("", f"[choices.xtreme.weights.{letter}]")
        yield from _comment(f"Wheel {letter}, EXAMPLE weights. {_WEIGHTS}")
        yield from _weights(printed.wheels[letter])
    yield from ("", "[choices.xtreme.community_weights]")
    yield from _comment(
        f"Positions of the Community lists, EXAMPLE weights. {_WEIGHTS} Each seat is paid that position of its own "
        "list."
    )
    for number, weight in enumerate(table["example_community_weights"], start=1):
        clauses = [item_clause(printed.community[letter]["clause"], number - 1) for letter in sizes.values()]
        yield f'"{number}" = {weight}  # {", ".join(clauses)}'


_WEIGHTS = (
    f"Whole numbers of at least 1 that sum to at most {MOST_WEIGHT} (Crossfelt's limit); the chance of a symbol is its "
    "weight divided by the sum (reading P1)."
)


def _rate(table: Mapping[str, object]) -> Iterator[str]:
    yield from _comment(
        f"How fast the meter grows, in parts per million of each wager: 0 to {MOST_RATE_PPM}. ({table['rate_clause']})"
    )
    yield f"rate_ppm = {table['example_rate_ppm']}"


def _amounts(wheel: PrintedWheel) -> Iterator[str]:
    for key, least, meaning in (
        ("initial_cents", wheel.least_initial_cents, "The amount when the meter is first put up"),
        ("reset_cents", wheel.least_reset_cents, "The amount after the meter is won"),
    ):
        yield from _comment(
            f"{meaning}: at least {least} ({dollars(least)}) for wheel {wheel.letter}. ({wheel.least_clause})"
        )
        yield f"{key} = {least}"


def _jackpot_name() -> Iterator[str]:
    yield from _comment("The name of the jackpot symbol: one line. (reading P3)")
    yield 'jackpot_name = "Jackpot"'


def _weights(wheel: PrintedWheel) -> Iterator[str]:
    for symbol, weight in wheel.examples.items():
        yield f"{_key(symbol)} = {weight}  # {wheel.clause_of(symbol)}"


def _span(wheels: Mapping[str, PrintedWheel]) -> str:
    clauses = [wheel.clause for wheel in wheels.values()]
    return f"{clauses[0]} to {clauses[-1]}"


def _or(names: Sequence[str] | Mapping[str, object]) -> str:
    *most, last = names
    return f"{', '.join(most)} or {last}" if most else last


def _key(name: str) -> str:
    return name if name.isalpha() else _toml(name)


def _toml(value: object) -> str:
    """Return a string, number, boolean or list of these, which TOML writes as JSON does."""
    return json.dumps(value)


def _comment(text: str) -> list[str]:
    return wrap(text, WIDTH, initial_indent="# ", subsequent_indent="# ", break_on_hyphens=False)
