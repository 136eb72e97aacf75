"""Strong bots at real tables: their policies think in a worker, and the table hears of it as of any player."""

from __future__ import annotations

import asyncio
import logging
from typing import Any

import pytest

from crossfelt.chance import SeededChance
from crossfelt.game import seat_audience
from crossfelt.kingcross.match import open_match
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.rules import MatchRules
from crossfelt.schema import to_plain
from crossfelt.service.house import House
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.terms import TableTerms
from crossfelt.service.workers import Question, SeatAnswers, WorkerPool
from tests.support.service.houses import StillClock, house_in_memory, live, rounds_played, table_of
from tests.support.service.worker_pools import busy_lanes, waiting_jobs


async def moved(clock: StillClock, workers: WorkerPool) -> None:
    """Lets a moment pass at the table, and then waits for whatever is thought about."""
    await clock.move(100)
    while busy_lanes(workers) or any(waiting_jobs(workers).values()):
        await asyncio.sleep(0.01)


async def opened(clock: StillClock, workers: WorkerPool) -> House:
    return await house_in_memory(clock, bot_answers=SeatAnswers(workers))


def test_strong_bots_play_rounds_of_criss_cross(caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        clock = StillClock()
        async with WorkerPool() as workers:
            house = await opened(clock, workers)
            table, (ann,) = await table_of(house, live("cardroom", pace_ms=0))
            await ann.ask(asked.Leave())
            for seat, policy in enumerate(("optimal", "card", "always-1x", "optimal"), start=1):
                await ann.ask(asked.AddBot(seat, policy))
            while rounds_played(table) < 3:
                await moved(clock, workers)
            assert sum(house.store.balances().values()) == 0
            await house.stop()

    with caplog.at_level(logging.INFO, "crossfelt.bots"):
        asyncio.run(asyncio.wait_for(story(), 300))
    assert caplog.messages == []


def test_strong_bots_play_a_match_of_king_cross(caplog: pytest.LogCaptureFixture) -> None:
    async def story() -> None:
        clock = StillClock()
        async with WorkerPool() as workers:
            house = await opened(clock, workers)
            terms = TableTerms(
                "Kings", "king-cross", "practice", "king-cross", {"mode": "communal"}, seat_count=3, pace_ms=0
            )
            table, (ann,) = await table_of(house, terms)
            for seat, policy in ((2, "expert"), (3, "steady")):
                await ann.ask(asked.AddBot(seat, policy))
            await moved(clock, workers)
            await ann.ask(asked.Ready())
            await moved(clock, workers)
            while ann.view.stage != "finished":
                await moved(clock, workers)
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


class Questions(WorkerPool):
    """Keeps what it is asked, and answers nothing."""

    def __init__(self) -> None:
        self.seeds: list[int] = []

    async def ask(self, client: str, question: Question) -> dict[str, Any]:
        self.seeds.append(question.body["seed"])
        return {}


def test_each_question_of_a_bot_has_its_own_seed() -> None:
    """A novice that always drew by the same seed would never look away."""
    pool = Questions()
    for _ in range(3):
        asyncio.run(SeatAnswers(pool).action("bot", "king-cross", {}, "novice", {}))
    assert len(set(pool.seeds)) == 3


def test_a_bot_comes_back_where_too_many_wait() -> None:
    async def story() -> None:
        match = open_match(MatchRules(load_score_card(), "communal", True), range(1, 7))
        match.advance(SeededChance(7))
        async with WorkerPool(most_waiting=1) as workers:
            bot_answers, rules = SeatAnswers(workers), match.rules.document
            result = await asyncio.gather(
                *(
                    bot_answers.action(
                        f"bot {seat}", "king-cross", rules, "expert", to_plain(match.view(seat_audience(seat)))
                    )
                    for seat in match.seats
                )
            )
        assert [action["kind"] for action in result] == ["place"] * 6

    asyncio.run(asyncio.wait_for(story(), 300))
