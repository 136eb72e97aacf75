"""What the routes of one application share."""

from __future__ import annotations

from dataclasses import dataclass, field

from crossfelt.http.identity import Identities
from crossfelt.http.limits import Buckets
from crossfelt.service.house import House

GUESTS_PER_SECOND = 0.2
GUESTS_AT_ONCE = 20
ASKS_PER_SECOND = 10.0
ASKS_AT_ONCE = 60


@dataclass(frozen=True, slots=True)
class Parts:
    """The house, and who is let in."""

    house: House
    identities: Identities
    guests: Buckets = field(default_factory=lambda: Buckets(GUESTS_PER_SECOND, GUESTS_AT_ONCE))
    """How many guests one address may make."""
    asks: Buckets = field(default_factory=lambda: Buckets(ASKS_PER_SECOND, ASKS_AT_ONCE))
    """How much one player may ask for over HTTP."""
