"""One table that runs: it answers requests one after the other, appends before it tells, and acts on its own clocks."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from crossfelt.chance import Chance
from crossfelt.errors import CrossfeltError, IllegalAction
from crossfelt.fairness import SECRET_BYTES, RoundChance
from crossfelt.jsontext import canonical_json
from crossfelt.money import dollars
from crossfelt.plain import to_plain
from crossfelt.service.clock import Clock
from crossfelt.service.refusals import NotStored, RefusalCode, Refused
from crossfelt.service.sealing import Sealer
from crossfelt.service.signing import Signer
from crossfelt.service.tables import events as happened
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.alarms import Alarm, Chances, alarms, perform
from crossfelt.service.tables.at_stake import AtStake, WalletFull
from crossfelt.service.tables.codec import from_entry, snapshot_of, to_entry
from crossfelt.service.tables.corrections import SeatThen, correct, notice_of, seat_then
from crossfelt.service.tables.decide import Decision, Unfolding, decide
from crossfelt.service.tables.gallery import Gallery, Standing, Watcher
from crossfelt.service.tables.growth import Growth
from crossfelt.service.tables.messages import CorrectionNotice, Happened, TableInfo, public_events
from crossfelt.service.tables.own_actions import OwnActions
from crossfelt.service.tables.presence import Patience, absence_of, has_people, presence_alarms
from crossfelt.service.tables.roles import refuse_unless_floor
from crossfelt.service.tables.state import Round, TableState, evolve
from crossfelt.service.tables.times import ABSENT_MS, EMPTY_MS, SLOW_RETRY_MS
from crossfelt.service.work import WorkPool
from crossfelt.storage.port import (
    AboveCeiling,
    ActionReused,
    Batch,
    Entry,
    InsufficientFunds,
    Receipt,
    Snapshot,
    StaleSequence,
    StorageError,
    StorageFailed,
    Store,
)

LOG = logging.getLogger("crossfelt.tables")
MOST_RESUMED = 200
"""Entries that somebody who comes back is told of; after more of them only the newest view says where things stand."""
SERVER_FAULT = "The server could not continue. Its log says why."
"""Why the system ends a round or takes a table out of service when an action of its own keeps failing."""
T = TypeVar("T")
READERS = 2
MOST_READS_WAITING = 1000
MOST_OPENINGS_WAITING = 64
MOST_RECENT = 64
"""Newest entries that a table keeps in memory for players who reconnect; older ones come from the store."""

Durable = Callable[[Receipt], None]
"""Told of a receipt once what it stands for is on disk."""


class SealedChances:
    """Chance from the secret of the round and the seeds of its players, as anybody can check afterwards."""

    def of(self, play_round: Round, number: int) -> Chance:
        """Draws the number-th chance of the round."""
        assert play_round.locked is not None, "chance is drawn when the seeds are fixed"
        return RoundChance(play_round.secret, play_round.id, play_round.locked).draw(number)


@dataclass(frozen=True, slots=True)
class NewBot:
    """A bot that is to sit down. It is created when its seat is granted, so that a refusal leaves nothing behind."""

    player: str
    create: Callable[[], Awaitable[None]]


@dataclass(frozen=True, slots=True)
class Ports:
    """What tables need from outside."""

    store: Store
    sealer: Sealer
    signer: Signer
    clock: Clock
    chances: Chances
    names: Callable[[Iterable[str]], Mapping[str, str]]
    """What players are called, by their ids."""
    closed: Callable[[str], None]
    """Told of a table that has closed itself."""
    freed: Callable[[], None]
    """Called after a seat of a table was freed."""
    notify: Callable[[str, CorrectionNotice], None]
    """Sends a notice to every connection of a player, at whichever table."""
    at_stake: AtStake
    """What players have in open rounds, at all tables."""
    entropy: Callable[[int], bytes] = os.urandom
    reads: WorkPool = field(default_factory=lambda: WorkPool("table-reads", READERS, MOST_READS_WAITING))
    """Reads of the store that a table waits for, apart from those of people who look at its history."""
    rules: WorkPool = field(default_factory=lambda: WorkPool("table-rules", 1, MOST_OPENINGS_WAITING))
    """Rules of tables that are opened, resolved from what a host asks for."""
    growth: Growth | None = None
    """How fast the logs of a host's tables may grow; None for no limit."""
    absent_ms: int = ABSENT_MS
    empty_ms: int = EMPTY_MS


