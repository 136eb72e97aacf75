"""Who is connected to a table, and what the table does about absence and pauses: a pure function of both."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from crossfelt.service.tables.alarms import Alarm, alarms
from crossfelt.service.tables.events import Clocks
from crossfelt.service.tables.state import Play, TableState
from crossfelt.service.tables.times import DESERTED_MS, GRACE_MS, LEAST_PAUSED_MS, MINUTE_MS, MOST_PAUSED_MS

PAUSED_TOO_LONG = f"The table was paused for {MOST_PAUSED_MS // MINUTE_MS} minutes during the round."
DESERTED = "No player of the round was connected."
_BEGINNINGS = ("commit", "open")


@dataclass(frozen=True, slots=True)
class Present:
    """Everyone connected to a table."""

    players: frozenset[str] = frozenset()
    has_unnamed: bool = False
    """Whether a spectator without an account is connected."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a table waits for people."""

    absent_ms: int
    empty_ms: int


def has_people(state: TableState, present: Present) -> bool:
    """Whether anyone but bots sits at the table or watches it."""
    bots = _bots(state)
    return len(bots) < len(state.seats) or present.has_unnamed or not present.players <= bots


def absence_of(player: str) -> tuple[str, int]:
    """The key of the alarm that removes an absent player."""
    return f"absent:{player}", 0


def attended_alarms(state: TableState, present: Present, patience: Patience) -> Iterator[Alarm]:
    """Everything that a table would do now with these people present, each with its own clock."""
    # Bots among themselves would play forever: no round is opened for them alone.
    is_resting = not has_people(state, present)
    yield from (alarm for alarm in alarms(state) if not (is_resting and alarm.deed in _BEGINNINGS))
    yield from presence_alarms(state, present, patience)


def presence_alarms(state: TableState, present: Present, patience: Patience) -> Iterator[Alarm]:
    """The alarms for absent players, deserted rounds and long pauses."""
    if state.is_closed:
        return
    for seat, who in state.seats.items():
        if who.bot is None and not who.is_leaving and who.player not in present.players:
            yield Alarm(absence_of(who.player), patience.absent_ms, "remove", seat)
    if state.is_contested and state.play is not None:
        yield from _ends(state, state.play, present)
    elif not has_people(state, present):
        yield Alarm(("empty", 0), patience.empty_ms, "close")


def _ends(state: TableState, play: Play, present: Present) -> Iterator[Alarm]:
    """The alarms that end a round when neither its players nor its clocks move it on."""
    if state.paused is not None:
        key = "pause", state.rounds
        yield Alarm(key, MOST_PAUSED_MS, "void", reason=PAUSED_TOO_LONG, least_used_ms=LEAST_PAUSED_MS)
        return
    in_it = {who.player for seat, who in state.seats.items() if seat in (play.stakes or play.seats)}
    if in_it.isdisjoint(present.players - _bots(state)):
        clocks = state.opened.clocks
        if _has_clocks(clocks):
            slowest = max(clocks.decision_ms, clocks.betting_ms, clocks.seeds_ms, clocks.pause_ms)
            yield Alarm(("stalled", play.steps), slowest + GRACE_MS, "void", reason=DESERTED)
        else:
            yield Alarm(("deserted", state.rounds), DESERTED_MS, "void", reason=DESERTED)


def _bots(state: TableState) -> set[str]:
    return {who.player for who in state.seats.values() if who.bot is not None}


def _has_clocks(clocks: Clocks) -> bool:
    return bool(clocks.decision_ms and clocks.betting_ms)
