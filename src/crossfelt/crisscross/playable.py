"""Checks that a rule book which reads correctly can also be played: the requirements between its entries.

A record embeds its own rule book, so the engine meets books from outside. Everything that it relies on is checked here
and nowhere else.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import get_args

from crossfelt.crisscross.layout import COMMUNITY
from crossfelt.crisscross.rulebook import Dealing, Ruling, SettlementPass, Spot, Stage, StageName, smallest_ante
from crossfelt.errors import Fault, describe
from crossfelt.faults import FaultCode
from crossfelt.money import dollars

_NAME = re.compile(r"[a-z0-9_&]{1,40}", re.ASCII)
"""Names of entries; `&` joins the two amounts of a wheel's symbol."""
MOST_TEXT = 300
"""Characters; the longest sentence of the shipped books has a third as many."""
MOST_SET_ASIDE = 20
"""Cards that a round may set aside; six seats need at most 21 of the other 32."""


def text_faults(node: object, path: str = "") -> Iterator[Fault]:
    """Return faults of names and texts that would break a line of a record, an error or the notation."""
    if isinstance(node, dict):
        for name, child in node.items():
            if _NAME.fullmatch(name):
                yield from text_faults(child, f"{path}.{name}" if path else name)
            else:
                message = (
                    f"{path + ': ' if path else ''}{describe(name)} is not a valid name; use letters, digits and _"
                )
                yield Fault(FaultCode.BAD_FORMAT, message, field=path, params={"value": name})
    elif isinstance(node, list):
        for number, child in enumerate(node, start=1):
            yield from text_faults(child, f"{path}[{number}]")
    elif isinstance(node, str) and not (node.isprintable() and len(node) <= MOST_TEXT):
        message = f"{path}: must be one line of at most {MOST_TEXT} characters"
        yield Fault(FaultCode.TOO_LONG, message, field=path, params={"count": len(node), "most": MOST_TEXT})


def spot_faults(spots: Mapping[str, Spot], stages: tuple[Stage, ...], dealing: Dealing) -> Iterator[Fault]:
    """Return faults between spots, stages and the deal."""
    names = [stage.id for stage in stages]
    if sorted(names) != sorted(get_args(StageName)):
        yield _unplayable("stages", f"must be {', '.join(get_args(StageName))}, each once", *get_args(StageName))
    if sorted(place for stage in stages for place in stage.reveals) != sorted(COMMUNITY):
        yield _unplayable("stages", "must turn each of the five places of the cross once")
    for stage in stages:
        if sum(spot.placed == stage.id for spot in spots.values()) != 1:
            yield _unplayable("stages", f"{stage.id} must have one spot to bet on", stage.id)
    for spot in spots.values():
        path = f"spots.{spot.id}"
        before_the_deal = spot.placed == "betting"
        base = spots.get(spot.multiple_of or "")
        if before_the_deal != (spot.multiple_of is None):
            yield _unplayable(path, "must be placed before the deal, or be a multiple of a spot that is")
        elif spot.multiple_of is not None and not (base and base.required and base.placed == "betting"):
            yield _unplayable(path, "must be a multiple of a required spot placed before the deal")
        for other in (*spot.needs, *([spot.equal_to] if spot.equal_to else [])):
            if other not in spots or spots[other].placed != "betting":
                yield _unplayable(path, f"depends on {other}, which isn't placed before the deal", other)
        is_line = spot.hand in ("across", "down", "higher")
        if spot.kind in ("ante", "main") and not is_line:
            yield _unplayable(path, "an ante or bet must be decided by the across or the down hand")
        if spot.survives_fold and is_line:
            yield _unplayable(path, "a folded hand isn't shown, so wagers on it can't stay live")
        if spot.hand == "hole_and_bonus" and not any(place.startswith("bonus_") for place in dealing.order):
            message = f"needs bonus cards, which dealing by {dealing.method} does not lay out"
            yield _unplayable(path, message, dealing.method)


def _unplayable(path: str, message: str, *names: str) -> Fault:
    """Return a fault; `names` are the other entries that the message is about."""
    return Fault(FaultCode.BAD_RULES, f"{path}: {message}", field=path, params={"names": names})


def coverage_faults(
    covers: Collection[str], must_cover: Collection[str], kinds: Mapping[str, object]
) -> Iterator[Fault]:
    """Return faults of the wagers that an aggregate limit covers: a house may widen the cover, never narrow it (reading
    R10).

    `kinds` has the kind of every spot of the book.
    """
    missing = [name for name in must_cover if name not in covers]
    if missing:
        message = f"must cover {', '.join(must_cover)}; it leaves out {', '.join(missing)}"
        params = {"must_cover": list(must_cover), "missing": missing}
        yield Fault(FaultCode.COVERS_TOO_LITTLE, message, params=params)
    for name in covers:
        if kinds.get(name) == "progressive":
            message = f"{name} is a progressive wager, whose prizes no limit covers"
            yield Fault(FaultCode.COVERS_PROGRESSIVE, message, params={"spot": name})