class Table:
    """A table in memory: a cache of its log at one sequence number."""

    def __init__(self, state: TableState, head: bytes, ports: Ports) -> None:
        self.state = state
        self._head = head
        self._ports = ports
        self._lock = asyncio.Lock()
        self._gallery = Gallery(self._standing, ports.names, ports.clock)
        self._own = OwnActions(self, ports.clock, self._task, self._least_ms)
        self._patience = Patience(ports.absent_ms, ports.empty_ms)
        self._may_be_behind = False
        """Whether the log may hold more than this memory, because storage failed while it wrote."""
        self._tasks: set[asyncio.Task[Any]] = set()
        self._at_rest: Snapshot | None = None
        """The table after the last round that was closed here."""
        self._recent: deque[Happened] = deque()
        self._recent_after = state.seq
        """What happened after this entry is all in `_recent`."""
        self.rounds_played = 0
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
        """Answers one request; the receipt says where it stands in the log, and it is durable by then.

        The same id from the same player gets the same answer for ever. `Refused` and `IllegalAction` change nothing.
        `durable` is told of the receipt as soon as it is on disk, before everybody is told what has happened.
        """
        # A caller that goes away in the middle must not leave the log ahead of this memory.
        return await asyncio.shield(self._task(self._answer(player, action_id, request, bot, durable)))

    async def answered(self, player: str, action_id: str, request: asked.Request) -> Receipt | None:
        """The answer that this request got before; None when it is new."""
        return await self._remembered(player, action_id, self._digest(request))

    def _digest(self, request: asked.Request) -> bytes:
        # A bot is named by the house when it is asked for, so the request alone is what the client said.
        return hashlib.sha256(canonical_json([self.state.table, to_plain(request)]).encode()).digest()

    async def _answer(
        self, player: str, action_id: str, request: asked.Request, bot: NewBot | None, durable: Durable | None
    ) -> Receipt:
        digest = self._digest(request)
        try:
            then = await self._seat_then(player, request) if isinstance(request, asked.Correct) else None
            async with self._lock:
                return await self._accept(player, action_id, digest, request, then, bot, durable)
        except (Refused, IllegalAction, InsufficientFunds) as refusal:
            # The lock is free again: nobody else at the table waits while the store is read for a refusal.
            known = await self._remembered(player, action_id, digest)
            if known is not None:
                return known
            if isinstance(refusal, InsufficientFunds):
                whose = f"the player of seat {request.seat}" if isinstance(request, asked.Correct) else "you"
                raise Refused(
                    RefusalCode.INSUFFICIENT_FUNDS,
                    f"{whose} would need {dollars(refusal.missing)} more in the wallet for this",
                ) from None
            raise
        except ActionReused as error:
            raise Refused(RefusalCode.ACTION_REUSED, str(error)) from None
        except StorageFailed as error:
            raise NotStored(error) from None

    async def _accept(
        self,
        player: str,
        action_id: str,
        digest: bytes,
        request: asked.Request,
        then: SeatThen | None,
        bot: NewBot | None,
        durable: Durable | None,
    ) -> Receipt:
        """Decides and appends, under the lock; `then` is the seat of a round that is to be corrected."""
        for _ in range(_MOST_TRIES):
            try:
                await self._keep_up()
                decision = self._decided(player, request, then, bot.player if bot is not None else "")
                if bot is not None:
                    known = await self._remembered(player, action_id, digest)
                    if known is not None:
                        return known
                    await bot.create()
                receipt = await self._append(player, action_id, digest, decision, durable)
                self._own.restart(absence_of(player))
                return receipt
            except StaleSequence:
                await self._catch_up()
        raise Refused(RefusalCode.TOO_MANY, "the table is too busy; try again")

    def _decided(self, player: str, request: asked.Request, then: SeatThen | None, bot_player: str) -> Decision:
        if isinstance(request, asked.Correct) and then is not None:
            decision = correct(self.state, player, request, then)
            self._ports.at_stake.refuse_payment(then.player, request.cents)
            return decision
        return decide(self.state, player, request, bot_player)

    async def _seat_then(self, by: str, request: asked.Correct) -> SeatThen:
        """The seat that is to be corrected, in a round that is closed: the table goes on while the log is read."""
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
        batch = Batch(
            table=before.table,
            expected_seq=before.seq,
            account=account,
            action_id=action_id,
            action_hash=digest,
            stamped_ms=ports.clock.wall_ms(),
            entries=tuple(
                to_entry(before.game, before.table, happening, ports.sealer, moves)
                for happening, moves in zip(decision.happenings, decision.postings, strict=True)
            ),
            ceilings=ports.at_stake.reserve(before, decision.after),
        )
        try:
            receipt = await asyncio.wrap_future(ports.store.append(batch))
        except StorageFailed:
            self._may_be_behind = True
            self._own.update()
            raise
        except StorageError as error:
            ports.at_stake.note(before)
            if isinstance(error, AboveCeiling):
                raise WalletFull from None
            raise
        if receipt.first_seq != before.seq + 1:
            ports.at_stake.note(before)
            return receipt  # It was accepted before: nothing happens twice.
        if ports.growth is not None:
            ports.growth.add(before, account, batch.entries)
        told = (
            event
            for seq, happening in enumerate(decision.happenings, receipt.first_seq)
            for event in public_events(before, happening, seq)
        )
        self._stand(decision.after, receipt.head, told)
        if decision.closed:
            self.rounds_played += 1
        self._keep_snapshot(before)
        if durable is not None:
            durable(receipt)
            # Whoever asked gets the answer while the others' views are still to be made.
            for _ in range(_TURNS_TO_SEND):
                await asyncio.sleep(0)
        self._go_on()
        for happening in decision.happenings:
            if isinstance(happening, happened.Corrected):
                ports.notify(happening.player, notice_of(before, happening))
        return receipt

    def _stand(self, state: TableState, head: bytes, told: Iterable[Happened]) -> None:
        """The table now stands so, and these events are news."""
        is_freed = bool(self.state.seats.keys() - state.seats.keys())
        self.state, self._head = state, head
        self._ports.at_stake.note(state)
        if is_freed:
            self._ports.freed()
        news = tuple(told)
        self._recent.extend(news)
        self._recent_after = max(self._recent_after, state.seq - MOST_RECENT)
        while self._recent and self._recent[0].seq <= self._recent_after:
            self._recent.popleft()
        self._gallery.hear(news)

    def _go_on(self) -> None:
        """Whatever the new state asks for: alarms first, so that updates show the clocks that run."""
        self._own.update()
        self._gallery.tell()

    async def _keep_up(self) -> None:
        """Reads what may have been written although storage said that it failed."""
        if self._may_be_behind:
            await self._catch_up()
            self._may_be_behind = False

    async def _catch_up(self) -> None:
        """Reads what somebody else has written to the log."""
        for entry in await self._ports.reads.run(self._entries, self.state.seq, None):
            happening = from_entry(self.state.game, entry, self._ports.sealer)
            told = public_events(self.state, happening, entry.seq)
            self._stand(evolve(self.state, happening, entry.seq), entry.hash, told)
        self._go_on()

    def _keep_snapshot(self, before: TableState) -> None:
        """Keeps the table as it was between two rounds, once the second of them has opened: until then a start folds
        the first one again and shows its result, as a fold of the whole log does."""
        if before.round is not None and self.state.round is None:
            self._at_rest = snapshot_of(self.state)
        elif self._at_rest is not None and self.state.is_playing and not before.is_playing:
            self._ports.store.keep_snapshot(self.state.table, self._at_rest)
            self._at_rest = None

    # ---- on its own

    def start(self) -> None:
        """Starts the table's clocks; seated players who aren't connected are waited for."""
        self._own.start()

    def stop(self) -> None:
        """Stops every clock; nothing is written any more."""
        self._own.stop()
        self._gallery.stop()
        for task in self._tasks:
            task.cancel()

    @property
    def name(self) -> str:
        """The table's id, as the log of the server names it."""
        return self.state.table

    @property
    def is_stuck(self) -> bool:
        """Whether something that the table does on its own has failed and hasn't succeeded since."""
        return self._own.is_stuck

    def wanted(self) -> Iterator[Alarm]:
        """Everything that the table would do now on its own."""
        present = self._gallery.present()
        # Bots among themselves would play for ever: no round is opened for them alone.
        rests = not has_people(self.state, present)
        yield from (alarm for alarm in alarms(self.state) if not (rests and alarm.deed in _BEGINNINGS))
        yield from presence_alarms(self.state, present, self._patience)
        if self._may_be_behind:
            yield Alarm(("behind", self.state.seq), SLOW_RETRY_MS, "catch_up")

    def _least_ms(self, alarm: Alarm) -> int:
        return self._ports.growth.least_ms(self.state, alarm) if self._ports.growth is not None else 0

    async def act_on(self, alarm: Alarm) -> None:
        """Does what an alarm is for, unless it isn't wanted any more."""
        async with self._lock:
            await self._keep_up()
            if alarm not in self.wanted():
                return
            secret = self._ports.entropy(SECRET_BYTES) if alarm.deed == "commit" else b""
            await self._write(perform(self.state, alarm, secret, self._ports.chances))
            if self.state.is_closed:
                self._ports.closed(self.state.table)

    async def give_up(self, alarm: Alarm) -> None:
        """Ends the round, because the table can't do what it should. Where even that is refused, the table takes itself
        out of service, and tries again later."""
        async with self._lock:
            await self._keep_up()
            if alarm not in self.wanted():
                return
            try:
                if self.state.is_contested:
                    await self._write(self._decision(lambda unfolding: unfolding.void(SERVER_FAULT)))
                    LOG.error("table %s: the round was voided because %s kept failing", self.name, alarm.deed)
                    return
            finally:
                if alarm in self.wanted() and self.state.out_of_service is None:
                    event = happened.OutOfService("system", SERVER_FAULT)
                    await self._write(self._decision(lambda unfolding: unfolding.add(event)))
                    LOG.error("table %s is out of service because %s kept failing", self.name, alarm.deed)

    def _decision(self, unfold: Callable[[Unfolding], None]) -> Decision:
        unfolding = Unfolding(self.state)
        unfold(unfolding)
        return unfolding.decided()

    async def _write(self, decision: Decision) -> None:
        """Appends what the table does on its own; two processes that do it at once make one event."""
        name, seq = f"sys:{self.state.table}:{self.state.seq}", self.state.seq
        try:
            await self._append("system", name, hashlib.sha256(name.encode()).digest(), decision)
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
        """As `watch`, for a client that has seen everything up to the entry `after`: it is sent what happened since."""
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
        self.watch(watcher, (*missed, *(told for told in self._recent if told.seq > seen)), is_gap)

    def watch(self, watcher: Watcher, missed: tuple[Happened, ...] = (), is_gap: bool = False) -> None:
        """Tells a watcher what it missed and how things stand, and from then on whatever happens."""
        self._gallery.enter(watcher, missed, is_gap)
        self._own.update()

    def unwatch(self, watcher: Watcher) -> None:
        """Forgets a watcher; a player who is not connected any more is waited for."""
        if self._gallery.leave(watcher):
            self._own.update()

    def notify(self, player: str, notice: CorrectionNotice) -> None:
        """Sends a notice to every connection of one player at this table."""
        self._gallery.notify(player, notice)

    @property
    def watcher_count(self) -> int:
        """How many watch the table now, bots included."""
        return len(self._gallery)

    def info(self) -> TableInfo:
        """The table as everybody may see it."""
        return self._gallery.info()

    def _public(self, after: int, upto: int) -> list[Happened]:
        """What everybody may know of the entries after one, up to another."""
        return [
            told
            for entry in self._entries(after, upto)
            for told in public_events(self.state, from_entry(self.state.game, entry, self._ports.sealer), entry.seq)
        ]

    def _entries(self, after: int, upto: int | None) -> list[Entry]:
        return list(self._ports.store.entries(self.state.table, after, upto))

    def _standing(self) -> Standing:
        signature = self._ports.signer.sign_head(self.state.table, self.state.seq, self._head)
        return Standing(self.state, self._head, signature, self._own.clocks())


_BEGINNINGS = ("commit", "open")
_TURNS_TO_SEND = 2
"""Turns of the event loop in which a message that waits is woken up for and sent."""
_MOST_TRIES = 5
