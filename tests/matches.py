"""King Cross matches for tests, played by the simple policies."""

from __future__ import annotations

import random
from functools import cache

from crossfelt.chance import SeededChance
from crossfelt.game import SYSTEM, seat_actor, seat_audience
from crossfelt.kingcross.actions import AbandonSheet, RollDice
from crossfelt.kingcross.export import MatchSession, open_match
from crossfelt.kingcross.match import KING_CROSS
from crossfelt.kingcross.policies import POLICIES, action_of
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.rules import MatchRules, Mode


@cache
def played(mode: Mode, seats: tuple[int, ...], stop_after: int = 10_000) -> MatchSession:
    """A match of the simple policies; the last of several seats is abandoned halfway."""
    card = load_score_card({"anarchy_scope": "neighbours"})
    session = open_match(MatchRules(card, mode, True), seats)
    dice, draws = SeededChance(8), random.Random(3)

    def chance(_: str) -> RollDice:
        roll = dice.roll()
        return RollDice(roll.value, roll.suit)

    session.advance(chance)
    while not session.state.is_finished and len(session.steps) < stop_after:
        seat = draws.choice(session.state.to_place)
        policy = POLICIES[("random", "greedy")[seat % 2]]
        view = KING_CROSS.view(session.state, seat_audience(seat))
        session.act(seat_actor(seat), action_of(policy, card, view, draws))
        last = session.state.seats[-1]
        if len(seats) > 1 and not last.absent and last.sheet.placed_count == 12:
            session.act(SYSTEM, AbandonSheet(last.seat))
        session.advance(chance)
    return session


MATCHES: tuple[tuple[Mode, tuple[int, ...]], ...] = (("solo", (4,)), ("communal", (1, 2)), ("own_dice", (2, 3)))
