"""A client of a running server over HTTP, which retries when a connection is lost."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import update_wrapper
from http.client import HTTPException, HTTPMessage
from secrets import token_hex
from socket import gaierror
from typing import IO, Any, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

import click

from crossfelt.errors import BadInput, CrossfeltError

TIMEOUT_SECONDS = 30.0
WAITS_SECONDS = (0.2, 1.0, 3.0)
"""The pauses before each retry."""
MOST_ANSWER_BYTES = 32 * 2**20
_LOCAL = ("localhost", "127.0.0.1", "::1")
_HINTS = {
    "not_signed_in": "make a token with crossfelt floor login and put it in CROSSFELT_TOKEN",
    "operator_needed": "make a token on the server machine with crossfelt operator token",
    "no_such_table": "crossfelt floor tables lists the open tables",
    "no_such_round": "rounds are named TABLE-NUMBER, and only finished ones can be corrected",
    "wrong_round": "crossfelt floor show TABLE names the open round",
    "round_over": "a finished round can only be corrected: crossfelt floor correct",
    "round_is_open": "crossfelt floor void ends it",
    "storage_failed": "check the server's log and its disk",
    "too_many": "wait a moment and try again",
    "action_reused": "leave out --id for a new action",
}
"""The next step after a refusal, by its code."""

Command = TypeVar("Command", bound=Callable[..., Any])


class LostConnection(CrossfeltError):
    """The server couldn't be reached, or its answer was cut off."""


class NotConnected(LostConnection):
    """No connection was made, so the server got nothing."""


@dataclass(frozen=True, slots=True)
class Client:
    """One server, and the token that requests carry."""

    server: str
    token: str | None

    def get(self, *path: str, query: Mapping[str, str] | None = None) -> Any:
        """Return the JSON at a path below `/api`."""
        request = self._request(path, None)
        if query:
            request.full_url = f"{request.full_url}?{urlencode(query)}"
        return self._tried(request)

    def send(self, method: str, body: object, *path: str) -> Any:
        """Send a request that can safely be repeated; return None for an empty answer."""
        request = self._request(path, body)
        request.method = method
        return self._tried(request)

    def check_token(self) -> None:
        """Refuse a token that the server doesn't accept, for requests that it would answer without one."""
        if not self.token:
            return
        try:
            self.get("me")
        except CrossfeltError as refusal:
            if "(not_signed_in)" not in str(refusal):
                raise
            try:
                self.get("operator", "blocks")
            except LostConnection:
                raise
            except CrossfeltError:
                raise refusal from None

    def ask(self, table: str, action_id: str, request: Mapping[str, Any]) -> Any:
        """Send a request to a table. Every retry has the same id, so that the server acts on it once."""
        try:
            return self._tried(self._request(("tables", table, "ask"), {"id": action_id, "request": request}))
        except NotConnected:
            raise
        except LostConnection as lost:
            raise LostConnection(
                f"{lost}. The server may have acted. To be sure, repeat the command with --id {action_id}"
            ) from None

    def _request(self, path: tuple[str, ...], body: object) -> Request:
        address = "/".join((self.server.rstrip("/"), "api", *(quote(part, safe="") for part in path)))
        headers = {"accept": "application/json"}
        if self.token:
            headers["authorization"] = f"Bearer {self.token}"
        data = None
        if body is not None:
            headers["content-type"] = "application/json"
            data = json.dumps(body).encode()
        return Request(address, data, headers)

    def _tried(self, request: Request) -> Any:
        was_connected = False
        for wait in (*WAITS_SECONDS, None):
            try:
                return self._answer(request)
            except LostConnection as lost:
                was_connected = was_connected or not isinstance(lost, NotConnected)
                if wait is None:
                    raise (LostConnection if was_connected else NotConnected)(str(lost)) from None
                time.sleep(wait)
        raise AssertionError

    def _answer(self, request: Request) -> Any:
        is_local = urlsplit(self.server).hostname in _LOCAL
        opener = build_opener(_NoRedirects, *([ProxyHandler({})] if is_local else []))
        try:
            with opener.open(request, timeout=TIMEOUT_SECONDS) as answer:
                return _read(answer, self.server)
        except HTTPError as error:
            with error:
                raise _refusal(error, self.server, self.token) from None
        except (URLError, HTTPException, OSError) as error:
            reason = getattr(error, "reason", error)
            said = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
            is_connected = not isinstance(reason, (ConnectionRefusedError, gaierror))
            raise (LostConnection if is_connected else NotConnected)(f"Can't reach {self.server}: {said}") from None


class _NoRedirects(HTTPRedirectHandler):
    """Refuses redirects: a token is for one server."""

    def redirect_request(
        self, req: Request, fp: IO[bytes], code: int, msg: str, headers: HTTPMessage, newurl: str
    ) -> None:
        del req, fp, code, msg, headers, newurl


def _read(answer: Any, server: str) -> Any:
    content = answer.read(MOST_ANSWER_BYTES + 1)
    if len(content) > MOST_ANSWER_BYTES:
        raise CrossfeltError(f"{server}: the answer is too long")
    if answer.status == 204:
        return None
    try:
        return json.loads(content)
    except ValueError:
        raise CrossfeltError(f"{server} doesn't answer like a Crossfelt server. Check the address") from None


def _refusal(error: HTTPError, server: str, token: str | None) -> CrossfeltError:
    try:
        answer = json.loads(error.read(MOST_ANSWER_BYTES))
        said, code = str(answer["error"]), answer.get("code")
    except (ValueError, KeyError, TypeError, AttributeError):
        return CrossfeltError(f"{server} answers {error.code} and isn't a Crossfelt server. Check the address")
    if code == "not_signed_in" and token:
        said = "the server doesn't accept this token"
    hint = _HINTS.get(code or "")
    return CrossfeltError(f"refused{f' ({code})' if code else ''}: {said}{f'; {hint}' if hint else ''}")


def connected(command: Command) -> Command:
    """Give a command `--server` and `--token`, and pass it the client for them."""

    def called(server: str, token: str | None, **others: Any) -> Any:
        return command(client_for(server, token), **others)

    update_wrapper(called, command)
    for option in (_TOKEN, server_option):
        called = option(called)
    return called  # type: ignore[return-value]


def client_for(server: str, token: str | None) -> Client:
    """Return the client of a server; refuse an address or token that can't be one."""
    parts = urlsplit(server)
    if parts.scheme not in ("http", "https") or not parts.hostname:
        raise BadInput(f"--server: {server!a} isn't an address such as http://127.0.0.1:8000")
    if token is not None and not (token.isascii() and token.isprintable() and " " not in token):
        raise BadInput("--token: that isn't a token. Make one with crossfelt floor login")
    return Client(server, token)


server_option = click.option(
    "--server", metavar="URL", default="http://127.0.0.1:8000", show_default=True, help="Address of the server."
)
_TOKEN = click.option(
    "--token",
    metavar="TOKEN",
    envvar="CROSSFELT_TOKEN",
    help="Access token. Prefer the CROSSFELT_TOKEN environment variable.",
)


def new_action_id() -> str:
    """Return 128 random bits in hex."""
    return token_hex(16)
