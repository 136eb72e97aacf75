"""Who asks: a guest by a signed cookie, or a program by a token in the `Authorization` header."""

from __future__ import annotations

from functools import lru_cache

from itsdangerous import Signer
from starlette.requests import HTTPConnection
from starlette.responses import Response

from crossfelt.service.players import Players
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.sealing import derived_key

COOKIE = "crossfelt-guest"
_YEAR_SECONDS = 365 * 24 * 3600
_RECENT = 1024
"""Signatures whose check is remembered: a guest who plays sends the same one with every action."""


class Identities:
    """Signs the ids of guests, and knows its own signatures again.

    The recovery code goes into the signature: with a new code, as after a guest has moved to another browser, cookies
    and tokens of before are worth nothing, and neither are those of a guest who was deleted.
    """

    def __init__(self, server_key: bytes, players: Players) -> None:
        self._signer = Signer(derived_key(server_key, "identity"), salt="crossfelt guest")
        self._players = players
        self._is_ours = lru_cache(_RECENT)(self._signer.verify_signature)

    def token(self, player: str) -> str:
        """Return the token of a player, valid until the recovery code changes."""
        return f"{player}.{self._signer.get_signature(self._signed(player)).decode()}"

    def player(self, connection: HTTPConnection) -> str | None:
        """Return the guest of a request; None without a cookie or token, or with one that isn't ours."""
        scheme, _, token = connection.headers.get("authorization", "").partition(" ")
        if scheme.lower() == "bearer":
            return self._opened(token)
        # Only the name that fits the scheme counts: a plain page cannot plant the cookie of a secure one.
        return self._opened(connection.cookies.get(cookie_name(connection), ""))

    def needed(self, connection: HTTPConnection) -> str:
        """Return the guest of a request; `Refused` for a visitor who isn't signed in."""
        player = self.player(connection)
        if player is None:
            raise Refused(RefusalCode.NOT_SIGNED_IN, "Not signed in. Create a guest with POST /api/guests.")
        return player

    def refuse_replacement(self, connection: HTTPConnection, player: str | None = None) -> None:
        """Refuse to give the cookie to `player`, None for a new one, while another guest has it.

        Only the recovery code brings that guest back, so a client that replaces the cookie has to say so.
        """
        present = self._opened(connection.cookies.get(cookie_name(connection), ""))
        if present not in (None, player):
            raise Refused(
                RefusalCode.ALREADY_SIGNED_IN,
                'This browser already has a guest. Save the recovery code, then send "replace": true.',
            )

    def remember(self, connection: HTTPConnection, response: Response, player: str) -> None:
        """Give the browser its cookie: no script reads it, no other site sends it."""
        response.set_cookie(
            cookie_name(connection),
            self.token(player),
            max_age=_YEAR_SECONDS,
            path="/",
            secure=is_secure(connection),
            httponly=True,
            samesite="strict",
        )

    def forget(self, connection: HTTPConnection, response: Response) -> None:
        """Take the cookie away."""
        response.delete_cookie(
            cookie_name(connection), path="/", secure=is_secure(connection), httponly=True, samesite="strict"
        )

    def _opened(self, token: str) -> str | None:
        player, _, signature = token.partition(".")
        try:
            return player if self._is_ours(self._signed(player), signature) else None
        except (Refused, UnicodeError):
            return None

    def _signed(self, player: str) -> bytes:
        """Return the signed text; `Refused` for a player who doesn't exist."""
        return f"{player} {(self._players.get(player).recovery_hash or b'').hex()}".encode()


def cookie_name(connection: HTTPConnection) -> str:
    """Over HTTPS the name itself binds the cookie to this host."""
    return f"__Host-{COOKIE}" if is_secure(connection) else COOKIE


def is_secure(connection: HTTPConnection) -> bool:
    """Return whether the browser came over HTTPS, by the server's public addresses."""
    return bool(connection.scope.get("crossfelt.secure", False)) or connection.url.scheme in ("https", "wss")
