"""Durable appends at the storage port: 200 callers, each of which waits for its answer before its next request.

Ours is `SqliteStore.append`: every batch has two entries, a posting and the record of its action, chained, checked and
on disk before the answer. The peer is `sqlite3` alone in the same mode (WAL, `synchronous=FULL`): the same rows, 200
batches in one commit, no callers, no hashes, no checks. An fsync of a file that grew by 4 KiB shows the time of the
disk. A log is verified from its first entry, and from a mark before its last hundred rounds, as a server does
when it starts. Appends, fsyncs and opening are wall time, because a disk takes no processor time; verifying is
processor time.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from benchmarks.harness import Result
from crossfelt.ledger import Posting
from crossfelt.storage.port import Batch, NewEntry, Whole
from crossfelt.storage.sqlite import SqliteStore

PACKAGES = ("sqlalchemy",)
"""The packages that the figures depend on."""

CALLERS = 200
BODY = b'{"kind":"line_bet","seat":3,"line":"across","multiple":2,"cards":["As","Kd"],"decided_by":"seat"}'
KEY = bytes(32)
ENTRIES_OF_A_ROUND, BATCHES_OF_A_ROUND = 30, 10


def run(full: bool) -> list[Result]:
    """Take several turns of both, the best of each; longer when full."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        syncs = sorted(fsync_seconds(place / "grown", 1000 if full else 300))
        rates, peers = [], []
        for turn in range(5 if full else 3):
            rates.append(asyncio.run(our_rate(place / f"ours-{turn}.db", 50 if full else 20)))
            peers.append(peer_rate(place / f"peer-{turn}.db", 50 if full else 20))
        rows = [
            Result(
                f"durable appends, {CALLERS} callers",
                "/s",
                max(rates),
                "sqlite3 alone",
                max(peers),
                least=2000,
                note=f"every turn: {', '.join(f'{rate:,.0f}' for rate in rates)}",
            ),
            Result("fsync, median", "ms", percentile(syncs, 50), "-", None),
            Result("fsync, p99", "ms", percentile(syncs, 99), "-", None),
        ]
        return rows + start_rows(place / "long.db", 10_000 if full else 1000)


async def our_rate(path: Path, appends: int) -> float:
    """Return appends per second, `appends` by each caller at a table of its own."""
    store = SqliteStore(path, KEY)

    async def ask(caller: int) -> None:
        for batch in batches(caller, appends):
            await asyncio.wrap_future(store.append(batch))

    start = time.perf_counter()
    await asyncio.gather(*(ask(caller) for caller in range(CALLERS)))
    seconds = time.perf_counter() - start
    verified = store.verified()
    store.close()
    if not isinstance(verified, Whole) or verified.entries != 2 * CALLERS * appends:
        raise SystemExit(f"the log lacks acknowledged entries: {verified}")
    return CALLERS * appends / seconds


def batches(caller: int, count: int) -> Iterator[Batch]:
    """Yield the batches of one caller, one after another."""
    table, entry = f"table-{caller}", NewEntry("line_bet", BODY)
    for number in range(count):
        moves = (Posting("mint", f"wallet:{caller}", 100),)
        entries = entry, replace(entry, postings=moves)
        yield Batch(table, 2 * number, f"player:{caller}", f"{caller}-{number}", KEY, 1, entries)


def peer_rate(path: Path, commits: int) -> float:
    """Return batches per second, written by `sqlite3` alone."""
    SqliteStore(path).close()
    connection = sqlite3.connect(path, isolation_level=None)
    connection.execute("PRAGMA synchronous=FULL")
    start = time.perf_counter()
    for commit in range(commits):
        connection.execute("BEGIN IMMEDIATE")
        for caller in range(CALLERS):
            table, number, account = f"table-{caller}", commit * CALLERS + caller + 1, f"wallet:{caller}"
            rows = [(table, 2 * commit + part, 1, "line_bet", 0, BODY, KEY, "", 2, KEY) for part in (1, 2)]
            connection.executemany("INSERT INTO entries VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", rows)
            connection.execute("INSERT OR REPLACE INTO heads VALUES (?, ?, ?, ?)", (table, 2 * commit, KEY, KEY))
            action = f"player:{caller}", f"{caller}-{commit}", KEY, table, 1, 2, KEY
            connection.execute("INSERT INTO actions VALUES (?, ?, ?, ?, ?, ?, ?)", action)
            posting = number, table, 2 * commit, "mint", account, 100
            connection.execute("INSERT INTO postings VALUES (?, ?, ?, ?, ?, ?)", posting)
            connection.execute("INSERT OR REPLACE INTO balances VALUES (?, ?)", (account, 100 * commit))
        connection.execute("COMMIT")
    seconds = time.perf_counter() - start
    connection.close()
    return commits * CALLERS / seconds


def fsync_seconds(path: Path, count: int) -> list[float]:
    """Return the times of some fsyncs, each after 4 KiB more."""
    seconds = []
    file = os.open(path, os.O_CREAT | os.O_WRONLY)
    for _ in range(count):
        os.write(file, bytes(4096))
        start = time.perf_counter()
        os.fsync(file)
        seconds.append(time.perf_counter() - start)
    os.close(file)
    return seconds


def percentile(seconds: list[float], share: int) -> float:
    """Return the milliseconds within which this percentage was done."""
    return 1e3 * seconds[min(len(seconds) - 1, len(seconds) * share // 100)]


def start_rows(path: Path, rounds: int) -> list[Result]:
    """Return the rows of a log of many rounds, verified from its first entry and from a mark before the last
    hundred."""
    store = SqliteStore(path, KEY)
    entry = NewEntry("line_bet", BODY)
    entries = (entry,) * (ENTRIES_OF_A_ROUND // BATCHES_OF_A_ROUND)
    answers = []
    for number in range(rounds * BATCHES_OF_A_ROUND):
        table, turn = f"table-{number % 20}", number // 20
        last = replace(entry, postings=(Posting("mint", f"wallet:{number % 120}", 5),))
        batch = Batch(table, len(entries) * turn, "system", f"{number}", KEY, 1, (*entries[1:], last))
        answers.append(store.append(batch))
        if number == (rounds - 100) * BATCHES_OF_A_ROUND:
            answers[-1].result()
            store.mark_verified().result()
    answers[-1].result()
    start = time.process_time()
    whole = store.verified()
    all_seconds = time.process_time() - start
    if not isinstance(whole, Whole) or whole.entries != rounds * ENTRIES_OF_A_ROUND:
        raise SystemExit(f"the log lacks written entries: {whole}")
    store.close()
    start = time.perf_counter()
    store = SqliteStore(path, KEY)
    opened = time.perf_counter() - start
    start = time.process_time()
    verified = store.verified_from_mark()
    checked = time.process_time() - start
    store.close()
    if verified != whole:
        raise SystemExit(f"from the mark: {verified}, from the first entry: {whole}")
    return [
        Result("entries verified, from the first", "/s", whole.entries / all_seconds, "-", None, least=50_000),
        Result(f"opened, {rounds:,} rounds in the log", "ms", opened * 1e3, "-", None),
        Result("verified from the mark", "ms", checked * 1e3, "-", None, most=300),
    ]
