"""Criss Cross Poker at live tables: reads rules from a host's terms, and summarizes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crossfelt.crisscross.actions import VoidRound
from crossfelt.crisscross.most_returned import best_deals
from crossfelt.crisscross.resolve import load_rule_book, load_submission, rule_book_ids
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.views import TableView
from crossfelt.errors import BadInput, Fault, describe
from crossfelt.faults import FaultCode
from crossfelt.game import SeatEnd
from crossfelt.schema import kinds_of

_CROSS = ("across_left", "across_right", "down_far", "down_near", "middle")
"""Community places in the order in which they are turned."""


class LiveTables:
    """The game's implementation of `crossfelt.catalog.kit.GameTables`, which documents each method."""

    (void_kind,) = kinds_of(VoidRound)

    def read_rules(self, text: str, options: Mapping[str, Any], seat_count: int) -> tuple[RuleBook, int]:  # noqa: ARG002
        """Return the rule book of an id and its options, or of a rules submission, and its number of seats."""
        book = _rule_book(text, options)
        return book, book.seat_count

    def prepare(self, rules: RuleBook) -> None:
        """Compute the best deals of the rule book, which bound every wager: about 25 ms."""
        best_deals(rules)

    def title(self, rules: RuleBook) -> str:
        """Return the title of the rule book."""
        return rules.title

    def mode(self, rules: RuleBook) -> None:  # noqa: ARG002
        """Return None: a round is played in one way only."""
        return

    def ante_limits(self, rules: RuleBook) -> tuple[int, int]:
        """Return the limits of one ante; both antes have the same limits."""
        ante = next(spot for spot in rules.spots.values() if spot.kind == "ante")
        return ante.minimum_cents, ante.maximum_cents

    def seat_end(self, view: TableView, seat: int) -> SeatEnd:
        """Return the seat's cards, the turned cards of the cross, and whether the seat folded."""
        own = next((one for one in view.seats if one.seat == seat), None)
        cross = (view.community.get(place) for place in _CROSS)
        return SeatEnd(
            cards=tuple(card for card in (own.hole if own else ()) if card is not None),
            community=tuple(card for card in cross if card is not None),
            folded_at=own.folded_at if own else None,
            is_void=view.void is not None,
            seat_count=sum(1 for one in view.seats if one.wagers),
        )

    def idle_fault(self, rules: RuleBook, view: TableView) -> Fault | None:
        """Return why the seat can't act, unless it may bet or has a decision to make."""
        return None if view.stage == "betting" else decision_fault(rules, view)


LIVE_TABLES = LiveTables()


def decision_fault(book: RuleBook, view: TableView) -> Fault | None:
    """Return the fault of a view whose seat has no decision to make; None if it has one."""
    is_decision = any(stage.id == view.stage for stage in book.stages)
    is_due = view.seat is not None and view.to_act == view.seat
    if is_due and is_decision:
        return None
    return Fault(FaultCode.NOTHING_TO_DECIDE, "the seat has no decision to make", "view")


def _rule_book(text: str, options: Mapping[str, Any]) -> RuleBook:
    if text in rule_book_ids():
        return load_rule_book(text, options)
    if "=" not in text:
        message = f"{describe(text)} is not one of {', '.join(rule_book_ids())}"
        params = {"value": text, "choices": rule_book_ids()}
        raise BadInput(Fault(FaultCode.NO_SUCH_RULES, message, "rules", params=params))
    if options:
        raise BadInput(
            Fault(FaultCode.NOT_TOGETHER, "a rules submission has its own choices; set them in the file", "options")
        )
    return load_submission(text)
