"""The long run of a meter by simulation: rounds are drawn card by card, wheels are spun, and the meter itself counts.

A check on `meter_runs`: nothing here uses a probability or a mean. The cards of round n depend only on the seed and n.
The meter starts at its reset amount, as after a jackpot.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from crossfelt.analysis.crisscross.meter_runs import MeterPlay
from crossfelt.cards import DECK, Card, rank_of
from crossfelt.chance import Draws, SeedStream
from crossfelt.crisscross.progressives.meter import Meter
from crossfelt.crisscross.progressives.terms import HOLE_PAIR
from crossfelt.crisscross.progressives.wheel import Segment
from crossfelt.ranking import Hand, ranker

Progress = Callable[[float], None]
_REPORT_EVERY = 2_000


@dataclass(frozen=True, slots=True)
class Estimate:
    """A sample mean and its standard error."""

    mean: float
    standard_error: float


@dataclass(frozen=True, slots=True)
class SimulatedRun:
    """The history of a meter over simulated rounds."""

    play: MeterPlay
    rounds: int
    seed: int
    waits: tuple[int, ...]
    """Rounds from one round with a jackpot to the next, for each completed wait."""
    paid_at_hit: tuple[int, ...]
    """Cents paid to the first winner of each of those rounds."""
    paid_after_it: tuple[int, ...]
    """Cents paid to further winners of the same round."""
    spent_cents: Fraction
    """The cost to the house: contributions, reset money, wheel prizes and Community Pay."""
    spent_squares: Fraction
    """The sum of the squares of the cost of each round."""
    meter: Meter
    """The meter at the end."""

    @property
    def jackpots(self) -> int:
        """All jackpots that were won."""
        return len(self.paid_at_hit) + len(self.paid_after_it)

    @property
    def rounds_to_hit(self) -> Estimate | None:
        """Rounds per round with a jackpot; None if there was none."""
        hits = len(self.waits)
        if not hits:
            return None
        mean = self.rounds / hits
        return Estimate(mean, mean * math.sqrt((1 - hits / self.rounds) / hits))

    @property
    def jackpot_at_hit_cents(self) -> Estimate | None:
        """The pay of the first winner of a round; None with fewer than two of them."""
        count = len(self.paid_at_hit)
        if count < 2:
            return None
        mean = sum(self.paid_at_hit) / count
        spread = sum((paid - mean) ** 2 for paid in self.paid_at_hit) / (count - 1)
        return Estimate(mean, math.sqrt(spread / count))

    @property
    def cost_rate(self) -> Estimate:
        """The cost to the house, as a share of the dollars wagered that feed the meter."""
        wagered = sum(seat.cents for seat in self.play.feeding)
        mean = self.spent_cents / self.rounds
        spread = float(self.spent_squares / self.rounds - mean**2)
        return Estimate(float(mean / wagered), math.sqrt(max(spread, 0.0) / self.rounds) / wagered)


def simulate(play: MeterPlay, rounds: int, seed: int, progress: Progress | None = None) -> SimulatedRun:
    """Simulate this many rounds of the table and its meter."""
    terms = play.terms
    contribution = terms.contribution(sum(seat.cents for seat in play.feeding))
    meter = Meter(Fraction(terms.reset_cents))
    waits: list[int] = []
    first: list[int] = []
    further: list[int] = []
    given = given_squares = 0
    last_hit = 0
    for number in range(1, rounds + 1):
        jackpots, prizes = _drawn_round(play, SeedStream(seed, number))
        spent = jackpots * terms.reset_cents + prizes
        given, given_squares = given + spent, given_squares + spent**2
        if jackpots:
            # Contributions are exact, so those of all rounds since the last jackpot can be added at once.
            meter = meter.grown(contribution * (number - last_hit))
            waits.append(number - last_hit)
            last_hit = number
            for winner in range(jackpots):
                paid, meter = meter.won(terms.reset_cents)
                (further if winner else first).append(paid)
        if progress is not None and number % _REPORT_EVERY == 0:
            progress(number / rounds)
    meter = meter.grown(contribution * (rounds - last_hit))
    # (c + x)^2 summed over the rounds, where c is the contribution and x everything else that was paid.
    squares = contribution**2 * rounds + 2 * contribution * given + given_squares
    total = contribution * rounds + given
    return SimulatedRun(play, rounds, seed, tuple(waits), tuple(first), tuple(further), total, squares, meter)


def _drawn_round(play: MeterPlay, draws: Draws) -> tuple[int, int]:
    """Return jackpots of the analyzed meter, and the cents of all other prizes of the seats that feed it."""
    if play.followed.kind == "bonus_spin":
        return _bonus_spin_round(play, draws)
    return _xtreme_round(play, draws)


def _bonus_spin_round(play: MeterPlay, draws: Draws) -> tuple[int, int]:
    jackpots = prizes = 0
    for place in _seats_with_pairs(len(play.seats), draws):
        if play.seats[place].wager is None:
            continue
        segment = play.followed.wheel.spin(draws)
        jackpots, prizes = _added(segment, jackpots, prizes)
        pays = play.followed.shared_cents.get(segment.symbol)
        if pays is not None:
            prizes += sum(pays[seat.cents] for other, seat in enumerate(play.seats) if other != place)
    return jackpots, prizes


def _xtreme_round(play: MeterPlay, draws: Draws) -> tuple[int, int]:
    wager, seats = play.followed, play.seats
    if wager.event == HOLE_PAIR:
        hot_spots = _seats_with_pairs(len(seats), draws)
    else:
        a, b, c, d, e = _dealt(5, draws)
        hand = ranker(wager.ace_low_straight).hand(a, b, c, d, e)
        hot_spots = [draws.below(len(seats))] if hand >= Hand[wager.event.upper()] else []
    if not hot_spots:
        return 0, 0
    jackpots = prizes = 0
    assert wager.community is not None
    number = draws.below(wager.community.total)
    for seat in play.feeding:
        assert seat.wager is not None and seat.wager.community is not None
        prizes += seat.wager.community.at(number).cents or 0
    for place in hot_spots:
        spinner = seats[place].wager
        assert spinner is not None
        segment = spinner.wheel.spin(draws)
        if spinner.id == wager.id:
            jackpots, prizes = _added(segment, jackpots, prizes)
    return jackpots, prizes


def _added(segment: Segment, jackpots: int, prizes: int) -> tuple[int, int]:
    return (jackpots + 1, prizes) if segment.cents is None else (jackpots, prizes + segment.cents)


def _seats_with_pairs(seats: int, draws: Draws) -> list[int]:
    cards = _dealt(2 * seats, draws)
    return [place for place in range(seats) if rank_of(cards[2 * place]) == rank_of(cards[2 * place + 1])]


def _dealt(count: int, draws: Draws) -> Sequence[Card]:
    """Return the first cards of a shuffled deck."""
    deck = list(DECK)
    for place in range(count):
        other = place + draws.below(len(deck) - place)
        deck[place], deck[other] = deck[other], deck[place]
    return deck[:count]
