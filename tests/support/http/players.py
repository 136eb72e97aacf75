"""A guest at a table of a running server, over a real socket."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from secrets import token_bytes, token_hex
from typing import Any

from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from crossfelt.fairness import seed_commitment
from crossfelt.http.limits import Bucket
from crossfelt.http.table_socket import MESSAGES_AT_ONCE, MESSAGES_PER_SECOND
from tests.support.http.servers import Server

WAGERS = {"ante_across": 500, "ante_down": 500}
PRACTICE = {"title": "Practice", "game": "criss-cross", "table_kind": "practice", "rules": "maryland", "pace_ms": 0}
WAIT_SECONDS = 60
"""Far longer than anything here takes. A test that waits this long has failed."""


class Person:
    """A guest with a token, and what they do over HTTP."""

    def __init__(self, server: Server, name: str = "Ada") -> None:
        self.server = server
        self.made = server.guest(name)
        self.id, self.token = self.made["player"], self.made["token"]
        self.http = server.client(self.token)

    def open(self, **terms: Any) -> str:
        """Open a table, by default for practice and without pauses; return its id."""
        answer = self.http.post("/api/tables", json={"id": token_hex(16), **PRACTICE, **terms})
        assert answer.status_code == 200, answer.text
        table: str = answer.json()["info"]["table"]
        return table

    def watch(self, table: str, after: int | None = None, floor: bool = False) -> Line:
        """A socket at a table."""
        return Line(self.server, table, self.token, after, floor)

    def post(self, table: str, request: dict[str, Any], action_id: str | None = None) -> Any:
        """Ask over HTTP; return the response."""
        return self.http.post(f"/api/tables/{table}/ask", json={"id": action_id or token_hex(16), "request": request})


class Line:
    """One socket: what came over it, and what is asked through it."""

    def __init__(
        self, server: Server, table: str, token: str | None, after: int | None = None, floor: bool = False
    ) -> None:
        query = "&".join([*([f"after={after}"] if after is not None else []), *(["floor=true"] if floor else [])])
        headers = {"Authorization": f"Bearer {token}"} if token is not None else {}
        opening = connect(
            f"ws://127.0.0.1:{server.port}/api/tables/{table}/live?{query}",
            origin=None if token is not None else Origin(server.url),
            additional_headers=headers,
            compression=None,
        )
        self.socket: ClientConnection = server.ends.enter_context(opening)
        self.messages: list[dict[str, Any]] = []
        self.pace = Bucket(0.9 * MESSAGES_PER_SECOND, MESSAGES_AT_ONCE - 10)
        self.welcome = self.read()
        self.update: dict[str, Any] = self.until(lambda message: message["kind"] == "update")

    def read(self) -> dict[str, Any]:
        """The next message."""
        message: dict[str, Any] = json.loads(self.socket.recv(timeout=WAIT_SECONDS))
        self.messages.append(message)
        if message["kind"] == "update":
            self.update = message
        return message

    def until(self, is_it: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Read until such a message has arrived, and return it."""
        while True:
            message = self.read()
            if is_it(message):
                return message

    def wait(self, is_so: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Read until the table is in this state; return at once if it already is."""
        while not is_so(self.update):
            self.read()
        return self.update

    def send(self, text: str | bytes) -> None:
        """Send one frame, whatever is in it."""
        self.socket.send(text)

    def answer(self, request: dict[str, Any], action_id: str | None = None) -> dict[str, Any]:
        """Ask for something; return the `done` or `refused` message."""
        action_id = action_id or token_hex(16)
        while not self.pace.take():
            time.sleep(0.05)  # As an honest client does that keeps to the limit.
        self.send(json.dumps({"kind": "ask", "id": action_id, "request": request}))
        return self.until(lambda message: message["kind"] in ("done", "refused") and message["id"] == action_id)

    def ask(self, kind: str, **fields: Any) -> dict[str, Any]:
        """Ask for something that is accepted; return its receipt."""
        answer = self.answer({"kind": kind, **fields})
        assert answer["kind"] == "done", answer
        receipt: dict[str, Any] = answer["receipt"]
        while self.update["seq"] < receipt["last_seq"]:
            self.until(lambda message: message["kind"] == "update")
        return receipt

    def act(self, kind: str, **fields: Any) -> dict[str, Any]:
        """An action of the game in the round that is open."""
        return self.ask("act", round=self.round, action={"kind": kind, **fields})

    @property
    def round(self) -> str:
        result: str = self.update["info"]["round"]["id"]
        return result

    def commit(self, seed: str) -> None:
        """Commit to a seed for the round that is open."""
        name, seat = self.round, self.update["you"]
        [player] = [info["player"] for info in self.update["info"]["seats"] if info["seat"] == seat]
        self.seed = token_bytes(32), seed
        made = seed_commitment(self.update["info"]["table"], name, seat, player, *self.seed)
        self.ask("commit_seed", round=name, commitment=made)

    def reveal(self) -> None:
        """Reveal the seed that was committed to last."""
        nonce, seed = self.seed
        self.ask("reveal_seed", round=self.round, nonce=nonce.hex(), seed=seed)

    def play_round(self, wagers: dict[str, int] | None = None) -> str:
        """Play a round of Criss Cross alone to its end, betting one ante at each decision; return the round's id."""
        self.wait(lambda update: bool(update["info"]["may_act"]))
        name = self.round
        self.commit("a seed")
        self.act("place_wagers", wagers=wagers or WAGERS)
        self.ask("ready")
        self.wait(lambda update: update["info"]["round"]["phase"] == "revealing")
        self.reveal()
        for stage in ("across", "down", "middle"):
            self.wait(lambda update, stage=stage: update["view"]["stage"] == stage)  # type: ignore[misc]
            self.act("bet", stage=stage, multiple=1)
        self.until(lambda message: any(item["event"]["kind"] == "round_closed" for item in news(message)))
        return name

    def close(self) -> None:
        self.socket.close()


def news(message: dict[str, Any]) -> list[dict[str, Any]]:
    """Return the events in a message."""
    results: list[dict[str, Any]] = message.get("happened", [])
    return results
