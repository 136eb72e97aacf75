"""Players are sent the balances of their own wallets, in order, and nobody else's."""

from __future__ import annotations

import asyncio

from crossfelt.service.house import House
from crossfelt.service.tables.messages import Notice, Update
from crossfelt.service.tables.table import Table
from tests.support.service.houses import Person, live, open_table
from tests.support.service.live_rounds import FOLD, LiveRounds

ANTES = {"ante_across": 500, "ante_down": 500}
FULL = 100_000


class Listener(Person):
    """Records the kinds of messages in order."""

    def __init__(self, house: House, table: Table, player: str) -> None:
        super().__init__(house, table, player)
        self.kinds: list[str] = []
        self.is_paid = asyncio.Event()

    def tell(self, update: Update) -> None:
        super().tell(update)
        self.kinds.append(update.kind)

    def notify(self, notice: Notice) -> None:
        super().notify(notice)
        self.kinds.append(notice.kind)
        self.is_paid.set()


def test_each_player_is_sent_the_own_balance_only() -> None:
    async def story() -> None:
        scene = await open_table(2)
        ada, bob = scene.people
        watcher = Person(scene.house, scene.table, (await scene.house.players.create("Eve"))[0].id)
        scene.table.watch(watcher)
        await ada.act("place_wagers", wagers=ANTES)
        assert (ada.balances, bob.balances, watcher.balances) == ([FULL - 1_000], [], [])
        await ada.act("place_wagers", wagers={"ante_across": 700, "ante_down": 700})
        await bob.act("place_wagers", wagers=ANTES)
        assert (ada.balances[1:], bob.balances, watcher.balances) == ([FULL - 1_400], [FULL - 1_000], [])
        await ada.act("withdraw_wagers")
        assert ada.balances[-1] == scene.house.players.balance(ada.player) == FULL

    asyncio.run(story())


def test_the_balance_follows_the_update_that_says_why() -> None:
    async def story() -> None:
        scene = await open_table(1)
        listener = Listener(scene.house, scene.table, scene.people[0].player)
        scene.table.watch(listener)
        await scene.people[0].act("place_wagers", wagers=ANTES)
        assert listener.kinds == ["update", "update", "wallet"]

    asyncio.run(story())


def test_settlement_and_return_send_what_the_wallet_holds() -> None:
    async def story() -> None:
        rounds = LiveRounds({1: ANTES, 3: ANTES}, {1: (1, 1, 1), 3: (FOLD,)})
        await rounds.open(live(pace_ms=1))
        await rounds.to(0)
        await rounds.to_the_end()
        for person in (rounds.people[1], rounds.people[3]):
            assert person.balances[-1] == person.house.players.balance(person.player)
        back = Listener(rounds.house, rounds.table, rounds.people[1].player)
        await back.table.resume(back, None)
        await asyncio.wait_for(back.is_paid.wait(), 10)
        assert back.kinds == ["update", "wallet"]
        assert back.balances == rounds.people[1].balances[-1:]

    asyncio.run(story())
