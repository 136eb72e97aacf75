"""A server with a database of its own, and what is measured of it."""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from secrets import token_hex

from crossfelt.http.identity import Identities
from crossfelt.service.house import House
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.terms import TableTerms
from crossfelt.storage.sqlite import SqliteStore
from tests.support.service.houses import Person

KEY = bytes(range(32))
TERMS = TableTerms("A long log", "criss-cross", "practice", "maryland", seat_count=1, pace_ms=0)


@dataclass(frozen=True)
class Scene:
    """A server that runs."""

    process: subprocess.Popen[str]
    port: int
    folder: Path
    host: str
    table: str

    @property
    def memory_bytes(self) -> int:
        """The memory of the server's own process."""
        lines = Path(f"/proc/{self.process.pid}/status").read_text(encoding="utf-8").splitlines()
        return next(int(line.split()[1]) for line in lines if line.startswith("VmRSS:")) * 1024

    @property
    def cpu_seconds(self) -> float:
        """Processor time of the server's own process so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def disk_bytes(self) -> int:
        """Everything in the folder of the database."""
        return sum(path.stat().st_size for path in self.folder.iterdir() if path.is_file())


async def _filled(path: Path, entries: int) -> tuple[str, str]:
    """A database with a practice table whose log is long; the token of its host, and its id."""
    store = SqliteStore(path, KEY, synchronous="OFF")
    house = House(store, KEY)
    await house.start()
    player, _ = await house.players.create("Host")
    table = await house.open_table(player.id, token_hex(16), TERMS)
    person = Person(house, table, player.id)
    table.watch(person)
    await person.ask(asked.Sit(1))
    while not person.updates[-1].info.may_act:
        await asyncio.sleep(0.001)
    for number in range(entries):
        cents = 500 + 100 * (number % 2)
        await person.act("place_wagers", wagers={"ante_across": cents, "ante_down": cents})
        person.updates[:-1] = []
    token = Identities(KEY, house.players).token(player.id)
    await house.stop()
    return token, table.state.table


@contextmanager
def running(folder: Path, entries: int, lifted: str | None, core: int | None) -> Iterator[Scene]:
    """A server; `lifted` is a statement that raises limits before it starts, empty to multiply all of them."""
    path = folder / "tables.db"
    host, table = asyncio.run(_filled(path, entries))
    factor = [] if lifted is None else ["--limit-factor", "1000"]
    pinned = "" if core is None else f"os.sched_setaffinity(0, {{{core}}})"
    start = f"import os, sys\n{pinned}\n{lifted or ''}\nfrom crossfelt.cli import main\nsys.exit(main(sys.argv[1:]))"
    command = [sys.executable, "-c", start, "serve", "--port", "0", "--database", str(path), *factor]
    process = subprocess.Popen(
        command,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "CROSSFELT_KEY": KEY.hex()},
    )
    assert process.stdout is not None and process.stderr is not None
    first = process.stdout.readline()
    assert first.startswith("Crossfelt is at http://127.0.0.1:"), process.stderr.read()
    try:
        yield Scene(process, int(first.split()[3].rstrip("/").rpartition(":")[2]), folder, host, table)
    finally:
        process.terminate()
        _, log = process.communicate(timeout=30)
        assert "Traceback" not in log, log[-2000:]
