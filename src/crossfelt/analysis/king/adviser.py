"""Advice for a seat of King Cross Poker, from its view and the rules of its match alone."""

from __future__ import annotations

from typing import Any

from crossfelt.analysis.king.documents import hint_document
from crossfelt.analysis.king.hints import hints
from crossfelt.cards import parse_card
from crossfelt.errors import BadInput
from crossfelt.kingcross.grid import sheet_from_grid
from crossfelt.kingcross.live_tables import no_card_fault, sheet_to_fill
from crossfelt.kingcross.rules import MatchRules
from crossfelt.kingcross.views import MatchView


def advise_seat(rules: MatchRules, view: MatchView) -> dict[str, Any]:
    """Value every legal square for the card in hand, as `crossfelt king hint` does; `BadInput` if the seat of this
    view has no card to place."""
    own = sheet_to_fill(view)
    if own is None or own.in_hand is None:
        raise BadInput(no_card_fault())
    sheet = sheet_from_grid(own.grid, rules.score_card, is_full=False)
    rolled = parse_card(own.in_hand)
    hinted = hints(rules.score_card, rules.bonus, sheet, rolled)
    return hint_document(rules.score_card, rules.bonus, sheet, rolled, hinted)
