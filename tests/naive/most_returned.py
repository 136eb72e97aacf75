"""The most that a seat's wagers can return, slowly: every kind of deal is settled, with every symbol of every wheel.

The deals are in `tests/counts/reachable_deals.txt`, one for each combination of hands that a seat can hold.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from pathlib import Path
from typing import Any

from tests.naive import progressives as naive
from tests.naive.settlement import FROM_WEAK_TO_STRONG, ORDER, Seat, Table, name_of

Wagers = dict[int, dict[str, int]]
"""Seat -> spot -> cents."""
DEALS = Path(__file__).parents[1] / "counts" / "reachable_deals.txt"
PROGRESSIVE = ("bonus_spin", "bonus_spin_xtreme")


def deals() -> list[list[list[str]]]:
    """Own cards, middle card, across, down and bonus cards of every deal in the file, and the same with the lines
    exchanged."""
    results = [[_cards(part) for part in line.split()] for line in DEALS.read_text().splitlines()]
    return results + [[hole, middle, down, across, bonus] for hole, middle, across, down, bonus in results]


def _cards(text: str) -> list[str]:
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def most_returned(wagers: Wagers, seat: int, settle: Callable[[Table], list[Seat]], rules: str) -> int:
    """Over every deal; `settle` settles a table, progressive wagers aside."""
    main = {seat: {spot: cents for spot, cents in wagers[seat].items() if spot not in PROGRESSIVE}}
    return max(received(settle(table_of(deal, main, rules)), seat) for deal in deals())


def most_with_spins(
    wagers: Wagers, seat: int, chosen: dict[str, Any], meters: dict[str, str], limit: int, settle: Callable[..., Any]
) -> int:
    """The same where a house offers progressive wagers: every deal with the best that its wheels can bring."""
    event = chosen.get("xtreme", {}).get("event", "two_pair")
    best_spins: dict[tuple[bool, bool], int] = {}
    main = {seat: {spot: cents for spot, cents in wagers[seat].items() if spot not in PROGRESSIVE}}
    best = 0
    for deal in deals():
        kind = deal[0][0][0] == deal[0][1][0], _sets_off(deal, event)
        if kind not in best_spins:
            table = table_of(deal, wagers, "maryland")
            best_spins[kind] = max(
                _spun(table | {"progressive": {"meters": meters, **spins}}, seat, chosen, settle)
                for spins in _all_spins(table, seat, chosen, event)
            )
        own = received(settle(table_of(deal, main, "maryland"), limit=limit), seat)
        best = max(best, own + best_spins[kind])
    return best


def table_of(deal: list[list[str]], wagers: Wagers, rules: str) -> Table:
    """The deal for the only seat, or for the lowest one; every other seat gets a pair."""
    hole, middle, across, down, bonus = deal
    held = {card for part in deal for card in part}
    pairs = ([rank + first, rank + second] for rank in ORDER for first, second in (("h", "c"), ("d", "s")))
    free = (pair for pair in pairs if not held & set(pair))
    seats = [
        {"seat": seat, "hole": hole if at == 0 else next(free), "folded_at": None, "wagers": dict(staked)}
        for at, (seat, staked) in enumerate(wagers.items())
    ]
    table = {"rules": rules, "community": {"across": across, "down": down, "middle": middle[0]}, "seats": seats}
    return table | ({"bonus_cards": bonus} if rules == "cardroom" else {})


def received(seats: list[Seat], seat: int) -> int:
    """Return a seat's winnings plus its returned stakes."""
    slip = next(slip for slip in seats if slip["seat"] == seat)
    return int(slip["won"]) + int(slip["returned"])


def _sets_off(deal: list[list[str]], event: str) -> bool:
    _, middle, across, down, _ = deal
    hand = name_of([*across, *down, *middle], ace_low=True)
    return event != "hole_pair" and FROM_WEAK_TO_STRONG.index(hand) >= FROM_WEAK_TO_STRONG.index(event)


def _spun(table: Table, seat: int, chosen: dict[str, Any], settle: Callable[..., Any]) -> int:
    bare = [
        entry | {"wagers": {spot: cents for spot, cents in entry["wagers"].items() if spot in PROGRESSIVE}}
        for entry in table["seats"]
    ]
    table = table | {"seats": bare}
    theirs = naive.Progressives(table, chosen)
    slips = settle(table, settle_progressives=theirs.settle)
    assert theirs.awaited is None
    return received(slips, seat)


def _all_spins(table: Table, seat: int, chosen: dict[str, Any], event: str) -> Iterator[dict[str, Any]]:
    """Every symbol for every wheel that turns, and every seat as the Hot Spot."""
    spinning = [entry["seat"] for entry in table["seats"] if naive.spins_bonus(entry)]
    hot = naive.hot_spots(table, event) if "xtreme" in chosen else []
    draws = [hot] if event == "hole_pair" else [[entry] for entry in hot] or [[]]
    for symbols in product(_bonus_symbols(chosen) if spinning else [""], repeat=len(spinning)):
        spins = [
            {"spot": "bonus_spin", "seat": number, "symbol": symbol}
            for number, symbol in zip(spinning, symbols, strict=True)
        ]
        for drawn in draws:
            for landed in product(*(_hot_symbols(chosen, entry, seat) for entry in drawn)):
                results: dict[str, Any] = {"spins": spins} if spins else {}
                if drawn:
                    hot_spins = [
                        {"seat": entry["seat"], "symbol": symbol} for entry, symbol in zip(drawn, landed, strict=True)
                    ]
                    # Every Community list pays the most in its first position.
                    results |= {"community_symbol": 1, "hot_spot": hot_spins if event == "hole_pair" else hot_spins[0]}
                yield results


def _bonus_symbols(chosen: dict[str, Any]) -> list[str]:
    """The jackpot, the best amount, and every symbol with two amounts on which the wheel stops."""
    spin = chosen["bonus_spin"]
    # The example weights, which count where a house gives none, have every symbol.
    weights = spin.get("weights", dict.fromkeys(naive.BONUS_SPIN_COMMUNITY["a"], 1))
    shared = [symbol for symbol, weight in weights.items() if "&" in symbol and weight]
    return ["jackpot", str(naive.BONUS_SPIN_WHEELS[spin["wheel"]][0]), *shared]


def _hot_symbols(chosen: dict[str, Any], entry: Seat, seat: int) -> list[str]:
    letter = chosen["xtreme"][f"wheel_{entry['wagers']['bonus_spin_xtreme'] // 100}"]
    best = str(naive.HOT_SPOT_WHEELS[letter][0])
    return ["jackpot", best] if entry["seat"] == seat else ["jackpot", str(naive.HOT_SPOT_WHEELS[letter][-1])]
