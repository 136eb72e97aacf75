"""A server is ready soon after it was killed, however many rounds its log holds."""

from __future__ import annotations

import asyncio
from pathlib import Path
from statistics import median

from tests.support.scale import SCALE, report_figures, scaled
from tests.support.service.running.full_database import SEATS, TABLES, fill, fill_tables
from tests.support.service.running.guests import client
from tests.support.service.running.servers import ForkServer, Running

STARTS = 7
MOST_SECONDS = 0.3
"""Beyond imports, which a forked server has done before."""
MOST_SECONDS_FOR_TABLES = 3.0
"""With 2,000 tables, also beyond imports."""


def test_many_rounds_do_not_delay_the_start(tmp_path: Path) -> None:
    """The server checks the log from its last mark and finds open rounds again. The time is always reported but
    judged only in the full run, so that a busy machine doesn't fail the test."""
    rounds, path = scaled(60, 10_000), tmp_path / "tables.db"
    entries = asyncio.run(fill(path, rounds, since_mark=scaled(20, 80)))
    with ForkServer(tmp_path) as fork_server:
        fork_server.start(tmp_path / "first.db").kill()  # The first one also waits for the imports.
        seconds, cpu = [], []
        for _ in range(STARTS):
            server = fork_server.start(path)
            seconds.append(server.seconds)
            cpu.append(server.cpu_seconds)
            asyncio.run(has_everything(server))
            server.kill()
    figures = f"ready in {median(seconds):.2f} s (worst {max(seconds):.2f} s), {median(cpu):.2f} s of them computing"
    report_figures(f"{rounds} rounds, {entries} entries: {figures}")
    if SCALE == "full":
        assert median(seconds) <= MOST_SECONDS


def test_many_tables_do_not_delay_the_start(tmp_path: Path) -> None:
    """Closed tables cost nothing, and tables with the same rules read them once."""
    tables, path = scaled(40, 2_000), tmp_path / "tables.db"
    asyncio.run(fill_tables(path, tables))
    with ForkServer(tmp_path) as fork_server:
        fork_server.start(tmp_path / "first.db").kill()
        seconds, cpu = [], []
        for _ in range(scaled(1, STARTS)):
            server = fork_server.start(path)
            seconds.append(server.seconds)
            cpu.append(server.cpu_seconds)
            asyncio.run(has_tables(server, tables))
            server.kill()
    figures = f"ready in {median(seconds):.2f} s (worst {max(seconds):.2f} s), {median(cpu):.2f} s of them computing"
    report_figures(f"{tables} open tables, {tables} closed: {figures}")
    if SCALE == "full":
        assert median(seconds) <= MOST_SECONDS_FOR_TABLES


async def has_tables(server: Running, tables: int) -> None:
    """Says how many tables the server lists."""
    async with client(server.port) as http:
        assert len((await http.get("/api/tables")).json()["tables"]) == tables


async def has_everything(server: Running) -> None:
    """Every table is there, with its players and the round that was open."""
    async with client(server.port) as http:
        assert (await http.get("/readyz")).status_code == 200
        tables = (await http.get("/api/tables")).json()["tables"]
        assert len(tables) == TABLES
        assert all(table["seats_taken"] == SEATS and table["is_playing"] for table in tables)
