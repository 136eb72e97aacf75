"""Rule books that no house can choose, for tests of code that takes any book a record may bring."""

from __future__ import annotations

from collections.abc import Sequence
from copy import deepcopy

from crossfelt.crisscross.resolve import rule_book_from_document
from crossfelt.crisscross.rulebook import RuleBook


def with_multiples(book: RuleBook, multiples: Sequence[int]) -> RuleBook:
    """The book with other sizes of bets, in antes."""
    document = deepcopy(book.document)
    for spot in document["spots"].values():
        if "multiples" in spot:
            spot["multiples"] = list(multiples)
    return rule_book_from_document(document)
