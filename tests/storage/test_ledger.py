"""Chips are neither made nor lost, nobody spends what is not there, and each action counts once: on every storage, and
with faults planted to show that the checks would notice."""

from __future__ import annotations

import random
import sqlite3
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import replace
from pathlib import Path

import pytest

from crossfelt.ledger import Posting
from crossfelt.storage import append, funds, sqlite_connection
from crossfelt.storage.memory import MemoryStore
from crossfelt.storage.port import (
    ActionReused,
    Batch,
    InsufficientFunds,
    Receipt,
    StorageFailed,
    Store,
    Whole,
    may_be_negative,
)
from crossfelt.storage.sqlite import SqliteStore
from tests.support.scale import report_figures, scaled
from tests.support.storage.batches import batch

ROOT = Path(__file__).resolve().parents[2]
SEED = 7


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    made: Store = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "tables.db")
    yield made
    made.close()


# ---- conservation

PLAYERS, TABLES = 12, 4


class Play:
    """Random chips on their way: grants, stakes, settlements, voids and attempts to spend too much."""

    def __init__(self, seed: int) -> None:
        self.seed, self.draw = seed, random.Random(seed)
        self.seqs: Counter[str] = Counter()
        self.rounds: Counter[str] = Counter()
        self.expected: Counter[str] = Counter()
        """Our own idea of every balance, kept without any code of the storage."""
        self.accepted = self.refused = self.events = 0

    def next_batch(self) -> Batch:
        table = f"t{self.draw.randrange(TABLES)}"
        player = f"wallet:{self.draw.randrange(PLAYERS)}"
        escrow, house, meter = f"escrow:{table}-{self.rounds[table]}", f"house:{table}", f"meter:{table}"
        held = self.expected[escrow]
        moves: list[Posting] = []
        match self.draw.randrange(7):
            case 0:
                moves = [Posting("mint", player, self.draw.randrange(1, 1000))]
            case 6:
                moves = [Posting(player, "mint", self.draw.randrange(1, 5000))]
            case 1 | 2 | 3:
                moves = [Posting(player, escrow, self.draw.randrange(1, 3000))]
                moves += [Posting(player, meter, 1)] if self.draw.random() < 0.3 else []
            case 4 if held:  # settled: the winner gets more, or the house all of it
                won = self.draw.randrange(0, 2 * held + 1)
                moves = [Posting(escrow, house, held), *([Posting(house, player, won)] if won else [])]
                self.rounds[table] += 1
            case 5 if held:  # void: two players get it back in parts
                part = self.draw.randrange(0, held)
                moves = [Posting(escrow, player, held - part)]
                moves += [Posting(escrow, "wallet:0", part)] if part else []
        self.events += 1
        bodies = [b"event"] * self.draw.randrange(1, 4)
        return batch(table, self.seqs[table], f"a{self.events}", bodies, moves, player)

    def answered(self, asked: Batch, answer: Future[Receipt]) -> None:
        after = self.expected.copy()
        for move in asked.postings:
            after[move.source] -= move.cents
            after[move.destination] += move.cents
        is_allowed = all(after[name] >= 0 or may_be_negative(name) for name in after)
        error = answer.exception()
        assert (error is None) == is_allowed, f"seed {self.seed}, event {self.events}: {error}"
        if error is None:
            self.expected = Counter({name: cents for name, cents in after.items() if cents})
            self.accepted += 1
            self.seqs[asked.table] = answer.result().last_seq
        else:
            assert isinstance(error, InsufficientFunds)
            self.refused += 1

    def check(self, balances: dict[str, int]) -> None:
        where = f"seed {self.seed}, event {self.events}"
        assert sum(balances.values()) == 0, where
        assert {name: cents for name, cents in balances.items() if cents} == self.expected, where
        assert all(cents >= 0 or may_be_negative(name) for name, cents in balances.items()), where


def test_chips_are_conserved_after_every_event() -> None:
    """The full count is 1,000,000 events, in 50 plays."""
    plays, events = scaled(1, 50), 0
    for number in range(plays):
        store, play = MemoryStore(), Play(SEED + number)
        for _ in range(20_000):
            asked = play.next_batch()
            play.answered(asked, store.append(asked))
            play.check(store._balances)
        assert min(play.accepted, play.refused) > 0.1 * play.events, f"seed {play.seed}"
        assert isinstance(store.verified(), Whole)
        events += play.events
    report_figures(f"{events} events, chips conserved after each")


