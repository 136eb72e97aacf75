"""Token buckets: how much one client may ask for, so that others aren't kept waiting."""

from __future__ import annotations

import time
from collections import OrderedDict


class Bucket:
    """A bucket of tokens that refills at `rate` per second, up to `size`."""

    __slots__ = ("_at", "_left", "rate", "size")

    def __init__(self, rate: float, size: float) -> None:
        self.rate, self.size = rate, size
        self._left = float(size)
        self._at = time.monotonic()

    def take(self, cost: float = 1) -> bool:
        """Take `cost` tokens; False, and nothing taken, when there are fewer."""
        if self.wait(cost) > 0:
            return False
        self._left -= cost
        return True

    def wait(self, cost: float = 1) -> float:
        """Seconds until `cost` tokens are there; 0 when they are."""
        now = time.monotonic()
        self._left = min(self.size, self._left + (now - self._at) * self.rate)
        self._at = now
        return max(0.0, (min(cost, self.size) - self._left) / self.rate)


class Buckets:
    """One bucket per client. Clients that weren't seen for longest are forgotten first."""

    def __init__(self, rate: float, size: float, most: int = 10_000) -> None:
        self._rate, self._size, self._most = rate, size, most
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def of(self, client: str) -> Bucket:
        """The bucket of a client."""
        bucket = self._of.get(client)
        if bucket is None:
            bucket = self._of[client] = Bucket(self._rate, self._size)
            if len(self._of) > self._most:
                self._of.popitem(last=False)
        self._of.move_to_end(client)
        return bucket

    def take(self, client: str, cost: float = 1) -> bool:
        """Take some of the client's tokens; False when there are too few."""
        return self.of(client).take(cost)


class Counts:
    """How many of something each client has at the moment, with a bound for each."""

    def __init__(self, most: int) -> None:
        self.most = most
        self._of: dict[str, int] = {}

    def take(self, client: str) -> bool:
        """Count one more; False, and nothing counted, when the client has `most` already."""
        held = self._of.get(client, 0)
        if held >= self.most:
            return False
        self._of[client] = held + 1
        return True

    def give_back(self, client: str) -> None:
        """Count one less of what a client has."""
        held = self._of.get(client, 0)
        if held > 1:
            self._of[client] = held - 1
        else:
            self._of.pop(client, None)

    def of(self, client: str) -> int:
        """The number that a client has at the moment."""
        return self._of.get(client, 0)
