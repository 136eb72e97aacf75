"""How server processes share one database: leases, the connections of each process, and wake-ups.

The log doesn't depend on any of this. All of it may be lost: the processes write it again within a second.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Protocol

LEASE_MS = 3_000
"""How long a process holds its leases after it last renewed itself."""
TASK = "task:"
"""The prefix of leases that aren't a table's."""

Connected = tuple[str | None, ...]
"""The player of each connection to a table, None for a spectator without an account."""


@dataclass(frozen=True, slots=True)
class Lease:
    """The right of one process to act for a table, or to do a task of which only one process takes care.

    It lasts as long as its process renews itself in the database. Each change of the holder makes another epoch.
    """

    name: str
    """The id of a table, or `task:` and the name of a task."""
    holder: str
    """The process."""
    epoch: int


@dataclass(frozen=True, slots=True)
class Beat:
    """The answer to a process that renews itself."""

    leases: Mapping[str, Lease]
    """The leases that it holds."""
    tables: Mapping[str, int]
    """Every open table -> its last entry."""
    elsewhere: Mapping[str, Connected]
    """Table -> connections to it at other processes."""
    left_ms: Mapping[str, Mapping[str, int]]
    """Table that another process runs -> the milliseconds left of each of its clocks."""
    seals: Mapping[str, bytes]
    """`players` and `settings` -> a value that changes with every row saved there."""
    processes: int
    """The number of processes, this one included."""


class Peers(Protocol):
    """The server processes on one database, as one of them sees and tells them. Used by one thread at a time, except
    for `listen`. Every method raises `StorageUnavailable` while the database can't be reached."""

    @property
    def process(self) -> str:
        """The id of this process."""

    def beat(self, claimable: Collection[str]) -> Beat:
        """Renew this process and all its leases, take over the claimable leases that nobody holds, up to its share, and
        read what the others have changed."""

    def register(self, tables: Collection[str]) -> None:
        """List open tables whose leases are free for any process."""

    def is_listed(self, table: str) -> bool:
        """Return whether a table is in the list and its log has begun."""

    def claim(self, table: str) -> Lease:
        """List a table that is about to be opened, with a lease that this process holds."""

    def release(self, names: Collection[str]) -> None:
        """Let go of leases that this process holds."""

    def remove(self, table: str) -> None:
        """Remove a closed table from the list."""

    def publish(
        self, hints: Collection[str], here: Mapping[str, Connected], left_ms: Mapping[str, Mapping[str, int]]
    ) -> None:
        """Write who is connected here to tables, and how long the clocks of tables still run; then wake up the others
        with hints at what has changed."""

    def elsewhere(self, tables: Collection[str]) -> Mapping[str, Connected]:
        """Read the connections to tables at other processes."""

    def listen(self, heard: Callable[[frozenset[str]], None]) -> None:
        """Call `heard`, in a thread of its own, with the hints of other processes. A hint may be missing or wrong: only
        what is then read counts."""

    def leave(self) -> None:
        """Give up all leases and stop listening."""
