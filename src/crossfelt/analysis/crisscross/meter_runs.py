"""The long run of a meter by formula: the rounds between jackpots, the amount when it is won, its cost to the house.

The same seats make the same wagers round after round. A round adds a fixed contribution `c` and has one jackpot or more
with probability `q`, independent of the past, so the rounds from one such round to the next are geometric with mean
1/q, and the meter that is won has grown from the reset amount by c for each of them. A second winner in the same round
is paid the reset amount (reading P7). A fraction of a cent that can't be paid carries over, so no mean depends on it:
over the long run everything that goes into a meter is paid out of it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from decimal import Decimal, localcontext
from fractions import Fraction

from crossfelt.analysis.crisscross.triggers import pair_chances
from crossfelt.analysis.crisscross.wheels import WheelWager, wheel_wager
from crossfelt.crisscross.progressives.meter import MOST_RATE_PPM, MeterTerms
from crossfelt.crisscross.progressives.terms import HOLE_PAIR
from crossfelt.crisscross.progressives.wheel import JACKPOT
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.errors import BadInput
from crossfelt.faults import FaultCode
from crossfelt.money import dollars

_DIGITS = 60
"""Decimal digits for logarithms, far more than any whole number of rounds needs."""
_HAIR = Decimal("1e-40")


@dataclass(frozen=True, slots=True)
class SeatWager:
    """One seat's wager in every round, and its wheel."""

    cents: int
    wager: WheelWager | None
    """None for a wager that never spins, such as a small Bonus Spin wager."""


@dataclass(frozen=True, slots=True)
class MeterPlay:
    """The seats of a table that wager the same in every round, and the one meter that is analyzed."""

    followed: WheelWager
    terms: MeterTerms
    """The terms of that meter, with the rate in force."""
    seats: tuple[SeatWager, ...]

    @property
    def spinning(self) -> int:
        """Return the seats whose spin may win this meter."""
        return sum(seat.wager is not None and seat.wager.id == self.followed.id for seat in self.seats)

    @property
    def feeding(self) -> tuple[SeatWager, ...]:
        """Return the seats whose wagers make this meter grow."""
        if self.followed.kind == "bonus_spin":
            return self.seats
        return tuple(seat for seat in self.seats if seat.wager is not None and seat.wager.id == self.followed.id)


@dataclass(frozen=True, slots=True)
class Quantile:
    """How soon a share of all jackpots is won, and the amount of the meter by then."""

    share: Fraction
    rounds: int
    cents: int


@dataclass(frozen=True, slots=True)
class CostRate:
    """The cost of a wager to the house in the long run, each part a share of the dollars wagered that feed the
    meter."""

    contributions: Fraction
    reset_money: Fraction
    wheel_prizes: Fraction
    community_pay: Fraction

    @property
    def total(self) -> Fraction:
        """Everything paid out; the house keeps the rest of the wagers."""
        return self.contributions + self.reset_money + self.wheel_prizes + self.community_pay


@dataclass(frozen=True, slots=True)
class MeterRun:
    """A meter in the long run."""

    play: MeterPlay
    jackpots: tuple[Fraction, ...]
    """Probability of 0, 1, 2 ... jackpots in a round."""
    cost: CostRate

    @property
    def wagered_cents(self) -> int:
        """Wagers of one round that feed the meter."""
        return sum(seat.cents for seat in self.play.feeding)

    @property
    def contribution(self) -> Fraction:
        """Growth of the meter in a round, in cents."""
        return self.play.terms.contribution(self.wagered_cents)

    @property
    def hit_chance(self) -> Fraction:
        """The probability that a round has one jackpot or more."""
        return 1 - self.jackpots[0]

    @property
    def mean_jackpots(self) -> Fraction:
        """The average number of jackpots in a round."""
        return sum((count * chance for count, chance in enumerate(self.jackpots)), Fraction(0))

    @property
    def rounds_between(self) -> Fraction:
        """Mean rounds per jackpot."""
        return 1 / self.mean_jackpots

    @property
    def rounds_to_hit(self) -> Fraction:
        """Mean rounds from one round with a jackpot to the next; the same if a round can't have two."""
        return 1 / self.hit_chance

    @property
    def mean_jackpot_cents(self) -> Fraction:
        """The average jackpot, second winners of a round included."""
        return self.play.terms.reset_cents + self.contribution * self.rounds_between

    @property
    def mean_at_hit_cents(self) -> Fraction:
        """The average amount of the meter when it is won after a reset."""
        return self.play.terms.reset_cents + self.contribution * self.rounds_to_hit

    @property
    def mean_first_cents(self) -> Fraction:
        """The average amount when it is won for the first time, from its initial amount."""
        return self.play.terms.initial_cents + self.contribution * self.rounds_to_hit

    @property
    def deviation_at_hit_cents(self) -> float:
        """Standard deviation of the amount when the meter is won."""
        return float(self.contribution * self.rounds_to_hit) * math.sqrt(1 - self.hit_chance)

    def won_within(self, rounds: int) -> float:
        """Return the probability that the meter is won within this many rounds after a reset."""
        return -math.expm1(rounds * math.log1p(-float(self.hit_chance))) if self.hit_chance < 1 else 1.0

    def quantile(self, share: Fraction) -> Quantile:
        """Return the fewest rounds within which at least this share of jackpots is won, and the whole cents of the
        meter then.

        Counted from a reset amount without a carried fraction, which can add one cent.
        """
        rounds = 1
        if self.hit_chance < 1:
            with localcontext() as context:
                context.prec = _DIGITS
                stays = _decimal(self.jackpots[0]).ln()
                # A share that is reached exactly may be slightly above its whole number of rounds.
                rounds = max(1, math.ceil(_decimal(1 - share).ln() / stays - _HAIR))
        return Quantile(share, rounds, math.floor(self.play.terms.reset_cents + self.contribution * rounds))


