"""Open sockets by guest, so that they end when the guest's credentials change."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class SignedIn(Protocol):
    """A socket that somebody opened, as a guest or as nobody."""

    @property
    def player(self) -> str | None:
        """The guest; None for a spectator without an account."""

    def sign_out(self) -> None:
        """Ends the socket, because its guest has new credentials."""


class OpenSockets:
    """The sockets of every guest."""

    def __init__(self) -> None:
        self._of: dict[str, set[SignedIn]] = {}

    @contextmanager
    def listed(self, socket: SignedIn) -> Iterator[None]:
        """List a socket while it is open."""
        if socket.player is None:
            yield
            return
        sockets = self._of.setdefault(socket.player, set())
        sockets.add(socket)
        try:
            yield
        finally:
            sockets.discard(socket)
            if not sockets:
                self._of.pop(socket.player, None)

    def sign_out(self, player: str) -> None:
        """End all sockets of a guest."""
        for socket in tuple(self._of.get(player, ())):
            socket.sign_out()
