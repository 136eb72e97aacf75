"""The bytes that really travel, from a real server over real sockets, tell no hidden card either."""

from __future__ import annotations

import asyncio
import json
import random
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection

from crossfelt.catalog import KITS
from crossfelt.service.sealing import KeySealer
from crossfelt.service.tables.codec import from_entry
from crossfelt.storage.opener import open_reader
from crossfelt.storage.postgresql_connection import connect
from tests.support.postgresql import Cluster
from tests.support.scale import report_figures, scaled
from tests.support.service.hidden.known import Log
from tests.support.service.hidden.scan import leaks
from tests.support.service.hidden.sent import EVERYBODY, FLOOR, SPECTATOR, Sent
from tests.support.service.kills.players import Player
from tests.support.service.running.guests import Guest, client, new_guest
from tests.support.service.running.servers import KEY, METRICS_TOKEN, ForkServer, Running
from tests.support.service.running.table_clients import TableClient

SEATS = 3
TABLES = (
    ("criss-cross", {"rules": "cardroom", "seat_count": SEATS}, 4),
    (
        "king-cross",
        {"game": "king-cross", "rules": "king-cross", "table_kind": "practice", "seat_count": SEATS},
        0,
    ),
)
"""Game, terms, and how many bonus cards are dealt."""


class Heard(Player):
    """A player who keeps every message."""

    def __init__(self, guest: Guest, table: str, seat: int) -> None:
        super().__init__(guest, table, seat, random.Random(seat))
        self.messages: list[dict[str, Any]] = []

    async def _hear(self, socket: ClientConnection, http: httpx2.AsyncClient, message: dict[str, Any]) -> None:
        self.messages.append(message)
        await super()._hear(socket, http, message)


def test_no_byte_on_a_socket_tells_a_hidden_card(tmp_path: Path) -> None:
    path, rounds = tmp_path / "tables.db", scaled(4, 200)
    with ForkServer(tmp_path) as fork_server:
        for game, terms, bonus_cards in TABLES:
            server = fork_server.start(path)
            table, sent = asyncio.run(played([server], terms, rounds if game == "criss-cross" else 1))
            sent.append(Sent(EVERYBODY, "log", 0, fork_server.log.read_text(encoding="utf-8")))
            log = log_of(path, game, table, bonus_cards)
            assert leaks(sent, log) == []
            kinds = Counter(f"{item.audience.partition(':')[0]} {item.channel}" for item in sent)
            report_figures(f"{len(sent)} messages of a server at a {game} table")
            assert set(kinds) >= {"seat frame", "spectator frame", "floor frame", "seat answer", "everybody figures"}


def test_no_byte_of_two_processes_or_of_their_wake_ups_tells_a_hidden_card(tmp_path: Path, postgresql: Cluster) -> None:
    url, rounds = postgresql.new_database(), scaled(4, 200)
    with ForkServer(tmp_path) as fork_server:
        for game, terms, bonus_cards in TABLES:
            servers = [fork_server.start(url) for _ in range(2)]
            with connect(url) as listening:
                listening.execute("LISTEN crossfelt")
                table, sent = asyncio.run(played(servers, terms, rounds if game == "criss-cross" else 1))
                wake_ups = [notification.payload for notification in listening.notifies(timeout=0.5)]
            assert any(table in payload for payload in wake_ups)
            sent.append(Sent(EVERYBODY, "log", 0, "\n".join(wake_ups)))
            sent.append(Sent(EVERYBODY, "log", 0, fork_server.log.read_text(encoding="utf-8")))
            assert leaks(sent, log_of(url, game, table, bonus_cards)) == []
            report_figures(f"{len(sent)} messages and {len(wake_ups)} wake-ups of two processes at a {game} table")


async def played(servers: list[Running], terms: dict[str, Any], rounds: int) -> tuple[str, list[Sent]]:
    """Play this many rounds, and return the table and everything that was sent. The seats are spread over the servers,
    and everyone else is at the last one."""
    server = servers[-1]
    async with client(server.port) as http, AsyncExitStack() as stack:
        host = await new_guest(http, "Host")
        table = await host.open_table(http, **terms)
        players = [Heard(await new_guest(http, f"Guest {seat}"), table, seat) for seat in range(1, SEATS + 1)]
        for player in players:
            await player.guest.ask(http, table, {"kind": "sit", "seat": player.seat})
        watching = await stack.enter_async_context(TableClient(await new_guest(http, "Watcher"), server.port, table))
        floor = await stack.enter_async_context(TableClient(host, server.port, table, as_floor=True))
        playing = asyncio.gather(*(player.play(servers[player.seat % len(servers)].port) for player in players))
        sent: list[Sent] = []
        for number in range(1, rounds + 1):
            await watching.until(lambda update, number=number: is_behind(update, number))  # type: ignore[misc]
            for name in ("/metrics", "/api/tables", f"/api/tables/{table}", f"/api/tables/{table}/rounds"):
                seq = watching.update["seq"]
                headers = {"authorization": f"Bearer {METRICS_TOKEN}"} if name == "/metrics" else host.headers
                answer = await http.get(name, headers=headers)
                assert answer.status_code == 200
                channel, audience = ("figures", EVERYBODY) if name == "/metrics" else ("http", SPECTATOR)
                sent.append(Sent(audience, channel, seq, answer.text, name))
    for server in servers:
        server.stop()
    await playing
    for audience, socket in ((SPECTATOR, watching), (FLOOR, floor)):
        sent += as_sent(audience, [json.loads(text) for text in socket.frames])
    for player in players:
        sent += as_sent(f"seat:{player.seat}", player.messages)
    return table, sent


def is_behind(update: dict[str, Any], number: int) -> bool:
    """Whether round `number` of a table is over."""
    result = update["info"]["round"]
    if result is None:
        return False
    at = int(result["id"].rpartition("-")[2])
    return bool(at > number or (at == number and not result["is_open"]))


def as_sent(audience: str, messages: list[dict[str, Any]]) -> list[Sent]:
    """Messages of one socket, each with the entry that it was sent at."""
    result, seq = [], 0
    for message in messages:
        is_update = message["kind"] == "update"
        seq = message["seq"] if is_update else seq
        result.append(Sent(audience, "frame" if is_update else "answer", seq, json.dumps(message, ensure_ascii=False)))
    return result


def log_of(path: Path | str, game: str, table: str, bonus_cards: int) -> Log:
    """Rebuild who knew what, and when, from the server's database file."""
    reader, sealer = open_reader(str(path), KEY), KeySealer(KEY)
    try:
        entries = reader.entries(table)
        return Log(((entry.seq, from_entry(KITS[game].game, entry, sealer)) for entry in entries), bonus_cards)
    finally:
        reader.close()
