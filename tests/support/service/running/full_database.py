"""A database with many rounds in it, made as quickly as possible: the disk is not waited for."""

from __future__ import annotations

from pathlib import Path
from secrets import token_hex

from crossfelt.service.house import House
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.lobby import MOST_TABLES_OF_ONE
from crossfelt.service.tables.table import Table
from crossfelt.service.tables.terms import TableTerms
from crossfelt.storage.port import RoundRow
from crossfelt.storage.sqlite import SqliteStore
from tests.support.service.houses import Person, StillClock
from tests.support.service.running.servers import KEY

TABLES = 4
SEATS = 3
ANTES = {"ante_across": 500, "ante_down": 500}
TERMS = TableTerms("A table", "criss-cross", "live", "maryland", seat_count=SEATS, pace_ms=0)
STAGES = ("across", "down", "middle")
RULES = ("maryland", "king-cross", "cardroom", "massachusetts")


async def fill(path: Path, rounds: int, since_mark: int) -> int:
    """Play `rounds` rounds at several tables, the last ones after the last mark, and leave a round open at each
    table. Return the number of entries in the log."""
    store, clock = SqliteStore(path, KEY, synchronous="OFF"), StillClock()
    house = House(store, KEY, clock=clock)
    await house.start()
    tables = [await _table(house) for _ in range(TABLES)]
    for number in range(rounds // TABLES):
        if number == (rounds - since_mark) // TABLES:
            store.mark_verified().result()
        for table, people in tables:
            await _round(clock, table, people)
    for _, people in tables:
        await _bet(clock, people)
    house.lobby.stop()
    entries = sum(store.head(name)[0] for name in store.tables())
    # Dropped without a stop, as by a kill: the last entries get no mark.
    store.close()
    return entries


async def fill_tables(path: Path, tables: int) -> None:
    """Open `tables` tables across all rule books, with a player at each and a wager at every other Criss Cross table,
    and close as many others."""
    store, clock = SqliteStore(path, KEY, synchronous="OFF"), StillClock()
    house = House(store, KEY, clock=clock)
    await house.start()
    for number in range(2 * tables):
        if number % MOST_TABLES_OF_ONE == 0:
            host = (await house.players.create("Host"))[0].id
        rules = RULES[number // 2 % len(RULES)]
        game = "king-cross" if rules == "king-cross" else "criss-cross"
        terms = TableTerms("A table", game, "live", rules, seat_count=SEATS)
        person = Person(house, await house.open_table(host, token_hex(16), terms), host)
        if number % 2:
            await person.ask(asked.CloseTable("finished"))
            continue
        person.table.watch(person)
        await person.ask(asked.Sit(1))
        if game == "criss-cross" and number % 4 == 0:
            while not person.updates[-1].info.may_act:
                await clock.move(0)
            await person.act("place_wagers", wagers=ANTES)
    store.mark_verified().result()
    house.lobby.stop()
    store.close()


async def _table(house: House) -> tuple[Table, list[Person]]:
    players = [(await house.players.create(f"Player {number}"))[0].id for number in range(SEATS)]
    table = await house.open_table(players[0], token_hex(16), TERMS)
    people = [Person(house, table, player) for player in players]
    for seat, person in enumerate(people, start=1):
        await person.ask(asked.Sit(seat))
        table.watch(person)
    return table, people


def _last_round(table: Table) -> list[RoundRow]:
    return table._ports.store.rounds_at(table.state.table, limit=1)


async def _round(clock: StillClock, table: Table, people: list[Person]) -> None:
    last = _last_round(table)
    await _bet(clock, people)
    for stage in STAGES:
        while (seat := people[0].view.to_act) is not None and people[0].view.stage == stage:
            await people[seat - 1].act("bet", stage=stage, multiple=1)
    while _last_round(table) == last:
        await clock.move(1)
    for person in people:
        person.updates[:-1] = []
        if person.house.players.balance(person.player) < 10_000:
            await person.house.players.refill(person.player, token_hex(16))


async def _bet(clock: StillClock, people: list[Person]) -> None:
    # The writer is a thread of its own: it finishes its work some turns of the event loop later.
    while not people[0].updates[-1].info.may_act:
        await clock.move(1)
    for person in people:
        await person.act("place_wagers", wagers=ANTES)
        await person.ask(asked.Ready())
    while people[0].view.stage != STAGES[0]:
        await clock.move(1)
