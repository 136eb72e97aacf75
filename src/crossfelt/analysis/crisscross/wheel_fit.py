"""Whole-number weights of a wheel for a target return, as close as a bounded total allows.

Call `fit`. The return of a wager is linear in the mean pay of one spin, so a target return is a target mean. The method
is deterministic:

1. *Which totals can come close.* With amounts that differ by multiples of `g` cents, weights that sum to T can only
  make means of (T times the least amount, plus a multiple of g) / T. For each total up to the bound that gives the
  smallest possible miss. Totals are tried in the order of that miss, larger ones first where they tie.
2. *A smooth wheel.* Beside the one that every symbol needs, weights follow the starting weights times the amount to
  the power of a tilt, solved by bisection so that the mean is met: they keep the shape of the start.
3. *Whole numbers.* Rounded to the total, the sum of all pays is slightly off. Moves of one weight from a symbol to
  another, at most four of them at a time and the smallest change first, bring it to the nearest sum that step 1
  allows. If that succeeds, no weights within the bound come closer, and the fit is marked as proven.

Otherwise, which happens with small totals, the sums that any weights can pay are counted, as long as there aren't too
many, and the closest is taken.
"""

from __future__ import annotations

import heapq
import math
from bisect import bisect_left
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import product
from typing import Literal

from crossfelt.analysis.crisscross.wheels import WheelPrice, WheelWager, price
from crossfelt.crisscross.progressives.meter import MILLION
from crossfelt.crisscross.progressives.wheel import MOST_WEIGHT, Wheel
from crossfelt.errors import BadInput, out_of_range

MOST_BITS = 400_000_000
"""Sums that are counted, for all numbers of weights together, if smooth weights don't come closest."""
_TOTALS_TRIED = 40
_BISECTIONS = 200
_STEEPEST = 400.0
"""Bounds of the tilt; at either end all free weight is on one symbol."""


Basis = Literal["long_run", "reset", "jackpot"]
"""The kind of return: in the long run, where all growth of the meter is paid out; with the meter at its reset amount;
or with a jackpot of a given amount."""


@dataclass(frozen=True, slots=True)
class FitPlan:
    """The target return of a fit, and the growth rate of the meter."""

    basis: Basis
    rate_ppm: int | None
    """None if there is no meter."""
    rate_from: Literal["rules", "option", "nothing"]
    """`nothing` if there is no meter, or if the rules don't use it and no rate was given; it counts as 0."""

    @property
    def counted_ppm(self) -> int:
        """The part of the rate that counts as return."""
        return (self.rate_ppm or 0) if self.basis == "long_run" else 0


def fit_plan(wager: WheelWager, basis: Basis, rate_ppm: int | None) -> FitPlan:
    """Return a plan with the given rate, or else with the rate of the rules."""
    if wager.meter is None:
        return FitPlan(basis, None, "nothing")
    if rate_ppm is not None:
        return FitPlan(basis, rate_ppm, "option")
    return FitPlan(basis, wager.meter.rate_ppm, "rules") if wager.is_in_use else FitPlan(basis, 0, "nothing")


@dataclass(frozen=True, slots=True)
class Fit:
    """Weights for a target return, and their distance from it."""

    wager: WheelWager
    """The wheel with the new weights."""
    price: WheelPrice
    target: Fraction
    reached: Fraction
    """The return of the wager with these weights, counted as the target is."""
    least: Fraction
    greatest: Fraction
    """The least and the greatest achievable return within the bound."""
    is_proven: bool
    """Whether no weights within the bound can come closer."""

    @property
    def miss(self) -> Fraction:
        """Reached minus target, as a share of the wager."""
        return self.reached - self.target

    @property
    def weights(self) -> dict[str, int]:
        """Symbol -> weight, as a rules submission has them; of a Community list by position."""
        segments = self.wager.wheel.segments
        if self.wager.kind == "community":
            return {str(number): segment.weight for number, segment in enumerate(segments, start=1)}
        return {segment.symbol: segment.weight for segment in segments if segment.weight}


