"""One table that runs: it answers requests one after the other, appends before it tells, and acts on its own clocks."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Coroutine, Iterable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Any, TypeVar

from crossfelt.errors import CrossfeltError, IllegalAction
from crossfelt.jsontext import canonical_json
from crossfelt.money import dollars
from crossfelt.schema import to_plain
from crossfelt.service.refusals import NotStored, RefusalCode, Refused
from crossfelt.service.tables import events as happened
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.accounts import player_of, wallet
from crossfelt.service.tables.at_stake import WalletFull
from crossfelt.service.tables.codec import from_entry, snapshot_of, to_entry
from crossfelt.service.tables.corrections import SeatThen, correct, notice_of, seat_then
from crossfelt.service.tables.decide import Decision, decide
from crossfelt.service.tables.messages import Happened, Notice, TableInfo, WalletNotice, public_events
from crossfelt.service.tables.own_actions import OwnActions
from crossfelt.service.tables.ports import Ports
from crossfelt.service.tables.presence import Present, absence_of
from crossfelt.service.tables.roles import refuse_unless_floor
from crossfelt.service.tables.state import Happening, TableState, evolve
from crossfelt.service.tables.timers import Timers
from crossfelt.service.tables.watchers import Standing, Watcher, Watchers
from crossfelt.storage.peers import Connected, Lease
from crossfelt.storage.port import (
    AboveCeiling,
    ActionReused,
    Batch,
    Entry,
    InsufficientFunds,
    LeaseLost,
    Receipt,
    Snapshot,
    StaleSequence,
    StorageError,
    StorageFailed,
)

LOG = logging.getLogger("crossfelt.tables")
MOST_RESUMED = 200
"""Entries that are sent again after a reconnect; after more of them, only the newest view is sent."""
T = TypeVar("T")
MOST_RECENT = 64
"""Newest entries that a table keeps in memory for players who reconnect; older ones come from the store."""

Durable = Callable[[Receipt], None]
"""Called with a receipt once its entries are on disk."""


@dataclass(frozen=True, slots=True)
class NewBot:
    """A bot that is to sit down. It is created when its seat is granted, so that a refusal leaves nothing behind."""

    player: str
    create: Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class _Pending:
    """A request on its way into the log."""

    player: str
    action_id: str
    digest: bytes
    request: asked.Decidable
    bot: NewBot | None
    durable: Durable | None


class Table:
    """A table in memory: a cache of its log at one sequence number."""

    def __init__(self, state: TableState, head: bytes, ports: Ports) -> None:
        self.state = state
        self._head = head
        self._ports = ports
        self._lock = asyncio.Lock()
        self._watchers = Watchers(self._standing, ports.names, ports.clock)
        self._timers = Timers(OwnActions(self, ports), ports.clock, self._task)
        self._lease: Lease | None = None
        """The lease of the table's own actions and of its bots; None where no other process can have it."""
        self.may_be_behind = False
        """Whether the log may hold more than this memory, because storage failed while it wrote."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._at_rest: Snapshot | None = None
        """The table after the last round that was closed here."""
        self._recent: deque[Happened] = deque()
        self._recent_after = state.seq
        """All events after this entry are in `_recent`."""
        self._wallets_sent = 0
        ports.at_stake.note(state)

    # ---- asking

    async def ask(
        self,
        player: str,
        action_id: str,
        request: asked.Request,
        bot: NewBot | None = None,
        durable: Durable | None = None,
    ) -> Receipt:
        """Answer one request; the receipt has its place in the log, and it is durable by then.

        The same id from the same player gets the same answer for ever. `Refused` and `IllegalAction` change nothing.
        `durable` gets the receipt as soon as it is on disk, before the events are sent to everyone.
        """
        decidable: asked.Decidable = request
        if isinstance(request, asked.AddBot) and bot is not None:
            decidable = asked.SeatBot(request.seat, request.policy, bot.player)
        pending = _Pending(player, action_id, self._digest(request), decidable, bot, durable)
        # A caller that goes away in the middle must not leave the log ahead of this memory.
        return await asyncio.shield(self._task(self._answer(pending)))

    async def answered(self, player: str, action_id: str, request: asked.Request) -> Receipt | None:
        """The answer that this request got before; None when it is new."""
        return await self._remembered(player, action_id, self._digest(request))

    def _digest(self, request: asked.Request) -> bytes:
        # The request as the client sent it: the player of a bot is made here, and a new one each time.
        return hashlib.sha256(canonical_json([self.state.table, to_plain(request)]).encode()).digest()

    async def _answer(self, pending: _Pending) -> Receipt:
        request = pending.request
        try:
            if not isinstance(request, asked.Correct):
                async with self._lock:
                    return await self._accept(pending, None)
            then = await self._seat_then(pending.player, request)
            with self._ports.using(then.player):
                async with self._lock:
                    return await self._accept(pending, then)
        except (Refused, IllegalAction, InsufficientFunds) as refusal:
            # The lock is free again: nobody else at the table waits while the store is read for a refusal.
            known = await self._remembered(pending.player, pending.action_id, pending.digest)
            if known is not None:
                return known
            if isinstance(refusal, InsufficientFunds):
                whose = f"the player of seat {request.seat} is" if isinstance(request, asked.Correct) else "you are"
                raise Refused(
                    RefusalCode.INSUFFICIENT_FUNDS,
                    f"{whose} {dollars(refusal.missing)} short for this",
                    missing_cents=refusal.missing,
                ) from None
            raise
        except ActionReused as error:
            raise Refused(RefusalCode.ACTION_REUSED, str(error)) from None
        except LeaseLost as error:
            raise Refused(RefusalCode.TOO_MANY, str(error)) from None
        except StorageFailed as error:
            raise NotStored(error) from None

    async def _accept(self, pending: _Pending, then: SeatThen | None) -> Receipt:
        """Decide and append, under the lock; `then` is the seat of a round that is to be corrected."""
        player, action_id, digest = pending.player, pending.action_id, pending.digest
        for _ in range(_MOST_TRIES):
            try:
                await self._keep_up()
                decision = self._decided(player, pending.request, then)
                if pending.bot is not None:
                    known = await self._remembered(player, action_id, digest)
                    if known is not None:
                        return known
                    await pending.bot.create()
                receipt = await self._append(player, action_id, digest, decision, pending.durable)
                self._timers.restart(absence_of(player))
                return receipt
            except StaleSequence:
                await self._catch_up()
            except (Refused, IllegalAction):
                # It may be in order by what another process has written meanwhile.
                seq = self.state.seq
                if self._is_shared:
                    await self._catch_up()
                if self.state.seq == seq:
                    raise
        raise Refused(RefusalCode.TOO_MANY, "the table is too busy; try again")

    def _decided(self, player: str, request: asked.Decidable, then: SeatThen | None) -> Decision:
        if isinstance(request, asked.Correct) and then is not None:
            decision = correct(self.state, player, request, then)
            self._ports.at_stake.refuse_payment(then.player, request.cents)
            return decision
        return decide(self.state, player, request)

    async def _seat_then(self, by: str, request: asked.Correct) -> SeatThen:
        """Return the seat to be corrected, in a closed round; the table continues while the log is read."""
        refuse_unless_floor(self.state, by)
        ports, state = self._ports, self.state
        return await ports.reads.run(seat_then, ports.store, ports.sealer, state, by, request.round, request.seat)

    async def _remembered(self, player: str, action_id: str, digest: bytes) -> Receipt | None:
        try:
            return await self._ports.reads.run(self._ports.store.remembered, player, action_id, digest)
        except ActionReused as error:
            raise Refused(RefusalCode.ACTION_REUSED, str(error)) from None
        except StorageFailed as error:
            raise NotStored(error) from None

    async def _append(
        self, account: str, action_id: str, digest: bytes, decision: Decision, durable: Durable | None = None
    ) -> Receipt:
        ports, before = self._ports, self.state
        table = before.table
        batch = Batch(
            table=table,
            expected_seq=before.seq,
            account=account,
            action_id=action_id,
            action_hash=digest,
            stamped_ms=ports.clock.wall_ms(),
            entries=tuple(
                to_entry(before.game, table, happening, ports.sealer, moves)
                for happening, moves in zip(decision.happenings, decision.postings, strict=True)
            ),
            ceilings=ports.at_stake.reserve(before, decision.after),
            lease=self._lease if account == "system" or _is_bot(before, account) else None,
        )
        try:
            receipt = await asyncio.wrap_future(ports.store.append(batch))
        except StorageFailed:
            self.may_be_behind = True
            self._timers.update()
            raise
        except StorageError as error:
            ports.at_stake.note(before)
            if isinstance(error, AboveCeiling):
                raise WalletFull from None
            raise
        if receipt.is_repeat:
            # The log has the action already, perhaps as another process decided it: only the log says what happened.
            ports.at_stake.note(before)
            await self._catch_up()
            return receipt
        if ports.growth is not None:
            ports.growth.add(before, account, batch.entries)
        news = (
            event
            for seq, happening in enumerate(decision.happenings, receipt.first_seq)
            for event in public_events(before, happening, seq)
        )
        self._stand(decision.after, receipt.head, news)
        self._keep_snapshot(before)
        ports.changed(table)
        if durable is not None:
            durable(receipt)
            # The caller gets the answer before the others' views are made.
            for _ in range(_TURNS_TO_SEND):
                await asyncio.sleep(0)
        self._go_on()
        self._tell_wallets(receipt.balances)
        for happening in decision.happenings:
            self._tell_correction(before, happening)
        return receipt

    def _stand(self, state: TableState, head: bytes, events: Iterable[Happened]) -> None:
        """Take over the new state, and keep its events for the watchers."""
        is_freed = bool(self.state.seats.keys() - state.seats.keys())
        self.state, self._head = state, head
        self._ports.at_stake.note(state)
        if is_freed:
            self._ports.freed()
        news = tuple(events)
        self._recent.extend(news)
        self._recent_after = max(self._recent_after, state.seq - MOST_RECENT)
        while self._recent and self._recent[0].seq <= self._recent_after:
            self._recent.popleft()
        self._watchers.hear(news)

    def _go_on(self) -> None:
        """Follow the new state: timers first, so that updates show the clocks that run."""
        self._timers.update()
        self._watchers.tell()

    async def _keep_up(self) -> None:
        """Read what may have been written although storage said that it failed."""
        if self.may_be_behind:
            await self._catch_up()
            self.may_be_behind = False

    async def keep_up(self) -> None:
        """Read what other processes may have written until now."""
        if self._is_shared:
            await self.catch_up()

    async def catch_up(self) -> None:
        """Read what other processes have written, as soon as nothing is being written here."""
        async with self._lock:
            await self._catch_up()

    async def _catch_up(self) -> None:
        """Read what another process has written to the log."""
        paid: set[str] = set()
        entries = await self._ports.reads.run(self._entries, self.state.seq, None)
        for entry in entries:
            before = self.state
            happening = from_entry(before.game, entry, self._ports.sealer)
            events = public_events(before, happening, entry.seq)
            self._stand(evolve(before, happening, entry.seq), entry.hash, events)
            self._keep_snapshot(before, is_ours=False)
            self._tell_correction(before, happening)
            paid |= {account for move in entry.postings for account in (move.source, move.destination)}
        if not entries:
            return
        self._go_on()
        self._ports.caught_up(self.state.table)
        here = self._watchers.here()
        for player in map(player_of, paid):
            if player in here and player is not None:
                self._task(self._tell_wallet(player))

    def _tell_correction(self, before: TableState, happening: Happening) -> None:
        if isinstance(happening, happened.Corrected):
            self._ports.notify(happening.player, notice_of(before, happening))

    def _tell_wallets(self, balances: Mapping[str, int]) -> None:
        """Send players who are connected here the new balances of their own wallets, after the update that says why."""
        for account, cents in balances.items():
            player = player_of(account)
            if player is not None:
                self._wallets_sent += 1
                self._watchers.notify(player, WalletNotice(cents))

    async def _tell_wallet(self, player: str) -> None:
        """Send a player who is connected here the balance of the wallet."""
        count = -1
        while count != self._wallets_sent:  # Chips may move while it is read.
            count = self._wallets_sent
            cents = await self._ports.reads.run(self._ports.store.balance, wallet(player))
        self._watchers.notify(player, WalletNotice(cents))

    def _keep_snapshot(self, before: TableState, *, is_ours: bool = True) -> None:
        """Keep the table as it was between two rounds, once the second of them has opened: until then a start folds
        the first one again and shows its result, as a fold of the whole log does. The process that opened it writes."""
        if before.round is not None and self.state.round is None:
            self._at_rest = snapshot_of(self.state)
        elif self._at_rest is not None and self.state.is_playing and not before.is_playing:
            if is_ours:
                self._ports.store.keep_snapshot(self.state.table, self._at_rest)
            self._at_rest = None

    # ---- on its own

    def start(self, lease: Lease | None = None) -> None:
        """Start the table's clocks, under a lease where other processes may use the table too; seated players who
        aren't connected are waited for."""
        self._lease = lease
        self._timers.start()

    def show(self, left_ms: Mapping[str, int]) -> None:
        """Show the clocks of the table, which another process runs."""
        self._timers.show(left_ms)

    @property
    def is_run_here(self) -> bool:
        """Whether this process runs the table's clocks and bots."""
        return self._timers.is_acting

    @property
    def _is_shared(self) -> bool:
        """Whether other processes may write to the table."""
        return self._lease is not None or not self.is_run_here

    @property
    def lease(self) -> Lease | None:
        """The lease under which the table's clocks were last started."""
        return self._lease

    def left_ms(self) -> dict[str, int]:
        """The time left of the clocks that players see, for other processes."""
        return self._timers.left_ms()

    def here(self) -> Connected:
        """The connections to the table at this process."""
        return self._watchers.here()

    @property
    def elsewhere(self) -> Connected:
        """The connections to the table at other processes."""
        return self._watchers.elsewhere

    def attend(self, elsewhere: Connected) -> None:
        """Count the connections at other processes."""
        changed = {*elsewhere} ^ {*self._watchers.elsewhere}
        self._watchers.elsewhere = elsewhere
        if changed:
            self._timers.update()
            if any(who.player in changed for who in self.state.seats.values()):
                self._watchers.tell()

    def stop(self) -> None:
        """Stop every clock; nothing is written any more."""
        self._timers.stop()
        self._watchers.stop()
        for task in self._tasks:
            task.cancel()

    @property
    def is_stuck(self) -> bool:
        """Whether something that the table does on its own has failed and hasn't succeeded since."""
        return self._timers.is_stuck

    def present(self) -> Present:
        """Everyone who is connected."""
        return self._watchers.present()

    @asynccontextmanager
    async def turn(self) -> AsyncIterator[None]:
        """Wait until nobody else writes, and read what the log has beyond this memory."""
        async with self._lock:
            await self._keep_up()
            yield

    async def write(self, decision: Decision) -> None:
        """Append what the table does on its own; two processes that do it at once make one event."""
        name, seq = f"sys:{self.state.table}:{self.state.seq}", self.state.seq
        try:
            await self._append("system", name, hashlib.sha256(name.encode()).digest(), decision)
        except LeaseLost:
            # Another process runs the table now. Nothing was written; this decision and its secret are forgotten.
            self._timers.show({})
            await self._catch_up()
        except StaleSequence:
            await self._catch_up()
            if self.state.seq == seq:
                raise

    def _task(self, coroutine: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        task = asyncio.get_running_loop().create_task(coroutine)
        self._tasks.add(task)
        task.add_done_callback(self._finished)
        return task

    def _finished(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if task.cancelled():
            return
        error = task.exception()
        if error is not None and not isinstance(error, CrossfeltError):
            LOG.error("table %s made a mistake", self.state.table, exc_info=error)

    # ---- telling

    async def resume(self, watcher: Watcher, after: int | None) -> None:
        """As `watch`, for a client that has seen everything up to the entry `after`: it is sent what happened since.

        A player also gets the balance of the wallet, which may have changed meanwhile.
        """
        await self.keep_up()
        await self._resume(watcher, after)
        if watcher.player is not None:
            self._task(self._tell_wallet(watcher.player))

    async def _resume(self, watcher: Watcher, after: int | None) -> None:
        if after is None or after >= self.state.seq:
            self.watch(watcher)
            return
        is_gap = self.state.seq - after > MOST_RESUMED
        seen = max(after, self.state.seq - MOST_RESUMED, 1)
        missed: list[Happened] = []
        while seen < self._recent_after:  # The table may go on while the store is read.
            upto = self._recent_after
            missed += await self._ports.reads.run(self._public, seen, upto)
            seen = upto
        self.watch(watcher, (*missed, *(item for item in self._recent if item.seq > seen)), is_gap)

    def watch(self, watcher: Watcher, missed: tuple[Happened, ...] = (), is_gap: bool = False) -> None:
        """Send a watcher the events it missed and the current state, and from then on every event."""
        self._watchers.enter(watcher, missed, is_gap)
        self._timers.update()
        self._ports.attended(self.state.table)

    def unwatch(self, watcher: Watcher) -> None:
        """Forget a watcher; a player who is not connected any more is waited for."""
        if self._watchers.leave(watcher):
            self._timers.update()
            self._ports.attended(self.state.table)

    def notify(self, player: str, notice: Notice) -> None:
        """Send a notice to every connection of one player at this table."""
        self._watchers.notify(player, notice)

    @property
    def watcher_count(self) -> int:
        """How many watch the table now, bots included."""
        return len(self._watchers)

    def info(self) -> TableInfo:
        """The table as everybody may see it."""
        return self._watchers.info()

    def _public(self, after: int, upto: int) -> list[Happened]:
        """Return the public events of the entries after one, up to another."""
        return [
            item
            for entry in self._entries(after, upto)
            for item in public_events(self.state, from_entry(self.state.game, entry, self._ports.sealer), entry.seq)
        ]

    def _entries(self, after: int, upto: int | None) -> list[Entry]:
        return list(self._ports.store.entries(self.state.table, after, upto))

    def _standing(self) -> Standing:
        signature = self._ports.signer.sign_head(self.state.table, self.state.seq, self._head)
        return Standing(self.state, self._head, signature, self._timers.clocks())


def _is_bot(state: TableState, player: str) -> bool:
    seat = state.seat_of(player)
    return seat is not None and state.seats[seat].bot is not None


_TURNS_TO_SEND = 2
"""Turns of the event loop in which a message that waits is woken up for and sent."""
_MOST_TRIES = 20
