"""The rounds whose transcripts are in `tests/playthroughs`.

`python -m tests.support.playthroughs.criss_cross` writes the transcripts again. A changed transcript means that
the engine behaves differently, so it belongs in a commit of its own.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from crossfelt.chance import SeededChance
from crossfelt.crisscross.actions import (
    Abandon,
    Action,
    Bet,
    CloseBetting,
    Deal,
    Fold,
    ForfeitSeat,
    PlaceWagers,
    Report,
    Settle,
)
from crossfelt.crisscross.notation import format_round
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.crisscross.round import CRISS_CROSS, RoundContest, open_round
from crossfelt.game import CHANCE, FLOOR, SYSTEM, Actor, seat_actor

HERE = Path(__file__).resolve().parents[2] / "playthroughs"


@dataclass(frozen=True)
class Scenario:
    """One round: who bets what, one letter a decision in the order they fall due, and what the floor does."""

    name: str
    rules: str
    seed: int
    wagers: Mapping[int, Mapping[str, int]]
    decisions: str
    """`f` folds, a digit bets that many antes."""
    choices: Mapping[str, object] = field(default_factory=dict)
    before_dealing: Sequence[tuple[Actor, Action]] = ()
    while_dealing: Sequence[tuple[Actor, Action]] = ()
    before_decision: Mapping[int, tuple[Actor, Action]] = field(default_factory=dict)
    """Number of the decision, from 0 -> what happens before it."""
    while_settling: Sequence[tuple[Actor, Action]] = ()

    def play(self) -> RoundContest:
        """The round from the first chip to the last."""
        contest = open_round(load_rule_book(self.rules, self.choices), sorted(self.wagers))
        decks = SeededChance(self.seed)
        for seat, wagers in self.wagers.items():
            contest.act(seat_actor(seat), PlaceWagers(dict(wagers)))
        contest.act(SYSTEM, CloseBetting())
        made = 0
        interrupted: set[int] = set()
        extra = {"shuffling": list(self.before_dealing), "dealing": list(self.while_dealing)}
        extra["settling"] = list(self.while_settling)
        while (pending := CRISS_CROSS.pending(contest.state)).kind != "finished":
            due = extra.get(contest.state.stage, [])
            if due:
                contest.act(*due.pop(0))
            elif pending.kind == "chance":
                contest.act(CHANCE, CRISS_CROSS.draw(contest.state, decks))
            elif pending.action is not None:
                contest.act(SYSTEM, pending.action)
            elif made in self.before_decision and made not in interrupted:
                interrupted.add(made)
                contest.act(*self.before_decision[made])
            else:
                stage = contest.state.current
                assert stage is not None
                letter = self.decisions[made]
                made += 1
                action: Action = Fold(stage.id) if letter == "f" else Bet(stage.id, int(letter))
                contest.act(seat_actor(pending.seats[0]), action)
        return contest

    @property
    def path(self) -> Path:
        """Its transcript."""
        return HERE / f"{self.name}.txt"

    def transcript(self) -> str:
        """The round as text."""
        contest = self.play()
        return format_round(contest.state.book, contest.seats, contest.events)


def _antes(cents: int, **bonus: int) -> dict[str, int]:
    return {"ante_across": cents, "ante_down": cents, **bonus}


SCENARIOS = (
    Scenario(
        "cardroom-three-seats",
        "cardroom",
        11,
        {1: _antes(500, five_card_bonus=500, six_card_bonus=500), 3: _antes(1000), 6: _antes(200, five_card_bonus=300)},
        "13f2131",
    ),
    Scenario(
        "cardroom-second-back-up",
        "cardroom",
        12,
        {2: _antes(500)},
        "",
        while_dealing=[
            (SYSTEM, Deal(3)),
            (FLOOR, Report("drawn_in_error")),
            (SYSTEM, Deal(2)),
            (FLOOR, Report("backed_up")),
        ],
    ),
    Scenario(
        "maryland-five-card-bonus-after-folds",
        "maryland",
        21,
        {1: _antes(500, five_card_bonus=500), 2: _antes(2500, five_card_bonus=2500)},
        "ff",
    ),
    Scenario(
        "maryland-forfeit-and-abandoned-seat",
        "maryland",
        22,
        {1: _antes(500), 2: _antes(1000, five_card_bonus=500), 4: _antes(500)},
        "1231",
        before_decision={
            1: (FLOOR, ForfeitSeat(2, "shared_information")),
            2: (SYSTEM, Abandon(1)),
        },
    ),
    Scenario(
        "massachusetts-face-up-card-set-aside",
        "massachusetts",
        31,
        {5: _antes(500, five_card_bonus=500), 6: _antes(500)},
        "313131",
        {"dealing_method": "automated_shoe", "shuffler": "counting"},
        before_dealing=[(FLOOR, Report("deck_count_wrong"))],
        while_dealing=[(SYSTEM, Deal(2)), (FLOOR, Report("face_up_card"))],
    ),
    Scenario(
        "massachusetts-void-while-settling",
        "massachusetts",
        32,
        {1: _antes(500), 2: _antes(500, five_card_bonus=2500)},
        "1f33",
        while_settling=[(SYSTEM, Settle(4)), (FLOOR, Report("stub_wrong_not_misdealt"))],
    ),
)


if __name__ == "__main__":
    for scenario in SCENARIOS:
        scenario.path.write_text(scenario.transcript(), encoding="utf-8")
