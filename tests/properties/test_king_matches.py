"""Whole King Cross matches, driven by everyone at once: players, table and dice do what is allowed and what is not."""

from __future__ import annotations

import random
from collections.abc import Sequence

from hypothesis import given, settings
from hypothesis import strategies as st

from crossfelt.cards import card_name, parse_card
from crossfelt.errors import IllegalAction
from crossfelt.game import AUDITOR, CHANCE, FLOOR, FLOOR_AUDIENCE, SPECTATOR, SYSTEM, Actor, seat_actor, seat_audience
from crossfelt.kingcross.actions import AbandonSheet, Action, Place, PlaceFor, RollDice
from crossfelt.kingcross.dice import ROLLS, Roll
from crossfelt.kingcross.events import SEALED, PlacementSealed
from crossfelt.kingcross.match import KING_CROSS, MatchContest, open_match
from crossfelt.kingcross.notation import format_match, parse_match
from crossfelt.kingcross.resolve import load_score_card
from crossfelt.kingcross.rules import MODES, MatchRules, Mode
from crossfelt.kingcross.scoring import score_sheet
from crossfelt.kingcross.sheet import BLANK_SHEET, SQUARE_NAMES, Sheet, parse_square
from crossfelt.kingcross.state import MatchState
from crossfelt.record import export_record, replay
from crossfelt.schema import to_plain
from tests.naive.king_scoring import best_hand
from tests.support.properties.king_sheets import naive_open
from tests.support.scale import scaled

EVERY_CARD = [rank + suit for rank in "23456789TJQKA" for suit in "hcds"]
SEEDS = st.integers(0, 2**32)
FEW_ROLLS = [roll for roll in ROLLS if roll.value in (1, 2, 3)]


@st.composite
def matches(draw: st.DrawFn) -> MatchContest:
    score_card = load_score_card(choices={"wild_may_be_king": draw(st.booleans())})
    mode: Mode = draw(st.sampled_from(MODES))
    seats = draw(st.sets(st.integers(1, 8), min_size=2, max_size=4)) if mode != "solo" else {draw(st.integers(1, 8))}
    return open_match(MatchRules(score_card, mode, draw(st.booleans())), tuple(sorted(seats)))


class Player:
    """Drives a match at random, by legal actions only. Few different rolls make many wild ones."""

    def __init__(self, contest: MatchContest, seed: int) -> None:
        self.contest = contest
        self.draws = random.Random(seed)
        self.rolls: Sequence[Roll] = self.draws.choice((ROLLS, FEW_ROLLS))

    def step(self) -> None:
        """Take one random legal action."""
        state = self.contest.state
        leaving = [action for action in KING_CROSS.legal_actions(state, SYSTEM) if isinstance(action, AbandonSheet)]
        if leaving and self.draws.random() < 0.02:
            self.contest.act(SYSTEM, self.draws.choice(leaving))
            return
        pending = KING_CROSS.pending(state)
        if pending.kind == "chance" and self.draws.random() < 0.8:
            roll = self.draws.choice(self.rolls)
            self.contest.act(CHANCE, RollDice(roll.value, roll.suit))
            return
        seats = state.to_place
        if seats and self.draws.random() < 0.9:
            actor = seat_actor(self.draws.choice(seats))
            self.contest.act(actor, self.draws.choice(KING_CROSS.legal_actions(state, actor)))
        elif seats:
            action = KING_CROSS.on_timeout(state, self.draws.choice(seats))
            assert action is not None
            self.contest.act(SYSTEM, action)

    def steps(self, count: int) -> None:
        """Take `count` steps, or fewer if the match ends."""
        for _ in range(count):
            if self.contest.state.is_finished:
                return
            self.step()

    def finish(self) -> None:
        """To the end."""
        while not self.contest.state.is_finished:
            self.step()


