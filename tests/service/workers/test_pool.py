"""The life of a worker pool: full queues, one question per client, workers that die, overrun and are replaced."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from crossfelt.errors import BadInput
from crossfelt.service.workers import (
    AlreadyAsking,
    JobFailed,
    JobTooLong,
    Question,
    WorkerPool,
    WorkersBusy,
)
from tests.support.service.worker_pools import busy_lanes, process_ids, waiting_jobs
from tests.support.service.worker_questions import read_question

ADVISE = read_question("advise", {"rules": "maryland", "hole": ["Ah", "Kd"]})
WRONG = read_question("advise", {"rules": "maryland", "hole": ["Ah", "Ah"]})
SOLVE = read_question("solve", {"rules": "maryland"})
ENDLESS = read_question("session", {"rules": "maryland", "rounds": 100_000, "bankroll_antes": 1000})
"""More than a minute of following a bankroll."""


def asked(workers: WorkerPool, client: str, question: Question) -> asyncio.Task[dict[str, Any]]:
    return asyncio.create_task(workers.ask(client, question))


async def until_thinking(workers: WorkerPool) -> int:
    """Wait until the long worker has begun; return its process id."""
    while "long" not in busy_lanes(workers) or "long" not in process_ids(workers):
        await asyncio.sleep(0)
    return process_ids(workers)["long"]


async def gone(pid: int) -> None:
    """Wait until a process ends, even if it isn't our child."""
    ended, watch = asyncio.Event(), os.pidfd_open(pid)
    asyncio.get_running_loop().add_reader(watch, ended.set)
    await ended.wait()
    asyncio.get_running_loop().remove_reader(watch)
    os.close(watch)


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 300))


def test_one_client_asks_one_question_at_a_time_and_others_are_answered_meanwhile() -> None:
    async def scene() -> None:
        async with WorkerPool() as workers:
            first = asked(workers, "ann", ENDLESS)
            await until_thinking(workers)
            with pytest.raises(AlreadyAsking, match="one at a time"):
                await workers.ask("ann", ADVISE)
            assert (await workers.ask("ben", ADVISE))["rules"] == "maryland"
            assert not first.done()
            ending = [asyncio.create_task(gone(pid)) for pid in process_ids(workers).values()]
            await asyncio.sleep(0)
        assert len(ending) == 2
        await asyncio.gather(*ending)
        with pytest.raises(JobFailed, match="the server is stopping"):
            await first
        with pytest.raises(JobFailed, match="the server is stopping"):
            await workers.ask("ben", ADVISE)

    run(scene())


def test_a_queue_ends_and_a_refusal_changes_nothing() -> None:
    async def scene() -> None:
        async with WorkerPool(most_waiting=2) as workers:
            # All three ask before the worker is ready to take up the first.
            tasks = [asked(workers, client, ADVISE) for client in ("ann", "ben", "cem")]
            first, second, third = await asyncio.gather(*tasks, return_exceptions=True)
            assert isinstance(first, dict)
            assert first == second
            assert isinstance(third, WorkersBusy)
            assert await workers.ask("cem", ADVISE) == first, "a refused caller may ask again"
            with pytest.raises(BadInput):
                await workers.ask("ann", WRONG)
            assert await workers.ask("ann", ADVISE) == first

    run(scene())


def test_a_question_that_overruns_is_refused_and_its_worker_replaced() -> None:
    async def scene() -> None:
        async with WorkerPool(most_seconds={"session": 0.2}) as workers:
            asking = asked(workers, "ann", ENDLESS)
            before = await until_thinking(workers)
            with pytest.raises(JobTooLong, match=r"no answer within 0\.2 seconds"):
                await asking
            assert (await workers.ask("ann", SOLVE))["rules"] == "maryland"
            assert process_ids(workers)["long"] != before
            assert not Path("/proc", str(before)).exists(), "the one that overran was ended"

    run(scene())


def test_a_worker_that_dies_is_replaced_and_only_its_own_question_is_lost() -> None:
    async def scene() -> None:
        async with WorkerPool() as workers:
            lost, waiting = asked(workers, "ann", ENDLESS), asked(workers, "ben", SOLVE)
            while (pid := process_ids(workers).get("long")) is None:
                await asyncio.sleep(0)
            os.kill(pid, signal.SIGKILL)
            with pytest.raises(JobFailed):
                await lost
            assert (await waiting)["rules"] == "maryland"
            assert process_ids(workers)["long"] != pid
            idle = process_ids(workers)["long"]
            os.kill(idle, signal.SIGKILL)
            with_kept_answers_gone = read_question("solve", {"rules": "cardroom"})
            result = await asyncio.gather(workers.ask("ann", with_kept_answers_gone), return_exceptions=True)
            assert isinstance(result[0], dict | JobFailed), "noticed before or while it was asked"
            assert (await workers.ask("ann", with_kept_answers_gone))["rules"] == "cardroom"

    run(scene())


def test_who_gives_up_waiting_leaves_the_queue_and_may_ask_again() -> None:
    async def scene() -> None:
        async with WorkerPool(most_waiting=1) as workers:
            first = asked(workers, "ann", ENDLESS)
            await until_thinking(workers)
            second = asked(workers, "ben", SOLVE)
            await asyncio.sleep(0)
            with pytest.raises(WorkersBusy):
                await workers.ask("cem", SOLVE)
            second.cancel()
            await asyncio.gather(second, return_exceptions=True)
            assert waiting_jobs(workers)["long"] == 0
            assert (await workers.ask("ben", ADVISE))["rules"] == "maryland"
            first.cancel()
            await asyncio.gather(first, return_exceptions=True)
            with pytest.raises(AlreadyAsking):  # what is begun is thought to its end
                await workers.ask("ann", ADVISE)

    run(scene())


def test_answers_that_depend_on_the_rules_alone_are_remembered_and_nobody_can_change_them() -> None:
    async def scene() -> None:
        async with WorkerPool(most_cached=2) as workers:
            first, second = await asyncio.gather(workers.ask("ann", SOLVE), workers.ask("ben", SOLVE))
            assert first == second
            second["rules"] = "changed"
            busy = asked(workers, "cem", ENDLESS)
            await until_thinking(workers)
            assert await workers.ask("dan", SOLVE) == first, "at once, though the worker is busy"
            busy.cancel()
            await asyncio.gather(busy, return_exceptions=True)
        async with WorkerPool(most_cached=1) as workers:
            await workers.ask("ann", SOLVE)
            await workers.ask("ann", read_question("solve", {"rules": "cardroom"}))
            busy = asked(workers, "ann", ENDLESS)
            await until_thinking(workers)
            again = asked(workers, "ben", SOLVE)
            await asyncio.sleep(0)
            assert waiting_jobs(workers)["long"] == 1, "forgotten for a newer one, so it waits"
            again.cancel()
            busy.cancel()
            await asyncio.gather(again, busy, return_exceptions=True)

    run(scene())


def test_a_worker_that_cannot_start_is_said_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        with monkeypatch.context() as broken:
            broken.setattr("sys.executable", "/nowhere/python")
            async with WorkerPool() as workers:
                with pytest.raises(JobFailed, match="Couldn't start the analysis worker"):
                    await workers.ask("ann", ADVISE)
                broken.undo()
                assert (await workers.ask("ann", ADVISE))["rules"] == "maryland"

    run(scene())
