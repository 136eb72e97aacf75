"""A table for the clause tests: a real round with the cards, wagers and decisions that a test wants.

Knows no rule book by name: the order of the deal, the spots and the stages come from the book that is loaded.

    table = Table("maryland", seats=(1, 4), dealing_method="hand")
    table.wager(1, five_card_bonus=500)        # both antes of $5, and the bonus
    table.wager(4, ante=1000)
    table.cards = layout(across="2c 9d", down="Th 4s", middle="Kd", hole={1: "Ah Kc"})
    table.plan = {1: (3, 1, FOLD)}             # seat 1 bets 3x, 1x, folds; seat 4 bets 1x all along
    table.run_to("down")                       # everything before the Down decision is over
    table.run_to("settled")
    table.line(1, "five_card_bonus").won, table.results(4), table.gained(4)

An irregularity: `assert_void(table, table.report("shoe_failure"), "shoe_failure", "13.D", {1: 1000})`.
Any action of any actor: `table.act(actor, action)`. A refusal: `with refused(IllegalActionCode.BETTING_CLOSED): ...`.

Whatever a test leaves open is filled in the same way every time: cards by the first free ones of the deck in
the order of their numbers, decisions by a bet of 1x.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

import pytest

from crossfelt.cards import DECK, card_name, parse_cards
from crossfelt.crisscross.actions import (
    Action,
    Bet,
    CloseBetting,
    Deal,
    DrawHotSpot,
    Fold,
    ForfeitSeat,
    PlaceWagers,
    Report,
    Settle,
    Shuffle,
    Spin,
)
from crossfelt.crisscross.events import BettingClosed, CommunityRevealed, Event, IrregularityRuled, RoundVoided
from crossfelt.crisscross.layout import ACROSS, BONUS, DOWN, MIDDLE, Place, hole_places
from crossfelt.crisscross.resolve import load_rule_book
from crossfelt.crisscross.round import CRISS_CROSS
from crossfelt.crisscross.rulebook import Outcome, RuleBook, StageName
from crossfelt.crisscross.settlement import SettledWager
from crossfelt.crisscross.state import DECISIONS, RoundState
from crossfelt.crisscross.views import TableView
from crossfelt.errors import IllegalAction, IllegalActionCode
from crossfelt.game import CHANCE, FLOOR, FLOOR_AUDIENCE, SPECTATOR, SYSTEM, Actor, Audience, Contest, seat_actor
from crossfelt.ledger import seat_account

STAGES = ("betting", "shuffling", "dealing", "across", "down", "middle", "settling", "settled")
"""The stages of a round in their order."""
FOLD = 0
"""In a plan: the decision to fold."""

Round = Contest[RuleBook, RoundState, Action, Event, TableView]
SomeEvent = TypeVar("SomeEvent", bound=Event)


def layout(
    across: str = "", down: str = "", middle: str = "", bonus: str = "", hole: Mapping[int, str] | None = None
) -> dict[Place, str]:
    """Place -> card. `across` is left then right, `down` far then near, as the dealer sees them (R7)."""
    groups: list[tuple[Sequence[Place], str]] = [(ACROSS, across), (DOWN, down), ((MIDDLE,), middle)]
    groups += [(BONUS, bonus), *((hole_places(seat), hand) for seat, hand in (hole or {}).items())]
    cards: dict[Place, str] = {}
    for places, text in groups:
        if text:
            names = [card_name(card) for card in parse_cards(text)]
            assert len(names) == len(places), f"{text!r} for {places}"
            cards.update(zip(places, names, strict=True))
    assert len(set(cards.values())) == len(cards), "a card appears twice"
    return cards


def line_layout(line: str, cards: str, seat: int = 1) -> dict[Place, str]:
    """Five cards as the seat's hand on `across` or `down`: two of its own, two ends of the line, the middle."""
    first, second, third, fourth, fifth = cards.split()
    hole, ends = {seat: f"{first} {second}"}, f"{third} {fourth}"
    if line == "across":
        return layout(across=ends, middle=fifth, hole=hole)
    assert line == "down"
    return layout(down=ends, middle=fifth, hole=hole)


