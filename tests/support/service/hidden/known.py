"""Who may know which card, and when: derived from the deck and the events, never from a view.

A seat knows its own two cards once the deal is over, and everyone knows the cards turned face up. Nobody knows anything
else while the round is open. The rules for when a card may be turned are written here independently, so that cards
turned too early are found as well.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from crossfelt.crisscross import events as cards
from crossfelt.game import Step
from crossfelt.kingcross import events as sheets
from crossfelt.service.tables import events as happened
from crossfelt.service.tables.state import Happening, SecretKept

CARD = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][hcds](?![0-9A-Za-z])")
"""A card's name that stands alone: hashes and ids are longer words."""
HAND = re.compile(r"pair_[0-9a-z]+_to_[0-9a-z]+")
"""Names of hands in which ranks stand that look like cards, such as `pair_2s_to_5s`."""
SIGNATURE = re.compile(r'"signature": ?"[0-9A-Za-z+/]{91}="')
"""A signed head in base64, in which two letters between signs look like a card."""
SPOKEN = re.compile(
    r"(?:\b(?:[2-9]|10|jack|queen|king|ace) of (?:hearts|clubs|diamonds|spades))|(?:(?:10|[2-9TJQKA])[♥♣♦♠♡♧♢♤])",
    re.IGNORECASE,
)
"""Other ways to name a card, which no message uses."""
TURNED = {"across": ("across_left", "across_right"), "down": ("down_far", "down_near"), "middle": ("middle",)}
ORDER = ("across", "down", "middle")


@dataclass(frozen=True, slots=True)
class Knowledge:
    """Everything known after one entry of the log."""

    seq: int
    round: str
    public: frozenset[str]
    own: Mapping[int, frozenset[str]]
    """Seat -> what its player knows besides."""
    hidden: frozenset[str]
    """Secrets of the round that is open, in every way that they might be written."""
    grids: Mapping[int, Mapping[str, str]] = field(default_factory=dict)
    """King Cross: seat -> square -> card, of all placements that everybody has seen."""

    def of(self, audience: str) -> frozenset[str]:
        """The cards that an audience may know."""
        kind, _, seat = audience.partition(":")
        return self.public | self.own.get(int(seat), frozenset()) if kind == "seat" else self.public


