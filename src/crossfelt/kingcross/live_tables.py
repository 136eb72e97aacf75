"""King Cross Poker at live tables: reads rules from a host's terms, and summarizes them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from crossfelt.errors import BadInput, Fault, describe, not_one_of
from crossfelt.faults import FaultCode
from crossfelt.game import SeatEnd
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.rules import MODES, MatchRules
from crossfelt.kingcross.views import MatchView, SheetView


class LiveTables:
    """The game's implementation of `crossfelt.catalog.kit.GameTables`, which documents each method."""

    void_kind = ""

    def read_rules(self, text: str, options: Mapping[str, Any], seat_count: int) -> tuple[MatchRules, int]:
        """Return the score card of an id with mode and bonus, and the most sheets. The options `mode` and `bonus` are
        the match's own, all others are choices of the score card."""
        choices = dict(options)
        mode = choices.pop("mode", "solo" if seat_count == 1 else "communal")
        bonus = choices.pop("bonus", False)
        faults = []
        if mode not in MODES:
            message = f"must be one of {', '.join(MODES)}, not {describe(mode)}"
            faults.append(not_one_of("options.mode", message, mode, MODES))
        if not isinstance(bonus, bool):
            message, params = f"must be true or false, not {describe(bonus)}", {"expected": "boolean", "value": bonus}
            faults.append(Fault(FaultCode.WRONG_TYPE, message, "options.bonus", params=params))
        if faults:
            raise BadInput(faults)
        rules = MatchRules(load_score_card(text, choices), mode, bonus)
        return rules, rules.most_seats

    def prepare(self, rules: MatchRules) -> None:
        """Do nothing: no chips are at stake."""

    def title(self, rules: MatchRules) -> str:
        """Return the title of the score card."""
        return rules.score_card.title

    def mode(self, rules: MatchRules) -> str:
        """Return who shares the dice."""
        return rules.mode

    def ante_limits(self, rules: MatchRules) -> None:  # noqa: ARG002
        """Return None: nothing is wagered."""
        return

    def seat_end(self, view: MatchView, seat: int) -> SeatEnd:
        """Return the points of the sheet, and its place among all."""
        own = next((score for score in view.scores if score.seat == seat), None)
        if own is None:
            return SeatEnd(seat_count=len(view.seats))
        place = 1 + sum(score.total > own.total for score in view.scores)
        return SeatEnd(points=own.total, place=place, seat_count=len(view.scores))

    def idle_fault(self, rules: MatchRules, view: MatchView) -> Fault | None:  # noqa: ARG002
        """Return why the seat can't act, unless it has a card to place."""
        return no_card_fault() if sheet_to_fill(view) is None else None


LIVE_TABLES = LiveTables()


def no_card_fault() -> Fault:
    """Return the fault of a view whose seat has no card to place."""
    return Fault(FaultCode.NOTHING_TO_DECIDE, "the seat has no card to place", "view")


def sheet_to_fill(view: MatchView) -> SheetView | None:
    """Return the sheet of the seat whose view this is, while it has a card to place."""
    return next((sheet for sheet in view.seats if sheet.seat == view.seat and sheet.in_hand is not None), None)
