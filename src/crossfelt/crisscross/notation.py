"""One round as text that people read and that parses back to the same events.

The first lines name the rule book, its hash and the choices that differ from its defaults; then one line an event,
in plain words. A line that starts with `#` is a remark.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from typing import Any

from crossfelt.crisscross import events as happened
from crossfelt.crisscross.events import EVENTS, Event
from crossfelt.crisscross.resolve import choices_of, load_rule_book
from crossfelt.crisscross.rulebook import RuleBook
from crossfelt.crisscross.settlement import SettledWager
from crossfelt.notation import Noted, Patterns, heading_lines, lines_after, parse_event, read_heading
from crossfelt.plain import kinds_of, to_plain

_TITLE = "crossfelt round, notation 1"
_KINDS = kinds_of(*EVENTS)

NotedRound = Noted[RuleBook, Event]


def format_round(book: RuleBook, seats: Sequence[int], events: Iterable[Event]) -> str:
    """The text of a round, or of the part of it that has happened."""
    lines = [_TITLE, *heading_lines("rules", book, choices_of(book.id), seats), *map(format_event, events)]
    return "\n".join(lines) + "\n"


def parse_round(text: str) -> NotedRound:
    """The round of a text; `NotationError` names the first line that does not hold."""
    lines = lines_after(_TITLE, text)
    heading = read_heading(lines, "rules")
    book = heading.rules("rule book", load_rule_book)
    events: list[Event] = []
    for number, line in lines:
        events.append(parse_event(number, line, _KINDS, lambda line: _plain_event(events, line)))
    return Noted(book, heading.seats, tuple(events))


def format_event(event: Event) -> str:
    """One event as one line."""
    match event:
        case happened.WagersPlaced(seat=seat, wagers=wagers):
            return f"seat {seat} wagers {_pairs(wagers)}"
        case happened.WagersWithdrawn(seat=seat, wagers=wagers):
            return f"seat {seat} takes back {_pairs(wagers)}"
        case happened.BettingClosed(seats=seats):
            return f"no more bets: {_words(seats)}"
        case happened.Shuffled(deck=deck):
            return f"deck {_words(deck)}"
        case happened.DeckWithdrawn():
            return "deck withdrawn"
        case happened.CardsDealt(placements=placements):
            return f"dealt {_pairs({entry.place: entry.position for entry in placements})}"
        case happened.BetPlaced(seat=seat, spot=spot, multiple=multiple, cents=cents):
            return f"seat {seat} bets {spot} {multiple}x {cents}"
        case happened.SeatFolded(seat=seat, stage=stage, decided_by=decided_by):
            return f"seat {seat} folds at {stage}, decided by {decided_by}"
        case happened.SeatAbandoned(seat=seat):
            return f"seat {seat} is abandoned"
        case happened.SeatForfeited(seat=seat, reason=reason, clause=clause):
            return f"seat {seat} forfeits | {reason} | {clause}"
        case happened.CommunityRevealed(stage=stage, cards=cards):
            return f"turned after {stage}: {_pairs(cards)}"
        case happened.IrregularityRuled():
            where = f" {event.place} {event.card}" if event.place is not None else ""
            return f"irregularity {event.irregularity} #{event.occurrence}{where}: {event.outcome} | {event.clause}"
        case happened.CardSetAside(position=position, card=card):
            return f"set aside {position} {card}"
        case happened.HandShown(seat=seat):
            return f"seat {seat} shows {_words(event.cards)}"
        case happened.BonusCardsRevealed():
            return f"bonus cards {_words(event.cards)}"
        case happened.WagerSettled(wager=wager):
            return _format_wager(wager)
        case happened.RoundSettled(totals=totals):
            return "settled: " + ", ".join(
                f"seat {total.seat} staked {total.staked} won {total.won} returned {total.returned} net {total.net}"
                for total in totals
            )
        case happened.RoundVoided():
            fate = "deck removed" if event.deck_removed else "deck stays"
            refunds, lines = _pairs({str(refund.seat): refund.cents for refund in event.refunds}), len(event.reversed)
            return f"void | {event.clause} | {fate} | refunds {refunds} | reversed {lines} | {event.reason}"


def _format_wager(wager: SettledWager) -> str:
    hand = "unseen" if wager.hand is None else wager.hand
    return (
        f"wager {wager.order} seat {wager.seat} {wager.spot} {wager.staked}: {wager.result} {hand} at {wager.odds}, "
        f"won {wager.won} returned {wager.returned} cut {wager.cut} | {wager.clause}"
    )


def _pairs(values: dict[str, Any]) -> str:
    return ", ".join(f"{key} {value}" for key, value in values.items()) or "nothing"


def _words(values: Iterable[object]) -> str:
    return " ".join(map(str, values))


def _plain_event(before: Sequence[Event], line: str) -> dict[str, Any] | None:
    plain = _PATTERNS.read(line)
    if plain is not None and plain["kind"] == "round_voided":
        wagers = [event.wager for event in before if isinstance(event, happened.WagerSettled)]
        if len(wagers) != plain["reversed"]:
            raise ValueError("a void reverses every wager settled so far")
        plain["reversed"] = [to_plain(wager) for wager in wagers]
    return plain


Build = Callable[["re.Match[str]"], dict[str, Any]]


def _number(text: str) -> int:
    if len(text) > 18:
        raise ValueError("too many digits")
    return int(text)


def _numbers(text: str) -> dict[str, int]:
    return {key: _number(value) for key, value in _texts(text).items()}


def _texts(text: str) -> dict[str, str]:
    if text == "nothing":
        return {}
    pairs = [tuple(entry.split(" ")) for entry in text.split(", ")]
    if any(len(pair) != 2 for pair in pairs) or len({pair[0] for pair in pairs}) != len(pairs):
        raise ValueError("not a list of pairs")
    return {pair[0]: pair[1] for pair in pairs}


def _build_irregularity(match: re.Match[str]) -> dict[str, Any]:
    return {
        "kind": "irregularity_ruled",
        "irregularity": match[1],
        "occurrence": _number(match[2]),
        "place": match[3],
        "card": match[4],
        "outcome": match[5],
        "clause": match[6],
    }


def _build_wager(match: re.Match[str]) -> dict[str, Any]:
    line = {key: _number(match[key]) for key in ("order", "seat", "staked", "odds", "won", "returned", "cut")}
    hand = None if match["hand"] == "unseen" else match["hand"]
    words = {"spot": match["spot"], "result": match["result"], "hand": hand, "clause": match["clause"]}
    return {"kind": "wager_settled", "wager": line | words}


_TOTAL = re.compile(r"seat (\d+) staked (\d+) won (\d+) returned (\d+) net (-?\d+)")


def _build_settled(match: re.Match[str]) -> dict[str, Any]:
    totals = []
    for text in match[1].split(", "):
        found = _TOTAL.fullmatch(text)
        if not found:
            raise ValueError("not a total")
        keys = ("seat", "staked", "won", "returned", "net")
        totals.append(dict(zip(keys, map(_number, found.groups()), strict=True)))
    return {"kind": "round_settled", "totals": totals}


def _build_void(match: re.Match[str]) -> dict[str, Any]:
    return {
        "kind": "round_voided",
        "clause": match[1],
        "deck_removed": match[2] == "deck removed",
        "refunds": [{"seat": _number(seat), "cents": cents} for seat, cents in _numbers(match[3]).items()],
        # How many wagers are reversed; which ones follows from the lines before.
        "reversed": _number(match[4]),
        "reason": match[5],
    }


def _of(kind: str, **fields: Callable[[re.Match[str]], Any]) -> Build:
    def build(match: re.Match[str]) -> dict[str, Any]:
        return {"kind": kind} | {name: read(match) for name, read in fields.items()}

    return build


def _seat(match: re.Match[str]) -> int:
    return _number(match[1])


_PATTERNS = Patterns(
    (
        (r"seat (\d+) wagers (.+)", _of("wagers_placed", seat=_seat, wagers=lambda m: _numbers(m[2]))),
        (r"seat (\d+) takes back (.+)", _of("wagers_withdrawn", seat=_seat, wagers=lambda m: _numbers(m[2]))),
        (
            r"no more bets: ([\d ]+)",
            _of("betting_closed", seats=lambda m: [_number(n) for n in m[1].split()]),
        ),
        (r"deck withdrawn", _of("deck_withdrawn")),
        (r"deck (.+)", _of("shuffled", deck=lambda m: m[1].split(" "))),
        (
            r"dealt (.+)",
            _of(
                "cards_dealt",
                placements=lambda m: [{"place": k, "position": v} for k, v in _numbers(m[1]).items()],
            ),
        ),
        (
            r"seat (\d+) bets (\w+) (\d+)x (\d+)",
            _of(
                "bet_placed",
                seat=_seat,
                spot=lambda m: m[2],
                multiple=lambda m: _number(m[3]),
                cents=lambda m: _number(m[4]),
            ),
        ),
        (
            r"seat (\d+) folds at (\w+), decided by (\w+)",
            _of("seat_folded", seat=_seat, stage=lambda m: m[2], decided_by=lambda m: m[3]),
        ),
        (r"seat (\d+) is abandoned", _of("seat_abandoned", seat=_seat)),
        (
            r"seat (\d+) forfeits \| (\w+) \| ([^|]+)",
            _of("seat_forfeited", seat=_seat, reason=lambda m: m[2], clause=lambda m: m[3]),
        ),
        (
            r"turned after (\w+): (.+)",
            _of("community_revealed", stage=lambda m: m[1], cards=lambda m: _texts(m[2])),
        ),
        (r"irregularity (\w+) #(\d+)(?: ([\w:]+) (\w\w))?: (\w+) \| ([^|]+)", _build_irregularity),
        (r"set aside (\d+) (\w\w)", _of("card_set_aside", position=_seat, card=lambda m: m[2])),
        (r"seat (\d+) shows (\w\w \w\w)", _of("hand_shown", seat=_seat, cards=lambda m: m[2].split())),
        (r"bonus cards (.+)", _of("bonus_cards_revealed", cards=lambda m: m[1].split(" "))),
        (
            r"wager (?P<order>\d+) seat (?P<seat>\d+) (?P<spot>\w+) (?P<staked>\d+): (?P<result>\w+) (?P<hand>\w+) "
            r"at (?P<odds>-?\d+), won (?P<won>\d+) returned (?P<returned>\d+) cut (?P<cut>\d+) \| (?P<clause>[^|]+)",
            _build_wager,
        ),
        (r"settled: (.+)", _build_settled),
        (r"void \| ([^|]+) \| (deck \w+) \| refunds ([^|]+) \| reversed (\d+) \| (.+)", _build_void),
    )
)
