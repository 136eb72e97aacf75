"""Honest players beside attacks: nobody gets an error, the limits bite, and in full nobody waits twice as long."""

from __future__ import annotations

import asyncio
import json
import os
import statistics
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path

import pytest
from benchmarks.pauses import Pauses, watched

from tests.support.abuse import attacks
from tests.support.abuse.honest import seated
from tests.support.abuse.scene import Scene, running
from tests.support.scale import SCALE, report_figures, scaled

IS_FULL = SCALE == "full"
RUNS = scaled(1, 3)
TABLES = scaled(2, 20)
RATE = scaled(8, 4)
SECONDS = scaled(2, 22)
"""In full 40 players act 4 times a second for 22 seconds: 3,520 actions in quiet, and 3,520 beside the attack. That is
a third of what the server's core can do. Near its limit even quiet players queue, and any further work doubles a p99.
"""
ENTRIES = scaled(100, 8_000)
"""Of the log that reports are made of."""
FEWEST_ACTIONS = 3_000
"""In each part of a run, besides those that a pause of the machine delayed."""
MOST_RUNS = 3 * RUNS
"""How often an attack is measured to get enough runs with that many actions."""
MOST_RATIO = 2.0
MOST_MEMORY = 64 * 2**20
MOST_DISK = 40 * 10**6
SERVER_CORE, CLIENT_CORE = 0, 1
Met = dict[str, int]

BITES: dict[str, Callable[[Met], bool]] = {
    "flood": lambda met: met.get("too_many", 0) > 0,
    "reports": lambda met: met.get("429", 0) > 0,
    "toml": lambda met: met.get("dots", 0) > 0,
    "bots": lambda met: met.get("200", 0) > 0 and met.get("rounds", 0) <= attacks.BOT_TABLES * (SECONDS + 1),
    "half_open": lambda met: met.get("dropped", 0) > 0,
    "guests": lambda met: met.get("429", 0) > 0,
    "pdf": lambda met: met.get("429", 0) > 0,
}
"""Attack -> whether its counts show that the limit took effect."""
LIFTED = {
    "flood": "import crossfelt.http.table_socket as live\nlive.MESSAGES_PER_SECOND = live.MESSAGES_AT_ONCE = 10**6",
    "toml": "import crossfelt.jsontext as jsontext\njsontext._MOST_KEY_PARTS = 10**6",
    "reports": "",
    "half_open": "",
    "guests": "",
}
"""Attack -> what raises its limits. The pace of bots and the queue of pages are lifted in tests of their own."""


@dataclass(frozen=True)
class Measured:
    """One run of one attack."""

    quiet: list[float]
    attacked: list[float]
    errors: list[str]
    met: Met
    memory: int
    disk: int
    cpu: tuple[float, float]
    """Processor time of the server in quiet and beside the attack, in seconds."""


async def _measured(name: str, scene: Scene, seconds: float) -> Measured:
    command = [sys.executable, "-m", "tests.support.abuse.attacks", name, str(scene.port), scene.host, scene.table]
    attacker = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    assert attacker.stdin is not None and attacker.stdout is not None
    loop = asyncio.get_running_loop()
    try:
        honest = await seated(scene.port, TABLES)
        ready = await loop.run_in_executor(None, attacker.stdout.readline)
        assert ready == "ready\n", "the attacker could not connect"
        with watched() if IS_FULL else nullcontext(Pauses()) as pauses:
            began = scene.cpu_seconds
            quiet, errors = await honest.measured(seconds, RATE)
            memory, disk, middle = scene.memory_bytes, scene.disk_bytes, scene.cpu_seconds
            attacker.stdin.write("attack\n")
            attacker.stdin.flush()
            attacked, more = await honest.measured(seconds, RATE)
        memory, disk = scene.memory_bytes - memory, scene.disk_bytes - disk
        cpu = middle - began, scene.cpu_seconds - middle
        attacker.stdin.write("stop\n")
        attacker.stdin.flush()
        met: Met = json.loads(await loop.run_in_executor(None, attacker.stdout.readline))
        await honest.close()
        untouched = pauses.untouched(quiet), pauses.untouched(attacked)
        return Measured(*untouched, errors + more, met, memory, disk, cpu)
    finally:
        attacker.kill()
        attacker.communicate()


CORE = SERVER_CORE if IS_FULL else None


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """One server for all attacks of the short form."""
    with running(tmp_path_factory.mktemp("shared"), ENTRIES, None, CORE) as scene:
        yield scene


def runs_of(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> Iterator[Measured]:
    """In full every run has a server of its own; one in which the machine was paused too often is measured again."""
    if not IS_FULL:
        yield asyncio.run(_measured(name, request.getfixturevalue("shared"), SECONDS))
        return
    measured = 0
    for number in range(MOST_RUNS):
        folder = tmp_path / str(number)
        folder.mkdir()
        with running(folder, ENTRIES, None, CORE) as scene:
            run = asyncio.run(_measured(name, scene, SECONDS))
        if min(len(run.quiet), len(run.attacked)) >= FEWEST_ACTIONS:
            yield run
            measured += 1
        if measured == RUNS:
            return
    pytest.fail(f"the machine was paused too often: {measured} of {MOST_RUNS} runs had {FEWEST_ACTIONS} actions")


def p99(latencies: list[float]) -> float:
    return sorted(latencies)[int(0.99 * (len(latencies) - 1))]


@pytest.fixture(autouse=True)
def _clients_on_a_core_of_their_own() -> None:
    if IS_FULL:
        os.sched_setaffinity(0, {CLIENT_CORE})


@pytest.mark.parametrize("name", attacks.NAMES)
def test_honest_players_do_not_suffer(name: str, tmp_path: Path, request: pytest.FixtureRequest) -> None:
    runs = list(runs_of(name, tmp_path, request))
    quiet = statistics.median(p99(run.quiet) for run in runs)
    attacked = statistics.median(p99(run.attacked) for run in runs)
    errors = [error for run in runs for error in run.errors]
    memory, disk = max(run.memory for run in runs), max(run.disk for run in runs)
    cpus = [statistics.median(run.cpu[part] for run in runs) for part in (0, 1)]
    actions = min(len(run.attacked) for run in runs)
    report_figures(
        f"{name}: p99 of {actions} actions {1000 * quiet:.1f} ms quiet, {1000 * attacked:.1f} ms attacked, "
        f"{attacked / quiet:.2f}x, {len(errors)} errors, memory +{memory / 2**20:.0f} MiB, disk +{disk / 1e6:.1f} MB, "
        f"server CPU {cpus[0]:.1f} s quiet, {cpus[1]:.1f} s attacked"
    )
    assert errors == []
    for run in runs:
        assert BITES[name](run.met), run.met
    assert memory < MOST_MEMORY and disk < MOST_DISK
    if IS_FULL:
        assert attacked <= MOST_RATIO * quiet, [(p99(run.quiet), p99(run.attacked)) for run in runs]


@pytest.mark.parametrize("name", list(LIFTED) if IS_FULL else list(LIFTED)[:2])
def test_with_the_limit_lifted_the_attack_passes(name: str, tmp_path: Path) -> None:
    """The same attack on a server without the limit: what is asserted above can fail."""
    with running(tmp_path, 300, LIFTED[name], CORE) as scene:
        assert not BITES[name](asyncio.run(_measured(name, scene, 2)).met)
