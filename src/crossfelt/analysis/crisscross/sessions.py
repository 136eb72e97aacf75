"""Many rounds at flat stakes: where a session ends, whether a bankroll lasts, whether a table's hold is plausible.

The unit is one ante. Everything starts from the exact result of one round and takes rounds as independent, each dealt
from a whole deck. A round is that of one seat: seats of one round share the cross, so their results aren't independent
of each other.

Sums of many rounds come from Fourier transforms in floating point. Their error is bounded and returned with every
probability as `error`; averages and variances stay exact.
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
"""Rounds times length of a transform for following a bankroll: minutes."""
TAIL = 1e-15
"""Sums that together are less likely than this may be outside the window of a transform."""
UNIT = 2.0**-53
"""The relative error of one rounding to float64."""
FFT_STEP = 7 * UNIT
"""The relative error of a transform for each doubling of its length, in the Euclidean norm: one step of the
Cooley-Tukey scheme is a complex product with a rounded factor and a complex sum."""

Progress = Callable[[float], None]


@dataclass(frozen=True)
class RoundResults:
    """The exact results of one round for one seat."""

    outcomes: Mapping[int, int]
    """Net antes -> deals."""
    average_wager: Fraction
    """All money bet in a round, the two antes included, in antes."""
    most_cost: int
    """The most that a round can cost, in antes: both antes and three bets at the largest multiple."""

    @property
    def deals(self) -> int:
        """The number of deals."""
        return sum(self.outcomes.values())

    @cached_property
    def mean(self) -> Fraction:
        """Net antes per round."""
        return Fraction(sum(net * deals for net, deals in self.outcomes.items()), self.deals)

    @cached_property
    def variance(self) -> Fraction:
        """The variance of the net antes of a round."""
        squares = sum(net * net * deals for net, deals in self.outcomes.items())
        return Fraction(squares, self.deals) - self.mean**2

    @cached_property
    def chances(self) -> dict[int, float]:
        """Net antes -> probability."""
        total = self.deals
        return {net: deals / total for net, deals in sorted(self.outcomes.items())}


def round_results(scheme: Scheme, tally: Tally) -> RoundResults:
    """Return the results of a round under the counted strategy."""
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
    """The sum of the first entry in `chances`."""
    chances: NDArray[np.float64]
    """The probabilities of `lowest` and every sum above it."""
    error: float
    """The largest error of any sum of consecutive probabilities."""

    @property
    def standard_deviation(self) -> float:
        """The standard deviation of a session's net result, in antes."""
        return sqrt(self.variance)

    @cached_property
    def _from_below(self) -> NDArray[np.float64]:
        return np.cumsum(self.chances)

    @cached_property
    def _from_above(self) -> NDArray[np.float64]:
        return np.cumsum(self.chances[::-1])

    def at_most(self, net: int) -> float:
        """Return the probability of this net result or a worse one."""
        return _entry(self._from_below, net - self.lowest)

    def at_least(self, net: int) -> float:
        """Return the probability of this net result or a better one."""
        return _entry(self._from_above, self.lowest + len(self.chances) - 1 - net)

    @property
    def ahead(self) -> float:
        """The probability of a win."""
        return self.at_least(1)

    @property
    def even(self) -> float:
        """The probability of breaking even."""
        place = -self.lowest
        return max(float(self.chances[place]), 0.0) if 0 <= place < len(self.chances) else 0.0

    @property
    def behind(self) -> float:
        """The probability of a loss."""
        return self.at_most(-1)

    def quantile(self, share: float) -> int:
        """Return the smallest net result that isn't exceeded with at least this probability."""
        return self.lowest + min(int(np.searchsorted(self._from_below, share)), len(self.chances) - 1)

    def band(self, confidence: float) -> tuple[int, int]:
        """Return the net results that have more than half of the remaining probability on either side, themselves
        included."""
        tail = (1 - confidence) / 2
        low = int(np.searchsorted(self._from_below, tail, side="right"))
        high = int(np.searchsorted(self._from_above, tail, side="right"))
        return self.lowest + low, self.lowest + len(self.chances) - 1 - high


def _entry(sums: NDArray[np.float64], place: int) -> float:
    if place < 0:
        return 0.0
    return min(max(float(sums[min(place, len(sums) - 1)]), 0.0), 1.0)


def after(results: RoundResults, rounds: int) -> SessionResult:
    """Return the net result of this many rounds."""
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
    # All probabilities sum to 1, whatever rounding says; this is the one frequency that affects a total in full.
    transform[0] = 1
    sums = np.fft.irfft(_power(transform, rounds), size)
    error = _error_bound(np.abs(transform), float(np.linalg.norm(single)), float(np.linalg.norm(sums)), size, rounds)
    chances = np.roll(sums, -(low % size))[: high - low + 1]
    return SessionResult(rounds, rounds * results.mean, rounds * results.variance, low, chances, error)


def _window(results: RoundResults, rounds: int) -> tuple[int, int]:
    """Return the relevant sums: all, or all but those whose probability the Chernoff bound puts below `TAIL`."""
    nets = np.array(list(results.chances))
    logs = np.log(np.array(list(results.chances.values())))
    lowest, highest = int(nets[0]) * rounds, int(nets[-1]) * rounds

    def reach(sign: int) -> float:
        # For every slope t the probability of a sum beyond x is at most E[exp(t * net)] ** rounds / exp(t * x).
        slopes = np.geomspace(1e-7, 2, 400)
        exponents = logs + sign * slopes[:, None] * nets
        top = exponents.max(1)
        moments = top + np.log(np.exp(exponents - top[:, None]).sum(1))
        return float(((rounds * moments - log(TAIL)) / slopes).min())

    return max(lowest, -ceil(reach(-1))), min(highest, ceil(reach(1)))