def stacked(places: Sequence[Place], cards: Mapping[Place, str]) -> tuple[str, ...]:
    """The 52 cards so that dealing them one by one to these places puts these cards where they belong."""
    assert not set(cards) - set(places), f"no card is dealt to {set(cards) - set(places)}"
    free = [card_name(card) for card in DECK if card_name(card) not in cards.values()]
    dealt = [cards[place] if place in cards else free.pop(0) for place in places]
    return (*dealt, *free)


def cards_seen(view: TableView) -> set[str]:
    """Every card whose face this view shows."""
    holes = [card for seat in view.seats for card in seat.hole]
    ruled = [ruling.card for ruling in view.rulings]
    shown = (*view.community.values(), *view.bonus_cards, *view.set_aside, *holes, *ruled, *(view.deck or ()))
    return {card for card in shown if card is not None}


def refused(code: IllegalActionCode, *words: str) -> pytest.RaisesExc[IllegalAction]:
    """The action inside is refused with this code, in a sentence that holds all these words."""

    def is_meant(error: IllegalAction) -> bool:
        return error.code is code and all(word in str(error) for word in words)

    return pytest.raises(IllegalAction, check=is_meant)


class Table:
    """One round of a shipped rule set at these seats, with the house's choices given by name."""

    def __init__(self, rules: str, seats: Sequence[int] = (1,), **choices: object) -> None:
        self.book: RuleBook = load_rule_book(rules, choices)
        self.contest: Round = Contest(CRISS_CROSS, self.book, seats)
        self.cards: Mapping[Place, str] = {}
        """Cards by place, see `layout`; looked at when the deck comes in."""
        self.plan: Mapping[int, Sequence[int]] = {}
        """Seat -> its decisions at Across, Down and Middle: a multiple of the ante, or `FOLD`."""
        self.spins: Mapping[tuple[str, int | None], str] = {}
        """Wheel and seat -> where it stops; a wheel that is not named stops at its first symbol."""
        self.hot_spot: int | None = None
        """The seat to draw; the lowest one unless a test says."""

    def start_from(self, **meters: str) -> Table:
        """Start again with the meters left by an earlier round."""
        self.contest = Contest(CRISS_CROSS, self.book, self.contest.seats, meters)
        return self

    # ---- looking

    @property
    def state(self) -> RoundState:
        return self.contest.state

    @property
    def stage(self) -> str:
        return self.contest.state.stage

    @property
    def settled_wagers(self) -> tuple[SettledWager, ...]:
        """The wagers settled so far, in order."""
        return self.state.settled_wagers

    def line(self, seat: int, spot: str) -> SettledWager:
        """The one line that settled this wager."""
        (line,) = (line for line in self.settled_wagers if (line.seat, line.spot) == (seat, spot))
        return line

    def results(self, seat: int) -> dict[str, tuple[str, int, int]]:
        """Spot -> result, won, returned, of one seat in the order of settlement."""
        return {line.spot: (line.result, line.won, line.returned) for line in self.settled_wagers if line.seat == seat}

    def happened(self, kind: type[SomeEvent]) -> list[SomeEvent]:
        """The events of one kind so far."""
        return [event for event in self.contest.events if isinstance(event, kind)]

    def gained(self, seat: int) -> int:
        """Return the seat's net so far, in cents. Its live wagers count as spent."""
        return self.contest.balances.get(seat_account(seat), 0)

    def account(self, name: str) -> int:
        """The balance of `escrow` or `house`."""
        return self.contest.balances.get(name, 0)

    def view(self, audience: Audience) -> TableView:
        return self.contest.game.view(self.state, audience)

    # ---- acting

    def act(self, actor: Actor, action: Action) -> tuple[Event, ...]:
        """Any action; on a refusal nothing may have changed."""
        before, steps = self.state, len(self.contest.steps)
        try:
            return self.contest.act(actor, action)
        except IllegalAction:
            assert self.state is before and len(self.contest.steps) == steps
            raise

    def wager(self, seat: int, ante: int = 500, **others: int) -> None:
        """Both antes, and other spots by name, in cents."""
        self.act(seat_actor(seat), PlaceWagers({"ante_across": ante, "ante_down": ante, **others}))

    def bet(self, seat: int, multiple: int) -> tuple[Event, ...]:
        """A bet at the decision at hand."""
        return self.act(seat_actor(seat), Bet(self.decision, multiple))

    def fold(self, seat: int) -> tuple[Event, ...]:
        return self.act(seat_actor(seat), Fold(self.decision))

    def deal(self, cards: int | None = None) -> tuple[Event, ...]:
        """Deal this many cards, or all that are left."""
        return self.act(SYSTEM, Deal(cards))

    def report(self, irregularity: str, place: Place | None = None) -> tuple[Event, ...]:
        """The floor reports an irregularity."""
        return self.act(FLOOR, Report(irregularity, place))

    def forfeit(self, seat: int, reason: str) -> tuple[Event, ...]:
        """The floor forfeits a seat."""
        return self.act(FLOOR, ForfeitSeat(seat, reason))

    def settle(self, lines: int | None = None) -> tuple[Event, ...]:
        """Settle this many lines, or all that are left."""
        return self.act(SYSTEM, Settle(lines))

    def spin(self) -> tuple[Event, ...]:
        """The spin or draw that the round waits for."""
        (first, *others) = self.contest.game.legal_actions(self.state, CHANCE)
        for action in (first, *others):
            if isinstance(action, Spin) and self.spins.get((action.wheel, action.seat), action.symbol) == action.symbol:
                return self.act(CHANCE, action)
            if isinstance(action, DrawHotSpot) and self.hot_spot in (None, action.seat):
                return self.act(CHANCE, action)
        raise AssertionError(f"no such chance is awaited: {first}")

    @property
    def decision(self) -> StageName:
        """The name of the decision at hand."""
        stage = self.state.current
        assert stage is not None, f"there is nothing to decide at {self.stage}"
        return stage.id

    # ---- going on

    def run_to(self, stage: str, steps: int = 0) -> Table:
        """Play until the round reaches this stage, then `steps` steps into it: cards, decisions or posted lines.

        If the round skips the stage because nobody is left in it, stop at the first stage after it.
        """
        goal = STAGES.index(stage)
        while STAGES.index(self.stage) < goal:
            self._go_on()
        for _ in range(steps):
            assert self.stage == stage, f"{stage} has fewer than {steps} steps"
            self._go_on(1)
        return self

    def _go_on(self, count: int | None = None) -> None:
        match self.stage:
            case "betting":
                self.act(SYSTEM, CloseBetting())
            case "shuffling":
                self.act(CHANCE, Shuffle(stacked(self.state.deal_places, self.cards)))
            case "dealing":
                self.deal(count)
            case "settling" if self.state.awaited is not None:
                self.spin()
            case "settling":
                self.settle(count)
            case _:
                seat = self.state.to_act
                assert seat is not None
                decision = DECISIONS.index(self.decision)
                plan = self.plan.get(seat, ())
                multiple = plan[decision] if decision < len(plan) else 1
                if multiple == FOLD:
                    self.fold(seat)
                else:
                    self.bet(seat, multiple)


