"""A round that is watched: after every step everything is checked that must hold whatever anyone does."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

from crossfelt.crisscross import actions as ask
from crossfelt.crisscross import events as happened
from crossfelt.crisscross.actions import ACTIONS, Action
from crossfelt.crisscross.events import EVENTS, Event
from crossfelt.crisscross.notation import format_round, parse_round
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.crisscross.round import CRISS_CROSS, RoundContest
from crossfelt.crisscross.settlement import SeatTotal
from crossfelt.crisscross.state import RoundState
from crossfelt.errors import IllegalAction
from crossfelt.game import (
    AUDITOR,
    CHANCE,
    FLOOR_AUDIENCE,
    SPECTATOR,
    SYSTEM,
    Actor,
    Audience,
    Contest,
    seat_actor,
    seat_audience,
)
from crossfelt.ledger import ESCROW, balances
from crossfelt.plain import from_plain, kinds_of, to_plain
from crossfelt.record import export_record, replay
from tests.naive import settlement as naive
from tests.naive.wagers import are_taken
from tests.properties.felt import CARD_NAMES, Felt, card_names
from tests.properties.universe import ACTORS, STAGES, everything

T = TypeVar("T")

AUDIENCES = (*(seat_audience(seat) for seat in range(1, 7)), SPECTATOR, FLOOR_AUDIENCE, AUDITOR)
EVENT_KINDS: Mapping[str, type[Event]] = kinds_of(*EVENTS)
ACTION_KINDS: Mapping[str, type[Action]] = kinds_of(*ACTIONS)
DEALINGS = {
    "cardroom": (("hand", "none"), ("hand", "automatic"), ("shuffler", "automatic")),
    "maryland": (
        ("manual_shoe", "none"),
        ("manual_shoe", "counting"),
        ("hand", "automatic"),
        ("automated_shoe", "none"),
        ("automated_shoe", "counting"),
        ("shuffler", "automatic"),
    ),
    "massachusetts": (
        ("manual_shoe", "none"),
        ("manual_shoe", "automatic"),
        ("hand", "counting"),
        ("automated_shoe", "none"),
        ("automated_shoe", "counting"),
    ),
}
"""Rule book -> dealing methods with the shufflers they allow."""


@dataclass(frozen=True)
class House:
    """What an operator chose."""

    rules: str
    method: str
    shuffler: str
    abandoned: str
    ace_low: bool
    """Massachusetts has no choice here."""
    bonus_offered: bool
    """The cardroom offers its bonuses always."""
    low_limit: bool
    """In Maryland: an aggregate limit that most wins reach, and antes that pay as the bets do."""

    @property
    def choices(self) -> dict[str, object]:
        """The same as choices of the rule book."""
        choices: dict[str, object] = {
            "dealing_method": self.method,
            "shuffler": self.shuffler,
            "abandoned": self.abandoned,
        }
        if self.rules != "massachusetts":
            choices["ace_low_straight"] = self.ace_low
        if self.rules != "cardroom":
            choices["five_card_bonus_offered"] = self.bonus_offered
        if self.rules == "maryland" and self.low_limit:
            choices |= {"aggregate_limit_cents": 1_250, "ante_pays": "main"}
        return choices

    def takes(self, wagers: Mapping[str, int]) -> bool:
        """Whether the naive reading lets a live table take the set."""
        if self.rules == "cardroom":
            return are_taken(self.rules, wagers, ante=(200, 1_000), bonus=(200, 1_000))
        return are_taken(self.rules, wagers, ante=(500, 10_000), bonus=(500, 2_500), bonus_offered=self.bonus_offered)

    def settle(self, table: naive.Table) -> list[naive.Seat]:
        """What the naive implementation makes of a table."""
        if self.rules == "cardroom":
            return naive.cardroom(table, ace_low=self.ace_low)
        if self.rules == "massachusetts":
            return naive.massachusetts(table)
        limit = 1_250 if self.low_limit else 5_000_000
        return naive.maryland(table, ace_low=self.ace_low, limit=limit, antes_pay_as_bets=self.low_limit)


class WatchedRound:
    """One round, its own bookkeeping beside it, and all that is remembered to look back on."""

    def __init__(self, house: House, seats: Sequence[int], seed: int, seen: Counter[tuple[str, ...]]) -> None:
        self.house = house
        self.seats = tuple(sorted(seats))
        self.random = random.Random(seed)
        """For decks and for what is looked at afterwards."""
        self.seen = seen
        """Rule book, irregularity, moment and outcome of every report that could be made."""
        self.contest: RoundContest = Contest(CRISS_CROSS, load_rule_book(house.rules, house.choices), self.seats)
        self.felt = Felt(house.rules, house.method, self.seats)
        self.interruptions: list[tuple[int, naive.Table]] = []
        """Each time a seat lost its wagers while being settled: the lines settled before, and the table before."""
        self.replayed = self.state
        self.states = [self.state]
        self.visible = [{audience: self.felt.visible_to(audience) for audience in AUDIENCES}]
        self.check_everything()

    @property
    def state(self) -> RoundState:
        """The live state."""
        return self.contest.state

    # ---- acting ------------------------------------------------------------------------------------------------

    def accepted(self, actor: Actor, action: Action) -> None:
        """Asks for what must be allowed, writes it down and checks everything."""
        if self.state.stage == "settling" and isinstance(action, ask.Abandon | ask.ForfeitSeat):
            self.interruptions.append((len(self.felt.lines), self.felt.table()))
        events = self.contest.act(actor, action)
        self.felt.note(actor, action, events)
        for event in events:
            self.check_event(event)
        self.states.append(self.state)
        self.visible.append({audience: self.felt.visible_to(audience) for audience in AUDIENCES})
        self.check_everything()

    def tried(self, actor: Actor, action: Action, is_allowed: bool) -> None:
        """Asks; what is refused must change nothing."""
        if is_allowed:
            self.accepted(actor, action)
            return
        before = repr(self.state), len(self.contest.steps), len(self.contest.postings)
        assert through_json(ACTION_KINDS, action) == action
        try:
            self.contest.act(actor, action)
        except IllegalAction:
            assert (repr(self.state), len(self.contest.steps), len(self.contest.postings)) == before
        else:
            raise AssertionError(f"{actor} was allowed {action}")

    def play(self, choices: Sequence[int]) -> None:
        """The round goes on for a while as rounds do, each number standing for what somebody chose."""
        for choice in choices:
            if not self.felt.is_over:
                self.go_on(choice)

    def go_on(self, choice: int) -> None:
        """The next act of whoever is due."""
        stage = self.state.stage
        some = 1 + choice // 2 % 6 if choice % 2 else None
        if stage == "betting":
            waiting = [seat for seat in self.seats if not self.felt.wagers[seat]]
            if waiting and (choice % 8 or not self.felt.in_play):
                self.accepted(seat_actor(waiting[choice // 8 % len(waiting)]), self.good_wagers(choice // 64))
            else:
                self.accepted(SYSTEM, ask.CloseBetting())
        elif stage == "shuffling":
            deck = sorted(CARD_NAMES)
            self.random.shuffle(deck)
            self.accepted(CHANCE, ask.Shuffle(tuple(deck)))
        elif stage == "dealing":
            self.accepted(SYSTEM, ask.Deal(min(some, self.cards_left) if some else None))
        elif stage == "settling":
            self.accepted(SYSTEM, ask.Settle(min(some, self.lines_left) if some else None))
        else:
            assert stage in STAGES
            decision = ask.Bet(stage, 1 + choice // 8 % 3) if choice % 8 else ask.Fold(stage)
            self.accepted(seat_actor(self.to_act), decision)

    def good_wagers(self, choice: int) -> ask.PlaceWagers:
        """A set that every house takes."""
        ante, bonus = (500, 600, 1_000)[choice % 3], (0, 500, 1_000)[choice // 3 % 3]
        wagers = {"ante_across": ante, "ante_down": ante}
        if bonus and self.house.bonus_offered:
            wagers["five_card_bonus"] = bonus
            if self.house.rules == "cardroom" and choice // 9 % 2:
                wagers["six_card_bonus"] = bonus
        return ask.PlaceWagers(wagers)

    @property
    def moment(self) -> str:
        """The stage, and before the first card the deal has a name of its own."""
        return "about_to_deal" if self.state.stage == "dealing" and not self.felt.placed else self.state.stage

    @property
    def cards_left(self) -> int:
        """How many cards are still to be dealt; 0 when nobody deals."""
        return len(self.felt.whole_deal()) - len(self.felt.placed) if self.state.stage == "dealing" else 0

    @property
    def lines_left(self) -> int:
        """How many lines are still to be settled; 0 when nobody settles."""
        if self.state.stage != "settling":
            return 0
        return sum(len(wagers) for wagers in self.felt.wagers.values()) - len(self.felt.lines)

    @property
    def to_act(self) -> int:
        """The lowest seat that still has to decide at this stage (reading R25)."""
        felt = self.felt
        due = [seat for seat in felt.in_play if seat not in felt.folded_at and seat not in felt.forfeited]
        lowest = min(seat for seat in due if self.state.stage not in felt.wagers[seat])
        assert CRISS_CROSS.pending(self.state).seats == (lowest,)
        return lowest

    def is_voided_by(self, actor: Actor, action: Action) -> bool:
        """Whether a legal action would end the round."""
        events = CRISS_CROSS.decide(self.state, actor, action)
        return any(isinstance(event, happened.RoundVoided) for event in events)

    # ---- what holds after every step ---------------------------------------------------------------------------

    def check_everything(self) -> None:
        """All that must hold now."""
        self.check_chips()
        self.check_cards()
        self.check_views()
        self.check_replay()
        self.check_legal_is_accepted()

    def check_chips(self) -> None:
        """No chip appears or vanishes, the escrow holds what is not settled, a void leaves everyone as before."""
        accounts = self.contest.balances
        assert sum(accounts.values()) == 0
        assert accounts.get(ESCROW, 0) == self.felt.escrow >= 0
        if self.felt.is_void:
            assert not any(accounts.values())

    def check_cards(self) -> None:
        """52 cards, each in one place, dealt in the order of the rule text."""
        count = CRISS_CROSS.view(self.state, FLOOR_AUDIENCE).count
        assert count is not None
        assert (count.dealt, count.set_aside) == (len(self.felt.placed), len(self.felt.set_aside))
        assert count.dealt + count.set_aside + count.stub == 52
        used = [*self.felt.placed.values(), *self.felt.set_aside]
        assert sorted(used) == list(range(len(used)))
        if self.felt.placed:
            whole = self.felt.whole_deal()
            assert {place: whole[place] for place in self.felt.placed} == self.felt.placed

    def check_views(self) -> None:
        """Every audience sees exactly the cards that it may."""
        for audience in AUDIENCES:
            assert card_names(CRISS_CROSS.view(self.state, audience)) == self.felt.visible_to(audience), audience

    def check_replay(self) -> None:
        """The last step, stored and read again, leads to the same state."""
        if self.contest.steps:
            step = self.contest.steps[-1]
            assert through_json(ACTION_KINDS, step.action) == step.action
            for event in step.events:
                stored = through_json(EVENT_KINDS, event)
                assert stored == event
                self.replayed = CRISS_CROSS.evolve(self.replayed, stored)
        assert self.replayed == self.state

    def check_legal_is_accepted(self) -> None:
        """What is listed is accepted, what is not listed is refused, and asking changes nothing."""
        before = repr(self.state)
        for actor in ACTORS:
            legal = CRISS_CROSS.legal_actions(self.state, actor)
            openings = [action for action in legal if isinstance(action, ask.PlaceWagers)]
            may_open = actor.kind == "seat" and actor.seat in self.seats and self.state.stage == "betting"
            assert len(openings) == may_open
            assert all(self.house.takes(action.wagers) and self.is_accepted(actor, action) for action in openings)
            taken = [action for action in everything(actor) if self.is_accepted(actor, action)]
            assert len(taken) + may_open == len(legal), (actor, legal, taken)
            assert all(action in legal for action in taken), (actor, legal, taken)
        assert repr(self.state) == before

    def is_accepted(self, actor: Actor, action: Action) -> bool:
        """Whether the rules would take it; if so, what would follow must keep the chips together."""
        try:
            events = CRISS_CROSS.decide(self.state, actor, action)
        except IllegalAction as refusal:
            assert refusal.code and str(refusal)
            return False
        accounts = balances([*self.contest.postings, *(p for event in events for p in CRISS_CROSS.postings(event))])
        assert sum(accounts.values()) == 0 <= accounts.get(ESCROW, 0)
        for event in events:
            if isinstance(event, happened.IrregularityRuled):
                self.seen[self.house.rules, event.irregularity, self.moment, event.outcome] += 1
            elif isinstance(event, happened.RoundVoided):
                assert not any(accounts.values())
        return True

    def check_event(self, event: Event) -> None:
        """Cards turned are the ones that lie there; refunds and totals are what the bookkeeping says."""
        felt = self.felt
        match event:
            case happened.CommunityRevealed(cards=cards):
                assert felt.deck is not None
                assert cards == {place: felt.deck[felt.placed[place]] for place in cards}
            case happened.HandShown(seat=seat):
                assert list(event.cards) == next(s["hole"] for s in felt.table()["seats"] if s["seat"] == seat)
            case happened.BonusCardsRevealed():
                assert list(event.cards) == felt.table()["bonus_cards"]
            case happened.RoundVoided(refunds=refunds):
                assert {entry.seat: entry.cents for entry in refunds} == {
                    seat: sum(felt.wagers[seat].values()) for seat in felt.in_play
                }
            case happened.RoundSettled(totals=totals):
                self.check_settlement(totals)

    def check_settlement(self, totals: tuple[SeatTotal, ...]) -> None:
        """Every line and every total is the naive one. Where a seat lost its wagers in between, lines settled before
        stand, and what is left goes on as the naive settlement of the new table has it."""
        lines: list[dict[str, Any]] = []
        for until, table in [*self.interruptions, (None, self.felt.table())]:
            done = {(line["seat"], line["spot"]) for line in lines}
            left = [line for line in self.naive_lines(table) if (line["seat"], line["spot"]) not in done]
            lines += left if until is None else left[: until - len(lines)]
        lines = [line | {"order": number} for number, line in enumerate(lines, start=1)]
        assert [{key: to_plain(line)[key] for key in lines[0]} for line in self.felt.lines] == lines
        for total in totals:
            own = [line for line in lines if line["seat"] == total.seat]
            staked, won, returned = (sum(line[key] for line in own) for key in ("staked", "won", "returned"))
            assert total == SeatTotal(total.seat, staked, won, returned, won + returned - staked)
            assert staked == sum(self.felt.wagers[total.seat].values())
        if not self.interruptions:
            slips = self.house.settle(self.felt.table())
            assert [total.net for total in totals] == [slip["net"] for slip in slips]

    def naive_lines(self, table: naive.Table) -> list[dict[str, Any]]:
        """What the naive settlement makes of a table, line by line in its order."""
        slips = self.house.settle(table)
        lines: list[dict[str, Any]] = [line | {"seat": slip["seat"]} for slip in slips for line in slip["lines"]]
        return sorted(lines, key=lambda line: int(line["order"]))

    # ---- what is checked once, when a round is left --------------------------------------------------------------

    def look_back(self) -> None:
        """Replays from the first event, from the record and from the notation, and again with other hidden cards."""
        state = CRISS_CROSS.open(self.state.book, self.seats)
        for event in self.contest.events:
            state = CRISS_CROSS.evolve(state, event)
        assert state == self.state
        assert replay(CRISS_CROSS, json.loads(json.dumps(export_record(self.contest)))).state == self.state
        noted = parse_round(format_round(self.state.book, self.seats, self.contest.events))
        assert (noted.rules, noted.seats, noted.events) == (self.state.book, self.seats, self.contest.events)
        for _ in range(2):
            until = self.random.randrange(len(self.states))
            self.check_hidden_cards_do_not_interfere(until, self.random.choice(AUDIENCES))

    def check_hidden_cards_do_not_interfere(self, until: int, audience: Audience) -> None:
        """Other cards in the dark, the same actions: this audience sees the same up to that step."""
        hidden = sorted(CARD_NAMES - self.visible[until][audience])
        others = hidden.copy()
        self.random.shuffle(others)
        exchanged = dict(zip(hidden, others, strict=True))
        steps = self.contest.steps[:until]
        last_shuffle = max((i for i, step in enumerate(steps) if isinstance(step.action, ask.Shuffle)), default=-1)
        other: RoundContest = Contest(CRISS_CROSS, self.state.book, self.seats)
        for number, step in enumerate(steps):
            action = step.action
            if number == last_shuffle and isinstance(action, ask.Shuffle):
                action = ask.Shuffle(tuple(exchanged.get(card, card) for card in action.deck))
            assert _open_events(other.act(step.actor, action)) == _open_events(step.events)
            state = self.states[number + 1]
            assert CRISS_CROSS.view(other.state, audience) == CRISS_CROSS.view(state, audience)
            for actor in ACTORS:
                assert CRISS_CROSS.legal_actions(other.state, actor) == CRISS_CROSS.legal_actions(state, actor)


def through_json(kinds: Mapping[str, type[T]], value: T) -> T:
    """The value written as JSON and read again."""
    return from_plain(kinds, json.loads(json.dumps(to_plain(value))))


def _open_events(events: Sequence[Event]) -> list[Event]:
    return [event for event in events if not isinstance(event, happened.Shuffled)]
