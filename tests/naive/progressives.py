"""A slow, independent version of Maryland's Bonus Spin and Xtreme: chapters 7, 11 and 12, readings P1 to P8.

Choices are the two tables of a rules submission; spins have the form of a settled case. Meters are exact
fractions of a cent.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from tests.naive.settlement import FROM_WEAK_TO_STRONG, Seat, Table, Till, cross, name_of

# 12.D(1) to (4): the symbols in dollars, in the printed order, after the Jackpot.
BONUS_SPIN_WHEELS = {
    "a": (500, 200, 120, 70, 60, 35, 25, 18, 12, 11, 10),
    "b": (500, 250, 120, 60, 50, 30, 20, 18, 13, 12, 10),
    "c": (2500, 1000, 600, 350, 250, 75, 40, 70, 60, 50),
    "d": (2500, 1000, 600, 350, 250, 75, 40, 70, 60, 50),
}
# 12.D(6)(b): the least initial and reset amount, in dollars. A and C have no meter: there it is the fixed prize.
BONUS_SPIN_LEAST = {"a": 1000, "b": 1000, "c": 5000, "d": 5000}
GROWING = ("b", "d")
# 12.D(10) and (11) (reading P4): what the wheel shows, what the spinner gets, what a $5 and a $1 seat get in dollars.
BONUS_SPIN_COMMUNITY = {
    "a": {"500&100": (500, 100, 20), "200&50": (200, 50, 10), "25&15": (25, 15, 3)},
    "b": {"500&100": (500, 100, 25), "200&50": (200, 50, 10), "25&15": (25, 15, 3)},
}
# 12.E(1) to (9): the Hot Spot wheels, in dollars, after the Jackpot.
HOT_SPOT_WHEELS = {
    "a": (250, 100, 80, 75, 60, 50, 45, 40),
    "b": (250, 100, 80, 75, 70, 60, 55, 50),
    "c": (250, 200, 100, 80, 75, 60, 55, 50),
    "d": (500, 300, 250, 200, 150, 100, 80, 75),
    "e": (500, 300, 250, 200, 150, 125, 100, 80),
    "f": (500, 300, 250, 200, 175, 150, 125, 100),
    "g": (1000, 600, 500, 400, 350, 300, 250, 200),
    "h": (1000, 600, 500, 400, 350, 300, 250, 200),
    "i": (1000, 750, 600, 500, 400, 300, 250, 200),
}
# 12.E(11)(b): the least initial and the least reset amount, in dollars.
XTREME_LEAST = {
    "a": (2500, 1000),
    "b": (2500, 1000),
    "c": (2500, 1000),
    "d": (5000, 1000),
    "e": (5000, 1000),
    "f": (5000, 1000),
    "g": (5000, 1000),
    "h": (5000, 1000),
    "i": (5000, 1000),
}
# 12.E(14) to (22): the Community lists, in dollars.
XTREME_COMMUNITY = {
    "a": (35, 25, 20, 15, 12, 10, 7, 5),
    "b": (40, 30, 25, 20, 15, 10, 7, 5),
    "c": (40, 30, 25, 20, 15, 10, 7, 5),
    "d": (60, 50, 40, 30, 25, 20, 15, 10),
    "e": (75, 50, 40, 30, 25, 20, 15, 10),
    "f": (75, 50, 40, 30, 25, 20, 15, 10),
    "g": (150, 125, 100, 75, 50, 40, 30, 25),
    "h": (150, 125, 100, 75, 60, 50, 40, 30),
    "i": (150, 125, 100, 75, 60, 50, 40, 35),
}


def has_pair(seat: Seat) -> bool:
    """Whether the two own cards are a pair."""
    first, second = seat["hole"]
    return bool(first[0] == second[0])


def wagered(seat: Seat, spot: str) -> int:
    """The cents on a spot."""
    return int(seat["wagers"].get(spot, 0))


def spins_bonus(seat: Seat) -> bool:
    """7.E(2)(b) and reading P2: a pair in the hole and $5 on the Bonus Spin, folded or not."""
    return wagered(seat, "bonus_spin") == 500 and has_pair(seat) and not seat.get("forfeited")


def in_xtreme(table: Table) -> list[Seat]:
    """The seats with an Xtreme wager that still count, from the dealer's right."""
    seats = sorted(table["seats"], key=lambda seat: -int(seat["seat"]))
    return [seat for seat in seats if wagered(seat, "bonus_spin_xtreme") and not seat.get("forfeited")]


