"""Wheels priced: against sums over every card and spin, and against what `settle` pays."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest

from crossfelt.analysis.crisscross.triggers import pair_chances
from crossfelt.analysis.crisscross.wheels import WheelWager, price, wheel_ids, wheel_wager, wheels_in_use
from crossfelt.crisscross.casefile import settle_case
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.errors import BadInput
from tests.support.progressive_choices import least_meter, spin_choices, xtreme_choices

PRINTED = load_rule_book("maryland")
TWO_AMOUNTS = {"jackpot": 1, "500": 2, "250": 3, "120": 4, "60": 5, "50": 5, "30": 6, "20": 6, "18": 8, "13": 10}
TWO_AMOUNTS |= {"12": 10, "10": 12, "500&100": 1, "25&15": 4}
HOUSE = load_rule_book(
    "maryland",
    {
        "bonus_spin": spin_choices(weights=TWO_AMOUNTS),
        "xtreme": xtreme_choices(
            wheel_1="a",
            wheel_2="d",
            wheel_5="d",
            community_5="i",
            event="full_house",
            meters={"a": least_meter("a"), "d": {"initial_cents": 700_000, "reset_cents": 300_000}},
            community_weights={str(number): number for number in range(1, 9)},
        ),
    },
)


def test_every_wheel_and_list_of_the_text() -> None:
    letters = "abcdefghi"
    assert wheel_ids(PRINTED) == (
        *(f"bonus_spin_{letter}" for letter in "abcd"),
        *(f"xtreme_{letter}" for letter in letters),
        *(f"xtreme_community_{letter}" for letter in letters),
    )
    for name in wheel_ids(PRINTED):
        wager = wheel_wager(PRINTED, name)
        assert wager.wheel.is_example and not wager.is_in_use
        assert sum(price(wager).chances.values()) == 1


@pytest.mark.parametrize("letter", "abcd")
def test_bonus_spin_by_every_hand_and_every_stop(letter: str) -> None:
    wager = wheel_wager(PRINTED, f"bonus_spin_{letter}")
    least = {"a": 100_000, "b": 100_000, "c": 500_000, "d": 500_000}[letter]
    stops = [least if part.cents is None else part.cents for part in wager.wheel.segments for _ in range(part.weight)]
    pairs = sum(a // 4 == b // 4 for a, b in combinations(range(52), 2))
    trials = 1326 * len(stops)
    paid = pairs * sum(stops)
    squares = pairs * sum(stop**2 for stop in stops)
    wins = pairs * len(stops)
    result = price(wager)
    assert result.returned == Fraction(paid, trials * 500)
    assert result.hit_rate == Fraction(wins, trials) == Fraction(1, 17)
    assert result.variance == Fraction(squares, trials * 500**2) - result.returned**2


def slow_xtreme(wager: WheelWager, occurs: Fraction, hot: Fraction) -> tuple[Fraction, Fraction]:
    """Return and variance over every Community position and every stop."""
    assert wager.community is not None
    mean = squares = Fraction(0)
    positions, stops = wager.community.segments, wager.wheel.segments
    for position, stop in product(positions, stops):
        share = Fraction(position.weight * stop.weight, wager.community.total * wager.wheel.total)
        listed = Fraction(position.cents or 0, wager.wager_cents)
        spun = Fraction(wager.jackpot_cents if stop.cents is None else stop.cents, wager.wager_cents)
        mean += share * (occurs * listed + hot * spun)
        squares += share * ((occurs - hot) * listed**2 + hot * (listed + spun) ** 2)
    return mean, squares - mean**2


@pytest.mark.parametrize("seats", [1, 2, 6])
@pytest.mark.parametrize("letter", "abcdefghi")
def test_xtreme_by_every_position_and_stop(letter: str, seats: int) -> None:
    wager = wheel_wager(PRINTED, f"xtreme_{letter}")
    occurs = Fraction(198_180, 2_598_960)
    result = price(wager, seats)
    assert (result.returned, result.variance) == slow_xtreme(wager, occurs, occurs / seats)
    assert result.hit_rate == occurs
    by_pair = price(wheel_wager(PRINTED, f"xtreme_{letter}", event="hole_pair"), seats)
    any_pair = 1 - pair_chances(seats)[0]
    assert (by_pair.returned, by_pair.variance) == slow_xtreme(wager, any_pair, Fraction(1, 17))
    assert by_pair.hit_rate == any_pair


def test_a_list_alone_is_what_the_wager_gets_without_its_spin() -> None:
    whole, listed = wheel_wager(PRINTED, "xtreme_e"), wheel_wager(PRINTED, "xtreme_community_e")
    occurs = Fraction(198_180, 2_598_960)
    spins = occurs / 4 * whole.wheel.mean(100_000) / 200
    assert price(whole, 4).returned == price(listed, 4).returned + spins
    assert price(listed, 1).returned == price(listed, 6).returned
    assert price(listed).per_meter_dollar is None


def test_sizes_of_the_letters() -> None:
    sizes = {letter: wheel_wager(PRINTED, f"xtreme_{letter}").wager_cents for letter in "abcdefghi"}
    assert sizes == dict(zip("abcdefghi", [100] * 3 + [200] * 3 + [500] * 3, strict=True))
    assert wheel_wager(PRINTED, "xtreme_a", 500).wager_cents == 500


def test_a_house_has_its_own() -> None:
    spin = wheel_wager(HOUSE, "bonus_spin_b")
    assert spin.is_in_use and not spin.wheel.is_example
    assert spin.wheel.segment("25&15").weight == 4  # type: ignore[union-attr]
    both = wheel_wager(HOUSE, "xtreme_d")
    assert (both.wager_cents, both.event, both.jackpot_cents) == (200, "full_house", 300_000)
    assert wheel_wager(HOUSE, "xtreme_d", 500).community != both.community
    assert wheel_wager(HOUSE, "xtreme_community_i").wager_cents == 500
    assert [(wager.id, wager.wager_cents) for wager in wheels_in_use(HOUSE)] == [
        ("bonus_spin_b", 500),
        ("xtreme_a", 100),
        ("xtreme_d", 200),
        ("xtreme_d", 500),
    ]
    assert wheels_in_use(PRINTED) == ()


def test_a_wheel_that_the_house_does_not_play_on() -> None:
    other = wheel_wager(HOUSE, "xtreme_g")
    assert not other.is_in_use and other.wheel.is_example
    assert (other.wager_cents, other.jackpot_cents, other.event) == (500, 100_000, "full_house")
    assert other.community is not None and not other.community.is_example
    assert wheel_wager(HOUSE, "bonus_spin_c").jackpot_cents == 500_000


@pytest.mark.parametrize("name", ["bonus_spin_b", "bonus_spin_d", "xtreme_a", "xtreme_d"])
def test_the_break_even_meter_is_the_least_that_pays_back(name: str) -> None:
    result = price(wheel_wager(HOUSE, name), 3)
    cents = result.break_even_cents
    assert cents is not None and cents > 0
    assert price(result.wager, 3, cents).returned >= 1
    assert price(result.wager, 3, cents - 1).returned < 1
    more = price(result.wager, 3, result.jackpot_cents + 100).returned - result.returned
    assert result.per_meter_dollar == more


def test_a_wager_that_always_pays_back_does_so_at_any_meter() -> None:
    result = price(wheel_wager(PRINTED, "xtreme_a"))
    assert result.returned > 1
    assert result.break_even_cents == 0


def test_a_fixed_prize_is_no_meter() -> None:
    result = price(wheel_wager(PRINTED, "bonus_spin_a"))
    assert result.per_meter_dollar is None and result.break_even_cents is None
    assert result.jackpot_chance == Fraction(2, 17 * 150)


def test_what_the_spins_of_others_bring() -> None:
    result = price(wheel_wager(HOUSE, "bonus_spin_b"), 3)
    assert result.received_cents == 2 * Fraction(1, 17) * Fraction(1 * 10_000 + 4 * 1_500, 77)
    assert price(result.wager).received_cents == 0
    assert price(result.wager).returned == result.returned


# Two pair in the cross; the seat holds a pair.
CROSS = {"across": ["2c", "2d"], "down": ["9h", "9s"], "middle": "Kd"}


def settled(book: RuleBook, spot: str, cents: int, progressive: Mapping[str, Any]) -> int:
    wagers = {"ante_across": 500, "ante_down": 500, spot: cents}
    seats = [{"seat": 1, "hole": ["7h", "7c"], "folded_at": "across", "wagers": wagers}]
    case = {"rules": book.id, "community": CROSS, "seats": seats, "progressive": progressive}
    (seat,) = settle_case(case, lambda _: book)["seats"]
    (line,) = [line for line in seat["lines"] if line["spot"] == spot]
    won: int = line["won"]
    return won


def test_every_stop_pays_what_settle_pays() -> None:
    book = load_rule_book(
        "maryland", {"bonus_spin": spin_choices(rate_ppm=0), "xtreme": xtreme_choices(wheel_2="d", rate_ppm=0)}
    )
    spin, hot = wheel_wager(book, "bonus_spin_b"), wheel_wager(book, "xtreme_d")
    for segment in spin.wheel.segments:
        turned = {"spins": [{"spot": "bonus_spin", "seat": 1, "symbol": segment.symbol}]}
        assert settled(book, "bonus_spin", 500, turned) == spin.pays(segment, 100_000)
    assert hot.community is not None
    for number, position in enumerate(hot.community.segments, start=1):
        for segment in hot.wheel.segments:
            drawn = {
                "meters": {"xtreme_d": "100000"},
                "community_symbol": number,
                "hot_spot": {"seat": 1, "symbol": segment.symbol},
            }
            expected = hot.pays(position, 0) + hot.pays(segment, hot.jackpot_cents)
            assert settled(book, "bonus_spin_xtreme", 200, drawn) == expected


@pytest.mark.parametrize(
    ("book", "name", "wager", "event", "reason"),
    [
        ("maryland", "bonus_spin_e", None, None, "'bonus_spin_e' is not a wheel"),
        ("maryland", "", None, None, "'' is not a wheel"),
        ("maryland", "bonus_spin_b", 100, None, "a wager of $1 doesn't use bonus_spin_b; choose $5"),
        ("maryland", "xtreme_a", 300, None, "choose $1, $2, $5"),
        ("maryland", "xtreme_a", None, "nothing", "'nothing' is not an event; choose from hole_pair"),
        ("maryland", "bonus_spin_a", None, "flush", "Bonus Spin needs a pair in the hand"),
        ("cardroom", "bonus_spin_a", None, None, "cardroom has no progressive wagers"),
    ],
)
def test_refusals(book: str, name: str, wager: int | None, event: str | None, reason: str) -> None:
    with pytest.raises(BadInput, match=reason.replace("$", r"\$")):
        wheel_wager(load_rule_book(book), name, wager, event)
