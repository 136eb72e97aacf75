"""Rounds on a cluster of real processes: lost workers don't change the figures, and a run that can't continue fails
with one line."""

from __future__ import annotations

import os
import re
import signal
import socket
import subprocess
from collections.abc import Iterator, Sequence
from functools import partial
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest

from crossfelt.simulation.cluster import connect, fleet
from crossfelt.simulation.cluster.connect import connected
from crossfelt.simulation.cluster.fleet import TASK_SECONDS, fair_share, next_size
from crossfelt.simulation.cluster.rounds import ClusterEngine
from crossfelt.simulation.engines import EngineLost
from crossfelt.simulation.results import Counts
from crossfelt.simulation.run import blocks, prepare, run
from tests.support.cli.program import program
from tests.support.cli.program import run as run_command
from tests.support.scale import scaled
from tests.support.simulation.machines import Machines, known, until
from tests.support.simulation.plans import SEED, a_plan

ROUNDS = scaled(12_000_000, 2_000_000_000)


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


def same(one: Counts, other: Counts) -> bool:
    sums = [(counts.rounds, counts.net, counts.net_squares) for counts in (one, other)]
    return sums[0] == sums[1] and bool((one.outcomes == other.outcomes).all())


MIXED = ("--strategy", "optimal", "--strategy", "always-1x", "--strategy", "never-fold", "--seats", "3")
WHEELS = Path(str(files("crossfelt"))) / "examples" / "wheels.toml"
PLANS = {
    "a mixed table under its limit": ("--rounds", "1000003", "--rules", "cardroom", "--ante", "25", *MIXED),
    "wheels and their meters": (
        *("--rounds", "600001", "--rules", str(WHEELS), "--strategy", "always-1x", "--seats", "2"),
        *("--wager", "bonus_spin=1", "--wager", "2:bonus_spin_xtreme=5"),
    ),
    "a control variate": ("--rounds", "300001", "--strategy", "never-fold", "--seats", "2", "--control"),
    # It ends after 45 blocks, where no history has a point.
    "until it is known well enough": ("--until", "0.08%", "--strategy", "always-1x", "--seats", "6"),
}


def simulated(*options: str) -> dict[str, Any]:
    """The document of a command, without what depends on the time that it took."""
    items: dict[str, Any] = run_command("simulate", "--seed", str(SEED), *options, "--json").document
    del items["rounds_per_second"]
    return items


@pytest.mark.parametrize("plan", PLANS)
def test_the_figures_are_the_same_wherever_they_are_counted(machines: Machines, plan: str) -> None:
    arguments = PLANS[plan]
    alone = simulated(*arguments, "--workers", "1")
    assert alone["rounds"] > 300_000
    assert [simulated(*arguments, "--workers", count) for count in ("2", "5")] == [alone, alone]
    assert simulated(*arguments, "--cluster", machines.address) == alone


def test_a_chart_and_what_is_kept_are_the_same_wherever_they_are_made(machines: Machines, tmp_path: Path) -> None:
    made: list[list[bytes]] = []
    for number, place in enumerate([(), ("--cluster", machines.address)]):
        paths = [tmp_path / f"{number}.{end}" for end in ("json", "csv", "svg")]
        names = zip(("--checkpoint", "--out", "--chart"), map(str, paths), strict=True)
        simulated("--rounds", "6000000", "--strategy", "always-1x", *place, *(word for pair in names for word in pair))
        made.append([path.read_bytes() for path in paths])
    assert made[0] == made[1]


def test_processes_of_this_machine_are_a_cluster() -> None:
    arguments = PLANS["a mixed table under its limit"]
    assert simulated(*arguments, "--cluster", "local", "--workers", "2") == simulated(*arguments)


def test_king_cross_games_come_out_the_same_on_a_cluster(machines: Machines) -> None:
    """Scores and luck; what a game took is another matter."""
    games = ("--policy", "champion", "--playouts", "2", "--games", "3", "--seed", str(SEED))
    here, there = (
        run_command("king", "bench", *games, *more, "--json").document for more in ((), ("--cluster", machines.address))
    )
    assert len(here["scores"]) == 3
    assert (there["scores"], there["luck"]) == (here["scores"], here["luck"])


def test_the_cells_of_a_sweep_come_out_the_same_on_a_cluster(machines: Machines, tmp_path: Path) -> None:
    file = tmp_path / "sweep.toml"
    file.write_text(
        'rounds = 100_000\nseats = [1, 2]\nstrategies = ["always-1x", "never-fold"]\n'
        '[[grid]]\nrules = ["maryland"]\npay = { flush = [7, 8] }'
    )
    here, there = (run_command("sweep", str(file), *more, "--json") for more in ((), ("--cluster", machines.address)))
    assert len(here.document["cells"]) == 8
    assert there.out == here.out


