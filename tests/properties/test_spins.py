"""Spins land by weight, whichever source of chance turns the wheel and whichever way asks for it.

Every test of the family is Pearson's chi-square test with a fixed seed; together they err in one of a hundred families.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction

import pytest

from crossfelt.analysis.crisscross.wheels import wheel_ids, wheel_wager
from crossfelt.chance import Chance, SeededChance, SystemChance
from crossfelt.crisscross.actions import Bet, CloseBetting, Deal, DrawHotSpot, PlaceWagers, Settle, Shuffle, Spin
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.crisscross.round import CRISS_CROSS, RoundContest, open_round
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.game import CHANCE, SYSTEM, seat_actor
from tests.support.chi_square import p_value, upper_tail
from tests.support.progressive_choices import spin_choices, xtreme_choices
from tests.support.scale import scaled

PRINTED = load_rule_book("maryland")
WHEELS = wheel_ids(PRINTED)
SOURCES: dict[str, Callable[[str], Chance]] = {
    "a number": lambda name: SeededChance(sum(name.encode())),
    "a text": lambda name: SeededChance(f"spins of {name}"),
}
FAMILY = 0.01 / (len(WHEELS) * len(SOURCES) + 4)
"""The share of the family's one percent that each of its tests may use; four tests go through the game."""
SPINS = scaled(12_000, 200_000)


def test_the_test_knows_the_tables() -> None:
    """95% points of chi-square as every textbook prints them."""
    for freedom, point in ((1, 3.841), (5, 11.070), (11, 19.675), (30, 43.773)):
        assert upper_tail(point, freedom) == pytest.approx(0.05, abs=2e-5)


@pytest.mark.parametrize("source", SOURCES)
@pytest.mark.parametrize("name", WHEELS)
def test_a_wheel_lands_by_weight(name: str, source: str) -> None:
    wheel, chance = wheel_wager(PRINTED, name).wheel, SOURCES[source](name)
    counts = Counter(wheel.spin(chance).symbol for _ in range(SPINS))
    assert p_value(counts, {segment.symbol: wheel.chance(segment.symbol) for segment in wheel.segments}) > FAMILY


HOUSE = load_rule_book(
    "maryland", {"bonus_spin": spin_choices(rate_ppm=0), "xtreme": xtreme_choices(wheel_1="a", rate_ppm=0)}
)
# Seats 1, 2 and 3 hold a pair each, and the cross holds two pair.
CROSS = ["2c", "2d", "Kd", "9h", "9s"]
HOLES = ["7h", "7c", "8h", "8c", "5h", "5c"]


def waiting_for(awaited: str) -> RoundContest:
    """A round that waits for its first spin of a kind, or for the seat that is the Hot Spot."""
    contest = open_round(HOUSE, (1, 2, 3))
    wagers = {"ante_across": 500, "ante_down": 500, "bonus_spin_xtreme": 100}
    if awaited == "bonus_spin":
        wagers = {**wagers, "bonus_spin": 500}
    for seat in (1, 2, 3):
        contest.act(seat_actor(seat), PlaceWagers(wagers))
    contest.act(SYSTEM, CloseBetting())
    contest.act(CHANCE, Shuffle(deck(HOUSE)))
    while True:
        pending = CRISS_CROSS.pending(contest.state)
        if pending.kind == "seats":
            stage = contest.state.stage
            contest.act(seat_actor(pending.seats[0]), Bet(stage, 1))  # type: ignore[arg-type]
        elif pending.kind == "chance":
            due = CRISS_CROSS.draw(contest.state, SystemChance())
            kind = due.wheel if isinstance(due, Spin) else "seat"
            if kind == awaited:
                return contest
            contest.act(CHANCE, due)
        else:
            assert isinstance(pending.action, Deal | Settle)
            contest.act(SYSTEM, pending.action)


def deck(book: RuleBook) -> tuple[str, ...]:
    """The cross and the hands above, in the order in which this book deals."""
    first = [*CROSS]
    rest = [rank + suit for rank in "23456789TJQKA" for suit in "hcds"]
    dealt = [*first, *HOLES[0::2], *HOLES[1::2]]
    return (*dealt, *(card for card in rest if card not in dealt))


@pytest.mark.parametrize("awaited", ["bonus_spin", "community", "hot_spot", "seat"])
def test_the_game_draws_by_weight(awaited: str) -> None:
    state, chance = waiting_for(awaited).state, SeededChance(f"the game spins {awaited}")
    drawn = [CRISS_CROSS.draw(state, chance) for _ in range(SPINS)]
    if awaited == "seat":
        counts: Counter[object] = Counter(action.seat for action in drawn if isinstance(action, DrawHotSpot))
        chances: dict[object, Fraction] = {seat: Fraction(1, 3) for seat in (1, 2, 3)}
    else:
        counts = Counter(action.symbol for action in drawn if isinstance(action, Spin))
        names = {"bonus_spin": "bonus_spin_b", "hot_spot": "xtreme_a"}
        assert HOUSE.progressives is not None and HOUSE.progressives.xtreme is not None
        positions = HOUSE.progressives.xtreme.community_wheel
        wheel = positions if awaited == "community" else wheel_wager(HOUSE, names[awaited]).wheel
        chances = {segment.symbol: wheel.chance(segment.symbol) for segment in wheel.segments}
    assert sum(counts.values()) == SPINS
    assert p_value(counts, chances) > FAMILY


def test_the_operating_systems_chance_lands_on_segments_only() -> None:
    wheel = wheel_wager(PRINTED, "bonus_spin_b").wheel
    shown = {wheel.spin(SystemChance()).symbol for _ in range(3_000)}
    assert shown <= {segment.symbol for segment in wheel.segments if segment.weight}
    assert len(shown) > 6
