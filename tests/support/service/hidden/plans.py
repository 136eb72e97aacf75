"""Plans: everything that happens at a table except its cards."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from tests.support.properties.progressive_houses import offers, with_weights

BOOKS = ("cardroom", "maryland", "massachusetts")
BONUS_CARDS = {"cardroom": 4}


@dataclass(frozen=True, slots=True)
class Plan:
    """Everything at a table except its cards. Two runs of one plan make the same requests in the same order."""

    seed: int
    game: str
    rules: str
    options: dict[str, Any]
    seats: int
    rounds: int
    trouble: float
    """How often the floor steps in between two actions."""
    asks: float
    """How often a player looks at everything over HTTP, or asks for what is refused, between two actions."""
    choice: int = 0
    """King Cross: which of the legal placements the first seat takes."""


def random_plan(seed: int, rounds: int) -> Plan:
    """Any rule book, with progressive wagers where it has some, or a room of King Cross."""
    choose = random.Random(seed)
    if seed % 4 == 3:
        options: dict[str, Any] = {"mode": choose.choice(["communal", "communal", "own_dice"])}
        return Plan(seed, "king-cross", "king-cross", options, choose.randint(2, 4), 1, 0.0, 0.02)
    rules = BOOKS[seed % 4]
    abandoned = choose.choice(["fold", "lose_all"])
    options = {"abandoned": "fold" if rules == "cardroom" else abandoned}
    if rules == "maryland" and choose.random() < 0.7:
        options |= with_weights(choose, offers(choose))
    return Plan(seed, "criss-cross", rules, options, choose.randint(1, 6), rounds, choose.choice((0.0, 0.05)), 0.05)