def hot_spots(table: Table, event: str, ace_low: bool = True) -> list[Seat]:
    """Every seat that is or may be drawn as the Hot Spot; none where the event did not occur (reading P5)."""
    if event == "hole_pair":
        return [seat for seat in in_xtreme(table) if has_pair(seat)]
    hand = name_of(cross(table), ace_low)
    if FROM_WEAK_TO_STRONG.index(hand) >= FROM_WEAK_TO_STRONG.index(event):
        return in_xtreme(table)
    return []


class Meters:
    """Every meter in use, in cents."""

    def __init__(self, choices: dict[str, Any], given: dict[str, str]) -> None:
        self.reset: dict[str, int] = {}
        initial: dict[str, int] = {}
        self.rate: dict[str, int] = {}
        self.of: dict[tuple[str, int], str] = {}
        """Spot and wager in cents -> the meter that it feeds and may win."""
        spin = choices.get("bonus_spin")
        if spin is not None and spin["wheel"] in GROWING:
            self.reset["bonus_spin"] = spin["reset_cents"]
            initial["bonus_spin"] = spin["initial_cents"]
            self.rate["bonus_spin"] = spin["rate_ppm"]
            self.of["bonus_spin", 100] = self.of["bonus_spin", 500] = "bonus_spin"
        xtreme = choices.get("xtreme", {})
        for size in (1, 2, 5):
            letter = xtreme.get(f"wheel_{size}")
            if letter is not None:
                meter = f"xtreme_{letter}"
                amounts = xtreme["meters"][letter]
                initial[meter] = amounts["initial_cents"]
                self.reset[meter] = amounts["reset_cents"]
                self.rate[meter] = xtreme["rate_ppm"]
                self.of["bonus_spin_xtreme", 100 * size] = meter
        self.before = {meter: Fraction(given.get(meter, initial[meter])) for meter in initial}
        self.now = dict(self.before)
        self.contributed = dict.fromkeys(initial, Fraction(0))
        self.paid = dict.fromkeys(initial, 0)

    def contribute(self, table: Table) -> None:
        """Every wager of the round, folded and forfeited ones too."""
        for seat in table["seats"]:
            for spot in ("bonus_spin", "bonus_spin_xtreme"):
                meter = self.of.get((spot, wagered(seat, spot)))
                if meter is not None:
                    share = Fraction(wagered(seat, spot) * self.rate[meter], 1_000_000)
                    self.contributed[meter] += share
                    self.now[meter] += share

    def win(self, meter: str) -> int:
        """The whole cents; the fraction stays for the next one."""
        cents = self.now[meter].numerator // self.now[meter].denominator
        self.now[meter] = self.now[meter] - cents + self.reset[meter]
        self.paid[meter] += cents
        return cents

    def document(self) -> dict[str, Any]:
        """As settle answers it."""
        return {
            meter: {
                "before": str(self.before[meter]),
                "contributed": str(self.contributed[meter]),
                "paid": self.paid[meter],
                "after": str(self.now[meter]),
            }
            for meter in self.before
        }


Awaited = tuple[str, Any]
"""A wheel and who spins it, None for the whole table; or `draw` and the seats of which one becomes the Hot Spot."""


