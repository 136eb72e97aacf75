"""Postings: every movement of chips has a source and a destination, so the sum over all accounts is always zero."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

ESCROW = "escrow"
"""The account that holds a round's wagers until they are settled or returned."""
HOUSE = "house"


@cache
def seat_account(seat: int) -> str:
    """Return the account of the player at a seat."""
    return f"seat:{seat}"


def meter_account(meter: str) -> str:
    """Return the account with the whole cents of a progressive meter."""
    return f"meter:{meter}"


def account_before(account: str) -> str:
    """Return the same account at the previous table, which passes its balance on."""
    return f"before:{account}"


@dataclass(frozen=True, slots=True)
class Posting:
    """An amount in cents, moved from one account to another."""

    source: str
    destination: str
    cents: int

    def __post_init__(self) -> None:
        assert self.cents > 0, "a posting must move at least one cent"
        assert self.source != self.destination, "a posting must move chips between two different accounts"


def posting(source: str, destination: str, cents: int) -> tuple[Posting, ...]:
    """Return one posting, or none if the amount is zero."""
    return (Posting(source, destination, cents),) if cents else ()


@dataclass(slots=True)
class SpotSums:
    """The settled wagers of one spot, in cents."""

    wagers: int = 0
    staked: int = 0
    returned: int = 0
    won: int = 0
    cut: int = 0

    @property
    def win(self) -> int:
        """The players' net loss on the spot: stakes lost, less winnings."""
        return self.staked - self.returned - self.won


def balances(postings: Iterable[Posting]) -> dict[str, int]:
    """Return each account's gain; the values sum to zero."""
    totals: Counter[str] = Counter()
    for move in postings:
        totals[move.source] -= move.cents
        totals[move.destination] += move.cents
    return dict(totals)
