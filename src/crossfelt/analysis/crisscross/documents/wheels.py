"""Wheels, fitted weights and the long run of meters as JSON documents.

The key of each share names its base. Exact figures have numerator and denominator; amounts are whole cents where they
are paid and exact fractions of cents where they are means.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from crossfelt.analysis.crisscross.documents.figures import Document, exact
from crossfelt.analysis.crisscross.meter_runs import MeterRun, meter_play, meter_run
from crossfelt.analysis.crisscross.meter_simulation import Estimate, SimulatedRun
from crossfelt.analysis.crisscross.wheel_fit import Fit, FitPlan, weights_toml
from crossfelt.analysis.crisscross.wheels import WheelPrice, WheelWager, price, wheels_in_use
from crossfelt.crisscross.progressives.meter import MILLION
from crossfelt.crisscross.progressives.wheel import Wheel
from crossfelt.crisscross.rulebook import RuleBook

QUANTILES = tuple(Fraction(share, 100) for share in (1, 5, 25, 50, 75, 95, 99))
CURVE_POINTS = 60
EXAMPLE = "The weights are Crossfelt's examples, not those of any wheel in use (reading P1)."
NOT_IN_USE = "These rules don't use this wheel: its weights are examples, and its amounts are the smallest allowed."
LIST_NOT_IN_USE = (
    "No wager under these rules is paid by this list; the weights of its positions are those of the rules."
)
COMMUNITY_EXAMPLE = "The weights of the Community list are examples too (reading P1)."


def wheel_document(priced: WheelPrice) -> Document:
    """Return one wheel and the value of a wager on it, with its meter at the reset amount."""
    wager = priced.wager
    slope = priced.per_meter_dollar
    return {
        "wheel": wager.id,
        "title": wager.title,
        "example": wager.wheel.is_example,
        "in_use": wager.is_in_use,
        "notes": _notes(wager),
        "symbols": _symbols(wager.wheel, wager),
        "total_weight": wager.wheel.total,
        "wager_cents": wager.wager_cents,
        "seats": priced.seats,
        "event": wager.event,
        "event_chance": exact(wager.event_chance(priced.seats)),
        "spin_chance": exact(wager.spin_chance(priced.seats)),
        "meter": None
        if wager.meter is None
        else {
            "id": wager.meter.id,
            "initial_cents": wager.meter.initial_cents,
            "reset_cents": wager.meter.reset_cents,
            "rate_ppm": wager.meter.rate_ppm if wager.is_in_use else None,
        },
        "return": exact(priced.returned),
        "long_run_return": _long_run(wager, priced.seats, wager.meter.rate_ppm)
        if wager.meter is not None and wager.is_in_use
        else None,
        "hit_rate": float(priced.hit_rate),
        "per_meter_dollar": None if slope is None else float(slope),
        "return_per_1000_dollars_of_meter": None if slope is None else float(1000 * slope),
        "break_even_meter_cents": priced.break_even_cents,
        "jackpot_chance": exact(priced.jackpot_chance) if priced.jackpot_chance else None,
        "variance": exact(priced.variance),
        "standard_deviation": priced.standard_deviation,
        "won": [{"cents": int(cents), "chance": exact(chance)} for cents, chance in priced.chances.items()],
        "community": None
        if wager.community is None
        else {
            "list": wager.community.id,
            "example": wager.community.is_example,
            "symbols": _symbols(wager.community, wager),
        },
        "received_from_other_spins": exact(priced.received_cents / wager.wager_cents),
        "exact": {"hit_rate": exact(priced.hit_rate), "per_meter_dollar": None if slope is None else exact(slope)},
    }


def fit_document(result: Fit, total: int, plan: FitPlan, seat_count: int) -> Document:
    """Return fitted weights, their distance from the target, and the table for a rules submission.

    `wanted`, `return`, `miss`, `least` and `greatest` are counted as `wanted_is` says. The long-run return is always
    included, and so is the return with the meter at its reset amount. At a full table of `seat_count`, the spins of
    other seats add Community Pay to a wager (reading P4).
    """
    wager = result.wager
    at_reset = price(wager, result.price.seats).returned
    long_run = at_reset + Fraction(plan.rate_ppm or 0, MILLION)
    received = price(wager, seat_count).received_cents / wager.wager_cents
    return {
        "wheel": wager.id,
        "title": wager.title,
        "wanted": exact(result.target),
        "wanted_is": plan.basis,
        "return": exact(result.reached),
        "miss": exact(result.miss),
        "proven": result.is_proven,
        "least": exact(result.least),
        "greatest": exact(result.greatest),
        "weights": result.weights,
        "total_weight": wager.wheel.total,
        "most_weight": total,
        "symbols": _symbols(wager.wheel, wager, result.price.jackpot_cents),
        "wager_cents": wager.wager_cents,
        "seats": result.price.seats,
        "event": wager.event,
        "jackpot_cents": None if wager.kind == "community" else int(result.price.jackpot_cents),
        "rate_ppm": plan.rate_ppm,
        "rate_from": plan.rate_from,
        "return_at_reset": exact(at_reset),
        "long_run_return": exact(long_run),
        "full_table": {"seats": seat_count, "long_run_return": exact(long_run + received)} if received else None,
        "hit_rate": float(result.price.hit_rate),
        "standard_deviation": result.price.standard_deviation,
        "toml": weights_toml(result),
    }


def meter_document(
    run: MeterRun, simulated: SimulatedRun | None = None, rounds_per_hour: float | None = None
) -> Document:
    """Return the long run of a meter by formula, and by simulation beside it if requested."""
    wager, terms = run.play.followed, run.play.terms
    return {
        "wheel": wager.id,
        "meter": terms.id,
        "example": wager.wheel.is_example,
        "in_use": wager.is_in_use,
        "event": wager.event,
        "wagers_cents": [seat.cents for seat in run.play.seats],
        "wagered_cents_a_round": run.wagered_cents,
        "rate_ppm": terms.rate_ppm,
        "initial_cents": terms.initial_cents,
        "reset_cents": terms.reset_cents,
        "contribution_cents_a_round": exact(run.contribution),
        "jackpots_in_a_round": [exact(chance) for chance in run.jackpots],
        "rounds_between_jackpots": exact(run.rounds_between),
        "rounds_to_hit": exact(run.rounds_to_hit),
        "mean_jackpot_cents": exact(run.mean_jackpot_cents),
        "at_hit_cents": {
            "mean": exact(run.mean_at_hit_cents),
            "mean_of_the_first": exact(run.mean_first_cents),
            "standard_deviation": run.deviation_at_hit_cents,
            "quantiles": [
                {"share": float(entry.share), "rounds": entry.rounds, "cents": entry.cents}
                for entry in map(run.quantile, QUANTILES)
            ],
        },
        "cost_of_dollars_wagered": {
            "contributions": exact(run.cost.contributions),
            "reset_money": exact(run.cost.reset_money),
            "wheel_prizes": exact(run.cost.wheel_prizes),
            "community_pay": exact(run.cost.community_pay),
            "total": exact(run.cost.total),
            "house_keeps": exact(1 - run.cost.total),
        },
        "curve": _curve(run, simulated),
        "hours": None
        if rounds_per_hour is None
        else {
            "rounds_per_hour": rounds_per_hour,
            "between_jackpots": float(run.rounds_between) / rounds_per_hour,
            "contributed_cents_an_hour": float(run.contribution) * rounds_per_hour,
        },
        "simulated": None if simulated is None else _simulated(simulated),
    }


def progressives_part(book: RuleBook) -> Document | None:
    """Return the progressive wagers of a par sheet: every wheel in use alone and at a full table, and every meter."""
    if book.progressives is None:
        return None
    wheels, meters = [], []
    for wager in wheels_in_use(book):
        most = book.seat_count if wager.community is not None else 1  # Other seats don't affect a Bonus Spin.
        by_seats = [price(wager, seats) for seats in range(1, most + 1)]
        wheels.append(
            {
                **wheel_document(by_seats[0]),
                "by_seats": [
                    {
                        "seats": entry.seats,
                        "event_chance": exact(wager.event_chance(entry.seats)),
                        "spin_chance": exact(wager.spin_chance(entry.seats)),
                        "return": exact(entry.returned),
                        "long_run_return": _long_run(wager, entry.seats, wager.meter.rate_ppm if wager.meter else 0),
                        "hit_rate": exact(entry.hit_rate),
                        "standard_deviation": entry.standard_deviation,
                        "break_even_meter_cents": entry.break_even_cents,
                    }
                    for entry in by_seats
                ],
            }
        )
        if wager.meter is not None:
            for seats in (1, book.seat_count):
                meters.append(meter_document(meter_run(meter_play(book, wager, [wager.wager_cents] * seats))))
    return {"wheels": wheels, "meters": meters}


def _long_run(wager: WheelWager, seats: int, rate_ppm: int | None) -> Document | None:
    """Return the long-run return, in which the meter's growth is paid out: at its reset amount, and with the growth."""
    if wager.meter is None or rate_ppm is None:
        return None
    return exact(price(wager, seats).returned + Fraction(rate_ppm, MILLION))


