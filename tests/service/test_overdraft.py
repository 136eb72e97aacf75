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
from tests.support.scale import report_figures, scaled
from tests.support.service.running.desks import Desk
from tests.support.service.running.guests import Guest, client, new_guest
from tests.support.service.running.servers import Nursery, Running

BETS = 50
ANTE = OPENING_CENTS // 8
"""Four antes leave half of the wallet, which is enough for one bet of three antes and not for two."""
MULTIPLE = 3
assert MULTIPLE * ANTE <= OPENING_CENTS - 4 * ANTE < 2 * MULTIPLE * ANTE


def test_of_fifty_bets_on_funds_for_one_exactly_one_is_accepted(tmp_path: Path) -> None:
    times = scaled(5, 1_000)
    with Nursery(tmp_path) as nursery:
        server = nursery.start(tmp_path / "tables.db")
        codes = asyncio.run(bets(server, times))
        server.stop()
    assert codes["accepted"] == times and codes.total() == BETS * times
    assert set(codes) <= {"accepted", "insufficient_funds", "not_your_turn", "wrong_stage"}
    report_figures(f"{times} times {BETS} bets at once: {dict(codes)}")


def test_a_server_that_forgets_to_look_at_the_funds_is_noticed(tmp_path: Path) -> None:
    with Nursery(tmp_path) as nursery:
        server = nursery.start(tmp_path / "tables.db", "forgets_funds")
        with pytest.raises(AssertionError, match=r"'accepted', .*'accepted'"):
            asyncio.run(bets(server, 1))


async def bets(server: Running, times: int) -> Counter[str]:
    """How all bets were answered."""
    codes: Counter[str] = Counter()
    async with client(server.port) as http, AsyncExitStack() as stack:
        guest = await new_guest(http, "Bettor")
        terms: dict[str, Any] = {"table_kind": "practice", "seat_count": 1}
        tables = [await guest.open_table(http, options={"ante_maximum_cents": OPENING_CENTS}, **terms) for _ in (1, 2)]
        for table in tables:
            await guest.ask(http, table, {"kind": "sit", "seat": 1})
        desks = [
            await stack.enter_async_context(Desk(guest, server.port, table)) for table in tables for _ in ("one", "two")
        ]
        for _ in range(times):
            await _deal(guest, http, desks)
            answers = await _all_at_once(guest, http, desks)
            codes.update(answers)
            assert answers.count("accepted") == 1, sorted(answers)
            assert await guest.balance(http) == OPENING_CENTS - (4 + MULTIPLE) * ANTE
            await _fold(guest, http, desks)
            await guest.post(http, "/api/me/refill", {"id": token_hex(16)})
    return codes


async def _deal(guest: Guest, http: httpx2.AsyncClient, desks: list[Desk]) -> None:
    """Antes at both tables, and the cards."""
    for desk in desks[::2]:
        update = await desk.until(lambda update: update["info"]["may_act"] and update["view"]["stage"] == "betting")
        wagers = {"kind": "place_wagers", "wagers": {"ante_across": ANTE, "ante_down": ANTE}}
        await guest.ask(http, desk.table, {"kind": "act", "round": update["info"]["round"]["id"], "action": wagers})
        await guest.ask(http, desk.table, {"kind": "ready"})
    for desk in desks:
        await desk.until(lambda update: update["view"]["stage"] == "across" and update["info"]["due"])
    assert await guest.balance(http) == OPENING_CENTS - 4 * ANTE


async def _all_at_once(guest: Guest, http: httpx2.AsyncClient, desks: list[Desk]) -> list[str]:
    """How fifty bets were answered that were under way together: `accepted`, or the code of the refusal."""

    def request(desk: Desk) -> dict[str, Any]:
        action = {"kind": "bet", "stage": "across", "multiple": MULTIPLE}
        return {"kind": "act", "round": desk.update["info"]["round"]["id"], "action": action}

    async def on_socket(desk: Desk) -> str:
        answer = await (await desk.ask(token_hex(16), request(desk)))
        return "accepted" if answer["kind"] == "done" else str(answer["code"])

    async def over_http(desk: Desk) -> str:
        body = {"id": token_hex(16), "request": request(desk)}
        answer = await http.post(f"/api/tables/{desk.table}/ask", json=body, headers=guest.headers)
        return "accepted" if answer.status_code == 200 else str(answer.json()["code"])

    ways = [way(desk) for desk in desks for way in (on_socket, over_http)]
    ways += [(on_socket, over_http)[number % 2](desks[number % 4]) for number in range(BETS - len(ways))]
    return list(await asyncio.gather(*ways))


async def _fold(guest: Guest, http: httpx2.AsyncClient, desks: list[Desk]) -> None:
    """Both rounds are given up, and the next ones open by themselves."""
    for desk in desks[::2]:
        update = await desk.until(lambda update: update["info"]["due"])
        name = update["info"]["round"]["id"]
        body = {"kind": "act", "round": name, "action": {"kind": "fold", "stage": update["view"]["stage"]}}
        await guest.ask(http, desk.table, body)
        await desk.until(lambda update, name=name: update["info"]["round"]["id"] != name)  # type: ignore[misc]
