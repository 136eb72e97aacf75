"""Numbers, shares and percentages as people type them, and the option types that read them.

Every number that a command takes goes through `parse_number`, so `1000000`, `1,000,000` and `1e6` are the same
everywhere. A refusal names the option and what to type.
"""

from __future__ import annotations

import re
from fractions import Fraction
from typing import Any, NoReturn

import click

from crossfelt.errors import BadInput, describe

_NUMBER = re.compile(
    r"(?P<sign>[+-]?)(?P<whole>\d{1,3}(?:,\d{3})+|\d+(?:_\d+)*)?(?P<rest>\.\d+)?(?:[eE](?P<power>[+-]?\d{1,2}))?",
    re.ASCII,
)
_LONGEST = 40
"""Characters of the longest number that is read; more can only be a mistake."""


def parse_number(text: str) -> Fraction | None:
    """Return the number that was typed, exactly, or None if it isn't one.

    >>> parse_number("1,000,000") == parse_number("1e6") == parse_number("1_000_000") == 1_000_000
    True
    >>> parse_number("12,34") is parse_number("five") is parse_number("nan") is None
    True
    """
    written = text.strip()
    match = _NUMBER.fullmatch(written) if len(written) <= _LONGEST else None
    if match is None or not (match["whole"] or match["rest"]):
        return None
    digits = (match["whole"] or "0").replace(",", "").replace("_", "")
    number = Fraction(f"{match['sign']}{digits}{match['rest'] or ''}")
    return number * Fraction(10) ** int(match["power"] or "0")


def parse_whole(text: str) -> int | None:
    """Return the whole number that was typed, or None if it isn't one.

    >>> parse_whole("1e3"), parse_whole("-1"), parse_whole("1.5")
    (1000, -1, None)
    """
    number = parse_number(text)
    return int(number) if number is not None and number.denominator == 1 else None


def plain_assignment(text: str) -> str:
    """Return `NAME=VALUE` with a whole number in plain digits, and any other text unchanged.

    >>> plain_assignment("ante_maximum_cents=10,000"), plain_assignment("ante_pays=table")
    ('ante_maximum_cents=10000', 'ante_pays=table')
    """
    name, _, value = text.partition("=")
    number = parse_whole(value)
    return text if number is None else f"{name}={number}"


def parse_percentage(text: str) -> Fraction | None:
    """Return the share of a percentage with its sign, or None if it isn't one.

    >>> parse_percentage("4.5%") == Fraction(45, 1000)
    True
    """
    written = text.strip()
    number = parse_number(written.removesuffix("%").rstrip()) if written.endswith("%") else None
    return None if number is None else number / 100


def parse_share(text: str) -> Fraction | None:
    """Return a share typed as a number, a percentage or a fraction: `0.85`, `85%` or `17/20`; None for anything else.

    >>> parse_share("0.85") == parse_share("85%") == parse_share("17/20")
    True
    """
    over, slash, under = text.partition("/")
    if not slash:
        return parse_percentage(text) if text.strip().endswith("%") else parse_number(text)
    parts = parse_number(over), parse_number(under)
    return parts[0] / parts[1] if parts[0] is not None and parts[1] else None


def option_name(param: click.Parameter | None) -> str:
    """Return what a refusal begins with: `--threads: `, or `SEAT: ` for an argument."""
    if param is None:
        return ""
    return f"{param.opts[0] if isinstance(param, click.Option) else param.human_readable_name}: "


def refuse_value(param: click.Parameter | None, expected: str, value: object) -> NoReturn:
    """Refuse the value of an option: `--threads: must be a whole number from 1 to 64, not 0`."""
    shown = str(value) if parse_share(str(value)) is not None else describe(value)
    raise BadInput(f"{option_name(param)}must be {expected}, not {shown}")


class WholeNumber(click.ParamType[int]):
    """A whole number within limits, both included."""

    name = "integer"

    def __init__(self, least: int | None = None, most: int | None = None) -> None:
        self.least, self.most = least, most

    @property
    def expected(self) -> str:
        """The accepted values, as a refusal names them."""
        if self.least is not None and self.most is not None:
            return f"a whole number from {self.least:,} to {self.most:,}"
        return "a whole number" if self.least is None else f"a whole number, {self.least:,} or more"

    def is_allowed(self, number: int) -> bool:
        """Return whether a number is within the limits."""
        return (self.least is None or number >= self.least) and (self.most is None or number <= self.most)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:  # noqa: ARG002
        """Return the number, or refuse it."""
        number = Fraction(value) if isinstance(value, int) else parse_number(str(value))
        if number is None or number.denominator != 1 or not self.is_allowed(int(number)):
            refuse_value(param, self.expected, value)
        return int(number)


