"""The operator's report of one table: what was wagered, won and corrected, and whether log and ledger say the same.

Everything is counted from the log, page by page, and held against the balances of the ledger at the same entry. What a
table should have won needs the solved game, which a server never loads: the reader of the report adds that.
"""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from math import floor
from typing import Any

from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.report_tally import LogTally
from crossfelt.service.sealing import Sealer
from crossfelt.service.tables import accounts
from crossfelt.service.tables.accounts import PLAYER_LOGS
from crossfelt.service.tables.codec import first_state
from crossfelt.storage.port import Store

PAGE = 200
"""Entries that are read at a time. Between two pages a report can be cancelled, and other threads get a turn."""
PAUSE_SECONDS = 0.001
MOST_CACHED = 32
"""Tables whose sums are kept, so that the next report reads only what was added since."""
_MOST_TRIES = 50


@dataclass(frozen=True, slots=True)
class SpotReport:
    """The wagers on one spot that are settled and stand."""

    spot: str
    spot_kind: str
    wagers: int
    staked_cents: int
    returned_cents: int
    """Stakes given back."""
    won_cents: int
    """Paid on top of stakes, jackpots included."""
    cut_cents: int
    """The winnings cut by the aggregate limit."""
    win_cents: int
    """The players' losses on this spot: staked, less returned, less won."""


@dataclass(frozen=True, slots=True)
class MainGame:
    """The antes of the main game and their distribution, from which its expected win follows."""

    seat_rounds: int
    """Rounds of one seat: two seats in one round are two."""
    ante_cents: int
    """One ante of each of them, added up."""
    ante_squares: int
    """The squares of those antes, added up."""
    round_ante_squares: int
    """The squares of what the seats of each round anted together, added up."""
    win_cents: int
    """The players' losses on antes and bets."""
    cut_cents: int


@dataclass(frozen=True, slots=True)
class Jackpot:
    """A meter that was won."""

    round: str
    seat: int
    meter: str
    cents: int


@dataclass(frozen=True, slots=True)
class Correction:
    """Chips that the floor moved for a round that was over."""

    seq: int
    round: str
    by: str
    player: str
    cents: int
    """Positive to the player, negative from the player."""
    clause: str
    reason: str


@dataclass(frozen=True, slots=True)
class MeterReport:
    """One meter: by the log to the fraction of a cent, and by the ledger in whole cents."""

    meter: str
    account: str
    exact_cents: str
    initial_cents: int
    inherited_cents: int
    """Taken over from the table before."""
    handed_on_cents: int
    """Given to the table after this one."""
    grown_cents: int
    """Whole cents that wagers have added."""
    won_cents: int
    reset_cents: int
    """Put in again by the house after jackpots."""
    log_cents: int
    ledger_cents: int
    difference_cents: int
    """Ledger less log: 0, or something is wrong."""


@dataclass(frozen=True, slots=True)
class HouseReport:
    """The house's account: what the log says must be in it, and what the ledger holds."""

    account: str
    win_cents: int
    meters_cents: int
    """Put into meters: initial amounts, what wagers added and resets, less the jackpots that meters paid."""
    corrected_cents: int
    """Paid to players by corrections, less what was taken from them."""
    log_cents: int
    ledger_cents: int
    difference_cents: int
    """Ledger less log: 0, or something is wrong."""


@dataclass(frozen=True, slots=True)
class TableReport:
    """One table from its opening to one entry of its log. Amounts are cents of play money."""

    table: str
    title: str
    game: str
    rules: str
    rules_hash: str
    rules_document: dict[str, Any]
    """The resolved rules, to compute the expected win from."""
    table_kind: str
    is_closed: bool
    seq: int
    """The last entry that is counted."""
    rounds: int
    """Rounds that were played to their end."""
    voids: int
    open_cents: int
    """Wagers that lie in the escrow of a round that is not over."""
    handle_cents: int
    """All wagers that are settled and stand."""
    win_cents: int
    """The players' losses of them, jackpots counted as won."""
    antes_cents: int
    """Both antes of every seat and round, the other base by which a hold is given."""
    main: MainGame | None
    """None for a game without wagers."""
    spots: tuple[SpotReport, ...]
    jackpots: int
    jackpot_cents: int
    newest_jackpots: tuple[Jackpot, ...]
    corrections: int
    newest_corrections: tuple[Correction, ...]
    meters: tuple[MeterReport, ...]
    house: HouseReport


class ReportCancelled(Exception):
    """The client of a report has gone; what was counted so far is kept."""


class Reports:
    """Reports of the tables of one store. For one thread at a time."""

    def __init__(self, store: Store, sealer: Sealer, most_cached: int = MOST_CACHED) -> None:
        self._store, self._sealer, self._most_cached = store, sealer, most_cached
        self._cached: OrderedDict[str, _Counted] = OrderedDict()

    def report(
        self, table: str, is_cancelled: Callable[[], bool] = lambda: False
    ) -> tuple[TableReport, tuple[str, ...]]:
        """Return the report of a table, open or closed, and its floor managers.

        `ReportCancelled` when `is_cancelled` says so between two pages of the log.
        """
        counted = self._counted(table)
        seq, balances = _balances_at(self._store, table)
        while counted.seq < seq:
            if is_cancelled():
                raise ReportCancelled
            for entry in self._store.entries(table, counted.seq, min(counted.seq + PAGE, seq)):
                counted.tally.add(entry)
                counted.seq = entry.seq
            time.sleep(PAUSE_SECONDS)
        handed_on = _handed_on(self._store, counted.tally)
        return _reported(counted.tally, seq, balances, handed_on), counted.tally.floor

    def _counted(self, table: str) -> _Counted:
        """Return the tally of a table so far; empty at first."""
        counted = self._cached.pop(table, None)
        if counted is None:
            first = next(iter(self._store.entries(table, 0, 1)), None)
            if first is None or table.startswith(PLAYER_LOGS):
                raise Refused(RefusalCode.NO_SUCH_TABLE, "there is no such table")
            counted = _Counted(LogTally(first_state(first), self._sealer))
        self._cached[table] = counted
        while len(self._cached) > self._most_cached:
            self._cached.popitem(last=False)
        return counted


