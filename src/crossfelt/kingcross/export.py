"""One match as a JSON record: the resolved score card, every action and every event; and its replay.

A record needs nothing else to be checked: the score card is inside, the dice are inside, and each event must be
exactly what the rules make of the action before it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, cast

from crossfelt.errors import RecordError
from crossfelt.fields import Fields
from crossfelt.game import Contest, Step
from crossfelt.kingcross.actions import ACTIONS, Action
from crossfelt.kingcross.events import EVENTS, Event
from crossfelt.kingcross.match import KING_CROSS
from crossfelt.kingcross.resolve import score_card_from_document
from crossfelt.kingcross.rules import MODES, MatchRules, Mode
from crossfelt.kingcross.scorecard_reader import MOST_SEATS
from crossfelt.kingcross.state import MatchState
from crossfelt.kingcross.views import MatchView
from crossfelt.plain import kinds_of
from crossfelt.replaying import embedded_rules, plain_steps, recorded_steps, replay

MatchContest = Contest[MatchRules, MatchState, Action, Event, MatchView]

FORMAT = "crossfelt-match"
VERSION = 1
_KINDS = (kinds_of(*ACTIONS), kinds_of(*EVENTS))


@dataclass(frozen=True, slots=True)
class Replay:
    """A record that holds: its rules, its steps and the state they lead to."""

    rules: MatchRules
    seats: tuple[int, ...]
    steps: tuple[Step[Action, Event], ...]
    state: MatchState

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened."""
        return tuple(event for step in self.steps for event in step.events)


def open_match(rules: MatchRules, seats: tuple[int, ...] = (1,)) -> MatchContest:
    """A match in memory."""
    return Contest(KING_CROSS, rules, seats)


def export_match(contest: MatchContest) -> dict[str, Any]:
    """The record of a match so far, as plain JSON data. Of a match that is not over it may hold a sealed placement."""
    rules = contest.state.rules
    return {
        "format": FORMAT,
        "version": VERSION,
        "scoring": f"{rules.score_card.id}-{rules.score_card.version}",
        "score_card_hash": rules.score_card.hash,
        "score_card": rules.score_card.document,
        "mode": rules.mode,
        "bonus": rules.bonus,
        "rules_hash": rules.hash,
        "seats": list(contest.seats),
        "steps": plain_steps(contest),
    }


def replay_match(data: object) -> Replay:
    """Replays a record under its own score card; `RecordError` names the first thing that does not hold."""
    fields = Fields(data)
    if fields.faults:
        raise RecordError(fields.faults)
    fields.text("format", among=(FORMAT,))
    fields.integer("version", least=VERSION, most=VERSION)
    scoring, card_hash = fields.text("scoring"), fields.text("score_card_hash")
    document = fields.raw("score_card")
    mode = cast(Mode, fields.text("mode", among=MODES))
    bonus = fields.boolean("bonus")
    rules_hash = fields.text("rules_hash")
    seats = fields.integers("seats", least=1, most=MOST_SEATS)
    steps = recorded_steps(fields)
    fields.refuse_unknown()
    if fields.faults:
        raise RecordError(fields.faults)
    score_card = embedded_rules(score_card_from_document, document, "score card", says=scoring, digest=card_hash)
    rules = MatchRules(score_card, mode, bonus)
    if rules.hash != rules_hash:
        raise RecordError(f"score card, mode and bonus have the hash {rules.hash}, the record says {rules_hash!a}")
    contest: MatchContest = replay(KING_CROSS, rules, seats, steps, _KINDS)
    return Replay(rules, seats, tuple(contest.steps), contest.state)
