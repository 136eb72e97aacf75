"""Requests and sockets of the clients here, from a loopback address of their own: limits count addresses."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from secrets import token_hex
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

from tests.support.http.table_terms import UNTIMED_TABLE

HONEST_NETWORK = "127.77.0"
ATTACK_NETWORK = "127.66"


@dataclass(frozen=True, slots=True)
class Answer:
    """A response over HTTP."""

    status: int
    body: bytes

    def json(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)


async def request(
    port: int, method: str, path: str, address: str, body: object = None, token: str | None = None
) -> Answer:
    """One request on a connection of its own."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(address, 0))
    try:
        data = b"" if body is None else json.dumps(body).encode()
        lines = [f"{method} {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", "Connection: close"]
        if body is not None:
            lines += ["Content-Type: application/json", f"Content-Length: {len(data)}"]
        if token is not None:
            lines.append(f"Authorization: Bearer {token}")
        writer.write("\r\n".join([*lines, "", ""]).encode() + data)
        head, _, rest = (await reader.read()).partition(b"\r\n\r\n")
        return Answer(int(head.split(b" ", 2)[1]) if head else 0, rest)
    finally:
        writer.close()


async def guest(port: int, address: str) -> str:
    """The token of a new guest."""
    answer = await request(port, "POST", "/api/guests", address, {"name": "Ada"})
    assert answer.status == 200, answer
    token: str = answer.json()["token"]
    return token


async def opened(port: int, token: str, address: str, **terms: Any) -> str:
    """The id of a new table."""
    answer = await request(port, "POST", "/api/tables", address, {"id": token_hex(16), **UNTIMED_TABLE, **terms}, token)
    assert answer.status == 200, answer
    table: str = answer.json()["info"]["table"]
    return table


async def line(port: int, table: str, token: str, address: str) -> ClientConnection:
    """A socket at a table."""
    return await connect(
        f"ws://127.0.0.1:{port}/api/tables/{table}/live",
        additional_headers={"authorization": f"Bearer {token}"},
        compression=None,
        local_addr=(address, 0),
    )


def asking(asked: dict[str, Any], identity: str | None = None) -> str:
    """A message that asks a table for something."""
    return json.dumps({"kind": "ask", "id": identity or token_hex(16), "request": asked})
