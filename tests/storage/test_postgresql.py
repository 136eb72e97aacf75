"""PostgreSQL as storage: what can go wrong between a server and its database, and two writers at once."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import Future
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from crossfelt.ledger import Posting
from crossfelt.storage import postgresql_connection
from crossfelt.storage.opener import key_of_server, open_reader, open_store
from crossfelt.storage.port import (
    InsufficientFunds,
    Player,
    Receipt,
    Share,
    StaleSequence,
    StorageError,
    StorageFailed,
    StorageUnavailable,
    Whole,
)
from crossfelt.storage.postgresql import PostgresqlStore, migrate_database, reading_engine, writing_engine
from crossfelt.storage.postgresql_connection import PostgresqlWriteConnection, connect
from crossfelt.storage.schema import METADATA
from crossfelt.storage.sql_store import SqlStore
from crossfelt.storage.sqlite import SqliteStore
from crossfelt.storage.transfer import copy_database
from tests.support.postgresql import Cluster, running_cluster
from tests.support.scale import scaled
from tests.support.storage.batches import STAMP, batch, closing

KEY = bytes(range(32))
FUNDS = Posting("mint", "wallet:1", 1000)


@pytest.fixture
def url(postgresql: Cluster) -> str:
    return postgresql.new_database()


@pytest.fixture
def store(url: str) -> Iterator[PostgresqlStore]:
    opened = PostgresqlStore(url, KEY)
    yield opened
    opened.close()


def second_writer(url: str) -> SqlStore:
    """Another process's view of the same database: connections of its own, no memory in common."""
    return SqlStore(reading_engine(url), "second", KEY, PostgresqlWriteConnection(url, "second"))


def refusal(url: str, key: bytes = KEY) -> str:
    with pytest.raises(StorageFailed) as caught:
        open_store(url, key)
    return str(caught.value)


# ---- opening


def test_the_steps_make_the_tables_that_the_program_knows(url: str) -> None:
    assert migrate_database(url) == (None, "0004")
    assert migrate_database(url) == ("0004", "0004")
    with writing_engine(url).connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        differences = compare_metadata(context, METADATA)
    # The index that only PostgreSQL has is made by the steps; alembic takes it for one too many or too few.
    assert [row for row in differences if "alembic_version" not in str(row)] == []


def test_a_server_that_cannot_be_reached_is_named_without_its_password(tmp_path: Path) -> None:
    message = refusal(f"postgresql://me:secret@/tables?host={tmp_path}")
    assert message.startswith("postgresql:///tables: ") and "secret" not in message and "\n" not in message


def test_a_database_that_is_not_there(postgresql: Cluster) -> None:
    assert 'database "nowhere" does not exist' in refusal(postgresql.url("nowhere"))


def test_a_change_that_servers_would_not_notice_waits_until_they_are_stopped(store: PostgresqlStore, url: str) -> None:
    server = store.join(60_000)
    server.beat(())
    with pytest.raises(StorageFailed, match="servers use this database; stop them first"):
        open_store(url, KEY, is_alone=True)
    server.leave()
    open_store(url, KEY, is_alone=True).close()


def test_another_key_is_refused(url: str) -> None:
    PostgresqlStore(url, KEY).close()
    assert "the key is not the one" in refusal(url, bytes(32))
    PostgresqlStore(url, KEY).close()


def test_a_newer_form_is_refused(url: str) -> None:
    PostgresqlStore(url, KEY).close()
    with connect(url) as connection:
        connection.execute("UPDATE alembic_version SET version_num = '9999'")
    assert "newer than this program knows" in refusal(url)


def test_a_database_of_another_program_is_refused(url: str) -> None:
    with connect(url) as connection:
        connection.execute("CREATE TABLE customers (name text)")
    assert "a database of another program" in refusal(url)


def test_a_server_key_comes_from_the_environment() -> None:
    with pytest.raises(StorageFailed, match="Set CROSSFELT_KEY"):
        key_of_server("postgresql://localhost/tables", {})
    assert key_of_server("postgresql://localhost/tables", {"CROSSFELT_KEY": KEY.hex()}) == KEY


