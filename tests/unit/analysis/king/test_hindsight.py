"""The best sheet in hindsight: against every legal sheet where those can be listed, and its bound against any sheet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import permutations

import numpy as np
import pytest

from crossfelt.analysis.king.encode import (
    engine_sheet,
    kernel_card,
    kernel_sheet,
    sheet_tables,
    squares_seen,
)
from crossfelt.analysis.king.hindsight import best_sheet
from crossfelt.analysis.king.hindsight_bound import upper_bound
from crossfelt.analysis.king.layouts import MOST_COPIES, every_legal_sheet, some_legal_sheet, spread_squares
from crossfelt.cards import Card, parse_cards
from crossfelt.errors import CardError, RuleBookError
from crossfelt.kernels.king.sheets import CENTRE_CARD, score_sheets, score_sheets_with_bonus
from crossfelt.kingcross.resolve import load_score_card, score_card_from_document
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.scoring import total_of
from crossfelt.kingcross.sheet import CENTRE, LINES_THROUGH, PRINTED_KING, Sheet
from tests.support.kernel_sheets import CRAFTED, OPTIONS, crafted, random_sheets, rich_sheets
from tests.support.scale import scaled

CARD = load_score_card()
TIGHT = [(5, 5, 5, 5, 4), (5, 5, 5, 5, 3, 1)]
"""Copies of each card where so few sheets are legal that all of them can be listed."""


def cards_of(sheet: Sheet) -> list[Card]:
    return [card for card in sheet.squares if card is not None and card != PRINTED_KING]


def numbers_of(sheet: Sheet) -> list[int]:
    return [kernel_card(card) for card in cards_of(sheet)]


def partitions(total: int, most: int) -> Iterator[tuple[int, ...]]:
    if total == 0:
        yield ()
    for part in range(min(total, most), 0, -1):
        for rest in partitions(total - part, part):
            yield (part, *rest)


def every_sheet(left: Counter[int]) -> Iterator[Sheet]:
    """Every legal sheet of those cards, square by square."""
    seen = squares_seen().tolist()
    squares = [CENTRE_CARD] * 25

    def fill(square: int, closed: dict[int, int]) -> Iterator[Sheet]:
        if square == CENTRE:
            square += 1
        if square == 25:
            yield engine_sheet(np.array(squares, np.uint8))
            return
        for number, taken in closed.items():
            if left[number] and not taken >> square & 1:
                left[number] -= 1
                squares[square] = number
                yield from fill(square + 1, closed | {number: taken | seen[square]})
                left[number] += 1

    return fill(0, dict.fromkeys(left, 0))


def test_the_best_of_all_sheets_is_found() -> None:
    generator = np.random.default_rng(20261115)
    for times in TIGHT[: scaled(1, 2)]:
        # Few values, so that there is something to gain.
        numbers = (generator.choice(24, len(times), replace=False) + 4).tolist()
        sheets = list(every_sheet(Counter(dict(zip(numbers, times, strict=True)))))
        cards = cards_of(sheets[0])
        for bonus in (False, True):
            best = max(total_of(CARD, sheet, bonus) for sheet in sheets)
            result = best_sheet(CARD, bonus, cards)
            assert (result.total, result.is_proven) == (best, True)
            assert total_of(CARD, result.sheet, bonus) == best
            assert upper_bound(CARD, bonus, numbers_of(sheets[0])) >= best


@pytest.mark.parametrize("bonus", [False, True])
def test_no_sheet_exceeds_its_bound(bonus: bool) -> None:
    for options in OPTIONS[:: scaled(5, 1)] if bonus else OPTIONS[:1]:
        score_card = load_score_card(choices=options)
        sheets = [*map(engine_sheet, random_sheets(scaled(10, 500))), *rich_sheets(scaled(15, 1_000))]
        sheets += [crafted(text) for _, text in CRAFTED.values()]
        for sheet in sheets:
            assert total_of(score_card, sheet, bonus) <= upper_bound(score_card, bonus, numbers_of(sheet))


def test_no_sheet_exceeds_its_bound_whatever_hands_are_worth() -> None:
    """Points that make each hand in turn the only one worth anything."""
    document = CARD.document
    sheets = [*map(engine_sheet, random_sheets(scaled(5, 100))), *rich_sheets(scaled(15, 500))]
    for hand in CARD.chart:
        points = dict.fromkeys(CARD.chart, 0) | {hand: 1, "clause": "x"}
        score_card = score_card_from_document(document | {"points": points})
        for sheet in sheets:
            assert total_of(score_card, sheet, bonus=False) <= upper_bound(score_card, False, numbers_of(sheet))


@pytest.mark.parametrize("name", list(CRAFTED)[:: scaled(3, 1)])
def test_a_planted_sheet_is_matched_and_all_is_consistent(name: str) -> None:
    sheet = crafted(CRAFTED[name][1])
    result = best_sheet(CARD, True, cards_of(sheet))
    assert Counter(cards_of(result.sheet)) == Counter(cards_of(sheet))
    assert not result.sheet.twins()
    assert result.total == total_of(CARD, result.sheet, bonus=True)
    assert total_of(CARD, sheet, bonus=True) <= result.total <= result.bound


@pytest.mark.parametrize("bonus", [False, True])
def test_no_exchange_of_cards_on_seven_squares_improves_the_answer(bonus: bool) -> None:
    """A second way on a part of the sheet: every order of the cards on seven squares that lie close together."""
    sheet = engine_sheet(random_sheets(3)[2])
    result = best_sheet(CARD, bonus, cards_of(sheet))
    squares = kernel_sheet(result.sheet)
    for chosen in ([0, 1, 2, 3, 4, 6, 8], [5, 6, 7, 10, 11, 15, 16], [0, 6, 18, 24, 4, 8, 16]):
        tried = np.repeat(squares[None, :], 5040, axis=0)
        tried[:, chosen] = list(permutations(squares[chosen].tolist()))
        totals = np.empty(len(tried), np.int64)
        (score_sheets_with_bonus if bonus else score_sheets)(tried, sheet_tables(CARD), totals)
        better = tried[totals > result.total]
        assert all(engine_sheet(other).twins() for other in better)


def test_easy_cards_are_proven() -> None:
    suited = best_sheet(CARD, False, parse_cards("Ah 3h 6h 8h Qh " * 5)[:24])
    assert (suited.total, suited.bound, suited.is_proven) == (12 * 150, 12 * 150, True)
    straights = best_sheet(CARD, False, parse_cards("2h 3c 4h 5s 6d " * 5)[:24])
    assert (straights.total, straights.is_proven) == (8 * 100, True)
    nothing = best_sheet(CARD, False, parse_cards("2h 4c 6h 8s Td " * 5)[:24])
    assert (nothing.total, nothing.is_proven) == (0, True)


def test_at_most_five_copies_of_a_card_fit_and_any_cards_without_a_sixth_do() -> None:
    assert len(spread_squares()) == MOST_COPIES + 1
    assert len(spread_squares()[2]) == sum(
        not set(LINES_THROUGH[a]) & set(LINES_THROUGH[b]) for a in range(25) for b in range(a) if CENTRE not in (a, b)
    )
    checked = 0
    for parts in partitions(24, MOST_COPIES):
        numbers = [2 * card for card, times in enumerate(parts) for _ in range(times)]
        sheet = engine_sheet(some_legal_sheet(numbers))
        assert sorted(numbers_of(sheet)) == sorted(numbers)
        assert not sheet.twins()
        checked += 1
    assert checked == 333


def test_sheets_are_listed_only_where_they_are_few() -> None:
    tight = [card for card, times in zip((4, 9, 14, 19, 24, 29), (5, 5, 5, 4, 4, 1), strict=True) for _ in range(times)]
    listed = every_legal_sheet(tight)
    assert listed is not None
    assert len(listed) == len(np.unique(listed, axis=0)) == 3200 * 6 * 2
    assert not any(engine_sheet(squares).twins() for squares in listed[::100])
    assert every_legal_sheet([card for card in (4, 9, 14, 19, 24, 29) for _ in range(4)]) is None
    assert every_legal_sheet(list(range(24))) is None


def test_cards_that_fit_no_sheet_are_refused() -> None:
    with pytest.raises(CardError) as refusal:
        best_sheet(CARD, False, parse_cards("Ah " * 6 + "2c " * 7 + "3d " * 5 + "Ks 4h 5h"))
    faults = refusal.value.faults
    assert faults[:2] == ("a sheet needs 24 cards, not 21", "Ks can't be rolled, because the dice have no king")
    assert [fault[:19] for fault in faults[2:]] == ["Ah appears 6 times:", "2c appears 7 times:"]
    with pytest.raises(RuleBookError, match="wild_may_be_king"):
        best_sheet(load_score_card(choices={"wild_may_be_king": True}), False, parse_cards("Ah 3h 6h 8h Qh " * 5)[:24])


def test_the_same_seed_gives_the_same_sheet_and_progress_is_told() -> None:
    cards = cards_of(engine_sheet(random_sheets(1)[0]))
    reported: list[tuple[float, int, int]] = []
    first = best_sheet(CARD, False, cards, seed=3, progress=lambda *news: reported.append(news))
    assert best_sheet(CARD, False, cards, seed=3) == first
    assert [share for share, _, _ in reported] == [0.25, 0.5, 0.75, 1.0]
    assert [total for _, total, _ in reported] == sorted(total for _, total, _ in reported)
    assert reported[-1][1:] == (first.total, first.bound)


def test_a_time_ends_the_search() -> None:
    cards = cards_of(engine_sheet(random_sheets(1)[0]))
    reported: list[float] = []
    result = best_sheet(CARD, False, cards, seconds=1e-6, progress=lambda share, *_: reported.append(share))
    assert reported == [1.0]
    assert result.total == total_of(CARD, result.sheet, bonus=False)


def test_other_points_are_looked_for() -> None:
    """Where only pairs score, the answer is made of pairs."""
    points = dict.fromkeys(CARD.chart, 0) | {"one_pair": 10, "clause": "x"}
    score_card: ScoreCard = score_card_from_document(CARD.document | {"points": points})
    result = best_sheet(score_card, False, parse_cards("2h 2c 4h 4c 6h 6c 8h 8c Th Tc Qh Qc " * 2))
    assert result.total == total_of(score_card, result.sheet, bonus=False) == 120
    assert result.is_proven
