"""The answers of players during a match: squares, cards and commands."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from crossfelt.cards import card_name, find_typed_card
from crossfelt.errors import CardError, describe
from crossfelt.kingcross.sheet import SQUARE_NAMES

_SQUARE = re.compile(r"[a-z]\d{1,2}", re.ASCII)
_AS = "as"
"""The ace of spades; or, before another card, the word `as`."""
_FILLERS = frozenset({"on", "to", "at", "place", "change", "becomes"})
_COMMANDS: dict[str, Literal["help", "quit", "hint", "sheet", "leave"]] = {
    "?": "help",
    "h": "help",
    "help": "help",
    "q": "quit",
    "quit": "quit",
    "exit": "quit",
    "hint": "hint",
    "hints": "hint",
    "sheet": "sheet",
    "sheets": "sheet",
    "leave": "leave",
}

Command = Literal["help", "quit", "hint", "sheet", "leave"]


@dataclass(frozen=True, slots=True)
class Wish:
    """A square, and the card for it where one was typed."""

    square: str
    card: str | None = None


def command_of(answer: str) -> Command | None:
    """Return the command that was typed, such as `help` for `?`, or None."""
    return _COMMANDS.get(answer)


def parse_wish(answer: str) -> Wish:
    """Read `b4`, `b4 7s`, `7s b4` or `b4 as 10♠`; `CardError` says what it couldn't read."""
    words = [word for word in answer.replace(",", " ").split() if word not in _FILLERS]
    if sum(_card_name(word) is not None for word in words) > 1 and _AS in words:
        words.remove(_AS)
    squares = [word for word in words if word in SQUARE_NAMES]
    cards = [name for word in words if (name := _card_name(word)) is not None]
    unknown = [word for word in words if word not in SQUARE_NAMES and _card_name(word) is None]
    if unknown and _SQUARE.fullmatch(unknown[0]):
        raise CardError(f"{describe(unknown[0])} isn't a square: squares are a1 to e5")
    if unknown or not words:
        raise CardError(f"can't read {describe(answer)}: type a square such as b4, or help")
    if len(squares) != 1 or len(cards) > 1:
        raise CardError("type one square, and if the roll is wild, the card after it")
    return Wish(squares[0], cards[0] if cards else None)


def _card_name(word: str) -> str | None:
    """Return `Ts` for `10s`, `ts` or `10♠`, or None. The ace is `a`, never 1, which is a face of the die."""
    card = find_typed_card(word)
    return None if card is None else card_name(card)
