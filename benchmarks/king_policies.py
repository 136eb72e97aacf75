"""King Cross players: mean score and time per placement, all on the same dice.

Game i of every row has the dice of seed 2026 and i, so two players are compared game by game. The figures are means
"without luck": of the scores minus the luck of the rolls against the mean of all 48, by the learned value. The luck of
fair dice averages zero, so the mean is the same, with a smaller error for good players. The notes give the standard
errors, and the means of the actual scores. Times are wall times of one worker; two games of the champion run in
parallel if there are two processors.

For comparison (the learned line values of published Poker Squares programs, rebuilt for this game): 766 alone, 791
weighing the next roll, 807 with flat Monte Carlo; pair tables weighing the next roll 806.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from statistics import fmean

from benchmarks.harness import Result
from crossfelt.analysis.king.series import Figure, Outcome, Series, play_series
from crossfelt.kingcross.resolve import load_score_card

PACKAGES = ("numpy", "numba")
"""The packages that the figures depend on."""

SEED = 2026
EXPERT_MS = 5.0


@dataclass(frozen=True, slots=True)
class Champion:
    """One row: the time per placement, and the number of games."""

    bonus: bool
    move_ms: float
    games: int
    least: float | None


def run(full: bool) -> list[Result]:
    """Play a hundred games of the slow player in each mode; 500 when full."""
    slow = 500 if full else 100
    champions = [Champion(False, 200, slow, 820), Champion(True, 200, slow, 1_100)]
    fast = 10_000 if full else 1_000
    results = []
    experts: dict[bool, Outcome] = {}
    for bonus in (False, True):
        for policy in ("random", "greedy", "casual", "steady"):
            results.append(_mean_row(policy, bonus, play_policy(policy, bonus, fast if policy == "steady" else 1_000)))
        experts[bonus] = play_policy("expert", bonus, 1_000 if bonus else fast)
        results.append(_mean_row("expert", bonus, experts[bonus], least=None if bonus else 790))
        results.append(
            Result(
                what=f"expert{_mode(bonus)}, a placement",
                unit="ms",
                ours=1000 * experts[bonus].seconds_per_game / 24,
                peer="-",
                theirs=None,
                most=EXPERT_MS,
            )
        )
    for champion in champions:
        results.append(champion_row(champion, experts[champion.bonus]))
        # These rows take long, so results are printed as they come.
        print(results[-1], file=sys.stderr, flush=True)
    return results


def play_policy(policy: str, bonus: bool, games: int, move_ms: float | None = None) -> Outcome:
    """Play games on the dice of all rows."""
    workers = min(2, os.cpu_count() or 1) if policy == "champion" else 1
    return play_series(Series(load_score_card(), bonus, policy, SEED, games, move_ms), workers)


def _mean_row(policy: str, bonus: bool, outcome: Outcome, least: float | None = None) -> Result:
    return Result(
        what=f"{policy}{_mode(bonus)}, {len(outcome.scores):,} games",
        unit="points",
        ours=_without_luck(outcome).mean,
        peer="-",
        theirs=None,
        least=least,
        note=_both(_without_luck(outcome), outcome.score),
    )


def champion_row(champion: Champion, expert: Outcome) -> Result:
    """Return the champion compared with the expert on the same dice."""
    outcome = play_policy("champion", champion.bonus, champion.games, champion.move_ms)
    lead = lead_without_luck(outcome, expert)
    return Result(
        what=f"champion{_mode(champion.bonus)}, {champion.move_ms:g} ms, {champion.games:,} games",
        unit="points",
        ours=_without_luck(outcome).mean,
        peer="expert, same dice",
        theirs=fmean(expert.less_luck(champion.games)),
        least=champion.least,
        note=f"{_both(_without_luck(outcome), outcome.score)}; lead over the expert "
        f"{_both(lead, lead_as_it_fell(outcome, expert))}; without luck that is "
        f"{lead.mean / lead.standard_error:.1f} standard errors (99% of chance stays below 2.3); "
        f"{1000 * outcome.seconds_per_game / 24:.0f} ms a placement",
    )


def lead_as_it_fell(outcome: Outcome, other: Outcome) -> Figure:
    """Return the lead in points over another policy on the same dice."""
    return _mean_lead(outcome.scores, other.scores)


def lead_without_luck(outcome: Outcome, other: Outcome) -> Figure:
    """Return the same lead without luck, because two policies differ in luck even on the same dice."""
    games = min(len(outcome.scores), len(other.scores))
    return _mean_lead(outcome.less_luck(games), other.less_luck(games))


def _mean_lead(ours: Sequence[float], theirs: Sequence[float]) -> Figure:
    return Figure.of(tuple(first - second for first, second in zip(ours, theirs, strict=False)))


def _without_luck(outcome: Outcome) -> Figure:
    score = outcome.score_without_luck
    assert score is not None
    return score


def _both(without_luck: Figure, as_it_fell: Figure) -> str:
    return f"{_with_error(without_luck)} without luck, {_with_error(as_it_fell)} as the dice fell"


def _with_error(figure: Figure) -> str:
    return f"{figure.mean:,.1f} ± {figure.standard_error:.1f}"


def _mode(bonus: bool) -> str:
    return " with bonus points" if bonus else ""