class Progressives:
    """Both wagers of one round, seat after seat."""

    def __init__(self, table: Table, choices: dict[str, Any], ace_low: bool = True) -> None:
        self.table = table
        self.spin: dict[str, Any] = choices.get("bonus_spin", {})
        self.xtreme: dict[str, Any] = choices.get("xtreme", {})
        self.chance = table.get("progressive", {})
        self.awaited: Awaited | None = None
        """The chance that is missing, and everything after it waits."""
        self.meters = Meters(choices, self.chance.get("meters", {}))
        self.meters.contribute(table)
        for line in table.get("before", ()):
            for prize in line.get("prizes", ()):
                if prize["kind"] == "jackpot" and (line["spot"], line["staked"]) in self.meters.of:
                    assert self.meters.win(self.meters.of[line["spot"], line["staked"]]) == prize["won"]
        self.spins = {spin["seat"]: spin["symbol"] for spin in self.chance.get("spins", ())}
        self.by_pair = self.xtreme.get("event") == "hole_pair"
        self.drawn = hot_spots(table, self.xtreme.get("event", "two_pair"), ace_low) if self.xtreme else []
        # A Community spin that was made counts, even if seats forfeit afterwards.
        self.occurs = bool(self.drawn) or self.chance.get("community_symbol") is not None
        hot = self.chance.get("hot_spot", [])
        self.hot = {spin["seat"]: spin.get("symbol") for spin in (hot if isinstance(hot, list) else [hot])}

    def settle(self, seat: Seat, till: Till) -> bool:
        """The seat's turn to be paid, after its other wagers: the Bonus Spin, then the Xtreme. False where it waits."""
        for spot, settle in (("bonus_spin", self._settle_spin), ("bonus_spin_xtreme", self._settle_xtreme)):
            if wagered(seat, spot) and (seat["seat"], spot) not in till.done:
                if seat.get("forfeited"):
                    till.take_prizes(seat, spot)
                    if spot == "bonus_spin":
                        self._pay_the_others(seat, till)
                else:
                    settle(seat, till)
                if self.awaited is not None:
                    return False
        return True

    def _settle_spin(self, seat: Seat, till: Till) -> None:
        if not spins_bonus(seat):
            till.pay_prizes(seat, "bonus_spin", [])
            return
        if seat["seat"] not in self.spins:
            self.awaited = ("bonus_spin", seat["seat"])
            return
        symbol, wheel = self.spins[seat["seat"]], self.spin["wheel"]
        pairs = BONUS_SPIN_COMMUNITY[self.spin["community"]]
        if symbol == "jackpot":
            won = self.meters.win("bonus_spin") if wheel in GROWING else self.spin["prize_cents"]
            till.pay_prizes(seat, "bonus_spin", [_prize("jackpot", symbol, won)])
        elif symbol in pairs:
            till.pay_prizes(seat, "bonus_spin", [_prize("wheel", symbol, 100 * pairs[symbol][0])])
            self._pay_the_others(seat, till)
        else:
            assert int(symbol) in BONUS_SPIN_WHEELS[wheel]
            till.pay_prizes(seat, "bonus_spin", [_prize("wheel", symbol, 100 * int(symbol))])

    def _pay_the_others(self, spinner: Seat, till: Till) -> None:
        """12.D(8): by the wheel that has landed, even where its spinner has lost everything since (reading R15)."""
        symbol = self.spins.get(spinner["seat"])
        pairs = BONUS_SPIN_COMMUNITY[self.spin.get("community", "a")]
        if symbol not in pairs:
            return
        _, to_fives, to_ones = pairs[symbol]
        for other in sorted(self.table["seats"], key=lambda other: -int(other["seat"])):
            if other["seat"] != spinner["seat"] and wagered(other, "bonus_spin") and not other.get("forfeited"):
                dollars = to_fives if wagered(other, "bonus_spin") == 500 else to_ones
                till.pay_prizes(other, "bonus_spin", [_prize("community", symbol, 100 * dollars)], staked=0)

    def _settle_xtreme(self, seat: Seat, till: Till) -> None:
        if not self.occurs:
            till.pay_prizes(seat, "bonus_spin_xtreme", [])
            return
        if self.chance.get("community_symbol") is None:
            self.awaited = ("community", None)
            return
        if not self.by_pair and not self.hot:
            self.awaited = ("draw", sorted(each["seat"] for each in self.drawn))
            return
        is_hot = has_pair(seat) if self.by_pair else seat["seat"] in self.hot
        if is_hot and self.hot.get(seat["seat"]) is None:
            self.awaited = ("hot_spot", seat["seat"])
            return
        size = wagered(seat, "bonus_spin_xtreme") // 100
        letter = self.xtreme[f"wheel_{size}"]
        dollars = XTREME_COMMUNITY[self.xtreme.get(f"community_{size}", letter)][self.chance["community_symbol"] - 1]
        prizes = [_prize("community", str(dollars), 100 * dollars)]
        if is_hot:
            symbol = self.hot[seat["seat"]]
            if symbol == "jackpot":
                prizes.append(_prize("jackpot", symbol, self.meters.win(f"xtreme_{letter}")))
            else:
                assert int(symbol) in HOT_SPOT_WHEELS[letter]
                prizes.append(_prize("wheel", symbol, 100 * int(symbol)))
        till.pay_prizes(seat, "bonus_spin_xtreme", prizes)


def _prize(kind: str, symbol: str, won: int) -> dict[str, Any]:
    return {"kind": kind, "symbol": symbol, "won": won}
