"""Rounds on a cluster of real processes: the same figures, whoever is lost, and one line when it cannot go on."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from crossfelt.simulation.cluster import connecting, fleet
from crossfelt.simulation.cluster.connecting import connected
from crossfelt.simulation.cluster.fleet import TASK_SECONDS, next_size
from crossfelt.simulation.cluster.rounds import ClusterEngine
from crossfelt.simulation.engines import EngineLost
from crossfelt.simulation.results import Counts
from crossfelt.simulation.run import prepare, run
from tests.cli.program import Ran, program
from tests.cli.program import run as run_command
from tests.scale import scaled
from tests.simulation.machines import Machines, known, until
from tests.simulation.test_rounds import SEED, a_plan

ROUNDS = scaled(20_000_000, 2_000_000_000)


@pytest.fixture(scope="module")
def machines(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Machines]:
    """A cluster of two workers, which every test leaves as it was."""
    with Machines(tmp_path_factory.mktemp("cluster")) as started:
        started.start_workers("one", "two")
        yield started


@pytest.fixture
def bare(tmp_path: Path) -> Iterator[Machines]:
    """A scheduler without workers, which gives up a task with the first worker that it loses."""
    with Machines(tmp_path, SCHEDULER__ALLOWED_FAILURES="0") as started:
        yield started


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody is waited for longer than a moment."""
    monkeypatch.setattr(fleet, "ANSWER_SECONDS", 0.5)
    monkeypatch.setattr(connecting, "ANSWER_SECONDS", 0.5)


def same(one: Counts, other: Counts) -> bool:
    sums = [(counts.rounds, counts.net, counts.net_squares) for counts in (one, other)]
    return sums[0] == sums[1] and bool((one.outcomes == other.outcomes).all())


def simulated(*options: str) -> dict[str, Any]:
    """The document of a command, without what depends on the time that it took."""
    table = ["--strategy", "optimal", "--strategy", "always-1x", "--strategy", "never-fold", "--seats", "3"]
    wanted = ["--rounds", "1000003", "--rules", "cardroom", "--ante", "25", "--seed", str(SEED), *table]
    found: dict[str, Any] = run_command("simulate", *wanted, *options, "--json").document
    del found["rounds_per_second"]
    return found


def test_the_figures_are_the_same_wherever_they_are_counted(machines: Machines) -> None:
    alone = simulated("--workers", "1")
    assert alone["rounds"] == 1_000_003
    assert [simulated("--workers", "2"), simulated("--workers", "5")] == [alone, alone]
    assert simulated("--cluster", machines.address) == alone


def test_processes_of_this_machine_are_a_cluster() -> None:
    assert simulated("--cluster", "local", "--workers", "2") == simulated()


def test_king_cross_games_come_out_the_same_on_a_cluster(machines: Machines) -> None:
    """Scores and luck; what a game took is another matter."""
    champion = ("--policy", "champion", "--playouts", "20", "--games", "5", "--bonus")
    for policy in (champion, ("--policy", "expert", "--games", "120")):
        command = ("king", "bench", "--seed", str(SEED), *policy, "--json")
        here, there = (run_command(*command, *more).document for more in ((), ("--cluster", machines.address)))
        assert len(here["scores"]) == here["games"]
        assert (there["scores"], there["luck"]) == (here["scores"], here["luck"])


def test_the_cells_of_a_sweep_come_out_the_same_on_a_cluster(machines: Machines, tmp_path: Path) -> None:
    file = tmp_path / "sweep.toml"
    file.write_text(
        'rounds = 100_000\nseats = [1, 2]\nstrategies = ["always-1x", "optimal"]\n'
        '[[grid]]\nrules = ["maryland", "cardroom"]\npay = { flush = [7, 8] }'
    )
    here, there = (run_command("sweep", str(file), *more, "--json") for more in ((), ("--cluster", machines.address)))
    assert len(here.document["cells"]) == 16
    assert there.out == here.out


def test_a_run_looks_at_the_same_blocks_wherever_it_is_played(machines: Machines) -> None:
    prepared = prepare(a_plan("maryland", 2, "always-1x", rounds=3_000_000))
    here: list[Counts] = []
    there: list[Counts] = []

    def watch(seen: list[Counts], counts: Counts) -> bool:
        seen.append(counts)
        return True

    run(prepared, watch=partial(watch, here))
    with connected(machines.address) as workers:
        engine = ClusterEngine(workers, is_told_by_block=True)
        run(prepared, engine=engine, watch=partial(watch, there))
        assert len(here) == 12
        assert all(same(one, other) for one, other in zip(here, there, strict=True))
        part = run(prepared, engine=engine, watch=lambda counts: counts.rounds < 1_000_000)
        assert part.rounds < prepared.plan.rounds
        assert same(run(prepared, done=part, engine=ClusterEngine(workers)), here[-1]), "it goes on where it was left"


