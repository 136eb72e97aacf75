"""A table that closes hands its meters to the next one (reading P7)."""

from __future__ import annotations

import asyncio
from secrets import token_hex

import pytest

from crossfelt.errors import IllegalAction
from crossfelt.service.house import House
from crossfelt.service.refusals import Refused
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.table import Table
from crossfelt.service.tables.terms import TableTerms
from tests.support.service.houses import Person, StillClock, house_in_memory, live, table_of
from tests.support.service.reports import is_reconciled, table_report

RULES = """
rules = "maryland"
[choices.bonus_spin]
wheel = "b"
community = "a"
rate_ppm = {rate}
initial_cents = 100000
reset_cents = 100000
"""
WAGERS = {"ante_across": 500, "ante_down": 500, "bonus_spin": 100}


def terms(rate: int = 200_000, succeeds: str | None = None) -> TableTerms:
    return live(RULES.format(rate=rate), succeeds=succeeds)


async def played_and_closed(house: House, clock: StillClock) -> tuple[Table, Person]:
    """A table at which one round was played, so that its meter has grown, and which is closed."""
    table, (ann,) = await table_of(house, terms())
    await clock.move(0)
    await ann.act("place_wagers", wagers=WAGERS)
    await clock.move(24_000)
    await ann.act("fold", stage="across")
    await clock.move(2_000)
    await ann.ask(asked.Pause("break"))
    await clock.move(10_000)
    await ann.ask(asked.CloseTable("finished"))
    return table, ann


def test_the_next_table_goes_on_with_the_meters() -> None:
    async def story() -> None:
        clock = StillClock()
        house = await house_in_memory(clock)
        old, ann = await played_and_closed(house, clock)
        left = old.state.carried["bonus_spin"]
        account = f"meter:{old.state.table}:bonus_spin"
        held = house.store.balances(account)[account]
        assert int(left) == held > 100_000
        new = await house.open_table(ann.player, token_hex(16), terms(succeeds=old.state.table))
        assert new.state.carried == {"bonus_spin": left}
        mine = f"meter:{new.state.table}:bonus_spin"
        assert house.store.balances(mine)[mine] == held and not house.store.balances(account).get(account)
        person = Person(house, new, ann.player)
        new.watch(person)
        await person.ask(asked.Sit(1))
        await clock.move(0)
        assert person.view.meters == {"bonus_spin": left}
        for name in (old.state.table, new.state.table):
            result, _ = table_report(house, name)
            assert is_reconciled(result), name
        assert sum(house.store.balances().values()) == 0

    asyncio.run(story())


def test_nobody_takes_them_over_twice() -> None:
    async def story() -> None:
        clock = StillClock()
        house = await house_in_memory(clock)
        old, ann = await played_and_closed(house, clock)
        await house.open_table(ann.player, token_hex(16), terms(succeeds=old.state.table))
        with pytest.raises(Refused, match="another table has taken over its meters"):
            await house.open_table(ann.player, token_hex(16), terms(succeeds=old.state.table))

    asyncio.run(story())


def test_other_terms_wait_until_the_jackpot_is_won() -> None:
    async def story() -> None:
        clock = StillClock()
        house = await house_in_memory(clock)
        old, ann = await played_and_closed(house, clock)
        with pytest.raises(IllegalAction, match="until its jackpot is won"):
            await house.open_table(ann.player, token_hex(16), terms(100_000, old.state.table))
        fresh, (bob,) = await table_of(house, terms())
        await bob.ask(asked.CloseTable("finished"))
        # Nobody has played for this meter: it stands at its reset amount, so that its terms may change.
        table = await house.open_table(bob.player, token_hex(16), terms(100_000, fresh.state.table))
        assert table.state.carried == {}

    asyncio.run(story())


def test_only_a_closed_table_of_ones_own_is_succeeded() -> None:
    async def story() -> None:
        clock = StillClock()
        house = await house_in_memory(clock)
        old, ann = await played_and_closed(house, clock)
        other, (bob,) = await table_of(house, terms())
        for player, name, message in (
            (bob.player, old.state.table, "only the host"),
            (bob.player, other.state.table, "close it first"),
            (ann.player, "nowhere", "no such table"),
            (ann.player, f"player:{ann.player}", "no such table"),
        ):
            with pytest.raises(Refused, match=message):
                await house.open_table(player, token_hex(16), terms(succeeds=name))

    asyncio.run(story())
