"""A house's choices for the progressive wagers: checked against the rules, filled with defaults, and converted into the
part of the resolved document that a round depends on.

The rules want wheel, Community list, rate, amounts and prize in the submission (12.D(6), 12.D(8)(b), 12.E(11)), so none
of them has a default. A table of choices has only the house's values and the defaults of optional ones, never our
example weights, so that a book read back from its own choices is the same book.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from crossfelt.bounds import MOST_PRIZE_CENTS
from crossfelt.crisscross.progressives.meter import MOST_RATE_PPM
from crossfelt.crisscross.progressives.printed_lists import (
    Printed,
    PrintedBonusSpin,
    PrintedWheel,
    PrintedXtreme,
    item_clause,
    symbol_cents,
)
from crossfelt.crisscross.progressives.terms import HOLE_PAIR
from crossfelt.crisscross.progressives.wheel import JACKPOT, MOST_WEIGHT
from crossfelt.errors import describe
from crossfelt.faults import FaultCode
from crossfelt.fields import Fields
from crossfelt.money import dollars
from crossfelt.ranking import Hand
from crossfelt.rulefiles import cited

MOST_NAME = 60
"""The most characters in the name of a jackpot or prize."""
_MOST_NAMED = 12
"""The most unknown symbols that one fault names."""
_SPIN_KEYS = ("wheel", "community", "jackpot_name", "weights")
_AMOUNT_KEYS = ("initial_cents", "reset_cents")
_METER_KEYS = ("rate_ppm", *_AMOUNT_KEYS)
_PRIZE_KEYS = ("prize_cents", "prize_name")
_XTREME_KEYS = ("event", "rate_ppm", "jackpot_name", "meters", "weights", "community_weights")
_SIZE = re.compile(r"(wheel|community)_\d+|sizes?(_cents)?|(minimum|maximum)_cents", re.ASCII)


def checked_bonus_spin(fields: Fields, printed: PrintedBonusSpin) -> dict[str, Any]:
    """Return the table `[choices.bonus_spin]` in the form that is hashed, after noting its faults."""
    fields = fields.citing(cited(str(printed.table["clause"]), "P3"))
    letter = _letter(fields, "wheel", printed.wheels)
    checked: dict[str, Any] = {
        "wheel": letter,
        "community": _letter(fields.citing(cited("12.D(8)(b)", "P4")), "community", printed.community),
        "jackpot_name": _name(fields, "jackpot_name", "Jackpot"),
    }
    wheel = printed.wheels.get(letter)
    allowed: tuple[str, ...]
    if wheel is None:
        allowed = (*_SPIN_KEYS, *_METER_KEYS, *_PRIZE_KEYS)
        _judge_without_wheel(fields, printed)
    elif wheel.jackpot == "prize":
        allowed = (*_SPIN_KEYS, *_PRIZE_KEYS)
        checked["prize_cents"] = _amount(fields, "prize_cents", wheel.least_initial_cents, wheel)
        checked["prize_name"] = _name(fields, "prize_name", "")
        message = f"wheel {letter} pays a fixed prize and has no meter"
        jackpot = fields.citing(cited(wheel.clause_of(JACKPOT), "P3"))
        _refuse(jackpot, _METER_KEYS, FaultCode.WRONG_FOR_WHEEL, message, wheel=letter)
    else:
        allowed = (*_SPIN_KEYS, *_METER_KEYS)
        checked |= {"rate_ppm": _rate(fields, str(printed.table["rate_clause"])), **_amounts(fields, wheel)}
        message = f"wheel {letter} pays its meter and has no fixed prize"
        jackpot = fields.citing(cited(wheel.clause_of(JACKPOT), "P3"))
        _refuse(jackpot, _PRIZE_KEYS, FaultCode.WRONG_FOR_WHEEL, message, wheel=letter)
    if wheel is not None and "weights" in fields:
        checked["weights"] = _weights(fields, "weights", wheel.clauses, printed.two_amounts)
    sizes = fields.citing(str(printed.table["sizes_clause"]))
    _refuse_sizes(sizes, _sizes_named(fields), printed.table["sizes_cents"])
    _refuse_unknown(fields, allowed)
    return checked


def checked_xtreme(fields: Fields, printed: PrintedXtreme) -> dict[str, Any]:
    """Return the table `[choices.xtreme]` in the form that is hashed, after noting its faults."""
    fields = fields.citing(cited(str(printed.table["clause"]), "P6"))
    all_sizes = printed.table["sizes_cents"]
    size_keys = [f"{word}_{cents // 100}" for word in ("wheel", "community") for cents in all_sizes]
    checked: dict[str, Any] = {**_xtreme_sizes(fields, printed)}
    event = fields.citing(cited(str(printed.table["clause"]), "P5"))
    checked["event"] = event.text("event", among=(HOLE_PAIR, *(hand.slug for hand in Hand)), default="two_pair")
    checked["jackpot_name"] = _name(fields, "jackpot_name", "Jackpot")
    checked["rate_ppm"] = _rate(fields, str(printed.table["rate_clause"]))
    given = {key: fields.table(key) if key in fields else fields.empty(key) for key in ("meters", "weights")}
    letters = _Letters.of(checked, [letter for table in given.values() for letter in table.names()], printed)
    checked["meters"] = {
        letter: _xtreme_amounts(given["meters"], letter, printed.wheels[letter])
        for letter in letters.checked_in(given["meters"], needed=letters.in_use)
    }
    weighed = letters.checked_in(given["weights"])
    if "weights" in fields:
        weights = {letter: _weights(given["weights"], letter, printed.wheels[letter].clauses, ()) for letter in weighed}
        checked["weights"] = weights
    if "community_weights" in fields:
        lists = dict.fromkeys(_list_letters(checked, all_sizes)) or printed.community
        positions = {
            str(index + 1): ", ".join(item_clause(printed.community[letter]["clause"], index) for letter in lists)
            for index in range(printed.positions)
        }
        checked["community_weights"] = _weights(fields, "community_weights", positions, ())
    sizes = fields.citing(str(printed.table["sizes_clause"]))
    _refuse_sizes(sizes, _sizes_named(fields, all_sizes), all_sizes)
    _refuse_unknown(fields, (*size_keys, *_XTREME_KEYS))
    return checked


def _list_letters(chosen: Mapping[str, Any], sizes_cents: Sequence[int]) -> Iterator[str]:
    """Return the Community list of each offered size: that of its wheel's letter unless another is named."""
    for size in (cents // 100 for cents in sizes_cents):
        letter = chosen.get(f"community_{size}") or chosen.get(f"wheel_{size}")
        if letter:
            yield letter


def progressives_document(choices: Mapping[str, Any], printed: Printed) -> dict[str, Any]:
    """Return the part of the resolved document for the chosen tables."""
    document: dict[str, Any] = {}
    if "bonus_spin" in choices:
        document["bonus_spin"] = _bonus_spin_document(choices["bonus_spin"], printed.bonus_spin)
    if "xtreme" in choices:
        document["xtreme"] = _xtreme_document(choices["xtreme"], printed.xtreme)
    return document


def _bonus_spin_document(chosen: Mapping[str, Any], printed: PrintedBonusSpin) -> dict[str, Any]:
    wheel, table = printed.wheels[chosen["wheel"]], printed.table
    examples = printed.example_weights(wheel.letter)
    weights = chosen.get("weights", examples)
    two_amounts = [
        {"symbol": symbol, "cents": symbol_cents(symbol), "weight": weights[symbol], "clause": "reading P4"}
        for symbol in printed.two_amounts
    ]
    document: dict[str, Any] = {
        **_spot_part(table),
        "sizes_cents": list(table["sizes_cents"]),
        "spins_cents": table["spins_cents"],
        "wheel": chosen["wheel"],
        "example": weights == examples,
        "segments": [*_segments(wheel, weights), *two_amounts],
        "community": chosen["community"],
        "community_pays": [
            {
                "size_cents": entry.size_cents,
                "pays": [
                    {"symbol": symbol, "cents": pay.cents, "clause": pay.clause}
                    for symbol, pay in zip(printed.two_amounts, entry.pays, strict=True)
                ],
            }
            for entry in printed.community[chosen["community"]]
        ],
        "jackpot_name": chosen["jackpot_name"],
    }
    if wheel.jackpot == "prize":
        return {**document, "prize_cents": chosen["prize_cents"], "prize_name": chosen["prize_name"]}
    return {**document, "meter": _meter(chosen, chosen, str(table["meter_clause"]))}


def _xtreme_document(chosen: Mapping[str, Any], printed: PrintedXtreme) -> dict[str, Any]:
    table = printed.table
    sizes = []
    for cents in table["sizes_cents"]:
        letter = chosen.get(f"wheel_{cents // 100}")
        if letter is not None:
            list_letter = chosen.get(f"community_{cents // 100}", letter)
            sizes.append({"size_cents": cents, "wheel": letter, "community": list_letter})
    examples = {letter: wheel.examples for letter, wheel in printed.wheels.items()}
    weights = {**examples, **chosen.get("weights", {})}
    wheels = {
        size["wheel"]: {
            "example": weights[size["wheel"]] == examples[size["wheel"]],
            "segments": _segments(printed.wheels[size["wheel"]], weights[size["wheel"]]),
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
    example_positions = list(table["example_community_weights"])
    community_weights = (
        list(chosen["community_weights"].values()) if "community_weights" in chosen else example_positions
    )
    return {
        **_spot_part(table),
        "event": chosen["event"],
        "sizes": sizes,
        "wheels": wheels,
        "community_lists": lists,
        "community_example": community_weights == example_positions,
        "community_weights": community_weights,
        "jackpot_name": chosen["jackpot_name"],
    }


def _spot_part(table: Mapping[str, Any]) -> dict[str, Any]:
    return {key: table[key] for key in ("title", "clause", "reading", "sizes_clause")}


def _segments(wheel: PrintedWheel, weights: Mapping[str, int]) -> list[dict[str, Any]]:
    segments: list[dict[str, Any]] = []
    for symbol in wheel.symbols:
        segment: dict[str, Any] = {"symbol": symbol, "weight": weights[symbol]}
        if symbol != JACKPOT:
            segment["cents"] = symbol_cents(symbol)
        segments.append({**segment, "clause": wheel.clause_of(symbol)})
    return segments


def _meter(rate: Mapping[str, Any], amounts: Mapping[str, Any], clause: str) -> dict[str, Any]:
    return {
        "rate_ppm": rate["rate_ppm"],
        "initial_cents": amounts["initial_cents"],
        "reset_cents": amounts["reset_cents"],
        "clause": clause,
    }


def _refuse(fields: Fields, keys: Sequence[str], code: FaultCode, message: str, **params: object) -> None:
    """Note a fault for each of these keys that is present."""
    for key in keys:
        if key in fields:
            fields.raw(key)
            fields.fault(code, message, key, key=key, **params)


def _refuse_sizes(fields: Fields, keys: Sequence[str], sizes_cents: Sequence[int]) -> None:
    message = f"unknown key; by the rules wagers are {_in_dollars(sizes_cents)}"
    _refuse(fields, keys, FaultCode.SIZE_NOT_OFFERED, message, sizes_cents=sizes_cents)


def _refuse_unknown(fields: Fields, allowed: Sequence[str]) -> None:
    message = f"unknown key; choose from {', '.join(allowed)}"
    _refuse(fields, fields.unasked(), FaultCode.UNKNOWN_KEY, message, choices=allowed)


def _sizes_named(fields: Fields, offered: Sequence[int] = ()) -> list[str]:
    """Return keys that try to offer a wager of another size, such as `wheel_3` or `sizes_cents`."""
    ours = {f"{word}_{cents // 100}" for cents in offered for word in ("wheel", "community")}
    return [key for key in fields.unasked() if _SIZE.fullmatch(key) and key not in ours]


def _in_dollars(sizes_cents: Sequence[int]) -> str:
    *most, last = map(dollars, sizes_cents)
    return f"{', '.join(most)} or {last}"


def _name(fields: Fields, key: str, default: str) -> str:
    named = fields.citing("reading P3")
    name = named.text(key, default=default)
    if len(name) > MOST_NAME or not name.isprintable():
        message = f"must be one line of at most {MOST_NAME} characters (a limit of Crossfelt)"
        named.fault(FaultCode.TOO_LONG, message, key, count=len(name), most=MOST_NAME)
    return name


def _rate(fields: Fields, clause: str) -> int:
    """Return parts per million of the wager."""
    return _whole(fields.citing(clause), "rate_ppm", 0, MOST_RATE_PPM)


def _whole(fields: Fields, key: str, least: int, most: int, own_most: str | None = None) -> int:
    """Return a required whole number; `own_most` as in `Fields.integer`."""
    if key in fields:
        return fields.integer(key, least=least, most=most, own_most=own_most)
    allowed = f"from {least} to {most}" if own_most is None else f"at least {least}"
    fields.fault(FaultCode.MISSING, f"is missing; must be {allowed}", key, least=least, most=most)
    return least


def _letter(fields: Fields, key: str, printed: Mapping[str, object]) -> str:
    """Return the letter of a wheel or list that the submission must name; empty if it isn't a printed one."""
    if key in fields:
        return fields.text(key, among=tuple(printed))
    fields.fault(FaultCode.MISSING, f"is missing; choose from {', '.join(printed)}", key, choices=list(printed))
    return ""


def _amount(fields: Fields, key: str, least: int, wheel: PrintedWheel) -> int:
    """Return the cents that the submission must state, at least the minimum that the rules allow."""
    judged = fields.citing(wheel.least_clause)
    floor = f"must be at least {least} cents ({dollars(least)}) for wheel {wheel.letter}"
    if key not in fields:
        judged.fault(FaultCode.MISSING, f"is missing; {floor}", key, least=least, most=MOST_PRIZE_CENTS)
        return least
    known = len(fields.faults)
    cents = judged.integer(key, least=0, most=MOST_PRIZE_CENTS, own_most="")
    if cents < least and len(fields.faults) == known:
        message = f"{floor}, not {cents} ({dollars(cents)})"
        judged.fault(FaultCode.OUT_OF_RANGE, message, key, least=least, most=MOST_PRIZE_CENTS, value=cents)
    return cents


def _amounts(fields: Fields, wheel: PrintedWheel) -> dict[str, int]:
    return {
        "initial_cents": _amount(fields, "initial_cents", wheel.least_initial_cents, wheel),
        "reset_cents": _amount(fields, "reset_cents", wheel.least_reset_cents, wheel),
    }


def _xtreme_sizes(fields: Fields, printed: PrintedXtreme) -> dict[str, str]:
    """Return the wheel of each offered size (empty if it isn't a printed one), and its Community list if that is
    another."""
    chosen: dict[str, str] = {}
    community = fields.citing(cited("12.E(13)(b)", "P6"))
    sizes = [cents // 100 for cents in printed.table["sizes_cents"]]
    for size in sizes:
        wheel_key, list_key = f"wheel_{size}", f"community_{size}"
        if wheel_key not in fields:
            message = f"wagers of ${size} aren't offered; set {wheel_key} too"
            _refuse(community, (list_key,), FaultCode.SIZE_NOT_OFFERED, message, sizes_cents=[size * 100])
            continue
        chosen[wheel_key] = fields.text(wheel_key, among=tuple(printed.wheels))
        if list_key in fields:
            letter = community.text(list_key, among=tuple(printed.community))
            if letter != chosen[wheel_key]:
                chosen[list_key] = letter
    if not chosen:
        names = [f"wheel_{size}" for size in sizes]
        message = f"set the wheel of at least one size of wager: {', '.join(names)}"
        fields.fault(FaultCode.MISSING, message, None, choices=names)
    return chosen


@dataclass(frozen=True, slots=True)
class _Letters:
    """The Hot Spot wheels that a submission uses, as far as it names them."""

    printed: Collection[str]
    in_use: tuple[str, ...]
    wrong: tuple[str, ...]
    """The sizes whose wheel isn't a printed one: each may mean one of the letters that have tables."""
    unclaimed: tuple[str, ...]
    """Printed letters that have tables and that no size names."""

    @staticmethod
    def of(chosen: Mapping[str, str], named: Sequence[str], printed: PrintedXtreme) -> _Letters:
        wheels = {key: letter for key, letter in chosen.items() if key.startswith("wheel_")}
        in_use = tuple(dict.fromkeys(letter for letter in wheels.values() if letter))
        wrong = tuple(key for key, letter in wheels.items() if not letter)
        unclaimed = {letter: None for letter in named if letter in printed.wheels and letter not in in_use}
        return _Letters(tuple(printed.wheels), in_use, wrong, tuple(unclaimed))

    def checked_in(self, tables: Fields, needed: Sequence[str] = ()) -> tuple[str, ...]:
        """Note the tables that no size of wager can use, and return the letters whose tables can be checked."""
        for letter in tables.names():
            if letter in self.in_use or (letter in self.unclaimed and len(self.unclaimed) <= len(self.wrong)):
                continue
            message = f"no size of wager uses this wheel; in use: {', '.join(self.in_use) or 'none'}"
            if self.wrong and letter in self.unclaimed:
                message += f", and {' and '.join(self.wrong)} can't mean all of {', '.join(self.unclaimed)}"
            tables.fault(FaultCode.WHEEL_NOT_IN_USE, message, letter, value=letter, choices=self.in_use)
        return tuple(letter for letter in self.printed if letter in tables or letter in needed)


def _xtreme_amounts(meters: Fields, letter: str, wheel: PrintedWheel) -> dict[str, int]:
    entry = meters.table(letter) if letter in meters else meters.empty(letter)
    amounts = _amounts(entry, wheel)
    _refuse_unknown(entry, _AMOUNT_KEYS)
    return amounts


def _judge_without_wheel(fields: Fields, printed: PrintedBonusSpin) -> None:
    """Note what is wrong for every possible wheel, if the table doesn't name a printed one."""
    if "rate_ppm" in fields:
        _rate(fields, str(printed.table["rate_clause"]))
    for key in ("initial_cents", "reset_cents", "prize_cents"):
        if key in fields:
            fields.citing("12.D(6)(b)").integer(key, least=0, most=MOST_PRIZE_CENTS, own_most="")
    if "weights" in fields:
        weights = fields.citing("reading P1").table("weights")
        for symbol in weights.names():
            least = 0 if symbol in printed.two_amounts else 1
            weights.integer(symbol, least=least, most=MOST_WEIGHT, own_most="reading P1")
        symbols = dict.fromkeys(symbol for wheel in printed.wheels.values() for symbol in wheel.symbols)
        _refuse_strangers(weights, (*symbols, *printed.two_amounts), "no wheel has a symbol")
    if "prize_name" in fields:
        _name(fields, "prize_name", "")


def _weights(fields: Fields, key: str, printed: Mapping[str, str], optional: Sequence[str]) -> dict[str, int]:
    """Return every printed symbol with a weight of at least 1, and the optional ones with 0 where they are left out.
    `printed` has the clause of each symbol, which a fault cites if that symbol is missing."""
    table = fields.citing("reading P1").table(key)
    known = len(table.faults)
    weights = {
        symbol: _whole(
            table if symbol in table else table.citing(clause), symbol, 1, MOST_WEIGHT, own_most="reading P1"
        )
        for symbol, clause in printed.items()
    }
    weights |= {
        symbol: table.integer(symbol, least=0, most=MOST_WEIGHT, default=0, own_most="reading P1")
        for symbol in optional
    }
    _refuse_strangers(table, tuple(weights), "the wheel has no symbol")
    if len(table.faults) == known and sum(weights.values()) > MOST_WEIGHT:
        total = sum(weights.values())
        message = f"the weights sum to {total}, more than {MOST_WEIGHT} (a limit of Crossfelt)"
        table.fault(FaultCode.WEIGHTS_TOO_LARGE, message, None, total=total, most=MOST_WEIGHT)
    return weights


def _refuse_strangers(table: Fields, symbols: Sequence[str], opening: str) -> None:
    """Note the symbols of a table of weights that aren't printed."""
    strangers = [symbol for symbol in table.names() if symbol not in symbols]
    if strangers:
        named = ", ".join(map(describe, strangers[:_MOST_NAMED]))
        message = f"{opening} {named}; choose from {', '.join(symbols)}"
        table.fault(FaultCode.NO_SUCH_SYMBOL, message, None, value=strangers[:_MOST_NAMED], choices=list(symbols))
