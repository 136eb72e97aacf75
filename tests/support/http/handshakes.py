"""Handshakes of sockets and requests, written byte by byte, as no library would send them."""

from __future__ import annotations

import socket
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Reply:
    """The first answer of a server."""

    status: int
    headers: dict[str, str]


def shake(port: int, path: str, *headers: str, host: str | None = None) -> Reply:
    """Ask for a socket with these header lines; return the server's reply."""
    upgrade = (
        "Connection: Upgrade",
        "Upgrade: websocket",
        "Sec-WebSocket-Version: 13",
        "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==",
    )
    return ask(port, "GET", path, *upgrade, *headers, host=host)


def ask(port: int, method: str, path: str, *headers: str, host: str | None = None, body: str = "") -> Reply:
    """Send one request; return the server's reply."""
    named = f"127.0.0.1:{port}" if host is None else host
    lines = [f"{method} {path} HTTP/1.1", f"Host: {named}", *headers]
    if body:
        lines += ["Content-Type: application/json", f"Content-Length: {len(body)}"]
    with socket.create_connection(("127.0.0.1", port), timeout=60) as line:
        line.sendall("\r\n".join([*lines, "", body]).encode("latin-1"))
        said = b""
        while b"\r\n\r\n" not in said:
            piece = line.recv(4096)
            assert piece, said
            said += piece
    first, *rest = said.partition(b"\r\n\r\n")[0].decode("latin-1").split("\r\n")
    pairs = (header.partition(":") for header in rest)
    return Reply(int(first.split()[1]), {name.lower(): value.strip() for name, _, value in pairs})
