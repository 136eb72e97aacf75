"""Answers for a seat that is due, from its view and the rules alone: what a strong player does, and advice."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Protocol, TypeVar

from pydantic import TypeAdapter, ValidationError

from crossfelt.analysis import policies as exact
from crossfelt.analysis.advice import advise
from crossfelt.analysis.documents.advice import advise_document
from crossfelt.analysis.encode import encode
from crossfelt.cards import parse_card
from crossfelt.chance import SeedStream
from crossfelt.crisscross.policies import SIMPLE_DECIDERS, Decider, Optimal, SeatPolicy, situation_of
from crossfelt.crisscross.round import CRISS_CROSS
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.views import TableView
from crossfelt.errors import BadInput, describe
from crossfelt.games import GAMES
from crossfelt.jsontext import canonical_json, parse_json
from crossfelt.kingcross.grid import sheet_from_grid
from crossfelt.kingcross.match import KING_CROSS
from crossfelt.kingcross.rules import MatchRules
from crossfelt.kingcross.views import MatchView
from crossfelt.kingmind.documents import hint_document
from crossfelt.kingmind.hints import hints
from crossfelt.kingmind.policies import LEVELS, new_policy
from crossfelt.plain import to_plain
from crossfelt.service.thinking.questions import PolicyAction, SeatQuestion, ViewAdvice
from crossfelt.service.wire.messages import KING_VIEW, VIEW
from crossfelt.service.wire.strict import fault_text

CRISS_CROSS_POLICIES = (*SIMPLE_DECIDERS, "card", "optimal")
MOST_REMEMBERED = 64
"""Rule books and grown strategy cards that are kept: each belongs to the rules of a table."""

Document = dict[str, Any]
View = TypeVar("View", TableView, MatchView)


class _Rules(Protocol):
    """What the rules of either game have."""

    @property
    def hash(self) -> str: ...


def policy_action(asked: PolicyAction) -> Document:
    """The action that a policy takes in this seat, as plain data."""
    answers: Mapping[str, Callable[[PolicyAction], Document]] = {
        CRISS_CROSS.name: _criss_cross_action,
        KING_CROSS.name: _king_action,
    }
    return answers[_known_game(asked)](asked)


def view_advice(asked: ViewAdvice) -> Document:
    """Advice on the decision of this seat: of `crossfelt advise`, or of `crossfelt king hint`."""
    answers: Mapping[str, Callable[[ViewAdvice], Document]] = {
        CRISS_CROSS.name: _criss_cross_advice,
        KING_CROSS.name: _king_advice,
    }
    return answers[_known_game(asked)](asked)


def _known_game(asked: SeatQuestion) -> str:
    if asked.game not in GAMES:
        raise BadInput(f"game: {describe(asked.game)} is not one of {', '.join(GAMES)}")
    return asked.game


def _criss_cross_action(asked: PolicyAction) -> Document:
    document = canonical_json(asked.rules)
    book, view = _rule_book(document), _read_view(VIEW, asked.view)
    _refuse_other_rules(book, view.rules_hash)
    if asked.policy not in CRISS_CROSS_POLICIES:
        raise BadInput(f"policy: {describe(asked.policy)} is not one of {', '.join(CRISS_CROSS_POLICIES)}")
    if view.stage != "betting":
        _refuse_idle_seat(book, view)
    policy = SeatPolicy(book, _decider(document, asked.policy, asked.seed), asked.wagers)
    return dict(to_plain(policy.act(view)))


def _criss_cross_advice(asked: ViewAdvice) -> Document:
    book, view = _rule_book(canonical_json(asked.rules)), _read_view(VIEW, asked.view)
    _refuse_other_rules(book, view.rules_hash)
    _refuse_idle_seat(book, view)
    at = situation_of(book, view)
    return advise_document(book, advise(encode(book), at.hole, at.across or None, at.down or None, at.bets))


def _king_action(asked: PolicyAction) -> Document:
    rules, view = _match_rules(canonical_json(asked.rules)), _read_view(KING_VIEW, asked.view)
    _refuse_other_rules(rules, view.rules_hash)
    _refuse_empty_hand(view)
    if asked.policy not in LEVELS:
        raise BadInput(f"policy: {describe(asked.policy)} is not one of {', '.join(LEVELS)}")
    return dict(to_plain(new_policy(rules.score_card, rules.bonus, asked.policy, asked.seed).act(view)))


def _king_advice(asked: ViewAdvice) -> Document:
    rules, view = _match_rules(canonical_json(asked.rules)), _read_view(KING_VIEW, asked.view)
    _refuse_other_rules(rules, view.rules_hash)
    own = _refuse_empty_hand(view)
    sheet = sheet_from_grid([list(row) for row in view.seats[own].grid], rules.score_card, is_full=False)
    rolled = parse_card(view.seats[own].in_hand or "")
    found = hints(rules.score_card, rules.bonus, sheet, rolled)
    return hint_document(rules.score_card, rules.bonus, sheet, rolled, found)


def _refuse_other_rules(rules: _Rules, digest: str) -> None:
    if rules.hash != digest:
        raise BadInput("view: it is of a contest under other rules than these")


def _refuse_idle_seat(book: RuleBook, view: TableView) -> None:
    is_decision = any(stage.id == view.stage for stage in book.stages)
    if view.seat is None or view.to_act != view.seat or not is_decision:
        raise BadInput("view: the seat has no decision to make")


def _refuse_empty_hand(view: MatchView) -> int:
    """Which sheet of the view is the seat's own; refused where it has no card to place."""
    for number, sheet in enumerate(view.seats):
        if sheet.seat == view.seat and sheet.in_hand is not None:
            return number
    raise BadInput("view: the seat has no card to place")


@lru_cache(MOST_REMEMBERED)
def _rule_book(document: str) -> RuleBook:
    return CRISS_CROSS.read_rules(parse_json(document))


@lru_cache(MOST_REMEMBERED)
def _match_rules(document: str) -> MatchRules:
    return KING_CROSS.read_rules(parse_json(document))


def _decider(document: str, name: str, seed: int) -> Decider:
    book = _rule_book(document)
    if name in SIMPLE_DECIDERS:
        return SIMPLE_DECIDERS[name](book, SeedStream(seed))
    return _card_decider(document) if name == "card" else Optimal(exact.ExactAdvisor(encode(book)))


@lru_cache(MOST_REMEMBERED)
def _card_decider(document: str) -> Decider:
    return exact.grown_card_decider(_rule_book(document))


def _read_view(adapter: TypeAdapter[View], data: Document) -> View:
    """Read as JSON text, because strict Python data would have to hold tuples."""
    try:
        return adapter.validate_json(canonical_json(data))
    except ValidationError as error:
        raise BadInput(f"view.{fault_text(fault, 'all')}" for fault in error.errors()) from None
