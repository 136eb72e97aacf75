"""The wagers that a seat may make: limits, equal antes, dependencies, multiples. Tables and files use the same
checks."""

from __future__ import annotations

from collections.abc import Mapping

from crossfelt.crisscross.rulebook import RuleBook, Spot
from crossfelt.errors import Fault, describe
from crossfelt.faults import FaultCode
from crossfelt.fields import MOST_CENTS
from crossfelt.money import dollars

Wagers = Mapping[str, int]
"""Spot id -> cents, only spots with chips."""


def amount_faults(book: RuleBook, wagers: Mapping[str, object]) -> list[Fault]:
    """Return faults of the spots and amounts one by one. A wager of 0 is the same as an absent one."""
    faults: list[Fault] = []
    for name, cents in wagers.items():
        if isinstance(cents, bool) or not isinstance(cents, int):
            message = f"must be whole cents, not {describe(cents)}"
            faults.append(_fault(FaultCode.WRONG_TYPE, message, name, expected="cents", value=cents))
        elif cents < 0 or cents > MOST_CENTS:
            message = f"must be 0 to {MOST_CENTS} cents, not {describe(cents)}"
            faults.append(_fault(FaultCode.OUT_OF_RANGE, message, name, least=0, most=MOST_CENTS, value=cents))
        elif cents and name not in book.spots:
            message = f"{book.id} has no such wager; choose from {', '.join(book.spots)}"
            faults.append(_fault(FaultCode.NO_SUCH_WAGER, message, name, rules=book.id, choices=list(book.spots)))
    return faults


def betting_faults(book: RuleBook, wagers: Wagers) -> list[Fault]:
    """Return faults of the set of wagers placed before the first card."""
    faults: list[Fault] = []
    for spot in book.betting_spots:
        cents = wagers.get(spot.id, 0)
        if not cents:
            if spot.required:
                faults.append(_fault(FaultCode.ANTE_MISSING, "the ante is missing", spot.id, spot.clause))
            continue
        if spot.sizes_cents:
            if cents not in spot.sizes_cents:
                sizes = " or ".join(dollars(size) for size in spot.sizes_cents)
                faults.append(
                    _fault(
                        FaultCode.WAGER_SIZE,
                        f"{dollars(cents)} is not {sizes}",
                        spot.id,
                        spot.limits_clause,
                        cents=cents,
                        sizes_cents=spot.sizes_cents,
                    )
                )
        elif not spot.minimum_cents <= cents <= spot.maximum_cents:
            faults.append(_limits_fault(spot, cents))
        other = spot.equal_to
        if other and wagers.get(other, 0) and wagers[other] != cents:
            equal = f"the {book.spots[other].title}, which is {dollars(wagers[other])}"
            message = f"{dollars(cents)} must equal {equal}"
            params = {"cents": cents, "other": other, "other_cents": wagers[other]}
            faults.append(_fault(FaultCode.WAGERS_UNEQUAL, message, spot.id, spot.clause, **params))
        needed = [book.spots[need] for need in spot.needs if not wagers.get(need, 0)]
        missing = [other for other in needed if not other.required]
        if missing:
            message = f"needs {' and '.join(f'a {other.title}' for other in missing)}"
            needs = [other.id for other in missing]
            faults.append(_fault(FaultCode.WAGER_NEEDED, message, spot.id, spot.clause, needs=needs))
    return faults


def smallest_wagers(book: RuleBook) -> dict[str, int]:
    """Return the smallest wagers that open a round at a table of this book: its required spots at their minimum."""
    unit = book.table_unit_cents
    return {spot.id: -(-spot.minimum_cents // unit) * unit for spot in book.betting_spots if spot.required}


def unit_faults(book: RuleBook, wagers: Wagers) -> list[Fault]:
    """Return faults of amounts at a live table, which takes whole multiples of its unit, except of wagers whose sizes
    are printed (reading R13)."""
    unit = book.table_unit_cents
    return [
        _fault(
            FaultCode.NOT_WHOLE_UNITS,
            f"{dollars(cents)} is not a whole multiple of {dollars(unit)}",
            name,
            cents=cents,
            unit_cents=unit,
        )
        for name, cents in wagers.items()
        if cents % unit and not book.spots[name].sizes_cents
    ]


def stage_faults(book: RuleBook, wagers: Wagers, folded_at: str | None) -> list[Fault]:
    """Return faults of the bets made at the three decisions, given the stage at which the seat folded."""
    faults: list[Fault] = []
    still_in = True
    for stage in book.stages:
        spot, cents = stage.spot, wagers.get(stage.spot.id, 0)
        still_in = still_in and stage.id != folded_at
        if not still_in:
            if cents:
                message = f"a bet of {dollars(cents)} after the fold at the {folded_at} decision"
                faults.append(_fault(FaultCode.BET_AFTER_FOLD, message, spot.id, cents=cents, folded_at=folded_at))
        elif not cents:
            faults.append(_fault(FaultCode.BET_MISSING, "the bet is missing", spot.id, stage.decision_clause))
        else:
            faults.extend(_multiple_faults(spot, cents, wagers))
    return faults


def _multiple_faults(spot: Spot, cents: int, wagers: Wagers) -> list[Fault]:
    ante = wagers.get(spot.multiple_of or "", 0)
    if not ante or cents in (ante * multiple for multiple in spot.multiples):
        return []
    *others, most = (f"{multiple}x" for multiple in spot.multiples)
    allowed = f"{', '.join(others)} or {most}" if others else most
    message = f"{dollars(cents)} is not {allowed} the ante of {dollars(ante)}"
    params = {"cents": cents, "ante_cents": ante, "multiples": spot.multiples}
    return [_fault(FaultCode.WRONG_MULTIPLE, message, spot.id, spot.limits_clause, **params)]


def _limits_fault(spot: Spot, cents: int) -> Fault:
    return _fault(
        FaultCode.WAGER_OUTSIDE_LIMITS,
        f"{dollars(cents)} is outside {dollars(spot.minimum_cents)} to {dollars(spot.maximum_cents)}",
        spot.id,
        spot.limits_clause,
        cents=cents,
        minimum_cents=spot.minimum_cents,
        maximum_cents=spot.maximum_cents,
    )


def _fault(code: FaultCode, message: str, spot: str, clause: str = "", /, **params: object) -> Fault:
    """Return the fault of one wager, whose name begins the message."""
    named = {"spot": spot} if "spot" in code.params else {}
    return Fault(code, message, _printed(spot), clause, params={**named, **params})


def _printed(name: object) -> str:
    return name if isinstance(name, str) and name.isidentifier() and len(name) <= 40 else describe(name)
