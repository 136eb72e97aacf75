"""One table that runs: it answers requests one after the other, appends before it tells, and rings its own alarms."""

from __future__ import annotations

import asyncio
import hashlib
import logging
import os
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from crossfelt.chance import Chance
from crossfelt.errors import CrossfeltError, IllegalAction
from crossfelt.fairness import SECRET_BYTES, RoundChance
from crossfelt.jsontext import canonical_json
from crossfelt.money import dollars
from crossfelt.plain import to_plain
from crossfelt.service.clock import Clock, Timer
from crossfelt.service.refusals import NotStored, RefusalCode, Refused
from crossfelt.service.sealing import Sealer
from crossfelt.service.signing import Signer
from crossfelt.service.tables import events as happened
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.alarms import Alarm, Chances, alarms, perform
from crossfelt.service.tables.codec import from_entry, snapshot_of, to_entry
from crossfelt.service.tables.decide import Decision, Unfolding, correct, decide, leave_for, refuse_unless_floor
from crossfelt.service.tables.gallery import Gallery, Standing, Watcher
from crossfelt.service.tables.messages import ClockInfo, Happened, TableInfo, public_events
from crossfelt.service.tables.state import Round, TableState, evolve
from crossfelt.storage.port import (
    ActionReused,
    Batch,
    InsufficientFunds,
    Receipt,
    Snapshot,
    StaleSequence,
    StorageFailed,
    Store,
)

LOG = logging.getLogger("crossfelt.tables")
MOST_RESUMED = 200
"""Entries that somebody who comes back is told of; after more of them only the newest view says where things stand."""
ABSENT_MS = 5 * 60_000
"""How long the seat of a player who is not connected is kept, once nothing of theirs is at stake."""
EMPTY_MS = 60 * 60_000
"""How long a table stays open at which nobody sits and which nobody watches."""


Durable = Callable[[Receipt], None]
"""Told of a receipt once what it stands for is on disk."""


class SealedChances:
    """Chance from the secret of the round and the seeds of its players, as anybody can check afterwards."""

    def of(self, play_round: Round, number: int) -> Chance:
        """Draws the number-th chance of the round."""
        assert play_round.locked is not None, "chance is drawn when the seeds are fixed"
        return RoundChance(play_round.secret, play_round.id, play_round.locked).draw(number)


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
    entropy: Callable[[int], bytes] = os.urandom
    absent_ms: int = ABSENT_MS
    empty_ms: int = EMPTY_MS


@dataclass(slots=True)
class _Ringing:
    alarm: Alarm
    timer: Timer
    deadline_ms: int


