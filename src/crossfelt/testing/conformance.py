"""Checks of a `Game`, driven at random by one seed and made after every step.

- Legal actions are accepted; any other action is refused and changes nothing.
- `evolve` never refuses, and events survive being stored: replay = live.
- The contest can always continue: the system's next action, the required chance, a seat's turn, every clock.
- A view of an unfinished contest contains nothing that its audience may not know.
- Postings sum to zero, and when a contest is over nothing is left in escrow.
- The next contest at the table starts from exactly what this one has left behind.

Run them on your own rules with `check_rule_book` and `check_score_card`, and on a policy with `check_policy`:

>>> from crossfelt import load_rule_book
>>> check_rule_book(load_rule_book("cardroom", {"ante_maximum_cents": 500}), contests=1)
"""

from __future__ import annotations

import dataclasses
import json
import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product
from types import NoneType
from typing import Any, Generic, Literal, TypeVar, get_args, get_origin, get_type_hints

from crossfelt.cards import card_name
from crossfelt.chance import SeededChance
from crossfelt.crisscross.actions import PlaceWagers
from crossfelt.crisscross.layout import hole_places
from crossfelt.crisscross.round import CRISS_CROSS
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.state import RoundState
from crossfelt.crisscross.views import TableView
from crossfelt.errors import IllegalAction
from crossfelt.game import (
    AUDITOR,
    CHANCE,
    FLOOR,
    FLOOR_AUDIENCE,
    SPECTATOR,
    SYSTEM,
    Actor,
    Audience,
    Contest,
    ContestRules,
    Game,
    Policy,
    accepted,
    seat_actor,
    seat_audience,
)
from crossfelt.kingcross.match import KING_CROSS
from crossfelt.kingcross.rules import MODES, MatchRules
from crossfelt.kingcross.scorecard import ScoreCard
from crossfelt.kingcross.state import MatchState
from crossfelt.kingcross.views import MatchView
from crossfelt.ledger import ESCROW
from crossfelt.record import export_record, replay
from crossfelt.schema import from_plain, to_plain

Rules = TypeVar("Rules", bound=ContestRules)
State = TypeVar("State")
Action = TypeVar("Action")
Event = TypeVar("Event")
View = TypeVar("View")

MOST_STEPS = 2_000
"""A contest that isn't over after this many steps will never be."""
MOST_MADE_UP = 40
"""Actions of one kind to try after every step."""


@dataclass(frozen=True)
class Subject(Generic[Rules, State, Action, Event, View]):
    """One game under one set of rules, with the facts that its `Game` doesn't state."""

    game: Game[Rules, State, Action, Event, View]
    rules: Rules
    seats: tuple[int, ...]
    unlisted: frozenset[str]
    """Kinds of actions with more values than `legal_actions` lists."""
    leaks: Callable[[State, Audience, View], Iterable[str]]
    """From a state and the view of an audience to everything in it that the audience may not know."""
    unlisted_offers: Callable[[State, Actor], tuple[Action, ...]] = lambda _state, _actor: ()
    """Allowed actions of those kinds that a seat takes now and then besides the listed ones."""


def criss_cross(book: RuleBook, seats: Sequence[int] = (1, 2, 4)) -> Subject[RuleBook, RoundState, Any, Any, TableView]:
    """Return a round under a rule book as a subject."""
    unlisted = frozenset({"place_wagers", "shuffle", "void_round", "deal", "settle"})
    return Subject(CRISS_CROSS, book, tuple(seats), unlisted, _hidden_cards_seen, _all_wagers)


def king_cross(rules: MatchRules, seats: Sequence[int]) -> Subject[MatchRules, MatchState, Any, Any, MatchView]:
    """Return a match under a score card as a subject."""
    return Subject(KING_CROSS, rules, tuple(seats), frozenset(), _sealed_placements_seen)


