"""Rounds at a table with every kind of audience, played by a seed, with every byte that leaves kept."""

from __future__ import annotations

import asyncio
import logging
import random
from collections.abc import Sequence
from typing import Any

from crossfelt.crisscross.actions import PlaceWagers, VoidRound
from crossfelt.errors import CrossfeltError, IllegalAction
from crossfelt.fairness import seed_commitment
from crossfelt.game import FLOOR as FLOOR_ACTOR
from crossfelt.game import seat_actor
from crossfelt.schema import to_plain
from crossfelt.service.house import House
from crossfelt.service.refusals import Refused
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.alarms import Chances
from crossfelt.service.tables.codec import from_entry
from crossfelt.service.tables.roles import OPERATOR
from crossfelt.service.tables.table import Table
from crossfelt.service.tables.terms import TableTerms
from crossfelt.storage.memory import MemoryStore
from tests.support.properties.progressive_houses import progressive_wagers
from tests.support.service.hidden.known import Log
from tests.support.service.hidden.plans import BONUS_CARDS, Plan
from tests.support.service.hidden.ports import TokenSealer, counted_entropy, counted_players
from tests.support.service.hidden.sent import EVERYBODY, FIGURES, FLOOR, PATHS, SPECTATOR, Door, Ear, LogEar, Outbox
from tests.support.service.houses import KEY, StillClock, rounds_played


