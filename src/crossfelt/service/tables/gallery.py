"""Those who watch one table, and what each of them is told."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from crossfelt.game import FLOOR_AUDIENCE, SPECTATOR, Audience, seat_audience
from crossfelt.service.clock import Clock, Timer
from crossfelt.service.tables.messages import (
    ClockInfo,
    CorrectionNotice,
    Happened,
    TableInfo,
    Update,
    table_info,
    view_of,
)
from crossfelt.service.tables.presence import Present
from crossfelt.service.tables.state import TableState

_ROOMY = 8
_SPREAD_MS = 10
"""A room with more seats than that gathers what happens for so long per further seat before it tells everybody."""


class Watcher(Protocol):
    """Somebody who watches a table: a connection, or a bot."""

    @property
    def player(self) -> str | None:
        """Who it is; None for somebody without a name."""

    @property
    def as_floor(self) -> bool:
        """Whether the floor's view is wanted; it is given to those who hold the role."""

    def tell(self, update: Update, /) -> None:
        """Takes an update; never waits."""

    def notify(self, notice: CorrectionNotice, /) -> None:
        """Takes a notice for this player alone; never waits."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How a table stands at one moment."""

    state: TableState
    head: bytes
    signature: str
    clocks: tuple[ClockInfo, ...]


class Gallery:
    """Watchers, each with the last entry that it was told of."""

    def __init__(
        self,
        standing: Callable[[], Standing],
        names: Callable[[Iterable[str]], Mapping[str, str]],
        clock: Clock,
    ) -> None:
        self._standing, self._names, self._clock = standing, names, clock
        self._watchers: dict[Watcher, int] = {}
        self._news: list[Happened] = []
        self._spreading: Timer | None = None

    def __len__(self) -> int:
        return len(self._watchers)

    def present(self) -> Present:
        """Everyone who is connected."""
        players = {watcher.player for watcher in self._watchers}
        return Present(frozenset(player for player in players if player is not None), None in players)

    def enter(self, watcher: Watcher, missed: tuple[Happened, ...], is_gap: bool) -> None:
        """Tells a newcomer where things stand, and the others that somebody is there."""
        standing = self._standing()
        self._watchers[watcher] = standing.state.seq
        watcher.tell(self._update(standing, self.info(), _audience(standing.state, watcher), missed, is_gap))
        self._tell_presence(watcher)

    def leave(self, watcher: Watcher) -> bool:
        """Forgets a watcher; False when there was none."""
        if self._watchers.pop(watcher, None) is None:
            return False
        self._tell_presence(watcher)
        return True

    def hear(self, news: Iterable[Happened]) -> None:
        """Remembers what happened until everybody is told."""
        self._news.extend(news)

    def tell(self, but: Watcher | None = None) -> None:
        """Tells everybody how things stand; in a large room, a little later and all at once."""
        wait_ms = max(0, len(self._standing().state.seats) - _ROOMY) * _SPREAD_MS
        if wait_ms == 0:
            self._spread(but)
        elif self._spreading is None:
            self._spreading = self._clock.later(wait_ms, self._spread)

    def notify(self, player: str, notice: CorrectionNotice) -> None:
        """Sends a notice to every connection of one player."""
        for watcher in list(self._watchers):
            if watcher.player == player:
                watcher.notify(notice)

    def stop(self) -> None:
        """Tells nobody anything more."""
        if self._spreading is not None:
            self._spreading.cancel()

    def info(self) -> TableInfo:
        """The table as everybody may see it."""
        state = self._standing().state
        names = self._names({who.player for who in state.seats.values()})
        return table_info(state, names, (watcher.player for watcher in self._watchers))

    def _tell_presence(self, but: Watcher) -> None:
        """Somebody has come or gone: where that is a player on a seat, the others are told."""
        if but.player is not None and self._standing().state.seat_of(but.player) is not None:
            self.tell(but)

    def _spread(self, but: Watcher | None = None) -> None:
        self._spreading = None
        news, self._news = tuple(self._news), []
        standing, info = self._standing(), self.info()
        updates: dict[tuple[Audience, int | None], Update] = {}
        for watcher, seen in list(self._watchers.items()):
            if watcher is but:
                continue
            audience = _audience(standing.state, watcher)
            told = tuple(item for item in news if item.seq > seen)
            if audience not in updates or updates[audience].happened != told:
                updates[audience] = self._update(standing, info, audience, told, False)
            self._watchers[watcher] = standing.state.seq
            watcher.tell(updates[audience])

    def _update(
        self,
        standing: Standing,
        info: TableInfo,
        audience: tuple[Audience, int | None],
        told: tuple[Happened, ...],
        is_gap: bool,
    ) -> Update:
        return Update(
            seq=standing.state.seq,
            head=standing.head.hex(),
            signature=standing.signature,
            you=audience[1],
            info=info,
            view=view_of(standing.state, audience[0]),
            happened=told,
            is_gap=is_gap,
            clocks=standing.clocks,
        )


def _audience(state: TableState, watcher: Watcher) -> tuple[Audience, int | None]:
    """What a watcher may see, and the seat that is theirs."""
    player = watcher.player
    seat = state.seat_of(player) if player is not None else None
    if seat is not None and (state.play is None or seat in state.play.seats):
        return seat_audience(seat), seat
    if watcher.as_floor and player in state.floor:
        return FLOOR_AUDIENCE, seat
    return SPECTATOR, seat
