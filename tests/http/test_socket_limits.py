"""Sockets that take too much, and sockets whose guest is signed out."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator

import pytest
from websockets.exceptions import ConnectionClosed

from crossfelt.http.addresses import trusted_networks
from crossfelt.http.incomplete_requests import CONNECTIONS_AT_ONCE, MOST_OF_ONE_ADDRESS, IncompleteRequests
from crossfelt.http.table_socket import SIGNED_OUT
from crossfelt.http.uvicorn_overrides import sockets
from tests.support.http.players import Line, Person
from tests.support.http.servers import Server, running


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running() as server:
        yield server
    assert server.faults == []


def closed_with(line: Line) -> tuple[int, str]:
    with pytest.raises(ConnectionClosed) as closed:
        line.until(lambda _: False)
    assert closed.value.rcvd is not None
    return closed.value.rcvd.code, closed.value.rcvd.reason


def _new_code(person: Person) -> None:
    assert person.http.post("/api/me/code").status_code == 200


def _recover_elsewhere(person: Person) -> None:
    code = person.made["recovery_code"]
    assert person.server.client().post("/api/guests/recover", json={"code": code}).status_code == 200


def _delete(person: Person) -> None:
    assert person.http.delete("/api/me").status_code == 204


@pytest.mark.parametrize("change", [_new_code, _recover_elsewhere, _delete])
def test_sockets_end_when_credentials_change(server: Server, change: Callable[[Person], None]) -> None:
    """An old token must not keep seeing what its guest may see."""
    ada, bob = Person(server), Person(server, "Bob")
    table = bob.open()
    lines = [ada.watch(table), ada.watch(table)]
    other = bob.watch(table)
    change(ada)
    for line in lines:
        code, reason = closed_with(line)
        assert code == SIGNED_OUT and reason.startswith("Signed out:")
    assert other.ask("sit", seat=1)
    other.ask("leave")
    other.close()


def frame(first: int, payload: bytes = b"") -> bytes:
    assert len(payload) < 126
    return bytes([first, 0x80 | len(payload)]) + bytes(4) + payload


EMPTY_PIECES = frame(0x01) + frame(0x00) * sockets.MOST_PIECES
FLOODS = {
    "empty pieces of one message": EMPTY_PIECES,
    "pings": frame(0x89, b"x") * (sockets.FRAMES_AT_ONCE + 1 + 20 * sockets.FRAMES_PER_SECOND),
    "pongs": frame(0x8A, b"x") * (sockets.FRAMES_AT_ONCE + 1 + 20 * sockets.FRAMES_PER_SECOND),
}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
def test_frames_that_are_no_message_count(server: Server, flood: bytes) -> None:
    ada = Person(server)
    line = ada.watch(ada.open())
    line.socket.socket.sendall(flood)
    assert closed_with(line)[0] == 1008


def test_message_in_few_pieces_is_read(server: Server) -> None:
    ada = Person(server)
    line = ada.watch(ada.open())
    line.socket.send(iter(['{"kind": "pi', 'ng", ', '"at": 7}']))
    assert line.until(lambda message: message["kind"] == "pong")["at"] == 7
    line.close()


def test_client_that_keeps_sending_after_our_close_is_not_read(server: Server) -> None:
    """The server reads at most what can have been under way, and then ends the connection."""
    ada = Person(server)
    table = ada.open()
    head = [
        f"GET /api/tables/{table}/live HTTP/1.1",
        f"Host: 127.0.0.1:{server.port}",
        f"Authorization: Bearer {ada.token}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    ]
    message = frame(0x81, b'{"kind":"ping","at":1}') * 2_000
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as line:
        line.sendall("\r\n".join([*head, "", ""]).encode())
        assert line.recv(4096).startswith(b"HTTP/1.1 101")
        _new_code(ada)
        sent = 0
        with pytest.raises(ConnectionError):
            while sent < 400_000_000:
                line.sendall(message)
                sent += len(message)
        assert sent < 40_000_000, "more than the kernel's buffers was taken"


class Fake:
    def __init__(self) -> None:
        self.is_dropped = False

    def hang_up(self) -> None:
        self.is_dropped = True


def dropped(waiting: IncompleteRequests, peers: list[str]) -> list[int]:
    connections = [Fake() for _ in peers]
    for connection, peer in zip(connections, peers, strict=True):
        waiting.add(connection, peer)
    return [number for number, connection in enumerate(connections) if connection.is_dropped]


def test_oldest_unfinished_connection_of_an_address_is_dropped() -> None:
    peers = ["203.0.113.9"] * (MOST_OF_ONE_ADDRESS + 2)
    assert dropped(IncompleteRequests(), peers) == [0, 1]
    assert dropped(IncompleteRequests(factor=2), peers) == [], "lifted, the limit doesn't bite"
    assert dropped(IncompleteRequests(), [f"2001:db8::{number:x}" for number in range(len(peers))]) == [0, 1], "one /64"
    assert dropped(IncompleteRequests(), [f"198.51.100.{number}" for number in range(len(peers))]) == []
    assert dropped(IncompleteRequests(trusted=trusted_networks(["203.0.113.9"])), peers) == []


def test_new_connections_of_an_address_are_limited_and_lifted_they_are_not() -> None:
    def admitted(waiting: IncompleteRequests, peer: str = "203.0.113.9") -> int:
        return sum(waiting.admit(peer) for _ in range(CONNECTIONS_AT_ONCE + 100))

    waiting = IncompleteRequests()
    assert admitted(waiting) < CONNECTIONS_AT_ONCE + 50
    assert waiting.admit("198.51.100.7"), "another address has its own budget"
    assert admitted(IncompleteRequests(factor=10)) == CONNECTIONS_AT_ONCE + 100
    assert admitted(IncompleteRequests(trusted=trusted_networks(["203.0.113.9"]))) == CONNECTIONS_AT_ONCE + 100


def test_unfinished_connections_are_bounded_in_all() -> None:
    waiting = IncompleteRequests()
    waiting.most_in_all = 5
    assert dropped(waiting, [f"198.51.100.{number}" for number in range(8)]) == [0, 1, 2]
    assert len(waiting) == 5


def test_half_open_connections_are_dropped_and_others_answered() -> None:
    with running("--limit-factor", "1") as server:
        lines = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(MOST_OF_ONE_ADDRESS + 20)]
        for line in lines:
            line.sendall(b"GET /healthz HTTP/1.1\r\nHost: 127")
        with server.client(address="127.8.0.9") as client:
            assert client.get("/healthz").status_code == 200
        with server.client() as client:
            assert client.get("/healthz").status_code == 200, "the address itself isn't shut out"
        gone = sum(_is_gone(line) for line in lines)
        assert gone >= 20
        for line in lines:
            line.close()


def _is_gone(line: socket.socket) -> bool:
    line.setblocking(False)
    try:
        return line.recv(1) == b""
    except BlockingIOError:
        return False
    except ConnectionError:
        return True
