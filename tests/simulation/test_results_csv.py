"""The CSV file of a run: every round of every seat is in it once, under what happened in it."""

from __future__ import annotations

import csv
import io
import math
from fractions import Fraction

import pytest

from crossfelt.simulation.document import simulation_document
from crossfelt.simulation.exact import exact_mean
from crossfelt.simulation.outcomes import outcomes
from crossfelt.simulation.results import Counts
from crossfelt.simulation.results_csv import COLUMNS, csv_text
from crossfelt.simulation.run import Prepared, prepare, run
from tests.support.simulation.plans import a_plan

ROUNDS = 30_000


@pytest.fixture(scope="module", params=[None, 2_500], ids=["no limit", "limit"])
def played(request: pytest.FixtureRequest) -> tuple[Prepared, Counts]:
    prepared = prepare(a_plan("maryland", "optimal", "always-1x", rounds=ROUNDS, ante_cents=request.param))
    return prepared, run(prepared)


def test_outcomes_are_named_in_the_order_of_the_kernel() -> None:
    """Recompute the net of each outcome from its bets and hands alone."""
    plan = a_plan("massachusetts", "optimal", rounds=1)
    scheme, nets = plan.scheme, prepare(plan).nets
    ends = outcomes(scheme.multiples)
    assert len(ends) == len(nets) == len(set(ends))
    for end, net in zip(ends, nets.tolist(), strict=True):
        if end.across is None or end.down is None:
            assert net == -end.staked
            continue
        first, second, third = end.bets
        pays = scheme.pay
        won = scheme.ante[end.across] + scheme.ante[end.down] + first * pays[end.across] + second * pays[end.down]
        assert net == won + third * pays[max(end.across, end.down)]
    assert [end.folded for end in ends[-13:-8]] == ["across", "down", "down", "down", "middle"]


def test_every_round_of_every_seat_is_there_once(played: tuple[Prepared, Counts]) -> None:
    prepared, counts = played
    document = simulation_document(prepared, counts, exact_mean(prepared), 123.0, "rounds")
    rows = list(csv.DictReader(io.StringIO(csv_text(prepared, counts, document))))
    assert tuple(rows[0]) == COLUMNS
    summary = {row["name"]: row["value"] for row in rows if row["part"] == "summary"}
    assert float(summary["mean"]) == document["mean"]
    assert float(summary["exact.value"]) == document["exact"]["value"]
    assert summary["strategies.2"] == "always-1x"
    assert "rounds_per_second" not in summary, "the file is the same however long it took"
    seats = [row for row in rows if row["part"] == "seat"]
    assert [(row["seat"], row["strategy"], row["rounds"]) for row in seats] == [
        ("1", "optimal", str(ROUNDS)),
        ("2", "always-1x", str(ROUNDS)),
    ]
    assert sum(float(row["net_antes_a_round"]) for row in seats) / 2 == pytest.approx(document["mean"])
    for seat in seats:
        ended = [row for row in rows if row["part"] == "outcome" and row["seat"] == seat["seat"]]
        assert sum(int(row["rounds"]) for row in ended) == ROUNDS
        assert sum(float(row["share_of_seat_rounds"]) for row in ended) == pytest.approx(1)
        assert sum(float(row["net_antes"]) for row in ended) == pytest.approx(float(seat["net_antes"]))
        squares = sum(float(row["net_antes_a_round"]) ** 2 * int(row["rounds"]) for row in ended) / ROUNDS
        deviation = math.sqrt(squares - float(seat["net_antes_a_round"]) ** 2)
        assert deviation == pytest.approx(float(seat["standard_deviation"]))
        assert deviation / math.sqrt(ROUNDS - 1) == pytest.approx(float(seat["standard_error"]))
    assert all(bool(row["folded_at"]) != bool(row["hand_across"]) for row in rows if row["part"] == "outcome")
    always = [row for row in rows if row["part"] == "outcome" and row["seat"] == "2"]
    assert {(row["bet_across"], row["bet_down"], row["bet_middle"]) for row in always} == {("1", "1", "1")}


def test_amounts_are_whole_antes_where_they_are_whole(played: tuple[Prepared, Counts]) -> None:
    prepared, counts = played
    text = csv_text(prepared, counts, {})
    rows = [row for row in csv.DictReader(io.StringIO(text)) if row["part"] == "outcome"]
    assert prepared.unit == 1 or prepared.plan.cap is not None
    for row in rows:
        assert Fraction(row["net_antes_a_round"]) % prepared.unit == 0
