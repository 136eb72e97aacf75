"""Work of the routes in pools of their own: cancelled with its client, refused when too much of it waits."""

from __future__ import annotations

import asyncio
from threading import Event
from typing import Any

import pytest
from fastapi import Request
from starlette.exceptions import HTTPException
from starlette.testclient import TestClient

from crossfelt.http.app import create_app
from crossfelt.http.pools import while_connected
from crossfelt.service.work import WorkPool
from tests.support.settle_cases import contract_case


def request_that(*messages: str) -> Request:
    waiting = list(messages)

    async def receive() -> dict[str, Any]:
        if not waiting:
            await asyncio.Event().wait()
        return {"type": waiting.pop(0)}

    return Request({"type": "http", "method": "GET", "path": "/", "headers": []}, receive)


def test_work_ends_when_its_client_disconnects() -> None:
    async def story() -> None:
        pool, began, seen = WorkPool("test", 1, 4), Event(), list[bool]()

        def work(is_gone: Event) -> None:
            began.set()
            seen.append(is_gone.wait(30))

        with pytest.raises(HTTPException) as ended:
            await while_connected(
                request_that("http.request", "http.disconnect"), lambda is_gone: pool.run(work, is_gone)
            )
        assert ended.value.status_code == 499
        await pool.run(lambda: None)
        assert seen == [True]
        pool.close()

    asyncio.run(story())


def test_work_of_a_client_that_stays_is_answered() -> None:
    async def story() -> None:
        pool = WorkPool("test", 1, 4)
        assert await while_connected(request_that("http.request"), lambda _: pool.run(lambda: 7)) == 7
        pool.close()

    asyncio.run(story())


def test_full_pool_is_a_429_that_says_when_to_try_again() -> None:
    app = create_app()
    with TestClient(app) as client:
        assert client.post("/api/settle", json=contract_case()).status_code == 200
        app.state.pools.rules.most = 0
        refused = client.post("/api/settle", json=contract_case())
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
        assert refused.headers["retry-after"] == "1"
        assert refused.json()["error"] == "The server is busy. Try again in 1 second."
