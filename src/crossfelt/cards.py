"""Playing cards as small integers: `rank * 4 + suit`, deuce of hearts 0 to ace of spades 51.

Integers keep every hot path in plain arithmetic; the two-character names (`Th`, `As`) are for people and files.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NewType

from crossfelt.errors import CardError, Fault, describe
from crossfelt.faults import FaultCode

Card = NewType("Card", int)

RANKS = "23456789TJQKA"
SUITS = "hcds"
SUIT_SYMBOLS = "♥♣♦♠"
RANK_NAMES = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")
SUIT_NAMES = ("hearts", "clubs", "diamonds", "spades")

DECK: tuple[Card, ...] = tuple(Card(number) for number in range(52))
"""The 52 cards in order of their numbers."""

CARD_NAMES: tuple[str, ...] = tuple(rank + suit for rank in RANKS for suit in SUITS)
"""The two-character names, by the number of the card."""
_BY_NAME: dict[str, Card] = {name: Card(number) for number, name in enumerate(CARD_NAMES)}

_OUTLINED = "♡♧♢♤"
_TYPED = re.compile(rf"(10|[2-9TJQKAtjqka])([{SUITS}{SUITS.upper()}{SUIT_SYMBOLS}{_OUTLINED}])\ufe0f?")
_BETWEEN = re.compile(r"[\s,;]+")


def rank_of(card: Card) -> int:
    """Return 0 for a deuce to 12 for an ace."""
    return card >> 2


def suit_of(card: Card) -> int:
    """Return 0 for hearts, 1 for clubs, 2 for diamonds, 3 for spades."""
    return card & 3


def card_name(card: Card) -> str:
    """Return the two-character name, such as `Th` for the ten of hearts."""
    return CARD_NAMES[card]


def spoken(card: Card) -> str:
    """Return the name in words, such as `10 of hearts`, for screen readers and prose."""
    return f"{RANK_NAMES[card >> 2]} of {SUIT_NAMES[card & 3]}"


def parse_card(text: object) -> Card:
    """Return the card of a two-character name. Anything else is refused; `10h` with the name to write instead."""
    card = _BY_NAME.get(text) if isinstance(text, str) else None
    if card is None:
        typed = find_typed_card(text) if isinstance(text, str) else None
        message = (
            f"{describe(text)} is not a card: write a rank of {RANKS} and a suit of {SUITS}, such as Th"
            if typed is None
            else f"{describe(text)} isn't a card here: write {card_name(typed)}"
        )
        raise CardError(message, FaultCode.NOT_A_CARD, value=text)
    return card


def card_symbols(name: str) -> str:
    """Return a card as people write it, with the symbol of its suit.

    >>> card_symbols("Ah"), card_symbols("Th"), card_symbols("K")
    ('A♥', '10♥', 'K')
    """
    return name if len(name) == 1 else name[0].replace("T", "10") + SUIT_SYMBOLS[SUITS.index(name[1])]


def parse_cards(text: str) -> tuple[Card, ...]:
    """Return cards separated by blanks: `"Ah Kd"`.

    >>> parse_cards("Ah Kd") == (Card(48), Card(46))
    True
    """
    return tuple(parse_card(word) for word in text.split())


def parse_typed_card(text: str) -> Card:
    """Return one card as people type it: `Ah`, `ah`, `10h`, `A♥`. Files go through `parse_card`, which accepts only
    `Ah`."""
    card = find_typed_card(text)
    if card is None:
        message = f"{describe(text)} is not a card: write a rank and a suit, such as Ah, 10d or Qs"
        raise CardError(message, FaultCode.NOT_A_CARD, value=text)
    return card


def find_typed_card(text: str) -> Card | None:
    """Return the card that `parse_typed_card` reads, or None where it would refuse."""
    match = _TYPED.fullmatch(text.strip())
    return None if match is None else _typed(match)


def parse_typed_cards(text: str) -> tuple[Card, ...]:
    """Return cards as people type them, with blanks, commas or nothing between them.

    >>> parse_typed_cards("ah 10d") == parse_typed_cards("A♥,Td") == parse_typed_cards("AhTd") == parse_cards("Ah Td")
    True
    """
    cards: list[Card] = []
    for word in filter(None, _BETWEEN.split(text)):
        matches = list(_TYPED.finditer(word))
        if "".join(match[0] for match in matches) != word:
            parse_typed_card(word)
        cards.extend(map(_typed, matches))
    return tuple(cards)


def _typed(match: re.Match[str]) -> Card:
    rank = "T" if match[1] == "10" else match[1].upper()
    suit = (SUITS + SUIT_SYMBOLS + _OUTLINED).index(match[2].lower()) % len(SUITS)
    return _BY_NAME[rank + SUITS[suit]]


def card_twice(card: Card) -> Fault:
    """Return the fault of a card that appears twice."""
    name = CARD_NAMES[card]
    return Fault(FaultCode.CARD_TWICE, f"the card {name} appears twice", params={"card": name})


def repeated(cards: Sequence[Card]) -> list[Card]:
    """Return the cards that appear more than once, each once, in order of their second appearance."""
    seen: set[Card] = set()
    again: list[Card] = []
    for card in cards:
        if card in seen and card not in again:
            again.append(card)
        seen.add(card)
    return again