class Table:
    """A table in memory: a cache of its log at one sequence number."""

    def __init__(self, state: TableState, head: bytes, ports: Ports) -> None:
        self.state = state
        self._head = head
        self._ports = ports
        self._lock = asyncio.Lock()
        self._ringing: dict[tuple[str, int], _Ringing] = {}
        self._gallery = Gallery(self._standing, ports.names, ports.clock)
        self._away: dict[str, Timer] = {}
        self._empty: Timer | None = None
        self._tasks: set[asyncio.Task[Any]] = set()
        self._at_rest: Snapshot | None = None
        """The table after the last round that was closed here."""
        self.rounds_played = 0

    # ---- asking

    async def ask(
        self,
        player: str,
        action_id: str,
        request: asked.Request,
        bot_player: str = "",
        durable: Durable | None = None,
    ) -> Receipt:
        """Answers one request; the receipt says where it stands in the log, and it is durable by then.

        The same id from the same player gets the same answer for ever. `Refused` and `IllegalAction` change nothing.
        `durable` is told of the receipt as soon as it is on disk, before everybody is told what has happened.
        """
        # A caller that goes away in the middle must not leave the log ahead of this memory.
        return await asyncio.shield(self._task(self._answer(player, action_id, request, bot_player, durable)))

    async def answered(self, player: str, action_id: str, request: asked.Request) -> Receipt | None:
        """The answer that this request got before; None when it is new."""
        return await self._remembered(player, action_id, self._digest(request))

    def _digest(self, request: asked.Request) -> bytes:
        # A bot is named by the house when it is asked for, so the request alone is what the client said.
        return hashlib.sha256(canonical_json([self.state.table, to_plain(request)]).encode()).digest()

    async def _answer(
        self, player: str, action_id: str, request: asked.Request, bot_player: str, durable: Durable | None
    ) -> Receipt:
        digest = self._digest(request)
        async with self._lock:
            for _ in range(_MOST_TRIES):
                try:
                    decision = await self._decided(player, request, bot_player)
                    return await self._append(player, action_id, digest, decision, durable)
                except StaleSequence:
                    await self._catch_up()
                except (Refused, IllegalAction, InsufficientFunds) as refusal:
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
        raise Refused(RefusalCode.TOO_MANY, "the table is too busy; try again")

    async def _decided(self, player: str, request: asked.Request, bot_player: str) -> Decision:
        if isinstance(request, asked.Correct):
            return correct(self.state, player, request, await self._player_then(player, request))
        return decide(self.state, player, request, bot_player)

    async def _player_then(self, by: str, request: asked.Correct) -> str:
        """Who sat on the seat in the round that is to be corrected, and still has a wallet."""
        # The log is long, and the table waits while it is read: that is not done for just anybody.
        refuse_unless_floor(self.state, by)
        player = await asyncio.to_thread(self._seated_then, request)
        known = await asyncio.to_thread(self._ports.store.player, player)
        if known is None or known.deleted_ms is not None:
            raise Refused(RefusalCode.NO_SUCH_PLAYER, f"the player of seat {request.seat} was deleted, wallet and all")
        return player

    def _seated_then(self, request: asked.Correct) -> str:
        store = self._ports.store
        found = store.round(request.round)
        if found is None or found.table != self.state.table:
            raise Refused(RefusalCode.NO_SUCH_ROUND, f"there is no closed round {request.round} at this table")
        player = None
        for entry in store.entries(found.table, 0, found.last_seq):
            if entry.kind in ("seat_taken", "seat_left"):
                event = from_entry(self.state.game, entry, self._ports.sealer)
                assert isinstance(event, (happened.SeatTaken, happened.SeatLeft))
                if event.seat == request.seat:
                    player = event.player if isinstance(event, happened.SeatTaken) else None
        if player is None:
            raise Refused(RefusalCode.NO_SUCH_PLAYER, f"nobody sat on seat {request.seat} in round {request.round}")
        return player

    async def _remembered(self, player: str, action_id: str, digest: bytes) -> Receipt | None:
        try:
            return await asyncio.to_thread(self._ports.store.remembered, player, action_id, digest)
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
                to_entry(before.game, before.table, happening, ports.sealer) for happening in decision.happenings
            ),
            postings=decision.postings,
            closed=decision.closed,
        )
        receipt = await asyncio.wrap_future(ports.store.append(batch))
        if receipt.first_seq != before.seq + 1:
            return receipt  # It was accepted before: nothing happens twice.
        told = (
            event
            for seq, happening in enumerate(decision.happenings, receipt.first_seq)
            for event in public_events(before, happening, seq)
        )
        self._stand(decision.after, receipt.head, told)
        if decision.closed is not None:
            self.rounds_played += 1
            self._keep_snapshot()
        if durable is not None:
            durable(receipt)
            # Whoever asked gets the answer while the others' views are still to be made.
            for _ in range(_TURNS_TO_SEND):
                await asyncio.sleep(0)
        self._go_on()
        return receipt

    def _stand(self, state: TableState, head: bytes, told: Iterable[Happened]) -> None:
        """The table now stands so, and these events are news."""
        self.state, self._head = state, head
        self._gallery.hear(told)

    def _go_on(self) -> None:
        """Whatever the new state asks for: alarms first, so that updates show the clocks that run."""
        self._set_alarms()
        self._wait_for_somebody()
        self._gallery.tell()

    async def _catch_up(self) -> None:
        """Reads what somebody else has written to the log."""
        for entry in await asyncio.to_thread(lambda: list(self._ports.store.entries(self.state.table, self.state.seq))):
            happening = from_entry(self.state.game, entry, self._ports.sealer)
            told = public_events(self.state, happening, entry.seq)
            self._stand(evolve(self.state, happening, entry.seq), entry.hash, told)
        self._go_on()

    def _keep_snapshot(self) -> None:
        """Keeps the table as it was before the round that has just closed: whoever starts from there folds that round
        again, and so shows what it came to, as a fold of the whole log does."""
        before, self._at_rest = self._at_rest, snapshot_of(self.state)
        if before is not None:
            self._ports.store.keep_snapshot(self.state.table, before)

    # ---- by itself

    def start(self) -> None:
        """Begins to run: alarms are set, and whoever is seated and not connected is waited for."""
        for who in self.state.seats.values():
            if who.bot is None:
                self._wait_for(who.player)
        self._set_alarms()
        self._wait_for_somebody()

    def stop(self) -> None:
        """Stops every clock; nothing is written any more."""
        for ringing in self._ringing.values():
            ringing.timer.cancel()
        for timer in self._away.values():
            timer.cancel()
        if self._empty is not None:
            self._empty.cancel()
        self._gallery.stop()
        self._ringing.clear()
        self._away.clear()
        for task in self._tasks:
            task.cancel()

    def _set_alarms(self) -> None:
        # Bots among themselves would play for ever: no round is opened for them alone.
        rests = not self._has_people()
        wanted = {alarm.key: alarm for alarm in alarms(self.state) if not (rests and alarm.deed in _BEGINNINGS)}
        for key in [key for key in self._ringing if key not in wanted]:
            self._ringing.pop(key).timer.cancel()
        now = self._ports.clock.now_ms()
        for key, alarm in wanted.items():
            if key not in self._ringing:
                timer = self._ports.clock.later(alarm.after_ms, lambda alarm=alarm: self._ring(alarm))  # type: ignore[misc]
                self._ringing[key] = _Ringing(alarm, timer, now + alarm.after_ms)

    def _ring(self, alarm: Alarm) -> None:
        self._ringing.pop(alarm.key, None)
        self._task(self._perform(alarm))

    async def _perform(self, alarm: Alarm) -> None:
        async with self._lock:
            if alarm not in alarms(self.state):
                return
            secret = self._ports.entropy(SECRET_BYTES) if alarm.deed == "commit" else b""
            decision = perform(self.state, alarm, secret, self._ports.chances)
            await self._do(decision)

    async def _do(self, decision: Decision) -> None:
        """Appends what the table does by itself; two processes that ring at once make one event."""
        name = f"sys:{self.state.table}:{self.state.seq}"
        try:
            await self._append("system", name, hashlib.sha256(name.encode()).digest(), decision)
        except StaleSequence:
            await self._catch_up()
        except StorageFailed as error:
            LOG.error("table %s stands still: %s", self.state.table, error)

    def _wait_for(self, player: str) -> None:
        """Starts the clock of somebody who is not connected."""
        if player not in self._away:
            self._away[player] = self._ports.clock.later(self._ports.absent_ms, lambda: self._ring_absent(player))

    def _ring_absent(self, player: str) -> None:
        self._away.pop(player, None)
        self._task(self._remove_absent(player))

    async def _remove_absent(self, player: str) -> None:
        async with self._lock:
            seat = self.state.seat_of(player)
            if seat is None or self._gallery.has(player) or self.state.seats[seat].is_leaving or self.state.is_closed:
                return
            unfolding = Unfolding(self.state)
            leave_for(unfolding, seat, "absent")
            await self._do(unfolding.decided())

    def _wait_for_somebody(self) -> None:
        """Starts the clock of a table at which nobody is, or stops it."""
        is_empty = not self._has_people() and not self.state.is_closed
        if is_empty and self._empty is None:
            self._empty = self._ports.clock.later(self._ports.empty_ms, self._ring_empty)
        elif not is_empty and self._empty is not None:
            self._empty.cancel()
            self._empty = None

    def _has_people(self) -> bool:
        """Whether anybody but bots sits here or watches."""
        bots = {who.player for who in self.state.seats.values() if who.bot is not None}
        return len(bots) < len(self.state.seats) or self._gallery.has_others(bots)

    def _ring_empty(self) -> None:
        self._empty = None
        self._task(self._close_empty())

    async def _close_empty(self) -> None:
        async with self._lock:
            if self._has_people() or self.state.is_closed:
                return
            if self.state.is_at_stake:
                self._wait_for_somebody()
            else:
                unfolding = Unfolding(self.state)
                unfolding.end("system", "nobody was here any more")
                await self._do(unfolding.decided())
                self._ports.closed(self.state.table)

    def _task(self, coroutine: Any) -> asyncio.Task[Any]:
        task: asyncio.Task[Any] = asyncio.get_running_loop().create_task(coroutine)
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

    def watch(self, watcher: Watcher, after: int | None = None) -> None:
        """Tells a watcher where things stand, and from then on whatever happens.

        `after` is the last entry that somebody who comes back has seen: what happened since is told again.
        """
        if watcher.player is not None:
            timer = self._away.pop(watcher.player, None)
            if timer is not None:
                timer.cancel()
        self._gallery.enter(watcher, *self._missed(after))
        self._wait_for_somebody()
        self._set_alarms()

    def unwatch(self, watcher: Watcher) -> None:
        """Forgets a watcher; a player who is not connected any more is waited for."""
        if not self._gallery.leave(watcher):
            return
        player = watcher.player
        if player is not None and self.state.seat_of(player) is not None and not self._gallery.has(player):
            self._wait_for(player)
        self._wait_for_somebody()
        self._set_alarms()

    @property
    def watcher_count(self) -> int:
        """How many watch the table now, bots included."""
        return len(self._gallery)

    def info(self) -> TableInfo:
        """The table as everybody may see it."""
        return self._gallery.info()

    def _missed(self, after: int | None) -> tuple[tuple[Happened, ...], bool]:
        """What happened since an entry that somebody saw, and whether that is more than is told."""
        if after is None or after >= self.state.seq:
            return (), False
        entries = self._ports.store.entries(self.state.table, max(after, self.state.seq - MOST_RESUMED, 1))
        found = tuple(
            told
            for entry in entries
            if entry.seq <= self.state.seq
            for told in public_events(self.state, from_entry(self.state.game, entry, self._ports.sealer), entry.seq)
        )
        return found, self.state.seq - after > MOST_RESUMED

    def _standing(self) -> Standing:
        now = self._ports.clock.now_ms()
        clocks = tuple(
            ClockInfo(ringing.alarm.seat, max(0, ringing.deadline_ms - now), ringing.alarm.after_ms)
            for ringing in self._ringing.values()
            if ringing.alarm.is_clock
        )
        signature = self._ports.signer.sign_head(self.state.table, self.state.seq, self._head)
        return Standing(self.state, self._head, signature, clocks)


_BEGINNINGS = ("commit", "open")
_TURNS_TO_SEND = 2
"""Turns of the event loop in which a message that waits is woken up for and sent."""
_MOST_TRIES = 5