@dataclass(slots=True)
class _Counted:
    """The sums of a table up to one entry."""

    tally: LogTally
    seq: int = 0


def _balances_at(store: Store, table: str) -> tuple[int, dict[str, int]]:
    """Return the table's last entry and its accounts at that entry: nothing is written between two looks at the log."""
    for _ in range(_MOST_TRIES):
        seq, _ = store.head(table)
        balances = {
            **store.balances(accounts.house(table)),
            **store.balances(accounts.meter(table, "")),
            **store.balances(accounts.escrow(f"{table}-")),
        }
        if store.head(table)[0] == seq:
            return seq, balances
    raise Refused(RefusalCode.TOO_MANY, "the table is too busy for a report; try again")


def _handed_on(store: Store, tally: LogTally) -> dict[str, int]:
    """Meter -> whole cents that went to the table after this one: the last that can happen to a meter."""
    handed_on: dict[str, int] = {}
    for name in tally.takings.meters if tally.is_closed else ():
        newest = store.statement(accounts.meter(tally.opened.table, name), None, 1)
        handed_on[name] = sum(-line.cents for line in newest if line.cents < 0 and line.other.startswith("meter:"))
    return handed_on


def _reported(tally: LogTally, seq: int, balances: dict[str, int], handed_on: dict[str, int]) -> TableReport:
    opened, takings = tally.opened, tally.takings
    spots = tuple(
        SpotReport(
            spot=name,
            spot_kind=takings.kinds[name],
            wagers=sums.wagers,
            staked_cents=sums.staked,
            returned_cents=sums.returned,
            won_cents=sums.won,
            cut_cents=sums.cut,
            win_cents=sums.win,
        )
        for name, sums in takings.spots.items()
    )
    main = [spot for spot in spots if spot.spot_kind in ("ante", "main")]
    meters = tuple(_meter(tally, name, balances, handed_on.get(name, 0)) for name in takings.meters)
    win = sum(spot.win_cents for spot in spots)
    return TableReport(
        table=opened.table,
        title=opened.title,
        game=opened.game,
        rules=opened.rules,
        rules_hash=opened.rules_hash,
        rules_document=json.loads(opened.rules_document),
        table_kind=opened.table_kind,
        is_closed=tally.is_closed,
        seq=seq,
        rounds=tally.closed - takings.voids,
        voids=takings.voids,
        open_cents=sum(cents for name, cents in balances.items() if name.startswith(accounts.escrow(""))),
        handle_cents=sum(spot.staked_cents for spot in spots),
        win_cents=win,
        antes_cents=sum(spot.staked_cents for spot in spots if spot.spot_kind == "ante"),
        main=MainGame(
            seat_rounds=takings.seat_rounds,
            ante_cents=takings.antes,
            ante_squares=takings.ante_squares,
            round_ante_squares=takings.round_ante_squares,
            win_cents=sum(spot.win_cents for spot in main),
            cut_cents=sum(spot.cut_cents for spot in main),
        )
        if takings.kinds
        else None,
        spots=spots,
        jackpots=tally.jackpots,
        jackpot_cents=sum(meter.won_cents for meter in meters),
        newest_jackpots=tuple(Jackpot(*jackpot) for jackpot in tally.newest_jackpots),
        corrections=tally.corrections,
        newest_corrections=tuple(
            Correction(number, event.round, event.by, event.player, event.cents, event.clause, event.reason)
            for number, event in tally.newest_corrections
        ),
        meters=meters,
        house=_house(tally, win, meters, balances),
    )


def _meter(tally: LogTally, name: str, balances: dict[str, int], handed_on: int) -> MeterReport:
    sums, account = tally.takings.meters[name], accounts.meter(tally.opened.table, name)
    ledger, log = balances.get(account, 0), floor(sums.exact) - handed_on
    return MeterReport(
        meter=name,
        account=account,
        exact_cents=str(sums.exact),
        initial_cents=sums.initial,
        inherited_cents=sums.inherited,
        handed_on_cents=handed_on,
        grown_cents=sums.grown,
        won_cents=sums.won,
        reset_cents=sums.reset,
        log_cents=log,
        ledger_cents=ledger,
        difference_cents=ledger - log,
    )


def _house(tally: LogTally, win: int, meters: tuple[MeterReport, ...], balances: dict[str, int]) -> HouseReport:
    """Check that the players' losses are with the house or in its meters, except for corrections."""
    account = accounts.house(tally.opened.table)
    in_meters = sum(meter.initial_cents + meter.grown_cents + meter.reset_cents - meter.won_cents for meter in meters)
    ledger, log = balances.get(account, 0), win - in_meters - tally.corrected
    return HouseReport(
        account=account,
        win_cents=win,
        meters_cents=in_meters,
        corrected_cents=tally.corrected,
        log_cents=log,
        ledger_cents=ledger,
        difference_cents=ledger - log,
    )