# ---- two writers


def test_a_stale_writer_reads_what_the_other_wrote(store: PostgresqlStore, url: str) -> None:
    second = second_writer(url)
    store.append(batch(postings=(FUNDS,))).result()
    with pytest.raises(StaleSequence) as caught:
        second.append(batch(action="b1")).result()
    assert caught.value.actual == 1
    second.append(batch(action="b1", expected_seq=1)).result()
    store.append(batch(action="a2", expected_seq=2)).result()
    second.close()
    assert isinstance(store.verified(), Whole)


def test_one_action_sent_to_two_writers_counts_once(store: PostgresqlStore, url: str) -> None:
    second = second_writer(url)
    for number in range(scaled(40, 2_000)):
        asked = batch(f"t{number}", action=f"a{number}", postings=(Posting("mint", f"wallet:{number}", 5),))
        first, again = _together(store, second, lambda each, asked=asked: each.append(asked))
        assert first.result() == again.result()
        assert store.balance(f"wallet:{number}") == 5
    second.close()
    assert isinstance(store.verified(), Whole)


def test_two_writers_never_overdraw_a_wallet(store: PostgresqlStore, url: str) -> None:
    second = second_writer(url)
    for number in range(scaled(20, 1_000)):
        wallet = f"wallet:{number}"
        store.append(batch(f"bank{number}", action=f"fund{number}", postings=(Posting("mint", wallet, 100),))).result()

        def bets(each: SqlStore, wallet: str = wallet, number: int = number) -> list[Future[Receipt]]:
            table = f"{'first' if each is store else 'second'}{number}-"
            moves = (Posting(wallet, f"escrow:{table}", 100),)
            return [each.append(batch(f"{table}{bet}", action=f"bet{table}{bet}", postings=moves)) for bet in range(25)]

        answers = [answer.exception() for group in _together(store, second, bets) for answer in group]
        assert answers.count(None) == 1
        assert all(answer is None or isinstance(answer, InsufficientFunds) for answer in answers)
        assert store.balance(wallet) == 0
    second.close()
    assert sum(store.balances().values()) == 0
    assert isinstance(store.verified(), Whole)


def test_two_writers_at_one_table_make_one_chain(store: PostgresqlStore, url: str) -> None:
    second, rounds = second_writer(url), scaled(60, 2_000)

    def play(each: SqlStore) -> int:
        written = 0
        while written < rounds:
            name = f"{id(each)}-{written}"
            try:
                each.append(batch("shared", each.head("shared")[0], name)).result()
                written += 1
            except StaleSequence:
                continue
        return written

    assert _together(store, second, play) == [rounds, rounds]
    second.close()
    assert store.head("shared")[0] == 2 * rounds
    assert isinstance(store.verified(), Whole)


def _together(store: SqlStore, second: SqlStore, work):  # type: ignore[no-untyped-def]
    """Run the same work on both at once and return both results."""
    results: list[object] = [None, None]
    barrier = threading.Barrier(2)

    def run(index: int, each: SqlStore) -> None:
        barrier.wait()
        results[index] = work(each)

    threads = [threading.Thread(target=run, args=pair) for pair in enumerate((store, second))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return results


# ---- a connection that breaks, a server that goes away


def test_a_lost_connection_is_retried_by_action_id(store: PostgresqlStore, url: str) -> None:
    seq = 0
    for number in range(scaled(10, 500)):
        with connect(url) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE pid <> pg_backend_pid() AND datname = current_database() AND query NOT LIKE '%advisory%'"
            )
        answers = [store.append(batch("t1", seq, f"a{number}", postings=(FUNDS,)))]
        seq = answers[0].result().last_seq
        assert store.balance("wallet:1") == 1000 * (number + 1)
    assert store.failure is None
    assert isinstance(store.verified(), Whole)