def _power(base: NDArray[np.complex128], exponent: int) -> NDArray[np.complex128]:
    """Compute the power by squaring: at most `exponent` products count towards the rounding of an entry."""
    power = np.ones_like(base)
    for bit in bin(exponent)[2:]:
        power = power * power * base if bit == "1" else power * power
    return power


def _error_bound(sizes: NDArray[np.float64], norm: float, sum_norm: float, size: int, rounds: int) -> float:
    """Return the error bound of a sum of consecutive probabilities.

    A sum of probabilities weights an error at frequency k by at most 1 / sin(pi k / size), over `size`. There are four
    sources of error: the transform of one round (known in the Euclidean norm, so Cauchy-Schwarz; a power multiplies it
    by `rounds`), rounding in the powers, the inverse transform, and adding up. The probability outside the window is
    added.
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
    """The probability that before some round, or after the last, less than `needs` is left."""
    reached: float | None
    """The probability that the player is ahead by `target` first, and stops there."""
    error: float

    @property
    def plays_on(self) -> float:
        """The probability that neither has happened after the last round."""
        return max(1 - self.ruined - (self.reached or 0), 0.0)


def ruin(
    results: RoundResults,
    bankroll: int,
    rounds: int,
    needs: int | None = None,
    target: int | None = None,
    progress: Progress | None = None,
) -> Ruin:
    """Return the probability that a bankroll (in antes) falls below what another round needs, round by round.

    `needs` is what the player must have to start a round. Its default is the most that a round can cost, so that every
    bet of the strategy can be made. With less, down to the two antes, bets beyond the bankroll count as borrowed for
    the rest of that round.
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
        message = f"{rounds} rounds with these results take too long; choose fewer"
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
    # Three transforms a round, each known in the Euclidean norm; a sum of probabilities is at most sqrt(size) times
    # that.
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
        message = f"a bankroll needs 1 to {MOST_RUIN_ROUNDS} rounds, not {rounds}"
        faults.append(out_of_range("rounds", message, rounds, 1, MOST_RUIN_ROUNDS))
    if target is not None and not 1 <= target <= MOST_BANKROLL:
        message = f"must be from 1 to {MOST_BANKROLL} antes, not {target}"
        faults.append(out_of_range("target", message, target, 1, MOST_BANKROLL))
    if faults:
        raise BadInput(faults)


def _safe_height(results: RoundResults, rounds: int) -> int:
    """Return a height above ruin from which ruin is less likely than `TAIL`, however the rounds are split.

    For every slope t, exp(-t * sum) over its mean is a martingale, so by Doob's inequality the probability of ever
    falling by x within the rounds is at most max(1, E[exp(-t * net)]) ** rounds / exp(t * x).
    """
    nets = np.array(list(results.chances))
    chances = np.array(list(results.chances.values()))
    slopes = np.geomspace(1e-7, 2, 400)
    moments = np.log(np.exp(-slopes[:, None] * (nets - nets[0])) @ chances) - slopes * nets[0]
    reach = float(((rounds * np.maximum(moments, 0) - log(TAIL)) / slopes).min())
    return min(ceil(reach), results.most_cost * rounds)


@dataclass(frozen=True, slots=True)
class RoundsToTell:
    """The number of rounds after which the edge shows."""

    confidence: float
    normal: int
    """The number if sums of rounds were normal: the mean is then this many standard deviations from 0."""
    exact: int | None
    """The exact number: the probability of a result on the wrong side of 0, or at 0, is then small enough. None if that
    takes more than `MOST_ROUNDS`."""


def rounds_to_tell(results: RoundResults, confidence: float = 0.99) -> RoundsToTell | None:
    """Return the number of rounds until, with this confidence, the side with the edge is ahead. None in a fair game."""
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
    """A table's win, compared with its expected win."""

    rounds: int
    ante_cents: Fraction
    """The size of one ante, the same in every round."""
    win_cents: int
    """The table's win."""
    expected_cents: Fraction
    low_cents: Fraction
    high_cents: Fraction
    confidence: float
    below: float
    """The probability of such a win or a smaller one."""
    above: float
    """The probability of such a win or a larger one."""
    error: float

    @property
    def p_value(self) -> float:
        """Two-sided: twice the smaller tail."""
        return min(2 * min(self.below, self.above), 1.0)

    @property
    def is_within(self) -> bool:
        """Whether the win is within the expected range."""
        return self.low_cents <= self.win_cents <= self.high_cents


def hold(results: RoundResults, rounds: int, win_cents: int, ante_cents: Fraction, confidence: float = 0.99) -> Hold:
    """Compare a table's win over rounds of one seat at flat antes with the play that `results` assumes.

    Players who play worse lose more: a hold above the range may just be their mistakes.
    """
    check_confidence(confidence)
    if ante_cents <= 0:
        raise BadInput("an ante must be more than 0", FaultCode.OUT_OF_RANGE, "ante", above=0, value=float(ante_cents))
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
    """Refuse an unsupported confidence level."""
    if not 0.5 <= confidence <= 0.9999:
        message = f"must be from 0.5 to 0.9999, not {confidence}"
        raise BadInput(out_of_range("confidence", message, confidence, 0.5, 0.9999))
