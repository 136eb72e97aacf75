"""Analyses over HTTP: the documents of the commands, refusals in the one form, and a server free of numba."""

from __future__ import annotations

import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx2
import pytest
from starlette.testclient import TestClient

from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.http import create_app
from crossfelt.http.workers import EXAMPLES
from crossfelt.record import export_record
from crossfelt.service.wire.analysis import (
    AdviseAnswer,
    KingHintAnswer,
    KingReviewAnswer,
    SessionAnswer,
    SolveAnswer,
    StrategyAnswer,
)
from crossfelt.service.wire.strict import Wire, read_wire
from crossfelt.service.workers import WorkerPool
from tests.support.cli.program import run
from tests.support.matches import played

BODIES: dict[str, dict[str, Any]] = {
    **EXAMPLES,
    "king/review": {"record": export_record(played("solo", (4,))), "best": False},
}
ANSWERS: dict[str, type[Wire]] = {
    "advise": AdviseAnswer,
    "solve": SolveAnswer,
    "strategy": StrategyAnswer,
    "session": SessionAnswer,
    "king/hint": KingHintAnswer,
    "king/review": KingReviewAnswer,
}
ADVISE = EXAMPLES["advise"]
ENDLESS = {"rules": "maryland", "rounds": 100_000, "bankroll_antes": 1000}
"""More than a minute of following a bankroll."""
PATIENCE = 120.0


@pytest.fixture(scope="module")
def client_with_workers() -> Iterator[TestClient]:
    """An application that thinks, but not long about sessions of a bankroll."""
    with TestClient(create_app(workers=WorkerPool(most_seconds={"session": 5.0}), limit_factor=1000)) as client:
        yield client


@pytest.mark.parametrize("name", BODIES)
def test_a_question_gets_the_document_that_is_described(client_with_workers: TestClient, name: str) -> None:
    answer = client_with_workers.post(f"/api/{name}", json=BODIES[name])
    assert answer.status_code == 200, answer.text
    read_wire(ANSWERS[name], answer.json())


def test_the_document_is_that_of_the_command(client_with_workers: TestClient) -> None:
    said = run("advise", "--hole", "Ah Kd", "--across", "2c 9d", "--bets", "1", "--json").document
    answer = client_with_workers.post("/api/advise", json=ADVISE).json()
    assert answer.pop("report") == {**said.pop("report"), "command": "POST /api/advise"}
    assert answer == said


@pytest.mark.parametrize("name", ["advise", "solve", "strategy", "session"])
def test_a_changed_game_is_named_so(client_with_workers: TestClient, name: str) -> None:
    changed = {**BODIES[name], "rules": "maryland", "options": {"ace_low_straight": False}, "pay": {"flush": 7}}
    answer = client_with_workers.post(f"/api/{name}", json=changed).json()
    report = answer["report"]
    assert report["rules"] == "maryland-1 MODIFIED" and report["modified"] is True
    assert report["changes"] == ["ace low straight is false, not true", "flush pays 7, not 8"]
    hashes = {load_rule_book("maryland", choices).hash for choices in ({}, {"ace_low_straight": False})}
    assert report["rules_hash"] not in hashes
    assert answer.get("rule_book_hash", report["rules_hash"]) == report["rules_hash"]


@pytest.mark.parametrize(
    ("name", "body", "faults"),
    [
        ("advise", {}, ["rules: Field required", "hole: Field required"]),
        ("advise", {"rules": "nevada", "hole": ["Ah", "Kd"]}, None),
        ("advise", {"rules": "\ud800", "hole": ["Ah", "Kd"]}, None),
        ("solve", {"rules": "maryland", "pay": {"flush": "9"}}, ["pay.flush: Input should be a valid integer"]),
        ("session", [], ["must be a JSON object, not a list"]),
        ("king/review", {"record": {}}, ["not a record: must be a JSON object whose format is 'crossfelt-record'"]),
    ],
)
def test_a_question_that_is_wrong_is_refused_in_the_one_form(
    client_with_workers: TestClient, name: str, body: object, faults: list[str] | None
) -> None:
    answer = client_with_workers.post(
        f"/api/{name}", content=json.dumps(body), headers={"content-type": "application/json"}
    )
    assert answer.status_code == 422
    result = answer.json()
    assert set(result) == {"error", "faults", "code", "field", "params", "details"}
    assert result["error"] == "; ".join(result["faults"])
    if faults is not None:
        assert result["faults"] == faults


