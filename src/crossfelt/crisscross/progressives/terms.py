"""The two progressive wagers of a resolved rule book: wheels, lists, meters, and the events that set off a spin."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from crossfelt.crisscross.progressives.meter import MeterTerms
from crossfelt.crisscross.progressives.wheel import Wheel

BONUS_SPIN = "bonus_spin"
XTREME = "bonus_spin_xtreme"
HOLE_PAIR = "hole_pair"
"""The event that a seat's own two cards are a pair."""


@dataclass(frozen=True, slots=True)
class CommunityPay:
    """The pay of a seat for a symbol that another seat, or the table, has spun."""

    symbol: str
    cents: int
    clause: str


@dataclass(frozen=True, slots=True)
class BonusSpin:
    """Bonus Spin as one house offers it (readings P2 to P4)."""

    letter: str
    wheel: Wheel
    spins_cents: int
    """The one size of wager that spins; smaller ones only receive Community Pay."""
    community_letter: str
    community: Mapping[int, Mapping[str, CommunityPay]]
    """Size of the wager in cents -> symbol with two amounts -> pay of that seat."""
    meter: MeterTerms | None
    """None for a wheel whose jackpot is a fixed prize."""
    prize_cents: int
    """That prize; 0 where there is a meter."""
    jackpot_name: str
    prize_name: str
    clause: str


@dataclass(frozen=True, slots=True)
class XtremeSize:
    """The terms of one size of Xtreme wager."""

    cents: int
    letter: str
    wheel: Wheel
    """Its Hot Spot wheel."""
    meter: MeterTerms
    community_letter: str
    community: tuple[CommunityPay, ...]
    """By position; the table's one Community spin picks the position."""


@dataclass(frozen=True, slots=True)
class Xtreme:
    """Bonus Spin Xtreme as one house offers it (readings P5 and P6)."""

    event: str
    """`hole_pair`, or the lowest hand on the cross that sets it off."""
    sizes: Mapping[int, XtremeSize]
    community_wheel: Wheel
    """Positions of the Community lists, from 1; the pay depends on the seat's own list."""
    jackpot_name: str
    clause: str


@dataclass(frozen=True, eq=False)
class Progressives:
    """The progressive wagers that a book offers; at least one of them."""

    bonus_spin: BonusSpin | None
    xtreme: Xtreme | None

    @cached_property
    def meters(self) -> dict[str, MeterTerms]:
        """The meters in use: `bonus_spin`, and one for each Xtreme letter, in that order."""
        meters: dict[str, MeterTerms] = {}
        if self.bonus_spin is not None and self.bonus_spin.meter is not None:
            meters[self.bonus_spin.meter.id] = self.bonus_spin.meter
        for size in self.xtreme.sizes.values() if self.xtreme is not None else ():
            meters[size.meter.id] = size.meter
        return dict(sorted(meters.items()))

    def game_for(self, meter: str) -> tuple[MeterTerms, tuple[Wheel, ...]] | None:
        """Return the terms of a meter and the wheels that can win it; None for a meter that isn't in use."""
        terms = self.meters.get(meter)
        if terms is None:
            return None
        wheels: list[tuple[MeterTerms | None, Wheel]] = []
        if self.bonus_spin is not None:
            wheels.append((self.bonus_spin.meter, self.bonus_spin.wheel))
        if self.xtreme is not None:
            wheels += ((size.meter, size.wheel) for size in self.xtreme.sizes.values())
        return terms, tuple(wheel for won_by, wheel in wheels if won_by == terms)

    def meter_of(self, spot: str, cents: int) -> MeterTerms | None:
        """Return the meter that a wager of this size feeds and can win."""
        if spot == BONUS_SPIN and self.bonus_spin is not None:
            return self.bonus_spin.meter
        if spot == XTREME and self.xtreme is not None and cents in self.xtreme.sizes:
            return self.xtreme.sizes[cents].meter
        return None


def event_words(event: str) -> str:
    """Return the event that sets off Xtreme, in words.

    >>> event_words("two_pair"), event_words("hole_pair")
    ('two pair or better on the cross', "a pair in a player's own two cards")
    """
    return (
        "a pair in a player's own two cards"
        if event == HOLE_PAIR
        else f"{event.replace('_', ' ')} or better on the cross"
    )


def meter_words(meter: str) -> str:
    """Return the name of a meter in words.

    >>> meter_words("bonus_spin"), meter_words("xtreme_d")
    ('Bonus Spin', 'Xtreme D')
    """
    return meter.replace("_", " ").title()


def symbol_words(symbol: str) -> str:
    """Return the symbol of a segment in words.

    >>> symbol_words("jackpot"), symbol_words("2500"), symbol_words("500&100")
    ('jackpot', '$2,500', '$500 and $100')
    """
    return " and ".join(f"${int(part):,}" if part.isdecimal() else part for part in symbol.split("&"))
