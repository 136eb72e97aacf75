"""King Cross matches for tests, played by the simple policies."""

from __future__ import annotations

import random
from functools import cache

from crossfelt.chance import SeededChance
from crossfelt.game import SYSTEM, seat_actor, seat_audience
from crossfelt.kingcross.actions import AbandonSheet
from crossfelt.kingcross.match import MatchContest, open_match
from crossfelt.kingcross.policies import greedy_policy, random_policy
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.rules import MatchRules, Mode


@cache
def played(mode: Mode, seats: tuple[int, ...], stop_after: int = 10_000) -> MatchContest:
    """A match of the simple policies; the last of several seats is abandoned halfway."""
    score_card = load_score_card(choices={"anarchy_scope": "neighbours"})
    rules = MatchRules(score_card, mode, True)
    contest = open_match(rules, seats)
    chance, draws = SeededChance(8), random.Random(3)
    policies = [create(rules, SeededChance(3)) for create in (random_policy, greedy_policy)]
    contest.advance(chance)
    while not contest.state.is_finished and len(contest.steps) < stop_after:
        seat = draws.choice(contest.state.to_place)
        contest.act(seat_actor(seat), policies[seat % 2].act(contest.view(seat_audience(seat))))
        last = contest.state.seats[-1]
        if len(seats) > 1 and not last.absent and last.sheet.placed_count == 12:
            contest.act(SYSTEM, AbandonSheet(last.seat))
        contest.advance(chance)
    return contest


MATCHES: tuple[tuple[Mode, tuple[int, ...]], ...] = (("solo", (4,)), ("communal", (1, 2)), ("own_dice", (2, 3)))
