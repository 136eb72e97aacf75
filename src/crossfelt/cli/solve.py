"""`crossfelt solve`: the whole game, exactly, for any pay table."""

from __future__ import annotations

import gc
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import click

from crossfelt.cli.books import json_option, option_option
from crossfelt.cli.figures import choose_scheme, exact, house_edge, pay_option, rules_option
from crossfelt.cli.streams import json_text, open_console

if TYPE_CHECKING:
    from crossfelt.analysis.bonus import BonusResult
    from crossfelt.analysis.results import Results
    from crossfelt.crisscross.rulebook import RuleBook

COMPILING = "compiling the kernels, first run only"
STILL_WORKING = "still solving: kernels for odds of this size are compiled when they are first used"
PATIENCE_SECONDS = 5.0
SAMPLED_ROUNDS = 1_000_000
SAMPLE_SEED = 1


@click.command()
@rules_option
@option_option
@pay_option
@click.option("--threads", metavar="N", type=click.IntRange(1, 64), default=1, show_default=True, help="Use so many.")
@click.option("--joint", is_flag=True, help="Also how each bonus goes together with the main game: some seconds more.")
@json_option
def solve(
    *, rules: str, option: tuple[str, ...], pay: tuple[str, ...], threads: int, joint: bool, as_json: bool
) -> None:
    """Solve the game exactly: edge, volatility, folds, all 169 starting hands.

    Every decision with every one of the 84,284,272,800 deals, in integers. The aggregate limit is left out: `crossfelt
    cap` prices it.
    """
    with _without_collection():
        _solve(rules, option, pay, threads, joint, as_json)


def _solve(rules: str, option: tuple[str, ...], pay: tuple[str, ...], threads: int, joint: bool, as_json: bool) -> None:
    book, scheme = choose_scheme(rules, option, pay)
    with first_compilation():
        from crossfelt.analysis.bonus import bonus_results
        from crossfelt.analysis.results import results
        from crossfelt.analysis.solver import solve as solve_scheme

        found = results(solve_scheme(scheme, threads))
        bonus = bonus_results(book)
        together = _joint(book, found, bonus) if joint else {}
    if as_json:
        print(json_text(_document(book, found, bonus, together)))
        return
    from crossfelt.cli.solved import report

    open_console().print(report(book, found, bonus, together))


@contextmanager
def first_compilation() -> Iterator[None]:
    """Says on stderr that the first run ever compiles, with a spinner for people who watch."""
    if sys.stderr is None or "numba" in sys.modules:  # the second: an earlier call of this process has said it
        yield
        return
    from crossfelt.kernels.compiled import is_compiled

    if is_compiled("tally_best"):
        # Only loading it shows whether the form for odds of this size is there too. The note is for people who watch: a
        # program that reads both streams must get the same text on a slow machine.
        if not sys.stderr.isatty():
            yield
            return
        timer = threading.Timer(PATIENCE_SECONDS, print, [STILL_WORKING], {"file": sys.stderr, "flush": True})
        timer.daemon = True
        timer.start()
        try:
            yield
        finally:
            timer.cancel()
    elif sys.stderr.isatty():
        from rich.console import Console

        with Console(stderr=True).status(COMPILING):
            yield
    else:
        print(COMPILING, file=sys.stderr, flush=True)
        yield


@contextmanager
def _without_collection() -> Iterator[None]:
    """Loading numba makes some hundred thousand objects that all stay. To look for garbage among them, again and again
    and once more when Python ends, is a quarter of the whole run; frozen, they are left alone."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        gc.freeze()
        if was_enabled:
            gc.enable()


def _joint(book: RuleBook, found: Results, bonus: dict[str, BonusResult]) -> dict[str, dict[str, Any]]:
    """How the net results of main game (antes) and bonus (stakes) vary together: exact where it can be counted."""
    from crossfelt.analysis.joint_tally import joint_tally, sampled_covariance
    from crossfelt.analysis.strategy import best_strategy

    strategy = best_strategy(found.solution)
    together: dict[str, dict[str, Any]] = {}
    for spot, entry in bonus.items():
        source = book.spots[spot].hand
        if source == "community":
            covariance = joint_tally(found.scheme, strategy).covariance(entry.odds)
            together[spot] = {"method": "exact", "covariance": float(covariance), "exact": exact(covariance)}
        else:
            sample = sampled_covariance(found.scheme, strategy, found.mean, entry, source, SAMPLED_ROUNDS, SAMPLE_SEED)
            together[spot] = {
                "method": "sampled",
                "covariance": sample.covariance,
                "standard_error": sample.standard_error,
                "rounds": sample.rounds,
                "seed": sample.seed,
            }
    return together


def _document(
    book: RuleBook, found: Results, bonus: dict[str, BonusResult], together: dict[str, dict[str, Any]]
) -> dict[str, Any]:
    from crossfelt.analysis.symmetry import DEALS, hole_classes

    return {
        "rules": book.id,
        "rule_book_hash": book.hash,
        "pay": _odds(book, found),
        "ace_low_straight": found.scheme.ace_low_straight,
        "bet_multiples": list(found.scheme.multiples),
        "deals": DEALS,
        "ev": {"numerator": found.numerator, "denominator": DEALS, "value": float(found.mean)},
        "house_edge": house_edge(found.mean),
        "element_of_risk": float(found.element_of_risk),
        "average_total_wager": float(found.average_total_wager),
        "standard_deviation": found.standard_deviation,
        "variance": exact(found.variance),
        "skewness": found.skewness,
        "folds": {name: float(share) for name, share in found.folds.items()},
        "rounds": {name: float(share) for name, share in found.rounds_won.items()},
        "starting_hands": {
            hole.name: {
                "best": found.best_start(hole),
                "ev": {name: float(value) for name, value in found.starting_hand(hole).items()},
                "holes": hole.holes,
            }
            for hole in hole_classes()
        },
        "wagers": {
            name: {"staked": wager.staked, "net": wager.net, "by_hand": wager.by_hand, "deals": wager.deals}
            for name, wager in found.wagers.items()
        },
        "distribution": [{"net": net, "deals": deals} for net, deals in found.distribution.items()],
        "bonus": {
            spot: {
                "house_edge": float(entry.house_edge),
                "numerator": entry.numerator,
                "denominator": entry.denominator,
                "standard_deviation": entry.standard_deviation,
                "hit_rate": float(entry.hit_rate),
                "counts": {hand.slug: count for hand, count in reversed(entry.counts.items())},
                **({"with_main_game": together[spot]} if spot in together else {}),
            }
            for spot, entry in bonus.items()
        },
    }


def _odds(book: RuleBook, found: Results) -> dict[str, int]:
    """The main table as it was solved, with every hand that the rule book's table names."""
    from crossfelt.ranking import Hand

    main = next(spot.pays for spot in book.spots.values() if spot.kind == "main")
    return {name: found.scheme.pay[Hand[name.upper()]] for name in book.pay_tables[main].named()}