def test_writing_stops_while_the_server_is_gone_and_resumes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(postgresql_connection, "PATIENCE_SECONDS", 0.3)
    with running_cluster() as cluster:
        store = PostgresqlStore(cluster.new_database(), KEY)
        store.append(batch(postings=(FUNDS,))).result()
        cluster.control("-m", "immediate", "stop")
        with pytest.raises(StorageUnavailable, match="writing continues when the database is back"):
            store.append(batch(action="a2", expected_seq=1)).result()
        assert "writing continues" in str(store.failure)
        with pytest.raises(StorageFailed):
            store.head("t1")
        cluster.control("start")
        assert store.append(batch(action="a2", expected_seq=1)).result().last_seq == 2
        assert (store.failure, store.head("t1")[0]) == (None, 2)
        assert isinstance(store.verified(), Whole)
        store.close()


# ---- verifying and copying


EDITS = (
    "UPDATE entries SET body = 'other' WHERE seq = 2",
    "DELETE FROM entries WHERE seq = 2",
    "DELETE FROM entries WHERE seq = 3",
    "UPDATE postings SET cents = cents + 1",
    "DELETE FROM postings",
    "UPDATE balances SET cents = cents + 1 WHERE account = 'wallet:1'",
    "UPDATE actions SET action_hash = 'x'",
    "DELETE FROM rounds",
    "UPDATE shares SET returned_cents = 9",
    "UPDATE heads SET checksum = 'x'",
    "DELETE FROM settings",
)


def written(store: SqlStore | SqliteStore) -> None:
    store.append(batch(postings=(FUNDS,), bodies=(b"one", b"two"))).result()
    moved = batch(action="a2", expected_seq=2, postings=(Posting("wallet:1", "house:t1", 10),))
    store.append(closing(moved, "t1-1", 1, (Share("p1", 1, 10, 0),))).result()
    store.save_player(Player("p1", "Ann", "guest", b"code", STAMP)).result()


@pytest.mark.parametrize("edit", EDITS)
def test_an_edit_of_any_table_is_found(store: PostgresqlStore, url: str, edit: str) -> None:
    written(store)
    assert isinstance(store.verified(), Whole)
    with connect(url) as connection:
        changed = connection.execute(edit).rowcount
    assert changed > 0
    assert not isinstance(store.verified(), Whole)


@pytest.mark.parametrize("edit", EDITS[:6])
def test_an_edit_behind_the_mark_is_found_from_it(store: PostgresqlStore, url: str, edit: str) -> None:
    store.mark_verified().result()
    written(store)
    assert isinstance(store.verified_from_mark(), Whole)
    with connect(url) as connection:
        connection.execute(edit)
    assert not isinstance(store.verified_from_mark(), Whole)


def test_a_copy_has_every_hash_and_goes_on_where_the_original_ended(tmp_path: Path, url: str) -> None:
    original = SqliteStore(tmp_path / "tables.db", KEY)
    written(original)
    original.mark_verified().result()
    expected, head = original.verified(), original.head("t1")
    assert copy_database(original, url, "copy", KEY, lambda _: None) == expected
    original.close()
    moved = PostgresqlStore(url, KEY)
    assert moved.verified() == expected and moved.head("t1") == head
    asked = batch(action="a3", expected_seq=3, postings=(Posting("wallet:1", "house:t1", 5),))
    moved.append(closing(asked, "t1-2", 4)).result()
    there = moved.verified()
    back = str(tmp_path / "back.db")
    assert copy_database(moved, back, back, KEY, lambda _: None) == there
    with pytest.raises(StorageFailed, match="it isn't empty"):
        copy_database(moved, back, back, KEY, lambda _: None)
    moved.close()
    again = SqliteStore(tmp_path / "back.db", KEY)
    assert again.verified() == there and [row.round for row in again.rounds_at("t1")] == ["t1-2", "t1-1"]
    again.close()


def test_a_reader_works_beside_the_server(store: PostgresqlStore, url: str) -> None:
    written(store)
    reader = open_reader(url, KEY)
    assert reader.verified() == store.verified()
    assert reader.tables() == ("t1",)
    reader.close()


def test_a_text_that_the_database_cannot_hold_is_refused(store: PostgresqlStore) -> None:
    with pytest.raises(StorageError, match="NUL character"):
        store.save_setting("name", "a\0b").result()
    assert store.setting("name") is None
