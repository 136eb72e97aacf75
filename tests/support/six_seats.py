"""A real server with one live table of six guests, each on a WebSocket, in the event loop of the caller."""

from __future__ import annotations

import asyncio
import json
import socket
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any

import httpx2
import uvicorn
from websockets.asyncio.client import ClientConnection, connect

from crossfelt.http.app import create_app
from crossfelt.http.uvicorn_overrides.connections import TimedConnection
from crossfelt.http.uvicorn_overrides.sockets import GuardedSocket
from crossfelt.service.house import House
from crossfelt.storage.sqlite import SqliteStore

KEY = bytes(range(32))
SEATS = 6
WAIT_SECONDS = 60
TABLE = {
    "title": "Table of six",
    "game": "criss-cross",
    "table_kind": "live",
    "rules": "maryland",
    "is_private": True,
    "seat_count": SEATS,
    "decision_seconds": 300,
    "betting_seconds": 300,
    "pace_ms": 0,
}


class Client:
    """One guest on one socket of the table."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self.update: dict[str, Any] = {}

    async def until(self, is_it: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Read messages until one fits, and return it."""
        async with asyncio.timeout(WAIT_SECONDS):
            while True:
                message: dict[str, Any] = json.loads(await self._socket.recv())
                if message["kind"] == "update":
                    self.update = message
                if is_it(message):
                    return message

    async def ask(self, kind: str, **fields: Any) -> int:
        """Send a request that the table accepts, and return the number of its last entry."""
        action_id = token_hex(16)
        await self._socket.send(json.dumps({"kind": "ask", "id": action_id, "request": {"kind": kind, **fields}}))
        answer = await self.until(lambda message: message.get("id") == action_id)
        assert answer["kind"] == "done", answer
        return int(answer["receipt"]["last_seq"])

    async def act(self, kind: str, **fields: Any) -> int:
        """Send an action of the game in the round in progress."""
        return await self.ask("act", round=self.update["info"]["round"]["id"], action={"kind": kind, **fields})

    async def reach(self, seq: int) -> None:
        """Read until an update holds this entry."""
        if self.update.get("seq", 0) < seq:
            await self.until(lambda message: message["kind"] == "update" and message["seq"] >= seq)


@asynccontextmanager
async def table_of_six(folder: Path) -> AsyncIterator[list[Client]]:
    """Six guests who have wagered and see their cards; the first of them is to bet. All are up to date."""
    store = SqliteStore(folder / "table.sqlite", KEY)
    app = create_app(house=House(store, KEY, limit_factor=1000), limit_factor=1000)
    config = uvicorn.Config(app, http=TimedConnection, ws=GuardedSocket, log_level="error")
    server = uvicorn.Server(config)
    with socket.create_server(("127.0.0.1", 0)) as listener:
        running = asyncio.create_task(server.serve(sockets=[listener]))
        async with AsyncExitStack() as ends:
            ends.callback(setattr, server, "should_exit", True)
            yield await _seated(listener.getsockname()[1], ends)
        await running


async def quiet() -> None:
    """Wait until the event loop has run everything that is ready to run."""
    for _ in range(200):
        await asyncio.sleep(0)


async def _seated(port: int, ends: AsyncExitStack) -> list[Client]:
    clients = []
    table = ""
    async with httpx2.AsyncClient(base_url=f"http://127.0.0.1:{port}") as http:
        for seat in range(1, SEATS + 1):
            guest = (await http.post("/api/guests", json={"name": f"Guest {seat}", "replace": True})).json()
            headers = {"Authorization": f"Bearer {guest['token']}"}
            if not table:
                opened = await http.post("/api/tables", json={"id": token_hex(16), **TABLE}, headers=headers)
                table = opened.json()["info"]["table"]
            address = f"ws://127.0.0.1:{port}/api/tables/{table}/live"
            live = connect(address, additional_headers=headers, compression=None, ping_interval=None)
            clients.append(Client(await ends.enter_async_context(live)))
            await clients[-1].ask("sit", seat=seat)
    for client in clients:
        await client.until(lambda message: bool(message.get("info", {}).get("may_act")))
        await client.act("place_wagers", wagers={"ante_across": 500, "ante_down": 500})
    for client in clients:
        await client.ask("ready")
    await clients[0].until(lambda message: message["kind"] == "update" and bool(message["info"]["due"]))
    await quiet()
    seq = clients[0].update["seq"]
    for client in clients:
        await client.reach(seq)
    return clients
