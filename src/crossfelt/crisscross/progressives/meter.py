"""A progressive meter, exact to the last fraction of a cent.

It grows by a rate on each wager, pays its whole cents to a winner, starts again from its reset amount, and carries the
fraction that couldn't be paid. Amounts are stored as text, a whole number of cents or `n/d`, so that nothing is
rounded.
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
"""The most characters of a typed amount."""
MOST_CARRIED_TEXT = 200
"""The most characters of a meter that passes from round to round, whose fraction may be longer than the one typed."""
MOST_CARRIED_CENTS = 100 * MOST_CENTS
"""The upper bound of such a meter, so that one that started at the largest amount can still grow."""
_DECIMAL = re.compile(r"\d+(?:\.\d+)?", re.ASCII)
_RATIO = re.compile(r"\d+/\d+", re.ASCII)


@dataclass(frozen=True, slots=True)
class MeterTerms:
    """An operator's terms of a meter."""

    id: str
    rate_ppm: int
    """Growth per wager, in millionths of it."""
    initial_cents: int
    """The amount when the meter is first put up."""
    reset_cents: int
    """The amount after the meter is won."""
    clause: str
    """The clause that pays it."""

    def contribution(self, wagered: int) -> Fraction:
        """Return the cents that wagers of this total add."""
        return Fraction(wagered * self.rate_ppm, MILLION)


@dataclass(frozen=True, slots=True)
class Meter:
    """The amount of a meter at one moment."""

    cents: Fraction

    @property
    def shown(self) -> int:
        """The whole cents, which are all that can be won now."""
        return self.cents.numerator // self.cents.denominator

    def grown(self, by: Fraction) -> Meter:
        """Return the meter after contributions."""
        assert by >= 0, "contributions must not be negative"
        return Meter(self.cents + by)

    def won(self, reset_cents: int) -> tuple[int, Meter]:
        """Return the winner's cents, and the meter afterwards: the reset amount plus the unpaid fraction."""
        return self.shown, Meter(self.cents - self.shown + reset_cents)


def amount_text(cents: Fraction) -> str:
    """Return an exact amount as text: a whole number, or `n/d` in lowest terms.

    >>> amount_text(Fraction(123456)), amount_text(Fraction("654321.5"))
    ('123456', '1308643/2')
    """
    return str(cents)


def read_carried(text: object) -> Fraction:
    """Return the amount that the previous round left in a meter; `BadInput` says what is wrong with the text."""
    return read_amount(text, most_text=MOST_CARRIED_TEXT, most_cents=MOST_CARRIED_CENTS)


def read_amount(text: object, *, most_text: int = MOST_TEXT, most_cents: int = MOST_CENTS) -> Fraction:
    """Return the amount of a text such as `123456`, `654321.5` or `1308643/2`; `BadInput` if it isn't one.

    >>> read_amount("654321.5")
    Fraction(1308643, 2)
    """
    if not isinstance(text, str):
        message = f'must be a string such as "123456" or "654321.5", not {describe(text)}'
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