def test_a_run_looks_at_the_same_blocks_wherever_it_is_played(machines: Machines) -> None:
    prepared = prepare(a_plan("maryland", "always-1x", seats=2, rounds=3_000_000))
    here: list[Counts] = []
    there: list[Counts] = []

    def watch(seen: list[Counts], counts: Counts) -> bool:
        seen.append(counts)
        return True

    run(prepared, watch=partial(watch, here))
    with connected(machines.address) as workers:
        engine = ClusterEngine(workers, reports_every_block=True)
        run(prepared, engine=engine, watch=partial(watch, there))
        assert len(here) == len(list(blocks(0, prepared.plan.rounds)))
        assert all(same(one, other) for one, other in zip(here, there, strict=True))
        part = run(prepared, engine=engine, watch=lambda counts: counts.rounds < 1_000_000)
        assert part.rounds < prepared.plan.rounds
        assert same(run(prepared, done=part, engine=ClusterEngine(workers)), here[-1]), "it continues where it stopped"


def test_a_worker_that_is_killed_loses_nothing(machines: Machines) -> None:
    prepared = prepare(a_plan("maryland", "always-1x", seats=6, rounds=ROUNDS))
    [victim] = machines.start_workers("victim")
    lost: list[str] = []

    def kill(counts: Counts) -> bool:
        if victim.poll() is None and client.processing()[known(client)["victim"]]:
            victim.send_signal(signal.SIGSTOP)  # so that it cannot finish what it has before it is gone
            lost.extend(str(task) for task in client.processing()[known(client)["victim"]])
            if lost:
                victim.kill()
                victim.wait()
            victim.send_signal(signal.SIGCONT)
        return True

    with machines.client() as client, connected(machines.address) as workers:
        counts = run(prepared, engine=ClusterEngine(workers), watch=kill)
    assert lost, "it had something to do when it was killed"
    assert victim.wait() == -signal.SIGKILL
    assert same(counts, run(prepared, workers=2))


class Echo:
    """A job that gives back what it gets."""

    def prepare(self) -> None: ...

    def run(self, items: Sequence[int]) -> list[int]:
        return list(items)