def test_an_answer_that_takes_too_long_is_a_504_and_the_next_is_an_answer(client_with_workers: TestClient) -> None:
    answer = client_with_workers.post("/api/session", json=ENDLESS)
    assert answer.status_code == 504
    assert "no answer within 5 seconds" in answer.json()["error"]
    assert client_with_workers.post("/api/solve", json=EXAMPLES["solve"]).status_code == 200


@pytest.mark.parametrize("name", BODIES)
def test_without_workers_the_answer_is_a_503_in_one_line(client: TestClient, name: str) -> None:
    answer = client.post(f"/api/{name}", json=BODIES[name])
    assert answer.status_code == 503
    assert answer.json()["faults"] == ["this server was started without the part that answers such questions"]


@contextmanager
def serving() -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The real server in a process of its own, and its address."""
    command = [sys.executable, "-m", "crossfelt", "serve", "--port", "0", "--database", "memory:"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[3]
        try:
            yield server, address
        finally:
            server.kill()


def post(address: str, name: str, body: dict[str, Any]) -> httpx2.Response:
    return httpx2.post(f"{address}api/{name}", json=body, timeout=PATIENCE)


def children(parent: int) -> list[int]:
    """The processes that a process has started."""
    results = []
    for status in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = status.read_text().rpartition(")")[2].split()
        except OSError:  # it has just ended
            continue
        if int(fields[1]) == parent:
            results.append(int(status.parent.name))
    return results


def libraries(pid: int) -> str:
    """The files that a process has mapped into its memory."""
    return Path(f"/proc/{pid}/maps").read_text()


def wait_for_end(watches: list[int]) -> None:
    for watch in watches:
        ready, _, _ = select.select([watch], [], [], PATIENCE)
        assert ready, "a worker outlived its server"
        os.close(watch)


def workers_while_thinking(pid: int, address: str) -> list[int]:
    """Both workers, once the long one has been started: asked again and again, for a process says nothing of it."""
    while len(result := children(pid)) < 2:
        assert httpx2.get(f"{address}healthz", timeout=PATIENCE).status_code == 200
    return result


def test_the_server_stays_free_of_numba_and_answers_while_it_thinks() -> None:
    with serving() as (server, address), ThreadPoolExecutor(1) as others:
        assert post(address, "king/hint", EXAMPLES["king/hint"]).status_code == 200
        long = others.submit(post, address, "session", ENDLESS)
        try:
            workers = workers_while_thinking(server.pid, address)
            assert httpx2.get(f"{address}healthz", timeout=PATIENCE).json()["status"] == "ok"
            refused = post(address, "advise", ADVISE)
            assert refused.status_code == 429, "the same client, whose last question is not answered"
            assert refused.json()["faults"] == ["your last question is not answered yet: one at a time"]
            assert refused.json()["code"] == "already_asking"
            assert not long.done()
            for name in ("numba", "llvmlite"):
                assert name not in libraries(server.pid)
                assert any(name in libraries(worker) for worker in workers), "or else this test could not fail"
        finally:
            server.kill()
        assert isinstance(long.exception(PATIENCE), httpx2.HTTPError)


@pytest.mark.parametrize("sign", [signal.SIGKILL, signal.SIGTERM])
def test_no_worker_outlives_its_server(sign: signal.Signals) -> None:
    with serving() as (server, address), ThreadPoolExecutor(1) as others:
        long = others.submit(post, address, "session", ENDLESS)
        workers = workers_while_thinking(server.pid, address)
        watches = [os.pidfd_open(worker) for worker in workers]
        server.send_signal(sign)
        server.wait(PATIENCE)
        wait_for_end(watches)
        assert isinstance(long.exception(PATIENCE), httpx2.HTTPError)
