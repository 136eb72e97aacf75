"""Mistakes that tell what is hidden, planted one at a time: a check that does not find them proves nothing."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager, contextmanager
from dataclasses import replace
from typing import Any
from unittest import mock

from crossfelt.cards import card_name
from crossfelt.crisscross import views as table_views
from crossfelt.game import Step
from crossfelt.http import encoding
from crossfelt.http.metrics import METRICS
from crossfelt.kingcross import views as sheet_views
from crossfelt.service import history
from crossfelt.service.refusals import RefusalCode, Refused
from crossfelt.service.tables import decide, lobby, messages, table, watchers
from crossfelt.service.tables.messages import Happened
from crossfelt.service.tables.state import TableState

Plant = Callable[[], AbstractContextManager[Any]]


def _deck(state: TableState) -> tuple[Any, ...]:
    """The deck of the round at hand; empty while there is none."""
    return getattr(state.play.state, "deck", None) or () if state.play is not None else ()


def _hole_cards() -> AbstractContextManager[Any]:
    """A view that shows every seat's cards to everybody."""
    real = table_views._public_seat

    def public_seat(state: Any, seat: Any) -> Any:
        return replace(real(state, seat), hole=state.hole_names(seat.seat))

    return mock.patch.object(table_views, "_public_seat", public_seat)


def _reused_text() -> AbstractContextManager[Any]:
    """Text of a part that is kept for too long, so that one seat is sent what was made for another."""
    real = encoding.Fieldwise.text

    def text(self: encoding.Fieldwise, whole: Any) -> str:
        if "seats" in self._names and "community" in self._names:
            at = self._names.index("seats")
            self._values[at] = getattr(whole, "seats", None) if self._texts[at] else self._values[at]
        return real(self, whole)

    return mock.patch.object(encoding.Fieldwise, "text", text)


def _middle_card() -> AbstractContextManager[Any]:
    """A view that shows the middle card as soon as it is dealt."""
    real = table_views._public

    def public(state: Any, place: str) -> Any:
        return state.name_at(place) if place == "middle" else real(state, place)

    return mock.patch.object(table_views, "_public", public)


def _error() -> AbstractContextManager[Any]:
    """A refusal that names the next card."""

    def wrong_round(state: TableState, name: str) -> Refused:
        card = card_name(_deck(state)[0]) if _deck(state) else "none"
        return Refused(RefusalCode.WRONG_ROUND, f"not in round {name}: the first card is {card}")

    return mock.patch.object(decide, "_wrong_round", wrong_round)


def _log_line() -> AbstractContextManager[Any]:
    """A debug line with the deck in the server's log."""
    real = table.Table._go_on

    def go_on(self: table.Table) -> None:
        if _deck(self.state):
            logging.getLogger("crossfelt.tables").debug("deck %s", [card_name(card) for card in _deck(self.state)])
        real(self)

    return mock.patch.object(table.Table, "_go_on", go_on)


@contextmanager
def _figure() -> Iterator[None]:
    """A label of a figure that holds a card."""
    real = table.Table._go_on

    def go_on(self: table.Table) -> None:
        if _deck(self.state):
            METRICS.refusals.labels(f"no {card_name(_deck(self.state)[0])}").inc()
        real(self)

    try:
        with mock.patch.object(table.Table, "_go_on", go_on):
            yield
    finally:
        METRICS.refusals.clear()


@contextmanager
def _resumed() -> Iterator[None]:
    """Missed events, read from the store, that include the sealed one."""

    def everything(state: TableState, happening: Any, seq: int) -> tuple[Happened, ...]:
        if isinstance(happening, Step):
            return tuple(Happened(seq, event) for event in happening.events)
        return messages.public_events(state, happening, seq)

    real = table.Table._public

    def public(self: table.Table, after: int, upto: int) -> Any:
        with mock.patch.object(table, "public_events", everything):
            return real(self, after, upto)

    with mock.patch.object(table.Table, "_public", public), mock.patch.object(table, "MOST_RECENT", 0):
        yield


def _secret() -> AbstractContextManager[Any]:
    """The secret of the round where its commitment should stand."""
    real = messages._round_info

    def round_info(state: TableState) -> Any:
        result = real(state)
        if result is None or state.round is None:
            return result
        return replace(result, commitment=state.round.secret.hex())

    return mock.patch.object(messages, "_round_info", round_info)


