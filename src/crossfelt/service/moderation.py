"""The operator's moderation: blocked addresses, removed and renamed guests, and a log of all of it.

The log names players by their ids and blocks by their numbers, never names or addresses: what is personal can be
deleted, and the log cannot.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections.abc import Callable
from dataclasses import asdict, dataclass
from secrets import token_hex
from typing import Any

from crossfelt.jsontext import canonical_json, parse_json
from crossfelt.service.clock import Clock
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.tables.accounts import PLAYER_LOGS
from crossfelt.service.tables.reasons import one_line
from crossfelt.service.tables.roles import OPERATOR
from crossfelt.storage.port import Batch, NewEntry, StaleSequence, Store

LOG = logging.getLogger("crossfelt.operator")
OPERATOR_LOG = PLAYER_LOGS + OPERATOR
MOST_BLOCKS = 10_000
MOST_LOGGED = 200
"""Entries of the operator's log in one answer."""
_SETTING = "blocks"
_NUMBER = "blocks_made"


@dataclass(frozen=True, slots=True)
class Block:
    """An address that is refused: IPv4 in full, IPv6 as its /64."""

    number: int
    address: str
    reason: str
    blocked_ms: int


@dataclass(frozen=True, slots=True)
class OperatorDeed:
    """One entry of the operator's log."""

    seq: int
    stamped_ms: int
    kind: str
    about: dict[str, Any]


class Moderation:
    """Blocks and the operator's log, in one store."""

    def __init__(self, store: Store, clock: Clock) -> None:
        self._store, self._clock = store, clock
        self._blocks: dict[str, Block] | None = None
        self.blocked: Callable[[str], None] = lambda _: None
        """Called with an address that another process has blocked."""

    @property
    def blocks(self) -> tuple[Block, ...]:
        """Every blocked address, the oldest first."""
        return tuple(self._known().values())

    def is_blocked(self, address: str) -> bool:
        """Whether an address, in the form in which clients are counted, is blocked."""
        return address in self._known()

    async def block(self, address: str, reason: str) -> Block:
        """Block an address; `Refused` when it is blocked already."""
        known, reason = self._known(), one_line(reason)
        if address in known:
            raise Refused(RefusalCode.ALREADY_SO, f"{address} is already blocked.", "address", address=address)
        if len(known) >= MOST_BLOCKS:
            message = f"{MOST_BLOCKS} addresses are blocked. Unblock some first."
            raise Refused(RefusalCode.TOO_MANY, message, most=MOST_BLOCKS)
        number = int(self._store.setting(_NUMBER) or 0) + 1
        made = Block(number, address, reason, self._clock.wall_ms())
        await asyncio.wrap_future(self._store.save_setting(_NUMBER, str(number)))
        await self._save({**known, address: made})
        await self.log("address_blocked", {"block": number}, f"{address}: {reason}")
        return made

    async def unblock(self, address: str) -> None:
        """Let an address in again; `Refused` when it is not blocked."""
        known = dict(self._known())
        block = known.pop(address, None)
        if block is None:
            raise Refused(RefusalCode.ALREADY_SO, f"{address} is not blocked.", "address", address=address)
        await self._save(known)
        await self.log("address_unblocked", {"block": block.number}, address)

    async def log(self, kind: str, about: dict[str, Any], private: str = "") -> None:
        """Log what the operator did; `private` goes to the server's own log only."""
        LOG.info("operator: %s %s %s", kind, canonical_json(about), private)
        for _ in range(_MOST_TRIES):
            batch = Batch(
                table=OPERATOR_LOG,
                expected_seq=(await asyncio.to_thread(self._store.head, OPERATOR_LOG))[0],
                account=OPERATOR,
                action_id=token_hex(16),
                action_hash=hashlib.sha256(kind.encode()).digest(),
                stamped_ms=self._clock.wall_ms(),
                entries=(NewEntry(kind, canonical_json(about).encode()),),
            )
            try:
                await asyncio.wrap_future(self._store.append(batch))
            except StaleSequence:
                continue
            return
        raise Refused(RefusalCode.TOO_MANY, "The operator's log is busy. Try again.")

    def logged(self) -> list[OperatorDeed]:
        """The newest entries of the operator's log, the oldest of them first."""
        last = self._store.head(OPERATOR_LOG)[0]
        deeds = []
        for entry in self._store.entries(OPERATOR_LOG, max(0, last - MOST_LOGGED)):
            about = parse_json(entry.body)
            assert isinstance(about, dict)
            deeds.append(OperatorDeed(entry.seq, entry.stamped_ms, entry.kind, about))
        return deeds

    def refresh(self) -> None:
        """Read which addresses are blocked, because another process may have changed it."""
        before, self._blocks = self._blocks or {}, None
        for address in self._known().keys() - before.keys():
            self.blocked(address)

    def _known(self) -> dict[str, Block]:
        if self._blocks is None:
            rows: Any = parse_json(self._store.setting(_SETTING) or "[]")
            self._blocks = {row["address"]: Block(**row) for row in rows}
        return self._blocks

    async def _save(self, blocks: dict[str, Block]) -> None:
        text = canonical_json([asdict(block) for block in blocks.values()])
        await asyncio.wrap_future(self._store.save_setting(_SETTING, text))
        self._blocks = blocks


_MOST_TRIES = 5
