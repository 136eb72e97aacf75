"""What a house chooses of the progressive wagers: checked against the printed text, filled up, and made into the part
of the resolved document that a round depends on.

A table of choices keeps only what the house said and the defaults of what it may leave out, never our example weights,
so that a book read back from its own choices is the same book.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from crossfelt.bounds import MOST_PRIZE_CENTS
from crossfelt.choices import cited
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
from crossfelt.fields import Fields
from crossfelt.money import dollars
from crossfelt.progressive.meter import MOST_RATE_PPM
from crossfelt.progressive.wheel import JACKPOT, MOST_WEIGHT
from crossfelt.ranking import Hand

MOST_NAME = 60
"""Characters that the name of a jackpot or prize may have."""
_MOST_SAID = 12
"""Unknown symbols that one fault names."""
_METER_KEYS = ("rate_ppm", "initial_cents", "reset_cents")
_SIZE = re.compile(r"(wheel|community)_\d+|sizes?(_cents)?|(minimum|maximum)_cents", re.ASCII)


def checked_bonus_spin(fields: Fields, printed: PrintedBonusSpin) -> dict[str, Any]:
    """The table `[choices.bonus_spin]` in the one form that is hashed, after noting what is wrong with it."""
    fields = fields.citing(cited(str(printed.table["clause"]), "P3"))
    letter = fields.text("wheel", among=tuple(printed.wheels)) if "wheel" in fields else ""
    if "wheel" not in fields:
        fields.fault(f"is missing: choose from {', '.join(printed.wheels)}", "wheel")
    community = fields.citing(cited("12.D(8)(b)", "P4"))
    found: dict[str, Any] = {
        "wheel": letter,
        "community": community.text("community", among=tuple(printed.community), default="a"),
        "jackpot_name": _name(fields, "jackpot_name", "Jackpot"),
    }
    wheel = printed.wheels.get(letter)
    if wheel is None:
        _judge_without_wheel(fields, printed)
        return found
    jackpot = fields.citing(cited(wheel.clause_of(JACKPOT), "P3"))
    if wheel.jackpot == "prize":
        found["prize_cents"] = _amount(fields, "prize_cents", wheel.least_initial_cents, wheel)
        found["prize_name"] = _name(fields, "prize_name", "")
        _refuse(jackpot, _METER_KEYS, f"wheel {letter} pays a fixed prize and has no meter")
    else:
        found |= {"rate_ppm": _rate(fields, str(printed.table["rate_clause"])), **_amounts(fields, wheel)}
        _refuse(jackpot, ("prize_cents", "prize_name"), f"wheel {letter} pays its meter and has no fixed prize")
    if "weights" in fields:
        found["weights"] = _weights(fields, "weights", wheel.symbols, printed.two_amounts)
    sizes = fields.citing(str(printed.table["sizes_clause"]))
    _refuse(
        sizes, _sizes_named(fields), f"unknown key: by the text wagers are {_in_dollars(printed.table['sizes_cents'])}"
    )
    _refuse_unknown(fields)
    return found


def checked_xtreme(fields: Fields, printed: PrintedXtreme) -> dict[str, Any]:
    """The table `[choices.xtreme]` in the one form that is hashed, after noting what is wrong with it."""
    fields = fields.citing(cited(str(printed.table["clause"]), "P6"))
    found: dict[str, Any] = {}
    letters: list[str] = []
    all_sizes = printed.table["sizes_cents"]
    for size in (cents // 100 for cents in all_sizes):
        community = fields.citing(cited("12.E(13)(b)", "P6"))
        if f"wheel_{size}" in fields:
            letter = fields.text(f"wheel_{size}", among=tuple(printed.wheels))
            found[f"wheel_{size}"] = letter
            if letter and letter not in letters:
                letters.append(letter)
            if f"community_{size}" in fields:
                list_letter = community.text(f"community_{size}", among=tuple(printed.community))
                if list_letter != letter:
                    found[f"community_{size}"] = list_letter
        else:
            says = f"wagers of ${size} are not offered: name wheel_{size} too"
            _refuse(community, (f"community_{size}",), says)
    if not found:
        names = ", ".join(f"wheel_{cents // 100}" for cents in all_sizes)
        fields.fault(f"name the wheel of at least one size of wager: {names}")
    event = fields.citing(cited(str(printed.table["clause"]), "P5"))
    found["event"] = event.text("event", among=(HOLE_PAIR, *(hand.slug for hand in Hand)), default="two_pair")
    found["jackpot_name"] = _name(fields, "jackpot_name", "Jackpot")
    found["rate_ppm"] = _rate(fields, str(printed.table["rate_clause"]))
    are_known = all(value for key, value in found.items() if key.startswith("wheel_"))
    judged = letters if are_known else tuple(printed.wheels)
    found["meters"] = _xtreme_meters(fields, letters, judged, printed)
    if "weights" in fields:
        weights = fields.table("weights")
        found["weights"] = {
            letter: _weights(weights, letter, printed.wheels[letter].symbols, ())
            for letter in weights.names()
            if _is_in_use(weights, letter, judged)
        }
    if "community_weights" in fields:
        positions = tuple(str(number) for number in range(1, printed.positions + 1))
        found["community_weights"] = _weights(fields, "community_weights", positions, ())
    sizes = fields.citing(str(printed.table["sizes_clause"]))
    _refuse(sizes, _sizes_named(fields, all_sizes), f"unknown key: by the text wagers are {_in_dollars(all_sizes)}")
    _refuse_unknown(fields)
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
        "example": _are_examples(wheel, weights),
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
            "example": _are_examples(printed.wheels[size["wheel"]], weights.get(size["wheel"])),
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
    examples = list(table["example_community_weights"])
    community_weights = list(chosen["community_weights"].values()) if "community_weights" in chosen else examples
    return {
        **_spot_part(table),
        "event": chosen["event"],
        "sizes": sizes,
        "wheels": wheels,
        "community_lists": lists,
        "community_example": community_weights == examples,
        "community_weights": community_weights,
        "jackpot_name": chosen["jackpot_name"],
    }


def _spot_part(table: Mapping[str, Any]) -> dict[str, Any]:
    return {key: table[key] for key in ("title", "clause", "reading", "sizes_clause")}


def _are_examples(wheel: PrintedWheel, weights: Mapping[str, int] | None) -> bool:
    """Whether the weights are ours: left out, or copied as they are, in which case they are still nobody's wheel."""
    if weights is None:
        return True
    ours = dict(zip(wheel.symbols, wheel.example_weights, strict=True))
    return {symbol: weight for symbol, weight in weights.items() if weight} == ours


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


