"""Asks a running server over HTTP, and asks again when a connection is lost."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import update_wrapper
from http.client import HTTPException, HTTPMessage
from secrets import token_hex
from typing import IO, Any, TypeVar
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlencode, urlsplit
from urllib.request import HTTPRedirectHandler, ProxyHandler, Request, build_opener

import click

from crossfelt.errors import BadInput, CrossfeltError

TIMEOUT_SECONDS = 30.0
WAITS_SECONDS = (0.2, 1.0, 3.0)
"""Before each further try after a connection was lost."""
MOST_ANSWER_BYTES = 32 * 2**20
_LOCAL = ("localhost", "127.0.0.1", "::1")
_HINTS = {
    "not_signed_in": "give --token, or set CROSSFELT_TOKEN; POST /api/guests answers one",
    "operator_needed": "make a token on the server machine with crossfelt operator token",
    "no_such_table": "crossfelt floor tables lists those that are open",
    "no_such_round": "a round is named TABLE-NUMBER, and is over when it can be corrected",
    "wrong_round": "crossfelt floor show TABLE says which round is open",
    "round_over": "what is over can only be corrected: crossfelt floor correct",
    "round_is_open": "crossfelt floor void ends it",
    "storage_failed": "look at the server's log and its disk",
    "too_many": "wait a moment",
    "action_reused": "leave --id out for something new",
}
"""What to do about a refusal, by its code."""

Command = TypeVar("Command", bound=Callable[..., Any])


class LostConnection(CrossfeltError):
    """The server could not be reached, or did not answer to the end."""


@dataclass(frozen=True, slots=True)
class Client:
    """One server, and who asks it."""

    server: str
    token: str | None

    def get(self, *path: str, query: Mapping[str, str] | None = None) -> Any:
        """What stands at a path below `/api`."""
        request = self._request(path, None)
        if query:
            request.full_url = f"{request.full_url}?{urlencode(query)}"
        return self._tried(request)

    def send(self, method: str, body: object, *path: str) -> Any:
        """Sends a request that may be repeated without harm; None where the answer is empty."""
        request = self._request(path, body)
        request.method = method
        return self._tried(request)

    def ask(self, table: str, action_id: str, request: Mapping[str, Any]) -> Any:
        """Asks for something at a table; every try carries the same id, so that it is done once."""
        try:
            return self._tried(self._request(("tables", table, "ask"), {"id": action_id, "request": request}))
        except LostConnection as lost:
            raise LostConnection(
                f"{lost}; whether it was done is not known: the same command with --id {action_id} does it once"
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
        for wait in (*WAITS_SECONDS, None):
            try:
                return self._answer(request)
            except LostConnection:
                if wait is None:
                    raise
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
                raise _refusal(error, self.server) from None
        except (URLError, HTTPException, OSError) as error:
            reason = getattr(error, "reason", error)
            said = getattr(reason, "strerror", None) or str(reason) or type(reason).__name__
            raise LostConnection(f"cannot reach {self.server}: {said}") from None


class _NoRedirects(HTTPRedirectHandler):
    """A token is for one server: nobody is sent on with it."""

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
        raise CrossfeltError(f"{server} does not answer as a Crossfelt server does: is the address right?") from None


def _refusal(error: HTTPError, server: str) -> CrossfeltError:
    try:
        answer = json.loads(error.read(MOST_ANSWER_BYTES))
        said, code = str(answer["error"]), answer.get("code")
    except (ValueError, KeyError, TypeError, AttributeError):
        return CrossfeltError(f"{server} answers {error.code} and is no Crossfelt server, or its address is wrong")
    hint = _HINTS.get(code or "")
    return CrossfeltError(f"refused{f' ({code})' if code else ''}: {said}{f'; {hint}' if hint else ''}")


def connected(command: Command) -> Command:
    """Gives a command `--server` and `--token`, and hands it the client that they make."""

    def called(server: str, token: str | None, **others: Any) -> Any:
        parts = urlsplit(server)
        if parts.scheme not in ("http", "https") or not parts.hostname:
            raise BadInput(f"--server: {server!a} is not an address such as http://127.0.0.1:8000")
        if token is not None and not (token.isascii() and token.isprintable() and " " not in token):
            raise BadInput("--token: that is no token; POST /api/guests answers one")
        return command(Client(server, token), **others)

    update_wrapper(called, command)
    for option in (_TOKEN, _SERVER):
        called = option(called)
    return called  # type: ignore[return-value]


_SERVER = click.option(
    "--server", metavar="URL", default="http://127.0.0.1:8000", show_default=True, help="The running server."
)
_TOKEN = click.option(
    "--token",
    metavar="TOKEN",
    envvar="CROSSFELT_TOKEN",
    help="Access token. Prefer the CROSSFELT_TOKEN environment variable.",
)


def new_action_id() -> str:
    """128 bits that nobody has used before."""
    return token_hex(16)
