"""The watchers of one table, and the messages for each of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from typing import Protocol

from crossfelt.game import FLOOR_AUDIENCE, SPECTATOR, Audience, seat_audience
from crossfelt.service.clock import Clock, Timer
from crossfelt.service.tables.messages import (
    ClockInfo,
    Happened,
    Notice,
    TableInfo,
    Update,
    table_info,
)
from crossfelt.service.tables.presence import Present
from crossfelt.service.tables.state import TableState
from crossfelt.storage.peers import Connected

_ROOMY = 8
_SPREAD_MS = 10
"""A room with more seats than that collects events for this long per further seat before it sends them."""


class Watcher(Protocol):
    """A watcher of a table: a connection, or a bot."""

    @property
    def player(self) -> str | None:
        """The id of the player; None for a connection without one."""

    @property
    def as_floor(self) -> bool:
        """Whether the floor's view is wanted; it is given to those who hold the role."""

    def tell(self, update: Update, /) -> None:
        """Take an update; never waits."""

    def notify(self, notice: Notice, /) -> None:
        """Take a notice for this player alone; never waits."""


@dataclass(frozen=True, slots=True)
class Standing:
    """A table at one moment."""

    state: TableState
    head: bytes
    signature: str
    clocks: tuple[ClockInfo, ...]


class Watchers:
    """Watchers, each with the last entry that was sent to it."""

    def __init__(
        self,
        standing: Callable[[], Standing],
        names: Callable[[Iterable[str]], Mapping[str, str]],
        clock: Clock,
    ) -> None:
        self._standing, self._names, self._clock = standing, names, clock
        self._watchers: dict[Watcher, int] = {}
        self.elsewhere: Connected = ()
        """The connections to the table at other processes."""
        self._news: list[Happened] = []
        self._spreading: Timer | None = None

    def __len__(self) -> int:
        return len(self._watchers) + len(self.elsewhere)

    def here(self) -> Connected:
        """The connections to the table at this process."""
        return tuple(watcher.player for watcher in self._watchers)

    def present(self) -> Present:
        """Everyone who is connected, here or at another process."""
        players = {*self.here(), *self.elsewhere}
        return Present(frozenset(player for player in players if player is not None), None in players)

    def enter(self, watcher: Watcher, missed: tuple[Happened, ...], is_gap: bool) -> None:
        """Send a new watcher the state of the table, and the others that this player is connected."""
        standing = self._standing()
        state = standing.state
        self._watchers[watcher] = state.seq
        audience = _audience(state, _seats_by_player(state), watcher)
        watcher.tell(_update(standing, self._info(state), audience, missed, is_gap))
        self._tell_presence(state, watcher)

    def leave(self, watcher: Watcher) -> bool:
        """Remove a watcher; False when there was none."""
        if self._watchers.pop(watcher, None) is None:
            return False
        self._tell_presence(self._standing().state, watcher)
        return True

    def hear(self, news: Iterable[Happened]) -> None:
        """Keep events until the next updates are sent."""
        self._news.extend(news)

    def tell(self, but: Watcher | None = None) -> None:
        """Send every watcher an update; at a large table, a little later and for several events at once."""
        standing = self._standing()
        wait_ms = max(0, len(standing.state.seats) - _ROOMY) * _SPREAD_MS
        if wait_ms == 0:
            self._spread(standing, but)
        elif self._spreading is None:
            self._spreading = self._clock.later(wait_ms, self._spread_later)

    def notify(self, player: str, notice: Notice) -> None:
        """Send a notice to every connection of one player."""
        for watcher in list(self._watchers):
            if watcher.player == player:
                watcher.notify(notice)

    def stop(self) -> None:
        """Send no further updates to anyone."""
        if self._spreading is not None:
            self._spreading.cancel()

    def info(self) -> TableInfo:
        """The table as everyone may see it."""
        return self._info(self._standing().state)

    def _info(self, state: TableState) -> TableInfo:
        names = self._names({who.player for who in state.seats.values()})
        return table_info(state, names, (*self.here(), *self.elsewhere))

    def _tell_presence(self, state: TableState, but: Watcher) -> None:
        """Send the others an update when a seated player has connected or left."""
        if but.player is not None and state.seat_of(but.player) is not None:
            self.tell(but)

    def _spread_later(self) -> None:
        self._spreading = None
        self._spread(self._standing())

    def _spread(self, standing: Standing, but: Watcher | None = None) -> None:
        news, self._news = tuple(self._news), []
        state, info = standing.state, self._info(standing.state)
        seats = _seats_by_player(state)
        updates: dict[tuple[Audience, int | None], Update] = {}
        for watcher, seen in list(self._watchers.items()):
            if watcher is but:
                continue
            audience = _audience(state, seats, watcher)
            unseen = tuple(item for item in news if item.seq > seen)
            if audience not in updates or updates[audience].happened != unseen:
                updates[audience] = _update(standing, info, audience, unseen, False)
            self._watchers[watcher] = state.seq
            watcher.tell(updates[audience])


def _update(
    standing: Standing,
    info: TableInfo,
    audience: tuple[Audience, int | None],
    unseen: tuple[Happened, ...],
    is_gap: bool,
) -> Update:
    state = standing.state
    return Update(
        seq=state.seq,
        head=standing.head.hex(),
        signature=standing.signature,
        you=audience[1],
        info=info,
        view=None if state.play is None else state.game.view(state.play.state, audience[0]),
        happened=unseen,
        is_gap=is_gap,
        clocks=standing.clocks,
    )


def _seats_by_player(state: TableState) -> dict[str, int]:
    return {who.player: seat for seat, who in state.seats.items()}


def _audience(state: TableState, seats: Mapping[str, int], watcher: Watcher) -> tuple[Audience, int | None]:
    """Return the audience of a watcher, and their seat."""
    player = watcher.player
    seat = seats.get(player) if player is not None else None
    if seat is not None and (state.play is None or seat in state.play.seats):
        return seat_audience(seat), seat
    if watcher.as_floor and player in state.floor:
        return FLOOR_AUDIENCE, seat
    return SPECTATOR, seat
