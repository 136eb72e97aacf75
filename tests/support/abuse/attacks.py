"""Attacks by one guest or address on a server, at fixed rates: `python -m tests.support.abuse.attacks NAME PORT`.

The program connects and reports it, waits for a line on stdin (so that the quiet phase has the same sockets), attacks
until the next line, and prints its counts as one line of JSON. Loopback only; every rate and count is bounded here.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from secrets import choice, token_hex
from typing import Any

from tests.support.abuse.wire import ATTACK_NETWORK, asking, guest, line, opened, request
from tests.support.http.table_terms import UNTIMED_TABLE

FLOODERS = 20
MESSAGES_PER_SECOND = 60
"""Of each flooding socket: six times what it may send."""
REPORTERS = 12
REFUSED_PER_SECOND = 40
DOTTED_PER_SECOND = 20
DOTTED = 'rules = "maryland"\n' + "a" + ".a" * 8_000 + " = 1"
BOT_TABLES = 20
HALF_OPEN = 2_000
HALF_OPEN_PER_SECOND = 400
GUESTS = 5_000
GUESTS_PER_SECOND = 500
PAGES_PER_SECOND = 20
MOST_RUNNING = 200
Attack = Callable[[], Awaitable[None]]


def address(number: int = 0) -> str:
    """One of the two addresses that the attacker has; each attack has its own, as budgets are spent by address."""
    return f"{ATTACK_NETWORK}.{1 + NAMES.index(sys.argv[1])}.{1 + number % 2}"


class Attacker:
    """One attack: connects, then attacks until it is stopped."""

    def __init__(self, port: int, host: str, table: str) -> None:
        """`host` is the token of the host of `table`, which has a long log."""
        self.port, self.host, self.table = port, host, table
        self.met: Counter[str] = Counter()
        self.stopped = asyncio.Event()
        self.tasks: list[asyncio.Task[None]] = []

    async def at_rate(self, rate: float, deed: Callable[[int], Awaitable[None]], most: int = 10**6) -> None:
        """Do something at a fixed rate, whether or not the last one is finished."""
        start, running = time.perf_counter(), set[asyncio.Task[None]]()
        for number in range(most):
            await asyncio.sleep(max(0.0, start + number / rate - time.perf_counter()))
            if self.stopped.is_set():
                break
            if len(running) < MOST_RUNNING:
                task = asyncio.ensure_future(self._counted(deed, number))
                running.add(task)
                task.add_done_callback(running.discard)
        for task in running:
            task.cancel()

    async def _counted(self, deed: Callable[[int], Awaitable[None]], number: int) -> None:
        try:
            await deed(number)
        except (OSError, AssertionError) as error:
            self.met[type(error).__name__] += 1

    async def ask(self, method: str, path: str, number: int, body: object = None, token: str | None = None) -> None:
        """One request, counted by its status, and by the limits that its refusal names."""
        answer = await request(self.port, method, path, address(number), body, token)
        self.met[str(answer.status)] += 1
        self.met["dots"] += b"use fewer dots" in answer.body

    # ---- the attacks: each connects, and gives back what it does then

    async def flood(self) -> Attack:
        """Twenty sockets that send far more than they may."""
        guests = [await guest(self.port, address(number)) for number in range(4)]
        table = await opened(self.port, guests[0], address())
        lines = [await line(self.port, table, guests[n % 4], address(n)) for n in range(FLOODERS)]

        async def one(number: int) -> None:
            socket = lines[number]
            while not self.stopped.is_set():
                reading = asyncio.ensure_future(self._read(socket))
                try:
                    while not self.stopped.is_set():
                        await socket.send(asking({"kind": "sit", "seat": 99}))
                        await asyncio.sleep(1 / MESSAGES_PER_SECOND)
                except Exception:
                    self.met["closed"] += 1
                reading.cancel()
                await asyncio.sleep(0.5)
                try:
                    socket = await line(self.port, table, guests[number % 4], address(number))
                except Exception:
                    self.met["kept out"] += 1

        return lambda: _all(one(number) for number in range(FLOODERS))

    async def _read(self, socket: Any) -> None:
        try:
            async for text in socket:
                if text.startswith('{"kind":"refused"'):
                    self.met[json.loads(text)["code"]] += 1
        except Exception:
            return

    async def reports(self) -> Attack:
        """Twelve reports of a long log at once, beside requests that are refused."""

        async def report(number: int) -> None:
            await self.ask("GET", f"/api/tables/{self.table}/report", number, token=self.host)

        async def one(number: int) -> None:
            while not self.stopped.is_set():
                await self._counted(report, number)
                await asyncio.sleep(0.5)

        async def refused(number: int) -> None:
            body = {"id": token_hex(16), "request": {"kind": "sit", "seat": 1}}
            await self.ask("POST", f"/api/tables/{self.table}/ask", number, body, self.host)

        return lambda: _all([*(one(n) for n in range(REPORTERS)), self.at_rate(REFUSED_PER_SECOND, refused)])

    async def toml(self) -> Attack:
        """Tables asked for with keys of thousands of parts, and rules with thousands of choices."""
        token = await guest(self.port, address())
        options = {f"choice_{number}": 1 for number in range(3_000)}

        async def one(number: int) -> None:
            if number % 2:
                await self.ask("POST", "/api/rules/maryland/resolve", number, {"options": options})
            else:
                terms = {"id": token_hex(16), **UNTIMED_TABLE, "rules": DOTTED[:16_000]}
                await self.ask("POST", "/api/tables", number, terms, token)

        return lambda: self.at_rate(DOTTED_PER_SECOND, one)

    async def bots(self) -> Attack:
        """Twenty tables at pace 0 with six bots each, of one host."""
        token = await guest(self.port, address())
        tables = [await opened(self.port, token, address(), seat_count=6) for _ in range(BOT_TABLES)]
        watchers = [await guest(self.port, address(number)) for number in range(3)]
        lines = [await line(self.port, table, watchers[n % 3], address(n)) for n, table in enumerate(tables)]

        async def one(number: int) -> None:
            table, seat = tables[number % BOT_TABLES], 1 + number // BOT_TABLES
            body = {"id": token_hex(16), "request": {"kind": "add_bot", "seat": seat, "policy": "random"}}
            await self.ask("POST", f"/api/tables/{table}/ask", number, body, token)

        async def watch(number: int) -> None:
            async for text in lines[number]:
                self.met["rounds"] += str(text).count('"kind":"round_closed"')

        def attack() -> Awaitable[None]:
            watching = [asyncio.ensure_future(watch(number)) for number in range(BOT_TABLES)]
            self.tasks += watching
            return self.at_rate(50, one, 6 * BOT_TABLES)

        return attack

    async def half_open(self) -> Attack:
        """Connections that never finish their request."""
        lines: list[asyncio.StreamWriter] = []

        async def one(number: int) -> None:
            reader, writer = await asyncio.open_connection("127.0.0.1", self.port, local_addr=(address(number), 0))
            lines.append(writer)
            writer.write(b"GET /healthz HTTP/1.1\r\nHost: 127.0")
            await reader.read()
            self.met["dropped"] += 1

        async def attack() -> None:
            running = []
            start = time.perf_counter()
            for number in range(HALF_OPEN):
                await asyncio.sleep(max(0.0, start + number / HALF_OPEN_PER_SECOND - time.perf_counter()))
                if self.stopped.is_set():
                    break
                running.append(asyncio.ensure_future(self._counted(one, number)))
            self.tasks += running

        return attack

    async def guests(self) -> Attack:
        """Thousands of guests from a few addresses."""

        async def one(number: int) -> None:
            await self.ask("POST", "/api/guests", number, {"name": "Ada"})

        return lambda: self.at_rate(GUESTS_PER_SECOND, one, GUESTS)

    async def pdf(self) -> Attack:
        """Pages to print, each another one."""
        deck = [rank + suit for rank in "23456789TJQ" for suit in "cdhs"]

        async def one(number: int) -> None:
            cards = [choice(deck) for _ in range(25)]
            cards[12] = "K"
            await self.ask("GET", "/api/king/sheets.pdf?cards=" + "%20".join(cards), 0)

        return lambda: self.at_rate(PAGES_PER_SECOND, one)


NAMES = ("flood", "reports", "toml", "bots", "half_open", "guests", "pdf")


async def _all(deeds: Any) -> None:
    await asyncio.gather(*deeds)


async def run(name: str, port: int, host: str, table: str) -> None:
    """Connect, wait, attack, and print what it met."""
    attacker = Attacker(port, host, table)
    attack: Attack = await getattr(attacker, name)()
    print("ready", flush=True)
    loop = asyncio.get_running_loop()
    await loop.run_in_executor(None, sys.stdin.readline)
    attacking = asyncio.ensure_future(attack())
    await loop.run_in_executor(None, sys.stdin.readline)
    attacker.stopped.set()
    await asyncio.wait([attacking], timeout=5)
    print(json.dumps(attacker.met), flush=True)
    os._exit(0)


if __name__ == "__main__":
    os.nice(10)  # The honest clients share the core: the attack is not to delay them there.
    asyncio.run(run(sys.argv[1], int(sys.argv[2]), sys.argv[3], sys.argv[4]))
