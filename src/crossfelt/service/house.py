"""The whole house: players, tables, bots and history on one store. One of these is one server."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable
from contextlib import suppress
from typing import Any

from crossfelt.errors import CrossfeltError
from crossfelt.game import seat_audience
from crossfelt.service.bots import Bot, BotAnswers, acting
from crossfelt.service.checkpointer import Checkpointer
from crossfelt.service.clock import Clock, SystemClock
from crossfelt.service.moderation import Moderation
from crossfelt.service.names import bot_name
from crossfelt.service.operator import OperatorTokens
from crossfelt.service.peers import CHECKPOINTS, MARKS, PeerSync
from crossfelt.service.players import Players, new_player_id
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.removals import Removals
from crossfelt.service.sealing import KeySealer, Sealer
from crossfelt.service.signing import LogSigner, signer_of
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.alarms import Chances
from crossfelt.service.tables.at_stake import AtStake
from crossfelt.service.tables.growth import Growth
from crossfelt.service.tables.lobby import Lobby
from crossfelt.service.tables.messages import Notice
from crossfelt.service.tables.ports import Ports, SealedChances
from crossfelt.service.tables.roles import OPERATOR, in_contest, may_get_no_advice
from crossfelt.service.tables.table import Durable, NewBot, Table
from crossfelt.service.tables.terms import TableTerms
from crossfelt.service.tables.times import ABSENT_MS
from crossfelt.storage.peers import LEASE_MS, Lease
from crossfelt.storage.port import Receipt, StorageError, Store

MARK_SECONDS = 30.0


class House:
    """Everything that one server runs: guests, tables, bots and their store."""

    def __init__(
        self,
        store: Store,
        key: bytes,
        *,
        clock: Clock | None = None,
        chances: Chances | None = None,
        sealer: Sealer | None = None,
        entropy: Callable[[int], bytes] = os.urandom,
        bot_answers: BotAnswers | None = None,
        absent_ms: int = ABSENT_MS,
        limit_factor: float | None = None,
        lease_ms: int = LEASE_MS,
    ) -> None:
        """`limit_factor` multiplies what a host's tables and bots may write; without one there is no limit. `lease_ms`
        is how long the other processes on the database wait for this one before they take over its tables."""
        self.store = store
        self.key = key
        self.clock: Clock = clock or SystemClock()
        self.moderation = Moderation(store, self.clock)
        self.operators = OperatorTokens(key, store, self.clock)
        at_stake = AtStake(store.balance)
        self.players = Players(store, self.clock, at_stake)
        self.bot_answers = bot_answers
        self.sealer: Sealer = sealer or KeySealer(key)
        self.signer = signer_of(store, key)
        self.log_signer = LogSigner(key, self.signer)
        self.checkpointer = Checkpointer(store, self.log_signer, is_holder=self._holds_checkpoints)
        self.lobby = Lobby(
            Ports(
                store=store,
                sealer=self.sealer,
                signer=self.signer,
                clock=self.clock,
                chances=chances or SealedChances(),
                names=self.players.names_of,
                using=self.players.using,
                closed=self._forget,
                freed=self._seat_freed,
                changed=self._changed,
                caught_up=self._caught_up,
                attended=self._attended,
                claim=self._claim,
                notify=self._notify,
                at_stake=at_stake,
                entropy=entropy,
                absent_ms=absent_ms,
                growth=Growth(self.clock, limit_factor) if limit_factor is not None else None,
            )
        )
        self.removals = Removals(store, self.clock, self.players, self.lobby, self.moderation, self.delete_player)
        self._bots: dict[str, Bot] = {}
        self._marks: asyncio.Task[None] | None = None
        self._lease_ms = lease_ms
        self._sync: PeerSync | None = None
        """Keeps this process in step with the others; None where there can be no others."""
        self.players_connected: Callable[[], Iterable[str]] = tuple
        """The players who have a connection to this process."""
        self._is_loaded = False
        self.is_ready = False

    def load(self) -> None:
        """Restore everything from the log; `StorageFailed` when that isn't possible."""
        self.lobby.load()
        self.log_signer.publish(self.store)
        self._is_loaded = True

    async def start(self) -> None:
        """Start all that was restored, and join the other processes on the database."""
        if not self._is_loaded:
            await asyncio.to_thread(self.load)
        peers = await asyncio.to_thread(self.store.join, self._lease_ms)
        if peers is None:
            self.lobby.start()
            for table in self.lobby:
                self._seat_bots(table)
        else:
            self._sync = PeerSync(peers, self.lobby, self, self._lease_ms)
            self.players.saved = self._sync.player_saved
            await self._sync.start()
        self.removals.start()
        self.checkpointer.start()
        self._marks = asyncio.get_running_loop().create_task(self._keep_marks())
        self.is_ready = True

    async def stop(self) -> None:
        """Stop now: open rounds continue after the next start."""
        self.is_ready = False
        for bot in self._bots.values():
            bot.stop()
        self._bots.clear()
        self.removals.stop()
        self.lobby.stop()
        if self._marks is not None:
            self._marks.cancel()
        await asyncio.to_thread(self.checkpointer.stop, is_last=True)
        if self._sync is not None:
            await self._sync.stop()
        with suppress(StorageError):
            await asyncio.wrap_future(self.store.mark_verified())
        await asyncio.to_thread(self.store.close)

    async def open_table(self, host: str, action_id: str, terms: TableTerms) -> Table:
        """Open a table for a host who is there; see `Lobby.open`."""
        with self.players.using(host):
            return await self.lobby.open(host, action_id, terms)

    async def find(self, table_name: str) -> Table:
        """A table that is open, also one that another process has opened a moment ago."""
        if self._sync is not None:
            await self._sync.find(table_name)
        return self.lobby.get(table_name)

    async def ask(
        self,
        player: str,
        table_name: str,
        action_id: str,
        request: asked.Request,
        durable: Durable | None = None,
    ) -> Receipt:
        """Answer a request of a player, or of the operator, at a table; see `Table.ask`."""
        if player == OPERATOR:
            return await self._ask(player, table_name, action_id, request, durable)
        with self.players.using(player):
            return await self._ask(player, table_name, action_id, request, durable)

    async def _ask(
        self, player: str, table_name: str, action_id: str, request: asked.Request, durable: Durable | None
    ) -> Receipt:
        table = await self.find(table_name)
        bot: NewBot | None = None
        match request:
            case asked.AddBot(policy=policy):
                if player == table.state.opened.host:
                    known = await table.answered(player, action_id, request)
                    if known is not None:
                        return known
                    acting(table, player, policy, self.bot_answers)  # Refuses a policy that nobody can play.
                    bot = self._new_bot(table)
            case asked.Grant(player=other):
                self.players.get(other)
        receipt = await table.ask(player, action_id, request, bot, durable)
        self._seat_bots(table)
        if table.state.is_closed:
            self._forget(table_name)
        return receipt

    async def rename_guest(self, player: str, name: str) -> None:
        """Give a guest another name for the operator."""
        await self.players.rename(player, name)
        await self.moderation.log("guest_renamed", {"player": player})

    async def revoke_operator_tokens(self) -> None:
        """Make every operator token issued until now stop working."""
        await self.operators.revoke_all()
        await self.moderation.log("tokens_revoked", {})

    def refuse_rename(self, player: str) -> None:
        """Refuse a new name in the middle of a contest at a live table, where names would be a chat channel."""
        for table in self.lobby:
            if table.state.opened.table_kind == "live" and in_contest(table.state, player):
                raise Refused(
                    RefusalCode.ROUND_IS_OPEN,
                    "Your name can't change during a round of a live table. Try again when the round ends.",
                )

    @property
    def stuck_tables(self) -> int:
        """How many tables repeat an action of their own that failed."""
        return sum(table.is_stuck for table in self.lobby)

    def refuse_advice(self, player: str | None) -> None:
        """Refuse to help a guest with a wager or a sheet in a contest of a live table, from its first card or roll
        until it ends, whatever the question is about (GLI-19 4.18)."""
        for table in self.lobby if player is not None else ():
            if may_get_no_advice(table.state, player or ""):
                raise Refused(
                    RefusalCode.NO_ADVICE,
                    f"You're in a round of the live table {table.state.opened.title}. Analysis is available again "
                    "when it ends (GLI-19 4.18).",
                    title=table.state.opened.title,
                )

    def advised_view(self, table_name: str, player: str) -> tuple[Table, Any]:
        """The view of a player who is due at a practice table and may be advised; `Refused` for anybody else."""
        table = self.lobby.get(table_name)
        state = table.state
        if state.opened.table_kind == "live":
            message = "advice is off at live tables (GLI-19 4.18)"
            raise Refused(RefusalCode.NO_ADVICE, message, title=state.opened.title)
        seat = state.seat_of(player)
        if seat is None:
            raise Refused(RefusalCode.NOT_SEATED, "you have no seat at this table")
        if not state.is_playing or state.play is None or seat not in state.play.due_since:
            raise Refused(RefusalCode.TOO_EARLY, "you have nothing to decide at this table now")
        return table, state.game.view(state.play.state, seat_audience(seat))

    async def delete_player(self, player: str) -> None:
        """Delete the personal data of a player, who must have left every seat first."""
        await self.players.delete(player, lambda: self._refuse_seated(player))

    def _refuse_seated(self, player: str) -> None:
        for table in self.lobby:
            if table.state.seat_of(player) is not None:
                raise Refused(
                    RefusalCode.ALREADY_SEATED, "leave your seats first, and wait until their rounds are over"
                )

    def _new_bot(self, table: Table) -> NewBot:
        """A bot that is made once the table has decided that it may sit down."""
        player = new_player_id("bot")

        async def create() -> None:
            seated = self.players.names_of(who.player for who in table.state.seats.values())
            await self.players.create_bot(player, bot_name(set(seated.values())))

        return NewBot(player, create)

    async def _keep_marks(self) -> None:
        """Sign now and then how far the log is known to hold, so that the next start need not look further back."""
        while True:
            await asyncio.sleep(MARK_SECONDS)
            if self._sync is not None and MARKS not in self._sync.leases:
                continue
            with suppress(StorageError):
                await asyncio.wrap_future(self.store.mark_verified(in_background=True))

    # ---- other processes

    def _holds_checkpoints(self) -> bool:
        """Return whether this process grows the transparency log."""
        return self._sync is None or CHECKPOINTS in self._sync.leases

    @property
    def sync(self) -> PeerSync | None:
        """The part that follows the other processes; None where there can be no others."""
        return self._sync

    @property
    def run_tables(self) -> int:
        """How many tables this process runs."""
        return sum(table.is_run_here for table in self.lobby)

    @property
    def processes(self) -> int:
        """How many processes use the database, this one included."""
        return self._sync.processes if self._sync is not None else 1

    @property
    def takeovers(self) -> int:
        """How often this process began to run a table of another."""
        return self._sync.takeovers if self._sync is not None else 0

    async def keep_up(self) -> None:
        """Read everything that other processes have written until now."""
        if self._sync is not None:
            await self._sync.keep_up()

    def run(self, table: Table) -> None:
        """Start the bots of a table that this process runs now."""
        self._seat_bots(table)

    def rest(self, table: Table) -> None:
        """Stop the bots of a table that another process runs now."""
        self._seat_bots(table)

    async def refresh_players(self) -> None:
        """Read what other processes have saved about the players who are connected or seated here."""
        seated = {who.player for table in self.lobby for who in table.state.seats.values()}
        await self.players.refresh(seated | set(self.players_connected()))

    async def refresh_settings(self) -> None:
        """Read what other processes have changed of blocks, tokens and removals."""
        self.operators.refresh()
        self.moderation.refresh()
        self.removals.refresh()

    def _changed(self, table_name: str) -> None:
        if self._sync is not None:
            self._sync.changed(table_name)

    def _attended(self, table_name: str) -> None:
        if self._sync is not None:
            self._sync.attended(table_name)

    async def _claim(self, table_name: str) -> Lease | None:
        return await self._sync.claim(table_name) if self._sync is not None else None

    def _caught_up(self, table_name: str) -> None:
        """Check a table that another process wrote to: it may have other bots now, or be closed."""
        if self._sync is not None:
            self._sync.clocks_set(table_name)
        asyncio.get_running_loop().call_soon(self._settle, table_name)

    def _settle(self, table_name: str) -> None:
        with suppress(Refused):
            table = self.lobby.get(table_name)
            self._seat_bots(table)
            if table.state.is_closed:
                self._forget(table_name)

    def _forget(self, table_name: str) -> None:
        if self._sync is not None:
            self._removing = asyncio.get_running_loop().create_task(self._sync.removed(table_name))
        self.lobby.forget(table_name)
        self.removals.go_on()

    def _seat_freed(self) -> None:
        self.removals.go_on()

    def _notify(self, player: str, notice: Notice) -> None:
        for table in self.lobby:
            table.notify(player, notice)

    def _seat_bots(self, table: Table) -> None:
        """Start the bots that have a seat, and let go of those that don't have one any more."""
        seated = {who.player: who.bot for who in table.state.seats.values() if who.bot is not None}
        if not table.is_run_here:
            seated = {}
        for player, policy in seated.items():
            if player not in self._bots:
                try:
                    self._bots[player] = Bot(table, player, policy, self.players, self.bot_answers)
                except CrossfeltError:
                    continue  # Its policy is not there any more: the table's clocks play for it.
                self._bots[player].start()
        for player, bot in list(self._bots.items()):
            if bot.table is table and player not in seated:
                bot.stop()
                del self._bots[player]
