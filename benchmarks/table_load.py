"""The clients of `tables`, in a process of their own: `python -m benchmarks.table_load FILE`, where FILE is the task.

Each seat has its own socket and its own schedule, fixed beforehand: a late action counts as late from the time at which
it was due. Prints one line of JSON.
"""

from __future__ import annotations

import asyncio
import http.client
import json
import os
import random
import sys
import time
from pathlib import Path
from secrets import token_hex
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

TERMS = {
    "game": "criss-cross",
    "table_kind": "practice",
    "rules": "maryland",
    "decision_seconds": 0,
    "betting_seconds": 0,
    "pace_ms": 0,
}
GUESTS_OF_ONE_ADDRESS = 10
FSYNCS = 100
SEED = 20_261_116


class Calls:
    """HTTP requests, from as many addresses as the rate limits require."""

    def __init__(self, port: int) -> None:
        self.port, self._guests = port, 0

    def post(self, path: str, body: object, token: str = "", address: str = "127.0.0.1") -> Any:
        line = http.client.HTTPConnection("127.0.0.1", self.port, source_address=(address, 0), timeout=60)
        headers = {"content-type": "application/json", "authorization": f"Bearer {token}"}
        line.request("GET" if body is None else "POST", path, None if body is None else json.dumps(body), headers)
        answer = line.getresponse()
        said = answer.read()
        line.close()
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status} {said!r}")
        return json.loads(said)

    def guest(self) -> str:
        number = 2 + self._guests // GUESTS_OF_ONE_ADDRESS
        self._guests += 1
        token: str = self.post("/api/guests", {"name": "Load"}, address=f"127.9.{number // 200}.{number % 200 + 1}")[
            "token"
        ]
        return token

    def table(self, token: str, seats: int) -> str:
        terms = {"id": token_hex(16), "title": "Load", **TERMS, "seat_count": seats}
        name: str = self.post("/api/tables", terms, token)["info"]["table"]
        return name


class Seat:
    """One socket: sends on schedule, and notes when each answer came."""

    def __init__(self, line: ClientConnection) -> None:
        self.line = line
        self.due: dict[str, float] = {}
        self.latencies: list[tuple[float, float]] = []
        """The due time of each action, and the time until its answer."""
        self.errors: list[str] = []
        self.round = ""
        self.opened = asyncio.Event()
        self.reader = asyncio.get_running_loop().create_task(self.read())

    async def read(self) -> None:
        """Read everything; a few letters distinguish answers, because parsing all of them would load this side."""
        try:
            async for text in self.line:
                assert isinstance(text, str)
                self.take(text, time.perf_counter())
        except Exception as error:
            self.errors.append(repr(error))

    def take(self, text: str, now: float) -> None:
        if text.startswith(('{"kind":"done"', '{"echo"')):
            message = json.loads(text)
            started = self.due.pop(message["id"], None)
            if started is not None:
                self.latencies.append((started, now - started))
        elif text.startswith('{"kind":"refused"'):
            self.errors.append(text)
        elif not self.round and '"may_act":[1' in text:
            self.round = json.loads(text)["info"]["round"]["id"]
            self.opened.set()

    def message(self, turn: int) -> tuple[str, str]:
        """Return a wager that differs from the last one: chips move, and everybody at the table gets an update."""
        identity = token_hex(16)
        cents = 500 + 100 * (turn % 2)
        action = {"kind": "place_wagers", "wagers": {"ante_across": cents, "ante_down": cents}}
        request = {"kind": "act", "round": self.round, "action": action}
        return identity, json.dumps({"kind": "ask", "id": identity, "request": request})

    async def send(self, moments: list[float], turn: int, is_echo: bool) -> None:
        """Send at these times, or as soon as possible after them."""
        for number, moment in enumerate(moments):
            await asyncio.sleep(max(0.0, moment - time.perf_counter()))
            identity, text = self.message(turn + number)
            self.due[identity] = moment
            await self.line.send(text.replace('"kind": "ask"', '"echo": 1', 1) if is_echo else text)


async def seats_of(port: int, tables: int) -> list[Seat]:
    """Open full tables, each with six taken seats and a round that accepts wagers."""
    calls, seats = Calls(port), []
    for _ in range(tables):
        tokens = [calls.guest() for _ in range(6)]
        table = calls.table(tokens[0], 6)
        for number, token in enumerate(tokens, start=1):
            line = await connect(
                f"ws://127.0.0.1:{port}/api/tables/{table}/live",
                additional_headers={"authorization": f"Bearer {token}"},
                compression=None,
            )
            seat = Seat(line)
            await line.send(
                json.dumps({"kind": "ask", "id": token_hex(16), "request": {"kind": "sit", "seat": number}})
            )
            await asyncio.wait_for(seat.opened.wait(), 30)
            seats.append(seat)
    return seats


