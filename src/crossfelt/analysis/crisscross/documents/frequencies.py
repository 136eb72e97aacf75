"""The frequency table of a strategy: every way a round can end, with its exact number of deals.

A row names the bets made and the two hands, so the table gives the value of the same play under any pay table.
"""

from __future__ import annotations

import numpy as np

from crossfelt.analysis.crisscross.documents.figures import Document
from crossfelt.analysis.crisscross.results import STAGES, Results
from crossfelt.ranking import Hand


def frequency_rows(result: Results) -> list[Document]:
    """Return rounds played to the end, largest bets and best hands first, then folds; rows without deals are left
    out."""
    tally, bets = result.tally, result.tally.multiples
    played = [
        _row(None, (bets[i], bets[j], bets[k]), (Hand(across).slug, Hand(down).slug), int(deals))
        for (i, j, k, across, down), deals in np.ndenumerate(tally.played)
        if deals
    ]
    folded = [
        _row(STAGES[stage], (bets[i] if stage > 0 else 0, bets[j] if stage > 1 else 0, 0), (None, None), int(deals))
        for (stage, i, j), deals in np.ndenumerate(tally.folded)
        if deals
    ]
    return [*reversed(played), *folded]


def _row(
    folded_at: str | None, bets: tuple[int, int, int], hands: tuple[str | None, str | None], deals: int
) -> Document:
    across, down, middle = bets
    return {
        "folded_at": folded_at,
        "across_bet": across,
        "down_bet": down,
        "middle_bet": middle,
        "across_hand": hands[0],
        "down_hand": hands[1],
        "deals": deals,
    }
