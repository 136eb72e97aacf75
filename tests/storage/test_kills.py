"""A process that is killed at any moment loses nothing that it has acknowledged, and leaves a file that holds."""

from __future__ import annotations

import random
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

from crossfelt.storage.port import Leaf, Receipt, Whole
from crossfelt.storage.sqlite import SqliteStore
from tests.support.scale import report_figures, scaled
from tests.support.storage.log_writer import KEY

ROOT = Path(__file__).resolve().parents[2]


def test_what_was_acknowledged_survives_a_kill(tmp_path: Path) -> None:
    """At least 20 kills; the full count is 1,000."""
    seed = 5
    draw = random.Random(seed)
    count, acknowledged = scaled(20, 1000), 0
    for run in range(count):
        # A new file now and then, or most of the time would go into verifying the same entries again.
        path = tmp_path / f"tables-{run // 50}.db"
        receipts = killed(path, run, draw.uniform(0.0, 0.15))
        acknowledged += len(receipts)
        store = SqliteStore(path, KEY)
        quick, result = store.verified_from_mark(), store.verified()
        assert isinstance(result, Whole), f"seed {seed}, run {run}: {result}"
        assert quick == result, f"seed {seed}, run {run}"
        assert all(store.check_receipt(receipt) is None for receipt in receipts), f"seed {seed}, run {run}"
        balances = store.balances()
        written = {table: store.head(table)[0] // 2 for table in store.tables()}
        rounds = {table: len(store.rounds_at(table, limit=10**6)) for table in store.tables()}
        played = {table: len(store.rounds_of(table, limit=10**6)) for table in store.tables()}
        while store.grow_tree(256):
            pass
        leaves = sorted(leaf.number for table in written for leaf in leaves_of(store, table, written[table]))
        assert isinstance(store.verified(), Whole), f"seed {seed}, run {run}"
        store.close()
        assert written == rounds == played, f"seed {seed}, run {run}"
        assert leaves == list(range(len(leaves))) == list(range(sum(written.values()))), f"seed {seed}, run {run}"
        # One cent for each batch, neither lost nor made.
        assert {f"wallet:{table}": count for table, count in written.items()} | {
            "mint": -sum(written.values())
        } == balances, f"seed {seed}, run {run}"
    report_figures(f"{count} kills of the storage, {acknowledged} acknowledged batches kept")


def leaves_of(store: SqliteStore, table: str, batches: int) -> Iterator[Leaf]:
    """The leaf of each batch of two entries."""
    for number in range(batches):
        leaf = store.leaf(table, 2 * number + 1)
        assert leaf is not None and leaf.seq == 2 * number + 2
        yield leaf


def killed(path: Path, run: int, seconds: float) -> list[Receipt]:
    """Let a process write for `seconds` after its first receipt, kill it, and return its receipts."""
    command = [sys.executable, "-m", "tests.support.storage.log_writer", str(path), str(run)]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        first = process.stdout.readline()
        time.sleep(seconds)
        process.kill()
        lines = [first, *process.stdout.readlines()]
    whole = (line.split() for line in lines if line.endswith("\n"))
    return [Receipt(table, int(start), int(stop), bytes.fromhex(head)) for table, start, stop, head in whole]
