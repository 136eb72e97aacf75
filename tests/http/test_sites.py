"""Other sites cannot act for a player, and every answer carries the headers that keep browsers safe."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from crossfelt.http.headers import HEADERS, STRICT_TRANSPORT
from tests.support.http.handshakes import Reply, ask, shake
from tests.support.http.players import Person
from tests.support.http.servers import Server, running

SECURE = "cards.example"
PATH = "/api/tables/aaaaaaaaaaaaaaaa/live"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    with running("--public-url", f"https://{SECURE}", "--public-url", "https://play.example:8443") as server:
        yield server
    assert server.faults == []


def lookalikes(scheme: str, host: str, port: str) -> list[str]:
    """Origins that look like this one and are another."""
    other_scheme = "http" if scheme == "https" else "https"
    number = port.removeprefix(":") or "443"
    return [
        "null",
        "",
        "*",
        "undefined",
        host,
        f"{host}{port}",
        f"//{host}{port}",
        f"{other_scheme}://{host}{port}",
        f"ws://{host}{port}",
        f"wss://{host}{port}",
        f"file://{host}{port}",
        f"{scheme}://{host}{port}/",
        f"{scheme}://{host}{port}/table",
        f"{scheme}://{host}{port}?",
        f"{scheme}://{host}{port}#",
        f"{scheme}://{host}:1",
        f"{scheme}://{host}:{number}0",
        f"{scheme}://{host}:0{number}",
        f"{scheme}://{host}:",
        f"{scheme}://{host}.evil.example{port}",
        f"{scheme}://evil{host}{port}",
        f"{scheme}://evil.{host}{port}",
        f"{scheme}://evil.example{port}",
        f"{scheme}://evil.example/{host}{port}",
        f"{scheme}://evil.example#{host}{port}",
        f"{scheme}://evil.example?{scheme}://{host}{port}",
        f"{scheme}://user@{host}{port}",
        f"{scheme}://user:word@{host}{port}",
        f"{scheme}://@{host}{port}",
        f"{scheme}://{host}{port}@evil.example",
        f"{scheme}://evil.example\\@{host}{port}",
        f"{scheme.upper()}://{host}{port}",
        f"{scheme}://{host}{port}, {scheme}://evil.example",
        f"{scheme}://{host}{port} {scheme}://evil.example",
        f"{scheme}:{host}{port}",
        f"{scheme}:///{host}{port}",
        f"{scheme}://[{host}]{port}",
    ]


def assert_headers(reply: Reply, is_secure: bool = False) -> None:
    """Every header of the list, and nothing inline allowed."""
    assert {name: reply.headers.get(name) for name in HEADERS} == HEADERS
    assert "unsafe" not in reply.headers["content-security-policy"]
    assert reply.headers.get("strict-transport-security") == (STRICT_TRANSPORT if is_secure else None)


def test_own_page_and_a_program_with_a_token_are_let_in(server: Server) -> None:
    table = Person(server).open()
    path = f"/api/tables/{table}/live"
    port = server.port
    assert shake(port, path, f"Origin: http://127.0.0.1:{port}").status == 101
    assert shake(port, path, f"Origin: http://localhost:{port}", host=f"localhost:{port}").status == 101
    assert shake(port, path, "Origin: https://cards.example", host="cards.example").status == 101
    assert shake(port, path, "Origin: https://cards.example", host="cards.example:443").status == 101
    assert shake(port, path, "Origin: https://play.example:8443", host="play.example:8443").status == 101
    assert shake(port, path, f"Authorization: Bearer {server.guest()['token']}").status == 101


def test_hostile_origins_are_refused_before_the_socket_opens(server: Server) -> None:
    port = server.port
    token = f"Authorization: Bearer {server.guest()['token']}"
    tried = 0
    homes = {f"127.0.0.1:{port}": ("http", "127.0.0.1", f":{port}"), SECURE: ("https", SECURE, "")}
    for home, (scheme, name, shown) in homes.items():
        own = f"Origin: {scheme}://{name}{shown}"
        sent = [(), (own, own), (own, "Origin: null"), ("Origin: https://evil.example", own)]
        sent += [(f"Origin: {origin}",) for origin in lookalikes(scheme, name, shown)]
        # A token does not excuse a page of another site, and a cookie even less.
        sent += [(token, "Origin: https://evil.example"), ("Cookie: crossfelt-guest=x", "Origin: null")]
        if not shown:  # In upper case this one is a name; numbers have none.
            sent.append((f"Origin: {scheme}://{name.upper()}",))
        for headers in sent:
            reply = shake(port, PATH, *headers, host=home)
            if sum(line.startswith("Origin") for line in headers) > 1:
                assert reply.status in (400, 403), headers
                assert_headers(reply, is_secure=not shown and reply.status == 403)
            else:
                assert reply.status == 403, headers
                assert_headers(reply, is_secure=not shown)
            tried += 1
    assert tried >= 60


@pytest.mark.parametrize("host", ["evil.example", "127.0.0.1.evil.example", "", "localhost@evil.example", "[::2]"])
def test_socket_for_another_host_is_refused(server: Server, host: str) -> None:
    reply = shake(server.port, PATH, f"Origin: http://{host}", host=host)
    assert reply.status == 421
    assert_headers(reply)


@pytest.mark.parametrize("method", ["POST", "DELETE"])
def test_other_sites_change_nothing_over_http(server: Server, method: str) -> None:
    ada = Person(server)
    path = "/api/me/name" if method == "POST" else "/api/me"
    cookie = f"Cookie: crossfelt-guest={ada.token}"
    body = '{"name": "Eve"}' if method == "POST" else ""
    for origin in lookalikes("http", "127.0.0.1", f":{server.port}"):
        reply = ask(server.port, method, path, f"Origin: {origin}", cookie, body=body)
        assert reply.status == 403, origin
        assert_headers(reply)
    assert ada.http.get("/api/me").json()["name"] == "Ada"
    own = f"Origin: http://127.0.0.1:{server.port}"
    assert ask(server.port, method, path, own, cookie, body=body).status in (200, 204)


def test_form_of_another_site_cannot_be_read_as_a_request(server: Server) -> None:
    """A form sends no JSON, whatever it holds."""
    ada = Person(server)
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", "application/jsonp"):
        answer = ada.http.post("/api/me/name", content='{"name": "Eve"}', headers={"content-type": kind})
        assert answer.status_code == 415
    assert ada.http.get("/api/me").json()["name"] == "Ada"


def test_every_answer_carries_the_headers(server: Server) -> None:
    ada = Person(server)
    table = ada.open(seat_count=1)
    line = ada.watch(table)
    line.ask("sit", seat=1)
    name = line.play_round()
    line.close()
    description = ada.http.get("/api/openapi.json").json()
    seen = set()
    for path, methods in description["paths"].items():
        filled = path.replace("{table_id}", table).replace("{round_id}", name).replace("{id}", "maryland")
        # Each as it is meant, by a method that is not meant, and for something that is not there.
        for method in [*map(str.upper, methods), "PATCH"]:
            for home in (f"127.0.0.1:{server.port}", SECURE):
                reply = ask(server.port, method, filled, "Connection: close", host=home)
                assert_headers(reply, is_secure=home == SECURE)
                seen.add(reply.status)
    for path in ("/", "/nowhere", "/assets/nothing", "/api/nothing", "/api/tables/none", f"{PATH}", "/%00", "/a/b/c"):
        reply = ask(server.port, "GET", path, "Connection: close")
        assert_headers(reply)
        seen.add(reply.status)
    long = ask(server.port, "POST", "/api/guests", "Content-Length: 70000", "Connection: close")
    assert_headers(long)
    seen.add(long.status)
    assert {200, 401, 404, 405, 413, 415} <= seen and 500 not in seen


def test_handshake_that_is_none_is_refused_with_the_headers(server: Server) -> None:
    own = f"Origin: http://127.0.0.1:{server.port}"
    for headers in (
        ("Upgrade: websocket", "Connection: Upgrade"),
        ("Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 12", "Sec-WebSocket-Key: A"),
        ("Upgrade: nothing", "Connection: Upgrade"),
    ):
        reply = ask(server.port, "GET", PATH, own, *headers)
        assert 400 <= reply.status < 500
        assert_headers(reply)
