"""The life of a meter against a few lines of plain fractions: never a difference, and no fall without a reason."""

from __future__ import annotations

import random
from fractions import Fraction
from math import floor

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from crossfelt.errors import BadInput
from crossfelt.progressive.history import MeterHistory
from crossfelt.progressive.meter import Meter, MeterTerms
from tests.scale import scaled

STEPS = scaled(20_000, 1_000_000)
STEPS_OF_A_METER = 5_000
MAY_FALL = ("won", "corrected", "reversed")
RATES = (0, 1, 3, 142_857, 333_333, 999_999, 1_000_000)


class Model:
    """A meter and its accounts in plain fractions."""

    def __init__(self, terms: MeterTerms, inherited: Fraction | None) -> None:
        self.rate, self.reset = terms.rate_ppm, terms.reset_cents
        self.amount = self.opened = Fraction(terms.initial_cents) if inherited is None else inherited
        self.waiting: MeterTerms | None = None
        self.before_round: Fraction | None = None
        self.won_in_round = 0
        self.is_untouched = True
        self.account = 0
        """Whole cents posted to the account of the meter."""

    def _to(self, amount: Fraction) -> None:
        self.account += floor(amount) - floor(self.amount)
        self.amount = amount

    def contribute(self, wagers: list[int]) -> None:
        if self.before_round is None:
            self.before_round, self.won_in_round = self.amount, 0
        self.is_untouched = False
        for cents in wagers:
            self._to(self.amount + Fraction(cents) * Fraction(self.rate, 10**6))

    def win(self) -> int:
        self.contribute([])
        self.won_in_round += 1
        paid = self.amount.numerator // self.amount.denominator
        self._to(self.amount - paid + self.reset)
        return paid

    def close(self) -> None:
        if self.before_round is not None and self.won_in_round and self.waiting is not None:
            if self.waiting.reset_cents > self.reset:
                self._to(self.amount - self.reset + self.waiting.reset_cents)
            self.rate, self.reset, self.waiting = self.waiting.rate_ppm, self.waiting.reset_cents, None
        self.before_round = None

    def reverse(self) -> None:
        if self.before_round is not None:
            self._to(self.before_round)
        self.before_round = None

    def correct(self, amount: Fraction) -> None:
        self.is_untouched = False
        self._to(amount)

    def configure(self, terms: MeterTerms) -> None:
        if self.is_untouched:
            self.rate, self.reset = terms.rate_ppm, terms.reset_cents
            self._to(max(self.amount, Fraction(terms.initial_cents)))
        else:
            self.waiting = terms


class Both:
    """The history and the model side by side."""

    def __init__(self, terms: MeterTerms, inherited: Fraction | None = None) -> None:
        self.history, self.model = MeterHistory(terms, inherited), Model(terms, inherited)
        self.rounds = 1
        self.looked_at = 0

    @property
    def round(self) -> str:
        return f"table-{self.rounds}"

    def contribute(self, wagers: list[int]) -> None:
        before = self.model.amount
        self.model.contribute(wagers)
        assert self.history.contribute(self.round, wagers) == self.model.amount - before

    def win(self) -> None:
        assert self.history.win(self.round) == self.model.win()

    def close(self) -> None:
        self.model.close()
        self.history.close_round(self.round)
        self.rounds += 1

    def reverse(self) -> None:
        self.model.reverse()
        self.history.reverse(self.round)
        self.rounds += 1

    def correct(self, cents: Fraction) -> None:
        if self.model.before_round is None:
            self.model.correct(cents)
            self.history.correct(cents, "the display stuck, floor")
            return
        with pytest.raises(BadInput, match="is being settled"):
            self.history.correct(cents, "the display stuck, floor")

    def configure(self, terms: MeterTerms) -> None:
        self.model.configure(terms)
        self.history.configure(terms)

    def check(self) -> None:
        """No difference, and each new entry goes on from the one before, upwards but for the reasons that may lower."""
        history, model = self.history, self.model
        assert history.meter.cents - model.amount == 0
        assert history.meter.shown == floor(model.opened) + model.account
        assert (history.terms.rate_ppm, history.terms.reset_cents) == (model.rate, model.reset)
        assert history.waiting == model.waiting
        assert bool(history.settling) == (model.before_round is not None)
        for number in range(max(1, self.looked_at), len(history.entries)):
            entry = history.entries[number]
            assert entry.before == history.entries[number - 1].after
            assert entry.after >= entry.before or entry.kind in MAY_FALL
            assert bool(entry.paid) <= (entry.kind == "won")
            assert bool(entry.reason) == (entry.kind == "corrected")
        self.looked_at = len(history.entries)


AMOUNTS = st.fractions(0, 10**15, max_denominator=10**9) | st.sampled_from((Fraction(0), Fraction(1, 3)))
TERMS = st.builds(
    MeterTerms,
    st.just("bonus_spin"),
    st.sampled_from(RATES) | st.integers(0, 1_000_000),
    st.integers(0, 10**9) | st.just(10**15),
    st.integers(0, 10**9) | st.just(10**15),
    st.just("12.D(7)"),
)


