"""The edge as a function of the pay table, and the pay tables that give a target edge.

Every point is solved again, so that the play is the best one for its table. Higher odds never make the game worse for
the player, and the best value is convex in the odds, as the maximum of many values that are each linear in them. So the
slope at a table is how often the hand is paid, weighted with its stake, and it is between the differences to the
adjacent odds.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import partial
from math import prod

import numpy as np

from crossfelt.analysis.crisscross.encode import LEAST_ODDS, MOST_ODDS, Scheme
from crossfelt.analysis.crisscross.solver import solve
from crossfelt.analysis.crisscross.symmetry import DEALS
from crossfelt.analysis.crisscross.tally import Tally, best_tally
from crossfelt.errors import BadInput, Fault, describe, not_one_of, out_of_range
from crossfelt.faults import FaultCode
from crossfelt.ranking import Hand

Progress = Callable[[float], None]
MOST_POINTS = 10_000
MOST_SOLVES = 100_000


@dataclass(frozen=True, slots=True)
class Slope:
    """The value of one more unit of odds on a hand."""

    hand: Hand
    odds: int
    per_odds: Fraction
    """Antes per round, exact for a small change."""
    less: Fraction | None
    """The value of the last unit of odds; None at the lowest odds."""
    more: Fraction | None
    """The value of another unit of odds; None at the highest odds."""


@dataclass(frozen=True, slots=True)
class Point:
    """One solved pay table."""

    pay: tuple[int, ...]
    """Odds by `Hand`."""
    numerator: int
    """Antes over all deals."""

    @property
    def value(self) -> Fraction:
        """Net antes per round."""
        return Fraction(self.numerator, DEALS)

    @property
    def edge(self) -> Fraction:
        """The house edge, as a share of both antes."""
        return -self.value / 2


def with_odds(scheme: Scheme, odds: Mapping[Hand, int]) -> Scheme:
    """Return the scheme with other odds on the bets for some hands. The antes keep theirs."""
    return replace(scheme, pay=tuple(odds.get(hand, scheme.pay[hand]) for hand in Hand))


def solve_point(scheme: Scheme) -> Point:
    """Return the value of one pay table."""
    return Point(scheme.pay, solve(scheme).numerator)


def curve(scheme: Scheme, hand: Hand, start: int, stop: int, progress: Progress | None = None) -> list[Point]:
    """Return the game for all odds of one hand from `start` to `stop`, both included."""
    _check_range(scheme, hand, start, stop)
    if stop - start >= MOST_POINTS:
        message = f"a curve has at most {MOST_POINTS} points, not {stop - start + 1}"
        raise BadInput(message, FaultCode.TOO_LONG, hand.slug, most=MOST_POINTS, count=stop - start + 1)
    points = []
    for odds in range(start, stop + 1):
        points.append(solve_point(with_odds(scheme, {hand: odds})))
        if progress:
            progress(len(points) / (stop - start + 1))
    return points


def paid_hands(scheme: Scheme) -> list[Hand]:
    """Return the hands that the table names, best first: those that don't lose."""
    return [hand for hand in reversed(Hand) if scheme.pay[hand] != LEAST_ODDS]


def slopes(scheme: Scheme, progress: Progress | None = None) -> list[Slope]:
    """Return the slope at every hand of the table, best hand first, with exact differences to both sides."""
    solution = solve(scheme)
    tally = best_tally(solution)
    here = Point(scheme.pay, solution.numerator)
    slopes = []
    hands = paid_hands(scheme)
    for hand in hands:
        slopes.append(slope_at(scheme, hand, here, tally))
        if progress:
            progress(len(slopes) / len(hands))
    return slopes


def slope_at(scheme: Scheme, hand: Hand, here: Point, tally: Tally) -> Slope:
    """Return the slope at one hand of a table that was solved and whose best play was counted."""
    odds = scheme.pay[hand]
    less = more = None
    if odds > LEAST_ODDS:
        less = here.value - solve_point(with_odds(scheme, {hand: odds - 1})).value
    if odds < MOST_ODDS:
        more = solve_point(with_odds(scheme, {hand: odds + 1})).value - here.value
    return Slope(hand, odds, units_on(tally, hand), less, more)


def units_on(tally: Tally, hand: Hand) -> Fraction:
    """Return the average stake, in antes per round, on the lines and the Middle wager that this hand decides."""
    bets = np.array(tally.multiples, np.int64)
    units = int((tally.played[:, :, :, hand, :].sum((1, 2, 3)) * bets).sum())
    units += int((tally.played[:, :, :, :, hand].sum((0, 2, 3)) * bets).sum())
    by_middle = tally.played.sum((0, 1))
    units += int((by_middle[:, hand, : hand + 1].sum(1) * bets).sum())
    units += int((by_middle[:, :hand, hand].sum(1) * bets).sum())
    return Fraction(units, DEALS)


