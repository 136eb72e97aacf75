"""The life of a thinker: queues that end, one question for each client, workers that die, overrun and are replaced."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import pytest

from crossfelt.errors import BadInput
from crossfelt.service.thinking import (
    AlreadyAsking,
    Question,
    Thinker,
    ThinkerBusy,
    ThoughtFailed,
    ThoughtTooLong,
)

ADVISE = Question("advise", {"rules": "maryland", "hole": ["Ah", "Kd"]})
WRONG = Question("advise", {"rules": "maryland", "hole": ["Ah", "Ah"]})
SOLVE = Question("solve", {"rules": "maryland"})
ENDLESS = Question("session", {"rules": "maryland", "rounds": 100_000, "bankroll_antes": 1000})
"""More than a minute of following a bankroll."""


def asked(thinker: Thinker, client: str, question: Question) -> asyncio.Task[dict[str, Any]]:
    return asyncio.create_task(thinker.ask(client, question))


async def until_thinking(thinker: Thinker) -> int:
    """Waits until the long worker has begun, and says which process it is."""
    while "long" not in thinker.thinking() or "long" not in thinker.worker_ids():
        await asyncio.sleep(0)
    return thinker.worker_ids()["long"]


async def gone(pid: int) -> None:
    """Waits for the end of a process, whoever its parent is."""
    ended, watch = asyncio.Event(), os.pidfd_open(pid)
    asyncio.get_running_loop().add_reader(watch, ended.set)
    await ended.wait()
    asyncio.get_running_loop().remove_reader(watch)
    os.close(watch)


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(asyncio.wait_for(test, 300))


def test_one_client_asks_one_question_at_a_time_and_others_are_answered_meanwhile() -> None:
    async def scene() -> None:
        async with Thinker() as thinker:
            first = asked(thinker, "ann", ENDLESS)
            await until_thinking(thinker)
            with pytest.raises(AlreadyAsking, match="one at a time"):
                await thinker.ask("ann", ADVISE)
            assert (await thinker.ask("ben", ADVISE))["rules"] == "maryland"
            assert not first.done()
            workers = [asyncio.create_task(gone(pid)) for pid in thinker.worker_ids().values()]
            await asyncio.sleep(0)
        assert len(workers) == 2
        await asyncio.gather(*workers)
        with pytest.raises(ThoughtFailed, match="the server is stopping"):
            await first
        with pytest.raises(ThoughtFailed, match="the server is stopping"):
            await thinker.ask("ben", ADVISE)

    run(scene())


def test_a_queue_ends_and_a_refusal_changes_nothing() -> None:
    async def scene() -> None:
        async with Thinker(most_waiting=2) as thinker:
            # All three ask before the worker is ready to take up the first.
            tasks = [asked(thinker, client, ADVISE) for client in ("ann", "ben", "cem")]
            first, second, third = await asyncio.gather(*tasks, return_exceptions=True)
            assert isinstance(first, dict)
            assert first == second
            assert isinstance(third, ThinkerBusy)
            assert await thinker.ask("cem", ADVISE) == first, "whoever was refused may ask again"
            with pytest.raises(BadInput):
                await thinker.ask("ann", WRONG)
            assert await thinker.ask("ann", ADVISE) == first

    run(scene())


def test_a_question_that_overruns_is_refused_and_its_worker_replaced() -> None:
    async def scene() -> None:
        async with Thinker(most_seconds={"session": 0.2}) as thinker:
            asking = asked(thinker, "ann", ENDLESS)
            before = await until_thinking(thinker)
            with pytest.raises(ThoughtTooLong, match=r"no answer within 0\.2 seconds"):
                await asking
            assert (await thinker.ask("ann", SOLVE))["rules"] == "maryland"
            assert thinker.worker_ids()["long"] != before
            assert not Path("/proc", str(before)).exists(), "the one that overran was ended"

    run(scene())


def test_a_worker_that_dies_is_replaced_and_only_its_own_question_is_lost() -> None:
    async def scene() -> None:
        async with Thinker() as thinker:
            lost, waiting = asked(thinker, "ann", ENDLESS), asked(thinker, "ben", SOLVE)
            while (pid := thinker.worker_ids().get("long")) is None:
                await asyncio.sleep(0)
            os.kill(pid, signal.SIGKILL)
            with pytest.raises(ThoughtFailed):
                await lost
            assert (await waiting)["rules"] == "maryland"
            assert thinker.worker_ids()["long"] != pid
            idle = thinker.worker_ids()["long"]
            os.kill(idle, signal.SIGKILL)
            with_kept_answers_gone = Question("solve", {"rules": "cardroom"})
            found = await asyncio.gather(thinker.ask("ann", with_kept_answers_gone), return_exceptions=True)
            assert isinstance(found[0], dict | ThoughtFailed), "noticed before or while it was asked"
            assert (await thinker.ask("ann", with_kept_answers_gone))["rules"] == "cardroom"

    run(scene())


def test_who_gives_up_waiting_leaves_the_queue_and_may_ask_again() -> None:
    async def scene() -> None:
        async with Thinker(most_waiting=1) as thinker:
            first = asked(thinker, "ann", ENDLESS)
            await until_thinking(thinker)
            second = asked(thinker, "ben", SOLVE)
            await asyncio.sleep(0)
            with pytest.raises(ThinkerBusy):
                await thinker.ask("cem", SOLVE)
            second.cancel()
            await asyncio.gather(second, return_exceptions=True)
            assert thinker.waiting()["long"] == 0
            assert (await thinker.ask("ben", ADVISE))["rules"] == "maryland"
            first.cancel()
            await asyncio.gather(first, return_exceptions=True)
            with pytest.raises(AlreadyAsking):  # what is begun is thought to its end
                await thinker.ask("ann", ADVISE)

    run(scene())


def test_answers_that_depend_on_the_rules_alone_are_remembered_and_nobody_can_change_them() -> None:
    async def scene() -> None:
        async with Thinker(most_kept=2) as thinker:
            first, second = await asyncio.gather(thinker.ask("ann", SOLVE), thinker.ask("ben", SOLVE))
            assert first == second
            second["rules"] = "changed"
            busy = asked(thinker, "cem", ENDLESS)
            await until_thinking(thinker)
            assert await thinker.ask("dan", SOLVE) == first, "at once, though the worker is busy"
            busy.cancel()
            await asyncio.gather(busy, return_exceptions=True)
        async with Thinker(most_kept=1) as thinker:
            await thinker.ask("ann", SOLVE)
            await thinker.ask("ann", Question("solve", {"rules": "cardroom"}))
            busy = asked(thinker, "ann", ENDLESS)
            await until_thinking(thinker)
            again = asked(thinker, "ben", SOLVE)
            await asyncio.sleep(0)
            assert thinker.waiting()["long"] == 1, "forgotten for a newer one, so it waits"
            again.cancel()
            busy.cancel()
            await asyncio.gather(again, busy, return_exceptions=True)

    run(scene())


def test_a_worker_that_cannot_start_is_said_and_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    async def scene() -> None:
        with monkeypatch.context() as broken:
            broken.setattr("sys.executable", "/nowhere/python")
            async with Thinker() as thinker:
                with pytest.raises(ThoughtFailed, match="could not be started"):
                    await thinker.ask("ann", ADVISE)
                broken.undo()
                assert (await thinker.ask("ann", ADVISE))["rules"] == "maryland"

    run(scene())
