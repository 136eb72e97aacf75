"""Several server processes of the operating system on one PostgreSQL database, with players who reconnect to any of
them. A trigger in the database checks every action of the system against the lease, apart from our own code."""

from __future__ import annotations

import asyncio
import os
import random
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from crossfelt.storage.postgresql_connection import connect
from tests.support.postgresql import Cluster
from tests.support.scale import report_figures, scaled
from tests.support.service.kills.checks import file_faults, mistakes
from tests.support.service.kills.lives import Lives
from tests.support.service.running.servers import ForkServer, Running

PROCESSES = 3
LEASE_MS = 300
KILLS = scaled(6, 200)
STOPS = scaled(8, 500)
MOST_SECONDS = 0.8
"""How long the processes run at most before something happens to one of them."""
DEADLINE_SECONDS = 60.0
WATCH = (
    "CREATE TABLE system_actions (table_name text, seq integer, is_ours boolean)",
    """
    CREATE FUNCTION watch() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
        INSERT INTO system_actions SELECT NEW.table_name, NEW.first_seq,
            current_setting('application_name') = 'crossfelt ' || split_part(holder, '-', 1)
            FROM leases WHERE name = NEW.table_name;
        RETURN NEW;
    END $$
    """,
    "CREATE TRIGGER watch AFTER INSERT ON actions FOR EACH ROW WHEN (NEW.account = 'system') EXECUTE FUNCTION watch()",
)


class Company(Lives):
    """Players at three tables of both games, and processes that are killed, stopped and replaced."""

    def __init__(self, database: str, fork_server: ForkServer, seed: int) -> None:
        super().__init__(database, fork_server, seed)
        self.servers: list[Running] = []
        self._is_over = False

    @contextmanager
    def running(self) -> Iterator[None]:
        """Start the processes, and kill them all at the end."""
        try:
            for _ in range(PROCESSES):
                self.start()
            yield
        finally:
            for server in self.servers:
                server.kill()

    def start(self) -> None:
        self.servers.append(self._fork_server.start(self.database, lease_ms=LEASE_MS))

    async def begin(self) -> None:
        """Open the tables at one process, and watch what the system does."""
        await self._open(self.servers[0].port)
        with connect(str(self.database)) as connection:
            for statement in WATCH:
                connection.execute(statement)

    async def play(self) -> None:
        """Play until it is over, at a process picked at random after each connection that broke."""

        async def always(number: int) -> None:
            draw, player = random.Random(f"{self._seed} {number}"), self.players[number]
            while not self._is_over:
                await player.play(draw.choice(self.servers).port)
                await asyncio.sleep(0.05)

        await asyncio.gather(*(always(number) for number in range(len(self.players))))

    async def kill_some(self, kills: int) -> None:
        """Kill processes at random moments, and start another in place of each."""
        for _ in range(kills):
            await asyncio.sleep(self._draw.uniform(0, MOST_SECONDS))
            victim = self._draw.choice(self.servers)
            self.servers.remove(victim)
            victim.kill()
            await asyncio.to_thread(self.start)

    async def stop_some(self, stops: int) -> None:
        """Stop processes at random moments for longer than their leases, then let them go on."""
        for _ in range(stops):
            await asyncio.sleep(self._draw.uniform(0, MOST_SECONDS))
            victim = self._draw.choice(self.servers)
            os.kill(victim.pid, signal.SIGSTOP)
            await asyncio.sleep(LEASE_MS / 1000 * self._draw.uniform(1.2, 3))
            os.kill(victim.pid, signal.SIGCONT)

    async def until_rounds(self, rounds: int) -> None:
        """Play on until this many rounds are over, so that the processes that are left are seen to continue."""
        async with asyncio.timeout(DEADLINE_SECONDS):
            while await asyncio.to_thread(self.rounds) < rounds:
                await asyncio.sleep(0.2)

    def finish(self) -> None:
        """End the processes, so that the players end too."""
        self._is_over = True
        for server in self.servers:
            server.kill()

    def faults(self) -> list[str]:
        """Everything that is wrong with the database and with what the players were shown."""
        return file_faults(self.database, self.players)

    def system_actions(self) -> tuple[int, int]:
        """How many actions of the system were written, and how many of them by a process without the lease."""
        with connect(str(self.database)) as connection:
            query = "SELECT count(*), count(*) FILTER (WHERE is_ours IS NOT TRUE) FROM system_actions"
            row = connection.execute(query).fetchone()
        assert row is not None
        return row[0], row[1]


async def _through(company: Company, trouble: str, count: int) -> None:
    with company.running():
        await company.begin()
        playing = asyncio.create_task(company.play())
        try:
            await (company.kill_some(count) if trouble == "kills" else company.stop_some(count))
            await company.until_rounds(company.rounds() + 3)
        finally:
            company.finish()
            await playing


def test_kills_of_processes_lose_nothing(tmp_path: Path, postgresql: Cluster) -> None:
    """Every round continues at another process, and no action is lost or done twice."""
    with ForkServer(tmp_path) as fork_server:
        company = Company(postgresql.new_database(), fork_server, 1)
        asyncio.run(_through(company, "kills", KILLS))
        faults, (written, foreign) = company.faults(), company.system_actions()
        assert faults == [] and foreign == 0 and written > KILLS
        assert mistakes(fork_server.log) == []
    report_figures(f"{KILLS} kills of {PROCESSES} processes, {company.acknowledged} actions, {company.rounds()} rounds")


def test_a_process_that_wakes_up_after_its_lease_has_passed_on_writes_nothing(
    tmp_path: Path, postgresql: Cluster
) -> None:
    with ForkServer(tmp_path) as fork_server:
        company = Company(postgresql.new_database(), fork_server, 2)
        asyncio.run(_through(company, "stops", STOPS))
        faults, (written, foreign) = company.faults(), company.system_actions()
        assert faults == [] and foreign == 0 and written > STOPS
    report_figures(f"{STOPS} stops past the lease, {written} actions of the system, {foreign} under an old lease")