@dataclass(frozen=True, slots=True)
class Search:
    """Every pay table within bounds that gives an edge close enough to the target."""

    target: Fraction
    tolerance: Fraction
    """Both as shares of both antes."""
    tables: int
    """The number of pay tables within the bounds."""
    solved: int
    """The number of pay tables that were solved."""
    points: tuple[Point, ...]
    """The pay tables with such an edge, the closest first."""
    nearest: Point
    """The pay table within the bounds whose edge is closest to the target, whether or not it is close enough."""


def search(
    scheme: Scheme,
    bounds: Mapping[Hand, tuple[int, int]],
    target: Fraction,
    tolerance: Fraction,
    progress: Progress | None = None,
) -> Search:
    """Return the pay tables with an edge within `tolerance` of `target`, as shares of both antes.

    No table of a box of tables is worth less than its lowest corner or more than its highest one. A box whose corners
    are on one side of the target is skipped as a whole; any other is cut in two along the hand that moves the edge most
    across the box, by the slopes of the table that the search starts from.
    """
    if tolerance < 0:
        raise BadInput(out_of_range("tolerance", "must not be below 0", float(tolerance), 0))
    if not bounds:
        raise BadInput(Fault(FaultCode.MISSING, "name at least one hand", "bounds"))
    for hand, (start, stop) in bounds.items():
        _check_range(scheme, hand, start, stop)
    hands = tuple(bounds)
    tables = prod(stop - start + 1 for start, stop in bounds.values())
    points: dict[tuple[int, ...], Point] = {}

    def point_at(corner: tuple[int, ...]) -> Point:
        if corner not in points:
            if len(points) >= MOST_SOLVES:
                message = f"too wide: {MOST_SOLVES} tables were solved and more are left; narrow the bounds"
                params = {"value": tables, "most": MOST_SOLVES}
                raise BadInput(Fault(FaultCode.TOO_MUCH_WORK, message, "bounds", params=params))
            points[corner] = solve_point(with_odds(scheme, dict(zip(hands, corner, strict=True))))
        return points[corner]

    tally = best_tally(solve(scheme))
    weights = tuple(units_on(tally, hand) for hand in hands)
    matches: list[Point] = []
    decided = 0
    for size, point in _walk(tuple(bounds.values()), weights, point_at, target - tolerance, target + tolerance):
        decided += size
        if point is not None:
            matches.append(point)
        if progress:
            progress(decided / tables)
    by_distance = partial(_distance, target)
    # A box is left out because of one of its corners, which is then its closest table.
    nearest = min(points.values(), key=by_distance)
    return Search(target, tolerance, tables, len(points), tuple(sorted(matches, key=by_distance)), nearest)


def _distance(target: Fraction, point: Point) -> tuple[Fraction, tuple[int, ...]]:
    return abs(point.edge - target), point.pay


Box = tuple[tuple[int, int], ...]


def _walk(
    box: Box,
    weights: tuple[Fraction, ...],
    point_at: Callable[[tuple[int, ...]], Point],
    least: Fraction,
    most: Fraction,
) -> Iterator[tuple[int, Point | None]]:
    """Yield how many tables were decided at a time, and the matching table among them, if any."""
    boxes = [box]
    while boxes:
        box = boxes.pop()
        dearest, cheapest = point_at(tuple(low for low, _ in box)), point_at(tuple(high for _, high in box))
        size = prod(high - low + 1 for low, high in box)
        if dearest.edge < least or cheapest.edge > most:
            yield size, None
        elif size == 1:
            yield 1, dearest
        else:
            effects = [(weights[axis] * (high - low), axis) for axis, (low, high) in enumerate(box) if low < high]
            _, place = max(effects)
            low, high = box[place]
            half = (low + high) // 2
            boxes.append((*box[:place], (half + 1, high), *box[place + 1 :]))
            boxes.append((*box[:place], (low, half), *box[place + 1 :]))


def _check_range(scheme: Scheme, hand: Hand, start: int, stop: int) -> None:
    if hand not in paid_hands(scheme):
        raise _no_such_hand(scheme, hand.slug)
    if not LEAST_ODDS <= start <= stop <= MOST_ODDS:
        message = f"odds must increase within {LEAST_ODDS} to {MOST_ODDS}, not go from {start} to {stop}"
        raise BadInput(out_of_range(hand.slug, message, [start, stop], LEAST_ODDS, MOST_ODDS))


def hand_named(scheme: Scheme, name: str) -> Hand:
    """Return a hand of the table by its name."""
    for hand in paid_hands(scheme):
        if hand.slug == name:
            return hand
    raise _no_such_hand(scheme, name)


def _no_such_hand(scheme: Scheme, name: str) -> BadInput:
    names = [hand.slug for hand in paid_hands(scheme)]
    fault = not_one_of(f"hand {describe(name)}", f"the main table has {', '.join(names)}", name, names)
    return BadInput(fault.at("hand"))
