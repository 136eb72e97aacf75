"""Players that play by themselves over real sockets, remember what was acknowledged and what they were shown, and ask
again under the same id for whatever got no answer."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
from collections.abc import Mapping
from typing import Any

import httpx2
from websockets.asyncio.client import ClientConnection
from websockets.exceptions import ConnectionClosed, InvalidMessage

from crossfelt.fairness import seed_commitment
from crossfelt.storage.port import Receipt
from tests.support.service.running.guests import Guest, client, receipt_of, send

ANTES = {"ante_across": 500, "ante_down": 500}
TRY_AGAIN_SECONDS = 0.1


class Player:
    """One guest on one seat of one table, over as many lives of the server as there are."""

    def __init__(
        self, guest: Guest, table: str, seat: int, draw: random.Random, wagers: Mapping[str, int] = ANTES
    ) -> None:
        self.guest, self.table, self.seat, self._wagers = guest, table, seat, dict(wagers)
        self.acknowledged: dict[str, Receipt] = {}
        """Every action that was answered with a receipt, by its id."""
        self.shown: list[dict[str, Any]] = []
        """The updates since the last look, without what happened."""
        self.faults: list[str] = []
        self._draw = draw
        self._asked: dict[tuple[Any, ...], str] = {}
        """Request made in the round -> the ID of its action."""
        self._unanswered: dict[str, dict[str, Any]] = {}

    @property
    def seen(self) -> int | None:
        """The last entry that this player knows of."""
        return self.shown[-1]["seq"] if self.shown else None

    async def play(self, port: int) -> None:
        """Play until the server is gone."""
        try:
            async with self.guest.socket(port, self.table, self.seen) as socket, client(port) as http:
                for identity, request in list(self._unanswered.items()):
                    await send(socket, identity, request)
                async for text in socket:
                    await self._hear(socket, http, json.loads(text))
        except (ConnectionClosed, InvalidMessage, OSError, httpx2.TransportError, EOFError):
            return

    async def _hear(self, socket: ClientConnection, http: httpx2.AsyncClient, message: dict[str, Any]) -> None:
        match message["kind"]:
            case "update":
                if self.seen is not None and message["seq"] < self.seen:
                    self.faults.append(f"shown entry {message['seq']} after entry {self.seen}")
                self.shown.append({name: value for name, value in message.items() if name != "happened"})
                await self._act(socket, message)
            case "done":
                self._acknowledge(message)
            case "refused":
                await self._refused(socket, http, message)

    def _acknowledge(self, message: dict[str, Any]) -> None:
        identity, receipt = message["id"], receipt_of(message["receipt"])
        self._unanswered.pop(identity, None)
        if self.acknowledged.setdefault(identity, receipt) != receipt:
            self.faults.append(f"{identity} was answered with {receipt} and {self.acknowledged[identity]}")

    async def _refused(self, socket: ClientConnection, http: httpx2.AsyncClient, message: dict[str, Any]) -> None:
        identity = message["id"]
        if identity in self.acknowledged:
            self.faults.append(f"{identity} was acknowledged and then refused: {message}")
        request = self._unanswered[identity]
        match message["code"]:
            case "too_many":
                await asyncio.sleep(TRY_AGAIN_SECONDS)
                await send(socket, identity, request)
            case "insufficient_funds":
                del self._unanswered[identity]
                await http.post("/api/me/refill", json={"id": identity}, headers=self.guest.headers)
                self._asked = {key: known for key, known in self._asked.items() if known != identity}
            case _:
                # The round has moved on, or the request was made before the server last started.
                del self._unanswered[identity]

    async def _act(self, socket: ClientConnection, update: dict[str, Any]) -> None:
        """Ask for everything this seat may do now, each thing once."""
        info, view = update["info"], update["view"]
        result = info["round"]
        if result is None or not result["is_open"]:
            return
        name = result["id"]
        await self._add_seed(socket, info, name)
        if not result["is_playing"]:
            await self._ask(socket, (name, "ready"), {"kind": "ready"})
            return
        since = next((due["since"] for due in info["due"] if due["seat"] == self.seat), None)
        if view["kind"] == "table" and view["stage"] == "betting":
            wagers = {"kind": "place_wagers", "wagers": self._wagers}
            await self._ask(socket, (name, "wager"), {"kind": "act", "round": name, "action": wagers})
            await self._ask(socket, (name, "ready"), {"kind": "ready"})
        elif since is not None:
            action = self._decision(view)
            if action is not None:
                await self._ask(socket, (name, since), {"kind": "act", "round": name, "action": action})

    async def _add_seed(self, socket: ClientConnection, info: dict[str, Any], name: str) -> None:
        """Commit, and reveal once this player's commitment is locked; the nonce follows from the round."""
        nonce, seed = hashlib.sha256(f"{name} {self.seat}".encode()).digest(), f"seed of {self.seat}"
        phase = info["round"]["phase"]
        if phase == "committing":
            made = seed_commitment(self.table, name, self.seat, self.guest.player, nonce, seed)
            await self._ask(socket, (name, "commit"), {"kind": "commit_seed", "round": name, "commitment": made})
        elif phase == "revealing" and self._is_locked(info):
            reveal = {"kind": "reveal_seed", "round": name, "nonce": nonce.hex(), "seed": seed}
            await self._ask(socket, (name, "reveal"), reveal)

    def _is_locked(self, info: dict[str, Any]) -> bool:
        return any(seat["has_committed"] for seat in info["seats"] if seat["seat"] == self.seat)

    def _decision(self, view: dict[str, Any]) -> dict[str, Any] | None:
        if view["kind"] == "table":
            if self._draw.random() < 0.15:
                return {"kind": "fold", "stage": view["stage"]}
            return {"kind": "bet", "stage": view["stage"], "multiple": self._draw.choice(view["multiples"])}
        if not view["options"]:
            return None
        [own] = [sheet for sheet in view["seats"] if sheet["seat"] == self.seat]
        return {"kind": "place", "roll": len(own["rolls"]), **self._draw.choice(view["options"])}

    async def _ask(self, socket: ClientConnection, key: tuple[Any, ...], request: dict[str, Any]) -> None:
        if key in self._asked:
            return
        if not any(known[0] == key[0] for known in self._asked):
            self._asked.clear()
        identity = f"{self._draw.getrandbits(128):032x}"
        self._asked[key] = identity
        self._unanswered[identity] = request
        await send(socket, identity, request)