@dataclass(frozen=True, slots=True)
class _Amounts:
    """The pays of the symbols, in units of `unit` cents above the least one."""

    steps: tuple[int, ...]
    least: Fraction
    unit: Fraction

    @classmethod
    def of(cls, cents: Sequence[Fraction]) -> _Amounts:
        least = min(cents)
        scale = math.lcm(*(amount.denominator for amount in cents))
        above = [int((amount - least) * scale) for amount in cents]
        unit = math.gcd(*above) or 1
        return cls(tuple(step // unit for step in above), least, Fraction(unit, scale))

    def mean(self, weights: Sequence[int]) -> Fraction:
        """Return the mean of a spin, in units above the least amount."""
        paid = sum(step * weight for step, weight in zip(self.steps, weights, strict=True))
        return Fraction(paid, sum(weights))


def fit(
    wager: WheelWager,
    target: Fraction,
    total: int,
    seats: int = 1,
    jackpot_cents: Fraction | int | None = None,
    rate_ppm: int = 0,
) -> Fit:
    """Return weights of at most `total` together, at least 1 for each printed symbol, whose return is closest to
    `target`.

    The jackpot pays its reset amount or fixed prize, or the given amount. A rate adds the growth of the meter: in the
    long run that share of every wager is paid out, whatever the weights are.
    """
    segments = [segment for segment in wager.wheel.segments if segment.weight]
    if not len(segments) <= total <= MOST_WEIGHT:
        message = f"the total must be {len(segments)} (one for each symbol) to {MOST_WEIGHT}, not {total}"
        raise BadInput(out_of_range("", message, total, len(segments), MOST_WEIGHT).at("total"))
    jackpot = Fraction(wager.jackpot_cents if jackpot_cents is None else jackpot_cents)
    amounts = _Amounts.of([wager.pays(segment, jackpot) for segment in segments])
    grows = Fraction(rate_ppm, MILLION)

    def reached(weights: Sequence[int]) -> tuple[WheelWager, WheelPrice, Fraction]:
        by_symbol = dict(zip((segment.symbol for segment in segments), weights, strict=True))
        turned = tuple(replace(part, weight=by_symbol.get(part.symbol, 0)) for part in wager.wheel.segments)
        new = replace(wager, wheel=Wheel(wager.wheel.id, turned, is_example=False))
        priced = price(new, seats, jackpot)
        return new, priced, priced.returned + grows

    low, high = (reached(_extreme(amounts, total, pick))[2] for pick in (min, max))
    if not low <= target <= high:
        counted = f" in the long run, the meter's {percent(grows)} of each wager included" if grows else ""
        message = (
            f"no weights of at most {total:,} together make {wager.id} return {percent(target)} of the wager{counted}: "
            f"the achievable range is {percent(low)} to {percent(high)}"
        )
        raise BadInput(out_of_range("", message, float(target), float(low), float(high)).at("target"))
    start = [segment.weight for segment in segments]
    slope = wager.spin_chance(seats) * amounts.unit / wager.wager_cents
    ground = low - slope * amounts.mean(_extreme(amounts, total, min))
    target_mean = (target - ground) / slope
    weights, is_proven = _weights(amounts, target_mean, total, start)
    new, priced, returned = reached(weights)
    return Fit(new, priced, target, returned, low, high, is_proven)


def percent(share: Fraction) -> str:
    """Return a share of the wager with four decimals, enough to distinguish bounds."""
    return f"{float(100 * share):.4f}%"


def _extreme(amounts: _Amounts, total: int, pick: Callable[[Sequence[int]], int]) -> list[int]:
    """Return 1 for each symbol, and everything else on the least or greatest amount."""
    place = amounts.steps.index(pick(amounts.steps))
    free = total - len(amounts.steps)
    return [1 + (free if number == place else 0) for number in range(len(amounts.steps))]


def _weights(amounts: _Amounts, target: Fraction, total: int, start: Sequence[int]) -> tuple[list[int], bool]:
    """Return the weights whose mean, in units above the least amount, is closest to the target, and whether that is
    proven."""
    symbols = len(amounts.steps)
    best: list[int] = []
    best_miss: Fraction | None = None
    totals = _promising_totals(target, symbols, total)
    for size, least_miss in totals:
        if best_miss is not None and best_miss <= least_miss:
            break
        rounded = _rounded(_tilted(amounts, target, size, start), size)
        repaired = _repaired(rounded, amounts.steps, target * size)
        miss = abs(amounts.mean(repaired) - target)
        if best_miss is None or miss < best_miss:
            best, best_miss = repaired, miss
    if best_miss == totals[0][1]:
        return best, True
    if (total - symbols) ** 2 * max(amounts.steps) > MOST_BITS:
        return best, False
    counted = _counted(amounts, target, total, start)
    return (counted if abs(amounts.mean(counted) - target) < (best_miss or 0) else best), True


def _counted(amounts: _Amounts, target: Fraction, total: int, start: Sequence[int]) -> list[int]:
    """Return the closest weights of all, by counting which sums of pays can be made with this many weights.

    Bit s of entry k says whether k weights beside the first of each symbol can pay s together.
    """
    steps = amounts.steps
    reached = [1]
    for _ in range(total - len(steps)):
        sums = 0
        for step in set(steps):
            sums |= reached[-1] << step
        reached.append(sums)

    def nearest(free: int) -> tuple[Fraction, int, int]:
        goal = target * (len(steps) + free) - sum(steps)
        paid = min(_set_bits_around(reached[free], math.floor(goal)), key=lambda bit: abs(bit - goal))
        return abs(paid - goal) / (len(steps) + free), -free, paid

    _, negative_free, paid = min(map(nearest, range(len(reached))))
    weights = [1] * len(steps)
    for free in range(-negative_free, 0, -1):
        possible = [n for n, step in enumerate(steps) if step <= paid and reached[free - 1] >> (paid - step) & 1]
        place = max(possible, key=lambda n: (Fraction(start[n], weights[n]), -n))
        weights[place] += 1
        paid -= steps[place]
    return weights


def _set_bits_around(bits: int, place: int) -> list[int]:
    """Return the highest set bit at or below a place and the lowest one above it, if there are any."""
    place = max(place, -1)
    below, above = bits & ((1 << (place + 1)) - 1), bits >> (place + 1)
    nearest = [below.bit_length() - 1] if below else []
    return [*nearest, (above & -above).bit_length() + place] if above else nearest


def _promising_totals(target: Fraction, symbols: int, total: int) -> list[tuple[int, Fraction]]:
    """Return the totals that can come closest, each with the smallest possible miss for that total."""
    numerator, denominator = target.numerator, target.denominator

    def off(size: int) -> int:
        rest = numerator * size % denominator
        return min(rest, denominator - rest)

    near = heapq.nsmallest(_TOTALS_TRIED, range(total, symbols - 1, -1), key=lambda size: off(size) / size)
    misses = [(size, Fraction(off(size), denominator * size)) for size in near]
    return sorted(misses, key=lambda entry: (entry[1], -entry[0]))


def _tilted(amounts: _Amounts, target: Fraction, total: int, start: Sequence[int]) -> list[float]:
    """Return shares of a total that meet the target mean: 1 each, the rest as the start, tilted to high or low
    amounts."""
    cents = [float(amounts.least + step * amounts.unit) for step in amounts.steps]
    heights = [math.log(max(amount, 1.0)) for amount in cents]
    free = total - len(start)
    goal = float(target * total) - sum(amounts.steps)

    def spread(tilt: float) -> list[float]:
        powers = [math.log(weight) + tilt * height for weight, height in zip(start, heights, strict=True)]
        top = max(powers)
        raw = [math.exp(power - top) for power in powers]
        return [free * part / sum(raw) for part in raw]

    low, high = -_STEEPEST, _STEEPEST
    for _ in range(_BISECTIONS):
        tilt = (low + high) / 2
        paid = sum(step * part for step, part in zip(amounts.steps, spread(tilt), strict=True))
        low, high = (tilt, high) if paid < goal else (low, tilt)
    return [1 + part for part in spread((low + high) / 2)]


def _rounded(shares: Sequence[float], total: int) -> list[int]:
    """Return whole numbers with the same total, the largest remainders rounded up."""
    weights = [max(1, math.floor(share)) for share in shares]
    order = sorted(range(len(shares)), key=lambda place: (weights[place] - shares[place], place))
    missing = total - sum(weights)
    for number in range(abs(missing)):
        if missing > 0:
            weights[order[number % len(order)]] += 1
        else:
            weights[max(range(len(weights)), key=weights.__getitem__)] -= 1
    return weights


def _repaired(weights: Sequence[int], steps: Sequence[int], exact_goal: Fraction) -> list[int]:
    """Return the weights after moves that bring the sum of all pays nearest to the goal."""
    repaired = list(weights)
    goal = math.floor(exact_goal + Fraction(1, 2))
    for _ in range(len(steps) ** 2 * 64):
        gap = goal - sum(step * weight for step, weight in zip(steps, repaired, strict=True))
        move = _largest_move(repaired, steps, gap)
        if gap == 0 or move is None:
            break
        source, target, times = move
        repaired[source] -= times
        repaired[target] += times
    gap = goal - sum(step * weight for step, weight in zip(steps, repaired, strict=True))
    return _nudged(repaired, steps, gap) if gap else repaired


def _largest_move(weights: Sequence[int], steps: Sequence[int], gap: int) -> tuple[int, int, int] | None:
    """Return from which symbol to which, and how often: the largest move that doesn't go past the goal."""
    best: tuple[int, int, int] | None = None
    best_change = 0
    for source, target in product(range(len(steps)), repeat=2):
        change = steps[target] - steps[source]
        if change == 0 or (change > 0) != (gap > 0) or weights[source] < 2:
            continue
        times = min(abs(gap) // abs(change), weights[source] - 1)
        # Among moves that fit, the one with the fewest weights moved keeps the shape best: the largest step.
        if times and abs(change) > best_change:
            best, best_change = (source, target, times), abs(change)
    return best


def _nudged(weights: list[int], steps: Sequence[int], gap: int) -> list[int]:
    """Make at most four moves of one weight that close a gap, or else come nearest to that."""
    singles = [
        (steps[target] - steps[source], ((source, target),))
        for source, target in product(range(len(steps)), repeat=2)
        if steps[source] != steps[target]
    ]
    none: list[tuple[int, tuple[tuple[int, int], ...]]] = [(0, ())]
    doubles: dict[int, tuple[tuple[int, int], ...]] = {}
    for change, moves in [*none, *singles]:
        doubles.setdefault(change, moves)
    for (first, one), (second, two) in product(singles, repeat=2):
        doubles.setdefault(first + second, one + two)
    changes = sorted(doubles)
    best, best_left = weights, abs(gap)
    for change in changes:
        place = bisect_left(changes, gap - change)
        for other in changes[max(0, place - 1) : place + 1]:
            left = abs(gap - change - other)
            if left < best_left:
                moved = _moved(weights, doubles[change] + doubles[other])
                if moved is not None:
                    best, best_left = moved, left
        if best_left == 0:
            break
    return best


def _moved(weights: Sequence[int], moves: Sequence[tuple[int, int]]) -> list[int] | None:
    moved = list(weights)
    for source, target in moves:
        moved[source] -= 1
        moved[target] += 1
    return moved if min(moved) >= 1 else None


def weights_toml(result: Fit) -> str:
    """Return the weights as a table of a rules submission, to be pasted."""
    tables: Mapping[str, str] = {
        "bonus_spin": "choices.bonus_spin.weights",
        "hot_spot": f"choices.xtreme.weights.{result.wager.letter}",
        "community": "choices.xtreme.community_weights",
    }
    lines = [f"[{tables[result.wager.kind]}]"]
    keys = {symbol: symbol if symbol.isalpha() else f'"{symbol}"' for symbol in result.weights}
    lines += [f"{keys[symbol]} = {weight}" for symbol, weight in result.weights.items()]
    return "\n".join(lines) + "\n"
