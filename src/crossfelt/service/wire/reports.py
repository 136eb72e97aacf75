"""The operator's report of a table, with the band that its hold belongs in."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from crossfelt.service.report import TableReport
from crossfelt.service.wire.strict import Wire


class BandEntry(Wire):
    """The expected win of a table on antes and bets under best play, and its range by luck."""

    base: Annotated[str, Field(description="What a hold is a share of.")]
    base_cents: int
    seat_rounds: int
    win_cents: Annotated[int, Field(description="What players lost on antes and bets, no limit having cut it.")]
    expected_cents: int
    standard_deviation_cents: int
    most_standard_deviation_cents: Annotated[int, Field(description="If all seats of a round ended alike.")]
    low_cents: int
    high_cents: int
    confidence: float
    is_exact: Annotated[bool, Field(description="By the exact distribution; otherwise by the normal one.")]
    within: bool


class BandAnswer(Wire):
    """The report and its band; no band where nothing is wagered, or nothing yet."""

    report: TableReport
    band: BandEntry | None
