"""A request whose length can be read in two ways is refused, and its connection ends (request smuggling)."""

from __future__ import annotations

import socket
from collections.abc import Iterator

import pytest

from tests.support.http.servers import Server, running

BODY = "0\r\n\r\n"
SMUGGLED = "GET /healthz HTTP/1.1\r\nHost: {host}\r\n\r\n"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running() as server:
        yield server


def everything(server: Server, text: str) -> str:
    """Send a request and return everything the server sends until it closes the connection."""
    with socket.create_connection(("127.0.0.1", server.port), timeout=30) as line:
        line.sendall(text.replace("{host}", f"127.0.0.1:{server.port}").encode())
        received = b""
        while piece := line.recv(65_536):
            received += piece
    return received.decode()


@pytest.mark.parametrize(
    ("version", "lengths"),
    [
        ("1.1", ("Content-Length: 5", "Transfer-Encoding: chunked")),
        ("1.1", ("Transfer-Encoding: chunked", "Content-Length: 5")),
        ("1.1", ("content-length: 0", "TRANSFER-ENCODING: chunked")),
        ("1.1", ("Content-Length: 5", "Content-Length: 6")),
        ("1.0", ("Transfer-Encoding: chunked",)),
    ],
)
def test_two_lengths_end_the_connection(server: Server, version: str, lengths: tuple[str, ...]) -> None:
    head = [f"POST /api/settle HTTP/{version}", "Host: {host}", "Content-Type: application/json", *lengths, "", ""]
    received = everything(server, "\r\n".join(head) + BODY + SMUGGLED)
    assert received.startswith("HTTP/1.1 400 ")
    assert "connection: close" in received.lower()
    assert received.count("HTTP/1.1") == 1, "what follows isn't read as a request"


def test_handshake_with_two_lengths_is_refused(server: Server) -> None:
    lines = [
        "GET /api/tables/any/live HTTP/1.1",
        "Host: {host}",
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Content-Length: 0",
        "Transfer-Encoding: chunked",
        "",
        "",
    ]
    assert everything(server, "\r\n".join(lines)).startswith("HTTP/1.1 400 ")


def test_one_length_of_either_kind_is_read(server: Server) -> None:
    for length, body in (("Content-Length: 2", "{}"), ("Transfer-Encoding: chunked", "2\r\n{}\r\n0\r\n\r\n")):
        head = ["POST /api/settle HTTP/1.1", "Host: {host}", "Content-Type: application/json", "Connection: close"]
        assert everything(server, "\r\n".join([*head, length, "", ""]) + body).startswith("HTTP/1.1 422 ")
