"""Actions, events, views and settled rounds on the wire: the engines' own dataclasses, checked strictly."""

from __future__ import annotations

from typing import Annotated, TypeVar

from pydantic import Field, TypeAdapter, ValidationError
from pydantic_core import ErrorDetails
from typing_extensions import TypeAliasType

from crossfelt.crisscross.actions import ACTIONS, Action
from crossfelt.crisscross.casefile import SettledCase
from crossfelt.crisscross.events import Event
from crossfelt.crisscross.views import TableView
from crossfelt.errors import BadInput
from crossfelt.jsontext import parse_json
from crossfelt.kingcross.actions import ACTIONS as KING_ACTIONS
from crossfelt.kingcross.actions import Action as KingAction
from crossfelt.kingcross.events import Event as KingEvent
from crossfelt.kingcross.views import MatchView
from crossfelt.plain import kinds_of
from crossfelt.service.wire.strict import STRICT, fault_text

ACTION: TypeAdapter[Action] = TypeAdapter(Annotated[Action, Field(discriminator="kind")], config=STRICT)
EVENT: TypeAdapter[Event] = TypeAdapter(Annotated[Event, Field(discriminator="kind")], config=STRICT)
# Pydantic takes a configuration for a union or an alias, not for a bare dataclass.
View = TypeAliasType("View", TableView)
VIEW: TypeAdapter[TableView] = TypeAdapter(View, config=STRICT)

KING_ACTION: TypeAdapter[KingAction] = TypeAdapter(Annotated[KingAction, Field(discriminator="kind")], config=STRICT)
KING_EVENT: TypeAdapter[KingEvent] = TypeAdapter(Annotated[KingEvent, Field(discriminator="kind")], config=STRICT)
KingView = TypeAliasType("KingView", MatchView)
KING_VIEW: TypeAdapter[MatchView] = TypeAdapter(KingView, config=STRICT)

SettleAnswer = TypeAliasType("SettleAnswer", SettledCase)
SETTLE_ANSWER: TypeAdapter[SettledCase] = TypeAdapter(SettleAnswer, config=STRICT)

AnyAction = TypeVar("AnyAction")


def read_action(text: str | bytes) -> Action:
    """An action as a client sent it; `BadInput` lists everything that is wrong with it.

    >>> read_action('{"kind": "bet", "stage": "across", "multiple": 3}')
    Bet(stage='across', multiple=3, kind='bet')
    """
    return _read(ACTION, text, tuple(kinds_of(*ACTIONS)))


def read_king_action(text: str | bytes) -> KingAction:
    """An action of King Cross Poker as a client sent it; `BadInput` lists everything that is wrong with it.

    >>> read_king_action('{"kind": "place", "roll": 1, "square": "b4", "card": "7h"}')
    Place(roll=1, square='b4', card='7h', kind='place')
    """
    return _read(KING_ACTION, text, tuple(kinds_of(*KING_ACTIONS)))


def _read(adapter: TypeAdapter[AnyAction], text: str | bytes, kinds: tuple[str, ...]) -> AnyAction:
    parse_json(text)  # Refuses what Pydantic's parser would let pass: repeated keys, NaN, endless digits.
    try:
        return adapter.validate_json(text)
    except ValidationError as error:
        raise BadInput(said(fault, kinds) for fault in error.errors()) from None


def said(fault: ErrorDetails, kinds: tuple[str, ...]) -> str:
    """What is wrong, in one line; `kinds` are the kinds that would be known."""
    if fault["type"].startswith("union_tag"):  # Its own message repeats what was sent, however long.
        return f"kind: is not one of {', '.join(kinds)}"
    return fault_text(fault, "action")
