"""The real server in a process of its own, spoken to over a socket."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import httpx2
import pytest

from crossfelt.errors import CrossfeltError
from crossfelt.http import serve
from crossfelt.storage.opener import open_store
from crossfelt.storage.paths import server_key
from crossfelt.storage.port import NewEntry
from tests.support.settle_cases import contract_case
from tests.support.storage.batches import batch

START = "from crossfelt.http import serve; serve('127.0.0.1', 0, database='memory:')"


@pytest.fixture(scope="module")
def address() -> Iterator[str]:
    """Where the server says that it listens."""
    with subprocess.Popen([sys.executable, "-c", START], stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        assert line.startswith("Crossfelt is at http://127.0.0.1:"), line
        yield line.split()[3]
        server.terminate()


def test_it_settles(address: str) -> None:
    answer = httpx2.post(f"{address}api/settle", json=contract_case()).json()
    assert answer["seats"][0]["net"] == 3500


def test_long_body_is_refused_while_it_is_sent(address: str) -> None:
    """A client that never stops gets its answer all the same."""
    host, port = address.removeprefix("http://").rstrip("/").split(":")
    head = (
        "POST /api/settle HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        "Transfer-Encoding: chunked\r\n\r\n"
    )
    with socket.create_connection((host, int(port)), timeout=30) as line:
        line.sendall(head.encode())
        for _ in range(8):
            line.sendall(b"2710\r\n" + b" " * 10_000 + b"\r\n")
        assert line.recv(4096).startswith(b"HTTP/1.1 413 ")


def test_long_answer_is_compressed_and_short_one_is_not(address: str) -> None:
    long = httpx2.get(f"{address}api/rules/maryland/clauses")
    assert long.headers["content-encoding"] == "gzip"
    assert json.loads(long.content)["rules"] == "maryland"
    assert "content-encoding" not in httpx2.get(f"{address}healthz").headers


def test_server_does_not_name_its_software(address: str) -> None:
    assert "server" not in httpx2.get(f"{address}healthz").headers


def test_taken_port_is_refused_in_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken, pytest.raises(CrossfeltError, match="cannot listen on"):
        serve("127.0.0.1", taken.getsockname()[1])


def test_a_log_that_another_version_wrote_is_refused_in_one_line(tmp_path: Path) -> None:
    path = tmp_path / "tables.db"
    store = open_store(str(path), server_key(path))
    opened = NewEntry("table_opened", b'{"table":"oak"}')
    store.append(replace(batch("oak"), entries=(opened,))).result()
    store.close()
    command = [sys.executable, "-m", "crossfelt", "serve", "--port", "0", "--database", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"error: {path}: another version of this program wrote the log of table oak: ")
    assert done.stderr.count("\n") == 1
