"""Every table of this server: opened, found again after a restart, and listed."""

from __future__ import annotations

import asyncio
import base64
import hashlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from weakref import WeakValueDictionary

from crossfelt.errors import CrossfeltError, Fault, RecordError
from crossfelt.faults import Code, FaultCode
from crossfelt.jsontext import canonical_json
from crossfelt.schema import to_plain
from crossfelt.service.refusals import NotStored, RefusalCode, Refused
from crossfelt.service.tables.accounts import PLAYER_LOGS, at_table
from crossfelt.service.tables.codec import first_state, next_state, state_of, to_entry
from crossfelt.service.tables.events import CLOSED, TableKind, TableOpened
from crossfelt.service.tables.ports import Ports
from crossfelt.service.tables.roles import in_contest
from crossfelt.service.tables.state import TableState, opened_table
from crossfelt.service.tables.table import Table
from crossfelt.service.tables.terms import TableTerms, opened
from crossfelt.storage.peers import Lease
from crossfelt.storage.port import ActionReused, Batch, InsufficientFunds, OpenTable, Receipt, StorageFailed

MOST_TABLES_OF_ONE = 20
"""Tables that one host may have open at a time."""
_ID_BYTES = 10


@dataclass(frozen=True, slots=True)
class LobbySeat:
    """Who has a seat at a table in the list."""

    seat: int
    name: str
    bot: str | None
    """The policy of a bot; None for a person."""


@dataclass(frozen=True, slots=True)
class LobbyEntry:
    """A table in the list of tables."""

    table: str
    title: str
    game: str
    rules: str
    rules_title: str
    mode: str | None
    """How dice are shared, where the game knows that."""
    table_kind: TableKind
    minimum_cents: int | None
    """The least ante; None where nothing is wagered."""
    maximum_cents: int | None
    seat_count: int
    seats_taken: int
    seats: tuple[LobbySeat, ...]
    bots: int
    watchers: int
    """Connections that watch, including those of seated players."""
    is_playing: bool
    is_private: bool
    host_rules: bool
    """Whether the host rules there, also on contests that the host is in."""
    has_floor: bool
    """Whether anyone rules there; otherwise the system rules alone."""
    is_yours: bool
    """Whether the asker hosts it or sits there."""
    is_in_round: bool
    """Whether the asker has a wager or a sheet in the contest in progress."""
    paused: bool
    out_of_service: bool