def test_chips_are_conserved_in_a_file(tmp_path: Path) -> None:
    """Every commit reads its balances again; here their sum is taken from outside after each."""
    store, play = SqliteStore(tmp_path / "tables.db", bytes(32)), Play(SEED)
    for number in range(scaled(600, 20_000)):
        asked = play.next_batch()
        play.answered(asked, store.append(asked))
        play.check(store.balances())
        if number % 200 == 0:
            store.mark_verified().result()
    assert isinstance(store.verified(), Whole)
    assert store.verified_from_mark() == store.verified()
    lines = store.statement("wallet:1", limit=10**6)
    assert sum(line.cents for line in lines) == store.balance("wallet:1") == lines[0].balance_cents
    assert all(line.balance_cents >= 0 for line in lines)
    store.close()


# ---- planted faults: the same code with one thing wrong in it


def twice_taken(change: dict[str, int]) -> dict[str, int]:
    return {name: 2 * by if by < 0 else by for name, by in change.items()}


def one_given_away(change: dict[str, int]) -> dict[str, int]:
    return {name: by + 1 if by > 0 else by for name, by in change.items()}


def destination_forgotten(change: dict[str, int]) -> dict[str, int]:
    return {name: by for name, by in change.items() if by < 0}


@pytest.mark.parametrize("fault", [twice_taken, one_given_away, destination_forgotten])
def test_a_fault_in_the_sums_is_caught_before_the_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, fault: Callable[[dict[str, int]], dict[str, int]]
) -> None:
    path = tmp_path / "tables.db"
    store = SqliteStore(path)
    store.append(batch(postings=(Posting("mint", "wallet:1", 1000),))).result()
    real = funds.changes
    monkeypatch.setattr(append, "changes", lambda postings: fault(real(postings)))
    moves = (Posting("wallet:1", "escrow:t1-1", 100),)
    with pytest.raises(StorageFailed, match="chips were made or lost; nothing more is written"):
        store.append(batch("t1", 1, "a2", postings=moves)).result()
    assert store.failure is not None
    store.close()
    check_untouched(path)


@pytest.mark.parametrize(
    ("name", "statement"),
    [
        ("_PUT_BALANCE", "INSERT INTO balances VALUES (?, ? + 1) ON CONFLICT (account) DO UPDATE SET cents = cents"),
        ("_FORGET_BALANCE", "UPDATE balances SET cents = cents WHERE account = ?"),
    ],
)
def test_a_balance_that_is_not_written_is_caught_before_the_commit(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, statement: str
) -> None:
    path = tmp_path / "tables.db"
    store = SqliteStore(path)
    store.append(batch(postings=(Posting("mint", "wallet:1", 1000),))).result()
    monkeypatch.setattr(sqlite_connection, name, statement)
    moves = [Posting("wallet:1", "escrow:t1-1", 100)]
    if name == "_FORGET_BALANCE":
        store.append(batch("t0", 0, "a2", postings=moves)).result()
        moves = [Posting("escrow:t1-1", "wallet:1", 100)]
    with pytest.raises(StorageFailed, match="a balance is not what its postings make; nothing more is written"):
        store.append(batch("t1", 1, "a3", postings=moves)).result()
    store.close()
    reopened = SqliteStore(path)
    assert isinstance(reopened.verified(), Whole)
    assert reopened.head("t1")[0] == 1
    reopened.close()


