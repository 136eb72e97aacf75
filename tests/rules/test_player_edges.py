"""Choices under which best play of the antes and bets wins: those that the rule files name, and no others."""

from __future__ import annotations

from fractions import Fraction
from itertools import product

import pytest

from crossfelt.analysis.crisscross.encode import encode
from crossfelt.analysis.crisscross.results import results
from crossfelt.analysis.crisscross.solver import solve
from crossfelt.crisscross.resolve import choices_of, load_rule_book, player_edge, rule_book_ids

OF_THE_MAIN_GAME: dict[str, tuple[object, ...]] = {"ante_pays": ("antes", "main"), "ace_low_straight": (True, False)}
"""Choices that change what the antes and bets are worth, with all that they may be."""


@pytest.mark.parametrize("rules", rule_book_ids())
def test_every_choice_that_favors_the_player_is_named_with_its_exact_value(rules: str) -> None:
    """Each main game is solved: two in the cardroom, four in Maryland, one in Massachusetts."""
    offered = {choice.name for choice in choices_of(rules)}
    names = [name for name in OF_THE_MAIN_GAME if name in offered]
    for values in product(*(OF_THE_MAIN_GAME[name] for name in names)):
        book = load_rule_book(rules, dict(zip(names, values, strict=True)))
        result = results(solve(encode(book)))
        edge = player_edge(book)
        named = edge.ev if edge is not None else None
        assert named == (Fraction(result.numerator, 84_284_272_800) if result.numerator > 0 else None)
