"""One thinker with its workers for all tests that only ask, because starting workers takes seconds."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from crossfelt.service.thinking import Question, Thinker
from crossfelt.service.thinking.questions import Kind

Ask = Callable[[Kind, dict[str, Any]], dict[str, Any]]


@pytest.fixture(scope="package")
def ask() -> Iterator[Ask]:
    """Asks a question and waits for its answer."""
    with asyncio.Runner() as runner:
        thinker = Thinker()

        async def start() -> None:
            thinker.start()

        runner.run(start())
        yield lambda kind, body: runner.run(thinker.ask("a test", Question(kind, body)))
        runner.run(thinker.close())
