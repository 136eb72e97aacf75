"""Players who keep to every limit: each wagers again and again at fixed moments, and notes how long each answer takes.

A late answer counts from the moment at which the wager was due, not from when the client got to it.
"""

from __future__ import annotations

import asyncio
import json
import time
from dataclasses import dataclass, field
from itertools import count
from secrets import token_hex

from benchmarks.pauses import Sample
from websockets.asyncio.client import ClientConnection

from tests.support.abuse.wire import HONEST_NETWORK, asking, guest, line, opened

SEATS = 2
GUESTS_OF_ONE_ADDRESS = 10
ANSWER_SECONDS = 30.0
_made = count()


@dataclass
class Seat:
    """One player at one table."""

    socket: ClientConnection
    latencies: list[Sample] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    due: dict[str, float] = field(default_factory=dict)
    round: str = ""
    opened: asyncio.Event = field(default_factory=asyncio.Event)

    async def read(self) -> None:
        """Read answers until the socket is closed."""
        try:
            async for text in self.socket:
                self._take(str(text), time.perf_counter())
        except Exception as error:
            self.errors.append(repr(error))

    def _take(self, text: str, now: float) -> None:
        if text.startswith('{"kind":"done"'):
            began = self.due.pop(json.loads(text)["id"], None)
            if began is not None:
                self.latencies.append((began, now - began))
        elif text.startswith('{"kind":"refused"'):
            self.errors.append(text)
        elif not self.round and '"may_act":[' in text and '"may_act":[]' not in text:
            self.round = json.loads(text)["info"]["round"]["id"]
            self.opened.set()

    async def play(self, moments: list[float]) -> None:
        """Wager at each of these moments, or as soon after it as possible."""
        for number, moment in enumerate(moments):
            await asyncio.sleep(max(0.0, moment - time.perf_counter()))
            identity, cents = token_hex(16), 500 + 100 * (number % 2)
            action = {"kind": "place_wagers", "wagers": {"ante_across": cents, "ante_down": cents}}
            self.due[identity] = moment
            await self.socket.send(asking({"kind": "act", "round": self.round, "action": action}, identity))


@dataclass
class Honest:
    """All honest players of a run."""

    seats: list[Seat]
    readers: list[asyncio.Task[None]]

    async def measured(self, seconds: float, rate: float) -> tuple[list[Sample], list[str]]:
        """Latencies and errors of everybody playing at this rate for a while."""
        for seat in self.seats:
            seat.latencies, seat.errors = [], []
        start, step = time.perf_counter() + 0.1, 1 / rate
        count = round(seconds * rate)
        spread = [start + step * number / len(self.seats) for number in range(len(self.seats))]
        await asyncio.gather(
            *(
                seat.play([first + step * turn for turn in range(count)])
                for seat, first in zip(self.seats, spread, strict=True)
            )
        )
        limit = time.perf_counter() + ANSWER_SECONDS
        while any(seat.due for seat in self.seats) and time.perf_counter() < limit:
            await asyncio.sleep(0.01)
        errors = [error for seat in self.seats for error in seat.errors]
        errors += [f"no answer to {identity}" for seat in self.seats for identity in seat.due]
        return [latency for seat in self.seats for latency in seat.latencies], errors

    async def close(self) -> None:
        """Hang up."""
        for reader in self.readers:
            reader.cancel()
        for seat in self.seats:
            seat.socket.transport.abort()


async def seated(port: int, tables: int) -> Honest:
    """Players at this many tables, each in a round that takes wagers."""
    seats, readers = [], []
    for _ in range(tables):
        table = ""
        for number in range(1, SEATS + 1):
            address = f"{HONEST_NETWORK}.{1 + next(_made) // GUESTS_OF_ONE_ADDRESS % 250}"
            token = await guest(port, address)
            table = table or await opened(port, token, address, seat_count=SEATS)
            seat = Seat(await line(port, table, token, address))
            readers.append(asyncio.ensure_future(seat.read()))
            await seat.socket.send(asking({"kind": "sit", "seat": number}))
            seats.append(seat)
    for seat in seats:
        await asyncio.wait_for(seat.opened.wait(), ANSWER_SECONDS)
    return Honest(seats, readers)
