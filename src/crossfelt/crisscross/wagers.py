"""Which wagers a seat may make: limits, equal antes, dependencies, multiples. One judge for tables and for files."""

from __future__ import annotations

from collections.abc import Mapping

from crossfelt.crisscross.rulebook import RuleBook, Spot
from crossfelt.errors import describe
from crossfelt.fields import MOST_CENTS
from crossfelt.money import dollars

Wagers = Mapping[str, int]
"""Spot id -> cents, only spots that hold chips."""


def amount_faults(book: RuleBook, wagers: Mapping[str, object]) -> list[str]:
    """What is wrong with the spots and amounts taken one by one. A wager of 0 is the same as an absent one."""
    faults: list[str] = []
    for name, cents in wagers.items():
        if isinstance(cents, bool) or not isinstance(cents, int):
            faults.append(f"{_said(name)}: must be whole cents, not {describe(cents)}")
        elif cents < 0 or cents > MOST_CENTS:
            faults.append(f"{_said(name)}: a wager is 0 to {MOST_CENTS} cents, not {describe(cents)}")
        elif cents and name not in book.spots:
            faults.append(f"{_said(name)}: {book.id} has no such wager, it has {', '.join(book.spots)}")
    return faults


def betting_faults(book: RuleBook, wagers: Wagers) -> list[str]:
    """What is wrong with the set of wagers placed before the first card, as a whole."""
    faults: list[str] = []
    for spot in book.betting_spots:
        cents = wagers.get(spot.id, 0)
        if not cents:
            if spot.required:
                faults.append(f"{spot.id}: the ante is missing ({spot.clause})")
            continue
        if spot.sizes_cents:
            if cents not in spot.sizes_cents:
                sizes = " or ".join(dollars(size) for size in spot.sizes_cents)
                faults.append(f"{spot.id}: {dollars(cents)} is not {sizes} ({spot.limits_clause})")
        elif not spot.minimum_cents <= cents <= spot.maximum_cents:
            limits = f"{dollars(spot.minimum_cents)} to {dollars(spot.maximum_cents)}"
            faults.append(f"{spot.id}: {dollars(cents)} is outside {limits} ({spot.limits_clause})")
        other = spot.equal_to
        if other and wagers.get(other, 0) and wagers[other] != cents:
            equal = f"the {book.spots[other].title}, which is {dollars(wagers[other])}"
            faults.append(f"{spot.id}: {dollars(cents)} must equal {equal} ({spot.clause})")
        needed = [book.spots[need] for need in spot.needs if not wagers.get(need, 0)]
        missing = [f"a {other.title}" for other in needed if not other.required]
        if missing:
            faults.append(f"{spot.id}: needs {' and '.join(missing)} ({spot.clause})")
    return faults


def smallest_wagers(book: RuleBook) -> dict[str, int]:
    """The least that opens a round at a table of this book: its required spots at their minimum."""
    unit = book.table_unit_cents
    return {spot.id: -(-spot.minimum_cents // unit) * unit for spot in book.betting_spots if spot.required}


def unit_faults(book: RuleBook, wagers: Wagers) -> list[str]:
    """What is wrong with amounts at a live table, which takes whole multiples of its unit (reading R13)."""
    unit = book.table_unit_cents
    return [
        f"{name}: {dollars(cents)} is not a whole multiple of {dollars(unit)}"
        for name, cents in wagers.items()
        if cents % unit
    ]


def stage_faults(book: RuleBook, wagers: Wagers, folded_at: str | None) -> list[str]:
    """What is wrong with the bets made at the three decisions, given where the seat folded."""
    faults: list[str] = []
    still_in = True
    for stage in book.stages:
        spot, cents = stage.spot, wagers.get(stage.spot.id, 0)
        still_in = still_in and stage.id != folded_at
        if not still_in:
            if cents:
                faults.append(f"{spot.id}: a bet of {dollars(cents)} after the fold at the {folded_at} decision")
        elif not cents:
            faults.append(f"{spot.id}: the bet is missing ({stage.decision_clause})")
        else:
            faults.extend(_multiple_faults(spot, cents, wagers))
    return faults


def _multiple_faults(spot: Spot, cents: int, wagers: Wagers) -> list[str]:
    ante = wagers.get(spot.multiple_of or "", 0)
    if not ante or cents in (ante * multiple for multiple in spot.multiples):
        return []
    *others, most = (f"{multiple}x" for multiple in spot.multiples)
    allowed = f"{', '.join(others)} or {most}" if others else most
    return [f"{spot.id}: {dollars(cents)} is not {allowed} the ante of {dollars(ante)} ({spot.limits_clause})"]


def _said(name: object) -> str:
    return name if isinstance(name, str) and name.isidentifier() and len(name) <= 40 else describe(name)
