"""Wagers beside the main game in simulated rounds: against the pure engine round by round, and against exact values."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction
from importlib.resources import files

import pytest

from crossfelt.analysis.crisscross.encode import encode
from crossfelt.cards import Card, rank_of
from crossfelt.crisscross.layout import BONUS, COMMUNITY
from crossfelt.crisscross.progressives.play import WheelResults, growth, meters_now
from crossfelt.crisscross.progressives.printed_lists import printed_progressives
from crossfelt.crisscross.progressives.terms import HOLE_PAIR
from crossfelt.crisscross.resolve import load_rule_book, load_submission
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.settlement import SeatStake, SettledWager, settle
from crossfelt.errors import BadInput
from crossfelt.ranking import Hand
from crossfelt.simulation.exact_sides import exact_cents
from crossfelt.simulation.plan import Plan, SeatStrategy, SeatWager, plan_of
from crossfelt.simulation.results import estimate
from crossfelt.simulation.run import prepare, run
from crossfelt.simulation.sides import KIND_NAMES
from tests.support.progressive_choices import choices_toml, spin_choices, xtreme_choices
from tests.support.scale import scaled
from tests.support.simulation.dealt import Chance

SEED = 20261116
EXAMPLE = (files("crossfelt.examples") / "wheels.toml").read_text()
PAIRS = EXAMPLE + 'event = "hole_pair"\n'
CARDROOM = 'rules = "cardroom"'
FIVE, SIX = SeatWager("five_card_bonus", 500), SeatWager("six_card_bonus", 500)
MIXED = (FIVE, SeatWager("bonus_spin", 500), SeatWager("bonus_spin", 100, 2), SeatWager("bonus_spin_xtreme", 100, 1),
         SeatWager("bonus_spin_xtreme", 500, 3), SeatWager("bonus_spin_xtreme", 500, 4))  # fmt: skip
"""Seat 2 wagers too little to spin, seats 3 and 4 play for one meter, seats 2, 5 and 6 have no Xtreme wager."""


def a_plan(book: RuleBook, wagers: tuple[SeatWager, ...], rounds: int, ante_cents: int | None = 500) -> Plan:
    strategies = (SeatStrategy("always-1x"),)
    return plan_of(book, encode(book), 6, strategies, rounds, SEED, ante_cents=ante_cents, wagers=wagers)


def wheel_results_of(
    book: RuleBook, chance: Chance, holes: list[tuple[Card, Card]], wagers: tuple[Mapping[str, int], ...]
) -> WheelResults:
    """Draw the wheel results in the kernel's order: Bonus Spin from the last seat to the first, then Xtreme."""
    offered = book.progressives
    if offered is None:
        return WheelResults()
    assert offered.bonus_spin is not None and offered.xtreme is not None
    pairs = {seat for seat, (one, two) in enumerate(holes, 1) if rank_of(one) == rank_of(two)}
    backwards = range(len(holes), 0, -1)
    spins = {
        seat: chance.spin(offered.bonus_spin.wheel)
        for seat in backwards
        if seat in pairs and wagers[seat - 1].get("bonus_spin") == offered.bonus_spin.spins_cents
    }
    xtreme = offered.xtreme
    hot = [seat for seat in backwards if wagers[seat - 1].get("bonus_spin_xtreme")]
    by_pair = xtreme.event == HOLE_PAIR
    hand = book.ranker.hand(*chance.cards[:5])
    occurs = bool(pairs & set(hot)) if by_pair else hand.slug in _at_least(xtreme.event)
    if not hot or not occurs:
        return WheelResults(spins)
    position = int(chance.spin(xtreme.community_wheel))
    drawn_seat = None if by_pair else sorted(hot)[chance.below(len(hot))]
    spinning = [seat for seat in hot if (seat in pairs if by_pair else seat == drawn_seat)]
    sizes = {seat: xtreme.sizes[wagers[seat - 1]["bonus_spin_xtreme"]] for seat in spinning}
    return WheelResults(spins, position, drawn_seat, {seat: chance.spin(sizes[seat].wheel) for seat in spinning})


def _at_least(event: str) -> set[str]:
    return {hand.slug for hand in Hand if hand >= Hand[event.upper()]}


def net(wagers: tuple[SettledWager, ...], spots: set[str]) -> int:
    return sum(wager.won + wager.returned - wager.staked for wager in wagers if wager.spot in spots)


