"""Guests of a running server: what they ask over HTTP and on sockets."""

from __future__ import annotations

import json
from secrets import token_hex
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection, connect

from crossfelt.storage.port import Receipt


class Guest:
    """A guest with a token; the token works at any server that has the same key."""

    def __init__(self, player: str, token: str) -> None:
        self.player, self.token = player, token
        self.headers = {"authorization": f"Bearer {token}"}

    def socket(self, port: int, table: str, after: int | None = None, as_floor: bool = False) -> connect:
        """A socket at a table, to be entered."""
        query = f"floor={'true' if as_floor else 'false'}" + ("" if after is None else f"&after={after}")
        address = f"ws://127.0.0.1:{port}/api/tables/{table}/live?{query}"
        return connect(
            address,
            additional_headers=self.headers,
            compression=None,
            ping_interval=None,
            max_size=None,
            max_queue=None,
        )

    async def post(self, http: httpx2.AsyncClient, path: str, body: dict[str, Any]) -> dict[str, Any]:
        """The answer to a request that must be accepted."""
        answer = await http.post(path, json=body, headers=self.headers)
        assert answer.status_code == 200, f"{path}: {answer.text}"
        result = answer.json()
        assert isinstance(result, dict)
        return result

    async def ask(self, http: httpx2.AsyncClient, table: str, request: dict[str, Any]) -> dict[str, Any]:
        """A request at a table, over HTTP, that must be accepted."""
        return await self.post(http, f"/api/tables/{table}/ask", {"id": token_hex(16), "request": request})

    async def open_table(self, http: httpx2.AsyncClient, **terms: Any) -> str:
        """The id of a new table."""
        given = {"title": "A table", "game": "criss-cross", "table_kind": "live", "rules": "maryland", "pace_ms": 0}
        answer = await self.post(http, "/api/tables", {"id": token_hex(16), **given, **terms})
        return str(answer["info"]["table"])

    async def balance(self, http: httpx2.AsyncClient) -> int:
        """The cents in the wallet."""
        return int((await http.get("/api/me", headers=self.headers)).json()["balance_cents"])


async def new_guest(http: httpx2.AsyncClient, name: str) -> Guest:
    """A guest with a full wallet."""
    answer = await http.post("/api/guests", json={"name": name, "replace": True})
    assert answer.status_code == 200, answer.text
    result = answer.json()
    return Guest(result["player"], result["token"])


def client(port: int) -> httpx2.AsyncClient:
    """A client of HTTP for a server on this machine."""
    return httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}", timeout=60)


async def send(socket: ClientConnection, action_id: str, request: dict[str, Any]) -> None:
    """Ask for something on a socket."""
    await socket.send(json.dumps({"kind": "ask", "id": action_id, "request": request}))


def receipt_of(answer: dict[str, Any]) -> Receipt:
    """The receipt in an answer."""
    return Receipt(answer["table"], answer["first_seq"], answer["last_seq"], bytes.fromhex(answer["head"]))
