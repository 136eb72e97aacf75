"""Every request and every response: size limits, headers, one form of refusal."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient
from starlette.types import Message

from crossfelt.http.app import MOST_BODY_BYTES, create_app
from crossfelt.http.headers import HEADERS
from crossfelt.http.page import FOREVER

JSON = {"content-type": "application/json"}


def test_longest_body_is_read_and_one_byte_more_is_not(client: TestClient) -> None:
    longest = b'"' + b"x" * (MOST_BODY_BYTES - 2) + b'"'
    assert client.post("/api/settle", content=longest, headers=JSON).status_code == 422
    refused = client.post("/api/settle", content=longest + b" ", headers=JSON)
    assert refused.status_code == 413
    assert str(MOST_BODY_BYTES) in refused.json()["error"]


def test_body_without_an_announced_length_is_counted_as_it_arrives() -> None:
    pieces, sent = 0, []

    async def receive() -> Message:
        nonlocal pieces
        pieces += 1
        return {"type": "http.request", "body": b" " * 10_000, "more_body": True}

    async def send(message: Message) -> None:
        sent.append(message)

    scope = {
        "type": "http",
        "method": "POST",
        "path": "/api/settle",
        "raw_path": b"/api/settle",
        "query_string": b"",
        "headers": [(b"content-type", b"application/json")],
    }
    asyncio.run(create_app()(scope, receive, send))
    assert sent[0]["status"] == 413
    assert pieces == MOST_BODY_BYTES // 10_000 + 1, "nothing is read beyond the limit"


@pytest.mark.parametrize("length", ["-1", "many", "9" * 400, "1e3"])
def test_announced_length_that_is_no_length_is_refused(client: TestClient, length: str) -> None:
    response = client.post("/api/settle", content=b"{}", headers=JSON | {"content-length": length})
    assert response.status_code == 413


@pytest.mark.parametrize(
    ("method", "path", "status"),
    [
        ("GET", "/healthz", 200),
        ("GET", "/api/rules", 200),
        ("GET", "/api/openapi.json", 200),
        ("GET", "/api/rules/nevada", 404),
        ("GET", "/api/nothing", 404),
        ("GET", "/nothing", 404),
        ("DELETE", "/api/rules", 405),
        ("POST", "/api/settle", 415),
    ],
)
def test_every_response_carries_the_security_headers(client: TestClient, method: str, path: str, status: int) -> None:
    response = client.request(method, path)
    assert response.status_code == status
    _assert_secured(response)


def test_content_security_policy_has_no_loophole() -> None:
    policy = HEADERS["content-security-policy"]
    assert "unsafe" not in policy and "*" not in policy and "http" not in policy
    assert "default-src 'none'" in policy and "frame-ancestors 'none'" in policy


def test_our_own_mistake_is_a_500_without_a_traceback() -> None:
    app = create_app()

    def broken() -> None:
        raise RuntimeError("a secret of the server")

    app.router.routes.insert(0, app.router.route_class("/api/broken", broken))
    with TestClient(app, raise_server_exceptions=False) as client:
        response = client.get("/api/broken")
    assert response.status_code == 500
    assert "secret" not in response.text and "Traceback" not in response.text
    assert response.json()["faults"] == ["the server made a mistake; its log says more"]
    _assert_secured(response)


@pytest.fixture
def built(tmp_path: Path) -> TestClient:
    """A page as a build leaves it."""
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>Crossfelt</title>")
    (tmp_path / "mark.svg").write_text("<svg/>")
    (tmp_path / ".stamp").write_text("0123")
    (tmp_path / "assets" / "index-0a1b.js").write_text("1")
    return TestClient(create_app(tmp_path))


def test_page_is_asked_about_and_hashed_files_are_kept(built: TestClient) -> None:
    page = built.get("/")
    assert page.status_code == 200 and page.headers["content-type"].startswith("text/html")
    assert page.headers["cache-control"] == "no-cache"
    assert built.get("/assets/index-0a1b.js").headers["cache-control"] == FOREVER
    again = built.get("/", headers={"if-none-match": page.headers["etag"]})
    assert again.status_code == 304
    _assert_secured(page)
    _assert_secured(again)


@pytest.mark.parametrize("path", ["/.stamp", "/assets/../.stamp", "/..%2f..%2fapp.py", "/assets/nothing.js"])
def test_page_gives_nothing_but_itself(built: TestClient, path: str) -> None:
    assert built.get(path).status_code == 404


def test_page_that_is_not_built_says_how(tmp_path: Path) -> None:
    client = TestClient(create_app(tmp_path / "page"))
    response = client.get("/")
    assert response.status_code == 503
    assert response.headers["content-type"].startswith("text/plain")
    assert "dev.py serve" in response.text
    _assert_secured(response)
    assert client.get("/assets/index.js").status_code == 404


def _assert_secured(response: Any) -> None:
    assert {name: response.headers.get(name) for name in HEADERS} == HEADERS
