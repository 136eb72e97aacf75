"""King Cross for tests of the page: tables without a pause, and sheets that are played as far as a test needs."""

from __future__ import annotations

import json
from collections.abc import Callable
from secrets import token_hex
from typing import Any

from playwright.sync_api import BrowserContext
from websockets.sync.client import connect

MOST_GAMES = 60
Sheet = dict[str, Any]
IsEnough = Callable[[Sheet, list[dict[str, str]]], bool]


class KingTable:
    """A table of King Cross that the guest of a browser has opened and sat down at."""

    def __init__(
        self,
        context: BrowserContext,
        address: str,
        mode: str = "solo",
        seats: int = 1,
        decision_seconds: int | None = None,
    ) -> None:
        self.context, self.address = context, address
        guest = context.request.post(f"{address}api/guests", data={"name": "Ada", "replace": True})
        assert guest.ok, guest.text()
        self.token: str = guest.json()["token"]
        terms = {
            "id": token_hex(16),
            "title": "A test",
            "game": "king-cross",
            "table_kind": "practice",
            "rules": "king-cross",
            "options": {"mode": mode, "bonus": True},
            "is_private": True,
            "seat_count": seats,
            "pace_ms": 0,
            "decision_seconds": decision_seconds,
        }
        opened = context.request.post(f"{address}api/tables", data=terms)
        assert opened.ok, opened.text()
        self.id: str = opened.json()["info"]["table"]
        self.ask({"kind": "sit", "seat": 1})

    @property
    def page(self) -> str:
        """Where the table is played."""
        return f"{self.address}#/table/{self.id}"

    def ask(self, request: dict[str, Any]) -> None:
        """Ask the table for something over HTTP."""
        body = {"id": token_hex(16), "request": request}
        answer = self.context.request.post(f"{self.address}api/tables/{self.id}/ask", data=body)
        assert answer.ok, answer.text()

    def play_until(self, is_enough: IsEnough) -> int:
        """Play one game after the other until the sheet and its legal placements are as required; return the roll."""
        for _ in range(MOST_GAMES):
            roll = self._play_on(is_enough)
            if roll is not None:
                return roll
        raise AssertionError(f"{MOST_GAMES} games, and never what the test waits for")

    def play_game(self) -> None:
        """Play one game to its end."""
        assert self._play_on(lambda *_: False) is None

    def _play_on(self, is_enough: IsEnough) -> int | None:
        """Play one game until it is as required and return the roll, or play to its end.

        The squares on most lines are left for the end, where rolls are most often wild. A socket takes the messages of
        one game at once, but not those of many.
        """
        socket = f"{self.address.replace('http', 'ws', 1)}api/tables/{self.id}/live"
        answered = -1
        with connect(socket, additional_headers={"Authorization": f"Bearer {self.token}"}) as live:
            while True:
                message = json.loads(live.recv(timeout=30))
                assert message["kind"] != "refused", message
                if message["kind"] != "update":
                    continue
                view, info = message["view"], message["info"]
                if view is None or view["stage"] == "finished":
                    if answered > 0:
                        return None
                    if answered < 0:
                        answered = 0
                        live.send(_asked({"kind": "ready"}))
                    continue
                options, sheet = view["options"], view["seats"][0]
                roll = len(sheet["rolls"])
                if not options or roll == answered:
                    continue
                if is_enough(sheet, options):
                    return roll
                answered = roll
                option = min(options, key=lambda option: _lines_through(option["square"]))
                action = {"kind": "place", "roll": roll} | option
                live.send(_asked({"kind": "act", "round": info["round"]["id"], "action": action}))


def _asked(request: dict[str, Any]) -> str:
    return json.dumps({"kind": "ask", "id": token_hex(16), "request": request})


def _lines_through(square: str) -> int:
    column, row = "abcde".index(square[0]), int(square[1]) - 1
    return 2 + (column == row) + (column + row == 4)