def _refuse(fields: Fields, keys: Sequence[str], says: str) -> None:
    """Notes one fault for each of the keys that are there."""
    for key in keys:
        if key in fields:
            fields.raw(key)
            fields.fault(says, key)


def _refuse_unknown(fields: Fields) -> None:
    strangers = fields.unasked()
    if strangers:
        known = ", ".join(key for key in fields.names() if key not in strangers)
        _refuse(fields, strangers, f"unknown key: known here are {known}")


def _sizes_named(fields: Fields, offered: Sequence[int] = ()) -> list[str]:
    """Keys that try to offer a wager of another size, such as `wheel_3` or `sizes_cents`."""
    ours = {f"{word}_{cents // 100}" for cents in offered for word in ("wheel", "community")}
    return [key for key in fields.unasked() if _SIZE.fullmatch(key) and key not in ours]


def _in_dollars(sizes_cents: Sequence[int]) -> str:
    *most, last = map(dollars, sizes_cents)
    return f"{', '.join(most)} or {last}"


def _name(fields: Fields, key: str, default: str) -> str:
    named = fields.citing("reading P3")
    name = named.text(key, default=default)
    if len(name) > MOST_NAME or not name.isprintable():
        named.fault(f"must be one line of at most {MOST_NAME} characters", key)
    return name


