"""The whole application in this process, with tables in memory and a clock that stands still until a test moves it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from secrets import token_hex
from typing import Any

from starlette.testclient import TestClient, WebSocketTestSession

from crossfelt.http.app import create_app
from crossfelt.service.house import House
from crossfelt.service.operator import new_operator_token
from crossfelt.service.workers import WorkerPool
from crossfelt.storage.memory import MemoryStore
from tests.support.http.players import PRACTICE
from tests.support.service.houses import KEY, StillClock

Request = dict[str, Any]
"""A request at a table, with its `kind`."""
Answer = dict[str, Any]
"""The JSON of a response, or a message of a socket."""


@dataclass(frozen=True, slots=True)
class InProcess:
    """A running application and everything around it."""

    client: TestClient
    house: House
    clock: StillClock
    workers: WorkerPool | None = None

    @property
    def operator(self) -> str:
        """A token of the operator."""
        return new_operator_token(KEY, self.clock.wall_ms())

    def send(self, method: str, path: str, body: object = None, token: str | None = None, **headers: str) -> Answer:
        """The JSON that a request gets; a body of bytes is sent as it is."""
        content = body if isinstance(body, bytes) else None if body is None else json.dumps(body).encode()
        signed_in = {} if token is None else {"authorization": f"Bearer {token}"}
        sent = {"content-type": "application/json", **signed_in, **headers}
        answer: Answer = self.client.request(method, f"/api/{path}", content=content, headers=sent).json()
        self.client.cookies.clear()
        return answer

    def guest(self, name: str = "Ada") -> Guest:
        """A new guest."""
        made = self.send("POST", "guests", {"name": name})
        return Guest(self, made["player"], made["token"])

    def move(self, by_ms: int = 60_000) -> None:
        """Let time pass, and everything happen that was waiting for it."""
        assert self.client.portal is not None
        self.client.portal.call(self.clock.move, by_ms)


@dataclass(frozen=True, slots=True)
class Guest:
    """A guest, or the operator, at the tables of an application."""

    app: InProcess
    id: str
    token: str

    def open(self, **terms: Any) -> str:
        """Open a table, by default for practice and without pauses; its id."""
        opened = self.app.send("POST", "tables", {"id": token_hex(16), **PRACTICE, **terms}, self.token)
        assert "info" in opened, opened
        self.app.move(0)
        table: str = opened["info"]["table"]
        return table

    def ask(self, table: str, kind: str, **fields: Any) -> Answer:
        """Ask for something over HTTP; a receipt or a refusal."""
        body = {"id": token_hex(16), "request": {"kind": kind, **fields}}
        answer = self.app.send("POST", f"tables/{table}/ask", body, self.token)
        self.app.move(0)
        return answer

    def done(self, table: str, kind: str, **fields: Any) -> None:
        """Ask for something that is accepted."""
        answer = self.ask(table, kind, **fields)
        assert "head" in answer, answer

    def act(self, table: str, kind: str, **fields: Any) -> Answer:
        """Take an action of the game in the round that is open; a receipt or a refusal."""
        return self.ask(table, "act", round=self.round(table), action={"kind": kind, **fields})

    def rule(self, table: str, kind: str, **fields: Any) -> Answer:
        """Rule on the round that is open; a receipt or a refusal."""
        return self.ask(table, "rule", round=self.round(table), action={"kind": kind, **fields})

    def round(self, table: str) -> str:
        """The id of the round that is open."""
        name: str = self.app.send("GET", f"tables/{table}", token=self.token)["info"]["round"]["id"]
        return name

    @contextmanager
    def socket(self, table: str) -> Iterator[Socket]:
        """A socket at a table; without a token, that of a browser which only watches."""
        headers = {"authorization": f"Bearer {self.token}"} if self.token else {"origin": "http://localhost"}
        connecting = self.app.client.websocket_connect(f"ws://localhost/api/tables/{table}/live", headers=headers)
        session = connecting.__enter__()
        try:
            yield Socket(session)
        finally:
            # Leaving cancels the server's side, which would be raised in place of a failure of the test.
            with suppress(CancelledError):
                connecting.__exit__(None, None, None)


@dataclass(slots=True)
class Socket:
    """A socket that sends requests and waits for their answers. It collects updates and skips other messages."""

    session: WebSocketTestSession
    updates: list[Answer] = field(default_factory=list)

    def answer(self, message: object) -> Answer:
        """Send a message, as JSON unless it is text or bytes; the answer to it."""
        if isinstance(message, bytes):
            self.session.send_bytes(message)
        else:
            self.session.send_text(message if isinstance(message, str) else json.dumps(message))
        while True:
            received: Answer = json.loads(self.session.receive_text())
            if received["kind"] in ("done", "refused", "pong"):
                return received
            if received["kind"] == "update":
                self.updates.append(received)


@contextmanager
def in_process(store: MemoryStore | None = None, workers: WorkerPool | None = None) -> Iterator[InProcess]:
    """An application whose limits are out of the way."""
    clock = StillClock()
    house = House(store or MemoryStore(), KEY, clock=clock)
    app = create_app(house=house, workers=workers, limit_factor=1000)
    with TestClient(app, raise_server_exceptions=False, base_url="http://localhost") as client:
        yield InProcess(client, house, clock, workers)
