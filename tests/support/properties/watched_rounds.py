"""A round that is watched: after every step everything is checked that must hold whatever anyone does."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from math import floor
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
    Pending,
    seat_actor,
    seat_audience,
)
from crossfelt.ledger import ESCROW, balances, meter_account
from crossfelt.record import export_record, replay
from crossfelt.schema import from_plain, kinds_of, to_plain
from tests.naive import settlement as naive
from tests.naive.progressives import HOT_SPOT_WHEELS, Awaited, Meters, Progressives, has_pair, in_xtreme
from tests.naive.wagers import are_taken
from tests.support.properties import progressive_houses
from tests.support.properties.every_action import ACTORS, STAGES, everything, spins
from tests.support.properties.felt import CARD_NAMES, Felt, as_naive, card_names

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
    """An operator's choices."""

    rules: str
    method: str
    shuffler: str
    abandoned: str
    """The cardroom knows a fold only."""
    ace_low: bool
    """Massachusetts has no choice here."""
    bonus_offered: bool
    """The cardroom offers its bonuses always."""
    low_limit: bool
    """In Maryland: an aggregate limit that most wins reach, and antes that pay as the bets do."""
    offers: dict[str, Any] = field(default_factory=dict)
    """In Maryland: the progressive wagers that it offers, as tables of a submission."""

    @property
    def choices(self) -> dict[str, object]:
        """The same as choices of the rule book."""
        choices: dict[str, object] = {
            "dealing_method": self.method,
            "shuffler": self.shuffler,
            "abandoned": "fold" if self.rules == "cardroom" else self.abandoned,
        }
        if self.rules != "massachusetts":
            choices["ace_low_straight"] = self.ace_low
        if self.rules != "cardroom":
            choices["five_card_bonus_offered"] = self.bonus_offered
        if self.rules == "maryland" and self.low_limit:
            choices |= {"aggregate_limit_cents": 1_250, "ante_pays": "main"}
        return choices | self.offers

    @property
    def progressive_sizes(self) -> dict[str, list[int]]:
        """The amounts that each progressive spot takes."""
        spots = {"bonus_spin": [100, 500]} if "bonus_spin" in self.offers else {}
        if "xtreme" in self.offers:
            spots["bonus_spin_xtreme"] = [100 * size for size in progressive_houses.sizes(self.offers)]
        return spots

    @property
    def event_is_a_pair(self) -> bool:
        """Whether a pair in the hand sets Xtreme off."""
        return bool(self.offers.get("xtreme", {}).get("event") == "hole_pair")

    def takes(self, wagers: Mapping[str, int]) -> bool:
        """Whether the naive reading lets a live table take the set."""
        if self.rules == "cardroom":
            return are_taken(self.rules, wagers, ante=(200, 1_000), bonus=(200, 1_000))
        return are_taken(
            self.rules,
            wagers,
            ante=(500, 10_000),
            bonus=(500, 2_500),
            bonus_offered=self.bonus_offered,
            progressive=self.progressive_sizes,
        )

    def progressives(self, table: naive.Table) -> Progressives:
        """The naive implementation of the progressive wagers, before the next line of a table is settled."""
        return Progressives(table, self.offers, self.ace_low)

    def settle(self, table: naive.Table, progressives: Progressives) -> list[naive.Seat]:
        """Settle a table with the naive implementation."""
        if self.rules == "cardroom":
            return naive.cardroom(table, ace_low=self.ace_low)
        if self.rules == "massachusetts":
            return naive.massachusetts(table)
        limit = 1_250 if self.low_limit else 5_000_000
        return naive.maryland(
            table,
            ace_low=self.ace_low,
            limit=limit,
            antes_pay_as_bets=self.low_limit,
            settle_progressives=progressives.settle,
        )


