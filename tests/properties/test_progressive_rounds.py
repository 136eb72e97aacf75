"""Sittings of rounds with progressive wagers, in which the floor, the clock and chance meddle while seats are paid."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction
from itertools import pairwise

import pytest

from crossfelt.crisscross import actions as ask
from crossfelt.crisscross import events as happened
from crossfelt.crisscross.events import Event
from crossfelt.crisscross.round import CRISS_CROSS
from crossfelt.errors import IllegalAction
from crossfelt.game import FLOOR, SYSTEM, Actor
from tests.naive.progressives import has_pair
from tests.support.progressive_choices import spin_choices
from tests.support.properties import progressive_houses
from tests.support.properties.watched_rounds import DEALINGS, House, WatchedRound
from tests.support.scale import scaled

SITTINGS = scaled(40, 2_000)
RARE = 80
"""The seed of a sitting in which a spinner leaves after a wheel has landed on an amount for the other seats."""
ROUNDS = 3
ENDS = (
    "void while betting",
    "void before the first line",
    "void while a wheel is awaited",
    "void between a spin and its line",
    "void after a jackpot",
    "settled",
)
REQUIRED = (
    *ENDS,
    "forfeit while a wheel is awaited",
    "forfeit of a drawn hot spot",
    "forfeit takes a community pay back",
    "abandoned takes a community pay back",
    "community pay of a spinner who has left",
    "abandoned between a spin and its line",
    "abandoned after a jackpot",
    "a folded seat spins",
    "all folded and a spin",
    "a pair off the felt stays unseen",
    "jackpot",
    "two jackpots from one meter",
    "community pay",
    "a fraction carried into the next round",
)
"""Cases that must occur, or the sittings prove nothing about them."""


class QuickRound(WatchedRound):
    """Runs the slowest check, of legal actions, only now and then."""

    def check_legal_is_accepted(self) -> None:
        if self.random.random() < 0.1:
            super().check_legal_is_accepted()


def test_sittings_with_progressive_wagers() -> None:
    """After every step a watched round compares lines, meters, accounts, chance and views with the naive settlement;
    beyond that, meters pass from round to round, and a void leaves them as it found them."""
    seen: Counter[str] = Counter()
    for seed in (*range(SITTINGS), *([] if SITTINGS > RARE else [RARE])):
        print(f"seed {seed}")
        choose = random.Random(seed)
        house = _house(choose)
        carried = progressive_houses.meters(choose, house.offers) if choose.random() < 0.5 else {}
        for _ in range(ROUNDS):
            seats = choose.sample(range(1, 7), choose.randint(2, 6))
            watched = QuickRound(house, seats, choose.randrange(2**32), Counter(), carried)
            before = watched.contest.carried
            _play(watched, choose, seen)
            watched.look_back()
            for actor in (FLOOR, SYSTEM):
                with pytest.raises(IllegalAction, match="the round is"):
                    CRISS_CROSS.decide(watched.state, actor, ask.VoidRound("again"))
            if watched.felt.is_void:
                assert watched.contest.carried == before
            carried = watched.contest.carried
            _count(watched, seen)
    assert not [entry for entry in REQUIRED if not seen[entry]], seen


def _house(choose: random.Random) -> House:
    method, shuffler = choose.choice(DEALINGS["maryland"])
    offers = progressive_houses.with_weights(choose, progressive_houses.offers(choose))
    flags = (choose.random() < 0.8, choose.random() < 0.3, choose.random() < 0.3)
    return House("maryland", method, shuffler, choose.choice(("fold", "lose_all")), *flags, offers)


def _play(watched: WatchedRound, choose: random.Random, seen: Counter[str]) -> None:
    """A round to its end; while it is settled, somebody often steps in."""
    ends_early = choose.random() < 0.3
    folds = choose.random() < 0.3
    while not watched.felt.is_over:
        settling = watched.state.stage == "settling"
        likely = {"settling": 0.15, "betting": 0.05}.get(watched.state.stage, 0.01)
        if ends_early and choose.random() < likely:
            seen[_moment(watched)] += 1
            watched.accepted(choose.choice((FLOOR, SYSTEM)), ask.VoidRound("the wheel is stuck"))
        elif settling and choose.random() < 0.25:
            _step_in(watched, choose, seen)
        elif folds and watched.state.stage == "across":
            watched.play([0])
        else:
            watched.play([choose.randrange(2**16)])


def _step_in(watched: WatchedRound, choose: random.Random, seen: Counter[str]) -> None:
    asked: list[tuple[Actor, ask.ForfeitSeat | ask.Abandon]] = [
        (actor, action)
        for actor in (SYSTEM, FLOOR, SYSTEM)
        for action in CRISS_CROSS.legal_actions(watched.state, actor)
        if isinstance(action, ask.ForfeitSeat | ask.Abandon)
    ]
    if not asked:
        return
    # Most interesting is a seat that has been paid something already.
    paid = {line.seat for line in watched.felt.lines if line.prizes}
    actor, action = choose.choice([each for each in asked if each[1].seat in paid] or asked)
    felt, kind = watched.felt, "forfeit" if isinstance(action, ask.ForfeitSeat) else "abandoned"
    own = [line for line in felt.lines if line.seat == action.seat]
    seen[f"{kind} while a wheel is awaited"] += felt.is_waiting
    drawn = felt.progressive.get("hot_spot", [])
    seen[f"{kind} of a drawn hot spot"] += drawn == [{"seat": action.seat}]
    seen[f"{kind} between a spin and its line"] += _has_unpaid_spin(watched, action.seat)
    seen[f"{kind} after a jackpot"] += any(prize.kind == "jackpot" for line in own for prize in line.prizes)
    watched.accepted(actor, action)
    taken = [event for event in watched.contest.steps[-1].events if isinstance(event, happened.CommunityPayTaken)]
    assert [event.wager for event in taken] == [line for line in own if line.is_community_pay]
    seen[f"{kind} takes a community pay back"] += bool(taken)


def _moment(watched: WatchedRound) -> str:
    felt = watched.felt
    if any(prize.kind == "jackpot" for line in felt.lines for prize in line.prizes):
        return "void after a jackpot"
    if any(_has_unpaid_spin(watched, seat) for seat in watched.seats):
        return "void between a spin and its line"
    if felt.is_waiting:
        return "void while a wheel is awaited"
    if watched.state.stage == "betting":
        return "void while betting"
    return "void while settling" if felt.lines else "void before the first line"


def _has_unpaid_spin(watched: WatchedRound, seat: int) -> bool:
    felt = watched.felt
    paid = {(line.seat, line.spot) for line in felt.lines if line.staked}
    spun = [("bonus_spin", spin["seat"]) for spin in felt.progressive["spins"]]
    spun += [("bonus_spin_xtreme", spin["seat"]) for spin in felt.progressive.get("hot_spot", []) if "symbol" in spin]
    return any(spinner == seat and (seat, spot) not in paid for spot, spinner in spun)


def _count(watched: WatchedRound, seen: Counter[str]) -> None:
    felt, events = watched.felt, watched.contest.events
    seen["settled"] += felt.is_settled
    spinners = [event.seat for event in events if isinstance(event, happened.WheelSpun) and event.seat is not None]
    folded = [seat for seat in spinners if seat in felt.folded_at]
    seen["a folded seat spins"] += bool(folded)
    seen["all folded and a spin"] += bool(folded) and set(felt.in_play) == set(felt.folded_at)
    if felt.is_settled:
        paired = {seat["seat"] for seat in felt.table()["seats"] if has_pair(seat)}
        seen["a pair off the felt stays unseen"] += bool(paired & set(felt.folded_at) - felt.shown)
    jackpots = Counter(prize.meter for line in felt.lines for prize in line.prizes if prize.kind == "jackpot")
    seen["jackpot"] += bool(jackpots)
    seen["two jackpots from one meter"] += any(count > 1 for meter, count in jackpots.items() if meter is not None)
    seen["community pay"] += any(line.is_community_pay for line in felt.lines)
    seen["community pay of a spinner who has left"] += any(
        line.result == "forfeit" and line.spot == "bonus_spin" and after.is_community_pay
        for line, after in pairwise(felt.lines)
    )
    seen["a fraction carried into the next round"] += any("/" in cents for cents in watched.contest.carried.values())
    _check_the_order_of_things(events)


def _check_the_order_of_things(events: tuple[Event, ...]) -> None:
    """Meters grow once, before the first line, and a seat shows its pair before its own wheel turns."""
    kinds = [event.kind for event in events]
    assert kinds.count("meters_grew") <= 1
    if "meters_grew" in kinds and "wager_settled" in kinds:
        assert kinds.index("meters_grew") < kinds.index("wager_settled")
    shown: set[int] = set()
    for event in events:
        if isinstance(event, happened.HandShown):
            assert event.seat not in shown
            shown.add(event.seat)
        elif isinstance(event, happened.WheelSpun) and event.wheel == "bonus_spin":
            assert event.seat in shown


@pytest.mark.parametrize("typed", [str(10**15), "1234567890123/" + "7" * 40])
def test_a_meter_passes_on_whatever_it_has_become(typed: str) -> None:
    """It may grow beyond the largest amount that can be typed, and its fraction may become longer than that."""
    offers = {"bonus_spin": spin_choices(rate_ppm=333_333)}
    house = House("maryland", "manual_shoe", "none", "fold", True, False, False, offers)
    carried = {"bonus_spin": typed}
    for _ in range(3):
        watched = QuickRound(house, (1, 2, 3), 1, Counter(), carried)
        for _ in range(60):
            watched.play([18 * 64 + 2])
        assert watched.felt.is_settled
        carried = watched.contest.carried
    assert Fraction(carried["bonus_spin"]) > Fraction(typed)
    with pytest.raises(IllegalAction, match="meter bonus_spin: must have at most 200 characters, not 201"):
        QuickRound(house, (1,), 1, Counter(), {"bonus_spin": "1" * 201})
    with pytest.raises(IllegalAction, match="meter bonus_spin: must be from 0 to"):
        QuickRound(house, (1,), 1, Counter(), {"bonus_spin": str(10**17 + 1)})
