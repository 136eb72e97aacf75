"""Nobody bets what is not there: of fifty bets at once, at two tables, over sockets and HTTP, on funds for one, exactly
one is accepted."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import AsyncExitStack
from pathlib import Path
from secrets import token_hex
from typing import Any

import httpx2
import pytest

from crossfelt.service.players import OPENING_CENTS
from tests.support.postgresql import Cluster
from tests.support.scale import report_figures, scaled
from tests.support.service.running.guests import Guest, client, new_guest
from tests.support.service.running.servers import ForkServer, Running
from tests.support.service.running.table_clients import TableClient

BETS = 50
ANTE = OPENING_CENTS // 8
"""Four antes leave half of the wallet, which is enough for one bet of three antes and not for two."""
MULTIPLE = 3
assert MULTIPLE * ANTE <= OPENING_CENTS - 4 * ANTE < 2 * MULTIPLE * ANTE


def test_of_fifty_bets_on_funds_for_one_exactly_one_is_accepted(tmp_path: Path) -> None:
    times = scaled(5, 1_000)
    with ForkServer(tmp_path) as fork_server:
        server = fork_server.start(tmp_path / "tables.db")
        codes = asyncio.run(bets(server, times))
        server.stop()
    assert codes["accepted"] == times and codes.total() == BETS * times
    assert set(codes) <= {"accepted", "insufficient_funds", "not_your_turn", "wrong_stage"}
    report_figures(f"{times} times {BETS} bets at once: {dict(codes)}")


def test_of_fifty_bets_at_two_processes_exactly_one_is_accepted(tmp_path: Path, postgresql: Cluster) -> None:
    times, url = scaled(5, 1_000), postgresql.new_database()
    with ForkServer(tmp_path) as fork_server:
        servers = [fork_server.start(url) for _ in range(2)]
        codes = asyncio.run(bets(servers[0], times, servers[1]))
        for server in servers:
            server.stop()
    assert codes["accepted"] == times and codes.total() == BETS * times
    assert set(codes) <= {"accepted", "insufficient_funds", "not_your_turn", "wrong_stage"}
    report_figures(f"{times} times {BETS} bets at once at two processes: {dict(codes)}")


def test_a_server_that_forgets_to_look_at_the_funds_is_noticed(tmp_path: Path) -> None:
    with ForkServer(tmp_path) as fork_server:
        server = fork_server.start(tmp_path / "tables.db", "forgets_funds")
        with pytest.raises(AssertionError, match=r"'accepted', .*'accepted'"):
            asyncio.run(bets(server, 1))


async def bets(server: Running, times: int, other: Running | None = None) -> Counter[str]:
    """How all bets were answered; every second socket is at the other server, if there is one."""
    codes: Counter[str] = Counter()
    async with client(server.port) as http, AsyncExitStack() as stack:
        guest = await new_guest(http, "Bettor")
        terms: dict[str, Any] = {"table_kind": "practice", "seat_count": 1}
        tables = [await guest.open_table(http, options={"ante_maximum_cents": OPENING_CENTS}, **terms) for _ in (1, 2)]
        for table in tables:
            await guest.ask(http, table, {"kind": "sit", "seat": 1})
        sockets = [
            await stack.enter_async_context(TableClient(guest, each.port, table))
            for table in tables
            for each in (server, other or server)
        ]
        for _ in range(times):
            await _deal(guest, http, sockets)
            answers = await _all_at_once(guest, http, sockets)
            codes.update(answers)
            assert answers.count("accepted") == 1, sorted(answers)
            assert await guest.balance(http) == OPENING_CENTS - (4 + MULTIPLE) * ANTE
            await _fold(guest, http, sockets)
            await guest.post(http, "/api/me/refill", {"id": token_hex(16)})
    return codes


async def _deal(guest: Guest, http: httpx2.AsyncClient, sockets: list[TableClient]) -> None:
    """Antes at both tables, and the cards."""
    for socket in sockets[::2]:
        update = await socket.until(lambda update: update["info"]["may_act"] and update["view"]["stage"] == "betting")
        wagers = {"kind": "place_wagers", "wagers": {"ante_across": ANTE, "ante_down": ANTE}}
        await guest.ask(http, socket.table, {"kind": "act", "round": update["info"]["round"]["id"], "action": wagers})
        await guest.ask(http, socket.table, {"kind": "ready"})
    for socket in sockets:
        await socket.until(lambda update: update["view"]["stage"] == "across" and update["info"]["due"])
    assert await guest.balance(http) == OPENING_CENTS - 4 * ANTE


async def _all_at_once(guest: Guest, http: httpx2.AsyncClient, sockets: list[TableClient]) -> list[str]:
    """How fifty bets were answered that were under way together: `accepted`, or the code of the refusal."""

    def request(socket: TableClient) -> dict[str, Any]:
        action = {"kind": "bet", "stage": "across", "multiple": MULTIPLE}
        return {"kind": "act", "round": socket.update["info"]["round"]["id"], "action": action}

    async def on_socket(socket: TableClient) -> str:
        answer = await (await socket.ask(token_hex(16), request(socket)))
        return "accepted" if answer["kind"] == "done" else str(answer["code"])

    async def over_http(socket: TableClient) -> str:
        body = {"id": token_hex(16), "request": request(socket)}
        answer = await http.post(f"/api/tables/{socket.table}/ask", json=body, headers=guest.headers)
        return "accepted" if answer.status_code == 200 else str(answer.json()["code"])

    ways = [way(socket) for socket in sockets for way in (on_socket, over_http)]
    ways += [(on_socket, over_http)[number % 2](sockets[number % 4]) for number in range(BETS - len(ways))]
    return list(await asyncio.gather(*ways))


async def _fold(guest: Guest, http: httpx2.AsyncClient, sockets: list[TableClient]) -> None:
    """Both rounds are given up, and the next ones open by themselves."""
    for socket in sockets[::2]:
        update = await socket.until(lambda update: update["info"]["due"])
        name = update["info"]["round"]["id"]
        body = {"kind": "act", "round": name, "action": {"kind": "fold", "stage": update["view"]["stage"]}}
        await guest.ask(http, socket.table, body)
        await socket.until(lambda update, name=name: update["info"]["round"]["id"] != name)  # type: ignore[misc]