def check_rule_book(book: RuleBook, *, contests: int = 20, seed: int = 0) -> None:
    """Check everything over this many rounds under this rule book."""
    for number in range(contests):
        check(criss_cross(book), seed + number)


def check_score_card(score_card: ScoreCard, *, contests: int = 5, seed: int = 0) -> None:
    """Check everything over this many matches of each mode under this score card."""
    for number in range(contests):
        for mode in MODES:
            seats = (1,) if mode == "solo" else (1, 2)
            check(king_cross(MatchRules(score_card, mode, bonus=bool(number % 2)), seats), seed + number)


def check_policy(
    subject: Subject[Rules, State, Action, Event, View],
    policy: Policy[View, Action],
    *,
    contests: int = 1,
    seed: int = 0,
) -> list[Contest[Rules, State, Action, Event, View]]:
    """Play contests with the policy in every seat and check that all its actions are allowed. Return the contests."""
    finished = []
    for number in range(contests):
        chance = SeededChance(seed + number)
        contest = Contest(subject.game, subject.rules, subject.seats)
        contest.advance(chance)
        while not contest.is_finished:
            for seat in contest.pending.seats:
                contest.act(seat_actor(seat), policy.act(contest.view(seat_audience(seat))))
                if contest.pending.kind != "seats":
                    break
            # While betting is open every seat stays due; the table's clock ends it.
            if (ends := subject.game.on_timeout(contest.state, None)) is not None:
                contest.act(SYSTEM, ends)
            contest.advance(chance)
        finished.append(contest)
    return finished


def check(
    subject: Subject[Rules, State, Action, Event, View], seed: int, *, trouble: int = 8
) -> Contest[Rules, State, Action, Event, View]:
    """Play one contest from start to end, checking everything after every step. One step in `trouble` is any possible
    action; the others are those that the contest waits for. Return the contest."""
    walk = _Walk(subject, SeededChance(f"conformance {seed}"))
    for _ in range(MOST_STEPS):
        try:
            walk.check_laws()
        except AssertionError as error:
            raise AssertionError(f"seed {seed}, after {len(walk.contest.steps)} steps: {error}") from error
        if walk.contest.is_finished:
            walk.check_end()
            return walk.contest
        walk.go_on(trouble)
    raise AssertionError(f"seed {seed}: the contest is not over after {MOST_STEPS} steps")


