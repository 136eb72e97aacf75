"""Numbers as options take them: within limits, and finite."""

from __future__ import annotations

import math
from typing import Any

import click


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


SECONDS = FiniteNumber(0.0, 3600.0, min_open=True)
MINUTES = FiniteNumber(0.0, min_open=True)
MILLISECONDS = FiniteNumber(0.0, 600_000.0, min_open=True)
SHARE = FiniteNumber(0.5, 0.9999)
SEED = click.IntRange(0, 2**63 - 1)
SAMPLES = SampleCount()
ROUNDS = click.IntRange(1, 10_000_000)
GAMES = click.IntRange(1, 1_000_000_000)
