"""Updates as text: whatever is kept from one to the next, each says what it says."""

from __future__ import annotations

import asyncio

from pydantic_core import to_json

from crossfelt.http.encoding import encoded
from crossfelt.service.house import House
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.messages import Update
from crossfelt.service.tables.table import Table
from crossfelt.service.tables.terms import TableTerms
from tests.support.service.houses import Person, StillClock, house_in_memory, live, table_of

ANTES = {"ante_across": 500, "ante_down": 500}


class Listener(Person):
    """Encodes each update as it arrives, interleaved with the other listeners at the table."""

    def __init__(self, house: House, table: Table, player: str) -> None:
        super().__init__(house, table, player)
        self.texts: list[str] = []

    def tell(self, update: Update) -> None:
        super().tell(update)
        self.texts.append(encoded(update))


async def stages_told(terms: TableTerms, *moves: asked.Request | dict[str, object]) -> set[str]:
    """Make these moves with two people while a spectator and the floor watch, and check every encoded update. Return
    the stages seen."""
    clock = StillClock()
    house = await house_in_memory(clock)
    table, people = await table_of(house, terms, 2)
    listeners = [Listener(house, table, person.player) for person in people]
    stranger = Listener(house, table, (await house.players.create("Somebody"))[0].id)
    floor = Listener(house, table, people[0].player)
    floor.as_floor = True
    for listener in (*listeners, stranger, floor):
        table.watch(listener)
    await clock.move(5_000)
    for move in moves:
        for listener in listeners:
            await listener.ask(asked.Act(listener.round, move) if isinstance(move, dict) else move)
        await clock.move(25_000)
    for listener in (*listeners, stranger, floor):
        assert listener.texts == [to_json(update).decode() for update in listener.updates]
    return {update.view.stage for update in listeners[0].updates if update.view is not None}


def test_an_update_of_a_round_is_the_same_as_encoded_in_one_piece() -> None:
    bets: list[dict[str, object]] = [
        {"kind": "bet", "stage": stage, "multiple": 1} for stage in ("across", "down", "middle")
    ]
    terms = live(table_kind="practice", decision_seconds=0)
    stages = asyncio.run(stages_told(terms, {"kind": "place_wagers", "wagers": ANTES}, *bets))
    assert {"betting", "across", "down", "middle", "settled"} <= stages


def test_an_update_of_a_match_is_the_same_as_encoded_in_one_piece() -> None:
    room = live(table_kind="practice", game="king-cross", rules="king-cross", seat_count=2, decision_seconds=10)
    # Nobody places, so the table does. The sheets fill while everyone watches.
    assert "placing" in asyncio.run(stages_told(room, asked.Ready()))