class WatchedRound:
    """One round, its own bookkeeping beside it, and all that is remembered to look back on."""

    def __init__(
        self,
        house: House,
        seats: Sequence[int],
        seed: int,
        seen: Counter[tuple[str, ...]],
        carried: Mapping[str, str] | None = None,
    ) -> None:
        self.house = house
        self.carried = dict(carried or {})
        """Meter -> its starting amount, if that isn't the initial one."""
        self.seats = tuple(sorted(seats))
        self.random = random.Random(seed)
        """For decks and for what is looked at afterwards."""
        self.seen = seen
        """Rule book, irregularity, moment and outcome of every report that could be made."""
        book = load_rule_book(house.rules, house.choices)
        self.contest: RoundContest = Contest(CRISS_CROSS, book, self.seats, self.carried)
        self.felt = Felt(house.rules, house.method, self.seats, self.carried)
        self.was_interrupted = False
        """Whether a seat lost its wagers while the round was being settled."""
        self.replayed = self.state
        self.states = [self.state]
        self.visible = [{audience: self.felt.visible_to(audience) for audience in AUDIENCES}]
        self.public: list[set[str]] = [set()]
        self.check_everything()

    @property
    def state(self) -> RoundState:
        """The live state."""
        return self.contest.state

    # ---- acting ------------------------------------------------------------------------------------------------

    def accepted(self, actor: Actor, action: Action) -> None:
        """Ask for an action that must be allowed, record it and check everything."""
        if self.state.stage == "settling" and isinstance(action, ask.Abandon | ask.ForfeitSeat):
            self.was_interrupted = True
        due, _ = self.naive_future()
        events = self.contest.act(actor, action)
        self.felt.note(actor, action, events)
        self.felt.is_waiting = self.state.stage == "settling" and self.contest.pending.kind == "chance"
        if isinstance(action, ask.Settle):
            self.check_lines(action.wagers, due, events)
        for event in events:
            self.check_event(event)
        self.states.append(self.state)
        self.visible.append({audience: self.felt.visible_to(audience) for audience in AUDIENCES})
        self.public.append(self.public[-1] | self.public_pairs())
        self.check_everything()

    def public_pairs(self) -> set[str]:
        """The cards of which everyone knows by now whether they are a pair."""
        if self.state.stage != "settling":
            return self.felt.public_pairs(self.house.event_is_a_pair) if self.felt.is_settled else set()
        due, awaited = self.naive_future()
        at_xtreme = due[0]["spot"] == "bonus_spin_xtreme" if due else awaited is not None and awaited[0] == "community"
        return self.felt.public_pairs(self.house.event_is_a_pair and at_xtreme)

    def tried(self, actor: Actor, action: Action, is_allowed: bool) -> None:
        """Ask; a refusal must change nothing."""
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
        """Play one step of the round for each number, which picks the choice."""
        for choice in choices:
            if not self.felt.is_over:
                self.go_on(choice)

    def go_on(self, choice: int) -> None:
        """Take the next action that is due."""
        stage = self.state.stage
        some = 1 + choice // 2 % 6 if choice % 2 else None
        if stage == "betting":
            waiting = [seat for seat in self.seats if not self.felt.wagers[seat]]
            if waiting and (choice % 8 or not self.felt.in_play):
                self.accepted(seat_actor(waiting[choice // 8 % len(waiting)]), self.good_wagers(choice // 64))
            else:
                self.accepted(SYSTEM, ask.CloseBetting())
        elif stage == "shuffling":
            self.accepted(CHANCE, ask.Shuffle(self.deck()))
        elif stage == "dealing":
            self.accepted(SYSTEM, ask.Deal(min(some, self.cards_left) if some else None))
        elif stage == "settling":
            if self.felt.is_waiting:
                legal = CRISS_CROSS.legal_actions(self.state, CHANCE)
                # Every third time the jackpot, which stands first, or one of the last, which may have two amounts.
                at = (choice // 3 % len(legal), 0, -1 - choice // 3 % min(3, len(legal)))[choice % 3]
                self.accepted(CHANCE, legal[at])
            else:
                self.accepted(SYSTEM, ask.Settle(min(some, self.lines_left) or None if some else None))
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
        for spot, sizes in self.house.progressive_sizes.items():
            if choice // 18 % 4:
                wagers[spot] = (*sizes, sizes[-1])[choice // 72 % (len(sizes) + 1)]
        return ask.PlaceWagers(wagers)

    def deck(self) -> tuple[str, ...]:
        """52 cards; where pairs may win something, they are frequent in hands and on the cross."""
        deck = sorted(CARD_NAMES)
        self.random.shuffle(deck)
        if self.house.offers:
            places = self.felt.whole_deal()
            holes = [(places[f"hole:{seat}:1"], places[f"hole:{seat}:2"]) for seat in self.felt.in_play]
            crossed = [(places["across_left"], places["down_far"]), (places["across_right"], places["down_near"])]
            for first, second in [*holes, *crossed]:
                twins = [at for at in range(len(places), 52) if deck[at][0] == deck[first][0]]
                if twins and self.random.random() < 0.6:
                    deck[second], deck[twins[0]] = deck[twins[0]], deck[second]
        return tuple(deck)

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
        """How many wagers can still be settled, up to the next spin; 0 when nobody settles."""
        due, _ = self.naive_future()
        return sum(line["staked"] > 0 for line in due)

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
        self.check_meters()
        self.check_chance()
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

    def check_meters(self) -> None:
        """Each meter holds exactly what the naive one holds, and its account the whole cents that it has gained."""
        meters = self.naive_meters()
        now = meters.now if self.state.stage in ("settling", "settled") else meters.before
        assert self.contest.carried == {name: str(cents) for name, cents in now.items()}
        accounts = self.contest.balances
        for name, cents in now.items():
            assert accounts.get(meter_account(name), 0) == floor(cents) - floor(meters.before[name])
        for audience in AUDIENCES:
            assert CRISS_CROSS.view(self.state, audience).meters == self.contest.carried

    def check_chance(self) -> None:
        """The round waits for the wheel that the naive settlement waits for, once all due cards are shown."""
        due, awaited = self.naive_future()
        if self.state.stage != "settling":
            return
        pending = self.contest.pending
        shows = self.naive_hot_pairs() if self.house.event_is_a_pair and awaited else set()
        if awaited is not None and awaited[0] == "bonus_spin":
            shows = {awaited[1]}
        if due or awaited is None or not shows <= self.felt.shown:
            assert pending == Pending("system", action=ask.Settle())
        elif awaited[0] == "draw":
            assert pending == Pending("chance", tuple(awaited[1]), "hot_spot")
        else:
            assert pending == Pending("chance", () if awaited[1] is None else (awaited[1],), "spin")
            shown_due = CRISS_CROSS.view(self.state, SPECTATOR).spin_due
            assert shown_due is not None and (shown_due.wheel, shown_due.seat) == awaited

    def naive_hot_pairs(self) -> set[int]:
        """The seats whose own pair makes them Hot Spots."""
        return {seat["seat"] for seat in in_xtreme(self.felt.table()) if has_pair(seat)}

    def naive_meters(self) -> Meters:
        """The meters of the naive settlement after the lines so far; before the deal nothing has been put into them."""
        if self.state.stage in ("settling", "settled"):
            return self.house.progressives(self.felt.table()).meters
        return Meters(self.house.offers, self.carried)

    def naive_future(self) -> tuple[list[naive.Line], Awaited | None]:
        """The lines that the naive settlement would go on with, and the chance at which it would have to wait."""
        if self.state.stage != "settling":
            return [], None
        table = self.felt.table()
        progressives = self.house.progressives(table)
        return self.naive_lines(table, progressives), progressives.awaited

    def check_lines(self, count: int | None, due: list[naive.Line], events: Sequence[Event]) -> None:
        """The settled lines are the first ones that were due. A Community Pay follows the spin that caused it."""
        last = len(due)
        if count is not None:
            own = [number for number, line in enumerate(due, start=1) if line["staked"]]
            last = own[count - 1]
            while last < len(due) and not due[last]["staked"]:
                last += 1
        settled = [as_naive(event.wager) for event in events if isinstance(event, happened.WagerSettled)]
        assert settled == due[:last]

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
        """Listed actions are accepted, all others are refused, and asking changes nothing."""
        before = repr(self.state)
        for actor in ACTORS:
            legal = CRISS_CROSS.legal_actions(self.state, actor)
            openings = [action for action in legal if isinstance(action, ask.PlaceWagers)]
            may_open = actor.kind == "seat" and actor.seat in self.seats and self.state.stage == "betting"
            assert len(openings) == may_open
            assert all(self.house.takes(action.wagers) and self.is_accepted(actor, action) for action in openings)
            asked = everything(actor)
            if actor == CHANCE and self.felt.is_waiting:
                asked += self.possible_spins()
            taken = [action for action in asked if self.is_accepted(actor, action)]
            assert len(taken) + may_open == len(legal), (actor, legal, taken)
            assert all(action in legal for action in taken), (actor, legal, taken)
        assert repr(self.state) == before

    def possible_spins(self) -> tuple[Action, ...]:
        """Everywhere that the wheel might stop for which the round waits; its own symbols are those of the text."""
        _, awaited = self.naive_future()
        assert awaited is not None
        wheel, seat = awaited
        if wheel == "draw":
            return ()
        if wheel == "community":
            symbols = {str(position) for position in range(1, 9)}
        elif wheel == "bonus_spin":
            symbols = progressive_houses.landing(self.house.offers)
        else:
            size = self.felt.wagers[seat]["bonus_spin_xtreme"] // 100
            letter = self.house.offers["xtreme"][f"wheel_{size}"]
            symbols = {"jackpot", *map(str, HOT_SPOT_WHEELS[letter])}
        legal = CRISS_CROSS.legal_actions(self.state, CHANCE)
        assert {action.symbol for action in legal if isinstance(action, ask.Spin)} == symbols
        return spins(wheel, seat)

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
        """Check that turned cards are the ones dealt there, and refunds and totals as the bookkeeping has them."""
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
        """Every wager has one line, and the totals are the sums of the lines that stand."""
        lines = [as_naive(line) for line in self.felt.lines]
        wagers = {(seat, spot): cents for seat in self.felt.in_play for spot, cents in self.felt.wagers[seat].items()}
        own = [line for line in lines if line["staked"]]
        assert len(own) == len(wagers)
        assert {(line["seat"], line["spot"]): line["staked"] for line in own} == wagers
        orders = [line["order"] for line in lines]
        assert orders == sorted(set(orders))
        for total in totals:
            of_seat = [line for line in lines if line["seat"] == total.seat]
            staked, won, returned = (sum(line[key] for line in of_seat) for key in ("staked", "won", "returned"))
            assert total == SeatTotal(total.seat, staked, won, returned, won + returned - staked)
        table = self.felt.table()
        spinners = {seat["seat"] for seat in table["seats"] if seat["wagers"].get("bonus_spin") == 500}
        if self.house.event_is_a_pair:
            spinners |= {seat["seat"] for seat in table["seats"] if "bonus_spin_xtreme" in seat["wagers"]}
        paired = {seat["seat"] for seat in table["seats"] if has_pair(seat)}
        assert set(self.felt.folded_at) & self.felt.shown <= spinners & paired | self.bonus_card_seats
        if not self.was_interrupted:
            del table["before"]
            assert self.naive_lines(table, self.house.progressives(table)) == lines

    @property
    def bonus_card_seats(self) -> set[int]:
        """The seats whose cards decide a bonus, folded or not."""
        return {seat for seat in self.felt.in_play if "six_card_bonus" in self.felt.wagers[seat]}

    def naive_lines(self, table: naive.Table, progressives: Progressives) -> list[naive.Line]:
        """Settle a table with the naive implementation and return its lines in order."""
        slips = self.house.settle(table, progressives)
        lines = [{"prizes": [], **line, "seat": slip["seat"]} for slip in slips for line in slip["lines"]]
        return sorted(lines, key=lambda line: int(line["order"]))

    # ---- what is checked once, when a round is left --------------------------------------------------------------

    def look_back(self) -> None:
        """Replay from the first event, from the record and from the notation, and again with other hidden cards."""
        state = CRISS_CROSS.open(self.state.book, self.seats, self.carried)
        for event in self.contest.events:
            state = CRISS_CROSS.evolve(state, event)
        assert state == self.state
        assert replay(CRISS_CROSS, json.loads(json.dumps(export_record(self.contest)))).state == self.state
        noted = parse_round(format_round(self.state.book, self.seats, self.contest.events, self.carried))
        assert (noted.rules, noted.seats, noted.events) == (self.state.book, self.seats, self.contest.events)
        assert noted.carried == self.carried
        for _ in range(2):
            until = self.random.randrange(len(self.states))
            self.check_hidden_cards_do_not_interfere(until, self.random.choice(AUDIENCES))

    def check_hidden_cards_do_not_interfere(self, until: int, audience: Audience) -> None:
        """Other cards in the dark, the same actions: this audience sees the same up to that step."""
        hidden = sorted(CARD_NAMES - self.visible[until][audience] - self.public[until])
        others = hidden.copy()
        self.random.shuffle(others)
        exchanged = dict(zip(hidden, others, strict=True))
        steps = self.contest.steps[:until]
        last_shuffle = max((i for i, step in enumerate(steps) if isinstance(step.action, ask.Shuffle)), default=-1)
        other: RoundContest = Contest(CRISS_CROSS, self.state.book, self.seats, self.carried)
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
