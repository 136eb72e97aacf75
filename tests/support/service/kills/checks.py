"""Checks of a database file whose server was killed, and of the server restarted on it."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from pydantic_core import to_json
from sqlalchemy import text

from crossfelt.game import seat_audience
from crossfelt.service.sealing import KeySealer
from crossfelt.service.tables.accounts import escrow
from crossfelt.service.tables.codec import first_state, next_state
from crossfelt.service.tables.messages import table_info
from crossfelt.service.tables.state import TableState
from crossfelt.storage.opener import open_reader
from crossfelt.storage.port import Broken, Entry, Whole, may_be_negative
from crossfelt.storage.queries import Reader
from tests.support.service.kills.players import Player
from tests.support.service.running.servers import KEY

SAME = ("round", "due", "may_act", "paused", "out_of_service", "is_closed", "floor")
"""The parts of the table's state that don't depend on who is connected."""


def file_faults(database: Path | str, players: Iterable[Player]) -> list[str]:
    """Everything that is wrong with a database at rest and with what players were told of it; empty when all is
    well."""
    reader = open_reader(str(database), KEY)
    try:
        result = reader.verified()
        faults = [] if isinstance(result, Whole) else [f"the log does not hold: {result}"]
        if isinstance(result, Broken) and result.table:
            return faults  # What is broken there cannot be folded.
        faults += _chip_faults(reader)
        faults += _action_faults(reader, players)
        by_table = defaultdict(list)
        for player in players:
            by_table[player.table].append(player)
            faults += [str(fault) for fault in map(reader.check_receipt, player.acknowledged.values()) if fault]
            faults += player.faults
        for table, watching in by_table.items():
            faults += _shown_faults(reader, table, watching)
        return faults
    finally:
        reader.close()


def _chip_faults(reader: Reader) -> Iterator[str]:
    balances = reader.balances()
    if sum(balances.values()) != 0:
        yield f"chips were lost or made: the accounts come to {sum(balances.values())}"
    yield from (f"{name} holds {cents}" for name, cents in balances.items() if cents < 0 and not may_be_negative(name))
    staked: dict[str, int] = {}
    for table in reader.tables():
        if not table.startswith("player:"):
            *_, (state, _) = states(reader, table)
            if state.is_playing and state.play is not None:
                # A round that waits for a spin has settled some of its wagers.
                settled = sum(wager.staked for wager in getattr(state.play.state, "settled_wagers", ()))
                stakes = sum(stake.staked_cents for stake in state.play.stakes.values())
                staked[escrow(state.play.round)] = stakes - settled
    held = {name: cents for name, cents in balances.items() if name.startswith("escrow:")}
    if held != {name: cents for name, cents in staked.items() if cents}:
        yield f"held are {held}, and the rounds that are open have at stake {staked}"


def _action_faults(reader: Reader, players: Iterable[Player]) -> Iterator[str]:
    """Check that every entry belongs to exactly one action and that every acknowledged action matches its receipt."""
    with reader.reading() as connection:
        rows = connection.execute(text("SELECT account, action_id, table_name, first_seq, last_seq, head FROM actions"))
        actions = {(account, action): rest for account, action, *rest in rows}
        counted = connection.execute(text("SELECT table_name, max(seq) FROM entries GROUP BY table_name"))
        lengths = {row[0]: row[1] for row in counted}
    written: dict[str, list[int]] = defaultdict(list)
    for table, first, last, _ in actions.values():
        written[table] += range(first, last + 1)
    for table, length in lengths.items():
        if sorted(written[table]) != list(range(1, length + 1)):
            yield f"{table}: an entry belongs to no action, or to two"
    for player in players:
        for identity, receipt in player.acknowledged.items():
            expected = [receipt.table, receipt.first_seq, receipt.last_seq, receipt.head]
            logged = actions.get((player.guest.player, identity))
            if logged != expected:
                yield f"{identity} was acknowledged with {receipt}, and the log has {logged}"


def _shown_faults(reader: Reader, table: str, watching: list[Player]) -> Iterator[str]:
    """Whatever a player was shown is what a clean fold of the log shows at that entry, before a kill and after it."""
    shown: dict[int, list[tuple[Player, dict[str, Any]]]] = defaultdict(list)
    for player in watching:
        for update in player.shown:
            shown[update["seq"]].append((player, update))
    for state, entry in states(reader, table):
        info: dict[str, Any] = {}
        for player, update in shown.pop(entry.seq, ()):
            info = info or _plain(table_info(state, {}, ()))
            contest = state.play
            view = _plain(contest and state.game.view(contest.state, seat_audience(player.seat)))
            same = [name for name in SAME if info[name] != update["info"][name]]
            if update["head"] != entry.hash.hex() or update["view"] != view or same:
                yield f"{table} entry {entry.seq}: seat {player.seat} was shown another state than the log has ({same})"
    if shown:
        yield f"{table}: entries {sorted(shown)} were shown and are not in the log"


def states(reader: Reader, table: str) -> Iterator[tuple[TableState, Entry]]:
    """The state of a table after each of its entries, folded from the log alone."""
    sealer = KeySealer(KEY)
    state = None
    for entry in reader.entries(table):
        state = first_state(entry) if state is None else next_state(state, entry, sealer)
        yield state, entry


def _plain(value: Any) -> Any:
    return json.loads(to_json(value))


def mistakes(log: Path) -> list[str]:
    """The lines of a server's log that tell of a mistake of ours."""
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines() if line.startswith("{")]
    return [line["says"] for line in lines if line["level"] in ("error", "critical")]
