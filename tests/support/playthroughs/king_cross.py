"""The matches whose transcripts are in `tests/playthroughs/king_cross`.

`python -m tests.support.playthroughs.king_cross` writes the transcripts again. A changed transcript means that the
engine behaves differently, so it belongs in a commit of its own.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from crossfelt.game import CHANCE, seat_actor
from crossfelt.kingcross.actions import Place, RollDice
from crossfelt.kingcross.dice import parse_roll
from crossfelt.kingcross.match import MatchContest, open_match
from crossfelt.kingcross.notation import format_match
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.rules import MatchRules, Mode
from crossfelt.kingcross.sheet import SQUARE_NAMES
from tests.support.matches import played

HERE = Path(__file__).resolve().parents[2] / "playthroughs" / "king_cross"
WILD = """
    Qh Qc Qd 9s 9h
    Jc Jd Jh Ah 9c
    8h 8d K  8s 8c
    7s 7d 7c 7h Ah
    Ac Td Ts Th Tc
"""
"""Rolled as listed, except the ace on a5: it was rolled in hearts and fit nowhere."""


@dataclass(frozen=True)
class Scenario:
    """A match of the simple policies, or the one with a wild roll."""

    name: str
    mode: Mode
    seats: tuple[int, ...]

    @property
    def path(self) -> Path:
        """Its transcript."""
        return HERE / f"{self.name}.txt"

    def play(self) -> MatchContest:
        """The match from the first roll to the score."""
        return _wild() if self.name == "solo-wild-roll" else played(self.mode, self.seats)


SCENARIOS = (
    Scenario("solo-wild-roll", "solo", (1,)),
    Scenario("solo", "solo", (4,)),
    Scenario("communal-abandoned-seat", "communal", (1, 2)),
    Scenario("own-dice-abandoned-seat", "own_dice", (2, 3)),
)


def transcript(contest: MatchContest) -> str:
    """The match as text."""
    return format_match(contest.state.rules, contest.seats, contest.events)


def _wild() -> MatchContest:
    """Fill all squares but a5, then roll the ace of hearts: it is already on d2, on the diagonal of a5."""
    contest = open_match(MatchRules(load_score_card(), "solo", True))
    placements = [pair for pair in zip(SQUARE_NAMES, WILD.split(), strict=True) if pair[1] != "K"]
    placements.sort(key=lambda pair: pair[0] == "a5")
    for number, (square, card) in enumerate(placements, start=1):
        roll = parse_roll("Ah" if square == "a5" else card)
        contest.act(CHANCE, RollDice(roll.value, roll.suit))
        contest.act(seat_actor(1), Place(number, square, card))
    return contest


if __name__ == "__main__":
    for scenario in SCENARIOS:
        scenario.path.write_text(transcript(scenario.play()), encoding="utf-8")