def test_no_more_is_under_way_than_the_workers_need(machines: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    """So the memory does not grow with the length of a run."""
    monkeypatch.setattr(fleet, "next_size", lambda *_: 1)
    taken: list[int] = []

    def items() -> Iterator[int]:
        for number in range(60):
            taken.append(number)
            yield number

    with connected(machines.address) as workers:
        for number, answer in enumerate(workers.in_order(Echo(), items())):
            assert answer == number
            assert len(taken) <= number + 2 * 2, "two tasks for each of two threads"


class Deadly:
    """A job that no worker survives."""

    def prepare(self) -> None: ...

    def run(self, items: Sequence[int]) -> list[int]:
        os.kill(os.getpid(), signal.SIGKILL)
        return list(items)


def test_a_task_that_kills_its_workers_is_given_up(bare: Machines) -> None:
    bare.start_workers("one")
    with connected(bare.address) as workers, pytest.raises(EngineLost, match="workers died on the same task, the"):
        list(workers.in_order(Deadly(), [1]))


def test_a_scheduler_that_is_gone_is_told_in_one_line_and_the_checkpoint_stands(bare: Machines, tmp_path: Path) -> None:
    bare.start_workers("one")
    checkpoint = tmp_path / "kept.json"
    arguments = ("--strategy", "always-1x", "--checkpoint", str(checkpoint), "--json")
    command = program("simulate", "--rounds", str(10**12), *arguments, "--cluster", bare.address)
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        until(checkpoint.exists, "a checkpoint")
        bare.scheduler.kill()
        out, err = running.communicate()
    *notes, last = err.decode().splitlines()
    assert (running.returncode, out) == (2, b"")
    assert {note.split()[0] for note in notes} <= {"Wrote"}, "but that the checkpoint was written"
    result = re.fullmatch(
        rf"the scheduler {bare.address} is gone or no longer answers; ([\d,]+) rounds were played before",
        last.removeprefix("error: "),
    )
    assert result, last
    played = int(result[1].replace(",", ""))
    more = ("--rounds", str(played + 100_000))
    resumed, whole = (
        run_command("simulate", *more, *options).document for options in (arguments, (*arguments[:2], "--json"))
    )
    assert resumed["mean"] == whole["mean"]
    assert resumed["standard_error"] == whole["standard_error"]


def test_what_was_played_stands_when_the_scheduler_stops_answering(
    bare: Machines, monkeypatch: pytest.MonkeyPatch
) -> None:
    bare.start_workers("one")
    prepared = prepare(a_plan("maryland", "always-1x", seats=1, rounds=10**12))
    seen: list[Counts] = []

    def stop(counts: Counts) -> bool:
        seen.append(counts)
        bare.scheduler.send_signal(signal.SIGSTOP)
        for module in (fleet, connect):
            monkeypatch.setattr(module, "ANSWER_SECONDS", 0.2)
        return True

    with connected(bare.address) as workers, pytest.raises(EngineLost, match="rounds were played before") as caught:
        run(prepared, engine=ClusterEngine(workers), watch=stop)
    assert caught.value.counts is seen[-1]
    assert same(seen[0], prepare(a_plan("maryland", "always-1x", rounds=1)).play(0, seen[0].rounds))


OTHER_VERSION = "import crossfelt; crossfelt.__version__ = '0.0.1'"
NOT_THERE = "import sys; sys.modules['crossfelt'] = None"


@pytest.mark.parametrize(
    ("preload", "message"),
    [
        (OTHER_VERSION, "has crossfelt 0.0.1 instead of"),
        (NOT_THERE, "can't import crossfelt: install the same version there"),
    ],
)
def test_other_versions_are_refused_by_the_name_of_the_worker(machines: Machines, preload: str, message: str) -> None:
    [other] = machines.start_workers("other", preload=preload)
    with machines.client() as client:
        address = known(client)["other"]
        with pytest.raises(EngineLost, match=f"^the worker {address} {message}"), connected(machines.address):
            pass
        other.kill()
        until(lambda: "other" not in known(client), "a worker less")


def test_a_worker_of_another_version_that_comes_late_is_refused(tmp_path: Path) -> None:
    prepared = prepare(a_plan("maryland", "always-1x", seats=1, rounds=10**12))
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


def refused(address: str, *options: str) -> str:
    return run_command("simulate", "--rounds", "10", "--cluster", address, *options, "--json").refusal


def test_a_cluster_that_does_not_answer_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connect, "ANSWER_SECONDS", 0.2)
    with socket.create_server(("127.0.0.1", 0)) as silent:
        address = f"tcp://127.0.0.1:{silent.getsockname()[1]}"
        assert refused(address) == f"no scheduler answers at {address}: is `dask scheduler` running there?"
    assert refused("127.0.0.1:1") == "no scheduler answers at 127.0.0.1:1: is `dask scheduler` running there?"


def test_what_is_no_address_is_refused() -> None:
    assert refused("somewhere") == "cluster: 'somewhere' must be local or an address such as tcp://10.0.0.1:8786"
    assert "the cluster decides how many workers it has" in refused("127.0.0.1:1", "--workers", "3")


def test_the_extra_is_named_where_dask_is_not_installed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("crossfelt.cli.shared.cluster.find_spec", lambda _name: None)
    assert refused("local") == "--cluster: needs an extra package; install it with pip install 'crossfelt[cluster]'"


def test_a_scheduler_without_workers_is_refused(bare: Machines, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connect, "FIRST_WORKER_SECONDS", 0.2)
    message = f"the scheduler {bare.address} has no workers: start some with `dask worker`"
    assert refused(bare.address) == message


def test_an_address_of_a_worker_is_told_from_that_of_a_scheduler(machines: Machines) -> None:
    with machines.client() as client:
        address = known(client)["one"]
    message = f"{address} is a worker; use the address of the scheduler"
    assert run_command("simulate", "--rounds", "10", "--cluster", address).refusal == message


def test_nobody_gets_more_than_its_share_of_what_is_left() -> None:
    assert fair_share(1000, 2) == 250
    assert fair_share(3, 2) == 1
    assert fair_share(0, 0) == 1


def test_tasks_grow_until_they_take_long_enough() -> None:
    size = 1
    for _ in range(10):
        size = next_size(size, size, size * 0.013)
    assert TASK_SECONDS <= size * 0.013 <= TASK_SECONDS + 0.013
    assert next_size(100, 100, 60.0) == 4
    assert next_size(1, 1, 3600.0) == 1
    assert next_size(1, 1, 0.0) == 4
    assert next_size(100, 1, 0.0001) == 100, "one small item says little about many"
    assert next_size(100, 1, 0.1) == 20, "but one that is too large is not to be had a hundred times"