def assert_void(
    table: Table,
    events: Sequence[Event],
    irregularity: str,
    clause: str,
    refunds: Mapping[int, int],
    *,
    occurrence: int = 1,
    deck_removed: bool = False,
) -> None:
    """A report voided the round under this clause: each seat got back just this, nobody won or lost."""
    ruled, voided = events
    outcome: Outcome = "void_and_remove_deck" if deck_removed else "void"
    assert isinstance(ruled, IrregularityRuled) and isinstance(voided, RoundVoided)
    assert (ruled.irregularity, ruled.occurrence, ruled.outcome, ruled.clause) == (
        irregularity,
        occurrence,
        outcome,
        clause,
    )
    assert (voided.reason, voided.clause, voided.deck_removed) == (irregularity, clause, deck_removed)
    assert {refund.seat: refund.cents for refund in voided.refunds} == refunds
    assert table.stage == "voided"
    assert set(table.contest.balances.values()) <= {0}
    with refused(IllegalActionCode.ROUND_OVER):
        table.report(irregularity)


def busy_table(rules: str, **choices: object) -> Table:
    """A round with something of everything, wagers placed.

    Seat 1 has a bonus and bets 3x, 2x, 1x; seat 2 sits out; seat 3 folds at once; seat 5 has a bonus, bets 1x
    and folds at Down. Seat 1 has a full house across and two pair down, the cross holds three of a kind.
    """
    table = Table(rules, (1, 2, 3, 5), **choices)
    table.cards = layout("Ks 7d", "7c 2s", "7h", hole={1: "Kh Kc", 3: "3h 4c", 5: "9d Jd"})
    table.plan = {1: (3, 2, 1), 3: (FOLD,), 5: (1, FOLD)}
    table.wager(1, five_card_bonus=500)
    table.wager(3, ante=1000)
    table.wager(5, five_card_bonus=1000)
    return table


