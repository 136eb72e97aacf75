"""The best sheet that 24 cards allow in hindsight: any order, no wild changes.

Call `best_sheet`. Annealing searches for the sheet several times from different starts; `hindsight_bound` gives a total
that no sheet can exceed. The answer is proven if the two are equal, and otherwise the best one found. If cards have so
many copies that few sheets are legal, all of those are listed: the single swaps of annealing don't lead from one to the
next.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import cycle

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.king.encode import engine_sheet, kernel_card, sheet_tables
from crossfelt.analysis.king.hindsight_bound import upper_bound
from crossfelt.analysis.king.layouts import MOST_COPIES, every_legal_sheet, some_legal_sheet
from crossfelt.cards import Card, card_name, rank_of
from crossfelt.errors import CardError, Fault
from crossfelt.faults import FaultCode
from crossfelt.kernels.king.annealing import Schedule, anneal, anneal_with_bonus
from crossfelt.kernels.king.sheets import (
    CENTRE_CARD,
    SheetTables,
    achievement_points,
    base_points,
    score_sheets,
    score_sheets_with_bonus,
)
from crossfelt.kingcross.scorecard import ACHIEVEMENTS, AchievementName, ScoreCard
from crossfelt.kingcross.sheet import CENTRE, KING_RANK, LINES_THROUGH, Sheet

ROLLS = 24
ROUNDS = 4
"""Searches without bonus mode, if no time is given."""
BONUS_ROUNDS = 8
STEPS = 2_000_000
BONUS_STEPS = 350_000
POLISH_STEPS = 150_000
TWIN_PENALTY = 150

MOST_CARDS_TO_LIST = 6
"""The most different cards for which listing every legal sheet is tried."""

Squares = NDArray[np.uint8]
Progress = Callable[[float, int, int], None]
"""Called with the share of the work that is done, the best total so far and the bound."""

_GUIDES: tuple[dict[AchievementName, float], ...] = (
    {},
    {"law_and_order": 0.8, "pool_shark": 1.0, "dead_mans_hand": 1.0},
    {"boat_captain": 2.0, "jackpot": 0.5, "anarchy": 0.5},
    {"straight_shooter": 2.0, "law_and_order": 2.0},
    {"law_and_order": 1.2, "jackpot": 0.5, "anarchy": 0.5},
    {"bottom_feeder": 1.0, "straight_shooter": 1.0, "pool_shark": 2.0},
)
"""The targets of successive searches in bonus mode: no single one is best for all cards."""


@dataclass(frozen=True, slots=True)
class BestSheet:
    """The best sheet found for some cards."""

    sheet: Sheet
    total: int
    bound: int
    """No sheet of these cards scores more."""

    @property
    def is_proven(self) -> bool:
        """Whether it is proven that no sheet of these cards is better."""
        return self.total == self.bound


def best_sheet(
    score_card: ScoreCard,
    bonus: bool,
    cards: Sequence[Card],
    seconds: float | None = None,
    seed: int = 0,
    progress: Progress | None = None,
) -> BestSheet:
    """Return the best sheet found for 24 cards; `CardError` if they fit no legal sheet.

    Without `seconds` the number of steps is fixed, so that the same seed gives the same sheet; with it the search
    continues until the time is over. It ends early when the bound is reached.
    """
    tables = sheet_tables(score_card)
    check_cards(cards)
    numbers = [kernel_card(card) for card in cards]
    if len(set(numbers)) <= MOST_CARDS_TO_LIST:
        listed = every_legal_sheet(numbers)
        if listed is not None:
            return _best_of(listed, tables, bonus)
    bound = upper_bound(score_card, bonus, numbers)
    best = some_legal_sheet(numbers)
    total = int(base_points(best, tables) + (achievement_points(best, tables) if bonus else 0))
    generator = np.random.default_rng(seed)
    rounds = BONUS_ROUNDS if bonus else ROUNDS
    start = time.monotonic()
    guides = cycle(_GUIDES)
    done = 0
    share = 0.0
    while total < bound and share < 1.0:
        sheet, points = _search(numbers, tables, next(guides) if bonus else None, generator)
        if points > total:
            best, total = sheet, points
        done += 1
        share = done / rounds if seconds is None else (time.monotonic() - start) / seconds
        if progress is not None:
            progress(min(share, 1.0), total, bound)
    return BestSheet(engine_sheet(best), total, bound)


def check_cards(cards: Sequence[Card]) -> None:
    """Refuse, with every reason, anything but 24 rolled cards that fit a legal sheet."""
    faults = []
    if len(cards) != ROLLS:
        message = f"a sheet needs {ROLLS} cards, not {len(cards)}"
        params = {"least": ROLLS, "most": ROLLS, "count": len(cards)}
        faults.append(Fault(FaultCode.WRONG_COUNT, message, field="cards", params=params))
    copies = Counter(cards)
    faults += [
        Fault(
            FaultCode.NO_KING_ON_DICE,
            f"{card_name(card)} can't be rolled, because the dice have no king",
            field="cards",
            params={"value": card_name(card)},
        )
        for card in copies
        if rank_of(card) == KING_RANK
    ]
    faults += [
        Fault(
            FaultCode.TOO_MANY_COPIES,
            f"{card_name(card)} appears {times} times: no legal sheet has a card more than {MOST_COPIES} times, "
            f"because no line may have it twice",
            field="cards",
            params={"card": card_name(card), "count": times, "most": MOST_COPIES},
        )
        for card, times in copies.items()
        if times > MOST_COPIES
    ]
    if faults:
        raise CardError(faults)


def _best_of(sheets: Squares, tables: SheetTables, bonus: bool) -> BestSheet:
    totals = np.empty(len(sheets), np.int64)
    (score_sheets_with_bonus if bonus else score_sheets)(sheets, tables, totals)
    best = int(totals.argmax())
    total = int(totals[best])
    return BestSheet(engine_sheet(sheets[best]), total, bound=total)


def _search(
    numbers: Sequence[int],
    tables: SheetTables,
    guide: dict[AchievementName, float] | None,
    generator: np.random.Generator,
) -> tuple[Squares, int]:
    """Do one annealing run from a random layout; the total is -1 if there was no legal sheet."""
    sheet = np.insert(generator.permutation(np.array(numbers, np.uint8)), CENTRE, CENTRE_CARD)
    seeds = generator.integers(0, 1 << 63, 2, np.uint64)
    through, logarithms = _lines_of_squares(), _logarithms()
    best = sheet.copy()
    if guide is None:
        schedule = Schedule(STEPS, 40.0, 10.0, TWIN_PENALTY, logarithms)
        return best, int(anneal(sheet, tables, through, schedule, seeds[0], best))
    weights = np.array([guide.get(name, 0.0) for name in ACHIEVEMENTS])
    schedule = Schedule(BONUS_STEPS, 100.0, 15.0, TWIN_PENALTY, logarithms)
    total = int(anneal_with_bonus(sheet, tables, through, schedule, weights, seeds[0], best))
    polished = best.copy()
    polish = Schedule(POLISH_STEPS, 40.0, 10.0, TWIN_PENALTY, logarithms)
    final = int(anneal_with_bonus(sheet, tables, through, polish, np.zeros_like(weights), seeds[1], polished))
    return (polished, final) if final > total else (best, total)


@cache
def _lines_of_squares() -> NDArray[np.uint16]:
    return np.array([sum(1 << line for line in lines) for lines in LINES_THROUGH], np.uint16)


@cache
def _logarithms() -> NDArray[np.float64]:
    count = 4096
    return np.log((np.arange(count) + 0.5) / count)
