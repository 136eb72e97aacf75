"""The operator's report: counted from the log, held against the ledger."""

from __future__ import annotations

import asyncio
import hashlib
from typing import Any

import pytest

from crossfelt.ledger import Posting
from crossfelt.service import report as report_module
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.report import PAGE, ReportCancelled, Reports, TableReport
from crossfelt.service.tables import requests as asked
from crossfelt.service.tables.accounts import house as house_account
from crossfelt.service.tables.accounts import meter as meter_account
from crossfelt.service.tables.terms import TableTerms
from crossfelt.storage.port import Batch, NewEntry
from tests.support.rules.submissions import JACKPOT_SPIN, submission
from tests.support.service.houses import StillClock, house_in_memory, live, table_of
from tests.support.service.live_rounds import FOLD, LiveRounds
from tests.support.service.reports import is_reconciled, table_report

ANTES = {"ante_across": 500, "ante_down": 500}
WAGERS = {
    1: {**ANTES, "five_card_bonus": 500, "bonus_spin": 500, "bonus_spin_xtreme": 200},
    3: {"ante_across": 1000, "ante_down": 1000, "bonus_spin": 500},
    5: {**ANTES, "bonus_spin": 100, "bonus_spin_xtreme": 500},
}
WHEELS = submission(
    JACKPOT_SPIN,
    """
[choices.xtreme]
wheel_2 = "d"
wheel_5 = "g"
rate_ppm = 150000
meters.d = { initial_cents = 500000, reset_cents = 100000 }
meters.g = { initial_cents = 500000, reset_cents = 100000 }
event = "hole_pair"
""",
)


async def opened(rules: str = WHEELS) -> LiveRounds:
    rounds = LiveRounds(WAGERS, {1: (3, 2, 1), 3: (FOLD,), 5: (1, FOLD)})
    await rounds.open(live(rules, pace_ms=1))
    return rounds


def reported(rounds: LiveRounds) -> TableReport:
    return table_report(rounds.house, rounds.table.state.table)[0]


def test_a_report_reconciles_at_any_moment() -> None:
    async def story() -> None:
        rounds = await opened()
        report = reported(rounds)
        assert (report.rounds, report.handle_cents, report.house.win_cents) == (0, 0, 0)
        assert is_reconciled(report) and report.house.ledger_cents == -sum(m.initial_cents for m in report.meters)
        part_settled = 0
        for number in range(40):
            await rounds.to(0)
            while not rounds.state.is_finished:
                if number % 20 == 0 or rounds.state.settled_wagers:
                    report = reported(rounds)
                    assert is_reconciled(report), report
                    part_settled += bool(report.open_cents) and bool(rounds.state.settled_wagers)
                await rounds.go_on()
        report = reported(rounds)
        assert part_settled > 0, "some of these looks were at a round that was settled in part"
        assert (report.rounds, report.voids) == (40, 0)
        assert report.jackpots == len(report.newest_jackpots) > 0
        assert report.jackpot_cents == sum(jackpot.cents for jackpot in report.newest_jackpots)
        assert report.seq > PAGE, "the log is longer than a page"
        lost = -sum(balance - 100_000 for balance in wallets(rounds)) + refilled(rounds)
        assert report.win_cents == lost == sum(spot.win_cents for spot in report.spots)
        assert report.main is not None
        assert report.main.seat_rounds == 3 * 40
        assert report.main.ante_cents == 40 * (500 + 1000 + 500)
        assert report.main.ante_squares == 40 * (500**2 + 1000**2 + 500**2)
        assert report.main.round_ante_squares == 40 * 2000**2
        assert report.antes_cents == 2 * report.main.ante_cents

    asyncio.run(story())


def wallets(rounds: LiveRounds) -> list[int]:
    return [rounds.house.players.balance(person.player) for person in rounds.people.values()]


def refilled(rounds: LiveRounds) -> int:
    """Return the cents that free refills added to the wallets."""
    return sum(
        line.cents
        for person in rounds.people.values()
        for line in rounds.house.store.statement(f"wallet:{person.player}", None, 10_000)
        if line.other == "mint"
    ) - 100_000 * len(rounds.people)


def test_what_is_void_counts_as_void_and_as_nothing_else() -> None:
    async def story() -> None:
        rounds = await opened()
        await rounds.to(0)
        await rounds.to_the_end()
        before = reported(rounds)
        last = 9
        for moment in range(last + 1):
            await rounds.to(moment)
            await rounds.floor.ask(asked.Rule(rounds.name, {"kind": "void_round", "reason": "server_fault"}))
        after = reported(rounds)
        assert (after.rounds, after.voids) == (1, last + 1)
        assert after.spots == before.spots and after.meters == before.meters and after.main == before.main
        assert after.house == before.house and is_reconciled(after)

    asyncio.run(story())