@pytest.mark.parametrize(
    ("submission", "wagers", "ante_cents"),
    [
        (EXAMPLE, MIXED, 500),
        (PAIRS, MIXED, 500),
        (CARDROOM, (FIVE, SIX), 20_000),
        ('rules = "massachusetts"', (FIVE,), 500),
    ],
    ids=["hand on the cross", "pair in the hand", "limit over bonuses", "massachusetts"],
)
def test_every_round_is_settled_as_the_engine_settles_it(
    submission: str, wagers: tuple[SeatWager, ...], ante_cents: int
) -> None:
    """Each kind of wager, all wagers together under the limit, and every meter, round by round."""
    book = load_submission(submission)
    rounds = scaled(600, 30_000)
    plan = a_plan(book, wagers, rounds, ante_cents)
    prepared = prepare(plan)
    total = prepared.nothing()
    offered = book.progressives
    meters = {} if offered is None else {name: Fraction(terms.initial_cents) for name, terms in offered.meters.items()}
    main = {spot.id for spot in book.spots.values() if spot.kind in ("ante", "main")}
    count = 5 + 2 * 6 + (4 if SIX in wagers else 0)
    jackpots = cut = 0
    for number in range(rounds):
        block = prepared.play(number, number + 1)
        total = total.followed_by(block)
        assert block.sides is not None and total.sides is not None
        chance = Chance(SEED, number, count)
        cross = dict(zip(COMMUNITY, chance.cards[:5], strict=True))
        holes = [(chance.cards[5 + 2 * seat], chance.cards[6 + 2 * seat]) for seat in range(6)]
        bonus = chance.cards[17:]
        assert len(bonus) in (0, len(BONUS))
        wheel_results = wheel_results_of(book, chance, holes, plan.wagers)
        stakes = [
            SeatStake(seat, holes[seat - 1], {**dict.fromkeys(main, ante_cents), **plan.wagers[seat - 1]})
            for seat in range(1, 7)
        ]
        grown = () if offered is None else growth(offered, (stake.wagers for stake in stakes), meters)
        settled = settle(book, cross, bonus, stakes, wheel_results=wheel_results, meters=meters_now(meters, grown, ()))
        assert settled.awaited is None, f"round {number}, seed {SEED}"
        prizes = [prize for wager in settled.wagers for prize in wager.prizes if prize.meter is not None]
        after = meters_now(meters, grown, prizes)
        meters = {name: meter.cents for name, meter in after.items()}
        # The kernel counts a jackpot with what its meter starts from.
        above = {
            spot: sum(
                prize.won - prize.reset_cents
                for wager in settled.wagers
                if wager.spot == spot
                for prize in wager.prizes
                if prize.meter is not None
            )
            for spot in KIND_NAMES
        }
        jackpots += len(prizes)
        # Each bonus is reckoned before the limit, which is taken off from all wagers together.
        limited = sum(wager.cut for wager in settled.wagers)
        cut += limited
        for spot, (result, _) in zip(KIND_NAMES[:4], block.sides.sums, strict=False):
            own = sum(wager.cut for wager in settled.wagers if wager.spot == spot)
            assert result == net(settled.wagers, {spot}) + own - above[spot], f"{spot} in round {number}, seed {SEED}"
        everything = net(settled.wagers, set(book.spots)) - sum(above.values())
        assert block.sides.sums[4][0] == everything, f"round {number}, seed {SEED}"
        assert block.sides.cut_cents == limited, f"round {number}, seed {SEED}"
        shown = [Fraction(meter.holds, 10**6) for meter in total.sides.meters]
        assert shown == list(meters.values()), f"round {number}, seed {SEED}"
    assert total.sides is not None
    assert sum(meter.jackpots for meter in total.sides.meters) == jackpots
    assert cut > 0 or submission != CARDROOM, "the limit was met"


def _wheel_plans() -> list[tuple[str, str, tuple[SeatWager, ...]]]:
    """A submission and wagers for every printed wheel and list of Maryland, and for both bonuses of the others."""
    printed = printed_progressives("maryland")
    assert printed is not None
    items = [
        ("cardroom", 'rules = "cardroom"', (FIVE, SIX)),
        ("massachusetts", 'rules = "massachusetts"', (FIVE,)),
        ("maryland", 'rules = "maryland"', (FIVE,)),
    ]
    for letter in printed.bonus_spin.wheels:
        text = f'rules = "maryland"\n{choices_toml({"bonus_spin": spin_choices(letter)})}'
        items.append((f"bonus spin {letter}", text, (SeatWager("bonus_spin", 500), SeatWager("bonus_spin", 100, 5))))
    for number, letter in enumerate(printed.xtreme.wheels):
        event = ("two_pair", "hole_pair", "straight")[number % 3]
        offer = {"xtreme": xtreme_choices(wheel_1=letter, rate_ppm=100_000, event=event)}
        text = f'rules = "maryland"\n{choices_toml(offer)}'
        items.append((f"xtreme {letter}, {event}", text, (SeatWager("bonus_spin_xtreme", 100),)))
    return items


