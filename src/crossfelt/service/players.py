"""Guests: who plays, by an id that says nothing, with a wallet of play money.

What is personal (a name, the hash of a recovery code) stands outside the log and can be deleted; the log knows only
ids.
Nothing here is real money, and nothing can be paid in or out.
"""

from __future__ import annotations

import asyncio
import base64
import hashlib
import os
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace

from crossfelt.jsontext import canonical_json
from crossfelt.ledger import Posting
from crossfelt.money import dollars
from crossfelt.service.clock import Clock
from crossfelt.service.names import FORMER_GUEST, checked_name
from crossfelt.service.refusals import NotStored, RefusalCode, Refused
from crossfelt.service.tables.accounts import PLAYER_LOGS, wallet
from crossfelt.service.tables.at_stake import AtStake
from crossfelt.storage.port import (
    MINT,
    ActionReused,
    Batch,
    NewEntry,
    Player,
    Receipt,
    StaleSequence,
    StorageFailed,
    Store,
)

OPENING_CENTS = 100_000
"""The chips that every guest starts with. A refill raises wallet and open wagers together to this."""
REFILL_BELOW_CENTS = 20_000
"""A player with less than this, open wagers included, may refill the wallet, free and as often as they like."""
_RECOVERY_BYTES = 15


class Players:
    """Every guest and bot."""

    def __init__(self, store: Store, clock: Clock, at_stake: AtStake) -> None:
        self._store, self._clock, self._at_stake = store, clock, at_stake
        self._known: dict[str, Player] = {}
        self._uses: Counter[str] = Counter()
        """How many requests of each player are being answered."""
        self._deleting: dict[str, asyncio.Event] = {}
        """Players who are being deleted -> set when no request of theirs is being answered any more."""
        self.credentials_changed: Callable[[str], None] = lambda _: None
        """Called with the id of a player whose recovery code changed, or who was deleted."""
        self.saved: Callable[[str], None] = lambda _: None
        """Called with the id of a player whom this process has saved."""

    async def create(self, name: str) -> tuple[Player, str]:
        """Create a guest with a full wallet; return the recovery code too, which is stored as a hash only."""
        name = checked_name(name)
        code = recovery_code()
        player = Player(new_player_id("guest"), name, "guest", _hash_of(code), self._clock.wall_ms())
        await self._open(player)
        return player, code

    async def create_bot(self, player_id: str, name: str) -> None:
        """A bot with a full wallet, under an id that `new_player_id` made."""
        await self._open(Player(player_id, name, "bot", None, self._clock.wall_ms()))

    async def _open(self, player: Player) -> None:
        await self._save(player)
        await self._append(player.id, "open", "wallet_opened", OPENING_CENTS, 0)

    @contextmanager
    def using(self, player_id: str) -> Iterator[Player]:
        """A player who is there, and who is not deleted before the caller is done; `Refused` like `get`."""
        if player_id in self._deleting:
            raise Refused(RefusalCode.NO_SUCH_PLAYER, "This account is being deleted.")
        player = self.get(player_id)
        self._uses[player_id] += 1
        try:
            yield player
        finally:
            self._uses[player_id] -= 1
            if not self._uses[player_id]:
                del self._uses[player_id]
                if player_id in self._deleting:
                    self._deleting[player_id].set()

    def get(self, player_id: str) -> Player:
        """A player who is there; `Refused` when there is none or it was deleted."""
        player = self._known.get(player_id) or self._store.player(player_id)
        if player is None or player.deleted_ms is not None:
            raise Refused(RefusalCode.NO_SUCH_PLAYER, "there is no such player")
        if len(self._known) > _MOST_KNOWN:
            self._known.clear()
        self._known[player_id] = player
        return player

    def name_of(self, player_id: str) -> str:
        """Return the name of a player; a deleted one has none."""
        try:
            return self.get(player_id).name
        except Refused:
            return FORMER_GUEST

    def names_of(self, player_ids: Iterable[str]) -> dict[str, str]:
        """Return the name of each of these players, by id."""
        return {player_id: self.name_of(player_id) for player_id in player_ids}

    def balance(self, player_id: str) -> int:
        """The cents in a wallet."""
        account = wallet(player_id)
        return self._store.balance(account)

    async def rename(self, player_id: str, name: str) -> Player:
        """Give a player another name."""
        with self.using(player_id) as before:
            player = replace(before, name=checked_name(name))
            await self._save(player)
        return player

    async def refill(self, player_id: str, action_id: str) -> Receipt:
        """Fill a wallet up to what a guest starts with, less what is at stake; refused while there is enough."""
        with self.using(player_id):
            return await self._refill(player_id, action_id)

    async def _refill(self, player_id: str, action_id: str) -> Receipt:
        digest = _digest("refill")
        known = await asyncio.to_thread(self._remembered, player_id, action_id, digest)
        if known is not None:
            return known
        # Looked at before the balance: if something is written in between, the append is refused.
        seen = await asyncio.to_thread(self._last_entry, player_id)
        staked = self._at_stake.of(player_id).staked_cents
        chips = self.balance(player_id) + staked
        if chips >= REFILL_BELOW_CENTS:
            on_tables = f", {dollars(staked)} of it at stake in open rounds" if staked else ""
            raise Refused(
                RefusalCode.TOO_EARLY,
                f"You have {dollars(chips)}{on_tables}. A wallet can be refilled when you have less than"
                f" {dollars(REFILL_BELOW_CENTS)}.",
                cents=chips,
                staked_cents=staked,
                below_cents=REFILL_BELOW_CENTS,
            )
        cents = OPENING_CENTS - chips
        self._at_stake.refuse_payment(player_id, cents)
        return await self._append(player_id, action_id, "wallet_refilled", cents, seen, digest)

    async def recover(self, code: str) -> tuple[Player, str]:
        """The player of a recovery code, and a new code: each works once."""
        return await self.new_code(self.owner(code).id)

    def owner(self, code: str) -> Player:
        """Return the player of a recovery code; `Refused` if it isn't valid, or not any more."""
        player = self._store.player_by_recovery(_hash_of(_tidied(code)))
        if player is None or player.deleted_ms is not None:
            raise Refused(RefusalCode.NO_SUCH_PLAYER, "This recovery code isn't valid. Each code works once.")
        return player

    async def new_code(self, player_id: str) -> tuple[Player, str]:
        """A new recovery code for a player; the old one works no longer."""
        code = recovery_code()
        with self.using(player_id) as before:
            player = replace(before, recovery_hash=_hash_of(code))
            await self._save(player)
        return player, code

    async def delete(self, player_id: str, refuse: Callable[[], None] = lambda: None) -> None:
        """Delete personal data, and take the wallet's chips back to where they came from.

        Requests of the player that are being answered are finished first, and new ones are refused meanwhile. Then
        `refuse` may still refuse the deletion.
        """
        with self.using(player_id) as player:
            idle = asyncio.Event()
            self._deleting[player_id] = idle
        try:
            if self._uses[player_id]:
                await idle.wait()
            refuse()
            await self._delete(player)
        finally:
            del self._deleting[player_id]

    async def _delete(self, player: Player) -> None:
        player_id = player.id
        seen = await asyncio.to_thread(self._last_entry, player_id)
        balance = self.balance(player_id)
        await self._append(player_id, "delete", "wallet_closed", -balance, seen)
        await self._save(replace(player, name="", recovery_hash=None, deleted_ms=self._clock.wall_ms()))
        self._known.pop(player_id, None)

    def _remembered(self, player_id: str, action_id: str, digest: bytes) -> Receipt | None:
        try:
            return self._store.remembered(player_id, action_id, digest)
        except ActionReused as error:
            raise Refused(RefusalCode.ACTION_REUSED, str(error)) from None

    async def _save(self, player: Player) -> None:
        before = self._known.get(player.id)
        await asyncio.wrap_future(self._store.save_player(player))
        self._note(before, player)
        self.saved(player.id)

    def _note(self, before: Player | None, player: Player) -> None:
        self._known[player.id] = player
        if before is not None and before.recovery_hash != player.recovery_hash:
            self.credentials_changed(player.id)

    async def refresh(self, in_use: Collection[str]) -> None:
        """Read what other processes have saved: of these players now, of all others when they are next asked for."""
        ids = [player_id for player_id in in_use if player_id in self._known]
        before = {player_id: self._known[player_id] for player_id in ids}
        self._known = {}
        for player_id, player in (await asyncio.to_thread(self._store.players, ids)).items():
            self._note(before[player_id], self._known.get(player_id, player))

    def _last_entry(self, player_id: str) -> int:
        return self._store.head(PLAYER_LOGS + player_id)[0]

    async def _append(
        self, player_id: str, action_id: str, kind: str, cents: int, seen: int, digest: bytes = b""
    ) -> Receipt:
        """Move chips between the mint and a wallet, after the entry of its log that was seen last."""
        log = PLAYER_LOGS + player_id
        moves: tuple[Posting, ...] = ()
        if cents:
            ends = (MINT, wallet(player_id)) if cents > 0 else (wallet(player_id), MINT)
            moves = (Posting(*ends, abs(cents)),)
        batch = Batch(
            table=log,
            expected_seq=seen,
            account=player_id,
            action_id=action_id,
            action_hash=digest or _digest(kind),
            stamped_ms=self._clock.wall_ms(),
            entries=(NewEntry(kind, canonical_json({"cents": abs(cents)}).encode(), postings=moves),),
        )
        try:
            return await asyncio.wrap_future(self._store.append(batch))
        except StaleSequence:
            raise Refused(RefusalCode.TOO_MANY, "your wallet changed meanwhile; try again") from None
        except StorageFailed as error:
            raise NotStored(error) from None


_MOST_KNOWN = 10_000
"""Players kept in memory before all of them are read again."""


def new_player_id(kind: str) -> str:
    """An id that nobody can guess, `g` for a guest and `b` for a bot before it."""
    return kind[0] + base64.b32encode(os.urandom(_RECOVERY_BYTES)).decode().lower()


def recovery_code() -> str:
    """120 bits in groups of four that can be written down."""
    text = base64.b32encode(os.urandom(_RECOVERY_BYTES)).decode()
    return "-".join(text[at : at + 4] for at in range(0, len(text), 4))


def _tidied(code: str) -> str:
    letters = "".join(code.split()).replace("-", "").upper()
    return "-".join(letters[at : at + 4] for at in range(0, len(letters), 4))


def _hash_of(code: str) -> bytes:
    # 120 bits of entropy need no slow hash: nobody can try them all.
    return hashlib.sha256(f"crossfelt recovery {code}".encode()).digest()


def _digest(text: str) -> bytes:
    return hashlib.sha256(text.encode()).digest()