class _Walk(Generic[Rules, State, Action, Event, View]):
    """A contest in progress, and every action so far, to be tried again where it doesn't belong."""

    def __init__(self, subject: Subject[Rules, State, Action, Event, View], chance: SeededChance) -> None:
        self.subject, self.chance = subject, chance
        self.contest = Contest(subject.game, subject.rules, subject.seats)
        self.stored: State = subject.game.open(subject.rules, subject.seats)
        self.folded_steps = 0
        self.asked: list[tuple[Actor, Action]] = []
        self.made_up = tuple(_made_up(subject.game.action_kinds.values()))
        strangers = [seat_actor(seat) for seat in (0, max(subject.seats) + 1)]
        self.actors = (*map(seat_actor, subject.seats), *strangers, FLOOR, SYSTEM, CHANCE)
        self.audiences = (*map(seat_audience, subject.seats), SPECTATOR, FLOOR_AUDIENCE, AUDITOR)

    def go_on(self, trouble: int) -> None:
        """Take one step: mostly what the contest waits for, sometimes any possible action."""
        if self.chance.below(trouble) == 0:
            allowed = [(actor, action) for actor in self.actors for action in self._legal(actor)]
            if allowed:
                self._act(*allowed[self.chance.below(len(allowed))])
                return
        game, state, pending = self.subject.game, self.contest.state, self.contest.pending
        if pending.kind == "chance":
            self._act(CHANCE, game.draw(state, self.chance))
        elif pending.kind == "system":
            assert pending.action is not None, "the system waits without an action"
            self._act(SYSTEM, pending.action)
        else:
            clock = game.on_timeout(state, None)
            if clock is not None and self.chance.below(3) == 0:
                self._act(SYSTEM, clock)
                return
            actor = seat_actor(pending.seats[self.chance.below(len(pending.seats))])
            offers = (*self._legal(actor), *self.subject.unlisted_offers(state, actor))
            self._act(actor, offers[self.chance.below(len(offers))])

    def _act(self, actor: Actor, action: Action) -> None:
        self.contest.act(actor, action)
        self.asked.append((actor, action))

    def _legal(self, actor: Actor) -> tuple[Action, ...]:
        return self.subject.game.legal_actions(self.contest.state, actor)

    def check_laws(self) -> None:
        """Check everything that must be true now."""
        self._check_legality()
        self._check_what_is_waited_for()
        self._check_storage()
        self._check_views()
        assert sum(self.contest.balances.values()) == 0, "postings must sum to zero"

    def check_end(self) -> None:
        """Check everything that must be true when a contest is over."""
        assert not any(self._legal(actor) for actor in self.actors), "nobody may act after the end"
        assert not self.contest.balances.get(ESCROW), "chips are left in escrow"
        record = json.loads(json.dumps(export_record(self.contest)))
        assert replay(self.subject.game, record).state == self.contest.state, "the record leads to another state"
        game, left = self.subject.game, self.contest.carried
        following = game.open(self.subject.rules, self.subject.seats, left)
        assert game.carried(following) == left, "the next contest must start from what this one left"

    def _check_legality(self) -> None:
        game, state = self.subject.game, self.contest.state
        before = repr(state)
        legal = {(actor, repr(action)) for actor in self.actors for action in self._legal(actor)}
        listed = [(actor, action) for actor in self.actors for action in self._legal(actor)]
        for actor, action in [*listed, *self._strange_questions()]:
            is_listed = (actor, repr(action)) in legal
            try:
                assert game.decide(state, actor, action), f"{actor} may {action}, and nothing happens"
            except IllegalAction as refusal:
                assert refusal.code and refusal.faults, f"{actor} is refused {action} without a reason"
                assert not is_listed, f"{actor} is refused {action}, which is listed: {refusal}"
            else:
                is_open = to_plain(action)["kind"] in self.subject.unlisted
                assert is_listed or is_open, f"{actor} may {action}, which is not listed"
        assert repr(state) == before, "a refused action changed the state"

    def _strange_questions(self) -> Iterator[tuple[Actor, Action]]:
        """Return recent actions, actions legal now, and made-up ones, each for every actor."""
        actions = [action for _, action in self.asked[-6:]]
        for actor in self.actors:
            legal = self._legal(actor)
            actions += [legal[self.chance.below(len(legal))]] if legal else []
        for action in [*actions, *self.made_up]:
            for actor in self.actors:
                yield actor, action

    def _check_what_is_waited_for(self) -> None:
        game, state, pending = self.subject.game, self.contest.state, self.contest.pending
        if pending.kind == "system":
            assert pending.action is not None, "the system waits without an action"
            assert game.decide(state, SYSTEM, pending.action)
        elif pending.kind == "seats":
            assert pending.seats, "seats are due, and none is named"
            for seat in pending.seats:
                assert self._legal(seat_actor(seat)), f"seat {seat} is due and may do nothing"
        elif pending.kind == "chance":
            assert pending.wants, "chance is pending without a name"
            assert game.decide(state, CHANCE, game.draw(state, self.chance))
        for clock in (*self.subject.seats, None):
            action = game.on_timeout(state, clock)
            assert action is None or game.decide(state, SYSTEM, action), f"the clock of {clock} does nothing"
        on_clock = [seat for seat in self.subject.seats if game.on_timeout(state, seat) is not None]
        assert sorted(game.due(state)) == on_clock, f"seats {on_clock} have a clock, and {game.due(state)} are due"
        for seat in self.subject.seats:
            for action in (game.on_leave(state, seat), game.on_remove(state, seat)):
                assert action is None or game.decide(state, SYSTEM, action), f"seat {seat} goes, and nothing follows"

    def _check_storage(self) -> None:
        """Check that actions and events survive JSON, and that folding stored events gives the live state."""
        game = self.subject.game
        for step in self.contest.steps[self.folded_steps :]:
            assert _through_json(game.action_kinds, step.action) == step.action
            for event in step.events:
                self.stored = game.evolve(self.stored, _through_json(game.event_kinds, event))
        self.folded_steps = len(self.contest.steps)
        assert self.stored == self.contest.state, "stored events lead to another state"

    def _check_views(self) -> None:
        for audience in self.audiences:
            view = self.contest.view(audience)
            json.dumps(to_plain(view))
            seen = [] if self.contest.is_finished else list(self.subject.leaks(self.contest.state, audience, view))
            assert not seen, f"the view of {audience} contains {', '.join(seen)}"


