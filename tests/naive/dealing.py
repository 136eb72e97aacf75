"""Which card of the deck lies where: readings R7 and R8 written out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

Places = dict[str, int]
"""Place -> position in the deck, from 0, in the order of the deal."""


def dealt(rules: str, method: str, seats: Sequence[int], set_aside: Sequence[int] = ()) -> Places:
    """Every place of a whole deal. Cards set aside are passed over."""
    deck = (position for position in range(52) if position not in set_aside)
    places = list(_cardroom(seats)) if rules == "cardroom" else list(_cross_first(method, seats))
    return {place: next(deck) for place in places}


def as_table(
    rules: str, method: str, seats: Sequence[int], deck: Sequence[str], set_aside: Sequence[int]
) -> dict[str, Any]:
    """Return the cards of a dealt deck in the form of a settled case, with each seat's own cards under `holes`."""
    at = {place: deck[position] for place, position in dealt(rules, method, seats, set_aside).items()}
    return {
        "community": {
            "across": [at["across_left"], at["across_right"]],
            "down": [at["down_far"], at["down_near"]],
            "middle": at["middle"],
        },
        "bonus_cards": [at[f"bonus_{number}"] for number in (1, 2, 3, 4)] if rules == "cardroom" else None,
        "holes": {seat: [at[f"hole:{seat}:1"], at[f"hole:{seat}:2"]] for seat in seats},
    }


def _cardroom(seats: Sequence[int]) -> Iterator[str]:
    for card in (1, 2):
        for seat in sorted(seats):
            yield f"hole:{seat}:{card}"
    yield from ("down_near", "bonus_1", "across_left", "bonus_2", "down_far", "bonus_3", "across_right", "bonus_4")
    yield "middle"


def _cross_first(method: str, seats: Sequence[int]) -> Iterator[str]:
    yield from ("down_far", "across_left", "middle", "across_right", "down_near")
    if method in ("manual_shoe", "hand"):
        for card in (1, 2):
            for seat in sorted(seats):
                yield f"hole:{seat}:{card}"
    else:
        for seat in sorted(seats):
            yield f"hole:{seat}:1"
            yield f"hole:{seat}:2"
