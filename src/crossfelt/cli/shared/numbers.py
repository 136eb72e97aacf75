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


SECONDS = FiniteNumber(0.0, 3600.0, min_open=True)
MINUTES = FiniteNumber(0.0, min_open=True)
MILLISECONDS = FiniteNumber(0.0, 600_000.0, min_open=True)
SHARE = FiniteNumber(0.5, 0.9999)
SEED = click.IntRange(0, 2**63 - 1)
GAMES = click.IntRange(1, 1_000_000_000)
