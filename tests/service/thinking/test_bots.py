"""Strong bots at real tables: their policies think in a worker, and the table hears of it as of any player."""

from __future__ import annotations

import asyncio
import logging

import pytest

from crossfelt.chance import SeededChance
from crossfelt.game import seat_audience
from crossfelt.kingcross.match import open_match
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.rules import MatchRules
from crossfelt.kingmind.policies import LEVELS
from crossfelt.plain import to_plain
from crossfelt.service.house import House
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.terms import TableTerms
from crossfelt.service.thinking import SeatThoughts, Thinker
from crossfelt.service.thinking.bots import STRONG_POLICIES
from crossfelt.service.thinking.seats import CRISS_CROSS_POLICIES
from tests.service.houses import StillClock, house_in_memory, live, table_of


async def moved(clock: StillClock, thinker: Thinker) -> None:
    """Lets a moment pass at the table, and then waits for whatever is thought about."""
    await clock.move(100)
    while thinker.thinking() or any(thinker.waiting().values()):
        await asyncio.sleep(0.01)


async def opened(clock: StillClock, thinker: Thinker) -> House:
    return await house_in_memory(clock, thoughts=SeatThoughts(thinker))


def test_strong_bots_play_rounds_of_criss_cross(caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        clock = StillClock()
        async with Thinker() as thinker:
            house = await opened(clock, thinker)
            table, (ann,) = await table_of(house, live("cardroom", pace_ms=0))
            await ann.ask(asked.Leave())
            for seat, policy in enumerate(("optimal", "card", "always-1x", "optimal"), start=1):
                await ann.ask(asked.AddBot(seat, policy))
            while table.rounds_played < 3:
                await moved(clock, thinker)
            assert sum(house.store.balances().values()) == 0
            await house.stop()

    with caplog.at_level(logging.INFO, "crossfelt.bots"):
        asyncio.run(asyncio.wait_for(story(), 300))
    assert caplog.messages == []


def test_strong_bots_play_a_match_of_king_cross(caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        clock = StillClock()
        async with Thinker() as thinker:
            house = await opened(clock, thinker)
            terms = TableTerms(
                "Kings", "king-cross", "practice", "king-cross", {"mode": "communal"}, seat_count=3, pace_ms=0
            )
            table, (ann,) = await table_of(house, terms)
            for seat, policy in ((2, "expert"), (3, "steady")):
                await ann.ask(asked.AddBot(seat, policy))
            await moved(clock, thinker)
            await ann.ask(asked.Ready())
            await moved(clock, thinker)
            while ann.view.stage != "finished":
                await moved(clock, thinker)
                if ann.view.options:
                    option, [own] = ann.view.options[0], [sheet for sheet in ann.view.seats if sheet.seat == 1]
                    await ann.act("place", roll=len(own.rolls), square=option.square, card=option.card)
            assert table.state.play is not None
            scores = table.state.game.view(table.state.play.state, seat_audience(1)).scores
            placed, expert, steady = (score.total for score in scores)
            assert placed < min(expert, steady), "who takes the first square is no match for them"
            await house.stop()

    with caplog.at_level(logging.INFO, "crossfelt.bots"):
        asyncio.run(asyncio.wait_for(story(), 300))
    assert caplog.messages == []


def test_a_bot_comes_back_where_too_many_wait() -> None:
    async def story() -> None:
        match = open_match(MatchRules(load_score_card(), "communal", True), range(1, 7))
        match.advance(SeededChance(7))
        async with Thinker(most_waiting=1) as thinker:
            thoughts, rules = SeatThoughts(thinker), match.rules.document
            found = await asyncio.gather(
                *(
                    thoughts.action(
                        f"bot {seat}", "king-cross", rules, "expert", to_plain(match.view(seat_audience(seat)))
                    )
                    for seat in match.seats
                )
            )
        assert [action["kind"] for action in found] == ["place"] * 6

    asyncio.run(asyncio.wait_for(story(), 300))


def test_the_strong_policies_are_those_that_workers_know() -> None:
    assert set(STRONG_POLICIES["criss-cross"]) <= set(CRISS_CROSS_POLICIES)
    assert set(STRONG_POLICIES["king-cross"]) == set(LEVELS) - {"random", "greedy"}
