"""The data of a round in a dispute report: its cards, every wager with the cards that decided it, and the rulings."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from crossfelt.cards import Card, card_name, card_symbols, parse_card
from crossfelt.crisscross.events import SeatForfeited, Shuffled
from crossfelt.crisscross.layout import BONUS, COMMUNITY, Place, hole_places, line_cards
from crossfelt.crisscross.notation import format_event
from crossfelt.crisscross.progressives.terms import HOLE_PAIR, XTREME
from crossfelt.crisscross.resolve import load_rule_book, rule_book_ids
from crossfelt.crisscross.round import RoundContest
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.settlement import SettledWager, explain
from crossfelt.crisscross.story import RoundStory
from crossfelt.crisscross.views import SeatView, TableView
from crossfelt.game import AUDITOR
from crossfelt.rulefiles import origin_of
from crossfelt.schema import to_plain

Document = dict[str, Any]
LINES = ("across", "down")
HIDDEN_DECK = "deck (hidden until the round is over)"


def round_document(contest: RoundContest, shows_hidden: bool) -> Document:
    """Return a replayed round as plain data. Amounts are cents; a hidden card is null.

    Pass `shows_hidden` for a round that is over, or whose record says so; otherwise hidden cards stay hidden.
    """
    book, view = contest.rules, contest.view(AUDITOR)
    deck = contest.state.deck if shows_hidden else None
    cards = _Cards(book, _shown(view, deck))
    story = RoundStory(book, lambda cards: " ".join(map(card_symbols, cards)))
    forfeits = [event for step in contest.steps for event in step.events if isinstance(event, SeatForfeited)]
    return {
        "rules_id": book.id,
        "origin": to_plain(origin_of(book, rule_book_ids(), load_rule_book)),
        "title": book.title,
        "stage": view.stage,
        "community": {place: cards.name(place) for place in COMMUNITY if place in cards.places},
        "bonus_cards": [cards.name(place) for place in BONUS if place in cards.places],
        "set_aside": list(view.set_aside),
        "deck": None if deck is None else [card_name(card) for card in deck],
        "seats": [_seat(cards, view, seat) for seat in view.seats if seat.wagers],
        "wagers": [_wager(cards, wager) for wager in view.settled_wagers],
        "limit_clause": book.aggregate_limit.clause,
        "spins": to_plain(view.spins),
        "hot_spot": view.hot_spot,
        "meters": {"before": dict(contest.carried_in), "after": dict(view.meters)},
        "rulings": [
            {**to_plain(ruling), "says": book.rulings[ruling.irregularity].says}
            for ruling in view.rulings
            if ruling.irregularity in book.rulings
        ],
        "forfeits": [to_plain(event) for event in forfeits],
        "void": None if view.void is None else {**to_plain(view.void), "says": story.reason(view.void.reason)},
        "course": [
            {
                "actor": str(step.actor),
                "events": [
                    format_event(event) if shows_hidden or not isinstance(event, Shuffled) else HIDDEN_DECK
                    for event in step.events
                ],
                "says": [story.tell(event) for event in step.events],
            }
            for step in contest.steps
        ],
        "citations": _citations(contest, view),
    }


@dataclass(frozen=True, slots=True)
class _Cards:
    """The cards on the table, as far as they are visible."""

    book: RuleBook
    places: Mapping[Place, Card | None]

    def name(self, place: Place) -> str | None:
        """Return the name of a card, or None if it is face down."""
        card = self.places[place]
        return None if card is None else card_name(card)

    def seen(self) -> dict[Place, Card]:
        """Return every visible card."""
        return {place: card for place, card in self.places.items() if card is not None}

    def line(self, line: str, seat: int) -> tuple[Card, ...]:
        """Return the five cards of a seat's across or down hand, or none if one of them is hidden."""
        seen = self.seen()
        first, second = hole_places(seat)
        if {first, second, *COMMUNITY} - set(seen):
            return ()
        return line_cards("across" if line == "across" else "down", (seen[first], seen[second]), seen)

    def deciding(self, spot: str, seat: int) -> tuple[Card, ...]:
        """Return the cards that decide a wager."""
        source, seen = self.book.spots[spot].hand, self.seen()
        hole = tuple(seen[place] for place in hole_places(seat) if place in seen)
        cross = tuple(seen[place] for place in COMMUNITY if place in seen)
        match source:
            case "across" | "down":
                return self.line(source, seat)
            case "higher":
                return max((self.line(line, seat) for line in LINES), key=self._strength)
            case "community":
                return cross
            case "hole_and_bonus":
                six = (*hole, *(seen[place] for place in BONUS if place in seen))
                return max(combinations(six, 5), key=self._strength) if len(six) == 6 else ()
        xtreme = self.book.progressives.xtreme if self.book.progressives is not None else None
        return cross if spot == XTREME and xtreme is not None and xtreme.event != HOLE_PAIR else hole

    def _strength(self, cards: tuple[Card, ...]) -> int:
        return self.book.ranker.strength(*cards) if cards else 0


def _shown(view: TableView, deck: Sequence[Card] | None) -> dict[Place, Card | None]:
    if deck is not None:
        return {entry.place: deck[entry.position] for entry in view.placements}
    names: dict[Place, str | None] = dict(view.community)
    names |= dict(zip(BONUS, view.bonus_cards, strict=False))
    for seat in view.seats:
        names |= dict(zip(hole_places(seat.seat), seat.hole, strict=False))
    return {place: None if name is None else parse_card(name) for place, name in names.items()}


def _seat(cards: _Cards, view: TableView, seat: SeatView) -> Document:
    total = next((total for total in view.totals if total.seat == seat.seat), None)
    ranker = cards.book.ranker
    hands = {}
    for line in LINES if seat.status == "in" else ():
        five = cards.line(line, seat.seat)
        hands[line] = {"cards": [card_name(card) for card in five], "hand": ranker.hand(*five).slug} if five else None
    return {
        "seat": seat.seat,
        "status": seat.status,
        "folded_at": seat.folded_at,
        "decided_by": seat.decided_by,
        "hole": [cards.name(place) for place in hole_places(seat.seat) if place in cards.places],
        "hands": hands,
        "placed": dict(seat.wagers),
        "titles": {spot: cards.book.spots[spot].title for spot in seat.wagers},
        "total": None if total is None else to_plain(total),
    }


def _wager(cards: _Cards, wager: SettledWager) -> Document:
    is_decided = wager.result != "forfeit" and not wager.is_community_pay
    five = cards.deciding(wager.spot, wager.seat) if is_decided else ()
    return {
        **to_plain(wager),
        "title": cards.book.spots[wager.spot].title,
        "cards": [card_name(card) for card in five],
        "net": wager.won + wager.returned - wager.staked,
        "explanation": explain(cards.book, wager),
    }


def _citations(contest: RoundContest, view: TableView) -> list[str]:
    """Return every clause that decided something, each once."""
    book = contest.rules
    cited = [event.clause for step in contest.steps for event in step.events if hasattr(event, "clause")]
    cited += [wager.clause for wager in view.settled_wagers]
    cited += [book.aggregate_limit.clause for wager in view.settled_wagers if wager.cut]
    return list(dict.fromkeys(cited))
