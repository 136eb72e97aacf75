"""The guarantees of every storage, tested on each one."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from itertools import pairwise
from pathlib import Path

import pytest

from crossfelt.ledger import Posting
from crossfelt.merkle import EMPTY_ROOT, includes, is_consistent, leaf_hash
from crossfelt.storage.chain import asked_digest, entry_hash, first_hash, head_text
from crossfelt.storage.memory import MemoryStore
from crossfelt.storage.port import (
    AboveCeiling,
    ActionReused,
    BadBatch,
    InsufficientFunds,
    NewEntry,
    PlayedRound,
    Player,
    Receipt,
    RoundRow,
    Share,
    Snapshot,
    StaleSequence,
    StaleTree,
    StorageFailed,
    Store,
    TreeHead,
    Whole,
)
from crossfelt.storage.postgresql import PostgresqlStore
from crossfelt.storage.sqlite import SqliteStore
from tests.naive.merkle import tree_hash
from tests.support.storage.batches import STAMP, batch, closing, note_of

KEY = bytes(range(32))
HALF = "half \ud800"
"""A text that Python allows and no file can hold."""
FUNDS = Posting("mint", "wallet:1", 1000)


@pytest.fixture(params=["memory", "sqlite", "postgresql"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    opened: Store
    match request.param:
        case "memory":
            opened = MemoryStore()
        case "sqlite":
            opened = SqliteStore(tmp_path / "tables.db", KEY)
        case _:
            opened = PostgresqlStore(request.getfixturevalue("postgresql").new_database(), KEY)
    yield opened
    opened.close()


def test_entries_come_back_as_they_were_stored_and_chained(store: Store) -> None:
    asked = batch(bodies=(b"one", b"two"), postings=(FUNDS,))
    receipt = store.append(asked).result()
    assert (receipt.first_seq, receipt.last_seq) == (1, 2)
    results = list(store.entries("t1"))
    assert [(entry.seq, entry.body, entry.kind, entry.stamped_ms) for entry in results] == [
        (1, b"one", "thing_happened", STAMP),
        (2, b"two", "thing_happened", STAMP),
    ]
    head = first_hash("t1")
    assert results[0].asked == asked_digest(asked.account, asked.action_id, asked.action_hash)
    assert [(entry.asked == b"", entry.postings) for entry in results] == [(False, ()), (True, (FUNDS,))]
    for entry in results:
        fields = "t1", entry.seq, STAMP, entry.kind, entry.is_sealed, entry.body, entry.asked, entry.postings
        head = entry_hash(head, *fields)
        assert entry.hash == head
    assert store.head("t1") == (2, head) == (2, receipt.head)
    assert list(store.entries("t1", after=1)) == results[1:]
    assert list(store.entries("t1", upto=1)) == results[:1]
    assert list(store.entries("t1", 1, 1)) == []
    assert store.tables() == ("t1",)
    for name in ("player", "player:a", "player:b", "player;", "q"):
        store.append(batch(table=name, action=name)).result()
    assert store.tables("player:") == ("player", "player;", "q", "t1")
    assert store.head("t2") == (0, first_hash("t2"))


def test_open_tables_come_with_what_a_start_needs(store: Store) -> None:
    for name in ("b", "a", "done", "player:a"):
        store.append(batch(table=name, action=name, bodies=(b"1", b"2", b"3"))).result()
    store.keep_snapshot("a", Snapshot(2, b"at rest"))
    closing = batch(table="done", expected_seq=3, action="closing")
    store.append(replace(closing, entries=(NewEntry("closed", b"4"),))).result()
    results = list(store.open_tables("player:", "closed"))
    assert [(table.table, table.snapshot) for table in results] == [("a", Snapshot(2, b"at rest")), ("b", None)]
    assert [[entry.seq for entry in table.entries] for table in results] == [[1, 3], [1, 2, 3]]
    for table in results:
        entries = {entry.seq: entry for entry in store.entries(table.table)}
        assert all(entry == entries[entry.seq] for entry in table.entries)
        assert table.head == store.head(table.table)[1]


def test_a_snapshot_that_was_changed_is_ignored_at_a_start(tmp_path: Path) -> None:
    store = SqliteStore(tmp_path / "tables.db", KEY)
    store.keep_snapshot("t1", Snapshot(2, b"at rest"))
    store.append(batch(bodies=(b"1", b"2", b"3"))).result()
    store._connection.connection.execute("UPDATE snapshots SET seq = 1")
    [result] = store.open_tables("player:", "closed")
    assert result.snapshot is None and [entry.seq for entry in result.entries] == [1, 2, 3]
    store.close()


def test_the_same_action_gets_the_same_answer(store: Store) -> None:
    first = store.append(batch(postings=(FUNDS,))).result()
    again = batch(postings=(FUNDS,))
    assert first.balances == {"mint": -1000, "wallet:1": 1000}
    repeated = store.append(replace(again, expected_seq=7)).result()
    assert (repeated, repeated.balances) == (first, {})
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
    assert caught.value.actual == 1
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


def test_an_account_stays_below_the_ceiling_of_its_batch(store: Store) -> None:
    stake = Posting("wallet:1", "escrow:t1-1", 100)
    store.append(batch(postings=(FUNDS,))).result()
    asked = batch(action="a2", expected_seq=1, postings=(stake,))
    with pytest.raises(AboveCeiling, match="wallet:1"):
        store.append(replace(asked, ceilings={"wallet:1": 899})).result()
    assert store.balances() == {"mint": -1000, "wallet:1": 1000}
    assert store.append(replace(asked, ceilings={"wallet:1": 900})).result().last_seq == 2


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
    assert store.failure == "the storage is closed"


def test_a_batch_that_breaks_a_promise_is_refused(store: Store) -> None:
    same, nothing = Posting("mint", "wallet:1", 1), Posting("mint", "wallet:1", 1)
    object.__setattr__(same, "destination", "mint")
    object.__setattr__(nothing, "cents", 0)
    bad = [
        batch(bodies=()),
        batch(postings=(same,)),
        batch(postings=(nothing,)),
        batch(postings=(Posting("mint", "wallet:1", 2**60),)),
        batch(table=""),
        batch(action="a" * 300),
        batch(table=HALF),
        batch(action=HALF),
        batch(postings=(Posting("mint", f"wallet:{HALF}", 1),)),
        replace(batch(), entries=[NewEntry(HALF, b"")]),
        replace(batch(), entries=[NewEntry("thing", "text")]),  # type: ignore[arg-type]
        replace(batch(), stamped_ms=2**70),
        closing(batch(), HALF, 1),
        closing(batch(), "t1-1", 1, (Share(HALF, 1, 0, 0),)),
        closing(batch(), "t1-1", 0),
        closing(batch(), "t1-1", 2),
        closing(batch(), "t1-1", 1, (Share("p1", 1, 0, 0), Share("p1", 1, 5, 5))),
        replace(batch(), entries=[NewEntry("round_closed", b"not JSON")]),
        replace(batch(), entries=[NewEntry("round_closed", b'{"shares":5}')]),
    ]
    for refused in bad:
        with pytest.raises(BadBatch):
            store.append(refused).result()
    for answer in (store.save_player(Player("p1", HALF, "guest", None, STAMP)), store.save_setting("name", HALF)):
        assert isinstance(answer.exception(), BadBatch)
    assert store.tables() == () and store.balances() == {} and store.failure is None
    assert store.player("p1") is None and store.setting("name") is None


def test_an_account_takes_no_more_than_can_be_counted(store: Store) -> None:
    store.append(batch(postings=(Posting("mint", "wallet:1", 2**53),))).result()
    with pytest.raises(BadBatch, match="would hold more"):
        store.append(batch(action="a2", expected_seq=1, postings=(Posting("mint", "wallet:1", 1),))).result()
    assert store.balance("wallet:1") == 2**53


def test_the_empty_escrow_of_a_round_is_forgotten(store: Store) -> None:
    store.append(batch(postings=(FUNDS,))).result()
    store.append(batch(action="a2", expected_seq=1, postings=(Posting("wallet:1", "escrow:t1-1", 1000),))).result()
    store.append(batch(action="a3", expected_seq=2, postings=(Posting("escrow:t1-1", "house:t1", 1000),))).result()
    assert store.balances() == {"house:t1": 1000, "mint": -1000, "wallet:1": 0}
    assert store.balance("escrow:t1-1") == 0
    assert [line.balance_cents for line in store.statement("escrow:t1-1")] == [0, 1000]
    assert isinstance(store.verified(), Whole)


def test_closed_rounds_are_found_by_id_by_table_and_by_player(store: Store) -> None:
    for number in range(1, 8):
        table = f"t{number % 2}"
        shares = (Share("p1", 2, 100 * number, 50, number > 3), Share(f"p{number}x", 1, 7, 0, number == 4))
        start = store.head(table)[0]
        asked = batch(table, start, f"a{number}", (b"opened", b"bet", b"settled"))
        moved = replace(closing(asked, f"{table}-{number}", start + 2, shares), stamped_ms=STAMP + number)
        store.append(moved).result()
        assert store.append(moved).result().first_seq == start + 1
    fourth = RoundRow(4, "t0-4", "t0", 5, 6, STAMP + 4, 2)
    assert store.round("t0-4") == fourth
    assert store.round("t0-5") is None
    assert [row.number for row in store.rounds_at("t0")] == [6, 4, 2]
    assert store.rounds_at("t0", before=6, limit=1) == [fourth]
    assert store.rounds_at("t9") == []
    assert [row.round for row in store.rounds_of("p1", limit=3)] == ["t1-7", "t0-6", "t1-5"]
    assert store.rounds_of("p1", before=5, limit=1) == [
        PlayedRound(4, "t0-4", "t0", 5, 6, STAMP + 4, 2, 2, 400, 50, True)
    ]
    assert [store.withheld_of(player) for player in ("p1", "p4x", "p3x", "nobody")] == [4, 1, 0, 0]
    assert [store.withheld_at(table) for table in ("t0", "t1", "t9")] == [3, 2, 0]
    assert [row.number for row in store.rounds_of("p3x")] == [3]
    with pytest.raises(BadBatch, match="closed already"):
        store.append(closing(batch("t2", action="again"), "t0-4", 1)).result()
    assert store.head("t2")[0] == 0
    store.append(closing(batch("t2", action="unplayed"), "t2-1", 1, None)).result()
    assert store.round("t2-1") is None
    assert isinstance(store.verified(), Whole)


def test_a_statement_reconciles(store: Store) -> None:
    store.append(batch(postings=(FUNDS,))).result()
    for number in range(1, 10):
        moves = [Posting("wallet:1", "escrow:1", 10 * number), Posting("house:t1", "wallet:1", number)]
        store.append(batch(action=f"b{number}", expected_seq=number, postings=moves)).result()
    lines = store.statement("wallet:1")
    assert len(lines) == 19
    assert lines[0].balance_cents == store.balance("wallet:1") == 1000 - 450 + 45
    for newer, older in pairwise(lines):
        assert newer.number > older.number
        assert newer.balance_cents - newer.cents == older.balance_cents
    assert lines[-1].balance_cents == lines[-1].cents == 1000
    assert {(line.other, line.cents > 0) for line in lines} == {("mint", True), ("escrow:1", False), ("house:t1", True)}
    assert all((line.table, line.stamped_ms) == ("t1", STAMP) for line in lines)
    assert [line.seq for line in lines[:3]] == [10, 10, 9]
    pages = [store.statement("wallet:1", limit=5)]
    while pages[-1]:
        pages.append(store.statement("wallet:1", before=pages[-1][-1].number, limit=5))
    assert [line for page in pages for line in page] == lines
    assert store.statement("wallet:2") == []


def test_players_change_and_can_be_found_by_their_recovery_code(store: Store) -> None:
    player = Player("p1", "Ann", "guest", b"hash", STAMP)
    assert store.player("p1") is None
    store.save_player(player).result()
    store.save_player(Player("p2", "Bot", "bot", None, STAMP)).result()
    assert store.player("p1") == player == store.player_by_recovery(b"hash")
    deleted = Player("p1", "", "guest", None, STAMP, STAMP + 1)
    store.save_player(deleted).result()
    assert store.player("p1") == deleted
    assert store.player_by_recovery(b"hash") is None


def test_settings_are_kept_and_replaced(store: Store) -> None:
    assert store.setting("refill") is None
    store.save_setting("refill", "1000").result()
    store.save_setting("refill", "2000").result()
    assert store.setting("refill") == "2000"


def test_marks_change_nothing_that_is_found(store: Store) -> None:
    store.mark_verified().result()
    store.append(batch(postings=(FUNDS,))).result()
    store.mark_verified().result()
    receipt = store.append(batch("t2", action="a2", postings=(Posting("wallet:1", "escrow:1", 5),))).result()
    result = store.verified_from_mark()
    assert result == store.verified()
    assert isinstance(result, Whole) and (result.tables, result.entries) == (2, 2)
    assert store.check_receipt(receipt) is None
    other = replace(receipt, head=b"other")
    assert str(store.check_receipt(other)) == "t2, entry 1: a receipt was given for another entry in this place"
    gone = replace(receipt, last_seq=2)
    assert str(store.check_receipt(gone)) == "t2, entry 2: a receipt was given for it, and it is gone"


def test_a_mark_in_background_is_the_same(store: Store) -> None:
    for number in range(100):
        store.append(batch("t1", number, f"a{number}")).result()
    background = store.mark_verified(in_background=True)
    store.append(batch("t2", action="meanwhile")).result()
    background.result()
    assert store.verified_from_mark() == store.verified()


def test_a_caller_who_went_away_harms_nobody(store: Store) -> None:
    waiting = [store.append(batch(f"t{n}", action=f"a{n}")) for n in range(50)]
    for answer in waiting:
        answer.cancel()
    last = store.append(batch("last", action="last")).result()
    assert store.check_receipt(last) is None
    assert isinstance(store.verified(), Whole)


# ---- the transparency log


def appended(store: Store, count: int) -> list[Receipt]:
    """Appends of one to three entries each, to five tables in turn."""
    receipts = []
    for number in range(count):
        table = f"t{number % 5}"
        asked = batch(table, store.head(table)[0], f"a{number}-{store.tree().size}", (b"x",) * (1 + number % 3))
        receipts.append(store.append(asked).result())
    return receipts


def leaf_text(receipt: Receipt) -> bytes:
    return head_text(receipt.table, receipt.last_seq, receipt.head.hex()).encode()


def test_every_append_gets_one_leaf(store: Store) -> None:
    assert (store.tree(), store.grow_tree(10)) == (TreeHead(0, EMPTY_ROOT), 0)
    receipts, trees = appended(store, 20), []
    assert store.leaf("t0", 1) is None
    while store.grow_tree(7):
        trees.append(store.tree())
    assert [tree.size for tree in trees] == [7, 14, 20]
    receipts += appended(store, 3)
    assert (store.grow_tree(7), store.grow_tree(7)) == (3, 0)
    tree, entries = store.tree(), [b""] * 23
    for receipt in receipts:
        leaf = store.leaf(receipt.table, receipt.last_seq)
        assert leaf is not None
        assert (leaf.table, leaf.seq, leaf.head) == (receipt.table, receipt.last_seq, receipt.head)
        assert all(store.leaf(receipt.table, seq) == leaf for seq in range(receipt.first_seq, receipt.last_seq))
        entries[leaf.number] = leaf_text(receipt)
    assert tree == TreeHead(23, tree_hash(entries))
    assert [tree_hash(entries[: tree.size]) for tree in trees] == [tree.root for tree in trees]
    assert store.leaf("t0", 1000) is None


def test_proofs_of_the_transparency_log_hold(store: Store) -> None:
    receipts = appended(store, 30)
    while store.grow_tree(8):
        pass
    tree = store.tree()
    entries = [b""] * tree.size
    for receipt in receipts:
        leaf = store.leaf(receipt.table, receipt.last_seq)
        assert leaf is not None
        entries[leaf.number] = leaf_text(receipt)
    for number in range(tree.size):
        path = store.inclusion_path(number, tree.size)
        assert includes(tree.size, tree.root, number, leaf_hash(entries[number]), path)
    for old in range(tree.size + 1):
        path = store.consistency_path(old, tree.size)
        assert is_consistent(old, tree_hash(entries[:old]), tree.size, tree.root, path)
    path = store.consistency_path(5, 17)
    assert is_consistent(5, tree_hash(entries[:5]), 17, tree_hash(entries[:17]), path)


def test_the_tree_is_the_same_in_tiles_of_many_levels(store: Store) -> None:
    count = 600
    futures = [store.append(batch("t1", number, f"a{number}")) for number in range(count)]
    receipts = [future.result() for future in futures]
    while store.grow_tree(250):
        pass
    tree, entries = store.tree(), [leaf_text(receipt) for receipt in receipts]
    assert tree == TreeHead(count, tree_hash(entries))
    for number in (0, 255, 256, 511, 512, 599):
        path = store.inclusion_path(number, count)
        assert includes(count, tree.root, number, leaf_hash(entries[number]), path)
        assert is_consistent(
            number, tree_hash(entries[:number]), count, tree.root, store.consistency_path(number, count)
        )
    assert isinstance(store.verified(), Whole)


def test_checkpoints_are_kept_and_found_by_their_size(store: Store) -> None:
    assert store.checkpoint() is None
    notes = {}
    for _ in range(3):
        appended(store, 2)
        store.grow_tree(10)
        tree = store.tree()
        notes[tree.size] = note_of(tree)
        store.save_checkpoint(tree, notes[tree.size])
        store.save_checkpoint(tree, "another note is not taken")
    results = {size: store.checkpoint(size) for size in notes}
    assert {size: saved.note for size, saved in results.items() if saved is not None} == notes
    assert store.checkpoint() == store.checkpoint(6)
    assert store.checkpoint(5) is None
    assert isinstance(store.verified(), Whole)


def test_two_holders_that_overlap_give_each_append_one_leaf(store: Store) -> None:
    """Each reads the same appends; the store refuses the leaves of the one that comes second."""
    receipts, added = appended(store, 60), list[int]()

    def hold() -> None:
        while store.tree().size < len(receipts):
            with suppress(StaleTree):
                added.append(store.grow_tree(4))

    holders = [threading.Thread(target=hold) for _ in range(2)]
    for holder in holders:
        holder.start()
    for holder in holders:
        holder.join()
    assert sum(added) == store.tree().size == len(receipts)
    leaves = [store.leaf(receipt.table, receipt.last_seq) for receipt in receipts]
    assert sorted(leaf.number for leaf in leaves if leaf is not None) == list(range(len(receipts)))
    assert isinstance(store.verified(), Whole)
