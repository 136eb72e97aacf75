"""The wheels, lists and meters of a rule book as the arrays that the kernel of full rounds spins."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from crossfelt.crisscross.progressives.terms import BONUS_SPIN, HOLE_PAIR, XTREME, Progressives, XtremeSize
from crossfelt.crisscross.progressives.wheel import Segment, Wheel
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.kernels.crisscross.full_rounds import NO_EVENT, PAIR_EVENT, Wheels
from crossfelt.ranking import Hand
from crossfelt.simulation.plan import Wagers

_NO_WHEEL = Wheel("none", (Segment("nothing", 0, 1, ""),), is_example=False)
"""A placeholder for a missing wheel, because arrays need rows; it is never spun."""
Row = tuple[Wheel, int, int]
"""A wheel, the cents of its jackpot, and the number of its meter, -1 where the jackpot is a fixed prize."""


def wheel_arrays(book: RuleBook, wagers: Sequence[Wagers]) -> Wheels:
    """Return the wheels that these seats spin; placeholders if the book or the seats have none."""
    offered, seats = book.progressives, len(wagers)
    rows = wheel_rows(offered)
    width = max(len(wheel.segments) for wheel, _, _ in rows)
    turns, pays, meters = (np.zeros((len(rows), width), np.int64) for _ in range(3))
    for row, (wheel, jackpot_cents, meter) in enumerate(rows):
        weights = np.cumsum([segment.weight for segment in wheel.segments])
        turns[row] = weights[-1]
        turns[row, : len(weights)] = weights
        for place, segment in enumerate(wheel.segments):
            pays[row, place] = jackpot_cents if segment.cents is None else segment.cents
            meters[row, place] = meter if segment.cents is None else -1
    wagered = np.array([[seat.get(spot, 0) for seat in wagers] for spot in (BONUS_SPIN, XTREME)], np.int64)
    spins_cents = 0 if offered is None or offered.bonus_spin is None else offered.bonus_spin.spins_cents
    return Wheels(
        spins=((wagered[0] == spins_cents) & (wagered[0] > 0)).astype(np.int64),
        wagered=wagered,
        event=_event(offered, bool(wagered[1].any())),
        sizes=np.array([_size_row(offered, int(cents)) for cents in wagered[1]], np.int64),
        turns=turns,
        pays=pays,
        meters=meters,
        shared=_shared(offered, [int(cents) for cents in wagered[0]], width),
        positions=_positions(offered),
        lists=_lists(offered, [int(cents) for cents in wagered[1]], seats),
    )


def wheel_rows(offered: Progressives | None) -> list[Row]:
    """Return the wheel of Bonus Spin, then the Hot Spot wheel of each size of Xtreme."""
    spin = None if offered is None else offered.bonus_spin
    numbers = {} if offered is None else {name: number for number, name in enumerate(offered.meters)}
    rows: list[Row] = [(_NO_WHEEL, 0, -1)]
    if spin is not None:
        meter = spin.meter
        rows = [
            (
                spin.wheel,
                spin.prize_cents if meter is None else meter.reset_cents,
                -1 if meter is None else numbers[meter.id],
            )
        ]
    return rows + [(size.wheel, size.meter.reset_cents, numbers[size.meter.id]) for size in xtreme_sizes(offered)]


def xtreme_sizes(offered: Progressives | None) -> list[XtremeSize]:
    """Return the sizes of Xtreme in the order of their rows."""
    return [] if offered is None or offered.xtreme is None else list(offered.xtreme.sizes.values())


def example_wheels(book: RuleBook) -> frozenset[str]:
    """Return the wagers whose wheels have our example weights and no house's (reading P1)."""
    offered = book.progressives
    if offered is None:
        return frozenset()
    wheels = [(BONUS_SPIN, offered.bonus_spin.wheel)] if offered.bonus_spin is not None else []
    wheels += [(XTREME, size.wheel) for size in xtreme_sizes(offered)]
    wheels += [(XTREME, offered.xtreme.community_wheel)] if offered.xtreme is not None else []
    return frozenset(spot for spot, wheel in wheels if wheel.is_example)


def _size_row(offered: Progressives | None, cents: int) -> int:
    return next((row for row, size in enumerate(xtreme_sizes(offered), 1) if size.cents == cents), 0)


def _event(offered: Progressives | None, is_wagered: bool) -> int:
    if offered is None or offered.xtreme is None or not is_wagered:
        return NO_EVENT
    event = offered.xtreme.event
    return PAIR_EVENT if event == HOLE_PAIR else int(Hand[event.upper()])


def _shared(offered: Progressives | None, wagered: Sequence[int], width: int) -> NDArray[np.int64]:
    result = np.zeros((len(wagered), width), np.int64)
    if offered is None or offered.bonus_spin is None:
        return result
    for seat, cents in enumerate(wagered):
        pays = offered.bonus_spin.community.get(cents, {})
        for place, segment in enumerate(offered.bonus_spin.wheel.segments):
            if segment.symbol in pays:
                result[seat, place] = pays[segment.symbol].cents
    return result


def _positions(offered: Progressives | None) -> NDArray[np.int64]:
    wheel = _NO_WHEEL if offered is None or offered.xtreme is None else offered.xtreme.community_wheel
    return np.cumsum([segment.weight for segment in wheel.segments])


def _lists(offered: Progressives | None, wagered: Sequence[int], seats: int) -> NDArray[np.int64]:
    result = np.zeros((seats, len(_positions(offered))), np.int64)
    for size in xtreme_sizes(offered):
        for seat, cents in enumerate(wagered):
            if cents == size.cents:
                result[seat] = [pay.cents for pay in size.community]
    return result