class Lobby:
    """The tables that are open, by id."""

    def __init__(self, ports: Ports) -> None:
        self.ports = ports
        self._tables: dict[str, Table] = {}
        self._opening: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Host -> held while a table of theirs is opened."""
        self._new: set[str] = set()
        """Tables that are being opened here."""

    def load(self) -> None:
        """Restore every table to the state that the log has. `StorageFailed` when a log has something that
        this program does not understand."""
        for stored in self.ports.store.open_tables(PLAYER_LOGS, CLOSED):
            try:
                state = self._restored(stored)
            except RecordError as error:
                raise StorageFailed(
                    f"another version of this program wrote the log of table {stored.table}: {error}"
                ) from None
            state.kit.tables.prepare(state.rules)
            self._tables[stored.table] = Table(state, stored.head, self.ports)

    async def adopt(self, name: str) -> Table | None:
        """Load a table that another process opened; None when it is closed again."""
        if name in self._tables or name in self._new:
            return self._tables.get(name)
        state, head = await self.ports.reads.run(self._load, name)
        if state.is_closed:
            return None
        if name not in self._tables:
            state.kit.tables.prepare(state.rules)
            self._tables[name] = Table(state, head, self.ports)
        return self._tables[name]

    def is_new(self, name: str) -> bool:
        """Whether a table is being opened here."""
        return name in self._new

    def start(self) -> None:
        """Start every table."""
        for table in self._tables.values():
            table.start()

    def stop(self) -> None:
        """Stop every table where it is."""
        for table in self._tables.values():
            table.stop()

    async def open(self, host: str, action_id: str, terms: TableTerms) -> Table:
        """Open a table; the same id again returns the same table."""
        # One after the other for each host, so that the limit holds however many are asked for at once.
        async with self._opening.setdefault(host, asyncio.Lock()):
            return await self._open(host, action_id, terms)

    async def _open(self, host: str, action_id: str, terms: TableTerms) -> Table:
        digest = hashlib.sha256(canonical_json(to_plain(terms)).encode()).digest()
        store = self.ports.store
        try:
            known = await self.ports.reads.run(store.remembered, host, action_id, digest)
            if known is not None:
                return self.get(known.table)
            hosted = sum(table.state.opened.host == host for table in self._tables.values())
            if hosted >= MOST_TABLES_OF_ONE:
                message = f"you have {hosted} tables open; close one first"
                raise Refused(RefusalCode.TOO_MANY, message, count=hosted, most=MOST_TABLES_OF_ONE)
            name = base64.b32encode(self.ports.entropy(_ID_BYTES)).decode().lower()
            event, state = await self.ports.rules.run(_opened, terms, name, host)
            if terms.succeeds is not None:
                event = replace(event, carried=await self._inherited(terms.succeeds, host, state))
                state = opened_table(event)
            endowment = state.game.endowment(state.rules, event.carried)
            moves = at_table(endowment, name, "", {}, before=terms.succeeds or "")
            batch = Batch(
                table=name,
                expected_seq=0,
                account=host,
                action_id=action_id,
                action_hash=digest,
                stamped_ms=self.ports.clock.wall_ms(),
                entries=(to_entry(state.game, name, event, self.ports.sealer, moves),),
            )
            self._new.add(name)
            try:
                lease = await self.ports.claim(name)
                receipt = await asyncio.wrap_future(store.append(batch))
                return self._opened_here(state, receipt, lease)
            finally:
                self._new.discard(name)
        except ActionReused as error:
            raise Refused(RefusalCode.ACTION_REUSED, str(error)) from None
        except InsufficientFunds:
            raise Refused(RefusalCode.ALREADY_SO, "another table has taken over its meters") from None
        except StorageFailed as error:
            raise NotStored(error) from None

    def _opened_here(self, state: TableState, receipt: Receipt, lease: Lease | None) -> Table:
        if receipt.is_repeat:
            return self.get(receipt.table)
        table = Table(state, receipt.head, self.ports)
        self._tables[state.table] = table
        table.start(lease)
        self.ports.changed(state.table)
        return table

    async def _inherited(self, before: str, host: str, state: TableState) -> dict[str, str]:
        """Return the meters that a new table takes over from a closed one of the same host."""
        store = self.ports.store
        if before.startswith(PLAYER_LOGS) or not (await self.ports.reads.run(store.head, before))[0]:
            raise Refused(RefusalCode.NO_SUCH_TABLE, _of_before(RefusalCode.NO_SUCH_TABLE, "there is no such table"))
        old, _ = await self.ports.reads.run(self._load, before)
        if old.opened.host != host:
            fault = _of_before(RefusalCode.NOT_YOUR_ROLE, "only the host of that table may hand it on")
            raise Refused(RefusalCode.NOT_YOUR_ROLE, fault)
        if not old.is_closed:
            fault = _of_before(RefusalCode.ROUND_IS_OPEN, "that table is open; close it first")
            raise Refused(RefusalCode.ROUND_IS_OPEN, fault)
        if old.game is not state.game:
            fault = _of_before(FaultCode.NOT_TOGETHER, "another game was played there")
            raise Refused(RefusalCode.BAD_REQUEST, fault)
        return state.game.inherited(old.rules, old.carried or _at_first(old), state.rules)

    def get(self, name: str) -> Table:
        """A table that is open."""
        table = self._tables.get(name)
        if table is None:
            raise Refused(RefusalCode.NO_SUCH_TABLE, "there is no such table, or it is closed")
        return table

    def __contains__(self, name: str) -> bool:
        return name in self._tables

    def __iter__(self) -> Iterator[Table]:
        return iter(tuple(self._tables.values()))

    def __len__(self) -> int:
        return len(self._tables)

    def forget(self, name: str) -> None:
        """Let go of a table that was closed; its rounds stay in the log."""
        table = self._tables.pop(name, None)
        if table is not None:
            table.stop()

    def listed(self, player: str | None = None) -> list[LobbyEntry]:
        """The public tables, and the private ones of a player who hosts them or sits there."""
        return [
            self._listed(table, player)
            for table in self
            if not table.state.opened.is_private or _is_of(table.state, player)
        ]

    def _listed(self, table: Table, player: str | None) -> LobbyEntry:
        state, seats = table.state, table.state.seats
        opened, rules, tables = state.opened, state.rules, state.kit.tables
        names = self.ports.names({who.player for who in seats.values()})
        minimum, maximum = tables.ante_limits(rules) or (None, None)
        return LobbyEntry(
            table=state.table,
            title=opened.title,
            game=opened.game,
            rules=opened.rules,
            rules_title=tables.title(rules),
            mode=tables.mode(rules),
            table_kind=opened.table_kind,
            minimum_cents=minimum,
            maximum_cents=maximum,
            seat_count=opened.seat_count,
            seats_taken=len(seats),
            seats=tuple(LobbySeat(seat, names.get(who.player, ""), who.bot) for seat, who in sorted(seats.items())),
            bots=sum(who.bot is not None for who in seats.values()),
            watchers=table.watcher_count,
            is_playing=state.is_playing,
            is_private=opened.is_private,
            host_rules=opened.host_rules,
            has_floor=bool(state.floor),
            is_yours=_is_of(state, player),
            is_in_round=_is_in_round(state, player),
            paused=state.paused is not None,
            out_of_service=state.out_of_service is not None,
        )

    def _restored(self, stored: OpenTable) -> TableState:
        """The state of a table from its snapshot and the log behind it."""
        first, *rest = stored.entries
        state = first_state(first)
        if stored.snapshot is not None:
            try:
                state = state_of(state, stored.snapshot)
            except CrossfeltError:
                # A snapshot of another version is no loss: the log has everything.
                return self._load(stored.table)[0]
        for entry in rest:
            state = next_state(state, entry, self.ports.sealer)
        return state

    def _load(self, name: str) -> tuple[TableState, bytes]:
        """The state of a table from its snapshot and the log behind it, or from the log alone."""
        store, sealer = self.ports.store, self.ports.sealer
        state = first_state(next(iter(store.entries(name, 0, 1))))
        snapshot = store.snapshot(name)
        if snapshot is not None:
            # A snapshot of another version is no loss: the log has everything.
            with suppress(CrossfeltError):
                state = state_of(state, snapshot)
        for entry in store.entries(name, state.seq):
            state = next_state(state, entry, sealer)
        return state, store.head(name)[1]


def _opened(terms: TableTerms, name: str, host: str) -> tuple[TableOpened, TableState]:
    event = opened(terms, name, host)
    state = opened_table(event)
    state.kit.tables.prepare(state.rules)
    return event, state


def _at_first(state: TableState) -> dict[str, str]:
    """Return the meters that a table without a round leaves behind."""
    seats = tuple(range(1, state.opened.seat_count + 1))
    return state.game.carried(state.game.open(state.rules, seats))


def _is_of(state: TableState, player: str | None) -> bool:
    """Whether a player hosts the table or sits there."""
    return player is not None and (player == state.opened.host or state.seat_of(player) is not None)


def _is_in_round(state: TableState, player: str | None) -> bool:
    """Whether a player has a wager or a sheet in a contest that isn't over."""
    return player is not None and in_contest(state, player) and state.pending.kind != "finished"


def _of_before(code: Code, message: str) -> Fault:
    """Why a table can't take over from the one that its terms name."""
    return Fault(code, message, "succeeds")
