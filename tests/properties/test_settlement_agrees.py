"""Settlement against the naive second implementation, line by line, on random tables of all three rule books."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from crossfelt.crisscross.casefile import settle_case
from crossfelt.crisscross.resolve import load_rule_book
from tests.naive import settlement as naive
from tests.support.scale import scaled

ROUNDS = scaled(16_000, 200_000)
ALL_SPOTS = (*naive.FIVE_WAGERS, "five_card_bonus", "six_card_bonus")
DECK = tuple(rank + suit for rank in "23456789TJQKA" for suit in "hcds")
MOST_ANTE = 10_000_000
"""The largest ante that an operator in Maryland or Massachusetts may allow."""


@dataclass(frozen=True)
class House:
    """A rule book with choices, and what they mean to the naive implementation."""

    rules: str
    choices: dict[str, object] = field(default_factory=dict)
    naive: dict[str, Any] = field(default_factory=dict)
    ante: tuple[int, int] = (500, 10_000)
    bonus: tuple[int, int] = (500, 2_500)


def _cardroom(choices: dict[str, object], means: dict[str, Any], **rest: Any) -> House:
    return House("cardroom", choices, means, **{"ante": (200, 1000), "bonus": (200, 1000), **rest})


def _cardrooms() -> list[House]:
    return [
        _cardroom({}, {}),
        _cardroom({"ace_low_straight": False}, {"ace_low": False}),
        _cardroom({"ante_minimum_cents": 1000}, {}, ante=(1000, 1000)),
    ]


def _maryland(
    limit: int, meant: int, choices: dict[str, object], means: dict[str, Any], ante: tuple[int, int]
) -> House:
    limits = {"ante_minimum_cents": ante[0], "ante_maximum_cents": ante[1], "aggregate_limit_cents": limit}
    return House("maryland", {**limits, **choices}, {"limit": meant, **means}, ante)


def _marylands() -> list[House]:
    both = [*naive.FIVE_WAGERS, "five_card_bonus"]
    as_bets: dict[str, object] = {"ante_pays": "main"}
    return [
        House("maryland"),
        House("maryland", {"ace_low_straight": False}, {"ace_low": False}),
        House("maryland", as_bets, {"antes_pay_as_bets": True}),
        _maryland(1, 1, {}, {}, (500, 10_000)),
        _maryland(777, 777, {}, {}, (1, 300)),
        _maryland(12_345, 12_345, {"limit_covers": both}, {"covers": both}, (500, 10_000)),
        _maryland(40_000, 40_000, as_bets, {"antes_pay_as_bets": True}, (500, 10_000)),
        # Unset, the limit is the greater of $50,000 and what the smallest ante can win (readings R11, R12).
        _maryland(0, 5_000_000, {}, {}, (500, MOST_ANTE)),
        _maryland(0, 3302 * 2_000, {}, {}, (2_000, MOST_ANTE)),
        _maryland(0, 3900 * 1_500, as_bets, {"antes_pay_as_bets": True}, (1_500, 100_000)),
        _maryland(5_000_000, 5_000_000, {"ace_low_straight": False}, {"ace_low": False}, (500, MOST_ANTE)),
    ]


def _massachusetts(limit: int, choices: dict[str, object], means: dict[str, Any], ante: tuple[int, int]) -> House:
    limits = {"ante_minimum_cents": ante[0], "ante_maximum_cents": ante[1], "aggregate_limit_cents": limit}
    bonus = (500, MOST_ANTE)
    larger = {"five_card_bonus_maximum_cents": MOST_ANTE}
    return House("massachusetts", {**limits, **larger, **choices}, {"limit": limit or None, **means}, ante, bonus)


def _massachusetts_houses() -> list[House]:
    return [
        House("massachusetts"),
        _massachusetts(0, {}, {}, (1, MOST_ANTE)),
        _massachusetts(5_000_000, {}, {}, (500, MOST_ANTE)),
        _massachusetts(5_000_000, {}, {}, (500, 1_000_000)),
        _massachusetts(3302 * 3_000, {}, {}, (3_000, MOST_ANTE)),
        _massachusetts(3302 * 3_000 + 1, {}, {}, (3_000, MOST_ANTE)),
    ]


HOUSES = (*_cardrooms(), *_marylands(), *_massachusetts_houses())
SETTLE: dict[str, Callable[..., list[naive.Seat]]] = {
    "cardroom": naive.cardroom,
    "maryland": naive.maryland,
    "massachusetts": naive.massachusetts,
}


def test_settlement_agrees_with_the_naive_one() -> None:
    books = [load_rule_book(house.rules, house.choices) for house in HOUSES]
    seen: Counter[str] = Counter()
    for number in range(ROUNDS):
        chance = random.Random(number)
        index = chance.randrange(len(HOUSES))
        house, book = HOUSES[index], books[index]
        table = _table(house, chance)
        ours = settle_case(table, {house.rules: book}.__getitem__)
        theirs = SETTLE[house.rules](table, **house.naive)
        assert _comparable(ours["seats"]) == theirs, f"round {number}: {house}, {table}"
        _count(seen, house.rules, theirs)
    _assert_everything_was_met(seen)


def _comparable(seats: list[dict[str, Any]]) -> list[dict[str, Any]]:
    keys = ("spot", "staked", "result", "won", "returned", "cut", "order")
    return [seat | {"lines": [{key: line[key] for key in keys} for line in seat["lines"]]} for seat in seats]


def _count(seen: Counter[str], rules: str, seats: list[naive.Seat]) -> None:
    for seat in seats:
        seen[f"{rules} across {seat['across_hand']}"] += 1
        for line in seat["lines"]:
            seen[f"{rules} {line['spot']} {line['result']}"] += 1
            if line["cut"]:
                seen[f"{rules} cut {'wholly' if line['won'] == 0 else 'in part'}"] += 1


def _assert_everything_was_met(seen: Counter[str]) -> None:
    """A search that never met a hand, a result or a cut would prove nothing about it."""
    for rules in SETTLE:
        expected = [f"{rules} across {hand}" for hand in (*naive.FROM_WEAK_TO_STRONG, None)]
        expected += [f"{rules} {spot} {result}" for spot in naive.FIVE_WAGERS for result in ("win", "push", "lose")]
        expected += [f"{rules} {spot} forfeit" for spot in naive.FIVE_WAGERS if spot != "middle"]
        expected += [f"{rules} five_card_bonus win", f"{rules} five_card_bonus lose"]
        expected += [f"{rules} cut wholly", f"{rules} cut in part"]
        if rules == "cardroom":
            expected += [f"{rules} six_card_bonus win", f"{rules} six_card_bonus lose"]
        missing = [entry for entry in expected if not seen[entry]]
        assert not missing


def _table(house: House, chance: random.Random) -> naive.Table:
    numbers = chance.sample(range(1, 7), chance.randint(1, 6))
    cards = _stacked_deck(chance)
    across, down, middle = [cards.pop(), cards.pop()], [cards.pop(), cards.pop()], cards.pop()
    table: naive.Table = {
        "rules": house.rules,
        "community": {"across": across, "down": down, "middle": middle},
        "seats": [{"seat": number, "hole": [cards.pop(), cards.pop()], **_wagers(house, chance)} for number in numbers],
    }
    if house.rules == "cardroom":
        table["bonus_cards"] = [cards.pop() for _ in range(4)]
    return table


def _wagers(house: House, chance: random.Random) -> dict[str, Any]:
    ante = _amount(house.ante, chance)
    wagers = {"ante_across": ante, "ante_down": ante}
    folded_at = chance.choice(("across", "down", "middle", None, None, None, None))
    for stage in ("across", "down", "middle"):
        if stage == folded_at:
            break
        wagers[stage] = ante * chance.choice((1, 2, 3))
    if chance.random() < 0.6:
        wagers["five_card_bonus"] = _amount(house.bonus, chance)
        if house.rules == "cardroom" and chance.random() < 0.7:
            wagers["six_card_bonus"] = wagers["five_card_bonus"]
    if chance.random() < 0.1:
        wagers |= {spot: 0 for spot in ALL_SPOTS if spot not in wagers}
    names = list(wagers)
    chance.shuffle(names)
    return {"folded_at": folded_at, "wagers": {name: wagers[name] for name in names}}


def _amount(limits: tuple[int, int], chance: random.Random) -> int:
    """Often the limits themselves, where caps bite."""
    return chance.choice((*limits, limits[1], chance.randint(*limits)))


def _stacked_deck(chance: random.Random) -> list[str]:
    """All 52 cards, the first ones last; half of the time they are such that the rare hands are frequent."""
    match chance.randrange(4):
        case 0:  # adjacent ranks of one suit, with the ace also below the deuce
            suit, start = chance.choice("hcds"), chance.randrange(8)
            last = [rank + suit for rank in "A23456789TJQKA"[start : start + 7]]
        case 1:  # three ranks
            last = [rank + suit for rank in chance.sample("23456789TJQKA", 3) for suit in "hcds"]
        case _:
            last = []
    chance.shuffle(last)
    others = [card for card in DECK if card not in last]
    chance.shuffle(others)
    return others + last
