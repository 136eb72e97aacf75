"""Budgets per guest and per address: every route has a price, and a client that spends too much waits."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from starlette.requests import HTTPConnection
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.testclient import TestClient
from websockets.exceptions import InvalidStatus

from crossfelt.errors import BadInput
from crossfelt.http import budgets
from crossfelt.http.addresses import client_address, trusted_networks
from crossfelt.http.app import create_app
from crossfelt.http.incomplete_requests import (
    CONNECTIONS_AT_ONCE,
    CONNECTIONS_PER_SECOND,
    MOST_IN_ALL,
    MOST_OF_ONE_ADDRESS,
)
from crossfelt.http.limits import Bucket, Counts
from crossfelt.http.page import Page
from crossfelt.http.pools import Pools
from crossfelt.http.table_socket import SIGNED_OUT
from crossfelt.http.uvicorn_overrides.connections import REQUEST_SECONDS
from crossfelt.http.uvicorn_overrides.sockets import (
    FRAMES_AT_ONCE,
    FRAMES_PER_SECOND,
    MOST_BYTES_AFTER_CLOSE,
    MOST_PIECES,
)
from crossfelt.jsontext import _MOST_DEPTH, _MOST_KEY_PARTS
from crossfelt.rulefiles import MOST_CHOICES, MOST_SUBMISSION
from crossfelt.service.house import House
from crossfelt.service.tables import requests
from crossfelt.service.tables.growth import BOT_PACE_MS, BYTES_PER_HOUR
from crossfelt.storage.memory import MemoryStore
from tests.support.http.players import Person
from tests.support.http.servers import running

DOCS = (Path(__file__).resolve().parents[2] / "docs/http.md").read_text(encoding="utf-8")


def routes() -> Iterator[tuple[str, str]]:
    app = create_app(house=House(MemoryStore(), bytes(32)))
    for route in _flat(app.routes):
        if isinstance(route, WebSocketRoute):
            yield budgets.SOCKET, route.path
        elif isinstance(route, Route) and not isinstance(route.app, Page):
            for method in (route.methods or set()) - {"HEAD"}:
                yield method, route.path


def _flat(results: list[BaseRoute]) -> Iterator[BaseRoute]:
    """Routes of the application, and of the routers that it includes."""
    for route in results:
        included = getattr(route, "original_router", None)
        yield from _flat(included.routes) if included is not None else [route]


def test_every_route_has_one_row() -> None:
    rows = [(row.method, row.path) for row in budgets.ROWS]
    assert sorted(rows) == sorted(routes())
    assert {row.bucket for row in budgets.ROWS} == set(budgets.BUCKETS)


def test_no_price_is_more_than_can_be_saved_up() -> None:
    for row in budgets.ROWS:
        purse = budgets.BUCKETS[row.bucket]
        assert 1 <= row.cost <= min(purse.guest.at_once, purse.address.at_once), row


def test_docs_have_the_table() -> None:
    shown = re.findall(r"^\| `(\w+) (\S+)` \| (\w+) \| (\d+) \|$", DOCS, re.MULTILINE)
    assert shown == [(row.method, row.path, row.bucket, str(row.cost)) for row in budgets.ROWS]
    for name, purse in budgets.BUCKETS.items():
        cells = [f"{allowance.per_second:g}/s, {allowance.at_once}" for allowance in (purse.guest, purse.address)]
        assert f"| {name} | {cells[0]} | {cells[1]} |" in DOCS


def test_docs_have_the_other_bounds() -> None:
    waiting = Pools()
    bounds = [
        f"{budgets.SOCKETS_PER_GUEST} for one guest, {budgets.SOCKETS_PER_ADDRESS} for one address",
        f"{MOST_OF_ONE_ADDRESS} for one address, {MOST_IN_ALL:,} in all, {REQUEST_SECONDS:g} seconds each",
        f"{FRAMES_PER_SECOND}/s, {FRAMES_AT_ONCE}; {MOST_PIECES} pieces for one message",
        f"| {MOST_BYTES_AFTER_CLOSE // 1024} KiB |",
        f"{BYTES_PER_HOUR // 10**6} MB an hour",
        f"at least {BOT_PACE_MS} ms between",
        f"| {CONNECTIONS_PER_SECOND}/s, {CONNECTIONS_AT_ONCE} at once; further",
        f"{MOST_SUBMISSION:,} characters, {_MOST_KEY_PARTS} parts in a key, {_MOST_DEPTH} levels",
        f"levels, {MOST_CHOICES} choices |",
        f"| {waiting.reads.most - 2}, {waiting.rules.most - 1}, {waiting.reports.most - 1}; then 429 |",
        f"code {SIGNED_OUT} when",
    ]
    assert [bound for bound in bounds if bound not in DOCS] == []
    waiting.close()


@pytest.mark.parametrize("name", budgets.BUCKETS)
@pytest.mark.parametrize("whose", ["guest", "address"])
def test_each_budget_bites_and_lifted_it_does_not(name: str, whose: str) -> None:
    """The same spending is refused as the table has it, and passes with the one limit raised."""
    allowance = getattr(budgets.BUCKETS[name], whose)

    def is_refused(spending: budgets.Budgets) -> bool:
        charge = spending.charge_guest if whose == "guest" else spending.charge_address
        try:
            for _ in range(allowance.at_once + 50):
                charge(name, 1, "somebody")
        except budgets.OverBudget as over:
            assert re.fullmatch(r"Too many requests\. Try again in \d+ seconds?\.", str(over))
            return True
        return False

    assert is_refused(budgets.Budgets())
    assert not is_refused(budgets.Budgets(factor=1000))


def test_bots_cost_more_than_other_requests_at_a_table() -> None:
    def taken(asked: object) -> int:
        spending = budgets.Budgets()
        for number in range(1000):
            try:
                spending.charge_action(asked, "somewhere", "somebody")
            except budgets.OverBudget:
                return number
        raise AssertionError("nothing was refused")

    assert taken(requests.Ready()) >= 4 * taken(requests.AddBot(1, "random"))
    assert f"`add_bot` costs {budgets.ACTION_COSTS[requests.AddBot]}." in DOCS


def test_one_client_leaves_the_budget_of_another_alone() -> None:
    spending = budgets.Budgets()
    with pytest.raises(budgets.OverBudget):
        for _ in range(1000):
            spending.charge_guest("table", 1, "one")
    spending.charge_guest("table", 1, "another")


def test_refusal_over_http_says_when_to_try_again() -> None:
    with TestClient(create_app()) as client:
        answers = [client.get("/api/king/sheets.pdf", params={"per_page": "3"}) for _ in range(25)]
        assert [answer.status_code for answer in answers[:20]] == [422] * 20
        refused = answers[-1]
        assert refused.status_code == 429
        seconds = int(refused.headers["retry-after"])
        assert refused.json()["code"] == "too_many"
        assert re.fullmatch(rf"Too many requests\. Try again in {seconds} seconds?\.", refused.json()["error"])
        assert client.get("/api/rules").status_code == 200, "another bucket has its own budget"


def test_sockets_of_one_guest_are_bounded() -> None:
    with running("--limit-factor", "1") as server:
        ada = Person(server)
        table = ada.open()
        lines = [ada.watch(table) for _ in range(budgets.SOCKETS_PER_GUEST)]
        with pytest.raises(InvalidStatus) as refused:
            ada.watch(table)
        assert refused.value.response.status_code == 429
        assert b"Too many open connections for this guest. Close one and try again." in refused.value.response.body
        lines.pop().close()
        _retried(ada, table)


def _retried(person: Person, table: str) -> None:
    for _ in range(100):
        try:
            return person.watch(table).close()
        except InvalidStatus:
            continue
    raise AssertionError("a closed connection still counts")


@pytest.mark.parametrize("limit", ["guest_sockets", "address_sockets"])
def test_each_count_of_sockets_bites_and_lifted_it_does_not(limit: str) -> None:
    def is_refused(spending: budgets.Budgets) -> bool:
        with ExitStack() as held:
            try:
                for number in range(budgets.SOCKETS_PER_ADDRESS + 1):
                    guest = "one" if limit == "guest_sockets" else str(number)
                    address = "one" if limit == "address_sockets" else str(number)
                    held.enter_context(spending.socket(address, guest))
            except budgets.TooManySockets:
                return True
        return False

    spending = budgets.Budgets()
    assert is_refused(spending)
    assert not getattr(spending, limit).of("one"), "all are given back"
    getattr(spending, limit).most = 10_000
    assert not is_refused(spending)


def connection(peer: str, forwarded: str | None, trusted: tuple[str, ...]) -> HTTPConnection:
    app = create_app(trusted_proxies=trusted_networks(trusted))
    headers = [] if forwarded is None else [(b"x-forwarded-for", forwarded.encode())]
    return HTTPConnection({"type": "http", "app": app, "client": (peer, 1), "headers": headers})


@pytest.mark.parametrize(
    ("peer", "forwarded", "trusted", "counted"),
    [
        ("203.0.113.9", None, (), "203.0.113.9"),
        ("203.0.113.9", "198.51.100.7", (), "203.0.113.9"),
        ("127.0.0.1", "198.51.100.7", (), "127.0.0.1"),
        ("127.0.0.1", "198.51.100.7", ("127.0.0.1",), "198.51.100.7"),
        ("10.0.0.7", "6.6.6.6, 198.51.100.7", ("10.0.0.0/24",), "198.51.100.7"),
        ("10.0.0.7", "6.6.6.6, 198.51.100.7, 10.0.0.8", ("10.0.0.0/24",), "198.51.100.7"),
        ("10.0.0.7", "nonsense", ("10.0.0.0/24",), "10.0.0.7"),
        ("10.0.0.7", "198.51.100.7, nonsense", ("10.0.0.0/24",), "10.0.0.7"),
        ("10.0.0.7", "", ("10.0.0.0/24",), "10.0.0.7"),
        ("2001:db8:1:2:3:4:5:6", None, (), "2001:db8:1:2::/64"),
        ("::ffff:203.0.113.9", None, (), "203.0.113.9"),
        ("::1", "2001:db8::9", ("::1",), "2001:db8::/64"),
    ],
)
def test_address_is_the_peer_unless_a_trusted_proxy_says_otherwise(
    peer: str, forwarded: str | None, trusted: tuple[str, ...], counted: str
) -> None:
    assert client_address(connection(peer, forwarded, trusted)) == counted


def test_proxy_that_is_no_address_is_refused() -> None:
    with pytest.raises(BadInput, match="isn't an address or a network"):
        trusted_networks(["cards.example"])


def test_forwarded_addresses_count_only_from_a_trusted_proxy() -> None:
    """The same requests, each from another forwarded address: refused by default, and taken with the option."""

    def statuses(*options: str) -> list[int]:
        with running("--limit-factor", "1", *options) as server, server.client() as client:
            return [
                client.post(
                    "/api/guests",
                    json={"name": "Ada", "replace": True},
                    headers={"x-forwarded-for": f"198.51.100.{number}"},
                ).status_code
                for number in range(22)
            ]

    assert 429 in statuses()
    assert statuses("--trusted-proxy", "127.0.0.1") == [200] * 22


def test_bucket_waits_as_long_as_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("crossfelt.http.limits.time.monotonic", lambda: now)
    bucket = Bucket(0.5, 4)
    assert bucket.take(4) and not bucket.take()
    assert bucket.wait(2) == 4
    now += 4
    assert bucket.wait(2) == 0 and bucket.take(2) and not bucket.take()


def test_counts_are_given_back() -> None:
    counts = Counts(2)
    assert counts.take("a") and counts.take("a") and not counts.take("a") and counts.take("b")
    counts.give_back("a")
    assert counts.of("a") == 1 and counts.take("a")