class Story:
    """One run of a plan."""

    def __init__(self, plan: Plan, chances: Chances | None = None) -> None:
        self.plan = plan
        self.outbox = Outbox()
        self._choose = random.Random(plan.seed)
        self._clock = StillClock()
        self._ids = 0
        self._seeds: dict[str, tuple[bytes, str]] = {}
        """Player -> nonce and seed that the player has committed to and not revealed."""
        self.house = House(
            MemoryStore(),
            KEY,
            clock=self._clock,
            chances=chances,
            sealer=TokenSealer(),
            entropy=counted_entropy(),
        )

    async def run(self) -> None:
        """Play the whole plan."""
        ear, source = LogEar(self.outbox), logging.getLogger("crossfelt")
        before = source.level
        source.addHandler(ear)
        source.setLevel(logging.DEBUG)
        try:
            with counted_players():
                await self.house.start()
                await self._sit_down()
                while rounds_played(self.table) < self.plan.rounds:
                    await self._step()
                await self._look()
                await self.door.close()
                await self.house.stop()
        finally:
            source.removeHandler(ear)
            source.setLevel(before)

    def log(self) -> Log:
        """Rebuild who knew what, and when, from the table's log."""
        state = self.table.state
        entries = self.house.store.entries(state.table)
        happenings = ((entry.seq, from_entry(state.game, entry, self.house.sealer)) for entry in entries)
        return Log(happenings, BONUS_CARDS.get(self.plan.rules, 0))

    async def _sit_down(self) -> None:
        plan, players = self.plan, self.house.players
        self.players = [(await players.create(f"Player {number}"))[0].id for number in range(plan.seats)]
        inspector = (await players.create("Inspector"))[0].id
        terms = TableTerms(
            "A table",
            plan.game,
            "live" if plan.game == "criss-cross" else "practice",
            plan.rules,
            plan.options,
            seat_count=6,
            pace_ms=100,
        )
        self.table: Table = await self.house.open_table(self.players[0], self._id(), terms)
        self.outbox.table = self.table
        self.door = Door(self.house, self.outbox)
        watchers: dict[str, str | None] = {f"seat:{seat}": player for seat, player in enumerate(self.players, start=1)}
        watchers |= {SPECTATOR: None, FLOOR: inspector}
        self._ears = {audience: Ear(self.outbox, audience, player) for audience, player in watchers.items()}
        for seat, player in enumerate(self.players, start=1):
            await self._ask(player, asked.Sit(seat))
        await self._ask(OPERATOR, asked.Grant(inspector))
        for ear in self._ears.values():
            self.table.watch(ear)
        await self._rest()

    async def _rest(self) -> None:
        """Wait for what the table reads in a thread, such as the balance of a player who connects: the speed of a
        thread must not decide at which entry something is sent."""
        while self.table._tasks:
            await asyncio.wait(set(self.table._tasks))

    async def _step(self) -> None:
        """Take one step: the floor rules, a player reads things over HTTP, a seat acts, or time passes."""
        table, choose = self.table, self._choose
        if choose.random() < self.plan.asks:
            await choose.choice((self._look, self._come_back, self._ask_for_nonsense))()
        state = table.state
        if not state.is_playing:
            if state.round is not None and not state.game.takes_latecomers:
                await self._get_ready()
            await self._clock.move(500)
            return
        rulings = self._rulings() if choose.random() < self.plan.trouble else ()
        pending = state.pending
        if rulings:
            await self._rule(choose.choice(rulings))
        elif pending.kind != "seats":
            await self._reveal()
            await self._clock.move(400)
        elif self._is_betting:
            await self._bet()
        else:
            seat = choose.choice(pending.seats)
            options = state.game.legal_actions(state.play.state, seat_actor(seat))  # type: ignore[union-attr]
            at = choose.randrange(len(options))
            if seat == 1 and self.plan.choice:
                at = (at + self.plan.choice) % len(options)
            await self._ask(self.players[seat - 1], asked.Act(self._round, to_plain(options[at])))

    async def _bet(self) -> None:
        choose = self._choose
        for number, player in enumerate(self.players):
            if number == 0 or choose.random() < 0.8:
                wagers = {"ante_across": 500, "ante_down": 500}
                extra = {
                    spot.id: 500
                    for spot in self.table.state.rules.betting_spots
                    if spot.kind == "bonus" and choose.random() < 0.6
                }
                if self.table.state.rules.progressives is not None:
                    extra |= progressive_wagers(choose, self.plan.options)
                for tried in (wagers | extra, wagers):
                    if await self._ask(player, asked.Act(self._round, to_plain(PlaceWagers(tried)))):
                        break
        await self._get_ready()
        await self._clock.move(20_000)

    async def _get_ready(self) -> None:
        assert self.table.state.round is not None
        for seat, player in enumerate(self.players, start=1):
            who = self.table.state.seats[seat]
            if who.is_out:
                await self._ask(player, asked.SitIn())
            if self._choose.random() < 0.5:
                await self._commit(seat, player)
            if not self.table.state.seats[seat].is_ready:
                await self._ask(player, asked.Ready())

    async def _commit(self, seat: int, player: str) -> None:
        pair = self._choose.randbytes(32), f"seed {self._choose.random()}"
        made = seed_commitment(self.table.state.table, self._round, seat, player, *pair)
        if await self._ask(player, asked.CommitSeed(self._round, made)):
            self._seeds[player] = pair

    async def _reveal(self) -> None:
        """Most players reveal once the commitments are locked; some never do."""
        opened = self.table.state.round
        if opened is None or opened.phase != "revealing":
            return
        for player, (nonce, seed) in self._seeds.items():
            if self._choose.random() < 0.8:
                await self._ask(player, asked.RevealSeed(self._round, nonce.hex(), seed))
        self._seeds.clear()

    async def _rule(self, action: Any) -> None:
        await self._ask(self._inspector, asked.Rule(self._round, to_plain(action)))

    def _rulings(self) -> Sequence[Any]:
        state = self.table.state
        if self.plan.game != "criss-cross" or self._is_betting or state.play is None:
            return ()
        return *state.game.legal_actions(state.play.state, FLOOR_ACTOR), VoidRound("the lights went out")

    # ---- looking around

    async def _look(self) -> None:
        """Some of them ask for everything that can be asked for over HTTP."""
        table, door = self.table.state.table, self.door
        for audience in self._choose.sample(list(self._ears), 3):
            ear = self._ears[audience]
            for path in PATHS:
                if "{round_id}" not in path and path != FIGURES:
                    await door.get(audience, ear.player, path.format(table_id=table))
            await self._look_at_rounds(audience, ear)
        for path in ("/api/nothing", "/api/rounds/nowhere-1/record"):
            await door.get(EVERYBODY, None, path)
        await door.get(EVERYBODY, None, FIGURES, "figures")

    async def _look_at_rounds(self, audience: str, ear: Ear) -> None:
        number = self.table.state.rounds
        for name in (f"{self.table.state.table}-{round_}" for round_ in (number, number - 1) if round_ > 0):
            is_closed = self.house.store.round(name) is not None
            for path in PATHS:
                if "{round_id}" not in path:
                    continue
                before = len(self.outbox.sent)
                status = await self.door.get(audience, ear.player, path.format(round_id=name), "record")
                assert status == 200 or not is_closed, (path, status)
                self.outbox.sent[before:] = [_about(item, name) for item in self.outbox.sent[before:]]

    async def _come_back(self) -> None:
        """Let a player lose the connection and resume from any entry."""
        audience = self._choose.choice(list(self._ears))
        self.table.unwatch(self._ears[audience])
        after = self._choose.randrange(self.table.state.seq + 1)
        await self.table.resume(self._ears[audience], after)
        await self._rest()

    async def _ask_for_nonsense(self) -> None:
        """Things that are refused, on the socket and over HTTP, each of which says why."""
        player = self._choose.choice(self.players)
        table, name = self.table.state.table, f"{self.table.state.table}-{self.table.state.rounds + 5}"
        for request in (
            asked.Act(name, {"kind": "fold", "stage": "across"}),
            asked.Act(self._round, {"kind": "bet", "stage": "middle", "multiple": 9}),
            asked.Act(self._round, {"kind": "settle"}),
            asked.Act(self._round, {"kind": "shuffle", "deck": []}),
            asked.Act(self._round, {"kind": "place", "roll": 99, "square": "a1", "card": "Ah"}),
            asked.Rule(self._round, {"kind": "deal", "cards": None}),
            asked.CommitSeed(name, "ab" * 32),
            asked.CommitSeed(self._round, "mine"),
            asked.RevealSeed(self._round, "ab" * 32, "not mine"),
            asked.Sit(1),
        ):
            await self._ask(player, request)
        body = {"id": self._id(), "request": {"kind": "act", "round": name, "action": {"kind": "fold"}}}
        await self.door.ask(self._label(player), player, table, body)

    # ---- asking

    async def _ask(self, player: str, request: asked.Request) -> bool:
        """Whether it was accepted; a refusal is kept as the socket would send it."""
        identity = self._id()
        try:
            await self.house.ask(player, self.table.state.table, identity, request)
        except (Refused, IllegalAction, CrossfeltError) as refusal:
            self.outbox.refused(self._label(player), identity, refusal, str(to_plain(request)))
            return False
        return True

    def _label(self, player: str) -> str:
        return f"seat:{self.players.index(player) + 1}" if player in self.players else FLOOR

    @property
    def _inspector(self) -> str:
        result = self._ears[FLOOR].player
        assert result is not None
        return result

    @property
    def _is_betting(self) -> bool:
        play = self.table.state.play
        return self.plan.game == "criss-cross" and play is not None and play.state.stage == "betting"

    @property
    def _round(self) -> str:
        return self.table.state.round.id if self.table.state.round is not None else "nowhere-1"

    def _id(self) -> str:
        self._ids += 1
        return f"{self._ids:032x}"


def _about(item: Any, name: str) -> Any:
    return type(item)(item.audience, item.channel, item.seq, item.text, name)