class SampleCount(WholeNumber):
    """The number of situations to sample: at least 2, so that there is a standard error, or 0 for none."""

    def __init__(self, most: int) -> None:
        super().__init__(2, most)

    @property
    def expected(self) -> str:
        """The accepted values, as a refusal names them."""
        return f"0 for none, or {super().expected}"

    def is_allowed(self, number: int) -> bool:
        """Return whether a number is 0 or within the limits."""
        return number == 0 or super().is_allowed(number)


class PartsPerMillion(WholeNumber):
    """A rate in parts per million, or as a percentage: `50000` or `5%`."""

    def __init__(self) -> None:
        super().__init__(0, 1_000_000)

    @property
    def expected(self) -> str:
        """The accepted values, as a refusal names them."""
        return "from 0 to 1,000,000 parts per million, or a percentage such as 5%"

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """Return the parts per million, or refuse them."""
        share = None if isinstance(value, int) else parse_percentage(str(value))
        parts = value if share is None else share * 1_000_000
        if isinstance(parts, Fraction):
            if parts.denominator != 1 or not self.is_allowed(int(parts)):
                refuse_value(param, self.expected, value)
            parts = int(parts)
        return super().convert(parts, param, ctx)


class Number(click.ParamType[float]):
    """A finite number within limits; the lower limit itself is excluded where `is_more` is set."""

    name = "number"

    def __init__(self, least: float, most: float | None = None, *, is_more: bool = False) -> None:
        self.least, self.most, self.is_more = least, most, is_more

    @property
    def expected(self) -> str:
        """The accepted values, as a refusal names them."""
        if self.most is None:
            return f"a number, more than {self.least:g}" if self.is_more else f"a number, {self.least:g} or more"
        least = f"more than {self.least:g} and at most" if self.is_more else f"from {self.least:g} to"
        return f"a number {least} {self.most:,g}"

    def parse(self, text: str) -> Fraction | None:
        """Return the number that was typed, or None."""
        return parse_number(text)

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:  # noqa: ARG002
        """Return the number, or refuse it."""
        exact = Fraction(value) if isinstance(value, int | float) else self.parse(str(value))
        if exact is None:
            refuse_value(param, self.expected, value)
        number = float(exact)  # as the limits are, so that 0.9999 is 0.9999
        is_low = number <= self.least if self.is_more else number < self.least
        if is_low or (self.most is not None and number > self.most):
            refuse_value(param, self.expected, value)
        return number


class Share(Number):
    """A share within limits, typed as `0.99` or `99%`."""

    name = "share"

    @property
    def expected(self) -> str:
        """The accepted values, as a refusal names them."""
        return f"from {self.least:g} to {self.most:g}, such as 0.99 or 99%"

    def parse(self, text: str) -> Fraction | None:
        """Return the share that was typed, or None."""
        return parse_share(text)


class Percentage(click.ParamType[Fraction]):
    """A percentage within limits; the command gets the share, exactly.

    Where the sign may be left out, `4.5` is 4.5%. Where it may not, a refusal asks for it, because a number without it
    could be a share.
    """

    name = "percentage"

    def __init__(self, most: int | None = None, *, needs_sign: bool) -> None:
        """With `most`, a percentage is more than 0 and at most that; without it, any percentage is taken."""
        self.most, self.needs_sign = most, needs_sign

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Fraction:  # noqa: ARG002
        """Return the share, or refuse the percentage."""
        if isinstance(value, Fraction):
            return value
        text = str(value)
        share = parse_percentage(text)
        if share is None and not self.needs_sign:
            number = parse_number(text)
            share = None if number is None else number / 100
        if share is None:
            example = "with its sign, such as 0.01%" if self.needs_sign else "such as 4.5%"
            refuse_value(param, f"a percentage {example}", value)
        if self.most is not None and not 0 < share <= Fraction(self.most, 100):
            refuse_value(param, f"more than 0% and at most {self.most}%", value)
        return share


SECONDS = Number(0.0, 3600.0, is_more=True)
MINUTES = Number(0.0, is_more=True)
MILLISECONDS = Number(0.0, 600_000.0, is_more=True)
ROUNDS_PER_HOUR = Number(0.0, 1000.0, is_more=True)
SHARE = Share(0.5, 0.9999)
WHOLE = WholeNumber()
"""Any whole number; what computes with it refuses what it can't use."""
ANY_PERCENTAGE = Percentage(needs_sign=False)
SEED = WholeNumber(0, 2**63 - 1)
SAMPLES = SampleCount(1_000_000)
ROUNDS = WholeNumber(1, 10_000_000)
GAMES = WholeNumber(1, 1_000_000_000)
THREADS = WholeNumber(1, 64)
WORKERS = WholeNumber(1, 1024)
