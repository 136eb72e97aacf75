"""The page about the protocol says what is so, and its example client plays a round."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest

import crossfelt
from crossfelt.http import budgets, table_socket
from crossfelt.service.tables.requests import REQUEST_KINDS
from crossfelt.service.tables.table import MOST_RESUMED
from crossfelt.service.tables.times import ABSENT_MS
from crossfelt.service.wire.protocol import protocol_schema
from crossfelt.service.wire.tables import MOST_MESSAGE_BYTES, PROTOCOL
from tests.support.http.servers import running

PAGE = (Path(__file__).parents[2] / "docs" / "protocol.md").read_text(encoding="utf-8")
BOT = Path(crossfelt.__file__).parent / "examples" / "bot.py"
KING_BOT = BOT.with_name("king_bot.py")


def blocks() -> Iterator[Any]:
    """Every message that the page shows."""
    for text in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL):
        try:
            yield json.loads(text)
        except json.JSONDecodeError:  # Several messages, one on each line.
            yield from map(json.loads, text.splitlines())


MESSAGES = list(blocks())


@pytest.mark.parametrize("message", MESSAGES, ids=[str(message.get("kind", "answer")) for message in MESSAGES])
def test_every_example_is_a_message(message: dict[str, Any]) -> None:
    name = {"ask": "ClientMessage", None: "GuestAnswer"}.get(message.get("kind"), "ServerMessage")
    jsonschema_rs.validator_for({"$ref": f"#/$defs/{name}", "$defs": protocol_schema()["$defs"]}).validate(message)


def test_every_message_has_an_example() -> None:
    kinds = {message["request"]["kind"] for message in MESSAGES if message.get("kind") == "ask"}
    assert kinds == set(REQUEST_KINDS)
    assert {message.get("kind") for message in MESSAGES} == {
        "ask",
        "welcome",
        "update",
        "correction",
        "wallet",
        "done",
        "refused",
        "pong",
        None,
    }


def test_limits_are_those_of_the_server() -> None:
    assert f"**version {PROTOCOL}** of the protocol" in PAGE
    assert f"{MOST_MESSAGE_BYTES:,} bytes" in PAGE
    assert f"{table_socket.MESSAGES_PER_SECOND} a second, {table_socket.MESSAGES_AT_ONCE} at once; beyond" in PAGE
    assert f"after {table_socket.MOST_REFUSED} of those" in PAGE
    act = budgets.BUCKETS["act"]
    for whose, allowance in (("guest", act.guest), ("address", act.address)):
        assert f"{allowance.per_second:g} a second, {allowance.at_once} at once for one {whose}" in PAGE
    assert f"{budgets.SOCKETS_PER_GUEST} for one guest, {budgets.SOCKETS_PER_ADDRESS} for one address" in PAGE
    assert f"{table_socket.MOST_WAITING_BYTES // 1024} KiB or {table_socket.SEND_SECONDS:g} seconds" in PAGE
    assert f"more than {MOST_RESUMED} entries" in PAGE
    assert ABSENT_MS == 5 * 60_000 and "kept for five minutes" in PAGE


def test_example_client_plays_a_round_and_proves_it() -> None:
    assert len(BOT.read_text(encoding="utf-8").splitlines()) <= 60
    with running() as server:
        ran = subprocess.run(
            [sys.executable, str(BOT), server.url, "a seed of mine"], capture_output=True, text=True, check=False
        )
        assert ran.returncode == 0, ran.stderr
        settlement, *lines = ran.stdout.splitlines()
        totals = json.loads(settlement)
        assert totals["staked"] >= 2_500 and totals["net"] == totals["won"] + totals["returned"] - totals["staked"]
        assert lines[0].startswith("Record valid: Criss Cross Poker under maryland-1")
        assert "1 player seed" in lines[1] and "not revealed" not in ran.stdout
    assert server.faults == []


def test_example_client_of_king_cross_plays_a_match_and_proves_it() -> None:
    assert len(KING_BOT.read_text(encoding="utf-8").splitlines()) <= 60
    with running() as server:
        ran = subprocess.run([sys.executable, str(KING_BOT), server.url], capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stderr
        score = json.loads(ran.stdout.splitlines()[0])
        assert score["total"] == score["line_points"] + score["bonus_points"] and len(score["hands"]) == 12
    assert server.faults == []
