"""A table's own bookkeeping of a round, kept from what was asked and from what everyone could see, and nothing else."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from typing import Any

from crossfelt.crisscross import actions as ask
from crossfelt.crisscross import events as happened
from crossfelt.crisscross.actions import Action
from crossfelt.crisscross.events import Event
from crossfelt.crisscross.settlement import SettledWager
from crossfelt.game import Actor, Audience
from crossfelt.schema import to_plain
from tests.naive import dealing

CARD_NAMES = frozenset(rank + suit for rank in "23456789TJQKA" for suit in "hcds")
_CARD_NAME = re.compile('"([2-9TJQKA][hcds])"')


def card_names(value: object) -> set[str]:
    """Every card that a value names anywhere, once it is written as JSON."""
    return set(_CARD_NAME.findall(json.dumps(to_plain(value))))


def as_naive(line: SettledWager) -> dict[str, Any]:
    """A settled line as far as the naive settlement has it too."""
    keys = ("seat", "spot", "staked", "result", "won", "returned", "cut", "order")
    prizes = [{"kind": prize.kind, "symbol": prize.symbol, "won": prize.won} for prize in line.prizes]
    return {**{key: getattr(line, key) for key in keys}, "prizes": prizes}


class Felt:
    """Chips and cards of one round, as a spectator would note them down."""

    def __init__(self, rules: str, method: str, seats: tuple[int, ...], meters: Mapping[str, str]) -> None:
        self.rules, self.method = rules, method
        self.progressive: dict[str, Any] = {"meters": meters, "spins": []}
        """The spins so far, in the form of a settled case."""
        self.wagers: dict[int, dict[str, int]] = {seat: {} for seat in seats}
        self.folded_at: dict[int, str] = {}
        self.forfeited: set[int] = set()
        self.deck: tuple[str, ...] | None = None
        self.set_aside: list[int] = []
        self.placed: dict[str, int] = {}
        self.public: set[str] = set()
        self.shown: set[int] = set()
        self.lines: list[SettledWager] = []
        self.is_betting = True
        self.is_waiting = False
        """For a wheel."""
        self.is_settled = False
        self.is_void = False

    @property
    def in_play(self) -> list[int]:
        """The seats with chips on the layout."""
        return [seat for seat, wagers in self.wagers.items() if wagers]

    @property
    def is_over(self) -> bool:
        """Settled or void."""
        return self.is_settled or self.is_void

    @property
    def is_dealt(self) -> bool:
        """Whether every card of the deal is in its place."""
        return not self.is_betting and set(self.placed) == set(self.whole_deal())

    @property
    def escrow(self) -> int:
        """The chips on the layout that are neither settled nor given back."""
        if self.is_over:
            return 0
        staked = sum(cents for wagers in self.wagers.values() for cents in wagers.values())
        return staked - sum(line.staked for line in self.lines)

    def whole_deal(self) -> dealing.Places:
        """Where every card goes, the ones set aside passed over."""
        return dealing.dealt(self.rules, self.method, self.in_play, self.set_aside)

    def table(self) -> dict[str, Any]:
        """The dealt round as the naive settlement takes it."""
        assert self.deck is not None
        table = dealing.as_table(self.rules, self.method, self.in_play, self.deck, self.set_aside)
        holes = table.pop("holes")
        table["seats"] = [
            {
                "seat": seat,
                "hole": holes[seat],
                "folded_at": self.folded_at.get(seat),
                "forfeited": seat in self.forfeited,
                "wagers": self.wagers[seat],
            }
            for seat in self.in_play
        ]
        table["progressive"] = self.progressive
        table["before"] = [as_naive(line) for line in self.lines]
        return table

    def hole(self, seat: int) -> set[str]:
        """The two cards of a seat."""
        assert self.deck is not None
        return {self.deck[self.placed[f"hole:{seat}:{card}"]] for card in (1, 2)}

    def public_pairs(self, for_xtreme: bool) -> set[str]:
        """The cards of which everyone knows whether they are a pair, face down or not: with one, that seat would have
        spun. Xtreme tells it of all its seats at once, where a pair sets it off and its turn has come."""
        seats = {line.seat for line in self.lines if (line.spot, line.staked) == ("bonus_spin", 500)}
        seats |= {spin["seat"] for spin in self.progressive["spins"]}
        if for_xtreme:
            seats |= {seat for seat, wagers in self.wagers.items() if "bonus_spin_xtreme" in wagers}
        return {card for seat in seats for card in self.hole(seat)}

    def visible_to(self, audience: Audience) -> frozenset[str]:
        """The cards that this audience may know."""
        if audience.kind == "auditor" and self.is_over and self.deck is not None:
            return CARD_NAMES
        known = set(self.public)
        if audience.kind == "seat" and audience.seat in self.in_play and self.is_dealt:
            known |= self.hole(audience.seat)
        return frozenset(known)

    def note(self, actor: Actor, action: Action, events: tuple[Event, ...]) -> None:
        """Record an accepted action and what everyone saw happen."""
        self._note_chips(actor, action)
        for event in events:
            self._note_event(event)

    def _note_chips(self, actor: Actor, action: Action) -> None:
        seat = actor.seat or 0
        match action:
            case ask.PlaceWagers(wagers=wagers):
                self.wagers[seat] = {spot: cents for spot, cents in wagers.items() if cents}
            case ask.WithdrawWagers():
                self.wagers[seat] = {}
            case ask.Abandon(seat=leaver) | ask.TakeOver(seat=leaver) if self.is_betting:
                self.wagers[leaver] = {}
            case ask.Bet(stage=stage, multiple=multiple):
                self.wagers[seat][stage] = multiple * self.wagers[seat]["ante_across"]

    def _note_event(self, event: Event) -> None:
        if not isinstance(event, happened.Shuffled):
            self.public |= card_names(event)
        match event:
            case happened.BettingClosed():
                self.is_betting = False
            case happened.Shuffled(deck=deck):
                self.deck = deck
            case happened.DeckWithdrawn():
                # What was seen of that deck says nothing about the next one.
                self.deck, self.set_aside, self.public = None, [], set()
            case happened.CardsDealt(placements=placements):
                for entry in placements:
                    assert entry.place not in self.placed
                    self.placed[entry.place] = entry.position
            case happened.CardSetAside(position=position):
                self.set_aside.append(position)
            case happened.SeatFolded(seat=seat, stage=stage):
                assert seat not in self.folded_at
                self.folded_at[seat] = stage
            case happened.SeatForfeited(seat=seat):
                assert seat not in self.forfeited
                self.forfeited.add(seat)
            case happened.HandShown(seat=seat):
                self.shown.add(seat)
            case happened.WagerSettled(wager=wager):
                self.lines.append(wager)
            case happened.CommunityPayTaken(wager=wager):
                assert wager.staked == 0 and wager.seat in self.forfeited
                self.lines.remove(wager)
            case happened.WheelSpun(wheel="bonus_spin", seat=seat, symbol=symbol):
                self.progressive["spins"].append({"spot": "bonus_spin", "seat": seat, "symbol": symbol})
            case happened.WheelSpun(wheel="community", symbol=symbol):
                self.progressive["community_symbol"] = int(symbol)
            case happened.WheelSpun(seat=seat, symbol=symbol):
                others = [spin for spin in self.progressive.get("hot_spot", []) if spin["seat"] != seat]
                self.progressive["hot_spot"] = [*others, {"seat": seat, "symbol": symbol}]
            case happened.HotSpotDrawn(seat=seat):
                self.progressive["hot_spot"] = [{"seat": seat}]
            case happened.RoundSettled():
                self.is_settled = True
            case happened.RoundVoided():
                self.is_void = True