class Meters(RuleBasedStateMachine):
    """Wagers, wins, voids and changes of the terms in any order that a table can bring."""

    @initialize(terms=TERMS, inherited=st.none() | AMOUNTS)
    def open(self, terms: MeterTerms, inherited: Fraction | None) -> None:
        self.both = Both(terms, inherited)

    @rule(wagers=st.lists(st.sampled_from((100, 200, 500)) | st.integers(0, 10**6), max_size=6))
    def contribute(self, wagers: list[int]) -> None:
        self.both.contribute(wagers)

    @rule()
    def win(self) -> None:
        self.both.win()

    @rule()
    def close(self) -> None:
        self.both.close()

    @rule()
    def reverse(self) -> None:
        self.both.reverse()

    @rule(cents=AMOUNTS)
    def correct(self, cents: Fraction) -> None:
        self.both.correct(cents)

    @rule(terms=TERMS)
    def configure(self, terms: MeterTerms) -> None:
        self.both.configure(terms)

    @precondition(lambda self: self.both.history.settling)
    @rule()
    def another_round_must_wait(self) -> None:
        for act in (lambda name: self.both.history.contribute(name, [100]), self.both.history.win):
            with pytest.raises(BadInput, match="is being settled, not 'another'"):
                act("another")
        self.both.history.close_round("another")
        self.both.history.reverse("another")

    @invariant()
    def hold(self) -> None:
        if hasattr(self, "both"):
            self.both.check()


TestMeters = Meters.TestCase
TestMeters.settings = settings(max_examples=scaled(40, 1_000), stateful_step_count=50)


def test_a_million_steps_leave_no_difference() -> None:
    met: set[str] = set()
    for seed in range(STEPS // STEPS_OF_A_METER):
        chance = random.Random(seed)
        both = Both(_terms(chance))
        for _ in range(STEPS_OF_A_METER):
            _step(both, chance)
            both.check()
        met |= {entry.kind for entry in both.history.entries}
        _check_that_entries_explain_the_amount(both.history)
    assert met == {"opened", "contributed", "won", "reversed", "corrected", "configured"}


def _terms(chance: random.Random) -> MeterTerms:
    rate = chance.choice((*RATES, chance.randint(0, 1_000_000)))
    return MeterTerms("xtreme_d", rate, chance.randrange(500_000, 10**6), chance.randrange(10**6), "12.E(12)")


def _step(both: Both, chance: random.Random) -> None:
    match chance.randrange(100):
        case number if number < 60:
            both.contribute([chance.choice((100, 200, 500)) for _ in range(chance.randint(1, 6))])
        case number if number < 66:
            both.win()
        case number if number < 92:
            both.close()
        case number if number < 97:
            both.reverse()
        case 97:
            both.correct(Fraction(chance.randrange(10**9), chance.randint(1, 10**6)))
        case _:
            both.configure(_terms(chance))


def _check_that_entries_explain_the_amount(history: MeterHistory) -> None:
    """Summed up by kind, the entries give the amount, and each round that was reversed sums to nothing."""
    entries = history.entries
    assert sum((entry.after - entry.before for entry in entries), Fraction(0)) == history.meter.cents
    reversed_rounds = {entry.round for entry in entries if entry.kind == "reversed"}
    moved = dict.fromkeys(reversed_rounds, Fraction(0))
    for entry in entries:
        if entry.round in moved:
            moved[entry.round] += entry.after - entry.before
    assert not any(moved.values())


def test_a_round_that_stands_is_not_reversed() -> None:
    history = MeterHistory(MeterTerms("bonus_spin", 200_000, 100_000, 100_000, "12.D(7)"))
    history.reverse("t-1")
    assert len(history.entries) == 1
    history.contribute("t-1", [500])
    history.close_round("t-1")
    history.contribute("t-2", [500])
    for name in ("t-1", "t-1"):
        with pytest.raises(BadInput, match="round 't-1' is over"):
            history.reverse(name)
    history.reverse("t-2")
    assert history.meter == Meter(Fraction(100_100))
    with pytest.raises(BadInput, match="round 't-2' is over"):
        history.reverse("t-2")


def test_new_terms_wait_for_the_jackpot_and_keep_the_fraction() -> None:
    history = MeterHistory(MeterTerms("bonus_spin", 333_333, 100_000, 100_000, "12.D(7)"))
    history.contribute("t-1", [100])
    history.close_round("t-1")
    history.configure(MeterTerms("bonus_spin", 1, 500_000, 500_000, "12.D(7)"))
    assert history.terms.rate_ppm == 333_333
    history.contribute("t-2", [100])
    assert history.win("t-2") == 100_066
    assert history.win("t-2") == 100_000, "a second winner of the round is paid from the terms of the round"
    history.close_round("t-2")
    assert (history.terms.rate_ppm, history.waiting) == (1, None)
    assert history.meter.cents == 500_000 + Fraction(6666, 10_000)
    with pytest.raises(BadInput, match="this meter is bonus_spin"):
        history.configure(MeterTerms("xtreme_a", 1, 500_000, 500_000, "12.E(12)"))