def meter_play(
    book: RuleBook, wager: WheelWager, wagers_cents: Sequence[int], rate_ppm: int | None = None
) -> MeterPlay:
    """Return a table whose seats wager these amounts; refused if the wheel has no meter or a size can't be played."""
    if wager.meter is None:
        what = "is a list" if wager.kind == "community" else "pays a fixed prize"
        message = f"{wager.id} {what}, so it has no meter"
        raise BadInput(message, FaultCode.WRONG_FOR_WHEEL, wheel=wager.id, key="meter")
    if rate_ppm is None and not wager.is_in_use:
        message = f"these rules don't use {wager.id}, so its meter has no rate; set one with --rate-ppm"
        raise BadInput(message, FaultCode.MISSING, "rate_ppm", least=0, most=MOST_RATE_PPM)
    terms = wager.meter if rate_ppm is None else replace(wager.meter, rate_ppm=rate_ppm)
    play = MeterPlay(wager, terms, tuple(SeatWager(cents, _played(book, wager, cents)) for cents in wagers_cents))
    if not play.spinning:
        message = f"no seat wagers {dollars(wager.wager_cents)}, so no seat can win the meter of {wager.id}"
        raise BadInput(message, FaultCode.MISSING, "wagers", choices=[wager.wager_cents])
    if not 0 < len(wagers_cents) <= book.seat_count:
        message = f"must be 1 to {book.seat_count} seats, not {len(wagers_cents)}"
        params = {"least": 1, "most": book.seat_count, "count": len(wagers_cents)}
        raise BadInput(message, FaultCode.WRONG_COUNT, "wagers", **params)
    return play


def meter_run(play: MeterPlay) -> MeterRun:
    """Return the long run of the analyzed meter."""
    wager, seats = play.followed, len(play.seats)
    jackpot = wager.wheel.chance(JACKPOT)
    jackpots = _jackpots(play, jackpot)
    wagered = sum(seat.cents for seat in play.feeding)
    spins = play.spinning * wager.spin_chance(seats)
    prizes = spins * wager.wheel.mean(0)
    reset = sum(count * chance for count, chance in enumerate(jackpots)) * play.terms.reset_cents
    cost = CostRate(
        contributions=play.terms.contribution(wagered) / wagered,
        reset_money=Fraction(reset) / wagered,
        wheel_prizes=prizes / wagered,
        community_pay=_community(play) / wagered,
    )
    return MeterRun(play, jackpots, cost)


def _played(book: RuleBook, followed: WheelWager, cents: int) -> WheelWager | None:
    """Return the wheel of a seat with a wager of this size, when another wheel is analyzed."""
    if cents == followed.wager_cents:
        return followed
    offered = book.progressives
    if followed.kind == "bonus_spin":
        sizes = tuple(next(iter(followed.shared_cents.values())))
        if cents not in sizes:
            message = f"a Bonus Spin wager must be {' or '.join(map(dollars, sizes))}, not {dollars(cents)}"
            raise BadInput(message, FaultCode.WAGER_SIZE, "wagers", spot="bonus_spin", cents=cents, sizes_cents=sizes)
        return None
    if offered is None or offered.xtreme is None or cents not in offered.xtreme.sizes:
        message = f"the rules offer no Xtreme wager of {dollars(cents)} beside {followed.id}"
        sizes = () if offered is None or offered.xtreme is None else tuple(offered.xtreme.sizes)
        params = {"spot": "bonus_spin_xtreme", "cents": cents, "sizes_cents": sizes}
        raise BadInput(message, FaultCode.WAGER_SIZE, "wagers", **params)
    return replace(wheel_wager(book, f"xtreme_{offered.xtreme.sizes[cents].letter}", cents), event=followed.event)


def _jackpots(play: MeterPlay, jackpot: Fraction) -> tuple[Fraction, ...]:
    wager, seats = play.followed, len(play.seats)
    if wager.event != HOLE_PAIR:
        hit = play.spinning * wager.spin_chance(seats) * jackpot
        return 1 - hit, hit
    pairs = pair_chances(play.spinning)
    return tuple(
        sum(
            (
                chance * math.comb(spins, count) * jackpot**count * (1 - jackpot) ** (spins - count)
                for spins, chance in enumerate(pairs)
                if spins >= count
            ),
            Fraction(0),
        )
        for count in range(play.spinning + 1)
    )


def _community(play: MeterPlay) -> Fraction:
    """Return the cents of Community Pay in a round to the seats that feed the meter."""
    wager, seats = play.followed, len(play.seats)
    if wager.kind == "bonus_spin":
        every = sum(
            wager.wheel.chance(symbol) * sum(pays[seat.cents] for seat in play.seats)
            for symbol, pays in wager.shared_cents.items()
        )
        own = sum(wager.wheel.chance(symbol) * pays[wager.wager_cents] for symbol, pays in wager.shared_cents.items())
        return play.spinning * wager.spin_chance(seats) * (every - own)
    means = [seat.wager.community.mean(0) for seat in play.feeding if seat.wager and seat.wager.community]
    return wager.event_chance(seats) * sum(means, Fraction(0))


def _decimal(value: Fraction) -> Decimal:
    return Decimal(value.numerator) / Decimal(value.denominator)
