"""Houses that offer Maryland's progressive wagers, drawn at random, and chance for their wheels."""

from __future__ import annotations

import random
from typing import Any

from crossfelt.bounds import MOST_PRIZE_CENTS
from tests.naive import progressives as naive
from tests.naive.settlement import FROM_WEAK_TO_STRONG

RATES = (0, 1, 3, 150_000, 333_333, 999_999, 1_000_000)
FREQUENT_EVENTS = ("hole_pair", "two_pair", "pair_2s_to_5s", "high_card")
TWO_AMOUNTS = ("500&100", "200&50", "25&15")


def offers(chance: random.Random) -> dict[str, Any]:
    """The tables of a submission: at least one of both wagers, now and then the least amounts that are allowed."""
    match chance.randrange(4):
        case 0:
            return {"bonus_spin": _bonus_spin(chance)}
        case 1:
            return {"xtreme": _xtreme(chance)}
        case _:
            return {"bonus_spin": _bonus_spin(chance), "xtreme": _xtreme(chance)}


def with_weights(chance: random.Random, chosen: dict[str, Any]) -> dict[str, Any]:
    """The same with a wheel that may also stop at some of the symbols with two amounts."""
    if "bonus_spin" not in chosen:
        return chosen
    printed = ("jackpot", *map(str, naive.BONUS_SPIN_WHEELS[chosen["bonus_spin"]["wheel"]]))
    weights = dict.fromkeys(printed, 1) | {symbol: chance.randrange(3) for symbol in TWO_AMOUNTS}
    return chosen | {"bonus_spin": chosen["bonus_spin"] | {"weights": weights}}


def landing(chosen: dict[str, Any]) -> set[str]:
    """Where the Bonus Spin wheel of a house may stop."""
    printed = {"jackpot", *map(str, naive.BONUS_SPIN_WHEELS[chosen["bonus_spin"]["wheel"]])}
    weights = chosen["bonus_spin"].get("weights")
    return printed | {symbol for symbol in TWO_AMOUNTS if weights is None or weights.get(symbol, 0)}


def spin(chance: random.Random, wheel: str) -> str:
    """A symbol of a Bonus Spin wheel: often its jackpot or one with two amounts."""
    others = [str(dollars) for dollars in naive.BONUS_SPIN_WHEELS[wheel]]
    return chance.choice(("jackpot", chance.choice(TWO_AMOUNTS), chance.choice(others)))


def hot_spin(chance: random.Random, wheel: str) -> str:
    """A symbol of a Hot Spot wheel: often its jackpot."""
    return chance.choice(("jackpot", *map(str, naive.HOT_SPOT_WHEELS[wheel][: chance.randint(1, 8)])))


def progressive_wagers(chance: random.Random, chosen: dict[str, Any]) -> dict[str, int]:
    """Choose one seat's wagers on the progressive spots."""
    wagers: dict[str, int] = {}
    if "bonus_spin" in chosen and chance.random() < 0.8:
        wagers["bonus_spin"] = chance.choice((100, 500, 500))
    if "xtreme" in chosen and chance.random() < 0.7:
        wagers["bonus_spin_xtreme"] = 100 * chance.choice(sizes(chosen))
    return wagers


def sizes(chosen: dict[str, Any]) -> list[int]:
    """The Xtreme wagers offered, in dollars."""
    return [size for size in (1, 2, 5) if f"wheel_{size}" in chosen["xtreme"]]


def meters(chance: random.Random, chosen: dict[str, Any]) -> dict[str, str]:
    """Amounts for some of the meters in use, written in every form that is read."""
    return {
        meter: _amount(chance) for meter in sorted(set(naive.Meters(chosen, {}).of.values())) if chance.random() < 0.7
    }


def _bonus_spin(chance: random.Random) -> dict[str, Any]:
    wheel = chance.choice("abcd")
    least = 100 * naive.BONUS_SPIN_LEAST[wheel]
    table: dict[str, Any] = {"wheel": wheel, "community": chance.choice("ab") if chance.random() < 0.7 else "a"}
    if wheel in naive.GROWING:
        table["rate_ppm"] = chance.choice((*RATES, chance.randint(0, 1_000_000)))
    for key in ("initial_cents", "reset_cents") if wheel in naive.GROWING else ("prize_cents",):
        more = chance.choice((least, least + chance.randrange(10**6), MOST_PRIZE_CENTS))
        table[key] = more if chance.random() < 0.5 else least
    return table


def _xtreme(chance: random.Random) -> dict[str, Any]:
    letters = chance.choice(("abcdefghi", chance.choice("abcdefghi"), "ag"))
    table: dict[str, Any] = {"rate_ppm": chance.choice((*RATES, chance.randint(0, 1_000_000)))}
    for size in chance.sample((1, 2, 5), chance.randint(1, 3)):
        table[f"wheel_{size}"] = chance.choice(letters)
        if chance.random() < 0.4:
            table[f"community_{size}"] = chance.choice("abcdefghi")
    if chance.random() < 0.8:
        table["event"] = chance.choice((*FREQUENT_EVENTS, chance.choice(FROM_WEAK_TO_STRONG)))
    table["meters"] = {
        letter: {
            key: 100 * least + (chance.choice((0, chance.randrange(10**6))) if chance.random() < 0.4 else 0)
            for key, least in zip(("initial_cents", "reset_cents"), naive.XTREME_LEAST[letter], strict=True)
        }
        for letter in sorted({table[f"wheel_{size}"] for size in (1, 2, 5) if f"wheel_{size}" in table})
    }
    return table


def _amount(chance: random.Random) -> str:
    whole = chance.choice((0, 1, 99_999, 10**15 - 1, chance.randrange(10**4), chance.randrange(10**9)))
    match chance.randrange(4):
        case 0:
            return str(whole)
        case 1:
            return f"{whole}.{chance.randrange(10 ** chance.randint(1, 12))}"
        case 2:
            bottom = chance.randint(1, 10 ** chance.randint(1, 20))
            return f"{whole * bottom // chance.randint(1, 3)}/{bottom}"
        case _:
            return f"{'0' * chance.randint(0, 30)}{whole}.{'0' * chance.randint(1, 9)}"
