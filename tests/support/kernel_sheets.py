"""King Cross sheets for tests of the kernels: crafted, random, and random from few cards."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.king.encode import engine_card, kernel_card, squares_seen
from crossfelt.cards import parse_card
from crossfelt.kernels.king.sheets import random_games
from crossfelt.kingcross.scorecard import AchievementName
from crossfelt.kingcross.sheet import PRINTED_KING, Sheet

FEEDERS = (
    ["straight", "three_of_a_kind", "two_pair", "one_pair", "everything_else"],
    ["flush", "straight", "three_of_a_kind", "two_pair", "one_pair"],
)
OPTIONS = [
    {"anarchy_needs_points": needs, "anarchy_scope": scope, "bottom_feeder_hands": hands}
    for needs, scope, hands in product((True, False), ("line", "neighbours"), FEEDERS)
]
CRAFTED: dict[str, tuple[AchievementName, str]] = {
    "six straights": (
        "straight_shooter",
        "Ah 2c 3d 4s 5h / 2d 3h 4c 5s 6h / 3s 4d K 6c 7d / 4h 5d 6s 7c 8h / 5c 6d 7s 8d Qc",
    ),
    "all lines score": (
        "jackpot",
        "7h 5h Ah 8h Qh / 5h Ah 8h 7h 2h / 2h 7h K 3h Ah / Ah 3h Qh 2h 7h / 8h 2h 7h Qh 3h",
    ),
    "one value on six squares": (
        "pool_shark",
        "2h 5c 6d 7s 2c / 3h 8c 9d Ts Jc / 2c 4h K Qs 2h / 3c 8d 9h Tc Jd / 2d 5d 6h 7c 2s",
    ),
    "four full houses": (
        "boat_captain",
        "2h 2c 2d 3h 3c / 4h 4c 4d 5h 5c / 6h 9c K Js 8d / 7h 7c 7d 8h 8c / 9h 9d 9s Th Tc",
    ),
    "three rising lines": (
        "law_and_order",
        "Ah 2c 3d 4s 5h / 2h 4h 6h 8h Qh / 3c 9d K Jd Ac / 9c 8c 6c 5c 2c / Td 7s 7h 3s Js",
    ),
    "falling to a low ace": (
        "law_and_order",
        "5h 4s 3d 2c Ah / Qh 8h 6h 4h 2h / Ac 9d K Jd 3c / As Qs 9s 7s 5s / Td 7d 7h 3s Js",
    ),
    "quiet lines": (
        "anarchy",
        "2h 2c 5d 8s Jh / 4h 4c 7d 9s Qh / 6h Td K 3s 6s / 8h 8c Tc 2s 5c / Ah Ac 3d 6d 9h",
    ),
    "one of each lower hand": (
        "bottom_feeder",
        "6h 5c 7h 9c 8h / Td Tc 6h 9d 5d / 7c 8c K 5d Qh / Tc 8d 4h 2h Qc / 9c 8h Qc 4d 6d",
    ),
    "aces and eights": (
        "dead_mans_hand",
        "As Ac 8s 8c 5h / 2d 3h 4c 6s 6h / 3s 4d K 6c 7d / 4h 5d 6s 7c 9h / 5c 6d 7s 8d 9c",
    ),
    "aces and eights with the King": (
        "dead_mans_hand",
        "Ah 2c 3d 4s 5h / 2d 3h 4c 5s 6h / 8s As K Ac 8c / 4h 5d 6s 7c 9h / 5c 6d 7s 8d 9c",
    ),
}


def crafted(text: str) -> Sheet:
    rows = [row.split() for row in text.split("/")]
    return Sheet(tuple(PRINTED_KING if name == "K" else parse_card(name) for row in rows for name in row))


def random_sheets(count: int, seed: int = 20261115) -> NDArray[np.uint8]:
    sheets = np.empty((count, 25), np.uint8)
    random_games(np.uint64(seed), squares_seen(), sheets)
    return sheets


def rich_sheets(count: int) -> Iterator[Sheet]:
    """Legal sheets of few values or few suits, where every kind of line comes up often."""
    generator = np.random.default_rng(20261115)
    every = [engine_card(number) for number in range(48)]
    for number in range(count):
        values = set(generator.choice(12, 4 + number % 6, replace=False).tolist())
        suits = set(generator.choice(4, 1 + number // 2 % 4, replace=False).tolist())
        few = [card for card in every if kernel_card(card) >> 2 in values and kernel_card(card) & 3 in suits]
        sheet = Sheet()
        for square in sheet.empty:
            fitting = [card for card in few if sheet.is_open(square, card)]
            fitting = fitting or [card for card in every if sheet.is_open(square, card)]
            sheet = sheet.place(square, fitting[int(generator.integers(len(fitting)))])
        yield sheet
