"""A real server in a process of its own, people at its tables, and a way to it that loses answers."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from secrets import token_hex
from typing import Any

import httpx2
from websockets.sync.client import ClientConnection, connect

from tests.support.http.table_terms import UNTIMED_TABLE

START = "import sys; from crossfelt.http import serve; serve('127.0.0.1', 0, database=sys.argv[1], limit_factor=100)"
ANTES = {"ante_across": 500, "ante_down": 500}


@contextmanager
def running_server(folder: Path) -> Iterator[str]:
    """Where a server on a database of its own listens."""
    command = [sys.executable, "-c", START, str(folder / "tables.sqlite")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        assert line.startswith("Crossfelt is at http://127.0.0.1:"), line
        yield line.split()[3].rstrip("/")
        server.terminate()


class Guest:
    """A guest with a token."""

    def __init__(self, address: str, name: str) -> None:
        self.address = address
        made = httpx2.post(f"{address}/api/guests", json={"name": name}).json()
        self.player, self.token = made["player"], made["token"]
        self._headers = {"authorization": f"Bearer {self.token}"}

    @property
    def balance(self) -> int:
        """The cents in the wallet."""
        result: int = httpx2.get(f"{self.address}/api/me", headers=self._headers).json()["balance_cents"]
        return result

    def open_table(self, **terms: Any) -> str:
        """Open a practice table without clocks and return its id."""
        asked = {"id": token_hex(16), **UNTIMED_TABLE, **terms}
        answer = httpx2.post(f"{self.address}/api/tables", json=asked, headers=self._headers)
        assert answer.status_code == 200, answer.text
        table: str = answer.json()["info"]["table"]
        return table

    def ask(self, table: str, **request: Any) -> None:
        body = {"id": token_hex(16), "request": request}
        answer = httpx2.post(f"{self.address}/api/tables/{table}/ask", json=body, headers=self._headers)
        assert answer.status_code == 200, answer.text

    @contextmanager
    def watching(self, table: str) -> Iterator[ClientConnection]:
        """A socket at the table, on which updates arrive."""
        address = f"{self.address.replace('http', 'ws', 1)}/api/tables/{table}/live"
        with connect(address, additional_headers=self._headers) as live:
            yield live

    def play_to_across(self, table: str, live: ClientConnection) -> str:
        """Wager, let the cards be dealt, and return the round in which this guest is now to act."""
        name = str(until(live, lambda update: update["info"]["may_act"] and update["info"]["round"])["id"])
        self.ask(table, kind="act", round=name, action={"kind": "place_wagers", "wagers": ANTES})
        self.ask(table, kind="ready")
        until(live, lambda update: update["info"]["due"])
        return name

    def fold(self, table: str, name: str, live: ClientConnection) -> None:
        """Fold, and wait until the round is over."""
        self.ask(table, kind="act", round=name, action={"kind": "fold", "stage": "across"})
        until(live, lambda update: update["info"]["round"]["id"] != name or not update["info"]["round"]["is_open"])


def until(live: ClientConnection, outcome: Any) -> Any:
    """Wait for the first update for which `outcome` returns something, and return that."""
    while True:
        message = json.loads(live.recv(timeout=60))
        if message["kind"] == "update" and (result := outcome(message)):
            return result


@contextmanager
def losing_answers(address: str, lost: int) -> Iterator[str]:
    """Yield the address of a proxy that drops the first `lost` answers. The server gets every request."""
    host, port = address.removeprefix("http://").split(":")
    listener = socket.create_server(("127.0.0.1", 0))

    def pass_on() -> None:
        for number in range(lost + 1):
            try:
                near, _ = listener.accept()
            except OSError:
                return
            with near, socket.create_connection((host, int(port))) as far:
                far.sendall(_whole_request(near))
                answer = b""
                while piece := far.recv(65536):
                    answer += piece
                if number >= lost:
                    near.sendall(answer)

    thread = threading.Thread(target=pass_on)
    thread.start()
    try:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"
    finally:
        listener.shutdown(socket.SHUT_RDWR)  # Wakes the thread that waits for the next connection.
        listener.close()
        thread.join()


def _whole_request(near: socket.socket) -> bytes:
    """Head and body of one request, which urllib sends on a connection of its own."""
    request = b""
    while b"\r\n\r\n" not in request:
        request += near.recv(65536)
    head, _, body = request.partition(b"\r\n\r\n")
    fields = dict(line.lower().split(b": ", 1) for line in head.split(b"\r\n")[1:])
    while len(body) < int(fields.get(b"content-length", b"0")):
        body += near.recv(65536)
    return head + b"\r\n\r\n" + body
