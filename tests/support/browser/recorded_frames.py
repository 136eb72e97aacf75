"""Record what the real server says at a table, for the page's own tests.

`python -m tests.support.browser.recorded_frames` records everything again, which `tests/http/test_recorded_frames.py`
asks for when the protocol has changed. Each file of `web/src/testing/recorded/` is one player's connection: the terms
of the table, then what the player asked and what the server sent, in order.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path
from secrets import token_hex
from typing import Any

import httpx2
from websockets.sync.client import connect

from tests.support.browser.felt_games import TERMS, WHEELS
from tests.support.browser.page_servers import served

FOLDER = Path(__file__).parents[3] / "web" / "src" / "testing" / "recorded"
QUIET_SECONDS = 1.5
START = """
from unittest import mock
from crossfelt.http import serve
from tests.support.service.hidden.ports import GivenChances
with mock.patch("crossfelt.service.house.SealedChances", lambda: GivenChances(range(52), 1)):
    serve("127.0.0.1", 0, database="memory:", limit_factor=100)
"""
"""Cards in the order of a new deck: the first two are a pair, which sets a wheel off."""
ANTES = {"ante_across": 500, "ante_down": 500}
KING = {"game": "king-cross", "rules": "king-cross", "options": {"mode": "solo", "bonus": True}}


class Recorder:
    """One player at one table, who writes down everything."""

    def __init__(self, address: str, **terms: Any) -> None:
        self.http = httpx2.Client(base_url=f"{address}api/")
        guest = self._post("guests", {"name": "Ada"})
        self.token: str = guest["token"]
        self.http.headers["Authorization"] = f"Bearer {self.token}"
        self.table = self._post("tables", {"id": token_hex(16), **TERMS, **terms})
        self.id: str = self.table["info"]["table"]
        self.live = f"{address.replace('http', 'ws', 1)}api/tables/{self.id}/live"
        self.sockets = ExitStack()
        self.entries: list[dict[str, Any]] = []
        self.round = ""
        self.seq = 0
        self.reconnect()

    def _post(self, path: str, body: dict[str, Any]) -> Any:
        answer = self.http.post(path, json=body)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def reconnect(self, after: int | None = None) -> None:
        """Open a new socket, which the recording shows as an entry of its own."""
        query = "" if after is None else f"?after={after}"
        opening = connect(self.live + query, additional_headers={"Authorization": f"Bearer {self.token}"})
        self.socket = self.sockets.enter_context(opening)
        self.entries.append({"connected": after})
        self.listen()

    def listen(self) -> None:
        """Write down what comes, until the server is quiet."""
        while True:
            try:
                message = json.loads(self.socket.recv(timeout=QUIET_SECONDS))
            except TimeoutError:
                return
            self.entries.append({"heard": message})
            if message["kind"] == "update":
                self.seq = message["seq"]
                self.round = (message["info"]["round"] or {}).get("id", "")

    def ask(self, request: dict[str, Any]) -> None:
        """Ask for something at the table and write down what follows."""
        asked = {"kind": "ask", "id": token_hex(16), "request": request}
        self.entries.append({"asked": asked})
        self.socket.send(json.dumps(asked))
        self.listen()

    def act(self, **action: Any) -> None:
        """Act in the round that is open."""
        self.ask({"kind": "act", "round": self.round, "action": action})

    def deal(self, wagers: dict[str, int]) -> None:
        """Place these wagers and ask for cards."""
        self.act(kind="place_wagers", wagers=wagers)
        self.ask({"kind": "ready"})

    def save(self, name: str) -> None:
        """Write the recording to its file."""
        self.sockets.close()
        table = self.http.get(f"tables/{self.id}").json()
        text = json.dumps({"table": table, "entries": self.entries}, separators=(",", ":"))
        (FOLDER / f"{name}.json").write_text(text + "\n", encoding="utf-8")


def rounds(address: str) -> None:
    """A round that is bet to the end, a refusal, a fold, and a socket that comes back."""
    player = Recorder(address)
    player.ask({"kind": "sit", "seat": 1})
    player.deal(ANTES | {"five_card_bonus": 500})
    for stage, multiple in (("across", 1), ("down", 2), ("middle", 3)):
        player.act(kind="bet", stage=stage, multiple=multiple)
    player.act(kind="place_wagers", wagers={"ante_across": 100})
    player.deal(ANTES)
    player.act(kind="bet", stage="down", multiple=1)
    before = player.seq
    player.act(kind="fold", stage="across")
    player.reconnect(before)
    player.save("rounds")


def wheel(address: str) -> None:
    """A round whose pair in the hand sets the wheel off."""
    player = Recorder(address, rules=WHEELS)
    player.ask({"kind": "sit", "seat": 1})
    player.deal(ANTES | {"bonus_spin": 500})
    for stage in ("across", "down", "middle"):
        player.act(kind="bet", stage=stage, multiple=1)
    player.save("wheel")


def king(address: str) -> None:
    """The first rolls of a sheet, and a placement that is refused."""
    player = Recorder(address, **KING)
    player.ask({"kind": "sit", "seat": 1})
    player.ask({"kind": "ready"})
    for roll in range(1, 4):
        update = next(entry["heard"] for entry in reversed(player.entries) if entry.get("heard", {}).get("view"))
        player.act(kind="place", roll=roll, **update["view"]["options"][0])
    player.act(kind="place", roll=1, **update["view"]["options"][0])
    player.save("king")


SCENES: tuple[Callable[[str], None], ...] = (rounds, wheel, king)


def main() -> None:
    """Record every scene."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    with served(START) as address:
        for scene in SCENES:
            scene(address)


if __name__ == "__main__":
    main()
