"""Connections that owe a request: bounded for each address and in all, the oldest dropped first.

An honest client sends its request at once, so one that has waited longest is the one to lose.
"""

from __future__ import annotations

import math
from collections import OrderedDict
from typing import Protocol

from crossfelt.http.addresses import Network, counted_as, is_trusted
from crossfelt.http.limits import Buckets

MOST_OF_ONE_ADDRESS = 64
MOST_IN_ALL = 1000
CONNECTIONS_PER_SECOND = 20
CONNECTIONS_AT_ONCE = 100
"""New connections of one address. Browsers and proxies keep theirs, so that few clients need more."""


class Droppable(Protocol):
    """A connection that can be ended at once."""

    def hang_up(self) -> None:
        """End the connection now."""


class IncompleteRequests:
    """The connections of one server that have not sent a whole request yet."""

    def __init__(self, factor: float = 1, trusted: tuple[Network, ...] = ()) -> None:
        """Connections of `trusted` proxies count in all only: each carries another client."""
        self.most_of_one_address = math.ceil(MOST_OF_ONE_ADDRESS * factor)
        self.most_in_all = MOST_IN_ALL
        self._trusted = trusted
        self.new = Buckets(CONNECTIONS_PER_SECOND * factor, CONNECTIONS_AT_ONCE * factor)
        self._all: OrderedDict[Droppable, str] = OrderedDict()
        self._of: dict[str, OrderedDict[Droppable, None]] = {}

    def __len__(self) -> int:
        return len(self._all)

    def admit(self, peer: str) -> bool:
        """Whether an address may have a further connection now."""
        return is_trusted(peer, self._trusted) or self.new.take(counted_as(peer))

    def add(self, connection: Droppable, peer: str) -> None:
        """Count a connection, and drop the oldest where that is one too many."""
        address = "" if is_trusted(peer, self._trusted) else counted_as(peer)
        self._all[connection] = address
        if address:
            of_address = self._of.setdefault(address, OrderedDict())
            of_address[connection] = None
            if len(of_address) > self.most_of_one_address:
                self._drop(next(iter(of_address)))
        if len(self._all) > self.most_in_all:
            self._drop(next(iter(self._all)))

    def remove(self, connection: Droppable) -> None:
        """Stop counting a connection."""
        address = self._all.pop(connection, None)
        if address:
            self._of[address].pop(connection, None)
            if not self._of[address]:
                del self._of[address]

    def _drop(self, connection: Droppable) -> None:
        self.remove(connection)
        connection.hang_up()
