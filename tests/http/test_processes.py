"""`crossfelt serve --workers`: several processes behind one port, and a supervisor that replaces the dead ones."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable

import httpx2
import psycopg

from tests.support.postgresql import Cluster
from tests.support.service.running.servers import KEY, ROOT, has_ended

SERVE = (sys.executable, "-m", "crossfelt", "serve", "--port", "0")
WAIT_SECONDS = 60.0


def processes_of(url: str) -> set[int]:
    """The ids of the server processes that use a database, as they tell PostgreSQL."""
    with psycopg.connect(url) as connection:
        rows = connection.execute(
            "SELECT application_name FROM pg_stat_activity WHERE datname = current_database()"
            " AND application_name LIKE 'crossfelt %' AND query LIKE '%%LISTEN%%'"
        ).fetchall()
    return {int(row[0].split()[1]) for row in rows}


def until(holds: Callable[[], bool]) -> None:
    end = time.monotonic() + WAIT_SECONDS
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.05)


def test_a_dead_process_is_replaced_and_all_of_them_end_with_their_supervisor(postgresql: Cluster) -> None:
    url = postgresql.new_database()
    environment = {**os.environ, "CROSSFELT_KEY": KEY.hex()}
    command = [*SERVE, "--workers", "2", "--database", url]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as supervisor:
        assert supervisor.stdout is not None
        announced = re.search(r"(http://127\.0\.0\.1:\d+)/ \(2 processes", supervisor.stdout.readline())
        assert announced is not None
        until(lambda: len(processes_of(url)) == 2)
        before = processes_of(url)
        victim = min(before)
        os.kill(victim, signal.SIGKILL)
        until(lambda: len(processes_of(url) - {victim}) == 2)
        assert httpx2.get(f"{announced[1]}/readyz").json()["ready"]
        remaining = processes_of(url)
        supervisor.kill()
    assert all(has_ended(process, WAIT_SECONDS) for process in remaining)


def test_a_sqlite_file_has_one_process() -> None:
    ran = subprocess.run([*SERVE, "--workers", "2"], cwd=ROOT, capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert ran.stderr.startswith("error: --workers 2 needs PostgreSQL: a SQLite file has one server process")


def test_a_database_that_cannot_be_used_is_refused_before_any_process_starts(postgresql: Cluster) -> None:
    environment = {**os.environ, "CROSSFELT_KEY": KEY.hex()}
    command = [*SERVE, "--workers", "2", "--database", postgresql.url("nowhere")]
    ran = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=False)
    assert ran.returncode == 2
    assert len(ran.stderr.splitlines()) == 1
    assert 'database "nowhere" does not exist' in ran.stderr
