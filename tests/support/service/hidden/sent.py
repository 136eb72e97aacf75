"""Everything that leaves a house in memory, kept with who got it: frames, HTTP answers, refusals, logs and figures."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Any

import httpx2

from crossfelt.errors import CrossfeltError
from crossfelt.http import table_socket
from crossfelt.http.app import create_app
from crossfelt.http.encoding import encoded, text_of
from crossfelt.http.identity import Identities
from crossfelt.http.logs import JsonLines
from crossfelt.service.house import House
from crossfelt.service.tables.messages import Notice, Update
from crossfelt.service.tables.table import Table
from crossfelt.storage.memory import MemoryStore
from tests.support.service.houses import KEY

SPECTATOR = "spectator"
FLOOR = "floor"
EVERYBODY = "everybody"
"""Who may read logs and figures: nobody in particular, so nothing hidden may be there."""
FIGURES = "/metrics"
METRICS_TOKEN = "a token for the tests"
_PRINTED = ("/api/rules", "/api/verifier", "/api/protocol.schema.json", "/api/king/daily", "/api/king/sheets.pdf")
"""Addresses that don't depend on a table and are the same for everyone: rule books, the record verifier, the message
schema, the daily dice and blank sheets to print."""
PATHS = tuple(
    path
    for path, methods in create_app(house=House(MemoryStore(), KEY)).openapi()["paths"].items()
    if "get" in methods and not path.startswith(_PRINTED)
)
"""Everything that can be looked at: whatever is added to the server is looked through from then on."""


@dataclass(frozen=True, slots=True)
class Sent:
    """Bytes that left, as text."""

    audience: str
    """`seat:N`, `spectator`, `floor` or `everybody`."""
    channel: str
    """`frame`, `refusal`, `http`, `record`, `log` or `figures`."""
    seq: int
    """The last entry of the table when they left."""
    text: str
    about: str = ""
    """The subject, such as the requested address."""


class Outbox:
    """Everything that one table and its server sent, in order."""

    def __init__(self) -> None:
        self.sent: list[Sent] = []
        self.table: Table | None = None

    def add(self, audience: str, channel: str, text: str, about: str = "", seq: int | None = None) -> None:
        now = self.table.state.seq if self.table is not None else 0
        self.sent.append(Sent(audience, channel, now if seq is None else seq, text, about))

    def refused(self, audience: str, action_id: str, refusal: CrossfeltError, about: str) -> None:
        """A refusal, encoded as a socket sends it."""
        self.add(audience, "refusal", text_of(table_socket._refused(action_id, refusal)), about)


class Ear:
    """A watcher that records every byte from a table."""

    def __init__(self, outbox: Outbox, audience: str, player: str | None) -> None:
        self.player, self.as_floor = player, audience == FLOOR
        self._outbox, self._audience = outbox, audience

    def tell(self, update: Update) -> None:
        self._outbox.add(self._audience, "frame", encoded(update), seq=update.seq)

    def notify(self, notice: Notice) -> None:
        self._outbox.add(self._audience, "notice", text_of(notice))


class LogEar(logging.Handler):
    """Keeps every line of the server's log, formatted as the server writes it, but for the time of day."""

    def __init__(self, outbox: Outbox) -> None:
        super().__init__(logging.DEBUG)
        self._outbox = outbox
        self.setFormatter(JsonLines())

    def emit(self, record: logging.LogRecord) -> None:
        record.created = 0.0
        self._outbox.add(EVERYBODY, "log", self.format(record))


class Door:
    """The HTTP side of a house, asked without a network between."""

    def __init__(self, house: House, outbox: Outbox) -> None:
        self._outbox = outbox
        app = create_app(house=house, metrics_token=METRICS_TOKEN, limit_factor=1_000_000)
        self._identities: Identities = app.state.context.identities
        transport = httpx2.ASGITransport(app, raise_app_exceptions=False)
        self._client = httpx2.AsyncClient(transport=transport, base_url="http://house")

    async def get(self, audience: str, player: str | None, path: str, channel: str = "http") -> int:
        """Ask for something, keep what came back (status line, headers and body), and return the status."""
        token = self._identities.token(player) if player is not None else METRICS_TOKEN if path == FIGURES else ""
        answer = await self._client.get(path, headers={"authorization": f"Bearer {token}"} if token else {})
        assert answer.status_code < 500 or answer.status_code == 503, f"{path}: {answer.text}"
        lines = [f"{name}: {value}" for name, value in answer.headers.items()]
        text = "\n".join([str(answer.status_code), *lines, "", answer.text])
        self._outbox.add(audience, channel, text, path)
        return answer.status_code

    async def ask(self, audience: str, player: str, table: str, body: dict[str, Any]) -> None:
        """Ask a table for something over HTTP and keep what came back."""
        headers = {"authorization": f"Bearer {self._identities.token(player)}"}
        answer = await self._client.post(f"/api/tables/{table}/ask", json=body, headers=headers)
        assert answer.status_code < 500, answer.text
        self._outbox.add(audience, "http", answer.text, str(body))

    async def close(self) -> None:
        await self._client.aclose()
