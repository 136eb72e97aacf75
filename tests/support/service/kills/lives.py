"""One database over several lives of its server: every life ends with a kill, and after each everything is checked."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from contextlib import ExitStack
from pathlib import Path

from httpx2 import AsyncClient

from crossfelt.storage.opener import open_reader
from tests.support.rules.submissions import BONUS_SPIN, submission
from tests.support.service.kills.checks import file_faults
from tests.support.service.kills.players import ANTES, Player
from tests.support.service.running.failpoints import FAILPOINTS
from tests.support.service.running.guests import Guest, client, new_guest
from tests.support.service.running.servers import KEY, ColdServer, DiedAtStart, ForkServer, Running

PROGRESSIVES = submission(
    BONUS_SPIN,
    """
[choices.xtreme]
wheel_1 = "a"
rate_ppm = 150000
meters.a = { initial_cents = 250000, reset_cents = 100000 }
event = "high_card"
""",
)
"""A submission with both progressive wagers: meters grow, and wheels are spun in nearly every round."""
TABLES = (
    {"rules": PROGRESSIVES, "seat_count": 3},
    {"rules": "cardroom", "seat_count": 2},
    {"game": "king-cross", "rules": "king-cross", "table_kind": "practice", "seat_count": 2},
)
PROGRESSIVE_WAGERS = {**ANTES, "bonus_spin": 500, "bonus_spin_xtreme": 100}
RANDOM = "random moment"
COLD = "random moment after a cold start"
COLD_EVERY = 10
"""One start in this many is a cold one, from nothing."""
MOST_SECONDS = 0.4
"""How long a server lives at most before it is killed at a random moment."""
MOST_COUNTDOWN = 120
STUCK_SECONDS = 60.0
"""A server that hasn't reached the place where it should die within this time has stopped playing."""


class Lives:
    """Players at three tables of both games, and a server that keeps being killed."""

    def __init__(self, database: Path | str, fork_server: ForkServer, seed: int) -> None:
        self.database, self._fork_server, self._seed = database, fork_server, seed
        self._draw = random.Random(seed)
        self.players: list[Player] = []
        self.ends: Counter[str] = Counter()
        """How each life ended."""

    @property
    def acknowledged(self) -> int:
        """Actions that were acknowledged in all lives."""
        return sum(len(player.acknowledged) for player in self.players)

    def rounds(self) -> int:
        """Rounds that were played to their end in all lives."""
        reader = open_reader(str(self.database), KEY)
        try:
            tables = {player.table for player in self.players}
            return sum(len(reader.rounds_at(table, None, 100_000)) for table in tables)
        finally:
            reader.close()

    async def live(self, kills: int) -> None:
        """Open the tables, then kill the server `kills` times. Raises `AssertionError` if a check fails."""
        await self._begin()
        for number in range(kills):
            await self._one_life(number)
            faults = file_faults(self.database, self.players)
            assert faults == [], f"seed {self._seed}, kill {number}: {faults[:5]}"
            for player in self.players:
                del player.shown[:-1]

    async def live_once(self, place: str, countdown: int) -> None:
        """Open the tables, and let the server die at a named place."""
        await self._begin()
        await self._until_failpoint(place, countdown)

    async def _begin(self) -> None:
        first = self._fork_server.start(self.database)
        await self._open(first.port)
        first.kill()

    async def _open(self, port: int) -> None:
        async with client(port) as http:
            shared = await new_guest(http, "Shared")
            for number, terms in enumerate(TABLES):
                table = await shared.open_table(http, **terms)
                for seat in range(1, int(str(terms["seat_count"])) + 1):
                    # One guest plays at two tables from one wallet.
                    is_shared = seat == 1 and number < 2
                    guest = shared if is_shared else await new_guest(http, f"Guest {number} {seat}")
                    await self._sit(http, guest, table, seat, terms["rules"] == PROGRESSIVES)

    async def _sit(self, http: AsyncClient, guest: Guest, table: str, seat: int, is_progressive: bool) -> None:
        await guest.ask(http, table, {"kind": "sit", "seat": seat})
        wagers = PROGRESSIVE_WAGERS if is_progressive else ANTES
        self.players.append(Player(guest, table, seat, random.Random(self._draw.random()), wagers))

    async def _one_life(self, number: int) -> None:
        draw = self._draw
        with ExitStack() as stack:
            if number % COLD_EVERY == COLD_EVERY // 2:
                self.ends[COLD] += 1
                server = stack.enter_context(ColdServer(self.database, self._fork_server.log))
                await self._until_killed(server, draw.uniform(0, 2 * MOST_SECONDS))
            elif number % 2 == 0:
                self.ends[RANDOM] += 1
                server = self._fork_server.start(self.database)
                await self._until_killed(server, draw.uniform(0, MOST_SECONDS))
            else:
                place = FAILPOINTS[(number // 2 + self._seed) % len(FAILPOINTS)]
                self.ends[place] += 1
                await self._until_failpoint(place, draw.randint(1, MOST_COUNTDOWN))

    async def _until_killed(self, server: Running, seconds: float) -> None:
        playing = asyncio.gather(*(player.play(server.port) for player in self.players))
        await asyncio.sleep(seconds)
        server.kill()
        await playing

    async def _until_failpoint(self, place: str, countdown: int) -> None:
        try:
            server = self._fork_server.start(self.database, place, countdown)
        except DiedAtStart:
            return
        try:
            async with asyncio.timeout(STUCK_SECONDS):
                await asyncio.gather(*(player.play(server.port) for player in self.players))
        finally:
            server.kill()