def amount_faults(spots: Mapping[str, Spot]) -> Iterator[Fault]:
    """Return faults of wagers whose smallest amount is above their largest."""
    for spot in spots.values():
        low, high = spot.minimum_cents, spot.maximum_cents
        if low > high:
            message = f"the minimum of {low} cents ({dollars(low)}) is above the maximum of {high} ({dollars(high)})"
            low_path, high_path = f"spots.{spot.id}.minimum_cents", f"spots.{spot.id}.maximum_cents"
            params = {"minimum_cents": low, "maximum_cents": high}
            yield Fault(FaultCode.MINIMUM_ABOVE_MAXIMUM, message, low_path, rests_on=[high_path], params=params)


def unit_faults(unit_cents: int, spots: Mapping[str, Spot]) -> Iterator[Fault]:
    """Return the fault of a chip unit that divides no ante within the limits, so that nobody could play (reading
    R13)."""
    for spot in spots.values():
        low, high = spot.minimum_cents, spot.maximum_cents
        if spot.required and high // unit_cents * unit_cents < low <= high:
            unit = f"{unit_cents} cents ({dollars(unit_cents)})"
            message = f"no ante from {dollars(low)} to {dollars(high)} is a multiple of {unit}"
            rests_on = [f"spots.{spot.id}.minimum_cents", f"spots.{spot.id}.maximum_cents"]
            params = {"unit_cents": unit_cents, "minimum_cents": low, "maximum_cents": high}
            yield Fault(FaultCode.UNIT_OUT_OF_REACH, message, "table_unit_cents", rests_on=rests_on, params=params)


def shuffler_faults(dealing: Dealing, shuffler: str) -> Iterator[Fault]:
    """Return the fault of a dealing method that needs a device which the table doesn't have."""
    if dealing.needs_shuffler and shuffler == "none":
        message = f"dealing by {dealing.method} needs an automatic shuffler"
        clause = dealing.needs_shuffler_clause or dealing.clause
        params = {"method": dealing.method}
        yield Fault(FaultCode.SHUFFLER_NEEDED, message, "dealing_method", clause, ["shuffler"], params=params)


def limit_faults(amount_cents: int, bound: str, edge: int, spots: Mapping[str, Spot]) -> Iterator[Fault]:
    """Return the fault of an aggregate limit on the wrong side of the rules' bound: a ceiling in one text, a floor in
    another."""
    if amount_cents == 0 or not (
        (bound == "at_most" and amount_cents > edge) or (bound == "at_least" and amount_cents < edge)
    ):
        return
    ante_cents = smallest_ante(spots)
    message = (
        f"must be {bound.replace('_', ' ')} {edge} ({dollars(edge)}) where the smallest ante is "
        f"{dollars(ante_cents)}, not {amount_cents} ({dollars(amount_cents)})"
    )
    counted = (spot for spot in spots.values() if spot.kind in ("ante", "main"))
    rests_on = [f"spots.{spot.id}.{key}" for spot in counted for key in ("minimum_cents", "pays", "multiples")]
    params = {"bound": bound, "bound_cents": edge, "ante_cents": ante_cents, "value": amount_cents}
    yield Fault(
        FaultCode.LIMIT_OUT_OF_BOUNDS, message, "aggregate_limit.amount_cents", rests_on=rests_on, params=params
    )


def settlement_faults(spots: Mapping[str, Spot], passes: tuple[SettlementPass, ...]) -> Iterator[Fault]:
    """Return faults of wagers settled on cards that are still hidden, and of spins split over several steps."""
    for turn in passes:
        for step in turn.steps:
            split = [name for name in step.spots if spots[name].kind == "progressive" and len(step.results) < 4]
            if split:
                message = f"{', '.join(split)} must have all results in one step: the spin comes with the line"
                yield _unplayable("settlement", message, *split)
        # A forfeited wager is taken without showing cards.
        decided = (step for step in turn.steps if step.results - {"forfeit"})
        for name in dict.fromkeys(name for step in decided for name in step.spots):
            hand = spots[name].hand
            needed = "bonus_cards" if hand == "hole_and_bonus" else "hands" if hand != "community" else turn.shows
            if turn.shows != needed:
                message = f"{name} must be settled where {needed.replace('_', ' ')} are shown"
                yield _unplayable("settlement", message, name, needed)


def ruling_faults(rulings: Mapping[str, Ruling]) -> Iterator[Fault]:
    """Return faults of outcomes that don't fit their irregularity."""
    for kind, ruling in rulings.items():
        aside = ruling.outcomes.count("set_card_aside")
        if aside and kind != "face_up_card":
            yield _unplayable(f"irregularities.{kind}", "no card can be set aside for this irregularity")
        if aside > MOST_SET_ASIDE or ruling.outcomes[-1] == "set_card_aside":
            yield _unplayable(f"irregularities.{kind}", "the last outcome must not set a card aside")