def test_a_lost_posting_is_found_when_the_log_is_verified(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = SqliteStore(tmp_path / "tables.db")
    lost = "UPDATE postings SET cents = 0 WHERE (table_name, seq, source, destination, cents) = (?, ?, ?, ?, ?)"
    monkeypatch.setattr(sqlite_connection, "_ADD_POSTING", lost)
    store.append(batch(postings=(Posting("mint", "wallet:1", 1000),))).result()
    assert str(store.verified()).startswith("t1, entry 1: its postings in the ledger are not")
    store.close()


def check_untouched(path: Path) -> None:
    store = SqliteStore(path)
    assert isinstance(store.verified(), Whole)
    assert store.balances() == {"mint": -1000, "wallet:1": 1000}
    assert store.head("t1")[0] == 1
    store.close()


def test_the_checks_stay_when_python_drops_its_asserts(tmp_path: Path) -> None:
    program = """
import sys
from pathlib import Path
from crossfelt.ledger import Posting
from crossfelt.storage.memory import MemoryStore
from crossfelt.storage.sqlite import SqliteStore
from tests.support.storage.batches import batch
assert False, "asserts are on"
for store in (MemoryStore(), SqliteStore(Path(sys.argv[1]))):
    store.append(batch(postings=(Posting("mint", "wallet:1", 10),))).result()
    bad = (Posting("mint", "wallet:1", -5), Posting("mint", "mint", 5), Posting("mint", "wallet:1", 0.5))
    for move in (*bad, Posting("wallet:1", "house:t1", 11)):
        print(type(store.append(batch("t1", 1, "a2", postings=(move,))).exception()).__name__)
    print(store.balances(), store.head("t1")[0])
    store.close()
"""
    command = [sys.executable, "-O", "-c", program, str(tmp_path / "tables.db")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    expected = ["BadBatch"] * 3 + ["InsufficientFunds", "{'mint': -10, 'wallet:1': 10} 1"]
    assert done.stdout.splitlines() == 2 * expected, done.stderr


# ---- overdrafts


def test_fifty_bets_at_once_on_funds_for_one(store: Store) -> None:
    """From several threads, at tables of their own: exactly one is accepted, every time. The full count is 1,000."""
    for run in range(scaled(30, 1000)):
        wallet = f"wallet:{run}"
        start = store.head("cashier")[0]
        store.append(batch("cashier", start, f"fund-{run}", postings=(Posting("mint", wallet, 1000),))).result()
        answers = bets_at_once(store, f"{run}", wallet)
        errors = [answer.exception() for answer in answers]
        assert len(errors) == 50
        assert sum(error is None for error in errors) == 1, run
        assert all(error is None or isinstance(error, InsufficientFunds) for error in errors), run
        assert store.balance(wallet) == 0
    assert sum(store.balances().values()) == 0


def bets_at_once(store: Store, run: str, wallet: str) -> list[Future[Receipt]]:
    """Fifty bets of the same chips, handed in by five threads that begin together."""
    answers: list[Future[Receipt]] = []
    gate = threading.Barrier(5)

    def bet(first: int) -> None:
        gate.wait()
        for number in range(first, first + 10):
            stake = (Posting(wallet, f"escrow:t{run}-{number}", 1000),)
            answers.append(store.append(batch(f"t{run}-{number}", 0, f"{run}-{number}", postings=stake)))

    threads = [threading.Thread(target=bet, args=(first,)) for first in range(0, 50, 10)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


# ---- exactly once


def test_each_action_counts_once_however_often_it_is_sent(tmp_path: Path) -> None:
    """Sent one to five times, in any order, by several threads and across restarts: one posting each, the same answer
    each time, and the same id with another body refused. The full count is 10,000."""
    draw = random.Random(SEED)
    actions = [
        batch(f"t{number}", 0, f"a{number}", postings=(Posting("mint", f"wallet:{number}", 1 + number),))
        for number in range(scaled(500, 10_000))
    ]
    sent = [action for action in actions for _ in range(draw.randrange(1, 6))]
    draw.shuffle(sent)
    path, receipts = tmp_path / "tables.db", dict[str, set[Receipt]]()
    lock = threading.Lock()
    for part in (sent[: len(sent) // 2], sent[len(sent) // 2 :]):
        store = SqliteStore(path)

        def send(mine: list[Batch], store: SqliteStore = store) -> None:
            for action, answer in [(action, store.append(action)) for action in mine]:
                receipt = answer.result()
                with lock:
                    receipts.setdefault(action.action_id, set()).add(receipt)

        threads = [threading.Thread(target=send, args=(part[turn::2],)) for turn in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        store.close()
    assert len(receipts) == len(actions)
    assert all(len(result) == 1 for result in receipts.values()), f"seed {SEED}"
    store = SqliteStore(path)
    expected = {f"wallet:{number}": 1 + number for number in range(len(actions))}
    assert store.balances("wallet:") == dict(sorted(expected.items()))
    for action in draw.sample(actions, 100):
        other = replace(action, action_hash=b"other")
        assert isinstance(store.append(other).exception(), ActionReused)
    assert store.balances("wallet:") == dict(sorted(expected.items()))
    assert isinstance(store.verified(), Whole)
    store.close()
    raw = sqlite3.connect(path)
    assert raw.execute("SELECT COUNT(*) FROM postings").fetchone() == (len(actions),)
    raw.close()