def _made_up(kinds: Iterable[type[Action]]) -> Iterator[Action]:
    """Return every action whose fields are words with few values and small numbers, with all of these."""
    for kind in kinds:
        fields = [field.name for field in dataclasses.fields(kind) if field.name != "kind"]  # type: ignore[arg-type]
        hints = get_type_hints(kind)
        values = [_values(hints[name]) for name in fields]
        if math.prod(map(len, values)) <= MOST_MADE_UP:
            yield from (kind(*arguments) for arguments in product(*values))


def _values(hint: Any) -> tuple[Any, ...]:
    """Return a few values of a type; none if they can't be made up."""
    if get_origin(hint) is Literal:
        return get_args(hint)
    if hint is bool:
        return (False, True)
    if hint is int:
        return (-1, 0, 1, 2, 3, 4)
    return (None,) if NoneType in get_args(hint) else ()


def _through_json(kinds: Mapping[str, type[Action]], value: Action) -> Action:
    return from_plain(kinds, json.loads(json.dumps(to_plain(value))))


def _all_wagers(state: RoundState, actor: Actor) -> tuple[Any, ...]:
    """Return a seat's set of wagers with something on every spot of the layout."""
    if actor.kind != "seat" or state.stage != "betting":
        return ()
    unit = state.book.table_unit_cents
    spots = state.book.betting_spots
    every = {spot.id: max(spot.sizes_cents, default=-(-spot.minimum_cents // unit) * unit) for spot in spots}
    return accepted(CRISS_CROSS.decide, state, actor, [PlaceWagers(every)])


def _hidden_cards_seen(state: RoundState, audience: Audience, view: TableView) -> Iterator[str]:
    """Return cards in the view that are face down for this audience."""
    if state.deck is None:
        return
    known = {state.placed[place] for place in state.public if place in state.placed} | set(state.set_aside)
    is_dealt = len(state.placed) == len(state.deal_places)
    if audience.kind == "seat" and audience.seat is not None and is_dealt:
        known |= {state.placed[place] for place in hole_places(audience.seat) if place in state.placed}
    hidden = {card_name(card) for position, card in enumerate(state.deck) if position not in known}
    yield from sorted(hidden & set(_texts(to_plain(view))))


def _sealed_placements_seen(state: MatchState, audience: Audience, view: MatchView) -> Iterator[str]:
    """Return placements in the view that others have made and not shown yet."""
    for seat, shown in zip(state.seats, view.seats, strict=True):
        if seat.sealed is not None and audience != seat_audience(seat.seat):
            squares = [name for row in seat.sheet.grid() for name in row]
            if shown.sealed is not None or [name for row in shown.grid for name in row] != squares:
                yield f"the sealed placement of seat {seat.seat}"


def _texts(value: object) -> Iterator[str]:
    """Yield every text in plain data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for child in value.values():
            yield from _texts(child)
    elif isinstance(value, list):
        for child in value:
            yield from _texts(child)
