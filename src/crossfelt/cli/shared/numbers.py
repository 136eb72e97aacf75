"""Numbers as options take them: within limits, and finite."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Any

import click

_PERCENTAGE = re.compile(r"(?:\d{1,12}(?:\.\d{0,12})?|\.\d{1,12})%", re.ASCII)


class FiniteNumber(click.FloatRange):
    """A number within limits. Unlike the type it is made of, it refuses `nan`, which is neither above nor below any."""

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> float:
        """The number, or a refusal that names the option."""
        number = super().convert(value, param, ctx)
        if not math.isfinite(number):
            self.fail(f"{value} is not a finite number", param, ctx)
        return number


class SampleCount(click.ParamType[int]):
    """How many situations are sampled: enough for an error to be told, or 0, so that none are."""

    name = "integer"
    most = 1_000_000

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number, or a refusal that names the option."""
        number: int = click.INT.convert(value, param, ctx)
        if number != 0 and not 2 <= number <= self.most:
            self.fail(f"must be 0 for none, or from 2 to {self.most}, not {number}", param, ctx)
        return number


class Percentage(click.ParamType[Fraction]):
    """A percentage more than nothing and up to a limit, written with its sign; the command gets the share."""

    name = "percentage"

    def __init__(self, most: int) -> None:
        self.most = most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Fraction:
        """The share exactly as it was written, or a refusal that names the option."""
        if isinstance(value, Fraction):
            return value
        text = str(value).strip()
        if not _PERCENTAGE.fullmatch(text):
            self.fail(f"{value!a} is not a percentage: write it with its sign, such as 0.01%", param, ctx)
        percent = Fraction(text.removesuffix("%"))
        if not 0 < percent <= self.most:
            self.fail(f"must be more than 0% and at most {self.most}%, not {text}", param, ctx)
        return percent / 100


SECONDS = FiniteNumber(0.0, 3600.0, min_open=True)
MINUTES = FiniteNumber(0.0, min_open=True)
MILLISECONDS = FiniteNumber(0.0, 600_000.0, min_open=True)
SHARE = FiniteNumber(0.5, 0.9999)
SEED = click.IntRange(0, 2**63 - 1)
SAMPLES = SampleCount()
ROUNDS = click.IntRange(1, 10_000_000)
GAMES = click.IntRange(1, 1_000_000_000)
