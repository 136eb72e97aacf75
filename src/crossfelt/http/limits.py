"""How much one client may ask for, so that the others are not kept waiting."""

from __future__ import annotations

import time
from collections import OrderedDict


class Bucket:
    """A bucket of tokens that fills up by itself: `rate` a second, at most `size`."""

    __slots__ = ("_at", "_left", "rate", "size")

    def __init__(self, rate: float, size: int) -> None:
        self.rate, self.size = rate, size
        self._left = float(size)
        self._at = time.monotonic()

    def take(self) -> bool:
        """Takes one token; False when there is none."""
        now = time.monotonic()
        self._left = min(self.size, self._left + (now - self._at) * self.rate)
        self._at = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Buckets:
    """One bucket for each client; those that were not seen for longest are forgotten first."""

    def __init__(self, rate: float, size: int, most: int = 10_000) -> None:
        self._rate, self._size, self._most = rate, size, most
        self._of: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, client: str) -> bool:
        """Takes one of the client's tokens; False when there is none."""
        bucket = self._of.get(client)
        if bucket is None:
            bucket = self._of[client] = Bucket(self._rate, self._size)
            if len(self._of) > self._most:
                self._of.popitem(last=False)
        self._of.move_to_end(client)
        return bucket.take()
