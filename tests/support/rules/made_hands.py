"""Deals that make each hand of the pay tables: on a line of the cross, in the cross, or with the bonus cards; and
rounds played with them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from crossfelt.crisscross.events import CardsDealt
from crossfelt.crisscross.layout import Place
from tests.support.rules.table import Table, layout

LineName = Literal["across", "down"]
LINES: tuple[LineName, LineName] = ("across", "down")


@dataclass(frozen=True, slots=True)
class Made:
    """Five cards that make the hand, and two more that spoil any other one."""

    hand: str
    hole: str
    line: str
    """The outer cards of the line that makes the hand."""
    middle: str
    other: str
    """The outer cards of the other line: with hole and middle they stay below a pair of 6s."""

    def on(self, line: LineName, seat: int = 1) -> dict[Place, str]:
        """The hand on one line of this seat, less than a pair of 6s on the other."""
        across, down = (self.line, self.other) if line == "across" else (self.other, self.line)
        return layout(across=across, down=down, middle=self.middle, hole={seat: self.hole})

    def in_the_cross(self) -> dict[Place, str]:
        """The hand made by the five community cards."""
        return layout(across=self.line, down=self.hole, middle=self.middle)

    def beside_the_cross(self, seat: int = 1) -> dict[Place, str]:
        """The hand made by a seat's two cards and three of the four bonus cards; the fourth adds nothing to it."""
        spare, _ = self.other.split()
        return layout(bonus=f"{self.line} {spare} {self.middle}", hole={seat: self.hole})

    def __str__(self) -> str:
        return f"{self.hand} {self.hole}"


ROYAL_FLUSH = Made("royal_flush", "Ah Kh", "Qh Jh", "Th", "2c 7d")
STRAIGHT_FLUSH = Made("straight_flush", "9s 8s", "7s 6s", "5s", "2c Kd")
# Two of the four, and a pair of a full house, always lie in the cards that both lines share: low ranks lose there.
FOUR_OF_A_KIND = Made("four_of_a_kind", "3h Kc", "3c 3d", "3s", "7d 9h")
FULL_HOUSE = Made("full_house", "3h 4c", "3c 4d", "3s", "9d Kh")
FLUSH = Made("flush", "Ad 9d", "7d 4d", "2d", "Kc Th")
STRAIGHT = Made("straight", "9h 8c", "7d 6s", "5h", "2c Kd")
THREE_OF_A_KIND = Made("three_of_a_kind", "3h Kc", "3c 9d", "3s", "7d 8h")
TWO_PAIR = Made("two_pair", "Kh 4c", "Kd 4d", "8s", "2c 6h")
HIGH_CARD = Made("high_card", "Ah Kc", "Qd 9s", "2c", "7h 4d")

PAIRS_OF_JACKS_OR_BETTER = tuple(
    Made("pair_jacks_or_better", f"{rank}h 4c", f"{rank}d 8s", "2c", "6h 9d") for rank in "JQKA"
)
PAIRS_OF_6S_TO_10S = (
    Made("pair_6s_to_10s", "6h 4c", "6d 8s", "2c", "Th 9d"),
    Made("pair_6s_to_10s", "7h 4c", "7d 9s", "2c", "Th Kd"),
    *(Made("pair_6s_to_10s", f"{rank}h 4c", f"{rank}d Js", "2c", "6h Kd") for rank in "89T"),
)
PAIRS_OF_2S_TO_5S = tuple(Made("pair_2s_to_5s", f"{rank}h Kc", f"{rank}d 9s", "Jc", "6h 7d") for rank in "2345")

BETTER_THAN_A_PAIR = (
    ROYAL_FLUSH,
    STRAIGHT_FLUSH,
    FOUR_OF_A_KIND,
    FULL_HOUSE,
    FLUSH,
    STRAIGHT,
    THREE_OF_A_KIND,
    TWO_PAIR,
)
JACKS_OR_BETTER = (*BETTER_THAN_A_PAIR, *PAIRS_OF_JACKS_OR_BETTER)
SIXES_OR_BETTER = (*JACKS_OR_BETTER, *PAIRS_OF_6S_TO_10S)
BELOW_A_PAIR_OF_6S = (*PAIRS_OF_2S_TO_5S, HIGH_CARD)
EVERY_HAND = (*SIXES_OR_BETTER, *BELOW_A_PAIR_OF_6S)


def played(
    rules: str, cards: Mapping[Place, str], plan: Sequence[int] = (1, 1, 1), ante: int = 500, **wagers: int
) -> Table:
    """A whole round of seat 1 with these cards and decisions; other wagers by their spot."""
    return played_at(Table(rules), cards, plan, ante, **wagers)


def played_at(
    table: Table, cards: Mapping[Place, str], plan: Sequence[int] = (1, 1, 1), ante: int = 500, **wagers: int
) -> Table:
    """The same at a table whose house has made its choices."""
    table.wager(1, ante, **wagers)
    table.cards, table.plan = cards, {1: plan}
    return table.run_to("settled")


def result(staked: int, odds: int | None) -> tuple[str, int, int]:
    """Result, won and returned of a wager at these odds to 1; 0 is a push, None a hand that loses."""
    if odds is None:
        return "lose", 0, 0
    return ("win", odds * staked, staked) if odds else ("push", 0, staked)


def placements(table: Table) -> list[Place]:
    """Where the cards of the deck went, one after the other."""
    dealt = [entry for event in table.happened(CardsDealt) for entry in event.placements]
    assert [entry.position for entry in dealt] == list(range(len(dealt)))
    return [entry.place for entry in dealt]
