"""A disk that fails while the server runs: no wager is taken any more, the server says why, and nothing is lost."""

from __future__ import annotations

import asyncio
import random
from pathlib import Path
from secrets import token_hex
from typing import Any

import httpx2

from crossfelt.storage.port import Receipt
from tests.support.service.kills.checks import file_faults
from tests.support.service.kills.players import Player
from tests.support.service.running.guests import Guest, client, new_guest, receipt_of
from tests.support.service.running.servers import ForkServer, Running
from tests.support.service.running.table_clients import TableClient

ROOM = 600_000
"""Bytes that a file may have: enough to open the tables, and soon used up."""
MOST_WAGERS = 2_000


def test_a_disk_that_fills_up_stops_the_wagers_and_loses_nothing(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    with ForkServer(tmp_path) as fork_server:
        player, receipts = asyncio.run(until_it_fails(fork_server.start(path, file_bytes=ROOM)))
        player.acknowledged |= receipts
        assert len(receipts) > 1
        assert "tables.db" in fork_server.log.read_text(), "the log has the cause"
        assert file_faults(path, [player]) == []
        asyncio.run(goes_on(fork_server.start(path), player.guest, player.table, receipts))
        assert file_faults(path, [player]) == []


async def until_it_fails(server: Running) -> tuple[Player, dict[str, Receipt]]:
    """Wagers until the disk is full, and looks at what the server says then."""
    receipts: dict[str, Receipt] = {}
    async with client(server.port) as http:
        guest = await new_guest(http, "Bettor")
        table = await guest.open_table(http, table_kind="practice", seat_count=1)
        await guest.ask(http, table, {"kind": "sit", "seat": 1})
        assert (await http.get("/readyz")).json() == {"ready": True, "reason": "", "stuck_tables": 0}
        async with TableClient(guest, server.port, table) as socket:
            await socket.until(lambda update: update["info"]["may_act"])
            for number in range(MOST_WAGERS):
                identity = token_hex(16)
                answer = await (await socket.ask(identity, wagers(socket, number)))
                if answer["kind"] == "refused":
                    break
                receipts[identity] = receipt_of(answer["receipt"])
            assert answer["code"] == "storage_failed", answer
            await _says_so(http, guest, socket)
    # Not killed but told to stop: that works too.
    server.stop()
    return Player(guest, table, 1, random.Random(0)), receipts


async def _says_so(http: httpx2.AsyncClient, guest: Guest, socket: TableClient) -> None:
    """Check that the server reports failed storage on the socket, over HTTP, and at `/readyz`."""
    ready = await http.get("/readyz")
    assert ready.status_code == 503 and not ready.json()["ready"]
    assert ready.json()["reason"] == "Storage failed. The server's log has the cause."
    again = await (await socket.ask(token_hex(16), wagers(socket, 0)))
    assert again["code"] == "storage_failed"
    body = {"id": token_hex(16), "request": wagers(socket, 1)}
    over_http = await http.post(f"/api/tables/{socket.table}/ask", json=body, headers=guest.headers)
    assert (over_http.status_code, over_http.json()["code"]) == (503, "storage_failed")
    # What is there can still be looked at, and the server is alive.
    assert (await http.get("/healthz")).status_code == 200
    assert (await http.get(f"/api/tables/{socket.table}")).status_code == 200


async def goes_on(server: Running, guest: Guest, table: str, receipts: dict[str, Receipt]) -> None:
    """With room on the disk again, a new start knows everything that was acknowledged, and takes wagers."""
    async with client(server.port) as http, TableClient(guest, server.port, table) as socket:
        assert (await http.get("/readyz")).status_code == 200
        await socket.until(lambda update: update["info"]["may_act"])
        for number, (identity, receipt) in enumerate(receipts.items()):
            answer = await (await socket.ask(identity, wagers(socket, number)))
            assert answer["kind"] == "done" and receipt_of(answer["receipt"]) == receipt
        answer = await (await socket.ask(token_hex(16), wagers(socket, 3)))
        assert answer["kind"] == "done"
    server.stop()


def wagers(socket: TableClient, number: int) -> dict[str, Any]:
    """A set of wagers for the round at hand, another one each time."""
    ante = 500 + 100 * (number % 50)
    action = {"kind": "place_wagers", "wagers": {"ante_across": ante, "ante_down": ante}}
    return {"kind": "act", "round": socket.update["info"]["round"]["id"], "action": action}
