"""From a question to its document. Imported in a worker process only: here everything that computes comes in."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from crossfelt.analysis.encode import encode
from crossfelt.analysis.solver import solve
from crossfelt.cards import DECK, card_name
from crossfelt.crisscross.resolve import load_rule_book, rule_book_ids
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.sheet import BLANK_SHEET
from crossfelt.kingmind.hints import hints
from crossfelt.kingmind.search import Budget, search
from crossfelt.kingmind.valuer import Valuer
from crossfelt.service.thinking import rules, seats
from crossfelt.service.thinking.questions import TERMS, Kind, LaneName
from crossfelt.service.wire.questions import AdviseRequest
from crossfelt.service.wire.strict import read_wire

Document = dict[str, Any]

_ANSWERS: dict[Kind, Callable[[Any], Document]] = {
    "advise": rules.advise,
    "solve": rules.solve,
    "strategy": rules.strategy,
    "session": rules.session,
    "king_hint": rules.king_hint,
    "king_review": rules.king_review,
    "table_band": rules.table_band,
    "policy_action": seats.policy_action,
    "view_advice": seats.view_advice,
}


def answer(kind: Kind, body: object) -> Document:
    """The document that answers a question; `BadInput` lists everything that is wrong with it."""
    return _ANSWERS[kind](read_wire(TERMS[kind].request, body))


def warm_up(lane: LaneName) -> None:
    """Loads and, the very first time on a machine, compiles what this lane's questions need most."""
    book = load_rule_book(rule_book_ids()[0])
    if lane == "long":
        solve(encode(book))
        return
    first, second = map(card_name, DECK[:2])
    rules.advise(AdviseRequest(rules=book.id, options={}, pay={}, hole=[first, second], bets=[]))
    score_card = load_score_card()
    hints(score_card, False, BLANK_SHEET, DECK[0])
    search(Valuer(score_card, bonus=True), BLANK_SHEET, DECK[0], Budget(playouts=1), seed=1)
