"""The results of a run as one CSV file: its totals, each seat, and every outcome of every seat.

All rows have the same columns, and `part` says what a row is: `summary` has a name and a value, as in `--json`; `seat`
is one seat; `outcome` is one outcome of one seat. Nothing in the file depends on how long the run took.
"""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from crossfelt.simulation.document import TIMED
from crossfelt.simulation.outcomes import Outcome, outcomes
from crossfelt.simulation.results import Counts
from crossfelt.simulation.run import Prepared

COLUMNS = (
    "part", "name", "value", "seat", "strategy", "folded_at", "bet_across", "bet_down", "bet_middle", "hand_across",
    "hand_down", "rounds", "share_of_seat_rounds", "net_antes_a_round", "net_antes", "standard_error",
    "standard_deviation",
)  # fmt: skip
Row = dict[str, object]


def csv_text(prepared: Prepared, counts: Counts, document: Mapping[str, Any]) -> str:
    """Return the content of the file; `document` is what `--json` prints for the same run."""
    written = io.StringIO(newline="")
    writer = csv.DictWriter(written, COLUMNS, restval="", lineterminator="\n")
    writer.writeheader()
    writer.writerows(
        {"part": "summary", "name": name, "value": value} for name, value in _flat(document) if name != TIMED
    )
    writer.writerows(seat_rows(prepared, counts))
    writer.writerows(outcome_rows(prepared, counts))
    return written.getvalue()


def _flat(value: Any, name: str = "") -> Iterator[tuple[str, object]]:
    """Return every single value of a document under its path, such as `exact.value` or `strategies.2`."""
    if isinstance(value, Mapping):
        entries = list(value.items())
    elif isinstance(value, (list, tuple)):
        entries = [(str(number), item) for number, item in enumerate(value, 1)]
    else:
        yield name, value
        return
    for key, item in entries:
        yield from _flat(item, f"{name}.{key}" if name else key)


def seat_rows(prepared: Prepared, counts: Counts) -> Iterator[Row]:
    """Return the figures of each seat."""
    nets = prepared.nets.tolist()
    for place, seat in enumerate(prepared.plan.seats):
        ended = [(net, times) for net, times in zip(nets, counts.outcomes[place].tolist(), strict=True) if times]
        rounds = counts.rounds
        total = sum(net * times for net, times in ended)
        mean = Fraction(total, rounds)
        variance = Fraction(sum(net * net * times for net, times in ended), rounds) - mean**2
        deviation = math.sqrt(variance) * float(prepared.unit)
        yield {
            "part": "seat",
            "seat": place + 1,
            "strategy": seat.name,
            "rounds": rounds,
            "share_of_seat_rounds": 1,
            "net_antes_a_round": float(mean * prepared.unit),
            "net_antes": _antes(total * prepared.unit),
            "standard_error": deviation / math.sqrt(rounds - 1) if rounds > 1 else "",
            "standard_deviation": deviation,
        }


def outcome_rows(prepared: Prepared, counts: Counts) -> Iterator[Row]:
    """Return how often each seat ended with each outcome that occurred."""
    ends = outcomes(prepared.plan.scheme.multiples)
    nets = [int(net) * prepared.unit for net in prepared.nets]
    for place, seat in enumerate(prepared.plan.seats):
        for end, net, times in zip(ends, nets, counts.outcomes[place].tolist(), strict=True):
            if times:
                yield {
                    "part": "outcome",
                    "seat": place + 1,
                    "strategy": seat.name,
                    **_words(end),
                    "rounds": times,
                    "share_of_seat_rounds": times / counts.rounds,
                    "net_antes_a_round": _antes(net),
                    "net_antes": _antes(net * times),
                }


def _words(end: Outcome) -> Row:
    bets = dict(zip(("bet_across", "bet_down", "bet_middle"), end.bets, strict=False))
    if end.across is None or end.down is None:
        return {**bets, "folded_at": end.folded}
    return {**bets, "hand_across": end.across.slug, "hand_down": end.down.slug}


def _antes(amount: Fraction) -> int | float:
    """Return whole antes as integers; under an aggregate limit there are fractions."""
    return int(amount) if amount.denominator == 1 else float(amount)
