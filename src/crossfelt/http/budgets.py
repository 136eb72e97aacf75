"""The cost of each route, and the budgets of guests and addresses. They are defined here and nowhere else.

`docs/http.md` shows both tables; a test compares them, and the routes of the application, with what is here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass

from starlette.requests import HTTPConnection
from starlette.routing import compile_path
from starlette.types import ASGIApp, Receive, Scope, Send

from crossfelt.http.addresses import client_address
from crossfelt.http.identity import Identities
from crossfelt.http.limits import Bucket, Buckets, Counts
from crossfelt.http.refusals import refusal, refuse_socket
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.tables.requests import AddBot

SOCKET = "SOCKET"
"""Stands for the method where a route is a WebSocket."""


@dataclass(frozen=True, slots=True)
class Allowance:
    """Units per second in the long run, and the most that may be spent at once."""

    per_second: float
    at_once: int


@dataclass(frozen=True, slots=True)
class Purse:
    """A bucket as the table defines it: what one guest may spend, and all clients of one address together."""

    guest: Allowance
    address: Allowance


@dataclass(frozen=True, slots=True)
class Row:
    """The price of a route."""

    method: str
    path: str
    bucket: str
    cost: int = 1


BUCKETS: Mapping[str, Purse] = {
    "read": Purse(Allowance(20, 200), Allowance(100, 1000)),
    "history": Purse(Allowance(5, 60), Allowance(20, 240)),
    "act": Purse(Allowance(10, 100), Allowance(200, 1000)),
    "guest": Purse(Allowance(0.2, 20), Allowance(0.2, 20)),
    "account": Purse(Allowance(0.5, 10), Allowance(5, 100)),
    "table": Purse(Allowance(0.2, 20), Allowance(1, 60)),
    "rules": Purse(Allowance(5, 60), Allowance(10, 120)),
    "analysis": Purse(Allowance(2, 40), Allowance(4, 80)),
    "print": Purse(Allowance(0.5, 10), Allowance(1, 20)),
    "socket": Purse(Allowance(2, 40), Allowance(10, 200)),
}
"""The buckets by name. A request without a guest spends from the address alone."""

ROWS = (
    Row("GET", "/healthz", "read"),
    Row("GET", "/readyz", "read"),
    Row("GET", "/metrics", "read", 5),
    Row("GET", "/api/rules", "read", 5),
    Row("GET", "/api/rules/{id}", "read", 2),
    Row("GET", "/api/rules/{id}/scoring", "read", 2),
    Row("GET", "/api/rules/{id}/clauses", "read", 2),
    Row("GET", "/api/rules/{id}/readings", "read", 2),
    Row("GET", "/api/rules/{id}/procedure", "read", 2),
    Row("POST", "/api/rules/{id}/resolve", "rules", 2),
    Row("POST", "/api/submissions/check", "rules", 2),
    Row("POST", "/api/settle", "rules"),
    Row("POST", "/api/king/read", "rules"),
    Row("POST", "/api/king/match", "rules", 2),
    Row("GET", "/api/king/daily", "read"),
    Row("GET", "/api/king/sheets.pdf", "print"),
    Row("POST", "/api/advise", "analysis"),
    Row("POST", "/api/king/hint", "analysis"),
    Row("POST", "/api/tables/{table_id}/advice", "analysis"),
    Row("POST", "/api/solve", "analysis", 4),
    Row("POST", "/api/strategy", "analysis", 4),
    Row("POST", "/api/session", "analysis", 4),
    Row("POST", "/api/king/review", "analysis", 8),
    Row("GET", "/api/tables/{table_id}/band", "analysis", 8),
    Row("POST", "/api/guests", "guest"),
    Row("POST", "/api/guests/recover", "guest"),
    Row("POST", "/api/me/code", "account", 2),
    Row("POST", "/api/me/name", "account"),
    Row("POST", "/api/me/refill", "account"),
    Row("DELETE", "/api/me", "account"),
    Row("GET", "/api/me", "read"),
    Row("GET", "/api/me/rounds", "history"),
    Row("GET", "/api/me/statement", "history"),
    Row("GET", "/api/me/export", "history", 20),
    Row("GET", "/api/tables", "read", 2),
    Row("POST", "/api/tables", "table"),
    Row("GET", "/api/tables/{table_id}", "read"),
    Row("GET", "/table/{table_id}", "read"),
    Row("GET", "/api/bots", "read"),
    Row("POST", "/api/tables/{table_id}/ask", "act"),
    Row("GET", "/api/tables/{table_id}/rounds", "history"),
    Row("GET", "/api/rounds/{round_id}/record", "history", 2),
    Row("GET", "/api/rounds/{round_id}/replay", "history", 4),
    Row("GET", "/api/tables/{table_id}/report", "history", 10),
    Row("GET", "/api/verifier", "read", 2),
    Row("GET", "/api/verifier/watcher", "read", 2),
    Row("GET", "/api/openapi.json", "read", 5),
    Row("GET", "/api/protocol.schema.json", "read", 5),
    Row("GET", "/api/keys", "read"),
    Row("GET", "/api/checkpoint", "read"),
    Row("GET", "/api/log/inclusion", "history"),
    Row("GET", "/api/log/consistency", "history"),
    Row("GET", "/api/operator/tables", "read", 2),
    Row("GET", "/api/operator/guests", "history", 2),
    Row("POST", "/api/operator/guests/{player}/name", "act"),
    Row("DELETE", "/api/operator/guests/{player}", "act"),
    Row("GET", "/api/operator/blocks", "read"),
    Row("POST", "/api/operator/blocks", "act"),
    Row("POST", "/api/operator/blocks/remove", "act"),
    Row("GET", "/api/operator/log", "history"),
    Row("POST", "/api/operator/tokens/revoke", "act"),
    Row(SOCKET, "/api/tables/{table_id}/live", "socket"),
)
"""Every route of the interface."""
OTHERWISE = Row("GET", "", "read")
"""The files of the page, and paths at which there is nothing."""

ACTION_COSTS: Mapping[type, int] = {AddBot: 5}
"""Requests at a table that cost more than 1: a bot is a player with a wallet."""

SOCKETS_PER_GUEST = 10
SOCKETS_PER_ADDRESS = 200


class OverBudget(Refused):
    """A request that has to wait."""

    def __init__(self, seconds: float) -> None:
        self.retry_after = max(1, math.ceil(seconds))
        unit = "second" if self.retry_after == 1 else "seconds"
        message = f"Too many requests. Try again in {self.retry_after} {unit}."
        super().__init__(RefusalCode.TOO_MANY, message, seconds=self.retry_after)


class TooManySockets(Refused):
    """A socket beyond those that one guest or address may have open."""

    def __init__(self, whose: str) -> None:
        message = f"Too many open connections {whose}. Close one and try again."
        super().__init__(RefusalCode.TOO_MANY, message, whose=whose)


class Budgets:
    """The budgets left to every client of one application. `factor` multiplies all of them."""

    def __init__(self, factor: float = 1) -> None:
        self._guests = {name: _buckets(purse.guest, factor) for name, purse in BUCKETS.items()}
        self._addresses = {name: _buckets(purse.address, factor) for name, purse in BUCKETS.items()}
        self.guest_sockets = Counts(math.ceil(SOCKETS_PER_GUEST * factor))
        self.address_sockets = Counts(math.ceil(SOCKETS_PER_ADDRESS * factor))

    def charge_address(self, bucket: str, cost: float, address: str) -> None:
        """Take the price from an address; `OverBudget` when it has too little."""
        _spend(self._addresses[bucket].of(address), cost)

    def charge_guest(self, bucket: str, cost: float, guest: str) -> None:
        """Take the price from a guest; `OverBudget` when they have too little."""
        _spend(self._guests[bucket].of(guest), cost)

    def charge_action(self, asked: object, address: str, guest: str, paid: int = 0) -> None:
        """Take the price of a request at a table, less what is paid already."""
        cost = ACTION_COSTS.get(type(asked), 1) - paid
        if cost > 0:
            self.charge_address("act", cost, address)
            self.charge_guest("act", cost, guest)

    @contextmanager
    def socket(self, address: str, guest: str | None) -> Iterator[None]:
        """Hold one socket of an address and a guest; `TooManySockets` when either has no more."""
        guests = _held(self.guest_sockets, guest, "for this guest") if guest is not None else nullcontext()
        with _held(self.address_sockets, address, "from this address"), guests:
            yield


class BudgetCheck:
    """Refuses requests that their guest or address can't afford, before anything is read or computed for them."""

    def __init__(self, app: ASGIApp, budgets: Budgets, identities: Identities | None) -> None:
        self.app, self._budgets, self._identities = app, budgets, identities
        self._rows = [(row, compile_path(row.path)[0]) for row in ROWS]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        connection = HTTPConnection(scope)
        row = self._row(SOCKET if scope["type"] == "websocket" else scope["method"], scope["path"])
        try:
            self._charge(row, connection)
        except OverBudget as over:
            # A client that is over budget doesn't keep its connection either.
            headers = {"retry-after": str(over.retry_after), "connection": "close"}
            if scope["type"] == "websocket":
                await refuse_socket(receive, send, over, headers)
            else:
                await refusal(over, headers)(scope, receive, send)
            return
        await self.app(scope, receive, send)

    def _charge(self, row: Row, connection: HTTPConnection) -> None:
        # The address first: for one that is over its budget no guest is looked up.
        self._budgets.charge_address(row.bucket, row.cost, client_address(connection))
        guest = self._identities.player(connection) if self._identities is not None else None
        if guest is not None:
            self._budgets.charge_guest(row.bucket, row.cost, guest)

    def _row(self, method: str, path: str) -> Row:
        return next((row for row, pattern in self._rows if row.method == method and pattern.match(path)), OTHERWISE)


@contextmanager
def _held(counts: Counts, client: str, whose: str) -> Iterator[None]:
    if not counts.take(client):
        raise TooManySockets(whose)
    try:
        yield
    finally:
        counts.give_back(client)


def _spend(bucket: Bucket, cost: float) -> None:
    seconds = bucket.wait(cost)
    if seconds > 0:
        raise OverBudget(seconds)
    bucket.take(cost)


def _buckets(allowance: Allowance, factor: float) -> Buckets:
    return Buckets(allowance.per_second * factor, allowance.at_once * factor)