def test_corrections_are_counted_and_reconciled() -> None:
    async def story() -> None:
        rounds = await opened()
        await rounds.to(0)
        await rounds.to_the_end()
        for cents in (1_250, -300):
            await rounds.floor.ask(asked.Correct(rounds.name, 1, cents, "R17", "wrong_payout"))
        report = reported(rounds)
        assert (report.corrections, report.house.corrected_cents) == (2, 950)
        newest = report.newest_corrections[-1]
        assert (newest.cents, newest.round, newest.by) == (-300, rounds.name, rounds.floor.player)
        assert is_reconciled(report)

    asyncio.run(story())


@pytest.mark.parametrize("is_meter", [False, True])
def test_a_chip_that_the_log_does_not_explain_is_found(is_meter: bool) -> None:
    async def story() -> None:
        rounds = await opened()
        table = rounds.table.state.table
        own, mint = house_account(table), "mint"
        if is_meter:
            own = meter_account(table, "bonus_spin")
        seq, _ = rounds.house.store.head(table)
        body = b'{"by":"nobody","round":null,"says":"a chip fell"}'
        note = NewEntry("incident_noted", body, postings=(Posting(own, mint, 7),))
        planted = Batch(table, seq, "system", "planted", hashlib.sha256(b"").digest(), 0, (note,))
        rounds.house.store.append(planted).result()
        report = reported(rounds)
        assert not is_reconciled(report)
        result = [meter.difference_cents for meter in report.meters] + [report.house.difference_cents]
        assert sorted(result) == [-7, *[0] * (len(result) - 1)]

    asyncio.run(story())


def test_a_king_cross_room_has_rounds_and_no_wagers() -> None:
    async def story() -> None:
        clock = StillClock()
        house = await house_in_memory(clock)
        terms = TableTerms("Kings", "king-cross", "practice", "king-cross", {}, seat_count=1, pace_ms=0)
        table, (ann,) = await table_of(house, terms)
        await clock.move(0)
        await ann.ask(asked.Ready())
        await clock.move(0)
        while ann.view.stage != "finished":
            option = ann.view.options[0]
            [own] = ann.view.seats
            await ann.act("place", roll=len(own.rolls), square=option.square, card=option.card)
            await clock.move(1)
        report, floor = table_report(house, table.state.table)
        assert (report.rounds, report.spots, report.main, report.meters) == (1, (), None, ())
        assert is_reconciled(report) and floor == (ann.player,)

    asyncio.run(story())


def test_there_is_no_report_of_what_is_no_table() -> None:
    async def story() -> None:
        house = await house_in_memory(StillClock())
        player = (await house.players.create("Ann"))[0].id
        for name in ("nowhere", f"player:{player}"):
            with pytest.raises(Refused) as caught:
                table_report(house, name)
            assert caught.value.code is RefusalCode.NO_SUCH_TABLE

    asyncio.run(story())


def test_second_report_reads_what_was_added_and_a_cancelled_one_keeps_what_it_counted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def story() -> None:
        monkeypatch.setattr(report_module, "PAGE", 20)
        rounds = await opened()
        for _ in range(3):
            await rounds.to(1)
            await rounds.to_the_end()
        store, table = rounds.house.store, rounds.table.state.table
        reads: list[tuple[int, int | None]] = []
        real = store.entries

        def counted(name: str, after: int = 0, upto: int | None = None) -> Any:
            reads.append((after, upto))
            return real(name, after, upto)

        monkeypatch.setattr(store, "entries", counted)
        reports = Reports(store, rounds.house.sealer)
        turns = iter([False, False, True])
        with pytest.raises(ReportCancelled):
            reports.report(table, lambda: next(turns))
        assert reads == [(0, 1), (0, 20), (20, 40)], "page by page, until it is cancelled"
        whole = table_report(rounds.house, table)
        reads.clear()
        assert reports.report(table) == whole
        assert reads[0] == (40, 60), "it continues where the cancelled one ended"
        reads.clear()
        assert reports.report(table) == whole and reads == []
        await rounds.to(1)
        await rounds.to_the_end()
        assert reports.report(table) == table_report(rounds.house, table)

    asyncio.run(story())
