"""One worker pool for all tests that only ask questions, because starting workers takes seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest

from crossfelt.service.workers import WorkerPool
from tests.support.service.worker_questions import Ask, read_question


@pytest.fixture(scope="package")
def ask() -> Iterator[Ask]:
    """Asks a question and waits for its answer."""
    with asyncio.Runner() as runner:
        workers = WorkerPool()

        async def start() -> None:
            workers.start()

        runner.run(start())
        yield lambda kind, body: runner.run(workers.ask("a test", read_question(kind, body)))
        runner.run(workers.close())