def everything(contest: MatchContest, draws: random.Random) -> list[tuple[Actor, Action]]:
    """Actions of all kinds by all actors, far more than are allowed."""
    actors = [CHANCE, FLOOR, SYSTEM, *(seat_actor(seat) for seat in range(10))]
    actions: list[Action] = [RollDice(value, suit) for value in (0, 1, 12, 13) for suit in (0, 1, 4, 5)]
    rolls = sorted({0, 25, *(len(seat.rolls) + more for seat in contest.state.seats for more in (-1, 0, 1))})
    for number in range(10):
        actions += [AbandonSheet(number), *(PlaceFor(number, roll) for roll in rolls)]
    pairs = [(actor, action) for actor in actors for action in actions]
    for seat in contest.state.seats:
        numbers = (len(seat.rolls), len(seat.rolls) + 1)
        whole = [(square, name) for square in (*SQUARE_NAMES, "a6", "A1", "") for name in (*EVERY_CARD, "K", "")]
        # Near the truth lies most of what could be mistaken for it.
        rolled = card_name(seat.rolls[-1]) if seat.rolls else "Ah"
        near = [(square, name) for square, name in whole if name and (name[0] == rolled[0] or name[-1] == rolled[1])]
        for square, name in [*draws.sample(whole, 60), *draws.sample(near, 200)]:
            pairs.append((seat_actor(seat.seat), Place(draws.choice(numbers), square, name)))
    return pairs


@settings(max_examples=scaled(25, 400))
@given(matches(), SEEDS, st.integers(0, 90))
def test_what_is_legal_is_accepted_and_nothing_else(contest: MatchContest, seed: int, steps: int) -> None:
    player = Player(contest, seed)
    player.steps(steps)
    state = contest.state
    actors = [CHANCE, FLOOR, SYSTEM, *(seat_actor(seat) for seat in range(10))]
    legal = {(actor, action) for actor in actors for action in KING_CROSS.legal_actions(state, actor)}
    for actor, action in legal:
        assert KING_CROSS.decide(state, actor, action)
    for actor, action in everything(contest, player.draws):
        try:
            KING_CROSS.decide(state, actor, action)
        except IllegalAction as refusal:
            assert refusal.faults
            assert (actor, action) not in legal
        else:
            assert (actor, action) in legal
    assert contest.state is state, "deciding changes nothing"


@settings(max_examples=scaled(30, 1_000))
@given(matches(), SEEDS)
def test_a_match_ends_full_scored_and_replays_to_the_same_state(contest: MatchContest, seed: int) -> None:
    Player(contest, seed).finish()
    state, rules = contest.state, contest.state.rules
    assert state.finished is not None
    totals = {}
    for seat, score in zip(state.seats, state.finished.scores, strict=True):
        assert seat.sheet.is_full and not seat.sheet.twins() and len(seat.rolls) == 24
        assert score.total == score_sheet(rules.score_card, seat.sheet, rules.bonus).total
        assert score.total == score.line_points + score.bonus_points
        totals[seat.seat] = score.total
    assert set(state.finished.winners) == {seat for seat, total in totals.items() if total == max(totals.values())}
    folded = KING_CROSS.open(rules, contest.seats)
    for event in contest.events:
        folded = KING_CROSS.evolve(folded, event)
    assert folded == state
    assert replay(KING_CROSS, export_record(contest)).state == state
    noted = parse_match(format_match(rules, contest.seats, contest.events))
    assert (noted.rules, noted.seats, noted.events) == (rules, contest.seats, contest.events)
    assert all(KING_CROSS.postings(event) == () for event in contest.events)