def test_a_worker_that_is_killed_loses_nothing(machines: Machines) -> None:
    prepared = prepare(a_plan("maryland", 6, "always-1x", rounds=ROUNDS))
    [victim] = machines.start_workers("victim")
    lost: list[str] = []

    def kill(counts: Counts) -> bool:
        if not lost and counts.rounds > ROUNDS // 8:
            victim.send_signal(signal.SIGSTOP)  # so that it cannot finish what it has before it is gone
            lost.extend(str(task) for task in client.processing()[known(client)["victim"]])
            victim.kill()
        return True

    with machines.client() as client, connected(machines.address) as workers:
        counts = run(prepared, engine=ClusterEngine(workers), watch=kill)
    assert lost, "it had something to do when it was killed"
    assert victim.wait() == -signal.SIGKILL
    assert same(counts, run(prepared, workers=2))


class Deadly:
    """A job that no worker survives."""

    def prepare(self) -> None: ...

    def run(self, items: Sequence[int]) -> list[int]:
        os.kill(os.getpid(), signal.SIGKILL)
        return list(items)


def test_a_task_that_kills_its_workers_is_given_up(bare: Machines) -> None:
    bare.start_workers("one")
    with connected(bare.address) as workers, pytest.raises(EngineLost, match="workers died over the same task, the"):
        list(workers.in_order(Deadly(), [1]))


def test_a_scheduler_that_is_gone_is_told_in_one_line(bare: Machines) -> None:
    bare.start_workers("one")
    command = program(
        "simulate", "--rounds", str(10**12), "--strategy", "always-1x", "--cluster", bare.address, "--json"
    )
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        with bare.client() as client:
            until(lambda: any(client.processing().values()), "a task")
            bare.scheduler.kill()
        out, err = running.communicate()
    ran = Ran(running.returncode, out.decode(), err.decode())
    assert f"the scheduler {bare.address} is gone, or does not answer any more" in ran.refusal


def test_what_was_played_stands_when_the_scheduler_stops_answering(bare: Machines, impatient: None) -> None:
    bare.start_workers("one")
    prepared = prepare(a_plan("maryland", 1, "always-1x", rounds=10**12))
    seen: list[Counts] = []

    def stop(counts: Counts) -> bool:
        seen.append(counts)
        bare.scheduler.send_signal(signal.SIGSTOP)
        return True

    with connected(bare.address) as workers, pytest.raises(EngineLost, match="rounds were played before") as caught:
        run(prepared, engine=ClusterEngine(workers), watch=stop)
    assert caught.value.counts is seen[-1]
    assert same(seen[0], prepare(a_plan("maryland", 1, "always-1x")).play(0, seen[0].rounds))


OTHER_VERSION = "import crossfelt; crossfelt.__version__ = '0.0.1'"
NOT_THERE = "import sys; sys.modules['crossfelt'] = None"


@pytest.mark.parametrize(
    ("preload", "says"),
    [
        (OTHER_VERSION, "has crossfelt 0.0.1 instead of"),
        (NOT_THERE, "cannot import crossfelt: install it there"),
    ],
)
def test_other_versions_are_refused_by_the_name_of_the_worker(machines: Machines, preload: str, says: str) -> None:
    [other] = machines.start_workers("other", preload=preload)
    with machines.client() as client:
        address = known(client)["other"]
        with pytest.raises(EngineLost, match=f"^the worker {address} {says}"), connected(machines.address):
            pass
        other.kill()
        until(lambda: "other" not in known(client), "a worker less")


def test_a_worker_of_another_version_that_comes_late_is_refused(tmp_path: Path) -> None:
    prepared = prepare(a_plan("maryland", 1, "always-1x", rounds=10**12))
    with Machines(tmp_path) as late:
        [good] = late.start_workers("good")

        def replace(counts: Counts) -> bool:
            if good.poll() is None:
                late.start_workers("late", preload=OTHER_VERSION)
                good.kill()
                good.wait()
            return True

        with connected(late.address) as workers, pytest.raises(EngineLost, match=r"has crossfelt 0\.0\.1 instead of"):
            run(prepared, engine=ClusterEngine(workers), watch=replace)


def test_a_cluster_that_does_not_answer_is_refused(bare: Machines, impatient: None) -> None:
    refused = {
        "127.0.0.1:1": "no scheduler answers at 127.0.0.1:1: is `dask scheduler` running there?",
        "somewhere": "cluster: 'somewhere' is neither local nor an address such as tcp://10.0.0.1:8786",
        bare.address: f"the scheduler {bare.address} has no workers: start some with `dask worker`",
    }
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        refused[address] = f"no scheduler answers at {address}: is `dask scheduler` running there?"
        for asked, says in refused.items():
            assert run_command("simulate", "--rounds", "10", "--cluster", asked, "--json").refusal == says
    both = ("--cluster", "127.0.0.1:1", "--workers", "3")
    assert "a cluster has the workers that it has" in run_command("simulate", "--rounds", "10", *both).refusal


def test_an_address_of_a_worker_is_told_from_that_of_a_scheduler(machines: Machines) -> None:
    with machines.client() as client:
        address = known(client)["one"]
    says = f"at {address} is a worker of a cluster: give the address of its scheduler"
    assert run_command("simulate", "--rounds", "10", "--cluster", address).refusal == says


def test_tasks_grow_until_they_take_long_enough() -> None:
    size = 1
    for _ in range(10):
        size = next_size(size, size, size * 0.013)
    assert TASK_SECONDS <= size * 0.013 <= TASK_SECONDS + 0.013
    assert next_size(100, 100, 60.0) == 4
    assert next_size(1, 1, 3600.0) == 1
    assert next_size(1, 1, 0.0) == 8
