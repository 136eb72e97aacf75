"""Every choice of every rule book, and another value for each that takes one."""

from __future__ import annotations

import pytest

from crossfelt.crisscross.resolve import choices_of, load_rule_book, rule_book_ids
from crossfelt.rulefiles import Choice


def open_choices(rules: str) -> list[Choice]:
    """The choices of a rule book that have a value besides their default."""
    return [choice for choice in choices_of(rules) if choice.values != (choice.default,)]


EVERY_CHOICE, EVERY_OPEN_CHOICE = (
    pytest.mark.parametrize(
        ("rules", "choice"),
        [
            pytest.param(rules, choice, id=f"{rules}-{choice.name}")
            for rules in rule_book_ids()
            for choice in choices(rules)
        ],
    )
    for choices in (choices_of, open_choices)
)

TABLES: dict[str, object] = {
    "bonus_spin": {
        "wheel": "b",
        "community": "b",
        "jackpot_name": "Grand",
        "rate_ppm": 200_000,
        "initial_cents": 100_000,
        "reset_cents": 150_000,
    },
    "xtreme": {
        "wheel_1": "a",
        "wheel_5": "g",
        "community_5": "h",
        "event": "straight",
        "jackpot_name": "Jackpot",
        "rate_ppm": 1,
        "meters": {
            "a": {"initial_cents": 250_000, "reset_cents": 100_000},
            "g": {"initial_cents": 500_001, "reset_cents": 100_000},
        },
    },
}
"""Tables of choices in the form that is hashed."""


def another_value(rules: str, choice: Choice) -> object:
    """A value that the choice takes and that is not its default."""
    match choice.type:
        case "boolean":
            return choice.default is False
        case "text":
            # Some texts leave one value only.
            return next((value for value in choice.values if value != choice.default), choice.default)
        case "spots":
            # The list may only grow, and the cardroom's holds every wager already.
            return list(load_rule_book(rules).spots)
        case "table":
            return TABLES[choice.name]
        case _:
            least, most, default = choice.least or 0, choice.most or 0, choice.default
            assert isinstance(default, int)
            if "minimum" in choice.name:
                return default + 100
            if choice.name == "aggregate_limit_cents":
                return 5_000_000
            return default + 1 if default + 1 <= most else max(least, default - 1)
