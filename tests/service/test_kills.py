"""A server killed at any moment loses nothing it acknowledged, does nothing twice, neither creates nor loses chips,
and resumes in the state its players saw."""

from __future__ import annotations

import asyncio
import sqlite3
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from tests.support.postgresql import Cluster
from tests.support.scale import report_figures, scaled
from tests.support.service.kills.checks import file_faults, mistakes
from tests.support.service.kills.lives import COLD, RANDOM, Lives
from tests.support.service.running.failpoints import FAILPOINTS
from tests.support.service.running.servers import ForkServer

LOTS = 2
KILLS_OF_ONE = scaled(10, 20)
"""Kills that one database lives through."""


@pytest.mark.parametrize("lot", range(LOTS))
def test_kills_lose_nothing(tmp_path: Path, lot: int) -> None:
    """At random moments and at named places, under players over real sockets; some of the starts are cold ones."""
    kills = scaled(20, 1_000) // LOTS
    ends, acknowledged, rounds = Counter[str](), 0, 0
    with ForkServer(tmp_path) as fork_server:
        for seed in range(1_000 * lot, 1_000 * lot + kills // KILLS_OF_ONE):
            path = tmp_path / f"tables-{seed}.db"
            lives = Lives(path, fork_server, seed)
            asyncio.run(lives.live(KILLS_OF_ONE))
            ends.update(lives.ends)
            acknowledged += lives.acknowledged
            rounds += lives.rounds()
            for file in tmp_path.glob(f"{path.name}*"):
                file.unlink()
        assert mistakes(fork_server.log) == []
    assert ends.total() == kills and rounds > 0 and acknowledged > kills
    assert len(set(ends) & set(FAILPOINTS)) >= 4 and set(ends) - set(FAILPOINTS) == {RANDOM, COLD}
    report_figures(f"{kills} kills ({ends[COLD]} of cold starts), {acknowledged} actions acknowledged, {rounds} rounds")


def test_kills_lose_nothing_on_postgresql(tmp_path: Path, postgresql: Cluster) -> None:
    """The same on PostgreSQL: the next server starts while the last one's connections are being cleaned up."""
    kills, ends, acknowledged = scaled(10, 200), Counter[str](), 0
    with ForkServer(tmp_path) as fork_server:
        for seed in range(5_000, 5_000 + kills // KILLS_OF_ONE):
            lives = Lives(postgresql.new_database(), fork_server, seed)
            asyncio.run(lives.live(KILLS_OF_ONE))
            ends.update(lives.ends)
            acknowledged += lives.acknowledged
        assert mistakes(fork_server.log) == []
    assert ends.total() == kills and acknowledged > kills
    report_figures(f"PostgreSQL: {kills} kills, {acknowledged} actions acknowledged")


@pytest.fixture(scope="module")
def ended(tmp_path_factory: pytest.TempPathFactory) -> Lives:
    """A database whose server was killed after some actions were acknowledged, and with which all is well."""
    folder = tmp_path_factory.mktemp("ended")
    with ForkServer(folder) as fork_server:
        lives = Lives(folder / "tables.db", fork_server, 7)
        asyncio.run(lives.live_once("after_answer", 15))
    assert lives.acknowledged and file_faults(lives.database, lives.players) == []
    return lives


@pytest.mark.parametrize(
    ("loss", "message"),
    [
        ("DELETE FROM entries WHERE (table_name, seq) IN (SELECT table_name, last_seq FROM actions LIMIT 1)", "hold"),
        ("UPDATE balances SET cents = cents + 1 WHERE account LIKE 'wallet:%'", "lost or made"),
        ("UPDATE balances SET cents = -1 WHERE account LIKE 'wallet:%'", "holds -1"),
        ("DELETE FROM actions WHERE account LIKE 'g%'", "the list of actions"),
        ("UPDATE actions SET first_seq = first_seq - 1 WHERE first_seq > 1", "the list of actions"),
    ],
    ids=["an entry", "a cent", "below nothing", "an action", "twice"],
)
def test_planted_losses_are_found(ended: Lives, tmp_path: Path, loss: str, message: str) -> None:
    """The checks after a kill find what a kill must not do."""
    copy = tmp_path / "copy.db"
    with closing(sqlite3.connect(ended.database)) as connection:
        connection.execute("VACUUM INTO ?", (str(copy),))
    with closing(sqlite3.connect(copy)) as connection:
        connection.execute(loss)
        connection.commit()
    assert any(message in fault for fault in file_faults(copy, ended.players))


def test_a_state_that_was_shown_and_is_gone_is_found(ended: Lives) -> None:
    player = ended.players[0]
    player.shown.append({**player.shown[-1], "seq": player.shown[-1]["seq"] + 1_000})
    try:
        assert any("were shown and are not in the log" in fault for fault in file_faults(ended.database, ended.players))
    finally:
        player.shown.pop()


def test_another_state_than_was_shown_is_found(ended: Lives) -> None:
    player = ended.players[0]
    real = player.shown.pop()
    player.shown.append({**real, "view": {**(real["view"] or {}), "stage": "another"}})
    try:
        assert any("another state" in fault for fault in file_faults(ended.database, ended.players))
    finally:
        player.shown[-1] = real
