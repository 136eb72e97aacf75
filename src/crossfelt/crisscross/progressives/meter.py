"""A progressive meter, exact to the last fraction of a cent.

It grows by a rate on each wager, pays its whole cents to a winner, starts again from its reset amount, and carries the
fraction that could not be paid. Amounts travel as text, a whole number of cents or `n/d`, so that nothing is rounded.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from fractions import Fraction

from crossfelt.errors import BadInput, describe
from crossfelt.faults import FaultCode
from crossfelt.fields import MOST_CENTS

MILLION = 1_000_000
MOST_RATE_PPM = MILLION
MOST_TEXT = 60
"""Characters in which an amount that somebody types must fit."""
MOST_CARRIED_TEXT = 200
"""The same for a meter that passes from round to round: its fraction may have become longer than the one typed."""
MOST_CARRIED_CENTS = 100 * MOST_CENTS
"""What such a meter may hold: one that was put up at the largest amount still grows."""
_DECIMAL = re.compile(r"\d+(?:\.\d+)?", re.ASCII)
_RATIO = re.compile(r"\d+/\d+", re.ASCII)


@dataclass(frozen=True, slots=True)
class MeterTerms:
    """What an operator fixes about a meter."""

    id: str
    rate_ppm: int
    """Millionths of each wager by which the meter grows."""
    initial_cents: int
    """What it shows when it is first put up."""
    reset_cents: int
    """What it starts from again after it is won."""
    clause: str
    """The clause by which it is paid."""

    def contribution(self, wagered: int) -> Fraction:
        """Cents by which wagers of so many cents make it grow."""
        return Fraction(wagered * self.rate_ppm, MILLION)


@dataclass(frozen=True, slots=True)
class Meter:
    """What a meter holds at one moment."""

    cents: Fraction

    @property
    def shown(self) -> int:
        """The whole cents: all that anybody can win now."""
        return self.cents.numerator // self.cents.denominator

    def grown(self, by: Fraction) -> Meter:
        """The meter after contributions."""
        assert by >= 0, "contributions only add"
        return Meter(self.cents + by)

    def won(self, reset_cents: int) -> tuple[int, Meter]:
        """What a winner is paid, and the meter afterwards: the reset amount and the fraction that was not paid."""
        return self.shown, Meter(self.cents - self.shown + reset_cents)


def amount_text(cents: Fraction) -> str:
    """An exact amount as it is written: a whole number, or `n/d` in lowest terms.

    >>> amount_text(Fraction(123456)), amount_text(Fraction("654321.5"))
    ('123456', '1308643/2')
    """
    return str(cents)


def read_carried(text: object) -> Fraction:
    """The amount of a meter as the round before has left it; `BadInput` says what is wrong with the text."""
    return read_amount(text, most_text=MOST_CARRIED_TEXT, most_cents=MOST_CARRIED_CENTS)


def read_amount(text: object, *, most_text: int = MOST_TEXT, most_cents: int = MOST_CENTS) -> Fraction:
    """The amount that a text gives, `123456`, `654321.5` or `1308643/2`; `BadInput` says what is wrong with another.

    >>> read_amount("654321.5")
    Fraction(1308643, 2)
    """
    if not isinstance(text, str):
        message = f'must be a text such as "123456" or "654321.5", not {describe(text)}'
        raise BadInput(message, FaultCode.WRONG_TYPE, expected="text", value=text)
    if len(text) > most_text:
        message = f"must have at most {most_text} characters, not {len(text)}"
        raise BadInput(message, FaultCode.TOO_LONG, count=len(text), most=most_text)
    if not _DECIMAL.fullmatch(text) and not _RATIO.fullmatch(text):
        message = f"must be cents as a decimal number or as n/d, not {describe(text)}"
        raise BadInput(message, FaultCode.BAD_AMOUNT, value=text)
    try:
        cents = Fraction(text)
    except ZeroDivisionError:
        raise BadInput(f"{describe(text)} divides by zero", FaultCode.BAD_AMOUNT, value=text) from None
    if cents > most_cents:
        message = f"must be from 0 to {most_cents} cents, not {describe(text)}"
        raise BadInput(message, FaultCode.OUT_OF_RANGE, least=0, most=most_cents, value=text)
    return cents