WHEEL_PLANS = _wheel_plans()


@pytest.mark.parametrize(
    ("submission", "wagers"), [plan[1:] for plan in WHEEL_PLANS], ids=[plan[0] for plan in WHEEL_PLANS]
)
def test_means_agree_with_exact_values(submission: str, wagers: tuple[SeatWager, ...]) -> None:
    plan = a_plan(load_submission(submission), wagers, scaled(300_000, 20_000_000), None)
    counts = run(prepare(plan), workers=2)
    exact = exact_cents(plan)
    assert counts.sides is not None
    for spot, sums in zip(KIND_NAMES[:4], counts.sides.sums, strict=False):
        if not any(spot in seat for seat in plan.wagers):
            assert sums == (0, 0)
            continue
        result = estimate(counts.rounds, sums, Fraction(1))
        assert abs(float(result.mean - exact[spot])) < 4 * result.standard_error, f"{spot}, seed {SEED}"


def test_the_main_game_is_the_same_beside_other_wagers() -> None:
    book = load_submission(EXAMPLE)
    names = ("optimal", "always-1x", "never-fold", "card", "optimal", "always-1x")
    strategies = tuple(SeatStrategy(name) for name in names)
    plans = [plan_of(book, encode(book), 6, strategies, 50_000, SEED, wagers=wagers) for wagers in ((), MIXED)]
    alone, beside = (run(prepare(plan), workers=2) for plan in plans)
    assert (alone.outcomes == beside.outcomes).all()
    assert (alone.net, alone.net_squares) == (beside.net, beside.net_squares)


def test_workers_and_blocks_change_nothing() -> None:
    """Also with so many jackpots that their list has to grow."""
    amounts = (500, 250, 120, 60, 50, 30, 20, 18, 13, 12, 10)
    weights = ", ".join(["jackpot = 900000", *(f"{amount} = 1" for amount in amounts)])
    often = EXAMPLE.replace('wheel = "b"', f'wheel = "b"\nweights = {{ {weights} }}')
    plan = a_plan(load_submission(often), MIXED, 300_000)
    prepared = prepare(plan)
    alone, *others = (run(prepared, workers) for workers in (1, 2, 5))
    parts = prepared.nothing()
    for start in range(0, plan.rounds, 60_000):
        first, second = prepared.play(start, start + 30_000), prepared.play(start + 30_000, start + 60_000)
        parts = parts.followed_by(first.followed_by(second))
    assert alone.sides is not None and alone.sides.meters[0].jackpots > 50_000
    for other in (*others, parts):
        assert other.sides is not None
        assert other.sides.meters == alone.sides.meters
        assert other.sides.sums == alone.sides.sums
        assert (other.sides.spun == alone.sides.spun).all()
        assert len(other.sides.jackpots) == 0


def test_rounds_are_joined_in_their_order() -> None:
    """Jackpots pay the meter of their round, so the same blocks in the wrong order pay other amounts."""
    prepared = prepare(a_plan(load_submission(EXAMPLE), MIXED, 60_000))
    first, second = prepared.play(0, 30_000), prepared.play(30_000, 60_000)
    start = prepared.nothing()
    right = start.followed_by(first).followed_by(second)
    wrong = start.followed_by(second).followed_by(first)
    assert right.sides is not None and wrong.sides is not None
    assert right.sides.meters == run(prepared).sides.meters  # type: ignore[union-attr]
    assert [meter.jackpots for meter in right.sides.meters] == [meter.jackpots for meter in wrong.sides.meters]
    paid = [[meter.paid_cents for meter in sides.meters] for sides in (right.sides, wrong.sides)]
    assert paid[0] != paid[1]


@pytest.mark.parametrize(
    ("wagers", "message"),
    [
        ((SeatWager("seven_card_bonus", 500),), "has no side bet 'seven_card_bonus'; choose from five_card"),
        ((SeatWager("five_card_bonus", 1),), "five_card_bonus: "),
        ((SeatWager("five_card_bonus", 500, 7),), "seat 7 doesn't exist; seats are 1 to 6"),
        ((SeatWager("bonus_spin", 200),), "bonus_spin: .* is not "),
    ],
)
def test_bad_wagers_are_refused(wagers: tuple[SeatWager, ...], message: str) -> None:
    with pytest.raises(BadInput, match=message):
        a_plan(load_submission(EXAMPLE), wagers, 10)


def test_a_book_without_wheels_offers_none() -> None:
    with pytest.raises(BadInput, match=r"has no side bet 'bonus_spin'; choose from five_card_bonus$"):
        a_plan(load_rule_book("massachusetts"), (SeatWager("bonus_spin", 500),), 10)
