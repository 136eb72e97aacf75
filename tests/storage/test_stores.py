"""What every storage promises, on each that there is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from crossfelt.ledger import Posting
from crossfelt.storage.chain import entry_hash, first_hash
from crossfelt.storage.memory import MemoryStore
from crossfelt.storage.port import (
    ActionReused,
    InsufficientFunds,
    Snapshot,
    StaleSequence,
    StorageFailed,
    Store,
)
from crossfelt.storage.sqlite import SqliteStore
from tests.storage.batches import STAMP, batch

FUNDS = Posting("mint", "wallet:1", 1000)


@pytest.fixture(params=["memory", "sqlite"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    made: Store = MemoryStore() if request.param == "memory" else SqliteStore(tmp_path / "tables.db")
    yield made
    made.close()


def test_entries_come_back_as_they_were_stored_and_chained(store: Store) -> None:
    receipt = store.append(batch(bodies=(b"one", b"two"))).result()
    assert (receipt.first_seq, receipt.last_seq) == (1, 2)
    found = list(store.entries("t1"))
    assert [(entry.seq, entry.body, entry.kind, entry.stamped_ms) for entry in found] == [
        (1, b"one", "thing_happened", STAMP),
        (2, b"two", "thing_happened", STAMP),
    ]
    head = first_hash("t1")
    for entry in found:
        head = entry_hash(head, "t1", entry.seq, STAMP, entry.kind, entry.is_sealed, entry.body)
        assert entry.hash == head
    assert store.head("t1") == (2, head) == (2, receipt.head)
    assert list(store.entries("t1", after=1)) == found[1:]
    assert store.tables() == ("t1",)
    assert store.head("t2") == (0, first_hash("t2"))


def test_the_same_action_gets_the_same_answer(store: Store) -> None:
    first = store.append(batch(postings=(FUNDS,))).result()
    again = batch(postings=(FUNDS,))
    assert store.append(replace(again, expected_seq=7)).result() == first
    assert store.remembered("player:1", "a1", again.action_hash) == first
    assert store.balances() == {"mint": -1000, "wallet:1": 1000}
    with pytest.raises(ActionReused):
        store.append(batch(bodies=(b"other",))).result()
    with pytest.raises(ActionReused):
        store.remembered("player:1", "a1", b"other")
    # Another account may use the same id: ids are made by clients.
    assert store.append(batch(expected_seq=1, account="player:2")).result().first_seq == 2
    assert store.remembered("player:3", "a1", b"") is None


def test_a_stale_sequence_number_writes_nothing(store: Store) -> None:
    store.append(batch()).result()
    with pytest.raises(StaleSequence) as caught:
        store.append(batch(action="a2", postings=(FUNDS,))).result()
    assert caught.value.found == 1
    assert store.balances() == {}
    assert store.append(batch(action="a2", expected_seq=1)).result().last_seq == 2


def test_nobody_spends_what_is_not_there(store: Store) -> None:
    store.append(batch(postings=(FUNDS,))).result()
    stake = Posting("wallet:1", "escrow:t1-1", 1001)
    with pytest.raises(InsufficientFunds) as caught:
        store.append(batch(action="a2", expected_seq=1, postings=(stake,))).result()
    assert (caught.value.account, caught.value.missing) == ("wallet:1", 1)
    assert store.head("t1")[0] == 1
    # Chips that come and go within one batch are looked at when all of them have moved.
    moves = (Posting("wallet:1", "escrow:t1-1", 1500), Posting("house:t1", "wallet:1", 500))
    store.append(batch(action="a3", expected_seq=1, postings=moves)).result()
    assert store.balances() == {"escrow:t1-1": 1500, "house:t1": -500, "mint": -1000, "wallet:1": 0}
    assert store.balances("wallet:") == {"wallet:1": 0}
    assert sum(store.balances().values()) == 0


def test_fifty_bets_on_funds_for_one(store: Store) -> None:
    store.append(batch(postings=(FUNDS,))).result()
    bet = Posting("wallet:1", "escrow:1", 1000)
    asked = [store.append(batch(f"other-{n}", 0, f"b{n}", postings=(bet,))) for n in range(50)]
    done = [answer.exception() for answer in asked]
    assert sum(error is None for error in done) == 1
    assert all(error is None or isinstance(error, InsufficientFunds) for error in done)
    assert store.balances("wallet:") == {"wallet:1": 0}


def test_snapshots_are_kept_and_replaced(store: Store) -> None:
    assert store.snapshot("t1") is None
    store.keep_snapshot("t1", Snapshot(1, b"early"))
    store.keep_snapshot("t1", Snapshot(2, b"late"))
    store.append(batch()).result()
    assert store.snapshot("t1") == Snapshot(2, b"late")


def test_a_closed_store_takes_nothing(store: Store) -> None:
    store.append(batch()).result()
    store.close()
    with pytest.raises(StorageFailed):
        store.append(batch(action="a2", expected_seq=1)).result()
