"""Answers that depend on rules and cards handed in: the documents that the commands of the same names print."""

from __future__ import annotations

from crossfelt.analysis.crisscross import advice, bonus, results, sessions, solver, strategy_card, tally
from crossfelt.analysis.crisscross.analyzed_rules import AnalyzedRules, analyzed_rules
from crossfelt.analysis.crisscross.documents import bonus as joints
from crossfelt.analysis.crisscross.documents.advice import advise_document
from crossfelt.analysis.crisscross.documents.figures import Document
from crossfelt.analysis.crisscross.documents.session import SessionPlan, planned_session
from crossfelt.analysis.crisscross.documents.solution import solve_document
from crossfelt.analysis.crisscross.documents.strategy import strategy_document
from crossfelt.analysis.crisscross.documents.table_hold import band_document, solved_round
from crossfelt.analysis.crisscross.encode import encode
from crossfelt.analysis.king.documents import hint_document, review_document
from crossfelt.analysis.king.hints import hints
from crossfelt.analysis.king.match_review import review_match, seats_to_review
from crossfelt.analysis.king.search import Budget, search
from crossfelt.analysis.king.valuer import Valuer
from crossfelt.analysis.report_header import report_header, with_report
from crossfelt.cards import DECK, card_name, parse_card
from crossfelt.crisscross.resolve import load_rule_book, rule_book_ids
from crossfelt.kingcross.casefile import position_of
from crossfelt.kingcross.match import KING_CROSS
from crossfelt.kingcross.resolve import load_score_card, named_score_card
from crossfelt.kingcross.sheet import BLANK_SHEET
from crossfelt.record import replay
from crossfelt.rulefiles import NamedRules
from crossfelt.service.wire.questions import (
    AdviseRequest,
    KingHintRequest,
    KingReviewRequest,
    RulesQuestion,
    SessionRequest,
    SolveRequest,
    StrategyRequest,
)
from crossfelt.service.workers.questions import LaneName, TableBand


def advise(asked: AdviseRequest) -> Document:
    """Every action of one decision, priced exactly: `crossfelt advise`."""
    rules = _rules(asked)
    hole, across, down = (
        None if names is None else tuple(map(parse_card, names)) for names in (asked.hole, asked.across, asked.down)
    )
    priced = advice.advise(rules.scheme, hole or (), across, down, tuple(asked.bets))
    return _reported(advise_document(rules.book, priced), rules.named, "advise")


def solve(asked: SolveRequest) -> Document:
    """The whole game, solved exactly: `crossfelt solve`."""
    rules = _rules(asked)
    book = rules.book
    result = results.results(solver.solve(rules.scheme))
    bonuses = bonus.bonus_results(book)
    together = joints.joint_documents(book, result, bonuses) if asked.joint else {}
    return _reported(solve_document(book, result, bonuses, together), rules.named, "solve")


def strategy(asked: StrategyRequest) -> Document:
    """Grow a strategy card, or price a player's own: `crossfelt strategy`."""
    rules = _rules(asked)
    solution, multiples = solver.solve(rules.scheme), rules.scheme.multiples
    if asked.strategy is not None:
        parsed = strategy_card.parse_strategy_card(asked.strategy.model_dump(), multiples)
        cards = [strategy_card.price(parsed, solution)]
        shown = cards[0]
    else:
        counting = not asked.simple
        cards = strategy_card.grow_strategy_cards(solution, counting=counting)
        shown = strategy_card.longest_within(cards, asked.lines, counting=counting)
    return _reported(strategy_document(rules.book, cards, shown, multiples), rules.named, "strategy")


def session(asked: SessionRequest) -> Document:
    """Many rounds at flat stakes: `crossfelt session`."""
    rules = _rules(asked)
    plan = SessionPlan(**asked.model_dump(exclude=set(RulesQuestion.model_fields)))
    one_round = sessions.round_results(rules.scheme, tally.best_tally(solver.solve(rules.scheme)))
    return _reported(planned_session(rules.book, rules.scheme, one_round, plan), rules.named, "session")


def king_hint(asked: KingHintRequest) -> Document:
    """Every legal square for a roll: `crossfelt king hint`."""
    score_card = load_score_card(choices=asked.options)
    sheet, rolled = position_of(asked.grid, asked.roll, score_card)
    document = hint_document(score_card, asked.bonus, sheet, rolled, hints(score_card, asked.bonus, sheet, rolled))
    return _reported(document, named_score_card(score_card), "king/hint")


def king_review(asked: KingReviewRequest) -> Document:
    """A finished match judged: `crossfelt king review`."""
    match = replay(KING_CROSS, asked.record)
    seats = seats_to_review(match, asked.seat)
    document = review_document(match.rules, review_match(match, seats, with_best=asked.best, seconds=asked.seconds))
    return _reported(document, named_score_card(match.rules.score_card), "king/review")


def table_band(asked: TableBand) -> Document:
    """Return the expected win of a table, under `band`: `crossfelt floor summary`."""
    return {"band": band_document(solved_round(asked.rules), asked.model_dump(exclude={"rules"}))}


def warm_up(lane: LaneName) -> None:
    """Load, and the very first time on a machine compile, what the questions of this lane need most."""
    book = load_rule_book(rule_book_ids()[0])
    if lane == "long":
        solver.solve(encode(book))
        return
    first, second = map(card_name, DECK[:2])
    advise(AdviseRequest(rules=book.id, options={}, pay={}, hole=[first, second], bets=[]))
    score_card = load_score_card()
    hints(score_card, False, BLANK_SHEET, DECK[0])
    search(Valuer(score_card, bonus=True), BLANK_SHEET, DECK[0], Budget(playouts=1), seed=1)


def _rules(asked: RulesQuestion) -> AnalyzedRules:
    return analyzed_rules(load_rule_book(asked.rules, asked.options), asked.pay)


def _reported(document: Document, named: NamedRules, route: str) -> Document:
    """Return the document with the header of its report, which names the question in place of a command."""
    return with_report(document, report_header(named, f"POST /api/{route}"))