def _rate(fields: Fields, clause: str) -> int:
    """Parts per million of the wager."""
    return _whole(fields.citing(clause), "rate_ppm", 0, MOST_RATE_PPM)


def _whole(fields: Fields, key: str, least: int, most: int) -> int:
    """A whole number that must be there."""
    if key in fields:
        return fields.integer(key, least=least, most=most)
    fields.fault(f"is missing: must be from {least} to {most}", key)
    return least


def _amount(fields: Fields, key: str, least: int, wheel: PrintedWheel) -> int:
    """Cents of at least the least that the text allows, which is also the default."""
    judged = fields.citing(wheel.least_clause)
    known = len(fields.faults)
    cents = judged.integer(key, least=0, most=MOST_PRIZE_CENTS, default=least)
    if cents < least and len(fields.faults) == known:
        says = f"must be at least {least} cents ({dollars(least)}) for wheel {wheel.letter}"
        judged.fault(f"{says}, not {cents} ({dollars(cents)})", key)
    return cents


def _amounts(fields: Fields, wheel: PrintedWheel) -> dict[str, int]:
    return {
        "initial_cents": _amount(fields, "initial_cents", wheel.least_initial_cents, wheel),
        "reset_cents": _amount(fields, "reset_cents", wheel.least_reset_cents, wheel),
    }


def _xtreme_meters(
    fields: Fields, letters: Sequence[str], judged: Sequence[str], printed: PrintedXtreme
) -> dict[str, dict[str, int]]:
    given = fields.table("meters") if "meters" in fields else fields.empty("meters")
    for letter in given.names():
        _is_in_use(given, letter, judged)
    found: dict[str, dict[str, int]] = {}
    for letter in judged:
        if letter in given or letter in letters:
            entry = given.table(letter) if letter in given else given.empty(letter)
            found[letter] = _amounts(entry, printed.wheels[letter])
            _refuse_unknown(entry)
    return found


def _is_in_use(table: Fields, letter: str, letters: Sequence[str]) -> bool:
    if letter not in letters:
        in_use = ", ".join(letters) or "none"
        table.fault(f"no size of wager plays on this wheel: in use are {in_use}", letter)
    return letter in letters


def _judge_without_wheel(fields: Fields, printed: PrintedBonusSpin) -> None:
    """Notes what is wrong whichever wheel is meant, where the table does not name one that there is."""
    if "rate_ppm" in fields:
        _rate(fields, str(printed.table["rate_clause"]))
    for key in ("initial_cents", "reset_cents", "prize_cents"):
        if key in fields:
            fields.citing("12.D(6)(b)").integer(key, least=0, most=MOST_PRIZE_CENTS)
    if "weights" in fields:
        weights = fields.citing("reading P1").table("weights")
        for symbol in weights.names():
            weights.integer(symbol, least=0 if symbol in printed.two_amounts else 1, most=MOST_WEIGHT)
    fields.names()


def _weights(fields: Fields, key: str, printed: Sequence[str], optional: Sequence[str]) -> dict[str, int]:
    """Every printed symbol with a weight of at least 1, the optional ones with 0 where they are left out."""
    table = fields.citing("reading P1").table(key)
    known = len(table.faults)
    found = {symbol: _whole(table, symbol, 1, MOST_WEIGHT) for symbol in printed}
    found |= {symbol: table.integer(symbol, least=0, most=MOST_WEIGHT, default=0) for symbol in optional}
    strangers = [symbol for symbol in table.names() if symbol not in found]
    if strangers:
        said = ", ".join(map(describe, strangers[:_MOST_SAID]))
        table.fault(f"the wheel has no symbol {said}: it has {', '.join(found)}")
    if len(table.faults) == known and sum(found.values()) > MOST_WEIGHT:
        table.fault(f"the weights sum to {sum(found.values())}, at most {MOST_WEIGHT} is allowed")
    return found