@settings(max_examples=scaled(40, 1_000))
@given(matches(), SEEDS, st.integers(1, 60))
def test_a_sealed_placement_is_in_no_view_but_its_owners(contest: MatchContest, seed: int, steps: int) -> None:
    player = Player(contest, seed)
    player.steps(steps)
    state = contest.state
    for seat in state.seats:
        if seat.sealed is None:
            continue
        for audience in (SPECTATOR, FLOOR_AUDIENCE, AUDITOR, *(seat_audience(other) for other in range(1, 9))):
            result = next(entry for entry in KING_CROSS.view(state, audience).seats if entry.seat == seat.seat)
            assert result.has_placed
            square = parse_square(seat.sealed.square)
            shown = result.grid[square // 5][square % 5]
            if audience == seat_audience(seat.seat):
                assert (shown, result.sealed) == (seat.sealed.card, seat.sealed)
            else:
                assert (shown, result.sealed) == (None, None)
                # Whatever else the view says of this seat follows from what was public before.
                before = KING_CROSS.view(session_without_sealed(contest), audience)
                was = next(entry for entry in before.seats if entry.seat == seat.seat)
                assert (result.grid, result.made, result.points_made) == (was.grid, was.made, was.points_made)


def session_without_sealed(contest: MatchContest) -> MatchState:
    state = KING_CROSS.open(contest.state.rules, contest.seats)
    last_roll = max(len(seat.rolls) for seat in contest.state.seats)
    for event in contest.events:
        if not (isinstance(event, PlacementSealed) and event.roll == last_roll):
            state = KING_CROSS.evolve(state, event)
    return state


@settings(max_examples=scaled(30, 500))
@given(matches(), SEEDS, st.integers(1, 60))
def test_views_follow_from_public_events_and_hold_no_future(contest: MatchContest, seed: int, steps: int) -> None:
    """The same match with other sealed placements and other rolls to come looks the same to everybody else."""
    player = Player(contest, seed)
    player.steps(steps)
    state = contest.state
    for audience in (SPECTATOR, FLOOR_AUDIENCE, AUDITOR, *(seat_audience(seat.seat) for seat in state.seats)):
        plain = to_plain(KING_CROSS.view(state, audience))
        for seat, entry in zip(state.seats, plain["seats"], strict=True):
            assert entry["rolls"] == [card_name(card) for card in seat.rolls]
            placed = [name for row in entry["grid"] for name in row if name not in (None, "K")]
            hidden = seat.sealed is not None and audience != seat_audience(seat.seat)
            assert len(placed) == seat.placed_count - hidden
        own = state.seat(audience.seat) if audience.seat is not None else None
        actor = seat_actor(audience.seat) if audience.seat is not None else FLOOR
        legal = [action for action in KING_CROSS.legal_actions(state, actor) if isinstance(action, Place)]
        options = [(option["square"], option["card"]) for option in plain["options"]]
        assert options == ([(action.square, action.card) for action in legal] if own else [])
    assert not {type(event) for event in contest.events} & set(SEALED) or state.rules.mode == "communal"


@settings(max_examples=scaled(60, 2_000))
@given(SEEDS, st.booleans(), st.integers(0, 23))
def test_a_wild_roll_always_has_a_change_and_squares_are_as_the_naive_rules_say(
    seed: int, may_be_king: bool, placed: int
) -> None:
    draws = random.Random(seed)
    rolls = draws.choice((ROLLS, FEW_ROLLS))
    sheet = BLANK_SHEET
    for _ in range(placed):
        sheet = sheet.place(*draws.choice(sheet.placements(draws.choice(rolls).card, may_be_king)))
    grid = [list(row) for row in sheet.grid()]
    for roll in ROLLS:
        name = card_name(roll.card)
        expected = naive_open(grid, name)
        assert [SQUARE_NAMES[square] for square in sheet.open_squares(roll.card)] == expected
        assert sheet.is_wild(roll.card) == (not expected)
        if expected:
            assert sheet.placements(roll.card, may_be_king) == tuple(
                (parse_square(square), roll.card) for square in expected
            )
            continue
        ranks = "A23456789TJQK" if may_be_king else "A23456789TJQ"
        changes = [name[0] + suit for suit in "hcds"] + [rank + name[1] for rank in ranks]
        fitting = [change for change in changes if change != name and naive_open(grid, change)]
        assert fitting, "a legal change always exists"
        becoming = dict.fromkeys(card for _, card in sheet.placements(roll.card, may_be_king))
        assert [card_name(card) for card in becoming] == fitting
        assert sheet.placements(roll.card, may_be_king) == tuple(
            (parse_square(square), parse_card(change)) for change in fitting for square in naive_open(grid, change)
        )


def test_four_further_kings_never_share_a_line_with_the_printed_one() -> None:
    kings = [parse_card(name) for name in ("Kh", "Kc", "Kd", "Ks")]
    sheet = Sheet()
    for square, king in zip(("a3", "b3", "d3"), kings, strict=False):
        sheet = sheet.place(parse_square(square), king)
    assert best_hand(["Kh", "Kc", "K", "Kd", "2h"]) == "four_of_a_kind"
    assert not sheet.is_open(parse_square("e3"), kings[3])
    assert sheet.is_open(parse_square("e1"), kings[3])