def _lobby() -> AbstractContextManager[Any]:
    """A list of tables that shows who might have what."""
    real = lobby.Lobby._listed

    def listed(where: lobby.Lobby, result: table.Table, player: str | None) -> Any:
        deck = _deck(result.state)
        return replace(real(where, result, player), title=f"first card {card_name(deck[0])}" if deck else "no cards")

    return mock.patch.object(lobby.Lobby, "_listed", listed)


def _open_record() -> AbstractContextManager[Any]:
    """A record of a round that is not over."""

    def record(store: Any, sealer: Any, signer: Any, round_id: str) -> dict[str, Any]:
        row = store.round(round_id)
        if row is not None:
            return real(store, sealer, signer, round_id)
        name = round_id.rpartition("-")[0]
        bodies = [entry.body for entry in store.entries(name) if entry.is_sealed and entry.kind == "step"]
        if not bodies:
            raise Refused(RefusalCode.NO_SUCH_ROUND, "there is no such round")
        return {"deck": sealer.unseal(bodies[-1], f"{name} step").decode()}

    real = history.record
    return mock.patch.object(history, "record", record)


def _sealed_placement() -> AbstractContextManager[Any]:
    """A sheet that shows a placement while the others still think about theirs."""
    real = sheet_views._sheet

    def sheet(state: Any, seat: Any, is_own: bool) -> Any:
        return real(state, seat, True)

    return mock.patch.object(sheet_views, "_sheet", sheet)


def _number() -> AbstractContextManager[Any]:
    """A number among the clocks that is the middle card's: no name of a card, and yet all that one needs."""
    return _changed_update(lambda state, update: replace(update, you=_last(state)))


def _length() -> AbstractContextManager[Any]:
    """One blank more in the title for a red card at the end of the deck."""

    def padded(state: TableState, update: Any) -> Any:
        title = update.info.title + " " * (_last(state) % 2)
        return replace(update, info=replace(update.info, title=title))

    return _changed_update(padded)


def _order() -> AbstractContextManager[Any]:
    """Seats in an order that depends on a hidden card."""

    def turned(state: TableState, update: Any) -> Any:
        seats = update.info.seats
        return replace(update, info=replace(update.info, seats=seats[::-1] if _last(state) % 2 else seats))

    return _changed_update(turned)


def _sealed_points() -> AbstractContextManager[Any]:
    """Points of a sheet that count a placement which nobody else has seen."""
    real = sheet_views._sheet

    def sheet(state: Any, seat: Any, is_own: bool) -> Any:
        return replace(real(state, seat, is_own), points_made=_points(seat))

    def _points(seat: Any) -> int:
        return ord(seat.sealed.square[0]) + 10 * int(seat.sealed.square[1]) if seat.sealed is not None else 0

    return mock.patch.object(sheet_views, "_sheet", sheet)


def _changed_update(change: Callable[[TableState, Any], Any]) -> AbstractContextManager[Any]:
    real = watchers._update

    def update(standing: Any, *rest: Any) -> Any:
        return change(standing.state, real(standing, *rest))

    return mock.patch.object(watchers, "_update", update)


def _last(state: TableState) -> int:
    return int(_deck(state)[-1]) if _deck(state) else 0


NAMED: Mapping[str, Plant] = {
    "hole cards in a view": _hole_cards,
    "what another seat was sent": _reused_text,
    "the middle card in a view": _middle_card,
    "a card in a refusal": _error,
    "a card in the log": _log_line,
    "a card in a figure": _figure,
    "the sealed event on resuming": _resumed,
    "the secret of the round": _secret,
    "a card in the lobby": _lobby,
    "a record of an open round": _open_record,
}
"""Leaks that name a card or a secret outright, in a round of Criss Cross."""
ON_SHEETS: Mapping[str, Plant] = {"a sealed placement in a view": _sealed_placement, "on resuming": _resumed}
"""Leaks of a sealed placement in King Cross."""
UNNAMED: Mapping[str, Plant] = {
    "the number of a card": _number,
    "a length": _length,
    "an order": _order,
    "hole cards in a view": _hole_cards,
}
"""Leaks that a search for names may miss but a comparison of two rounds finds."""
UNNAMED_ON_SHEETS: Mapping[str, Plant] = {
    "points of a sealed placement": _sealed_points,
    "a sealed placement in a view": _sealed_placement,
}