def assert_one_deck(rules: str, clause: str, *, dealt: int) -> None:
    """Check that six seats play with exactly 52 different cards, of which this number is dealt."""
    deck = tuple(card_name(card) for card in reversed(DECK))
    table = Table(rules, seats=range(1, 7))
    for seat in range(1, 7):
        table.wager(seat)
    table.run_to("shuffling")
    for wrong in (deck[1:], (*deck, "As"), (*deck[1:], "2c"), (*deck[1:], "Jo"), ()):
        with refused(IllegalActionCode.BAD_DECK):
            table.act(CHANCE, Shuffle(wrong))
    table.act(CHANCE, Shuffle(deck))
    table.deal()
    count = table.view(FLOOR_AUDIENCE).count
    assert count is not None and (count.dealt, count.set_aside, count.stub) == (dealt, 0, len(deck) - dealt)
    stated = table.book.document["deck"]
    assert (stated["cards"], stated["decks"], stated["clause"]) == (52, 1, clause)


def assert_bets_close_before_the_first_card(rules: str, method: str) -> None:
    """Check that no card is dealt, nor a deck brought in, before the call; at the call wagers are fixed."""
    table = busy_table(rules, dealing_method=method)
    assert table.book.dealing.method == method
    with refused(IllegalActionCode.WRONG_STAGE):
        table.deal()
    with refused(IllegalActionCode.WRONG_STAGE):
        table.act(CHANCE, Shuffle(tuple(card_name(card) for card in DECK)))
    table.run_to("dealing")
    assert table.happened(BettingClosed) == [BettingClosed((1, 3, 5))] and not table.state.placed
    with refused(IllegalActionCode.BETTING_CLOSED):
        table.wager(3, ante=2000)
    table.deal(1)
    kinds = [event.kind for event in table.contest.events]
    assert kinds.index("betting_closed") < kinds.index("cards_dealt")


def assert_turned(rules: str, stage: StageName, clause: str, cards: dict[str, str], before: set[str]) -> None:
    """Check that these cards are turned when the last seat has decided, not earlier; `before` are already face up."""
    table = busy_table(rules).run_to(stage)
    while table.stage == stage:
        assert cards_seen(table.view(SPECTATOR)) == before
        seat = table.state.to_act
        assert seat is not None
        multiple = table.plan[seat][DECISIONS.index(stage)]
        events = table.fold(seat) if multiple == FOLD else table.bet(seat, multiple)
    assert events[-1] == CommunityRevealed(stage, cards)
    assert table.book.stages_by_id[stage].reveal_clause == clause
    assert cards_seen(table.view(SPECTATOR)) == before | set(cards.values())
    assert cards.items() <= table.view(SPECTATOR).community.items()


def moments(rules: str, *stages: str, **choices: object) -> Iterator[tuple[str, int, Table, dict[int, int]]]:
    """The busy table at each moment of these stages: stage, step, a fresh table there, each seat's chips in play.

    The moments of `dealing` are before each card, of a decision before each seat's, of `settling` before each
    line.
    """
    places = len(busy_table(rules, **choices).run_to("dealing").state.deal_places)
    staked = {
        **{("dealing", step): (1500, 2000, 2000) for step in range(places)},
        ("across", 0): (1500, 2000, 2000),
        ("across", 1): (3000, 2000, 2000),
        ("across", 2): (3000, 2000, 2000),
        ("down", 0): (3000, 2000, 2500),
        ("down", 1): (4000, 2000, 2500),
        ("middle", 0): (4000, 2000, 2500),
        **{("settling", step): (4500, 2000, 2500) for step in range(12)},
    }
    for (stage, step), chips in staked.items():
        if stage in stages:
            table = busy_table(rules, **choices).run_to(stage, step)
            assert table.stage == stage
            yield stage, step, table, dict(zip((1, 3, 5), chips, strict=True))
