"""A note about antes that the rule book doesn't allow: an analysis computes them, but no table takes them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import click

from crossfelt.money import dollars

if TYPE_CHECKING:
    from crossfelt.crisscross.rulebook import RuleBook


def note_antes(book: RuleBook, antes_cents: Iterable[int]) -> None:
    """Say on stderr which of these antes are outside the limits of the rule book."""
    spot = next(spot for spot in book.betting_spots if spot.kind == "ante")
    outside = [cents for cents in antes_cents if not spot.minimum_cents <= cents <= spot.maximum_cents]
    if not outside:
        return
    limits = f"{dollars(spot.minimum_cents)} to {dollars(spot.maximum_cents)}"
    antes = ", ".join(map(dollars, outside))
    click.echo(f"Note: {book.id} takes antes of {limits}. Figures for {antes} are hypothetical.", err=True)