async def turn_of(seats: list[Seat], seconds: float, rate: float, turn: int, is_echo: bool) -> None:
    """Let everybody act at this rate for this long, and wait for all answers."""
    chosen, start = random.Random(SEED + turn), time.perf_counter() + 0.2
    each = max(1, round(seconds * rate))
    async with asyncio.TaskGroup() as group:
        for seat in seats:
            offset = chosen.random() / rate
            moments = [start + offset + number / rate for number in range(each)]
            group.create_task(seat.send(moments, turn * each, is_echo))
    for _ in range(600):
        if not any(seat.due for seat in seats):
            break
        await asyncio.sleep(0.05)
    for seat in seats:
        seat.errors += ["no answer"] * len(seat.due)
        seat.due.clear()


def fsyncs(folder: Path) -> list[float]:
    """Return how long the disk takes to sync a page of 4 KiB."""
    taken = []
    with (folder / "fsync").open("ab") as file:
        for _ in range(FSYNCS):
            file.write(b"x" * 4096)
            file.flush()
            start = time.perf_counter()
            os.fsync(file.fileno())
            taken.append(time.perf_counter() - start)
    return taken


async def compare(plan: dict[str, Any]) -> dict[str, Any]:
    """Load tables and echo in turn at the same rate; the disk is timed between them."""
    ours = await seats_of(plan["ours"], plan["tables"])
    bare = [Seat(await connect(f"ws://127.0.0.1:{plan['echo']}/echo", compression=None)) for _ in ours]
    # The cache may have pages of other programs, which the first commits would have to wait for.
    await asyncio.to_thread(os.sync)
    disk: list[float] = []
    for number in range(plan["turns"]):
        await turn_of(ours, plan["seconds"], plan["rate"], number, False)
        disk += await asyncio.to_thread(fsyncs, Path(plan["folder"]))
        await turn_of(bare, plan["seconds"], plan["rate"], number, True)
    for seat in (*ours, *bare):
        seat.reader.cancel()
    return {
        "ours": [latency for seat in ours for latency in seat.latencies],
        "echo": [latency for seat in bare for latency in seat.latencies],
        "fsync": disk,
        "errors": [error for seat in (*ours, *bare) for error in seat.errors],
    }


def resident_bytes(process: int) -> int:
    """Return the resident memory of a process."""
    pages = int(Path(f"/proc/{process}/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE")


async def many_rounds(plan: dict[str, Any]) -> dict[str, Any]:
    """Let bots play round after round without a pause, and measure the growth of the server's memory."""
    calls = Calls(plan["ours"])
    host = calls.guest()
    tables = [calls.table(host, 1) for _ in range(plan["tables"])]
    lines = []
    for table in tables:
        url = f"ws://127.0.0.1:{plan['ours']}/api/tables/{table}/live"
        lines.append(await connect(url, additional_headers={"authorization": f"Bearer {host}"}, compression=None))
        request = {"kind": "add_bot", "seat": 1, "policy": "random"}
        await asyncio.to_thread(calls.post, f"/api/tables/{table}/ask", {"id": token_hex(16), "request": request}, host)

    played = [0] * len(lines)

    async def follow(index: int, line: ClientConnection) -> None:
        async for text in line:
            if '"kind":"round_closed"' in str(text):
                played[index] += 1

    tasks = [asyncio.get_running_loop().create_task(follow(index, line)) for index, line in enumerate(lines)]
    points: list[tuple[int, int]] = []
    start = time.perf_counter()
    while not points or sum(played) < points[0][0] + plan["rounds"]:
        await asyncio.sleep(0.25)
        elapsed = time.perf_counter() - start
        if elapsed > plan["most_seconds"]:
            break
        if sum(played) >= plan["warm_rounds"] and elapsed >= plan["warm_seconds"]:
            points.append((sum(played), resident_bytes(plan["process"])))
    seconds = time.perf_counter() - start
    for task in tasks:
        task.cancel()
    return {"points": points, "rounds_per_second": sum(played) / seconds}


def main() -> None:
    """Do the task of the file."""
    plan = json.loads(Path(sys.argv[1]).read_text(encoding="utf-8"))
    done = asyncio.run(compare(plan) if plan["what"] == "compare" else many_rounds(plan))
    print(json.dumps(done))


if __name__ == "__main__":
    main()
