"""King Cross scoring written a second time, from the rule text and the readings K1 to K15, as plainly as possible.

Works on names of cards only and shares no code with the package. The King is tried in all four suits, sets of five
are compared with every straight there is, and every achievement is counted the long way.
"""

from __future__ import annotations

from collections import Counter
from itertools import combinations, pairwise
from typing import Any

Grid = list[list[str]]

ORDER = ["everything_else", "one_pair", "two_pair", "three_of_a_kind", "straight", "flush", "full_house"]
ORDER += ["four_of_a_kind", "straight_flush", "royal_flush"]
POINTS = dict(zip(ORDER, [0, 25, 50, 75, 100, 150, 200, 250, 350, 500], strict=True))
STRAIGHTS = ["A2345", "23456", "34567", "45678", "56789", "6789T", "789TJ", "89TJQ", "9TJQK", "TJQKA"]
CIRCLE = "A23456789TJQK"
LINES: list[list[tuple[int, int]]] = [[(row, column) for row in range(5)] for column in range(5)]
LINES += [[(row, column) for column in range(5)] for row in range(5)]
LINES += [[(step, step) for step in range(5)], [(step, 4 - step) for step in range(5)]]


def hand(cards: list[str]) -> str:
    """The name of five cards, no two of them the same."""
    ranks = [card[0] for card in cards]
    counts = sorted(Counter(ranks).values(), reverse=True)
    straight = any(set(ranks) == set(run) for run in STRAIGHTS)
    flush = len({card[1] for card in cards}) == 1
    if straight and flush:
        return "royal_flush" if set(ranks) == set("TJQKA") else "straight_flush"
    if counts[0] == 4:
        return "four_of_a_kind"
    if counts == [3, 2]:
        return "full_house"
    if flush:
        return "flush"
    if straight:
        return "straight"
    if counts[0] == 3:
        return "three_of_a_kind"
    return ["everything_else", "one_pair", "two_pair"][counts.count(2)]


def best_hand(cards: list[str]) -> str:
    """The name of a line, in which a `K` alone is a king of any suit that the line does not hold yet."""
    if "K" not in cards:
        return hand(cards)
    others = [card for card in cards if card != "K"]
    tried = [hand([*others, "K" + suit]) for suit in "hcds" if "K" + suit not in others]
    return max(tried, key=ORDER.index)


def is_ordered(cards: list[str]) -> bool:
    """Whether the ranks go only up or only down, the ace being 1 or 14."""
    for ace in (1, 14):
        numbers = [ace if card[0] == "A" else CIRCLE.index(card[0]) + 1 for card in cards]
        if numbers in (sorted(set(numbers)), sorted(set(numbers), reverse=True)):
            return True
    return False


def is_wild(cards: list[str], scope: str) -> bool:
    """Whether no two cards of the line (or no two side by side) have adjacent ranks."""
    pairs = combinations(cards, 2) if scope == "line" else pairwise(cards)
    return not any((CIRCLE.index(a[0]) - CIRCLE.index(b[0])) % 13 in (1, 12) for a, b in pairs)


def score(
    grid: Grid,
    bonus: bool,
    anarchy_needs_points: bool = True,
    anarchy_scope: str = "line",
    bottom_feeder_hands: tuple[str, ...] = tuple(ORDER[:5]),
) -> dict[str, Any]:
    """The answer of `king score`, as far as the contract names it."""
    lines = [[grid[row][column] for row, column in line] for line in LINES]
    names = [best_hand(line) for line in lines]
    straights = [name for name in names if name in ("straight", "straight_flush", "royal_flush")]
    ordered = [
        line
        for line, name in zip(lines, names, strict=True)
        if name in ("straight", "flush", "straight_flush", "royal_flush") and is_ordered(line)
    ]
    anarchic = [
        line
        for line, name in zip(lines, names, strict=True)
        if is_wild(line, anarchy_scope) and (POINTS[name] or not anarchy_needs_points)
    ]
    ends = [grid[0][0], grid[0][4], grid[4][0], grid[4][4], grid[2][0], grid[2][4]]
    reached = {
        "straight_shooter": (len(straights) >= 6, 1000),
        "jackpot": (all(POINTS[name] for name in names), 850),
        "pool_shark": (len({card[0] for card in ends}) == 1, 700),
        "boat_captain": (names.count("full_house") >= 4, 600),
        "law_and_order": (len(ordered) >= 3, 500),
        "anarchy": (len(anarchic) >= 5, 500),
        "bottom_feeder": (all(name in names for name in bottom_feeder_hands), 350),
        "dead_mans_hand": (
            any(
                name == "two_pair" and {"As", "Ac", "8s", "8c"} <= set(line)
                for line, name in zip(lines, names, strict=True)
            ),
            200,
        ),
    }
    achievements = {name: points if bonus and met else 0 for name, (met, points) in reached.items()}
    return {
        "lines": [{"hand": number, "name": name, "points": POINTS[name]} for number, name in enumerate(names, start=1)],
        "achievements": achievements,
        "total": sum(POINTS[name] for name in names) + sum(achievements.values()),
    }


def open_squares(grid: list[list[str | None]], card: str) -> list[tuple[int, int]]:
    """The empty squares, row by row, on whose lines the card would not stand twice."""
    results = []
    for row in range(5):
        for column in range(5):
            mine = [line for line in LINES if (row, column) in line]
            after = [[card, *(grid[r][c] for r, c in line if (r, c) != (row, column))] for line in mine]
            if grid[row][column] is None and all(_can_be_a_hand(cards) for cards in after):
                results.append((row, column))
    return results


def _can_be_a_hand(cards: list[str | None]) -> bool:
    """No card twice, and a suit left for the printed King."""
    known = [card for card in cards if card not in (None, "K")]
    suits_left = {"Kh", "Kc", "Kd", "Ks"} - set(known)
    return len(set(known)) == len(known) and ("K" not in cards or bool(suits_left))
