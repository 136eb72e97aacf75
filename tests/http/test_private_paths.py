"""No error shows strangers where things are on the server: no paths, no tracebacks, no names of files."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from typing import Any

import httpx2
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import crossfelt
from crossfelt.http.app import create_app
from crossfelt.http.workers import EXAMPLES as QUESTIONS
from crossfelt.service.house import House
from crossfelt.storage.memory import MemoryStore
from tests.support.service.running.servers import ForkServer, Running

ROOM = 600_000
"""Bytes that a file may have: enough to open tables, and soon used up."""
PARAMETERS = {"table_id": "no-such-table", "round_id": "../../etc/passwd", "id": "..%2f..%2fetc%2fpasswd"}
BODIES: list[bytes] = [
    b"",
    b"{",
    b"null",
    b"{}",
    b'{"rules": "../../../etc/passwd"}',
    b'{"rules": "/etc/passwd", "hole": ["Ah", "Kd"]}',
    b'{"rules": "nowhere = ["}',
    b'{"name": "\\u0000"}',
    b'{"code": 7}',
    b'{"grid": [], "roll": "5d"}',
    b'{"record": {}}',
]
SIGN_OUT = {("delete", "/api/me"), ("post", "/api/me/code")}
"""Requests that would delete the test's guest or invalidate its token."""
FRAMES = [
    "",
    "{",
    "null",
    '{"kind": "ask"}',
    '{"kind": "ping", "at": -1}',
    '{"kind": "ask", "id": "short", "request": {"kind": "sit", "seat": 1}}',
]


def suspicious(text: str, *places: Path) -> list[str]:
    """List what a text reveals about the machine: folders of the tests and the program, and signs of a traceback."""
    known = [*places, Path(crossfelt.__file__).parent, Path(sys.prefix), Path(sys.base_prefix), Path.home()]
    marks = [str(path) for path in known if len(path.parts) > 1]
    marks += ["Traceback", 'File "', ".py", ".db", ".toml", ".typ", "sqlite", "site-packages", "root:x:"]
    return [mark for mark in marks if mark.lower() in text.lower()]


def routes() -> Iterator[tuple[str, str]]:
    """Every route with a path that leads nowhere in place of its parameters."""
    for path, methods in create_app(house=House(MemoryStore(), bytes(32))).openapi()["paths"].items():
        for method in methods:
            yield method, re.sub(r"\{(\w+)\}", lambda result: PARAMETERS.get(result[1], "nothing"), path)


def answers(client: httpx2.Client, mine: str) -> Iterator[tuple[str, int, str]]:
    """Every route, asked wrongly in many ways, by a stranger and by a guest."""
    for method, path in routes():
        if (method, path) in SIGN_OUT:
            continue
        computes = path.removeprefix("/api/") in (*QUESTIONS, "king/review")
        for token in (None, mine, "not.one"):
            headers = {"content-type": "application/json", **({"authorization": f"Bearer {token}"} if token else {})}
            # Wrong JSON is refused before a worker has to start, which takes a while.
            bodies = BODIES[:3] if computes or token != mine else BODIES
            for body in bodies if method == "post" else [b""]:
                answer = client.request(method, path, content=body, headers=headers)
                yield f"{method} {path} {body!r}", answer.status_code, answer.text
        answer = client.request(method, f"{path}?before=x&limit=x&after=x&seat=x&day=x&version=x&cards=x")
        yield f"{method} {path} with parameters", answer.status_code, answer.text
        yield f"wrong method {path}", *_text(client.request("PATCH", path))
    for path in ("/../../etc/passwd", "/assets/..%2f..%2fapp.py", "/api/nowhere", "/%00", "/api/tables/%2e%2e/live"):
        yield path, *_text(client.get(path))


def _text(answer: httpx2.Response) -> tuple[int, str]:
    return answer.status_code, answer.text


def live(server: Running, token: str, table: str) -> ClientConnection:
    """A socket at a table."""
    url = f"ws://127.0.0.1:{server.port}/api/tables/{table}/live"
    return connect(url, additional_headers={"Authorization": f"Bearer {token}"})


def open_round(server: Running, token: str, table: str) -> str:
    """The round that the table opens after its player sat down, which may take a moment."""
    with live(server, token, table) as socket:
        while True:
            message = json.loads(socket.recv(timeout=30))
            if message["kind"] == "update" and message["info"]["round"] is not None:
                round_id: str = message["info"]["round"]["id"]
                return round_id


def frames(server: Running, token: str, table: str, round_id: str) -> Iterator[tuple[str, int, str]]:
    """Yield a table socket's answers to invalid messages, and the reasons it closes with."""
    requests: list[dict[str, Any]] = [
        {"kind": "act", "round": round_id, "action": {"kind": "place_wagers", "wagers": {"nowhere": 1}}},
        {"kind": "act", "round": round_id, "action": {"kind": "place_wagers", "wagers": wagers(0)}},
        {"kind": "add_bot", "seat": 1, "policy": "../../nowhere"},
        {"kind": "rule", "round": "../..", "action": {"kind": "void_round", "reason": "x"}},
    ]
    asked = [json.dumps({"kind": "ask", "id": token_hex(16), "request": request}) for request in requests]
    for name in (table, "no-such-table"):
        with live(server, token, name) as socket:
            try:
                for frame in [*FRAMES, *asked]:
                    socket.send(frame)
                    while "update" in (text := str(socket.recv(timeout=30)))[-20:] or '"welcome"' in text:
                        pass
                    yield f"frame {frame}", 400, text
            except ConnectionClosed as closed:
                yield f"closing {name}", 400, str(closed)


def wagers(number: int) -> dict[str, int]:
    ante = 500 + 100 * (number % 50)
    return {"ante_across": ante, "ante_down": ante}


def test_no_error_shows_a_path(tmp_path: Path) -> None:
    with ForkServer(tmp_path) as fork_server:
        server = fork_server.start(tmp_path / "private-tables.db", file_bytes=ROOM)
        with httpx2.Client(base_url=server.address, timeout=60) as client:
            token = client.post("/api/guests", json={"name": "Ada"}).json()["token"]
            client.headers["origin"] = server.address
            mine = {"authorization": f"Bearer {token}"}
            terms = {"title": "Mine", "game": "criss-cross", "table_kind": "practice", "rules": "maryland"}
            opened = client.post("/api/tables", json={"id": token_hex(16), **terms}, headers=mine).json()
            table = opened["info"]["table"]
            ask = f"/api/tables/{table}/ask"
            client.post(ask, json={"id": token_hex(16), "request": {"kind": "sit", "seat": 1}}, headers=mine)
            round_id = open_round(server, token, table)

            def check(when: str, statuses: set[int]) -> None:
                results = [*answers(client, token), *frames(server, token, table, round_id)]
                leaks = [(name, text) for name, status, text in results if status >= 400 and suspicious(text, tmp_path)]
                assert leaks == [], when
                assert {status for _, status, _ in results} >= statuses, when
                assert not any(status == 500 for _, status, _ in results), [name for name, s, _ in results if s == 500]

            check("while everything works", {400, 401, 404, 405, 422})
            number = 0
            while client.get("/readyz").status_code == 200:
                act = {"kind": "place_wagers", "wagers": wagers(number)}
                body = {"id": token_hex(16), "request": {"kind": "act", "round": round_id, "action": act}}
                client.post(ask, json=body, headers=mine)
                number += 1
                assert number < 2_000, "the disk never fills up"
            check("when the disk is full", {401, 404, 422, 503})
        server.stop()
        assert "private-tables.db" in fork_server.log.read_text(), "the log has the cause"
