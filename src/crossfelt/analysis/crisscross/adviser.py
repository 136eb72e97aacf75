"""Advice for a seat of Criss Cross Poker, from its view and the rule book alone."""

from __future__ import annotations

from crossfelt.analysis.crisscross.advice import advise
from crossfelt.analysis.crisscross.documents.advice import advise_document
from crossfelt.analysis.crisscross.documents.figures import Document
from crossfelt.analysis.crisscross.encode import encode
from crossfelt.crisscross.live_tables import decision_fault
from crossfelt.crisscross.policies import situation_of
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.views import TableView
from crossfelt.errors import BadInput


def advise_seat(book: RuleBook, view: TableView) -> Document:
    """Price the actions of the seat whose view this is, as `crossfelt advise` does; `BadInput` if it has no
    decision to make."""
    if fault := decision_fault(book, view):
        raise BadInput(fault)
    at = situation_of(book, view)
    return advise_document(book, advise(encode(book), at.hole, at.across or None, at.down or None, at.bets))
