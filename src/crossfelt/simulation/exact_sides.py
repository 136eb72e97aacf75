"""The exact average win of the side bets, with every jackpot at its reset amount."""

from __future__ import annotations

from fractions import Fraction

from crossfelt.analysis.crisscross.bonus import bonus_results
from crossfelt.analysis.crisscross.triggers import hand_chance, pair_chances
from crossfelt.crisscross.progressives.terms import BONUS_SPIN, HOLE_PAIR, XTREME
from crossfelt.crisscross.progressives.wheel import Wheel
from crossfelt.simulation.plan import Plan
from crossfelt.simulation.sides import KIND_NAMES

PAIR = pair_chances(1)[1]


def exact_cents(plan: Plan) -> dict[str, Fraction]:
    """Return kind of wager -> average net cents of the whole table per round."""
    results = bonus_results(plan.book)
    cents_by_spot = dict.fromkeys(KIND_NAMES[:-1], Fraction(0))
    for seat in plan.wagers:
        for spot, cents in seat.items():
            if spot in results:
                cents_by_spot[spot] -= cents * results[spot].house_edge
    cents_by_spot[BONUS_SPIN] = _bonus_spin(plan)
    cents_by_spot[XTREME] = _xtreme(plan)
    return cents_by_spot


def _bonus_spin(plan: Plan) -> Fraction:
    """Return the average pay of Bonus Spin. Each pair of a seat whose wager spins pays that seat, and each other seat
    with the wager."""
    offered = plan.book.progressives
    wagers = [cents for seat in plan.wagers if (cents := seat.get(BONUS_SPIN, 0))]
    if offered is None or offered.bonus_spin is None:
        return Fraction(0)
    spin = offered.bonus_spin
    jackpot = spin.prize_cents if spin.meter is None else spin.meter.reset_cents
    total = Fraction(-sum(wagers))
    for place, cents in enumerate(wagers):
        if cents != spin.spins_cents:
            continue
        others = wagers[:place] + wagers[place + 1 :]
        shared = sum(
            (
                spin.wheel.chance(symbol) * pay.cents
                for other in others
                for symbol, pay in spin.community[other].items()
            ),
            Fraction(0),
        )
        total += PAIR * (spin.wheel.mean(jackpot) + shared)
    return total


def _xtreme(plan: Plan) -> Fraction:
    """Return the average pay of Xtreme. When the event occurs, every seat with the wager is paid by its list, and a Hot
    Spot spins."""
    offered = plan.book.progressives
    wagers = [cents for seat in plan.wagers if (cents := seat.get(XTREME, 0))]
    if offered is None or offered.xtreme is None or not wagers:
        return Fraction(0)
    xtreme = offered.xtreme
    if xtreme.event == HOLE_PAIR:
        event, hot = 1 - pair_chances(len(wagers))[0], PAIR
    else:
        event = hand_chance(xtreme.event, plan.book.ace_low_straight)
        hot = event / len(wagers)
    total = Fraction(-sum(wagers))
    for cents in wagers:
        size = xtreme.sizes[cents]
        listed = _mean_of([pay.cents for pay in size.community], xtreme.community_wheel)
        total += event * listed + hot * size.wheel.mean(size.meter.reset_cents)
    return total


def _mean_of(amounts: list[int], wheel: Wheel) -> Fraction:
    """Return the average pay of a spin when each position pays its own amount."""
    paid = sum(segment.weight * cents for segment, cents in zip(wheel.segments, amounts, strict=True))
    return Fraction(paid, wheel.total)
