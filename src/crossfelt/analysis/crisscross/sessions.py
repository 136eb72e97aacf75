"""Many rounds at flat stakes: where a session ends, whether a bankroll lasts, whether a table's hold is believable.

The unit is one ante. Everything starts from the exact result of one round and takes rounds as independent, each dealt
from a whole deck. A round is that of one seat: seats of one round share the cross, so their results are not
independent of each other.

Sums of many rounds come from Fourier transforms in floating point. What that can be off by is bounded and handed out
beside every chance as `error`; averages and variances stay exact.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, floor, isqrt, log, log2, sqrt
from statistics import NormalDist

import numpy as np
from numpy.typing import NDArray

from crossfelt.analysis.crisscross.encode import Scheme
from crossfelt.analysis.crisscross.symmetry import DEALS
from crossfelt.analysis.crisscross.tally import Tally
from crossfelt.errors import BadInput, Fault, out_of_range
from crossfelt.faults import FaultCode

MOST_ROUNDS = 10_000_000
MOST_RUIN_ROUNDS = 100_000
MOST_BANKROLL = 1_000_000
MOST_SUMS = 2**24
"""The longest transform: one float for each sum, and a few arrays of that length."""
MOST_STEPS = 2**33
"""Rounds times length of a transform that a bankroll is followed for: minutes."""
TAIL = 1e-15
"""Sums that together are less likely than this may fall out of the window of a transform."""
UNIT = 2.0**-53
"""What one rounding to float64 can be off by, relatively."""
FFT_STEP = 7 * UNIT
"""What a transform can be off by for each doubling of its length, relatively and in the Euclidean norm: one step of
the Cooley-Tukey scheme is a complex product with a rounded factor and a complex sum."""

Progress = Callable[[float], None]


@dataclass(frozen=True)
class RoundResults:
    """What one round brings one seat, exactly."""

    outcomes: Mapping[int, int]
    """Net antes -> deals."""
    average_wager: Fraction
    """All money bet in a round, the two antes included, in antes."""
    most_cost: int
    """What a round can cost at most, in antes: both antes and three bets at the largest multiple."""

    @property
    def deals(self) -> int:
        """How many deals the outcomes are of."""
        return sum(self.outcomes.values())

    @cached_property
    def mean(self) -> Fraction:
        """Net antes a round."""
        return Fraction(sum(net * deals for net, deals in self.outcomes.items()), self.deals)

    @cached_property
    def variance(self) -> Fraction:
        """Of the net antes of a round."""
        squares = sum(net * net * deals for net, deals in self.outcomes.items())
        return Fraction(squares, self.deals) - self.mean**2

    @cached_property
    def chances(self) -> dict[int, float]:
        """Net antes -> chance."""
        total = self.deals
        return {net: deals / total for net, deals in sorted(self.outcomes.items())}


def round_results(scheme: Scheme, tally: Tally) -> RoundResults:
    """The result of a round under the strategy that was counted."""
    outcomes = tally.outcomes(scheme)
    bets = np.array(tally.multiples, np.int64)
    staked = 2 + bets[:, None, None] + bets[None, :, None] + bets[None, None, :]
    wagered = int((tally.played.sum((3, 4)) * staked).sum()) - sum(net * deals for net, deals in tally.folds())
    return RoundResults(outcomes, Fraction(wagered, DEALS), 2 + 3 * max(scheme.multiples))


@dataclass(frozen=True, eq=False)
class SessionResult:
    """The net result of a number of rounds."""

    rounds: int
    mean: Fraction
    variance: Fraction
    lowest: int
    """The sum that the first chance belongs to."""
    chances: NDArray[np.float64]
    """Of `lowest` and every sum above it."""
    error: float
    """No sum of neighbouring chances is further from the truth than this."""

    @property
    def standard_deviation(self) -> float:
        """How far the net result of a session strays from its mean, in antes."""
        return sqrt(self.variance)

    @cached_property
    def _from_below(self) -> NDArray[np.float64]:
        return np.cumsum(self.chances)

    @cached_property
    def _from_above(self) -> NDArray[np.float64]:
        return np.cumsum(self.chances[::-1])

    def at_most(self, net: int) -> float:
        """The chance to end with this net result or a worse one."""
        return _entry(self._from_below, net - self.lowest)

    def at_least(self, net: int) -> float:
        """The chance to end with this net result or a better one."""
        return _entry(self._from_above, self.lowest + len(self.chances) - 1 - net)

    @property
    def ahead(self) -> float:
        """The chance to win something."""
        return self.at_least(1)

    @property
    def even(self) -> float:
        """The chance to end with what one began with."""
        place = -self.lowest
        return max(float(self.chances[place]), 0.0) if 0 <= place < len(self.chances) else 0.0

    @property
    def behind(self) -> float:
        """The chance to lose something."""
        return self.at_most(-1)

    def quantile(self, share: float) -> int:
        """The smallest net result that is not exceeded with at least this chance."""
        return self.lowest + min(int(np.searchsorted(self._from_below, share)), len(self.chances) - 1)

    def band(self, confidence: float) -> tuple[int, int]:
        """The net results that have more than half of the rest of the chance on either side, themselves included."""
        tail = (1 - confidence) / 2
        low = int(np.searchsorted(self._from_below, tail, side="right"))
        high = int(np.searchsorted(self._from_above, tail, side="right"))
        return self.lowest + low, self.lowest + len(self.chances) - 1 - high


def _entry(sums: NDArray[np.float64], place: int) -> float:
    if place < 0:
        return 0.0
    return min(max(float(sums[min(place, len(sums) - 1)]), 0.0), 1.0)


def after(results: RoundResults, rounds: int) -> SessionResult:
    """The net result of so many rounds."""
    if not 1 <= rounds <= MOST_ROUNDS:
        raise BadInput(out_of_range("rounds", f"must be from 1 to {MOST_ROUNDS}, not {rounds}", rounds, 1, MOST_ROUNDS))
    low, high = _window(results, rounds)
    size = _power_of_two(high - low + 1)
    if size > MOST_SUMS:
        message = f"with odds as long as these, {rounds} rounds have too many possible results"
        raise BadInput(Fault(FaultCode.TOO_MUCH_WORK, message, "rounds", params={"value": rounds}))
    single = np.zeros(size)
    for net, chance in results.chances.items():
        single[net % size] += chance
    transform = np.fft.rfft(single)
    # All chances together are 1, whatever rounding says; this is the one frequency that a total feels in full.
    transform[0] = 1
    sums = np.fft.irfft(_power(transform, rounds), size)
    error = _error_bound(np.abs(transform), float(np.linalg.norm(single)), float(np.linalg.norm(sums)), size, rounds)
    chances = np.roll(sums, -(low % size))[: high - low + 1]
    return SessionResult(rounds, rounds * results.mean, rounds * results.variance, low, chances, error)


def _window(results: RoundResults, rounds: int) -> tuple[int, int]:
    """The sums worth looking at: all, or all but those whose chance the Chernoff bound puts below `TAIL`."""
    nets = np.array(list(results.chances))
    logs = np.log(np.array(list(results.chances.values())))
    lowest, highest = int(nets[0]) * rounds, int(nets[-1]) * rounds

    def reach(sign: int) -> float:
        # For every slope t the chance of a sum beyond x is at most E[exp(t * net)] ** rounds / exp(t * x).
        slopes = np.geomspace(1e-7, 2, 400)
        exponents = logs + sign * slopes[:, None] * nets
        top = exponents.max(1)
        moments = top + np.log(np.exp(exponents - top[:, None]).sum(1))
        return float(((rounds * moments - log(TAIL)) / slopes).min())

    return max(lowest, -ceil(reach(-1))), min(highest, ceil(reach(1)))


def _power(base: NDArray[np.complex128], exponent: int) -> NDArray[np.complex128]:
    """By squaring: `exponent` products at most count towards the rounding of an entry."""
    power = np.ones_like(base)
    for bit in bin(exponent)[2:]:
        power = power * power * base if bit == "1" else power * power
    return power


def _error_bound(sizes: NDArray[np.float64], norm: float, sum_norm: float, size: int, rounds: int) -> float:
    """What a sum of neighbouring chances can be off by.

    A sum of chances weighs an error at frequency k by at most 1 / sin(pi k / size), over `size`. Four things go wrong:
    the transform of one round (known in the Euclidean norm, so Cauchy-Schwarz; a power multiplies it by `rounds`),
    rounding in the powers, the transform back, and adding up. What fell out of the window comes on top.
    """
    transform = FFT_STEP * log2(size)
    frequencies = np.arange(1, len(sizes))
    weights = 1 / np.sin(np.pi * frequencies / size)
    powers = sizes[1:] ** (rounds - 1)
    slopes = rounds * powers * weights
    forward = (transform * norm + UNIT) * sqrt(size) * float(np.linalg.norm(slopes)) * sqrt(2) / size
    power = 2 * 3 * UNIT * float((slopes * sizes[1:]).sum()) / size
    back = transform * sum_norm * sqrt(size) + size * UNIT
    return 2 * (forward + power) + back + 2 * TAIL


def _power_of_two(least: int) -> int:
    return 1 << max(least - 1, 1).bit_length()


@dataclass(frozen=True, slots=True)
class Ruin:
    """Whether a bankroll lasts."""

    bankroll: int
    rounds: int
    needs: int
    target: int | None
    ruined: float
    """The chance that before some round, or after the last, less than `needs` is left."""
    reached: float | None
    """The chance that the player is ahead by `target` first, and stops there."""
    error: float

    @property
    def plays_on(self) -> float:
        """The chance that neither has happened after the last round."""
        return max(1 - self.ruined - (self.reached or 0), 0.0)


def ruin(
    results: RoundResults,
    bankroll: int,
    rounds: int,
    needs: int | None = None,
    target: int | None = None,
    progress: Progress | None = None,
) -> Ruin:
    """How likely a bankroll (in antes) is to fall below what another round needs, round by round.

    `needs` is what the player must have to sit down to a round. Its default is the most that a round can cost, so that
    every bet of the strategy can be made. With less, down to the two antes, bets beyond the bankroll count as lent
    for the rest of that round.
    """
    needs = results.most_cost if needs is None else needs
    _check_ruin(results, bankroll, rounds, needs, target)
    top = needs + _safe_height(results, rounds) if target is None else bankroll + target
    if bankroll >= top:
        return Ruin(bankroll, rounds, needs, None, 0.0, None, TAIL)
    lowest, highest = min(*results.chances, 0), max(*results.chances, 0)
    width = top - needs
    size = _power_of_two(width + highest - lowest)
    if rounds * size > MOST_STEPS:
        message = f"{rounds} rounds with these results are too long to follow: choose fewer"
        params = {"value": rounds, "most": MOST_STEPS // size}
        raise BadInput(Fault(FaultCode.TOO_MUCH_WORK, message, "rounds", params=params))
    single = np.zeros(size)
    for net, chance in results.chances.items():
        single[net - lowest] = chance
    transform = np.fft.rfft(single)
    held = np.zeros(width)
    held[bankroll - needs] = 1
    ruined = reached = 0.0
    for done in range(rounds):
        spread = np.fft.irfft(np.fft.rfft(held, size) * transform, size)
        ruined += float(spread[:-lowest].sum())
        reached += float(spread[width - lowest :].sum())
        held = spread[-lowest : width - lowest]
        if progress and done % 64 == 0:
            progress(done / rounds)
    # Three transforms a round, each known in the Euclidean norm; a sum of chances is at most sqrt(size) times that.
    error = rounds * (3 * FFT_STEP * log2(size) + 4 * UNIT) * sqrt(size) + TAIL
    ruined, reached = (min(max(chance, 0.0), 1.0) for chance in (ruined, reached))
    return Ruin(bankroll, rounds, needs, target, ruined, None if target is None else reached, error)


def _check_ruin(results: RoundResults, bankroll: int, rounds: int, needs: int, target: int | None) -> None:
    faults = []
    if not 2 <= needs <= results.most_cost:
        message = f"must be from 2 to {results.most_cost} antes, not {needs}"
        faults.append(out_of_range("ruin below", message, needs, 2, results.most_cost).at("ruin_below"))
    if not needs <= bankroll <= MOST_BANKROLL:
        message = f"must be from {needs} to {MOST_BANKROLL} antes, not {bankroll}"
        faults.append(out_of_range("bankroll", message, bankroll, needs, MOST_BANKROLL))
    if not 1 <= rounds <= MOST_RUIN_ROUNDS:
        message = f"a bankroll is followed over 1 to {MOST_RUIN_ROUNDS} rounds, not {rounds}"
        faults.append(out_of_range("rounds", message, rounds, 1, MOST_RUIN_ROUNDS))
    if target is not None and not 1 <= target <= MOST_BANKROLL:
        message = f"must be from 1 to {MOST_BANKROLL} antes, not {target}"
        faults.append(out_of_range("target", message, target, 1, MOST_BANKROLL))
    if faults:
        raise BadInput(faults)


def _safe_height(results: RoundResults, rounds: int) -> int:
    """From so high above ruin the way down is less likely than `TAIL`, however the rounds are cut.

    For every slope t, exp(-t * sum) over its mean is a martingale, so by Doob's inequality the chance ever to fall by
    x within the rounds is at most max(1, E[exp(-t * net)]) ** rounds / exp(t * x).
    """
    nets = np.array(list(results.chances))
    chances = np.array(list(results.chances.values()))
    slopes = np.geomspace(1e-7, 2, 400)
    moments = np.log(np.exp(-slopes[:, None] * (nets - nets[0])) @ chances) - slopes * nets[0]
    reach = float(((rounds * np.maximum(moments, 0) - log(TAIL)) / slopes).min())
    return min(ceil(reach), results.most_cost * rounds)


@dataclass(frozen=True, slots=True)
class RoundsToTell:
    """After how many rounds the edge shows."""

    confidence: float
    normal: int
    """Enough if sums of rounds were normal: the mean is then so many standard deviations from 0."""
    exact: int | None
    """Enough in truth: the chance of a result on the wrong side of 0, or at 0, is then small enough. None where that
    takes more than `MOST_ROUNDS`."""


def rounds_to_tell(results: RoundResults, confidence: float = 0.99) -> RoundsToTell | None:
    """How many rounds it takes until, with this confidence, the side with the edge is ahead. None in a fair game."""
    check_confidence(confidence)
    if results.mean == 0:
        return None
    deviations = Fraction(NormalDist().inv_cdf(confidence))
    squared = deviations**2 * results.variance / results.mean**2
    normal = max(ceil(squared), 1)

    def is_enough(rounds: int) -> bool:
        session = after(results, rounds)
        wrong = session.at_least(0) if results.mean < 0 else session.at_most(0)
        return wrong <= 1 - confidence

    if normal > MOST_ROUNDS // 2:
        return RoundsToTell(confidence, normal, None)
    low, high = 0, normal
    while not is_enough(high):
        low, high = high, high + isqrt(high) + high // 8 + 1
        if high > MOST_ROUNDS:
            return RoundsToTell(confidence, normal, None)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if is_enough(middle) else (middle, high)
    return RoundsToTell(confidence, normal, high)


@dataclass(frozen=True, slots=True)
class Hold:
    """What a table kept, against what it should have kept."""

    rounds: int
    ante_cents: Fraction
    """The size of one ante, the same in every round."""
    win_cents: int
    """What the table kept."""
    expected_cents: Fraction
    low_cents: Fraction
    high_cents: Fraction
    confidence: float
    below: float
    """The chance that the table keeps as little or less."""
    above: float
    """The chance that it keeps as much or more."""
    error: float

    @property
    def p_value(self) -> float:
        """Two-sided: twice the smaller tail."""
        return min(2 * min(self.below, self.above), 1.0)

    @property
    def is_within(self) -> bool:
        """Whether the win lies in the band."""
        return self.low_cents <= self.win_cents <= self.high_cents


def hold(results: RoundResults, rounds: int, win_cents: int, ante_cents: Fraction, confidence: float = 0.99) -> Hold:
    """Judges what a table won over so many rounds of one seat at flat antes, against the play that `results` is of.

    Players who play worse than that lose more: a hold above the band may just be their mistakes.
    """
    check_confidence(confidence)
    if ante_cents <= 0:
        raise BadInput(
            "an ante must be more than nothing", FaultCode.OUT_OF_RANGE, "ante", above=0, value=float(ante_cents)
        )
    session = after(results, rounds)
    players_low, players_high = session.band(confidence)
    net = -win_cents / ante_cents
    return Hold(
        rounds=rounds,
        ante_cents=ante_cents,
        win_cents=win_cents,
        expected_cents=-session.mean * ante_cents,
        low_cents=-players_high * ante_cents,
        high_cents=-players_low * ante_cents,
        confidence=confidence,
        below=session.at_least(ceil(net)),
        above=session.at_most(floor(net)),
        error=session.error,
    )


def check_confidence(confidence: float) -> None:
    """Refuse a confidence for which no band is given."""
    if not 0.5 <= confidence <= 0.9999:
        message = f"must be from 0.5 to 0.9999, not {confidence}"
        raise BadInput(out_of_range("confidence", message, confidence, 0.5, 0.9999))