class Log:
    """The knowledge after each entry of one table's log. `early` lists everything turned too early."""

    def __init__(self, happenings: Iterable[tuple[int, Happening]], bonus_cards: int) -> None:
        self._bonus_cards = bonus_cards
        self._round = _OpenRound()
        self.early: list[str] = []
        self.printed: frozenset[str] = frozenset()
        """The cards that the rules themselves name, as the score card of King Cross does."""
        self.first_shown: int | None = None
        """King Cross: the entry with which everybody has placed the first shared roll."""
        self.closed: dict[str, int] = {}
        """Round -> the entry that closed it."""
        self.deck_places: dict[str, int] = {}
        self._states: list[Knowledge] = [self._round.knowledge(0)]
        for seq, happening in happenings:
            self._fold(seq, happening)
            self._states.append(self._round.knowledge(seq))
        self._seqs = [state.seq for state in self._states]

    def at(self, seq: int) -> Knowledge:
        return self._states[bisect_right(self._seqs, seq) - 1]

    def first_known(self, audience: str, names: frozenset[str], round_id: str) -> int | None:
        """The first entry of a round after which an audience may know one of these cards."""
        return next(
            (state.seq for state in self._states if state.round == round_id and state.of(audience) & names), None
        )

    def _fold(self, seq: int, happening: Happening) -> None:
        match happening:
            case happened.TableOpened(rules_document=document):
                self.printed = named_cards(document)
            case happened.RoundOpened(round=name):
                # Until then everyone still sees the previous round, whose secret is known.
                self._round = _OpenRound(name, self._round.secret)
                self.deck_places = {}
            case SecretKept(secret=secret):
                self._round.secret = secret
            case happened.RoundClosed(round=name):
                self._round.secret = b""
                self.closed[name] = seq
            case Step(events=events):
                for event in events:
                    self._step(seq, event)

    def _step(self, seq: int, event: Any) -> None:
        result = self._round
        match event:
            case cards.BettingClosed(seats=seats):
                result.seats = set(seats)
            case cards.Shuffled(deck=deck):
                result.deck, result.places = deck, {}
            case cards.DeckWithdrawn():
                result.deck, result.places = (), {}
            case cards.CardsDealt(placements=placements):
                result.places |= {item.place: item.position for item in placements}
                expected = 2 * len(result.seats) + 5 + self._bonus_cards
                result.is_dealt = len(result.places) == expected
                self.deck_places = dict(result.places)
            case cards.BetPlaced(seat=seat, spot=spot):
                result.decided.add((seat, spot))
            case cards.SeatFolded(seat=seat, stage=stage):
                result.decided |= {(seat, later) for later in ORDER[ORDER.index(stage) :]}
            case cards.SeatForfeited(seat=seat):
                result.decided |= {(seat, stage) for stage in ORDER}
            case cards.CommunityRevealed(stage=stage, cards=turned):
                self._turn(seq, event.kind, {result.card(place) for place in TURNED[stage]}, set(turned.values()))
                waited = {seat for seat in result.seats if (seat, stage) not in result.decided}
                if waited or not result.is_dealt:
                    self.early.append(f"entry {seq}: the {stage} cards were turned while seats {waited} had to decide")
            case cards.IrregularityRuled(card=card, place=place):
                if card is not None and place is not None:
                    self._turn(seq, event.kind, {result.card(place)}, {card})
                elif card is not None:
                    result.public.add(card)
            case cards.CardSetAside(position=position, card=card):
                self._turn(seq, event.kind, {result.deck[position]}, {card})
            case cards.HandShown(seat=seat, cards=shown):
                self._turn(seq, event.kind, result.hole(seat), set(shown))
                self._after_the_decisions(seq, event.kind)
            case cards.BonusCardsRevealed(cards=shown):
                self._turn(seq, event.kind, {result.card(f"bonus_{number}") for number in range(1, 5)}, set(shown))
                self._after_the_decisions(seq, event.kind)
            case _:
                self._sheet_step(seq, event)

    def _sheet_step(self, seq: int, event: Any) -> None:
        result = self._round
        match event:
            case sheets.Rolled(card=card):
                result.public.add(card)
            case sheets.PlacementSealed(placement=placement):
                result.own.setdefault(placement.seat, set()).add(placement.card)
            case sheets.CardPlaced(placement=placement):
                result.show(placement)
            case sheets.PlacementsShown(placements=placements):
                for placement in placements:
                    result.show(placement)
                self.first_shown = self.first_shown or seq

    def _turn(self, seq: int, what: str, expected: set[str], named: set[str]) -> None:
        """Check that an event that turns cards names the cards dealt to those places."""
        if named != expected:
            self.early.append(f"entry {seq}: {what} names {sorted(named)}, and {sorted(expected)} lie there")
        self._round.public |= expected

    def _after_the_decisions(self, seq: int, what: str) -> None:
        waited = {seat for seat in self._round.seats for stage in ORDER if (seat, stage) not in self._round.decided}
        if waited:
            self.early.append(f"entry {seq}: {what} while seats {waited} had to decide")


class _OpenRound:
    """The round at hand while the log is read."""

    def __init__(self, name: str = "", secret: bytes = b"") -> None:
        self.name, self.secret = name, secret
        self.seats: set[int] = set()
        self.deck: tuple[str, ...] = ()
        self.places: dict[str, int] = {}
        self.is_dealt = False
        self.decided: set[tuple[int, str]] = set()
        self.public: set[str] = set()
        self.own: dict[int, set[str]] = {}
        self.grids: dict[int, dict[str, str]] = {}

    def card(self, place: str) -> str:
        return self.deck[self.places[place]]

    def hole(self, seat: int) -> set[str]:
        return {self.card(f"hole:{seat}:{number}") for number in (1, 2)}

    def show(self, placement: sheets.CardPlacement) -> None:
        self.grids.setdefault(placement.seat, {})[placement.square] = placement.card
        self.public.add(placement.card)

    def knowledge(self, seq: int) -> Knowledge:
        own = {seat: frozenset(names) for seat, names in self.own.items()}
        if self.is_dealt and self.deck and self.places:
            own = {seat: frozenset(self.hole(seat)) for seat in self.seats}
        secret = self.secret
        hidden = frozenset({secret.hex(), secret.hex().upper(), repr(secret)[2:-1]} if secret else ())
        return Knowledge(
            seq,
            self.name,
            frozenset(self.public),
            own,
            hidden,
            {seat: dict(grid) for seat, grid in self.grids.items()},
        )


def named_cards(text: str) -> frozenset[str]:
    """The cards that a text names."""
    return frozenset(CARD.findall(HAND.sub("", SIGNATURE.sub("", text))))
