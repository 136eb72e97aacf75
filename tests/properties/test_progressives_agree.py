"""The progressive wagers of `settle` against the naive second settlement: every line, prize and meter."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

from crossfelt.crisscross.casefile import settle_case
from crossfelt.crisscross.progressives.printed_lists import printed_progressives
from crossfelt.crisscross.resolve import load_rule_book
from tests.naive import progressives as naive
from tests.naive import settlement
from tests.support.properties import progressive_houses as houses
from tests.support.scale import scaled

ROUNDS = scaled(1_500, 50_000)
ROUNDS_OF_A_HOUSE = 5
DECK = tuple(rank + suit for rank in "23456789TJQKA" for suit in "hcds")
WHO = ("stayed", "folded")
LINE = ("spot", "staked", "result", "won", "returned", "cut", "order", "prizes")


def test_the_tables_of_the_data_file_are_those_typed_from_the_text() -> None:
    printed = printed_progressives("maryland")
    assert printed is not None
    spin, xtreme = printed.bonus_spin, printed.xtreme
    for wheels, typed in ((spin.wheels, naive.BONUS_SPIN_WHEELS), (xtreme.wheels, naive.HOT_SPOT_WHEELS)):
        assert {letter: wheel.symbols for letter, wheel in wheels.items()} == {
            letter: ("jackpot", *map(str, dollars)) for letter, dollars in typed.items()
        }
    assert {letter: wheel.jackpot == "meter" for letter, wheel in spin.wheels.items()} == {
        letter: letter in naive.GROWING for letter in "abcd"
    }
    assert all(wheel.jackpot == "meter" for wheel in xtreme.wheels.values())
    assert {letter: (wheel.least_initial_cents, wheel.least_reset_cents) for letter, wheel in spin.wheels.items()} == {
        letter: (100 * dollars, 100 * dollars) for letter, dollars in naive.BONUS_SPIN_LEAST.items()
    }
    assert {
        letter: (wheel.least_initial_cents, wheel.least_reset_cents) for letter, wheel in xtreme.wheels.items()
    } == {letter: (100 * first, 100 * again) for letter, (first, again) in naive.XTREME_LEAST.items()}
    assert {letter: tuple(map(int, entry["symbols"])) for letter, entry in xtreme.community.items()} == (
        naive.XTREME_COMMUNITY
    )
    assert spin.two_amounts == tuple(naive.BONUS_SPIN_COMMUNITY["a"]) == tuple(naive.BONUS_SPIN_COMMUNITY["b"])
    for letter, pays in naive.BONUS_SPIN_COMMUNITY.items():
        results = {entry.size_cents: tuple(pay.cents for pay in entry.pays) for entry in spin.community[letter]}
        assert results == {
            100: tuple(100 * to_ones for _, _, to_ones in pays.values()),
            500: tuple(100 * to_fives for _, to_fives, _ in pays.values()),
        }
        (fives,) = (entry for entry in spin.community[letter] if entry.size_cents == 500)
        assert [(pay.symbol, pay.first_cents) for pay in fives.pays] == [
            (symbol, 100 * to_spinner) for symbol, (to_spinner, _, _) in pays.items()
        ]
    assert set(spin.community) == set(naive.BONUS_SPIN_COMMUNITY)


def test_the_progressive_wagers_agree_with_the_naive_settlement() -> None:
    seen: Counter[str] = Counter()
    for number in range(ROUNDS // ROUNDS_OF_A_HOUSE):
        chance = random.Random(number)
        chosen, ace_low = houses.offers(chance), chance.random() < 0.8
        limit = chance.choice((777, 40_000, 5_000_000))
        book = load_rule_book("maryland", {**chosen, "ace_low_straight": ace_low, "aggregate_limit_cents": limit})
        for _ in range(ROUNDS_OF_A_HOUSE):
            table = finished_round(chance, chosen, ace_low)
            ours = settle_case(table, {"maryland": book}.__getitem__)
            theirs = naive.Progressives(table, chosen, ace_low)
            seats = settlement.maryland(table, ace_low=ace_low, limit=limit, settle_progressives=theirs.settle)
            assert theirs.awaited is None
            assert _comparable(ours["seats"]) == _with_prizes(seats), f"house {number}: {chosen}, {table}"
            assert ours["progressive"] == {"meters": theirs.meters.document()}, f"house {number}: {chosen}, {table}"
            _count(seen, seats, theirs, chosen)
    assert not [entry for entry in REQUIRED if not seen[entry]], seen


def finished_round(chance: random.Random, chosen: dict[str, Any], ace_low: bool) -> dict[str, Any]:
    """A finished round with everything that chance owes its wheels."""
    cards = _cards(chance)
    across, down, middle = [cards.pop(), cards.pop()], [cards.pop(), cards.pop()], cards.pop()
    seats = []
    for number in chance.sample(range(1, 7), chance.randint(1, 6)):
        hole = _hole(chance, cards)
        seats.append({"seat": number, "hole": hole, **_wagers(chance, chosen)})
    table: dict[str, Any] = {
        "rules": "maryland",
        "community": {"across": across, "down": down, "middle": middle},
        "seats": seats,
    }
    progressive = _spins(chance, table, chosen, ace_low)
    if progressive or chance.random() < 0.5:
        table["progressive"] = progressive
    return table


def _spins(chance: random.Random, table: dict[str, Any], chosen: dict[str, Any], ace_low: bool) -> dict[str, Any]:
    results: dict[str, Any] = {}
    amounts = houses.meters(chance, chosen)
    if amounts or chance.random() < 0.2:
        results["meters"] = amounts
    from_the_right = sorted(table["seats"], key=lambda seat: -int(seat["seat"]))
    spinning = [seat["seat"] for seat in from_the_right if naive.spins_bonus(seat)]
    if spinning or chance.random() < 0.2:
        results["spins"] = [
            {"spot": "bonus_spin", "seat": seat, "symbol": houses.spin(chance, chosen["bonus_spin"]["wheel"])}
            for seat in spinning
        ]
    event = chosen.get("xtreme", {}).get("event", "two_pair")
    hot = naive.hot_spots(table, event, ace_low)
    if hot:
        results["community_symbol"] = chance.randint(1, 8)
        drawn = hot if event == "hole_pair" else [chance.choice(hot)]
        spun = []
        for seat in drawn:
            letter = chosen["xtreme"][f"wheel_{seat['wagers']['bonus_spin_xtreme'] // 100}"]
            spun.append({"seat": seat["seat"], "symbol": houses.hot_spin(chance, letter)})
        results["hot_spot"] = spun if event == "hole_pair" else spun[0]
    return results


def _wagers(chance: random.Random, chosen: dict[str, Any]) -> dict[str, Any]:
    ante = chance.choice((500, 700, 10_000))
    wagers = {"ante_across": ante, "ante_down": ante, **houses.progressive_wagers(chance, chosen)}
    folded_at = chance.choice(("across", "down", "middle", None, None, None))
    for stage in ("across", "down", "middle"):
        if stage == folded_at:
            break
        wagers[stage] = ante * chance.choice((1, 2, 3))
    if chance.random() < 0.3:
        wagers["five_card_bonus"] = chance.randint(500, 2_500)
    if chance.random() < 0.1:
        wagers = {"bonus_spin": 0, "bonus_spin_xtreme": 0, **wagers}
    names = list(wagers)
    chance.shuffle(names)
    return {"folded_at": folded_at, "wagers": {name: wagers[name] for name in names}}


def _cards(chance: random.Random) -> list[str]:
    """All 52 cards, the first ones last; often such that the cross makes a hand."""
    match chance.randrange(6):
        case 0:  # adjacent ranks of one suit, with the ace also below the deuce
            suit, start = chance.choice("hcds"), chance.randrange(10)
            last = [rank + suit for rank in "A23456789TJQKA"[start : start + 5]]
        case 1:  # the lowest straight
            last = [rank + chance.choice("hcds") for rank in "A2345"]
        case 2 | 3:  # two ranks or three
            last = [rank + suit for rank in chance.sample("23456789TJQKA", chance.randint(2, 3)) for suit in "hcd"]
        case _:
            last = []
    chance.shuffle(last)
    others = [card for card in DECK if card not in last]
    chance.shuffle(others)
    return others + last


def _hole(chance: random.Random, cards: list[str]) -> list[str]:
    """Two cards, every other time a pair."""
    first = cards.pop()
    twins = [card for card in cards if card[0] == first[0]]
    second = chance.choice(twins) if twins and chance.random() < 0.5 else cards[-1]
    cards.remove(second)
    return [first, second]


def _comparable(seats: list[dict[str, Any]]) -> list[dict[str, Any]]:
    results = []
    for seat in seats:
        lines = [{key: line[key] for key in LINE} for line in seat["lines"]]
        for line in lines:
            line["prizes"] = [{key: prize[key] for key in ("kind", "symbol", "won")} for prize in line["prizes"]]
        results.append(seat | {"lines": lines})
    return results


def _with_prizes(seats: list[settlement.Seat]) -> list[settlement.Seat]:
    return [seat | {"lines": [{"prizes": [], **line} for line in seat["lines"]]} for seat in seats]


def _count(
    seen: Counter[str], seats: list[settlement.Seat], theirs: naive.Progressives, chosen: dict[str, Any]
) -> None:
    folded = {seat["seat"] for seat in theirs.table["seats"] if seat["folded_at"]}
    for seat in seats:
        for line in seat["lines"]:
            for prize in line.get("prizes", ()):
                where = "shared" if not line["staked"] else "own"
                who = "folded" if seat["seat"] in folded else "stayed"
                seen[f"{line['spot']} {where} {prize['kind']} {who}"] += 1
                if line["spot"] == "bonus_spin":
                    seen[f"wheel {chosen['bonus_spin']['wheel']} {prize['symbol']}"] += 1
                if prize["kind"] == "jackpot" and not prize["won"]:
                    seen["jackpot of nothing"] += 1
            if line["spot"] in ("bonus_spin", "bonus_spin_xtreme"):
                seen[f"{line['spot']} {line['result']}"] += 1
    if theirs.drawn:
        seen[f"event {theirs.xtreme.get('event', 'left out')}"] += 1
        seen["several hot spots"] += len(theirs.hot) > 1
    jackpots = Counter(
        (line["spot"], prize["kind"])
        for seat in seats
        for line in seat["lines"]
        for prize in line.get("prizes", ())
        if prize["kind"] == "jackpot"
    )
    for (spot, _), count in jackpots.items():
        seen[f"several jackpots {spot}"] += count > 1
    seen["both jackpots"] += len(jackpots) > 1
    of_sizes = [meter for (spot, _), meter in theirs.meters.of.items() if spot == "bonus_spin_xtreme"]
    seen["a shared meter"] += len(set(of_sizes)) < len(of_sizes)
    for meter, now in theirs.meters.now.items():
        seen["a fraction carried"] += theirs.meters.paid[meter] > 0 and now.denominator > 1
        seen["below its reset"] += theirs.meters.before[meter] < theirs.meters.reset[meter]


REQUIRED = (
    *(f"bonus_spin {where} {who}" for where in ("own wheel", "own jackpot", "shared community") for who in WHO),
    *(f"bonus_spin_xtreme own {kind} {who}" for kind in ("wheel", "jackpot", "community") for who in WHO),
    *(f"{spot} {result}" for spot in ("bonus_spin", "bonus_spin_xtreme") for result in ("win", "lose")),
    *(f"wheel {wheel} {symbol}" for wheel in "abcd" for symbol in ("jackpot", *houses.TWO_AMOUNTS)),
    *(f"wheel {letter} {dollars}" for letter, wheel in naive.BONUS_SPIN_WHEELS.items() for dollars in wheel),
    *(f"event {event}" for event in (*houses.FREQUENT_EVENTS, "left out")),
    "several hot spots",
    "several jackpots bonus_spin",
    "several jackpots bonus_spin_xtreme",
    "both jackpots",
    "jackpot of nothing",
    "a shared meter",
    "a fraction carried",
    "below its reset",
)
"""Cases that must occur, or a search proves nothing about them."""
