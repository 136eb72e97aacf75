"""Open sockets by guest, so that they end when the guest's credentials change."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol


class SignedIn(Protocol):
    """An open socket, of a guest or of a visitor who isn't signed in."""

    @property
    def player(self) -> str | None:
        """The guest; None for a spectator without an account."""

    @property
    def address(self) -> str:
        """The client's address, as it is counted."""

    def sign_out(self) -> None:
        """End the socket, because its guest has new credentials."""

    def block(self) -> None:
        """End the socket, because its address was blocked."""


class OpenSockets:
    """The sockets of every guest."""

    def __init__(self) -> None:
        self._of: dict[str, set[SignedIn]] = {}
        self._all: set[SignedIn] = set()

    @contextmanager
    def listed(self, socket: SignedIn) -> Iterator[None]:
        """List a socket while it is open."""
        player = socket.player
        self._all.add(socket)
        if player is not None:
            self._of.setdefault(player, set()).add(socket)
        try:
            yield
        finally:
            self._all.discard(socket)
            if player is not None:
                self._of[player].discard(socket)
                if not self._of[player]:
                    del self._of[player]

    def players(self) -> tuple[str, ...]:
        """The guests who have a socket open."""
        return tuple(self._of)

    def end_address(self, address: str) -> None:
        """End all sockets of an address, those of spectators included."""
        for socket in tuple(self._all):
            if socket.address == address:
                socket.block()

    def sign_out(self, player: str) -> None:
        """End all sockets of a guest."""
        for socket in tuple(self._of.get(player, ())):
            socket.sign_out()
