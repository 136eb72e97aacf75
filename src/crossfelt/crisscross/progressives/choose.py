"""What a house chooses of the progressive wagers: checked against the printed text, filled up, and made into the part
of the resolved document that a round depends on.

A table of choices keeps only what the house said and the defaults of what it may leave out, never our example weights,
so that a book read back from its own choices is the same book.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from crossfelt.crisscross.progressives.published import (
    Printed,
    PrintedBonusSpin,
    PrintedWheel,
    PrintedXtreme,
    item_clause,
    symbol_cents,
)
from crossfelt.crisscross.progressives.terms import HOLE_PAIR
from crossfelt.errors import describe
from crossfelt.fields import MOST_CENTS, Fields
from crossfelt.money import dollars
from crossfelt.progressive.meter import MOST_RATE_PPM
from crossfelt.progressive.wheel import JACKPOT, MOST_WEIGHT
from crossfelt.ranking import Hand

MOST_NAME = 60
"""Characters that the name of a jackpot or prize may have."""
WEIGHTS_READING = "reading P1"
_MOST_SAID = 12
"""Unknown symbols that one fault names."""


def checked_bonus_spin(value: object, printed: PrintedBonusSpin, faults: list[str]) -> dict[str, Any]:
    """The table `[choices.bonus_spin]` in the one form that is hashed, after noting what is wrong with it."""
    fields = Fields(value, "choices.bonus_spin", faults)
    letter = _letter(fields, "wheel", printed.wheels, str(printed.table["clause"]))
    found: dict[str, Any] = {
        "wheel": letter,
        "community": fields.text("community", among=tuple(printed.community), default="a"),
        "jackpot_name": _name(fields, "jackpot_name", "Jackpot"),
    }
    wheel = printed.wheels.get(letter)
    if wheel is not None and wheel.jackpot == "prize":
        least = wheel.least_initial_cents
        found["prize_cents"] = _amount(fields, "prize_cents", least, f"wheel {letter}", wheel.least_clause)
        found["prize_name"] = _name(fields, "prize_name", "")
        for key in ("rate_ppm", "initial_cents", "reset_cents"):
            if key in fields:
                fields.raw(key)
                fields.fault(f"wheel {letter} pays a fixed prize and has no meter ({wheel.clause}(a), reading P3)", key)
    elif wheel is not None:
        found |= {"rate_ppm": _rate(fields, str(printed.table["rate_clause"])), **_amounts(fields, wheel)}
        for key in ("prize_cents", "prize_name"):
            if key in fields:
                fields.raw(key)
                fields.fault(
                    f"wheel {letter} pays its meter and has no fixed prize ({wheel.clause}(a), reading P3)", key
                )
    if "weights" in fields and wheel is not None:
        found["weights"] = _weights(fields.table("weights"), wheel.symbols, printed.two_amounts)
    elif wheel is None:
        for key in ("weights", "rate_ppm", "initial_cents", "reset_cents", "prize_cents", "prize_name"):
            fields.raw(key)
    fields.refuse_unknown()
    return found


def checked_xtreme(value: object, printed: PrintedXtreme, faults: list[str]) -> dict[str, Any]:
    """The table `[choices.xtreme]` in the one form that is hashed, after noting what is wrong with it."""
    fields = Fields(value, "choices.xtreme", faults)
    found: dict[str, Any] = {}
    letters: list[str] = []
    for cents in printed.table["sizes_cents"]:
        size = cents // 100
        if f"wheel_{size}" in fields:
            letter = _letter(fields, f"wheel_{size}", printed.wheels, str(printed.table["clause"]))
            found[f"wheel_{size}"] = letter
            if letter and letter not in letters:
                letters.append(letter)
            if f"community_{size}" in fields:
                list_letter = _letter(fields, f"community_{size}", printed.community, "12.E(13)(b)")
                if list_letter != letter:
                    found[f"community_{size}"] = list_letter
        elif f"community_{size}" in fields:
            fields.raw(f"community_{size}")
            fields.fault(f"wagers of ${size} are not offered: name wheel_{size} too", f"community_{size}")
    if not any(key.startswith("wheel_") for key in found):
        sizes = ", ".join(f"wheel_{cents // 100}" for cents in printed.table["sizes_cents"])
        fields.fault(f"name the wheel of at least one size of wager: {sizes} ({printed.table['clause']}, reading P6)")
    events = (HOLE_PAIR, *(hand.slug for hand in Hand))
    found["event"] = fields.text("event", among=events, default="two_pair")
    found["jackpot_name"] = _name(fields, "jackpot_name", "Jackpot")
    found["rate_ppm"] = _rate(fields, str(printed.table["rate_clause"]))
    found["meters"] = _xtreme_meters(fields, letters, printed)
    if "weights" in fields:
        weights = fields.table("weights")
        found["weights"] = {
            letter: _weights(weights.table(letter), printed.wheels[letter].symbols, ())
            for letter in weights.names()
            if _is_in_use(weights, letter, letters)
        }
    if "community_weights" in fields:
        positions = tuple(str(number) for number in range(1, printed.positions + 1))
        found["community_weights"] = _weights(fields.table("community_weights"), positions, ())
    fields.refuse_unknown()
    return found


def progressives_document(choices: Mapping[str, Any], printed: Printed) -> dict[str, Any]:
    """The part of the resolved document for the tables chosen."""
    found: dict[str, Any] = {}
    if "bonus_spin" in choices:
        found["bonus_spin"] = _bonus_spin_document(choices["bonus_spin"], printed.bonus_spin)
    if "xtreme" in choices:
        found["xtreme"] = _xtreme_document(choices["xtreme"], printed.xtreme)
    return found


def _bonus_spin_document(chosen: Mapping[str, Any], printed: PrintedBonusSpin) -> dict[str, Any]:
    wheel = printed.wheels[chosen["wheel"]]
    weights = chosen.get("weights")
    table = printed.table
    community = printed.community[chosen["community"]]["pays"]
    two_amounts = [
        {"symbol": symbol, "cents": symbol_cents(symbol), "weight": (weights or {}).get(symbol, 0), "clause": "12.D(8)"}
        for symbol in printed.two_amounts
    ]
    found: dict[str, Any] = {
        **_spot_part(table),
        "sizes_cents": list(table["sizes_cents"]),
        "spins_cents": table["spins_cents"],
        "wheel": chosen["wheel"],
        "example": weights is None,
        "segments": [*_segments(wheel, weights), *two_amounts],
        "community": chosen["community"],
        "community_pays": [
            {
                "size_cents": entry["size_cents"],
                "pays": [
                    {
                        "symbol": symbol,
                        "cents": amount * 100,
                        "clause": f"{entry['clause']}({'i' * (index + 1)})",
                    }
                    for index, (symbol, amount) in enumerate(zip(printed.two_amounts, entry["dollars"], strict=True))
                ],
            }
            for entry in community
        ],
        "jackpot_name": chosen["jackpot_name"],
    }
    if wheel.jackpot == "prize":
        return {**found, "prize_cents": chosen["prize_cents"], "prize_name": chosen["prize_name"]}
    return {**found, "meter": _meter(chosen, chosen, str(table["meter_clause"]))}


def _xtreme_document(chosen: Mapping[str, Any], printed: PrintedXtreme) -> dict[str, Any]:
    table = printed.table
    sizes = []
    for cents in table["sizes_cents"]:
        letter = chosen.get(f"wheel_{cents // 100}")
        if letter is not None:
            list_letter = chosen.get(f"community_{cents // 100}", letter)
            sizes.append({"size_cents": cents, "wheel": letter, "community": list_letter})
    weights = chosen.get("weights", {})
    wheels = {
        size["wheel"]: {
            "example": size["wheel"] not in weights,
            "segments": _segments(printed.wheels[size["wheel"]], weights.get(size["wheel"])),
            "meter": _meter(chosen, chosen["meters"][size["wheel"]], str(table["meter_clause"])),
        }
        for size in sizes
    }
    lists = {
        size["community"]: [
            {
                "symbol": symbol,
                "cents": symbol_cents(symbol),
                "clause": item_clause(printed.community[size["community"]]["clause"], index),
            }
            for index, symbol in enumerate(printed.community[size["community"]]["symbols"])
        ]
        for size in sizes
    }
    community_weights = chosen.get("community_weights")
    return {
        **_spot_part(table),
        "event": chosen["event"],
        "sizes": sizes,
        "wheels": wheels,
        "community_lists": lists,
        "community_example": community_weights is None,
        "community_weights": list(
            table["example_community_weights"] if community_weights is None else community_weights.values()
        ),
        "jackpot_name": chosen["jackpot_name"],
    }


def _spot_part(table: Mapping[str, Any]) -> dict[str, Any]:
    return {key: table[key] for key in ("title", "clause", "reading", "sizes_clause")}


def _segments(wheel: PrintedWheel, weights: Mapping[str, int] | None) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for symbol, example in zip(wheel.symbols, wheel.example_weights, strict=True):
        segment = {"symbol": symbol, "weight": example if weights is None else weights[symbol]}
        if symbol != JACKPOT:
            segment["cents"] = symbol_cents(symbol)
        found.append({**segment, "clause": wheel.clause_of(symbol)})
    return found


def _meter(rate: Mapping[str, Any], amounts: Mapping[str, Any], clause: str) -> dict[str, Any]:
    return {
        "rate_ppm": rate["rate_ppm"],
        "initial_cents": amounts["initial_cents"],
        "reset_cents": amounts["reset_cents"],
        "clause": clause,
    }


def _letter(fields: Fields, key: str, among: Mapping[str, object], clause: str) -> str:
    known = len(fields.faults)
    letter = fields.text(key, among=tuple(among))
    if len(fields.faults) > known:
        fields.faults[-1] += f" ({clause})"
    return letter


def _name(fields: Fields, key: str, default: str) -> str:
    name = fields.text(key, default=default)
    if len(name) > MOST_NAME or not name.isprintable():
        fields.fault(f"must be one line of at most {MOST_NAME} characters (reading P3)", key)
    return name


def _rate(fields: Fields, clause: str) -> int:
    known = len(fields.faults)
    rate = fields.integer("rate_ppm", least=0, most=MOST_RATE_PPM)
    if len(fields.faults) > known:
        fields.faults[-1] += f", in parts per million of the wager ({clause})"
    return rate


def _amount(fields: Fields, key: str, least: int, whose: str, clause: str) -> int:
    """Cents of at least the least that the text allows, which is also the default."""
    cents = fields.integer(key, least=0, most=MOST_CENTS, default=least)
    if cents < least:
        fields.fault(
            f"must be at least {dollars(least)} ({least} cents) for {whose}, not {dollars(cents)} ({clause})", key
        )
    return cents


def _amounts(fields: Fields, wheel: PrintedWheel) -> dict[str, int]:
    whose = f"wheel {wheel.letter}"
    return {
        "initial_cents": _amount(fields, "initial_cents", wheel.least_initial_cents, whose, wheel.least_clause),
        "reset_cents": _amount(fields, "reset_cents", wheel.least_reset_cents, whose, wheel.least_clause),
    }


def _xtreme_meters(fields: Fields, letters: Sequence[str], printed: PrintedXtreme) -> dict[str, dict[str, int]]:
    given = fields.table("meters") if "meters" in fields else Fields({}, "choices.xtreme.meters", fields.faults)
    for letter in given.names():
        _is_in_use(given, letter, letters)
    found: dict[str, dict[str, int]] = {}
    for letter in letters:
        entry = given.table(letter) if letter in given else Fields({}, f"{given.path}.{letter}", fields.faults)
        found[letter] = _amounts(entry, printed.wheels[letter])
        entry.refuse_unknown()
    return found


def _is_in_use(table: Fields, letter: str, letters: Sequence[str]) -> bool:
    if letter not in letters:
        in_use = ", ".join(letters) or "none"
        table.fault(f"no size of wager plays on this wheel: in use are {in_use} (reading P6)", letter)
    return letter in letters


def _weights(table: Fields, printed: Sequence[str], optional: Sequence[str]) -> dict[str, int]:
    """Every printed symbol with a weight of at least 1, the optional ones with 0 where they are left out."""
    known = len(table.faults)
    found = {symbol: table.integer(symbol, least=1, most=MOST_WEIGHT) for symbol in printed}
    found |= {symbol: table.integer(symbol, least=0, most=MOST_WEIGHT, default=0) for symbol in optional}
    table.faults[known:] = [f"{fault} ({WEIGHTS_READING})" for fault in table.faults[known:]]
    strangers = [symbol for symbol in table.names() if symbol not in found]
    if strangers:
        said = ", ".join(map(describe, strangers[:_MOST_SAID]))
        table.fault(f"the wheel has no symbol {said}: it has {', '.join(found)} ({WEIGHTS_READING})")
    if len(table.faults) == known and sum(found.values()) > MOST_WEIGHT:
        table.fault(f"the weights sum to {sum(found.values())}, at most {MOST_WEIGHT} is allowed ({WEIGHTS_READING})")
    return found
