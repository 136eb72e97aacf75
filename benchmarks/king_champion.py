"""The King Cross champion with a short budget: 50 ms per placement, compared with the expert on the same dice.

Dice, standard errors and times are as in `king_policies`.
"""

from __future__ import annotations

from benchmarks.harness import Result
from benchmarks.king_policies import Champion, champion_row, play_policy

PACKAGES = ("numpy", "numba")
"""The packages that the figures depend on."""


def run(full: bool) -> list[Result]:
    """Play a hundred games, or 2,000."""
    champion = Champion(bonus=False, move_ms=50, games=2_000 if full else 100, least=None)
    return [champion_row(champion, play_policy("expert", champion.bonus, champion.games))]
