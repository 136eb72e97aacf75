"""What a match is played under: a score card, who shares the dice, and whether achievements count."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Literal, get_args

from crossfelt.jsontext import canonical_json
from crossfelt.kingcross.scorecard import ScoreCard

Mode = Literal["solo", "communal", "own_dice"]
"""Alone; Variation 1, one roll for all; Variation 2, a roll for each."""
MODES: tuple[Mode, ...] = get_args(Mode)


@dataclass(frozen=True, slots=True)
class MatchRules:
    """The rules of one match. Scores compare only where these are equal (reading K18)."""

    score_card: ScoreCard
    mode: Mode = "solo"
    bonus: bool = False

    @property
    def hash(self) -> str:
        """SHA-256 over the canonical JSON of score-card hash, mode and bonus, in hex."""
        named = {"score_card": self.score_card.hash, "mode": self.mode, "bonus": self.bonus}
        return hashlib.sha256(canonical_json(named).encode()).hexdigest()

    @property
    def is_secret(self) -> bool:
        """Whether a placement stays hidden until everybody has placed the same roll (reading K16)."""
        return self.mode == "communal"

    @property
    def fewest_seats(self) -> int:
        """Alone, or at least two."""
        return 1 if self.mode == "solo" else 2

    @property
    def most_seats(self) -> int:
        """Alone, or as many as the score card allows."""
        return 1 if self.mode == "solo" else self.score_card.most_seats
