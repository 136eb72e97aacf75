"""Whole rounds driven by a seed: every actor, part deals, part settlements and irregularities included."""

from __future__ import annotations

import random

from crossfelt.chance import SeededChance
from crossfelt.crisscross.actions import Abandon, Action, CloseBetting, Deal, PlaceWagers, Settle, TakeOver
from crossfelt.crisscross.resolve import load_rule_book, rule_book_ids
from crossfelt.crisscross.round import CRISS_CROSS, RoundContest, open_round
from crossfelt.game import CHANCE, FLOOR, SYSTEM, Actor, seat_actor


def random_round(seed: int, *, trouble: float = 0.02) -> RoundContest:
    """A finished round. `trouble` is how often the floor steps in, or a player goes, between two actions."""
    choose = random.Random(seed)
    decks = SeededChance(seed)
    rules, abandoned = choose.choice(rule_book_ids()), choose.choice(["fold", "lose_all"])
    book = load_rule_book(rules, {"abandoned": "fold" if rules == "cardroom" else abandoned})
    seats = sorted(choose.sample(range(1, 7), choose.randint(1, 6)))
    contest = open_round(book, seats)
    for seat in seats:
        wagers = {"ante_across": 500, "ante_down": 500}
        if choose.random() < 0.5:
            wagers |= {spot.id: 500 for spot in book.betting_spots if spot.kind == "bonus"}
        contest.act(seat_actor(seat), PlaceWagers(wagers))
    contest.act(SYSTEM, CloseBetting())
    while (pending := CRISS_CROSS.pending(contest.state)).kind != "finished":
        # In a fourth of the rounds players are removed, in the others they leave.
        going = TakeOver if seed % 4 == 0 else Abandon
        system = CRISS_CROSS.legal_actions(contest.state, SYSTEM)
        rulings: list[tuple[Actor, Action]] = [(SYSTEM, action) for action in system if isinstance(action, going)]
        rulings += [(FLOOR, action) for action in CRISS_CROSS.legal_actions(contest.state, FLOOR)]
        if rulings and choose.random() < trouble:
            contest.act(*choose.choice(rulings))
        elif pending.kind == "chance":
            contest.act(CHANCE, CRISS_CROSS.draw(contest.state, decks))
        elif pending.action is not None:
            part: Action = Deal(1) if isinstance(pending.action, Deal) else Settle(1)
            contest.act(SYSTEM, part if choose.random() < 0.5 else pending.action)
        else:
            actor = seat_actor(pending.seats[0])
            contest.act(actor, choose.choice(CRISS_CROSS.legal_actions(contest.state, actor)))
    return contest
