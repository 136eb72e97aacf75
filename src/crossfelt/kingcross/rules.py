"""The rules of a match: a score card, who shares the dice, and whether achievements count."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from typing import Any, Literal, cast, get_args

from crossfelt.errors import RuleBookError
from crossfelt.jsontext import canonical_json
from crossfelt.kingcross.resolve import score_card_from_document
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.rulefiles import fields_of_document

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
    def name(self) -> str:
        """Id and version of the score card, such as `king-cross-1`."""
        return self.score_card.name

    @property
    def document(self) -> dict[str, Any]:
        """The resolved score card, the mode and whether achievements count, as records embed them."""
        return {"score_card": self.score_card.document, "mode": self.mode, "bonus": self.bonus}

    @property
    def hash(self) -> str:
        """SHA-256 over the canonical JSON of the document, in hex."""
        return hashlib.sha256(canonical_json(self.document).encode()).hexdigest()

    @property
    def is_secret(self) -> bool:
        """Whether a placement stays hidden until everybody has placed the same roll (reading K16)."""
        return self.mode == "communal"

    @property
    def fewest_seats(self) -> int:
        """1 for solo, otherwise 2."""
        return 1 if self.mode == "solo" else 2

    @property
    def most_seats(self) -> int:
        """1 for solo, otherwise the maximum of the score card."""
        return 1 if self.mode == "solo" else self.score_card.most_seats


def match_rules_from_document(document: object) -> MatchRules:
    """Return the rules of a match from a document in a record; `RuleBookError` lists everything wrong with it."""
    fields = fields_of_document(document, "match rules")
    score_card = fields.raw("score_card")
    mode = fields.text("mode", among=MODES)
    bonus = fields.boolean("bonus")
    fields.refuse_unknown()
    if fields.faults:
        raise RuleBookError(fault.prefixed("match rules") for fault in fields.faults)
    return MatchRules(score_card_from_document(score_card), cast(Mode, mode), bonus)
