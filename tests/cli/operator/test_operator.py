"""`crossfelt operator` against a real server process."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.support.cli.floor_servers import Guest, running_server
from tests.support.cli.program import Ran, run


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("operator")


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    with running_server(folder) as result:
        yield result


@pytest.fixture(scope="module")
def token(address: str, folder: Path) -> str:
    del address  # The key is there once the server has started.
    return run("operator", "token", "--database", str(folder / "tables.sqlite"), "--days", "1").out.strip()


@pytest.fixture
def operate(address: str, token: str, monkeypatch: pytest.MonkeyPatch) -> object:
    monkeypatch.setenv("CROSSFELT_TOKEN", token)

    def command(*words: str) -> Ran:
        return run("operator", *words, "--server", address, columns=200)

    return command


def test_no_token_without_the_key_of_a_server(tmp_path: Path) -> None:
    nowhere = tmp_path / "none.sqlite"
    assert "no server key for" in run("operator", "token", "--database", str(nowhere)).refusal
    assert "in memory" in run("operator", "token", "--database", "memory:").refusal
    assert not list(tmp_path.iterdir())
    assert "must be a whole number from 1 to 365" in run("operator", "token", "--days", "0").refusal


def test_a_guest_is_told_how_to_become_operator(address: str) -> None:
    guest = Guest(address, "Ada")
    refusal = run("operator", "tables", "--server", address, "--token", guest.token).refusal
    assert "operator_needed" in refusal and "crossfelt operator token" in refusal


def test_tables_roles_and_titles(address: str, operate: object) -> None:
    assert callable(operate)
    host, flo = Guest(address, "Host"), Guest(address, "Flo")
    table = host.open_table(table_kind="live", decision_seconds=60, betting_seconds=60)
    shown = run("floor", "show", table, "--server", address, "--token", host.token).out
    assert "No floor manager: the system rules" in shown
    assert f"{flo.player} is floor manager of this table" in operate("grant", table, flo.player).out
    [entry] = [entry for entry in operate("tables", "--json").document["tables"] if entry["table"] == table]
    assert (entry["floor"], entry["host_name"]) == ([flo.player], "Host")
    assert operate("title", table, "Table 7").out == "The table's title is now Table 7.\n"
    assert "Table 7" in operate("tables").out
    assert "no longer floor" in operate("revoke", table, flo.player).out
    assert "fixed reasons" in operate("close", table, "because I can").refusal
    assert "the table is closed" in operate("close", table, "rules_broken").out


def test_guests_and_blocks(address: str, operate: object) -> None:
    assert callable(operate)
    guest = Guest(address, "Rude")
    assert operate("rename", guest.player, "Guest 7").out == f"The name of {guest.player} is now Guest 7.\n"
    assert "Guest 7" in operate("guests").out
    assert operate("remove", guest.player).out == f"{guest.player}: Removed.\n"
    assert "no_such_player" in operate("remove", guest.player).refusal
    assert operate("block", "2001:db8::1", "flooding").out == "Blocked 2001:db8::/64.\n"
    assert "flooding" in operate("blocks").out
    assert operate("unblock", "2001:db8::/64").out == "Unblocked 2001:db8::/64.\n"
    kinds = [entry["kind"] for entry in operate("log", "--json").document["entries"]]
    assert kinds == ["guest_renamed", "guest_removed", "address_blocked", "address_unblocked"]
    assert "address blocked" in operate("log").out


def test_revoked_tokens_stop_working(address: str, folder: Path, operate: object) -> None:
    assert callable(operate)
    assert "Make a new one" in operate("revoke-tokens").out
    assert "operator_needed" in operate("tables").refusal
    fresh = run("operator", "token", "--database", str(folder / "tables.sqlite")).out.strip()
    assert run("operator", "tables", "--server", address, "--token", fresh).status == 0
