"""The ports of a table: the store, the clock, chance, names and a few callbacks. Nothing here runs a table."""

from __future__ import annotations

import os
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field

from crossfelt.chance import Chance
from crossfelt.fairness import RoundChance
from crossfelt.service.clock import Clock
from crossfelt.service.sealing import Sealer
from crossfelt.service.signing import Signer
from crossfelt.service.tables.alarms import Chances
from crossfelt.service.tables.at_stake import AtStake
from crossfelt.service.tables.growth import Growth
from crossfelt.service.tables.messages import Notice
from crossfelt.service.tables.state import Round
from crossfelt.service.tables.times import ABSENT_MS, EMPTY_MS
from crossfelt.service.work import WorkPool
from crossfelt.storage.peers import Lease
from crossfelt.storage.port import Store

READERS = 2
MOST_READS_WAITING = 1000
MOST_OPENINGS_WAITING = 64


class SealedChances:
    """Chance from the secret of the round and the seeds of its players, as anyone can check afterwards."""

    def of(self, play_round: Round, number: int) -> Chance:
        """Draw the number-th chance of the round."""
        assert play_round.locked is not None, "chance is drawn when the seeds are fixed"
        return RoundChance(play_round.secret, play_round.id, play_round.locked).draw(number)


@dataclass(frozen=True, slots=True)
class Ports:
    """Everything that tables need from outside."""

    store: Store
    sealer: Sealer
    signer: Signer
    clock: Clock
    chances: Chances
    names: Callable[[Iterable[str]], Mapping[str, str]]
    """The names of players by their ids."""
    using: Callable[[str], AbstractContextManager[object]]
    """Keep a player from being deleted meanwhile; `Refused` when they are gone."""
    closed: Callable[[str], None]
    """Called after a table has closed itself."""
    freed: Callable[[], None]
    """Called after a seat of a table was freed."""
    changed: Callable[[str], None]
    """Called after this process has written to the log of a table."""
    caught_up: Callable[[str], None]
    """Called after a table has read what another process wrote."""
    attended: Callable[[str], None]
    """Called after a client has connected to a table or left it."""
    notify: Callable[[str, Notice], None]
    """Send a notice to every connection of a player, at whichever table."""
    claim: Callable[[str], Awaitable[Lease | None]]
    """Take the lease of a table that is about to be opened; None where no other process can have it."""
    at_stake: AtStake
    """The players' chips in open rounds, at all tables."""
    entropy: Callable[[int], bytes] = os.urandom
    reads: WorkPool = field(default_factory=lambda: WorkPool("table-reads", READERS, MOST_READS_WAITING))
    """Reads of the store that a table waits for, apart from those of people who look at its history."""
    rules: WorkPool = field(default_factory=lambda: WorkPool("table-rules", 1, MOST_OPENINGS_WAITING))
    """Resolves the rules of tables that are opened."""
    growth: Growth | None = None
    """How fast the logs of a host's tables may grow; None for no limit."""
    absent_ms: int = ABSENT_MS
    empty_ms: int = EMPTY_MS
