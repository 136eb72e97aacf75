"""Answers that depend on rules and cards handed in: the documents that the commands of the same names print."""

from __future__ import annotations

from crossfelt.analysis import advice, bonus, results, sessions, solver, strategy_card, tally
from crossfelt.analysis.documents import bonus as joints
from crossfelt.analysis.documents.advice import advise_document
from crossfelt.analysis.documents.figures import Document
from crossfelt.analysis.documents.session import SessionPlan, planned_session
from crossfelt.analysis.documents.solution import solve_document
from crossfelt.analysis.documents.strategy import strategy_document
from crossfelt.analysis.documents.table_hold import band_document, solved_round
from crossfelt.analysis.encode import Scheme, encode
from crossfelt.cards import parse_card
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.kingcross.casefile import read_position
from crossfelt.kingcross.match import KING_CROSS
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingmind.documents import hint_document, review_document
from crossfelt.kingmind.hints import hints
from crossfelt.kingmind.match_review import review_match, seats_to_review
from crossfelt.record import replay
from crossfelt.service.thinking.questions import TableBand
from crossfelt.service.wire.questions import (
    AdviseRequest,
    KingHintRequest,
    KingReviewRequest,
    RulesQuestion,
    SessionRequest,
    SolveRequest,
    StrategyRequest,
)


def advise(asked: AdviseRequest) -> Document:
    """Every action of one decision, priced exactly: `crossfelt advise`."""
    book, scheme = _scheme(asked)
    hole, across, down = (
        None if names is None else tuple(map(parse_card, names)) for names in (asked.hole, asked.across, asked.down)
    )
    return advise_document(book, advice.advise(scheme, hole or (), across, down, tuple(asked.bets)))


def solve(asked: SolveRequest) -> Document:
    """The whole game, solved exactly: `crossfelt solve`."""
    book, scheme = _scheme(asked)
    found = results.results(solver.solve(scheme))
    bonuses = bonus.bonus_results(book)
    return solve_document(book, found, bonuses, joints.joint_documents(book, found, bonuses) if asked.joint else {})


def strategy(asked: StrategyRequest) -> Document:
    """A strategy card grown, or somebody's rules priced: `crossfelt strategy`."""
    book, scheme = _scheme(asked)
    if asked.strategy is not None:
        parsed = strategy_card.parse_strategy_card(asked.strategy.model_dump(), scheme.multiples)
        shown = strategy_card.price(parsed, solver.solve(scheme))
        return strategy_document(book, [shown], shown, scheme.multiples)
    counting = not asked.simple
    cards = strategy_card.grow_strategy_cards(solver.solve(scheme), counting=counting)
    shown = strategy_card.longest_within(cards, asked.lines, counting=counting)
    return strategy_document(book, cards, shown, scheme.multiples)


def session(asked: SessionRequest) -> Document:
    """Many rounds at flat stakes: `crossfelt session`."""
    book, scheme = _scheme(asked)
    plan = SessionPlan(**asked.model_dump(exclude=set(RulesQuestion.model_fields)))
    found = sessions.round_results(scheme, tally.best_tally(solver.solve(scheme)))
    return planned_session(book, scheme, found, plan)


def king_hint(asked: KingHintRequest) -> Document:
    """Every legal square for a roll: `crossfelt king hint`."""
    score_card = load_score_card(choices=asked.options)
    sheet, rolled, with_bonus = read_position(asked.model_dump(exclude={"options"}), score_card)
    return hint_document(score_card, with_bonus, sheet, rolled, hints(score_card, with_bonus, sheet, rolled))


def king_review(asked: KingReviewRequest) -> Document:
    """A finished match judged: `crossfelt king review`."""
    match = replay(KING_CROSS, asked.record)
    seats = seats_to_review(match, asked.seat)
    return review_document(match.rules, review_match(match, seats, with_best=asked.best, seconds=asked.seconds))


def table_band(asked: TableBand) -> Document:
    """What a table should have won, under `band`: `crossfelt floor summary`."""
    return {"band": band_document(solved_round(asked.rules), asked.model_dump(exclude={"rules"}))}


def _scheme(asked: RulesQuestion) -> tuple[RuleBook, Scheme]:
    book = load_rule_book(asked.rules, asked.options)
    return book, encode(book, asked.pay)
