"""Over the wire every action is done once, however often, in whatever order and over whichever socket it is sent, and
whether or not the server was killed in between."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from crossfelt.service.players import OPENING_CENTS
from crossfelt.service.tables.accounts import wallet
from crossfelt.storage.opener import open_reader
from crossfelt.storage.port import Receipt
from tests.support.postgresql import Cluster
from tests.support.scale import report_figures, scaled
from tests.support.service.running.guests import Guest, client, new_guest, receipt_of
from tests.support.service.running.servers import KEY, ForkServer, Running
from tests.support.service.running.table_clients import GONE, Answer, TableClient

SEED = 3
WAVE = 25
"""Actions that are under way together."""
WAVES_OF_A_ROUND = scaled(3, 8)
MOST_COPIES = 5
KILLS = 4
ANTES = {"ante_across": 500, "ante_down": 500}


class Sender:
    """A guest at a table without clocks, who sends every action one to five times."""

    def __init__(self, guest: Guest, table: str) -> None:
        self.guest, self.table = guest, table
        self.actions: dict[str, dict[str, Any]] = {}
        self.receipts: dict[str, Receipt] = {}
        self.sent = 0
        self._draw = random.Random(SEED)
        self._late: list[str] = []
        """Actions answered long ago, to be sent again later."""

    async def wave(self, sockets: list[TableClient], kill: Callable[[], None] | None = None) -> list[str]:
        """Sends new actions and late copies of old ones, all mixed up; returns those that got no answer."""
        draw = self._draw
        new = [self._add(self._random_request(sockets[0])) for _ in range(WAVE)]
        copies = [identity for identity in new for _ in range(draw.randint(1, MOST_COPIES))]
        copies += draw.sample(self._late, min(len(self._late), WAVE // 2))
        self._late += draw.sample(new, 5)
        return await self.send(sockets, copies, kill)

    async def send(
        self, sockets: list[TableClient], copies: list[str], kill: Callable[[], None] | None = None
    ) -> list[str]:
        """Sends these in any order, each over any socket; `kill` is called when a third of the answers are there."""
        self._draw.shuffle(copies)
        answers = [
            (identity, await self._draw.choice(sockets).ask(identity, self.actions[identity])) for identity in copies
        ]
        self.sent += len(copies)
        if kill is not None:
            await answers[len(answers) // 3][1]
            kill()
        for identity, answer in answers:
            self._take(identity, await answer)
        return [identity for identity in dict.fromkeys(copies) if identity not in self.receipts]

    async def end_round(self, sockets: list[TableClient]) -> None:
        """Plays the round to its end, so that what is sent again later belongs to a round that is over."""
        name = sockets[0].update["info"]["round"]["id"]
        for request in ({"kind": "act", "round": name, "action": _wagers(ANTES)}, {"kind": "ready"}):
            assert await self.send(sockets, [self._add(request)]) == []
        await sockets[0].until(lambda update: update["view"]["stage"] == "across")
        fold = {"kind": "act", "round": name, "action": {"kind": "fold", "stage": "across"}}
        assert await self.send(sockets, [self._add(fold)]) == []
        for socket in sockets:
            await socket.until(lambda update: update["info"]["round"]["id"] != name and update["info"]["may_act"])

    async def ask_with_another_body(self, socket: TableClient) -> None:
        """An id that comes back with another body is refused."""
        identity = self._draw.choice(list(self.receipts))
        name = socket.update["info"]["round"]["id"]
        answer = await (await socket.ask(identity, {"kind": "commit_seed", "round": name, "commitment": "ef" * 32}))
        assert answer.get("code") == "action_reused", f"seed {SEED}: {answer}"

    def _take(self, identity: str, answer: Answer) -> None:
        if answer is not GONE:
            assert answer["kind"] == "done", f"seed {SEED}: {answer}"
            receipt = receipt_of(answer["receipt"])
            assert self.receipts.setdefault(identity, receipt) == receipt, f"seed {SEED}: {identity}"

    def _random_request(self, socket: TableClient) -> dict[str, Any]:
        name = socket.update["info"]["round"]["id"]
        if self._draw.random() < 0.3:
            return {"kind": "commit_seed", "round": name, "commitment": f"{self._draw.getrandbits(256):064x}"}
        ante = 100 * self._draw.randint(5, 50)
        return {"kind": "act", "round": name, "action": _wagers({"ante_across": ante, "ante_down": ante})}

    def _add(self, request: dict[str, Any]) -> str:
        identity = f"{self._draw.getrandbits(128):032x}"
        self.actions[identity] = request
        return identity


def test_every_action_is_done_once(tmp_path: Path) -> None:
    count, path = scaled(200, 10_000), tmp_path / "tables.db"
    with ForkServer(tmp_path) as fork_server:
        sender = asyncio.run(sent(fork_server, path, count))
    assert set(sender.actions) == set(sender.receipts) and len(sender.actions) >= count
    result = faults(path, sender)
    assert result == [], f"seed {SEED}: {result[:5]}"
    report_figures(f"{len(sender.actions)} actions sent {sender.sent} times over two sockets, {KILLS} restarts")


def test_every_action_is_done_once_over_two_processes(tmp_path: Path, postgresql: Cluster) -> None:
    """One socket at each process of one database; one of the processes is killed a few times."""
    count, url = scaled(200, 10_000), postgresql.new_database()
    with ForkServer(tmp_path) as fork_server:
        sender = asyncio.run(sent(fork_server, url, count, processes=2))
    assert set(sender.actions) == set(sender.receipts) and len(sender.actions) >= count
    result = faults(url, sender)
    assert result == [], f"seed {SEED}: {result[:5]}"
    report_figures(f"{len(sender.actions)} actions sent {sender.sent} times over two processes, {KILLS} kills")


def test_a_server_that_forgets_its_actions_is_noticed(tmp_path: Path) -> None:
    """It does the copies too, or refuses them: either is another answer than the first."""
    with ForkServer(tmp_path) as fork_server, pytest.raises(AssertionError, match=f"^seed {SEED}: "):
        asyncio.run(sent(fork_server, tmp_path / "tables.db", 2 * WAVE, mistake="forgets_actions"))


async def sent(
    fork_server: ForkServer, path: Path | str, count: int, mistake: str | None = None, processes: int = 1
) -> Sender:
    """Send `count` actions, and kill a server a few times while answers are on their way."""
    waves = count // WAVE
    kills = {waves * (number + 1) // (KILLS + 1) for number in range(KILLS)}
    servers = [fork_server.start(path, mistake) for _ in range(processes)]
    sender = await _seated(servers[0])
    async with AsyncExitStack() as stack:
        sockets = await _sockets(stack, sender, servers)
        for number in range(waves):
            if number in kills:
                victim = servers.pop(0)
                unanswered = await sender.wave(sockets, victim.kill)
                servers.append(fork_server.start(path))
                sockets = await _sockets(stack, sender, servers)
                # Repeat every unanswered action twice, and the latest answered ones.
                again = [*unanswered, *unanswered, *list(sender.receipts)[-WAVE:]]
                assert await sender.send(sockets, again) == []
            else:
                assert await sender.wave(sockets) == []
            await sender.ask_with_another_body(sockets[number % 2])
            if number % WAVES_OF_A_ROUND == WAVES_OF_A_ROUND - 1:
                await sender.end_round(sockets)
    for server in servers:
        server.stop()
    return sender


async def _seated(server: Running) -> Sender:
    async with client(server.port) as http:
        guest = await new_guest(http, "Sender")
        table = await guest.open_table(http, table_kind="practice", seat_count=1)
        await guest.ask(http, table, {"kind": "sit", "seat": 1})
    return Sender(guest, table)


async def _sockets(stack: AsyncExitStack, sender: Sender, servers: list[Running]) -> list[TableClient]:
    ports = [servers[number % len(servers)].port for number in range(2)]
    sockets = [await stack.enter_async_context(TableClient(sender.guest, port, sender.table)) for port in ports]
    for socket in sockets:
        await socket.until(lambda update: update["info"]["may_act"])
    return sockets


def faults(path: Path | str, sender: Sender) -> list[str]:
    """List how the database differs from the actions sent: extra, repeated or missing ones."""
    results = []
    reader = open_reader(str(path), KEY)
    with reader.reading() as connection:
        rows = connection.execute(
            text(
                "SELECT action_id, table_name, first_seq, last_seq, head FROM actions"
                " WHERE account = :account AND table_name = :table"
            ),
            {"account": sender.guest.player, "table": sender.table},
        )
        stored = {identity: Receipt(*rest) for identity, *rest in rows if identity in sender.actions}
    if stored != sender.receipts:
        results.append("the log remembers other actions, or other answers, than were given")
    lines = reader.statement(wallet(sender.guest.player), None, 1_000_000)
    results += [str(broken) for broken in map(reader.check_receipt, sender.receipts.values()) if broken]
    reader.close()
    moved: Counter[int] = Counter()
    for line in lines:
        if line.table == sender.table:
            moved[line.seq] += line.cents
    expected = _expected(sender)
    if {seq: cents for seq, cents in moved.items() if cents} != expected:
        results.append("chips were moved otherwise than each wager once")
    if lines[0].balance_cents != OPENING_CENTS + sum(expected.values()):
        results.append(f"the wallet holds {lines[0].balance_cents}, not {OPENING_CENTS + sum(expected.values())}")
    return results


def _expected(sender: Sender) -> dict[int, int]:
    """Entry -> what came into the wallet with it, if every wager that was accepted replaced the one before once."""
    results: dict[int, int] = {}
    lying: Counter[str] = Counter()
    for identity, receipt in sorted(sender.receipts.items(), key=lambda item: item[1].last_seq):
        request = sender.actions[identity]
        wagers = request.get("action", {}).get("wagers")
        if wagers is not None:
            staked = sum(wagers.values())
            if staked != lying[request["round"]]:
                results[receipt.last_seq] = lying[request["round"]] - staked
            lying[request["round"]] = staked
    return results


def _wagers(amounts: dict[str, int]) -> dict[str, Any]:
    return {"kind": "place_wagers", "wagers": amounts}