def _notes(wager: WheelWager) -> list[str]:
    notes = []
    if not wager.is_in_use:
        notes.append(NOT_IN_USE if wager.wheel.is_example else LIST_NOT_IN_USE)
    if wager.wheel.is_example:
        notes.append(EXAMPLE)
    if wager.community is not None and wager.community.is_example:
        notes.append(COMMUNITY_EXAMPLE)
    return notes


def _symbols(wheel: Wheel, wager: WheelWager, jackpot_cents: Fraction | int | None = None) -> list[Document]:
    jackpot = wager.jackpot_cents if jackpot_cents is None else jackpot_cents
    return [
        {
            "symbol": segment.symbol,
            "weight": segment.weight,
            "pays": int(wager.pays(segment, jackpot)),
            "others_receive": wager.shared_cents.get(segment.symbol, {}).get(wager.wager_cents, 0),
            "chance_in_a_spin": segment.weight / wheel.total,
            "clause": segment.clause,
        }
        for segment in wheel.segments
    ]


def _curve(run: MeterRun, simulated: SimulatedRun | None) -> list[Document]:
    """Return how often the meter is won before it passes an amount: by formula, and in the simulation."""
    last = run.quantile(Fraction(995, 1000)).rounds
    waits = sorted(simulated.waits) if simulated is not None else []
    curve = []
    for rounds in sorted({last * step // CURVE_POINTS for step in range(CURVE_POINTS + 1)}):
        point: Document = {
            "rounds": rounds,
            "cents": int(run.play.terms.reset_cents + run.contribution * rounds),
            "won": run.won_within(rounds),
        }
        if waits:
            point["won_in_simulation"] = _share_up_to(waits, rounds)
        curve.append(point)
    return curve


def _share_up_to(waits: Sequence[int], rounds: int) -> float:
    return sum(wait <= rounds for wait in waits) / len(waits)


def _simulated(run: SimulatedRun) -> Document:
    return {
        "rounds": run.rounds,
        "seed": run.seed,
        "jackpots": run.jackpots,
        "rounds_to_hit": _estimate(run.rounds_to_hit),
        "at_hit_cents": _estimate(run.jackpot_at_hit_cents),
        "cost_of_dollars_wagered": _estimate(run.cost_rate),
    }


def _estimate(estimate: Estimate | None) -> Document | None:
    return None if estimate is None else {"mean": estimate.mean, "standard_error": estimate.standard_error}
